"""What a negotiator does with a ledger when it starts (`Accountant::Initialize`)."""

from collections.abc import Iterable

from userprio.accounting.aging import age, aging_log
from userprio.accounting.priorities import GroupOf, PriorityRules, freeze_factors, reading_log
from userprio.ledger import CUSTOMER_PREFIX, RESOURCE_PREFIX, Draft, Ledger, Record


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
    draft = Draft(ledger.ads)
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


def check_resources(ledger: Ledger, group_of: GroupOf) -> Ledger:
    """The ledger after the sanity pass; see `sanity_log`."""
    return ledger.replay(sanity_log(ledger, group_of))


def start_up(ledger: Ledger, now: int, rules: PriorityRules, groups: Iterable[str], group_of: GroupOf) -> Ledger:
    """The ledger after a negotiator started at `now`: counts mended, groups known, priorities updated.

    `groups` are the names of the configured groups, `<none>` first, breadth first.
    """
    return catch_up(check_resources(ledger, group_of), now, rules, groups, group_of)


def catch_up(ledger: Ledger, now: int, rules: PriorityRules, groups: Iterable[str], group_of: GroupOf) -> Ledger:
    """The ledger of a negotiator that runs, at the beginning of a cycle at `now`: as at its start, but for the counts.

    They are what the cycle before left, and go on being charged, whatever the slots' records say.
    """
    return age(freeze_factors(ledger, groups, rules, group_of), now, rules.half_life_s)


def start_up_log(
    ledger: Ledger, now: int, rules: PriorityRules, groups: Iterable[str], group_of: GroupOf
) -> tuple[Record, ...]:
    """What a start at `now` appends to the log; see `start_up`."""
    mended = sanity_log(ledger, group_of)
    checked = ledger.replay(mended)
    read = reading_log(checked, groups, rules, group_of)
    return (*mended, *read, *aging_log(checked.replay(read), now, rules.half_life_s))
