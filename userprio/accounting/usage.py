"""Usage from claimed slots: the recount of every cycle and the charge of a match (`CheckMatches`, `AddMatch`)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from userprio.accounting.priorities import GroupOf
from userprio.cxx import round_trip
from userprio.ledger import CUSTOMER_PREFIX, RESOURCE_PREFIX, Customer, Draft, Ledger, Record


@dataclass(frozen=True, slots=True)
class Charge:
    """A slot and whom it is charged to."""

    customer: str
    weight: float
    resource: str = ""
    """Name of the slot's record: slot name `@` address of the startd."""
    concurrency_limits: str | None = None
    """`MatchedConcurrencyLimits`, of a match that has any."""


@dataclass(frozen=True, slots=True)
class SlotStatus:
    """What the accountant wants to know of a slot ad; see `slots.slot_status`."""

    resource: str
    weight: float
    matched: bool = False
    """In state Matched: its record stays, whoever it names."""
    claimed_by: str | None = None
    """Whom a claim is charged to; None: not claimed, or suspended and discounted."""


@dataclass(slots=True)
class _Tally:
    """The running figures of one customer, rounded as they are stored."""

    used: int = 0
    weight: float = 0.0
    uncharged: int = 0
    weighted_uncharged: float = 0.0
    hierarchical: float = 0.0


def charged(used: float, weight: float) -> float:
    """`WeightedResourcesUsed` after one more match of `weight`, as it is stored."""
    return round_trip(used + weight)


def group_path(group: str) -> list[str]:
    """The group and those above it by name: `a.b.c`, `a.b`, `a`. `<none>` is above none of them."""
    parts = group.split(".")
    return [".".join(parts[:length]) for length in range(len(parts), 0, -1)]


class _Tallies:
    """The figures of every customer that is charged."""

    def __init__(self, ledger: Ledger, now: int, group_of: GroupOf, *, from_zero: bool) -> None:
        """With `from_zero`, what the records say is in use does not count; time uncharged does."""
        self._customers = ledger.customers
        self._elapsed = now - ledger.last_update_time
        self._group_of = group_of
        self._from_zero = from_zero
        self.figures: dict[str, _Tally] = {}

    def of(self, name: str) -> _Tally:
        """The running figures of `name`."""
        tally = self.figures.get(name)
        if tally is None:
            stored = self._customers.get(name, Customer(name))
            tally = _Tally(uncharged=stored.uncharged_time or 0, weighted_uncharged=stored.weighted_uncharged_time or 0)
            if not self._from_zero:
                tally.used = stored.resources_used or 0
                tally.weight = stored.weighted_resources_used or 0.0
                tally.hierarchical = stored.hier_weighted_resources_used or 0.0
            self.figures[name] = tally
        return tally

    def add(self, charge: Charge) -> str:
        """Charge one match to the customer, its group and the groups above; the name of the group."""
        group = self._group_of(charge.customer)
        # A customer that is itself the group is read once and written twice, hence charged once.
        for name in dict.fromkeys((charge.customer, group)):
            tally = self.of(name)
            tally.used += 1
            tally.weight = charged(tally.weight, charge.weight)
            tally.uncharged -= self._elapsed
            tally.weighted_uncharged = round_trip(tally.weighted_uncharged - self._elapsed * charge.weight)
        for name in group_path(group):
            tally = self.of(name)
            tally.hierarchical = round_trip(tally.hierarchical + charge.weight)
        return group


def _match(draft: Draft, tallies: _Tallies, charge: Charge, now: int) -> None:
    """One match: a transaction of customer, group, groups above, slot."""
    group = tallies.add(charge)
    with draft.transaction():
        tally, key = tallies.of(charge.customer), CUSTOMER_PREFIX + charge.customer
        draft.integer(key, "ResourcesUsed", tally.used)
        draft.real(key, "WeightedResourcesUsed", tally.weight)
        draft.integer(key, "UnchargedTime", tally.uncharged)
        draft.real(key, "WeightedUnchargedTime", tally.weighted_uncharged)
        tally, key = tallies.of(group), CUSTOMER_PREFIX + group
        draft.real(key, "WeightedResourcesUsed", tally.weight)
        draft.integer(key, "ResourcesUsed", tally.used)
        draft.integer(key, "UnchargedTime", tally.uncharged)
        draft.real(key, "WeightedUnchargedTime", tally.weighted_uncharged)
        for name in group_path(group):
            draft.real(CUSTOMER_PREFIX + name, "HierWeightedResourcesUsed", tallies.of(name).hierarchical)
        key = RESOURCE_PREFIX + charge.resource
        draft.string(key, "RemoteUser", charge.customer)
        draft.real(key, "SlotWeight", charge.weight)
        draft.integer(key, "StartTime", now)
        if charge.concurrency_limits is not None:
            draft.string(key, "MatchedConcurrencyLimits", charge.concurrency_limits)


def matches_log(ledger: Ledger, charges: Iterable[Charge], now: int, group_of: GroupOf) -> tuple[Record, ...]:
    """What `AddMatch` appends for each of `charges` at `now`, one transaction each."""
    draft = Draft(ledger.ads)
    tallies = _Tallies(ledger, now, group_of, from_zero=False)
    for charge in charges:
        _match(draft, tallies, charge, now)
    return tuple(draft.records)


def recount_log(ledger: Ledger, slots: Sequence[SlotStatus], now: int, group_of: GroupOf) -> tuple[Record, ...]:
    """What the recount of a cycle appends to the log, given all slots (`Accountant::CheckMatches` of 25.14.1).

    Records of slots that are gone or belong to somebody else are destroyed, all usage is set to zero, then every
    claimed slot is a match anew.
    """
    draft = Draft(ledger.ads)
    known: dict[str, SlotStatus] = {}
    for slot in slots:
        known.setdefault(slot.resource, slot)
    order = ledger.in_table_order()
    with draft.transaction():
        for key in order:
            if key.startswith(RESOURCE_PREFIX) and not _kept(ledger, key[len(RESOURCE_PREFIX) :], known):
                draft.destroy(key)
    with draft.transaction():
        for key in order:
            if key.startswith(CUSTOMER_PREFIX):
                draft.integer(key, "ResourcesUsed", 0)
                draft.real(key, "WeightedResourcesUsed", 0.0)
                draft.real(key, "HierWeightedResourcesUsed", 0.0)
    tallies = _Tallies(ledger, now, group_of, from_zero=True)
    for slot in slots:
        if slot.claimed_by is not None:
            _match(draft, tallies, Charge(slot.claimed_by, slot.weight, slot.resource), now)
    return tuple(draft.records)


def _kept(ledger: Ledger, resource: str, slots: Mapping[str, SlotStatus]) -> bool:
    """Whether a slot's record still tells the truth (`CheckClaimedOrMatched`)."""
    slot = slots.get(resource)
    user = ledger.resources[resource].remote_user
    return slot is not None and user is not None and (slot.matched or slot.claimed_by == user)


def recount(ledger: Ledger, claims: Iterable[tuple[str, float]], now: int, group_of: GroupOf) -> Ledger:
    """The ledger with usage recounted from the claimed slots, given as (customer, weight) in the order of the slots.

    The same figures as by `recount_log`, without the slots' records.
    """
    tallies = _Tallies(ledger, now, group_of, from_zero=True)
    for customer, weight in claims:
        tallies.add(Charge(customer, weight))
    draft = Draft(ledger.ads)
    unused = _Tally()
    for name in dict.fromkeys((*ledger.customers, *tallies.figures)):
        key = CUSTOMER_PREFIX + name
        tally = tallies.figures.get(name, unused)
        known = name in ledger.customers
        if tally.used or known:
            draft.integer(key, "ResourcesUsed", tally.used)
            draft.real(key, "WeightedResourcesUsed", tally.weight)
        if tally.used:
            draft.integer(key, "UnchargedTime", tally.uncharged)
            draft.real(key, "WeightedUnchargedTime", tally.weighted_uncharged)
        if tally.hierarchical or known:
            draft.real(key, "HierWeightedResourcesUsed", tally.hierarchical)
    return ledger.replay(draft.records)
