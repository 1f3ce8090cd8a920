"""Concurrency limits: what jobs request, what is in use, and the maxima (HTCondor manual 3.12.15)."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct

from userprio.accounting.usage import ChargeRules, claimed_by, resource_name, slot_state
from userprio.base.cxx import atof
from userprio.classad import Ad, Evaluator
from userprio.config import Config
from userprio.ledger import Resource

UNLIMITED: Final = 2308032.0
"""The maximum where no knob is set: the default of `CONCURRENCY_LIMIT_DEFAULT`."""

_ITEM = re.compile(r"[^,\s]+", re.ASCII)
_NAME = re.compile(r"[a-z_][a-z0-9_]*(?:\.[a-z_][a-z0-9_]*)?")


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
