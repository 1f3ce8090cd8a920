"""One writer at a time: a lock beside the ledger, and a look for a negotiator that has the ledger open.

The lock is on a file of its own, for a ledger is replaced when it is compacted. A running negotiator takes no lock: it
has the whole ledger in memory and would not see what others append.
"""

import fcntl
import os
import select
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from userprio.ledger.files import NEW_FILE_MODE, StoreError, StoreErrorKind, store_error

_FIRST_PAUSE_S: Final = 0.001
_LONGEST_PAUSE_S: Final = 0.016
_LONGEST_NOTE: Final = 300

Pause = Callable[[float], object]
"""Waits for so many seconds."""

NEGOTIATOR: Final = "condor_negotiator"


def pause(seconds: float) -> None:
    """Do nothing for a while."""
    select.select((), (), (), seconds)


def lock_path(ledger: Path) -> Path:
    """The file whose lock represents the ledger; it stays there, empty or with a note of who held it last."""
    return ledger.with_name(f"{ledger.name}.lock")


@contextmanager
def exclusive(ledger: Path, like: os.stat_result | None, timeout_s: float, wait: Pause = pause) -> Iterator[None]:
    """Hold the lock of the ledger at the resolved path `ledger`, which is given up with the process at the latest.

    It is a lock of an open file (`flock`), so that it also holds between the threads of a process. `like` is the
    ledger's: whoever may edit the one may lock the other. `timeout_s` counts waiting only.

    Raises:
        StoreError: LOCKED, somebody else held it for `timeout_s` seconds; or the file cannot be made or locked.
    """
    path = lock_path(ledger)
    file = _acquire(path, ledger, like, timeout_s, wait)
    try:
        # A note for whoever has to wait; the lock holds without it.
        with suppress(OSError):
            os.pwrite(file, f"process {os.getpid()} on {os.uname().nodename}\n".encode(), 0)
        yield
    finally:
        os.close(file)


def _acquire(path: Path, ledger: Path, like: os.stat_result | None, timeout_s: float, wait: Pause) -> int:
    waited = 0.0
    pause_s = _FIRST_PAUSE_S
    while True:
        file = _open(path, ledger, like)
        kept = False
        try:
            taken = _try_lock(file, path)
            # If the file has been removed, the lock on it has no effect.
            kept = taken and _is_at(file, path)
            if not kept and waited >= timeout_s:
                raise _held(file, ledger, waited)
        finally:
            if not kept:
                os.close(file)
        if kept:
            return file
        wait(pause_s)
        waited += pause_s
        pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)


def _open(path: Path, ledger: Path, like: os.stat_result | None) -> int:
    flags = os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    try:
        try:
            file = os.open(path, flags | os.O_CREAT | os.O_EXCL, NEW_FILE_MODE)
        except FileExistsError:
            return os.open(path, flags | os.O_CREAT, NEW_FILE_MODE)
    except OSError as failed:
        hint = "Edit it as a user who may write to its folder" if isinstance(failed, PermissionError) else None
        what = "the ledger cannot be edited, for its lock file cannot be made or opened"
        raise store_error(what, failed, path, hint) from failed
    if like is not None:
        # As far as permitted: a ledger of another user is edited by its owner too.
        with suppress(OSError):
            os.fchmod(file, like.st_mode & 0o666 | NEW_FILE_MODE)
            os.fchown(file, like.st_uid, like.st_gid)
    return file


def _try_lock(file: int, path: Path) -> bool:
    status = os.fstat(file)
    if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1:
        # A note is written into it, which must not end up in another file.
        raise StoreError(StoreErrorKind.DENIED, "this is not a lock file", path, "Remove it")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as failed:
        hint = "Keep the ledger on a file system that supports locks"
        raise store_error("the file system does not grant a lock", failed, path, hint) from failed
    return True


def _is_at(file: int, path: Path) -> bool:
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(file), path.lstat())
    return False


def _held(file: int, ledger: Path, waited: float) -> StoreError:
    note = ""
    with suppress(OSError):
        note = os.pread(file, _LONGEST_NOTE, 0).decode("utf-8", "replace").partition("\n")[0]
    holder = note if note.isprintable() and note else "another process"
    message = f"{holder} is editing the ledger and was not done after {waited:.0f} s; nothing was changed"
    return StoreError(StoreErrorKind.LOCKED, message, ledger, "Try again")


@dataclass(frozen=True, slots=True)
class OtherWriter:
    """A process that seems to have a ledger open for writing."""

    pid: int
    name: str
    opened: bool
    """It has the file open for writing. False: a negotiator whose files cannot be seen, but whose user the file is."""

    def __str__(self) -> str:
        return f"{self.name} (process {self.pid})"


def other_writer(path: Path, proc: Path = Path("/proc")) -> OtherWriter | None:
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
            return OtherWriter(int(process.name), _name(process), opened=True)
        if opened is None and suspect is None and _name(process) == NEGOTIATOR and ledger.st_uid in _users(process):
            suspect = OtherWriter(int(process.name), NEGOTIATOR, opened=False)
    return suspect


def _processes(proc: Path) -> list[Path]:
    try:
        numbers = {int(entry.name) for entry in os.scandir(proc) if entry.name.isdecimal()}
    except OSError:
        return []
    return [proc / str(number) for number in sorted(numbers - {os.getpid()})]


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
        # A process may end while its files are looked at.
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
