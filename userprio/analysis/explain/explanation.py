"""The parts of an explanation: plain values, ready to be shown or written as JSON. Weights are sums of SlotWeight."""

from enum import StrEnum

from msgspec import Struct

from userprio.negotiation import Cause, Reason, RequirementsFound, Visit


class Subject(StrEnum):
    """The kind of thing that is explained."""

    SUBMITTER = "submitter"
    GROUP = "group"
    JOB = "job"


class PoolStep(Struct, frozen=True):
    """The pool when the cycle began."""

    slots_in_snapshot: int
    slots: int
    """The slots that the negotiator fetches."""
    weight: float
    """The weight of all of these."""
    pie: float
    """The weight that shares are fractions of."""
    in_use: float
    candidates: int
    """Slots left after trimming."""
    smallest: float


class QuotaStep(Struct, frozen=True):
    """One group on the path down from the root, and how its quota is computed."""

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
    """The part of the parent's quota that is handed to static groups."""
    for_dynamic: float
    """The part that is left for dynamic groups."""
    subtree_quota: float
    children_quota: float
    """What its own children receive in all."""
    effective_quota: float


class TurnStep(Struct, frozen=True):
    """A group in one pass of one round."""

    round: int
    requested: float
    own: float
    """Its allocation from its own quota."""
    surplus_taken: float
    surplus_given: float
    """The part of its own quota that it leaves to others."""
    allocated: float
    usage: float
    """In use by the group when the round began."""
    place: int
    """The position in the order of groups, from 1."""
    groups: int
    before: tuple[str, ...]
    """The groups that were negotiated with before it in this pass."""
    sort_key: float
    """The group with the smallest sort key comes first."""
    skipped: str | None
    """Why it was left out, in the negotiator's words."""
    slots: float | None
    """The limit before its fraction is dropped."""
    limit: int | None
    capped_by: str | None
    """The group, accepting no surplus, whose quota reduced the limit."""


class Competitor(Struct, frozen=True):
    """A submitter that takes part in sharing a pie."""

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
    """From how many schedds it has ads; its share counts once."""


class ShareStep(Struct, frozen=True):
    """The division of the pie in the spin that decided."""

    round: int | None
    group: str | None
    floor_pass: bool
    spin: int
    pool: float
    group_limit: int | None
    pie: float
    """The smaller of the two."""
    competitors: tuple[Competitor, ...]
    """By effective priority, best first."""
    parts: float
    """Sum of all parts."""


class LimitStep(Struct, frozen=True):
    """The computation of the submitter limit in the visit that decided."""

    share: float
    pie: float
    goal: float
    """`share` times `pie`."""
    usage: float
    allowed: float
    """`goal` minus `usage`, at least 0."""
    floor: int
    """0: no floor."""
    ceiling: float | None
    ceiling_left: float | None
    group_room: float | None
    """What its group might still win when the spin began; None without groups."""
    limit: float
    """What it could win in the visit, reduced to what was left of the pie."""
    unclaimed_limit: float
    """What it could win of unclaimed slots: `allowed`, reduced to `group_room`."""
    won: float


class Won(Struct, frozen=True):
    """Slots that the submitter got."""

    because: str
    preempts: str | None
    matches: int
    weight: float
    free_after_s: float | None = None
    """Seconds until the last of them is free at the latest; None if no job is preempted."""
    lost_weight_s: float | None = 0.0
    """Weight-seconds of work lost at most; None: it is not known how long all of their jobs have run."""


class LostSlots(Struct, frozen=True):
    """Slots that another submitter takes from it by preemption."""

    to: str
    because: str
    slots: tuple[str, ...]
    weight: float


class Hands(Struct, frozen=True):
    """Slots that a request does not get because of the same obstacle."""

    obstacle: str
    who: str | None
    slots: int
    weight: float


class RequestStep(Struct, frozen=True):
    """Idle jobs of one kind without a slot, and what the pool's slots are to them."""

    finding: Cause
    schedd: str
    matching: RequirementsFound
    hands: tuple[Hands, ...]
    """Each slot is in exactly one; empty if the negotiator never came to the submitter."""


class Member(Struct, frozen=True):
    """A short explanation of a submitter in a group."""

    name: str
    priority: float
    usage: float
    idle_jobs: int
    matches: int
    weight: float
    finding: Cause
    jobs: int
    """Jobs expected to start from the matches."""


class Explanation(Struct, frozen=True, kw_only=True):
    """Why a submitter, a group or a job gets what it gets in one cycle."""

    at: int
    subject: Subject
    name: str
    submitter: str | None
    """The job's submitter, or the submitter itself; None for a group."""
    group: str | None
    """Its group; None if the negotiator works without groups."""
    idle_jobs: int
    usage: float
    """Weight in use when the cycle began."""
    matches: int
    weight: float
    """Weight charged for the matches."""
    lost: float
    """Weight that others take from it by preemption."""
    holds: float
    """Weight after the cycle: `usage` + `weight` - `lost`."""
    jobs: int
    """Jobs expected to start from the matches; a partitionable slot may start several."""
    jobs_left: int
    """Idle jobs that no match is expected to start, for which reasons are given; with `jobs` they are `idle_jobs`."""
    further: int
    """How many of the jobs expected to start do so on leftovers of partitionable slots."""
    primary: Cause
    others: tuple[Cause, ...] = ()
    """What holds back its other jobs."""
    pool: PoolStep
    quotas: tuple[QuotaStep, ...]
    turns: tuple[TurnStep, ...]
    share: ShareStep | None = None
    limit: LimitStep | None = None
    visits: tuple[Visit, ...] = ()
    stopped: tuple[Reason | None, ...] = ()
    """For each visit that is its last at its schedd, why most jobs left there wait; None for the others."""
    won: tuple[Won, ...]
    losses: tuple[LostSlots, ...] = ()
    """The slots that others take from it."""
    requests: tuple[RequestStep, ...] = ()
    members: tuple[Member, ...] = ()
    remarks: tuple[str, ...] = ()
    """Remarks for an administrator, one sentence each."""


class Point(Struct, frozen=True):
    """One point of the chain for both submitters; None if it does not apply."""

    about: str
    one: float | str | None
    other: float | str | None

    @property
    def differs(self) -> bool:
        """Whether the two have different values."""
        return self.one != self.other


class ExplainedPair(Struct, frozen=True):
    """Two explanations side by side."""

    one: Explanation
    other: Explanation
    points: tuple[Point, ...]
    """In the order of the chain."""
    first: Point | None
    """The first point where they differ."""
    sentence: str
    """The meaning of that difference."""
