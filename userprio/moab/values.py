"""Values in a moab.cfg: numbers, lists, durations, fair share policies and targets; and remarks on what is odd."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from math import inf
from typing import Final, Self, TypeVar

from userprio.errors import BadInput, placed
from userprio.naming import one_slip

_SHOWN: Final = 80
"""Characters of a text that a message shows."""
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
"""Whether a violation sets the time back to 0, and which violations do not matter; the first two are today's names."""

Number = TypeVar("Number", int, float)


class MoabError(BadInput):
    """A moab.cfg, usage file or data file that cannot be understood."""


class RemarkKind(StrEnum):
    """What a reader remarks upon without stopping; the values are stable names for scripts."""

    UNKNOWN = "unknown"
    """A parameter or attribute that has nothing to do with priorities; a site has hundreds of them."""
    NEAR_MISS = "near-miss"
    """An unknown name that looks like a mistyped one that matters."""
    OTHER_NAME = "other-name"
    """An older name for a parameter."""
    NO_EFFECT = "no-effect"
    """Understood, and without any effect."""
    SUSPICIOUS = "suspicious"
    """Probably not what was meant."""
    NOT_FOLLOWED = "not-followed"
    """An included file that is not read, since it is outside of a snapshot."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark about a line of a configuration, or about the configuration as a whole."""

    kind: RemarkKind
    message: str
    path: str | None = None
    line: int | None = None

    def __str__(self) -> str:
        return placed(self.message, self.path, self.line)


def quoted(text: str) -> str:
    """A text from a file as a message shows it: in backquotes, cut if long."""
    return f"`{text if len(text) <= _SHOWN else f'{text[: _SHOWN - 3]}...'}`"


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that is the same but for case, or one typing error away."""
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
    """A reader of numbers that takes only those within bounds."""

    def bounded(text: str) -> Number | None:
        value = read(text)
        return value if value is not None and lowest <= value <= highest else None

    return bounded


def words(text: str) -> tuple[str, ...]:
    """The items of a list with commas or colons between them."""
    return tuple(word for word in re.split(r"[,:\s]+", text) if word)


def accrual_policy(text: str) -> str | None:
    """The name of a policy of `JOBPRIOACCRUALPOLICY`, in any case."""
    return text.upper() if text.upper() in ACCRUAL_POLICIES else None


def exceptions(text: str) -> tuple[str, ...] | None:
    """The violations of a list, `ALL` being all of them and `NONE` none; None where a word is not a violation."""
    found = tuple(word.upper() for word in words(text))
    if found == ("ALL",):
        return REASONS
    if found == ("NONE",):
        return ()
    return found if found and set(found) <= set(REASONS) else None


def clamp(value: float, cap: float) -> float:
    """A value bounded by a cap on both sides; a cap of zero or less bounds nothing."""
    return max(-cap, min(cap, value)) if cap > 0 else value


class UsageMetric(StrEnum):
    """The unit that is charged to a credential."""

    DEDICATED_PS = "DEDICATEDPS"
    """Processors dedicated times seconds."""
    DEDICATED_PES = "DEDICATEDPES"
    """Processor equivalents times seconds."""
    UTILIZED_PS = "UTILIZEDPS"
    """Processors really used times seconds."""
    NOTHING = "NONE"
    """Fair share is off."""


_VARIANTS: Final = {"PDEDICATEDPS": UsageMetric.DEDICATED_PS, "SDEDICATEDPES": UsageMetric.DEDICATED_PES}
_POLICY: Final = re.compile(rf"({'|'.join([*UsageMetric, *_VARIANTS])})([%*]?)\Z")


@dataclass(frozen=True, slots=True)
class FsPolicy:
    """One value of FSPOLICY."""

    text: str
    """As written."""
    charge: UsageMetric
    of_available: bool = False
    """Percentages are taken of the capacity instead of what was delivered (a `%` after the name; Moab's meaning)."""
    remark: str | None = None
    """What is unusual about it."""

    @classmethod
    def read(cls, text: str) -> Self | None:
        """The policy of a text, None if it is not one."""
        found = _POLICY.match(text.upper())
        if found is None:
            return None
        name, suffix = found.groups()
        if name in _VARIANTS:
            remark = f"{name} is treated like {_VARIANTS[name].value}"
            return cls(text, _VARIANTS[name], suffix == "%", remark)
        return cls(text, UsageMetric(name), suffix == "%", f"the * after {name} is ignored" if suffix == "*" else None)


class FairShareBound(StrEnum):
    """What a target asks for; the values are the suffixes."""

    TARGET = ""
    """As much as that: more and less both count."""
    FLOOR = "+"
    """At least that."""
    CEILING = "-"
    """At most that."""


@dataclass(frozen=True, slots=True)
class FairShareTarget:
    """A share of the delivered work, in percent."""

    percent: float
    kind: FairShareBound

    def __str__(self) -> str:
        return f"{self.percent:g}{self.kind.value}"


@dataclass(frozen=True, slots=True)
class UsageCap:
    """A limit that blocks jobs and never changes a priority."""

    amount: float
    """Percent of delivered work, or an amount in the unit of FSPOLICY."""
    absolute: bool

    def __str__(self) -> str:
        return f"{self.amount:g}" if self.absolute else f"{self.amount:g}%"


def read_target(text: str) -> FairShareTarget | UsageCap | None:
    """The value of FSTARGET; Maui writes caps there too. None for what is neither."""
    found = _AMOUNT.match(text)
    amount = None if found is None else decimal(found[1])
    if found is None or amount is None:
        return None
    if found[2] in ("%", "^"):
        return UsageCap(amount, found[2] == "^")
    return FairShareTarget(amount, FairShareBound(found[2]))


def read_cap(text: str) -> UsageCap | None:
    """The value of the attribute FSCAP, relative unless it ends in `^`; None for what is not a cap."""
    found = read_target(text)
    if isinstance(found, FairShareTarget):
        return UsageCap(found.percent, False) if found.kind is FairShareBound.TARGET else None
    return found
