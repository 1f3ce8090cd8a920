"""What a negotiation cycle decided, and why: plain records, in the order in which things happened."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from userprio.base.versions import NEWEST
from userprio.negotiation.reasons import Reason


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
    CLOCK = "time"
    """Nothing but a time limit ends a visit."""


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


class SecondOpinion(Struct, frozen=True):
    """Whether the reference engine, slow and independent, decided a cycle in the same way."""

    agrees: bool | None
    """None: it could not judge, for the reasons in `not_covered`."""
    differences: tuple[str, ...]
    """Where the two part, one sentence each, the earliest steps of a cycle first."""
    not_covered: tuple[str, ...]
    """What of the scenario the reference engine does not know, in a few words each."""


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
    """Why a real cycle may come out differently; a warning explains each."""
    waiting: tuple[LeftJobs, ...] = ()
    """The jobs that wait after the cycle, each with its reason; only from `diagnosed`."""
    losses: tuple[Loss, ...] = ()
    """The slots that matches take from their users, in the order of the matches."""
    usage: Mapping[str, float] = {}
    """Weight in use when the cycle began, by submitter; those with none are left out."""
    user_limits_unknown: tuple[str, ...] = ()
    """Schedds whose limits on running jobs per user (MaxJobsRunning) are not known; assumed to have none."""
    reference: SecondOpinion | None = None
    """What the reference engine says about it; None unless it was asked."""
