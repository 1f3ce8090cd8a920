"""The seven components of a priority and their subfactors, with the names of their weights and caps.

Moab Administrator Guide 5.1.2, sections A to G; the order here is the order in which everything is added up.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Component(StrEnum):
    """A component; the value is the stem of its weight and cap."""

    CRED = "CRED"
    FS = "FS"
    RES = "RES"
    SERVICE = "SERVICE"
    TARGET = "TARGET"
    USAGE = "USAGE"
    ATTR = "ATTR"

    @property
    def weight(self) -> str:
        """The parameter that is its weight, 1 unless set."""
        return f"{self.value}WEIGHT"

    @property
    def cap(self) -> str:
        """The parameter that bounds the sum of its subfactors."""
        return f"{self.value}CAP"


@dataclass(frozen=True, slots=True)
class Subfactor:
    """One summand of a component."""

    name: str
    component: Component
    weight: str
    """The parameter that is its weight."""
    cap: str
    """The parameter that bounds its raw value."""
    label: str
    """Short name for the column of a table."""
    unit: str
    """What one unit of the raw value is."""
    default_weight: int = 0


def _subfactors(component: Component, *rows: tuple[str, str, str]) -> tuple[Subfactor, ...]:
    """Rows of name, label and unit; weight and cap are named after the subfactor."""
    return tuple(Subfactor(name, component, f"{name}WEIGHT", f"{name}CAP", label, unit) for name, label, unit in rows)


SUBFACTORS: Final = (
    *_subfactors(
        Component.CRED,
        ("USER", "User", "points"),
        ("GROUP", "Group", "points"),
        ("ACCOUNT", "Accnt", "points"),
        ("QOS", "QOS", "points"),
        ("CLASS", "Class", "points"),
    ),
    *_subfactors(
        Component.FS,
        ("FSUSER", "User", "percentage points"),
        ("FSGROUP", "Group", "percentage points"),
        ("FSACCOUNT", "Accnt", "percentage points"),
        ("FSQOS", "QOS", "percentage points"),
        ("FSCLASS", "Class", "percentage points"),
        ("FSGUSER", "GUser", "percentage points"),
        ("FSGGROUP", "GGrp", "percentage points"),
        ("FSGACCOUNT", "GAcct", "percentage points"),
        ("FSJPU", "JPU", "jobs"),
        ("FSPPU", "PPU", "processors"),
        ("FSPSPU", "PSPU", "processor-seconds"),
        ("WCACCURACY", "WCAcc", "fraction"),
    ),
    *_subfactors(
        Component.RES,
        ("NODE", "Node", "nodes"),
        ("PROC", "Proc", "processors"),
        ("MEM", "Mem", "MB"),
        ("SWAP", "Swap", "MB"),
        ("DISK", "Disk", "MB"),
        ("PS", "PS", "processor-seconds"),
        ("PE", "PE", "processor equivalents"),
        ("WALLTIME", "WTime", "seconds"),
    ),
    # An empty configuration is first come, first served: the one subfactor that counts by itself.
    Subfactor("QUEUETIME", Component.SERVICE, "QUEUETIMEWEIGHT", "QUEUETIMECAP", "QTime", "minutes", 1),
    *_subfactors(
        Component.SERVICE,
        ("XFACTOR", "XFctr", "ratio"),
        ("BYPASS", "Byp", "times"),
        ("STARTCOUNT", "StCnt", "restarts"),
        ("DEADLINE", "Deadl", "fraction"),
        ("SPVIOLATION", "SPVio", "0 or 1"),
        ("USERPRIO", "UPrio", "points"),
    ),
    *_subfactors(
        Component.TARGET,
        ("TARGETQUEUETIME", "QTime", "1/s², 10⁸ and more when missed"),
        ("TARGETXFACTOR", "XFctr", "1/ratio², 10⁸ and more when missed"),
    ),
    Subfactor("CONSUMED", Component.USAGE, "USAGECONSUMEDWEIGHT", "CONSUMEDCAP", "Cons", "processor-seconds"),
    Subfactor("HUNGER", Component.USAGE, "USAGEHUNGERWEIGHT", "USAGEHUNGERCAP", "Hungr", "processors"),
    Subfactor("REMAINING", Component.USAGE, "USAGEREMAININGWEIGHT", "REMAININGCAP", "Rem", "processor-seconds"),
    Subfactor(
        "EXECUTIONTIME", Component.USAGE, "USAGEEXECUTIONTIMEWEIGHT", "USAGEEXECUTIONTIMECAP", "ExecT", "seconds"
    ),
    Subfactor("PERCENT", Component.USAGE, "USAGEPERCENTWEIGHT", "PERCENTCAP", "PerC", "percent"),
    *_subfactors(
        Component.ATTR,
        ("ATTRATTR", "Attr", "points"),
        ("ATTRSTATE", "State", "points"),
        ("ATTRGRES", "GRes", "points"),
        ("JOBID", "JobID", "number"),
        ("JOBNAME", "Name", "number"),
    ),
)
"""Every subfactor."""

OTHER_NAMES: Final = {
    "SERVCAP": "SERVICECAP",
    "TARGWEIGHT": "TARGETWEIGHT",
    "CONSUMEDWEIGHT": "USAGECONSUMEDWEIGHT",
    "REMAININGWEIGHT": "USAGEREMAININGWEIGHT",
    "PERCENTWEIGHT": "USAGEPERCENTWEIGHT",
}
"""Moab's own second names of weights and caps."""

MAUI_NAMES: Final = {
    "UFSWEIGHT": "FSUSERWEIGHT",
    "GFSWEIGHT": "FSGROUPWEIGHT",
    "AFSWEIGHT": "FSACCOUNTWEIGHT",
    "QUEUETIMETARGETWEIGHT": "TARGETQUEUETIMEWEIGHT",
    "XFACTORTARGETWEIGHT": "TARGETXFACTORWEIGHT",
}
"""Maui's names for weights that Moab calls something else."""
