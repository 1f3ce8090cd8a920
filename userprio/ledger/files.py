"""The calls that change a file, and the two ways in which the store uses them: append in place, or replace as a whole.

Whenever either is interrupted, the file has the old contents or the new.
"""

import errno
import mmap
import os
import stat
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from enum import StrEnum
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from userprio.base import posix
from userprio.base.errors import Refused, placed
from userprio.base.records import Fields
from userprio.base.writing import NEW_FILE_MODE, resemble

LARGE: Final = 1 << 26
"""Bytes; larger files are worth extra care with memory and time."""
Bytes: TypeAlias = bytes | mmap.mmap


class StoreErrorKind(StrEnum):
    """Why a ledger was not written to."""

    MISSING = "missing"
    """There is no such file, or it is not a file that can hold a ledger."""
    IN_USE = "in use"
    """A running negotiator has the ledger open."""
    LOCKED = "locked"
    """Somebody else kept editing it until the timeout."""
    DAMAGED = "damaged"
    """Readers would leave out the end of the log; it must be repaired before anything is appended."""
    MOVED = "moved"
    """Something that does not take our lock changed or replaced the file meanwhile."""
    FULL = "full"
    """Out of room: on the disk, in the quota, or by the limit on the size of a file."""
    DENIED = "denied"
    """The file, its folder or its file system is not writable."""
    FAILED = "failed"
    """Any other system error."""
    LINKED = "linked"
    """It has several names (hard links), and a new file would replace only one of them."""
    TORN = "torn"
    """A write failed and could not be rolled back: part of an edit is at the end, which readers leave out."""


class StoreError(Fields, Refused):
    """Why a ledger was not changed; after TORN, and FAILED in the last step, it may have been: see the message."""

    kind: StoreErrorKind
    message: str
    path: Path | None = None
    hint: str | None = None

    def __str__(self) -> str:
        text = placed(self.message, self.path)
        return f"{text}. {self.hint}" if self.hint else text


_KINDS: Final = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), StoreErrorKind.FULL),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), StoreErrorKind.DENIED),
    **dict.fromkeys((errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENAMETOOLONG), StoreErrorKind.MISSING),
}

_BEGINNING: Final = b"107 "
"""Of every log that is written as a whole: its sequence number."""

# Not every POSIX system has fdatasync; fsync does more.
_SYNC_DATA: Final[Callable[[int], None]] = getattr(os, "fdatasync", os.fsync)


def _close(file: int) -> None:
    with suppress(OSError):
        os.close(file)


class FileCalls(msgspec.Struct, frozen=True):
    """The calls with which the store changes the disk; tests substitute ones that fail or stop short."""

    write: Callable[[int, bytes], int] = os.write
    sync: Callable[[int], None] = _SYNC_DATA
    """Sync a file's data and length."""
    sync_all: Callable[[int], None] = os.fsync
    """Sync a new file with its owner and mode, or a folder with its names."""
    truncate: Callable[[int, int], None] = os.ftruncate
    rename: Callable[[Path, Path], None] = os.rename
    close: Callable[[int], None] = _close
    """Close a file that was written in place; errors are ignored, because what matters has been synced."""


def store_error(what: str, failed: OSError | ValueError, path: Path, hint: str | None = None) -> StoreError:
    """The error that says what could not be done, and the system's reason."""
    if isinstance(failed, ValueError):
        return StoreError(StoreErrorKind.MISSING, f"{what}: {failed}", path, hint)
    reason = failed.strerror or str(failed)
    return StoreError(_KINDS.get(failed.errno or 0, StoreErrorKind.FAILED), f"{what}: {reason}", path, hint)


def _read_all(file: int) -> bytes:
    """Everything in an open file."""
    parts = []
    at = 0
    while part := posix.read_at(file, max(os.fstat(file).st_size - at, 1), at):
        parts.append(part)
        at += len(part)
    return b"".join(parts)


def contents(file: int) -> Bytes:
    """Everything in an open file; a large one is mapped, not copied.

    What is appended later does not show. Only the holder of a ledger's lock may truncate it in place; if somebody else
    does while it is mapped, the system ends this process (SIGBUS), and nothing is written.
    """
    if os.fstat(file).st_size < LARGE:
        return _read_all(file)
    return mmap.mmap(file, 0, prot=mmap.PROT_READ, flags=mmap.MAP_SHARED | getattr(mmap, "MAP_POPULATE", 0))


def append(file: int, parts: Sequence[bytes], path: Path, files: FileCalls) -> None:
    """Append to a file open with O_APPEND; each of the `parts` is on the disk before the next one is written.

    Raises:
        StoreError: it could not be written or synced; the file has been cut back to its old size, or the error says
            that this failed too.
    """
    # An interrupt has to cut it back too: what is not known to be on the disk must not stay in the file.
    with ExitStack() as undo:
        undo.callback(_cut_back, file, os.fstat(file).st_size, b"".join(parts), path, files)
        try:
            for part in parts:
                _write(file, part, files)
                files.sync(file)
        except OSError as failed:
            raise store_error("the edit could not be written, and nothing was changed", failed, path) from failed
        undo.pop_all()


def cut(file: int, size: int, path: Path, files: FileCalls) -> None:
    """Remove everything after the first `size` bytes of an open file.

    Raises:
        StoreError: it could not be cut, or it may not survive a power failure.
    """
    what = "the damaged end could not be removed, and nothing was changed"
    try:
        files.truncate(file, size)
        what = "the damaged end was removed, but it is not certain that this survives a power failure"
        files.sync(file)
    except OSError as failed:
        raise store_error(what, failed, path) from failed


def unfinished(path: Path) -> Path:
    """Where `replace` builds the new file, under a name that nobody else would choose."""
    return path.with_name(f".{path.name}.userprio-new")


def remove_unfinished(path: Path) -> None:
    """Remove what a killed process has left of a new file, while the lock of the ledger is held.

    It is empty or zeros, or begins as every log does that is written here. Anything else is somebody else's and stays.
    """
    temporary = unfinished(path)
    with suppress(OSError):
        status = temporary.lstat()
        if stat.S_ISREG(status.st_mode) and (not status.st_size or _begins_as_a_log(temporary)):
            temporary.unlink()


def _begins_as_a_log(path: Path) -> bool:
    file = os.open(path, os.O_RDONLY | posix.O_NOFOLLOW | posix.O_NONBLOCK | posix.O_CLOEXEC)
    try:
        head = posix.read_at(file, len(_BEGINNING), 0)
    finally:
        os.close(file)
    return _BEGINNING.startswith(head) or not head.strip(b"\0")


def replace(path: Path, text: bytes, like: int | None, files: FileCalls) -> None:
    """Replace the file at `path` by one with `text`, or create it; see `resemble` for the open file `like`.

    Raises:
        StoreError: nothing was changed, or, where the error says so, the new file may not survive a power failure.
    """
    temporary = unfinished(path)
    remove_unfinished(path)
    try:
        try:
            _create(temporary, text, like, files)
        except FileExistsError as other:
            message = f"the ledger was left as it was: {temporary.name} is in the way, and was not made by this program"
            raise StoreError(StoreErrorKind.DENIED, message, path, "Move it away") from other
        with ExitStack() as undo:
            undo.callback(discard, temporary)
            files.rename(temporary, path)
            undo.pop_all()
    except OSError as failed:
        raise store_error("the ledger could not be rewritten and was left as it was", failed, path) from failed
    try:
        sync_folder(path.parent, files)
    except OSError as failed:
        what = "the ledger was rewritten, but it is not certain that this survives a power failure"
        raise store_error(what, failed, path) from failed


def keep(path: Path, text: bytes, like: int, files: FileCalls) -> None:
    """Create a file at `path` that resembles the open file `like`, and sync it.

    Raises:
        OSError: FileExistsError, or it could not be written, in which case nothing is left of it.
    """
    _create(path, text, like, files)
    sync_folder(path.parent, files)


def _create(path: Path, text: bytes, like: int | None, files: FileCalls) -> None:
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | posix.O_NOFOLLOW | posix.O_CLOEXEC, NEW_FILE_MODE)
    with ExitStack() as undo:
        undo.callback(discard, path)
        try:
            if like is not None:
                resemble(file, like)
            _write(file, text, files)
            files.sync_all(file)
        finally:
            os.close(file)
        undo.pop_all()


def discard(path: Path) -> None:
    """Remove a file if possible."""
    with suppress(OSError):
        path.unlink()


def sync_folder(folder: Path, files: FileCalls) -> None:
    """Sync the names in a folder."""
    file = os.open(folder, os.O_RDONLY | posix.O_DIRECTORY | posix.O_CLOEXEC)
    try:
        files.sync_all(file)
    finally:
        files.close(file)


def _write(file: int, text: bytes, files: FileCalls) -> None:
    # A full disk or a limit first shows as a short count; the next call gives the reason.
    while text:
        text = text[files.write(file, text) :]


def _cut_back(file: int, size: int, text: bytes, path: Path, files: FileCalls) -> None:
    try:
        grown = os.fstat(file).st_size - size
        if not grown:
            return
        if posix.read_at(file, grown, size) == text[:grown]:
            files.truncate(file, size)
            files.sync(file)
            return
        reason = "something else has written after it"
    except OSError as failed:
        reason = failed.strerror or str(failed)
    message = f"an edit could not be written, and the part already written could not be removed: {reason}"
    raise StoreError(StoreErrorKind.TORN, message, path, f"Look at the end of the file, from byte {size} on")
