"""From an edit to the records that make it, and to what they change. Nothing is written here.

Leases are set and cancelled as `Accountant::SetCeilingLease`, `CancelCeilingLease` and the like do it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from userprio.accounting.edits import (
    INTEGERS,
    REALS,
    Edit,
    EditAction,
    EditError,
    UnknownSubmitter,
    check_time,
    check_value,
    fault_in,
    near_misses,
)
from userprio.accounting.leases import ATTRIBUTES, LeaseKind, LeaseState, lease, put_value, restore, sweep_log
from userprio.accounting.priorities import (
    MIN_FACTOR,
    MIN_PRIORITY,
    GroupOf,
    PriorityRules,
    default_factor,
    has_factor,
    priority_factor,
)
from userprio.ledger import CUSTOMER_PREFIX, Change, Customer, Ledger, Record, RecordBuilder, changes_between

KINDS: Final = {
    EditAction.SET_CEILING: LeaseKind.CEILING,
    EditAction.SET_FLOOR: LeaseKind.FLOOR,
    EditAction.SET_FACTOR: LeaseKind.FACTOR,
    EditAction.CANCEL_CEILING_LEASE: LeaseKind.CEILING,
    EditAction.CANCEL_FLOOR_LEASE: LeaseKind.FLOOR,
    EditAction.CANCEL_FACTOR_LEASE: LeaseKind.FACTOR,
}
"""The lease that an action may have to do with."""

_SETTING = (*REALS, *INTEGERS)


def end_expired(
    ledger: Ledger, names: Iterable[str], kind: LeaseKind, now: int, rules: PriorityRules
) -> tuple[Record, ...]:
    """What ends the leases of one kind that have run out by `now` among `names`.

    A running negotiator does this at every cycle. Where none runs, an expired lease would otherwise put its prior value
    back over whatever is set now.
    """
    draft = RecordBuilder(ledger.ads)
    for name in names:
        found = lease(ledger.customers.get(name, Customer(name)), kind, rules.default_factor)
        if found.state(now) is LeaseState.EXPIRED:
            restore(draft, name, found)
    return tuple(draft.records)


def put_lease(
    draft: RecordBuilder,
    customer: Customer,
    kind: LeaseKind,
    value: float | int,
    now: int,
    duration_s: int,
    rules: PriorityRules,
    group: str,
) -> None:
    """Put the records of a new lease: prior value, expiration, leased value; `group` is the customer's assigned group.

    Raises:
        EditError: a lease of this kind is in effect, in HTCondor's words.
    """
    held = lease(customer, kind, rules.default_factor)
    if held.state(now) is LeaseState.ACTIVE:
        raise EditError(f"{kind} lease for {customer.name} is already in effect (expires at {held.expiration})")
    key, attributes = CUSTOMER_PREFIX + customer.name, ATTRIBUTES[kind]
    current: float
    match kind:
        case LeaseKind.CEILING:
            current = -1 if customer.ceiling is None else customer.ceiling
        case LeaseKind.FLOOR:
            current = customer.floor or 0
        case LeaseKind.FACTOR:
            if not has_factor(customer):
                # The current factor is read to be kept, and a factor that is read is stored.
                draft.real(key, attributes.value, max(default_factor(customer.name, group, rules), MIN_FACTOR))
            current = priority_factor(customer, group, rules)
    put_value(draft, key, kind, attributes.prior, current)
    draft.integer(key, attributes.expiration, now + duration_s)
    put_value(draft, key, kind, attributes.value, value)


def put_cancellation(draft: RecordBuilder, customer: Customer, kind: LeaseKind, rules: PriorityRules) -> None:
    """Put the records that end a lease before its time, or after it if it was not swept yet.

    Raises:
        EditError: there is none, in HTCondor's words.
    """
    held = lease(customer, kind, rules.default_factor)
    if held.expiration <= 0:
        raise EditError(f"no {kind} lease in effect for {customer.name}")
    restore(draft, customer.name, held)


@dataclass(frozen=True, slots=True)
class EditPlan:
    """What an edit would append to the log, as one transaction, and what that changes."""

    records: tuple[Record, ...]
    changes: tuple[Change, ...]
    """What was asked for; no-ops are left out."""
    ended: tuple[Change, ...] = ()
    """Leases that had run out and are ended first, as a negotiator would have done at its next cycle."""
    messages: tuple[str, ...] = ()
    """What an administrator should know about it."""


def lease_attribute(edit: Edit) -> str | None:
    """The attribute of those whose expired leases a new lease ends first; None of any other edit."""
    return None if edit.duration_s is None or edit.action not in KINDS else ATTRIBUTES[KINDS[edit.action]].expiration


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

    `ledger` may be a part that holds the records of `edit.names`, and of all who have the `lease_attribute(edit)`;
    RESET_ALL takes the whole. Unknown names are refused, with a hint taken from `known()`, unless `create` makes
    records for them; deleting them is then nothing.

    Raises:
        UnknownSubmitter: there is no such record.
        EditError: a name or a value cannot be; a lease is in effect, or none is.
    """
    check_value(edit)
    check_time(now)
    names = tuple(dict.fromkeys(edit.names))
    _check_names(edit.action, names, ledger, create, known)
    swept = _sweep(edit, names, ledger, now, rules)
    current = ledger.replay(swept) if swept else ledger
    draft = RecordBuilder(current.ads)
    messages: list[str] = []
    for name in current.customers_in_table_order() if edit.action is EditAction.RESET_ALL else names:
        customer = current.customers.get(name, Customer(name))
        _put(draft, edit, customer, now, rules, group_of)
        messages += _remarks(edit, customer, now, rules)
    own = tuple(draft.records)
    return EditPlan(
        records=(*swept, *own),
        changes=changes_between(current.ads, current.replay(own).ads, own),
        ended=changes_between(ledger.ads, current.ads, swept),
        messages=tuple(messages),
    )


def _check_names(
    action: EditAction, names: tuple[str, ...], ledger: Ledger, create: bool, known: Callable[[], Iterable[str]]
) -> None:
    if action is EditAction.RESET_ALL:
        if names:
            raise EditError(f"{action} is for all records and takes no names")
        return
    if not names:
        raise EditError(f"{action} needs the name of a submitter")
    unknown = [name for name in names if name not in ledger.customers]
    for name in names:
        if "@" not in name and name not in unknown:
            raise EditError(f"{name} is a group; only records of submitters can be edited")
    if not unknown:
        return
    known_names = () if create else tuple(known())
    for name in unknown:
        if fault := fault_in(name):
            raise EditError(f"{name!r} is not the name of a submitter: {fault}{_hint(name, known_names)}")
    if not create:
        raise UnknownSubmitter(f"there is no submitter {unknown[0]}{_hint(unknown[0], known_names)}{_others(unknown)}")


def _hint(name: str, known: Iterable[str]) -> str:
    near = near_misses(name, known)
    return f"; did you mean {' or '.join(near)}?" if near else ""


def _others(unknown: list[str]) -> str:
    """The rest of the names that are unknown as well, in a few words."""
    rest = unknown[1:]
    if not rest:
        return ""
    listed = ", ".join(rest) if len(rest) <= 3 else f"{', '.join(rest[:2])} and {len(rest) - 2} more"
    return f" (also unknown: {listed})"


def _sweep(edit: Edit, names: tuple[str, ...], ledger: Ledger, now: int, rules: PriorityRules) -> tuple[Record, ...]:
    if edit.action not in KINDS or edit.action not in _SETTING:
        return ()
    kind = KINDS[edit.action]
    if edit.duration_s is not None:
        return sweep_log(ledger, now, rules.default_factor, [kind])
    return end_expired(ledger, names, kind, now, rules)


def _put(
    draft: RecordBuilder, edit: Edit, customer: Customer, now: int, rules: PriorityRules, group_of: GroupOf
) -> None:
    key = CUSTOMER_PREFIX + customer.name
    match edit.action:
        case EditAction.DELETE:
            draft.destroy(key)
        case EditAction.RESET_USAGE | EditAction.RESET_ALL:
            draft.real(key, "AccumulatedUsage", 0.0)
            draft.real(key, "WeightedAccumulatedUsage", 0.0)
            draft.integer(key, "BeginUsageTime", now)
        case action if action not in _SETTING:
            put_cancellation(draft, customer, KINDS[action], rules)
        case action:
            assert edit.value is not None
            if edit.duration_s is not None:
                group = group_of(customer.name)
                put_lease(draft, customer, KINDS[action], edit.value, now, edit.duration_s, rules, group)
            elif action in REALS:
                draft.real(key, REALS[action][0], float(edit.value))
            else:
                draft.integer(key, INTEGERS[action][0], int(edit.value))


def _remarks(edit: Edit, customer: Customer, now: int, rules: PriorityRules) -> Iterable[str]:
    if edit.action is EditAction.SET_PRIORITY and edit.value is not None and edit.value < MIN_PRIORITY:
        yield f"{customer.name}: real priorities below {MIN_PRIORITY} count as {MIN_PRIORITY}"
    if edit.action is EditAction.DELETE and customer.resources_used:
        yield f"{customer.name}: slots are in use, so a negotiator will make a new record at its next cycle"
    if edit.action in KINDS and edit.action in _SETTING and edit.duration_s is None:
        held = lease(customer, KINDS[edit.action], rules.default_factor)
        if held.state(now) is LeaseState.ACTIVE:
            left = held.expiration - now
            yield f"{customer.name}: a {held.kind} lease ends in {left} s and will then put back {held.prior:g}"
