"""Closures for function calls. Which functions there are is known to the evaluation, not to the expression."""

from __future__ import annotations

from typing import TYPE_CHECKING

from userprio.classad.ast import Call
from userprio.classad.values import ERROR, Value

if TYPE_CHECKING:
    from userprio.classad.context import Code, Context


def call(node: Call, arguments: tuple[Code, ...], level: int) -> Code:
    """A call. An unknown name or a wrong number of arguments is ERROR, and so is an ERROR among most arguments."""
    name, count = node.name.lower(), len(arguments)
    unevaluated = list(node.arguments)

    def code(context: Context) -> Value:
        functions = context.run.surroundings.functions
        strict = functions.strict.get(name)
        if strict is not None:
            least, most, apply = strict
            if count < least or (most is not None and count > most):
                return ERROR
            values = [argument(context) for argument in arguments]
            if ERROR in values and name not in functions.error_tolerant:
                return ERROR
            run = context.run
            run.hold(values)
            result = apply(context, values)
            run.hold((result,))
            return result
        lazy = functions.lazy.get(name)
        if lazy is None or count < lazy[0] or (lazy[1] is not None and count > lazy[1]):
            return ERROR
        run = context.run
        depth = run.depth
        run.depth = depth + level
        try:
            return lazy[2](context, unevaluated.copy())
        finally:
            run.depth = depth

    return code
