"""`python -m tests.bench`: how long everything takes, in processor seconds, and how it grows.

python -m tests.bench cycle small medium          # stages of a dry run, matches a second, peak memory
python -m tests.bench growth small                # the same pool 1, 10 and 100 times as large
python -m tests.bench slots large                 # the same people and jobs with a tenth of the slots, and with all
python -m tests.bench later [--cores 8]           # cycles of a pool that lives on, after each other
python -m tests.bench reading medium              # slot ads against classad2
python -m tests.bench ledger --submitters 100000  # listing and editing a ledger
python -m tests.bench startup                     # how fast a command starts
python -m tests.bench real small                  # beside a real negotiator, where tests/pool has one
"""

import argparse
import statistics
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from tests.bench.commands import ledger_commands, start_up
from tests.bench.measure import in_process, pace
from tests.bench.sizes import SIZES, Size
from tests.bench.snapshot import JOBS, SLOTS, write_snapshot

STAGES = ("read", "account", "match", "report")
TOPICS = ("cycle", "growth", "slots", "later", "reading", "ledger", "startup", "real")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__.partition("\n")[0])
    parser.add_argument("topic", choices=TOPICS)
    parser.add_argument("sizes", nargs="*", default=["small"], help=f"of {', '.join(SIZES)}")
    parser.add_argument("--runs", type=int, default=3, help="medians of so many runs")
    parser.add_argument("--submitters", type=int, default=100_000, help="of the ledger")
    parser.add_argument("--cores", type=int, default=1, help="of each slot of `later`; several are partitionable")
    parser.add_argument("--folder", type=Path, default=Path("/tmp/userprio-bench"), help="where the files are kept")
    parser.add_argument(
        "--set", action="append", default=[], metavar="KNOB=VALUE", help="a knob of the cycles", dest="knobs"
    )
    given = parser.parse_args(arguments)
    given.folder.mkdir(parents=True, exist_ok=True)
    wrong = [name for name in given.sizes if name not in SIZES]
    if wrong:
        parser.error(f"there is no size {wrong[0]}")
    print(f"pace of this machine: {pace():.2f} s for a million steps of plain Python")
    _TOPICS[given.topic](given)
    return 0


def _cycles(given: argparse.Namespace) -> None:
    _show_cycles(((name, SIZES[name]) for name in given.sizes), given)


def _growth(given: argparse.Namespace) -> None:
    for name in given.sizes:
        _show_cycles(((f"{name} x{factor}", SIZES[name].times(factor)) for factor in (1, 10, 100)), given)


def _by_slots(given: argparse.Namespace) -> None:
    for name in given.sizes:
        whole = SIZES[name].slots
        sizes = ((f"{name} {slots}", SIZES[name].with_slots(slots)) for slots in (whole // 10, whole))
        _show_cycles(sizes, given)


def _show_cycles(sizes: Iterable[tuple[str, Size]], given: argparse.Namespace) -> None:
    heads = "".join(f"{stage:>10}" for stage in (*STAGES, "total"))
    print(f"{'pool':<16}{heads}{'growth':>8}{'matches':>9}{'a second':>10}{'peak MiB':>10}")
    before = None
    for name, size in sizes:
        folder = write_snapshot(given.folder / name.replace(" ", "-"), size)
        runs = [in_process("tests.bench.cycle", "cycle", str(folder), *given.knobs) for _ in range(given.runs)]
        seconds = {stage: _median(run["stages"].get(stage, 0.0) for run in runs) for stage in STAGES}
        total = _median(run["total"] for run in runs)
        growth = "" if before is None else f"{total / before:.1f}x"
        before = total
        figures = "".join(f"{seconds[stage]:>10.2f}" for stage in STAGES) + f"{total:>10.2f}"
        rate, peak = _median(run["matches_per_s"] for run in runs), _median(run["peak_mib"] for run in runs)
        print(f"{name:<16}{figures}{growth:>8}{runs[0]['matches']:>9}{rate:>10.0f}{peak:>10.0f}", flush=True)


def _later(given: argparse.Namespace) -> None:
    """The best of many cycles: on a machine that others use too, the others are slower by chance.

    The cycle by itself, from the ads of the pool to its matches, and all that the simulated pool does in its minute.
    """
    heads = f"{'cycle ms':>10}{'median':>8}{'minute ms':>11}{'median':>8}{'ended':>7}"
    print(f"{'slots':>8}{'submitters':>12}{'groups':>8}{heads}")
    for slots, cycles in ((1_000, 100), (10_000, 20)):
        run = min(
            (
                in_process("tests.bench.later", *map(str, (slots, 100, 20, cycles, given.cores)), *given.knobs)
                for _ in range(given.runs)
            ),
            key=lambda run: run["best"],
        )
        figures = f"{run['best']:>10.1f}{run['median']:>8.1f}{run['whole_best']:>11.1f}{run['whole_median']:>8.1f}"
        print(f"{slots:>8,}{100:>12}{20:>8}{figures}{run['ended']:>7.0f}", flush=True)


def _reading(given: argparse.Namespace) -> None:
    print(f"{'file':<24}{'ads':>9}{'ours us':>10}{'classad2':>10}{'ratio':>8}{'memory':>9}{'theirs':>9}")
    for name in given.sizes:
        folder = write_snapshot(given.folder / name, SIZES[name])
        for file in (SLOTS, JOBS):
            pairs = [
                [in_process("tests.bench.cycle", how, str(folder / file)) for how in ("ours", "classad2")]
                for _ in range(given.runs)
            ]
            ads = pairs[0][0]["ads"]
            ours, theirs = (_median(pair[who]["seconds"] for pair in pairs) / max(ads, 1) * 1e6 for who in (0, 1))
            memory = [_median(pair[who]["memory"] for pair in pairs) for who in (0, 1)]
            ratio = _median(pair[1]["seconds"] / max(pair[0]["seconds"], 1e-9) for pair in pairs)
            print(
                f"{name + ' ' + file:<24}{ads:>9}{ours:>10.1f}{theirs:>10.1f}{ratio:>7.1f}x"
                f"{memory[0]:>8.2f}x{memory[1]:>8.2f}x",
                flush=True,
            )


def _ledger(given: argparse.Namespace) -> None:
    _print_seconds(ledger_commands(given.folder, given.submitters, given.runs))


def _startup(given: argparse.Namespace) -> None:
    _print_seconds(start_up(given.folder, given.runs))


def _real(given: argparse.Namespace) -> None:
    from tests.bench.real import compare
    from tests.pool.root import NoHTCondor

    for name in given.sizes:
        try:
            rates = compare(given.folder / f"real-{name}", SIZES[name])
        except NoHTCondor as reason:
            print(f"no real negotiator beside us: {reason}")
            return
        print(f"{name}: " + ", ".join(f"{who} {rate:.0f}" for who, rate in rates.items()) + " (matches a second)")


def _print_seconds(measured: Iterable[tuple[str, float]]) -> None:
    for name, seconds in measured:
        print(f"{name:<28}{seconds:>8.2f} s", flush=True)


def _median(values: Iterable[Any]) -> float:
    return float(statistics.median(values))


_TOPICS = {
    "cycle": _cycles,
    "growth": _growth,
    "slots": _by_slots,
    "later": _later,
    "reading": _reading,
    "ledger": _ledger,
    "startup": _startup,
    "real": _real,
}

if __name__ == "__main__":
    sys.exit(main())
