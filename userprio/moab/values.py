"""Values in a moab.cfg: numbers, lists, durations, fair share policies and targets; and remarks on unusual ones."""

import re
from collections.abc import Callable, Iterable
from enum import StrEnum
from math import inf
from typing import Final, Self, TypeVar

from msgspec import Struct

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

REASONS: Final = (
    "DEFER",
    "DEPENDS",
    "SOFTPOLICY",
    "HARDPOLICY",
    "IDLEPOLICY",
    "USERHOLD",
    "BATCHHOLD",
    "SYSTEMHOLD",
)
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
    found = _INTEGER.match(text)
    return None if found is None else -int(found[1]) if text.startswith("-") else int(found[1])


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
    found = tuple(word.upper() for word in words(text))
    if found == ("ALL",):
        return REASONS
    if found == ("NONE",):
        return ()
    return found if found and set(found) <= set(REASONS) else None


def clamp(value: float, cap: float) -> float:
    """The value limited to the range from -cap to cap; a cap of zero or less means no limit."""
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
        found = _POLICY.match(text.upper())
        if found is None:
            return None
        name, suffix = found.groups()
        if name in _VARIANTS:
            remark = f"{name} is treated like {_VARIANTS[name].value}"
            return cls(text, _VARIANTS[name], suffix == "%", remark)
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
    found = _AMOUNT.match(text)
    amount = None if found is None else decimal(found[1])
    if found is None or amount is None:
        return None
    if found[2] in ("%", "^"):
        return UsageCap(amount, found[2] == "^")
    return FairShareTarget(amount, FairShareBound(found[2]))


def read_cap(text: str) -> UsageCap | None:
    """The value of the attribute FSCAP, relative unless it ends in `^`; None if it is not a cap."""
    found = read_target(text)
    if isinstance(found, FairShareTarget):
        return UsageCap(found.percent, False) if found.kind is FairShareBound.TARGET else None
    return found
