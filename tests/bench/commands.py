"""Whole commands: listing and editing a large ledger, how fast a command starts, and long work."""

import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from tests.bench.measure import command_seconds
from tests.bench.sizes import SIZES
from tests.bench.snapshot import CONFIG, LEDGER, write_ledger, write_snapshot
from tests.bench.tables import Row
from tests.dask_parts import SCHEDULER, WORKER, started

USERPRIO = (sys.executable, "-m", "userprio")


def ledger_commands(folder: Path, submitters: int, runs: int) -> Iterator[Row]:
    """Commands on a ledger of so many submitters."""
    ledger = write_ledger(folder / f"ledger-{submitters}.log", submitters)
    edited = folder / "edited.log"
    shutil.copyfile(ledger, edited)
    user = "user000001@pool.test"
    for path, words in (
        (ledger, ("-allusers",)),
        (ledger, ("-most",)),
        (edited, ("-setfactor", user, "500")),
        (edited, ("setfactor", user, "500")),
    ):
        seconds, _ = command_seconds([*USERPRIO, "--ledger", str(path), *words], runs)
        yield {"command": f"`{' '.join(words)}`, {submitters:,} submitters", "seconds": seconds}


def start_up(folder: Path, runs: int) -> Iterator[Row]:
    """Commands that have next to nothing to do, and what is unavoidable of them."""
    small = write_snapshot(folder / "tiny", SIZES["tiny"])
    files = ("--ledger", str(small / LEDGER), "--config", str(small / CONFIG))
    commands: dict[str, Sequence[str]] = {
        "`python -c pass`": (sys.executable, "-c", "pass"),
        "`python -c 'import click'`": (sys.executable, "-c", "import click"),
        "`--help`": (*USERPRIO, "--help"),
        "the tab key after `negotiate --us`": ("env", "_USERPRIO_COMPLETE=bash", *USERPRIO, "u negotiate --us", "--us"),
        "`most`, small ledger": (*USERPRIO, *files, "most"),
        "`-quotas`, small ledger": (*USERPRIO, *files, "-quotas"),
        "`negotiate --snapshot pie`": (*USERPRIO, "negotiate", "--snapshot", "pie"),
        "`explain ann --snapshot pie`": (*USERPRIO, "explain", "ann", "--snapshot", "pie"),
    }
    took = {name: command_seconds(command, runs)[0] for name, command in commands.items()}
    unavoidable = took["`python -c 'import click'`"]
    for name, seconds in took.items():
        yield {"command": name, "seconds": seconds, "of_click": seconds / unavoidable}


def long_work(folder: Path, runs: int) -> Iterator[Row]:
    """Pools over hours; and futures in this process, in two, and on two workers of a dask scheduler.

    Processor seconds of the workers of a scheduler are not those of the command.
    """
    small = write_snapshot(folder / "small", SIZES["small"])
    files = ("--snapshot", str(small), "--ledger", str(small / LEDGER), "--config", str(small / CONFIG))
    wait = ("wait", "salam", "--snapshot", "physics")
    for name, words in {
        "`forecast --for 1d --snapshot physics`": ("forecast", "--for", "1d", "--snapshot", "physics"),
        "`forecast --for 6h` of `small`": (*files, "forecast", "--for", "6h"),
        "`wait salam --snapshot physics`": wait,
        "the same with `--processes 2`": (*wait, "--processes", "2"),
    }.items():
        seconds, wall = command_seconds([*USERPRIO, *words], runs)
        yield {"command": name, "seconds": seconds, "wall_s": wall}
    with ExitStack() as stack:
        _, address = stack.enter_context(started(*SCHEDULER, folder=folder, says=r"Scheduler at:\s+(tcp://\S+)"))
        for _ in range(2):
            stack.enter_context(started(*WORKER, address, folder=folder, says="(Registered to)"))
        seconds, wall = command_seconds([*USERPRIO, *wait, "--on", f"dask:{address}"], runs)
        yield {"command": "the same on two dask workers, without theirs", "seconds": seconds, "wall_s": wall}
