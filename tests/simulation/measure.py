"""How near the simulation comes to recorded lives of real pools: `python -m tests.simulation.measure FOLDER …`.

Each life is run from its negotiator's start with the jobs that were there, those that came, and the lengths they had;
nothing else is taken from it. For each submitter the runs of its jobs give its use over time, in weight-seconds, and
differences are parts of what it really used in all:

- `use`: of the whole recording;
- `so far`: of the time from the beginning to the end of a minute, the minute with the largest difference;
- `minutes`: of each minute by itself, all differences together.

`priority` is the effective priority at the last cycle, `charged` what the ledger says that somebody used, groups among
them.

A life that was recorded more than once (folders `again-…` in its own) tells how far two real pools come apart that
begin alike, over tenths of seconds: which machine answers first, whether a job ends before a cycle or after it.
"""

import csv
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from msgspec import structs
from rich.console import Console
from rich.table import Table

from tests.simulation.lives import Life, read_life
from tests.simulation.recorded_work import recorded_world
from userprio.accounting import AnyAccount, LimitRules, PriorityRules, effective_priority, parse_limits
from userprio.accounting.quotas import build_tree
from userprio.classad import Ad, Evaluator, flag_of, integer_of, number_of, text_of
from userprio.ledger import Customer, Ledger
from userprio.negotiation.schedd import schedd_of, submitter_of
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

    def more_or_less(self, how: str) -> float:
        """By how much the number of runs that ended so differs."""
        real, ours = self.counts(how)
        return abs(ours - real) / max(real, 1)

    @property
    def beyond_limits(self) -> list[str]:
        """The limits of which more was in use than there is, and more than really was."""
        return [name for name, (most, real, ours) in self.limits.items() if ours > max(most, real)]


class Outcome(NamedTuple):
    """What came of a life: the runs of its jobs, and everybody's accounts at its last cycle."""

    runs: list[Ran]
    accounts: Mapping[str, AnyAccount]


def simulated(life: Life) -> World:
    """The life, about to be lived here."""
    times = structs.replace(CycleTimes.from_config(life.scenario.config), first_at=life.first_cycle_at)
    return recorded_world(life.scenario, life.work, times)


def here(life: Life) -> Outcome:
    """What comes of it in the simulation."""
    lived = simulated(life)
    # The ledger says how things stood at the last cycle, the recording goes on after that.
    lived.run_until(Ledger.read(life.folder / "ledger.after.log").last_update_time)
    accounts = lived.present().customers
    lived.run_until(life.end)
    begun = life.scenario.now
    runs = [
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
    return Outcome(runs, accounts)


def recordings(life: Life) -> list[Outcome]:
    """What really came of it, each time that it was recorded."""
    return [_recorded(life, folder) for folder in (life.folder, *sorted(life.folder.glob("again-*")))]


def _recorded(life: Life, folder: Path) -> Outcome:
    """Slots without a weight of their own, cut from others, weigh what their jobs ask for."""
    evaluator = Evaluator(life.scenario.now)
    whole = {
        text_of(evaluator, ad, "Name"): number_of(evaluator, ad, "SlotWeight") or 0.0
        for ad in life.scenario.pool.slots
        if not flag_of(evaluator, ad, "PartitionableSlot")
    }
    cores = {key: number_of(evaluator, ad, "RequestCpus") or 1.0 for key, _, ad in _jobs(life)}
    times = json.loads((folder / "times.json").read_text())
    begun, end = int(times["negotiator_started"]), times["recording_ended"]
    with (folder / "runs.csv").open() as file:
        runs = [
            Ran(
                row["schedd"],
                row["job"],
                float(row["start"]) - begun,
                float(row["end"] or end) - begun,
                row["how"] or "running",
                whole.get(row["slot"], cores[row["schedd"], row["job"]]),
            )
            for row in csv.DictReader(file)
        ]
    return Outcome(runs, Ledger.read(folder / "ledger.after.log").customers)


def measured(life: Life) -> Measured:
    """A life beside its simulation."""
    return beside(life, _recorded(life, life.folder), here(life))


def beside(life: Life, really: Outcome, other: Outcome) -> Measured:
    """What came of a life beside what else did: in the simulation, or when it was recorded once more."""
    real, ours = really.runs, other.runs
    submitters = {key: submitter for key, submitter, _ in _jobs(life)}
    windows = range(WINDOW_S, int(life.end) - life.scenario.now + WINDOW_S, WINDOW_S)
    courses = {
        name: (_course(real, submitters, name, windows), _course(ours, submitters, name, windows))
        for name in sorted(set(submitters.values()))
    }
    tree = build_tree(life.scenario.config)
    rules = PriorityRules.from_config(life.scenario.config, [group.name for group in tree.groups])

    def effective(customer: AnyAccount) -> float:
        return effective_priority(customer, tree.assigned(customer.name).name, rules)

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
        priority=_compared(really, other, effective),
        charged=_compared(really, other, lambda customer: customer.weighted_accumulated_usage or 0.0),
        limits=_limits(life, real, ours),
    )


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


def _compared(really: Outcome, other: Outcome, figure: Callable[[AnyAccount], float]) -> Difference:
    pairs = (
        (name, figure(account), figure(other.accounts.get(name) or Customer(name)))
        for name, account in really.accounts.items()
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


class Apart(NamedTuple):
    """How far outcomes of a life are from each other, as parts of what really happened."""

    use: float
    so_far: float
    completed: float
    evicted: float
    priority: float
    charged: float

    @classmethod
    def of(cls, pairs: Sequence[Measured], over: Callable[[Iterable[float]], float] = fmean) -> "Apart":
        """In these pairs, over all of them."""
        figures = [
            (
                *(pair.use.part, pair.so_far.part),
                *(pair.more_or_less(how) for how in ("ended", "evicted")),
                *(pair.priority.part, pair.charged.part),
            )
            for pair in pairs
        ]
        return cls(*map(over, zip(*figures, strict=True)))


def apart(life: Life) -> dict[str, Apart]:
    """The simulation from the recordings, in the mean, and these from each other, in the mean and at most."""
    real, ours = recordings(life), here(life)
    found = {"here from real": Apart.of([beside(life, one, ours) for one in real])}
    pairs = [beside(life, one, other) for one, other in permutations(real, 2)]
    if pairs:
        found |= {"real from real": Apart.of(pairs), "at most": Apart.of(pairs, max)}
    return found


def main(folders: Sequence[str]) -> None:
    """Print the tables: of each life, and of how far simulation and recordings are apart."""
    table = Table("life", "use", "so far", "minutes", "completed", "evicted", "priority", "charged", "limits")
    spread = Table("apart", *Apart._fields)
    for folder in folders:
        life = read_life(Path(folder))
        one = measured(life)
        table.add_row(
            Path(folder).name,
            *map(str, (one.use, one.so_far, one.minutes)),
            *("{} → {}".format(*one.counts(how)) for how in ("ended", "evicted")),
            *map(str, (one.priority, one.charged)),
            ", ".join(f"{name} {most:g}: {real:g} → {ours:g}" for name, (most, real, ours) in one.limits.items()),
        )
        for what, parts in apart(life).items():
            spread.add_row(f"{Path(folder).name}, {what}", *(f"{part:.1%}" for part in parts))
    Console(width=200).print(table)
    Console(width=200).print(spread)


if __name__ == "__main__":
    main(sys.argv[1:])
