"""From an edit to the records that make it, and to what they change. Nothing is written here."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from userprio.accounting.edits import (
    INTEGERS,
    REALS,
    Edit,
    EditAction,
    EditError,
    UnknownSubmitter,
    check_time,
    check_value,
)
from userprio.accounting.lease_edits import EXPIRATIONS, KINDS, end_expired, put_cancellation, put_lease
from userprio.accounting.leases import LeaseState, lease, sweep_log
from userprio.accounting.names import fault_in, near_misses
from userprio.accounting.priorities import MIN_PRIORITY, GroupOf, PriorityRules
from userprio.ledger import CUSTOMER_PREFIX, Change, Customer, Draft, Ledger, Record, changes_between

_SETTING = (*REALS, *INTEGERS)


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
    return None if edit.duration_s is None or edit.action not in KINDS else EXPIRATIONS[KINDS[edit.action]]


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
    draft = Draft(current.ads)
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
            raise EditError(f"{name!r} is no name of a submitter: {fault}{_hint(name, known_names)}")
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
    return f" (unknown as well: {listed})"


def _sweep(edit: Edit, names: tuple[str, ...], ledger: Ledger, now: int, rules: PriorityRules) -> tuple[Record, ...]:
    if edit.action not in KINDS or edit.action not in _SETTING:
        return ()
    kind = KINDS[edit.action]
    if edit.duration_s is not None:
        return sweep_log(ledger, now, rules.default_factor, [kind])
    return end_expired(ledger, names, kind, now, rules)


def _put(draft: Draft, edit: Edit, customer: Customer, now: int, rules: PriorityRules, group_of: GroupOf) -> None:
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
