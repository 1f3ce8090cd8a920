"""What is known about a knob apart from its value, and the parsing of texts by a knob's type.

Texts are parsed as by `param_integer`, `param_double` and `param_boolean`. None always means that the text is not of
that type."""

import math
import re
from enum import StrEnum
from typing import Final

import msgspec
from msgspec.structs import replace

from userprio.base.patterns import lazy_pattern
from userprio.base.versions import Version, parse_version
from userprio.classad import Ad, ClassAdSyntaxError, Dialect, Evaluator, Expr, Grammar, Value, parse

BLANKS: Final = " \t\n\v\f\r"
"""White space in the C locale; Python's `str.strip` would also strip no-break spaces from a value."""


class KnobType(StrEnum):
    """How the text of a knob is read."""

    INTEGER = "integer"
    REAL = "real"
    LEADING_NUMBER = "leading number"
    """Read with C's `atof`: anything after the number is ignored, no number is 0, and expressions do not work."""
    BOOLEAN = "boolean"
    STRING = "string"
    LIST = "list"
    KNOBS = "list of knobs"
    """Names of further knobs, whose values are published."""
    PATH = "path"
    PATTERN = "pattern"
    """A regular expression that ignores case."""
    EXPRESSION = "expression"


class Reader(StrEnum):
    """The daemon or tool that reads the knob."""

    NEGOTIATOR = "condor_negotiator"
    """The negotiator, alone or among others."""
    SCHEDD = "condor_schedd"
    STARTD = "condor_startd"
    DEFRAG = "condor_defrag"
    TOOL = "a tool"
    EVERYBODY = "every daemon and tool"
    NOBODY = "nobody"
    """An old name, or one that only other knobs refer to."""


class OnBadValue(StrEnum):
    """What the reader does with a value that it cannot use."""

    STOPS = "stops"
    IGNORED = "ignored"
    """The negotiator logs it and goes on as if the knob were empty."""
    DEFAULTED = "defaulted"
    """The default holds, silently."""


class Knob(msgspec.Struct, frozen=True):
    """A knob that HTCondor or this program reads."""

    name: str
    """For a family of knobs, `<...>` stands for the part that names a group, a limit or the like."""
    type: KnobType
    default: str | None
    """Its text in HTCondor's table of defaults; None if that has none or an empty one."""
    help: str
    low: float | None = None
    high: float | None = None
    """The valid range, ends included."""
    range_enforced: bool = True
    """Whether HTCondor enforces the range. It does not for PRIORITY_HALFLIFE, say, which may be 0."""
    unit: str = ""
    fallback: str | None = None
    """The reader's own default where neither a file nor the table of defaults has a value."""
    required: bool = False
    """Whether an empty text is a bad value."""
    reader: Reader = Reader.NEGOTIATOR
    on_bad_value: OnBadValue = OnBadValue.STOPS
    without: str = ""
    """What happens when a bad value is ignored."""
    beside: str = ""
    """The other knob without which this one is not read; empty: none."""
    since: str | None = None
    """The first version of HTCondor that has it; None: all versions known here."""
    before: tuple[tuple[str, str | None], ...] = ()
    """Versions, oldest first, each with the default (or the fallback, if there is one) that held before it. Before the
    knob existed, that is the value equivalent to not having it."""

    @property
    def is_pattern(self) -> bool:
        """Whether this describes a family of knobs, such as one knob per group."""
        return "<" in self.name

    def is_read_by(self, version: Version) -> bool:
        """Whether HTCondor of that version has it."""
        return self.since is None or parse_version(self.since) <= version

    def as_of(self, version: Version) -> "Knob":
        """The knob with the default and the fallback that it had in a version."""
        known = (
            self if self.is_read_by(version) else replace(self, default=None, fallback=self.fallback or self.default)
        )
        for end, text in self.before:
            if version < parse_version(end):  # Oldest first, so the first span that has not ended is the one
                return replace(known, default=text) if known.fallback is None else replace(known, fallback=text)
        return known

    @property
    def pattern(self) -> str:
        """The names of the family, as a regular expression to be matched ignoring case."""
        return "(?:.+)".join(re.escape(fixed) for fixed in re.split("<[^>]*>", self.name))


# Short names for the tables.
INT, REAL, ATOF, BOOL = KnobType.INTEGER, KnobType.REAL, KnobType.LEADING_NUMBER, KnobType.BOOLEAN
TEXT, LIST, NAMES, PATH = KnobType.STRING, KnobType.LIST, KnobType.KNOBS, KnobType.PATH
PATTERN, EXPR = KnobType.PATTERN, KnobType.EXPRESSION
IGNORED, DEFAULTED = OnBadValue.IGNORED, OnBadValue.DEFAULTED

LONG_MAX: Final = 2**63 - 1
NEWEST: Final = Grammar()

_INTEGER = lazy_pattern(r"[ \t\n\v\f\r]*([-+]?)0*(\d+)[ \t\n\v\f\r]*", re.ASCII)
_HEXADECIMAL = lazy_pattern(r"([-+]?)(0x(?:[0-9a-f]+\.?[0-9a-f]*|\.[0-9a-f]+)(?:p[-+]?\d+)?)", re.I | re.ASCII)
_DECIMAL = lazy_pattern(r"[-+]?(?:(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|inf(?:inity)?|nan(?:\(\w*\))?)", re.I | re.ASCII)
_LITERAL_TRUTH: Final = {"true": True, "1": True, "false": False, "0": False}


def integer_of(text: str, name: str = "", grammar: Grammar = NEWEST) -> int | None:
    """A decimal number (`strtoll`), or an expression that gives an integer, a boolean or a real (truncated).

    The expression is evaluated as the attribute `name` of an otherwise empty ad. Clamped to 64 bits.
    """
    match = _INTEGER.fullmatch(text)
    if match:
        number = int(match[2]) if len(match[2]) < 20 else LONG_MAX  # Python refuses to convert thousands of digits
        return max(-LONG_MAX - 1, min(-number if match[1] == "-" else number, LONG_MAX))
    value = _evaluated(text, name, grammar)
    if isinstance(value, bool | int):
        return int(value)
    if isinstance(value, float) and math.isfinite(value):
        return max(-LONG_MAX - 1, min(int(value), LONG_MAX))
    return None


def real_of(text: str, name: str = "", grammar: Grammar = NEWEST) -> float | None:
    """A number as `strtod` reads it, hexadecimal, `inf` and `nan` included, or an expression that gives one."""
    literal = text.strip(BLANKS)
    hexadecimal = _HEXADECIMAL.fullmatch(literal)
    if hexadecimal:
        try:
            number = float.fromhex(hexadecimal[2])
        except OverflowError:
            number = math.inf
        return -number if hexadecimal[1] == "-" else number
    if _DECIMAL.fullmatch(literal):
        return float(literal.partition("(")[0])
    value = _evaluated(text, name, grammar)
    return float(value) if isinstance(value, bool | int | float) else None


def boolean_of(text: str, name: str = "", grammar: Grammar = NEWEST) -> bool | None:
    """`true`, `false`, `1`, `0`, or an expression that gives a boolean or a number; not `yes` or `t`."""
    literal = _LITERAL_TRUTH.get(text.rstrip(BLANKS).lower())
    if literal is not None:
        return literal
    value = _evaluated(text, name, grammar)
    return value != 0 if isinstance(value, bool | int | float) else None


def expression_of(text: str, grammar: Grammar = NEWEST) -> Expr | None:
    """The whole text as a ClassAd expression."""
    try:
        return parse(text, Dialect.OLD, grammar)
    except ClassAdSyntaxError:
        return None


def _evaluated(text: str, name: str, grammar: Grammar) -> Value | None:
    expression = expression_of(text, grammar)
    if expression is None:
        return None
    attribute = name or "Knob"
    return Evaluator(now=0).attribute(attribute, Ad({attribute: expression}))
