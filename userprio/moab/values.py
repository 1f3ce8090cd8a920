"""Values in a moab.cfg: numbers, lists, durations, fair share policies and targets."""

import math
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Self

_INTEGER: Final = re.compile(r"[+-]?0*([0-9]{1,18})\Z")
_DECIMAL: Final = re.compile(r"[+-]?([0-9]{1,15}(\.[0-9]{0,15})?|\.[0-9]{1,15})\Z")
_DURATION: Final = re.compile(r"[0-9]{1,9}(:[0-9]{1,9}){0,3}\Z")
_UNITS_S: Final = (1, 60, 3600, 86400)
_TRUE: Final = frozenset({"TRUE", "ON", "YES", "1"})
_FALSE: Final = frozenset({"FALSE", "OFF", "NO", "0"})
_AMOUNT: Final = re.compile(r"([0-9.]+)([+\-%^]?)\Z")


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


def words(text: str) -> tuple[str, ...]:
    """The items of a list with commas or colons between them."""
    return tuple(word for word in re.split(r"[,:\s]+", text) if word)


def clamp(value: float, cap: float) -> float:
    """A value bounded by a cap on both sides; a cap of zero or less is none."""
    return max(-cap, min(cap, value)) if cap > 0 else value


def whole(value: float) -> int:
    """A number without its fraction, toward zero."""
    return math.trunc(value)


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


@dataclass(frozen=True, slots=True)
class FsPolicy:
    """One value of FSPOLICY."""

    text: str
    """As written."""
    charge: UsageMetric
    of_available: bool = False
    """Percentages are taken of the capacity instead of what was delivered (a `%` behind the name; Moab's meaning)."""
    remark: str | None = None
    """What is unusual about it."""

    @classmethod
    def known(cls) -> str:
        """The names, for a message."""
        return ", ".join(charge.value for charge in UsageMetric if charge is not UsageMetric.NOTHING)

    @classmethod
    def read(cls, text: str) -> Self | None:
        """The policy of a text, None for what is none."""
        word = text.upper()
        name = word.rstrip("%*")
        suffix = word[len(name) :]
        if suffix not in ("", "%", "*"):
            return None
        remark = f"the * behind {name} is ignored" if suffix == "*" else None
        if name in _VARIANTS:
            charge = _VARIANTS[name]
            remark = f"{name} is treated like {charge.value}"
        elif name in set(UsageMetric):
            charge = UsageMetric(name)
        else:
            return None
        return cls(text, charge, suffix == "%", remark)


class TargetKind(StrEnum):
    """What a target asks for; the values are the suffixes."""

    TARGET = ""
    """As much as that: more and less both count."""
    FLOOR = "+"
    """At least that."""
    CEILING = "-"
    """At most that."""


@dataclass(frozen=True, slots=True)
class Target:
    """A share of the delivered work, in percent."""

    percent: float
    kind: TargetKind

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


def read_target(text: str) -> Target | UsageCap | None:
    """The value of FSTARGET; Maui writes caps there too. None for what is neither."""
    found = _AMOUNT.match(text)
    amount = None if found is None else decimal(found[1])
    if found is None or amount is None:
        return None
    if found[2] in ("%", "^"):
        return UsageCap(amount, found[2] == "^")
    return Target(amount, TargetKind(found[2]))


def read_cap(text: str) -> UsageCap | None:
    """The value of the attribute FSCAP, relative unless it ends in `^`; None for what is not a cap."""
    found = read_target(text)
    if isinstance(found, Target):
        return UsageCap(found.percent, False) if found.kind is TargetKind.TARGET else None
    return found
