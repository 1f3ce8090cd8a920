"""What can go wrong while configuration is read or looked up, and the remarks that reading leaves behind."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from userprio.errors import BadInput

_SHOWN: Final = 80
"""Characters of a text that a message shows."""


class ErrorKind(StrEnum):
    """The ways in which a configuration is refused; the values are stable names for scripts."""

    ROOT_MISSING = "root-missing"
    SYNTAX = "syntax"
    ILLEGAL_NAME = "illegal-name"
    COLON_ASSIGNMENT = "colon-assignment"
    UNTERMINATED_HERE_DOCUMENT = "unterminated-here-document"
    BAD_CONDITION = "bad-condition"
    IF_DEPTH = "if-depth"
    MISSING_ENDIF = "missing-endif"
    ELSE_WITHOUT_IF = "else-without-if"
    ENDIF_WITHOUT_IF = "endif-without-if"
    ELSE_AFTER_ELSE = "else-after-else"
    ELIF_AFTER_ELSE = "elif-after-else"
    INCLUDE_MISSING = "include-missing"
    INCLUDE_KEYWORD = "include-keyword"
    INCLUDE_DEPTH = "include-depth"
    INCLUDE_COMMAND_FAILED = "include-command-failed"
    COMMAND_REFUSED = "command-refused"
    ERROR_IN_INCLUDED_FILE = "error-in-included-file"
    UNKNOWN_TEMPLATE = "unknown-template"
    UNKNOWN_TEMPLATE_CATEGORY = "unknown-template-category"
    TEMPLATE_CATEGORY_MISSING = "template-category-missing"
    ERROR_STATEMENT = "error-statement"
    LOCAL_CONFIG_MISSING = "local-config-missing"
    BAD_EXCLUDE_PATTERN = "bad-exclude-pattern"
    CIRCULAR_MACRO = "circular-macro"
    EXPANSION_TOO_LARGE = "expansion-too-large"
    CONFIGURATION_TOO_LARGE = "configuration-too-large"
    MACRO_FUNCTION = "macro-function"


HINTS: Final[dict[ErrorKind, str]] = {
    ErrorKind.ROOT_MISSING: "Name a configuration file that you may read",
    ErrorKind.SYNTAX: "Write NAME = VALUE",
    ErrorKind.ILLEGAL_NAME: "Names have letters, digits, _ . and / only",
    ErrorKind.COLON_ASSIGNMENT: "Write = for the colon",
    ErrorKind.UNTERMINATED_HERE_DOCUMENT: "End it with that line",
    ErrorKind.BAD_CONDITION: "Write a number, true, false, defined NAME or version >= X.Y, with ! before it or not",
    ErrorKind.IF_DEPTH: "Nest fewer of them, or end some with endif",
    ErrorKind.MISSING_ENDIF: "End it with endif in the same file",
    ErrorKind.ELSE_WITHOUT_IF: "Remove it, or begin with if in the same file",
    ErrorKind.ENDIF_WITHOUT_IF: "Remove it, or begin with if in the same file",
    ErrorKind.ELSE_AFTER_ELSE: "One if has one else, the last of its branches",
    ErrorKind.ELIF_AFTER_ELSE: "Put it before the else",
    ErrorKind.INCLUDE_MISSING: "Correct the name, or write include ifexist where the file need not be there",
    ErrorKind.INCLUDE_KEYWORD: "The options are, in lower case and this order: ifexist, command, into FILE",
    ErrorKind.INCLUDE_DEPTH: "A file that includes itself nests without end",
    ErrorKind.INCLUDE_COMMAND_FAILED: "Run the command by itself to see why",
    ErrorKind.COMMAND_REFUSED: "Allow commands if you trust this configuration",
    ErrorKind.ERROR_IN_INCLUDED_FILE: "Correct the included file",
    ErrorKind.UNKNOWN_TEMPLATE: "Correct the name of the template",
    ErrorKind.UNKNOWN_TEMPLATE_CATEGORY: "There are ROLE, POLICY, FEATURE and SECURITY",
    ErrorKind.TEMPLATE_CATEGORY_MISSING: "Write use CATEGORY : NAME",
    ErrorKind.ERROR_STATEMENT: "Whoever wrote the configuration wants it not to be used like this",
    ErrorKind.LOCAL_CONFIG_MISSING: "REQUIRE_LOCAL_CONFIG_FILE = false lets it be",
    ErrorKind.BAD_EXCLUDE_PATTERN: "Write a regular expression, or leave it empty to exclude nothing",
    ErrorKind.CIRCULAR_MACRO: "HTCondor would hang here",
    ErrorKind.EXPANSION_TOO_LARGE: "Values that double with each reference come to this; HTCondor would hang",
    ErrorKind.CONFIGURATION_TOO_LARGE: "Values that double from line to line come to this",
    ErrorKind.MACRO_FUNCTION: "A daemon stops at this",
}
"""What to do about an error of a kind where nothing better is known."""


@dataclass
class ConfigError(BadInput):
    """A configuration that cannot be read, or a value whose macros cannot be expanded.

    An error in an included file has the place of the `include` and the kind ERROR_IN_INCLUDED_FILE; `inner` is the
    error where it happened. Where nothing better is known, `hint` is that of the kind.
    """

    kind: ErrorKind = ErrorKind.SYNTAX
    inner: "ConfigError | None" = None

    def __post_init__(self) -> None:
        self.hint = self.hint or HINTS[self.kind]


@dataclass
class KnobError(BadInput):
    """A knob whose value is not what its readers can use. A real negotiator stops at it.

    `default` is what holds when the knob is unset; `instead` is what HTCondor's tools, which go on, use for it: the
    nearest valid value for a number out of range, else the default.
    """

    knob: str = ""
    text: str = ""
    low: float | None = None
    high: float | None = None
    default: int | float | bool | str | None = None
    instead: int | float | bool | str | None = None


class UnknownKnob(BadInput):
    """A name that is not that of a knob, or not of a group's, and is most likely mistyped."""


class WarningKind(StrEnum):
    """What a reader remarks upon and goes on."""

    COLON_ASSIGNMENT = "colon-assignment"
    WARNING_STATEMENT = "warning-statement"
    AUTO_USE = "auto-use"
    PLACEHOLDER = "placeholder"
    HIDDEN_OVERRIDE = "hidden-override"
    UNKNOWN_KNOB = "unknown-knob"
    NO_SUCH_GROUP = "no-such-group"


@dataclass(frozen=True, slots=True)
class ConfigWarning:
    """A remark about a line."""

    path: str | None
    line: int | None
    message: str
    kind: WarningKind


class OriginKind(StrEnum):
    """Where a value came from."""

    DETECTED = "detected"
    FILE = "file"
    TEMPLATE = "template"
    ENVIRONMENT = "environment"
    OVERRIDE = "override"


@dataclass(frozen=True, slots=True)
class Origin:
    """The place of a definition. One made by a template has the place of its `use` and the template's name."""

    path: str | None
    line: int | None
    kind: OriginKind
    template: str | None = None

    def __str__(self) -> str:
        if self.path is None:
            return {OriginKind.ENVIRONMENT: "the environment", OriginKind.OVERRIDE: "the command line"}.get(
                self.kind, "detection"
            )
        return self.path if self.line is None else f"{self.path}, line {self.line}"


def quoted(text: str) -> str:
    """A text from a file as a message shows it: in backquotes, cut if long, without control characters."""
    shown = text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."
    return f"`{''.join(c if c.isprintable() else chr(0xFFFD) for c in shown)}`"
