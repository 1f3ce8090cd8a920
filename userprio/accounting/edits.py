"""Edits of accounting records by an administrator: which values are accepted, and what they append to the log.

Begin with `plan_edit`; `check_value` refuses values that are out of range, such as factors below 1. Nothing is written
here. Leases are set and cancelled as by `Accountant::SetCeilingLease`, `CancelCeilingLease` and the like.

Then edits that something else has overwritten, such as a negotiator that was running and did not see them. They are
detected by what does not change by itself: factors, floors, ceilings, their leases, and whether records exist.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.accounting.accountant import Lease, LeaseState, lease, restore, sweep_log
from userprio.accounting.actions import LEASES, EditAction, EditSpec, Effect, ValueSpec
from userprio.accounting.priorities import (
    MIN_FACTOR,
    MIN_PRIORITY,
    GroupOf,
    PriorityRules,
    default_factor,
    has_factor,
    priority_factor,
)
from userprio.base.cxx import INT_MAX
from userprio.base.errors import Refused
from userprio.base.formats import listed
from userprio.base.naming import meant, near_misses
from userprio.base.times import spoken
from userprio.ledger import (
    CUSTOMER_PREFIX,
    EXISTENCE,
    Change,
    Customer,
    Ledger,
    Operation,
    OperationState,
    Record,
    RecordBuilder,
    changes_between,
    compacted_text,
    merged_changes,
    same_text,
    text_in,
    value_of,
)

LONGEST_LEASE_S: Final = INT_MAX - 1
"""The longest duration that condor_userprio takes."""
LARGEST_REAL: Final = 3.4028234663852886e38
"""`FLT_MAX`: most releases of condor_userprio hold these numbers in single precision."""

_MOST_HINTS: Final = 3


class EditError(Refused):
    """An edit that is refused; the message is one sentence that says why."""


class UnknownSubmitter(EditError):
    """An edit of a record that does not exist and must not be created."""


class NotWhole(EditError):
    """An edit of an incomplete name; the message suggests full names where it can."""


class LeaseInEffect(EditError):
    """A new lease for a submitter with one of that kind in effect; the message is HTCondor's."""

    def __init__(self, name: str, held: Lease, now: int) -> None:
        super().__init__(f"{held.kind} lease for {name} is already in effect (expires at {held.expiration})")
        self.explanation = f"{name} has a {held.kind} lease already, which ends in {spoken(held.expiration - now)}"
        """The same for people, with the time that is left."""


class Edit(Struct, frozen=True):
    """One action on records by name; several names are changed together or not at all."""

    action: EditAction
    names: tuple[str, ...] = ()
    """Full names of submitters; none for RESET_ALL."""
    value: float | int | None = None
    """For actions that set something: a priority, factor, weight, weight-seconds, or seconds since the epoch."""
    duration_s: int | None = None
    """Makes SET_FACTOR, SET_FLOOR and SET_CEILING leases of this duration."""
    until: int | None = None
    """Makes them leases that end at this time, seconds since the epoch, and replace one that is in effect."""
    prior: float | int | None = None
    """The value restored when such a lease ends; None: today's, or the prior value of the lease that it replaces."""

    @classmethod
    def deletion(cls, *names: str) -> "Edit":
        """The edit that deletes these records."""
        return cls(EditAction.DELETE, names)

    @property
    def spec(self) -> EditSpec:
        """What is known of its action."""
        return self.action.spec

    @property
    def deletes(self) -> bool:
        """Whether it deletes records, which it therefore never creates."""
        return self.spec.effect is Effect.DELETE

    @property
    def leases(self) -> bool:
        """Whether it makes a lease."""
        return self.duration_s is not None or self.until is not None


def check_value(edit: Edit) -> None:
    """Check that the action takes this value and duration.

    Raises:
        EditError: it does not; the message gives the accepted range.
    """
    spec = edit.spec.value
    if spec is not None:
        (_check_real if spec.real else _check_integer)(edit.value, spec)
    elif edit.value is not None:
        raise EditError(f"{edit.action} takes no value")
    if not edit.leases:
        return
    if not edit.spec.leasable:
        raise EditError(f"{edit.action} takes no duration; only factors, floors and ceilings can be leased")
    if edit.until is not None and not 1 <= edit.until <= INT_MAX:
        raise EditError(
            f"the end of a lease is stored in 32 bits, from 1 to {INT_MAX}; {_shown(edit.until)} is out of range"
        )
    if edit.prior is not None:
        check_value(Edit(edit.action, edit.names, edit.prior))
    if edit.duration_s is not None and not 1 <= edit.duration_s <= LONGEST_LEASE_S:
        raise EditError(f"a lease lasts 1 to {LONGEST_LEASE_S} seconds, not {_shown(edit.duration_s)}")


def check_time(now: int) -> None:
    """Check that `now`, seconds since the epoch, can be stored as a time of usage.

    Raises:
        EditError: it cannot.
    """
    if not 0 <= now <= INT_MAX:
        raise EditError(f"HTCondor stores times in 32 bits, from 0 to {INT_MAX}; {_shown(now)} is out of range")


def _check_real(value: float | int | None, spec: ValueSpec) -> None:
    try:
        # Python's integers may be larger than any double, which float() refuses.
        number = math.nan if value is None else float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise EditError(f"{spec.phrase} must be a finite number")
    if spec.least is not None and number < spec.least:
        raise EditError(f"{spec.phrase} must be at least {spec.least:g}, not {number:g}")
    if abs(number) > LARGEST_REAL:
        raise EditError(f"{spec.phrase} of {number:g} is too large; the limit is {LARGEST_REAL:g}")


def _check_integer(value: float | int | None, spec: ValueSpec) -> None:
    if not isinstance(value, int):
        raise EditError(f"{spec.phrase} must be a whole number")
    if spec.least is not None and value < spec.least:
        raise EditError(f"{spec.phrase} must be at least {spec.least}, not {_shown(value)}")
    if value > INT_MAX:
        raise EditError(f"{spec.phrase} must be at most {INT_MAX}, the most that HTCondor stores in 32 bits")


def _shown(number: int) -> str:
    """An integer for a message; Python refuses to print very long ones."""
    return str(number) if abs(number) < 10**20 else "that"


def _fault_in(name: str) -> str | None:
    """Why `name` cannot be a submitter's, None if it can (`IsValidSubmitterName`, and what the log's text allows).

    Names are written into the log unescaped: at white space in one, a negotiator ends when it next reads the ledger,
    and a quote would turn the user in slot records into UNDEFINED.
    """
    if not name:
        return "it is empty"
    if any(char in " \t\n\v\f\r" for char in name):
        return "it contains white space, and a negotiator cannot read a ledger with such a name"
    if any(char.isspace() for char in name):
        return "it contains white space"
    if '"' in name:
        return "it contains a quote"
    if not name.isprintable():
        return "it contains a character that cannot be printed"
    user, at, domain = name.rpartition("@")
    if not at:
        return "it has no @; submitters are named in full, such as alice@pool.test"
    if not user or not domain:
        return "it ends with the @" if user else "it begins with the @"
    return None


class EditPlan(Struct, frozen=True):
    """What an edit would append to the log, as one transaction, and what that changes."""

    records: tuple[Record, ...]
    changes: tuple[Change, ...]
    """What was asked for; no-ops are left out."""
    ended: tuple[Change, ...] = ()
    """Leases that had run out and are ended first, as a negotiator would have done at its next cycle."""
    messages: tuple[str, ...] = ()
    """Side effects that an administrator should know of."""


def lease_attribute(edit: Edit) -> str | None:
    """The expiration attribute of the kind of lease that a new lease sweeps first; None for any other edit."""
    kind = edit.spec.lease
    return None if not edit.leases or kind is None else kind.spec.attributes.expiration


def plan_edit(
    edit: Edit,
    ledger: Ledger,
    now: int,
    rules: PriorityRules,
    group_of: GroupOf,
    *,
    create: bool = False,
    known: Callable[[], Iterable[str]] = tuple,
) -> EditPlan:
    """The records of an edit at `now`, seconds since the epoch, exactly as HTCondor's accountant writes them.

    `ledger` may be partial: the records of `edit.names` and those with `lease_attribute(edit)` suffice, but RESET_ALL
    needs all. Unknown names are refused, with a hint from `known()`, unless `create` makes records for them; deleting
    them then does nothing.

    Raises:
        UnknownSubmitter: there is no such record.
        NotWhole: a name is incomplete.
        EditError: a name or value is invalid, a lease is already in effect, or there is no lease to cancel.
    """
    check_value(edit)
    check_time(now)
    names = tuple(dict.fromkeys(edit.names))
    _check_names(edit, names, ledger, create, known)
    swept = _sweep(edit, names, ledger, now, rules)
    current = ledger.replay(swept)
    draft = RecordBuilder(current.ads)
    messages: list[str] = []
    for name in current.customers_in_table_order() if edit.spec.everyone else names:
        customer = current.customers.get(name, Customer(name))
        _put(draft, edit, customer, now, rules, group_of)
        messages += _remarks(edit, customer, now, rules)
    # What ended by itself is told apart from what was asked for, so that an undo does not revive expired leases.
    own = tuple(draft.records)
    return EditPlan(
        records=(*swept, *own),
        changes=changes_between(current.ads, current.replay(own).ads, own),
        ended=changes_between(ledger.ads, current.ads, swept),
        messages=tuple(messages),
    )


def plan_in_turn(
    edits: Iterable[Edit],
    ledger: Ledger,
    now: int,
    rules: PriorityRules,
    group_of: GroupOf,
    *,
    create: bool = False,
    known: Callable[[], Iterable[str]] = tuple,
) -> EditPlan:
    """Several edits as one transaction, each planned on what those before it leave; see `plan_edit`, also for errors.

    A partial `ledger` needs the records that any of them needs.
    """
    plans: list[EditPlan] = []
    for edit in edits:
        plan = plan_edit(edit, ledger, now, rules, group_of, create=create, known=known)
        ledger = ledger.replay(plan.records)
        plans.append(plan)
    return combined(plans)


def combined(plans: Iterable[EditPlan]) -> EditPlan:
    """Plans of edits that follow each other as one plan, with their overall changes."""
    plans = list(plans)
    # An edit ends expired leases of its kind before it sets anything, and no earlier edit can have touched them: so all
    # ended leases can be listed ahead of all changes.
    return EditPlan(
        records=tuple(record for plan in plans for record in plan.records),
        changes=merged_changes(change for plan in plans for change in plan.changes),
        ended=merged_changes(change for plan in plans for change in plan.ended),
        messages=tuple(message for plan in plans for message in plan.messages),
    )


def _check_names(
    edit: Edit, names: tuple[str, ...], ledger: Ledger, create: bool, known: Callable[[], Iterable[str]]
) -> None:
    if edit.spec.everyone:
        if names:
            raise EditError(f"{edit.action} applies to all records and takes no names")
        return
    if not names:
        raise EditError(f"{edit.action} needs the name of a submitter")
    unknown = [name for name in names if name not in ledger.customers]
    for name in names:
        # Only an existing record without an @ is a group; an unknown name without one was most likely cut short.
        if "@" not in name and name not in unknown:
            raise EditError(f"{name} is a group; only records of submitters can be edited")
    if not unknown:
        return
    for name in unknown:
        candidates = () if create and "@" in name else meant(name, known())
        if candidates:
            either = listed(candidates, _MOST_HINTS, "or")
            raise NotWhole(f"{name} is not a full name, which an edit needs; did you mean {either}?")
        if fault := _fault_in(name):
            raise (NotWhole if name and "@" not in name else EditError)(
                f"{name!r} is not the name of a submitter: {fault}{_hint(name, () if create else known())}"
            )
    # Only after all faults in names: --new is no remedy for those.
    if not create:
        raise UnknownSubmitter(f"there is no submitter {unknown[0]}{_hint(unknown[0], known())}{_others(unknown)}")


def _hint(name: str, known: Iterable[str]) -> str:
    near = near_misses(name, known)
    return f"; did you mean {' or '.join(near)}?" if near else ""


def _others(unknown: list[str]) -> str:
    """The other unknown names, for the end of a message."""
    rest = unknown[1:]
    if len(rest) > 3:
        rest = [f"{', '.join(rest[:2])} and {len(rest) - 2} more"]
    return f" (also unknown: {', '.join(rest)})" if rest else ""


def _sweep(edit: Edit, names: tuple[str, ...], ledger: Ledger, now: int, rules: PriorityRules) -> tuple[Record, ...]:
    """The records that end expired leases, which would otherwise restore their prior values over what is set now.

    A running negotiator does this every cycle, and before a new lease it does so for all customers.
    """
    kind = edit.spec.lease
    if kind is None or not edit.spec.leasable:
        return ()
    if edit.leases:
        return sweep_log(ledger, now, rules.default_factor, [kind])
    draft = RecordBuilder(ledger.ads)
    for name in names:
        held = lease(ledger.customers.get(name, Customer(name)), kind, rules.default_factor)
        if held.state(now) is LeaseState.EXPIRED:
            restore(draft, name, held)
    return tuple(draft.records)


def _put(
    draft: RecordBuilder, edit: Edit, customer: Customer, now: int, rules: PriorityRules, group_of: GroupOf
) -> None:
    key, spec = CUSTOMER_PREFIX + customer.name, edit.spec
    match spec.effect:
        case Effect.DELETE:
            draft.destroy(key)
        case Effect.RESET:
            draft.real(key, "AccumulatedUsage", 0.0)
            draft.real(key, "WeightedAccumulatedUsage", 0.0)
            draft.integer(key, "BeginUsageTime", now)
        case Effect.CANCEL:
            assert spec.lease is not None
            held = lease(customer, spec.lease, rules.default_factor)
            # An expired lease that no cycle has swept yet can still be cancelled; the
            # accountant looks only at whether there is one.
            if held.expiration <= 0:
                raise EditError(f"no {held.kind} lease in effect for {customer.name}")
            restore(draft, customer.name, held)
        case Effect.SET:
            assert edit.value is not None
            assert spec.value is not None
            if edit.leases:
                _put_lease(draft, edit, customer, now, rules, group_of)
            else:
                # A whole number may be typed as a real is, but is stored as what its attribute is.
                value = float(edit.value) if spec.value.real else int(edit.value)
                draft.number(key, spec.value.attribute, value)


def _put_lease(
    draft: RecordBuilder, edit: Edit, customer: Customer, now: int, rules: PriorityRules, group_of: GroupOf
) -> None:
    """Put the records of a new lease: prior value, expiration, leased value; one that is already over is restored."""
    assert edit.value is not None
    kind = edit.spec.lease
    assert kind is not None
    held = lease(customer, kind, rules.default_factor)
    active = held.state(now) is LeaseState.ACTIVE
    # A policy names the end of a lease, so it replaces one; a duration, as in condor_userprio, does not.
    if active and edit.until is None:
        raise LeaseInEffect(customer.name, held, now)
    key, attributes, number = CUSTOMER_PREFIX + customer.name, kind.spec.attributes, kind.spec.number
    expiration = now + (edit.duration_s or 0) if edit.until is None else edit.until
    if expiration <= now:
        # The value that would be put back is not known, and the present one may be another lease's.
        if edit.prior is None:
            raise EditError(f"the {kind} lease of {customer.name} would end before it begins")
        restore(draft, customer.name, replace(held, prior=edit.prior))
        return
    current: float | None
    if kind.spec.unset is None:
        group = group_of(customer.name)
        if not has_factor(customer):
            # Keeping the current factor as the prior value means reading it, and reading a factor stores it.
            draft.real(key, attributes.value, max(default_factor(customer.name, group, rules), MIN_FACTOR))
        current = priority_factor(customer, group, rules)
    else:
        current = getattr(customer, kind.spec.fields.value)
        if current is None:
            current = kind.spec.unset
    # The value of a lease in effect is itself leased, and must not become what is restored in the end.
    if edit.prior is not None or active:
        current = held.prior if edit.prior is None else edit.prior
    draft.number(key, attributes.prior, number(current))
    draft.integer(key, attributes.expiration, expiration)
    draft.number(key, attributes.value, number(edit.value))


def _remarks(edit: Edit, customer: Customer, now: int, rules: PriorityRules) -> Iterable[str]:
    if edit.action is EditAction.SET_PRIORITY and edit.value is not None and edit.value < MIN_PRIORITY:
        yield f"{customer.name}: real priorities below {MIN_PRIORITY} count as {MIN_PRIORITY}"
    if edit.deletes and customer.resources_used:
        yield f"{customer.name}: slots are in use, so a negotiator will make a new record at its next cycle"
    if edit.spec.leasable and edit.spec.lease is not None and not edit.leases:
        held = lease(customer, edit.spec.lease, rules.default_factor)
        if held.state(now) is LeaseState.ACTIVE:
            left = spoken(held.expiration - now)
            yield f"{customer.name}: a {held.kind} lease ends in {left} and will then put back {held.prior:g}"


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
