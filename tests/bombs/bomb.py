"""What a bomb is, how it is set off, and what it is made with."""

import gzip
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

CPU_S: Final = 5.0
"""Processor time within which a command has to end on a quiet machine, whatever it is given."""
PATIENCE: Final = 3
"""How many times as long a command may take beside other work; without its bound a bomb takes minutes."""
MEMORY: Final = 1 << 30
"""Bytes that it may hold meanwhile."""
_HARD_CPU_S: Final = 30
_HARD_MEMORY: Final = 4 << 30


@dataclass(frozen=True, slots=True)
class Bomb:
    """How a bomb is set off and what is to be said of it."""

    arguments: tuple[str, ...]
    limit: str | None = None
    """The bound that is named; None: it does no harm, or is an error of its own."""
    place: str = ""
    """What the message begins with, of the file and the line."""
    status: frozenset[int] = frozenset({6})


@dataclass(frozen=True, slots=True)
class Damage:
    """What a bomb did."""

    status: int
    out: str
    err: str
    cpu_s: float
    memory: int


Maker = Callable[[Path, int], Bomb]
BOMBS: Final[dict[str, Maker]] = {}


def kind(maker: Maker) -> Maker:
    """Let it be known by its name."""
    BOMBS[maker.__name__.removeprefix("_").replace("_", " ")] = maker
    return maker


def set_off(bomb: Bomb, folder: Path) -> Damage:
    """Run the command in a process of its own, which is killed if it takes far too much."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (_HARD_MEMORY, _HARD_MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (_HARD_CPU_S, _HARD_CPU_S))

    out, err = folder / "out", folder / "err"
    with out.open("wb") as stdout, err.open("wb") as stderr:
        child = subprocess.Popen(
            [sys.executable, "-m", "userprio", *bomb.arguments],
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=stderr,
            preexec_fn=limited,
            env={"HOME": str(folder), "CONDOR_CONFIG": "ONLY_ENV", "PYTHONPATH": str(Path(__file__).parents[2])},
        )
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    return Damage(
        child.returncode,
        out.read_text(errors="surrogateescape"),
        err.read_text(errors="surrogateescape"),
        usage.ru_utime + usage.ru_stime,
        usage.ru_maxrss << 10,
    )


def wrote(path: Path, lines: Iterable[str]) -> str:
    """A file of these lines."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", errors="surrogateescape") as file:
        file.writelines(lines)
    return str(path)


def packed(path: Path, pieces: Iterable[bytes]) -> str:
    """A gzip file of these bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(path, "wb", compresslevel=9) as file:
        for piece in pieces:
            file.write(piece)
    return str(path)


def pool_of(folder: Path, *tables: str) -> str:
    """A pool.toml of these tables."""
    return wrote(folder / "pool.toml", [table + "\n" for table in tables])


SLOT = "[[slots]]\ncount = 4"
JOB = '[[jobs]]\nuser = "ann"\ncount = 2'


def cycle_on(folder: Path) -> tuple[str, ...]:
    """The arguments of a cycle on a folder."""
    return ("--snapshot", str(folder), "negotiate")


def ledger_of(folder: Path, lines: Iterable[str]) -> str:
    """A ledger of these lines."""
    head = [
        "107 1 CreationTimestamp 1700000000\n",
        "101 Accountant. * *\n",
        "103 Accountant. LastUpdateTime 1700000000\n",
    ]
    return wrote(folder / "Accountantnew.log", [*head, *lines])
