"""The parts of an explanation: plain values, ready to be shown or written as JSON. Weights are sums of SlotWeight."""

from dataclasses import dataclass
from enum import StrEnum

from userprio.explain.requirements import RequirementsFound
from userprio.negotiation import Visit


class Reason(StrEnum):
    """Why jobs have no slot: for one job the first reason of this list that holds, for a submitter that of most jobs.

    What keeps a job out of the cycle comes first, then what no quota or priority could change, then limits from the
    outside in, and finally what became of the slots that fit: of those held by others, the most frequent obstacle.
    """

    SATISFIED = "satisfied"

    # The submitter or job takes no part.
    NO_IDLE_JOBS = "no idle jobs"
    JOB_NOT_IDLE = "job not idle"
    NOT_ADVERTISED = "submitter not advertised"
    FILTERED = "submitter filtered"
    UNUSABLE_AD = "submitter ad unusable"
    SKIPPED = "matchmaking skipped"
    JOBS_MISSING = "jobs not in the snapshot"
    JOB_CONSTRAINT = "job filtered"
    START_VANILLA = "start not allowed"
    USER_FULL = "user at its limit"

    # No slot could ever serve it, or one was matched and it stays idle nonetheless.
    NO_SLOTS = "no slots"
    REQUIREMENTS = "no slot matches"
    UNREACHABLE = "slots unreachable"
    NO_CLAIM = "slot without claim"

    # Limits independent of fair share.
    OUT_OF_TIME = "out of time"
    CURBED = "matchmaking curbed"
    SCHEDD_FULL = "schedd full"
    CONCURRENCY_LIMIT = "concurrency limit reached"

    # The group.
    GROUP_ZERO = "group without quota"
    GROUP_FRACTION = "group limit below one"
    PARENT_LIMIT = "parent group at its quota"
    GROUP_LIMIT = "group limit reached"

    # The submitter.
    CEILING = "submitter ceiling reached"
    LIMIT_BELOW_SLOT = "limit below a slot"
    SUBMITTER_LIMIT = "submitter limit reached"

    # Slots that fit, and what its schedd offers.
    BEHIND_UNMATCHABLE = "behind unmatchable jobs"
    OFFER_CAP = "offer cap"
    PACKED = "packed into its slots"
    LIST_USED_UP = "match list used up"
    SLOTS_TAKEN = "slots given to others"
    PREEMPTION_OFF = "preemption off"
    RETIREMENT = "retirement time"
    PREEMPTION_REQUIREMENTS = "preemption refused"
    SLOT_RANK = "slot prefers its job"
    SLOT_LEAVING = "slot leaving"
    HELD_BY_ITSELF = "slots held by itself"

    MEMBERS = "its members"
    NOT_SIMULATED = "nothing found"

    @property
    def about(self) -> str:
        """The meaning in a sentence."""
        return _ABOUT[self]


_ABOUT = {
    Reason.SATISFIED: "Every idle job got a slot.",
    Reason.NO_IDLE_JOBS: "Nothing is requested: there is no submitter ad, or it counts no idle jobs.",
    Reason.JOB_NOT_IDLE: "The job runs, is held, is done, or is of a kind that schedds do not offer to negotiators.",
    Reason.NOT_ADVERTISED: "There are idle jobs, but no schedd sent a submitter ad for them.",
    Reason.FILTERED: "`NEGOTIATOR_SUBMITTER_CONSTRAINT` leaves the submitter out.",
    Reason.UNUSABLE_AD: "The submitter ad lacks an attribute without which the negotiator drops it, or its name "
    "contains blanks, is longer than the schedd allows or, where there are groups, lacks an `@`.",
    Reason.SKIPPED: "The submitter ad says `SkipMatchmaking`.",
    Reason.JOBS_MISSING: "The submitter ad counts idle jobs that the snapshot does not have.",
    Reason.JOB_CONSTRAINT: "`NEGOTIATOR_JOB_CONSTRAINT` keeps the schedd from offering the job.",
    Reason.START_VANILLA: "`START_VANILLA_UNIVERSE` is false for the job whatever the slot, so that its schedd "
    "passes it over; or it is true for no slot that the job fits.",
    Reason.USER_FULL: "The user has as many jobs running as `MaxJobsRunning` of its record in the schedd allows "
    "(**condor_qusers**), or no more than that were requested.",
    Reason.NO_SLOTS: "The negotiator sees no slots at all.",
    Reason.REQUIREMENTS: "No slot meets the job's Requirements while the job meets the slot's. The clauses are counted "
    "one by one.",
    Reason.UNREACHABLE: "Slots match, but share no IP protocol with the schedd, or are claimed by another schedd.",
    Reason.NO_CLAIM: "The job was matched with slots that give no claim, offline ones or with `WantClaiming` False; "
    "or its schedd turned the match down; or the slots that fit have no claim to give.",
    Reason.OUT_OF_TIME: "A time limit, `NEGOTIATOR_MAX_TIME_PER_CYCLE` or one like it, is 0 or less.",
    Reason.CURBED: "`CURB_MATCHMAKING` is true whatever the state of the schedd, so that it offers nothing.",
    Reason.SCHEDD_FULL: "The schedd has reached `MAX_JOBS_RUNNING`.",
    Reason.CONCURRENCY_LIMIT: "A concurrency limit that the job names is used up.",
    Reason.GROUP_ZERO: "Nothing is allocated to the group: it has no quota, and no surplus reached it.",
    Reason.GROUP_FRACTION: "The limit of the group is below one. HTCondor drops the fraction.",
    Reason.PARENT_LIMIT: "An ancestor of the group accepts no surplus, and its subtree uses all that it may.",
    Reason.GROUP_LIMIT: "The group uses all that it may.",
    Reason.CEILING: "The submitter's use has reached its ceiling.",
    Reason.LIMIT_BELOW_SLOT: "Something is left of the submitter limit, but less than a slot.",
    Reason.SUBMITTER_LIMIT: "The submitter uses all of its share of the pie.",
    Reason.BEHIND_UNMATCHABLE: "Jobs ahead of it that fit no slot used up what the schedd may offer in one visit "
    "(`MAX_CONCURRENT_UPLOADS_PER_USER`, `MAX_JOBS_RUNNING`).",
    Reason.OFFER_CAP: "The schedd offers no more jobs of one submitter in a visit (`MAX_CONCURRENT_UPLOADS_PER_USER`).",
    Reason.PACKED: "With `NEGOTIATOR_DEPTH_FIRST` the negotiator expects each slot to serve as many jobs as fit into "
    "it, and asks for no more.",
    Reason.LIST_USED_UP: "The candidates that the negotiator had listed for the request were used up, though other "
    "slots fit: with `NEGOTIATOR_IGNORE_JOB_RANKS` the list ends where it outweighs the limit, and lists are reused "
    "for requests of the same kind (`NEGOTIATOR_MATCHLIST_CACHING`).",
    Reason.SLOTS_TAKEN: "The slots that fit were given to others in this cycle.",
    Reason.PREEMPTION_OFF: "The slots that fit are claimed, and `NEGOTIATOR_CONSIDER_PREEMPTION` is False.",
    Reason.RETIREMENT: "The slots that fit run jobs that are within their `MaxJobRetirementTime`.",
    Reason.PREEMPTION_REQUIREMENTS: "The slots that fit are held by others, and `PREEMPTION_REQUIREMENTS` is not true.",
    Reason.SLOT_RANK: "The slots that fit are held by others, and do not rank the job at least as high as what "
    "they run: they rank that higher, or one of the two ranks is undefined.",
    Reason.SLOT_LEAVING: "The slots that fit are about to shut down, or are kept for another pool.",
    Reason.HELD_BY_ITSELF: "The submitter holds all slots that fit.",
    Reason.MEMBERS: "For a group: it could have more, but its members are held back, each for its own reason.",
    Reason.NOT_SIMULATED: "Nothing in the dry run holds the job back. A real negotiator may also run out of time "
    "(`NEGOTIATOR_MAX_TIME_PER_SUBMITTER` and similar knobs); `userprio negotiate --real-time` estimates that.",
}
"""The meaning of each reason, with names of knobs marked up for manual pages."""

PRECEDENCE = {reason: place for place, reason in enumerate(Reason)}
"""The position in the list, which decides between reasons that hold back equally many jobs."""


class Subject(StrEnum):
    """The kind of thing that is explained."""

    SUBMITTER = "submitter"
    GROUP = "group"
    JOB = "job"


@dataclass(frozen=True, slots=True)
class Cause:
    """A reason and the jobs that it holds back."""

    reason: Reason
    sentence: str
    """Why it applies, with numbers; without capital letter and full stop."""
    jobs: int
    """How many idle jobs it holds back."""
    job: str | None
    """cluster.proc of the first of them."""


@dataclass(frozen=True, slots=True)
class PoolStep:
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


@dataclass(frozen=True, slots=True)
class QuotaStep:
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


@dataclass(frozen=True, slots=True)
class TurnStep:
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


@dataclass(frozen=True, slots=True)
class Competitor:
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


@dataclass(frozen=True, slots=True)
class ShareStep:
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


@dataclass(frozen=True, slots=True)
class LimitStep:
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


@dataclass(frozen=True, slots=True)
class Won:
    """Slots that the submitter got."""

    because: str
    preempts: str | None
    matches: int
    weight: float
    free_after_s: float | None = None
    """Seconds until the last of them is free at the latest; None if no job is preempted."""
    lost_weight_s: float | None = 0.0
    """Weight-seconds of work lost at most; None: it is not known how long all of their jobs have run."""


@dataclass(frozen=True, slots=True)
class Hands:
    """Slots that a request does not get because of the same obstacle."""

    obstacle: str
    who: str | None
    slots: int
    weight: float


@dataclass(frozen=True, slots=True)
class RequestStep:
    """Idle jobs of one kind without a slot, and what the pool's slots are to them."""

    finding: Cause
    schedd: str
    matching: RequirementsFound
    hands: tuple[Hands, ...]
    """Each slot is in exactly one; empty if the negotiator never came to the submitter."""


@dataclass(frozen=True, slots=True)
class Member:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
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
    jobs: int
    """Jobs expected to start from the matches; a partitionable slot may start several."""
    jobs_left: int
    """Idle jobs without a match, for which reasons are given."""
    further: int
    """How many of these are expected to start on leftovers of partitionable slots."""
    primary: Cause
    others: tuple[Cause, ...] = ()
    """What holds back its other jobs."""
    pool: PoolStep
    quotas: tuple[QuotaStep, ...]
    turns: tuple[TurnStep, ...]
    share: ShareStep | None = None
    limit: LimitStep | None = None
    visits: tuple[Visit, ...] = ()
    won: tuple[Won, ...]
    requests: tuple[RequestStep, ...] = ()
    members: tuple[Member, ...] = ()
    remarks: tuple[str, ...] = ()
    """Remarks for an administrator, one sentence each."""


@dataclass(frozen=True, slots=True)
class Point:
    """One point of the chain for both submitters; None if it does not apply."""

    about: str
    one: float | str | None
    other: float | str | None

    @property
    def differs(self) -> bool:
        """Whether the two have different values."""
        return self.one != self.other


@dataclass(frozen=True, slots=True)
class ExplainedPair:
    """Two explanations side by side."""

    one: Explanation
    other: Explanation
    points: tuple[Point, ...]
    """In the order of the chain."""
    first: Point | None
    """The first point where they differ."""
    sentence: str
    """The meaning of that difference."""
