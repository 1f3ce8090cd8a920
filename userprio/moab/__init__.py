"""Moab's job priorities: computes each job's priority and its parts from a moab.cfg, jobs, usage and totals.

Begin reading with `priority.breakdown`, one job's priority term by term; `rules.MoabRules` is what all jobs of a
partition share, from a configuration (`config`, whose syntax is in `parameters`) and a `rules.Site`. Everything is
pure: the time is an argument. Where Moab's manual is silent or contradicts itself, a comment says what is done, and
why.
"""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.moab.config import MoabConfig, lint, read_config
    from userprio.moab.fairshare import BoundsMode, FairShare, FairShareUsage, TargetState, read_usage_files
    from userprio.moab.parameters import GLOBAL, Component, CredentialKind, FairShareBound, RemarkKind
    from userprio.moab.priority import Breakdown, RankChange, Term, compare, prioritise
    from userprio.moab.rules import JobClass, MoabRules, Site, fair_share_usage, joined
    from userprio.moab.sitedata import ad_order, jobs_of, read_site, totals_of
else:
    __all__, __getattr__ = lazy_exports(__file__)
