"""Regular expressions: `regexp regexps replace replaceAll regexpMember stringList_regexpMember`.

They are as HTCondor takes them: the library PCRE2 over bytes, and an end to every search. PCRE2 limits the steps from
one place where a match may begin, whatever a step costs: within that, a hostile pattern searches a text of 200 kB for
minutes, and an ad may come from anybody. So a search has few steps from each place of a short text; where they do not
suffice, and in longer texts, PCRE2 calls back at every item of the pattern, which counts.

HTCondor uses the PCRE2 of its platform, whose versions differ in small things. `\\C` is refused here: the library that
the binding brings is built without it.

The public functions of the binding cannot serve: they read `\\x{41}` and `\\u0041` as JavaScript does, whatever is
asked for, and know neither lazy repetitions by default nor matches that must not be empty. Where the binding is missing
or has changed, `plain_patterns` takes what Python's own expressions read alike.
"""

import re
from functools import cache, lru_cache, partial
from typing import Any, Final

import msgspec

from userprio.base import limits
from userprio.base.patterns import lazy_pattern
from userprio.classad.context import Context, Strict
from userprio.classad.functions.plain_patterns import HINT, PatternNotSupported, PlainPattern, plain_pattern
from userprio.classad.functions.texts import of_texts, tokens
from userprio.classad.values import ERROR, UNDEFINED, ListValue, Special, Value, decode, encode

# Options of PCRE2's own header, which does not change them.
_LETTERS: Final = {"i": 0x08, "m": 0x400, "s": 0x20, "x": 0x80}
_UNGREEDY: Final = 0x40000
_CALL_BACK: Final = 0x04
_AS_IN_JAVASCRIPT: Final = 0x02  # What the binding adds, and HTCondor does not: another sense of `\x{41}`
NOT_EMPTY: Final = 0x04
"""No empty match counts."""
LONGER_HERE: Final = 0x80000000 | 0x08
"""Only a match at the start of the search counts, and not an empty one."""

_USED: Final = (
    "compile create_match_context match match_substring_span_bynumber pattern_capture_count LibraryError PatternError"
).split()
_MATCH_LIMIT: Final = -47
_SHORT: Final = 512  # Bytes of a text that may be searched without counting
_STEPS_FROM_A_PLACE: Final = 256
_QUICK: Final = 32  # Bytes that are searched without counting while a step is counted
_LIMITS: Final = {b"MATCH": _STEPS_FROM_A_PLACE, b"HEAP": limits.SEARCH_MEMORY >> 10}
"""What PCRE2 takes of limits at the start of a pattern; of two of a kind, the last."""
_SETTINGS: Final = lazy_pattern(rb"\A(?:\(\*[A-Z0-9_]+(?:=[0-9]*)?\))+")
_OWN_LIMIT: Final = lazy_pattern(rb"\(\*LIMIT_(MATCH|HEAP)=0*([0-9]*)\)")

_MOST_WAYS: Final = 1 << 25  # A second or so, if a pattern tries them all
_WAYS_A_STEP: Final = 4096

Spans = tuple[tuple[int, int], ...]
"""Start and end of the match and of its groups, up to the last that took part; -1 twice for one that did not."""


class PatternError(Exception):
    """A pattern that PCRE2 refuses; the language answers it with the value error."""


class SearchError(Exception):
    """A search that was too long or that PCRE2 gave up; the language answers it with the value error."""


class SearchBudget(msgspec.Struct):
    """Steps that several searches may take together; each of them has SEARCH_STEPS at most."""

    left: int = limits.SEARCH_STEPS


class Pattern(msgspec.Struct, frozen=True):
    """A regular expression as compiled for a quick search."""

    groups: int
    quick: Any
    text: bytes
    options: int
    plain: PlainPattern | None = None
    """What takes the place of the rest where there is no PCRE2."""

    @property
    def counted(self) -> Any:
        """The same for a search that is counted, which few need."""
        return _compiled(self.text, self.options | _CALL_BACK)


@cache
def _library() -> Any:
    # Most programs meet no pattern.
    from pcre2 import _cy

    return _cy


@cache
def has_pcre2() -> bool:
    """Whether PCRE2 is installed, with all that is used of it."""
    try:
        library = _library()
    except ImportError:
        return False
    return all(hasattr(library, name) for name in _USED)


@cache
def _no_callback() -> Any:
    return _library().create_match_context()


@lru_cache(maxsize=512)
def _compiled(text: bytes, options: int) -> Any:
    return _library().compile(text, options, _AS_IN_JAVASCRIPT)


@lru_cache(maxsize=512)
def compile_pattern(pattern: bytes, letters: str = "", *, ungreedy: bool = False) -> Pattern:
    """The compiled pattern; of the letters those of `imsx` count.

    Raises:
        PatternError: it is not a regular expression.
        PatternNotSupported: PCRE2 is not installed, and the pattern needs it.
    """
    options = sum(option for letter, option in _LETTERS.items() if letter in letters) | ungreedy * _UNGREEDY
    # What a pattern itself allows may be less, and not more.
    if len(pattern) > limits.PATTERN_LENGTH:
        raise PatternError("regular expression is too long")
    if not has_pcre2():
        plain = plain_pattern(pattern, letters, ungreedy=ungreedy)
        return Pattern(plain.compiled.groups, None, pattern, options, plain)
    # `(*LIMIT_MATCH=…)` at its beginning.
    pattern = _SETTINGS.sub(lambda settings: _OWN_LIMIT.sub(_if_lower, settings[0]), pattern)
    heap = b"(*LIMIT_HEAP=%d)" % _LIMITS[b"HEAP"]
    library = _library()
    try:
        quick = library.compile(heap + b"(*LIMIT_MATCH=%d)" % _LIMITS[b"MATCH"] + pattern, options, _AS_IN_JAVASCRIPT)
    except library.PatternError as error:
        _, _, complaint = error.msg.partition("; ")
        raise PatternError(complaint) from error
    return Pattern(library.pattern_capture_count(quick), quick, heap + pattern, options)


def _if_lower(limit: re.Match[bytes]) -> bytes:
    kind, number = limit.groups()
    return limit[0] if len(number) < 10 and int(number or b"0") < _LIMITS[kind] else b""


def search(
    pattern: Pattern, subject: bytes, start: int = 0, *, options: int = 0, budget: SearchBudget | None = None
) -> Spans | None:
    """The spans of the first match at or after `start`, or None.

    `options` are NOT_EMPTY or LONGER_HERE. What was used is taken from the budget, and from that of the run.

    Raises:
        SearchError: it was too long, or PCRE2 gave it up.
        Exceeded: the searches of the run were too long together.
        PatternNotSupported: PCRE2 is not installed, and without it the search might not end.
    """
    budget = budget or SearchBudget()
    if pattern.plain is not None:
        return _plain_search(pattern.plain, subject, start, options, budget)
    begun = budget.left
    matched = None
    is_over = len(subject) - start <= _SHORT  # Not counted at first: the limit catches the rare search that takes long
    if is_over:
        try:
            matched = _match(pattern.quick, subject, start, options, _no_callback())
        except _library().LibraryError as error:
            if error.code != _MATCH_LIMIT:
                raise SearchError(str(error)) from error
            is_over = False
    if is_over:
        limits.budget().spend(limits.PATTERN_STEPS, 1 + (len(subject) - start) // _QUICK)
    else:
        try:
            matched = _counted(pattern, subject, start, options, budget)
        finally:
            limits.budget().spend(limits.PATTERN_STEPS, begun - budget.left)
    spans = None if matched is None else _spans(pattern, matched, subject)
    budget.left -= 1 + (len(subject) if spans is None else spans[0][0]) - start if is_over else 0
    return spans


def _plain_search(
    pattern: PlainPattern, subject: bytes, start: int, options: int, budget: SearchBudget
) -> Spans | None:
    ways = pattern.ways(len(subject) - start)
    if ways > _MOST_WAYS:
        message = f"a search for `{decode(pattern.text)}` in {len(subject)} bytes might take too long without pcre2"
        raise PatternNotSupported(f"{message}, which is not installed", hint=HINT)
    if options and pattern.may_be_empty:
        message = f"a search for `{decode(pattern.text)}`, which may match nothing, needs the package pcre2"
        raise PatternNotSupported(f"{message}, which is not installed", hint=HINT)
    limits.budget().spend(limits.PATTERN_STEPS, 1 + (len(subject) - start) // _QUICK + ways // _WAYS_A_STEP)
    find = pattern.compiled.match if options == LONGER_HERE else pattern.compiled.search
    found = find(subject, start)
    budget.left -= 1 + (len(subject) if found is None else found.start()) - start
    if found is None:
        return None
    spans = [found.span(group) for group in range(pattern.compiled.groups + 1)]
    while spans[-1] == (-1, -1):
        spans.pop()
    return tuple(spans)


def _match(code: Any, subject: bytes, start: int, options: int, context: Any) -> Any:
    return _library().match(code, subject, len(subject), start, context, options)[0]


def _counted(pattern: Pattern, subject: bytes, start: int, options: int, budget: SearchBudget) -> Any:
    """The match, if there is one within the budget."""
    least = budget.left - min(budget.left, limits.SEARCH_STEPS)
    # A step may look at the whole text.
    cost = 1 + (len(subject) - start) // limits.SEARCH_TEXT

    def count(_: object) -> int:
        budget.left -= cost
        return 0 if budget.left >= least else -1

    try:
        matched = _match(pattern.counted, subject, start, options, _library().create_match_context(count))
    except _library().LibraryError as error:
        raise SearchError(str(error)) from error
    if budget.left < least:
        raise SearchError("the search took too many steps")
    return matched


def _spans(pattern: Pattern, matched: Any, subject: bytes) -> Spans:
    span = _library().match_substring_span_bynumber
    spans = [span(matched, subject, group) for group in range(pattern.groups + 1)]
    while spans[-1] == (-1, -1):  # Trailing groups that took no part do not count as groups to HTCondor
        spans.pop()
    return tuple(spans)


_STEPS_EACH: Final = 4  # Steps of an evaluation that one of a search counts for, by the time they take
_GROUP: Final = lazy_pattern(rb"\\([0-9])")


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
        return ERROR, limits.SEARCH_STEPS - budget.left
    return spans is not None, limits.SEARCH_STEPS - budget.left


def _is_found(context: Context, pattern: str, text: str, options: str) -> bool | Special:
    """Whether the pattern is found, the steps counted as those of the evaluation."""
    answer, steps = _found(pattern, text, options)
    context.run.set_off(steps * _STEPS_EACH)
    context.run.step(0)
    return answer


def _substituted(
    context: Context, pattern: str, text: str, replacement: str, options: str, always: str = ""
) -> str | Special:
    """What `regexps` makes of a text: the replacements alone, with option `f` the whole text with them in place.

    Option `g` replaces every match, not only the first. A `\\9` for a group that the match does not reach is an error.
    `replace` and `replaceAll` differ from it in the options that are `always` on.
    """
    options += always
    budget = SearchBudget(begun := context.run.steps_left // _STEPS_EACH)
    try:
        compiled = compile_pattern(encode(pattern), options)
        result = _replaced(compiled, encode(text), encode(replacement), "f" in options, "g" in options, budget)
    except (PatternError, SearchError):
        return ERROR
    finally:
        context.run.set_off((begun - budget.left) * _STEPS_EACH)
    return ERROR if result is None else decode(result)


def _replaced(
    pattern: Pattern, text: bytes, replacement: bytes, keep_rest: bool, every: bool, budget: SearchBudget
) -> bytes | None:
    output = bytearray()
    pieces = _GROUP.split(replacement)
    place, after_empty = 0, False
    while place <= len(text):
        budget.left -= 1
        if budget.left < 0 or len(output) > limits.EVALUATION_TEXT:
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
    groups = list(map(int, pieces[1::2]))
    if any(group >= len(spans) for group in groups):
        return None
    output = pieces.copy()
    output[1::2] = [b"" if spans[group][0] == -1 else text[slice(*spans[group])] for group in groups]
    return b"".join(output)


def _regexp_member(context: Context, arguments: list[Value]) -> Value:
    """`regexpMember(pattern, list [, options])`: a bad pattern matches nothing here."""
    if UNDEFINED in arguments:
        return UNDEFINED
    pattern, elements, options = (*arguments, "")[:3]
    if not isinstance(pattern, str) or not isinstance(elements, ListValue) or not isinstance(options, str):
        return ERROR
    undefined = False
    for element in context.elements(elements):
        if element is UNDEFINED:
            undefined = True
        elif not isinstance(element, str):
            return ERROR
        elif _is_found(context, pattern, element, options) is True:
            return True
    return UNDEFINED if undefined else False


def _string_list_regexp_member(context: Context, arguments: list[Value]) -> Value:
    """`stringList_regexpMember(pattern, l [, delimiters [, options]])`; unlike elsewhere, options in either case."""
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
    return any(_is_found(context, pattern, item, options) is True for item in items)


STRICT: Final[dict[str, Strict]] = {
    "regexp": of_texts(2, _is_found),
    "regexps": of_texts(3, _substituted),
    "replace": of_texts(3, partial(_substituted, always="f")),
    "replaceall": of_texts(3, partial(_substituted, always="fg")),
    "regexpmember": (2, 3, _regexp_member),
    "stringlist_regexpmember": (2, 4, _string_list_regexp_member),
}
