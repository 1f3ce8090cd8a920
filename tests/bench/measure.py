"""Measuring in processes of their own, so that memory is that of one thing and nothing is warm from before."""

import json
import os
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


def git(*arguments: str) -> str:
    """What git says of this repository."""
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def commit() -> str:
    """The commit that is measured."""
    return git("rev-parse", "--short=8", "HEAD")


def in_process(module: str, *arguments: str) -> dict[str, Any]:
    """What `python -m module arguments` prints as JSON."""
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{module} {' '.join(arguments)}: {done.stderr[-2000:]}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def command_seconds(command: Sequence[str], runs: int) -> tuple[float, float]:
    """Medians of the processor seconds, user and system, and of the seconds that a command takes.

    Raises:
        CalledProcessError: it fails, and would be quick for that reason.
    """
    # Where compiled modules are not kept, a start is mostly the compiling of them.
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    took = []
    for _ in range(runs):
        before, began = _children(), time.monotonic()
        subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, check=True)
        took.append((_children() - before, time.monotonic() - began))
    processor, wall = (statistics.median(column) for column in zip(*took, strict=True))
    return processor, wall


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
