"""What a negotiation cycle decided, and why: plain records, in the order in which things happened."""

from dataclasses import dataclass
from enum import StrEnum

from userprio.frozen import quickly_made
from userprio.versions import NEWEST


class PassKind(StrEnum):
    """Which of the two passes over a list of submitters."""

    FLOOR = "floor"
    NORMAL = "normal"


class VisitOutcome(StrEnum):
    """Why the negotiator left a submitter."""

    SATISFIED = "satisfied"
    """No requests left, or nothing left to try for them."""
    LIMIT = "submitter limit"
    """Stopped at its submitter limit; it takes part in the next spin."""
    CEILING = "ceiling"
    """Stopped at its ceiling."""
    SHARE_TOO_SMALL = "limit below the smallest slot"
    """Skipped: what it may still get is less than the smallest slot of the pool (`limit < minSlotWeight`)."""
    PIE_TOO_SMALL = "pie below the smallest slot"
    """Skipped: what all may still get is less than the smallest slot of the pool (`pieLeft < minSlotWeight`)."""
    NO_TAG = "no submitter tag"
    """Its ad has no SubmitterTag, without which its schedd cannot be asked for jobs."""
    NAME_TOO_LONG = "name too long"
    """Its name is longer than what its schedd can be asked for."""
    NO_TIME = "no time left"
    """Skipped, and not looked at again in this pass: a limit of time was used up before its turn."""
    DEADLINE = "deadline"
    """Stopped by a limit of time; it takes part in the next spin."""


class Because(StrEnum):
    """How a slot could be given."""

    FREE = "free"
    RANK = "rank preemption"
    PRIORITY = "priority preemption"


class Chance(StrEnum):
    """What decides in a real cycle that nobody can know beforehand."""

    SLOT_ORDER = "order of slots"
    """Slots of equal rank lie somewhere in the negotiator's memory (`NEGOTIATOR_IGNORE_JOB_RANKS`)."""
    CLOCK = "time"
    """Nothing but a time limit ends a visit."""


@dataclass(frozen=True, slots=True)
class GroupOutcome:
    """One accounting group as the cycle left it. Quotas, demand and usage are weights (cores by default)."""

    name: str
    parent: str | None
    configured_quota: float
    """Slots for a static quota, a fraction of the parent for a dynamic one."""
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
    served_at: float = 0.0
    """When a cycle, this one included, last dealt it a whole slot or left it nothing to ask for, see `Scenario`."""


@quickly_made
@dataclass(frozen=True, slots=True)
class GroupRound:
    """One group in one round of allocation."""

    name: str
    requested: float
    allocated: float
    unallocated: float


@dataclass(frozen=True, slots=True)
class Round:
    """One round of allocation; `round` counts from 1."""

    round: int
    groups: tuple[GroupRound, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """One negotiation with the members of a group, as the negotiator announces it.

    A floor pass comes first where a member is below its floor; it has the same limit and shows in the visits only.
    """

    round: int
    group: str
    limit: int
    """The whole quota limit; -2147483648 where HTCondor's is not a number."""
    kind: PassKind


@quickly_made
@dataclass(frozen=True, slots=True)
class Visit:
    """One submitter whose limit was computed, in the order of visits. `round` and `group` are None without groups."""

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
    """The same for slots nobody holds, which a group's quota may cut further."""
    ceiling_left: float | None
    """Weight left under its ceiling, None without one."""
    usage: float
    """Weight in use when its limit was computed."""
    starvation: float
    """Part already used of what is used and may be won, as the spin began, before any floor: of equal priorities the
    smallest goes first (`SubmitterStarvation`)."""
    idle_jobs: int
    matched: int
    outcome: VisitOutcome
    refused: str | None = None
    """Why requests were refused in it, in HTCondor's words, that of most jobs; None if none was."""
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

    Idle are those that its ad counts, or those that the snapshot holds where these are more.
    """


@dataclass(frozen=True, slots=True)
class Eviction:
    """The end of the job whose slot a match takes: the latest times, and the most work lost."""

    told_after_s: float
    """Seconds until its retirement has fallen to its time to vacate, and it is told to go (SIGTERM)."""
    gone_after_s: float
    """Seconds until it is killed (SIGKILL), if it has not gone by itself, and the slot is free."""
    lost_weight_s: float | None
    """Weight-seconds of its work that are lost: it begins anew elsewhere. None: how long it has run is not known."""


@quickly_made
@dataclass(frozen=True, slots=True)
class Match:
    """A slot given to a submitter."""

    round: int | None
    group: str | None
    spin: int
    submitter: str
    schedd: str
    request: str
    """cluster.proc of the job that HTCondor's log names: the first of the request."""
    number: int
    """Which match of this request, from 1."""
    slot: str
    because: Because
    preempts: str | None
    """The user whose claim would end, None for a free slot."""
    cost: float
    """Weight charged."""
    jobs: int = 1
    """Jobs expected to start from it, see `starts`: of a partitionable slot perhaps several, without a claim none."""
    eviction: Eviction | None = None
    """The end of the job that runs in the slot; None if there is none, or more than one."""


@quickly_made
@dataclass(frozen=True, slots=True)
class Rejection:
    """A request refused, with HTCondor's words."""

    round: int | None
    group: str | None
    spin: int
    submitter: str
    schedd: str
    request: str
    reason: str
    jobs: int
    """How many jobs of the request were left without a match."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """What one submitter was refused at one schedd for one reason, in the whole cycle."""

    submitter: str
    schedd: str
    reason: str
    """In HTCondor's words."""
    rejections: int
    """How often a request was refused; the same jobs may be refused again in a later spin or round."""
    jobs: int
    """Jobs without a match at the end that were last refused for this reason: no job counts twice."""


@dataclass(frozen=True, slots=True)
class Unvisited:
    """A submitter with idle jobs for which no limit was ever computed."""

    submitter: str
    schedd: str | None
    group: str | None
    """The one it belongs to; None without groups."""
    idle_jobs: int


@dataclass(frozen=True, slots=True)
class PoolSize:
    """The pool as the cycle saw it; weights are sums of SlotWeight."""

    slots: int
    candidates: int
    """Slots left after trimming."""
    weight: float
    """Size of the pie before groups cut it."""
    smallest_weight: float
    in_use: float
    """Weight charged at the start of the cycle."""


@dataclass(frozen=True, slots=True)
class Outcome:
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
    """Input that was ignored or looks wrong, one sentence each."""
    condor_version: str = str(NEWEST)
    """The version of the negotiator that the cycle imitates."""
    first_cycle: bool = False
    """It is the first of a negotiator that just started: slots show no quotas of the groups that hold them."""
    repeated_rounds: int = 0
    """Rounds of allocation that were not run because they would repeat the last one and give nothing."""
    estimated_s: float | None = None
    """Seconds that a real negotiator is estimated to need for the cycle; None where it has all the time it wants."""
    reads_previous_quotas: bool = False
    """Something that decides about matches may read those quotas, so that a first cycle may come out differently."""
    left_to_chance: tuple[Chance, ...] = ()
    """Why a real cycle may come out differently; a warning explains each."""
    user_limits_unknown: tuple[str, ...] = ()
    """Schedds whose limits of running jobs per user (MaxJobsRunning) are not known; taken to be unlimited."""
