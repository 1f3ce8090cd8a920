"""What a negotiation cycle decided, and why: plain records, in the order in which things happened.

It begins with the reasons why jobs have no slot: the one list, which every command and every format speaks from.
"""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from userprio.base.versions import NEWEST
from userprio.pool import AssumedClaim, QuotaSource


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
    ALL_ITS_OWN = "has all that fits"

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
    Reason.OUT_OF_TIME: "A time limit, `NEGOTIATOR_MAX_TIME_PER_CYCLE` or one like it, is 0 or less; "
    "or, with --real-time, it would be reached.",
    Reason.CURBED: "`CURB_MATCHMAKING` is true at the schedd, so that it offers nothing.",
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
    Reason.ALL_ITS_OWN: "The submitter holds all slots that fit, or got them in this cycle. No share or limit would "
    "give it more.",
    Reason.MEMBERS: "For a group: it could have more, but its members are held back, each for its own reason.",
    Reason.NOT_SIMULATED: "Nothing in the dry run holds the job back. A real negotiator may also run out of time "
    "(`NEGOTIATOR_MAX_TIME_PER_SUBMITTER` and similar knobs); `userprio negotiate --real-time` estimates that.",
}
"""The meaning of each reason, with names of knobs marked up for manual pages."""

PRECEDENCE = {reason: place for place, reason in enumerate(Reason)}
"""The position in the list, which decides between reasons that hold back equally many jobs."""


class Cause(Struct, frozen=True):
    """A reason and the jobs that it holds back."""

    reason: Reason
    sentence: str
    """Why it applies, with numbers; without capital letter and full stop."""
    jobs: int
    """How many idle jobs it holds back."""
    job: str | None
    """cluster.proc of the first of them."""
    refused: str | None = None
    """Why most of them were last refused, in the words of HTCondor's log; None if they were not."""


class PassKind(StrEnum):
    """Which of the two passes over a list of submitters."""

    FLOOR = "floor"
    NORMAL = "normal"


class VisitOutcome(StrEnum):
    """Why the negotiator left a submitter."""

    SATISFIED = "satisfied"
    """No requests left, or nothing left to try for them."""
    LIMIT = "submitter limit"
    """Stopped at its submitter limit, or out of requests after it refused some; it takes part in the next spin."""
    CEILING = "ceiling"
    """Stopped at its ceiling, or skipped: what is left under it is less than the smallest slot of the pool."""
    SHARE_TOO_SMALL = "limit below the smallest slot"
    """Skipped: what it may still get is less than the smallest slot of the pool (`limit < minSlotWeight`)."""
    PIE_TOO_SMALL = "pie below the smallest slot"
    """Skipped: what all may still get is less than the smallest slot of the pool (`pieLeft < minSlotWeight`)."""
    NO_TAG = "no submitter tag"
    """Its ad has no SubmitterTag, without which its schedd cannot be asked for jobs."""
    NAME_TOO_LONG = "name too long"
    """Its name is too long for its schedd to be asked for its jobs."""
    NO_TIME = "no time left"
    """Skipped, and dropped from its list for the rest of the cycle: a time limit was used up before its turn."""
    DEADLINE = "deadline"
    """Stopped by a time limit; it takes part in the next spin."""


class Because(StrEnum):
    """How a slot could be given."""

    FREE = "free"
    RANK = "rank preemption"
    PRIORITY = "priority preemption"


class Chance(StrEnum):
    """What affects a real cycle, but cannot be known beforehand."""

    SLOT_ORDER = "order of slots"
    """Slots of equal rank are ordered by their places in the negotiator's memory (`NEGOTIATOR_IGNORE_JOB_RANKS`)."""
    AUTOCLUSTER_IDS = "autocluster ids"
    """A schedd numbers autoclusters as it first sees them, and after a refusal goes by the number."""
    CLOCK = "time"
    """Nothing but a time limit ends a visit."""
    PRIORITY_ORDER = "order of priorities"
    """Another update of priorities, a second or an interval later, puts submitters into another order."""
    SUBMITTER_LIMITS = "submitter limits"
    """Another update of priorities moves a submitter limit past the cost of a slot."""
    PASSING_VALUES = "time and priorities in policies"
    """Ranks, requirements or policies read the time or priorities, and have other values at another second."""
    DIGITS = "digits of priorities"
    """Priorities are equal, or nearly so, within the six decimals of the ledger."""
    LAST_HEARD_FROM = "last heard from"
    """Submitters that tie are visited in the order of `LastHeardFrom` modulo 1009, which any new ad may change."""
    LEASE_END = "end of a lease"
    """A floor, ceiling or factor ends about when the cycle begins."""
    FIGURES = "shares and limits"
    """Priorities change so fast that shares and limits hold for this second only."""


class GroupOutcome(Struct, frozen=True):
    """One accounting group as the cycle left it. Quotas, demand and usage are weights (cores by default)."""

    name: str
    parent: str | None
    configured_quota: float
    """A weight if static, else a fraction of the parent's quota."""
    static: bool
    accepts_surplus: bool
    autoregroup: bool
    effective_quota: float
    subtree_quota: float
    requested: float
    """Demand of the submitters of exactly this group at the start of the cycle, running jobs included."""
    usage: float
    """In use by exactly this group at the start of the cycle."""
    allocated: float
    """What the last round allocated, surplus included."""
    sort_key: float
    """Value of `GROUP_SORT_EXPR` in the last round."""
    left: int = 0
    """Idle jobs of submitters of exactly this group that no match is expected to start."""
    won: float = 0.0
    """Weight that submitters of exactly this group won, in whichever group's turn."""
    lost: float = 0.0
    """Weight that others take from submitters of exactly this group by preemption."""
    served_at: float = 0.0
    """When a cycle, this one included, last dealt it a whole slot or left it without demand; 0 if that is not known.

    See `ScenarioData.groups_served_at`.
    """


class GroupRound(Struct, frozen=True):
    """One group in one round of allocation."""

    name: str
    requested: float
    allocated: float
    unallocated: float


class Round(Struct, frozen=True):
    """One round of allocation; `round` counts from 1."""

    round: int
    groups: tuple[GroupRound, ...]


class Pass(Struct, frozen=True):
    """One negotiation with the members of a group, as the negotiator announces it.

    A floor pass comes first where a member is below its floor; it has the same limit and shows in the visits only.
    """

    round: int
    group: str
    limit: int
    """The quota limit without its fraction; -2147483648 where HTCondor's is not a number."""
    kind: PassKind


class Visit(Struct, frozen=True):
    """One turn of a submitter with idle jobs, visited or skipped. `round` and `group` are None without groups."""

    round: int | None
    group: str | None
    group_limit: int | None
    """The limit of the pass, see `Pass`."""
    kind: PassKind
    spin: int
    submitter: str
    schedd: str
    priority: float
    """Effective priority."""
    factor: float
    share: float
    """Fraction of the pie, 0 to 1."""
    limit: float
    """Weight it may still win in this visit, after the cut to what is left of the pie."""
    unclaimed_limit: float
    """The same for slots nobody holds: cut to what is left of the group's quota, but not to what is left of the pie."""
    ceiling_left: float | None
    """Weight left under its ceiling, None without one."""
    usage: float
    """Weight in use when its limit was computed."""
    starvation: float
    """Usage divided by usage plus limit, as the spin began, before any floor: of equal priorities the smallest goes
    first (`SubmitterStarvation`)."""
    idle_jobs: int
    matched: int
    outcome: VisitOutcome
    refused: str | None = None
    """Why most of the jobs refused in it were refused, in HTCondor's words; None if none was."""
    won: float = 0.0
    """Weight of its matches."""
    time_limit: str | None = None
    """The knob that stopped it for lack of time, None where none did."""
    took_s: float | None = None
    """Seconds that a real negotiator is estimated to need for it; None where time is not estimated."""
    jobs: int = 0
    """Jobs expected to start from its matches, see `Match.jobs`."""
    left: int = 0
    """Idle jobs of the submitter at this schedd that no match up to the end of the visit is expected to start.

    Idle are as many as its ad counts, or as the snapshot holds if these are more.
    """


class Eviction(Struct, frozen=True):
    """The end of the job whose slot a match takes: the latest times, and the most work lost."""

    told_after_s: float
    """Seconds until its retirement has fallen to its time to vacate, and it is told to go (SIGTERM)."""
    gone_after_s: float
    """Seconds until it is killed (SIGKILL), if it has not gone by itself, and the slot is free."""
    lost_weight_s: float | None
    """Weight-seconds of its work that are lost: it begins anew elsewhere. None: how long it has run is not known."""


class Match(Struct, frozen=True):
    """A slot given to a submitter."""

    round: int | None
    group: str | None
    spin: int
    submitter: str
    schedd: str
    request: str
    """cluster.proc of the job that HTCondor's log names: the first of the request."""
    number: int
    """Number of the match within the request, from 1; with NEGOTIATOR_DEPTH_FIRST it skips jobs taken as served."""
    slot: str
    because: Because
    preempts: str | None
    """`RemoteUser` of the slot, whose claim would end, or how many dynamic slots would be preempted (`2 dslots`).

    None for a free slot.
    """
    cost: float
    """Weight charged."""
    jobs: int = 1
    """Jobs expected to start from it, see `starts`: perhaps several in a partitionable slot, none without a claim."""
    eviction: Eviction | None = None
    """The end of the job that runs in the slot; None if there is none, or more than one."""


class Rejection(Struct, frozen=True):
    """A request refused, with the reason in HTCondor's words."""

    round: int | None
    group: str | None
    spin: int
    submitter: str
    schedd: str
    request: str
    reason: str
    jobs: int
    """How many jobs of the request were left without a match."""


class Refusal(Struct, frozen=True):
    """What one submitter was refused at one schedd for one reason, in the whole cycle."""

    submitter: str
    schedd: str
    reason: str
    """In HTCondor's words."""
    rejections: int
    """How often a request was refused; the same jobs may be refused again in a later spin or round."""
    jobs: int
    """Jobs that no match is expected to start, and that were last refused for this reason or stand behind others of
    their kind that were: no job counts twice."""


class Unvisited(Struct, frozen=True):
    """A submitter with idle jobs and no `Visit`: its turn never came, or its ad counts none or names no schedd."""

    submitter: str
    schedd: str | None
    group: str | None
    """The group it belongs to; None without groups."""
    idle_jobs: int


class LeftJobs(Struct, frozen=True):
    """Idle jobs of a submitter at one schedd that are alike, and that no match is expected to start."""

    submitter: str
    schedd: str | None
    group: str | None
    """The group that the submitter belongs to; None without groups."""
    job: str | None
    """cluster.proc of the first of them; None if the submitter's ad alone decides about them."""
    jobs: int
    reason: Reason
    """Why they have no slot."""
    refused: str | None
    """Why most of them were last refused, in HTCondor's words; None if they were not."""
    asks: Mapping[str, float]
    """What each of them asks for, by resource: `Cpus`, `Memory` in MB, `Disk` in KB, and any others."""
    fits: int | None
    """How many slots suit them, whoever holds these; None where that was not looked at."""


class Loss(Struct, frozen=True):
    """A slot that a match takes from the user who holds it."""

    submitter: str
    """Who loses it."""
    group: str | None
    """The group that it belongs to; None without groups."""
    to: str
    """The submitter that gets it."""
    slot: str
    weight: float
    """What its user is charged for it."""
    match: int
    """The number of the match, from 0."""
    because: Because


class UnstableMatch(Struct, frozen=True):
    """A match that is not made, or not like this, in a cycle a little later or with a tie resolved otherwise."""

    match: int
    """The number of the match, from 0."""
    reason: Chance
    later_s: int
    """How many seconds later the cycle comes out differently; 0 if the same second may."""
    instead: str
    """What happens then, in a few words."""


class Variant(Struct, frozen=True):
    """The cycle at another second, or with a tie resolved otherwise, if it comes out differently."""

    reason: Chance
    """Why it differs: where the two cycles part."""
    later_s: int
    """How many seconds later it began; 0 where a tie was resolved otherwise instead."""
    matches: int
    """How many matches of the cycle it does not have."""
    others: int
    """How many matches it has besides."""
    changes: Mapping[str, float] = {}
    """By how much weight submitters hold more after it than after the cycle, less if negative."""

    @property
    def moves_matches(self) -> bool:
        """Whether any match differs; otherwise it is only visits, rejections or figures."""
        return bool(self.matches or self.others)


class Instability(Struct, frozen=True):
    """What some submitters get otherwise in a cycle a little later, or with a tie resolved otherwise."""

    reason: Chance
    later_s: int
    """How many seconds later the cycle comes out differently for them; 0 where a tie was resolved otherwise."""
    matches: int
    """How many of their matches differ, in that cycle or another that differs for the same reason."""
    change: float
    """By how much weight they hold more after it, less if negative."""
    sentence: str


class Stability(Struct, frozen=True):
    """Whether a cycle comes out the same at another second, up to an interval later, and with ties resolved otherwise.

    Slots that no expression can tell apart count as the same.
    """

    interval_s: int
    """`NEGOTIATOR_INTERVAL`: how long after the cycle it may come out differently."""
    variants: tuple[Variant, ...] = ()
    """Those that come out differently: at other seconds, then with ties resolved otherwise."""
    unstable: tuple[UnstableMatch, ...] = ()
    """The matches that differ in any of them, in their order."""


class PoolSize(Struct, frozen=True):
    """The pool as the cycle saw it; weights are in units of SlotWeight."""

    slots: int
    candidates: int
    """Slots left after trimming."""
    weight: float
    """Size of the pie before groups cut it."""
    smallest_weight: float
    """Weight of the smallest slot, whoever holds it; 0 without slots."""
    in_use: float
    """Weight charged at the start of the cycle."""
    unit: str = "weight"
    """`cores` if every slot weighs as many as it has, else `weight`; only from `diagnosed`."""


class SecondOpinion(Struct, frozen=True):
    """Whether the reference engine, slow and independent, decided a cycle in the same way."""

    agrees: bool | None
    """None: it could not judge, for the reasons in `not_covered`."""
    differences: tuple[str, ...]
    """Where the two part, one sentence each, the earliest steps of a cycle first."""
    not_covered: tuple[str, ...]
    """What of the scenario the reference engine does not know, in a few words each."""


class PendingMatches(Struct, frozen=True):
    """Matches of the cycle before that the ads do not show as claims."""

    matches: int | None
    """How many; None: not known, but the cycle had only just ended."""
    submitters: Mapping[str, int]
    """How many of each submitter, by what the negotiator counted or recorded."""
    schedds: Mapping[str, int]
    """The pending claims that schedds report."""
    cycle_ended_s: int | None
    """How many seconds before the snapshot that cycle ended; None: not known."""
    claimed: tuple[AssumedClaim, ...] = ()
    """Claims of that cycle that ads do not show, and that are taken to be there; those counted above are not."""


class Outcome(Struct, frozen=True):
    """Everything one negotiation cycle decided. `at` is its time, seconds since the epoch."""

    at: int
    pool: PoolSize
    groups: tuple[GroupOutcome, ...]
    """Breadth first, the root `<none>` first; empty where no group is configured."""
    rounds: tuple[Round, ...]
    passes: tuple[Pass, ...]
    visits: tuple[Visit, ...]
    matches: tuple[Match, ...]
    rejections: tuple[Rejection, ...]
    refusals: tuple[Refusal, ...] = ()
    """The rejections summed up, in the order of their first appearance."""
    unvisited: tuple[Unvisited, ...] = ()
    warnings: tuple[str, ...] = ()
    """What was ignored, assumed, looks wrong or may come out differently in a real cycle, one sentence each."""
    condor_version: str = str(NEWEST)
    """The version of the negotiator that the cycle imitates."""
    first_cycle: bool = False
    """It is the first of a negotiator that just started: slots do not show the quotas of their users' groups."""
    repeated_rounds: int = 0
    """Rounds of allocation that were not run because they would repeat the last one and give nothing."""
    estimated_s: float | None = None
    """Seconds that a real negotiator is estimated to need for the cycle; None where it has all the time it wants."""
    reads_previous_quotas: bool = False
    """Something that decides about matches may read those quotas, so a first cycle may come out differently."""
    left_to_chance: tuple[Chance, ...] = ()
    """Why a real cycle may come out differently; a warning explains each that affects who gets slots."""
    waiting: tuple[LeftJobs, ...] = ()
    """The jobs that wait after the cycle, each with its reason; only from `diagnosed`."""
    losses: tuple[Loss, ...] = ()
    """The slots that matches take from their users, in the order of the matches."""
    usage: Mapping[str, float] = {}
    """Weight in use when the cycle began, by submitter; those with none are left out."""
    user_limits_unknown: tuple[str, ...] = ()
    """Schedds whose limits on running jobs per user (MaxJobsRunning) are not known; assumed to have none."""
    previous_quotas_source: QuotaSource = QuotaSource.ASSUMED
    """Where the quotas of the cycle before come from, which slots show for the groups of their users."""
    pending: PendingMatches | None = None
    """Matches of the cycle before whose jobs may be matched again here; None if nothing tells of any."""
    reference: SecondOpinion | None = None
    """What the reference engine says about it; None unless it was asked."""
    stability: Stability | None = None
    """Whether it comes out the same a little later; None unless that was asked."""
