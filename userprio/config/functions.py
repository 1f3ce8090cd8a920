"""The function macros: `$INT()`, `$CHOICE()`, `$SUBSTR()` and their kin (`evaluate_macro_func`)."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from userprio.classad import Ad, Dialect, Evaluator, Value, format_value
from userprio.config.errors import quoted
from userprio.config.formats import PathParts, format_integer, format_real, format_string, path_parts
from userprio.config.scope import Scope
from userprio.config.statements import BLANKS
from userprio.config.typed import expression_of, integer_of, real_of

_FILE_LETTERS = re.compile(r"F[pnxdqabfwuPNXDQABFWU]*")
_LEADING_INTEGER = re.compile(r"[ \t\n\v\f\r]*([-+]?\d+)")
_INT_LIMIT: Final = 2**31 - 1
_LONG_MAX: Final = 2**63 - 1


@dataclass(frozen=True, slots=True)
class FunctionCall:
    """A call of a function macro: the text in its parentheses, and what it may ask."""

    function: str
    body: str
    scope: Scope
    expand: Callable[[str, str | None], str]
    """Expands a text, which is the value of the knob with this key or of none."""
    fail: Callable[[str], None]
    """Records a failure, at which a daemon stops; the function goes on with what tools use instead."""

    def knob(self, name: str) -> str | None:
        """The expanded value of a knob, None where there is none of this name."""
        found = self.scope.resolve(name)
        if found is None:
            return None
        key, definition = found
        return self.expand(definition if isinstance(definition, str) else definition.text, key)

    def value(self, name: str) -> str:
        """The expanded value of a knob, or the expanded text itself."""
        value = self.knob(name)
        return self.expand(name, None) if value is None else value


def is_file_function(name: str) -> bool:
    """Whether `$name()` takes paths apart: `F` and any of its letters."""
    return _FILE_LETTERS.fullmatch(name) is not None


def _integer(call: FunctionCall) -> str:
    name, comma, form = call.body.partition(",")
    if comma and format_integer(form, 0) is None:
        call.fail(f"$INT is given {quoted(form)}, which is not a format for an integer")
        return form
    text = call.value(name)
    value = integer_of(text)
    if value is None:
        call.fail(f"$INT is given {quoted(text)}, which is not an integer")
        return ""
    return (format_integer(form, value) or "") if comma else str(value)


def _real(call: FunctionCall) -> str:
    name, comma, form = call.body.partition(",")
    if comma and format_real(form, 0.0) is None:
        call.fail(f"$REAL is given {quoted(form)}, which is not a format for a real number")
        return form
    text = call.value(name)
    value = real_of(text)
    if value is None:
        call.fail(f"$REAL is given {quoted(text)}, which is not a number")
        return ""
    return (format_real(form, value) or "") if comma else f"{value:.16G}"


def _string(call: FunctionCall) -> str:
    name, comma, form = call.body.partition(",")
    if comma and format_string(form, "") is None:
        call.fail(f"$STRING is given {quoted(form)}, which is not a format for a string")
        return form
    text = call.value(name)
    evaluated = _evaluated(text)
    if isinstance(evaluated, str):
        text = evaluated
    return (format_string(form, text) or "") if comma else text


def _eval(call: FunctionCall) -> str:
    raw = call.scope.raw(call.body)
    text = call.value(call.body)
    value = _evaluated(text)
    if value is None:
        # Not an expression: HTCondor answers with the text only if there was something to expand in it.
        return text if "$" in (call.body if raw is None else raw) else ""
    return value if isinstance(value, str) else format_value(value, Dialect.NEW)


def _evaluated(text: str) -> Value | None:
    """The value of an expression that stands alone, None for a text that is not an expression."""
    expression = expression_of(text)
    return None if expression is None else Evaluator(now=0).evaluate(expression, my=Ad({}))


def _choice(call: FunctionCall) -> str:
    first, comma, rest = call.body.partition(",")
    text = call.value(first.strip(BLANKS))
    index = integer_of(text)
    if index is None or not 0 <= index < _INT_LIMIT:
        call.fail(f"$CHOICE is given the index {quoted(text)}, which is not a whole number from 0 on")
        index = 0
    if not comma:
        call.fail("$CHOICE is given no list")
        return ""
    items = rest.split(",")
    if len(items) == 1:
        listed = call.knob(rest.strip(BLANKS))
        if listed is None:
            call.fail(f"$CHOICE is given the list {quoted(rest.strip(BLANKS))}, which is not a knob")
            return ""
        items = listed.split(",")
    if index >= len(items):
        call.fail(f"$CHOICE is given the index {index} for a list of {len(items)}")
        return ""
    return items[index].strip(BLANKS)


def _substring(call: FunctionCall) -> str:
    name, *numbers = call.body.split(",", 2)
    if not numbers:
        call.fail("$SUBSTR is given no start")
        return ""
    bounds = []
    for number in numbers:
        text = call.value(number)
        value = integer_of(text)
        if value is None or not -_INT_LIMIT - 1 <= value < _INT_LIMIT:
            call.fail(f"$SUBSTR is given {quoted(text)}, which is not a position")
            return ""
        bounds.append(value)
    # Positions count bytes.
    value_bytes = (call.knob(name) or "").encode(errors="surrogateescape")
    start = bounds[0] if bounds[0] >= 0 else max(len(value_bytes) + bounds[0], 0)
    rest = value_bytes[start:]
    if len(bounds) > 1:
        rest = rest[: bounds[1]] if bounds[1] >= 0 else rest[: max(len(rest) + bounds[1], 0)]
    return rest.decode(errors="surrogateescape")


def _random_choice(call: FunctionCall) -> str:
    items = [item.strip(BLANKS) for item in call.body.split(",")]
    items = [item for item in items if item]
    if len(items) == 1:
        listed = call.knob(items[0])
        if listed is not None:
            items = re.split(r"[,\s]+", listed.strip(f",{BLANKS}"), flags=re.ASCII)
            items = [item for item in items if item]
    if not items:
        call.fail("$RANDOM_CHOICE is given nothing to choose from")
        return ""
    return call.scope.dice.choice(items)


def _random_integer(call: FunctionCall) -> str:
    numbers = [item for item in (each.strip(BLANKS) for each in call.body.split(",")) if item]
    low = _leading_integer(numbers[0]) if numbers else None
    high = _leading_integer(numbers[1]) if len(numbers) > 1 else None
    step = (_leading_integer(numbers[2]) or 0) if len(numbers) > 2 else 1
    if low is None:
        call.fail("$RANDOM_INTEGER is given no smallest number")
        low = 0
    if high is None:
        call.fail("$RANDOM_INTEGER is given no largest number")
        high = low
    if step < 1:
        call.fail("$RANDOM_INTEGER is given a step below 1")
        step = 1
    if low > high:
        call.fail("$RANDOM_INTEGER is given a smallest number above its largest")
        low = high
    return str(low + call.scope.dice.randrange((high - low) // step + 1) * step)


def _leading_integer(text: str) -> int | None:
    found = _LEADING_INTEGER.match(text)
    if found is None:
        return None
    number = int(found[1][:20])
    return max(-_LONG_MAX - 1, min(number, _LONG_MAX))


def _file(call: FunctionCall) -> str:
    return path_parts(call.value(call.body), PathParts.of(call.function[1:]))


def _basename(call: FunctionCall) -> str:
    name, comma, suffix = call.body.rpartition(",")
    if not comma:
        return path_parts(call.value(call.body), PathParts(stem=True, extension=True))
    parts = PathParts(stem=True, extension=True, suffix=suffix.lstrip(BLANKS))
    return path_parts(call.value(name), parts)


def _dirname(call: FunctionCall) -> str:
    return path_parts(call.value(call.body), PathParts(directory=True))


def _environment(call: FunctionCall) -> str:
    name, colon, default = call.body.partition(":")
    return call.scope.environ.get(name, default if colon else "UNDEFINED")


FUNCTIONS: Final[Mapping[str, Callable[[FunctionCall], str]]] = {
    "ENV": _environment,
    "INT": _integer,
    "REAL": _real,
    "STRING": _string,
    "EVAL": _eval,
    "CHOICE": _choice,
    "SUBSTR": _substring,
    "RANDOM_CHOICE": _random_choice,
    "RANDOM_INTEGER": _random_integer,
    "BASENAME": _basename,
    "DIRNAME": _dirname,
    "F": _file,
}
"""By name; `F` stands for all names of file functions, see `is_file_function`."""
