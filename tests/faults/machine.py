"""Command lines run under `faults.c`, and what is there when they ended."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

from tests.faults.server import Ended, Request

SOURCE = Path(__file__).with_name("faults.c")
ROOT = Path(__file__).parents[2]


class NoCompiler(Exception):
    """Nothing here makes a library of C."""


def built(folder: Path) -> Path:
    """The library, compiled into a folder.

    Raises:
        NoCompiler: there is no `cc`.
    """
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        raise NoCompiler("there is no C compiler (cc) for tests/faults/faults.c; apt-get install gcc libc6-dev")
    library = folder / "faults.so"
    command = [compiler, "-std=gnu11", "-O1", "-shared", "-fPIC", "-o", str(library), str(SOURCE), "-ldl"]
    subprocess.run(command, check=True)
    return library


@dataclass(frozen=True, slots=True)
class Machine:
    """A running server."""

    requests: IO[str]
    answers: IO[str]

    def run(self, request: Request) -> Ended:
        """How a command line ends."""
        self.requests.write(json.dumps(asdict(request)) + "\n")
        self.requests.flush()
        answer = self.answers.readline()
        assert answer, "the server ended"
        return Ended(**json.loads(answer))


@contextmanager
def running(library: Path) -> Iterator[Machine]:
    """A server under the library."""
    environ = {**os.environ, "LD_PRELOAD": str(library), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tests.faults.server"]
    with subprocess.Popen(
        command, env=environ, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdin is not None and server.stdout is not None
        yield Machine(server.stdin, server.stdout)
        server.stdin.close()


def called(trace: Path) -> list[str]:
    """The names of the calls in a trace, the first one first."""
    return [event.words[1] for event in events(trace) if event.name == "call"]


@dataclass(frozen=True, slots=True)
class Event:
    """A line of a trace: what was done, to what, and for a write the bytes."""

    name: str
    words: tuple[str, ...]
    written: bytes = b""


def events(trace: Path) -> list[Event]:
    """What a command did to its files."""
    data = trace.read_bytes()
    found = []
    at = 0
    while at < len(data):
        end = data.index(b"\n", at)
        name, *words = re.split(r"[ \t]", data[at:end].decode())
        at = end + 1
        written = b""
        if name == "write":
            written = data[at : at + int(words[2])]
            at += len(written) + 1
        found.append(Event(name, tuple(words), written))
    return found
