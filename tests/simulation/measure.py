"""How near the simulation comes to recorded lives of real pools: `python -m tests.simulation.measure FOLDER …`.

Each life is run from its negotiator's start with the jobs that were there, those that came, and the lengths they had;
nothing else is taken from it. For each submitter the runs of its jobs give its use over time, in weight-seconds, and
differences are parts of what it really used in all:

- `use`: of the whole recording;
- `so far`: of the time from the beginning to the end of a minute, the minute with the largest difference;
- `minutes`: of each minute by itself, all differences together.

`priority` is the effective priority at the end, `charged` what the ledger says that somebody used, groups among them.
"""

import csv
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from tests.simulation.lives import Life, read_life
from userprio.accounting import LimitRules, PriorityRules, effective_priority, parse_limits
from userprio.classad import Ad, Evaluator, flag_of, integer_of, number_of, text_of
from userprio.ledger import Customer, Ledger
from userprio.schedd import schedd_of, submitter_of
from userprio.simulation.claims import Ending
from userprio.simulation.world import CycleTimes, World

WINDOW_S = 60
HOW = {Ending.DONE: "ended", Ending.EVICTED: "evicted", Ending.RUNNING: "running"}


class Ran(NamedTuple):
    """A run of a job; seconds since the negotiator's start."""

    schedd: str
    job: str
    start: float
    end: float
    how: str
    weight: float


class Difference(NamedTuple):
    """By how much something differs, as a part of what it really was, and whose."""

    part: float
    whose: str

    def __str__(self) -> str:
        return f"{self.part:.1%} {self.whose.removesuffix('@pool.test')}"


@dataclass(frozen=True)
class Measured:
    """What the simulation of a life came to, beside the life."""

    life: Life
    real: list[Ran]
    ours: list[Ran]
    use: Difference
    so_far: Difference
    minutes: Difference
    priority: Difference
    charged: Difference
    limits: Mapping[str, tuple[float, float, float]]
    """Of each concurrency limit, how much there is, and the most that was in use at any moment, really and here."""

    def counts(self, how: str) -> tuple[int, int]:
        """How many runs ended so, really and here."""
        real, ours = (sum(run.how == how for run in runs) for runs in (self.real, self.ours))
        return real, ours

    @property
    def completed(self) -> float:
        """By how much the number of completed jobs differs."""
        real, ours = self.counts("ended")
        return abs(ours - real) / max(real, 1)

    @property
    def beyond_limits(self) -> list[str]:
        """The limits of which more was in use than there is, and more than really was."""
        return [name for name, (most, real, ours) in self.limits.items() if ours > max(most, real)]


def simulated(life: Life) -> World:
    """The life, about to be lived here."""
    times = replace(CycleTimes.from_config(life.scenario.config), first_at=life.first_cycle_at)
    return World(life.scenario, life.work, times)


def measured(life: Life) -> Measured:
    """A life beside its simulation."""
    after = Ledger.read(life.folder / "ledger.after.log")
    assert after.last_update_time is not None
    lived = simulated(life)
    # The ledger says how things stood at the last cycle, the recording goes on after that.
    lived.run_until(after.last_update_time)
    here = lived.present()
    lived.run_until(life.end)
    real, ours = runs_of(life), runs_here(life, lived)
    submitters = {key: submitter for key, submitter, _ in _jobs(life)}
    windows = range(WINDOW_S, int(life.end) - life.scenario.now + WINDOW_S, WINDOW_S)
    courses = {
        name: (_course(real, submitters, name, windows), _course(ours, submitters, name, windows))
        for name in sorted(set(submitters.values()))
    }
    rules = PriorityRules.from_config(life.scenario.config, [group.name for group in lived.tree.groups])

    def effective(customer: Customer) -> float:
        return effective_priority(customer, lived.group_of(customer.name), rules)

    return Measured(
        life,
        real,
        ours,
        use=_worst((_part(theirs[-1], mine[-1], theirs[-1]), name) for name, (theirs, mine) in courses.items()),
        so_far=_worst(
            (max(_part(there, so, theirs[-1]) for there, so in zip(theirs, mine, strict=True)), name)
            for name, (theirs, mine) in courses.items()
        ),
        minutes=_worst(
            (sum(_part(there, so, theirs[-1]) for there, so in zip(_steps(theirs), _steps(mine), strict=True)), name)
            for name, (theirs, mine) in courses.items()
        ),
        priority=_compared(after, here, effective),
        charged=_compared(after, here, lambda customer: customer.weighted_accumulated_usage or 0.0),
        limits=_limits(life, real, ours),
    )


def runs_of(life: Life) -> list[Ran]:
    """What really ran. Slots without a weight of their own, cut from others, weigh what their jobs ask for."""
    begun, evaluator = life.scenario.now, Evaluator(life.scenario.now)
    whole = {
        text_of(evaluator, ad, "Name"): number_of(evaluator, ad, "SlotWeight") or 0.0
        for ad in life.scenario.pool.slots
        if not flag_of(evaluator, ad, "PartitionableSlot")
    }
    cores = {key: number_of(evaluator, ad, "RequestCpus") or 1.0 for key, _, ad in _jobs(life)}
    with (life.folder / "runs.csv").open() as file:
        return [
            Ran(
                row["schedd"],
                row["job"],
                float(row["start"]) - begun,
                float(row["end"] or life.end) - begun,
                row["how"] or "running",
                whole.get(row["slot"], cores[row["schedd"], row["job"]]),
            )
            for row in csv.DictReader(file)
        ]


def runs_here(life: Life, lived: World) -> list[Ran]:
    """What ran in the simulation."""
    begun = life.scenario.now
    return [
        Ran(
            (run.schedd or "").partition("@")[0],
            run.job,
            run.started_at - begun,
            run.ended_at - begun,
            HOW[run.ending],
            run.weight,
        )
        for run in lived.claims.all_runs()
    ]


Key = tuple[str, str]


def _jobs(life: Life) -> list[tuple[Key, str, Ad]]:
    """Schedd and number, submitter and ad of every job of a life."""
    evaluator = Evaluator(life.scenario.now)
    return [
        (
            (
                (schedd_of(ad, evaluator) or "").partition("@")[0],
                f"{integer_of(evaluator, ad, 'ClusterId')}.{integer_of(evaluator, ad, 'ProcId')}",
            ),
            submitter_of(ad, evaluator),
            ad,
        )
        for ad in (*life.scenario.pool.jobs, *(arrival.ad for arrival in life.work.arrivals))
    ]


def _course(runs: Iterable[Ran], submitters: Mapping[Key, str], name: str, moments: Sequence[int]) -> list[float]:
    """What a submitter had used by each of these moments."""
    own = [run for run in runs if submitters[run.schedd, run.job] == name]
    return [sum(run.weight * max(min(run.end, until) - run.start, 0) for run in own) for until in moments]


def _steps(course: Sequence[float]) -> list[float]:
    return [later - earlier for earlier, later in zip([0.0, *course], course, strict=False)]


def _part(real: float, ours: float, of: float) -> float:
    return 0.0 if real == ours else abs(ours - real) / of if of else 1.0


def _worst(parts: Iterable[tuple[float, str]]) -> Difference:
    return max((Difference(*one) for one in parts), default=Difference(0.0, ""))


def _compared(after: Ledger, here: Ledger, figure: Callable[[Customer], float]) -> Difference:
    pairs = (
        (name, figure(customer), figure(here.customers.get(name) or Customer(name)))
        for name, customer in after.customers.items()
    )
    return _worst((_part(real, ours, real), name) for name, real, ours in pairs)


def _limits(life: Life, real: Sequence[Ran], ours: Sequence[Ran]) -> dict[str, tuple[float, float, float]]:
    evaluator = Evaluator(life.scenario.now)
    asked = {key: list(parse_limits(text_of(evaluator, ad, "ConcurrencyLimits") or "")) for key, _, ad in _jobs(life)}
    rules = LimitRules.from_config(life.scenario.config)
    most = [
        _most(runs, lambda run: {limit.name: limit.amount for limit in asked[run.schedd, run.job]})
        for runs in (real, ours)
    ]
    return {name: (rules.maximum(name), most[0][name], most[1][name]) for name in sorted({*most[0], *most[1]})}


def _most(runs: Sequence[Ran], asked: Callable[[Ran], Mapping[str, float]]) -> Counter[str]:
    """The most of each limit that was in use at once; a run that ends in the second of another's start is over."""
    changes: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for run in runs:
        for name, amount in asked(run).items():
            changes[name] += [(run.start, amount), (run.end, -amount)]
    most: Counter[str] = Counter()
    for name, of in changes.items():
        used = 0.0
        for _, change in sorted(of):
            used += change
            most[name] = max(most[name], used)  # type: ignore[assignment]
    return most


def main(folders: Sequence[str]) -> None:
    """Print the table."""
    table = Table("life", "use", "so far", "minutes", "completed", "evicted", "priority", "charged", "limits")
    for folder in folders:
        one = measured(read_life(Path(folder)))
        table.add_row(
            Path(folder).name,
            *map(str, (one.use, one.so_far, one.minutes)),
            *("{} → {}".format(*one.counts(how)) for how in ("ended", "evicted")),
            *map(str, (one.priority, one.charged)),
            ", ".join(f"{name} {most:g}: {real:g} → {ours:g}" for name, (most, real, ours) in one.limits.items()),
        )
    Console(width=200).print(table)


if __name__ == "__main__":
    main(sys.argv[1:])
