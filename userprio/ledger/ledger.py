"""A ledger in memory: what the accountant holds after reading its log, and how records change it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from userprio.base.errors import Refused
from userprio.base.limits import LEDGER_FILE, read_file
from userprio.ledger.reader import LogTable, read_log, table_order
from userprio.ledger.records import (
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
    def read(cls, path: Path | str) -> "Ledger":
        """The ledger in a file.

        Raises:
            LedgerError: the file cannot be opened, is not an accounting log, or is corrupt before its end.
        """
        path = Path(path)
        try:
            data = [read_file(path, LEDGER_FILE)]
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
        wanted = None if among is None else {CUSTOMER_PREFIX + name for name in among}
        keys = self.in_table_order(CUSTOMER_PREFIX) if wanted is None else table_order(self.history, wanted)
        return [key[len(CUSTOMER_PREFIX) :] for key in keys]

    def customer_columns(self, names: Sequence[str]) -> dict[str, list[Any]]:
        """What `customers` says of each of `names`, one list per field, without building the typed views."""
        return {"name": list(names), **customer_columns([self.ads[CUSTOMER_PREFIX + name] for name in names])}

    def customers_with(self, attributes: frozenset[str]) -> list[str]:
        """The names of the customers with one of these known attributes, without building typed views."""
        found: Iterable[tuple[str, Mapping[str, str]]] = self.ads.items()
        if attributes.isdisjoint(LOGGED_NAMES):
            found = ((key, ad) for key, ad in found if type(ad) is not LoggedRecord)
        skip = len(CUSTOMER_PREFIX)
        return [key[skip:] for key, ad in found if key.startswith(CUSTOMER_PREFIX) and has_any(ad, attributes)]

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
    found = (Change(key, name, text_in(before, key, name), text_in(after, key, name)) for key, name in touched)
    return tuple(change for change in found if not same_text(change.before, change.after))


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
    found = attribute(ad, name)
    return _ANY_TYPE if found is None and name == EXISTENCE else found


def same_text(one: str | None, other: str | None) -> bool:
    """Whether two texts mean the same to HTCondor, which rewrites them when it compacts the log."""
    if one is None or other is None:
        return one is other
    return one == other or compacted_text(one) == compacted_text(other)


def merged_changes(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Changes one after the other as one: the first `before` and the last `after` of every attribute."""
    whole: dict[tuple[str, str], Change] = {}
    for change in changes:
        place = change.key, change.attribute.lower()
        first = whole.get(place, change)
        whole[place] = Change(change.key, first.attribute, first.before, change.after)
    return tuple(change for change in whole.values() if not same_text(change.before, change.after))


def reversal(changes: Iterable[Change], ledger: Ledger) -> tuple[Record, ...]:
    """The records that undo `changes`.

    Raises:
        Refused: something has changed since, so more than these changes would be undone.
    """
    changes = tuple(changes)
    made = {change.key for change in changes if change.makes_record}
    for change in changes:
        _check_untouched(change, ledger)
    for key in made:
        _check_nothing_added(key, changes, ledger)
    records: list[Record] = [DestroyAd(key) for key in dict.fromkeys(c.key for c in changes if c.key in made)]
    records += [NewAd(change.key) for change in changes if change.drops_record]
    for change in changes:
        if change.key in made or (change.drops_record and change.before == _ANY_TYPE):
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


def _check_nothing_added(key: str, changes: tuple[Change, ...], ledger: Ledger) -> None:
    ours = {change.attribute.lower() for change in changes if change.key == key}
    added = next((name for name in ledger.ads[key] if name.lower() not in ours), None)
    if added is not None:
        raise Refused(f"the record of {key.removeprefix(CUSTOMER_PREFIX)} has {added} since, which would be lost")
