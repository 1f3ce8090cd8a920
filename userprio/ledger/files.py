"""The calls that change a file, and the two ways in which the store uses them: append in place, or replace as a whole.

Either leaves what was there or what is wanted, whenever it is interrupted.
"""

import errno
import os
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from userprio.errors import Refused, placed

NEW_FILE_MODE: Final = 0o600


class StoreErrorKind(StrEnum):
    """Why a ledger was not written to."""

    MISSING = "missing"
    """There is no such file, or it is not a file that can hold a ledger."""
    IN_USE = "in use"
    """A running negotiator has the ledger open."""
    LOCKED = "locked"
    """Somebody else was editing it for as long as we were willing to wait."""
    DAMAGED = "damaged"
    """The end of the log would be left out by a reader; it must be repaired before anything is appended."""
    MOVED = "moved"
    """The file changed or was replaced under us, by something that does not take our lock."""
    FULL = "full"
    """No room: the disk, the quota, or the largest file allowed."""
    DENIED = "denied"
    """The file, its folder or its file system may not be written."""
    FAILED = "failed"
    """Any other failure of the system."""
    TORN = "torn"
    """A write failed and could not be taken back: half of an edit is at the end, which readers leave out."""


@dataclass
class StoreError(Refused):
    """A ledger that was not changed, and why; with TORN and, once a file was replaced, FAILED, see the message."""

    kind: StoreErrorKind
    message: str
    path: Path | None = None
    hint: str | None = None

    def __str__(self) -> str:
        text = placed(self.message, self.path)
        return f"{text}. {self.hint}" if self.hint else text


_KINDS: Final = {
    errno.ENOSPC: StoreErrorKind.FULL,
    errno.EDQUOT: StoreErrorKind.FULL,
    errno.EFBIG: StoreErrorKind.FULL,
    errno.EACCES: StoreErrorKind.DENIED,
    errno.EPERM: StoreErrorKind.DENIED,
    errno.EROFS: StoreErrorKind.DENIED,
    errno.ENOENT: StoreErrorKind.MISSING,
    errno.ENOTDIR: StoreErrorKind.MISSING,
    errno.ELOOP: StoreErrorKind.MISSING,
    errno.ENAMETOOLONG: StoreErrorKind.MISSING,
}


# Not every POSIX system has fdatasync; fsync does more.
_SYNC_DATA: Final[Callable[[int], None]] = getattr(os, "fdatasync", os.fsync)


@dataclass(frozen=True, slots=True)
class FileCalls:
    """The calls by which the store changes the disk; others in their place may fail or stop short on purpose."""

    write: Callable[[int, bytes], int] = os.write
    sync: Callable[[int], None] = _SYNC_DATA
    """Data and length of a file."""
    sync_all: Callable[[int], None] = os.fsync
    """A new file with its owner and mode, or a folder with its names."""
    truncate: Callable[[int, int], None] = os.ftruncate
    rename: Callable[[Path, Path], None] = os.rename


def store_error(what: str, failed: OSError | ValueError, path: Path, hint: str | None = None) -> StoreError:
    """What could not be done, and the system's reason."""
    if isinstance(failed, ValueError):
        return StoreError(StoreErrorKind.MISSING, f"{what}: {failed}", path, hint)
    reason = failed.strerror or str(failed)
    return StoreError(_KINDS.get(failed.errno or 0, StoreErrorKind.FAILED), f"{what}: {reason}", path, hint)


def read_all(file: int) -> bytes:
    """Everything in an open file."""
    parts = []
    at = 0
    while part := os.pread(file, max(os.fstat(file).st_size - at, 1), at):
        parts.append(part)
        at += len(part)
    return b"".join(parts)


def append(file: int, text: bytes, path: Path, files: FileCalls) -> None:
    """Append `text` to a file open with O_APPEND, in one write if the system takes it whole, and sync it.

    Raises:
        StoreError: it could not be written or synced; the file has been cut back to what it was, or the error says
            that this failed too.
    """
    # In the way of an interrupt as well: what is not known to be on the disk must not stay in the file.
    with ExitStack() as undo:
        undo.callback(_cut_back, file, os.fstat(file).st_size, text, path, files)
        try:
            _write(file, text, files)
            files.sync(file)
        except OSError as failed:
            raise store_error("the edit could not be written, and nothing was changed", failed, path) from failed
        undo.pop_all()


def replace(path: Path, text: bytes, like: os.stat_result | None, files: FileCalls) -> None:
    """Put `text` in the place of the file at `path`, or make the file; with the owner and mode of `like`.

    Raises:
        StoreError: nothing was changed, or, where the error says so, the new file may not survive a power failure.
    """
    temporary = path.with_name(f"{path.name}.new")
    try:
        # What a killed process left there; whoever writes here holds the lock.
        temporary.unlink(missing_ok=True)
        _create(temporary, text, like, files)
        with ExitStack() as undo:
            undo.callback(_discard, temporary)
            files.rename(temporary, path)
            undo.pop_all()
    except OSError as failed:
        raise store_error("the ledger could not be rewritten, and nothing was changed", failed, path) from failed
    try:
        sync_folder(path.parent, files)
    except OSError as failed:
        what = "the ledger was rewritten, but it is not certain that this survives a power failure"
        raise store_error(what, failed, path) from failed


def keep(path: Path, text: bytes, like: os.stat_result, files: FileCalls) -> None:
    """Make a file at `path`, where none may be, with the owner and mode of `like`, and sync it.

    Raises:
        OSError: FileExistsError, or it could not be written; nothing is left then.
    """
    _create(path, text, like, files)
    sync_folder(path.parent, files)


def _create(path: Path, text: bytes, like: os.stat_result | None, files: FileCalls) -> None:
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, NEW_FILE_MODE)
    with ExitStack() as undo:
        undo.callback(_discard, path)
        try:
            if like is not None:
                own = os.fstat(file)
                if (own.st_uid, own.st_gid) != (like.st_uid, like.st_gid):
                    os.fchown(file, like.st_uid, like.st_gid)
                os.fchmod(file, like.st_mode & 0o7777)
            _write(file, text, files)
            files.sync_all(file)
        finally:
            os.close(file)
        undo.pop_all()


def _discard(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


def sync_folder(folder: Path, files: FileCalls) -> None:
    """Sync the names in a folder."""
    file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        files.sync_all(file)
    finally:
        os.close(file)


def _write(file: int, text: bytes, files: FileCalls) -> None:
    # A full disk or a limit shows as a short count first; the reason comes with the next call.
    while text:
        text = text[files.write(file, text) :]


def _cut_back(file: int, size: int, text: bytes, path: Path, files: FileCalls) -> None:
    try:
        grown = os.fstat(file).st_size - size
        if not grown:
            return
        if os.pread(file, grown, size) == text[:grown]:
            files.truncate(file, size)
            files.sync(file)
            return
        reason = "something else has written after it"
    except OSError as failed:
        reason = failed.strerror or str(failed)
    message = f"an edit could not be written, and the part already written could not be removed: {reason}"
    hint = f"Look at the end of the file, from byte {size} on"
    raise StoreError(StoreErrorKind.TORN, message, path, hint)
