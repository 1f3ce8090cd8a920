"""Edits that are made at most once under a key, so that a script may try again (`--once KEY`)."""

import json
from collections.abc import Sequence
from pathlib import Path

from userprio.base.errors import Refused
from userprio.cli import Environment, misuse
from userprio.ledger import Operation, OperationsLog, OperationState
from userprio.report import EditReport


class IdempotentReplay(Exception):
    """An earlier call with the same key made the edit; `report` has its changes."""

    def __init__(self, report: EditReport) -> None:
        super().__init__(report)
        self.report = report


def identity(request: Sequence[object]) -> str:
    """What is logged of a request, to tell another edit under the same key."""
    return json.dumps(list(request), separators=(",", ":"))


def operation_under(key: str, request: str, log: OperationsLog, place: str) -> Operation | None:
    """The last operation that made the edit under this key, or a part of it, in a `place`: the ledger or the pool.

    Raises:
        click.UsageError: the key was used for another edit.
        Refused: an operation with the key was interrupted, and it is not known whether it was made.
    """
    if not log.mentions(key):
        return None
    # An abandoned operation changed nothing, so its key is free for another try.
    under = (each for each in log.newest_first() if each.key == key and each.state is not OperationState.ABANDONED)
    earlier = next(under, None)
    if earlier is None:
        return None
    # A script that uses a key twice for different edits would otherwise believe that the second was made.
    if earlier.request != request:
        raise misuse(f"--once {key}: this key was used for another edit, operation {earlier.id} ({earlier.action}).")
    if earlier.state is not OperationState.DONE:
        raise Refused(
            f"operation {earlier.id} was to make this edit under the key {key} and was interrupted, and {place} "
            "does not show whether it was made; look at it, and use another key to make the edit"
        )
    return earlier


def earlier_report(
    earlier: Operation, env: Environment, *, ledger: Path | None = None, pool: str | None = None
) -> EditReport:
    """The result of the operation that made the edit before; a sentence on stderr says that nothing is done now."""
    undone = "" if earlier.undone_by is None else f", and operation {earlier.undone_by} undid it"
    what = f"operation {earlier.id} made this edit already{undone}; nothing was done now."
    env.stderr.write(f"{env.program}: {what}\n")
    return EditReport(
        ledger, earlier.action, earlier.changes, earlier.ended, (), earlier.note, operation=earlier, pool=pool
    )
