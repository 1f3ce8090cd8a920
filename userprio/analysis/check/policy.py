"""Knobs and expressions that are well formed, but do something other than one would expect."""

import math
import re
from collections.abc import Iterator, Set
from typing import Final

from userprio.accounting.quotas import ROOT, GroupTree
from userprio.analysis.check.findings import Findings, Situation, few, if_meant, knob_place, note, plain, warning
from userprio.base import atof, counted, likeliest, masked, one_slip, swapped
from userprio.classad import (
    Ad,
    AttributeRef,
    Binary,
    Conditional,
    Evaluator,
    Expr,
    Literal,
    Parenthesized,
    Unary,
    references,
    text_of,
    unparse,
    walk,
)
from userprio.config import Config, KnobType, find_knob
from userprio.negotiation import MISSING_IN_FIRST_CYCLE
from userprio.negotiation.matching import conjuncts

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
"""Attributes that the negotiator, or a startd, adds to the ads that PREEMPTION_REQUIREMENTS is evaluated with."""
_NAMES: Final = "RemoteGroup, RemoteGroupQuota and RemoteGroupResourcesInUse"

_NEITHER: Final = frozenset({"=?=", "=!=", "?:"})
"""Operators that do not pass on an undefined operand."""


def check_policy(situation: Situation) -> Findings:
    """Check preemption, the order of groups, factors, half-life and the timing of cycles."""
    config, tree = situation.config, situation.tree
    yield from _preemption(config)
    yield from _sort_expression(config)
    yield from _half_life(config)
    yield from _factors(config, tree)
    yield from _timing(config)
    if tree.group_mode and config.boolean("NEGOTIATOR_READ_CONFIG_BEFORE_CYCLE"):
        place = knob_place(config, "NEGOTIATOR_READ_CONFIG_BEFORE_CYCLE")
        what = "The configuration is reread before each cycle, but the groups and their quotas are not"
        yield note("groups-not-reread", place, what, "After a change of groups, run condor_reconfig")


def _preemption(config: Config) -> Findings:
    place, considered = knob_place(config, _PREEMPTION), config.boolean("NEGOTIATOR_CONSIDER_PREEMPTION")
    if not config.is_set(_PREEMPTION):
        if config.raw(_PREEMPTION) == "" and considered:
            what = f"{_PREEMPTION} is empty, which is not a condition: any better match may end a running job"
            yield warning("preemption-ungated", place, what, f"Set {_PREEMPTION} = False for none")
        return
    expression = config.expression(_PREEMPTION)
    # An empty ad: only what is constant has a value here, and False is how preemption is switched off.
    if expression is None or (value := Evaluator(now=0).evaluate(expression, Ad({}))) is False:
        return
    if not considered:
        what = f"{_PREEMPTION} is never evaluated, because NEGOTIATOR_CONSIDER_PREEMPTION is False"
        yield warning("preemption-unused", place, what, "Set NEGOTIATOR_CONSIDER_PREEMPTION = True")
        return
    if isinstance(value, int | float) and not isinstance(value, bool):
        what = f"{_PREEMPTION} is the number {plain(value)}; only the truth value True lets a job be preempted"
        yield warning("preemption-number", place, what, "Write True, or a comparison")
    known = {name.lower() for name in POLICY_ATTRIBUTES}
    for reference in sorted(references(expression), key=lambda reference: reference.name):
        # Jobs and slots may have any attribute; only names like the negotiator's own can be known to be mistyped.
        starts = reference.name.startswith(("submit", "remote"))
        near = None if reference.name in known or not starts else likeliest(reference.name, POLICY_ATTRIBUTES)
        if near is not None:
            what = f"{_PREEMPTION} asks for {reference.name}, which neither slot nor job has, so it is never true"
            yield warning("preemption-attribute", place, what, if_meant(near))


def _sort_expression(config: Config) -> Findings:
    if (expression := config.expression(_SORT)) is None:
        return
    unknown = {reference.name for reference in references(expression)} - {name.lower() for name in _SORT_ATTRIBUTES}
    if unknown:
        what = (
            f"{_SORT} refers to {few(sorted(unknown))}, which the ads of groups do not have; where it is not a number, "
            "a group is served after all others"
        )
        yield warning("sort-attribute", knob_place(config, _SORT), what, f"Use {', '.join(_SORT_ATTRIBUTES[:4])} only")
    elif isinstance(value := Evaluator(now=0).evaluate(expression, Ad({})), str):
        what = f"{_SORT} is the text {value!r}, not a number, so that all groups are ordered alike"
        yield warning("sort-attribute", knob_place(config, _SORT), what, f"Not {unparse(expression)}")


def _half_life(config: Config) -> Findings:
    seconds, place = config.real("PRIORITY_HALFLIFE"), knob_place(config, "PRIORITY_HALFLIFE")
    if seconds < 0:
        what = "PRIORITY_HALFLIFE is negative: real priorities move away from usage instead of towards it"
    elif seconds == 0:
        what = "PRIORITY_HALFLIFE is 0: real priority is what is in use at the moment, and past usage does not count"
    elif seconds < _SHORT_HALF_LIFE_S:
        what = f"PRIORITY_HALFLIFE is {plain(seconds)} seconds: a pause of a few minutes wipes out all past usage"
    else:
        return
    yield warning("half-life", place, what, "Give it in seconds; a day, 86400, is the default")


def _factors(config: Config, tree: GroupTree) -> Findings:
    for name in filter(config.is_set, _FACTORS):
        text = config.text(name) or ""
        # The accountant reads factors with atof: of `10 * 2` it takes the 10.
        if _NUMBER.fullmatch(text):
            yield from _below_one(config, name, atof(text))
        else:
            what = f"{name} is `{text}`; only the number at its beginning is read: {plain(max(atof(text), 1.0))}"
            hint = "Give a plain number; expressions do not work"
            yield warning("factor-misread", knob_place(config, name), what, hint)
    for name in (f"GROUP_PRIO_FACTOR_{group.name}" for group in tree.groups[1:]):
        if (factor := config.real(name, default=0.0)) != 0:
            yield from _below_one(config, name, factor)


def _below_one(config: Config, name: str, factor: float) -> Findings:
    if factor < 1:
        what = f"{name} is {plain(factor)}, and a factor below 1 is stored as 1"
        yield warning("factor-below-one", knob_place(config, name), what, "Give 1 or more")


def _timing(config: Config) -> Findings:
    interval = config.integer("NEGOTIATOR_INTERVAL")
    rules = (("NEGOTIATOR_CYCLE_DELAY", "after the end of the last"), ("NEGOTIATOR_MIN_INTERVAL", "after its start"))
    longer = [(config.integer(name), name, rule) for name, rule in rules if config.integer(name) > interval]
    if longer:
        names = [name for _, name, _ in longer]
        given = " and ".join(f"{name} is {least}" for least, name, _ in longer)
        then = " and ".join(f"{least} s {rule}" for least, _, rule in longer)
        what = f"{given}, more than NEGOTIATOR_INTERVAL, {interval}, which has no effect: a cycle starts {then}"
        hint = f"For more cycles, lower {' and '.join(names)}"
        yield note("cycle-delay", knob_place(config, *names, "NEGOTIATOR_INTERVAL"), what, hint)


def check_first_cycle(situation: Situation) -> Findings:
    """Policies that depend on attributes of claimed slots about groups, which are missing in the first cycle.

    They are PREEMPTION_REQUIREMENTS, and the Requirements of a snapshot's slots.
    """
    config = situation.config
    if not config.boolean("NEGOTIATOR_CONSIDER_PREEMPTION"):
        return
    if (policy := config.expression(_PREEMPTION)) is not None and not may_be_true(policy):
        yield from _never(situation, _PREEMPTION, "is", "nothing is preempted because of priority", _PREEMPTION)
    slots = 0
    matching: dict[str | Expr | None, bool] = {}
    for ad in situation.pool.slots:
        # By text, since thousands of slots share one expression.
        text = ad.raw_value("requirements")
        if text not in matching:
            matching[text] = (asked := ad.lookup("requirements")) is None or may_be_true(asked)
        slots += not matching[text]
    if slots:
        whose = f"the Requirements (START) of {counted(slots, 'slot')}"
        yield from _never(situation, whose, "are", "nothing matches there")


def _never(situation: Situation, what: str, verb: str, so: str, *knobs: str) -> Findings:
    """The finding about what is set by these knobs, if any."""
    place = knob_place(situation.config, *knobs)
    if not situation.tree.group_mode:
        message = f"Without groups {_NAMES} are never defined: {what} {verb} never true, and {so}"
        yield warning("remote-group-without-groups", place, message, "Set GROUP_NAMES, or correct it")
        return
    message = (
        f"In the first cycle after a negotiator's start claimed slots do not show {_NAMES}: {what} {verb} not true "
        f"then, and {so} before the second cycle"
    )
    hint = "Nothing needs to be done if that can wait; see `userprio negotiate --first-cycle`"
    yield note("first-cycle", place, message, hint)


def may_be_true(expression: Expr, missing: Set[str] = frozenset(MISSING_IN_FIRST_CYCLE)) -> bool:
    """Whether an expression may be true although these attributes are undefined; True if that is unknown."""
    match expression:
        case Parenthesized(inner):
            return may_be_true(inner, missing)
        case Binary("&&", left, right):
            return may_be_true(left, missing) and may_be_true(right, missing)
        # undefined || true is true: one side that may be true is enough, and with && both have to be.
        case Binary("||", left, right):
            return may_be_true(left, missing) or may_be_true(right, missing)
        case Conditional(condition, yes, no):
            return not _undefined(condition, missing) and (may_be_true(yes, missing) or may_be_true(no, missing))
    return not _undefined(expression, missing)


def _undefined(expression: Expr, missing: Set[str]) -> bool:
    """Whether a value is always undefined (or an error) without those attributes."""
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


_RANK: Final = "PREEMPTION_RANK"
_LITERALS: Final = {"undefined": one_slip, "false": one_slip, "true": swapped, "error": swapped}
"""Words of the language, and what counts as a typing error in each: short words resemble too many other names."""
_EQUALS: Final = frozenset({"==", "!=", "=?=", "=!=", "is", "isnt"})
_ORDINARY: Final = 500.0
"""Effective priority of a new submitter: the best real priority, 0.5, times the default factor."""
_DIGITS: Final = 24
"""Significant bits in single precision."""


def check_expressions(situation: Situation) -> Findings:
    """Check for misspelt words, groups that do not exist, and the effects of policies."""
    config = situation.config
    yield from _misspelt_literals(situation)
    yield from _unknown_groups(config, situation.tree)
    policy = config.expression(_PREEMPTION) if config.is_set(_PREEMPTION) else None
    if policy is not None:
        considered = config.boolean("NEGOTIATOR_CONSIDER_PREEMPTION")
        if considered:
            yield from _anybody(situation, policy)
        if "remoteautoregroup" in {reference.name for reference in references(policy)}:
            what = f"{_PREEMPTION} asks for RemoteAutoregroup, which is False in every slot, however its job came there"
            hint = "Compare RemoteNegotiatingGroup with RemoteGroup, if that is what you mean"
            yield warning("autoregroup-unknown", knob_place(config, _PREEMPTION), what, hint)
        if considered:
            yield from _never_true(situation, policy)
    yield from _coarse(config)


def _misspelt_literals(situation: Situation) -> Findings:
    """Attributes that nothing defines and that resemble a word of the language."""
    config = situation.config
    for name in filter(config.is_set, config.names()):
        knob = find_knob(name)
        expression = config.usable_expression(name) if knob and knob.type is KnobType.EXPRESSION else None
        for node in () if expression is None else _attributes(expression):
            word = node.name.lower()
            meant = next((literal for literal, slip in _LITERALS.items() if slip(word, literal)), None)
            # An attribute that slots have, or a macro of that name, was not meant to be a literal.
            if meant is None or config.is_set(word) or any(word in ad for ad in situation.pool.slots[:1]):
                continue
            meant = meant.upper()
            what = f"{name} asks for the attribute {node.name}, which looks like {meant}, and is undefined"
            yield warning("misspelt-literal", knob_place(config, name), what, f"Write {meant}", (node.name, meant))


def _unknown_groups(config: Config, tree: GroupTree) -> Findings:
    """Names that GROUP_SORT_EXPR compares AccountingGroup with, but that no group has."""
    expression = config.expression(_SORT) if config.is_set(_SORT) else None
    if expression is None or not tree.group_mode:
        return
    wanted: dict[str, None] = {}
    for node in walk(expression):
        if isinstance(node, Binary) and node.op.lower() in _EQUALS:
            match node.left, node.right:
                case (AttributeRef(name), Literal(str(value))) | (Literal(str(value)), AttributeRef(name)):
                    wanted |= {value: None} if name.lower() == "accountinggroup" else {}
    missing = [name for name in wanted if name != ROOT and tree.find(name) is None]
    if missing:
        near = likeliest(missing[0], [group.name for group in tree.groups])
        what = f"{_SORT} asks for {few(missing)}, which {'is' if len(missing) == 1 else 'are'} not in GROUP_NAMES"
        hint = if_meant(near) if near else "Correct the name; GROUP_NAMES lists the groups"
        yield warning("sort-group", knob_place(config, _SORT), f"{what}, so that this never holds", hint)


def _anybody(situation: Situation, policy: Expr) -> Findings:
    """A PREEMPTION_REQUIREMENTS that is always true."""
    evaluator = Evaluator(situation.now)
    if references(policy) or evaluator.evaluate(policy, Ad({})) is not True:
        return
    claimed = sum(text_of(evaluator, slot, "State") == "Claimed" for slot in situation.pool.slots)
    here = f"; here these are {counted(claimed, 'claimed slot')}" if claimed else ""
    what = (
        f"{_PREEMPTION} is True: any submitter below its share may end the jobs of others, even of those with a "
        f"better priority{here}"
    )
    hint = f"Compare priorities, as in {_PREEMPTION} = RemoteUserPrio > SubmitterUserPrio * 1.2"
    yield warning("preemption-open", knob_place(situation.config, _PREEMPTION), what, hint)


def _never_true(situation: Situation, policy: Expr) -> Findings:
    """A policy with a condition that is never true: a constant, or one that needs an attribute that nothing has.

    An attribute is undefined if neither the claimed slots nor the jobs have it, and the negotiator does not add it.
    """
    pool, evaluator, place = situation.pool, Evaluator(situation.now), knob_place(situation.config, _PREEMPTION)
    # Clause by clause: in a && b, one that is never true makes the whole policy so, however right the other is.
    clauses = [clause for clause, _ in conjuncts(Ad({}), policy)]
    never = [clause for clause in clauses if not references(clause) and evaluator.evaluate(clause, Ad({})) is not True]
    if never and len(clauses) > 1:
        condition = masked(unparse(never[0])).strip()
        what = f"{_PREEMPTION} is never true, as its condition `{condition}` never is: nothing is preempted by priority"
        yield warning("policy-never-true", place, what, f"Correct the condition, or write {_PREEMPTION} = False")
        return
    claimed = [ad for ad in pool.slots if text_of(evaluator, ad, "State") == "Claimed"]
    if not (claimed and pool.jobs):
        return
    known = {name.lower() for name in POLICY_ATTRIBUTES} | {"currenttime", "my", "target"}
    for clause in clauses:
        unknown = {reference.name for reference in references(clause)} - known
        missing = {name for name in unknown if not any(name in ad for ad in (*claimed, *pool.jobs))}
        if missing and not may_be_true(clause, missing):
            what = (
                f"{_PREEMPTION} is never true here: it asks for {few(sorted(missing))}, which neither the "
                f"{counted(len(claimed), 'claimed slot')} nor the jobs have"
            )
            hint = "Correct the name, or publish it: STARTD_JOB_ATTRS for attributes of the running job"
            yield warning("policy-never-true", place, what, hint)
            return


def _coarse(config: Config) -> Findings:
    """A tie-break that vanishes next to RemoteUserPrio times a large number, because ranks have 24 significant bits."""
    knob, text = find_knob(_RANK), config.text(_RANK) if config.is_set(_RANK) else None
    default = knob.default if knob else None
    if text is None or (default is not None and _bare(text) == _bare(default)):
        return
    terms = list(_terms(config.expression(_RANK)))
    factor = next((factor for factor in map(_times_priority, terms) if factor), 0.0)
    others = [term for term in terms if not _times_priority(term) and any(_attributes(term))]
    # Ranks are compared as float: 2^24 is where neighbouring whole numbers fall together.
    size = _ORDINARY * factor
    if size < 2**_DIGITS or not others:
        return
    step = 2.0 ** (math.floor(math.log2(size)) - _DIGITS + 1)
    names = list(dict.fromkeys(node.name for term in others for node in _attributes(term)))
    what = (
        f"{_RANK} is compared in single precision: beside RemoteUserPrio * {factor:.0f}, which is {size:.0f} for "
        f"a priority of {plain(_ORDINARY)}, what {few(names)} adds counts in steps of {plain(step)} only"
    )
    hint = "Multiply by less, such as 1000, for a finer order among the slots of one user"
    yield note("rank-precision", knob_place(config, _RANK), what, hint)


def _bare(text: str) -> str:
    return "".join(text.split()).lower()


def _terms(expression: Expr | None) -> Iterator[Expr]:
    """The terms that are added or subtracted."""
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
            if name.lower() == "remoteuserprio" and isinstance(factor, int | float):
                return float(factor)
    return 0.0


def _attributes(expression: Expr) -> Iterator[AttributeRef]:
    return (node for node in walk(expression) if isinstance(node, AttributeRef))
