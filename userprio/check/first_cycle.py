"""Policies that compare with what claimed slots show of their groups, which a first cycle does not have."""

from collections.abc import Iterator
from typing import Final

from userprio.check.finding import Finding, Level, Place, counted, finding, knob_place
from userprio.classad import Expr
from userprio.classad.ast import AttributeRef, Binary, Conditional, Parenthesized, Unary
from userprio.config import Config
from userprio.negotiation.ephemeral import MISSING_IN_FIRST_CYCLE
from userprio.pool.pool import Pool
from userprio.quotas import GroupTree

_POLICY: Final = "PREEMPTION_REQUIREMENTS"
_NAMES: Final = "RemoteGroup, RemoteGroupQuota and RemoteGroupResourcesInUse"
_NEITHER: Final = frozenset({"=?=", "=!=", "?:"})
"""Operators that make something of an operand that is not defined."""


def check_first_cycle(config: Config, pool: Pool, tree: GroupTree) -> Iterator[Finding]:
    """Look at PREEMPTION_REQUIREMENTS, and at the Requirements of the slots of a snapshot."""
    if not config.boolean("NEGOTIATOR_CONSIDER_PREEMPTION"):
        return
    policy = config.expression(_POLICY)
    if policy is not None and not may_be_true(policy):
        yield _never(_POLICY, "is", "nothing is preempted for the sake of priority", knob_place(config, _POLICY), tree)
    slots = 0
    matching: dict[str | Expr | None, bool] = {}
    for ad in pool.slots:
        said = ad.raw_value("requirements")
        if said not in matching:
            expression = ad.lookup("requirements")
            matching[said] = expression is None or may_be_true(expression)
        slots += not matching[said]
    if slots:
        whose = f"the Requirements (START) of {counted(slots, 'slot')}"
        yield _never(whose, "are", "nothing matches there", Place(), tree)


def _never(what: str, verb: str, so: str, place: Place, tree: GroupTree) -> Finding:
    if not tree.group_mode:
        happens = f"Without groups {_NAMES} are never defined: {what} {verb} never true, and {so}"
        return finding(Level.WARNING, "remote-group-without-groups", place, happens, "Set GROUP_NAMES, or mend it")
    happens = (
        f"In the first cycle after a negotiator's start claimed slots do not show {_NAMES}: {what} {verb} not true "
        f"then, and {so} before the second cycle"
    )
    advice = "Nothing to mend if that can wait; see `userprio negotiate --first-cycle`"
    return finding(Level.NOTE, "first-cycle", place, happens, advice)


def may_be_true(expression: Expr) -> bool:
    """Whether an expression can be true though those attributes are not defined; True where that cannot be told."""
    match expression:
        case Parenthesized(inner):
            return may_be_true(inner)
        case Binary("&&", left, right):
            return may_be_true(left) and may_be_true(right)
        case Binary("||", left, right):
            return may_be_true(left) or may_be_true(right)
        case Conditional(condition, yes, no):
            return not _undefined(condition) and (may_be_true(yes) or may_be_true(no))
    return not _undefined(expression)


def _undefined(expression: Expr) -> bool:
    """Whether a value cannot be but undefined (or an error) for want of those attributes."""
    match expression:
        case AttributeRef(name):
            return name.lower() in MISSING_IN_FIRST_CYCLE
        case Parenthesized(inner) | Unary(_, inner):
            return _undefined(inner)
        case Binary("&&" | "||", left, right):
            return _undefined(left) and _undefined(right)
        case Binary(op, left, right):
            return op not in _NEITHER and (_undefined(left) or _undefined(right))
    return False
