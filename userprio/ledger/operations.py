"""The operations log: what was done to a ledger with userprio, when, by whom and why, in a file beside it.

`<ledger>.operations` holds JSON, one object to a line. An operation stands there with everything that it changes, in
the ledger's own texts; that is what makes it possible to take it back.

The two files must agree, though a crash may come between any two writes. So, under the store's lock:

1. The operation is appended with the state `intended`, and synced.
2. Its records are appended to the ledger as one transaction, and synced. This is the moment when it happens.
3. A line that says `done` is appended.

Whoever edits next looks at the last line first. A line without its end is cut off: step 1 was not finished, so step 2
never began. A last operation that is still `intended` is settled by the ledger: if all that it changes stands there as
it left it, it is `done`; if all stands as it was before, it was `abandoned`. Anything else means that something changed
the ledger in between, such as a negotiator that started after the crash; it is then marked `uncertain`.
"""

import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, Protocol

from userprio.errors import BadInput, Refused
from userprio.ledger.changes import Ads, Change, merged_changes, same_text, text_in
from userprio.ledger.files import NEW_FILE_MODE, FileCalls, StoreError, append, store_error, sync_folder
from userprio.ledger.records import Record
from userprio.limits import LEDGER_FILE, read_file

_BLOCK: Final = 65536


class OperationsError(BadInput):
    """An operations log that cannot be read."""


class OperationState(StrEnum):
    """How far an operation came."""

    INTENDED = "intended"
    """Under way, or interrupted and not settled yet."""
    DONE = "done"
    ABANDONED = "abandoned"
    """It was never made: the ledger could not be written."""
    UNCERTAIN = "uncertain"
    """It was interrupted, and the ledger has changed since in a way that does not show whether it was made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """Something that was done to a ledger; its fields are those of its line in the log."""

    id: int = 0
    """Counts up from 1; 0 until it is carried out."""
    state: OperationState = OperationState.INTENDED
    at: int
    """When, in seconds since the epoch."""
    who: str
    action: str
    """The command, such as `setfactor`."""
    names: tuple[str, ...]
    """The submitters that it was given; none where it is about all."""
    reason: str | None = None
    undoes: int | None = None
    """The operation that this one took back."""
    reversible: bool = True
    note: str | None = None
    """What the changes do not show."""
    version: str
    """Of the program."""
    ended: tuple[Change, ...] = ()
    """Leases that had run out and were ended on the way; they are not taken back."""
    changes: tuple[Change, ...]


class LockedLedger(Protocol):
    """What is needed of a ledger under the lock; `userprio.ledger.Session` is one."""

    def ads(self, keys: Collection[str]) -> Ads:
        """The records under those keys that exist."""
        ...

    def commit(self, records: Iterable[Record]) -> None:
        """Append one transaction."""
        ...


@dataclass(frozen=True, slots=True)
class OperationsLog:
    """The operations log of the ledger at `ledger`, a path without symbolic links."""

    ledger: Path
    files: FileCalls = field(default_factory=FileCalls)

    @property
    def path(self) -> Path:
        """Where it is."""
        return self.ledger.with_name(f"{self.ledger.name}.operations")

    def read(self) -> tuple[Operation, ...]:
        """All operations, oldest first; the last one may be `intended`. Needs no lock.

        Raises:
            OperationsError: the file cannot be read, or a line of it makes no sense.
        """
        try:
            data = read_file(self.path, LEDGER_FILE)
        except FileNotFoundError:
            return ()
        except OSError as failed:
            raise OperationsError(f"the operations log cannot be read: {failed.strerror}", self.path) from failed
        found: dict[int, Operation] = {}
        # What follows the last line feed is being written, or was when the machine stopped.
        for number, line in enumerate(data.split(b"\n")[:-1], 1):
            with _as_operations_error(self.path, number):
                entry = json.loads(line)
                if "action" in entry:
                    operation = _operation(entry)
                else:
                    operation = replace(found[int(entry["id"])], state=OperationState(entry["state"]))
                found[operation.id] = operation
        return tuple(found.values())

    def settle(self, session: LockedLedger) -> Operation | None:
        """Make the log agree with the ledger; the result is the operation that had been interrupted, if any.

        Raises:
            OperationsError: the last line makes no sense.
            StoreError: the log cannot be written.
        """
        file = self._open()
        if file is None:
            return None
        try:
            last = self._last_line(file)
            if last is None or "action" not in last or last["state"] != OperationState.INTENDED:
                return None
            with _as_operations_error(self.path):
                operation = _operation(last)
            settled = replace(operation, state=outcome_of(operation, session))
            self._mark(file, settled)
            return settled
        finally:
            os.close(file)

    def carry_out(self, operation: Operation, records: Iterable[Record], session: LockedLedger) -> Operation:
        """Make the operation's `records` part of the ledger and the operation part of this log; it, with its number.

        The caller has called `settle` under the same lock.

        Raises:
            StoreError, LedgerError: the ledger was not changed, see `Session.commit`.
            OperationsError: the last line of the log makes no sense.
        """
        file = self._open(like=self.ledger)
        assert file is not None
        try:
            last = self._last_line(file)
            with _as_operations_error(self.path):
                intended = replace(operation, id=1 if last is None else last["id"] + 1, state=OperationState.INTENDED)
            append(file, (_line(asdict(intended)),), self.path, self.files)
            session.commit(records)
            done = replace(intended, state=OperationState.DONE)
            # It has happened; if that cannot be marked, the next to edit will find it out from the ledger.
            with suppress(StoreError):
                self._mark(file, done)
            return done
        finally:
            os.close(file)

    def _mark(self, file: int, operation: Operation) -> None:
        append(file, (_line({"id": operation.id, "state": operation.state}),), self.path, self.files)

    def _open(self, like: Path | None = None) -> int | None:
        """The log open for appending; made if there is none and `like` gives the file whose owner it gets."""
        flags = os.O_RDWR | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW
        try:
            try:
                return os.open(self.path, flags)
            except FileNotFoundError:
                if like is None:
                    return None
            file = os.open(self.path, flags | os.O_CREAT, NEW_FILE_MODE)
            # Whoever edits the ledger writes the log, as far as permitted.
            with suppress(OSError):
                owner = like.stat()
                os.fchown(file, owner.st_uid, owner.st_gid)
                os.fchmod(file, owner.st_mode & 0o666)
            sync_folder(self.path.parent, self.files)
            return file
        except OSError as failed:
            what = "the operations log cannot be opened for writing, and nothing was changed"
            raise store_error(what, failed, self.path) from failed

    def _last_line(self, file: int) -> Mapping[str, Any] | None:
        """The last entry; what follows its line feed was never finished and is cut off."""
        size = os.fstat(file).st_size
        span = _BLOCK
        while (tail := os.pread(file, span, max(size - span, 0))).count(b"\n") < 2 and span < size:
            span *= 4
        whole, feed, torn = tail.rpartition(b"\n")
        if torn:
            try:
                self.files.truncate(file, size - len(torn))
                self.files.sync(file)
            except OSError as failed:
                raise store_error("the operations log cannot be repaired", failed, self.path) from failed
        if not feed:
            return None
        with _as_operations_error(self.path):
            entry = json.loads(whole.rpartition(b"\n")[2])
            return {**entry, "id": int(entry["id"]), "state": str(entry["state"])}


def outcome_of(operation: Operation, session: LockedLedger) -> OperationState:
    """What became of an interrupted operation, as the ledger shows it; see above."""
    changes = merged_changes((*operation.ended, *operation.changes))
    ads = session.ads(list(dict.fromkeys(change.key for change in changes)))
    now = [text_in(ads, change.key, change.attribute) for change in changes]
    if all(same_text(text, change.after) for text, change in zip(now, changes, strict=True)):
        return OperationState.DONE
    if all(same_text(text, change.before) for text, change in zip(now, changes, strict=True)):
        return OperationState.ABANDONED
    return OperationState.UNCERTAIN


def undone_by(operation: Operation, operations: Sequence[Operation]) -> Operation | None:
    """The later operation that undid this one and is still in effect, if there is one."""
    undoing = (later for later in operations if later.undoes == operation.id and happened(later))
    return next((later for later in undoing if undone_by(later, operations) is None), None)


def happened(operation: Operation) -> bool:
    """Whether it was carried out, as far as is known."""
    return operation.state in (OperationState.DONE, OperationState.UNCERTAIN)


def to_be_undone(operations: Sequence[Operation], id: int | None) -> Operation:
    """The operation that `id` stands for, or the last one that can be undone and is not itself an undo.

    Raises:
        Refused: there is none, it cannot be taken back, or it has been.
    """
    if id is None:
        for operation in reversed(operations):
            candidate = operation.undoes is None and operation.reversible and happened(operation)
            if candidate and undone_by(operation, operations) is None:
                return operation
        raise Refused("there is no operation to undo")
    found = next((operation for operation in operations if operation.id == id), None)
    if found is None:
        raise Refused(f"there is no operation {id}")
    if not happened(found):
        raise Refused(f"operation {id} was never carried out")
    if not found.reversible:
        why = "it charged what was really used" if found.action == "update" else "it only ended expired leases"
        raise Refused(f"operation {id} ({found.action}) cannot be undone: {why}")
    later = undone_by(found, operations)
    if later is not None:
        raise Refused(f"operation {id} has already been undone by operation {later.id}")
    return found


@contextmanager
def _as_operations_error(path: Path, line: int | None = None) -> Iterator[None]:
    try:
        yield
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as wrong:
        hint = "Repair that line, or move the file away; then the operations in it cannot be undone"
        where = "a line" if line else "the last line"
        raise OperationsError(f"{where} of the operations log makes no sense", path, line, hint=hint) from wrong


def _line(entry: Mapping[str, Any]) -> bytes:
    return json.dumps(entry, separators=(", ", ": ")).encode("ascii") + b"\n"


def _operation(entry: Mapping[str, Any]) -> Operation:
    return Operation(
        id=int(entry["id"]),
        state=OperationState(entry["state"]),
        at=int(entry["at"]),
        who=str(entry["who"]),
        action=str(entry["action"]),
        names=tuple(map(str, entry["names"])),
        reason=_optional(entry["reason"]),
        undoes=None if entry["undoes"] is None else int(entry["undoes"]),
        reversible=bool(entry["reversible"]),
        note=_optional(entry["note"]),
        version=str(entry["version"]),
        ended=tuple(map(_change, entry["ended"])),
        changes=tuple(map(_change, entry["changes"])),
    )


def _change(entry: Mapping[str, Any]) -> Change:
    return Change(str(entry["key"]), str(entry["attribute"]), _optional(entry["before"]), _optional(entry["after"]))


def _optional(value: object) -> str | None:
    return None if value is None else str(value)
