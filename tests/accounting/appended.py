"""What a negotiator appends to its log as it starts and as a cycle counts and matches, put together from the figures.

The package works out the figures alone; the recorded logs show that these are the records which HTCondor makes of them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from userprio.accounting import GroupOf, PriorityRules, SlotStatus
from userprio.accounting.priorities import aging_log, reading_log, sanity_log
from userprio.accounting.usage import Tallies, group_path
from userprio.ledger import CUSTOMER_PREFIX, RESOURCE_PREFIX, Ledger, Record, RecordBuilder


@dataclass(frozen=True, slots=True)
class Charge:
    """A slot and whom it is charged to."""

    customer: str
    weight: float
    resource: str
    concurrency_limits: str | None = None


def start_up_log(
    ledger: Ledger, now: int, rules: PriorityRules, groups: Iterable[str], group_of: GroupOf
) -> tuple[Record, ...]:
    """What a start at `now` appends."""
    mended = sanity_log(ledger, group_of)
    checked = ledger.replay(mended)
    read = reading_log(checked, groups, rules, group_of)
    return (*mended, *read, *aging_log(checked.replay(read), now, rules.half_life_s))


def matches_log(ledger: Ledger, charges: Iterable[Charge], now: int, group_of: GroupOf) -> tuple[Record, ...]:
    """What `AddMatch` appends for each of `charges` at `now`, one transaction each."""
    draft = RecordBuilder(ledger.ads)
    tallies = Tallies(ledger, now, group_of, from_zero=False)
    for charge in charges:
        _match(draft, tallies, charge, now, group_of(charge.customer))
    return tuple(draft.records)


def recount_log(ledger: Ledger, slots: Sequence[SlotStatus], now: int, group_of: GroupOf) -> tuple[Record, ...]:
    """What the recount of a cycle appends, given all slots (`Accountant::CheckMatches` of 25.14.1).

    Records of slots that are gone or belong to somebody else are destroyed, all usage is set to zero, then every
    claimed slot is a match anew.
    """
    draft = RecordBuilder(ledger.ads)
    known = {slot.resource: slot for slot in reversed(slots)}
    order = ledger.in_table_order()
    with draft.transaction():
        for key in order:
            if key.startswith(RESOURCE_PREFIX):
                slot = known.get(key.removeprefix(RESOURCE_PREFIX))
                user = ledger.resources[key.removeprefix(RESOURCE_PREFIX)].remote_user
                if slot is None or user is None or not (slot.matched or slot.claimed_by == user):
                    draft.destroy(key)
    with draft.transaction():
        for key in order:
            if key.startswith(CUSTOMER_PREFIX):
                draft.integer(key, "ResourcesUsed", 0)
                draft.real(key, "WeightedResourcesUsed", 0.0)
                draft.real(key, "HierWeightedResourcesUsed", 0.0)
    tallies = Tallies(ledger, now, group_of, from_zero=True)
    for slot in slots:
        if slot.claimed_by is not None:
            charge = Charge(slot.claimed_by, slot.weight, slot.resource)
            _match(draft, tallies, charge, now, group_of(charge.customer))
    return tuple(draft.records)


def _match(draft: RecordBuilder, tallies: Tallies, charge: Charge, now: int, group: str) -> None:
    """One match: a transaction of customer, group, groups above, slot."""
    tallies.add(charge.customer, charge.weight)
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
