"""A past period as it might have been as well: its days in another order, some of them twice, others not at all.

What one period shows of two policies is one case. How far other cases would differ is estimated by the bootstrap for
dependent data (H. R. Künsch, The Jackknife and the Bootstrap for General Stationary Observations, 1989): whole days are
drawn with replacement, so that what belongs together in a day stays together, such as hours, clusters and lengths. Both
policies run the same drawn periods, and only what differs between them counts.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from datetime import UTC, datetime
from functools import partial
from math import ceil
from operator import attrgetter
from random import Random
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from userprio.base.errors import BadInput, Stopped
from userprio.base.executors import Progress, run_each
from userprio.base.formats import counted
from userprio.pool import ScenarioData, job_number
from userprio.simulation.bands import LEAST_FUTURES, Sampling, paired
from userprio.simulation.history import History, PastJob
from userprio.simulation.replay import cycle_times, replay_policy
from userprio.simulation.replay_state import ReplaySetup, set_up_replay
from userprio.simulation.results import Figures, PairedDifference, PairedDifferences, ReplayDifferences, ReplayTerms

DAY_S: Final = 86_400
LEAST_DAYS: Final = 7
"""Fewer say little about how far days differ."""
_SATURDAY: Final = 5


def drawn_period(history: History, begins_at: float, ends_at: float, seed: str) -> History:
    """The history with each day of a period replaced by one of its days, drawn at random.

    A day from Monday to Friday is replaced by such a day, and one of a weekend by such a one, if there are two or more;
    days are 24 hours from the beginning of the period, by their first moment in UTC. Jobs that were queued before stay.
    """
    random = Random(seed)
    jobs = sorted(history.jobs, key=attrgetter("queued_at"))
    moments = [job.queued_at for job in jobs]
    days = range(ceil((ends_at - begins_at) / DAY_S))
    bounds = [bisect_left(moments, begins_at + day * DAY_S) for day in (*days, len(days))]
    # The last day of a period may be a part of one, and cannot stand for a whole day.
    whole = range(int((ends_at - begins_at) // DAY_S))
    alike: dict[bool, list[int]] = defaultdict(list)
    for day in whole:
        alike[_is_weekend(begins_at, day)].append(day)
    stride = max((_cluster(job) for job in jobs), default=0) + 1
    drawn = jobs[: bounds[0]]
    for day in days:
        own = alike[_is_weekend(begins_at, day)]
        source = random.choice(own if len(own) > 1 else whole)
        moved = (_moved(job, day - source, stride * (day + 1)) for job in jobs[bounds[source] : bounds[source + 1]])
        drawn += [job for job in moved if job.queued_at <= ends_at]
    return replace(history, jobs=tuple(drawn))


def _is_weekend(begins_at: float, day: int) -> bool:
    return datetime.fromtimestamp(begins_at + day * DAY_S, UTC).weekday() >= _SATURDAY


def _cluster(job: PastJob) -> int:
    return int(job.id.partition(".")[0])


def _moved(job: PastJob, days: int, further: int) -> PastJob:
    """The job so many days later, in a cluster of its own number."""
    by = float(days * DAY_S)
    cluster, proc = _cluster(job) + further, job.id.partition(".")[2]
    queued_at = job.queued_at + by
    number = job_number(job.schedd, cluster, int(proc or 0), int(queued_at))
    # A trace has ads without numbers, which serve all jobs that are alike.
    numbers = {name: value for name, value in number.items() if name in job.ad}
    if numbers:
        numbers["QDate"] = int(queued_at)
    return replace(
        job,
        id=f"{cluster}.{proc}",
        queued_at=queued_at,
        started_at=_later(job.started_at, by),
        last_started_at=_later(job.last_started_at, by),
        ended_at=_later(job.ended_at, by),
        matched_at=_later(job.matched_at, by),
        ad=job.ad.replace(numbers),
    )


def _later(moment: float | None, by: float) -> float | None:
    return None if moment is None else moment + by


_Side: TypeAlias = tuple[Sequence[Figures], Sequence[Figures], Figures]
"""Submitters, groups and everybody in one drawn period, under one policy."""


def check_days(setup: ReplaySetup) -> None:
    """Raise BadInput if a period has too few days to draw others from."""
    length_s = setup.ends_at - setup.begins_at
    if length_s < LEAST_DAYS * DAY_S:
        has = counted(int(length_s // DAY_S), "whole day")
        raise BadInput(f"a range takes a period of {LEAST_DAYS} days at least, and this one has {has}")


def replay_differences(
    scenario: ScenarioData,
    others: Mapping[str, ScenarioData],
    history: History,
    terms: ReplayTerms,
    sampling: Sampling,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> tuple[ReplayDifferences, ...]:
    """What each of the other policies does, by name, in drawn periods: the range of four out of five.

    Raises:
        BadInput: the period has too few days.
        Stopped: `progress` raised it, before there were enough periods for a range; later, fewer are drawn.
    """
    setup = set_up_replay(scenario, history, terms)
    check_days(setup)
    begins, ends = setup.begins_at, setup.ends_at
    same = replace(terms, begins_at=begins, ends_at=ends, each_job=False, looks=False)

    run = partial(_drawn, _Drawn((scenario, *others.values()), history, same, sampling.seed))
    futures: list[list[_Side]] = []
    try:
        futures.extend(run_each(run, range(sampling.futures), executor, progress))
    except Stopped:
        if len(futures) < LEAST_FUTURES:
            raise
    length_s = ends - begins
    return tuple(
        _differences(name, [(sides[0], sides[place]) for sides in futures], length_s, sampling.seed)
        for place, name in enumerate(others, 1)
    )


class _Drawn(Struct, frozen=True):
    """What drawn periods are drawn from, and replayed on."""

    scenarios: Sequence[ScenarioData]
    history: History
    terms: ReplayTerms
    """With the bounds of the period."""
    seed: int


def _drawn(what: _Drawn, number: int, progress: Progress) -> list[_Side]:
    """One drawn period under each policy."""
    begins, ends = what.terms.begins_at, what.terms.ends_at
    assert begins is not None and ends is not None
    drawn = drawn_period(what.history, begins, ends, f"{what.seed} {number}")
    sides: list[_Side] = []
    for scenario in what.scenarios:
        setup = set_up_replay(scenario, drawn, what.terms)
        policy = replay_policy(setup, times=cycle_times(setup, what.terms))
        sides.append((policy.submitters, policy.groups, policy.everybody))
        progress(0, 1)
    return sides


def _differences(policy: str, pairs: Sequence[tuple[_Side, _Side]], length_s: float, seed: int) -> ReplayDifferences:
    submitters = [[{own.name: own for own in side[0]} for side in pair] for pair in pairs]
    groups = [[{own.name: own for own in side[1]} for side in pair] for pair in pairs]

    def of(
        sides: Sequence[Sequence[Mapping[str, Figures]]], figure: Callable[[Figures | None], float | None]
    ) -> tuple[PairedDifference, ...]:
        names = dict.fromkeys(name for pair in sides for side in pair for name in side)
        return tuple(_of_all(names, sides, figure))

    def used(own: Figures | None) -> float:
        return 0.0 if own is None else own.used_weight_s / length_s

    def waited(own: Figures | None) -> float | None:
        return None if own is None or not own.jobs else own.waits.mean_s

    return ReplayDifferences(
        policy,
        len(pairs),
        seed,
        PairedDifferences(of(submitters, used), of(groups, used)),
        PairedDifferences(of(submitters, waited), of(groups, waited)),
        paired("", [pair[0][2].waits.mean_s for pair in pairs], [pair[1][2].waits.mean_s for pair in pairs]),
        f"ranges are of {counted(len(pairs), 'period')} made of days of this one, drawn at random, seed {seed}: the "
        "same for both policies",
    )


def _of_all(
    names: Mapping[str, None],
    sides: Sequence[Sequence[Mapping[str, Figures]]],
    figure: Callable[[Figures | None], float | None],
) -> Iterator[PairedDifference]:
    for name in names:
        values = [[figure(side.get(name)) for side in pair] for pair in sides]
        known = [(before, after) for before, after in values if before is not None and after is not None]
        if len(known) == len(values):
            before, after = zip(*known, strict=True)
            yield paired(name, before, after)
