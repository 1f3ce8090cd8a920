"""From the bytes of a log to its tables, with HTCondor's rules for logs that were cut short (`LoadClassAdLog`)."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Final

from userprio.ledger.records import (
    BEGIN,
    END,
    BeginTransaction,
    Corrupt,
    DefectKind,
    DeleteAttribute,
    EndTransaction,
    LedgerError,
    LedgerWarning,
    LogEnd,
    NewAd,
    Record,
    SequenceNumber,
    SetAttribute,
    closes_later,
    ends_unfinished,
    read_record,
)
from userprio.ledger.tables import LogTable, spelling
from userprio.ledger.values import PLAIN_NUMBER, PLAIN_STRING

# Every byte is in some match: lines as the accountant writes them in the first groups, any other line in the last.
_LINES = re.compile(
    rf"103 ([^ \t\n\r\f\v\0]+) ([^ \t\n\r\f\v\0]+) ({PLAIN_NUMBER}|{PLAIN_STRING})\n"
    r"|101 ([^ \t\n\r\f\v\0]+) \* \*\n"
    r"|(10[56]) \n"
    r"|[^\n]*\n?"
)
_BLANKS = re.compile(r"[ \t\r\f\v]*")
_TORN_HEADER = re.compile(r"1(?:0(?:7(?: [0-9]*(?: [A-Za-z]*(?: [0-9]*)?)?)?)?)?")
_NOT_A_LEDGER: Final = "Give a log as condor_negotiator writes it, usually Accountantnew.log in its spool folder"


def read_log(data: bytes, path: Path | None = None) -> "Reading":
    """The tables that `data` describes; `path` is named in errors.

    An open transaction, a torn line or a corrupt record at the end is left out with a warning that says how much.

    Raises:
        LedgerError: a record is corrupt and transactions end behind it, the lines end in CR LF, or nothing of the file
            could be kept because it is not an accounting log.
    """
    text = data.decode("utf-8", "surrogateescape")
    first = Reading(text, path)
    first.run()
    if first.open_at is None:
        return first
    # What an open transaction holds has been applied by now. It is rare, so reading again is better than a queue.
    kept = Reading(text[: first.open_at], path)
    kept.run()
    first.warn(DefectKind.UNTERMINATED_TRANSACTION, "the file ends inside a transaction", first.open_at, drops=True)
    *others, torn = first.warnings
    inside = [replace(each, dropped_bytes=0, dropped_lines=0) for each in others if each.byte >= torn.byte]
    kept.warnings += [*inside, torn]
    kept.clean = False
    kept.needs_repair = True
    return kept


class Reading:
    """A log up to where it ends by itself or by a defect, with every record applied at once."""

    def __init__(self, text: str, path: Path | None) -> None:
        self.text = text
        self.path = path
        self.tables = LogTable()
        self.sequence = 1
        self.created: int | None = None
        self.records = 0
        self.clean = True
        """No transaction was seen; HTCondor compacts a log that is not clean when it starts."""
        self.needs_repair = False
        """The end was left out, or the last line has no end, so nothing may be appended before that is repaired."""
        self.warnings: list[LedgerWarning] = []
        self.open_at: int | None = None
        """Where the transaction begins that is open."""
        self._placed = (0, 1, 0)
        self._orphans: list[int] = []
        """Positions of attributes whose record does not exist."""
        self._spellings = {"mytype": "MyType"}
        self._plain = {"MyType"}
        """Attribute names that occur in one spelling only: no record needs to be searched for another."""

    def run(self) -> None:
        """Read it."""
        at = 0
        while (at := self._usual_lines(at)) < len(self.text):
            try:
                record, after = read_record(self.text, at)
            except LogEnd:
                self._ends_early(at)
                break
            except Corrupt as wrong:
                self._corrupt(at, wrong)
                break
            self._apply(record, at)
            if after == len(self.text) and isinstance(record, NewAd) and ends_unfinished(self.text, at):
                self.warn(DefectKind.UNTERMINATED_ENTRY, "the last line has no line feed; its record counts", at)
                self.needs_repair = True
            at = after
        if self._orphans:
            message = f"attributes of records that do not exist are ignored ({len(self._orphans)} lines)"
            self.warn(DefectKind.UNKNOWN_KEY, message, self._orphans[0])

    def warn(self, kind: DefectKind, message: str, at: int, *, drops: bool = False) -> None:
        """Note a defect at `at`; with `drops`, everything from there on is left out."""
        line, byte = self._place(at)
        lost = self.text[at:] if drops else ""
        lines = lost.count("\n") + (not lost.endswith("\n")) if lost else 0
        self.warnings.append(LedgerWarning(kind, message, line, byte, _size(lost), lines))
        self.needs_repair |= drops

    def _usual_lines(self, start: int) -> int:
        """Apply lines from `start` on while they look as usual; where the first other line begins.

        This loop decides how long a large ledger takes, so it goes past records and `Tables.play`.
        """
        tables, plain = self.tables, self._plain
        last_key: str | None = None
        ad: dict[str, str] | None = None
        count = 0
        end = len(self.text)
        for found in _LINES.finditer(self.text, start):
            key, name, value, new_key, bracket = found.groups()
            if key is not None:
                if key != last_key:
                    last_key, ad = key, tables.writable(key)
                if ad is None:
                    self._orphans.append(found.start())
                else:
                    if name not in plain:
                        self._admit(name)
                        name = spelling(ad, name)
                    ad[name] = value
            elif new_key is not None:
                tables.make(new_key, "*")
                last_key = None
            elif bracket is not None:
                self._apply(BEGIN if bracket == "105" else END, found.start())
                continue
            else:
                end = found.start()
                break
            count += 1
        self.records += count
        return end

    def _apply(self, record: Record, at: int) -> None:
        self.records += 1
        match record:
            case BeginTransaction():
                self.clean = False
                if self.open_at is None:
                    self.open_at = at
                else:
                    self.warn(DefectKind.NESTED_TRANSACTION, "a transaction begins inside another one", at)
            case EndTransaction():
                if self.open_at is None:
                    self.warn(DefectKind.UNMATCHED_END, "a transaction ends that never began", at)
                self.open_at = None
            case SequenceNumber(sequence, created):
                if self.records > 1:
                    self.warn(DefectKind.LATE_SEQUENCE, "a sequence number comes after the first line", at)
                self.sequence, self.created = sequence, created
            case SetAttribute(_, name, _) | DeleteAttribute(_, name):
                self._admit(name)
                if not self.tables.play(record) and isinstance(record, SetAttribute):
                    self._orphans.append(at)
            case _:
                self.tables.play(record)

    def _admit(self, name: str) -> None:
        lower = name.lower()
        first = self._spellings.get(lower)
        if first is None:
            self._spellings[lower] = name
            self._plain.add(name)
        elif first != name:
            self._plain.discard(first)

    def _ends_early(self, at: int) -> None:
        """No record starts at `at`: the log ends here for HTCondor."""
        blanks = _BLANKS.match(self.text, at)
        stop = blanks.end() if blanks else at
        found = self.text[stop : stop + 1]
        if found == "\n" and self.text[:stop].endswith("\r"):
            hint = "HTCondor would drop everything from here on; turn the line ends into plain line feeds"
            raise self._error("the line ends in CR LF", at, hint)
        if self.records == 0 and not _TORN_HEADER.fullmatch(self.text):
            raise self._error("this is not an accounting ledger", at, _NOT_A_LEDGER)
        if found == "\n":
            self.warn(DefectKind.EARLY_END, "HTCondor takes a blank line for the end of the log", at, drops=True)
        elif "\n" in self.text[at:] or "\0" in self.text[at:]:
            self.warn(DefectKind.EARLY_END, "HTCondor takes a NUL for the end of the log", at, drops=True)
        else:
            self.warn(DefectKind.UNTERMINATED_ENTRY, "the last line has no line feed", at, drops=True)

    def _corrupt(self, at: int, wrong: Corrupt) -> None:
        if self.records == 0 and not _TORN_HEADER.fullmatch(self.text):
            raise self._error(f"this is not an accounting ledger: {wrong.reason}", at, _NOT_A_LEDGER)
        if closes_later(self.text, wrong.at):
            hint = "Transactions end behind it, so a negotiator would refuse to start with this ledger; mend the line"
            raise self._error(f"the record cannot be read: {wrong.reason}", at, hint)
        if "\n" not in self.text[at:]:
            self.warn(DefectKind.UNTERMINATED_ENTRY, "the last line has no line feed", at, drops=True)
        else:
            self.warn(DefectKind.CORRUPT_TAIL, f"the record cannot be read: {wrong.reason}", at, drops=True)

    def _error(self, message: str, at: int, hint: str) -> LedgerError:
        line, byte = self._place(at)
        return LedgerError(f"{message} (byte {byte})", self.path, line, hint=hint, byte=byte)

    def _place(self, at: int) -> tuple[int, int]:
        """Line, from 1, and byte, from 0, of a position in the text; counted on from the last one asked for."""
        start, line, byte = self._placed if self._placed[0] <= at else (0, 1, 0)
        self._placed = (at, line + self.text.count("\n", start, at), byte + _size(self.text[start:at]))
        return self._placed[1:]


def _size(text: str) -> int:
    """Bytes of the file that `text` was."""
    return len(text.encode("utf-8", "surrogateescape"))
