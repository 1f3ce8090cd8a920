"""The accounts of a running negotiator, kept in memory as its accountant keeps them.

`age`, `expire_leases` and `recount` give the same results on a ledger. Here there is no log in between, but each figure
is rounded as if it had been written and read back. tests/accounting/test_accountant.py compares the two.

Leases come first: ceilings, floors and priority factors that hold for a limited time (`Check...Leases`).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from enum import StrEnum
from functools import cache
from itertools import product
from typing import Final

from msgspec import Struct

from userprio.accounting.actions import LeaseKind
from userprio.accounting.priorities import Account, AnyAccount, GroupOf, aging_factor, updates
from userprio.accounting.usage import charged, group_path
from userprio.base.cxx import int32, round_trip
from userprio.base.versions import Behaviour
from userprio.ledger import (
    ACCOUNTANT_KEY,
    CUSTOMER_ATTRIBUTES,
    CUSTOMER_PREFIX,
    Ledger,
    Record,
    RecordBuilder,
    real_of,
    real_text,
)


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


Charge = tuple[str, float]
"""Who is charged for a slot, and with what weight."""

_LARGE: Final = 1e9
"""Whole weights below it add up without rounding, however many slots a pool has."""
_PLAIN: Final = 1e15
"""Whole reals below it are read back exactly as they were written."""


class Accountant:
    """The accounts of all customers, and the charges that their usage was counted from."""

    def __init__(self, ledger: Ledger, group_of: GroupOf) -> None:
        """Take the accounts from a ledger."""
        self._ledger = ledger
        self._group_of = cache(group_of)
        self.customers = {name: Account.of(customer) for name, customer in ledger.customers.items()}
        self.last_update_time = ledger.last_update_time
        """Seconds since the epoch."""
        self._charges: Counter[Charge] | None = None
        """What usage was last counted from; None: unknown, or with fractions, whose sums depend on the order."""

    def copy(self) -> "Accountant":
        """An independent copy of the accounts as they stand."""
        other = copy(self)
        other.customers = {name: copy(account) for name, account in self.customers.items()}
        return other

    def restore(self, accounts: Iterable[Account], last_update_time: int) -> None:
        """Take over another's accounts; which charges their usage was counted from is then unknown."""
        self.customers = {account.name: account for account in accounts}
        self.last_update_time, self._charges = last_update_time, None

    @property
    def ledger(self) -> Ledger:
        """A ledger with these accounts; all other records are those of the ledger that this was made from."""
        draft = RecordBuilder(self._ledger.ads)
        draft.integer(ACCOUNTANT_KEY, "LastUpdateTime", self.last_update_time)
        for name, account in self.customers.items():
            for field, attribute in CUSTOMER_ATTRIBUTES.items():
                value = getattr(account, field)
                # A missing attribute stays missing: a stored 0 would show in listings
                # that leave out columns without a value.
                if value is not None:
                    draft.number(CUSTOMER_PREFIX + name, attribute, value)
        return self._ledger.replay(draft.records)

    def update(self, now: int, half_life_s: float) -> None:
        """Bring priorities and accumulated usage up to `now`, seconds since the epoch; see `priorities.age`."""
        elapsed, self.last_update_time = now - self.last_update_time, now
        # The clock may have been set back; the time is then taken over, but nothing is charged.
        if elapsed <= 0:
            return
        beta = aging_factor(elapsed, half_life_s)
        for account in self.customers.values():
            for field, value in updates(account, elapsed, beta, now):
                setattr(account, field, _stored(value) if isinstance(value, float) else int32(value))
            # The accountant clears both with every update, and the cycle sets those of the submitters that it visits.
            account.submitter_limit = account.submitter_share = 0.0

    def expire_leases(self, now: int, default_factor: float, negotiator: Behaviour) -> None:
        """End the leases that have expired at `now`; see `leases.expire_leases`."""
        for account in self.customers.values():
            if not account.leased:
                continue
            for kind in kinds_that_end(negotiator):
                held, spec = lease(account, kind, default_factor), kind.spec
                if held.state(now) is LeaseState.EXPIRED:
                    prior = spec.number(held.prior)
                    setattr(account, spec.fields.value, _stored(prior) if isinstance(prior, float) else int32(prior))
                    setattr(account, spec.fields.expiration, 0)

    def recount(self, charges: Counter[Charge], in_order: Callable[[], Iterable[Charge]]) -> None:
        """Recount usage right after an update, from the charges for all slots; see `usage.recount`.

        `in_order` returns the same charges in slot order, on which the rounding of sums of fractions depends.
        """
        # Most slots stay with their submitter from one cycle to the next, so only differences are counted.
        before, self._charges = self._charges, charges
        if before is not None and self._add_whole(before, charges):
            return
        for account in self.customers.values():
            account.resources_used = 0
            account.weighted_resources_used = account.hier_weighted_resources_used = 0.0
        # Whole weights add up to the same sums in any order; only with fractions does the order of the slots decide.
        if self._add_whole(Counter(), charges):
            return
        self._charges = None
        for customer, weight in in_order():
            for account in self._charged(customer):
                account.resources_used = (account.resources_used or 0) + 1
                account.weighted_resources_used = charged(account.weighted_resources_used or 0.0, weight)
            for account in self._above(customer):
                account.hier_weighted_resources_used = charged(account.hier_weighted_resources_used or 0.0, weight)

    def _add_whole(self, before: Counter[Charge], now: Counter[Charge]) -> bool:
        """Change usage by the difference of the charges; False, with nothing done, if a weight has a fraction."""
        changed = {charge for charge, _ in before.items() ^ now.items()}
        if not all(weight.is_integer() and weight < _LARGE for _, weight in changed):
            return False
        # In the order of the charges, because customers without a record get one here.
        for charge in filter(changed.__contains__, dict.fromkeys((*now, *before))):
            customer, weight = charge
            count = now[charge] - before[charge]
            for account in self._charged(customer):
                account.resources_used = (account.resources_used or 0) + count
                account.weighted_resources_used = (account.weighted_resources_used or 0.0) + count * weight
            for account in self._above(customer):
                account.hier_weighted_resources_used = (account.hier_weighted_resources_used or 0.0) + count * weight
        return True

    def _charged(self, customer: str) -> Iterator[Account]:
        """The customer's account and its group's; a customer that is itself the group is charged once."""
        return map(self._account, dict.fromkeys((customer, self._group_of(customer))))

    def _above(self, customer: str) -> Iterator[Account]:
        """The accounts of the customer's group and of the groups above it."""
        return map(self._account, group_path(self._group_of(customer)))

    def _account(self, name: str) -> Account:
        known = self.customers.get(name)
        if known is None:
            known = self.customers[name] = Account(name)
        return known


def _stored(value: float) -> float | None:
    """A real as it would be read back from the log."""
    if not -_PLAIN < value < _PLAIN:
        return real_of(real_text(value))
    return value if value.is_integer() else round_trip(value)
