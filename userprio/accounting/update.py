"""What the accountant does to a whole ledger between two cycles: leases, charges and decay, and who holds a slot."""

from collections.abc import Sequence

from userprio.accounting.aging import aging_log
from userprio.accounting.edit_plan import EditPlan
from userprio.accounting.edits import check_time
from userprio.accounting.leases import sweep_log
from userprio.accounting.priorities import GroupOf, PriorityRules, reading_log
from userprio.accounting.usage import SlotStatus, recount
from userprio.errors import Refused
from userprio.ledger import CUSTOMER_PREFIX, RESOURCE_PREFIX, Customer, Draft, Ledger, Record, changes_between


def plan_update(
    ledger: Ledger,
    now: int,
    rules: PriorityRules,
    group_of: GroupOf,
    slots: Sequence[SlotStatus] | None = None,
) -> EditPlan:
    """The records of an update at `now`: expired leases end, usage is charged, priorities decay, slots are recounted.

    Charged is what was in use since the last update; then `slots`, if given, say what is in use from now on. A slot
    that stays with its submitter keeps the time of its match, as up to HTCondor 25.10. Without `slots` the figures of
    use stay.

    Raises:
        Refused: the ledger was last updated after `now`, so that nothing can be charged; or `now` cannot be stored.
    """
    check_time(now)
    if now < ledger.last_update_time:
        ahead = ledger.last_update_time - now
        raise Refused(f"the ledger was last updated {ahead} s after the time of this update")
    swept = sweep_log(ledger, now, rules.default_factor)
    current = ledger.replay(swept)
    records = list(aging_log(current, now, rules.half_life_s))
    if slots is not None:
        aged = current.replay(records)
        records += _recount_log(aged, slots, now, rules, group_of)
    return EditPlan(
        records=(*swept, *records),
        changes=changes_between(current.ads, current.replay(records).ads, records),
        ended=changes_between(ledger.ads, current.ads, swept),
    )


def _recount_log(
    ledger: Ledger, slots: Sequence[SlotStatus], now: int, rules: PriorityRules, group_of: GroupOf
) -> list[Record]:
    """What makes the use of a ledger updated at `now` that of `slots`; only what differs is written."""
    claims = [(slot.claimed_by, slot.weight) for slot in slots if slot.claimed_by is not None]
    counted = recount(ledger, claims, now, group_of)
    draft = Draft(ledger.ads)
    for name, customer in counted.customers.items():
        key = CUSTOMER_PREFIX + name
        before = ledger.customers.get(name, Customer(name))
        for attribute, field in _FIGURES.items():
            figure = getattr(customer, field)
            if (figure or 0) == (getattr(before, field) or 0):
                continue
            if isinstance(figure, int):
                draft.integer(key, attribute, figure)
            else:
                draft.real(key, attribute, figure)
    _put_slots(draft, ledger, slots, now)
    made = [name for name in counted.customers if name not in ledger.customers]
    return [*draft.records, *reading_log(ledger.replay(draft.records), made, rules, group_of)]


_FIGURES = {
    "ResourcesUsed": "resources_used",
    "WeightedResourcesUsed": "weighted_resources_used",
    "HierWeightedResourcesUsed": "hier_weighted_resources_used",
}


def _put_slots(draft: Draft, ledger: Ledger, slots: Sequence[SlotStatus], now: int) -> None:
    """The records of slots: those gone or in other hands go, new claims get one."""
    present: dict[str, SlotStatus] = {}
    for slot in slots:
        present.setdefault(slot.resource, slot)
    for name, record in ledger.resources.items():
        found = present.get(name)
        if found is None or record.remote_user is None or not (found.matched or found.claimed_by == record.remote_user):
            draft.destroy(RESOURCE_PREFIX + name)
        elif found.claimed_by is not None and record.slot_weight != found.weight:
            draft.real(RESOURCE_PREFIX + name, "SlotWeight", found.weight)
    for name, slot in present.items():
        record_there = ledger.resources.get(name)
        if slot.claimed_by is None or (record_there is not None and record_there.remote_user == slot.claimed_by):
            continue
        draft.string(RESOURCE_PREFIX + name, "RemoteUser", slot.claimed_by)
        draft.real(RESOURCE_PREFIX + name, "SlotWeight", slot.weight)
        draft.integer(RESOURCE_PREFIX + name, "StartTime", now)
