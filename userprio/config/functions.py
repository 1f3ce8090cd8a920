"""What a name stands for while configuration is read and looked up, and the function macros: `$INT()`, `$CHOICE()`,
`$SUBSTR()`, `$F...()` and their kin (`evaluate_macro_func`).

Numbers and texts are formatted as by C's printf, in the formats that `validatePrintfFormat` accepts.
"""

import posixpath
import re
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from random import Random
from types import MappingProxyType
from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace

from userprio.base.cxx import INT_MAX
from userprio.base.patterns import lazy_pattern
from userprio.base.versions import NEWEST, Behaviour, Version
from userprio.classad import Ad, Dialect, Evaluator, Grammar, Value, format_value
from userprio.config.errors import Origin, OriginKind, quoted
from userprio.config.knob import BLANKS, LONG_MAX, expression_of, integer_of, real_of
from userprio.config.tables import default_text


class Definition(msgspec.Struct, frozen=True):
    """A name as it was spelled, its text before expansion, and where it was given."""

    name: str
    text: str
    origin: Origin

    def replaces(self, before: "Definition") -> bool:
        """Whether this one makes an earlier one in the same file useless, instead of just extending it."""
        kinds = {before.origin.kind, self.origin.kind}
        same = kinds == {OriginKind.FILE} and before.origin.path == self.origin.path
        return same and before.text != "" and before.text.lower() not in self.text.lower()


_ROOM: Final = 64 << 20
_LARGEST: Final = 1 << 20
_EACH: Final = 100  # Overhead of a value, in characters


class Expanded(dict[str, str]):
    """A cache of expanded values by key, of limited size."""

    __slots__ = ("_room", "not_plain")

    def __init__(self) -> None:
        self._room = _ROOM
        self.not_plain: set[str] = set()
        """Keys whose values cannot be cached, see `macros`."""

    def keep(self, key: str, pieces: list[str]) -> bool:
        """Cache a value; returns whether there was room."""
        size = sum(map(len, pieces)) + _EACH
        if size > min(self._room, _LARGEST):
            return False
        self._room -= size  # Never given back: a cache that is full stays so until the scope is replaced
        self[key] = "".join(pieces)
        return True


class Scope(msgspec.Struct, frozen=True, dict=True):
    """The definitions as one subsystem of one version sees them; `definitions` is keyed by lower-case name."""

    definitions: Mapping[str, Definition]
    subsystem: str
    local_name: str | None
    environ: Mapping[str, str]
    version: Version = NEWEST
    dice: Random = msgspec.field(default_factory=lambda: Random(0))
    """Seeded the same in every scope, so that all runs give the same values."""
    expanded: Expanded | None = None
    """The cache of expanded values, once definitions no longer change; None before."""
    defaults: Callable[[str], str | None] | None = None
    """The texts behind the definitions, by lower-case name; None: HTCondor's table of defaults."""
    folder: str | None = None
    """The folder that `$Ff()` completes relative paths with; None: it leaves them."""

    def settled(self, definitions: Mapping[str, Definition]) -> "Scope":
        """A copy with definitions that will not change any more."""
        return replace(self, definitions=MappingProxyType(dict(definitions)), expanded=Expanded())

    @cached_property
    def prefixes(self) -> tuple[str, ...]:
        """The prefixes that a name may have, in lower case without the dot: the local name, then the subsystem."""
        return tuple(prefix.lower() for prefix in (self.local_name, self.subsystem) if prefix)

    @cached_property
    def is_newest(self) -> bool:
        """Whether the version behaves like the newest one known."""
        return self.version >= NEWEST

    @cached_property
    def behaviour(self) -> Behaviour:
        """How the version behaves where versions differ."""
        return Behaviour(self.version)

    @cached_property
    def grammar(self) -> Grammar:
        """How the version parses expressions."""
        return Grammar.of(self.behaviour)

    @cached_property
    def _default(self) -> Callable[[str], str | None]:
        if self.defaults is not None:
            return self.defaults
        return default_text if self.is_newest else partial(default_text, version=self.version)

    def resolve(self, name: str) -> tuple[str, str] | None:
        """The key that a look-up of `name` finds, with its text before expansion (`lookup_macro`).

        The first of prefixed definition, prefixed default, plain definition, plain default wins, even when empty.
        """
        key = name.lower()
        for candidate in (*(f"{prefix}.{key}" for prefix in self.prefixes), key):
            definition = self.definitions.get(candidate)
            text = self._default(candidate) if definition is None else definition.text
            if text is not None:  # Even empty text: `NEGOTIATOR.X =` hides X
                return candidate, text
        return None

    def definition(self, name: str) -> Definition | None:
        """The definition that a look-up of `name` finds; None if that is a built-in default, or nothing."""
        resolved = self.resolve(name)
        return None if resolved is None else self.definitions.get(resolved[0])

    def raw(self, name: str) -> str | None:
        """The text of `name` before expansion."""
        resolved = self.resolve(name)
        return None if resolved is None else resolved[1]

    def own_names(self, name: str) -> frozenset[str]:
        """The lower-case names that refer to `name` itself: `negotiator.x` is also `x` in the negotiator."""
        key = name.lower()
        plain = (key.removeprefix(f"{prefix}.") for prefix in self.prefixes)
        return frozenset({key, next((other for other in plain if other not in ("", key)), key)})


_DIRECTIVE = lazy_pattern(r"%([-+ #0]*)(\d*)(\.\d*)?(hh|h|ll|l|L|q|j|z|t)?([A-Za-z])")
_NUMBER_LENGTH: Final = 55  # The longest formatted number; longer ones are cut
_STRING_WIDTH: Final = 2**16  # A larger width or precision is refused, because it can only be a mistake


def format_integer(form: str, value: int) -> str | None:
    """`value` in a format with one integer directive; None for any other format."""
    directive = _only_directive(form, "diouxXc")
    if directive is None:
        return None
    flags, width, precision, length, conversion = directive
    bits = 64 if length in ("l", "ll", "q", "j", "z", "t") else 32
    value &= 2**bits - 1  # Cut to its length as C's varargs do
    if conversion in "di":
        conversion = "d"
        value -= 2**bits if value >= 2 ** (bits - 1) else 0
    if conversion == "u":
        conversion = "d"
    if conversion == "c":
        value &= 0xFF
    return _filled(form, f"%{flags}{_capped(width)}{_capped(precision)}{conversion}", value)[:_NUMBER_LENGTH]


def format_real(form: str, value: float) -> str | None:
    """`value` in a format with one real directive; None for any other format. `.0` is added where no dot came out."""
    directive = _only_directive(form, "fFeEgG")
    if directive is None:
        return None
    flags, width, precision, _, conversion = directive
    text = _filled(form, f"%{flags}{_capped(width)}{_capped(precision)}{conversion}", value)[:_NUMBER_LENGTH]
    return text if "." in text else f"{text}.0"  # So that the value stays a real when it is read again


def format_string(form: str, value: str) -> str | None:
    """`value` in a format with one string directive; None for any other format."""
    directive = _only_directive(form, "s")
    if directive is None:
        return None
    flags, width, precision, _, _ = directive
    if any(len(number) > 9 or int(number or 0) > _STRING_WIDTH for number in (width, precision.lstrip("."))):
        return None
    return _filled(form, f"%{flags}{width}{precision}s", value)


def _only_directive(form: str, conversions: str) -> tuple[str, str, str, str, str] | None:
    """The parts of the only directive of a format, if it is one of `conversions`."""
    bare = form.replace("%%", "")
    match = _DIRECTIVE.search(bare)
    if match is None or match[5] not in conversions or bare.count("%") != 1:
        return None
    return match[1], match[2], match[3] or "", match[4] or "", match[5]


def _capped(number: str) -> str:
    """A width or precision, no larger than can matter before the number is cut."""
    dot = "." if number.startswith(".") else ""
    digits = number.lstrip(".")
    if len(digits.lstrip("0")) > 2 or int(digits or 0) > _NUMBER_LENGTH + 1:
        digits = str(_NUMBER_LENGTH + 1)
    return dot + digits


def _filled(form: str, directive: str, value: int | float | str) -> str:
    """The format with the value in place of its directive."""
    before, _, after = form.replace("%%", "\0").partition("%")
    match = _DIRECTIVE.match(f"%{after}")
    rest = after[match.end() - 1 :] if match else after
    return (before + directive % value + rest).replace("\0", "%")


class PathParts(msgspec.Struct, frozen=True):
    """Which parts of a path to keep, and how to write them. Nothing kept means all of it."""

    directory: bool = False
    parents: int = 0
    """How many of the innermost directories to keep."""
    stem: bool = False
    extension: bool = False
    bare: bool = False
    """Without the slash after a directory or the dot before an extension."""
    quote: str = ""
    separator: str = ""
    """The character to replace all slashes by; empty: keep them."""
    suffix: str | None = None
    """An ending, ignoring case, that counts as the extension and is dropped."""

    @classmethod
    def of(cls, letters: str) -> "PathParts":
        """The parts that the letters after `$F` ask for."""
        lower = letters.lower()
        slashes = [letter for letter in lower if letter in "uw"]
        return cls(
            directory="p" in lower,
            parents=lower.count("d"),
            stem="n" in lower,
            extension="x" in lower,
            bare="b" in lower,
            quote=("'" if "a" in lower else '"') if "q" in lower else "",
            separator={"w": "\\", "u": "/"}[slashes[-1]] if slashes else "",
        )


def path_parts(text: str, want: PathParts) -> str:
    """The wanted parts of a path, requoted if quotes are wanted.

    The file name begins after the last `/`; directories are counted by both kinds of slash, as HTCondor does. For an
    empty part in quotes, HTCondor by mistake gives a single quote; this gives both.
    """
    path = _unquoted(text, want.quote)
    if want.separator:
        path = path.replace("\\/".replace(want.separator, ""), want.separator)
    name = path.rfind("/") + 1
    dot = path.rfind(".", name + 1)
    extension = len(path) if dot < 0 else dot
    keeps_extension = want.extension
    if want.suffix is not None and path[name:].lower().endswith(want.suffix.lower()):
        extension = len(path) - len(want.suffix)
        keeps_extension = False
    part = _kept(path, want, name, extension, keeps_extension)
    return f"{want.quote}{part}{want.quote}"


def _kept(path: str, want: PathParts, name: int, extension: int, keeps_extension: bool) -> str:
    """The part of `path` that is kept, given where its file name and its extension begin."""
    file = want.stem or keeps_extension
    directory = want.directory and (name > 0 or not file)
    parents = want.parents if name > 0 or not file else 0
    end = extension if want.stem and not keeps_extension else len(path)
    if not (file or directory or parents):
        return path
    if not file:
        end = max(name - 1, 0) if want.bare else name
    if parents:
        slashes = [i for i, c in enumerate(path) if c in "/\\"]
        start = slashes[-parents - 1] + 1 if parents < len(slashes) else 0
        return path[start:end] if name > 0 else ""
    if directory:
        return path[:end]
    if want.stem:
        return path[name:end]
    return path[extension + 1 if want.bare else extension :]


def _unquoted(text: str, quote: str) -> str:
    """A path without the quotes around it; two layers of quotes are removed."""
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        text = text[1:-1]
    if text and (text[0] == '"' or text[0] == quote):
        return text[1:].removesuffix(text[0])  # HTCondor takes an opening quote off even where it is never closed
    return text


Number = TypeVar("Number", int, float)

_FILE_LETTERS = lazy_pattern(r"F[pnxdqabfwuPNXDQABFWU]*")
_LEADING_INTEGER = lazy_pattern(r"[ \t\n\v\f\r]*([-+]?\d+)")


class FunctionCall(msgspec.Struct, frozen=True):
    """A call of a function macro: the text in its parentheses, and what evaluating it needs."""

    function: str
    body: str
    scope: Scope
    expand: Callable[[str, str | None], str]
    """Expands a text; the key is that of the knob whose value it is, or None."""
    fail: Callable[[str], None]
    """Records a failure, at which a daemon stops; the function goes on with the value that tools use instead."""

    def knob(self, name: str) -> str | None:
        """The expanded value of a knob, None if there is no such knob."""
        resolved = self.scope.resolve(name)
        return None if resolved is None else self.expand(resolved[1], resolved[0])

    def value(self, name: str) -> str:
        """The expanded value of the knob of this name or, if there is none, the expanded text itself."""
        value = self.knob(name)
        return self.expand(name, None) if value is None else value


def is_file_function(name: str) -> bool:
    """Whether `$name()` takes paths apart: `F` followed by any of its option letters."""
    return _FILE_LETTERS.fullmatch(name) is not None


def _integer(call: FunctionCall) -> str:
    return _number(call, integer_of, format_integer, "an integer", "an integer", str)


def _real(call: FunctionCall) -> str:
    return _number(call, real_of, format_real, "a real number", "a number", lambda value: f"{value:.16G}")


def _number(
    call: FunctionCall,
    read: Callable[[str, str, Grammar], Number | None],
    in_format: Callable[[str, Number], str | None],
    kind: str,
    wanted: str,
    plainly: Callable[[Number], str],
) -> str:
    name, comma, form = call.body.partition(",")
    if comma and in_format(form, 0) is None:
        call.fail(f"${call.function} is given {quoted(form)}, which is not a format for {kind}")
        return form
    text = call.value(name)
    value = read(text, "", call.scope.grammar)
    if value is None:
        call.fail(f"${call.function} is given {quoted(text)}, which is not {wanted}")
        return ""
    return (in_format(form, value) or "") if comma else plainly(value)


def _string(call: FunctionCall) -> str:
    name, comma, form = call.body.partition(",")
    if comma and format_string(form, "") is None:
        call.fail(f"$STRING is given {quoted(form)}, which is not a format for a string")
        return form
    text = call.value(name)
    evaluated = _evaluated(text, call.scope.grammar)
    if isinstance(evaluated, str):
        text = evaluated  # `$STRING(x)` takes the quotes off what is a string to the language
    return (format_string(form, text) or "") if comma else text


def _eval(call: FunctionCall) -> str:
    raw = call.scope.raw(call.body)
    text = call.value(call.body)
    value = _evaluated(text, call.scope.grammar)
    if value is None:
        # Not an expression: HTCondor returns the text only if there was something to expand in it.
        return text if "$" in (call.body if raw is None else raw) else ""
    return value if isinstance(value, str) else format_value(value, Dialect.NEW)


def _evaluated(text: str, grammar: Grammar) -> Value | None:
    """The value of an expression evaluated without any ad; None for a text that is not an expression."""
    expression = expression_of(text, grammar)
    return None if expression is None else Evaluator(now=0).evaluate(expression, my=Ad({}))


def _choice(call: FunctionCall) -> str:
    first, comma, rest = call.body.partition(",")
    text = call.value(first.strip(BLANKS))
    index = integer_of(text, "", call.scope.grammar)
    if index is None or not 0 <= index < INT_MAX:
        call.fail(f"$CHOICE is given the index {quoted(text)}, which is not a whole number from 0 on")
        index = 0  # Tools go on with the first item; a daemon has stopped
    if not comma:
        call.fail("$CHOICE is not given a list")
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
        value = integer_of(text, "", call.scope.grammar)
        if value is None or not -INT_MAX - 1 <= value < INT_MAX:
            call.fail(f"$SUBSTR is given {quoted(text)}, which is not a position")
            return ""
        bounds.append(value)
    # Positions count bytes.
    value_bytes = (call.knob(name) or "").encode(errors="surrogateescape")
    rest = value_bytes[bounds[0] :]
    if len(bounds) > 1:
        rest = rest[: bounds[1]]  # A negative length leaves so many bytes out at the end
    return rest.decode(errors="surrogateescape")


def _random_choice(call: FunctionCall) -> str:
    items = [item for piece in call.body.split(",") if (item := piece.strip(BLANKS))]
    listed = call.knob(items[0]) if len(items) == 1 else None
    if listed is not None:
        items = [item for item in re.split(r"[,\s]+", listed, flags=re.ASCII) if item]
    if not items:
        call.fail("$RANDOM_CHOICE is given nothing to choose from")
        return ""
    return call.scope.dice.choice(items)


def _random_integer(call: FunctionCall) -> str:
    numbers = [item for piece in call.body.split(",") if (item := piece.strip(BLANKS))]
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
    match = _LEADING_INTEGER.match(text)
    return None if match is None else max(-LONG_MAX - 1, min(int(match[1][:20]), LONG_MAX))


def _basename(call: FunctionCall) -> str:
    if not call.scope.behaviour.basename_takes_ending:
        return path_parts(call.value(call.body), PathParts(stem=True, extension=True))
    name, comma, suffix = call.body.rpartition(",")
    parts = PathParts(stem=True, extension=True, suffix=suffix.lstrip(BLANKS) if comma else None)
    return path_parts(call.value(name if comma else call.body), parts)


def _file(call: FunctionCall) -> str:
    path, letters = call.value(call.body), call.function[1:]
    if "f" in letters.lower() and call.scope.folder is not None:
        path = posixpath.join(call.scope.folder, path)
    return path_parts(path, PathParts.of(letters))


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
    "DIRNAME": lambda call: path_parts(call.value(call.body), PathParts(directory=True)),
    "F": _file,
}
"""By name; `F` covers all file functions, see `is_file_function`."""
