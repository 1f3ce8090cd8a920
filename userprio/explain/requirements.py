"""Requirements taken apart: which clause of the job's, and which of the slots', leaves how many slots.

Requirements are a chain of clauses joined by `&&`, and true when each clause is; so slots can be counted clause by
clause without losing any. They are divided as matching divides them: a clause that is nothing but the name of another
attribute of the ad, as in `Requirements = START`, stands for the clauses of that attribute.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

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
from userprio.credentials import masked
from userprio.matching import (
    WHOLE,
    MatchPredicates,
    MatchSide,
    Requirement,
    consumption,
    flattened,
    is_met,
    unflattened,
)

_LONGEST_VALUE = 40
FLATTENED: Final = "which a negotiator flattens before matching, and that changes the answer:"
"""Stands between a clause and what became of it."""


class Side(StrEnum):
    """Whose Requirements a clause belongs to."""

    JOB = "job"
    SLOT = "slot"
    POLICY = "consumption policy"
    """Not a clause: what is left of a slot with a consumption policy is not enough."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause, and what it does to the number of slots."""

    side: Side
    text: str
    of: str | None
    """The attribute in which it stands, where that is not Requirements itself."""
    values: Mapping[str, str]
    """The values of the job's attributes that it refers to."""
    unknown: tuple[str, ...]
    """Attributes that it asks of slots and that no slot has."""
    slots: int
    """Slots that it is asked of: all, for a clause of the job."""
    alone: int
    """Of these, how many meet it, whatever the other clauses say."""
    left: int
    """Of all slots, how many meet this clause and all before it."""
    without: int
    """Slots that would match if it were not for this clause."""
    flattened: str | None = None
    """What a negotiator asks in its place, where that is decided otherwise for a slot: it has worked out before what
    the ad itself settles."""


@dataclass(frozen=True, slots=True)
class RequirementsFound:
    """What the Requirements of a job and of the slots leave."""

    slots: int
    matching: int
    clauses: tuple[Clause, ...]
    """Those of the job in their order, then those of slots, the ones that refuse most first."""

    @property
    def culprits(self) -> tuple[Clause, ...]:
        """Where nothing matches: each clause without which something would; else those that nothing meets."""
        if self.matching:
            return ()
        enough = [clause for clause in self.clauses if clause.without]
        if enough:
            return tuple(sorted(enough, key=lambda clause: -clause.without))
        return tuple(clause for clause in self.clauses if clause.slots and not clause.alone)


_Key = tuple[Side, str | None, str]
"""A clause by its side, the attribute in which it stands, and its text."""
_ENOUGH: _Key = (Side.POLICY, None, "enough of each resource is left")
_TOGETHER: _Key = (Side.SLOT, None, "all of this together, once flattened")
"""What Requirements ask may look at what flattening leaves in the ads, such as UnoptimizedRequirements."""


@dataclass(frozen=True, slots=True)
class _Kind:
    """Equal slots, and which clauses they and the job do not meet."""

    count: int
    asked: set[_Key]
    unmet: set[_Key]
    changed: Mapping[_Key, Expr]
    """Clauses whose answer is not that of what they became by flattening."""


def take_apart(job: MatchSide, slots: Sequence[tuple[Ad, int]], evaluator: Evaluator) -> RequirementsFound:
    """Count the slots, given as ads each with how many are like it, that each clause leaves as the cycle begins."""
    ads = [slot for slot, _ in slots]
    predicates = MatchPredicates(ReferenceIndex([job.ad, *ads]), evaluator)
    # A side knows its classes in the predicates that it is asked with.
    mine = _clauses(MatchSide(job.ad, flattens=job.flattens), Side.JOB, predicates)
    kinds = [
        _examined(job, mine, slot, count, _clauses(MatchSide(slot), Side.SLOT, predicates), evaluator)
        for slot, count in slots
    ]
    theirs = sorted(
        {key for kind in kinds for key in kind.asked},
        key=lambda key: (key[0] is Side.SLOT, -sum(kind.count for kind in kinds if key in kind.unmet), key[2]),
    )
    total = sum(kind.count for kind in kinds)
    passed: set[_Key] = set()
    clauses = []
    for key in (*mine, *theirs):
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
    """What an ad's Requirements ask, as the engine divides them."""
    # Those that were flattened before the cycle are shown as they were.
    own = unflattened(side.ad).expr("Requirements")
    if own is None:
        return {(whose, None, "Requirements (there are none)"): None}
    found: dict[_Key, Requirement | None] = {}
    for requirement in predicates.requirements_of(side, of_slot=whose is Side.SLOT):
        clause, through = requirement.original, requirement.through
        text = _text(own if clause is WHOLE else clause)
        if through and isinstance(clause, Literal):
            # The name says more than the value that it has.
            text, through = through[-1], through[:-1]
        of = through[-1] if through else None
        found[whose, of, text] = requirement
    return found


def meets(job: MatchSide, slot: Ad, evaluator: Evaluator) -> bool:
    """Whether a slot and a job match as the cycle begins, what its consumption policy leaves included."""
    asking, enough = _consuming(job.ad, slot, evaluator)
    if enough is False:
        return False
    asking = flattened(asking, evaluator, of_slot=False) if job.flattens else asking
    slot = flattened(slot, evaluator, of_slot=True)
    return is_met(asking, slot, evaluator, leads=True) and is_met(slot, asking, evaluator, leads=False)


def _consuming(job: Ad, slot: Ad, evaluator: Evaluator) -> tuple[Ad, bool | None]:
    """The job as it asks for this slot, and whether enough is left; None where no consumption policy shares it."""
    resources = consumption.policy_resources(slot, evaluator)
    if resources is None:
        return job, None
    amounts = consumption.consumption_of(job, slot, resources, evaluator)
    return consumption.requesting(job, amounts), consumption.suffices(slot, amounts, evaluator)


def _examined(
    asking: MatchSide,
    mine: Mapping[_Key, Requirement | None],
    slot: Ad,
    count: int,
    theirs: Mapping[_Key, Requirement | None],
    evaluator: Evaluator,
) -> _Kind:
    job, enough = _consuming(asking.ad, slot, evaluator)
    asked = set(theirs) if enough is None else {*theirs, _ENOUGH}
    unmet: set[_Key] = {_ENOUGH} if enough is False else set()
    changed: dict[_Key, Expr] = {}
    for clauses, own, other, leads in ((mine, job, slot, True), (theirs, slot, job, False)):
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
    """What a clause asks of slots, directly or through attributes of the job, and none has."""
    if not slots:
        return ()
    probe = "clause of the requirements"
    asked = external_references(job.replace({probe: clause}), [probe])
    spelled = {node.name.lower(): node.name for node in walk(clause) if isinstance(node, AttributeRef)}
    return tuple(sorted(spelled.get(name, name) for name in asked if not any(name in slot for slot in slots)))
