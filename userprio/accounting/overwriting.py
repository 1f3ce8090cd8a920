"""Edits that something else has overwritten, such as a negotiator that was running and did not see them.

They are detected by what does not change by itself: factors, floors, ceilings, their leases, and whether records exist.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from userprio.accounting.actions import LEASES
from userprio.ledger import EXISTENCE, Change, Operation, OperationState, compacted_text, same_text, text_in, value_of

_BEGIN: Final = "BeginUsageTime"
"""Distinguishes a record from a later one of the same name."""
_KIND_OF: Final = {name.lower(): kind.spec.attributes for kind in LEASES.values() for name in kind.spec.attributes}


class Overwritten(Struct, frozen=True):
    """A change that an operation made and that is lost: the old value is back."""

    operation: Operation
    change: Change
    now: str | None
    """Its text in the ledger now; None: missing."""

    @property
    def attribute(self) -> str | None:
        """The attribute with its old value; None: a record that was made is gone, or one that was deleted is back."""
        return None if self.change.attribute in (EXISTENCE, _BEGIN) else self.change.attribute

    @property
    def what(self) -> str:
        """A description, to be part of a sentence."""
        change = self.change
        if self.attribute is None:
            return f"the record of {change.name} is {'gone' if change.makes_record else 'there'} again"
        is_now, should_be = ("missing" if text is None else compacted_text(text) for text in (self.now, change.after))
        return f"{change.attribute} of {change.name} is {is_now} again, and not {should_be}"


class _Written(Struct):
    """What operations wrote to one attribute of one record; the last of them, and its change."""

    operation: Operation
    change: Change
    before: list[str | None] = []
    """The text before each of them."""


def overwritten(
    operations: Sequence[Operation], ads: Mapping[str, Mapping[str, str]], now: int
) -> tuple[Overwritten, ...]:
    """The changes of `operations`, oldest first, that a ledger with the records `ads` lacks, having the old values.

    A value that a later operation overwrote is that operation's. Any third value is taken for a later edit by other
    means, and a lease that ended by `now`, seconds since the epoch, was right to restore its prior value.
    """
    places: dict[tuple[str, str], _Written] = {}
    for operation in operations:
        if operation.state is not OperationState.ABANDONED:
            _note(operation, places)
    lost = [
        Overwritten(written.operation, written.change, text_in(ads, key, written.change.attribute))
        for (key, _), written in places.items()
        if not _ended(key, places, written, now) and _is_back(written, ads)
    ]
    # That a record is gone says it all; its attributes need not be listed.
    gone = {loss.change.key for loss in lost if loss.change.makes_record}
    return tuple(loss for loss in lost if loss.change.makes_record or loss.change.key not in gone)


def concerned(operations: Sequence[Operation]) -> list[str]:
    """The keys of the records that `overwritten` looks at."""
    return list(dict.fromkeys(change.key for operation in operations for change in operation.changes))


def _note(operation: Operation, places: dict[tuple[str, str], _Written]) -> None:
    """Note what an operation wrote, replacing what earlier ones wrote to the same attributes."""
    gone = {change.key for change in operation.changes if change.drops_record}
    # What was written to a record before it was deleted went with it, and is not reported as lost.
    for place in [place for place in places if place[0] in gone]:
        del places[place]
    for change in (*operation.ended, *operation.changes):
        place = change.key, change.attribute.lower()
        if change.makes_record:
            places.pop((change.key, _BEGIN.lower()), None)
        elif change.attribute != _BEGIN if change.key in gone else place[1] not in _KIND_OF:
            continue
        earlier = places.pop(place, None)
        # An uncertain operation hides what came before it, but is not itself called
        # overwritten: it may never have been made.
        if operation.state is OperationState.DONE:
            before = [] if earlier is None else earlier.before
            places[place] = _Written(operation, change, [*before, change.before])


def _ended(key: str, places: Mapping[tuple[str, str], _Written], written: _Written, now: int) -> bool:
    """Whether the attribute is part of a lease that has ended."""
    kind = _KIND_OF.get(written.change.attribute.lower())
    lease = None if kind is None else places.get((key, kind.expiration.lower()))
    expiration = None if lease is None or lease.change.after is None else value_of(lease.change.after)
    return isinstance(expiration, int) and 0 < expiration <= now


def _is_back(written: _Written, ads: Mapping[str, Mapping[str, str]]) -> bool:
    change = written.change
    present = text_in(ads, change.key, change.attribute)
    if change.attribute == _BEGIN:
        # The record had been deleted; one that began at another time is a new one.
        return present is not None and value_of(present) != 0 and same_text(present, change.before)
    if same_text(present, change.after) or (change.attribute == EXISTENCE and present is not None):
        return False
    return any(same_text(present, before) for before in written.before)
