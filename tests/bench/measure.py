"""Measuring in processes of their own, so that memory is that of one thing and nothing is warm from before."""

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


class Stages:
    """The stages of a run: processor seconds of each, in order."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Measure a block."""
        began = time.process_time()
        yield
        self.seconds[name] = self.seconds.get(name, 0.0) + time.process_time() - began


def in_process(module: str, *arguments: str) -> dict[str, Any]:
    """What `python -m module arguments` prints as JSON."""
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{module} {' '.join(arguments)}: {done.stderr[-2000:]}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def command_seconds(command: Sequence[str], runs: int) -> float:
    """Median of the processor seconds, user and system, that a command takes."""
    took = []
    for _ in range(runs):
        before = _children()
        subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        took.append(_children() - before)
    return statistics.median(took)


def _children() -> float:
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def pace() -> float:
    """Processor seconds of a fixed piece of plain Python: how fast this machine is at the moment."""
    began = time.process_time()
    table: dict[int, str] = {}
    for number in range(1_000_000):
        table[number % 5000] = str(number)
    return time.process_time() - began
