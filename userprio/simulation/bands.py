"""A pool over many random futures: the course of each, their mean, and the range of four out of five."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from statistics import fmean
from typing import Final

from msgspec import Struct

from userprio.accounting.quotas import build_tree
from userprio.base.errors import BadInput, Stopped
from userprio.base.executors import Progress, run_each
from userprio.base.formats import counted
from userprio.base.times import spoken
from userprio.classad import Evaluator, text_of
from userprio.pool import ScenarioData
from userprio.simulation.beginnings import WorldMemory
from userprio.simulation.courses import Course, Recorder, below
from userprio.simulation.monte_carlo import HIGH, LOW, Past, WorkloadModel, quantile
from userprio.simulation.results import Band, Bands, CourseBand, PairedDifference, PairedDifferences
from userprio.simulation.world import CycleTimes, World

LEAST_FUTURES: Final = 10
"""Fewer show no range of four out of five."""
USUAL_FUTURES: Final = 30
"""How many are drawn where it is not said."""
_OF_A_JOB: Final = 1 / 40
"""The part of the shortest jobs' mean length that may pass from cycle to cycle: slots then stand empty half as long."""


class Sampling(Struct, frozen=True):
    """How random futures are drawn."""

    futures: int
    seed: int = 0
    """The same seed draws the same futures, whatever else differs between two scenarios."""
    past: Past | None = None
    """Job lengths and arrivals learnt from a history."""

    def __post_init__(self) -> None:
        if self.futures < LEAST_FUTURES:
            raise BadInput(f"a range takes {LEAST_FUTURES} futures or more")


class Followed(Struct, frozen=True):
    """What came of a pool: of one future, or in the mean of several."""

    submitters: Recorder
    groups: Recorder
    cycles: int
    waited_weight_s: float
    """Weight-seconds for which slots stood empty between claims."""
    started: Mapping[str, int] = {}
    """How many jobs of each submitter started; empty if they were not counted."""
    bands: Bands | None = None


def followed(course: Course, started: Mapping[str, int] | None = None) -> Followed:
    """What came of the world of a course."""
    claims = course.world.claims
    waited_s, cycles = claims.waited_weight_s, course.world.cycles
    return Followed(course.submitters, course.groups, cycles, waited_s, started or {})


def sample_courses(
    scenario: ScenarioData,
    model: WorkloadModel,
    sampling: Sampling,
    times: Sequence[int],
    names: tuple[Sequence[str], Sequence[str]],
    executor: Executor | None,
    progress: Progress,
) -> Followed:
    """Follow submitters and groups of these names through random futures, all looked at at the same times.

    Raises:
        Stopped: `progress` raised it, before there were enough futures for a range; later, fewer are drawn.
    """
    paced, length_s = _paced(scenario, model), max(times[-1] - times[0], 1)
    run = partial(_course, _Courses(scenario, model, sampling.seed, times, names, paced, WorldMemory()))
    futures: list[Followed] = []
    try:
        futures.extend(run_each(run, range(sampling.futures), executor, progress))
    except Stopped:
        if len(futures) < LEAST_FUTURES:
            raise
    tree = build_tree(scenario.config)
    inside = {group: [name for name in names[0] if below(tree, name, group)] for group in names[1]}
    submitters = _bands(futures, lambda future: future.submitters, {name: [name] for name in names[0]}, length_s)
    groups = _bands(futures, lambda future: future.groups, inside, length_s)
    assumptions = tuple(_assumptions(sampling, model, len(futures), paced.interval_s))
    return Followed(
        Recorder.mean([future.submitters for future in futures]),
        Recorder.mean([future.groups for future in futures]),
        round(fmean(future.cycles for future in futures)),
        fmean(future.waited_weight_s for future in futures),
        bands=Bands(len(futures), sampling.seed, submitters, groups, assumptions),
    )


class _Courses(Struct, frozen=True):
    """What random futures are drawn of, and what is looked at in each."""

    scenario: ScenarioData
    model: WorkloadModel
    seed: int
    times: Sequence[int]
    names: tuple[Sequence[str], Sequence[str]]
    paced: CycleTimes
    memory: WorldMemory


def _course(of: _Courses, number: int, progress: Progress) -> Followed:
    """What came of one random future."""
    work = of.model.draw(f"{of.seed} {number}", float(of.scenario.now), float(of.times[-1]))
    world = World(of.scenario, work, expected=work.owners, memory=of.memory, sent_s=work.sent_s, wants_first=False)
    course = Course(world, *of.names)
    world.pace(of.paced)
    world.feed(work.coming())
    course.follow(of.times, lambda by: progress(0, 1), 0)
    # A job that was interrupted starts more than once.
    return followed(course, Counter(owner[0] for owner, _ in set(work.started)))


def _paced(scenario: ScenarioData, model: WorkloadModel) -> CycleTimes:
    """When cycles come: further apart than configured, where jobs are long, since there are many futures."""
    times = CycleTimes.from_config(scenario.config)
    names = dict.fromkeys(text_of(Evaluator(scenario.now), ad, "Name") or "" for ad in scenario.pool.submitters)
    shortest_s = min((model.mean_s(name) for name in names), default=0.0)
    interval_s = max(times.interval_s, int(_OF_A_JOB * shortest_s))
    return times if interval_s == times.interval_s else CycleTimes(interval_s, interval_s)


def _bands(
    futures: Sequence[Followed],
    recorder: Callable[[Followed], Recorder],
    members: Mapping[str, Sequence[str]],
    length_s: int,
) -> tuple[CourseBand, ...]:
    return tuple(
        CourseBand(
            name,
            means := tuple(sum(map(future.submitters.used, own)) / length_s for future in futures),
            band(means),
            band([sum(future.started.get(member, 0) for member in own) for future in futures]),
            tuple(map(band, zip(*([p.in_use for p in recorder(it).points[name]] for it in futures), strict=True))),
            tuple(map(band, zip(*(recorder(it).effective_priorities(name) for it in futures), strict=True))),
        )
        for name, own in members.items()
    )


def band(values: Sequence[float]) -> Band:
    """The range of four out of five of these values, and their median."""
    low, median, high = (quantile(sorted(values), part) for part in (LOW, 0.5, HIGH))
    assert low is not None and median is not None and high is not None
    return Band(low, median, high)


def _assumptions(sampling: Sampling, model: WorkloadModel, futures: int, interval_s: int) -> Iterator[str]:
    yield f"use and priorities are the means of {counted(futures, 'random future')}, seed {sampling.seed}"
    yield model.coming.assumption
    yield f"cycles are simulated {spoken(interval_s)} apart"
    if sampling.past is None:
        yield "lengths of jobs are spread around what options, limits and running jobs say; --history has real ones"
    else:
        yield from sampling.past.remarks


def paired_differences(before: Bands, after: Bands) -> PairedDifferences:
    """Those of submitters and of groups, from bands of the same futures; who is on one side only has 0 on the other.

    Raises:
        ValueError: they are of different futures.
    """
    if (before.futures, before.seed) != (after.futures, after.seed):
        raise ValueError("these are bands of different futures")
    sides = (before.submitters, after.submitters), (before.groups, after.groups)
    return PairedDifferences(*(_differences(*pair, before.futures) for pair in sides))


def _differences(
    before: Sequence[CourseBand], after: Sequence[CourseBand], futures: int
) -> tuple[PairedDifference, ...]:
    sides: list[dict[str, tuple[float, ...]]] = [{it.name: it.means for it in side} for side in (before, after)]
    nothing = (0.0,) * futures
    names = dict.fromkeys((*sides[0], *sides[1]))
    return tuple(paired(name, *(side.get(name, nothing) for side in sides)) for name in names)


def paired(name: str, before: Sequence[float], after: Sequence[float]) -> PairedDifference:
    """How a figure differs, from its values on both sides in the same futures."""
    differences = [new - old for old, new in zip(before, after, strict=True)]
    more = sum(difference > 0 for difference in differences) / len(differences)
    return PairedDifference(name, band(before), band(after), band(differences), more)
