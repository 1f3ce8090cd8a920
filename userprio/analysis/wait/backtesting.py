"""How often the ranges of `wait` were right: it is asked at past moments of the history, which knows what happened.

At each moment the pool is what the history says (`past_scenario`), and what `wait` knows is the history up to then. The
answers are scored by coverage of the range, by its width, and by the continuous ranked probability score (Gneiting and
Raftery 2007), which is the mean distance of the futures from the truth less half of that among themselves.

Where the ranges were too narrow or too wide, the quantiles between which four out of five true starts were are taken
instead of the 10th and the 90th, and the one that half of them were below instead of the median (conformal prediction;
Chernozhukov, Wüthrich and Zhu 2021).
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from random import Random
from statistics import median
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.analysis.wait.futures import DAY_S, Progress, WaitTerms
from userprio.analysis.wait.past import known_jobs, past_of, workload_model
from userprio.base import BadInput
from userprio.negotiation import Memory
from userprio.pool import ScenarioData
from userprio.simulation import (
    HIGH,
    LOW,
    Demand,
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
_FEWEST_ANSWERS: Final = 20
"""Fewer answers do not tell how wide ranges have to be."""


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
    low: float = LOW
    middle: float = 0.5
    high: float = HIGH
    """The quantiles of the futures between which four out of five true starts were, and that half of them were below;
    0.1, 0.5 and 0.9 as long as answers are few."""

    @property
    def recalibrates(self) -> bool:
        """Whether there are answers enough for the quantiles."""
        return len(self.answers) >= _FEWEST_ANSWERS


def backtest(
    scenario: ScenarioData,
    history: History,
    terms: WaitTerms,
    submitter: str | None = None,
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
    answers: list[BacktestAnswer] = []
    for number in range(moments):
        if progress is not None:
            progress(number, moments)
        at = int(first + step * (number + random.random()))
        answers += _asked_at(at, scenario, history, jobs, drawn, submitter)
    return _scored(answers, moments, drawn)


def _asked_at(
    at: int,
    scenario: ScenarioData,
    history: History,
    jobs: Sequence[PastJob],
    terms: WaitTerms,
    submitter: str | None,
) -> Iterator[BacktestAnswer]:
    then = past_scenario(scenario, jobs, at)
    waiting: dict[str, list[PastJob]] = {}
    for job in jobs:
        if waits_at(job, at):
            waiting.setdefault(job.submitter, []).append(job)
    names = [name for name in sorted(waiting) if submitter in (None, name)]
    if not names:
        return
    # What condor_history had by then: the jobs that had left the queue.
    over = tuple(job for job in history.jobs if job.ended_at is not None and job.ended_at <= at)
    past = past_of(replace(history, jobs=over), then)
    expected = workload_model(then, replace(terms, past=past, coming=terms.coming or Demand.HISTORY))
    targets, memory = [StartTarget(name) for name in names], Memory()
    seeds = (f"{terms.seed} {at} {number}" for number in range(terms.futures or FUTURES))
    futures = [sample_future(then, expected, targets, seed, terms.horizon_s, memory).starts for seed in seeds]
    for place, name in enumerate(names):
        began = [job.started_at - at for job in waiting[name] if job.started_at is not None]
        true_s = min(began, default=math.inf)
        starts = [starts[place] for starts in futures]
        waits = [min(wait_s, terms.horizon_s) for wait_s in ordered_waits(starts)]
        yield _answer(at, name, WaitRange.of(starts), waits, true_s, terms.horizon_s)


def _answer(
    at: int, name: str, waits: WaitRange, ordered: Sequence[float], true_s: float, horizon_s: int
) -> BacktestAnswer:
    known_s = min(true_s, float(horizon_s))
    low, high = (horizon_s if value is None else value for value in (waits.low_s, waits.high_s))
    rank = (bisect_left(ordered, known_s) + bisect_right(ordered, known_s)) / 2 / len(ordered)
    covered = math.floor(low) <= known_s <= math.ceil(high)
    true = None if true_s > horizon_s else true_s
    return BacktestAnswer(at, name, waits, true, rank, ranked_probability_score(ordered, known_s), covered)


def ranked_probability_score(ordered: Sequence[float], true: float) -> float:
    """The continuous ranked probability score of a sample, the smallest value first; 0 is best."""
    number = len(ordered)
    away = sum(abs(value - true) for value in ordered) / number
    # The sum over all pairs, from the ranks.
    apart = 2 * sum((2 * rank - number + 1) * value for rank, value in enumerate(ordered)) / number**2
    return away - apart / 2


def _scored(answers: Sequence[BacktestAnswer], moments: int, terms: WaitTerms) -> Backtest:
    horizon_s = terms.horizon_s
    if not answers:
        return Backtest(moments, terms.futures or FUTURES, horizon_s, (), None, None, None)
    ends = (
        (horizon_s if end is None else end for end in (answer.waits.low_s, answer.waits.high_s)) for answer in answers
    )
    width_s = sum(min(high, horizon_s) - min(low, horizon_s) for low, high in ends) / len(answers)
    result = Backtest(
        moments,
        terms.futures or FUTURES,
        horizon_s,
        tuple(answers),
        sum(answer.covered for answer in answers) / len(answers),
        width_s,
        sum(answer.score_s for answer in answers) / len(answers),
    )
    return replace(result, **_quantiles(answers)) if result.recalibrates else result


def _quantiles(answers: Sequence[BacktestAnswer]) -> dict[str, float]:
    """Between which ranks four out of five were, with the correction for a finite sample."""
    ranks = sorted(answer.rank for answer in answers)
    tail = max(math.floor(LOW * (len(ranks) + 1)), 1)
    return {"low": ranks[tail - 1], "middle": median(ranks), "high": ranks[-tail]}
