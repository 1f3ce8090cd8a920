"""What `wait` is asked and what it answers: plain records."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from userprio.explain import Cause
from userprio.simulation import Coming, LengthSource, Past, WaitRange

DAY_S = 86_400


@dataclass(frozen=True, slots=True)
class WaitTerms:
    """What is asked."""

    futures: int = 100
    """How many are drawn."""
    seed: int = 0
    """The same seed draws the same futures."""
    horizon_s: int = 3 * DAY_S
    """How far they go."""
    past: Past | None = None
    """What a history tells of lengths and arrivals."""
    coming: Coming | None = None
    """Which jobs come later; None: as in the history if there is one, else everybody keeps asking for as much."""
    job_length_s: float | None = None
    job_lengths_s: Mapping[str, float] = field(default_factory=dict)
    """How long jobs run in the mean; see `ForecastTerms`."""
    remedies: bool = True
    """Whether it is tried what would help."""
    groups: tuple[str, ...] = ()
    """Groups that the submitter may use besides those in which it is known, by whole name."""
    processes: int = 1
    """How many futures are lived at once."""


@dataclass(frozen=True, slots=True)
class WaitFor:
    """How long a submitter waits for the first of its jobs, or a job for its start."""

    submitter: str
    job: str | None
    """cluster.proc; None: whichever of the submitter's jobs starts first."""
    schedd: str | None
    """Of the job."""
    idle_jobs: int
    """Of the submitter."""
    slots: int
    """How many could take it, or one of the idle jobs, if nobody held them; partitionable ones count once."""
    waits: WaitRange
    after: tuple[tuple[str | None, int], ...]
    """In how many futures whose job was the last to end on its slot before, the most first; None: nobody's."""


@dataclass(frozen=True, slots=True)
class Remedy:
    """Something that was tried, in the same futures."""

    kind: str
    """The attribute of the jobs that would be otherwise: RequestMemory, RequestCpus or AccountingGroup."""
    what: str
    """What would be otherwise, without a full stop."""
    submitter: str
    """Whose jobs they are then."""
    slots: int
    """How many could take the jobs then, if nobody held them."""
    waits: WaitRange
    gain_s: float | None
    """By how much the median is shorter; None where one of the two is not known."""


@dataclass(frozen=True, slots=True)
class KnownLength:
    """How long a submitter's jobs are taken to run."""

    submitter: str
    mean_s: float
    source: LengthSource | None
    """None: the history says so."""
    runs: int
    """Of the history: how many that were over have been looked at."""
    own: bool
    """They are its own, not everybody's."""


@dataclass(frozen=True, slots=True)
class Wait:
    """When it starts, what holds it back, and what would help."""

    at: int
    """The present, seconds since the epoch."""
    seed: int
    futures: int
    horizon_s: int
    coming: Coming
    history_s: float | None
    """How long a time the history covers."""
    found: tuple[WaitFor, ...]
    """One, or of everybody with idle jobs the one who starts first before others."""
    causes: tuple[Cause, ...]
    """What holds the one back in a cycle of the present, that of most jobs first; of several nothing is told."""
    remedies: tuple[Remedy, ...]
    """What helps most first."""
    lengths: tuple[KnownLength, ...]
    """Of everybody who has jobs."""
    assumptions: tuple[str, ...]
    """What is not so for certain, one sentence each."""
    warnings: tuple[str, ...] = ()
