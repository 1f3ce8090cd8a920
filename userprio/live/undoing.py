"""Taking an edit of a running pool back: by other edits, since a negotiator knows nothing else."""

from collections.abc import Iterable, Sequence
from typing import Final

from userprio.accounting import Edit, EditAction, EditPlan
from userprio.errors import Refused
from userprio.ledger import Change, Ledger, changes_between, reversal, value_of

_SETTERS: Final = {
    "Priority": (EditAction.SET_PRIORITY, 0.5),
    "PriorityFactor": (EditAction.SET_FACTOR, 1.0),
    "Ceiling": (EditAction.SET_CEILING, -1),
    "Floor": (EditAction.SET_FLOOR, 0),
    "WeightedAccumulatedUsage": (EditAction.SET_ACCUMULATED, 0.0),
    "BeginUsageTime": (EditAction.SET_BEGIN, 0),
    "LastUsageTime": (EditAction.SET_LAST, 0),
}
"""What sets an attribute, and the value that is as good as none."""

_LEASES: Final = {
    "CeilingLeaseExpiration": ("Ceiling", EditAction.CANCEL_CEILING_LEASE),
    "FloorLeaseExpiration": ("Floor", EditAction.CANCEL_FLOOR_LEASE),
    "PriorityFactorLeaseExpiration": ("PriorityFactor", EditAction.CANCEL_FACTOR_LEASE),
}


def undoing(changes: Sequence[Change], ledger: Ledger) -> tuple[list[Edit], EditPlan]:
    """The edits that take `changes` back where `ledger` is how the pool stands, and what they are to change.

    Raises:
        Refused: something has changed since, or no edit can bring back what was.
    """
    records = reversal(changes, ledger)
    edits: list[Edit] = []
    lost: list[str] = []
    for name in dict.fromkeys(change.name for change in changes):
        own = [change for change in changes if change.name == name]
        if any(change.makes_record for change in own):
            edits.append(Edit(EditAction.DELETE, (name,)))
            continue
        done, missing = _edits(name, own)
        edits += done
        lost += [f"{name}: {attribute} stays as it is, for nothing sets it on a running pool" for attribute in missing]
    if not edits:
        raise Refused("; ".join(lost) or "there is nothing to take back")
    settable = {*_SETTERS, *_LEASES, "MyType"}
    wanted = changes_between(ledger.ads, ledger.replay(records).ads, records)
    wanted = tuple(change for change in wanted if change.attribute in settable or change.drops_record)
    return edits, EditPlan(records, wanted, messages=tuple(lost))


def _edits(name: str, changes: Iterable[Change]) -> tuple[list[Edit], list[str]]:
    """The edits for one record that stays or comes back, and the attributes that none can set."""
    changes = list(changes)
    edits: list[Edit] = []
    missing: list[str] = []
    leased: set[str] = set()
    for change in changes:
        if change.attribute in _LEASES:
            attribute, cancel = _LEASES[change.attribute]
            if _number(change.before):
                raise Refused(f"{name}: a running negotiator cannot be given back a lease that ended; set a new one")
            edits.append(Edit(cancel, (name,)))
            leased.add(attribute)
    for change in changes:
        if change.attribute in _SETTERS and change.attribute not in leased:
            action, default = _SETTERS[change.attribute]
            value = _number(change.before)
            number = default if value is None else value
            edits.append(Edit(action, (name,), int(number) if isinstance(default, int) else float(number)))
        elif change.attribute in ("AccumulatedUsage", "HierWeightedResourcesUsed") and _number(change.before):
            missing.append(change.attribute)
    return edits, missing


def _number(text: str | None) -> float | int | None:
    value = None if text is None else value_of(text)
    return value if isinstance(value, (int, float)) else None
