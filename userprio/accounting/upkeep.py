"""The upkeep of a whole ledger: what the accountant does between cycles, and finding records no longer needed."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from userprio.accounting.accountant import leases_of, sweep_log
from userprio.accounting.edits import EditPlan, check_time
from userprio.accounting.priorities import (
    MIN_FACTOR,
    MIN_PRIORITY,
    GroupOf,
    PriorityRules,
    aging_log,
    default_factor,
    reading_log,
)
from userprio.accounting.usage import SlotStatus, recount
from userprio.base.errors import Refused
from userprio.base.times import spoken
from userprio.ledger import (
    CUSTOMER_ATTRIBUTES,
    CUSTOMER_PREFIX,
    RESOURCE_PREFIX,
    Customer,
    Ledger,
    Record,
    RecordBuilder,
    changes_between,
)

_FIGURES: Final = ("resources_used", "weighted_resources_used", "hier_weighted_resources_used")


def plan_update(
    ledger: Ledger, now: int, rules: PriorityRules, group_of: GroupOf, slots: Sequence[SlotStatus] | None = None
) -> EditPlan:
    """The records of an update at `now`: expired leases end, usage is charged, priorities decay, slots are recounted.

    What the ledger has in use is charged for the time since the last update; `slots`, if given, then replace it. A slot
    that stays with its submitter keeps the time of its match, as up to HTCondor 25.10.

    Raises:
        Refused: the ledger was last updated after `now`, so nothing can be charged; or `now` cannot be stored.
    """
    check_time(now)
    if now < ledger.last_update_time:
        ahead = spoken(ledger.last_update_time - now)
        raise Refused(f"the ledger was last updated {ahead} after the time of this update")
    # Leases end before anything is charged, as at the start of a cycle.
    swept = sweep_log(ledger, now, rules.default_factor)
    current = ledger.replay(swept)
    records = list(aging_log(current, now, rules.half_life_s))
    if slots is not None:
        records += _recount_log(current.replay(records), slots, now, rules, group_of)
    return EditPlan(
        records=(*swept, *records),
        changes=changes_between(current.ads, current.replay(records).ads, records),
        ended=changes_between(ledger.ads, current.ads, swept),
    )


def _recount_log(
    ledger: Ledger, slots: Sequence[SlotStatus], now: int, rules: PriorityRules, group_of: GroupOf
) -> list[Record]:
    """The records that make a ledger updated at `now` show what `slots` have in use; only differences are written."""
    claims = [(slot.claimed_by, slot.weight) for slot in slots if slot.claimed_by is not None]
    counted = recount(ledger, claims, now, group_of)
    draft = RecordBuilder(ledger.ads)
    for name, customer in counted.customers.items():
        before = ledger.customers.get(name, Customer(name))
        for field in _FIGURES:
            figure = getattr(customer, field)
            # A missing figure counts as 0, so writing the 0 would only make the log longer, at every update.
            if (figure or 0) != (getattr(before, field) or 0):
                draft.number(CUSTOMER_PREFIX + name, CUSTOMER_ATTRIBUTES[field], figure)
    _put_slots(draft, ledger, slots, now)
    created = [name for name in counted.customers if name not in ledger.customers]
    return [*draft.records, *reading_log(ledger.replay(draft.records), created, rules, group_of)]


def _put_slots(draft: RecordBuilder, ledger: Ledger, slots: Sequence[SlotStatus], now: int) -> None:
    """Drop the records of slots that are gone or have changed hands, and add those of new claims."""
    present: dict[str, SlotStatus] = {}
    for slot in slots:
        # Of two ads with the same name the first counts, as in `check_records`.
        present.setdefault(slot.resource, slot)
    for name, record in ledger.resources.items():
        status = present.get(name)
        held = status is not None and (status.matched or status.claimed_by == record.remote_user)
        if status is None or record.remote_user is None or not held:
            draft.destroy(RESOURCE_PREFIX + name)
        elif status.claimed_by is not None and record.slot_weight != status.weight:
            draft.real(RESOURCE_PREFIX + name, "SlotWeight", status.weight)
    for name, slot in present.items():
        record_there = ledger.resources.get(name)
        if slot.claimed_by is None or (record_there is not None and record_there.remote_user == slot.claimed_by):
            continue
        draft.string(RESOURCE_PREFIX + name, "RemoteUser", slot.claimed_by)
        draft.real(RESOURCE_PREFIX + name, "SlotWeight", slot.weight)
        draft.integer(RESOURCE_PREFIX + name, "StartTime", now)


class Unused(Struct, frozen=True):
    """Submitters that have used nothing for some time, in the order of the log."""

    names: tuple[str, ...]
    """Their records can be deleted: nothing is lost but past usage."""
    exempt: tuple[str, ...]
    """Their records have settings that would be lost: a factor, floor, ceiling or lease."""
    indebted: tuple[str, ...]
    """Members of `names` whose real priority has not decayed yet, and who would start afresh if they came back."""


def unused_since(ledger: Ledger, since: int, rules: PriorityRules, group_of: GroupOf) -> Unused:
    """The submitters that have used nothing since `since`, seconds since the epoch, and have nothing in use now.

    Submitters that never used anything are included, groups never. A factor counts as a setting if a new record would
    get another one today.
    """
    charged = {resource.remote_user for resource in ledger.resources.values()}
    names: list[str] = []
    exempt: list[str] = []
    indebted: list[str] = []
    for name, customer in ledger.customers.items():
        in_use = name in charged or customer.resources_used or customer.weighted_resources_used
        if customer.is_group or in_use or (customer.last_usage_time or 0) >= since:
            continue
        if _has_settings(customer, rules, group_of):
            exempt.append(name)
            continue
        names.append(name)
        if (customer.priority or MIN_PRIORITY) > MIN_PRIORITY:
            indebted.append(name)
    return Unused(tuple(names), tuple(exempt), tuple(indebted))


def _has_settings(customer: Customer, rules: PriorityRules, group_of: GroupOf) -> bool:
    if (customer.floor or 0) > 0 or (customer.ceiling is not None and customer.ceiling >= 0):
        return True
    if any(held.expiration > 0 for held in leases_of(customer, rules.default_factor)):
        return True
    factor = customer.priority_factor
    # Such a factor was never set: whoever reads it gets the default.
    if factor is None or factor < MIN_FACTOR:
        return False
    usual = max(default_factor(customer.name, group_of(customer.name), rules), MIN_FACTOR)
    # Stored factors have six decimals, and a default such as 1e10/3 would seem to be set by hand if compared exactly.
    return abs(factor - usual) > 1e-6 * usual
