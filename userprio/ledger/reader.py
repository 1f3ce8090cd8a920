"""From the bytes of a log to its table of records, by HTCondor's rules for truncated logs (`LoadClassAdLog`).

HTCondor iterates over its table, a chained hash table (`HashTable.h`), in an order that is neither sorted nor that of
the log; listings, compaction and the aging of priorities follow it. It depends only on the history of insertions and
removals, so it can be reproduced.
"""

from collections.abc import Container, Iterable, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import Final, NoReturn

from msgspec.structs import replace

from userprio.base.limits import ATTRIBUTES, FREE_ATTRIBUTES, LEDGER_KEY, RECORDS, budget
from userprio.base.patterns import lazy_pattern
from userprio.ledger.records import (
    BEGIN,
    END,
    BeginTransaction,
    Corrupt,
    DefectKind,
    DeleteAttribute,
    DestroyAd,
    EndTransaction,
    LedgerError,
    LedgerWarning,
    LogEnd,
    NewAd,
    NotALedger,
    Record,
    SequenceNumber,
    SetAttribute,
    closes_later,
    ends_unfinished,
    read_record,
)
from userprio.ledger.values import (
    ACCOUNTANT_KEY,
    CUSTOMER_PREFIX,
    LOGGED_NAMES,
    PLAIN_NUMBER,
    PLAIN_STRING,
    LoggedRecord,
)

# Every byte is in some match: lines as the accountant writes them in the first alternatives, any other line in the
# last. A new record is matched together with the numbers that follow it.
_WORD: Final = r"[^ \t\n\r\f\v\0]+"
_NAMES: Final = "|".join(sorted(LOGGED_NAMES))
_LINES = lazy_pattern(
    rf"101 ({_WORD}) \* \*\n((?>(?:103 \1 (?:{_NAMES}) {PLAIN_NUMBER}\n)*))"
    rf"|103 ([^ \t\n\r\f\v\0]+) ([^ \t\n\r\f\v\0]+) ({PLAIN_NUMBER}|{PLAIN_STRING})\n"
    r"|(10[56]) \n"
    r"|[^\n]*\n?"
)
_BLANKS = lazy_pattern(r"[ \t\r\f\v]*")
_TORN_HEADER = lazy_pattern(r"1(?:0(?:7(?: [0-9]*(?: [A-Za-z]*(?: [0-9]*)?)?)?)?)?")
_NOT_A_LEDGER: Final = (
    "Give a log as condor_negotiator writes it, usually Accountantnew.log in its spool folder; what condor_userprio "
    "-long prints can be looked at, but not changed"
)

_MADE: Final = 2  # The group of `_LINES` that only matches for a new record
_LOOKED_AT: Final = 10  # How many attribute names can be compared in the time that reading one takes
_MADE_TOGETHER: Final = 10_000  # Records charged to the budget at once
_FIRST_SIZE: Final = 7
_MASK: Final = 2**64 - 1


def read_log(text: str, path: Path | None) -> "Reading":
    """The tables described by a log's text, decoded with `surrogateescape`; `path` is named in errors.

    An open transaction, a torn line or a corrupt record at the end is left out, with a warning that says how much.

    Raises:
        LedgerError: a record is corrupt and a transaction ends after it, the lines end in CR LF, or the file is not an
            accounting log at all.
    """
    first = Reading(text, path)
    first.run()
    if first.open_at is None:
        return first
    # The open transaction has been applied by now. This is rare, so reading again is better than queueing records.
    committed = Reading(text[: first.open_at], path)
    committed.run()
    first.warn(DefectKind.UNTERMINATED_TRANSACTION, "the file ends inside a transaction", first.open_at, drops=True)
    *others, torn = first.warnings
    inside = [replace(warning, dropped_bytes=0, dropped_lines=0) for warning in others if warning.byte >= torn.byte]
    committed.warnings += [*inside, torn]
    committed.clean = False
    committed.needs_repair = True
    return committed


class Reading:
    """A log read up to its end or to a defect, with every record applied immediately."""

    def __init__(self, text: str, path: Path | None) -> None:
        self.text = text
        self.path = path
        self.tables = LogTable()
        self.sequence = 1
        self.created: int | None = None
        self.records = 0
        """Records read so far; a new record counts once with the numbers that follow it."""
        self.clean = True
        """No transaction was seen; HTCondor compacts a log that is not clean when it starts."""
        self.needs_repair = False
        """The end was left out, or the last line lacks its line feed: nothing may be appended before a repair."""
        self.warnings: list[LedgerWarning] = []
        self.open_at: int | None = None
        """Where the open transaction begins."""
        self._placed = (0, 1, 0)
        self._orphans: list[int] = []  # Positions of attributes whose record does not exist
        self._spellings = {name.lower(): name for name in ("MyType", *LOGGED_NAMES)}
        self._plain = set(self._spellings.values())
        """Attribute names with only one spelling in this log: records need not be searched for another."""

    def run(self) -> None:
        """Read the log."""
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
        """Apply lines from `start` on while they are of the usual kinds; returns where the first other line begins.

        This loop decides how long a large ledger takes, so it bypasses `read_record` and `LogTable.play`.
        """
        text, tables, plain, run, records = self.text, self.tables, self._plain, budget(), 0
        longest = run.most(LEDGER_KEY)
        last_key: str | None = None
        ad: dict[str, str] | None = None
        count = 0
        end = len(self.text)
        for match in _LINES.finditer(text, start):
            count += 1
            if match.lastindex == _MADE:
                new_key, (begin, stop) = match[1], match.span(_MADE)
                records += 1
                if len(new_key) > longest:
                    self._refuse_key(match.start())
                if records % _MADE_TOGETHER == 0:
                    run.spend(RECORDS, _MADE_TOGETHER, self.path, partial(self._line, match.start()))
                last_key = None
                if begin < stop:
                    tables.make_of(new_key, LoggedRecord(text, begin, stop))
                else:
                    tables.make(new_key, "*")
                continue
            key, name, value, bracket = match.group(3, 4, 5, 6)
            if key is not None:
                if key != last_key:
                    last_key, ad = key, tables.writable(key)
                if ad is None:
                    self._orphans.append(match.start())
                else:
                    if name not in plain:
                        self._admit(name)
                        if name not in plain:
                            if len(ad) > FREE_ATTRIBUTES:
                                line = partial(self._line, match.start())
                                run.spend(ATTRIBUTES, len(ad) // _LOOKED_AT, self.path, line)
                            name = spelling(ad, name)
                    ad[name] = value
            elif bracket is not None:
                self._apply(BEGIN if bracket == "105" else END, match.start())
            else:
                end = match.start()
                count -= 1
                break
        self.records += count
        run.spend(RECORDS, records % _MADE_TOGETHER, self.path)
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
            case NewAd(key):
                budget().spend(RECORDS, 1, self.path)
                if len(key) > budget().most(LEDGER_KEY):
                    self._refuse_key(at)
                self.tables.play(record)
            case _:
                self.tables.play(record)

    def _refuse_key(self, at: int) -> NoReturn:
        run = budget()
        raise self._error(f"the key of a record is longer than {run.text(LEDGER_KEY)}", at, run.advice(LEDGER_KEY))

    def _admit(self, name: str) -> None:
        lower = name.lower()
        first = self._spellings.get(lower)
        if first is None:
            self._spellings[lower] = name
            self._plain.add(name)
        elif first != name:
            self._plain.discard(first)

    def _ends_early(self, at: int) -> None:
        """Handle that no record starts at `at`, where HTCondor sees the end of the log."""
        blanks = _BLANKS.match(self.text, at)
        stop = blanks.end() if blanks else at
        mark = self.text[stop : stop + 1]
        if mark == "\n" and self.text[:stop].endswith("\r"):
            hint = "HTCondor would drop everything from here on; turn the line ends into plain line feeds"
            raise self._error("the line ends in CR LF", at, hint)
        if self.records == 0 and not _TORN_HEADER.fullmatch(self.text):
            raise self._not_a_ledger("this is not an accounting ledger", at)
        if mark == "\n":
            self.warn(DefectKind.EARLY_END, "HTCondor treats a blank line as the end of the log", at, drops=True)
        elif "\n" in self.text[at:] or "\0" in self.text[at:]:
            self.warn(DefectKind.EARLY_END, "HTCondor treats a NUL as the end of the log", at, drops=True)
        else:
            self.warn(DefectKind.UNTERMINATED_ENTRY, "the last line has no line feed", at, drops=True)

    def _corrupt(self, at: int, wrong: Corrupt) -> None:
        if self.records == 0 and not _TORN_HEADER.fullmatch(self.text):
            raise self._not_a_ledger(f"this is not an accounting ledger: {wrong.reason}", at)
        if closes_later(self.text, wrong.at):
            hint = "Transactions end after it, so a negotiator would refuse to start with this ledger; correct the line"
            raise self._error(f"the record cannot be read: {wrong.reason}", at, hint)
        if "\n" not in self.text[at:]:
            self.warn(DefectKind.UNTERMINATED_ENTRY, "the last line has no line feed", at, drops=True)
        else:
            self.warn(DefectKind.CORRUPT_TAIL, f"the record cannot be read: {wrong.reason}", at, drops=True)

    def _not_a_ledger(self, message: str, at: int) -> NotALedger:
        line, byte = self._place(at)
        return NotALedger(f"{message} (byte {byte})", self.path, line, hint=_NOT_A_LEDGER, byte=byte)

    def _error(self, message: str, at: int, hint: str) -> LedgerError:
        line, byte = self._place(at)
        return LedgerError(f"{message} (byte {byte})", self.path, line, hint=hint, byte=byte)

    def _line(self, at: int) -> int:
        return self._place(at)[0]

    def _place(self, at: int) -> tuple[int, int]:
        """The line, from 1, and byte, from 0, of a position in the text, counted on from the previous one."""
        start, line, byte = self._placed if self._placed[0] <= at else (0, 1, 0)
        self._placed = (at, line + self.text.count("\n", start, at), byte + _size(self.text[start:at]))
        return self._placed[1:]


def _size(text: str) -> int:
    """The number of bytes of `text` in its file."""
    return len(text.encode("utf-8", "surrogateescape"))


class LogTable:
    """Records under construction. Keys are case-sensitive; attribute names keep their first spelling.

    `ads` holds the records in the order in which they were made, as attribute name to text of the expression;
    `history` has `+key` for every record made and `-key` for every one destroyed, for `table_order`; `updated_after` is
    its length when the time of an update was last written.
    """

    __slots__ = ("_lent", "ads", "history", "updated_after")

    def __init__(self, ads: Mapping[str, Mapping[str, str]] | None = None, history: Iterable[str] = ()) -> None:
        self.ads: dict[str, Mapping[str, str]] = dict(ads or {})
        self.history = list(history)
        self.updated_after = 0
        self._lent: Mapping[str, Mapping[str, str]] = {} if ads is None else ads
        """The mapping that the records came from; they are shared with it, and copied before their first change."""

    def play(self, record: Record) -> bool:
        """Apply one record; returns whether it applied. Transaction brackets and sequence numbers change nothing."""
        match record:
            case SetAttribute(key, name, value):
                ad = self.writable(key)
                if ad is None:
                    return False
                ad[spelling(ad, name)] = value
                return True
            case NewAd(key, my_type):
                return self.make(key, my_type)
            case DestroyAd(key):
                return self.destroy(key)
            case DeleteAttribute(key, name):
                ad = self.writable(key)
                return ad is not None and ad.pop(spelling(ad, name), None) is not None
            case _:
                return True

    def writable(self, key: str) -> dict[str, str] | None:
        """The record under `key`, safe to modify; None if there is none."""
        if key == ACCOUNTANT_KEY:  # Written with every update of priorities, whatever else it sets
            self.updated_after = len(self.history)
        ad = self.ads.get(key)
        if isinstance(ad, dict) and ad is not self._lent.get(key):
            return ad
        if ad is None:
            return None
        self.ads[key] = own = dict(ad)
        return own

    def make(self, key: str, my_type: str) -> bool:
        """Make an empty record under `key`, unless there is one; returns whether there was none."""
        if key in self.ads:
            return False
        escaped = my_type.replace('"', '\\"')
        self.ads[key] = {"MyType": f'"{escaped}"'}
        self.history.append("+" + key)
        return True

    def make_of(self, key: str, lines: LoggedRecord) -> None:
        """Make a record under `key` from these lines; an existing one keeps what they do not set."""
        if key == ACCOUNTANT_KEY or key in self.ads:
            self.make(key, "*")
            ad = self.writable(key)
            assert ad is not None
            ad.update((spelling(ad, name), lines[name]) for name in lines if name != "MyType")
        else:
            self.ads[key] = lines
            self.history.append("+" + key)

    def destroy(self, key: str) -> bool:
        """Remove the record under `key`; returns whether there was one."""
        if self.ads.pop(key, None) is None:
            return False
        self.history.append("-" + key)
        return True


def spelling(ad: Mapping[str, str], name: str) -> str:
    """The name under which `ad` has the attribute, or would have it."""
    if name in ad:
        return name
    wanted = name.lower()
    return next((known for known in ad if known.lower() == wanted), name)


def _hash(key: str) -> int:
    """`hashFunction`: 33 * h + byte, modulo 2^64."""
    # Nearly all keys begin alike and end in one of a few domains.
    known = key.startswith(CUSTOMER_PREFIX)
    name, at, domain = key[len(CUSTOMER_PREFIX) if known else 0 :].partition("@")
    shift, end = _of_end(at + domain)
    return (_hashed(_CUSTOMERS_HASH if known else 0, name) * shift + end) & _MASK


@lru_cache
def _of_end(text: str) -> tuple[int, int]:
    """The factor and the summand with which a text turns the hash of what precedes it into that of both."""
    return 33 ** len(text.encode("utf-8", "surrogateescape")), _hashed(0, text)


def _hashed(h: int, text: str) -> int:
    for byte in text.encode("utf-8", "surrogateescape"):
        h = 33 * h + byte
    return h & _MASK


_CUSTOMERS_HASH: Final = _hashed(0, CUSTOMER_PREFIX)


def table_order(history: Iterable[str], among: Container[str] | None = None) -> list[str]:
    """The keys left after `history`, or those of them in `among`, in the order of HTCondor's table.

    `history` has `+key` for a record made and `-key` for one destroyed. A new entry goes to the head of its bucket;
    at a load of 0.8 the table grows to 2n + 1 buckets. Entries are moved bucket by bucket, each from its head, so those
    that stay together change order.
    """
    size = _FIRST_SIZE
    count = 0
    # Keys with their hashes, in the order of insertion into the table of this size. Chains need not be kept: the order
    # of any two entries does not depend on others.
    entries: dict[str, int] = {}
    for event in history:
        key = event[1:]
        counts = among is None or key in among
        if event[0] == "+":
            if counts:
                entries[key] = _hash(key)
            count += 1
            if count / size >= 0.8:
                entries = {key: entries[key] for key in _walked(entries, size)}
                size = 2 * size + 1
        else:
            if counts:
                del entries[key]
            count -= 1
    return _walked(entries, size)


def _walked(entries: dict[str, int], size: int) -> list[str]:
    """The keys bucket by bucket, in each the newest first."""
    buckets = [hashed % size for hashed in reversed(entries.values())]
    keys = list(reversed(entries))
    return [keys[place] for place in sorted(range(len(keys)), key=buckets.__getitem__)]
