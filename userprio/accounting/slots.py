"""What the accountant reads off a slot ad: weight, state, whom a claim is charged to (`IsClaimed`, `GetSlotWeight`)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from userprio.accounting.usage import SlotStatus
from userprio.classad import Ad, Evaluator
from userprio.config import Config

CLAIMED_STATES: Final = frozenset({"Claimed", "Preempting"})


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
            KnobError: a value is no boolean.
        """
        return cls(
            use_slot_weights=config.boolean("NEGOTIATOR_USE_SLOT_WEIGHTS"),
            discount_suspended=config.boolean("NEGOTIATOR_DISCOUNT_SUSPENDED_RESOURCES"),
        )


def _string(slot: Ad, name: str, evaluator: Evaluator) -> str | None:
    value = evaluator.attribute(name, slot)
    return value if isinstance(value, str) else None


def slot_weight(slot: Ad, rules: ChargeRules, evaluator: Evaluator) -> float:
    """The slot's `SlotWeight`; 1 where weights are off, or it is no number or below 0 (`Accountant::GetSlotWeight`)."""
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
