"""Moab's job priorities: a moab.cfg, jobs, usage and totals in, the priority of each job and all its parts out.

Pure: the time is an argument. `MoabRules.of` works out what all jobs share, `prioritise` does the rest.
"""

from typing import TYPE_CHECKING

from userprio.ondemand import on_demand

if TYPE_CHECKING:
    from userprio.moab.config import MoabConfig, lint, parse_config, read_config
    from userprio.moab.datafile import read_site, site_of
    from userprio.moab.fairshare import (
        BoundsMode,
        FairShare,
        FairShareUsage,
        HistoryRecord,
        TargetState,
        UsageWindows,
        read_usage_files,
        usage_of,
    )
    from userprio.moab.jobads import ad_order, job_of, jobs_of, totals_of
    from userprio.moab.jobs import (
        AdminPriority,
        JobClass,
        MoabJob,
        PartitionTotals,
        Site,
        TaskGroup,
        UserActivity,
        joined,
    )
    from userprio.moab.parameters import GLOBAL, SUBFACTORS, Component, CredentialKind
    from userprio.moab.priority import Breakdown, RankChange, Share, Term, breakdown, compare, prioritise
    from userprio.moab.rules import MoabRules, fair_share_usage
    from userprio.moab.values import FairShareBound, MoabError, RemarkKind
else:
    __all__, __getattr__ = on_demand(__file__)
