"""Splits Requirements into clauses, and counts the slots that each clause of the job and of the slots leaves.

Requirements are clauses joined by `&&`, true if every clause is; so slots can be counted clause by clause without
losing any. They are split as in matching: a clause that is just the name of another attribute of the ad, as in
`Requirements = START`, is replaced by the clauses of that attribute.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

import msgspec

from userprio.base.credentials import masked
from userprio.classad import (
    Ad,
    AttributeRef,
    Evaluator,
    Expr,
    Literal,
    Parenthesized,
    ReferenceIndex,
    external_references,
    format_value,
    is_true,
    references,
    unparse,
    walk,
)
from userprio.negotiation.matching import (
    WHOLE,
    MatchPredicates,
    MatchSide,
    Requirement,
    consumption_of,
    flattened,
    is_met,
    policy_resources,
    requesting,
    suffices,
    unflattened,
)

_LONGEST_VALUE = 40
FLATTENED: Final = "which a negotiator flattens before matching, and that changes the answer:"
"""Separates a clause from its flattened form."""


class Side(StrEnum):
    """Whose Requirements a clause is part of."""

    JOB = "job"
    SLOT = "slot"
    POLICY = "consumption policy"
    """Not a clause: too little is left of a slot with a consumption policy."""


class Clause(msgspec.Struct, frozen=True):
    """One clause, and its effect on the number of slots."""

    side: Side
    text: str
    of: str | None
    """The attribute that contains it; None: Requirements itself."""
    values: Mapping[str, str]
    """The values of the job's attributes that it refers to."""
    unknown: tuple[str, ...]
    """Attributes that it requires of slots but that no slot has."""
    slots: int
    """Slots to which it applies; for a clause of the job, all."""
    alone: int
    """How many of these meet it, regardless of other clauses."""
    left: int
    """How many of all slots meet this clause and all before it."""
    without: int
    """Slots that would match without this clause."""
    flattened: str | None = None
    """What a negotiator evaluates instead, with all that the ad itself determines flattened, if some slot's result
    differs."""


class RequirementsFound(msgspec.Struct, frozen=True):
    """The slots left by the Requirements of a job and of the slots."""

    slots: int
    matching: int
    clauses: tuple[Clause, ...]
    """The job's clauses in order, then those of slots, the ones that refuse most first."""

    @property
    def culprits(self) -> tuple[Clause, ...]:
        """If nothing matches, the clauses without which something would or, without any, those that no slot meets."""
        if self.matching:
            return ()
        enough = [clause for clause in self.clauses if clause.without]
        if enough:
            return tuple(sorted(enough, key=lambda clause: -clause.without))
        return tuple(clause for clause in self.clauses if clause.slots and not clause.alone)


_Key = tuple[Side, str | None, str]
"""A clause's side, the attribute that contains it, and its text."""
_ENOUGH: _Key = (Side.POLICY, None, "enough of each resource is left")
_TOGETHER: _Key = (Side.SLOT, None, "all of this together, once flattened")
"""Requirements may depend on what flattening leaves in the ads, such as UnoptimizedRequirements."""


class _Kind(msgspec.Struct, frozen=True):
    """Equal slots, and the clauses that they or the job do not meet."""

    count: int
    asked: set[_Key]
    unmet: set[_Key]
    changed: Mapping[_Key, Expr]
    """Clauses that give another result once flattened."""


def take_apart(job: MatchSide, slots: Sequence[tuple[Ad, int]], evaluator: Evaluator) -> RequirementsFound:
    """Count the slots that each clause leaves when the cycle begins; slots are distinct ads, each with its number."""
    ads = [slot for slot, _ in slots]
    predicates = MatchPredicates(ReferenceIndex([job.ad, *ads]), evaluator)
    # A side's classes are kept with the predicates that it is evaluated by.
    mine = _clauses(MatchSide(job.ad, flattens=job.flattens), Side.JOB, predicates)
    kinds = [
        _examined(job, mine, slot, count, _clauses(MatchSide(slot), Side.SLOT, predicates), evaluator)
        for slot, count in slots
    ]
    of_slot = sorted(
        {key for kind in kinds for key in kind.asked},
        key=lambda key: (key[0] is Side.SLOT, -sum(kind.count for kind in kinds if key in kind.unmet), key[2]),
    )
    total = sum(kind.count for kind in kinds)
    passed: set[_Key] = set()
    clauses = []
    for key in (*mine, *of_slot):
        side, of, text = key
        passed.add(key)
        asked = total if key in mine else sum(kind.count for kind in kinds if key in kind.asked)
        asking = mine.get(key)
        changed = next((kind.changed[key] for kind in kinds if key in kind.changed), None)
        clauses.append(
            Clause(
                side=side,
                text=text,
                of=of,
                values={} if asking is None else _values(asking.original, job.ad, evaluator),
                unknown=() if asking is None else _unknown(asking.original, job.ad, ads),
                slots=asked,
                alone=asked - sum(kind.count for kind in kinds if key in kind.unmet),
                left=sum(kind.count for kind in kinds if kind.unmet.isdisjoint(passed)),
                without=sum(kind.count for kind in kinds if kind.unmet <= {key}),
                flattened=None if changed is None else _text(changed),
            )
        )
    return RequirementsFound(total, sum(kind.count for kind in kinds if not kind.unmet), tuple(clauses))


def _clauses(side: MatchSide, whose: Side, predicates: MatchPredicates) -> dict[_Key, Requirement | None]:
    """The clauses of an ad's Requirements, split as by the engine."""
    # Requirements that were flattened before the cycle are shown in their original form.
    own = unflattened(side.ad).expr("Requirements")
    if own is None:
        return {(whose, None, "Requirements (there are none)"): None}
    requirements: dict[_Key, Requirement | None] = {}
    for requirement in predicates.requirements_of(side, of_slot=whose is Side.SLOT):
        clause, through = requirement.original, requirement.through
        text = _text(own if clause is WHOLE else clause)
        if through and isinstance(clause, Literal):
            # The name says more than its value.
            text, through = through[-1], through[:-1]
        requirements[whose, through[-1] if through else None, text] = requirement
    return requirements


def meets(job: MatchSide, slot: Ad, evaluator: Evaluator) -> bool:
    """Whether a slot and a job match when the cycle begins, including what a consumption policy leaves."""
    asking, enough = _consuming(job.ad, slot, evaluator)
    if enough is False:
        return False
    asking = flattened(asking, evaluator, of_slot=False) if job.flattens else asking
    slot = flattened(slot, evaluator, of_slot=True)
    return is_met(asking, slot, evaluator, leads=True) and is_met(slot, asking, evaluator, leads=False)


def _consuming(job: Ad, slot: Ad, evaluator: Evaluator) -> tuple[Ad, bool | None]:
    """The job as it requests this slot, and whether enough is left; None if the slot has no consumption policy."""
    resources = policy_resources(slot, evaluator)
    if resources is None:
        return job, None
    amounts = consumption_of(job, slot, resources, evaluator)
    return requesting(job, amounts), suffices(slot, amounts, evaluator)


def _examined(
    asking: MatchSide,
    mine: Mapping[_Key, Requirement | None],
    slot: Ad,
    count: int,
    of_slot: Mapping[_Key, Requirement | None],
    evaluator: Evaluator,
) -> _Kind:
    job, enough = _consuming(asking.ad, slot, evaluator)
    asked = set(of_slot) if enough is None else {*of_slot, _ENOUGH}
    unmet: set[_Key] = {_ENOUGH} if enough is False else set()
    changed: dict[_Key, Expr] = {}
    for clauses, own, other, leads in ((mine, job, slot, True), (of_slot, slot, job, False)):
        for key, clause in clauses.items():
            met = clause is not None and is_true(evaluator.evaluate(clause.asked, own, other, leads=leads))
            if not met:
                unmet.add(key)
            if clause is not None and met is not is_true(evaluator.evaluate(clause.original, own, other, leads=leads)):
                changed[key] = clause.asked
    if not unmet and not meets(asking, slot, evaluator):
        asked.add(_TOGETHER)
        unmet.add(_TOGETHER)
    return _Kind(count, asked, unmet, changed)


def _text(clause: Expr) -> str:
    while isinstance(clause, Parenthesized):
        clause = clause.inner
    return masked(unparse(clause)).strip()


def _values(clause: Expr, job: Ad, evaluator: Evaluator) -> dict[str, str]:
    """The attributes of the job that a clause refers to, with short values."""
    spelled = {name.lower(): name for name in job}
    asked = sorted(reference.name for reference in references(clause) if reference.scope != "target")
    names = (spelled[name] for name in asked if name in spelled)
    values = {name: format_value(evaluator.attribute(name, job)) for name in names}
    return {name: text for name, text in values.items() if len(text) <= _LONGEST_VALUE}


def _unknown(clause: Expr, job: Ad, slots: Sequence[Ad]) -> tuple[str, ...]:
    """Attributes that a clause requires of slots, directly or through the job's attributes, but that no slot has."""
    if not slots:
        return ()
    probe = "clause of the requirements"
    asked = external_references(job.replace({probe: clause}), [probe])
    spelled = {node.name.lower(): node.name for node in walk(clause) if isinstance(node, AttributeRef)}
    return tuple(sorted(spelled.get(name, name) for name in asked if not any(name in slot for slot in slots)))
