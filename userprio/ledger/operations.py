"""The operations log: what was done to a ledger with userprio, when, by whom and why, in a file beside it.

`<ledger>.operations` holds JSON, one object per line; see `Journal` for older files. An operation is logged with all of
its changes, as texts of the ledger, which is what makes it possible to undo it.

The two files must agree, though a crash may come between any two writes. So, under the store's lock:

1. The operation is appended with the state `intended`, and synced.
2. Its records are appended to the ledger as one transaction, and synced. This is what commits it.
3. A line that says `done` is appended.

The next edit first looks at the last line. A line without its end, or with zeros in it, is cut off: step 1 was not
finished, so step 2 never began. A last operation that is still `intended` is settled by the ledger: if every attribute
that it changes has the new value there, it is `done`; if every one has the old value, it was `abandoned`. Anything else
means that something changed the ledger in between, such as a negotiator that started after the crash; it is then marked
`uncertain`.

Each line has the hash of the line before it, `prev`, on into the next file, so that a line that is changed or taken out
later does not fit; `chain` checks that. Lines of older versions have none.

An edit of a running pool consists of several requests, each of which may fail. Its line is written before the first of
them (`OperationsLog.intend`), with the changes that are planned; the line that settles it (`OperationsLog.conclude`)
has the changes that the pool shows. What it does not show of the others is `Operation.missing`.
"""

import json
import os
import stat
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import Any, Final, Protocol

import msgspec
from msgspec.structs import replace

from userprio.base import posix
from userprio.base.errors import BadInput
from userprio.base.limits import LEDGER_FILE, OPERATIONS_FILE, budget
from userprio.base.writing import NEW_FILE_MODE, resemble
from userprio.ledger.files import (
    FileCalls,
    StoreError,
    StoreErrorKind,
    append,
    cut,
    store_error,
    sync_folder,
)
from userprio.ledger.ledger import Ads, Change, merged_changes, same_text, text_in
from userprio.ledger.operation import Operation, OperationState, as_undone, with_outcome
from userprio.ledger.records import Record

_BLOCK: Final = 65536
_FLAGS: Final = posix.O_NOFOLLOW | posix.O_NONBLOCK | posix.O_CLOEXEC


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

    @property
    def hash(self) -> str:
        """The SHA-256 of the line with its line feed, as of `tail -n 1 FILE | sha256sum` for the last one."""
        # Loading it takes milliseconds, which commands that only read the log need not spend.
        from hashlib import sha256

        return sha256(self.text + b"\n").hexdigest()


class Journal(msgspec.Struct, frozen=True):
    """The files of the operations log of the ledger at `ledger`, a path without symbolic links.

    Lines are appended to the newest, and read backwards from its end. When it has grown to 16 MiB it is rotated, to its
    name plus the number of its last operation: `Accountantnew.log.operations.5230` ends with operation 5230. Rotated
    files are only read, and may be removed, the oldest first.
    """

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
        # Open the current file before listing the others: one rotated meanwhile is met twice rather than missed.
        with self._opened_to_read(self.path) as file:
            current = None if file is None else os.fstat(file)
            aside = sorted(self.put_aside(), reverse=True)
            yield () if file is None else _lines_backwards(file, self.path)
        for path in map(self.aside, aside):
            with self._opened_to_read(path) as file:
                if file is not None and (current is None or not os.path.samestat(os.fstat(file), current)):
                    yield _lines_backwards(file, path)

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

    def append(self, file: int, entry: Mapping[str, Any]) -> None:
        """Append a line with these fields and the hash of the line before it, and sync it; see `files.append`.

        Raises:
            StoreError: also where the line before cannot be read.
        """
        try:
            before = self._before(file)
        except OperationsError as failed:
            raise StoreError(StoreErrorKind.FAILED, failed.message, self.path, failed.hint) from failed
        line = json.dumps({**entry, "prev": before}, separators=(", ", ": ")).encode("ascii") + b"\n"
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
        complete = 0 if line is None else line.at + len(line.text) + 1
        if os.fstat(file).st_size > complete:
            cut(file, complete, self.path, self.files)
        return line

    def _before(self, file: int) -> str | None:
        """The hash of the line before the next one, which may be in the newest rotated file; None: there is none."""
        line = next(_lines_backwards(file, self.path), None)
        if line is not None:
            return line.hash
        path = self.aside(max(self.put_aside(), default=0))
        with self._opened_to_read(path) as rotated:
            line = None if rotated is None else next(_lines_backwards(rotated, path), None)
            return None if line is None else line.hash

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
        user = posix.effective_user()
        if user is None:
            return None
        folder = self.path.parent.stat()
        shared = folder.st_mode & 0o022 and not folder.st_mode & stat.S_ISVTX
        owners = {0, user, folder.st_uid}
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
    torn = complete = False
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
            complete = complete or (torn and b"\0" not in text)
            torn = True
            if complete:
                yield JournalLine(text, path, file, start)
            start -= 1
        parts.append(pieces[0])
        length += len(pieces[0])
        if length > budget().most(LEDGER_FILE):
            raise OperationsError(f"a line of the operations log is longer than {budget().text(LEDGER_FILE)}", path)
    text = b"".join(reversed(parts))
    if complete or (torn and b"\0" not in text):
        yield JournalLine(text, path, file, 0)


def _blocks(file: int, end: int, path: Path) -> Iterator[tuple[int, bytes]]:
    """The first `end` bytes of an open file in blocks with their positions, the last one first."""
    while end:
        at = max(end - _BLOCK, 0)
        try:
            block = posix.read_at(file, end - at, at)
        except OSError as failed:
            raise OperationsError(f"the operations log cannot be read: {failed.strerror}", path) from failed
        yield at, block
        end = at


class LockedLedger(Protocol):
    """The interface needed of a locked ledger; `userprio.ledger.Session` has it."""

    def ads(self, keys: Collection[str]) -> Ads:
        """The records under those keys that exist."""
        ...

    def commit(self, records: Iterable[Record]) -> None:
        """Append one transaction."""
        ...


class OperationsLog(msgspec.Struct, frozen=True):
    """The operations log of the ledger at `ledger`, a path without symbolic links."""

    ledger: Path
    files: FileCalls = msgspec.field(default_factory=FileCalls)

    @property
    def path(self) -> Path:
        """The file that the next operation is written to."""
        return self._journal.path

    @property
    def _journal(self) -> Journal:
        return Journal(self.ledger, self.files)

    def read(self) -> tuple[Operation, ...]:
        """All operations, oldest first; see `newest_first`."""
        return tuple(self.newest_first())[::-1]

    def newest_first(self) -> Iterator[Operation]:
        """The operations, newest first, read only as far as they are consumed; the newest may be `intended`.

        Needs no lock.

        Raises:
            OperationsError: a file cannot be read, or a line is malformed.
        """
        return as_undone(chain.from_iterable(map(_operations, self._journal.newest_first())))

    def lines_newest_first(self) -> Iterator[Iterable[JournalLine]]:
        """The lines of each file as they are; see `Journal.newest_first`."""
        return self._journal.newest_first()

    def mentions(self, key: str) -> bool:
        """Whether there may be an operation under the key; far cheaper than reading them all.

        Raises:
            OperationsError: a file cannot be read.
        """
        text = json.dumps(key).encode("ascii")
        return any(text in line.text for lines in self._journal.newest_first() for line in lines)

    def settle(self, session: LockedLedger) -> Operation | None:
        """Make the log agree with the ledger; returns the operation that had been interrupted, if any.

        Raises:
            OperationsError: the last line is malformed.
            StoreError: the log cannot be written.
        """
        file = self._journal.open(make=False)
        if file is None:
            return None
        try:
            last = self._last(file)
            if last is None or last["state"] != OperationState.INTENDED:
                return None
            with _sense(self.path):
                operation = _operation(last)
            settled = replace(operation, state=outcome_of(operation, session))
            self._mark(file, settled)
            return settled
        finally:
            self.files.close(file)

    def carry_out(self, operation: Operation, records: Iterable[Record], session: LockedLedger) -> Operation:
        """Commit `records` to the ledger and log the operation; returns it with its number.

        The caller has called `settle` under the same lock.

        Raises:
            StoreError, LedgerError: the ledger was not changed, see `Session.commit`.
            OperationsError: the last line of the log is malformed.
        """
        with self._open() as (file, before):
            intended = replace(operation, id=before + 1, state=OperationState.INTENDED)
            self._journal.append(file, _line(intended))
            session.commit(records)
            done = replace(intended, state=OperationState.DONE)
            # It is committed; if that cannot be marked, the next edit finds it out from the ledger.
            with suppress(StoreError):
                self._mark(file, done)
            return done

    def intend(self, operation: Operation) -> Operation:
        """Log an operation on a running pool that is about to begin; returns it with its number.

        The caller holds the lock until `conclude`, and has concluded the one before.

        Raises:
            StoreError: the log cannot be written.
            OperationsError: the last line of the log is malformed.
        """
        with self._open() as (file, before):
            intended = replace(operation, id=before + 1, state=OperationState.INTENDED)
            self._journal.append(file, _line(intended))
            return intended

    def unsettled(self) -> Operation | None:
        """The last operation, if it is under way or was interrupted; needs no lock.

        Raises:
            OperationsError: see `newest_first`.
        """
        last = next(self.newest_first(), None)
        return last if last is not None and last.state is OperationState.INTENDED else None

    def conclude(self, operation: Operation) -> None:
        """Log what became of the last operation, which is `intended`: its state and the changes that the pool shows.

        Raises:
            StoreError: the log cannot be written.
            OperationsError: the last line of the log is malformed, or the log is gone.
        """
        file = self._journal.open(make=False)
        if file is None:
            raise OperationsError("the operations log is gone", self.path)
        try:
            # What a crash left after the last line is cut off.
            self._last(file)
            changes = msgspec.to_builtins(operation.changes)
            self._mark(file, operation, changes=changes, refused=operation.refused, unclear=operation.unclear)
        finally:
            self.files.close(file)

    @contextmanager
    def _open(self) -> Iterator[tuple[int, int]]:
        """The file for the next operation, a new one if need be, and the number of the previous operation."""
        journal = self._journal
        file = journal.open(make=True)
        assert file is not None
        try:
            last = self._last(file)
            before = max(journal.put_aside(), default=0) if last is None else last["id"]
            # An unsettled one has to stay in the file that is written.
            if last is not None and last["state"] != OperationState.INTENDED and journal.rotate(file, before):
                self.files.close(file)
                file = None
                file = journal.open(make=True)
                assert file is not None
            yield file, before
        finally:
            if file is not None:
                self.files.close(file)

    def _mark(self, file: int, operation: Operation, **outcome: object) -> None:
        self._journal.append(file, {"id": operation.id, "state": operation.state, **outcome})

    def _last(self, file: int) -> Mapping[str, Any] | None:
        """The last entry of an open file."""
        line = self._journal.last_line(file)
        if line is None:
            return None
        with _sense(self.path):
            entry = json.loads(line.text)
            return {**entry, "id": int(entry["id"]), "state": str(entry["state"])}


def _operations(lines: Iterable[JournalLine]) -> Iterator[Operation]:
    """The operations in the lines of a file, newest first."""
    states: dict[int, tuple[Mapping[str, Any], JournalLine]] = {}
    for line in lines:
        with _sense(line.path, line):
            entry = json.loads(line.text)
            if "action" not in entry:
                states.setdefault(int(entry["id"]), (_outcome(entry), line))
                continue
            operation = _operation(entry)
        if operation.id in states:
            operation = with_outcome(operation, **states.pop(operation.id)[0])
        yield operation
    for _, line in states.values():
        with _sense(line.path, line):
            raise LookupError("nothing was said of this operation before")


def outcome_of(operation: Operation, session: LockedLedger) -> OperationState:
    """What became of an interrupted operation, by the ledger; see the top of this module."""
    changes = merged_changes((*operation.ended, *operation.changes))
    ads = session.ads(list(dict.fromkeys(change.key for change in changes)))
    now = [text_in(ads, change.key, change.attribute) for change in changes]
    if all(same_text(text, change.after) for text, change in zip(now, changes, strict=True)):
        return OperationState.DONE
    if all(same_text(text, change.before) for text, change in zip(now, changes, strict=True)):
        return OperationState.ABANDONED
    return OperationState.UNCERTAIN


@contextmanager
def _sense(path: Path, line: JournalLine | None = None) -> Iterator[None]:
    try:
        yield
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as wrong:
        hint = "Repair that line, or move the file away; then the operations in it cannot be undone"
        where = "a line" if line else "the last line"
        message = f"{where} of the operations log makes no sense"
        raise OperationsError(message, path, None if line is None else line.number, hint=hint) from wrong


def _line(operation: Operation) -> Mapping[str, Any]:
    entry: dict[str, Any] = msgspec.to_builtins(operation)
    for name in ("undone_by", "missing", "refused", "unclear"):
        del entry[name]
    if operation.login is None:
        del entry["login"]
    return entry


def _operation(entry: Mapping[str, Any]) -> Operation:
    return Operation(
        id=int(entry["id"]),
        state=OperationState(entry["state"]),
        at=int(entry["at"]),
        who=str(entry["who"]),
        login=None if entry.get("login") is None else int(entry["login"]),
        action=str(entry["action"]),
        names=tuple(map(str, entry["names"])),
        reason=_optional(entry["reason"]),
        undoes=None if entry["undoes"] is None else int(entry["undoes"]),
        reversible=bool(entry["reversible"]),
        note=_optional(entry["note"]),
        key=_optional(entry.get("key")),
        request=_optional(entry.get("request")),
        version=str(entry["version"]),
        ended=tuple(map(_change, entry["ended"])),
        changes=tuple(map(_change, entry["changes"])),
    )


def _outcome(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a line says of an operation before it, as arguments of `with_outcome`."""
    state = OperationState(entry["state"])
    if "changes" not in entry:
        return {"state": state}
    names = {name: tuple(map(str, entry[name])) for name in ("refused", "unclear")}
    return {"state": state, "changes": tuple(map(_change, entry["changes"])), **names}


def _change(entry: Mapping[str, Any]) -> Change:
    return Change(str(entry["key"]), str(entry["attribute"]), _optional(entry["before"]), _optional(entry["after"]))


def _optional(value: object) -> str | None:
    return None if value is None else str(value)
