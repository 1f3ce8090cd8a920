"""The parameters of a moab.cfg that concern priorities, and the syntax of their values.

Weights, caps, other parameters and the attributes of credentials; a value that Moab accepts although it is unusual
leads to a remark.
"""

import re
from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import cached_property
from math import inf
from typing import Final, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from userprio.base.errors import BadInput, placed
from userprio.base.naming import one_slip

_SHOWN: Final = 80
"""The most characters of a text to show in a message."""
_INTEGER: Final = re.compile(r"[+-]?0*([0-9]{1,18})\Z")
_DECIMAL: Final = re.compile(r"[+-]?([0-9]{1,15}(\.[0-9]{0,15})?|\.[0-9]{1,15})\Z")
_DURATION: Final = re.compile(r"[0-9]{1,9}(:[0-9]{1,9}){0,3}\Z")
_UNITS_S: Final = (1, 60, 3600, 86400)
_TRUE: Final = frozenset({"TRUE", "ON", "YES", "1"})
_FALSE: Final = frozenset({"FALSE", "OFF", "NO", "0"})
_AMOUNT: Final = re.compile(r"([0-9.]+)([+\-%^]?)\Z")

REASONS: Final = ("DEFER", "DEPENDS", "SOFTPOLICY", "HARDPOLICY", "IDLEPOLICY", "USERHOLD", "BATCHHOLD", "SYSTEMHOLD")
"""Violations during which queue time may not count."""

_LIMITS: Final = ("SOFTPOLICY", "HARDPOLICY")
ACCRUAL_POLICIES: Final[dict[str, tuple[bool, tuple[str, ...]]]] = {
    "ACCRUE": (False, ()),
    "RESET": (True, ()),
    "ALWAYS": (False, REASONS),
    "QUEUEPOLICY": (False, _LIMITS),
    "QUEUEPOLICYRESET": (True, _LIMITS),
    "FULLPOLICY": (False, ()),
    "FULLPOLICYRESET": (True, ()),
}
"""For each policy, whether a violation resets the time, and the exempt violations; the first two names are current."""

ACTIVE: Final = frozenset({"starting", "running", "suspended"})
"""States of jobs that hold resources."""
WAITING: Final = frozenset({"idle", "eligible", "staged", "staging", "migrated", "unknown"})
"""States of jobs that could start."""
BLOCKED: Final = frozenset(
    "hold userhold batchhold systemhold held deferred blocked notqueued vacated completed removed".split()
)
"""States of jobs that cannot start."""
STATES: Final = tuple(sorted(ACTIVE | WAITING | BLOCKED))
"""All of them, in lower case."""

Number = TypeVar("Number", int, float)


class MoabError(BadInput):
    """A moab.cfg, usage file or data file that cannot be understood."""


class RemarkKind(StrEnum):
    """The kinds of remarks that do not stop reading; the values are stable names for scripts."""

    UNKNOWN = "unknown"
    """A parameter or attribute unrelated to priorities, of which sites have hundreds."""
    NEAR_MISS = "near-miss"
    """An unknown name that looks like a typing error in a relevant one."""
    OTHER_NAME = "other-name"
    """An older name for a parameter."""
    NO_EFFECT = "no-effect"
    """Understood, but without effect."""
    SUSPICIOUS = "suspicious"
    """Probably not what was intended."""
    NOT_FOLLOWED = "not-followed"
    """An included file that is not read because it is outside the snapshot."""


class Remark(Struct, frozen=True):
    """A remark about a line of a configuration, or about the configuration as a whole."""

    kind: RemarkKind
    message: str
    path: str | None = None
    line: int | None = None

    def __str__(self) -> str:
        return placed(self.message, self.path, self.line)


def quoted(text: str) -> str:
    """Text from a file, for a message: in backquotes, truncated if long."""
    return f"`{text if len(text) <= _SHOWN else f'{text[: _SHOWN - 3]}...'}`"


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that differs only in case or by one typing error."""
    upper = name.upper()
    return next((other for other in known if upper == other.upper() or one_slip(upper, other.upper())), None)


def integer(text: str) -> int | None:
    """A decimal integer with or without a sign, of at most 18 digits; a leading zero changes nothing."""
    # Maui read 0x10 and 010 as C does; here a leading zero is decimal, and hexadecimal an error.
    match = _INTEGER.match(text)
    return None if match is None else -int(match[1]) if text.startswith("-") else int(match[1])


def decimal(text: str) -> float | None:
    """A decimal number without an exponent."""
    return float(text) if _DECIMAL.match(text) else None


def boolean(text: str) -> bool | None:
    """`TRUE`, `ON`, `YES`, `1` and their opposites, in any case."""
    word = text.upper()
    return True if word in _TRUE else False if word in _FALSE else None


def duration(text: str) -> int | None:
    """Seconds, or `[[DD:]HH:]MM:SS`."""
    if not _DURATION.match(text):
        return None
    return sum(int(part) * unit for part, unit in zip(reversed(text.split(":")), _UNITS_S, strict=False))


def within(read: Callable[[str], Number | None], lowest: float, highest: float = inf) -> Callable[[str], Number | None]:
    """A reader of numbers that accepts only those within bounds."""

    def bounded(text: str) -> Number | None:
        value = read(text)
        return value if value is not None and lowest <= value <= highest else None

    return bounded


def words(text: str) -> tuple[str, ...]:
    """The items of a list separated by commas or colons."""
    return tuple(word for word in re.split(r"[,:\s]+", text) if word)


def accrual_policy(text: str) -> str | None:
    """The name of a policy of `JOBPRIOACCRUALPOLICY`, ignoring case."""
    return text.upper() if text.upper() in ACCRUAL_POLICIES else None


def exceptions(text: str) -> tuple[str, ...] | None:
    """The violations in a list; `ALL` means all of them and `NONE` none. None if a word is not a violation."""
    violations = tuple(word.upper() for word in words(text))
    if violations in (("ALL",), ("NONE",)):
        return REASONS if violations == ("ALL",) else ()
    return violations if violations and set(violations) <= set(REASONS) else None


def clamp(value: float, cap: float) -> float:
    """The value limited to the range from -cap to cap; a cap of zero or less means no limit."""
    # Maui bounds the upper side only; Moab's manual says both.
    return max(-cap, min(cap, value)) if cap > 0 else value


class UsageMetric(StrEnum):
    """The unit that is charged to a credential."""

    DEDICATED_PS = "DEDICATEDPS"
    """Processors dedicated times seconds."""
    DEDICATED_PES = "DEDICATEDPES"
    """Processor equivalents times seconds."""
    UTILIZED_PS = "UTILIZEDPS"
    """Processors actually used times seconds."""
    NOTHING = "NONE"
    """Fair share is off."""


_VARIANTS: Final = {"PDEDICATEDPS": UsageMetric.DEDICATED_PS, "SDEDICATEDPES": UsageMetric.DEDICATED_PES}
_POLICY: Final = re.compile(rf"({'|'.join([*UsageMetric, *_VARIANTS])})([%*]?)\Z")


class FsPolicy(Struct, frozen=True):
    """One value of FSPOLICY."""

    text: str
    """As written."""
    charge: UsageMetric
    of_available: bool = False
    """Percentages are of the capacity rather than of what was delivered (a `%` after the name, as Moab reads it)."""
    remark: str | None = None
    """A remark if the value is unusual."""

    @classmethod
    def read(cls, text: str) -> Self | None:
        """The policy named by a text; None if it is not one."""
        match = _POLICY.match(text.upper())
        if match is None:
            return None
        name, suffix = match.groups()
        # Seen in the output of mdiag, of a partition and of the whole system; no manual explains them.
        if name in _VARIANTS:
            return cls(text, _VARIANTS[name], suffix == "%", f"{name} is treated like {_VARIANTS[name].value}")
        return cls(text, UsageMetric(name), suffix == "%", f"the * after {name} is ignored" if suffix == "*" else None)


class FairShareBound(StrEnum):
    """How a target is meant; the values are the suffixes."""

    TARGET = ""
    """Exactly this much: more and less both count."""
    FLOOR = "+"
    """At least this much."""
    CEILING = "-"
    """At most this much."""


class FairShareTarget(Struct, frozen=True):
    """A share of the delivered work, in percent."""

    percent: float
    kind: FairShareBound

    def __str__(self) -> str:
        return f"{self.percent:g}{self.kind.value}"


class UsageCap(Struct, frozen=True):
    """A limit that blocks jobs and never changes a priority."""

    amount: float
    """A percentage of delivered work or, if absolute, an amount in the unit of FSPOLICY."""
    absolute: bool

    def __str__(self) -> str:
        return f"{self.amount:g}" if self.absolute else f"{self.amount:g}%"


def read_target(text: str) -> FairShareTarget | UsageCap | None:
    """The value of FSTARGET, where Maui allows caps as well; None if it is neither."""
    # The suffix decides: + and - make a floor and a ceiling, % and ^ (of Maui) a cap, which changes no priority.
    match = _AMOUNT.match(text)
    if match is None or (amount := decimal(match[1])) is None:
        return None
    if match[2] in ("%", "^"):
        return UsageCap(amount, match[2] == "^")
    return FairShareTarget(amount, FairShareBound(match[2]))


def read_cap(text: str) -> UsageCap | None:
    """The value of the attribute FSCAP, relative unless it ends in `^`; None if it is not a cap."""
    target = read_target(text)
    # `25+` is a floor as a target; as a cap it says nothing.
    if isinstance(target, FairShareTarget):
        return UsageCap(target.percent, False) if target.kind is FairShareBound.TARGET else None
    return target


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

MOST_SYSPRIO: Final = 1000
"""The largest absolute priority that an administrator can set."""
_SYSTEM_EXPECTED: Final = f"a whole number from 0 to {MOST_SYSPRIO}"


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
    names = labels.items()
    return tuple(Subfactor(name, component, f"{name}WEIGHT", f"{name}CAP", label, unit) for name, label in names)


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
    # Maui has a minimum of two minutes built in, Moab none.
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

_WEIGHTS_AND_CAPS: Final = (
    *(_integers(component.weight, 1) for component in Component),
    *(_integers(component.cap, 0) for component in Component),
    *(_integers(subfactor.weight, subfactor.default_weight) for subfactor in SUBFACTORS),
    *(_integers(subfactor.cap, 0) for subfactor in SUBFACTORS),
)
PARAMETERS: Final = {parameter.name: parameter for parameter in (*_WEIGHTS_AND_CAPS, *_OTHERS)}
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
        # Only what is missing, since 0 is a value: Maui took the default of a credential whose PRIORITY is 0.
        own = {name: value for name in self.__struct_fields__ if (value := getattr(self, name)) is not None}
        return replace(default, **own)

    @property
    def target(self) -> FairShareTarget | None:
        """The fair share target; None if unset or 0."""
        # A target of 0 is none: to ask for almost nothing, sites write 0.001.
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
    "SYSPRIO": Attribute("sysprio", within(integer, 0, MOST_SYSPRIO), _SYSTEM_EXPECTED, _QOS),
    "JOBPRIOACCRUALPOLICY": Attribute("accrual_policy", accrual_policy, _POLICIES, _QOS),
    "JOBPRIOEXCEPTIONS": Attribute("accrual_exceptions", exceptions, _EXCEPTIONS_EXPECTED, _QOS),
    "DEFAULT.WCLIMIT": Attribute("wclimit", duration, _DURATION_EXPECTED, frozenset({CredentialKind.CLASS})),
}
"""The attributes that concern priorities, by name."""
