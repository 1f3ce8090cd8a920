"""Functions of strings, lists and string lists, that is strings that hold names between delimiters; and people.

Version numbers, compared by natural order (`versioncmp` and its like), command lines and environments are strings too.
`userMap` goes by map files that the caller hands over; `userHome` never asks the system and knows only the homes that
the caller gives.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial, reduce
from typing import Final

from userprio.base.cxx import FLT_MAX, int32, to_int64
from userprio.base.patterns import lazy_pattern
from userprio.classad.compiler import COMPARE, arithmetic, compare, identical, logical_not
from userprio.classad.context import Context, EvaluationFailure, Strict
from userprio.classad.functions.conversion import leading_number, to_text
from userprio.classad.values import ERROR, UNDEFINED, AdValue, ListValue, Special, Value, decode, encode, fold_case

_BLANKS: Final = b" \t\n\v\f\r"
_DIGITS: Final = b"0123456789"


def _strcat(context: Context, arguments: list[Value]) -> Value:
    """`strcat(a, ...)`: the first argument that is undefined or an error decides."""
    parts = []
    for argument in arguments:
        text = to_text(argument)
        if isinstance(text, Special):
            return text
        parts.append(text)
    return "".join(parts)


def _join(context: Context, arguments: list[Value]) -> Value:
    """`join(separator, a, ...)`, `join(separator, list)`, `join(list)`: what is undefined is passed over.

    Empty strings at the start leave no separator. If something was undefined and nothing to join was defined, so is the
    result.
    """
    values = arguments
    if 0 < len(arguments) <= 2 and isinstance(arguments[-1], ListValue):
        values = [*(arguments[:-1] or [""]), *context.elements(arguments[-1])]
    if values and isinstance(values[0], str):
        # Many short elements around a long separator make much of little.
        context.run.hold([values[0]] * len(values))
    separator, joined = "", ""
    undefined = defined = False
    for number, value in enumerate(values):
        text = to_text(value)
        if text is ERROR:
            return ERROR
        if isinstance(text, Special):
            undefined = True
        elif number == 0:
            separator = text
        else:
            defined = True
            joined += separator + text if joined else text
    return UNDEFINED if undefined and not defined else joined


def _in_case(change: Callable[[bytes], bytes]) -> Callable[[Context, list[Value]], Value]:
    def changed(context: Context, arguments: list[Value]) -> Value:
        text = to_text(arguments[0])
        return text if isinstance(text, Special) else decode(change(encode(text)))

    return changed


def _size(context: Context, arguments: list[Value]) -> Value:
    """`size(x)`: bytes of a string, elements of a list, attributes of an ad."""
    value = arguments[0]
    if isinstance(value, str):
        return len(encode(value))
    if isinstance(value, ListValue | AdValue):
        return len(value)
    return UNDEFINED if value is UNDEFINED else ERROR


def _substr(context: Context, arguments: list[Value]) -> Value:
    """`substr(s, position [, length])`: what is negative counts from the end."""
    if UNDEFINED in arguments:
        return UNDEFINED
    text, *numbers = arguments
    wanted = [int32(number) for number in numbers if isinstance(number, int) and not isinstance(number, bool)]
    if not isinstance(text, str) or len(wanted) < len(numbers):
        return ERROR
    data = encode(text)
    start = min(wanted[0], len(data)) if wanted[0] >= 0 else max(len(data) + wanted[0], 0)
    if len(wanted) == 1:
        return decode(data[start:])
    end = len(data) + wanted[1] if wanted[1] < 0 else start + wanted[1]
    return decode(data[start : max(end, start)])


def _of_two(answer: Callable[[str, str], Value]) -> Callable[[Context, list[Value]], Value]:
    """A function of two texts; an undefined one makes the answer undefined, whatever the other is."""

    def answered(context: Context, arguments: list[Value]) -> Value:
        if UNDEFINED in arguments:
            return UNDEFINED
        left, right = to_text(arguments[0]), to_text(arguments[1])
        return answer(left, right) if isinstance(left, str) and isinstance(right, str) else ERROR

    return answered


def _order(left: bytes, right: bytes) -> int:
    """`strcmp` and `stricmp`: -1, 0 or 1."""
    return (left > right) - (left < right)


def _split_at(without: Callable[[str], list[Value]]) -> Callable[[Context, list[Value]], Value]:
    """`splitUserName` and `splitSlotName`: the two pieces around the first `@`."""

    def split(context: Context, arguments: list[Value]) -> Value:
        text = arguments[0]
        if not isinstance(text, str):
            return ERROR
        first, at, second = text.partition("@")
        return ListValue.of([first, second] if at else without(text))

    return split


def _split(context: Context, arguments: list[Value]) -> Value:
    """`split(s [, separators])`.

    An empty piece counts only between two of the same separator that is not a blank; blanks around it do not matter.
    """
    text, separators = arguments[0], arguments[1] if len(arguments) > 1 else ", \t"
    if not isinstance(text, str) or not isinstance(separators, str):
        return ERROR
    data, cuts = encode(text), encode(separators)
    pieces: list[Value] = []
    start, last = 0, -1
    for place, byte in enumerate(data):
        if byte not in cuts:
            continue
        if place > start:
            pieces.append(decode(data[start:place]))
        elif byte == last:
            pieces.append("")
        if byte not in _BLANKS:
            last = byte
        start = place + 1
    if start < len(data):
        pieces.append(decode(data[start:]))
    return ListValue.of(pieces)


def _natural_order(left: str, right: str) -> int:
    """Negative, zero or positive as `one` comes before, with or after `two`; runs of digits compare as numbers.

    A run with more leading zeros comes first, like digits after a decimal point (`natural_cmp`, after glibc's
    `strverscmp`).
    """
    a, b = encode(left) + b"\0", encode(right) + b"\0"
    if a == b:
        return 0
    at = next(place for place, (x, y) in enumerate(zip(a, b, strict=False)) if x != y)
    difference = _signed(a[at]) - _signed(b[at])
    start = len(a[:at].rstrip(_DIGITS))
    if start == at and not (a[at] in _DIGITS and b[at] in _DIGITS):
        return difference
    zeros_a, digits_a = _digits(a[start:])
    zeros_b, digits_b = _digits(b[start:])
    return zeros_b - zeros_a or (0 if zeros_a else digits_a - digits_b) or difference


def _signed(byte: int) -> int:
    """A byte as C's `char` on x86-64."""
    return byte - 256 if byte > 127 else byte


def _digits(text: bytes) -> tuple[int, int]:
    """How many digits the text begins with: leading zeros, of which the last digit is never one, and all of them."""
    digits = text[: len(text) - len(text.lstrip(_DIGITS))]
    return len(digits[:-1]) - len(digits[:-1].lstrip(b"0")), len(digits)


def _version_in_range(context: Context, arguments: list[Value]) -> Value:
    """`version_in_range(v, low, high)`, both ends included; an undefined `v` is an error."""
    if UNDEFINED in arguments[1:]:
        return UNDEFINED
    version, low, high = (to_text(argument) for argument in arguments)
    if not isinstance(version, str) or not isinstance(low, str) or not isinstance(high, str):
        return ERROR
    return _natural_order(low, version) <= 0 and _natural_order(version, high) <= 0


_OF_VERSIONS: Final[dict[str, Strict]] = {
    "versioncmp": (2, 2, _of_two(_natural_order)),
    "versionle": (2, 2, _of_two(lambda left, right: _natural_order(left, right) <= 0)),
    "versionlt": (2, 2, _of_two(lambda left, right: _natural_order(left, right) < 0)),
    "versionge": (2, 2, _of_two(lambda left, right: _natural_order(left, right) >= 0)),
    "versiongt": (2, 2, _of_two(lambda left, right: _natural_order(left, right) > 0)),
    "versioneq": (2, 2, _of_two(lambda left, right: _natural_order(left, right) == 0)),
    "version_in_range": (3, 3, _version_in_range),
}


_COMPARISONS: Final[dict[str, Callable[[Value, Value], Value]]] = {
    **{op: partial(compare, op) for op in COMPARE},
    "is": identical,
    "isnt": lambda left, right: logical_not(identical(left, right)),
}


def _member(context: Context, arguments: list[Value]) -> Value:
    """`member(x, list)`, by `==`: elements that cannot be compared are passed over."""
    wanted, elements = arguments
    if wanted is UNDEFINED or elements is UNDEFINED:
        return UNDEFINED
    if wanted is ERROR or not isinstance(elements, ListValue) or isinstance(wanted, ListValue | AdValue):
        return ERROR
    return any(compare("==", element, wanted) is True for element in context.elements(elements))


def _identical_member(context: Context, arguments: list[Value]) -> Value:
    """`identicalMember(x, list)`, by `=?=`: undefined and error can be looked for."""
    wanted, elements = arguments
    if elements is UNDEFINED:
        return UNDEFINED
    if not isinstance(elements, ListValue) or isinstance(wanted, ListValue | AdValue):
        return ERROR
    return any(identical(element, wanted) is True for element in context.elements(elements))


def _compared(every: bool) -> Callable[[Context, list[Value]], Value]:
    """`anyCompare` and `allCompare`: the first element that is not comparable ends the search."""

    def answer(context: Context, arguments: list[Value]) -> Value:
        name, elements, value = arguments
        if name is UNDEFINED:
            return UNDEFINED
        comparison = _COMPARISONS.get(name) if isinstance(name, str) else None
        if comparison is None:
            return ERROR
        if elements is UNDEFINED:
            return UNDEFINED
        if not isinstance(elements, ListValue):
            return ERROR
        for element in context.elements(elements):
            result = comparison(element, value)
            if result is UNDEFINED:
                return False
            if not isinstance(result, bool):
                return ERROR
            if result is not every:
                return result
        return every

    return answer


def _over_numbers(summarise: Callable[[list[bool | int | float]], Value]) -> Callable[[Context, list[Value]], Value]:
    """A function of a list of numbers: undefined elements are passed over, anything else is an error."""

    def answer(context: Context, arguments: list[Value]) -> Value:
        elements = arguments[0]
        if not isinstance(elements, ListValue):
            return UNDEFINED if elements is UNDEFINED else ERROR
        given = [element for element in context.elements(elements) if element is not UNDEFINED]
        numbers = [element for element in given if isinstance(element, int | float)]
        return summarise(numbers) if len(numbers) == len(given) else ERROR

    return answer


def _sum(numbers: Sequence[Value]) -> Value:
    return reduce(partial(arithmetic, "+"), numbers) if numbers else 0


def _average(numbers: list[bool | int | float]) -> Value:
    return arithmetic("/", _sum(numbers), float(len(numbers))) if numbers else 0


def _extreme(op: str) -> Callable[[list[bool | int | float]], Value]:
    """The least or greatest. Comparing promotes what it has found so far, so one real among them makes reals of all."""

    def choose(numbers: list[bool | int | float]) -> Value:
        if not numbers:
            return UNDEFINED
        best = numbers[0]
        for number in numbers[1:]:
            kind = float if isinstance(best, float) or isinstance(number, float) else int
            best, candidate = kind(best), kind(number)
            if compare(op, candidate, best) is True:
                best = candidate
        return best

    return choose


_CUT_OFF: Final = lazy_pattern(r"\s*[-+]?(?:0x(?!\.?[0-9a-f])|inf(?=i)(?!inity))", re.I | re.A)
"""What `sscanf` has begun to read as a number when it turns out to be none, and does not go back from."""
_ITEM_BLANKS: Final = b" \t\n\v\f\r"
_SMALLEST_FLOAT: Final = 2.0**-126
"""`FLT_MIN`, where `stringListMax` starts counting; it means the lowest number but is the smallest positive one."""


def tokens(text: str, delimiters: str = ", ") -> list[str]:
    """The items of a string list: trimmed, the empty ones left out (`StringTokenIterator`)."""
    return [decode(item) for piece in _pieces(text, delimiters) if (item := piece.strip(_ITEM_BLANKS))]


def _pieces(text: str, delimiters: str) -> list[bytes]:
    """What stands between the delimiters, each of which is a byte."""
    cuts = encode(delimiters)
    return encode(text).translate(bytes.maketrans(cuts, bytes(len(cuts)))).split(b"\0")


def _text_member(key: Callable[[str], str]) -> Callable[[Context, list[Value]], Value]:
    """`stringListMember` and `stringListIMember`."""
    return _membership(lambda item, items, delimiters: key(item) in map(key, items))


def _subset(key: Callable[[str], str]) -> Callable[[Context, list[Value]], Value]:
    """`stringListSubsetMatch`, `stringListISubsetMatch`: true for the empty text, false for one of delimiters alone."""

    def is_subset(text: str, items: Iterable[str], delimiters: str) -> bool:
        wanted, present = tokens(text, delimiters), {key(item) for item in items}
        return not text or (bool(wanted) and all(key(item) in present for item in wanted))

    return _membership(is_subset)


def _membership(holds: Callable[[str, list[str], str], bool]) -> Callable[[Context, list[Value]], Value]:
    """A question about a text and a list. An undefined argument counts as empty, unless both are."""

    def answer(context: Context, arguments: list[Value]) -> Value:
        given = ["" if argument is UNDEFINED else argument for argument in arguments[:2]]
        delimiters = ", \t\r\n" if len(arguments) < 3 or arguments[2] is UNDEFINED else arguments[2]
        match (*given, delimiters):
            case (str(text), str(listed), str(cuts)):
                if arguments[0] is UNDEFINED and arguments[1] is UNDEFINED:
                    return UNDEFINED
                return holds(text, tokens(listed, cuts), cuts)
        return ERROR

    return answer


def of_texts(fewest: int, answer: Callable[..., Value]) -> Strict:
    """A function of texts, of which one more than the fewest may be given; without it the last is empty.

    An undefined one makes the answer undefined, and anything else than a text is an error.
    """

    def answered(context: Context, arguments: list[Value]) -> Value:
        if UNDEFINED in arguments:
            return UNDEFINED
        given = (*arguments, "")[: fewest + 1]
        return answer(context, *given) if all(isinstance(text, str) for text in given) else ERROR

    return (fewest, fewest + 1, answered)


def _intersect(context: Context, first: str, second: str, delimiters: str) -> Value:
    """`stringListsIntersect(a, b [, delimiters])`. Items are not trimmed here."""
    cuts = delimiters or " ,"
    return not set(_pieces(first, cuts)).isdisjoint(filter(None, _pieces(second, cuts)))


def _items(arguments: list[Value]) -> list[str] | None:
    """The items of a list given as `(l [, delimiters])`, None where that is not what is given."""
    match (*arguments, ", ")[:2]:
        case (str(text), str(delimiters)):
            return tokens(text, delimiters)
    return None


def _list_size(context: Context, arguments: list[Value]) -> Value:
    items = _items(arguments)
    return ERROR if items is None else len(items)


def _summary(start: float, empty: Value, add: Callable[[float, float], float], mean: bool = False) -> Strict:
    """Sum, mean, least or greatest of the numbers the items begin with; an integer if every item looks like one."""

    def summarise(context: Context, arguments: list[Value]) -> Value:
        items = _items(arguments)
        if items is None:
            return ERROR
        if not items:
            return empty
        total = start
        for item in items:
            number = leading_number(item)
            if number is None or _CUT_OFF.match(item):
                return ERROR
            total = add(number, total)
        if mean:
            total /= len(items)
        return to_int64(total) if all(set(item) <= set("+-0123456789") for item in items) else total

    return (1, 2, summarise)


_ARG_BLANKS: Final = " \t\n\r"
_SPECIAL: Final = lazy_pattern(r"[ \t\n\r']")
_WORD: Final = lazy_pattern(r"(?>(?:[^ \t\n\r']++|'(?>(?:[^']|'')*)')+)")
_QUOTED: Final = lazy_pattern(r"'((?>(?:[^']|'')*))'")  # A quote within quotes is written twice
_DELIMITERS: Final = "!#$%&*+,-/:;<>?@^`|~\x1f"
"""Characters that a V1 environment may begin with to say what separates its settings."""


def _split_words(text: str) -> list[str] | None:
    """The words of a V2 text, None for a quote that is not closed (`split_args`)."""
    if text.count("'") % 2:
        return None
    return [_QUOTED.sub(lambda quoted: quoted[1].replace("''", "'"), word) for word in _WORD.findall(text)]


def _join_words(words: Iterable[str]) -> str:
    """The V2 text of these words (`append_arg`): each special character quoted, neighbouring quotes made one."""
    result = ""
    for word in words:
        if result:
            result += " "
        if not word:
            result += "''"
        for char in word:
            if not _SPECIAL.match(char):
                result += char
                continue
            result = result[:-1] if result.endswith("'") else result + "'"
            result += ("''" if char == "'" else char) + "'"
    return result


def _syntax(arguments: list[Value]) -> int | None:
    """The syntax named by the optional second argument, None for none that exists."""
    version = arguments[1] if len(arguments) > 1 else 2
    if isinstance(version, bool) or not isinstance(version, int) or int32(version) not in (1, 2):
        return None
    return int32(version)


def _args_to_list(context: Context, arguments: list[Value]) -> Value:
    """`argsToList(text [, version])`."""
    version, text = _syntax(arguments), arguments[0]
    if version is None or not isinstance(text, str):
        return ERROR
    words = _split_words(text) if version == 2 else [word for word in re.split(f"[{_ARG_BLANKS}]+", text) if word]
    return ERROR if words is None else ListValue.of(words)


def _list_to_args(context: Context, arguments: list[Value]) -> Value:
    """`listToArgs(list [, version])`; what V1 cannot express is an error."""
    version, elements = _syntax(arguments), arguments[0]
    if version is None or not isinstance(elements, ListValue):
        return ERROR
    words = [element for element in context.elements(elements) if isinstance(element, str)]
    if len(words) < len(elements):
        return ERROR
    if version == 2:
        return _join_words(words)
    if any(char in word for word in words for char in _ARG_BLANKS):
        return ERROR
    # HTCondor writes no blank as long as nothing is written.
    return " ".join(words).lstrip(" ")


def _with_settings(environment: dict[str, str | None], settings: Iterable[str]) -> bool:
    """Add settings `NAME=value`; False for one that is none. `$$(...)` without `=` is kept for the schedd to fill."""
    for setting in settings:
        name, equals, value = setting.partition("=")
        if equals and name:
            environment[name] = value
        elif not equals and "$$" in setting:
            environment[setting] = None
        else:
            return False
    return True


def _environment_text(environment: dict[str, str | None]) -> str:
    names = sorted(environment, key=encode)
    return _join_words(name if environment[name] is None else f"{name}={environment[name]}" for name in names)


def _env_v1_to_v2(context: Context, arguments: list[Value]) -> Value:
    text = arguments[0]
    if not isinstance(text, str):
        return UNDEFINED if text is UNDEFINED else ERROR
    delimiter = ";"
    if text and text[0] in _DELIMITERS:
        delimiter, text = text[0], text[1:]
    settings = (setting.lstrip(_ARG_BLANKS) for setting in re.split(rf"[\n{re.escape(delimiter)}]", text))
    environment: dict[str, str | None] = {}
    return _environment_text(environment) if _with_settings(environment, filter(None, settings)) else ERROR


def _merge_environment(context: Context, arguments: list[Value]) -> Value:
    """`mergeEnvironment(text, ...)`: later settings win, undefined arguments are passed over."""
    environment: dict[str, str | None] = {}
    for argument in arguments:
        if argument is UNDEFINED:
            continue
        words = _split_words(argument) if isinstance(argument, str) else None
        if words is None or not _with_settings(environment, words):
            return ERROR
    return _environment_text(environment)


def _user_map(context: Context, arguments: list[Value]) -> Value:
    """`userMap(map, name [, preferred [, default]])`.

    With two arguments the comma-separated names that the map gives, else one of them: the preferred one in any case,
    or the first. `map` may be `map.method`, which is a map of its own here.
    """
    name, user = arguments[:2]
    default = arguments[3] if len(arguments) == 4 else UNDEFINED
    if not isinstance(name, str) or not isinstance(user, str):
        return ERROR if name is ERROR or user is ERROR else default
    lookup = context.run.surroundings.user_maps.get(name.lower())
    names = None if lookup is None else lookup(user)
    if names is None:
        return default
    if len(arguments) == 2:
        return names
    items, preferred = tokens(names, ","), arguments[2]
    folded = fold_case(preferred) if isinstance(preferred, str) else None
    return next((item for item in items if fold_case(item) == folded), items[0] if items else default)


def _user_home(context: Context, arguments: list[Value]) -> Value:
    """`userHome(name [, default])`: the home directory of a user of the machine that evaluates, as far as it is known.

    Otherwise the default if that is a text that is not empty, else undefined, or an error for a name that is not a
    text. With another number of arguments the evaluation fails as a whole.
    """
    if len(arguments) not in (1, 2):
        raise EvaluationFailure
    home = context.run.surroundings.homes.get(arguments[0]) if isinstance(arguments[0], str) else None
    if home is not None:
        return home
    default = arguments[1] if len(arguments) == 2 else UNDEFINED
    if isinstance(default, str) and default:
        return default
    return UNDEFINED if arguments[0] is UNDEFINED or isinstance(arguments[0], str) else ERROR


STRICT: Final[dict[str, Strict]] = {
    "strcat": (0, None, _strcat),
    "join": (0, None, _join),
    "tolower": (1, 1, _in_case(bytes.lower)),
    "toupper": (1, 1, _in_case(bytes.upper)),
    "size": (1, 1, _size),
    "substr": (2, 3, _substr),
    "strcmp": (2, 2, _of_two(lambda left, right: _order(encode(left), encode(right)))),
    "stricmp": (2, 2, _of_two(lambda left, right: _order(encode(left).lower(), encode(right).lower()))),
    "split": (1, 2, _split),
    "splitusername": (1, 1, _split_at(lambda text: [text, ""])),
    "splitslotname": (1, 1, _split_at(lambda text: ["", text])),
    **_OF_VERSIONS,
    "member": (2, 2, _member),
    "identicalmember": (2, 2, _identical_member),
    "anycompare": (3, 3, _compared(every=False)),
    "allcompare": (3, 3, _compared(every=True)),
    "sum": (1, 1, _over_numbers(_sum)),
    "avg": (1, 1, _over_numbers(_average)),
    "min": (1, 1, _over_numbers(_extreme("<"))),
    "max": (1, 1, _over_numbers(_extreme(">"))),
    "stringlistmember": (2, 3, _text_member(str)),
    "stringlistimember": (2, 3, _text_member(fold_case)),
    "stringlistsubsetmatch": (2, 3, _subset(str)),
    "stringlistisubsetmatch": (2, 3, _subset(fold_case)),
    "stringlistsintersect": of_texts(2, _intersect),
    "stringlistsize": (1, 2, _list_size),
    "stringlistsum": _summary(0.0, 0.0, lambda item, total: item + total),
    "stringlistavg": _summary(0.0, 0.0, lambda item, total: item + total, mean=True),
    "stringlistmin": _summary(FLT_MAX, UNDEFINED, lambda item, total: item if item < total else total),
    "stringlistmax": _summary(_SMALLEST_FLOAT, UNDEFINED, lambda item, total: item if item > total else total),
    "envv1tov2": (1, 1, _env_v1_to_v2),
    "mergeenvironment": (0, None, _merge_environment),
    "argstolist": (1, 2, _args_to_list),
    "listtoargs": (1, 2, _list_to_args),
    "usermap": (2, 4, _user_map),
    "userhome": (0, None, _user_home),
}

ERROR_TOLERANT: Final = frozenset(
    "strcat substr strcmp stricmp member identicalmember anycompare allcompare usermap userhome".split()
).union(_OF_VERSIONS)
