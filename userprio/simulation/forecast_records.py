"""The terms and the result of a forecast, as records. Weights are those of slots, cores by default."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from msgspec import Struct, field

DAY_S: Final = 86_400


class Demand(StrEnum):
    """What becomes of the demand that the snapshot shows."""

    CONSTANT = "constant"
    """Submitters keep asking for as much as now, submitting another job like each that ends."""
    QUEUE = "queue"
    """The jobs of the snapshot are all there will be: queues run dry."""


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
    """Whether to find where constant demand settles; None: if that is a matter of seconds, see `is_cheap`."""
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
