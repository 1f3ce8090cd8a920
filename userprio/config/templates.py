"""The named pieces of configuration that `use CATEGORY : NAME(arguments)` puts in place."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from userprio.config.statements import BLANKS

CATEGORIES: Final = ("role", "policy", "feature", "security", "experimental", "upgrade")
"""Each has a file of its name among the texts: `[NAME]` lines, each followed by the statements of its template, which
are those of HTCondor's `param_info.in` as far as they act on negotiation, accounting or the list of daemons, or refuse
arguments. So some have no statement."""
_TEXTS: Final = Path(__file__).with_name("template_texts")

_DEPTH: Final = 25
"""Parentheses within the arguments of a template."""
_SUBSTITUTIONS: Final = 1000
_CALLED: Final = re.compile(rf"(?P<name>[^,({BLANKS}]+|(?=\())[{BLANKS}]*(?P<opening>\()?")
_ARGUMENT: Final = re.compile(r"\$\((\d+)([?#+]?)(?::((?:[^()]|\([^)]*\))*))?\)")


def has_category(category: str) -> bool:
    """Whether there is such a category, in any case."""
    return category.lower() in CATEGORIES


def template_text(category: str, name: str) -> str | None:
    """The statements of a template, arguments not yet put in; None where there is no such template."""
    return _templates(category.lower()).get(name.lower()) if has_category(category) else None


def template_names(category: str) -> list[str]:
    """The templates of a category, in lower case."""
    return list(_templates(category.lower()))


@cache
def _templates(category: str) -> Mapping[str, str]:
    text = (_TEXTS / f"{category}.txt").read_text(encoding="utf-8")
    _, *parts = re.split(r"^\[(\w+)\]\n", text, flags=re.M)
    return {name.lower(): body for name, body in zip(parts[::2], parts[1::2], strict=True)}


def template_calls(text: str) -> Iterator[tuple[str, str]]:
    """The templates named after `use`, with the texts in their parentheses; commas and blanks separate them.

    `MetaKnobAndArgs`.
    """
    position = 0
    while (found := _CALLED.search(text, position)) is not None:
        position, arguments = found.end(), ""
        if found["opening"]:
            closing = _closing(text, position - 1, _DEPTH)
            if closing is not None:
                arguments = text[position:closing]
                position = closing + 1
        yield found["name"], arguments


def _closing(text: str, start: int, depth: int) -> int | None:
    """Where the parenthesis or bracket at `start` closes."""
    if depth < 0:
        return None
    close = ")" if text[start] == "(" else "]"
    position = start + 1
    while position < len(text) and text[position] != close:
        if text[position] in "([":
            inner = _closing(text, position, depth - 1)
            if inner is None:
                return None
            position = inner
        position += 1
    return position if position < len(text) else None


def with_arguments(text: str, arguments: str) -> str:
    """Put arguments into the text of a template (`expand_meta_args`).

    `$(0)` is all of them, `$(2)` the second, `$(2:x)` that or x, `$(2?)` 1 or 0 for whether it has any text, `$(2+)`
    the second and all that follow, `$(0#)` how many there are. Empty ones do not count. The result is looked through
    again, for defaults that hold arguments; one that brings itself back forever is left as it is.
    """
    for _ in range(_SUBSTITUTIONS):
        found = _ARGUMENT.search(text)
        if found is None:
            break
        value = _argument(int(found[1][:4]), found[2], found[3], arguments)
        text = text[: found.start()] + value + text[found.end() :]
    return text


def _argument(index: int, suffix: str, default: str | None, arguments: str) -> str:
    items = [item for item in (piece.strip(BLANKS) for piece in arguments.split(",")) if item]
    if index == 0:
        return str(len(items)) if suffix in ("#", "+") else _answer(arguments.strip(BLANKS), suffix)
    value = default or ""
    if suffix in ("#", "+"):
        value = _from(index, arguments) or value
    elif index <= len(items):
        value = items[index - 1]
    return _answer(value.strip(BLANKS), suffix)


def _from(index: int, arguments: str) -> str:
    """The text of the arguments from number `index` on."""
    rest = arguments
    for _ in range(index - 1):
        rest = rest.lstrip(f",{BLANKS}")
        _, comma, after = rest.partition(",")
        rest = comma + after
    return rest.removeprefix(",")


def _answer(value: str, suffix: str) -> str:
    return ("1" if value else "0") if suffix == "?" else value
