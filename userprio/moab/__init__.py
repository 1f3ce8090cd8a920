"""Moab's job priorities: a moab.cfg, jobs, usage and totals in, the priority of each job and all its parts out.

Pure: the time is an argument. `Rules.of` works out what all jobs share, `prioritise` does the rest.
"""

from userprio.moab.compare import Moved, compare
from userprio.moab.config import MoabConfig, parse_config, read_config
from userprio.moab.credentials import Credential
from userprio.moab.datafile import joined, read_site, site_of
from userprio.moab.errors import MoabError, Remark, RemarkKind
from userprio.moab.factors import SUBFACTORS, Component, Subfactor
from userprio.moab.fairshare import FairShare, Mode, Standings, State
from userprio.moab.fsfiles import read_usage_files
from userprio.moab.history import HistoryRecord, accuracy_of, usage_of
from userprio.moab.jobads import job_of, jobs_of, totals_of
from userprio.moab.jobs import AdminPriority, Job, JobClass, Site, TaskGroup, Totals, UserNow
from userprio.moab.lint import lint
from userprio.moab.order import ad_order
from userprio.moab.parameters import GLOBAL, CredentialKind
from userprio.moab.priority import Adjustment, Breakdown, Share, Term, breakdown, prioritise
from userprio.moab.rules import Rules, standings_of
from userprio.moab.usage import UsageWindows
