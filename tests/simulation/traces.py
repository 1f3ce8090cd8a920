"""Ranges of `wait` on logs of real clusters, beside two ways to predict waits from past waits alone.

`python -m tests.simulation.traces [--moments N] FILE.swf=MACHINESxCORES[+MACHINESxCORES] …` reads traces in the
Standard Workload Format, such as those of the Parallel Workloads Archive, which are not part of this repository. It
goes to moments spread over each at which jobs waited, and asks when some of these start, and when the first of
everybody's. The answers are

wait
: The futures of `wait --backtest`: the pool with the jobs that ran and waited at that moment, as userprio's own pool
  of such machines would go on, and the jobs of the last weeks to draw lengths and arrivals from.
recalibrated
: The same, with ends moved as the answers of earlier moments show that they have to be: those of which it was known by
  then what happened.
past waits
: What `wait --backtest` takes from past waits alone.
past, moved
: The same, recalibrated.
chosen
: What it would have said: whichever of these four scored best until then.
QBETS
: Bounds on the quantiles of the waits of a queue (`qbets`), of jobs that had waited at least as long.
last ten
: From the shortest to the longest of the last ten waits of that user that were at least as long: the next
  is within these with a probability of nine in eleven if nothing changes.

What is later than the time looked ahead counts as that. The clusters had other schedulers than HTCondor, with rules and
limits that traces do not tell: what is measured is how a forecast does that does not know its pool. A job of several
processors is one for a machine with as many cores; wider ones are left out, and a trace of which they are most of the
work is refused, as `userprio replay` does.

The interval score (Gneiting and Raftery 2007) is the width of a range, plus ten times how far the truth is outside of
it: smaller is better. It is given for all answers, and for those before which what happened was known of twenty others.
"""

import argparse
import math
import re
import sys
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

from tests.bench.measure import commit
from tests.negotiation.builders import configured, slot
from tests.simulation.qbets import QueueBounds
from userprio.analysis.wait import WaitTerms
from userprio.analysis.wait.backtesting import PastFutures, ask_past, named_jobs, waiting_at
from userprio.analysis.wait.basis import Basis, sayings
from userprio.analysis.wait.past import known_jobs
from userprio.analysis.wait.past_waits import PastWaits
from userprio.analysis.wait.recalibration import FEWEST_ANSWERS, PastRange
from userprio.base import Processes, run_all
from userprio.ledger import Ledger
from userprio.pool import Pool, ScenarioData
from userprio.simulation import StartTarget
from userprio.simulation.history import History, PastJob, part_in_pieces, read_trace

DAY = 86_400
MOMENTS, FUTURES = 100, 20
HORIZON_S = DAY // 2
KNOWN_S = 28 * DAY
"""The history that `wait` is given."""
LATEST = 10
MOST_IN_PIECES = 0.5
_QUEUE_FIELD, _WIDTHS = 14, (1, 4, 16, 64)
_SIZES = re.compile(r"(\d+)x(\d+)\Z")


class Range(NamedTuple):
    """A range of 80 %, in seconds from the moment."""

    low_s: float
    high_s: float

    def within(self, horizon_s: float) -> "Range":
        """As far as the time looked ahead."""
        return Range(*(min(max(end, 0.0), horizon_s) for end in self))

    def covers(self, true_s: float) -> bool:
        """Whether it started then; traces are in whole seconds."""
        return math.floor(self.low_s) <= true_s <= math.ceil(self.high_s)

    def score_s(self, true_s: float) -> float:
        """The interval score."""
        return self.high_s - self.low_s + 10 * max(self.low_s - true_s, true_s - self.high_s, 0.0)


@dataclass(frozen=True)
class Answer:
    """What a method said at a moment, and what happened."""

    kind: str
    """Of the question: `job` or `first`."""
    method: str
    at: int
    range_s: Range
    true_s: float
    known: int = 0
    """Of how many earlier answers of that kind it was known what happened."""


@dataclass(frozen=True)
class Trace:
    """The jobs of a cluster that fit a machine, and its machines."""

    name: str
    history: History
    left_out: float
    """The part of the work that is in wider jobs."""
    queues: Mapping[str, int]
    """By the number of a job."""
    machines: Sequence[tuple[int, int]]
    """How many of so many cores each."""

    def scenario(self) -> ScenarioData:
        """A pool of such machines."""
        slots = []
        for cores in (cores for count, cores in self.machines for _ in range(count)):
            amounts = {"Cpus": cores, "Memory": 1024 * cores, "Disk": 10**6}
            cut = {"PartitionableSlot": "true", "TotalSlotCpus": cores} if cores > 1 else {}
            slots.append(slot(len(slots) + 1, **amounts, **cut))
        return ScenarioData(Pool(tuple(slots)), Ledger.empty(), configured(), int(self.history.begins_at))


def read(path: Path, machines: Sequence[tuple[int, int]]) -> Trace:
    """A trace of a cluster of these machines.

    Raises:
        SystemExit: most of its work is in jobs that are wider than a machine.
    """
    history = read_trace(path, max(cores for _, cores in machines))
    left_out = part_in_pieces(history.jobs)
    if left_out > MOST_IN_PIECES:
        raise SystemExit(f"{path.name}: {left_out:.0%} of the work is in jobs that are wider than a machine")
    kept = tuple(job for job in history.jobs if job.pieces == 1 and not job.withdrawn and job.started_at is not None)
    with path.open(errors="replace") as lines:
        words = (line.split() for line in lines if line.strip() and not line.lstrip().startswith(";"))
        queues = {f"{int(word[0])}.0": int(word[_QUEUE_FIELD]) for word in words if len(word) > _QUEUE_FIELD}
    return Trace(path.name, History(kept, trace=True), left_out, queues, machines)


@dataclass
class OtherMethods:
    """What the two other methods know at a moment: the waits of the jobs that had started by then."""

    trace: Trace
    bounds: dict[tuple[int, int], QueueBounds] = field(default_factory=lambda: defaultdict(QueueBounds))
    latest: dict[str, deque[float]] = field(default_factory=lambda: defaultdict(lambda: deque(maxlen=1000)))

    def __post_init__(self) -> None:
        self._starts = sorted(self.trace.history.jobs, key=lambda job: (job.started_at or 0.0, job.id))
        self._next = 0

    def _queue(self, job: PastJob) -> tuple[int, int]:
        width = sum(job.weight > least for least in _WIDTHS)
        return self.trace.queues.get(job.id, -1), width

    def until(self, at: float) -> None:
        """Go on to a later moment."""
        while self._next < len(self._starts) and (self._starts[self._next].started_at or 0.0) <= at:
            job = self._starts[self._next]
            wait_s = (job.started_at or 0.0) - job.queued_at
            self.bounds[self._queue(job)].observe(wait_s)
            self.latest[job.submitter].append(wait_s)
            self._next += 1

    def answers(self, job: PastJob, at: int) -> Iterator[tuple[str, Range]]:
        """The ranges of what is left of a job's wait."""
        waited_s = at - job.queued_at
        yield "QBETS", self._left(self.bounds[self._queue(job)].range_s(waited_s), waited_s)
        longer = [wait_s for wait_s in self.latest[job.submitter] if wait_s > waited_s][-LATEST:]
        known = (min(longer), max(longer)) if longer else (0.0, math.inf)
        yield "last ten", self._left(known, waited_s)

    @staticmethod
    def _left(total_s: tuple[float, float], waited_s: float) -> Range:
        low, high = total_s
        return Range(low - waited_s, high - waited_s)


def moments(trace: Trace, number: int, random: Random) -> list[int]:
    """Moments spread over a trace at which jobs wait; its first sixth is for all methods to learn from."""
    begins, ends = trace.history.begins_at, trace.history.jobs[-1].queued_at - HORIZON_S
    first = begins + (ends - begins) / 6
    waits = sorted(
        (job.queued_at, job.started_at or 0.0)
        for job in trace.history.jobs
        if (job.started_at or 0.0) - job.queued_at > 1
    )
    step, found = (ends - first) / number, list[int]()
    for place in range(number):
        since, until = first + step * place, first + step * (place + 1)
        own = [(max(begin, since), min(end, until)) for begin, end in waits if begin < until and end > since + 1]
        own = [(begin, end) for begin, end in own if end - begin > 1]
        if own:
            begin, end = random.choice(own)
            found.append(int(random.uniform(begin, end - 1)) + 1)
    return found


def asked(trace: Trace, at: int, futures: int, seed: int, past_waits: PastWaits) -> list[PastFutures]:
    """The futures of that moment, for some jobs and for everybody's first start."""
    since = at - KNOWN_S
    then = (job for job in trace.history.jobs if (job.ended_at or 0.0) >= since and job.queued_at <= at + HORIZON_S)
    history, scenario = History(tuple(then), trace=True), trace.scenario()
    jobs, _ = known_jobs(history, scenario)
    waiting = waiting_at(jobs, at)
    named = named_jobs(waiting, Random(f"{seed} {at}"))
    targets = [StartTarget(job.submitter, (job.schedd, job.id)) for job in named]
    targets += [StartTarget(name) for name in waiting]
    terms = WaitTerms(futures=futures, seed=seed, horizon_s=HORIZON_S)
    return list(ask_past(at, scenario, history, jobs, terms, targets, past_waits))


def answers(trace: Trace, number: int, futures: int, seed: int = 0, processes: int = 1) -> list[Answer]:
    """What every method said at so many moments of a trace."""
    times = moments(trace, number, Random(f"{seed} {trace.name}"))
    past_waits = PastWaits(trace.history.jobs)
    with Processes(processes) as executor:
        return compared(trace, run_all(lambda at, _: asked(trace, at, futures, seed, past_waits), times, executor))


def compared(trace: Trace, found: Sequence[Sequence[PastFutures]]) -> list[Answer]:
    """What every method said where these futures were drawn, moment by moment."""
    others, result = OtherMethods(trace), list[Answer]()
    jobs = {job.id: job for job in trace.history.jobs}
    for kind in ("job", "first"):
        every = [one for own in found for one in own if (one.target.job is None) == (kind == "first")]
        for one, saying in zip(every, sayings((one.question for one in every), HORIZON_S), strict=True):
            said = {method: _range(saying.ranges[basis]) for basis, method in _METHODS.items()}
            said["chosen"] = _range(saying.said)
            if one.target.job is not None:
                others.until(one.at)
                said |= others.answers(jobs[one.target.job[1]], one.at)
            true_s = min(one.true_s, HORIZON_S)
            for method, range_s in said.items():
                result.append(Answer(kind, method, one.at, range_s.within(HORIZON_S), true_s, saying.known))
    return result


_METHODS = {
    Basis.SIMULATION: "wait",
    Basis.MOVED_SIMULATION: "recalibrated",
    Basis.PAST_WAITS: "past waits",
    Basis.MOVED_PAST_WAITS: "past, moved",
}


def _range(said: PastRange) -> Range:
    return Range(said.low_s, said.high_s)


def summary(every: Iterable[Answer]) -> str:
    """Coverage, width and score by kind of question and method."""
    by_method: dict[tuple[str, str], list[Answer]] = defaultdict(list)
    for answer in every:
        by_method[answer.kind, answer.method].append(answer)
    heading = f"{'answers':>8}{'covered':>9}{'mean width':>13}{'interval score':>16}"
    lines = [f"  {'':6}{'':13}{heading} |{heading}"]
    for (kind, method), own in sorted(by_method.items(), key=lambda pair: pair[0][0], reverse=True):
        late = [answer for answer in own if answer.known >= FEWEST_ANSWERS]
        lines.append(f"  {kind:6}{method:13}{_line(own)} |{_line(late) if late else ''}".rstrip())
    return "\n".join(lines)


def figures(name: str, every: Sequence[Answer], measured: str) -> str:
    """What pages say of a trace, for tests/bench/figures.toml, and the commit that was measured.

    Scores are those of ranges for a job, once it was known of twenty others what happened.
    """
    chosen = [answer for answer in every if answer.method == "chosen"]
    late = [answer for answer in chosen if answer.known >= FEWEST_ANSWERS]
    lines = [
        "[[traces]]",
        f'commit = "{measured}"',
        f'name = "{name}"',
        f"moments = {len({answer.at for answer in every})}",
    ]
    lines += [
        f"answers = {len(chosen)}",
        f"simulated_held = {_held([one for one in every if one.method == 'wait']):.3f}",
    ]
    lines += [f"held = {_held(chosen):.3f}", f"late_answers = {len(late)}", f"late_held = {_held(late):.3f}"]
    width_s = fmean(answer.range_s.high_s - answer.range_s.low_s for answer in late)
    lines.append(f"late_width_s = {round(width_s)}")
    for key, method in (("score_s", "chosen"), ("qbets_score_s", "QBETS"), ("last_ten_score_s", "last ten")):
        own = (one for one in every if (one.kind, one.method) == ("job", method) and one.known >= FEWEST_ANSWERS)
        scores = (one.range_s.score_s(one.true_s) for one in own)
        lines.append(f"{key} = {round(fmean(scores))}")
    return "\n".join(lines)


def _held(own: Sequence[Answer]) -> float:
    return sum(answer.range_s.covers(answer.true_s) for answer in own) / len(own)


def _line(own: Sequence[Answer]) -> str:
    covered = _held(own)
    width = fmean(answer.range_s.high_s - answer.range_s.low_s for answer in own)
    score = fmean(answer.range_s.score_s(answer.true_s) for answer in own)
    return f"{len(own):>8}{covered:>9.1%}{width:>11,.0f} s{score:>14,.0f} s"


def _machines(text: str) -> list[tuple[int, int]]:
    sizes = [_SIZES.match(word) for word in text.split("+")]
    if not all(sizes):
        raise SystemExit(f"{text!r} is not MACHINESxCORES[+MACHINESxCORES…], such as 70x2")
    return [(int(size[1]), int(size[2])) for size in sizes if size]


def main(arguments: Sequence[str]) -> None:
    """Print a table for each trace."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation.traces")
    parser.add_argument("traces", nargs="+", metavar="FILE.swf=MACHINESxCORES[+MACHINESxCORES]")
    parser.add_argument("--moments", type=int, default=MOMENTS)
    parser.add_argument("--futures", type=int, default=FUTURES)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--toml", action="store_true", help="print figures for tests/bench/figures.toml as well")
    given = parser.parse_args(arguments)
    for word in given.traces:
        path, _, sizes = word.rpartition("=")
        trace = read(Path(path), _machines(sizes))
        every = answers(trace, given.moments, given.futures, processes=given.processes)
        asked_at = len({answer.at for answer in every})
        jobs = f"{len(trace.history.jobs):,} jobs, {trace.left_out:.0%} of the work left out"
        print(f"{trace.name}: {jobs}; {asked_at} moments")
        print(summary(every), flush=True)
        if given.toml:
            print(figures(trace.name, every, commit()), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
