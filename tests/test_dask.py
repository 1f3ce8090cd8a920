"""Long work on the workers of a real dask cluster on this machine."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest

pytest.importorskip("distributed", reason="dask's distributed is not installed")
pytestmark = pytest.mark.slow

QUIET = {**os.environ, "CONDOR_CONFIG": "ONLY_ENV", "DASK_DISTRIBUTED__DASHBOARD__LINK": ""}


@contextmanager
def started(*words: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, *words],
        stderr=subprocess.PIPE,
        text=True,
        env={**QUIET, **environment},
        start_new_session=True,
    )
    try:
        yield process
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def said(process: subprocess.Popen[str], pattern: str) -> str:
    """What a line on stderr says."""
    assert process.stderr is not None
    for line in process.stderr:
        if found := re.search(pattern, line):
            return found[1]
    raise AssertionError("it ended")


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    words = ("-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    with started(*words) as process:
        yield said(process, r"Scheduler at:\s+(tcp://\S+)")


@pytest.fixture
def workers(scheduler: str) -> Iterator[Callable[[int], list[int]]]:
    """Starts so many workers, and returns their processes' numbers."""
    with ExitStack() as stack:

        def start(count: int, **environment: str) -> list[int]:
            words = ("-m", "distributed.cli.dask_worker", scheduler, "--no-nanny", "--no-dashboard", "--nthreads", "1")
            processes = [stack.enter_context(started(*words, **environment)) for _ in range(count)]
            for process in processes:
                said(process, r"(Registered to)")
            return [process.pid for process in processes]

        yield start


def asked(line: str, *words: str) -> tuple[str, str, int]:
    done = subprocess.run(
        [sys.executable, "-m", "userprio", *line.split(), *words],
        capture_output=True, text=True, env=QUIET, check=False, timeout=600,
    )  # fmt: skip
    return done.stdout, done.stderr, done.returncode
