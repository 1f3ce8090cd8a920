"""A scheduler of dask and its workers, as processes of this machine."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

SCHEDULER: Final = ("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
WORKER: Final = ("distributed.cli.dask_worker", "--no-nanny", "--no-dashboard", "--nthreads", "1")


@contextmanager
def started(*words: str, folder: Path, says: str, path: Path | None = None) -> Iterator[tuple[int, str]]:
    """A part of dask at work in a folder: its process, and what it says; `path` is searched first for modules."""
    # A pipe that nobody reads would fill up, and hold it up.
    with NamedTemporaryFile("w+", dir=folder, suffix=".log") as log:
        environ = {**os.environ, "PYTHONPATH": "" if path is None else str(path)}
        process = subprocess.Popen(
            [sys.executable, "-m", *words], cwd=folder, stderr=log, env=environ, start_new_session=True
        )
        try:
            yield process.pid, _said(process, Path(log.name), says)
        finally:
            process.kill()
            process.wait()


def _said(process: subprocess.Popen[bytes], log: Path, pattern: str) -> str:
    while process.poll() is None:
        if found := re.search(pattern, log.read_text()):
            return found[1]
        time.sleep(0.1)
    raise AssertionError(log.read_text())
