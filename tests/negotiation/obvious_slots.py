"""Slots and requests, plainly: does a slot fit, at what cost, how good is it, and may its user be displaced.

Every expression is evaluated for every slot each time it is needed.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from userprio.base.cxx import FLT_MAX, float32, std_sort
from userprio.classad import UNDEFINED, Ad, Evaluator, Expr, ListValue, Value, as_number, is_true, parse
from userprio.config import Config

LOWEST = -1.7976931348623157e308
STRICT, WEAK = parse("MY.Rank > MY.CurrentRank"), parse("MY.Rank >= MY.CurrentRank")
PRIORITY, RANK, FREE = 0, 1, 2
"""What a match does to the user of a slot; the larger, the better."""


@dataclass(eq=False)
class Slot:
    ad: Ad
    user: str | None
    claims: int  # matches that it can still serve
    handed_out: set[int] = field(default_factory=set)  # dynamic slots whose claims are gone, by place in its lists


@dataclass
class Candidate:
    slot: Slot
    ad: Ad  # that of the slot, or what it becomes when dynamic slots are merged into it
    cost: float
    state: int
    rank: tuple[float, ...]  # larger is better
    limits: str | None
    merged: bool = False


class Judge:
    """Looks at slots with the eyes of the negotiator; `every` slot by name, those too that nobody may have."""

    def __init__(self, config: Config, evaluator: Evaluator) -> None:
        self.config, self.evaluator = config, evaluator
        self.preemption = config.boolean("NEGOTIATOR_CONSIDER_PREEMPTION")
        self.merges = config.boolean("ALLOW_PSLOT_PREEMPTION")
        self.policy = config.expression("PREEMPTION_REQUIREMENTS")
        self.every: Mapping[str, Ad] = {}

    def number(self, ad: Ad, name: str, target: Ad | None = None) -> float | None:
        return as_number(self.evaluator.attribute(name, ad, target))

    def text(self, ad: Ad, name: str) -> str:
        """Empty where it is missing or not a text."""
        value = self.evaluator.attribute(name, ad)
        return value if isinstance(value, str) else ""

    def true(self, expr: Expr, slot: Ad, job: Ad) -> bool:
        return self.evaluator.evaluate(expr, slot, job) is True

    def user(self, ad: Ad) -> str | None:
        names = ("PreemptingAccountingGroup", "PreemptingUser", "AccountingGroup", "RemoteUser")
        return next((user for user in (self.text(ad, name) for name in names) if user), None)

    def weight(self, ad: Ad) -> float:
        weight = self.number(ad, "SlotWeight")
        return 1.0 if weight is None or weight < 0 else float(weight)

    def considers(self, ad: Ad) -> bool:
        """Whether a slot takes part: others are held, or may finish what they run."""
        if self.preemption:
            return (self.number(ad, "RetirementTimeRemaining") or 0) <= 0
        return self.text(ad, "State") not in ("Claimed", "Preempting") or bool(self.number(ad, "PartitionableSlot"))

    def in_reach(self, ad: Ad, schedd: str) -> bool:
        """Dynamic slots may be had through their partitionable slot alone, and a claimed one by its schedd alone."""
        if self.merges and self.number(ad, "DynamicSlot") and self.number(ad, "PslotRollupInformation"):
            return False
        return not self.number(ad, "PartitionableSlot") or self.text(ad, "RemoteScheddName") in ("", schedd)

    def state(self, slot: Slot, ad: Ad, user: str, rank_only: bool) -> tuple[int | None, bool]:
        """What giving the slot does to its user, None if it may not be given; and whether policy forbids it."""
        if slot.user is None or not self.preemption:
            return None if rank_only else FREE, False
        if self.true(STRICT, slot.ad, ad):
            return RANK, False
        if rank_only or slot.user == user:
            return None, False
        if self.policy is not None and not self.true(self.policy, slot.ad, ad):
            return None, True
        return PRIORITY if self.true(WEAK, slot.ad, ad) else None, False

    def candidate(self, slot: Slot, ad: Ad, job: Ad, cost: float, state: int) -> Candidate:
        def own(knob: str) -> float:
            expr = self.config.expression(knob)
            number = None if expr is None else as_number(self.evaluator.evaluate(expr, ad, job))
            return LOWEST if number is None else float32(number)

        mine, other = (job, ad) if "Rank" in job else (ad, job)
        wish = float(self.number(mine, "Rank", other) or 0.0)
        before, after = own("NEGOTIATOR_PRE_JOB_RANK"), own("NEGOTIATOR_POST_JOB_RANK")
        rank = before, wish, after, state, -FLT_MAX if state == FREE else own("PREEMPTION_RANK")
        return Candidate(slot, ad, cost, state, rank, self.limits(job, ad), merged=ad is not slot.ad)

    def fit(self, job: Ad, slot: Ad) -> bool:
        """Whether the Requirements of both, flattened or not, are true of the other, or a number other than zero."""
        pairs = (job, slot), (slot, job)
        return all(is_true(self.evaluator.attribute("Requirements", mine, other)) for mine, other in pairs)

    def flattened(self, ad: Ad) -> Ad:
        """The ad with flattened Requirements, the original ones beside them where a match finds them again."""
        own = ad.expr("Requirements")
        flat = None if own is None else self.evaluator.flatten(own, ad)
        return ad if flat is None else ad.replace({"Requirements": flat, "UnoptimizedRequirements": own})

    def limits(self, job: Ad, slot: Ad) -> str | None:
        """Those of the request; one without any is charged with those of the job that it displaces."""
        mine, other = (job, slot) if "ConcurrencyLimits" in job else (slot, job)
        limits = self.evaluator.attribute("ConcurrencyLimits", mine, other)
        return limits.lower() if isinstance(limits, str) else None

    def could_run(self, job: Ad, given: Candidate) -> bool:
        """Whether a schedd could run a job with the claim that it got for another."""
        if not self.fit(job, given.ad):
            return False
        now, before = self.number(given.ad, "Rank", job), self.number(given.ad, "CurrentRank")
        wanted = now is None or before is None or now >= before
        return wanted and (self.limits(job, given.ad) or "") == (given.limits or "")

    # -- what it costs, and what consumption policies take -----------------------------------------------------------

    def cost(self, job: Ad, slot: Ad) -> float | None:
        """The weight that a match takes; None where slot and request do not fit."""
        amounts = self.consumed(job, slot)
        if amounts is None:
            return self.weight(slot) if self.fit(job, slot) else None
        if any(not 0 <= amount <= (self.number(slot, name) or 0.0) for name, amount in amounts.items()):
            return None
        # Requirements see a request for as much as it will get.
        asked = {f"Request{name}": whole(amount) for name, amount in amounts.items() if f"Request{name}" in job}
        if not any(amounts.values()) or not self.fit(job.replace(asked), slot):
            return None
        before, after = (self.number(ad, "SlotWeight") or 0.0 for ad in (slot, self.deducted(slot, amounts)))
        return float(before) - float(after)

    def consumed(self, job: Ad, slot: Ad) -> dict[str, float] | None:
        """What the consumption policy of a slot takes for a request, -1 for what is not a number; None without one."""
        listed = self.text(slot, "MachineResources") if self.number(slot, "PartitionableSlot") else ""
        names = [name for name in listed.replace(",", " ").split() if name.lower() != "swap"]
        if not names or not all(f"Consumption{name}" in slot for name in names):
            return None
        job = job.replace({f"Request{name}": 0 for name in names if f"Request{name}" not in job})
        taken = {name: self.number(slot, f"Consumption{name}", job) for name in names}
        return {name: -1.0 if amount is None else float(amount) for name, amount in taken.items()}

    def deducted(self, slot: Ad, amounts: Mapping[str, float]) -> Ad:
        return slot.replace({name: whole((self.number(slot, name) or 0) - amounts[name]) for name in amounts})

    # -- preemption of dynamic slots ---------------------------------------------------------------------------------

    def merged(self, slot: Slot, job: Ad, user: str, rank_only: bool) -> tuple[Ad, int | None]:
        """A partitionable slot that does not fit, with one dynamic slot after another merged into it until it does.

        Those that run what the machine wants least come first; those it wants more than the request stay.
        """
        if not (self.merges and self.preemption and self.number(slot.ad, "PartitionableSlot")):
            return slot.ad, None
        ad, taken, state, wanted = slot.ad, set[int](), RANK, self.number(slot.ad, "Rank", job) or 0.0
        eligible = [
            (as_number(self.child(slot.ad, "CurrentRank", place)) or 0.0, place)
            for place in range(int(self.number(slot.ad, "NumDynamicSlots") or 0))
            if place not in slot.handed_out
            and (as_number(self.child(slot.ad, "RetirementTimeRemaining", place)) or 0) <= 0
            and self.child(slot.ad, "State", place) != "Preempting"
        ]
        for current, place in std_sort(eligible, key=lambda one: one[0]):
            if current > wanted:
                break
            if current == wanted:
                # The policy must be set, and true of the dynamic slot itself.
                its = self.every.get(str(self.child(slot.ad, "Name", place)))
                if rank_only or its is None or self.user(its) == user:
                    continue
                if self.policy is None or not self.true(self.policy, its, job):
                    continue
                state = PRIORITY
            taken.add(place)
            for name in (self.text(slot.ad, "MachineResources") or "Cpus Memory Disk").split():
                left, more = self.number(ad, name), self.child(slot.ad, name, place)
                if left is not None and isinstance(more, int | float):
                    ad = ad.replace({name: math.floor(left) + more})
            slot.ad, ad = unflattened(slot.ad), unflattened(ad)
            if self.fit(job, ad):
                slot.handed_out |= taken
                return ad.replace({"RemoteUser": "various_dSlot_users"}), state
        return slot.ad, None

    def child(self, ad: Ad, name: str, place: int) -> Value:
        """What a dynamic slot says, from the lists in which its partitionable slot repeats it."""
        listed = self.evaluator.attribute(f"Child{name}", ad)
        return listed[place] if isinstance(listed, ListValue) and place < len(listed) else UNDEFINED


def unflattened(ad: Ad) -> Ad:
    original = ad.expr("UnoptimizedRequirements")
    return ad if original is None else ad.replace({"Requirements": original, "UnoptimizedRequirements": None})


def whole(amount: float) -> float:
    """Whole numbers stay integers."""
    return amount if amount > math.floor(amount) else int(amount)
