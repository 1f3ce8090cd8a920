"""What can be wrong with a ledger: errors that end the reading or the writing, and warnings about what was left out."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from userprio.errors import BadInput, Refused, placed


@dataclass
class LedgerError(BadInput):
    """A ledger that cannot be read, or a record that cannot be written; `byte` counts from 0."""

    byte: int | None = None


class DefectKind(StrEnum):
    """Kind of defect in a ledger that HTCondor reads past."""

    UNTERMINATED_ENTRY = "unterminated entry"
    """The last line has no line feed."""
    UNTERMINATED_TRANSACTION = "unterminated transaction"
    """The file ends inside a transaction."""
    CORRUPT_TAIL = "corrupt tail"
    """A record that cannot be read, and no end of a transaction behind it."""
    EARLY_END = "early end"
    """A blank line or a NUL where a record should start, which HTCondor takes for the end of the file."""
    NESTED_TRANSACTION = "nested transaction"
    UNMATCHED_END = "unmatched end of transaction"
    LATE_SEQUENCE = "late sequence number"
    UNKNOWN_KEY = "unknown key"
    """An attribute of a record that does not exist; ignored."""


@dataclass(frozen=True, slots=True)
class LedgerWarning:
    """One defect, and how much of the file is left out because of it.

    `line` counts from 1, `byte` from 0; both say where the defect, or the part left out, begins.
    """

    kind: DefectKind
    message: str
    line: int
    byte: int
    dropped_bytes: int = 0
    dropped_lines: int = 0

    def __str__(self) -> str:
        text = f"line {self.line} (byte {self.byte}): {self.message}"
        if not self.dropped_bytes:
            return text
        lines = "1 line" if self.dropped_lines == 1 else f"{self.dropped_lines} lines"
        return f"{text}; {lines} ({self.dropped_bytes} bytes) to the end of the file are left out"


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
