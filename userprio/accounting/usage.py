"""Usage from claimed slots: what a slot ad says, the recount of every cycle, and the charge for a match.

The rules are those of `Accountant::IsClaimed`, `GetSlotWeight`, `CheckMatches` and `AddMatch`. Negotiators before
25.10.1 never recount: usage goes up and down with the slot records (`Behaviour.usage_is_recounted`).

Concurrency limits are counted in the same ads: what jobs request, what is in use, and the maxima (HTCondor manual
3.12.15).
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct

from userprio.accounting.priorities import GroupOf
from userprio.base.cxx import atof, round_trip
from userprio.base.patterns import lazy_pattern
from userprio.classad import Ad, Evaluator, Value
from userprio.config import Config
from userprio.ledger import CUSTOMER_PREFIX, RESOURCE_PREFIX, Customer, Ledger, RecordBuilder, Resource

_CLAIMED_STATES: Final = frozenset({"Claimed", "Preempting"})


class SlotStatus(Struct, frozen=True):
    """What the accountant reads from a slot ad; see `slot_status`."""

    resource: str
    """Name of the slot's record: slot name `@` address of the startd."""
    weight: float
    matched: bool = False
    """In state Matched: its record stays, whichever user it names."""
    claimed_by: str | None = None
    """The customer charged for the claim; None: not claimed, or suspended and discounted."""


class Tally(Struct):
    """The running figures of one customer, rounded as they are stored."""

    used: int = 0
    weight: float = 0.0
    uncharged: int = 0
    weighted_uncharged: float = 0.0
    hierarchical: float = 0.0


def charged(used: float, weight: float) -> float:
    """`WeightedResourcesUsed` after one more match of `weight`, as it is stored."""
    return round_trip(used + weight)


def released(used: float, weight: float) -> float:
    """`WeightedResourcesUsed` after a match of `weight` ended, as it is stored; never below 0."""
    return round_trip(max(used - weight, 0.0))


def group_path(group: str) -> list[str]:
    """The group and the groups above it by name, without the root: `a.b.c`, `a.b`, `a`."""
    parts = group.split(".")
    return [".".join(parts[:length]) for length in range(len(parts), 0, -1)]


class Tallies:
    """The running figures of the customers for whom matches begin or end."""

    def __init__(self, ledger: Ledger, now: int, group_of: GroupOf, *, from_zero: bool) -> None:
        """With `from_zero`, what the records have in use does not count, but uncharged time does."""
        self._customers = ledger.customers
        self._elapsed = now - ledger.last_update_time
        self._group_of = group_of
        self._from_zero = from_zero
        self.figures: dict[str, Tally] = {}

    def of(self, name: str) -> Tally:
        """The running figures of `name`."""
        if name not in self.figures:
            stored = self._customers.get(name, Customer(name))
            tally = Tally(uncharged=stored.uncharged_time or 0, weighted_uncharged=stored.weighted_uncharged_time or 0)
            if not self._from_zero:
                tally.used = stored.resources_used or 0
                tally.weight = stored.weighted_resources_used or 0.0
                tally.hierarchical = stored.hier_weighted_resources_used or 0.0
            self.figures[name] = tally
        return self.figures[name]

    def add(self, customer: str, weight: float) -> None:
        """Charge one match to the customer, its group and the groups above."""
        self.add_many(customer, weight, 1)

    def add_many(self, customer: str, weight: float, count: int) -> None:
        """Charge `count` matches; more than 1 only where all sums are whole, so that rounding changes nothing."""
        group = self._group_of(customer)
        # A customer that is itself the group is read once and written twice, hence charged once.
        for name in dict.fromkeys((customer, group)):
            tally = self.of(name)
            tally.used += count
            tally.weight = charged(tally.weight, count * weight)
            # A new match is charged at the next update for the time since the last one,
            # when it was not in use; this takes that back.
            tally.uncharged -= count * self._elapsed
            tally.weighted_uncharged = round_trip(tally.weighted_uncharged - count * (self._elapsed * weight))
        for name in group_path(group):
            tally = self.of(name)
            tally.hierarchical = round_trip(tally.hierarchical + count * weight)

    def release(self, customer: str, weight: float, held_s: int) -> None:
        """End a match that lasted `held_s` seconds since the last update (`Accountant::RemoveMatch`)."""
        group = self._group_of(customer)
        for name in dict.fromkeys((customer, group)):
            tally = self.of(name)
            # Counts can have been too low before, as after a crash; HTCondor stops them at 0 as well.
            tally.used = max(tally.used - 1, 0)
            tally.weight = released(tally.weight, weight)
            tally.uncharged += held_s
            tally.weighted_uncharged = round_trip(tally.weighted_uncharged + held_s * weight)
        for name in group_path(group):
            tally = self.of(name)
            tally.hierarchical = released(tally.hierarchical, weight)


def recount(ledger: Ledger, claims: Iterable[tuple[str, float]], now: int, group_of: GroupOf) -> Ledger:
    """The ledger with usage recounted from the claimed slots, given as (customer, weight) in the order of the slots.

    All usage is set to zero, then every claim is charged like a new match (`Accountant::CheckMatches` of 25.14.1). Slot
    records stay as they are.
    """
    tallies = Tallies(ledger, now, group_of, from_zero=True)
    claims = list(claims)
    counts = Counter(claims)
    # Whole weights may be added many at a time; with fractions, rounding depends on the order of the slots.
    exact = all(weight.is_integer() for _, weight in counts) and all(
        (customer.weighted_uncharged_time or 0.0).is_integer() for customer in ledger.customers.values()
    )
    for (customer, weight), count in counts.items() if exact else ((claim, 1) for claim in claims):
        tallies.add_many(customer, weight, count)
    draft = RecordBuilder(ledger.ads)
    unused = Tally()
    for name in dict.fromkeys((*ledger.customers, *tallies.figures)):
        key = CUSTOMER_PREFIX + name
        tally = tallies.figures.get(name, unused)
        known = name in ledger.customers
        # A record that exists is written even if nothing changed: the zeros of the start are part of the recount.
        if tally.used or known:
            draft.integer(key, "ResourcesUsed", tally.used)
            draft.real(key, "WeightedResourcesUsed", tally.weight)
        if tally.used:
            draft.integer(key, "UnchargedTime", tally.uncharged)
            draft.real(key, "WeightedUnchargedTime", tally.weighted_uncharged)
        if tally.hierarchical or known:
            draft.real(key, "HierWeightedResourcesUsed", tally.hierarchical)
    return ledger.replay(draft.records)


class ChargeRules(Struct, frozen=True):
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


def slot_weight(slot: Ad, rules: ChargeRules, evaluator: Evaluator) -> float:
    """The slot's `SlotWeight`; 1 if weights are off or it is negative or not a number (`Accountant::GetSlotWeight`)."""
    return charged_weight(evaluator.attribute("SlotWeight", slot), rules) if rules.use_slot_weights else 1.0


def charged_weight(value: Value, rules: ChargeRules) -> float:
    """What a slot with this value of `SlotWeight` weighs."""
    if not rules.use_slot_weights:
        return 1.0
    # Not `value >= 0`: a weight that is NaN passes HTCondor's test, too.
    if isinstance(value, (bool, int, float)) and not value < 0:
        return float(value)
    return 1.0


def _string(slot: Ad, name: str, evaluator: Evaluator) -> str | None:
    value = evaluator.attribute(name, slot)
    return value if isinstance(value, str) else None


def slot_state(slot: Ad, evaluator: Evaluator) -> str | None:
    """`State`, which HTCondor compares case-sensitively."""
    return _string(slot, "State", evaluator)


def claimed_by(slot: Ad, rules: ChargeRules, evaluator: Evaluator) -> str | None:
    """The customer charged for the slot, None if nobody is (`Accountant::IsClaimed`).

    Claimed and Preempting slots are charged to `AccountingGroup`, else `RemoteUser`.
    """
    if slot_state(slot, evaluator) not in _CLAIMED_STATES:
        return None
    if rules.discount_suspended:
        activity = _string(slot, "Activity", evaluator)
        if activity is None or activity.lower() == "suspended":
            return None
    customer = _string(slot, "AccountingGroup", evaluator)
    return _string(slot, "RemoteUser", evaluator) if customer is None else customer


def resource_name(slot: Ad, evaluator: Evaluator) -> str:
    """The name of the slot's record: `Name` `@` `StartdIpAddr` (`Accountant::GetResourceName`)."""
    return f"{_string(slot, 'Name', evaluator) or ''}@{_string(slot, 'StartdIpAddr', evaluator) or ''}"


def slot_status(slot: Ad, rules: ChargeRules, evaluator: Evaluator) -> SlotStatus:
    """What the accountant reads from one slot ad."""
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


def check_records(ledger: Ledger, slots: Iterable[SlotStatus], now: int, group_of: GroupOf) -> Ledger:
    """The ledger after the check at the start of a cycle, given all slots (`Accountant::CheckMatches`).

    A record stays, with its weight, as long as its slot is charged to the same user, or is in state Matched, whichever
    user it names. Other matches end, and claims without a record are charged at their present weight.
    """
    known: dict[str, SlotStatus] = {}
    for slot in slots:
        known.setdefault(slot.resource, slot)
    tallies = Tallies(ledger, now, group_of, from_zero=False)
    draft = RecordBuilder(ledger.ads)
    unchanged = set()
    for key in ledger.in_table_order(RESOURCE_PREFIX):
        name = key.removeprefix(RESOURCE_PREFIX)
        record, status = ledger.resources[name], known.get(name)
        user = record.remote_user
        if status is not None and (status.matched or (user is not None and status.claimed_by == user)):
            unchanged.add(name)
            continue
        if user is not None:
            # What came before the last update has been charged by it; counting from
            # the match would charge that time twice.
            since = max(record.start_time or 0, ledger.last_update_time)
            tallies.release(user, record.weight, now - since)
        draft.destroy(key)
    for name, status in known.items():
        if status.claimed_by is not None and name not in unchanged:
            tallies.add(status.claimed_by, status.weight)
            draft.string(RESOURCE_PREFIX + name, "RemoteUser", status.claimed_by)
            draft.real(RESOURCE_PREFIX + name, "SlotWeight", status.weight)
            draft.integer(RESOURCE_PREFIX + name, "StartTime", now)
    for name, tally in tallies.figures.items():
        key = CUSTOMER_PREFIX + name
        draft.integer(key, "ResourcesUsed", tally.used)
        draft.real(key, "WeightedResourcesUsed", tally.weight)
        draft.integer(key, "UnchargedTime", tally.uncharged)
        draft.real(key, "WeightedUnchargedTime", tally.weighted_uncharged)
        draft.real(key, "HierWeightedResourcesUsed", tally.hierarchical)
    return ledger.replay(draft.records)


def holders(resources: Mapping[str, Resource], slots: Iterable[SlotStatus]) -> dict[str, tuple[str, float]]:
    """Who is charged for each slot, by name of its record, and with what weight: by the records, else the slots."""
    claimed = {slot.resource: (slot.claimed_by, slot.weight) for slot in slots if slot.claimed_by is not None}
    recorded = {
        name: (record.remote_user, record.weight)
        for name, record in resources.items()
        if record.remote_user is not None
    }
    return claimed | recorded


UNLIMITED: Final = 2308032.0
"""The maximum where no knob is set: the default of `CONCURRENCY_LIMIT_DEFAULT`."""

_ITEM = lazy_pattern(r"[^,\s]+", re.ASCII)
_NAME = lazy_pattern(r"[a-z_][a-z0-9_]*(?:\.[a-z_][a-z0-9_]*)?")


class ConcurrencyLimit(Struct, frozen=True):
    """One entry of a job's `ConcurrencyLimits`; the name is lower-case."""

    name: str
    amount: float = 1.0


class LimitRefusal(Struct, frozen=True):
    """The first entry of a limit list for which not enough is free."""

    name: str
    in_use: float
    amount: float
    maximum: float


class LimitRules(Struct, frozen=True):
    """The maxima: `lookup` returns the number that a knob is set to, None if it is unset; names ignore case."""

    lookup: Callable[[str], float | None]

    @classmethod
    def from_config(cls, config: Config) -> "LimitRules":
        """The rules of a configuration; a number that cannot be read raises KnobError when it is looked up."""
        return cls(lambda name: config.real(name, default=None))

    def maximum(self, name: str) -> float:
        """How much of the limit may be in use (`Accountant::GetLimitMax`).

        `<name>_LIMIT`; for `set.member` then `CONCURRENCY_LIMIT_DEFAULT_<set>`; then `CONCURRENCY_LIMIT_DEFAULT`.
        """
        group = name.rpartition(".")[0]
        of_group = [f"CONCURRENCY_LIMIT_DEFAULT_{group}"] if group else []
        knobs = [f"{name}_LIMIT", *of_group, "CONCURRENCY_LIMIT_DEFAULT"]
        return next((value for value in map(self.lookup, knobs) if value is not None), UNLIMITED)


def parse_limits(text: str) -> Iterator[ConcurrencyLimit]:
    """The entries of a limit list, `name` or `name:amount` (`ParseConcurrencyLimit`).

    An amount that is missing, not a number, zero or negative is 1; an entry with an impossible name is left out.
    """
    for item in _ITEM.findall(text):
        name, _, amount = item.lower().partition(":")
        if _NAME.fullmatch(name):
            number = atof(amount)
            yield ConcurrencyLimit(name, 1.0 if number <= 0 else number)


def count(counts: Mapping[str, float], limits: str) -> dict[str, float]:
    """`counts` plus the entries of one more limit list."""
    added = dict(counts)
    for limit in parse_limits(limits):
        added[limit.name] = added.get(limit.name, 0.0) + limit.amount
    return added


def limits_in_use(slots: Iterable[Ad], resources: Mapping[str, Resource], evaluator: Evaluator) -> dict[str, float]:
    """What is in use at the start of a cycle, by limit name (`Accountant::LoadLimits`).

    Each slot counts its `ConcurrencyLimits` and `PreemptingConcurrencyLimits`; one in state Matched also counts the
    limits in its ledger record, if that survived the check of records (see `named`).
    """
    counts: dict[str, float] = {}
    for slot in slots:
        texts = [evaluator.attribute(name, slot) for name in ("ConcurrencyLimits", "PreemptingConcurrencyLimits")]
        if slot_state(slot, evaluator) == "Matched":
            record = resources.get(resource_name(slot, evaluator))
            if record is not None:
                texts.append(record.matched_concurrency_limits or "")
        for text in texts:
            if isinstance(text, str):
                counts = count(counts, text)
    return counts


def named(resources: Mapping[str, Resource]) -> dict[str, Resource]:
    """The records that name a user: others are removed at the start of a cycle, if usage is recounted."""
    return {name: record for name, record in resources.items() if record.remote_user is not None}


def limits_reported(slots: Iterable[Ad], resources: Mapping[str, Resource], evaluator: Evaluator) -> dict[str, float]:
    """What is in use after a cycle, by limit name: by the slots, and by matches that they do not show yet.

    A slot does not show a match that is to preempt its claim: its ledger record names another user than the claim.
    """
    slots = list(slots)
    counts = limits_in_use(slots, named(resources), evaluator)
    rules = ChargeRules()
    shown = {(resource_name(slot, evaluator), claimed_by(slot, rules, evaluator)) for slot in slots}
    matched = {resource_name(slot, evaluator) for slot in slots if slot_state(slot, evaluator) == "Matched"}
    for name, record in resources.items():
        if record.matched_concurrency_limits and name not in matched and (name, record.remote_user) not in shown:
            counts = count(counts, record.matched_concurrency_limits)
    return counts


def refusal(limits: str, counts: Mapping[str, float], rules: LimitRules) -> LimitRefusal | None:
    """The first entry of `limits` that `counts` leaves no room for, None if all fit (`rejectForConcurrencyLimits`)."""
    for limit in parse_limits(limits):
        in_use = counts.get(limit.name, 0.0)
        maximum = rules.maximum(limit.name)
        if in_use < 0 or in_use + limit.amount > maximum:
            return LimitRefusal(limit.name, in_use, limit.amount, maximum)
    return None
