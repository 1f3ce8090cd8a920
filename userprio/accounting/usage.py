"""Usage from claimed slots: what a slot ad says, the recount of every cycle, and the charge of a match.

The rules are those of `Accountant::IsClaimed`, `GetSlotWeight`, `CheckMatches` and `AddMatch`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from userprio.accounting.priorities import GroupOf
from userprio.classad import Ad, Evaluator
from userprio.config import Config
from userprio.cxx import round_trip
from userprio.ledger import CUSTOMER_PREFIX, RESOURCE_PREFIX, Customer, Ledger, Record, RecordBuilder

CLAIMED_STATES: Final = frozenset({"Claimed", "Preempting"})


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


def _match(draft: RecordBuilder, tallies: _Tallies, charge: Charge, now: int) -> None:
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
    draft = RecordBuilder(ledger.ads)
    tallies = _Tallies(ledger, now, group_of, from_zero=False)
    for charge in charges:
        _match(draft, tallies, charge, now)
    return tuple(draft.records)


def recount_log(ledger: Ledger, slots: Sequence[SlotStatus], now: int, group_of: GroupOf) -> tuple[Record, ...]:
    """What the recount of a cycle appends to the log, given all slots (`Accountant::CheckMatches` of 25.14.1).

    Records of slots that are gone or belong to somebody else are destroyed, all usage is set to zero, then every
    claimed slot is a match anew.
    """
    draft = RecordBuilder(ledger.ads)
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
    """Whether a slot's record is still right (`CheckClaimedOrMatched`)."""
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
    draft = RecordBuilder(ledger.ads)
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


@dataclass(frozen=True, slots=True)
class ChargeRules:
    """What the configuration says about charging for slots."""

    use_slot_weights: bool = True
    """`NEGOTIATOR_USE_SLOT_WEIGHTS`; off, every slot weighs 1."""
    discount_suspended: bool = False
    """`NEGOTIATOR_DISCOUNT_SUSPENDED_RESOURCES`: suspended claims are free of charge."""

    @classmethod
    def from_config(cls, config: Config) -> "ChargeRules":
        """The rules of a configuration.

        Raises:
            KnobError: a value is not a boolean.
        """
        return cls(
            use_slot_weights=config.boolean("NEGOTIATOR_USE_SLOT_WEIGHTS"),
            discount_suspended=config.boolean("NEGOTIATOR_DISCOUNT_SUSPENDED_RESOURCES"),
        )


def _string(slot: Ad, name: str, evaluator: Evaluator) -> str | None:
    value = evaluator.attribute(name, slot)
    return value if isinstance(value, str) else None


def slot_weight(slot: Ad, rules: ChargeRules, evaluator: Evaluator) -> float:
    """The slot's `SlotWeight`; 1 if weights are off or it is not a number from 0 (`Accountant::GetSlotWeight`)."""
    if not rules.use_slot_weights:
        return 1.0
    value = evaluator.attribute("SlotWeight", slot)
    if isinstance(value, (bool, int, float)) and not value < 0:
        return float(value)
    return 1.0


def slot_state(slot: Ad, evaluator: Evaluator) -> str | None:
    """`State`, which HTCondor compares with case."""
    return _string(slot, "State", evaluator)


def claimed_by(slot: Ad, rules: ChargeRules, evaluator: Evaluator) -> str | None:
    """The customer charged for the slot, None if nobody is (`Accountant::IsClaimed`).

    Claimed and Preempting slots are charged to `AccountingGroup`, else `RemoteUser`.
    """
    if slot_state(slot, evaluator) not in CLAIMED_STATES:
        return None
    customer = _string(slot, "AccountingGroup", evaluator)
    if customer is None:
        customer = _string(slot, "RemoteUser", evaluator)
    if customer is not None and rules.discount_suspended:
        activity = _string(slot, "Activity", evaluator)
        if activity is None or activity.lower() == "suspended":
            return None
    return customer


def resource_name(slot: Ad, evaluator: Evaluator) -> str:
    """The name of the slot's record: `Name` `@` `StartdIpAddr` (`Accountant::GetResourceName`)."""
    return f"{_string(slot, 'Name', evaluator) or ''}@{_string(slot, 'StartdIpAddr', evaluator) or ''}"


def slot_status(slot: Ad, rules: ChargeRules, evaluator: Evaluator) -> SlotStatus:
    """All of it for one slot."""
    return SlotStatus(
        resource=resource_name(slot, evaluator),
        weight=slot_weight(slot, rules, evaluator),
        matched=slot_state(slot, evaluator) == "Matched",
        claimed_by=claimed_by(slot, rules, evaluator),
    )


def claims(slots: Iterable[Ad], rules: ChargeRules, evaluator: Evaluator) -> Iterator[tuple[str, float]]:
    """(customer, weight) of every slot that is charged to somebody, for `recount`."""
    for slot in slots:
        customer = claimed_by(slot, rules, evaluator)
        if customer is not None:
            yield customer, slot_weight(slot, rules, evaluator)
