"""Requirements taken apart: which clause of the job's, and which of the slots', leaves how many slots.

Requirements are a chain of clauses joined by `&&`, and true when each clause is; so slots can be counted clause by
clause without losing any. They are divided as matching divides them: a clause that is nothing but the name of another
attribute of the ad, as in `Requirements = START`, stands for the clauses of that attribute.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

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
)
from userprio.matching import WHOLE, MatchPredicates, consumption

_LONGEST_VALUE = 40


class Side(StrEnum):
    """Whose Requirements a clause belongs to."""

    JOB = "job"
    SLOT = "slot"
    POLICY = "consumption policy"
    """Not a clause of anybody's: a slot that is shared by consumption has not enough left."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause, and what it does to the number of slots."""

    side: Side
    text: str
    of: str | None
    """The attribute in which it stands, where that is not Requirements itself."""
    values: Mapping[str, str]
    """What the attributes of the job that it refers to are worth."""
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


@dataclass(frozen=True, slots=True)
class Matching:
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


@dataclass(frozen=True, slots=True)
class _Kind:
    """Equal slots, and which clauses they and the job do not meet."""

    count: int
    asked: frozenset[tuple[Side, str | None, str]]
    unmet: frozenset[tuple[Side, str | None, str]]


_Key = tuple[Side, str | None, str]
_ENOUGH: _Key = (Side.POLICY, None, "enough of each resource is left")
_NO_REQUIREMENTS: Mapping[Side, _Key] = {
    Side.JOB: (Side.JOB, None, "Requirements (there are none)"),
    Side.SLOT: (Side.SLOT, None, "Requirements (there are none)"),
}


def take_apart(job: Ad, slots: Sequence[tuple[Ad, int]], evaluator: Evaluator) -> Matching:
    """Count the slots, given as ads each with how many are like it, that each clause leaves."""
    predicates = MatchPredicates(ReferenceIndex([job, *(slot for slot, _ in slots)]), evaluator)
    mine = _clauses(job, Side.JOB, predicates)
    kinds = [
        _examined(job, mine, slot, count, _clauses(slot, Side.SLOT, predicates), evaluator) for slot, count in slots
    ]
    theirs = sorted(
        {key for kind in kinds for key in kind.asked},
        key=lambda key: (key[0] is Side.SLOT, -sum(kind.count for kind in kinds if key in kind.unmet), key[2]),
    )
    total = sum(kind.count for kind in kinds)
    passed: set[_Key] = set()
    clauses = []
    for key in (*mine, *theirs):
        passed.add(key)
        asked = total if key in mine else sum(kind.count for kind in kinds if key in kind.asked)
        expr = mine.get(key)
        clauses.append(
            Clause(
                side=key[0],
                text=key[2],
                of=key[1],
                values={} if expr is None else _values(expr, job, evaluator),
                unknown=() if expr is None else _unknown(expr, job, [slot for slot, _ in slots]),
                slots=asked,
                alone=asked - sum(kind.count for kind in kinds if key in kind.unmet),
                left=sum(kind.count for kind in kinds if kind.unmet.isdisjoint(passed)),
                without=sum(kind.count for kind in kinds if kind.unmet <= {key}),
            )
        )
    return Matching(total, sum(kind.count for kind in kinds if not kind.unmet), tuple(clauses))


def _clauses(ad: Ad, side: Side, predicates: MatchPredicates) -> dict[_Key, Expr | None]:
    """What an ad's Requirements ask, as the engine divides them."""
    own = ad.expr("Requirements")
    if own is None:
        return {_NO_REQUIREMENTS[side]: None}
    found: dict[_Key, Expr | None] = {}
    for clause, through in predicates.operands(ad, own):
        text = _text(own if clause is WHOLE else clause)
        if through and isinstance(clause, Literal):
            # The name says more than the value that it has.
            text, through = through[-1], through[:-1]
        of = through[-1] if through else None
        found[side, of, text] = clause
    return found


def meets(job: Ad, slot: Ad, evaluator: Evaluator) -> bool:
    """Whether a slot and a job match, what its consumption policy leaves included."""
    resources = consumption.policy_resources(slot, evaluator)
    if resources is not None:
        amounts = consumption.consumption_of(job, slot, resources, evaluator)
        if not consumption.suffices(slot, amounts, evaluator):
            return False
        job = consumption.requesting(job, amounts)
    return evaluator.matches(job, slot)


def _examined(
    job: Ad,
    mine: Mapping[_Key, Expr | None],
    slot: Ad,
    count: int,
    theirs: Mapping[_Key, Expr | None],
    evaluator: Evaluator,
) -> _Kind:
    asked = set(theirs)
    unmet: set[_Key] = set()
    resources = consumption.policy_resources(slot, evaluator)
    if resources is not None:
        asked.add(_ENOUGH)
        amounts = consumption.consumption_of(job, slot, resources, evaluator)
        if not consumption.suffices(slot, amounts, evaluator):
            unmet.add(_ENOUGH)
        job = consumption.requesting(job, amounts)
    for clauses, own, other in ((mine, job, slot), (theirs, slot, job)):
        unmet |= {
            key for key, expr in clauses.items() if expr is None or not is_true(evaluator.evaluate(expr, own, other))
        }
    return _Kind(count, frozenset(asked), frozenset(unmet))


def _text(clause: Expr) -> str:
    while isinstance(clause, Parenthesized):
        clause = clause.inner
    return unparse(clause).strip()


def _values(clause: Expr, job: Ad, evaluator: Evaluator) -> dict[str, str]:
    """The attributes of the job that a clause refers to, with short values."""
    found: dict[str, str] = {}
    spelled = {name.lower(): name for name in job}
    for reference in sorted(references(clause), key=lambda reference: reference.name):
        name = spelled.get(reference.name)
        if name is not None and reference.scope != "target":
            text = format_value(evaluator.attribute(name, job))
            if len(text) <= _LONGEST_VALUE:
                found[name] = text
    return found


def _unknown(clause: Expr, job: Ad, slots: Iterable[Ad]) -> tuple[str, ...]:
    """What a clause asks of slots, directly or through attributes of the job, and none has."""
    probe = "clause of the requirements"
    asked = external_references(job.replace({probe: clause}), [probe])
    known = list(slots)
    if not known:
        return ()
    spelled = {node.name.lower(): node.name for node in _nodes(clause) if isinstance(node, AttributeRef)}
    return tuple(sorted(spelled.get(name, name) for name in asked if not any(name in slot for slot in known)))


def _nodes(expr: Expr) -> Iterator[Expr]:
    waiting = [expr]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(node.children)
