"""Regular expressions: `regexp regexps replace replaceAll regexpMember stringList_regexpMember`."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from userprio.base.limits import EVALUATION_TEXT, SEARCH_STEPS
from userprio.classad.context import Context, Strict
from userprio.classad.functions.lists import tokens
from userprio.classad.functions.pcre import (
    LONGER_HERE,
    Pattern,
    PatternError,
    SearchBudget,
    SearchError,
    Spans,
    compile_pattern,
    search,
)
from userprio.classad.values import ERROR, UNDEFINED, ListValue, Special, Value, decode, encode

_STEP: Final = 4  # Steps of an evaluation that one of a search counts for, by the time they take
_GROUP: Final = re.compile(rb"\\([0-9])")


@lru_cache(maxsize=4096)
def _found(pattern: str, text: str, options: str) -> tuple[bool | Special, int]:
    """Whether the pattern is found anywhere in the text, ERROR for a bad pattern and for a search without end; and the
    steps that this took.

    Answers are kept: a pool asks the same of slot after slot.
    """
    budget = SearchBudget()
    try:
        spans = search(compile_pattern(encode(pattern), options), encode(text), budget=budget)
    except (PatternError, SearchError):
        return ERROR, SEARCH_STEPS - budget.left
    return spans is not None, SEARCH_STEPS - budget.left


def _find(context: Context, pattern: str, text: str, options: str) -> bool | Special:
    """Whether the pattern is found, the steps counted as those of the evaluation."""
    answer, steps = _found(pattern, text, options)
    context.run.set_off(steps * _STEP)
    context.run.step(0)
    return answer


def _substituted(context: Context, pattern: str, text: str, replacement: str, options: str) -> str | Special:
    """What `regexps` makes of a text: the replacements alone, with option `f` the whole text with them in place.

    Option `g` replaces every match, not only the first. A `\\9` for a group that the match does not reach is an error.
    """
    budget = SearchBudget(begun := context.run.steps_left // _STEP)
    try:
        compiled = compile_pattern(encode(pattern), options)
        result = _replaced(compiled, encode(text), encode(replacement), "f" in options, "g" in options, budget)
    except (PatternError, SearchError):
        return ERROR
    finally:
        context.run.set_off((begun - budget.left) * _STEP)
    return ERROR if result is None else decode(result)


def _replaced(
    pattern: Pattern, text: bytes, replacement: bytes, keep_rest: bool, every: bool, budget: SearchBudget
) -> bytes | None:
    output = bytearray()
    pieces = _GROUP.split(replacement)
    place, after_empty = 0, False
    while place <= len(text):
        budget.left -= 1
        if budget.left < 0 or len(output) > EVALUATION_TEXT:
            raise SearchError
        spans = search(pattern, text, place, options=LONGER_HERE if after_empty else 0, budget=budget)
        if spans is None:
            if not after_empty:
                break
            # After an empty match only a longer one counts in the same place; without it, one byte is kept and passed.
            output += text[place : place + 1]
            place, after_empty = place + 1, False
            continue
        if keep_rest:
            output += text[place : spans[0][0]]
        filled = _filled(pieces, text, spans)
        if filled is None:  # A reference to a group that the pattern lacks is an error
            return None
        output += filled
        # One empty match makes the program careful until a search fails, also after longer matches.
        begin, place = spans[0]
        after_empty = after_empty or begin == place
        if not every:
            break
    else:
        # The program looks beyond the end after an empty match there, which PCRE2 refuses.
        return None
    return bytes(output + text[place:] if keep_rest else output)


def _filled(pieces: list[bytes], text: bytes, spans: Spans) -> bytes | None:
    """The replacement with `\\0` to `\\9` filled in; of its pieces every other one is the number of a group."""
    output = pieces.copy()
    for place in range(1, len(pieces), 2):
        group = int(pieces[place])
        if group >= len(spans):
            return None
        begin, end = spans[group]
        output[place] = b"" if begin == -1 else text[begin:end]
    return b"".join(output)


def _regexp(context: Context, arguments: list[Value]) -> Value:
    """`regexp(pattern, s [, options])`."""
    if UNDEFINED in arguments:
        return UNDEFINED
    match (*arguments, "")[:3]:
        case (str(pattern), str(text), str(options)):
            return _find(context, pattern, text, options)
    return ERROR


def _substitution(always: str) -> Callable[[Context, list[Value]], Value]:
    """`regexps`, `replace` and `replaceAll` differ in the options that are always on."""

    def substitute(context: Context, arguments: list[Value]) -> Value:
        if UNDEFINED in arguments:
            return UNDEFINED
        match (*arguments, "")[:4]:
            case (str(pattern), str(text), str(replacement), str(options)):
                return _substituted(context, pattern, text, replacement, options + always)
        return ERROR

    return substitute


def _regexp_member(context: Context, arguments: list[Value]) -> Value:
    """`regexpMember(pattern, list [, options])`: a bad pattern matches nothing here."""
    if UNDEFINED in arguments:
        return UNDEFINED
    pattern, elements, options = (*arguments, "")[:3]
    if not isinstance(pattern, str) or not isinstance(elements, ListValue) or not isinstance(options, str):
        return ERROR
    undefined = False
    for element in elements:
        if element is UNDEFINED:
            undefined = True
        elif not isinstance(element, str):
            return ERROR
        elif _find(context, pattern, element, options) is True:
            return True
    return UNDEFINED if undefined else False


def _string_list_regexp_member(context: Context, arguments: list[Value]) -> Value:
    """`stringList_regexpMember(pattern, l [, delimiters [, options]])`; option letters in either case, unlike the
    others.
    """
    defaults: list[Value] = [", ", ""]
    match [*arguments, *defaults[len(arguments) - 2 :]]:
        case [str(pattern), str(text), str(delimiters), str(letters)]:
            items, options = tokens(text, delimiters), letters.lower()
        case _:
            return ERROR
    try:
        compile_pattern(encode(pattern), options)  # Checked first: a bad pattern is an error even for an empty list
    except PatternError:
        return ERROR
    if not items:
        return UNDEFINED
    return any(_find(context, pattern, item, options) is True for item in items)


STRICT: Final[dict[str, Strict]] = {
    "regexp": (2, 3, _regexp),
    "regexps": (3, 4, _substitution("")),
    "replace": (3, 4, _substitution("f")),
    "replaceall": (3, 4, _substitution("fg")),
    "regexpmember": (2, 3, _regexp_member),
    "stringlist_regexpmember": (2, 4, _string_list_regexp_member),
}
