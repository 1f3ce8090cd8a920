"""Decay of priorities and charging of usage between two updates (`Accountant::UpdatePriorities`), and the start-up.

A negotiator that starts mends its counts, reads the factors of its groups and updates (`Accountant::Initialize`).
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from userprio.accounting.priorities import (
    MIN_PRIORITY,
    GroupOf,
    PriorityRules,
    freeze_factors,
    real_priority,
)
from userprio.ledger import (
    ACCOUNTANT_KEY,
    CUSTOMER_ATTRIBUTES,
    CUSTOMER_PREFIX,
    RESOURCE_PREFIX,
    Customer,
    Ledger,
    NewAd,
    Record,
    RecordBuilder,
    SetAttribute,
)

Update = tuple[str, int | float]
"""A field of `Customer` and the value to be stored in it; a real is rounded to six decimals by being stored."""

_IN_MEMORY: Final = ("SubmitterLimit", "SubmitterShare")


def aging_factor(elapsed_s: float, half_life_s: float) -> float:
    """What is left of an old priority after `elapsed_s` seconds: 0.5 ^ (elapsed / half-life)."""
    # A half-life of 0 or less is passed on by HTCondor to pow(); only 0 has no meaning in Python.
    if half_life_s == 0:
        return 0.0
    try:
        return float(0.5 ** (elapsed_s / half_life_s))
    except OverflowError:
        return float("inf")


def updates(customer: Customer, elapsed_s: int, beta: float, now: int) -> list[Update]:
    """What one update writes into a customer's record, in HTCondor's order (`Accountant::UpdateOnePriority`).

    `beta` is the `aging_factor` of the `elapsed_s` seconds, more than 0, since the last update; `now` becomes begin and
    last time of usage. Old and new figures are compared unrounded, so that a write may repeat what is there.
    """
    used = customer.resources_used or 0
    uncharged = customer.uncharged_time or 0
    weighted_used = customer.weighted_resources_used or 0.0
    weighted_uncharged = customer.weighted_uncharged_time or 0.0
    accumulated = customer.accumulated_usage or 0.0
    weighted = customer.weighted_accumulated_usage
    if weighted is None:
        weighted = accumulated

    recent = used + uncharged / elapsed_s
    weighted_recent = weighted_used + weighted_uncharged / elapsed_s
    hierarchical = customer.hier_weighted_resources_used or 0.0
    if hierarchical > 0:
        # A group's priority follows its whole subtree, and without the correction.
        weighted_recent = hierarchical
    old = real_priority(customer)
    priority = max(old * beta + weighted_recent * (1 - beta), MIN_PRIORITY)
    new_accumulated = accumulated + (used * elapsed_s + uncharged)
    new_weighted = weighted + (weighted_used * elapsed_s + weighted_uncharged)

    writes: list[tuple[bool, str, int | float]] = [
        (priority != old, "priority", priority),
        (new_accumulated != accumulated, "accumulated_usage", new_accumulated),
        (new_weighted != weighted, "weighted_accumulated_usage", new_weighted),
        (new_accumulated > 0 and not customer.begin_usage_time, "begin_usage_time", now),
        (recent > 0, "last_usage_time", now),
        (customer.uncharged_time != 0, "uncharged_time", 0),
        (customer.weighted_uncharged_time != 0, "weighted_uncharged_time", 0.0),
    ]
    return [(field, value) for due, field, value in writes if due]


def aging_log(ledger: Ledger, now: int, half_life_s: float) -> tuple[Record, ...]:
    """What an update at `now` appends to the log: the time first, then one transaction for all customers.

    Nothing if no time has passed, or less than none.
    """
    # The record of the time may be new, and then the table may grow and turn its chains before the customers' turn.
    timed = ledger.replay([NewAd(ACCOUNTANT_KEY)])
    return _aging_records(ledger, timed.customers_in_table_order(), now, half_life_s)


def age(ledger: Ledger, now: int, half_life_s: float) -> Ledger:
    """The ledger after an update at `now` (seconds since the epoch); groups and idle customers are updated as well.

    When the clock was set back, only the time of the last update changes and nothing is charged.
    """
    if now < ledger.last_update_time:
        return replace(ledger, last_update_time=now)
    if now == ledger.last_update_time:
        return ledger
    names = list(ledger.customers)
    # Shares and limits of the last cycle are forgotten in memory only; a compaction would store the zeros.
    forgotten = [SetAttribute(CUSTOMER_PREFIX + name, attribute, "0.0") for name in names for attribute in _IN_MEMORY]
    return ledger.replay((*_aging_records(ledger, names, now, half_life_s), *forgotten))


def _aging_records(ledger: Ledger, names: list[str], now: int, half_life_s: float) -> tuple[Record, ...]:
    elapsed = now - ledger.last_update_time
    if elapsed <= 0:
        return ()
    beta = aging_factor(elapsed, half_life_s)
    draft = RecordBuilder(ledger.ads)
    draft.integer(ACCOUNTANT_KEY, "LastUpdateTime", now)
    with draft.transaction():
        for name in names:
            key = CUSTOMER_PREFIX + name
            for written, value in updates(ledger.customers[name], elapsed, beta, now):
                draft.number(key, CUSTOMER_ATTRIBUTES[written], value)
    return tuple(draft.records)


def sanity_log(ledger: Ledger, group_of: GroupOf) -> tuple[Record, ...]:
    """What is written to make the counts of customers agree with the slots' records (`CheckResources`).

    A group counts the slots of those assigned exactly to it; a group that is not configured any more counts none.
    Usage of whole subtrees is not mended.
    """
    counts: dict[str, int] = {}
    weights: dict[str, float] = {}
    for key in ledger.in_table_order(RESOURCE_PREFIX):
        slot = ledger.resources[key[len(RESOURCE_PREFIX) :]]
        if slot.remote_user is None:
            continue
        weight = 1.0 if slot.slot_weight is None else slot.slot_weight
        # A group is a name without @, and so the two kinds of names cannot meet.
        names = [slot.remote_user] if "@" in slot.remote_user else []
        for name in [*names, group_of(slot.remote_user)]:
            counts[name] = counts.get(name, 0) + 1
            weights[name] = weights.get(name, 0.0) + weight
    draft = RecordBuilder(ledger.ads)
    for name in ledger.customers_in_table_order():
        customer = ledger.customers[name]
        counted = not customer.is_group or group_of(name) == name
        used = counts.get(name, 0) if counted else 0
        weight = weights.get(name, 0.0) if counted else 0.0
        if used != (customer.resources_used or 0):
            draft.integer(CUSTOMER_PREFIX + name, "ResourcesUsed", used)
        if weight != (customer.weighted_resources_used or 0.0):
            draft.real(CUSTOMER_PREFIX + name, "WeightedResourcesUsed", weight)
    return tuple(draft.records)


def start_up(ledger: Ledger, now: int, rules: PriorityRules, groups: Iterable[str], group_of: GroupOf) -> Ledger:
    """The ledger after a negotiator started at `now`: counts corrected, groups known, priorities updated.

    `groups` are the names of the configured groups, `<none>` first, breadth first.
    """
    return catch_up(ledger.replay(sanity_log(ledger, group_of)), now, rules, groups, group_of)


def catch_up(ledger: Ledger, now: int, rules: PriorityRules, groups: Iterable[str], group_of: GroupOf) -> Ledger:
    """The ledger of a negotiator that runs, at the beginning of a cycle at `now`: as at its start, but for the counts.

    They are what the cycle before left, and go on being charged, whatever the slots' records say.
    """
    return age(freeze_factors(ledger, groups, rules, group_of), now, rules.half_life_s)
