"""The files of an operations log: lines are appended to the newest, and read backwards from its end.

`<ledger>.operations` is the file written to. When it has grown to 16 MiB it is rotated, to its name plus the number of
its last operation, and a new one is begun: `Accountantnew.log.operations.5230` ends with operation 5230. Rotated files
are only read, and may be removed, the oldest first.
"""

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

import msgspec

from userprio.base.errors import BadInput
from userprio.base.limits import LEDGER_FILE, OPERATIONS_FILE, budget
from userprio.ledger.files import (
    NEW_FILE_MODE,
    FileCalls,
    StoreError,
    StoreErrorKind,
    append,
    cut,
    resemble,
    store_error,
    sync_folder,
)

_BLOCK: Final = 65536
_FLAGS: Final = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class OperationsError(BadInput):
    """An operations log that cannot be read."""


class JournalLine(msgspec.Struct, frozen=True):
    """A line of a log without its line feed, the open file it is in, and the byte at which it begins."""

    text: bytes
    path: Path
    file: int
    at: int

    @property
    def number(self) -> int:
        """Its number in its file, from 1; counted only when asked for."""
        return 1 + sum(part.count(b"\n") for _, part in _blocks(self.file, self.at, self.path))


class Journal(msgspec.Struct, frozen=True):
    """The files of the operations log of the ledger at `ledger`, a path without symbolic links."""

    ledger: Path
    files: FileCalls

    @property
    def path(self) -> Path:
        """The file that is written to."""
        return self.ledger.with_name(f"{self.ledger.name}.operations")

    def newest_first(self) -> Iterator[Iterable[JournalLine]]:
        """The lines of each file, newest first, from the newest file on; a file is open only during its turn.

        Raises:
            OperationsError: a file cannot be read or cannot be an operations log.
        """
        # Open the current file before listing the others: one rotated meanwhile is read twice rather than missed.
        with self._opened_to_read(self.path) as file:
            aside = sorted(self.put_aside(), reverse=True)
            yield () if file is None else _lines_backwards(file, self.path)
        for number in aside:
            path = self.aside(number)
            with self._opened_to_read(path) as file:
                yield () if file is None else _lines_backwards(file, path)

    def put_aside(self) -> list[int]:
        """The numbers of the last operations in the rotated files."""
        prefix = f"{self.path.name}."
        try:
            names = [entry.name for entry in os.scandir(self.path.parent) if entry.name.startswith(prefix)]
        except FileNotFoundError:
            return []
        except OSError as failed:
            raise OperationsError(f"the folder cannot be read: {failed.strerror}", self.path.parent) from failed
        ends = [name.removeprefix(prefix) for name in names]
        return [int(end) for end in ends if end.isascii() and end.isdecimal() and len(end) < 19 and end[0] != "0"]

    def aside(self, number: int) -> Path:
        """The path of the file rotated after that operation."""
        return self.path.with_name(f"{self.path.name}.{number}")

    def open(self, *, make: bool) -> int | None:
        """The file written to, open for appending; with `make` it is created if there is none.

        Raises:
            StoreError: it cannot be opened or cannot be an operations log.
        """
        flags = _FLAGS | os.O_RDWR | os.O_APPEND
        try:
            try:
                file = os.open(self.path, flags)
            except FileNotFoundError:
                if not make:
                    return None
                return self._made(flags)
        except OSError as failed:
            what = "the operations log cannot be opened for writing, and nothing was changed"
            raise store_error(what, failed, self.path) from failed
        wrong = self._wrong_with(file)
        if wrong is not None:
            os.close(file)
            raise StoreError(StoreErrorKind.DENIED, f"{wrong[0]}; nothing was changed", self.path, wrong[1])
        return file

    def rotate(self, file: int, last: int) -> bool:
        """Rotate the file if it has become large; `last` is the number of its last operation. Says whether it did.

        Raises:
            StoreError: it was rotated, but that may not survive a power failure.
        """
        aside = self.aside(last)
        if os.fstat(file).st_size < OPERATIONS_FILE or aside.exists():
            return False
        # Where the folder does not permit this, the file just keeps growing.
        try:
            self.files.rename(self.path, aside)
        except OSError:
            return False
        try:
            # Before another file takes the old name.
            sync_folder(self.path.parent, self.files)
        except OSError as failed:
            what = "the operations log was put aside, but nothing was changed in the ledger"
            raise store_error(what, failed, aside) from failed
        return True

    def append(self, file: int, line: bytes) -> None:
        """Append a line, with its line feed, and sync it; see `files.append`."""
        if len(line) > budget().most(LEDGER_FILE):
            most = budget().text(LEDGER_FILE)
            message = f"the edit changes so much that its line in the log would exceed {most}; nothing was changed"
            raise StoreError(StoreErrorKind.FULL, message, self.path, "Edit fewer submitters at once")
        append(file, (line,), self.path, self.files)

    def last_line(self, file: int) -> JournalLine | None:
        """The last whole line; anything after it was never finished, and is cut off.

        Raises:
            StoreError: it cannot be cut off.
        """
        line = next(_lines_backwards(file, self.path), None)
        whole = 0 if line is None else line.at + len(line.text) + 1
        if os.fstat(file).st_size > whole:
            cut(file, whole, self.path, self.files)
        return line

    def _made(self, flags: int) -> int:
        with ExitStack() as undo:
            file = os.open(self.path, flags | os.O_CREAT | os.O_EXCL, NEW_FILE_MODE)
            undo.callback(os.close, file)
            # Everybody who may edit the ledger has to be able to write the log; best effort.
            with suppress(OSError):
                like = os.open(self.ledger, os.O_RDONLY | _FLAGS)
                try:
                    resemble(file, like)
                finally:
                    os.close(like)
            sync_folder(self.path.parent, self.files)
            undo.pop_all()
        return file

    @contextmanager
    def _opened_to_read(self, path: Path) -> Iterator[int | None]:
        try:
            file = os.open(path, os.O_RDONLY | _FLAGS)
        except FileNotFoundError:
            yield None
            return
        except OSError as failed:
            raise OperationsError(f"the operations log cannot be read: {failed.strerror}", path) from failed
        try:
            wrong = self._wrong_with(file)
            if wrong is not None:
                raise OperationsError(wrong[0], path, hint=wrong[1])
            yield file
        finally:
            self.files.close(file)

    def _wrong_with(self, file: int) -> tuple[str, str] | None:
        """Why an open file cannot be an operations log, and what to do about it; None: it can."""
        status = os.fstat(file)
        if not stat.S_ISREG(status.st_mode):
            return "this is not a regular file, so it cannot be an operations log", "Move it away"
        if status.st_nlink > 1:
            why = f"the operations log has {status.st_nlink} names (hard links), so it may belong to something else"
            return why, "Make it a file of its own: copy it, and move the copy to its place"
        folder = self.path.parent.stat()
        shared = folder.st_mode & 0o022 and not folder.st_mode & stat.S_ISVTX
        owners = {0, os.geteuid(), folder.st_uid}
        with suppress(OSError):
            owners.add(self.ledger.stat().st_uid)
        # Where others may replace the ledger anyway, it does not matter who made the log.
        if status.st_uid in owners or shared:
            return None
        why = f"the operations log belongs to user {status.st_uid}, who owns neither the ledger nor its folder"
        return why, "See what it says, then change its owner or move it away"


def _lines_backwards(file: int, path: Path) -> Iterator[JournalLine]:
    """The lines of an open file, the last one first, in memory that does not grow with their number.

    What a crash left after the last whole line is skipped: a line without its end, or with zeros in it.

    Raises:
        OperationsError: a line is too long for a log, or the file cannot be read.
    """
    parts: list[bytes] = []
    """The parts read so far of the line at hand, the last one first."""
    torn = whole = False
    length = 0
    end = os.fstat(file).st_size
    for at, block in _blocks(file, end, path):
        pieces = block.split(b"\n")
        start = at + len(block)
        for piece in reversed(pieces[1:]):
            start -= len(piece)
            text = b"".join((piece, *reversed(parts)))
            parts, length = [], 0
            # The first piece is what follows the last line feed: an unfinished line, or nothing.
            whole = whole or (torn and b"\0" not in text)
            torn = True
            if whole:
                yield JournalLine(text, path, file, start)
            start -= 1
        parts.append(pieces[0])
        length += len(pieces[0])
        if length > budget().most(LEDGER_FILE):
            raise OperationsError(f"a line of the operations log is longer than {budget().text(LEDGER_FILE)}", path)
    text = b"".join(reversed(parts))
    if whole or (torn and b"\0" not in text):
        yield JournalLine(text, path, file, 0)


def _blocks(file: int, end: int, path: Path) -> Iterator[tuple[int, bytes]]:
    """The first `end` bytes of an open file in blocks with their positions, the last one first."""
    while end:
        at = max(end - _BLOCK, 0)
        try:
            block = os.pread(file, end - at, at)
        except OSError as failed:
            raise OperationsError(f"the operations log cannot be read: {failed.strerror}", path) from failed
        yield at, block
        end = at
