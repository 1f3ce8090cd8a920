"""The functions of the ClassAd language by lower-case name, one module for each family that gets values; and here those
that get expressions, to evaluate, print or search them, or to see what names in them refer to.

`STRICT` are called with values, `LAZY` with expressions. An error among the arguments of a strict function is its
result, unless it is in `ERROR_TOLERANT`; the caller sees to that and to the number of arguments.
"""

from typing import Final

from userprio.classad.compiler import is_true, truth
from userprio.classad.context import LOCAL_NAMES, Context, EvaluationFailure, Lazy, Strict, outermost
from userprio.classad.functions import conversion, patterns, texts, times
from userprio.classad.parser import ClassAdSyntaxError, Dialect, parse
from userprio.classad.printing import unparse, unparse_as_string, unparse_indented
from userprio.classad.values import ERROR, UNDEFINED, AdValue, AttributeRef, Expr, ListValue, Value, as_element, encode

__all__ = ["ERROR_TOLERANT", "LAZY", "STRICT"]

_DEEPEST: Final = 400
"""Attributes that are followed one through another; beyond that, as in a circle, HTCondor gives up."""


def definition(context: Context, reference: AttributeRef) -> tuple[Context, Expr | None]:
    """The expression that an attribute reference stands for, None where there is none, and the context where the search
    ended.

    That is the context it belongs to, or the outermost one if all were searched in vain
    (`AttributeReference::FindExpr`).
    """
    places = [context]
    if reference.base is not None:
        base = context.evaluate(reference.base)
        if not isinstance(base, AdValue) or not isinstance(base.context, Context):
            return context, None
        places = [base.context]
    elif reference.absolute:
        places = [outermost(context)]
    elif context.other is not None:
        places.append(context.other)
    end = context
    for place in places:
        home = _search(place, reference.name)
        if home is not None:
            return home
        end = outermost(place)
    return end, None


def _search(context: Context | None, name: str) -> tuple[Context, Expr] | None:
    """The attribute `name` of the ad or of the nearest ad around it that has one, and the context of that."""
    while context is not None:
        expr = context.ad.expr(name)
        if expr is not None:
            return context, expr
        context = context.parent
    return None


def _unresolved_names(context: Context, expr: Expr) -> list[str]:
    """Names that the expression needs and the ad lacks, in order ignoring case; `TARGET.` is left out.

    Attributes of the ad are followed. None at all where that does not end (`ClassAd::_GetExternalReferences`).
    """
    names: dict[str, str] = {}
    pending: list[tuple[Context, Expr, int]] = [(context, expr, 0)]
    while pending:
        here, node, depth = pending.pop()
        context.run.step(1)
        if depth > _DEEPEST:  # HTCondor gives the whole list up, not just this name
            return []
        if not isinstance(node, AttributeRef):
            pending.extend((here, child, depth) for child in node.children)
            continue
        name = node.name
        start = outermost(here) if node.absolute else here
        if node.base is not None:
            base = here.evaluate(node.base)
            if base is UNDEFINED:
                name = f"{unparse_as_string(node.base)}.{name}"
                names.setdefault(name.lower(), name)
                continue
            if not isinstance(base, AdValue) or not isinstance(base.context, Context):
                return []
            start = base.context
        home = _search(start, name)
        if home is not None:
            pending.append((*home, depth + 1))
        elif name.lower() not in LOCAL_NAMES:
            names.setdefault(name.lower(), name)
    return [name[7:] if name.lower().startswith("target.") else name for _, name in sorted(names.items())]


_PARSED: Final = 16  # Characters that one counts for which is parsed
_IN_AD: Final = 20  # Steps that evaluating in an ad of a list counts for


def _if_then_else(context: Context, arguments: list[Expr]) -> Value:
    """`ifThenElse(c, a, b)`: only the branch that is taken is evaluated."""
    condition = truth(context.evaluate(arguments[0]))
    return context.evaluate(arguments[1 if condition else 2]) if isinstance(condition, bool) else condition


def _eval(context: Context, arguments: list[Expr]) -> Value:
    """`eval(x)`: the value here of the text of `x`, in the new dialect."""
    text = conversion.to_text(context.evaluate(arguments[0]))
    if not isinstance(text, str):
        return ERROR
    context.run.hold_text(_PARSED * len(text))
    try:
        expr = parse(text, Dialect.NEW, context.ad.schema.grammar)
    except ClassAdSyntaxError:
        return ERROR
    return context.evaluate(expr)


def _unparse(context: Context, arguments: list[Expr]) -> Value:
    """`unparse(Attr)`: the text of my attribute's expression in the new dialect, empty where I have none."""
    reference = arguments[0]
    if not isinstance(reference, AttributeRef):
        return ERROR
    expr = context.ad.expr(unparse(reference, Dialect.NEW))
    text = "" if expr is None else unparse_indented(expr)
    context.run.hold_text(len(text))
    return text


def _unresolved(context: Context, arguments: list[Expr]) -> Value:
    """`unresolved(Attr)`: names that it needs and my ad lacks; with a pattern, whether one matches, case ignored."""
    reference = arguments[0]
    if not isinstance(reference, AttributeRef):
        return ERROR
    home, expr = definition(context, reference)
    context.run.strayed = home
    if expr is None:
        return UNDEFINED
    names = _unresolved_names(home, expr)
    if len(arguments) == 1:
        return ",".join(names)
    pattern = home.evaluate(arguments[1])
    if not isinstance(pattern, str):
        raise EvaluationFailure  # `unresolved` leaves no value here, which fails the whole evaluation
    budget = patterns.SearchBudget()
    try:
        compiled = patterns.compile_pattern(encode(pattern), "i")
        spans = (patterns.search(compiled, encode(name), options=patterns.NOT_EMPTY, budget=budget) for name in names)
        return any(span is not None for span in spans)
    except patterns.PatternError:
        return ERROR
    except patterns.SearchError:
        return False


def _results(context: Context, arguments: list[Expr]) -> list[Value] | Value:
    """The first argument evaluated in each ad of the second; UNDEFINED or ERROR if that is not a list.

    An attribute that holds the expression is followed to it first, where the call stands, and once only. HTCondor
    does not come back from there: the list, and what follows the call, is then evaluated where the attribute was found,
    so `TARGET.` means another ad if that was the target.
    """
    expr, listed = arguments
    home = context
    if isinstance(expr, AttributeRef):
        home, held = definition(context, expr)
        expr = expr if held is None else held
        context.run.strayed = home
    elements = home.evaluate(listed)
    if not isinstance(elements, ListValue):
        return UNDEFINED if elements is UNDEFINED else ERROR
    # To go into an ad costs more than a node of an expression.
    context.run.step(_IN_AD * len(elements))
    results = [_in_ad(expr, element) for element in home.elements(elements)]
    context.run.hold(results)
    return results


def _in_ad(expr: Expr, element: Value) -> Value:
    """The value of the expression in an ad; within one that is matched, names may come from the other side too."""
    if not isinstance(element, AdValue):
        return UNDEFINED if element is UNDEFINED else ERROR
    if not isinstance(element.context, Context):
        return element.evaluate(expr)
    inner = element.context
    outer: Context | None = inner
    while outer is not None and outer.other is None:
        outer = outer.parent
    if outer is None or inner is outer:
        return element.evaluate(expr)
    inner.other = outer.other  # For this evaluation only: the nested ad is matched by itself elsewhere
    try:
        return inner.settle_inside(expr)
    finally:
        inner.other = None


def _eval_in_each_context(context: Context, arguments: list[Expr]) -> Value:
    """`evalInEachContext(expr, list)`: the list of values; a length of time becomes a real of whole seconds in it."""
    results = _results(context, arguments)
    return ListValue(tuple(map(as_element, results))) if isinstance(results, list) else results


def _count_matches(context: Context, arguments: list[Expr]) -> Value:
    """`countMatches(expr, list)`: in how many ads it is true or not zero; an undefined list has none."""
    results = _results(context, arguments)
    if isinstance(results, list):
        return sum(is_true(result) for result in results)
    return 0 if results is UNDEFINED else ERROR


STRICT: Final[dict[str, Strict]] = conversion.STRICT | texts.STRICT | patterns.STRICT | times.STRICT
LAZY: Final[dict[str, Lazy]] = {
    "ifthenelse": (3, 3, _if_then_else),
    "eval": (1, 1, _eval),
    "unparse": (1, 1, _unparse),
    "unresolved": (1, 2, _unresolved),
    "evalineachcontext": (2, 2, _eval_in_each_context),
    "countmatches": (2, 2, _count_matches),
    **times.LAZY,
}
ERROR_TOLERANT: Final = conversion.ERROR_TOLERANT | texts.ERROR_TOLERANT
