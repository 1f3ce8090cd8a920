"""An operation: what an edit did or was to do, what became of it, and which later one undid it."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import takewhile

import msgspec
from msgspec.structs import replace

from userprio.base.errors import Refused
from userprio.ledger.ledger import Change


class OperationState(StrEnum):
    """How far an operation got."""

    INTENDED = "intended"
    """Under way, or interrupted and not settled yet."""
    DONE = "done"
    ABANDONED = "abandoned"
    """It was never carried out: the ledger was not written."""
    UNCERTAIN = "uncertain"
    """It was interrupted, and the ledger has changed since, so it cannot tell whether it was carried out."""


class Operation(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was done to a ledger; its fields are those of its line in the log."""

    id: int = 0
    """Counts up from 1; 0 until it is carried out."""
    state: OperationState = OperationState.INTENDED
    at: int
    """When, in seconds since the epoch."""
    who: str
    login: int | None = None
    """The user who logged in, by the kernel (`/proc/self/loginuid`), which no sudo or su changes; None: not known."""
    action: str
    """The command, such as `setfactor`."""
    names: tuple[str, ...]
    """The submitters that it was given; none where it applies to all."""
    reason: str | None = None
    undoes: int | None = None
    """The operation that this one undid."""
    reversible: bool = True
    note: str | None = None
    """What the changes do not show."""
    key: str | None = None
    """The idempotency key: at most one operation is carried out under it."""
    request: str | None = None
    """What was requested under the key."""
    version: str
    """The version of the program."""
    ended: tuple[Change, ...] = ()
    """Leases that had expired and were ended on the way; an undo does not restore them."""
    changes: tuple[Change, ...]
    """What it changed; as long as it is `intended`, what it is to change."""
    missing: tuple[Change, ...] = ()
    """Of an edit of a running pool: what was to be changed and, as far as is known, was not."""
    refused: tuple[str, ...] = ()
    """The submitters for whom the pool refused it."""
    unclear: tuple[str, ...] = ()
    """Those for whom the pool shows neither what was before nor what was to be."""
    undone_by: int | None = None
    """The later operation that undid this one and has not been undone itself; found from later lines of the log."""


def with_outcome(
    operation: Operation,
    state: OperationState,
    changes: tuple[Change, ...] | None = None,
    refused: tuple[str, ...] = (),
    unclear: tuple[str, ...] = (),
) -> Operation:
    """The `intended` operation with what became of it; `changes` are those that were made, None: all."""
    if changes is None:
        return replace(operation, state=state)
    shown = {(change.key, change.attribute) for change in changes}
    missing = tuple(change for change in operation.changes if (change.key, change.attribute) not in shown)
    reversible = operation.reversible and bool(changes)
    outcome = {"changes": changes, "missing": missing, "refused": refused, "unclear": unclear}
    return replace(operation, state=state, reversible=reversible, **outcome)


def as_undone(newest_first: Iterable[Operation]) -> Iterator[Operation]:
    """The operations with `undone_by` filled in."""
    undone: dict[int, int] = {}
    oldest: int | None = None
    for operation in newest_first:
        if oldest is not None and operation.id >= oldest:
            # Read twice: its file was rotated while it was read as the current one.
            continue
        oldest = operation.id
        with_undo = replace(operation, undone_by=undone.pop(operation.id, None))
        # What an undo was refused in part has to stay within reach of another one.
        if with_undo.undoes is not None and _stands(with_undo) and not with_undo.missing:
            undone[with_undo.undoes] = with_undo.id
        yield with_undo


def happened(operation: Operation) -> bool:
    """Whether it was carried out, as far as is known."""
    return operation.state in (OperationState.DONE, OperationState.UNCERTAIN)


def _stands(operation: Operation) -> bool:
    return happened(operation) and operation.undone_by is None


def left_to_undo(newest_first: Iterable[Operation], operation: Operation) -> tuple[Change, ...]:
    """The changes of an operation without those that an undo took back which was refused in part."""
    later = takewhile(lambda other: other.id > operation.id, newest_first)
    undos = (other for other in later if other.undoes == operation.id and _stands(other))
    undone = {(change.key, change.attribute) for undo in undos for change in undo.changes}
    return tuple(change for change in operation.changes if (change.key, change.attribute) not in undone)


def to_be_undone(newest_first: Iterable[Operation], id: int | None) -> Operation:
    """The operation with this `id`, or the last one that can be undone and is not itself an undo.

    Raises:
        Refused: there is none, it cannot be undone, or it has been.
    """
    if id is None:
        for operation in newest_first:
            candidate = operation.undoes is None and operation.reversible and happened(operation)
            if candidate and operation.undone_by is None:
                return operation
        raise Refused("there is no operation to undo")
    wanted = next((operation for operation in newest_first if operation.id <= id), None)
    if wanted is None or wanted.id != id:
        raise Refused(f"there is no operation {id}")
    if not happened(wanted):
        raise Refused(f"operation {id} was never carried out")
    if not wanted.reversible:
        why = "it charged actual usage" if wanted.action == "update" else "it only ended expired leases"
        why = "the pool shows none of its changes" if wanted.missing else why
        raise Refused(f"operation {id} ({wanted.action}) cannot be undone: {why}")
    if wanted.undone_by is not None:
        raise Refused(f"operation {id} has already been undone by operation {wanted.undone_by}")
    return wanted
