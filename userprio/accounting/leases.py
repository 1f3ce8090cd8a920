"""Ceilings, floors and priority factors that hold for a while only (`Check...Leases`)."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from typing import Final, NamedTuple

from userprio.accounting.account import AnyAccount
from userprio.ledger import CUSTOMER_PREFIX, Ledger, Record, RecordBuilder
from userprio.versions import Behaviour


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
    """Run out but not swept yet, so that its value still holds."""


class LeaseAttributes(NamedTuple):
    """The attributes of a record that a lease is about."""

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
    """The value that comes back in the end."""

    def state(self, now: int) -> LeaseState:
        """The state of the lease at `now`; it has expired in the second of its expiration."""
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
    """Put a value of what is leased: a factor is a real, ceiling and floor are integers."""
    draft.number(key, attribute, float(value) if kind is LeaseKind.FACTOR else int(value))


def restore(draft: RecordBuilder, name: str, ended: Lease) -> None:
    """Put the records that end a lease: the prior value, then no expiration."""
    key, attributes = CUSTOMER_PREFIX + name, ATTRIBUTES[ended.kind]
    put_value(draft, key, ended.kind, attributes.value, ended.prior)
    draft.integer(key, attributes.expiration, 0)


def sweep_log(
    ledger: Ledger, now: int, default_factor: float, kinds: Iterable[LeaseKind] = tuple(LeaseKind)
) -> tuple[Record, ...]:
    """What ends the expired leases of the given kinds at `now`, as at the start of every cycle."""
    expired = {
        (kind, name): found
        # Of a hundred thousand records few have a lease, and only those need to be read closely.
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
    """The leases that a negotiator knows; to others the leased value is one for good."""
    ceilings = (LeaseKind.CEILING,) if negotiator.ceilings_can_be_leased else ()
    return (*ceilings, LeaseKind.FLOOR, LeaseKind.FACTOR) if negotiator.floors_and_factors_can_be_leased else ceilings


def expire_leases(ledger: Ledger, now: int, default_factor: float, negotiator: Behaviour) -> Ledger:
    """The ledger after the sweep at `now` of the leases that the negotiator knows; see `sweep_log`."""
    return ledger.replay(sweep_log(ledger, now, default_factor, kinds_that_end(negotiator)))
