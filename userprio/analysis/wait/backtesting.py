"""How often the ranges of `wait` were right: it is asked at past moments of the history, which knows what happened.

At each moment the pool is what the history says (`past_scenario`), and what `wait` knows is the history up to then. The
answers are scored by coverage of the range, by its width, and by the continuous ranked probability score (Gneiting and
Raftery 2007), which is the mean distance of the futures from the truth less half of that among themselves.

The waits of the past alone are asked as well (`past_waits`), and what would have met the past best is what the ranges
of the present rest on (`basis`). So is each of the past, as was known by then; how often those held is what is to be
expected of the present.
"""

import math
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.analysis.wait.basis import (
    Basis,
    BasisScore,
    Choice,
    PastQuestion,
    PastSaying,
    choice_of,
    interval_score,
    sayings,
)
from userprio.analysis.wait.futures import DAY_S, WaitTerms
from userprio.analysis.wait.past import known_jobs, past_of, workload_model
from userprio.analysis.wait.past_waits import PastWaits
from userprio.analysis.wait.recalibration import FEWEST_ANSWERS
from userprio.base import BadInput, Progress, run_each
from userprio.pool import ScenarioData
from userprio.simulation import (
    Demand,
    Start,
    StartTarget,
    WaitRange,
    WorldMemory,
    ordered_waits,
    past_scenario,
    sample_future,
    waits_at,
)
from userprio.simulation.history import History, PastJob

MOMENTS: Final = 50
FUTURES: Final = 20
"""How many are drawn at each moment, unless the terms say."""
_LEAST_PAST: Final = 1 / 3
"""No moment is earlier in the history, which has to show something by then."""
_LONGEST_S: Final = DAY_S / 2
"""How far each future goes, if the history goes as far."""
JOBS_EACH: Final = 3
"""So many of the jobs that wait are asked for at each moment, where a job is asked for at present."""


class BacktestAnswer(Struct, frozen=True):
    """What was said at a past moment about a job or the first start of a submitter's jobs, and what happened."""

    at: int
    """Seconds since the epoch."""
    submitter: str
    job: str | None
    """cluster.proc, or the cluster; None: whichever of the submitter's jobs started first."""
    waits: WaitRange
    past_waits: WaitRange
    """What past waits say."""
    basis: Basis
    """Which would have been chosen at that moment."""
    true_s: float | None
    """How long it took until the first of the jobs started that waited then; None: not within `horizon_s`."""
    rank: float
    """The part of the futures in which it started sooner, half of those in which it was at the same time included."""
    score_s: float
    """The continuous ranked probability score; what is later than `horizon_s` counts as that."""
    covered: bool
    """Whether the range contains it."""


class Backtest(Struct, frozen=True):
    """How the ranges of `wait` held in the past."""

    moments: int
    """At how many past moments was asked."""
    futures: int
    """Drawn at each of them."""
    horizon_s: int
    """How far each went."""
    answers: tuple[BacktestAnswer, ...]
    coverage: float | None
    """The part of the ranges of 80 % that contained the true start; None: nothing waited at these moments."""
    width_s: float | None
    """The mean width of the ranges, as far as futures went."""
    score_s: float | None
    """The mean continuous ranked probability score."""
    choice: Choice = Choice()
    """What the ranges of the present rest on."""
    scores: tuple[BasisScore, ...] = ()
    """How ranges held, by what they rest on; empty if nothing waited."""
    nearer: int = 0
    """At so many moments past waits met the truth better than the simulation did."""
    asked: int = 0
    """Of so many at which something waited."""
    expected_coverage: float | None = None
    """The part of the ranges that contained the true start, chosen by what was known at that time; None: at no moment
    were enough answers known."""
    expected_width_s: float | None = None
    """The mean width of these."""


def backtest(
    scenario: ScenarioData,
    history: History,
    terms: WaitTerms,
    submitter: str | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    moments: int = MOMENTS,
    job: str | None = None,
) -> Backtest:
    """Ask at so many past moments when the first job of a submitter starts, or of everybody with idle jobs.

    With `job`, some of the jobs that waited at these moments are asked for by name instead, or, if it is a cluster, the
    clusters of these.

    Raises:
        BadInput: the history is too short, or is a trace of jobs that were taken to pieces.
        Stopped: `progress` raised it.
    """
    jobs, ends = known_jobs(history, scenario)
    if any(job.pieces > 1 for job in jobs):
        raise BadInput("a trace of parallel jobs shows no starts that could be compared")
    begins = history.begins_at
    horizon_s = int(min(terms.horizon_s, _LONGEST_S, (ends - begins) * _LEAST_PAST))
    first, last = begins + (ends - begins) * _LEAST_PAST, ends - horizon_s
    if horizon_s < 1 or first >= last:
        raise BadInput("the history is too short to look back in it", hint="Give a longer one")
    random = Random(f"{terms.seed} moments")
    step = (last - first) / moments
    drawn = replace(terms, horizon_s=horizon_s, futures=terms.futures or FUTURES)
    ats = [int(first + step * (number + random.random())) for number in range(moments)]
    run = partial(_asked, _Past(scenario, history, jobs, drawn, PastWaits(jobs), submitter, job))
    asked = [each for own in run_each(run, ats, executor, progress) for each in own]
    return _scored(asked, moments, drawn)


def present_waits(history: History, scenario: ScenarioData) -> Callable[[StartTarget], WaitRange | None]:
    """What the waits of the past say of a start that is waited for at present.

    None: the history ends too early to know of the jobs that wait, or these are to start again.
    """
    jobs, _ = known_jobs(history, scenario)
    past, waiting = PastWaits(jobs), [job for job in jobs if waits_at(job, scenario.now)]

    def said(target: StartTarget) -> WaitRange | None:
        own = [job for job in waiting if target.is_meant((job.submitter, job.schedd), job.id)]
        return past.range(target, own, scenario.now) if own else None

    return said


def _by_name(waiting: Mapping[str, Sequence[PastJob]], single: bool, random: Random) -> list[StartTarget]:
    """Some of the jobs that wait, or their clusters."""
    jobs = named_jobs(waiting, random)
    if single:
        return [StartTarget(job.submitter, (job.schedd, job.id)) for job in jobs]
    clusters = {(job.submitter, job.schedd, job.id.partition(".")[0]) for job in jobs}
    return [StartTarget(name, cluster=(schedd, number)) for name, schedd, number in sorted(clusters, key=repr)]


def named_jobs(waiting: Mapping[str, Sequence[PastJob]], random: Random) -> list[PastJob]:
    """Some of the jobs that wait."""
    everybodys = [job for own in waiting.values() for job in own]
    return random.sample(everybodys, min(JOBS_EACH, len(everybodys)))


class _Past(Struct, frozen=True):
    """What is known of past moments, and what is asked at each."""

    scenario: ScenarioData
    history: History
    jobs: Sequence[PastJob]
    terms: WaitTerms
    past_waits: PastWaits
    submitter: str | None
    job: str | None


def _asked(past: _Past, at: int, progress: Progress) -> list["PastFutures"]:
    """What is drawn at a past moment."""
    progress(0, 1)
    waiting = {name: own for name, own in waiting_at(past.jobs, at).items() if past.submitter in (None, name)}
    if past.job is None:
        targets = [StartTarget(name) for name in waiting]
    else:
        targets = _by_name(waiting, "." in past.job, Random(f"{past.terms.seed} {at} jobs"))
    if not targets:
        return []
    return list(ask_past(at, past.scenario, past.history, past.jobs, past.terms, targets, past.past_waits))


class PastFutures(Struct, frozen=True):
    """When a target started in the futures of a past moment, and when it really did."""

    at: int
    """Seconds since the epoch."""
    target: StartTarget
    starts: tuple[Start, ...]
    past_waits: WaitRange
    """What the waits say that were over by then."""
    true_s: float
    """How long it took; infinite if the history ends before."""

    @property
    def question(self) -> PastQuestion:
        """What could be said."""
        return PastQuestion(self.at, WaitRange.of(self.starts), self.past_waits, self.true_s)


def waiting_at(jobs: Iterable[PastJob], at: int) -> dict[str, list[PastJob]]:
    """The jobs that waited at that time, by submitter, in the order of names."""
    waiting: dict[str, list[PastJob]] = {}
    for job in jobs:
        if waits_at(job, at):
            waiting.setdefault(job.submitter, []).append(job)
    return dict(sorted(waiting.items()))


def ask_past(
    at: int,
    scenario: ScenarioData,
    history: History,
    jobs: Sequence[PastJob],
    terms: WaitTerms,
    targets: Sequence[StartTarget],
    past_waits: PastWaits,
) -> Iterator[PastFutures]:
    """Ask at a past moment when the targets start, knowing what was known then.

    `jobs` are those of `known_jobs`, and say what happened; `past_waits` are theirs.
    """
    then = past_scenario(scenario, jobs, at)
    # What condor_history had by then: the jobs that had left the queue.
    over = tuple(job for job in history.jobs if job.ended_at is not None and job.ended_at <= at)
    past = past_of(replace(history, jobs=over), then)
    expected = workload_model(then, replace(terms, past=past, coming=terms.coming or Demand.HISTORY))
    memory = WorldMemory()
    seeds = (f"{terms.seed} {at} {number}" for number in range(terms.futures or FUTURES))
    futures = [sample_future(then, expected, targets, seed, terms.horizon_s, memory).starts for seed in seeds]
    waiting = [job for job in jobs if waits_at(job, at)]
    for place, target in enumerate(targets):
        meant = (job for job in waiting if target.is_meant((job.submitter, job.schedd), job.id))
        began = (job.started_at - at for job in meant if job.started_at is not None)
        known = past_waits.range(target, waiting, at)
        yield PastFutures(at, target, tuple(starts[place] for starts in futures), known, min(began, default=math.inf))


def _answer(asked: PastFutures, saying: PastSaying, horizon_s: int) -> BacktestAnswer:
    question, ordered = saying.question, [min(wait_s, horizon_s) for wait_s in ordered_waits(asked.starts)]
    known_s, target = min(asked.true_s, float(horizon_s)), asked.target
    return BacktestAnswer(
        at=asked.at,
        submitter=target.submitter,
        job=(target.job or target.cluster or (None, None))[1],
        waits=question.simulated,
        past_waits=question.past_waits,
        basis=saying.choice.basis,
        true_s=None if asked.true_s > horizon_s else asked.true_s,
        rank=(bisect_left(ordered, known_s) + bisect_right(ordered, known_s)) / 2 / len(ordered),
        score_s=ranked_probability_score(ordered, known_s),
        covered=saying.ranges[Basis.SIMULATION].covers,
    )


def ranked_probability_score(ordered: Sequence[float], true: float) -> float:
    """The continuous ranked probability score of a sample, the smallest value first; 0 is best."""
    number = len(ordered)
    away = sum(abs(value - true) for value in ordered) / number
    # The sum over all pairs, from the ranks.
    apart = 2 * sum((2 * rank - number + 1) * value for rank, value in enumerate(ordered)) / number**2
    return away - apart / 2


def _scored(asked: Sequence[PastFutures], moments: int, terms: WaitTerms) -> Backtest:
    futures, horizon_s = terms.futures or FUTURES, terms.horizon_s
    if not asked:
        return Backtest(moments, futures, horizon_s, (), None, None, None)
    said = sayings((each.question for each in asked), horizon_s)
    answers = [_answer(each, own, horizon_s) for each, own in zip(asked, said, strict=True)]
    scores = tuple(BasisScore.of(basis, [each.ranges[basis] for each in said]) for basis in Basis)
    later = [each for each in said if each.known >= FEWEST_ANSWERS]
    expected = BasisScore.of(scores[0].basis, [each.said for each in later]) if later else None
    return Backtest(
        moments,
        futures,
        horizon_s,
        tuple(answers),
        scores[0].coverage,
        scores[0].width_s,
        sum(answer.score_s for answer in answers) / len(answers),
        choice_of(said, horizon_s),
        scores,
        *_nearer(said),
        None if expected is None else expected.coverage,
        None if expected is None else expected.width_s,
    )


def _nearer(said: Iterable[PastSaying]) -> tuple[int, int]:
    """At how many moments past waits met the truth better than the simulation, and how many there were."""
    better: dict[int, float] = defaultdict(float)
    for each in said:
        ranges = each.ranges
        better[each.question.at] += interval_score(ranges[Basis.SIMULATION])
        better[each.question.at] -= interval_score(ranges[Basis.PAST_WAITS])
    return sum(gain > 0 for gain in better.values()), len(better)
