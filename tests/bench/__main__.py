"""`python -m tests.bench TOPIC [SIZE…]`: how long everything takes, in processor seconds; README.md has the topics."""

import argparse
import statistics
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import tomli_w

from tests.bench.commands import ledger_commands, long_work, start_up
from tests.bench.measure import commit, git, in_process, pace
from tests.bench.sizes import SIZES, Size
from tests.bench.snapshot import JOBS, SLOTS, write_snapshot
from tests.bench.tables import Row, cell, columns

STAGES: Final = ("read", "account", "match", "reasons", "report")
REAL: Final = "real"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__.partition(": ")[2])
    parser.add_argument("topic", choices=[*_TOPICS, REAL])
    parser.add_argument("sizes", nargs="*", default=["small"], help=f"of {', '.join(SIZES)}")
    parser.add_argument("--runs", type=int, default=3, help="medians of so many runs")
    parser.add_argument("--submitters", type=int, default=100_000, help="of the ledger")
    parser.add_argument("--folder", type=Path, default=Path("/tmp/userprio-bench"), help="where the files are kept")
    parser.add_argument(
        "--set", action="append", default=[], metavar="KNOB=VALUE", help="a knob of the cycles", dest="knobs"
    )
    parser.add_argument("--toml", action="store_true", help="print what figures.toml has of it")
    given = parser.parse_args(arguments)
    given.folder.mkdir(parents=True, exist_ok=True)
    wrong = [name for name in given.sizes if name not in SIZES]
    if wrong:
        parser.error(f"there is no size {wrong[0]}")
    if given.toml and git("status", "--porcelain", "--untracked-files=no"):
        parser.error("figures name the commit that they are of: commit your changes first")
    if given.topic == REAL:
        _real(given)
        return 0
    how = {"pace_s": pace(), "commit": commit()}
    rows = ({**row, **how} for row in _TOPICS[given.topic](given))
    if given.toml:
        print(
            tomli_w.dumps({given.topic: [{key: _short(value) for key, value in row.items()} for row in rows]}), end=""
        )
    else:
        _print(given.topic, rows)
    return 0


def _print(topic: str, rows: Iterable[Row]) -> None:
    heads = columns(topic)
    first, *others = heads
    print(f"{heads[first]:<50}" + "".join(f"  {heads[key]}" for key in others))
    for row in rows:
        print(f"{row[first]:<50}" + "".join(f"  {cell(row[key]):>{len(heads[key])}}" for key in others), flush=True)


def _short(value: Any) -> Any:
    """A figure without the digits that say nothing."""
    return float(f"{value:.3g}") if isinstance(value, float) else value


def _cycles(given: argparse.Namespace) -> Iterator[Row]:
    """Stages of a dry run, matches a second, peak memory."""
    for name in given.sizes:
        yield _cycle(name, SIZES[name], given)


def _growth(given: argparse.Namespace) -> Iterator[Row]:
    """The same pool 1, 10 and 100 times as large."""
    for name in given.sizes:
        before = None
        for factor in (1, 10, 100):
            row = _cycle(f"{name} x{factor}", SIZES[name].times(factor), given)
            yield {**row, "growth": "" if before is None else row["total_s"] / before}
            before = row["total_s"]


def _cycle(name: str, size: Size, given: argparse.Namespace) -> Row:
    folder = write_snapshot(given.folder / name.replace(" ", "-"), size)
    runs = [in_process("tests.bench.cycle", "cycle", str(folder), *given.knobs) for _ in range(given.runs)]
    knobs = "".join(f", `{knob}`" for knob in given.knobs)
    return {
        "size": " with ".join([name, *(knob.partition("=")[0] for knob in given.knobs)]),
        "pool": f"{name}: {size.slots:,} slots, {size.submitters:,} submitters, {size.jobs:,} jobs{knobs}",
        **{f"{stage}_s": _median(run["stages"].get(stage, 0.0) for run in runs) for stage in STAGES},
        "total_s": _median(run["total"] for run in runs),
        "matches": runs[0]["matches"],
        "matches_per_s": _median(run["matches_per_s"] for run in runs),
        "peak_mib": _median(run["peak_mib"] for run in runs),
    }


_LIVES: Final[Mapping[str, tuple[int, int, int, tuple[str, ...]]]] = {
    "1,000 slots": (1_000, 1, 0, ()),
    "10,000 slots": (10_000, 1, 0, ()),
    "1,000 slots, all users with MaxJobsRunning": (1_000, 1, 1_000, ()),
    "1,000 slots, `PREEMPTION_REQUIREMENTS = RemoteUserPrio > SubmitterUserPrio * 1.2`": (
        1_000,
        1,
        0,
        ("PREEMPTION_REQUIREMENTS = RemoteUserPrio > SubmitterUserPrio * 1.2",),
    ),
    "1,000 slots, `PREEMPTION_REQUIREMENTS = TotalJobRunTime > 100000`": (
        1_000,
        1,
        0,
        ("PREEMPTION_REQUIREMENTS = TotalJobRunTime > 100000",),
    ),
    "1,000 cores in slots of 8": (1_000, 8, 0, ()),
    "1,000 cores in slots of 8, `ALLOW_PSLOT_PREEMPTION = True`": (1_000, 8, 0, ("ALLOW_PSLOT_PREEMPTION = True",)),
    "10,000 cores in slots of 8": (10_000, 8, 0, ()),
    "10,000 cores in slots of 50": (10_000, 50, 0, ()),
}
"""Pools that live on: cores, those of each partitionable slot (1: static slots), a limit of each user, and knobs."""


def _later(given: argparse.Namespace) -> Iterator[Row]:
    """Cycles of a pool that lives on, one after the other.

    The cycle by itself, from the ads of the pool to its matches, and all that the simulated pool does in its minute. Of
    several runs the best counts: on a machine that others use too, the others are slower by chance.
    """
    for pool, (cores, of_slot, limit, knobs) in _LIVES.items():
        cycles = 100 if cores == 1_000 else 20
        numbers = map(str, (cores, 100, 20, cycles, of_slot, limit))
        arguments = (*numbers, *knobs, *given.knobs)
        runs = [in_process("tests.bench.later", *arguments) for _ in range(given.runs)]
        yield {"pool": pool, **min(runs, key=lambda run: float(run["cycle_ms"]))}


def _reading(given: argparse.Namespace) -> Iterator[Row]:
    """Ads from disk, and the same by classad2."""
    for name in given.sizes:
        folder = write_snapshot(given.folder / name, SIZES[name])
        for file in (SLOTS, JOBS):
            pairs = [
                [in_process("tests.bench.cycle", how, str(folder / file)) for how in ("ours", "classad2")]
                for _ in range(given.runs)
            ]
            ads = pairs[0][0]["ads"]
            ours, theirs = (_median(pair[who]["seconds"] for pair in pairs) / max(ads, 1) * 1e6 for who in (0, 1))
            memory = _median(pair[0]["memory"] for pair in pairs)
            yield {"file": f"{name} {file}", "ads": ads, "ad_us": ours, "classad2_us": theirs, "of_file": memory}


def _real(given: argparse.Namespace) -> None:
    """The dry run and a real negotiator on the same pool."""
    from tests.bench.real import compare
    from tests.pool.root import NoHTCondor

    for name in given.sizes:
        try:
            rates = compare(given.folder / f"real-{name}", SIZES[name])
        except NoHTCondor as reason:
            print(f"no real negotiator to compare with: {reason}")
            return
        print(f"{name}: " + ", ".join(f"{who} {rate:.0f}" for who, rate in rates.items()) + " (matches a second)")


def _median(values: Iterable[Any]) -> float:
    return float(statistics.median(values))


_TOPICS: Final[Mapping[str, Callable[[argparse.Namespace], Iterator[Row]]]] = {
    "cycle": _cycles,
    "growth": _growth,
    "later": _later,
    "work": lambda given: long_work(given.folder, given.runs),
    "startup": lambda given: start_up(given.folder, given.runs),
    "ledger": lambda given: ledger_commands(given.folder, given.submitters, given.runs),
    "reading": _reading,
}

if __name__ == "__main__":
    sys.exit(main())
