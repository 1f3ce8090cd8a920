"""What an explanation consists of: plain values, ready to be shown or written as JSON. Weights are in `SlotWeight`."""

from dataclasses import dataclass
from enum import StrEnum

from userprio.explain.reasons import Reason
from userprio.explain.requirements import Matching
from userprio.negotiation import Visit


class Subject(StrEnum):
    """What is explained."""

    SUBMITTER = "submitter"
    GROUP = "group"
    JOB = "job"


@dataclass(frozen=True, slots=True)
class Cause:
    """A reason and what it holds for."""

    reason: Reason
    sentence: str
    """Why it holds, with its numbers; no capital letter, no full stop."""
    jobs: int
    """Idle jobs that it holds back."""
    job: str | None
    """cluster.proc of the first of them."""


@dataclass(frozen=True, slots=True)
class PoolStep:
    """The pool as the cycle found it."""

    slots_in_snapshot: int
    slots: int
    """Those that the negotiator fetches."""
    weight: float
    """Of all of these."""
    pie: float
    """What shares are shares of."""
    in_use: float
    candidates: int
    """Slots left after trimming."""
    smallest: float


@dataclass(frozen=True, slots=True)
class QuotaStep:
    """One group on the way from the root down, and how it comes by its quota."""

    group: str
    configured: float
    static: bool
    accepts_surplus: bool
    autoregroup: bool
    parent: str | None
    parent_quota: float
    """Quota of the parent's subtree; the pool, for the root."""
    static_siblings: float
    """Sum of the static quotas under the parent, its own included."""
    dynamic_siblings: float
    """Sum of the fractions under the parent, its own included."""
    for_static: float
    """What of the parent's quota is handed to static groups."""
    for_dynamic: float
    """What of it is left for dynamic ones."""
    subtree_quota: float
    children_quota: float
    """Sum of what its own children receive."""
    effective_quota: float


@dataclass(frozen=True, slots=True)
class TurnStep:
    """A group in one pass of one round."""

    round: int
    requested: float
    own: float
    """What it is allocated of its own quota."""
    surplus_taken: float
    surplus_given: float
    """What it leaves of its own quota."""
    allocated: float
    usage: float
    """In use by the group when the round began."""
    place: int
    """In the order of groups, from 1."""
    groups: int
    before: tuple[str, ...]
    """The groups that were negotiated with before it in this pass."""
    sort_key: float
    """The group with the smallest comes first."""
    skipped: str | None
    """Why it was left out, in the negotiator's words."""
    slots: float | None
    """The limit before its fraction is dropped."""
    limit: int | None
    capped_by: str | None
    """The group that accepts no surplus and whose quota cut the limit."""


@dataclass(frozen=True, slots=True)
class Competitor:
    """One of those that share a pie."""

    name: str
    real_priority: float
    factor: float
    priority: float
    parts: float
    """Largest effective priority of all divided by its own."""
    share: float
    """`parts` divided by the sum of all parts."""
    usage: float
    ads: int
    """How many schedds sent an ad of it; its share counts once."""


@dataclass(frozen=True, slots=True)
class ShareStep:
    """The pie in the spin that decided, and what it makes of the submitter."""

    round: int | None
    group: str | None
    floor_pass: bool
    spin: int
    pool: float
    group_limit: int | None
    pie: float
    """The smaller of the two."""
    competitors: tuple[Competitor, ...]
    """By effective priority, the best first."""
    parts: float
    """Sum of all parts."""


@dataclass(frozen=True, slots=True)
class LimitStep:
    """How the submitter limit of the visit that decided came about."""

    share: float
    pie: float
    goal: float
    """`share` times `pie`."""
    usage: float
    allowed: float
    """`goal` minus `usage`, at least 0."""
    floor: int
    """0: none."""
    ceiling: float | None
    ceiling_left: float | None
    group_room: float | None
    """What its group might still win when the spin began; None without groups."""
    limit: float
    """What it could win in the visit, as cut by what was left of the pie."""
    unclaimed_limit: float
    """The same of slots that nobody holds, as cut by `group_room`."""
    won: float


@dataclass(frozen=True, slots=True)
class Won:
    """Slots that the submitter got."""

    because: str
    preempts: str | None
    matches: int
    weight: float


@dataclass(frozen=True, slots=True)
class Hands:
    """Slots with the same obstacle between them and a request."""

    obstacle: str
    who: str | None
    slots: int
    weight: float


@dataclass(frozen=True, slots=True)
class RequestStep:
    """Idle jobs of one kind without a slot, and how the pool looks from there."""

    finding: Cause
    schedd: str
    matching: Matching
    hands: tuple[Hands, ...]
    """Every slot in exactly one; empty where the negotiator never came to the submitter."""


@dataclass(frozen=True, slots=True)
class Member:
    """A submitter of a group, in short."""

    name: str
    priority: float
    usage: float
    idle_jobs: int
    matches: int
    weight: float
    finding: Cause
    jobs: int
    """Expected to start from the matches."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a submitter, a group or a job gets what it gets in one cycle."""

    at: int
    subject: Subject
    name: str
    submitter: str | None
    """Whose job it is, or the submitter itself; None for a group."""
    group: str | None
    """Its group; None without groups."""
    idle_jobs: int
    usage: float
    """In use when the cycle began."""
    matches: int
    weight: float
    """Charged for the matches."""
    jobs: int
    """Expected to start from the matches; of a partitionable slot perhaps several."""
    jobs_left: int
    """Idle jobs without a match, for which reasons are given."""
    further: int
    """So many of these are expected to start on what others leave of a partitionable slot."""
    primary: Cause
    others: tuple[Cause, ...]
    """What holds back the rest of its jobs."""
    pool: PoolStep
    quotas: tuple[QuotaStep, ...]
    turns: tuple[TurnStep, ...]
    share: ShareStep | None
    limit: LimitStep | None
    visits: tuple[Visit, ...]
    won: tuple[Won, ...]
    requests: tuple[RequestStep, ...]
    members: tuple[Member, ...] = ()
    remarks: tuple[str, ...] = ()
    """What an administrator should know besides, one sentence each."""


@dataclass(frozen=True, slots=True)
class Point:
    """One figure of the chain for the two that are compared; None where it does not apply."""

    about: str
    one: float | str | None
    other: float | str | None

    @property
    def differs(self) -> bool:
        """Whether the two have different values."""
        return self.one != self.other


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two explanations side by side."""

    one: Explanation
    other: Explanation
    points: tuple[Point, ...]
    """In the order of the chain."""
    first: Point | None
    """The first in which they differ."""
    sentence: str
    """What that difference means."""
