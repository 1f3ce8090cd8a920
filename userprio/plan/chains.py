"""What led to a difference, as data: figures before and after, linked step by step."""

from dataclasses import dataclass
from enum import StrEnum


class What(StrEnum):
    """A figure on the way; of a group or of another submitter where `Link.of` says so, else of the submitter itself."""

    POOL_WEIGHT = "pool weight"
    CONFIGURED_QUOTA = "configured quota"
    EFFECTIVE_QUOTA = "effective quota"
    DEMAND = "demand"
    SURPLUS = "surplus"
    """Allocated to a group beyond its own quota."""
    GROUP_LIMIT = "group limit"
    GROUP_IN_USE = "group in use"
    FACTOR = "factor"
    REAL_PRIORITY = "real priority"
    FLOOR = "floor"
    CEILING = "ceiling"
    EFFECTIVE_PRIORITY = "effective priority"
    SHARE = "share"
    LIMIT = "limit"
    IDLE_JOBS = "idle jobs"
    IN_USE = "in use"
    STOPPED = "stopped"
    """Why its last visit with idle jobs ended, in the negotiator's words; text."""
    SLOTS = "slots"
    """How many of the slots that make the difference `of` has; without `of`, which are not there."""
    TAKES_FROM = "matches that preempt"
    """How many slots it takes from `of`, of whom nothing is known without a name."""
    TAKEN_BY = "matches that preempt it"
    """How many slots `of` takes from it."""
    HELD_GONE = "slots in use that are gone"
    MATCHES = "matches"
    WON = "weight of matches"
    JOBS = "jobs to start"
    HOLDS = "holds"


@dataclass(frozen=True, slots=True)
class Link:
    """A figure before and after; None where there is none."""

    what: What
    before: float | str | None
    after: float | str | None
    of: str | None = None


Step = tuple[Link, ...]
"""What acts together."""


@dataclass(frozen=True, slots=True)
class Strand:
    """One way in which somebody comes to hold more or less."""

    causes: tuple[tuple[Step, ...], ...]
    """Each from what was changed, or from as far back as the records go, step by step; they act together."""
    effects: tuple[Step, ...]
    """What all of them lead to, step by step."""


@dataclass(frozen=True, slots=True)
class Why:
    """What led to a difference of one submitter."""

    submitter: str
    strands: tuple[Strand, ...]
    """What it has in use, what it wins, what is taken from it."""
    holds: Link | None
    """What all of them come to; None where it holds as much as before."""
