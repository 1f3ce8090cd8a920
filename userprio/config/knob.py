"""What is known about a knob apart from its value."""

import re
from dataclasses import dataclass
from enum import StrEnum


class KnobType(StrEnum):
    """How the text of a knob is read."""

    INTEGER = "integer"
    REAL = "real"
    LEADING_NUMBER = "leading number"
    """Read with C's `atof`: what follows the number is ignored, a text without one is 0, expressions do not work."""
    BOOLEAN = "boolean"
    STRING = "string"
    LIST = "list"
    PATH = "path"
    EXPRESSION = "expression"


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
    """The valid range, ends included. HTCondor holds integers to it; for reals it is advice, see `Config.real`."""
    unit: str = ""
    fallback: str | None = None
    """What its reader takes where neither a file nor the table of defaults has a value."""

    @property
    def is_pattern(self) -> bool:
        """Whether this describes a family of knobs whose names are built."""
        return "<" in self.name

    def matches(self, name: str) -> bool:
        """Whether `name`, in any case, is one of the family."""
        pattern = re.sub(r"<[^>]*>", "(?:.+)", re.escape(self.name).replace(r"\<", "<").replace(r"\>", ">"))
        return re.fullmatch(pattern, name, re.I) is not None
