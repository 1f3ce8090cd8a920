"""A ledger in memory: what the accountant holds after reading its log, and how records change it."""

import os
import signal
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from userprio.base.errors import Refused
from userprio.base.limits import LEDGER_FILE, read_file
from userprio.base.patterns import lazy_pattern
from userprio.base.posix import HAS_FORK
from userprio.base.snapshot_trust import SnapshotRoot
from userprio.ledger.files import LARGE, Bytes
from userprio.ledger.reader import LogTable, read_log, table_order
from userprio.ledger.records import (
    DefectKind,
    DeleteAttribute,
    DestroyAd,
    LedgerError,
    LedgerWarning,
    NewAd,
    Record,
    SequenceNumber,
    SetAttribute,
)
from userprio.ledger.values import (
    ACCOUNTANT_KEY,
    CUSTOMER_PREFIX,
    LOGGED_NAMES,
    PLAIN_NUMBER,
    PLAIN_STRING,
    RESOURCE_PREFIX,
    Customer,
    LoggedRecord,
    Resource,
    TypedView,
    attribute,
    compacted_text,
    customer_columns,
    customer_of,
    has_any,
    int32_of,
    integer_of,
    resource_of,
)


class Ledger(msgspec.Struct, frozen=True, dict=True):
    """The records of an accounting log (`Accountantnew.log`), and what a writer has to know about the file.

    `ads` is authoritative: every record by key, every attribute by name, as text, including unknown ones. `customers`
    and `resources` are typed views of it.
    """

    ads: Mapping[str, Mapping[str, str]] = msgspec.field(default_factory=dict)
    history: tuple[str, ...] = ()
    """`+key` for each record made, `-key` for each one destroyed, in order; see `table_order`."""
    last_update_time: int = 0
    """When priorities were last updated, seconds since the epoch; 0: never.

    The accountant keeps it in memory too, where it differs from the record once the clock has been set back.
    """
    sequence: int = 1
    """How often the log was compacted, plus one."""
    created: int | None = None
    """When the log was first created, seconds since the epoch; None where the file does not say."""
    path: Path | None = None
    size: int = 0
    """Bytes of the file."""
    clean: bool = True
    """False: the file holds transactions, so HTCondor compacts it when it starts."""
    needs_repair: bool = False
    """The end of the file was left out or lacks its line feed: nothing may be appended before a repair."""
    warnings: tuple[LedgerWarning, ...] = ()
    updated_after: int = 0
    """The length of `history` when priorities were last updated. Records made later have seen no update, unless the log
    was compacted, which writes the records anew."""
    lacks: str | None = None
    """What is lost, as a sentence, of a ledger that was made of something else than a log."""

    @cached_property
    def customers(self) -> Mapping[str, Customer]:
        """The records of submitters and groups, by name."""
        return TypedView(self.ads, CUSTOMER_PREFIX, customer_of)

    @cached_property
    def resources(self) -> Mapping[str, Resource]:
        """The records of slots, by name."""
        return TypedView(self.ads, RESOURCE_PREFIX, resource_of)

    @property
    def chief_warnings(self) -> tuple[LedgerWarning, ...]:
        """The warnings, without those about details of a part that is left out anyway."""
        left_out = min((warning.byte for warning in self.warnings if warning.dropped_bytes), default=self.size)
        return tuple(warning for warning in self.warnings if warning.dropped_bytes or warning.byte < left_out)

    @classmethod
    def empty(cls) -> "Ledger":
        """The ledger of a pool that never ran."""
        return cls()

    @classmethod
    def read(cls, path: Path | str, within: SnapshotRoot | None = None) -> "Ledger":
        """The ledger in a file, which for an untrusted snapshot must be `within` its root.

        Raises:
            LedgerError: the file cannot be opened, is not an accounting log, or is corrupt before its end.
        """
        path = Path(path)
        try:
            data = [read_file(path, LEDGER_FILE, within)]
        except FileNotFoundError as missing:
            raise LedgerError("there is no such ledger", path, hint="Check the path") from missing
        except (OSError, ValueError) as failed:
            reason = failed.strerror if isinstance(failed, OSError) else None
            hint = "Check the path, and that you have permission to read the file"
            raise LedgerError(f"the ledger cannot be read: {reason or failed}", path, hint=hint) from failed
        # Popped, so that the bytes are freed once they are decoded.
        return cls._of_text(len(data[0]), data.pop().decode("utf-8", "surrogateescape"), path)

    @classmethod
    def of_bytes(cls, data: bytes, path: Path | None = None) -> "Ledger":
        """The ledger whose log is `data`; `path` is named in errors, which are those of `read`."""
        return cls._of_text(len(data), data.decode("utf-8", "surrogateescape"), path)

    @classmethod
    def _of_text(cls, size: int, text: str, path: Path | None) -> "Ledger":
        log = read_log(text, path)
        ads = log.tables.ads
        return cls(
            ads,
            tuple(log.tables.history),
            _last_update_time(ads),
            log.sequence,
            log.created,
            path,
            size,
            log.clean,
            log.needs_repair,
            tuple(log.warnings),
            log.tables.updated_after,
        )

    def replay(self, records: Iterable[Record]) -> "Ledger":
        """The ledger after `records`, applied as by HTCondor: those that do not fit are ignored. No file changes."""
        records = list(records)
        if not records:
            return self
        tables = LogTable(self.ads, self.history)
        sequence, created = self.sequence, self.created
        timed = False
        for record in records:
            tables.play(record)
            if isinstance(record, SequenceNumber):
                sequence, created = record.sequence, record.created
            elif isinstance(record, SetAttribute) and record.key == ACCOUNTANT_KEY:
                timed = True
        return replace(
            self,
            ads=tables.ads,
            history=tuple(tables.history),
            last_update_time=_last_update_time(tables.ads) if timed else self.last_update_time,
            updated_after=tables.updated_after if timed else self.updated_after,
            sequence=sequence,
            created=created,
        )

    def with_update_time(self, now: int) -> "Ledger":
        """The same ledger with priorities last updated at `now`, seconds since the epoch."""
        return replace(self, last_update_time=now)

    def in_table_order(self, prefix: str = "") -> list[str]:
        """The keys that begin with `prefix`, in the order in which HTCondor iterates over them."""
        return [key for key in table_order(self.history) if key.startswith(prefix)]

    def customers_in_table_order(self, among: Iterable[str] | None = None) -> list[str]:
        """The names of all customers, or of those in `among`, in the order in which HTCondor lists and ages them."""
        # The others still take up buckets, and decide when the table grows.
        wanted = None if among is None else {CUSTOMER_PREFIX + name for name in among}
        keys = self.in_table_order(CUSTOMER_PREFIX) if wanted is None else table_order(self.history, wanted)
        return [key[len(CUSTOMER_PREFIX) :] for key in keys]

    def customer_columns(self, names: Sequence[str]) -> dict[str, list[Any]]:
        """What `customers` says of each of `names`, one list per field, without building the typed views."""
        return {"name": list(names), **customer_columns([self.ads[CUSTOMER_PREFIX + name] for name in names])}

    def customers_with(self, attributes: frozenset[str]) -> list[str]:
        """The names of the customers with one of these known attributes, without building typed views."""
        records: Iterable[tuple[str, Mapping[str, str]]] = self.ads.items()
        if attributes.isdisjoint(LOGGED_NAMES):
            records = ((key, ad) for key, ad in records if type(ad) is not LoggedRecord)
        skip = len(CUSTOMER_PREFIX)
        return [key[skip:] for key, ad in records if key.startswith(CUSTOMER_PREFIX) and has_any(ad, attributes)]

    def may_hold_slots(self, customer: str) -> bool:
        """Whether the customer's record charges it with slots, by their number or weight. Builds no typed view."""
        ad = self.ads[CUSTOMER_PREFIX + customer]
        texts = attribute(ad, "ResourcesUsed"), attribute(ad, "WeightedResourcesUsed")
        return any(text is not None and text.strip("0.") for text in texts)

    def last_uses(self) -> Iterator[tuple[str, int]]:
        """When each customer last used anything, seconds since the epoch; 0: never. Builds no typed views."""
        skip = len(CUSTOMER_PREFIX)
        for key, ad in self.ads.items():
            if key.startswith(CUSTOMER_PREFIX):
                yield key[skip:], int32_of(attribute(ad, "LastUsageTime"), ad) or 0


def _last_update_time(ads: Mapping[str, Mapping[str, str]]) -> int:
    ad = ads.get(ACCOUNTANT_KEY, {})
    return integer_of(attribute(ad, "LastUpdateTime"), ad) or 0


EXISTENCE: Final = "MyType"
"""The attribute that every record has from its first line on: it appears and disappears with the record."""

_ANY_TYPE: Final = '"*"'

Ads = Mapping[str, Mapping[str, str]]
"""Records by key, attributes by name, values as texts of expressions."""


class Change(msgspec.Struct, frozen=True):
    """One attribute of one record before and after; None where it is absent.

    The texts are the ledger's own, so that undoing a change restores the old value to the last digit.
    """

    key: str
    attribute: str
    before: str | None
    after: str | None

    @property
    def name(self) -> str:
        """The submitter or group; for other records the key."""
        return self.key.removeprefix(CUSTOMER_PREFIX)

    @property
    def makes_record(self) -> bool:
        """Whether the record did not exist before."""
        return self.attribute == EXISTENCE and self.before is None

    @property
    def drops_record(self) -> bool:
        """Whether the record is gone."""
        return self.attribute == EXISTENCE and self.after is None


def changes_between(before: Ads, after: Ads, records: Iterable[Record]) -> tuple[Change, ...]:
    """What `records` changed on the way from `before` to `after`, in the order in which they touch it.

    An attribute that ends with its old value is not a change, even if its text differs: `1000.0` is `1000.000000`.
    """
    touched = dict.fromkeys(place for record in records for place in _touched_by(record, before))
    changes = (Change(key, name, text_in(before, key, name), text_in(after, key, name)) for key, name in touched)
    return tuple(change for change in changes if not same_text(change.before, change.after))


def _touched_by(record: Record, before: Ads) -> Iterator[tuple[str, str]]:
    match record:
        case NewAd(key):
            yield key, EXISTENCE
        case SetAttribute(key, name) | DeleteAttribute(key, name):
            yield key, name
        case DestroyAd(key):
            yield key, EXISTENCE
            yield from ((key, name) for name in before.get(key, {}) if name != EXISTENCE)


def text_in(ads: Ads, key: str, name: str) -> str | None:
    """The text of an attribute, None where the record or the attribute is missing."""
    ad = ads.get(key)
    if ad is None:
        return None
    text = attribute(ad, name)
    return _ANY_TYPE if text is None and name == EXISTENCE else text


def same_text(first: str | None, second: str | None) -> bool:
    """Whether two texts mean the same to HTCondor, which rewrites them when it compacts the log."""
    if first is None or second is None:
        return first is second
    return first == second or compacted_text(first) == compacted_text(second)


def merged_changes(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Changes one after the other as one: the first `before` and the last `after` of every attribute."""
    merged: dict[tuple[str, str], Change] = {}
    for change in changes:
        attribute_key = change.key, change.attribute.lower()
        first = merged.get(attribute_key, change)
        merged[attribute_key] = Change(change.key, first.attribute, first.before, change.after)
    return tuple(change for change in merged.values() if not same_text(change.before, change.after))


def reversal(changes: Iterable[Change], ledger: Ledger) -> tuple[Record, ...]:
    """The records that undo `changes`.

    Raises:
        Refused: something has changed since, so more than these changes would be undone.
    """
    changes = tuple(changes)
    created = {change.key for change in changes if change.makes_record}
    for change in changes:
        _check_untouched(change, ledger)
    for key in created:
        ours = {change.attribute.lower() for change in changes if change.key == key}
        added = next((name for name in ledger.ads[key] if name.lower() not in ours), None)
        if added is not None:
            raise Refused(f"the record of {key.removeprefix(CUSTOMER_PREFIX)} has {added} since, which would be lost")
    records: list[Record] = [DestroyAd(key) for key in dict.fromkeys(c.key for c in changes if c.key in created)]
    records += [NewAd(change.key) for change in changes if change.drops_record]
    for change in changes:
        if change.key in created or (change.drops_record and change.before == _ANY_TYPE):
            continue
        if change.before is None:
            records.append(DeleteAttribute(change.key, change.attribute))
        else:
            records.append(SetAttribute(change.key, change.attribute, change.before))
    return tuple(records)


def _check_untouched(change: Change, ledger: Ledger) -> None:
    now = text_in(ledger.ads, change.key, change.attribute)
    if same_text(now, change.after):
        return
    if change.drops_record:
        raise Refused(f"there is a record of {change.name} again")
    if change.key not in ledger.ads:
        raise Refused(f"the record of {change.name} has been deleted since")
    is_now = "is missing" if now is None else f"is {compacted_text(now)}"
    was = "was removed" if change.after is None else f"was set to {compacted_text(change.after)}"
    raise Refused(f"{change.attribute} of {change.name} {is_now} now, after it {was}")


# No backtracking, no capturing groups. Repetitions are written (?>(?:...)*), not (?:...)*+, because up to
# Python 3.11.4 the latter resumes where part of its last round ended. Each round costs memory, so a match takes
# some thousand at most.
_WORD: Final = rb"[!-~\x80-\xff]++"
_VALUE: Final = rf'(?:{PLAIN_NUMBER}|{PLAIN_STRING}|UNDEFINED|undefined|true|false|real\("[A-Za-z-]+"\))'.encode()
# The first alternative matches nothing that the next two do not; but nearly all lines are of its kind, a record as the
# accountant writes it, and trying it first halves the time.
_RECORD: Final = (
    rb"(?:(?>(?:101 %(word)b \* \*\n|)(?:103 %(word)b %(word)b (?!0[0-9])[0-9]{1,18}+(?:\.[0-9]++\n|\n)){1,100})"
    rb"|103 %(word)b %(word)b %(value)b\n"
    rb"|101 %(word)b \* \*\n"
    rb"|102 %(word)b\n"
    rb"|104 %(word)b %(word)b\n)" % {b"word": _WORD, b"value": _VALUE}
)
_HEAD = lazy_pattern(rb"107 [0-9]{1,18} [A-Za-z]++ [0-9]{1,18}\n")
_PLAIN = lazy_pattern(
    rb"(?>(?:%(record)b|105 \n(?>%(record)b*)106 (?>(?:#[^\n\0]++)?)\n){1,1000})" % {b"record": _RECORD}
)
_KEYED = lazy_pattern(rb"\n10[1-4] ([!-~\x80-\xff]+)")
_CUSTOMERS_ATTRIBUTE = lazy_pattern(rb"\n103 Customer\.([!-~\x80-\xff]*) ([!-~\x80-\xff]+) ")
_MADE_OR_DESTROYED = lazy_pattern(rb"\n10(?:(1)|2) Customer\.([!-~\x80-\xff]*)")

_PART: Final = 1 << 20
_FEW: Final = 12  # Up to this many keys, one search of the bytes per key is faster than looking at every line once


class LogBytes:
    """The bytes of a log, to look up single records without building the state; the answers are those of `Ledger`.

    Most of the work is left to `bytes` and `re`. A log is plain if it begins with its sequence number, every other line
    is one that the accountant writes, and each transaction ends before another begins. Each line of such a log begins
    with its opcode and key, and none is left out when it is read, so lines can be looked up by key and replayed on
    their own. Any other log is read as a whole.
    """

    def __init__(self, data: Bytes, path: Path | None = None) -> None:
        self.path = path
        self.data = data
        self._plain = not data or _is_plain(data)

    @cached_property
    def ledger(self) -> Ledger:
        """The whole state.

        Raises:
            LedgerError: see `Ledger.read`.
        """
        return Ledger.of_bytes(bytes(self.data), self.path)

    @property
    def damage(self) -> LedgerWarning | None:
        """The defect at the end that keeps anything from being appended: a part left out, or no line feed; or None.

        Raises:
            LedgerError: the log is corrupt before its end.
        """
        if self._plain or not self.ledger.needs_repair:
            return None
        warnings = self.ledger.warnings
        unended = (warning for warning in warnings if warning.kind is DefectKind.UNTERMINATED_ENTRY)
        return next((warning for warning in warnings if warning.dropped_bytes), None) or next(unended)

    def ads(self, keys: Collection[str]) -> dict[str, Mapping[str, str]]:
        """Those of the records under `keys` that exist: attributes by name, as text."""
        ledger = Ledger.of_bytes(b"".join(self._lines_of(keys))) if self._plain else self.ledger
        return {key: ledger.ads[key] for key in keys if key in ledger.ads}

    def customers_with(self, name: str) -> list[str]:
        """The names of the customers with the attribute, ignoring case; meant for attributes that few have."""
        candidates = dict.fromkeys(self._named_with(name)) if self._plain else self.ledger.customers
        ads = self.ads([CUSTOMER_PREFIX + candidate for candidate in candidates])
        return [key.removeprefix(CUSTOMER_PREFIX) for key, ad in ads.items() if attribute(ad, name) is not None]

    def names(self) -> list[str]:
        """The names of all customers, submitters and groups, in the order of the log."""
        if not self._plain:
            return list(self.ledger.customers)
        living: dict[bytes, None] = {}
        for match in _MADE_OR_DESTROYED.finditer(self.data):
            creates, name = match.groups()
            if creates:
                living.setdefault(name)
            else:
                living.pop(name, None)
        return [name.decode("utf-8", "surrogateescape") for name in living]

    def _lines_of(self, keys: Collection[str]) -> Iterator[bytes]:
        """The lines of a plain log about `keys`, in order for each key."""
        wanted = {encoded for key in keys if (encoded := _encoded(key)) is not None}
        text = self.data
        starts: Iterable[int]
        if len(wanted) <= _FEW:
            starts = (start for key in wanted for start in self._starts_of(key))
        else:
            starts = (match.start() for match in _KEYED.finditer(text) if match[1] in wanted)
        for start in starts:
            yield text[start + 1 : text.find(b"\n", start + 1) + 1]

    def _starts_of(self, key: bytes) -> Iterator[int]:
        """Positions of the line feeds before the lines about `key`; the first line has no key."""
        text = self.data
        needle = b" " + key
        at = text.find(needle)
        while at >= 0:
            end = at + len(needle)
            # A line feed and an opcode, four bytes, precede a key; the same word elsewhere is part of a value.
            if text[at - 4 : at - 1] == b"\n10" and text[end] in b" \n":
                yield at - 4
            at = text.find(needle, end)

    def _named_with(self, name: str) -> Iterator[str]:
        """The names of customers of a plain log for which the attribute was ever set."""
        needle = f" {name.lower()} ".encode()
        for start in range(0, len(self.data), _PART):
            # Lowering all of it at once would take the memory of a second ledger.
            lowered = self.data[start : start + _PART + len(needle) - 1].lower()
            at = lowered.find(needle)
            while at >= 0:
                match = _CUSTOMERS_ATTRIBUTE.match(self.data, self.data.rfind(b"\n", 0, start + at))
                if match and match.start(2) == start + at + 1:
                    yield match[1].decode("utf-8", "surrogateescape")
                at = lowered.find(needle, at + 1)


def _encoded(key: str) -> bytes | None:
    """The bytes of a key; None if it cannot be written to a file."""
    try:
        return key.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return None


def _is_plain(data: Bytes) -> bool:
    """Whether a log holds nothing but whole lines of the usual kinds, its transactions closed."""
    head = _HEAD.match(data)
    if head is None:
        return False
    if len(data) >= LARGE and HAS_FORK and threading.active_count() == 1:
        middle = data.rfind(b"\n101 ", head.end(), len(data) // 2) + 1
        if middle and _both(lambda: _plain_between(data, head.end(), middle), lambda: _plain_between(data, middle)):
            return True
        # The split may have been inside a transaction.
    return _plain_between(data, head.end())


def _plain_between(data: Bytes, start: int, end: int | None = None) -> bool:
    end = len(data) if end is None else end
    while start < end:
        match = _PLAIN.match(data, start, end)
        if match is None:
            return False
        start = match.end()
    return True


def _both(here: Callable[[], bool], elsewhere: Callable[[], bool]) -> bool:
    """Whether both hold; the second is evaluated at the same time in a forked child, which shares the memory."""
    try:
        child = os.fork()
    except OSError:
        # The system allows no more processes.
        return here() and elsewhere()
    if not child:
        status = 1
        try:
            # An interrupt of the parent has to end the child silently.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            status = 0 if elsewhere() else 1
        finally:
            os._exit(status)
    try:
        holds = here()
    finally:
        _, status = os.waitpid(child, 0)
    return holds and status == 0
