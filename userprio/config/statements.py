"""Logical lines (`getline_implementation`) and their statements: assignments, here documents, keywords, templates
(metaknobs, `use CATEGORY : NAME(arguments)`) and conditional blocks, `if` and `elif`.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from enum import Enum, Flag
from functools import cache
from pathlib import Path
from string import ascii_letters
from typing import Final

import msgspec

from userprio.base.cxx import atof
from userprio.base.limits import CONDITION_LEVELS
from userprio.base.patterns import lazy_pattern
from userprio.base.versions import Version
from userprio.config.errors import ErrorKind, Origin, quoted
from userprio.config.functions import Scope
from userprio.config.knob import BLANKS


class LogicalLine(msgspec.Struct, frozen=True):
    """A logical line and the number of its last physical line, from 1."""

    text: str
    number: int


class LogicalLines:
    """The logical lines of a text.

    `old_comments` says how a comment inside a continued statement is read; it may be switched between two lines, as
    `#opt:oldcomment` and `#opt:newcomment` do.
    """

    def __init__(self, text: str, *, old_comments: bool = False) -> None:
        self.old_comments = old_comments
        self._text = text

    def __iter__(self) -> Iterator[LogicalLine]:
        *lines, last = self._text.split("\n")
        statement = ""
        for number, physical in enumerate(lines, 1):
            piece, goes_on = self._piece(physical, continued=bool(statement))
            statement += piece
            if not goes_on:
                yield LogicalLine(statement, number)
                statement = ""
        # HTCondor trims lines at their newline, so the last line of a file that lacks one keeps its blanks and its
        # backslash.
        if statement or last:
            yield LogicalLine(statement + last, len(lines) + bool(last))

    def _piece(self, physical: str, continued: bool) -> tuple[str, bool]:
        """What a physical line adds to its statement, and whether the statement continues after it."""
        piece = physical.strip(BLANKS)
        comment = piece.startswith("#") and not self.old_comments
        if comment and continued:
            # HTCondor means to blank out the comment, but leaves its last character, be it text or the backslash.
            piece = piece[-1]
            comment = False
        return (piece[:-1], not comment) if piece.endswith("\\") else (piece, False)


_NAME = lazy_pattern(r"[A-Za-z0-9_./]+")
_OPERATOR = lazy_pattern(r"[^=:@+]*(?:(?P<sign>[=:])|(?P<here>@=)|\+(?P<glue>([,;|&*])\4?)?=)")
_OLD_OPERATOR = lazy_pattern(r"[^=:@]*(?:(?P<sign>[=:])|(?P<here>@=))(?P<glue>)")


class Problem(Enum):
    """Why a line is not a statement."""

    NO_OPERATOR = "this line has no = in it"
    BAD_INCLUDE = "this include has a word that is not one of its options"


class Assignment(msgspec.Struct, frozen=True):
    """`name = text`. For an append, `glue` is what separates the old value from the text; else None."""

    name: str
    text: str
    glue: str | None = None
    colon: bool = False
    """Written `name : text`."""


class HereDocument(msgspec.Struct, frozen=True):
    """`name @=tag`: the lines up to `@tag` are the value."""

    name: str
    tag: str


class Use(msgspec.Struct, frozen=True):
    """`use category : templates`."""

    category: str
    templates: str


class Include(msgspec.Struct, frozen=True):
    """`include [ifexist] [command [into file]] : source`."""

    source: str
    if_exists: bool = False
    command: bool = False
    into: str | None = None


class Message(msgspec.Struct, frozen=True):
    """`warning : text` or `error : text`."""

    text: str
    fatal: bool


Statement = Assignment | HereDocument | Use | Include | Message


def is_legal_name(name: str) -> bool:
    """Whether a knob may have this name."""
    return _NAME.fullmatch(name) is not None


def parse_statement(line: str, *, appends: bool = True) -> Statement | Problem | None:
    """Parse a logical line (`Parse_macros`); neither side is expanded yet. `[section]` has no effect: None.

    `@=` and `+=` need white space before them, else they are part of the name. Versions without `+=` (not `appends`)
    ignore anything between the name and the `=`.
    """
    # A colon ends a name, so `a:b = c` sets `a`.
    name_end = next((i for i, c in enumerate(line) if c in BLANKS or c in "=:"), len(line))
    if name_end == len(line):
        return None if line.startswith("[") else Problem.NO_OPERATOR
    operator = (_OPERATOR if appends else _OLD_OPERATOR).match(line, name_end)
    if operator is None:
        return Problem.NO_OPERATOR
    name, text = line[:name_end], line[operator.end() :].lstrip(BLANKS)
    match operator["sign"]:
        case "=":
            return Assignment(name, text)
        case ":":
            # Only keywords have a use for words between the name and the operator.
            return _keyword(name, line[name_end : operator.end() - 1].strip(BLANKS), text)
    if operator["here"]:
        return HereDocument(name, text)
    separator = operator["glue"] or " "
    return Assignment(name, text, glue=separator if len(separator) == 1 else f" {separator} ")


def _keyword(name: str, words: str, text: str) -> Statement | Problem:
    match name.removeprefix("@").lower():
        case "use":
            return Use(words, text)
        case "include":
            return _include(words, text)
        case "error" | "warning" as keyword:
            return Message(text, fatal=keyword == "error")
    return Assignment(name, text, colon=True)


def _include(words: str, source: str) -> Include | Problem:
    """An include from the options before its colon, which are lower case, in fixed order; extra words are ignored."""
    options = words.split()
    if_exists = options[:1] in (["ifexist"], ["ifexists"])
    if if_exists:
        del options[0]
    if not options:
        return Include(source, if_exists)
    if options[0] not in ("command", "output"):
        return Problem.BAD_INCLUDE
    if options[1:2] != ["into"]:
        return Include(source, if_exists, command=True)
    if len(options) < 3:
        return Problem.BAD_INCLUDE
    return Include(source, if_exists, command=True, into=options[2])


CATEGORIES: Final = ("role", "policy", "feature", "security", "experimental", "upgrade")
"""Each has a text file of its name: `[NAME]` lines, each followed by the statements of its template. These are the ones
in HTCondor's `param_info.in` that affect negotiation, accounting or the list of daemons, or that refuse arguments; so
some templates have none."""
_TEXTS: Final = Path(__file__).with_name("template_texts")

_DEPTH: Final = 25  # How deep parentheses may nest in the arguments of a template
_SUBSTITUTIONS: Final = 1000
_CALLED: Final = lazy_pattern(rf"(?P<name>[^,({BLANKS}]+|(?=\())[{BLANKS}]*(?P<opening>\()?")
_ARGUMENT: Final = lazy_pattern(r"\$\((\d+)([?#+]?)(?::((?:[^()]|\([^)]*\))*))?\)")


def has_category(category: str) -> bool:
    """Whether there is such a category, ignoring case."""
    return category.lower() in CATEGORIES


def template_text(category: str, name: str) -> str | None:
    """The statements of a template before arguments are substituted; None if there is no such template."""
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
    """The templates named after `use`, separated by commas or blanks, each with the text in its parentheses.

    See `MetaKnobAndArgs`.
    """
    position = 0
    while (match := _CALLED.search(text, position)) is not None:
        position, arguments = match.end(), ""
        if match["opening"]:
            closing = _closing(text, position - 1, _DEPTH)
            if closing is not None:
                arguments = text[position:closing]
                position = closing + 1
        yield match["name"], arguments


def _closing(text: str, start: int, depth: int) -> int | None:
    """The position that closes the parenthesis or bracket at `start`; None if nothing does, or it nests too deep."""
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

    `$(0)` is all of them, `$(2)` the second, `$(2:x)` the second or else x, `$(2?)` 1 or 0 for whether it has any text,
    `$(2+)` the second and all that follow, `$(0#)` their number. Empty ones do not count. The result is searched again,
    because defaults may contain references; one that reproduces itself forever is left as it is.
    """
    for _ in range(_SUBSTITUTIONS):
        match = _ARGUMENT.search(text)
        if match is None:
            break
        value = _argument(int(match[1][:4]), match[2], match[3], arguments)
        text = text[: match.start()] + value + text[match.end() :]
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


_OLDEST: Final = 6  # Versions before this are taken for mistakes
_IF_LINE = lazy_pattern(r"(if|elif|else|endif)(?:[ \t\n\v\f\r]+(.*))?", re.I | re.S)
_COMPARISON = lazy_pattern(r"(!?)([<=>]?)(=?)[ \t]*v?(\d+)\.(\d+)(?:\.(\d+))?", re.I)
_TRUE: Final = ("true", "yes", "t")
_FALSE: Final = ("false", "no", "f")


class ConditionProblem(Exception):
    """An invalid line of a conditional block; the reader turns it into an error with a place."""

    def __init__(self, message: str, kind: ErrorKind = ErrorKind.BAD_CONDITION) -> None:
        super().__init__(message)
        self.message = message
        self.kind = kind


class VersionDependence(msgspec.Struct, frozen=True):
    """A statement whose meaning depends on the version that reads it."""

    origin: Origin
    shown: str
    """Its text, as a message shows it."""
    comparison: str
    """The condition on the version, as after `if version`."""

    def holds(self, version: Version) -> bool:
        """Whether the condition holds for a version."""
        return _version_holds(self.comparison, version)


_Parts = Flag("_Parts", "DIGIT LETTER NAME FRACTION SPACE COMPARISON COLON OTHER")
"""Kinds of characters in a condition, by which HTCondor tells its forms apart."""
_PART_OF: Final = {
    **dict.fromkeys("0123456789", _Parts.DIGIT),
    **dict.fromkeys(ascii_letters, _Parts.LETTER),
    **dict.fromkeys("_/", _Parts.NAME),
    **dict.fromkeys("<=>", _Parts.COMPARISON),
    **dict.fromkeys(BLANKS, _Parts.SPACE),
    ":": _Parts.COLON,
}
"""The kind of a character that is always of the same one; those not listed are OTHER, or depend on their place."""
_NUMBERS: Final = (_Parts.DIGIT, _Parts.DIGIT | _Parts.FRACTION)
_IDENTIFIER: Final = _Parts.LETTER | _Parts.DIGIT | _Parts.NAME | _Parts.FRACTION


def evaluate_condition(text: str, scope: Scope, expand: Callable[[str], str]) -> bool:
    """Whether a condition holds (`Test_config_if_expression`). Raises ConditionProblem if it is not a condition."""
    condition = (expand(text).rstrip(BLANKS) if "$" in text else text).lstrip(BLANKS)
    negated = condition.startswith("!")
    if negated:
        condition = condition[1:].lstrip(BLANKS)
    # A macro that expands to nothing is false; no condition at all is an error.
    holds = False if "$" in text and not condition else _holds(condition, scope)
    return holds != negated  # `!` of an empty macro is true


def _holds(condition: str, scope: Scope) -> bool:
    """The value of a condition without its `!`."""
    parts = _parts_of(condition)
    word = condition.rstrip(BLANKS).lower()
    if parts in _NUMBERS:  # Any number, as `if 0.5`
        return atof(condition) != 0
    if word in _TRUE or word in _FALSE:
        return word in _TRUE
    keyword = re.match(r"(?:version|defined)(?![A-Za-z0-9])", word)
    if keyword and keyword[0] == "version":
        compared = _Parts.LETTER | _Parts.SPACE | _Parts.COMPARISON | _Parts.DIGIT
        if word == "version" or (parts & ~_Parts.FRACTION) == compared:
            return _version_holds(condition[len("version") :].strip(BLANKS), scope.version)
    if keyword and keyword[0] == "defined":
        if word == "defined":
            return False
        # A colon excludes digits: `defined use SECURITY:recommended_v9_0` is refused by HTCondor, too.
        allowed = (_IDENTIFIER | _Parts.SPACE, _Parts.LETTER | _Parts.NAME | _Parts.SPACE | _Parts.COLON)
        dotted = parts & (_Parts.FRACTION | _Parts.DIGIT) == _Parts.FRACTION
        if not dotted and any(not parts & ~some for some in allowed):
            return _is_defined(condition[len("defined") :].strip(BLANKS), scope)
    reason = ", as expressions and comparisons of knobs are not supported" if parts & ~_IDENTIFIER else ""
    raise ConditionProblem(f"{quoted(condition)} is not a condition{reason}")


def _parts_of(text: str) -> _Parts:
    """The kinds of characters in a text (`Characterize_config_if_expression`)."""
    text = text.strip(BLANKS).removeprefix("-")
    parts = _Parts(0)
    for position, character in enumerate(text):
        following = text[position + 1 : position + 2]
        if character == ".":
            number = parts == _Parts.DIGIT or not following or following in "0123456789"
            parts |= _Parts.FRACTION if number else _Parts.NAME
        elif character in "eE":
            parts |= _Parts.FRACTION if parts & ~_Parts.FRACTION == _Parts.DIGIT else _Parts.LETTER
        elif character in "+-":
            if parts != _Parts.DIGIT | _Parts.FRACTION:
                parts |= _Parts.OTHER
        elif character == "!" and following == "=":
            parts |= _Parts.COMPARISON
        else:
            parts |= _PART_OF.get(character, _Parts.OTHER)
    return parts


def _version_holds(comparison: str, version: Version) -> bool:
    """Whether `OP x.y[.z]` holds for a version; without z, its own patch number is compared."""
    match = _COMPARISON.match(comparison)
    if match is None or int(match[4][:9]) < _OLDEST:
        raise ConditionProblem(f"{quoted(comparison)} does not compare with a version, as in >= 9.0 or == 23.0.1")
    negated, sign, equal, *numbers = match.groups()
    wanted = tuple(version[i] if number is None else int(number[:9]) for i, number in enumerate(numbers))
    difference = (wanted < version) - (wanted > version)
    holds = difference == {"<": -1, ">": 1}.get(sign, 0) or (bool(equal) and difference == 0)
    return holds != bool(negated)


def _is_defined(what: str, scope: Scope) -> bool:
    """`defined NAME`, or `defined use CATEGORY[:TEMPLATE]`."""
    parts = _parts_of(what)
    if parts in _NUMBERS or what.lower() in ("true", "false"):
        return True
    if not parts & ~_IDENTIFIER:
        return bool(scope.raw(what)) or what.lower() in (*_TRUE, *_FALSE)
    if what[:4].lower() != "use ":
        raise ConditionProblem(f"{quoted(f'defined {what}')} asks for more than one name")
    category, colon, name = what[4:].lstrip(BLANKS).partition(":")
    if any(blank in category + name for blank in BLANKS):
        raise ConditionProblem(f"{quoted(f'defined {what}')} has a space in the name of a template, so it never holds")
    return template_text(category, name) is not None if colon and name else has_category(category)


class _IfBlock(msgspec.Struct):
    """An open `if`: whether its current branch is read, whether any branch has been, whether `else` has come."""

    enabled: bool
    taken: bool
    in_else: bool = False


class IfBlocks:
    """The open `if` blocks of one text."""

    def __init__(self) -> None:
        self._blocks: list[_IfBlock] = []

    @property
    def enabled(self) -> bool:
        """Whether the current line is read."""
        return all(block.enabled for block in self._blocks)

    @property
    def open(self) -> bool:
        """Whether the current line is in a block."""
        return bool(self._blocks)

    def take(self, line: str, holds: Callable[[str], bool]) -> bool:
        """Process the line if it is `if`, `elif`, `else` or `endif`; returns whether it was.

        `holds` is only called for conditions that matter. Raises ConditionProblem.
        """
        match = _IF_LINE.fullmatch(line)
        if match is None:
            return False
        condition = match[2] or ""
        match match[1].lower():
            case "if":
                self._begin(self.enabled and holds(condition))
            case "elif":
                self._other(condition, holds)
            case "else":
                self._other(None, holds)
            case _:
                if not self._blocks:
                    raise ConditionProblem("this endif has no if", ErrorKind.ENDIF_WITHOUT_IF)
                self._blocks.pop()
        return True

    def _begin(self, enabled: bool) -> None:
        if len(self._blocks) >= CONDITION_LEVELS:
            raise ConditionProblem(f"if blocks nest more than {CONDITION_LEVELS} deep", ErrorKind.IF_DEPTH)
        self._blocks.append(_IfBlock(enabled, taken=enabled))

    def _other(self, condition: str | None, holds: Callable[[str], bool]) -> None:
        """Begin another branch of the innermost block; without a condition it is `else`."""
        word = "else" if condition is None else "elif"
        if not self._blocks:
            raise ConditionProblem(f"this {word} has no if", ErrorKind.ELSE_WITHOUT_IF)
        block = self._blocks[-1]
        if block.in_else:
            kind = ErrorKind.ELSE_AFTER_ELSE if condition is None else ErrorKind.ELIF_AFTER_ELSE
            raise ConditionProblem(f"this {word} comes after the else of its if", kind)
        # Else its condition is not even evaluated.
        matters = not block.taken and all(outer.enabled for outer in self._blocks[:-1])
        block.enabled = not block.taken if condition is None else matters and holds(condition)
        block.taken = block.taken or block.enabled
        block.in_else = condition is None
