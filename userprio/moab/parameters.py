"""The settings of a moab.cfg that concern priorities: weights, caps, other parameters, attributes of credentials."""

from collections.abc import Callable
from enum import StrEnum
from functools import cached_property
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.moab.values import (
    ACCRUAL_POLICIES,
    FairShareTarget,
    FsPolicy,
    UsageCap,
    accrual_policy,
    boolean,
    decimal,
    duration,
    exceptions,
    integer,
    read_cap,
    read_target,
    within,
    words,
)

OTHER_NAMES: Final = {
    "SERVCAP": "SERVICECAP",
    "TARGWEIGHT": "TARGETWEIGHT",
    "CONSUMEDWEIGHT": "USAGECONSUMEDWEIGHT",
    "REMAININGWEIGHT": "USAGEREMAININGWEIGHT",
    "PERCENTWEIGHT": "USAGEPERCENTWEIGHT",
}
"""Moab's aliases of weights and caps."""

MAUI_NAMES: Final = {
    "UFSWEIGHT": "FSUSERWEIGHT",
    "GFSWEIGHT": "FSGROUPWEIGHT",
    "AFSWEIGHT": "FSACCOUNTWEIGHT",
    "QUEUETIMETARGETWEIGHT": "TARGETQUEUETIMEWEIGHT",
    "XFACTORTARGETWEIGHT": "TARGETXFACTORWEIGHT",
}
"""Maui's names for weights that Moab has renamed."""

GLOBAL: Final = "ALL"
"""The pseudo partition whose values apply to partitions without their own."""

_MOST_WINDOWS: Final = 100
"""The most fair share windows; Maui stops at 24 or 32."""

_INTEGER_EXPECTED: Final = "a whole number such as 10 or -10"
_DURATION_EXPECTED: Final = "a duration such as 90 (seconds) or 4:00:00"
_EXCEPTIONS_EXPECTED: Final = "a list of violations such as SOFTPOLICY,HARDPOLICY, or ALL, or NONE"

DEFAULT: Final = "DEFAULT"
"""The credential with the default attributes of all others of its kind."""

MOST_SYSTEM_PRIORITY: Final = 1000
"""The largest absolute priority that an administrator can set."""


class Component(StrEnum):
    """A component of the priority; the value is the prefix of its weight and cap."""

    CRED = "CRED"
    FS = "FS"
    RES = "RES"
    SERVICE = "SERVICE"
    TARGET = "TARGET"
    USAGE = "USAGE"
    ATTR = "ATTR"

    @property
    def weight(self) -> str:
        """The parameter for its weight, 1 by default."""
        return f"{self.value}WEIGHT"

    @property
    def cap(self) -> str:
        """The parameter that bounds the sum of its subfactors."""
        return f"{self.value}CAP"


class Subfactor(Struct, frozen=True):
    """One term of a component's sum."""

    name: str
    component: Component
    weight: str
    """The parameter for its weight."""
    cap: str
    """The parameter that bounds its raw value."""
    label: str
    """The short name for a column heading."""
    unit: str
    """The unit of the raw value."""
    default_weight: int = 0


def _subfactors(component: Component, unit: str, **labels: str) -> tuple[Subfactor, ...]:
    """Subfactors with the same unit; weight and cap are named after the subfactor."""
    return tuple(
        Subfactor(name, component, f"{name}WEIGHT", f"{name}CAP", label, unit) for name, label in labels.items()
    )


SUBFACTORS: Final = (
    *_subfactors(Component.CRED, "points", USER="User", GROUP="Group", ACCOUNT="Accnt", QOS="QOS", CLASS="Class"),
    *_subfactors(Component.FS, "percentage points", FSUSER="User", FSGROUP="Group", FSACCOUNT="Accnt"),
    *_subfactors(Component.FS, "percentage points", FSQOS="QOS", FSCLASS="Class"),
    *_subfactors(Component.FS, "percentage points", FSGUSER="GUser", FSGGROUP="GGrp", FSGACCOUNT="GAcct"),
    *_subfactors(Component.FS, "jobs", FSJPU="JPU"),
    *_subfactors(Component.FS, "processors", FSPPU="PPU"),
    *_subfactors(Component.FS, "processor-seconds", FSPSPU="PSPU"),
    *_subfactors(Component.FS, "fraction", WCACCURACY="WCAcc"),
    *_subfactors(Component.RES, "nodes", NODE="Node"),
    *_subfactors(Component.RES, "processors", PROC="Proc"),
    *_subfactors(Component.RES, "MB", MEM="Mem", SWAP="Swap", DISK="Disk"),
    *_subfactors(Component.RES, "processor-seconds", PS="PS"),
    *_subfactors(Component.RES, "processor equivalents", PE="PE"),
    *_subfactors(Component.RES, "seconds", WALLTIME="WTime"),
    # An empty configuration means first come, first served: this is the only subfactor with a default weight.
    Subfactor("QUEUETIME", Component.SERVICE, "QUEUETIMEWEIGHT", "QUEUETIMECAP", "QTime", "minutes", 1),
    *_subfactors(Component.SERVICE, "ratio", XFACTOR="XFctr"),
    *_subfactors(Component.SERVICE, "times", BYPASS="Byp"),
    *_subfactors(Component.SERVICE, "restarts", STARTCOUNT="StCnt"),
    *_subfactors(Component.SERVICE, "fraction", DEADLINE="Deadl"),
    *_subfactors(Component.SERVICE, "0 or 1", SPVIOLATION="SPVio"),
    *_subfactors(Component.SERVICE, "points", USERPRIO="UPrio"),
    *_subfactors(Component.TARGET, "1/s², 10⁸ and more when missed", TARGETQUEUETIME="QTime"),
    *_subfactors(Component.TARGET, "1/ratio², 10⁸ and more when missed", TARGETXFACTOR="XFctr"),
    Subfactor("CONSUMED", Component.USAGE, "USAGECONSUMEDWEIGHT", "CONSUMEDCAP", "Cons", "processor-seconds"),
    Subfactor("HUNGER", Component.USAGE, "USAGEHUNGERWEIGHT", "USAGEHUNGERCAP", "Hungr", "processors"),
    Subfactor("REMAINING", Component.USAGE, "USAGEREMAININGWEIGHT", "REMAININGCAP", "Rem", "processor-seconds"),
    Subfactor(
        "EXECUTIONTIME", Component.USAGE, "USAGEEXECUTIONTIMEWEIGHT", "USAGEEXECUTIONTIMECAP", "ExecT", "seconds"
    ),
    Subfactor("PERCENT", Component.USAGE, "USAGEPERCENTWEIGHT", "PERCENTCAP", "PerC", "percent"),
    *_subfactors(Component.ATTR, "points", ATTRATTR="Attr", ATTRSTATE="State", ATTRGRES="GRes"),
    *_subfactors(Component.ATTR, "number", JOBID="JobID", JOBNAME="Name"),
)
"""Every subfactor."""


class Parameter(Struct, frozen=True):
    """The syntax of one parameter."""

    name: str
    read: Callable[[str], object]
    """Returns the value of a text; None if it is not accepted."""
    expected: str
    """Completes the sentence `X must be ...`."""
    default: object = None
    partitioned: bool = False
    """It may be set for one partition: `FSWEIGHT[batch]`."""
    several: bool = False
    """Its value may be several words."""


class CredentialKind(StrEnum):
    """The kinds of credentials that a job can belong to."""

    USER = "user"
    GROUP = "group"
    ACCOUNT = "account"
    QOS = "qos"
    CLASS = "class"

    @property
    def parameter(self) -> str:
        """The parameter that configures such a credential."""
        return f"{self.name}CFG"

    @cached_property
    def field(self) -> str:
        """The field of a job or history record that names the credential."""
        return "class_" if self is CredentialKind.CLASS else self.value


def _minimum(text: str) -> int | None:
    """A duration; Moab itself writes -1 for no minimum."""
    value = integer(text)
    return 0 if value is not None and value < 0 else duration(text)


def _integers(name: str, default: int) -> Parameter:
    return Parameter(name, integer, _INTEGER_EXPECTED, default, partitioned=True)


def _flag(name: str, default: bool) -> Parameter:
    return Parameter(name, boolean, "TRUE or FALSE", default)


_POLICIES: Final = f"one of {', '.join(ACCRUAL_POLICIES)}"
_OTHERS: Final = (
    Parameter("FSPOLICY", FsPolicy.read, "one of DEDICATEDPS, DEDICATEDPES, UTILIZEDPS, or NONE", partitioned=True),
    Parameter("FSINTERVAL", within(duration, 1), f"{_DURATION_EXPECTED}, not 0", 12 * 3600),
    Parameter("FSDEPTH", within(integer, 1, _MOST_WINDOWS), f"a whole number from 1 to {_MOST_WINDOWS}", 8),
    Parameter("FSDECAY", within(decimal, 0, 10), "a decimal number such as 0.8, not negative", 1.0),
    Parameter("XFMINWCLIMIT", _minimum, f"{_DURATION_EXPECTED}, or -1 for none", 0),
    Parameter("JOBPRIOACCRUALPOLICY", accrual_policy, _POLICIES, "ACCRUE"),
    Parameter("JOBPRIOEXCEPTIONS", exceptions, _EXCEPTIONS_EXPECTED, (), several=True),
    _flag("ENABLENEGJOBPRIORITY", False),
    _flag("REJECTNEGPRIOJOBS", True),
    _flag("ENABLEPOSUSERPRIORITY", False),
    Parameter("NODETOJOBATTRMAP", words, "a list of node features such as gpfs,pvfs", (), several=True),
    Parameter("PRIORITYTARGETPROCCOUNT", within(integer, 0), "a number of processors", 0),
    Parameter("PRIORITYTARGETDURATION", duration, _DURATION_EXPECTED, 0),
)

PARAMETERS: Final = {
    parameter.name: parameter
    for parameter in (
        *(_integers(component.weight, 1) for component in Component),
        *(_integers(component.cap, 0) for component in Component),
        *(_integers(subfactor.weight, subfactor.default_weight) for subfactor in SUBFACTORS),
        *(_integers(subfactor.cap, 0) for subfactor in SUBFACTORS),
        *_OTHERS,
    )
}
"""Parameters with a value of their own, by name."""

JOB_VALUES: Final = Parameter("JOBPRIOF", integer, _INTEGER_EXPECTED)
"""The parameter that assigns integers to attributes, states and generic resources."""

CREDENTIALS: Final = {kind.parameter: kind for kind in CredentialKind}
"""Parameters that configure credentials."""

KNOWN: Final = (*PARAMETERS, *CREDENTIALS, *OTHER_NAMES, *MAUI_NAMES, JOB_VALUES.name)
"""All names that concern priorities."""


class Credential(Struct, frozen=True):
    """The attributes of one credential; None means unset, while 0 is a value."""

    priority: int | None = None
    qtweight: int | None = None
    """Added to QUEUETIMEWEIGHT."""
    xfweight: int | None = None
    """Added to XFACTORWEIGHT."""
    fsweight: int | None = None
    """Added to FSWEIGHT."""
    qttarget: int | None = None
    """The target queue time in seconds."""
    xftarget: float | None = None
    """The target expansion factor."""
    fstarget: FairShareTarget | UsageCap | None = None
    fscap: UsageCap | None = None
    sysprio: int | None = None
    """The absolute administrator's priority of jobs without their own."""
    accrual_policy: str | None = None
    accrual_exceptions: tuple[str, ...] | None = None
    wclimit: int | None = None
    """The wallclock limit, in seconds, of jobs without one."""

    def over(self, default: "Credential") -> "Credential":
        """This credential, with missing attributes taken from another."""
        own = {name: value for name in self.__struct_fields__ if (value := getattr(self, name)) is not None}
        return replace(default, **own)

    @property
    def target(self) -> FairShareTarget | None:
        """The fair share target; None if unset or 0."""
        return self.fstarget if isinstance(self.fstarget, FairShareTarget) and self.fstarget.percent > 0 else None

    @property
    def caps(self) -> tuple[UsageCap, ...]:
        """Usage caps, from FSCAP or FSTARGET."""
        return tuple(cap for cap in (self.fstarget, self.fscap) if isinstance(cap, UsageCap))


class Attribute(Struct, frozen=True):
    """The syntax of one attribute of a credential."""

    field: str
    """The field of `Credential`."""
    read: Callable[[str], object]
    expected: str
    kinds: frozenset[CredentialKind]
    """The kinds of credentials on which it has an effect."""


_ALL: Final = frozenset(CredentialKind)
_QOS: Final = frozenset({CredentialKind.QOS})
_OFFSET_KINDS: Final = frozenset({CredentialKind.GROUP, CredentialKind.ACCOUNT, CredentialKind.QOS})

ATTRIBUTES: Final = {
    "PRIORITY": Attribute("priority", integer, _INTEGER_EXPECTED, _ALL),
    "QTWEIGHT": Attribute("qtweight", integer, _INTEGER_EXPECTED, _ALL),
    "XFWEIGHT": Attribute("xfweight", integer, _INTEGER_EXPECTED, _ALL),
    "FSWEIGHT": Attribute("fsweight", integer, _INTEGER_EXPECTED, _OFFSET_KINDS),
    "QTTARGET": Attribute("qttarget", duration, _DURATION_EXPECTED, _QOS),
    "XFTARGET": Attribute("xftarget", within(decimal, 0), "a decimal number such as 5.0", _QOS),
    "FSTARGET": Attribute("fstarget", read_target, "a percentage such as 25, 25+ or 25-", _ALL),
    "FSCAP": Attribute("fscap", read_cap, "a cap such as 10, 10% or 16500^", _ALL),
    "SYSPRIO": Attribute(
        "sysprio", within(integer, 0, MOST_SYSTEM_PRIORITY), f"a whole number from 0 to {MOST_SYSTEM_PRIORITY}", _QOS
    ),
    "JOBPRIOACCRUALPOLICY": Attribute("accrual_policy", accrual_policy, _POLICIES, _QOS),
    "JOBPRIOEXCEPTIONS": Attribute("accrual_exceptions", exceptions, _EXCEPTIONS_EXPECTED, _QOS),
    "DEFAULT.WCLIMIT": Attribute("wclimit", duration, _DURATION_EXPECTED, frozenset({CredentialKind.CLASS})),
}
"""The attributes that concern priorities, by name."""
