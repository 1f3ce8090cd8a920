"""What is known about a knob apart from its value."""

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from userprio.versions import Version, parse_version


class KnobType(StrEnum):
    """How the text of a knob is read."""

    INTEGER = "integer"
    REAL = "real"
    LEADING_NUMBER = "leading number"
    """Read with C's `atof`: what follows the number is ignored, a text without one is 0, expressions do not work."""
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
    """Whose behaviour the knob changes."""

    NEGOTIATOR = "condor_negotiator"
    """Alone or among others."""
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


@dataclass(frozen=True, slots=True)
class Knob:
    """A knob that HTCondor or this program reads."""

    name: str
    """In a pattern, `<...>` stands for the part that names a group, a limit or the like."""
    type: KnobType
    default: str | None
    """Its text in HTCondor's table of defaults; None: it has none, or an empty one."""
    help: str
    low: float | None = None
    high: float | None = None
    """The valid range, ends included."""
    range_enforced: bool = True
    """Whether HTCondor holds values to the range. It takes a PRIORITY_HALFLIFE of 0 as it is, say."""
    unit: str = ""
    fallback: str | None = None
    """What its reader takes where neither a file nor the table of defaults has a value."""
    required: bool = False
    """An empty text is a bad value."""
    reader: Reader = Reader.NEGOTIATOR
    on_bad_value: OnBadValue = OnBadValue.STOPS
    without: str = ""
    """What happens where a bad value is ignored."""
    beside: str = ""
    """It is only looked at where this other knob is set."""
    since: str | None = None
    """The first version of HTCondor that has it; None: all that are known here."""
    before: tuple[tuple[str, str | None], ...] = ()
    """Versions, oldest first, and what stood before each of them in place of the default, or of the fallback of a knob
    that has one. Before the knob there was, that is the value that comes to the same as not having it."""

    @property
    def is_pattern(self) -> bool:
        """Whether this describes a family of knobs whose names are built."""
        return "<" in self.name

    def is_read_by(self, version: Version) -> bool:
        """Whether HTCondor of that version has it."""
        return self.since is None or parse_version(self.since) <= version

    def as_of(self, version: Version) -> "Knob":
        """The knob with the default and the fallback that it has in a version."""
        known = (
            self if self.is_read_by(version) else replace(self, default=None, fallback=self.fallback or self.default)
        )
        for end, text in self.before:
            if version < parse_version(end):
                return replace(known, default=text) if known.fallback is None else replace(known, fallback=text)
        return known

    @property
    def pattern(self) -> str:
        """The names of the family, as a regular expression for texts of any case."""
        return "(?:.+)".join(re.escape(fixed) for fixed in re.split("<[^>]*>", self.name))


# The words of the tables.
INT, REAL, ATOF, BOOL = KnobType.INTEGER, KnobType.REAL, KnobType.LEADING_NUMBER, KnobType.BOOLEAN
TEXT, LIST, NAMES, PATH = KnobType.STRING, KnobType.LIST, KnobType.KNOBS, KnobType.PATH
PATTERN, EXPR = KnobType.PATTERN, KnobType.EXPRESSION
IGNORED, DEFAULTED = OnBadValue.IGNORED, OnBadValue.DEFAULTED
