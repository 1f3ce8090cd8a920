"""One writer at a time, first come, first served: a lock on a file beside the ledger.

It is on a file of its own, for a ledger is replaced when it is compacted. A running negotiator does not take it: see
`userprio.ledger.owner`.
"""

import fcntl
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from userprio.ledger.files import NEW_FILE_MODE, FileCalls, StoreError, StoreErrorKind, store_error

_LONGEST_NOTE: Final = 300
_REAL: Final = FileCalls()


def lock_path(ledger: Path) -> Path:
    """The file whose lock represents the ledger; it stays there, empty or with a note of who held it last."""
    return ledger.with_name(f"{ledger.name}.lock")


@contextmanager
def exclusive(ledger: Path, like: os.stat_result | None, timeout_s: float, files: FileCalls = _REAL) -> Iterator[None]:
    """Hold the lock of the ledger at the resolved path `ledger`, which is given up with the process at the latest.

    It is a lock of an open file (`flock`), so that it also holds between the threads of a process. Those who wait
    stand in the kernel's own queue, which whoever is killed or stopped leaves. `like` is the ledger's: whoever may edit
    the one may lock the other. With a `timeout_s` of 0 nobody waits.

    Raises:
        StoreError: LOCKED, it was not our turn within `timeout_s` seconds; or the file cannot be made or locked.
    """
    path = lock_path(ledger)

    def take(flags: int = 0) -> int:
        return _locked(path, like, fcntl.LOCK_EX | flags)

    try:
        file: int | None = take(fcntl.LOCK_NB)
    except BlockingIOError:
        file = _in_turn(take, timeout_s) if timeout_s > 0 else None
    if file is None:
        raise _held(path, ledger, timeout_s)
    try:
        # A note for whoever has to wait; the lock holds without it.
        with suppress(OSError):
            os.pwrite(file, f"process {os.getpid()} on {os.uname().nodename}\n".encode(), 0)
        yield
    finally:
        files.close(file)


def _in_turn(take: Callable[[], int], timeout_s: float) -> int | None:
    """The file that `take` locks, which may wait for ever; None after `timeout_s` seconds.

    A call that waits in the queue cannot be given up by the thread that makes it, so another makes it. If its turn
    comes when nobody waits for it any more, it passes.
    """
    from concurrent.futures import Future
    from threading import Thread

    turn: Future[int] = Future()

    def wait() -> None:
        try:
            file = take()
        except StoreError as failed:
            if turn.set_running_or_notify_cancel():
                turn.set_exception(failed)
            return
        if turn.set_running_or_notify_cancel():
            turn.set_result(file)
        else:
            os.close(file)

    Thread(target=wait, name="waits for the lock of a ledger", daemon=True).start()
    try:
        return turn.result(timeout_s)
    except TimeoutError:
        return None if turn.cancel() else turn.result()
    except KeyboardInterrupt:
        if not turn.cancel():
            with suppress(StoreError):
                os.close(turn.result())
        raise


def _locked(path: Path, like: os.stat_result | None, how: int) -> int:
    """The lock file, open and locked; raises BlockingIOError if that would take waiting and `how` does not want it."""
    while True:
        file = _open(path, like)
        kept = False
        try:
            _lock(file, path, how)
            # If the file has been removed, the lock on it has no effect.
            kept = _is_at(file, path)
        finally:
            if not kept:
                os.close(file)
        if kept:
            return file


def _open(path: Path, like: os.stat_result | None) -> int:
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


def _lock(file: int, path: Path, how: int) -> None:
    status = os.fstat(file)
    if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1:
        # A note is written into it, which must not end up in another file.
        raise StoreError(StoreErrorKind.DENIED, "this is not a lock file", path, "Remove it")
    try:
        fcntl.flock(file, how)
    except BlockingIOError:
        raise
    except OSError as failed:
        hint = "Keep the ledger on a file system that supports locks"
        raise store_error("the file system does not grant a lock", failed, path, hint) from failed


def _is_at(file: int, path: Path) -> bool:
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(file), path.lstat())
    return False


def _held(path: Path, ledger: Path, timeout_s: float) -> StoreError:
    note = ""
    with suppress(OSError):
        file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            note = os.pread(file, _LONGEST_NOTE, 0).decode("utf-8", "replace").partition("\n")[0]
        finally:
            os.close(file)
    holder = note if note.isprintable() and note else "another process"
    waited = f", and the turn of this edit did not come within {timeout_s:g} s" if timeout_s > 0 else ""
    message = f"{holder} is editing the ledger{waited}; nothing was changed"
    return StoreError(StoreErrorKind.LOCKED, message, ledger, "Try again")
