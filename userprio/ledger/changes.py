"""What records did to a ledger, attribute by attribute, and the records that take it back."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from userprio.errors import Refused
from userprio.ledger.ledger import Ledger
from userprio.ledger.records import DeleteAttribute, DestroyAd, NewAd, Record, SetAttribute
from userprio.ledger.values import CUSTOMER_PREFIX, attribute, compacted_text

EXISTENCE: Final = "MyType"
"""The attribute that every record has from its first line on: where it comes or goes, the whole record does."""

_ANY_TYPE: Final = '"*"'

Ads = Mapping[str, Mapping[str, str]]
"""Records by key, attributes by name, values as texts of expressions."""


@dataclass(frozen=True, slots=True)
class Change:
    """One attribute of one record before and after; None where it is absent.

    The texts are those of the ledger, so that taking a change back restores what was there to the last digit.
    """

    key: str
    attribute: str
    before: str | None
    after: str | None

    @property
    def name(self) -> str:
        """The submitter or group; of other records the key."""
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
    """What `records`, which lead from `before` to `after`, changed, in the order in which they touch it.

    An attribute that ends as it was is not a change, even if its text differs: `1000.0` is `1000.000000`.
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
    """The records that take `changes` back.

    Raises:
        Refused: something has changed since, so that more than these changes would be taken back.
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
