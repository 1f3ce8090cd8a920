"""Setting and cancelling leases (`Accountant::SetCeilingLease`, `CancelCeilingLease` and their kin)."""

from collections.abc import Iterable
from typing import Final

from userprio.accounting.edits import EditAction, EditError
from userprio.accounting.leases import LeaseKind, LeaseState, lease, restore
from userprio.accounting.priorities import MIN_FACTOR, PriorityRules, default_factor, has_factor, priority_factor
from userprio.ledger import CUSTOMER_PREFIX, Customer, Draft, Ledger, Record

KINDS: Final = {
    EditAction.SET_CEILING: LeaseKind.CEILING,
    EditAction.SET_FLOOR: LeaseKind.FLOOR,
    EditAction.SET_FACTOR: LeaseKind.FACTOR,
    EditAction.CANCEL_CEILING_LEASE: LeaseKind.CEILING,
    EditAction.CANCEL_FLOOR_LEASE: LeaseKind.FLOOR,
    EditAction.CANCEL_FACTOR_LEASE: LeaseKind.FACTOR,
}
"""The lease that an action may have to do with."""

EXPIRATIONS: Final = {
    LeaseKind.CEILING: "CeilingLeaseExpiration",
    LeaseKind.FLOOR: "FloorLeaseExpiration",
    LeaseKind.FACTOR: "PriorityFactorLeaseExpiration",
}


def end_expired(
    ledger: Ledger, names: Iterable[str], kind: LeaseKind, now: int, rules: PriorityRules
) -> tuple[Record, ...]:
    """What ends the leases of one kind that have run out by `now` among `names`.

    A running negotiator does this at every cycle. Where none runs, an expired lease would otherwise put its prior value
    back over whatever is set now.
    """
    draft = Draft(ledger.ads)
    for name in names:
        found = lease(ledger.customers.get(name, Customer(name)), kind, rules.default_factor)
        if found.state(now) is LeaseState.EXPIRED:
            restore(draft, name, found)
    return tuple(draft.records)


def put_lease(
    draft: Draft,
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
    key = CUSTOMER_PREFIX + customer.name
    match kind:
        case LeaseKind.CEILING:
            draft.integer(key, "CeilingPreLeaseValue", -1 if customer.ceiling is None else customer.ceiling)
            draft.integer(key, EXPIRATIONS[kind], now + duration_s)
            draft.integer(key, "Ceiling", int(value))
        case LeaseKind.FLOOR:
            draft.integer(key, "FloorPreLeaseValue", customer.floor or 0)
            draft.integer(key, EXPIRATIONS[kind], now + duration_s)
            draft.integer(key, "Floor", int(value))
        case LeaseKind.FACTOR:
            if not has_factor(customer):
                # The current factor is read to be kept, and a factor that is read is stored.
                draft.real(key, "PriorityFactor", max(default_factor(customer.name, group, rules), MIN_FACTOR))
            draft.real(key, "PriorityFactorPreLeaseValue", priority_factor(customer, group, rules))
            draft.integer(key, EXPIRATIONS[kind], now + duration_s)
            draft.real(key, "PriorityFactor", value)


def put_cancellation(draft: Draft, customer: Customer, kind: LeaseKind, rules: PriorityRules) -> None:
    """Put the records that end a lease before its time, or after it if it was not swept yet.

    Raises:
        EditError: there is none, in HTCondor's words.
    """
    held = lease(customer, kind, rules.default_factor)
    if held.expiration <= 0:
        raise EditError(f"no {kind} lease in effect for {customer.name}")
    restore(draft, customer.name, held)
