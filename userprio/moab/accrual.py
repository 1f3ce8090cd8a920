"""When a job's queue time counts (`JOBPRIOACCRUALPOLICY`, `JOBPRIOEXCEPTIONS`)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from userprio.moab.values import words

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
"""Violations during which time may not count."""

_LIMITS: Final = ("SOFTPOLICY", "HARDPOLICY")
POLICIES: Final[dict[str, tuple[bool, tuple[str, ...]]]] = {
    "ACCRUE": (False, ()),
    "RESET": (True, ()),
    "ALWAYS": (False, REASONS),
    "QUEUEPOLICY": (False, _LIMITS),
    "QUEUEPOLICYRESET": (True, _LIMITS),
    "FULLPOLICY": (False, ()),
    "FULLPOLICYRESET": (True, ()),
}
"""Whether a violation sets the time back to 0, and which violations do not matter; the first two are today's names."""


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of time in which a job violated something; times are seconds since the epoch."""

    begin: float
    end: float | None
    """None: it still does."""
    reason: str


@dataclass(frozen=True, slots=True)
class Accrual:
    """A policy with its exceptions."""

    resets: bool
    exceptions: frozenset[str]

    @classmethod
    def of(cls, policy: str, exceptions: Iterable[str]) -> "Accrual":
        """The exceptions that are named, and those that an older policy name implies."""
        resets, implied = POLICIES[policy]
        return cls(resets, frozenset((*implied, *exceptions)))

    def time_s(self, submitted: float, until: float, blocks: Iterable[Block]) -> float:
        """Seconds that count between submission and `until`, never below 0."""
        stops = [
            (max(block.begin, submitted), until if block.end is None else min(block.end, until))
            for block in blocks
            if block.reason not in self.exceptions
        ]
        stops = sorted((begin, end) for begin, end in stops if begin < end)
        if self.resets:
            return max(0.0, until - max((end for _, end in stops), default=submitted))
        lost, covered = 0.0, submitted
        for begin, end in stops:
            lost += max(0.0, end - max(begin, covered))
            covered = max(covered, end)
        return max(0.0, until - submitted - lost)


def exceptions(text: str) -> tuple[str, ...] | None:
    """The violations of a list, `ALL` being all of them and `NONE` none; None where a word is not a violation."""
    found = tuple(word.upper() for word in words(text))
    if found == ("ALL",):
        return REASONS
    if found == ("NONE",):
        return ()
    return found if found and set(found) <= set(REASONS) else None
