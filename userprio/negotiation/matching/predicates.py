"""What decides whether a slot and a request match: consumption policies, flattened Requirements, cached predicates.

Consumption policies let partitionable slots serve several requests in one cycle (`consumption_policy.cpp`).

A negotiator flattens the Requirements of each slot when it fetches the ad, and those of each request before it looks
for a slot (`OptimizeAdForMatchmaking`); but no request's in a pool where some slot has a consumption policy. A match
puts back the original ones of its slot, and so does any attempt to merge dynamic slots into a partitionable one. Ranks
and policies are never flattened.

A predicate is evaluated once for each class of slots and of requests. It reads little of an ad:
`TARGET.Memory >= RequestMemory` is the same for all slots with that much memory and all requests for that much, however
else they differ. A chain of `&&` is therefore evaluated operand by operand: five thousand kinds of requests and three
hundred kinds of slots then need a few thousand answers, not 1.5 million.
"""

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

from userprio.classad import (
    SPECIAL_NAMES,
    STRAYING,
    Ad,
    AdsBySchema,
    AttributeRef,
    Binary,
    Evaluator,
    Expr,
    Literal,
    Parenthesized,
    Projection,
    ReferenceClosure,
    ReferenceIndex,
    Value,
    compare,
    flag_of,
    is_own,
    is_true,
    number_of,
    strays,
    text_of,
    truth,
)
from userprio.negotiation.matching.answers import Condition, MatchSide, Memoized, PassingAnswers, reads_priority
from userprio.negotiation.matching.lineup import Chain, Lineup, MatchedSlots, fitting, ordering

CONSUMPTION: Final = "consumption"
"""Begins the names of a consumption policy's attributes, in lower case; a resource follows."""
FAILED = -999.0
"""Stands for a consumption that is not a number; like any negative one it makes the slot unusable for the request."""


def policy_resources(ad: Ad, evaluator: Evaluator) -> tuple[str, ...] | None:
    """The resources that a slot's consumption policy covers, None where it has none (`cp_supports_policy`)."""
    if not flag_of(evaluator, ad, "PartitionableSlot"):
        return None
    listed = text_of(evaluator, ad, "MachineResources")
    if listed is None:
        return None
    resources = tuple(name for name in listed.replace(",", " ").split() if name.lower() != "swap")
    return resources if all(f"Consumption{name}" in ad for name in resources) else None


def consumption_attributes(names: Iterable[str]) -> frozenset[str]:
    """Those of these names, in lower case, that are of consumption policies."""
    return frozenset(name for name in names if name.startswith(CONSUMPTION))


def consumption_of(job: Ad, slot: Ad, resources: Sequence[str], evaluator: Evaluator) -> dict[str, float]:
    """What a match of this request would consume of each resource (`cp_compute_consumption`)."""
    amounts: dict[str, float] = {}
    for name in resources:
        asked = f"Request{name}"
        given = number_of(evaluator, job, f"_condor_{asked}")
        if given is not None:
            job = job.replace({asked: float(given)})
        elif asked not in job:
            job = job.replace({asked: 0})
        value = evaluator.attribute(f"Consumption{name}", slot, job)
        amounts[name] = float(value) if isinstance(value, int | float) else FAILED
    return amounts


def suffices(slot: Ad, amounts: Mapping[str, float], evaluator: Evaluator) -> bool:
    """Whether the slot has these amounts left, none is negative and some is above zero (`cp_sufficient_assets`)."""
    for name, amount in amounts.items():
        left = number_of(evaluator, slot, name)
        if left is None or amount < 0 or left < amount:
            return False
    return any(amount > 0 for amount in amounts.values())


def requesting(job: Ad, amounts: Mapping[str, float]) -> Ad:
    """The request asking for what would be consumed, as Requirements see it (`cp_override_requested`)."""
    return job.replace(
        {f"Request{name}": _whole(amount) for name, amount in amounts.items() if f"Request{name}" in job}
    )


def deducted(slot: Ad, amounts: Mapping[str, float], evaluator: Evaluator) -> Ad:
    """The slot after the match (`cp_deduct_assets`)."""
    return slot.replace(
        {name: _whole((number_of(evaluator, slot, name) or 0) - amount) for name, amount in amounts.items()}
    )


def match_cost(slot: Ad, amounts: Mapping[str, float], evaluator: Evaluator) -> float:
    """Weight charged: the slot's before the match minus that after."""
    before = number_of(evaluator, slot, "SlotWeight") or 0
    after = number_of(evaluator, deducted(slot, amounts, evaluator), "SlotWeight") or 0
    return float(before) - float(after)


def _whole(amount: float) -> Value:
    """The amount as an integer if it is whole (`assign_preserve_integers`)."""
    return amount if amount > math.floor(amount) else int(amount)


UNOPTIMIZED: Final = "UnoptimizedRequirements"
"""The attribute in which an ad with flattened Requirements keeps the original ones."""
WHOLE: Final = AttributeRef("Requirements")
"""The Requirements of an ad as a whole."""
_IN_THE_WAY: Final = frozenset({"my", "target", "other"})


def may_be_flattened(ad: Ad) -> bool:
    """Whether Requirements of an ad are flattened: not if they were, nor if it has an attribute MY, TARGET or OTHER."""
    return UNOPTIMIZED not in ad and ad.shadows.isdisjoint(_IN_THE_WAY)


def flattens_requests(slots: Sequence[Ad], evaluator: Evaluator) -> bool:
    """Whether Requirements of requests are flattened: not if any slot that was fetched has a consumption policy."""
    if not any(name.startswith("consumption") for name in AdsBySchema(slots).names()):
        return True
    return all(policy_resources(ad, evaluator) is None for ad in slots)


def flattened(ad: Ad, evaluator: Evaluator, *, of_slot: bool) -> Ad:
    """The ad with flattened Requirements and the original ones beside them, or unchanged if they are not flattened."""
    own = ad.expr("Requirements")
    flat = evaluator.flatten(own, ad, leads=not of_slot) if own is not None and may_be_flattened(ad) else None
    return ad if flat is None else ad.replace({"Requirements": flat, UNOPTIMIZED: own})


def unflattened(ad: Ad) -> Ad:
    """The ad with its original Requirements (`UnoptimizeAdForMatchmaking`)."""
    original = ad.expr(UNOPTIMIZED)
    return ad if original is None else ad.replace({"Requirements": original, UNOPTIMIZED: None})


def is_met(ad: Ad, other: Ad, evaluator: Evaluator, *, leads: bool) -> bool:
    """Whether an ad's Requirements, flattened or not, are true of another; `leads` as in `Evaluator.evaluate`."""
    return "Requirements" in ad and is_true(evaluator.evaluate(WHOLE, ad, other, leads=leads))


def with_own_requirements(slot: Ad) -> Ad:
    """The slot with its own Requirements, unflattened and without NegotiatorRequirements: a match puts them back."""
    slot = unflattened(slot)
    own = slot.expr("SavedRequirements")
    return slot if own is None else slot.replace({"Requirements": own})


T = TypeVar("T")
S = TypeVar("S", bound="MatchSide")

_TRUE: Final = Literal(True)
_FALSE: Final = Literal(False)
_COMPARING: Final = frozenset({"<", "<=", ">", ">=", "==", "!="})
_MANY: Final = 8
"""So many slots are asked at once by `MatchedSlots`; fewer take less time one by one."""
_JOINED: Final = frozenset("+*&^|")
"""Operators whose constant operands flattening gathers."""


class Requirement(msgspec.Struct, frozen=True):
    """A condition that has to be true for the Requirements of an ad to be true."""

    original: Expr
    through: tuple[str, ...]
    """The attributes through which it was reached."""
    asked: Expr
    """The expression evaluated for it: the flattened one, or the original."""


class _FlatOperand(NamedTuple):
    """What flattening made of an operand."""

    expr: Expr | None
    """None where it cannot be flattened."""
    at: int | None
    """The second in which it is that; None if it is the same in any."""


class _Operand:
    """An operand of Requirements, and what flattening makes of it in the ads of each class."""

    __slots__ = ("closure", "expr", "flat", "projection")

    def __init__(self, expr: Expr, closure: ReferenceClosure, projection: Projection) -> None:
        self.expr = expr
        self.closure = closure
        self.projection = projection
        self.flat: dict[tuple[int, bool], _FlatOperand] = {}


class _RequirementChain(NamedTuple):
    """The conditions in the Requirements of an ad, and how they came about."""

    requirements: list[Requirement]
    flat: list[tuple[_Operand, _FlatOperand]]
    """What flattening made of operands."""
    each_by_itself: bool = False
    """The conditions are just these, so that each can be flattened again in another second."""

    @property
    def reads_priority(self) -> bool:
        """Whether the priority of a request's submitter may have been worked into them."""
        return any(reads_priority(operand.closure) for operand, _ in self.flat)

    @property
    def reads_originals(self) -> bool:
        """Whether some may read the Requirements as they were before, which only flattened ads have."""
        return any(UNOPTIMIZED.lower() in (operand.closure.names or ()) for operand, _ in self.flat)


class MatchPredicates:
    """All predicates over slots and requests in a cycle, each of them once."""

    def __init__(self, references: ReferenceIndex, evaluator: Evaluator) -> None:
        self._references = references
        self._evaluator = evaluator
        self._projections: dict[ReferenceClosure, Projection] = {}
        self._operands: dict[Expr, _Operand] = {}
        self._conditions: dict[tuple[Expr, bool, bool], Condition] = {}
        self._reflattens: dict[tuple[Expr, bool], Condition] = {}
        self._every: list[Memoized[Any]] = []
        self.passing = PassingAnswers(evaluator)
        self._matched = MatchedSlots(lambda slot: slot.conditions or self._conditions_of(slot, of_slot=True))

    def about(self, expressions: list[Expr], names: list[str], ask: Callable[[Ad, Ad], T]) -> Memoized[T]:
        """A predicate that depends on these expressions and attributes; `ask` is called with slot and request."""
        closure = self._references.closure(expressions, names)
        return self._new(closure, self._projection(closure), ask)

    def projection(self, names: list[str]) -> Projection:
        """That onto these attributes and everything they refer to."""
        return self._projection(self._references.closure([], names))

    def _projection(self, closure: ReferenceClosure) -> Projection:
        return self._projections.setdefault(closure, Projection(closure.names))

    def _new(self, closure: ReferenceClosure, projection: Projection, ask: Callable[[Ad, Ad], T]) -> Memoized[T]:
        predicate = Memoized(closure, projection, ask, self.passing)
        self._every.append(predicate)
        return predicate

    def forget(self, functions: frozenset[str]) -> None:
        """Drop the answers that may depend on one of these functions."""
        for predicate in self._every:
            if predicate.answers and predicate.closure.called(functions):
                predicate.answers.clear()

    def match(self, slot: MatchSide, job: MatchSide) -> bool:
        """Whether the Requirements of both, flattened if they are to be, are true or numbers other than zero."""
        return _all_true(job.conditions or self._conditions_of(job, of_slot=False), slot, job) and _all_true(
            slot.conditions or self._conditions_of(slot, of_slot=True), slot, job
        )

    def matching(self, slots: Collection[S], job: MatchSide) -> Collection[S]:
        """The slots, of these, that match a request; predicates are evaluated one by one, each for all slots."""
        lineup = self.lineup(slots) if len(slots) >= _MANY else None
        if lineup is not None and lineup.bits:
            return lineup.chosen(self._matching_bits(lineup, job))
        slots = fitting(job.conditions or self._conditions_of(job, of_slot=False), slots, job)
        alike: dict[Chain, list[S]] = {}
        for slot in slots:
            alike.setdefault(slot.conditions or self._conditions_of(slot, of_slot=True), []).append(slot)
        if len(alike) == 1:
            return fitting(next(iter(alike)), slots, job)
        fit = {slot for conditions, some in alike.items() for slot in fitting(conditions, some, job)}
        return slots if len(fit) == len(slots) else [slot for slot in slots if slot in fit]

    def lineup(self, slots: Collection[S]) -> Lineup[S]:
        """Slots that many requests are matched with."""
        return self._matched.lineup(slots)

    def matching_set(self, lineup: Lineup[S], job: MatchSide) -> frozenset[S]:
        """The slots of a lineup that match a request, mostly the same object for the same slots."""
        if not lineup.bits:
            return frozenset(self.matching(lineup.slots, job))
        return lineup.chosen_set(self._matching_bits(lineup, job))

    def _matching_bits(self, lineup: Lineup[S], job: MatchSide) -> int:
        return self._matched.matching(job, job.conditions or self._conditions_of(job, of_slot=False), lineup)

    def match_unflattened(self, slot: MatchSide, job: MatchSide) -> bool:
        """The same as `match` for the original Requirements."""
        return _all_true(job.originals or self._originals_of(job, of_slot=False), slot, job) and _all_true(
            slot.originals or self._originals_of(slot, of_slot=True), slot, job
        )

    def met(self, side: MatchSide, other: Ad, *, of_slot: bool) -> bool:
        """Whether one side's Requirements are true of an ad that is not worth caching."""
        evaluate = self._evaluator.evaluate
        return all(
            is_true(evaluate(requirement.asked, side.ad, other, leads=not of_slot))
            for requirement in self.requirements_of(side, of_slot=of_slot)
        )

    def requirements_of(self, side: MatchSide, *, of_slot: bool) -> list[Requirement]:
        """The conditions that all have to be true for this side to match; without Requirements, one that is false."""
        chain = self._chain_of(side, of_slot)
        self.passing.folded |= not of_slot and chain.reads_priority
        return chain.requirements

    def _chain_of(self, side: MatchSide, of_slot: bool) -> _RequirementChain:
        operands = self._operands_of(side.ad)
        as_they_are = [Requirement(operand.expr, through, operand.expr) for operand, through in operands]
        if not side.flattens or not may_be_flattened(side.ad):
            return _RequirementChain(as_they_are, [])
        requirements: list[Requirement] = []
        flat: list[tuple[_Operand, _FlatOperand]] = []
        for operand, through in operands:
            made = self._flat(operand, side.ad, side.number(operand.projection), of_slot)
            flat.append((operand, made))
            if made.expr is None:
                # Where one cannot be flattened, all of them stay as they are.
                return _RequirementChain(as_they_are, flat)
            requirements.append(Requirement(operand.expr, through, made.expr))
        if len(requirements) > 1 and any(_may_be_lost(requirement.asked) for requirement in requirements):
            whole = self._operand(WHOLE)
            made = self._flat(whole, side.ad, side.number(whole.projection), of_slot)
            joined = as_they_are if made.expr is None else [Requirement(WHOLE, (), made.expr)]
            return _RequirementChain(joined, [*flat, (whole, made)])
        return _RequirementChain(requirements, flat, each_by_itself=True)

    def _flat(self, operand: _Operand, ad: Ad, number: int, of_slot: bool) -> _FlatOperand:
        """What flattening makes of an operand in this second, in an ad of the class of that number."""
        evaluator, key = self._evaluator, (number, of_slot)
        known = operand.flat.get(key)
        if known is not None and known.at in (None, evaluator.present):
            if known.at is not None:
                evaluator.look(timed=True)
            return known
        reads = evaluator.timed_reads
        made = evaluator.flatten(operand.expr, ad, leads=not of_slot)
        known = operand.flat[key] = _FlatOperand(made, evaluator.present if evaluator.timed_reads > reads else None)
        return known

    def _conditions_of(self, side: MatchSide, *, of_slot: bool) -> "tuple[Condition, ...]":
        begun = self.passing.begin()
        chain = self._chain_of(side, of_slot)
        passing = {
            operand.expr
            for operand, made in chain.flat
            if made.at is not None or (not of_slot and reads_priority(operand.closure))
        }
        if chain.each_by_itself and not chain.reads_originals:
            self.passing.rework(begun)
        else:
            self.passing.folded |= not of_slot and chain.reads_priority
            passing = set()
        conditions: dict[Condition, None] = {}
        for requirement in chain.requirements:
            asked = requirement.asked
            if requirement.original in passing:
                conditions[self._reflattened(self._operand(requirement.original), of_slot)] = None
            # Flattening turns most conditions that an ad sets to itself into true.
            elif not (isinstance(asked, Literal) and is_true(asked.value)):
                conditions[self._condition(asked, of_slot, side.flattens)] = None
        side.conditions = tuple(conditions) or (self._condition(_TRUE, of_slot, side.flattens),)
        return side.conditions

    def _reflattened(self, operand: _Operand, of_slot: bool) -> "Condition":
        """A condition that is flattened whenever it is asked, since in another second something else comes of it.

        None if flattening then leaves another chain of conditions.
        """
        known = self._reflattens.get((operand.expr, of_slot))
        if known is None:
            evaluator = self._evaluator

            def ask(slot: Ad, job: Ad) -> bool | None:
                own, other = (slot, job) if of_slot else (job, slot)
                made = self._flat(operand, own, operand.projection.number(own), of_slot).expr
                if made is None or _may_be_lost(made):
                    return None
                return is_true(evaluator.evaluate(made, own, other, leads=not of_slot))

            known = self._reflattens[operand.expr, of_slot] = self._new(operand.closure, operand.projection, ask)
        return known

    def _originals_of(self, side: MatchSide, *, of_slot: bool) -> "tuple[Condition, ...]":
        operands = [operand for operand, _ in self._operands_of(side.ad)]
        side.originals = tuple(self._condition(operand.expr, of_slot, flat=False) for operand in operands)
        return side.originals

    def _operands_of(self, ad: Ad) -> list[tuple[_Operand, tuple[str, ...]]]:
        """The operands of a chain of `&&`, or the whole if they cannot be asked one by one.

        They cannot where one refers back to the whole, nor where flattening one affects the others: after a selection
        it goes on in the selected ad, and it may lose a constant of arithmetic in the chain. Nor can operands after a
        call that strays into another ad and stays there.
        """
        own = ad.expr("Requirements")
        if own is None:
            return [(self._operand(_FALSE), ())]
        parts = [(self._operand(expr), through) for expr, through in conjuncts(ad, own)]
        names = {"requirements", *(name.lower() for _, through in parts for name in through)}
        for operand, _ in parts:
            closure, expr = operand.closure, operand.expr
            loose = closure.selects or (isinstance(expr, Binary) and expr.op in _JOINED)
            if closure.names is None or not names.isdisjoint(closure.names) or (loose and len(parts) > 1):
                return [(self._operand(WHOLE), ())]
        if any(operand.closure.calls & STRAYING and strays(operand.expr, ad) for operand, _ in parts[:-1]):
            return [(self._operand(WHOLE), ())]
        return parts

    def _operand(self, expr: Expr) -> _Operand:
        known = self._operands.get(expr)
        if known is None:
            # A match puts back Requirements that others replaced.
            names = ["SavedRequirements", UNOPTIMIZED] if expr == WHOLE else []
            closure = self._references.closure([expr], names)
            known = self._operands[expr] = _Operand(expr, closure, self._projection(closure))
        return known

    def _condition(self, expr: Expr, of_slot: bool, flat: bool) -> Condition:
        known = self._conditions.get((expr, of_slot, flat))
        if known is None:
            evaluator, operand = self._evaluator, self._operand(expr)

            def of_the_slot(slot: Ad, job: Ad) -> bool:
                return is_true(evaluator.evaluate(expr, slot, job, leads=False))

            def of_the_job(slot: Ad, job: Ad) -> bool:
                return is_true(evaluator.evaluate(expr, job, slot))

            ask = _compared(expr, of_slot, of_the_slot if of_slot else of_the_job)
            reads = operand.closure if expr != WHOLE else self._references.closure([expr], [])
            if flat and UNOPTIMIZED.lower() in (reads.names or ()):
                ask = partial(_as_flattened, ask, evaluator)
            known = self._conditions[expr, of_slot, flat] = self._new(operand.closure, operand.projection, ask)
            comparison = None if known.reads_priority else _comparison(expr)
            known.ordering = None if comparison is None else ordering(*comparison)
        return known


def _compared(expr: Expr, of_slot: bool, ask: Callable[[Ad, Ad], bool]) -> Callable[[Ad, Ad], bool]:
    """Asks the same, without evaluation where the other ad has a plain value of what `expr` compares."""
    comparison = _comparison(expr)
    if comparison is None:
        return ask
    name, op, value = comparison

    def compared(slot: Ad, job: Ad) -> bool:
        own, other = (slot, job) if of_slot else (job, slot)
        said = other.lookup(name)
        if not isinstance(said, Literal) or own.shadows:
            return ask(slot, job)
        return compare(op, said.value, value) is True

    return compared


def _comparison(expr: Expr) -> tuple[str, str, Value] | None:
    """The attribute of the other ad that `expr` compares with a value, the operator and the value; None if it does not.

    That is what flattening makes of most Requirements, a condition of its own for each value.
    """
    while isinstance(expr, Parenthesized):
        (expr,) = expr.children
    if not (isinstance(expr, Binary) and expr.op in _COMPARING and isinstance(expr.right, Literal)):
        return None
    name = _asked_of_other(expr.left)
    return None if name is None else (name, expr.op, expr.right.value)


def _asked_of_other(expr: Expr) -> str | None:
    """The name, in lower case, of the attribute of the other ad that a reference certainly means; None if it is not."""
    base = expr.base if isinstance(expr, AttributeRef) else None
    if not isinstance(expr, AttributeRef) or not isinstance(base, AttributeRef) or base.name.lower() != "target":
        return None
    name = expr.name.lower()
    return None if base.base is not None or base.absolute or name in SPECIAL_NAMES else name


def _as_flattened(ask: Callable[[Ad, Ad], bool], evaluator: Evaluator, slot: Ad, job: Ad) -> bool:
    """The answer for two ads as they are with flattened Requirements, the original ones beside them."""
    return ask(flattened(slot, evaluator, of_slot=True), flattened(job, evaluator, of_slot=False))


def _may_be_lost(flat: Expr) -> bool:
    """Whether a constant operand is undefined or an error: flattening the chain loses it if a true one follows."""
    return isinstance(flat, Literal) and not isinstance(truth(flat.value), bool)


def _all_true(predicates: "tuple[Condition, ...]", slot: MatchSide, job: MatchSide) -> bool:
    # Written out: a generator for all() would cost as much again as the predicates.
    for predicate in predicates:
        if not predicate.of(slot, job):
            break
    else:
        return True
    return False


def conjuncts(ad: Ad, expr: Expr) -> Iterator[tuple[Expr, tuple[str, ...]]]:
    """The operands of a chain of `&&`, including chains that its attributes stand for, each with those attributes."""
    waiting: list[tuple[Expr, tuple[str, ...]]] = [(expr, ())]
    while waiting:
        expr, through = waiting.pop()
        if isinstance(expr, Parenthesized):
            waiting.append((expr.children[0], through))
        elif isinstance(expr, Binary) and expr.op == "&&":
            waiting += [(expr.right, through), (expr.left, through)]
        elif isinstance(expr, AttributeRef) and is_own(expr) and expr.name.lower() not in map(str.lower, through):
            meant = None if ad.shadows else ad.lookup(expr.name.lower())
            if meant is None:
                yield expr, through
            else:
                waiting.append((meant, (*through, expr.name)))
        else:
            yield expr, through


def refusing(
    policy: Expr, slots: Iterable[tuple[Ad, int]], job: Ad, evaluator: Evaluator
) -> tuple[tuple[Expr, int], ...]:
    """The conditions that a policy joins by `&&`, each with the number of slots for which it is not true for a job.

    `slots` has ads, each with how many slots are like it. Conditions that refuse none are left out, and the one that
    refuses most comes first. Empty for a policy of a single condition.
    """
    conditions = [condition for condition, _ in conjuncts(Ad({}), policy)]
    if len(conditions) < 2:
        return ()
    refused = [0] * len(conditions)
    for slot, count in slots:
        for at, condition in enumerate(conditions):
            refused[at] += 0 if is_true(evaluator.evaluate(condition, slot, job)) else count
    refusing_conditions = [refusal for refusal in zip(conditions, refused, strict=True) if refusal[1]]
    return tuple(sorted(refusing_conditions, key=lambda refusal: -refusal[1]))
