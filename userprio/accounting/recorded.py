"""Usage as negotiators before 25.10.1 keep it: moved up and down with the records of slots, never counted anew.

See `Behaviour.usage_is_recounted`.
"""

from collections.abc import Iterable, Mapping

from userprio.accounting.priorities import GroupOf
from userprio.accounting.usage import SlotStatus, Tallies, Tally
from userprio.ledger import CUSTOMER_PREFIX, RESOURCE_PREFIX, Ledger, RecordBuilder, Resource


def check_records(ledger: Ledger, slots: Iterable[SlotStatus], now: int, group_of: GroupOf) -> Ledger:
    """The ledger after the check at the start of a cycle, given all slots (`Accountant::CheckMatches`).

    A record stays, with its weight, as long as its slot is charged to the same user, or is in state Matched, whoever it
    names. Others are released, and what is claimed without a record is charged with the weight of now.
    """
    known: dict[str, SlotStatus] = {}
    for slot in slots:
        known.setdefault(slot.resource, slot)
    tallies = Tallies(ledger, now, group_of, from_zero=False)
    draft = RecordBuilder(ledger.ads)
    kept = set()
    for key in ledger.in_table_order(RESOURCE_PREFIX):
        name = key.removeprefix(RESOURCE_PREFIX)
        record, status = ledger.resources[name], known.get(name)
        user = record.remote_user
        if status is not None and (status.matched or (user is not None and status.claimed_by == user)):
            kept.add(name)
            continue
        if user is not None:
            since = max(record.start_time or 0, ledger.last_update_time)
            tallies.release(user, record.weight, now - since)
        draft.destroy(key)
    for name, status in known.items():
        if status.claimed_by is not None and name not in kept:
            tallies.add(status.claimed_by, status.weight)
            draft.string(RESOURCE_PREFIX + name, "RemoteUser", status.claimed_by)
            draft.real(RESOURCE_PREFIX + name, "SlotWeight", status.weight)
            draft.integer(RESOURCE_PREFIX + name, "StartTime", now)
    for name, tally in tallies.figures.items():
        _put(draft, CUSTOMER_PREFIX + name, tally)
    return ledger.replay(draft.records)


def _put(draft: RecordBuilder, key: str, tally: Tally) -> None:
    draft.integer(key, "ResourcesUsed", tally.used)
    draft.real(key, "WeightedResourcesUsed", tally.weight)
    draft.integer(key, "UnchargedTime", tally.uncharged)
    draft.real(key, "WeightedUnchargedTime", tally.weighted_uncharged)
    draft.real(key, "HierWeightedResourcesUsed", tally.hierarchical)


def holders(resources: Mapping[str, Resource], slots: Iterable[SlotStatus]) -> dict[str, tuple[str, float]]:
    """Who is charged for each slot, by name of its record, and with what weight: by the records, else the slots."""
    claimed = {slot.resource: (slot.claimed_by, slot.weight) for slot in slots if slot.claimed_by is not None}
    recorded = {
        name: (record.remote_user, record.weight)
        for name, record in resources.items()
        if record.remote_user is not None
    }
    return claimed | recorded
