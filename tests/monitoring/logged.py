"""Logs of the recorded pools, as a negotiator of the default level would have written them."""

import gzip
from collections.abc import Iterable
from datetime import UTC
from pathlib import Path

import pytest

from tests.marks import slow
from tests.negotiation.recorded import PLAIN
from userprio.monitoring import CycleStatus, Log, LoggedCycle, read_cycles

LOGS = Path(__file__).parent / "logs"
NAMES = sorted(path.stem for path in LOGS.iterdir())
each_log = pytest.mark.parametrize(
    "name", [*(n for n in NAMES if n in PLAIN), *slow(n for n in NAMES if n not in PLAIN)]
)
"""A test of every log; those of pools beside `PLAIN` are slow."""


def lines_of(name: str) -> list[str]:
    """The lines of a log."""
    return gzip.decompress((LOGS / f"{name}.gz").read_bytes()).decode().splitlines()


def read(path: Path, lines: Iterable[str]) -> tuple[list[LoggedCycle], Log]:
    """The cycles that a log of these lines has, and what was noticed."""
    path.write_text("".join(f"{line}\n" for line in lines))
    log = Log()
    return list(read_cycles([path], UTC, log, with_decisions=True)), log


def last_cycle(path: Path, lines: Iterable[str]) -> LoggedCycle:
    """The last finished cycle in a log of these lines."""
    return next(cycle for cycle in reversed(read(path, lines)[0]) if cycle.state is CycleStatus.FINISHED)
