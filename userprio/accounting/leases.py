"""Leases: ceilings, floors and priority factors that hold for a limited time (`Check...Leases`)."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import product
from typing import Final

from msgspec import Struct

from userprio.accounting.actions import LeaseKind
from userprio.accounting.priorities import AnyAccount
from userprio.base.versions import Behaviour
from userprio.ledger import CUSTOMER_PREFIX, Ledger, Record, RecordBuilder


class LeaseState(StrEnum):
    """The state of a lease at some time."""

    NONE = "none"
    ACTIVE = "active"
    EXPIRED = "expired"
    """Past its end but not swept yet, so its value still holds."""


_EXPIRATIONS: Final = frozenset(kind.spec.attributes.expiration for kind in LeaseKind)


class Lease(Struct, frozen=True):
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
    prior: float | None = getattr(customer, kind.spec.fields.prior)
    expiration: int | None = getattr(customer, kind.spec.fields.expiration)
    if prior is None:
        prior = default_factor if kind.spec.unset is None else kind.spec.unset
    return Lease(kind, expiration or 0, prior)


def leases_of(customer: AnyAccount, default_factor: float) -> Iterator[Lease]:
    """What `lease` says for each kind; those that the customer does not have are among them."""
    return (lease(customer, kind, default_factor) for kind in LeaseKind)


def restore(draft: RecordBuilder, name: str, ended: Lease) -> None:
    """Put the records that end a lease: the prior value, then an expiration of 0."""
    key, spec = CUSTOMER_PREFIX + name, ended.kind.spec
    draft.number(key, spec.attributes.value, spec.number(ended.prior))
    draft.integer(key, spec.attributes.expiration, 0)


def sweep_log(
    ledger: Ledger, now: int, default_factor: float, kinds: Iterable[LeaseKind] = tuple(LeaseKind)
) -> tuple[Record, ...]:
    """The records that end the expired leases of these kinds at `now`, as at the start of every cycle."""
    expired = {
        (kind, name): held
        # Few of a hundred thousand records have a lease, and only those need to be parsed.
        for name in ledger.customers_with(_EXPIRATIONS)
        for kind in kinds
        if (held := lease(ledger.customers[name], kind, default_factor)).state(now) is LeaseState.EXPIRED
    }
    draft = RecordBuilder(ledger.ads)
    order = ledger.customers_in_table_order({name for _, name in expired}) if expired else []
    # One kind after the other, as `Check...Leases` does, and not one customer after the other.
    for kind, name in product(kinds, order):
        if (kind, name) in expired:
            restore(draft, name, expired[kind, name])
    return tuple(draft.records)


def kinds_that_end(negotiator: Behaviour) -> tuple[LeaseKind, ...]:
    """The kinds of lease that a negotiator ends; leased values of other kinds stay for good."""
    ceilings = (LeaseKind.CEILING,) if negotiator.ceilings_can_be_leased else ()
    return (*ceilings, LeaseKind.FLOOR, LeaseKind.FACTOR) if negotiator.floors_and_factors_can_be_leased else ceilings


def expire_leases(ledger: Ledger, now: int, default_factor: float, negotiator: Behaviour) -> Ledger:
    """The ledger after expired leases of the kinds that the negotiator ends were swept at `now`; see `sweep_log`."""
    return ledger.replay(sweep_log(ledger, now, default_factor, kinds_that_end(negotiator)))
