"""One writer at a time: a lock on a file beside the ledger, for a ledger is replaced when it is compacted."""

import fcntl
import os
import select
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from userprio.ledger.errors import StoreError, StoreTrouble
from userprio.ledger.files import NEW_FILE_MODE, store_error

_FIRST_PAUSE_S: Final = 0.001
_LONGEST_PAUSE_S: Final = 0.016
_LONGEST_NOTE: Final = 300

Pause = Callable[[float], object]
"""Waits for so many seconds."""


def pause(seconds: float) -> None:
    """Do nothing for a while."""
    select.select((), (), (), seconds)


def lock_path(ledger: Path) -> Path:
    """The file whose lock stands for the ledger; it stays there, empty or with a note of who held it last."""
    return ledger.with_name(f"{ledger.name}.lock")


@contextmanager
def exclusive(ledger: Path, like: os.stat_result | None, patience_s: float, wait: Pause = pause) -> Iterator[None]:
    """Hold the lock of the ledger at the resolved path `ledger`, which is given up with the process at the latest.

    It is a lock of an open file (`flock`), so that it also holds between the threads of a process. `like` is the
    ledger's: whoever may edit the one may lock the other. `patience_s` counts waiting only.

    Raises:
        StoreError: LOCKED, somebody else held it for `patience_s` seconds; or the file cannot be made or locked.
    """
    path = lock_path(ledger)
    file = _acquire(path, ledger, like, patience_s, wait)
    try:
        # Only for the one who waits; the lock itself holds without.
        with suppress(OSError):
            os.pwrite(file, f"process {os.getpid()} on {os.uname().nodename}\n".encode(), 0)
        yield
    finally:
        os.close(file)


def _acquire(path: Path, ledger: Path, like: os.stat_result | None, patience_s: float, wait: Pause) -> int:
    waited = 0.0
    pause_s = _FIRST_PAUSE_S
    while True:
        file = _open(path, ledger, like)
        kept = False
        try:
            taken = _try_lock(file, path)
            # Where somebody removed the file, the lock on it binds nobody.
            kept = taken and _is_at(file, path)
            if not kept and waited >= patience_s:
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
        # As far as we may: somebody else's ledger is edited by its owner too.
        with suppress(OSError):
            os.fchmod(file, like.st_mode & 0o666 | NEW_FILE_MODE)
            os.fchown(file, like.st_uid, like.st_gid)
    return file


def _try_lock(file: int, path: Path) -> bool:
    status = os.fstat(file)
    if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1:
        # A note is written into it, which must not end up in another file.
        raise StoreError(StoreTrouble.DENIED, "this is no lock file", path, "Remove it")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as failed:
        hint = "Keep the ledger on a file system that knows locks"
        raise store_error("the file system gives no lock", failed, path, hint) from failed
    return True


def _is_at(file: int, path: Path) -> bool:
    try:
        there = path.lstat()
    except FileNotFoundError:
        return False
    return os.path.samestat(os.fstat(file), there)


def _held(file: int, ledger: Path, waited: float) -> StoreError:
    note = ""
    with suppress(OSError):
        note = os.pread(file, _LONGEST_NOTE, 0).decode("utf-8", "replace").partition("\n")[0]
    holder = note if note.isprintable() and note else "another process"
    message = f"{holder} is editing the ledger and was not done after {waited:.0f} s; nothing was changed"
    return StoreError(StoreTrouble.LOCKED, message, ledger, "Try again")
