"""Leases: ceilings, floors and priority factors that hold for a limited time (`Check...Leases`)."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from typing import Final, NamedTuple

from userprio.accounting.account import AnyAccount
from userprio.base.versions import Behaviour
from userprio.ledger import CUSTOMER_PREFIX, Ledger, Record, RecordBuilder


class LeaseKind(StrEnum):
    """What is leased, in the order in which expired leases are swept."""

    CEILING = "ceiling"
    FLOOR = "floor"
    FACTOR = "priority-factor"


class LeaseState(StrEnum):
    """The state of a lease at some time."""

    NONE = "none"
    ACTIVE = "active"
    EXPIRED = "expired"
    """Past its end but not swept yet, so its value still holds."""


class LeaseAttributes(NamedTuple):
    """The names of the attributes that store a lease."""

    value: str
    prior: str
    expiration: str


ATTRIBUTES: Final = {
    LeaseKind.CEILING: LeaseAttributes("Ceiling", "CeilingPreLeaseValue", "CeilingLeaseExpiration"),
    LeaseKind.FLOOR: LeaseAttributes("Floor", "FloorPreLeaseValue", "FloorLeaseExpiration"),
    LeaseKind.FACTOR: LeaseAttributes("PriorityFactor", "PriorityFactorPreLeaseValue", "PriorityFactorLeaseExpiration"),
}
_EXPIRATIONS: Final = frozenset(attributes.expiration for attributes in ATTRIBUTES.values())


@dataclass(frozen=True, slots=True)
class Lease:
    """One lease of a customer; `expiration` is seconds since the epoch, 0 without a lease."""

    kind: LeaseKind
    expiration: int
    prior: float
    """The value restored at the end."""

    def state(self, now: int) -> LeaseState:
        """The state of the lease at `now`; it has expired as soon as `now` is its expiration."""
        if self.expiration <= 0:
            return LeaseState.NONE
        return LeaseState.EXPIRED if self.expiration <= now else LeaseState.ACTIVE


def lease(customer: AnyAccount, kind: LeaseKind, default_factor: float) -> Lease:
    """The customer's lease of one kind; `default_factor` is what a factor without a prior value goes back to."""
    match kind:
        case LeaseKind.CEILING:
            prior, expiration = customer.ceiling_pre_lease_value, customer.ceiling_lease_expiration
            return Lease(kind, expiration or 0, -1 if prior is None else prior)
        case LeaseKind.FLOOR:
            prior, expiration = customer.floor_pre_lease_value, customer.floor_lease_expiration
            return Lease(kind, expiration or 0, prior or 0)
        case LeaseKind.FACTOR:
            factor, expiration = customer.factor_pre_lease_value, customer.factor_lease_expiration
            return Lease(kind, expiration or 0, default_factor if factor is None else factor)


def put_value(draft: RecordBuilder, key: str, kind: LeaseKind, attribute: str, value: float) -> None:
    """Put a value of this kind: factors are reals, ceilings and floors are integers."""
    draft.number(key, attribute, float(value) if kind is LeaseKind.FACTOR else int(value))


def restore(draft: RecordBuilder, name: str, ended: Lease) -> None:
    """Put the records that end a lease: the prior value, then an expiration of 0."""
    key, attributes = CUSTOMER_PREFIX + name, ATTRIBUTES[ended.kind]
    put_value(draft, key, ended.kind, attributes.value, ended.prior)
    draft.integer(key, attributes.expiration, 0)


def sweep_log(
    ledger: Ledger, now: int, default_factor: float, kinds: Iterable[LeaseKind] = tuple(LeaseKind)
) -> tuple[Record, ...]:
    """The records that end the expired leases of these kinds at `now`, as at the start of every cycle."""
    expired = {
        (kind, name): found
        # Few of a hundred thousand records have a lease, and only those need to be parsed.
        for name in ledger.customers_with(_EXPIRATIONS)
        for kind in kinds
        if (found := lease(ledger.customers[name], kind, default_factor)).state(now) is LeaseState.EXPIRED
    }
    draft = RecordBuilder(ledger.ads)
    order = ledger.customers_in_table_order({name for _, name in expired}) if expired else []
    for place in product(kinds, order):
        if place in expired:
            restore(draft, place[1], expired[place])
    return tuple(draft.records)


def kinds_that_end(negotiator: Behaviour) -> tuple[LeaseKind, ...]:
    """The kinds of lease that a negotiator ends; leased values of other kinds stay for good."""
    ceilings = (LeaseKind.CEILING,) if negotiator.ceilings_can_be_leased else ()
    return (*ceilings, LeaseKind.FLOOR, LeaseKind.FACTOR) if negotiator.floors_and_factors_can_be_leased else ceilings


def expire_leases(ledger: Ledger, now: int, default_factor: float, negotiator: Behaviour) -> Ledger:
    """The ledger after expired leases of the kinds that the negotiator ends were swept at `now`; see `sweep_log`."""
    return ledger.replay(sweep_log(ledger, now, default_factor, kinds_that_end(negotiator)))
