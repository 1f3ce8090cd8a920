"""Configurations and jobs for tests, made from text and keywords."""

from pathlib import Path
from typing import Any

from userprio.moab import BoundsMode, Breakdown, Component, CredentialKind, MoabRules, Site, Term
from userprio.moab.config import MoabConfig, config_of, split_statements
from userprio.moab.fairshare import UsageWindows
from userprio.moab.priority import breakdown
from userprio.moab.rules import MoabJob, TaskGroup
from userprio.moab.sitedata import site_of

NOW = 1_772_442_000
PLACE = Path("data.toml")

SMALL_FILE = """
# weights
SERVICEWEIGHT    1
QUEUETIMEWEIGHT  2
XFACTORWEIGHT    1000      # short jobs first
CREDWEIGHT       10
USERWEIGHT       1
QOSWEIGHT        1
FSPOLICY         DEDICATEDPS
FSINTERVAL       12:00:00
FSDEPTH          4
FSDECAY          0.5
FSUSERWEIGHT     50
FSACCOUNTWEIGHT  100
USERCFG[DEFAULT] FSTARGET=10
USERCFG[amy]     PRIORITY=20
ACCOUNTCFG[phys] FSTARGET=40+ \\
                 PRIORITY=0
QOSCFG[high]     PRIORITY=100 QTWEIGHT=0 XFTARGET=5.0
"""


def parse_config(text: str) -> MoabConfig:
    """The configuration in a text, as if it were in a moab.cfg that includes nothing."""
    return config_of(split_statements(text, "moab.cfg"))


def job(queued_s: float = 0.0, **fields: Any) -> MoabJob:
    """A job that has been eligible for so long."""
    task = {key: fields.pop(key) for key in ("procs", "mem_mb", "swap_mb", "disk_mb", "nodes") if key in fields}
    fields.setdefault("tasks", (TaskGroup(**task),))
    return MoabJob(**{"id": "1", "eligible_s": queued_s, **fields})


def percentages(**kinds: dict[str, float]) -> UsageWindows:
    """One window in which each credential has used so many percent."""
    return UsageWindows(
        (100.0,), {CredentialKind(k): {n: (v,) for n, v in named.items()} for k, named in kinds.items()}
    )


def weighed(
    config: str, one: MoabJob, mode: BoundsMode = BoundsMode.BOUNDS, partition: str = "ALL", **site: Any
) -> Breakdown:
    """The priority of one job under a configuration."""
    rules = MoabRules.of(parse_config(config), Site(jobs=(one,), **site), NOW, partition, mode)
    return breakdown(one, rules)


def points(found: Breakdown) -> dict[str, float]:
    """What each component contributes."""
    return {share.component.value: share.points for share in found.shares}


def terms(found: Breakdown, component: Component) -> dict[str, Term]:
    """The subfactors of a component."""
    return {term.subfactor.name: term for share in found.shares if share.component is component for term in share.terms}


def site(**document: Any) -> Site:
    """What a data file with these keys holds."""
    return site_of(document, PLACE)
