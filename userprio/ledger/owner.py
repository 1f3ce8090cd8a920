"""Who keeps a ledger: a running negotiator has all of it in memory and would not see what others append."""

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from userprio.ledger.lock import lock_path

NEGOTIATOR: Final = "condor_negotiator"


@dataclass(frozen=True, slots=True)
class Owner:
    """A process that seems to keep a ledger."""

    pid: int
    name: str
    opened: bool
    """It has the file open for writing. False: a negotiator whose files cannot be seen, but whose user the file is."""

    def __str__(self) -> str:
        return f"{self.name} (process {self.pid})"


def owner(path: Path, proc: Path = Path("/proc")) -> Owner | None:
    """The process, other than this one, that has the ledger open for writing; else a negotiator that may have.

    A negotiator holds its log open as long as it runs. One whose open files can be seen and are others keeps another
    ledger; those of other users cannot be seen, and then the owner of the file tells. Editors that use `exclusive` have
    the ledger open too: they are left out. Without a `proc` (Linux) nobody is found.
    """
    path = Path(os.path.realpath(path))
    try:
        ledger = path.stat()
    except OSError:
        return None
    suspect = None
    for process in _processes(proc):
        opened = _has_open(process, path, ledger)
        if opened:
            return Owner(int(process.name), _name(process), opened=True)
        if opened is None and suspect is None and _name(process) == NEGOTIATOR and ledger.st_uid in _users(process):
            suspect = Owner(int(process.name), NEGOTIATOR, opened=False)
    return suspect


def _processes(proc: Path) -> Iterator[Path]:
    own = os.getpid()
    try:
        names = [int(entry.name) for entry in os.scandir(proc) if entry.name.isdecimal()]
    except OSError:
        return
    for number in sorted(names):
        if number != own:
            yield proc / str(number)


def _has_open(process: Path, path: Path, ledger: os.stat_result) -> bool | None:
    """Whether the process can write to the ledger; None if its files cannot be seen."""
    try:
        files = [Path(entry) for entry in os.scandir(process / "fd")]
    except FileNotFoundError:
        return False
    except OSError:
        return None
    lock = str(lock_path(path))
    found = False
    for file in files:
        # What ends while we look is nobody's any more.
        with suppress(OSError):
            target = str(file.readlink())
            if target == lock:
                return False
            # Names first: a stat of every open file of a machine takes long, or hangs where a server is away.
            if target.endswith(path.name) and os.path.samestat(file.stat(), ledger):
                found = found or _writes(process, file.name)
    return found


def _writes(process: Path, file: str) -> bool:
    info = (process / "fdinfo" / file).read_text(encoding="ascii", errors="replace")
    flags = next((line.split()[1] for line in info.splitlines() if line.startswith("flags:")), "0")
    return int(flags, 8) & os.O_ACCMODE != os.O_RDONLY


def _name(process: Path) -> str:
    """The name of the program; the kernel keeps 15 characters of it, the command line the rest."""
    name = words = ""
    with suppress(OSError):
        name = (process / "comm").read_text(encoding="utf-8", errors="replace").removesuffix("\n")
        words = (process / "cmdline").read_text(encoding="utf-8", errors="replace")
    whole = words.partition("\0")[0].rpartition("/")[2]
    return whole if name and whole.startswith(name) else name or "a process"


def _users(process: Path) -> frozenset[int]:
    """Real, effective, saved and file system user of the process; a negotiator may change between them."""
    with suppress(OSError):
        for line in (process / "status").read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("Uid:"):
                return frozenset(int(word) for word in line.split()[1:])
    return frozenset()
