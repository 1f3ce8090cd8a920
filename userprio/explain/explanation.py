"""What an explanation consists of: plain values, ready to be shown or written as JSON. Weights are in `SlotWeight`."""

from dataclasses import dataclass
from enum import StrEnum

from userprio.explain.requirements import RequirementsFound
from userprio.negotiation import Visit


class Reason(StrEnum):
    """Of the reasons that hold for a job, the first of this list is given; of a submitter's jobs, that of most of them.

    What keeps a job out of the cycle comes first, then what no quota and no priority would change, then limits from the
    outside in, at last what became of the slots that fit: of those in other hands the obstacle of most of them.
    """

    SATISFIED = "satisfied"

    # It takes no part.
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

    # No slot could ever serve it, or one does and it stays idle nonetheless.
    NO_SLOTS = "no slots"
    REQUIREMENTS = "no slot matches"
    UNREACHABLE = "slots unreachable"
    NO_CLAIM = "slot without claim"

    # Limits that know nothing of fair share.
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
        """What it means, in a sentence."""
        return _ABOUT[self]


_ABOUT = {
    Reason.SATISFIED: "Every idle job got a slot.",
    Reason.NO_IDLE_JOBS: "Nothing is asked for: there is no submitter ad, or it counts no idle jobs.",
    Reason.JOB_NOT_IDLE: "The job runs, is held, is done, or is of a kind that its schedd offers to no negotiator.",
    Reason.NOT_ADVERTISED: "There are idle jobs, but no schedd sent a submitter ad for them.",
    Reason.FILTERED: "`NEGOTIATOR_SUBMITTER_CONSTRAINT` leaves the submitter out.",
    Reason.UNUSABLE_AD: "The submitter ad lacks an attribute without which the negotiator drops it, or its name "
    "contains blanks, is longer than the schedd allows or, where there are groups, lacks an `@`.",
    Reason.SKIPPED: "The submitter ad says `SkipMatchmaking`.",
    Reason.JOBS_MISSING: "The submitter ad counts idle jobs that the snapshot does not hold.",
    Reason.JOB_CONSTRAINT: "`NEGOTIATOR_JOB_CONSTRAINT` keeps the schedd from offering the job.",
    Reason.START_VANILLA: "`START_VANILLA_UNIVERSE` is false for the job whatever the slot, so that its schedd "
    "passes it over; or no slot that the job fits into makes it true.",
    Reason.USER_FULL: "The user has as many jobs running as `MaxJobsRunning` of its record in the schedd allows "
    "(**condor_qusers**), or no more than that were asked for.",
    Reason.NO_SLOTS: "The negotiator sees no slot at all.",
    Reason.REQUIREMENTS: "No slot meets the Requirements of the job and has its own met by it. The clauses are counted "
    "one by one.",
    Reason.UNREACHABLE: "Slots match, but share no IP protocol with the schedd, or are claimed by another schedd.",
    Reason.NO_CLAIM: "The job was matched with slots that give no claim, offline ones or with `WantClaiming` False; "
    "or its schedd turned the match down; or the slots that fit have no claim to give.",
    Reason.OUT_OF_TIME: "A limit of time, `NEGOTIATOR_MAX_TIME_PER_CYCLE` or one like it, is 0 or less.",
    Reason.CURBED: "`CURB_MATCHMAKING` is true whatever the state of the schedd, which offers nothing.",
    Reason.SCHEDD_FULL: "`MAX_JOBS_RUNNING` leaves the schedd no room.",
    Reason.CONCURRENCY_LIMIT: "A concurrency limit that the job names has no room.",
    Reason.GROUP_ZERO: "Nothing is allocated to the group: it has no quota, and no surplus reached it.",
    Reason.GROUP_FRACTION: "The limit of the group is below one. HTCondor drops the fraction.",
    Reason.PARENT_LIMIT: "A group further up accepts no surplus, and its subtree has in use what it may.",
    Reason.GROUP_LIMIT: "The group has in use what it may.",
    Reason.CEILING: "The submitter has in use what its ceiling allows.",
    Reason.LIMIT_BELOW_SLOT: "Something is left of the submitter limit, but less than a slot.",
    Reason.SUBMITTER_LIMIT: "The submitter has in use what its share of the pie comes to.",
    Reason.BEHIND_UNMATCHABLE: "Jobs further ahead that nothing fits used up what the schedd may offer in one visit "
    "(`MAX_CONCURRENT_UPLOADS_PER_USER`, `MAX_JOBS_RUNNING`).",
    Reason.OFFER_CAP: "The schedd offers no more jobs of one submitter in a visit (`MAX_CONCURRENT_UPLOADS_PER_USER`).",
    Reason.PACKED: "With `NEGOTIATOR_DEPTH_FIRST` the negotiator takes each slot to serve as many jobs as fit into "
    "it, and asks for no more.",
    Reason.LIST_USED_UP: "The candidates that the negotiator had listed for the request were used up, though other "
    "slots fit: with `NEGOTIATOR_IGNORE_JOB_RANKS` the list ends where it outweighs the limit, and lists are used "
    "again for requests that are alike (`NEGOTIATOR_MATCHLIST_CACHING`).",
    Reason.SLOTS_TAKEN: "The slots that fit were given to others in this cycle.",
    Reason.PREEMPTION_OFF: "The slots that fit are claimed, and `NEGOTIATOR_CONSIDER_PREEMPTION` is False.",
    Reason.RETIREMENT: "The slots that fit run jobs that are within their `MaxJobRetirementTime`.",
    Reason.PREEMPTION_REQUIREMENTS: "The slots that fit are held by others, and `PREEMPTION_REQUIREMENTS` is not true.",
    Reason.SLOT_RANK: "The slots that fit are held by others, and do not rank the job at least as high as what "
    "they run: they rank that higher, or one of the two ranks is undefined.",
    Reason.SLOT_LEAVING: "The slots that fit are about to shut down, or are kept for another pool.",
    Reason.HELD_BY_ITSELF: "The submitter holds all slots that fit.",
    Reason.MEMBERS: "Of a group: it might have more, but its members are held back, each for a reason of its own.",
    Reason.NOT_SIMULATED: "Nothing in the dry run holds the job back. A real negotiator may also run out of time "
    "(`NEGOTIATOR_MAX_TIME_PER_SUBMITTER` and its like); `userprio negotiate --real-time` estimates that.",
}
"""What each reason means, with names of knobs marked for manual pages."""

PRECEDENCE = {reason: place for place, reason in enumerate(Reason)}
"""Place in the list; of several reasons that hold back equally many jobs, the one with the smallest is given."""


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
    free_after_s: float | None = None
    """When the last of them is free at the latest, in seconds; None where nobody's job has to go."""
    lost_weight_s: float | None = 0.0
    """Weight-seconds of work that are lost at most; None: it is not known how long all of their jobs have run."""


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
    matching: RequirementsFound
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


@dataclass(frozen=True, slots=True, kw_only=True)
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
    """How many of these are expected to start on what others leave of a partitionable slot."""
    primary: Cause
    others: tuple[Cause, ...] = ()
    """What holds back the rest of its jobs."""
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
class ExplainedPair:
    """Two explanations side by side."""

    one: Explanation
    other: Explanation
    points: tuple[Point, ...]
    """In the order of the chain."""
    first: Point | None
    """The first in which they differ."""
    sentence: str
    """What that difference means."""
