"""How often the ranges of `wait` were right: it is asked at past moments of the history, which knows what happened.

At each moment the pool is what the history says (`past_scenario`), and what `wait` knows is the history up to then. The
answers are scored by coverage of the range, by its width, and by the continuous ranked probability score (Gneiting and
Raftery 2007), which is the mean distance of the futures from the truth less half of that among themselves.

Where the ranges did not hold, those of the present are moved (`recalibration`), and so are those of the past: of each
tenth of the moments, as the others show. How often they hold then is what is to be expected of the present.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from functools import partial
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.analysis.wait.futures import DAY_S, WaitTerms
from userprio.analysis.wait.past import known_jobs, past_of, workload_model
from userprio.analysis.wait.recalibration import (
    FEWEST_ANSWERS,
    UNCHANGED,
    PastRange,
    Recalibration,
    recalibration,
)
from userprio.base import BadInput, Progress, run_each
from userprio.negotiation import Memory
from userprio.pool import ScenarioData
from userprio.simulation import (
    Demand,
    Start,
    StartTarget,
    WaitRange,
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
_PARTS: Final = 10
"""Into so many parts the moments are divided to see how often ranges hold that other moments moved."""


class BacktestAnswer(Struct, frozen=True):
    """What was said at a past moment about the first start of a submitter's jobs, and what happened."""

    at: int
    """Seconds since the epoch."""
    submitter: str
    waits: WaitRange
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
    recalibration: Recalibration = UNCHANGED
    """Where ranges of the present are moved to; nowhere as long as answers are few."""
    recalibrated_coverage: float | None = None
    """The part of the ranges that contained the true start when moved as the answers at other moments show; None:
    answers are too few."""
    recalibrated_width_s: float | None = None
    """The mean width of these."""


def backtest(
    scenario: ScenarioData,
    history: History,
    terms: WaitTerms,
    submitter: str | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    moments: int = MOMENTS,
) -> Backtest:
    """Ask at so many past moments when the first job of a submitter starts, or of everybody with idle jobs.

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
    run = partial(_answers, _Past(scenario, history, jobs, drawn, submitter))
    answers = [answer for own in run_each(run, ats, executor, progress) for answer in own]
    return _scored(answers, moments, drawn)


class _Past(Struct, frozen=True):
    """What is known of past moments, and what is asked at each."""

    scenario: ScenarioData
    history: History
    jobs: Sequence[PastJob]
    terms: WaitTerms
    submitter: str | None


def _answers(past: _Past, at: int, progress: Progress) -> list[BacktestAnswer]:
    """What is said at a past moment."""
    progress(0, 1)
    targets = [StartTarget(name) for name in waiting_at(past.jobs, at) if past.submitter in (None, name)]
    if not targets:
        return []
    asked = ask_past(at, past.scenario, past.history, past.jobs, past.terms, targets)
    return list(map(partial(_answer, past.terms.horizon_s), asked))


class PastFutures(Struct, frozen=True):
    """When a target started in the futures of a past moment, and when it really did."""

    at: int
    """Seconds since the epoch."""
    target: StartTarget
    starts: tuple[Start, ...]
    true_s: float
    """How long it took; infinite if the history ends before."""


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
) -> Iterator[PastFutures]:
    """Ask at a past moment when the targets start, knowing what was known then.

    `jobs` are those of `known_jobs`, and say what happened.
    """
    then = past_scenario(scenario, jobs, at)
    # What condor_history had by then: the jobs that had left the queue.
    over = tuple(job for job in history.jobs if job.ended_at is not None and job.ended_at <= at)
    past = past_of(replace(history, jobs=over), then)
    expected = workload_model(then, replace(terms, past=past, coming=terms.coming or Demand.HISTORY))
    memory = Memory()
    seeds = (f"{terms.seed} {at} {number}" for number in range(terms.futures or FUTURES))
    futures = [sample_future(then, expected, targets, seed, terms.horizon_s, memory).starts for seed in seeds]
    waiting = [job for job in jobs if waits_at(job, at)]
    for place, target in enumerate(targets):
        meant = (job for job in waiting if target.is_meant((job.submitter, job.schedd), job.id))
        began = (job.started_at - at for job in meant if job.started_at is not None)
        yield PastFutures(at, target, tuple(starts[place] for starts in futures), min(began, default=math.inf))


def _answer(horizon_s: int, asked: PastFutures) -> BacktestAnswer:
    waits, ordered = WaitRange.of(asked.starts), [min(wait_s, horizon_s) for wait_s in ordered_waits(asked.starts)]
    known_s = min(asked.true_s, float(horizon_s))
    rank = (bisect_left(ordered, known_s) + bisect_right(ordered, known_s)) / 2 / len(ordered)
    covered = PastRange.of(waits, known_s, horizon_s).covers
    true = None if asked.true_s > horizon_s else asked.true_s
    score_s = ranked_probability_score(ordered, known_s)
    return BacktestAnswer(asked.at, asked.target.submitter, waits, true, rank, score_s, covered)


def ranked_probability_score(ordered: Sequence[float], true: float) -> float:
    """The continuous ranked probability score of a sample, the smallest value first; 0 is best."""
    number = len(ordered)
    away = sum(abs(value - true) for value in ordered) / number
    # The sum over all pairs, from the ranks.
    apart = 2 * sum((2 * rank - number + 1) * value for rank, value in enumerate(ordered)) / number**2
    return away - apart / 2


def _scored(answers: Sequence[BacktestAnswer], moments: int, terms: WaitTerms) -> Backtest:
    futures, horizon_s = terms.futures or FUTURES, terms.horizon_s
    if not answers:
        return Backtest(moments, futures, horizon_s, (), None, None, None)
    ranges = [_past_range(answer, horizon_s) for answer in answers]
    score_s = sum(answer.score_s for answer in answers) / len(answers)
    coverage = sum(answer.covered for answer in answers) / len(answers)
    result = Backtest(moments, futures, horizon_s, tuple(answers), coverage, _width_s(ranges), score_s)
    if len(answers) < FEWEST_ANSWERS:
        return result
    moved = list(_moved_by_others(answers, ranges, horizon_s))
    return replace(
        result,
        recalibration=recalibration(ranges),
        recalibrated_coverage=sum(past.covers for past in moved) / len(moved),
        recalibrated_width_s=_width_s(moved),
    )


def _moved_by_others(
    answers: Sequence[BacktestAnswer], ranges: Sequence[PastRange], horizon_s: int
) -> Iterator[PastRange]:
    """The ranges of each tenth of the moments, moved as those of the other moments show."""
    moments = sorted({answer.at for answer in answers})
    part_of = {at: place * _PARTS // len(moments) for place, at in enumerate(moments)}
    for part in range(_PARTS):
        others = recalibration([own for own, answer in zip(ranges, answers, strict=True) if part_of[answer.at] != part])
        for answer, own in zip(answers, ranges, strict=True):
            if part_of[answer.at] == part:
                yield PastRange.of(others.moved(answer.waits, horizon_s), own.true_s, horizon_s)


def _past_range(answer: BacktestAnswer, horizon_s: int) -> PastRange:
    return PastRange.of(answer.waits, math.inf if answer.true_s is None else answer.true_s, horizon_s)


def _width_s(ranges: Sequence[PastRange]) -> float:
    return sum(past.high_s - past.low_s for past in ranges) / len(ranges)
