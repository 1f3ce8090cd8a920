"""The result of replaying a past period, as records. Weights are those of slots, cores by default."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from userprio.simulation.history import PastJob
from userprio.simulation.machine_availability import Capacity, weight_s


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
    """What it was entitled to, see `entitlement`."""
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
        return weight_s(self.capacity, self.until)

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

    @property
    def in_force(self) -> ReplayedPolicy:
        """The period under the policy in force."""
        return self.policies[0]

    @property
    def changed(self) -> Sequence[ReplayedPolicy]:
        """The period under others."""
        return self.policies[1:]
