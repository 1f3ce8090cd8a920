"""Knobs that are well formed and do something else than one would think."""

import re
from collections.abc import Iterator, Set
from typing import Final

from userprio.check.situation import NOWHERE, Finding, Level, Location, Situation, few, finding, knob_place, plain
from userprio.classad import (
    Ad,
    AttributeRef,
    Binary,
    Conditional,
    Evaluator,
    Expr,
    Parenthesized,
    Unary,
    references,
    unparse,
)
from userprio.config import Config
from userprio.cxx import atof
from userprio.formats import counted
from userprio.naming import likeliest
from userprio.negotiation import MISSING_IN_FIRST_CYCLE
from userprio.quotas import GroupTree

_PREEMPTION: Final = "PREEMPTION_REQUIREMENTS"
_SORT: Final = "GROUP_SORT_EXPR"
_NUMBER: Final = re.compile(r"\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*")
_FACTORS: Final = ("DEFAULT_PRIO_FACTOR", "NICE_USER_PRIO_FACTOR", "REMOTE_PRIO_FACTOR")
_SHORT_HALF_LIFE_S: Final = 60.0
_SORT_ATTRIBUTES: Final = (
    "AccountingGroup GroupQuota GroupResourcesAllocated GroupResourcesInUse SortExpr SortExprString"
).split()
POLICY_ATTRIBUTES: Final = (
    "SubmitterUserPrio SubmittorPrio SubmitterUserResourcesInUse SubmitterNegotiatingGroup SubmitterAutoregroup "
    "SubmitterGroup SubmitterGroupResourcesInUse SubmitterGroupQuota RemoteUserPrio RemoteUserFloor "
    "RemoteUserResourcesInUse RemoteGroup RemoteGroupResourcesInUse RemoteGroupQuota RemoteNegotiatingGroup "
    "RemoteAutoregroup RemoteUser RemoteOwner"
).split()
"""What the negotiator, or a startd, adds to the ads that PREEMPTION_REQUIREMENTS looks at."""
_NAMES: Final = "RemoteGroup, RemoteGroupQuota and RemoteGroupResourcesInUse"
_MISSING: Final = frozenset(MISSING_IN_FIRST_CYCLE)
_NEITHER: Final = frozenset({"=?=", "=!=", "?:"})
"""Operators that make something of an operand that is not defined."""


def check_policy(situation: Situation) -> Iterator[Finding]:
    """Preemption, order of groups, factors, half-life and the timing of cycles."""
    config, tree = situation.config, situation.tree
    yield from _preemption(config)
    yield from _sort_expression(config)
    yield from _half_life(config)
    yield from _factors(config, tree)
    yield from _timing(config)
    if tree.group_mode and config.boolean("NEGOTIATOR_READ_CONFIG_BEFORE_CYCLE"):
        place = knob_place(config, "NEGOTIATOR_READ_CONFIG_BEFORE_CYCLE")
        what = "The configuration is reread before each cycle, but the groups and their quotas are not"
        yield finding(Level.NOTE, "groups-not-reread", place, what, "After a change of groups, run condor_reconfig")


def _preemption(config: Config) -> Iterator[Finding]:
    place = knob_place(config, _PREEMPTION)
    considered = config.boolean("NEGOTIATOR_CONSIDER_PREEMPTION")
    if not config.is_set(_PREEMPTION):
        if config.raw(_PREEMPTION) == "" and considered:
            what = f"{_PREEMPTION} is empty, which is not a condition: any better match may end a running job"
            yield finding(Level.WARNING, "preemption-ungated", place, what, f"Set {_PREEMPTION} = False for none")
        return
    expression = config.expression(_PREEMPTION)
    if expression is None:
        return
    value = Evaluator(now=0).evaluate(expression, Ad({}))
    if value is False:
        return
    if not considered:
        what = f"{_PREEMPTION} is never asked, because NEGOTIATOR_CONSIDER_PREEMPTION is False"
        yield finding(Level.WARNING, "preemption-unused", place, what, "Set NEGOTIATOR_CONSIDER_PREEMPTION = True")
        return
    if isinstance(value, int | float) and not isinstance(value, bool):
        what = f"{_PREEMPTION} is the number {plain(value)}; only the truth value True lets a job be preempted"
        yield finding(Level.WARNING, "preemption-number", place, what, "Write True, or a comparison")
    known = {name.lower() for name in POLICY_ATTRIBUTES}
    for reference in sorted(references(expression), key=lambda reference: reference.name):
        starts = reference.name.startswith(("submit", "remote"))
        near = None if reference.name in known or not starts else likeliest(reference.name, POLICY_ATTRIBUTES)
        if near is not None:
            what = f"{_PREEMPTION} asks for {reference.name}, which neither slot nor job has, so it is never true"
            yield finding(Level.WARNING, "preemption-attribute", place, what, f"Write {near}, if that is what you mean")


def _sort_expression(config: Config) -> Iterator[Finding]:
    expression = config.expression(_SORT)
    if expression is None:
        return
    known = {name.lower() for name in _SORT_ATTRIBUTES}
    unknown = sorted({reference.name for reference in references(expression)} - known)
    if unknown:
        what = (
            f"{_SORT} refers to {few(unknown)}, which the ads of groups do not have; where it is not a number, a "
            "group is served after all others"
        )
        hint = f"Use {', '.join(_SORT_ATTRIBUTES[:4])} only"
        yield finding(Level.WARNING, "sort-attribute", knob_place(config, _SORT), what, hint)
    elif isinstance(expression_value := Evaluator(now=0).evaluate(expression, Ad({})), str):
        what = f"{_SORT} is the text {expression_value!r}, not a number, so that all groups are ordered alike"
        yield finding(Level.WARNING, "sort-attribute", knob_place(config, _SORT), what, f"Not {unparse(expression)}")


def _half_life(config: Config) -> Iterator[Finding]:
    seconds, place = config.real("PRIORITY_HALFLIFE"), knob_place(config, "PRIORITY_HALFLIFE")
    if seconds < 0:
        what = "PRIORITY_HALFLIFE is negative: real priorities move away from usage instead of towards it"
    elif seconds == 0:
        what = "PRIORITY_HALFLIFE is 0: real priority is what is in use at the moment, and past usage does not count"
    elif seconds < _SHORT_HALF_LIFE_S:
        what = f"PRIORITY_HALFLIFE is {plain(seconds)} seconds: a pause of a few minutes wipes out all past usage"
    else:
        return
    yield finding(Level.WARNING, "half-life", place, what, "Give it in seconds; a day, 86400, is the default")


def _factors(config: Config, tree: GroupTree) -> Iterator[Finding]:
    for name in _FACTORS:
        text = config.text(name) or ""
        if not config.is_set(name):
            continue
        value, place = atof(text), knob_place(config, name)
        if not _NUMBER.fullmatch(text):
            what = f"{name} is `{text}`; only the number at its beginning is read: {plain(max(value, 1.0))}"
            yield finding(Level.WARNING, "factor-misread", place, what, "Give a plain number; expressions do not work")
        elif value < 1:
            what = f"{name} is {plain(value)}, and a factor below 1 is stored as 1"
            yield finding(Level.WARNING, "factor-below-one", place, what, "Give 1 or more")
    for group in tree.groups[1:]:
        name = f"GROUP_PRIO_FACTOR_{group.name}"
        factor = config.real(name, default=0.0)
        if factor < 1 and factor != 0:
            what = f"{name} is {plain(factor)}, and a factor below 1 is stored as 1"
            yield finding(Level.WARNING, "factor-below-one", knob_place(config, name), what, "Give 1 or more")


def _timing(config: Config) -> Iterator[Finding]:
    interval = config.integer("NEGOTIATOR_INTERVAL")
    rules = (
        ("NEGOTIATOR_CYCLE_DELAY", "after the end of the last"),
        ("NEGOTIATOR_MIN_INTERVAL", "after its start"),
    )
    longer = [(config.integer(name), name, rule) for name, rule in rules if config.integer(name) > interval]
    if longer:
        names = [name for _, name, _ in longer]
        given = " and ".join(f"{name} is {least}" for least, name, _ in longer)
        then = " and ".join(f"{least} s {rule}" for least, _, rule in longer)
        what = f"{given}, more than NEGOTIATOR_INTERVAL, {interval}, which has no effect: a cycle starts {then}"
        hint = f"For more cycles, lower {' and '.join(names)}"
        yield finding(Level.NOTE, "cycle-delay", knob_place(config, *names, "NEGOTIATOR_INTERVAL"), what, hint)


def check_first_cycle(situation: Situation) -> Iterator[Finding]:
    """Policies that compare with what claimed slots show of their groups, which a first cycle does not have.

    They are PREEMPTION_REQUIREMENTS, and the Requirements of the slots of a snapshot.
    """
    config, tree = situation.config, situation.tree
    if not config.boolean("NEGOTIATOR_CONSIDER_PREEMPTION"):
        return
    policy = config.expression(_PREEMPTION)
    if policy is not None and not may_be_true(policy):
        yield _never(
            _PREEMPTION, "is", "nothing is preempted because of priority", knob_place(config, _PREEMPTION), tree
        )
    slots = 0
    matching: dict[str | Expr | None, bool] = {}
    for ad in situation.pool.slots:
        said = ad.raw_value("requirements")
        if said not in matching:
            expression = ad.lookup("requirements")
            matching[said] = expression is None or may_be_true(expression)
        slots += not matching[said]
    if slots:
        whose = f"the Requirements (START) of {counted(slots, 'slot')}"
        yield _never(whose, "are", "nothing matches there", NOWHERE, tree)


def _never(what: str, verb: str, so: str, place: Location, tree: GroupTree) -> Finding:
    if not tree.group_mode:
        message = f"Without groups {_NAMES} are never defined: {what} {verb} never true, and {so}"
        return finding(Level.WARNING, "remote-group-without-groups", place, message, "Set GROUP_NAMES, or correct it")
    message = (
        f"In the first cycle after a negotiator's start claimed slots do not show {_NAMES}: {what} {verb} not true "
        f"then, and {so} before the second cycle"
    )
    hint = "Nothing needs to be done if that can wait; see `userprio negotiate --first-cycle`"
    return finding(Level.NOTE, "first-cycle", place, message, hint)


def may_be_true(expression: Expr, missing: Set[str] = _MISSING) -> bool:
    """Whether an expression can be true though these attributes are not defined; True where that cannot be told."""
    match expression:
        case Parenthesized(inner):
            return may_be_true(inner, missing)
        case Binary("&&", left, right):
            return may_be_true(left, missing) and may_be_true(right, missing)
        case Binary("||", left, right):
            return may_be_true(left, missing) or may_be_true(right, missing)
        case Conditional(condition, yes, no):
            return not _undefined(condition, missing) and (may_be_true(yes, missing) or may_be_true(no, missing))
    return not _undefined(expression, missing)


def _undefined(expression: Expr, missing: Set[str]) -> bool:
    """Whether a value cannot be but undefined (or an error) for want of those attributes."""
    match expression:
        case AttributeRef(name):
            return name.lower() in missing
        case Parenthesized(inner) | Unary(_, inner):
            return _undefined(inner, missing)
        case Binary("&&" | "||", left, right):
            return _undefined(left, missing) and _undefined(right, missing)
        case Binary(op, left, right):
            return op not in _NEITHER and (_undefined(left, missing) or _undefined(right, missing))
    return False
