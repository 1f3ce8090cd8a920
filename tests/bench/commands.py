"""Whole commands: listing and editing a large ledger, and how fast a command starts."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.bench.measure import command_seconds
from tests.bench.sizes import SIZES
from tests.bench.snapshot import CONFIG, LEDGER, write_ledger, write_snapshot

USERPRIO = (sys.executable, "-m", "userprio")


def ledger_commands(folder: Path, submitters: int, runs: int) -> Iterator[tuple[str, float]]:
    """Commands on a ledger of so many submitters, with the processor seconds of each."""
    ledger = write_ledger(folder / f"ledger-{submitters}.log", submitters)
    on = (*USERPRIO, "--ledger", str(ledger))
    yield "-allusers", command_seconds([*on, "-allusers"], runs)
    yield "-most", command_seconds([*on, "-most"], runs)
    edited = folder / "edited.log"
    shutil.copyfile(ledger, edited)
    for edit in ("-setfactor", "setfactor"):
        yield edit, command_seconds([*USERPRIO, "--ledger", str(edited), edit, "user000001@pool.test", "500"], runs)


def start_up(folder: Path, runs: int) -> Iterator[tuple[str, float]]:
    """Commands that have next to nothing to do, and what is unavoidable of them."""
    small = write_snapshot(folder / "tiny", SIZES["tiny"])
    yield "python -c pass", command_seconds([sys.executable, "-c", "pass"], runs)
    yield "python -c 'import click'", command_seconds([sys.executable, "-c", "import click"], runs)
    yield "--help", command_seconds([*USERPRIO, "--help"], runs)
    files = ("--ledger", str(small / LEDGER), "--config", str(small / CONFIG))
    yield "-quotas, small ledger", command_seconds([*USERPRIO, *files, "-quotas"], runs)
