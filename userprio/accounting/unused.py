"""Submitters that a ledger has kept long after they stopped: HTCondor never deletes a record by itself."""

from dataclasses import dataclass

from userprio.accounting.leases import LeaseKind, lease
from userprio.accounting.priorities import MIN_FACTOR, MIN_PRIORITY, GroupOf, PriorityRules, default_factor
from userprio.ledger import Customer, Ledger


@dataclass(frozen=True, slots=True)
class Unused:
    """Who used nothing since some time."""

    names: tuple[str, ...]
    """Those whose records can go: nothing is lost but their past usage. In the order of the log."""
    kept: tuple[str, ...]
    """Those for whom somebody set something that would be lost: a factor, floor, ceiling or lease."""
    indebted: tuple[str, ...]
    """Those of `names` whose real priority has not decayed yet, and who would start anew if they came back."""


def unused_since(ledger: Ledger, since: int, rules: PriorityRules, group_of: GroupOf) -> Unused:
    """The submitters that have used nothing since `since`, seconds since the epoch, and have nothing in use now.

    One that never used anything counts from the beginning. Groups are never among them. A factor counts as set by
    somebody if a new record would get another one today.
    """
    charged = {resource.remote_user for resource in ledger.resources.values()}
    names: list[str] = []
    kept: list[str] = []
    indebted: list[str] = []
    for name, customer in ledger.customers.items():
        if customer.is_group or name in charged or _in_use(customer):
            continue
        if (customer.last_usage_time or 0) >= since:
            continue
        if _has_settings(customer, rules, group_of):
            kept.append(name)
            continue
        names.append(name)
        if (customer.priority or MIN_PRIORITY) > MIN_PRIORITY:
            indebted.append(name)
    return Unused(tuple(names), tuple(kept), tuple(indebted))


def _in_use(customer: Customer) -> bool:
    return bool(customer.resources_used or customer.weighted_resources_used)


def _has_settings(customer: Customer, rules: PriorityRules, group_of: GroupOf) -> bool:
    if (customer.floor or 0) > 0 or (customer.ceiling is not None and customer.ceiling >= 0):
        return True
    if any(lease(customer, kind, rules.default_factor).expiration > 0 for kind in LeaseKind):
        return True
    factor = customer.priority_factor
    if factor is None or factor < MIN_FACTOR:
        return False
    usual = max(default_factor(customer.name, group_of(customer.name), rules), MIN_FACTOR)
    return abs(factor - usual) > 1e-6 * usual
