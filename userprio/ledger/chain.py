"""Whether an operations log is as it was written: each line has the hash of the line before it.

Who changes a line, or takes one out, has to write all later ones anew. Whoever may write the file can do that, and can
cut off its end; only a hash that was kept elsewhere shows it. The oldest files may be removed, so that the chain may
begin in the middle; and it begins after the lines of older versions, which have no hashes.
"""

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path

from msgspec import DecodeError, Struct
from msgspec.json import decode

from userprio.ledger.operations import JournalLine, OperationsError, OperationsLog


class BreakKind(StrEnum):
    """Why a line does not follow from the line before it."""

    CHANGED = "changed"
    """It has the hash of another line."""
    NO_HASH = "no hash"
    """It has no hash, though a line before it has."""


class ChainBreak(Struct, frozen=True):
    """A line that does not follow from the line before it."""

    path: Path
    line: int
    """Its number in the file, from 1."""
    kind: BreakKind


class Chain(Struct, frozen=True, kw_only=True):
    """What the hashes in a log come to."""

    operations: int
    unchained: int
    """The operations before the first line with a hash, from older versions."""
    first: int | None
    """The operation of the first line with a hash; None: no line has one."""
    complete: bool
    """Whether no lines are missing before the first one, as far as that line says."""
    head: str | None
    """The hash of the last line; None: there is none."""
    breaks: tuple[ChainBreak, ...]
    wanted: str | None
    """The hash that was looked for."""
    contains: bool
    """Whether that is the hash of a line, or none was looked for."""

    @property
    def holds(self) -> bool:
        """Whether every line fits, and the hash that was looked for is there."""
        return self.contains and not self.breaks


class _Link(Struct, frozen=True, gc=False):
    path: Path
    number: int
    hash: str
    before: str | bool | None
    """The hash of the line before it, by what it says; None: it is the first one; False: it does not say."""
    id: int
    is_operation: bool


class _LinkFields(Struct, frozen=True):
    id: int
    action: str | None = None
    prev: str | bool | None = False


def check_chain(log: OperationsLog, wanted: str | None = None) -> Chain:
    """Compare the hash in each line of a log with the line before it; and look for the `wanted` hash.

    Raises:
        OperationsError: a file cannot be read, or a line is malformed.
    """
    lines = _oldest_first(log)
    begins = next((at for at, line in enumerate(lines) if line.before is not False), len(lines))
    hashes = {line.hash for line in lines}
    if lines:
        hashes.add(str(lines[0].before))
    return Chain(
        operations=sum(line.is_operation for line in lines),
        unchained=sum(line.is_operation for line in lines[:begins]),
        first=lines[begins].id if lines[begins:] else None,
        complete=not lines or not isinstance(lines[0].before, str),
        head=lines[-1].hash if lines else None,
        breaks=tuple(_breaks(lines, begins)),
        wanted=wanted,
        contains=wanted is None or wanted in hashes,
    )


def _breaks(lines: list[_Link], begins: int) -> Iterator[ChainBreak]:
    for at in range(max(begins, 1), len(lines)):
        line = lines[at]
        if line.before is False:
            yield ChainBreak(line.path, line.number, BreakKind.NO_HASH)
        elif line.before != lines[at - 1].hash:
            yield ChainBreak(line.path, line.number, BreakKind.CHANGED)


def _oldest_first(log: OperationsLog) -> list[_Link]:
    newest_first: list[_Link] = []
    for lines in log.lines_newest_first():
        # Of each line only the hashes are kept, not the text.
        of_file = [(line.path, line.hash, _entry(line)) for line in lines]
        newest_first += (
            _Link(path, number, digest, entry.prev, entry.id, entry.action is not None)
            for number, (path, digest, entry) in zip(range(len(of_file), 0, -1), of_file, strict=True)
        )
    return newest_first[::-1]


def _entry(line: JournalLine) -> _LinkFields:
    try:
        return decode(line.text, type=_LinkFields)
    except (DecodeError, RecursionError, ValueError) as wrong:
        message = "a line of the operations log makes no sense"
        raise OperationsError(message, line.path, line.number, hint="See what became of that line") from wrong
