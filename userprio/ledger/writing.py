"""What is written to a log: building records, the text of one transaction, the text of a compacted log.

A disk writes whole sectors, in any order. After a power failure, a write that was not synced may be cut short, or have
zeros in place of any of its sectors, with later sectors intact. HTCondor leaves out a transaction without its end, and
takes a zero where a record should start for the end of the log; but it refuses to start with a ledger in which an
unreadable record is followed by the end of a transaction (`LoadClassAdLog`).
"""

import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from userprio.ledger.ledger import Ledger
from userprio.ledger.records import (
    BEGIN,
    END,
    BeginTransaction,
    Corrupt,
    DefectKind,
    DestroyAd,
    EndTransaction,
    LedgerError,
    LogEnd,
    NewAd,
    Record,
    SequenceNumber,
    SetAttribute,
    format_record,
    read_record,
)
from userprio.ledger.values import attribute, compacted_text, real_text, string_of, string_text

_SECTOR: Final = 512  # Bytes that every disk writes atomically
_BEGIN: Final = format_record(BEGIN).encode()
_END: Final = format_record(END).encode()

_TORN: Final = frozenset({DefectKind.UNTERMINATED_ENTRY, DefectKind.UNTERMINATED_TRANSACTION})
# Half a line, zeros, and perhaps the rest of one transaction, which does not count without its beginning, or the rest
# of the line that begins or ends it.
_ZEROED: Final = re.compile(
    rb"[^\n\0]*+\0++(?:(?>(?:(?!10[56])[^\n\0]*+\n)*)106 (?:#[^\n\0]*+)?\n|[^\n\0]*+|0?[56]? ?\n)"
)


class RecordBuilder:
    """Builds records to be appended to a log; setting an attribute under an unknown key creates its ad first."""

    __slots__ = ("_destroyed", "_known", "_made", "records")

    def __init__(self, known: Collection[str]) -> None:
        self._known = known
        self._made: set[str] = set()
        self._destroyed: set[str] = set()
        self.records: list[Record] = []

    def integer(self, key: str, name: str, value: int) -> None:
        """Set an integer."""
        self._set(key, name, str(value))

    def real(self, key: str, name: str, value: float) -> None:
        """Set a real; the text rounds it to six decimals."""
        self._set(key, name, real_text(value))

    def number(self, key: str, name: str, value: float) -> None:
        """Set a real or an integer, whichever it is."""
        self._set(key, name, real_text(value) if isinstance(value, float) else str(value))

    def string(self, key: str, name: str, value: str) -> None:
        """Set a string."""
        self._set(key, name, string_text(value))

    def destroy(self, key: str) -> None:
        """Destroy an ad; an unknown one needs no record."""
        if self._exists(key):
            self.records.append(DestroyAd(key))
            self._made.discard(key)
            self._destroyed.add(key)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Bracket the records added in the block with a begin and an end, unless there are none."""
        before = len(self.records)
        yield
        if len(self.records) > before:
            self.records.insert(before, BEGIN)
            self.records.append(END)

    def _exists(self, key: str) -> bool:
        return key in self._made or (key in self._known and key not in self._destroyed)

    def _set(self, key: str, name: str, text: str) -> None:
        if not self._exists(key):
            self.records.append(NewAd(key))
            self._made.add(key)
        self.records.append(SetAttribute(key, name, text))


def transaction_text(records: Iterable[Record]) -> bytes:
    """The lines of `records` between one begin and one end; nothing if there are none.

    Begins and ends among `records` are left out, so that either all of them count or none.

    Raises:
        LedgerError: a record would not be read back as it is.
    """
    lines = [_line(record) for record in records if not isinstance(record, (BeginTransaction, EndTransaction))]
    if not lines:
        return b""
    return "".join([format_record(BEGIN), *lines, format_record(END)]).encode("utf-8", "surrogateescape")


def first_line(created: int) -> bytes:
    """The first line of a new log, made at `created` (seconds since the epoch)."""
    return format_record(SequenceNumber(1, created)).encode("ascii")


def _line(record: Record) -> str:
    line = format_record(record)
    try:
        if isinstance(record, SequenceNumber):
            raise LedgerError("a sequence number belongs in the first line of a ledger, not in a transaction")
        line.encode("utf-8", "surrogateescape")
        if read_record(line, 0) == (record, len(line)):
            return line
        reason = "it would be read back as a different record"
    except (Corrupt, LogEnd) as wrong:
        # A negotiator does not start with a corrupt record before the end of a transaction.
        reason = wrong.reason if isinstance(wrong, Corrupt) else "nothing would be read"
    except UnicodeEncodeError:
        reason = "it contains something that is not a character"
    raise LedgerError(f"{line.rstrip()!r} cannot be written to a ledger: {reason}")


def compacted_log(ledger: Ledger, now: int) -> str:
    """The whole text of the compacted log, to be encoded as UTF-8 with `surrogateescape`.

    It has the next sequence number, then every ad in table order, its attributes sorted by length of name, then by name
    ignoring case. `now`, seconds since the epoch, becomes the creation time if the ledger has none.

    Raises:
        LedgerError: a key or name cannot be written (see `format_record`).
    """
    records: list[Record] = [SequenceNumber(ledger.sequence + 1, now if ledger.created is None else ledger.created)]
    sorted_names: dict[tuple[str, ...], list[str]] = {}
    for key in ledger.in_table_order():
        ad = ledger.ads[key]
        names = tuple(ad)
        if names not in sorted_names:
            sorted_names[names] = sorted(names, key=lambda name: (len(name), name.lower()))
        records.append(NewAd(key, string_of(attribute(ad, "MyType"), ad) or ""))
        records += [SetAttribute(key, name, compacted_text(ad[name])) for name in sorted_names[names]]
    return "".join(map(format_record, records))


def safe_parts(text: bytes) -> tuple[bytes, ...]:
    """A transaction in the parts that have to be synced one after the other.

    Its end must not reach the disk before the records, nor these before its beginning. A text of at most one sector's
    size spans two sectors at most, so it can only lack its beginning or its end; readers leave it out either way.
    """
    if len(text) <= _SECTOR:
        return (text,)
    return _BEGIN, text[len(_BEGIN) : -len(_END)], _END


def left_by_a_crash(kind: DefectKind, tail: bytes) -> bool:
    """Whether the damaged end of a log is a write that was never finished, none of which any reader ever counted.

    Anything else, such as records after a blank line, somebody may want back.
    """
    return kind in _TORN or _ZEROED.fullmatch(tail) is not None
