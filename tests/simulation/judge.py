"""Whether simulated lives of a pool could be real ones: `python -m tests.simulation.judge FOLDER …`.

Each folder of `recorded` is a beginning of a real pool (HTCondor 25.14.1) and what came of it in ten recordings: all
with the same jobs of the same lengths, submitted by the same plan. Recordings part from each other, since it depends
on a fraction of a second who is served first; a simulation is right if nobody can tell it from them.

A life is a point: the times at which each job first began and last ended. A simulation begins as one recording began:
the part of a second in which its negotiator started, the moments at which jobs came and schedds were heard from, and
the lengths that jobs had there; in which part of its second each schedd sent its ads is drawn. Simulations of one half
of the recordings are compared with the other half, and the reverse, so that none is compared with what it began from.
The statistic is the energy distance (Székely and Rizzo, 2013), its distribution that over all ways to divide the points
of a comparison in two.
"""

import json
import math
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

from msgspec import structs

from tests.simulation.lives import START_S, SUBMIT_S, Life, read_life
from tests.simulation.recorded_work import Arrival, recorded_world
from userprio.classad import Evaluator, integer_of, text_of
from userprio.simulation.world import CycleTimes

RECORDED = Path(__file__).parent / "recorded"
_DRAWS = 4_000

Point = tuple[float, ...]
"""The first start and the last end of each job, in seconds from the second in which the negotiator started."""
Runs = dict[str, list[tuple[float, float | None]]]


class Recording(NamedTuple):
    """How one recording began, in seconds from the second in which its negotiator started, and what came of it."""

    started: float
    came: dict[str, float]
    """By schedd and cluster."""
    heard: dict[str, int]
    """When each schedd had last been heard from."""
    runs: Runs
    """By schedd and job."""


class Recorded(NamedTuple):
    """A beginning and its recordings."""

    life: Life
    seconds: int
    recordings: tuple[Recording, ...]
    jobs: tuple[str, ...]

    def asked_s(self, job: str) -> float:
        """How long a job sleeps."""
        schedd, number = job.split()
        lengths = self.life.work.lengths_s
        return next(
            length for (name, own), length in lengths.items() if own == number and (name or "").startswith(schedd)
        )

    def point(self, runs: Runs) -> Point:
        """What became of every job up to the end; one that did not start or end has done so at the end."""
        end = float(self.seconds)
        firsts = [min((start for start, _ in runs.get(job, ())), default=end) for job in self.jobs]
        lasts = [max((end if to is None else to for _, to in runs.get(job, ())), default=end) for job in self.jobs]
        return tuple(min(value, end) for value in (*firsts, *lasts))


def read_recorded(folder: Path) -> Recorded:
    """A folder of `recorded`."""
    text = json.loads((folder / "recordings.json").read_text())
    recordings = tuple(Recording(*each.values()) for each in text["recordings"])
    jobs = sorted(set().union(*(recording.runs for recording in recordings)))
    return Recorded(read_life(folder), text["seconds"], recordings, tuple(jobs))


def lengths_of(recorded: Recorded, recording: Recording) -> dict[str, float]:
    """How long each job ran where it ran to its end, elsewhere as much longer than it asked for as these in the mean.

    A machine adds its own delays to a sleep, more when it is busy.
    """
    asked = {job: recorded.asked_s(job) for job in recorded.jobs}
    ran = {
        job: to - start
        for job, runs in recording.runs.items()
        for start, to in runs
        if to is not None and to - start >= asked[job]
    }
    longer_s = fmean(length - asked[job] for job, length in ran.items())
    return {job: ran.get(job, asked[job] + longer_s) for job in recorded.jobs}


def simulated(recorded: Recorded, of: Recording, random: Random) -> Point:
    """A simulation of the life that begins as that recording did, with its lengths."""
    life = recorded.life
    start, evaluator = life.scenario.now, Evaluator(life.scenario.now)

    def key(schedd: str | None, rest: object) -> str:
        return f"{(schedd or '').partition('@')[0]} {rest}"

    submitters = tuple(
        ad.replace({"LastHeardFrom": start + of.heard[(text_of(evaluator, ad, "ScheddName") or "").partition("@")[0]]})
        for ad in life.scenario.pool.submitters
    )
    arrivals = []
    for arrival in life.work.arrivals:
        schedd = (text_of(evaluator, arrival.ad, "GlobalJobId") or "").partition("#")[0]
        at = start + of.came[key(schedd, integer_of(evaluator, arrival.ad, "ClusterId"))] + SUBMIT_S
        arrivals.append(Arrival(at, arrival.ad.replace({"QDate": int(at)})))
    arrivals.sort(key=lambda arrival: arrival.at)
    pool = structs.replace(life.scenario.pool, submitters=submitters)
    scenario = structs.replace(life.scenario, pool=pool)
    first_at = start + of.started + START_S
    times = structs.replace(CycleTimes.from_config(scenario.config), first_at=first_at)
    phases = {schedd: random.random() for schedd in sorted(of.heard)}

    def sent_s(schedd: str | None) -> float:
        return phases[(schedd or "").partition("@")[0]]

    ran = lengths_of(recorded, of)
    drawn = {own: ran[key(*own)] for own in life.work.lengths_s if key(*own) in ran}
    work = structs.replace(life.work, arrivals=arrivals, lengths_s={**life.work.lengths_s, **drawn})
    world = recorded_world(scenario, work, times, sent_s)
    world.run_until(start + recorded.seconds)
    runs: Runs = {}
    for run in world.claims.all_runs():
        runs.setdefault(key(run.schedd, run.job), []).append((run.started_at - start, run.ended_at - start))
    return recorded.point(runs)


class Verdict(NamedTuple):
    """How simulations of a life stand to its recordings."""

    p: float
    """The part of all divisions in which the energy distance is at least as large."""
    apart: float
    """Mean distance of simulations from recordings that they did not begin from, in seconds a time."""
    really_apart: float
    """The same of recordings from each other."""
    outermost: float
    """The part of the times of jobs, and simulations, that no recording is beyond."""
    expected: float
    """What that part would be if the simulation were one more recording."""


def judged(recorded: Recorded, seed: int = 0) -> Verdict:
    """Hold simulations of a life against its recordings."""
    random, count = Random(f"judge {seed}"), len(recorded.recordings)
    real = [recorded.point(recording.runs) for recording in recorded.recordings]
    halves = [range(0, count, 2), range(1, count, 2)]
    ours = [simulated(recorded, of, random) for of in recorded.recordings]
    comparisons = []
    for began, compared in (halves, halves[::-1]):
        comparisons.append(([ours[index] for index in began], [real[index] for index in compared]))
    p = permutation_test(comparisons, random)
    others = [(ours[index], [real[other] for other in range(count) if other != index]) for index in range(count)]
    return Verdict(
        p,
        fmean(distance(point, other) for point, rest in others for other in rest),
        fmean(distance(*pair) for pair in combinations(real, 2)),
        fmean(fmean(_is_outermost(point, rest)) for point, rest in others),
        2 / count,
    )


def _is_outermost(point: Point, others: Sequence[Point]) -> Iterator[bool]:
    """Of each time, whether it is beyond those of all others; recordings know seconds only."""
    for value, *rest in zip(point, *others, strict=True):
        yield math.floor(value) < min(rest) or math.floor(value) > max(rest)


def distance(a: Point, b: Point) -> float:
    """The root of the mean square of the differences, in seconds."""
    return math.dist(a, b) / math.sqrt(len(a))


def energy(between: Sequence[Sequence[float]], first: Sequence[int], second: Sequence[int]) -> float:
    """The energy distance of two samples, given the distances of all points."""

    def mean(one: Sequence[int], other: Sequence[int]) -> float:
        return sum(between[i][j] for i in one for j in other) / (len(one) * len(other))

    return 2 * mean(first, second) - mean(first, first) - mean(second, second)


def permutation_test(comparisons: Sequence[tuple[Sequence[Point], Sequence[Point]]], random: Random) -> float:
    """The part of the random divisions of each comparison whose energy distances sum up to as much or more."""
    total, divided = 0.0, []
    for ours, real in comparisons:
        points = [*ours, *real]
        between = [[distance(a, b) for b in points] for a in points]
        indices = list(range(len(points)))
        of = partial(energy, between)
        total += of(indices[: len(ours)], indices[len(ours) :])
        divided.append((of, indices, len(ours)))
    as_far = 0
    for _ in range(_DRAWS):
        drawn = 0.0
        for of, indices, count in divided:
            random.shuffle(indices)
            drawn += of(indices[:count], indices[count:])
        as_far += drawn >= total - 1e-9
    return (as_far + 1) / (_DRAWS + 1)


def main(folders: Sequence[str]) -> None:
    """Print a line for each life."""
    for folder in map(Path, folders):
        verdict = judged(read_recorded(folder))
        print(
            f"{folder.name:24} p {verdict.p:.3f}; seconds apart: simulations from recordings {verdict.apart:.1f}, "
            f"recordings from each other {verdict.really_apart:.1f}; outermost {verdict.outermost:.1%}, "
            f"expected {verdict.expected:.1%}"
        )


if __name__ == "__main__":
    main(sys.argv[1:] or sorted(map(str, RECORDED.iterdir())))
