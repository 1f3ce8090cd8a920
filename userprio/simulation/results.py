"""The terms and results of forecasts and replays, as records. Weights are those of slots, cores by default."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import pairwise
from math import fsum
from typing import Final, TypeAlias

from msgspec import Struct, field

from userprio.simulation.history import PastJob

DAY_S: Final = 86_400


class Demand(StrEnum):
    """What becomes of the demand that the snapshot shows."""

    CONSTANT = "constant"
    """Submitters keep asking for as much as now, submitting another job like each that ends."""
    QUEUE = "queue"
    """The jobs of the snapshot are all there will be: queues run dry."""
    HISTORY = "history"
    """Jobs come like those of a history, as often: only in random futures."""

    @property
    def assumption(self) -> str:
        """The same as a sentence."""
        return {
            Demand.CONSTANT: "for each job that ends, its submitter submits another like it",
            Demand.QUEUE: "no further jobs are submitted",
            Demand.HISTORY: "jobs come as often as in the history, by hour and weekday as far as that shows a rhythm; "
            "those of a cluster are as alike in length as there",
        }[self]


class ForecastTerms(Struct, frozen=True):
    """What is to be forecast."""

    length_s: int = DAY_S
    step_s: int | None = None
    """Time between two samples; None: short enough for the shortest jobs, see `step_for`."""
    demand: Demand = Demand.CONSTANT
    job_length_s: float | None = None
    """The mean length of jobs; None: what their ads or the running jobs say."""
    job_lengths_s: Mapping[str, float] = field(default_factory=dict)
    """The mean length of a submitter's jobs, or of those of all in a group; counts before `job_length_s`."""
    long_run: bool | None = None
    """Whether to find where constant demand settles; None: if that is a matter of seconds, see `CHEAP`."""
    by_group: bool = False
    """Only groups, with all below them, are listed, and no submitters."""
    only: tuple[str, ...] = ()
    """Submitters, or groups for all below them, that are listed individually; the rest of each group is summed up."""


class LengthSource(StrEnum):
    """How the length of a submitter's jobs is known."""

    GIVEN = "given"
    LIMIT = "limit of the jobs"
    """The jobs' ads bound their run time."""
    RUNNING = "running jobs"
    """Twice the mean time that its jobs have been running."""
    OTHERS = "jobs of others"
    """The same of everybody's running jobs."""
    ASSUMED = "assumed"


class JobLength(Struct, frozen=True):
    """How long the jobs of a submitter run, in the mean."""

    seconds: float
    source: LengthSource


class TrajectoryPoint(Struct, frozen=True):
    """One submitter or group at one moment."""

    in_use: float
    """Weight in use at this moment, after a cycle in the same second."""
    real_priority: float
    """As a cycle at this moment would find it."""
    effective_priority: float


class Steady(Struct, frozen=True):
    """Where a submitter or group ends up if all keep asking for as much as now."""

    in_use: float
    real_priority: float
    effective_priority: float
    share: float
    """Fraction of the pool's weight."""


class FactorEffect(Struct, frozen=True):
    """What a priority factor does, now and in the long run, among those who compete for the same pie.

    All four are fractions of what the competitors share, each of them always wanting more.
    """

    now: float
    now_doubled: float
    """With this factor doubled: shares go by real priority times factor."""
    long_run: float
    long_run_doubled: float
    """With this factor doubled: real priority follows use, so that shares go by the square root of the factor."""


class SubmitterTrajectory(Struct, frozen=True):
    """The course of one submitter."""

    name: str
    group: str
    """`<none>` for none."""
    factor: float
    """At the beginning."""
    running_jobs: int
    idle_jobs: int
    """At the beginning, as its schedds say."""
    demand: float
    """Weight of its running and idle jobs at the beginning."""
    length: JobLength
    points: tuple[TrajectoryPoint, ...]
    """One for each of the forecast's times."""
    used_weight_s: float
    """Weight-seconds charged between the first time and the last."""
    steady: Steady | None
    """None without constant demand, or where the long run was not asked for."""
    effect: FactorEffect | None
    """None for a submitter who does not compete."""


class GroupTrajectory(Struct, frozen=True):
    """The course of one group; use is that of its whole subtree, `<none>` has the submitters without a group."""

    name: str
    configured_quota: float
    static: bool
    effective_quota: float
    """In the first cycle."""
    points: tuple[TrajectoryPoint, ...]
    used_weight_s: float
    steady: Steady | None


class RemainderTrajectory(Struct, frozen=True):
    """The sum over those members of a group who are not listed individually."""

    group: str
    """`<none>` for none."""
    members: int
    in_use: tuple[float, ...]
    """Weight, one for each of the forecast's times."""
    used_weight_s: float
    steady_in_use: float | None
    """Weight in use in the long run."""


class Overtaking(Struct, frozen=True):
    """A submitter's effective priority becomes better, that is smaller, than that of another in the same pie."""

    at: int
    """The first moment at which it is, seconds since the epoch."""
    who: str
    whom: str
    level: bool
    """It only draws level: from then on the two stay so or take turns."""


class Band(Struct, frozen=True):
    """A figure over many futures: its median, and the range of four out of five."""

    low: float
    median: float
    high: float


class CourseBand(Struct, frozen=True):
    """What a submitter or group comes to in many futures."""

    name: str
    means: tuple[float, ...]
    """The mean weight that it is charged for, in each future."""
    mean_in_use: Band
    """Of these."""
    started: Band
    """How many jobs start within the time, those of subgroups included."""
    in_use: tuple[Band, ...]
    """Weight, one for each of the forecast's times; so are priorities."""
    effective_priority: tuple[Band, ...]


class Bands(Struct, frozen=True):
    """What a pool comes to in many random futures, all from the same beginning."""

    futures: int
    seed: int
    submitters: tuple[CourseBand, ...]
    groups: tuple[CourseBand, ...]
    assumptions: tuple[str, ...]
    """What was drawn at random, and from what, a sentence each."""


class PairedDifference(Struct, frozen=True):
    """By how much a figure of a submitter or group differs, in futures drawn alike on both sides.

    Of forecasts it is the mean weight in use.
    """

    name: str
    before: Band
    after: Band
    difference: Band
    more: float
    """The part of the futures in which it has more."""


class PairedDifferences(Struct, frozen=True):
    """What changes do to a pool, in the same futures with them and without."""

    submitters: tuple[PairedDifference, ...]
    groups: tuple[PairedDifference, ...]


class Forecast(Struct, frozen=True):
    """The course of a pool from `times[0]`, the present, to the end."""

    terms: ForecastTerms
    step_s: int
    half_life_s: float
    pool_weight: float
    times: tuple[int, ...]
    """Seconds since the epoch."""
    submitters: tuple[SubmitterTrajectory, ...]
    """By name of group, then by name."""
    rest: tuple[RemainderTrajectory, ...]
    """The others, if only some submitters are listed."""
    groups: tuple[GroupTrajectory, ...]
    """Breadth first; empty where none is configured."""
    overtakings: tuple[Overtaking, ...]
    """In the order of time."""
    steady_cycles: int
    """Over how many cycles the steady state was averaged; 0: there is none."""
    cycles: int
    """How many cycles were run on the way."""
    waited_weight_s: float
    """Weight-seconds for which slots stood empty from the end of a claim to the cycle that gave them away again."""
    waited_share: float
    """The same as a fraction of what the slots could have given."""
    warnings: tuple[str, ...]
    bands: Bands | None = None
    """Of many futures, if these were asked for: use and priorities are then their means."""
    differences: PairedDifferences | None = None
    """From the same futures of another scenario, if there is one."""


Capacity: TypeAlias = tuple[tuple[float, float], ...]
"""Times and the weight of slots that are there from each of them on, in order."""


class ReplayTerms(Struct, frozen=True):
    """What is to be replayed."""

    begins_at: float | None = None
    """Seconds since the epoch; None: the moment of the snapshot if it lies within the history, or before it by no more
    than its length, else when its first job was queued."""
    ends_at: float | None = None
    """None: the last moment in the history."""
    interval_s: int | None = None
    """Between two cycles; None: as configured."""
    each_job: bool = False
    """Whether the course of each job is shown."""
    looks: bool = False
    """Whether weight in use is sampled over time."""


class JobTimeline(Struct, frozen=True):
    """What became of a job in a replay. Times are seconds since the epoch."""

    past: PastJob
    """What really became of it."""
    started_at: float | None
    """Its first start; None: it never did. Of a job in pieces, when the last of them started."""
    last_started_at: float | None
    ended_at: float | None
    """None: it was not over at the end of the period."""
    weight_s: float
    """Weight-seconds that it used in the period, those of interrupted runs included."""
    preemptions: int
    badput_weight_s: float
    """Weight-seconds of runs that were interrupted, from their starts on: jobs begin anew."""


class Waits(Struct, frozen=True):
    """How long jobs waited for their first start, in seconds; one that never started, until the period was over."""

    median_s: float
    p95_s: float
    """The least time that 95 % of the jobs did not exceed (nearest rank)."""
    mean_s: float


class Figures(Struct, frozen=True):
    """What became of the jobs of a submitter, of a group with all below it, or of everybody."""

    name: str
    group: str
    """Of a submitter; `<none>` for none."""
    jobs: int
    started: int
    finished: int
    used_weight_s: float
    """Weight-seconds in the period."""
    waits: Waits
    slowdown: float
    """The median of (wait + run) / run, runs of less than 10 s or of unknown length as 10 s (bounded slowdown)."""
    preemptions: int
    badput_weight_s: float
    entitled_weight_s: float
    """What it was entitled to, see `replay_figures.entitlements`."""
    share: float
    """Its part of all use."""
    entitled_share: float
    """Its part of all that anybody was entitled to."""


class Fairness(Struct, frozen=True):
    """How evenly use followed entitlement, over all who were entitled to something."""

    jain: float
    """Jain's index of use / entitlement: 1 if all have the same, 1/n if one has everything."""
    gini: float
    """Gini coefficient of use / entitlement: 0 if all have the same."""
    members: int


class UsageSample(Struct, frozen=True):
    """What is in use at a moment."""

    at: float
    """Seconds since the epoch."""
    weights: Mapping[str, float]
    """By group; where none is configured, by submitter."""


class ReplayedPolicy(Struct, frozen=True):
    """The period under one policy."""

    name: str
    jobs: tuple[JobTimeline, ...]
    """In the order in which they were queued."""
    submitters: tuple[Figures, ...]
    groups: tuple[Figures, ...]
    """In the order of the tree; empty where none is configured."""
    everybody: Figures
    fairness: Fairness
    """Among submitters."""
    capacity: Capacity
    """The slots that were there."""
    idle_while_waiting_weight_s: float
    """Weight-seconds that nobody used although waiting jobs asked for as much."""
    cycles: int
    until: float
    """The end of the period, seconds since the epoch."""
    looks: tuple[UsageSample, ...] = ()
    """A few hundred at most, if the terms ask for them."""

    @property
    def pool_weight_s(self) -> float:
        """Weight-seconds that the slots could have given."""
        spans = pairwise([*self.capacity, (self.until, 0.0)])
        return fsum(weight * (until - since) for (since, weight), (until, _) in spans)

    @property
    def idle_weight_s(self) -> float:
        """Weight-seconds that nobody used."""
        return max(self.pool_weight_s - self.everybody.used_weight_s, 0.0)


class Compared(Struct, frozen=True):
    """A figure of a submitter or group beside the truth."""

    name: str
    true: float
    replayed: float


class Calibration(Struct, frozen=True):
    """How close the replay of the policy in force is to what really happened, over jobs whose start is known."""

    jobs: int
    """Jobs that really started within the period."""
    interval_s: float
    """Between two cycles."""
    tolerance_s: float
    """What counts as near: ten minutes, or a hundredth of the period if that is less, one cycle's interval at least."""
    within_interval: float
    """The fraction of jobs whose start is within one interval of the truth."""
    within_ten_minutes: float
    within_tenth: float
    """The fraction whose start is off by no more than 10 % of the time that the job really waited."""
    near_jobs: float
    """The fraction that is within the tolerance, or 10 % of the wait."""
    weight_s: tuple[Compared, ...]
    """Weight-seconds of these jobs in the period, by submitter."""
    group_weight_s: tuple[Compared, ...]
    group_waits_s: tuple[Compared, ...]
    """Median waits by group; `<none>` has submitters without one."""
    misplaced: float
    """The part of all weight-seconds that somebody else, or nobody, has in the replay."""
    really_waiting: float
    """Weight-seconds in the replay of jobs that had not started when the history ends, as a fraction of all that were
    really used."""
    peak_weight: float
    """The most that really was in use at once, as far as the last run of each job tells."""
    unknown_machines: tuple[str, ...]
    """Machines that jobs ran on and that have no slots here."""
    on_unknown_machines: float
    """The fraction of all weight-seconds that was used there."""
    near: bool
    """At least 80 % of the jobs are near, and `misplaced` and `really_waiting` are at most 10 % each."""
    why_not: tuple[str, ...]
    """What is amiss, one sentence each."""


class ReplayDifferences(Struct, frozen=True):
    """What another policy does to a period, in periods drawn alike for both policies."""

    policy: str
    futures: int
    seed: int
    use: PairedDifferences
    """Of the mean weight in use."""
    waits: PairedDifferences
    """Of the mean wait in seconds; who had no job in some of the periods is left out."""
    all_waits: PairedDifference
    """The same of all jobs."""
    assumption: str
    """How periods were drawn."""


class Replay(Struct, frozen=True):
    """A replay of a past period."""

    terms: ReplayTerms
    begins_at: float
    ends_at: float
    policies: tuple[ReplayedPolicy, ...]
    """The one in force first."""
    calibration: Calibration | None
    """None where the history tells of no starts."""
    assumptions: tuple[str, ...]
    """What the replay assumes about this history, one sentence each."""
    differences: tuple[ReplayDifferences, ...] = ()
    """Of each policy after the first, if periods were drawn."""

    @property
    def in_force(self) -> ReplayedPolicy:
        """The period under the policy in force."""
        return self.policies[0]

    @property
    def changed(self) -> Sequence[ReplayedPolicy]:
        """The period under others."""
        return self.policies[1:]
