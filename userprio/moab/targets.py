"""Fair share targets and caps as they are written: `25`, `25+`, `25-`, `25%`, `16500^`."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from userprio.moab.values import decimal

_AMOUNT: Final = re.compile(r"([0-9.]+)([+\-%^]?)\Z")


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
    """The value of the attribute FSCAP, relative unless it ends in `^`; None for what is no cap."""
    found = read_target(text)
    if isinstance(found, Target):
        return UsageCap(found.percent, False) if found.kind is TargetKind.TARGET else None
    return found
