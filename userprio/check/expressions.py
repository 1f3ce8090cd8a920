"""Expressions that are well formed, and mean something else than one would think."""

import math
from collections.abc import Iterator
from typing import Final

from userprio.check.policy import POLICY_ATTRIBUTES, may_be_true
from userprio.check.situation import Finding, Level, Situation, few, finding, knob_place, plain
from userprio.classad import (
    Ad,
    AttributeRef,
    Binary,
    Evaluator,
    Expr,
    Literal,
    Parenthesized,
    references,
    text_of,
    unparse,
    walk,
)
from userprio.config import Config, KnobType, find_knob
from userprio.credentials import masked
from userprio.formats import counted
from userprio.matching import conjuncts
from userprio.naming import likeliest, one_slip, swapped
from userprio.quotas import ROOT, GroupTree

_SORT: Final = "GROUP_SORT_EXPR"
_PREEMPTION: Final = "PREEMPTION_REQUIREMENTS"
_RANK: Final = "PREEMPTION_RANK"
_LITERALS: Final = {"undefined": one_slip, "false": one_slip, "true": swapped, "error": swapped}
"""Words of the language, and what counts as a slip of each: the short ones are too like other names."""
_EQUALS: Final = frozenset({"==", "!=", "=?=", "=!=", "is", "isnt"})
_ORDINARY: Final = 500.0
"""Effective priority of somebody new: the best real one, 0.5, times the usual factor."""
_DIGITS: Final = 24
"""Bits of a number in single precision."""


def check_expressions(situation: Situation) -> Iterator[Finding]:
    """Look at misspelt words, at groups that do not exist, and at what policies come to."""
    yield from _misspelt_literals(situation)
    yield from _unknown_groups(situation.config, situation.tree)
    yield from _anybody(situation)
    yield from _autoregroup(situation.config)
    yield from _never_true(situation)
    yield from _coarse(situation.config)


def _set_expressions(config: Config) -> Iterator[tuple[str, Expr]]:
    for name in config.names():
        knob = find_knob(name)
        if knob is not None and knob.type is KnobType.EXPRESSION and config.is_set(name):
            expression = config.usable_expression(name)
            if expression is not None:
                yield name, expression


def _misspelt_literals(situation: Situation) -> Iterator[Finding]:
    """Attributes that nothing has and that are nearly a word of the language."""
    config = situation.config
    for name, expression in _set_expressions(config):
        for node in walk(expression):
            if not isinstance(node, AttributeRef):
                continue
            word = node.name.lower()
            meant = next((each for each, slip in _LITERALS.items() if slip(word, each)), None)
            if meant is None or config.is_set(word) or any(word in ad for ad in situation.pool.slots[:1]):
                continue
            what = f"{name} asks for the attribute {node.name}, which looks like {meant.upper()}, and is undefined"
            hint = f"Write {meant.upper()}"
            fix = (node.name, meant.upper())
            yield finding(Level.WARNING, "misspelt-literal", knob_place(config, name), what, hint, fix)


def _unknown_groups(config: Config, tree: GroupTree) -> Iterator[Finding]:
    """Names that GROUP_SORT_EXPR compares AccountingGroup with, and no group has."""
    expression = config.expression(_SORT) if config.is_set(_SORT) else None
    if expression is None or not tree.group_mode:
        return
    wanted: dict[str, None] = {}
    for node in walk(expression):
        if isinstance(node, Binary) and node.op.lower() in _EQUALS:
            sides = (node.left, node.right)
            attributes = [side for side in sides if isinstance(side, AttributeRef)]
            if any(each.name.lower() == "accountinggroup" for each in attributes):
                values = (side.value for side in sides if isinstance(side, Literal))
                wanted |= {value: None for value in values if isinstance(value, str)}
    missing = [name for name in wanted if name != ROOT and tree.find(name) is None]
    if missing:
        near = likeliest(missing[0], [group.name for group in tree.groups])
        what = f"{_SORT} asks for {few(missing)}, which {'is' if len(missing) == 1 else 'are'} not in GROUP_NAMES"
        hint = f"Write {near}, if that is what you mean" if near else "Correct the name; GROUP_NAMES lists the groups"
        yield finding(Level.WARNING, "sort-group", knob_place(config, _SORT), f"{what}, so that this never holds", hint)


def _anybody(situation: Situation) -> Iterator[Finding]:
    """A gate that lets everybody through."""
    config = situation.config
    expression = config.expression(_PREEMPTION) if config.is_set(_PREEMPTION) else None
    if expression is None or not config.boolean("NEGOTIATOR_CONSIDER_PREEMPTION"):
        return
    evaluator = Evaluator(now=situation.now)
    if references(expression) or evaluator.evaluate(expression, Ad({})) is not True:
        return
    claimed = sum(text_of(evaluator, slot, "State") == "Claimed" for slot in situation.pool.slots)
    here = f"; here these are {counted(claimed, 'claimed slot')}" if claimed else ""
    what = (
        f"{_PREEMPTION} is True: any submitter below its share may end the jobs of others, even of those with a "
        f"better priority{here}"
    )
    hint = f"Compare priorities, as in {_PREEMPTION} = RemoteUserPrio > SubmitterUserPrio * 1.2"
    yield finding(Level.WARNING, "preemption-open", knob_place(config, _PREEMPTION), what, hint)


def _autoregroup(config: Config) -> Iterator[Finding]:
    expression = config.expression(_PREEMPTION) if config.is_set(_PREEMPTION) else None
    if expression is not None and "remoteautoregroup" in {reference.name for reference in references(expression)}:
        what = f"{_PREEMPTION} asks for RemoteAutoregroup, which is False in every slot, however its job came there"
        yield finding(
            Level.WARNING,
            "autoregroup-unknown",
            knob_place(config, _PREEMPTION),
            what,
            "Compare RemoteNegotiatingGroup with RemoteGroup, if that is what you mean",
        )


def _never_true(situation: Situation) -> Iterator[Finding]:
    """A policy one of whose conditions is settled, and not true: without asking anything, or for want of an attribute.

    What neither the claimed slots of a pool nor its jobs have, and a negotiator does not add, is undefined.
    """
    config, pool = situation.config, situation.pool
    expression = config.expression(_PREEMPTION) if config.is_set(_PREEMPTION) else None
    if expression is None or not config.boolean("NEGOTIATOR_CONSIDER_PREEMPTION"):
        return
    evaluator = Evaluator(now=situation.now)
    clauses = [clause for clause, _ in conjuncts(Ad({}), expression)]
    never = [each for each in clauses if not references(each) and evaluator.evaluate(each, Ad({})) is not True]
    if never and len(clauses) > 1:
        told = masked(unparse(never[0])).strip()
        what = f"{_PREEMPTION} is never true, as its condition `{told}` never is: nothing is preempted by priority"
        hint = f"Correct the condition, or write {_PREEMPTION} = False"
        yield finding(Level.WARNING, "policy-never-true", knob_place(config, _PREEMPTION), what, hint)
        return
    claimed = [ad for ad in pool.slots if text_of(evaluator, ad, "State") == "Claimed"]
    if not (claimed and pool.jobs):
        return
    known = {name.lower() for name in POLICY_ATTRIBUTES} | {"currenttime", "my", "target"}
    for clause in clauses:
        unknown = [
            reference.name
            for reference in references(clause)
            if reference.name not in known and not any(reference.name in ad for ad in (*claimed, *pool.jobs))
        ]
        missing = frozenset(unknown)
        if missing and not may_be_true(clause, missing):
            what = (
                f"{_PREEMPTION} is never true here: it asks for {few(sorted(missing))}, which neither the "
                f"{counted(len(claimed), 'claimed slot')} nor the jobs have"
            )
            hint = "Correct the name, or publish it: STARTD_JOB_ATTRS for attributes of the running job"
            yield finding(Level.WARNING, "policy-never-true", knob_place(config, _PREEMPTION), what, hint)
            return


def _coarse(config: Config) -> Iterator[Finding]:
    """A tie-break that disappears beside RemoteUserPrio times a large number, as ranks have 24 bits."""
    knob = find_knob(_RANK)
    text = config.text(_RANK) if config.is_set(_RANK) else None
    default = None if knob is None else knob.default
    if text is None or (default is not None and _bare(text) == _bare(default)):
        return
    terms = list(_terms(config.expression(_RANK)))
    factor = next((factor for factor in map(_times_priority, terms) if factor), 0.0)
    others = [term for term in terms if not _times_priority(term) and any(_attributes(term))]
    size = _ORDINARY * factor
    if size < 2**_DIGITS or not others:
        return
    step = 2.0 ** (math.floor(math.log2(size)) - _DIGITS + 1)
    names = list(dict.fromkeys(name for term in others for name in _attributes(term)))
    what = (
        f"{_RANK} is compared in single precision: beside RemoteUserPrio * {factor:.0f}, which is {size:.0f} for "
        f"a priority of {plain(_ORDINARY)}, what {few(names)} adds counts in steps of {plain(step)} only"
    )
    hint = "Multiply by less, such as 1000, for a finer order among the slots of one user"
    yield finding(Level.NOTE, "rank-precision", knob_place(config, _RANK), what, hint)


def _bare(text: str) -> str:
    return "".join(text.split()).lower()


def _terms(expression: Expr | None) -> Iterator[Expr]:
    """What is added or subtracted."""
    match expression:
        case Parenthesized(inner):
            yield from _terms(inner)
        case Binary("+" | "-", left, right):
            yield from _terms(left)
            yield from _terms(right)
        case None:
            return
        case _:
            yield expression


def _times_priority(term: Expr) -> float:
    """The number that RemoteUserPrio is multiplied by; 0 for any other term."""
    match term:
        case Binary("*", AttributeRef(name), Literal(factor)) | Binary("*", Literal(factor), AttributeRef(name)):
            ours = name.lower() == "remoteuserprio" and isinstance(factor, int | float)
            return float(factor) if ours and isinstance(factor, int | float) else 0.0
    return 0.0


def _attributes(term: Expr) -> Iterator[str]:
    return (node.name for node in walk(term) if isinstance(node, AttributeRef))
