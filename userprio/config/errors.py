"""What can go wrong while configuration is read or looked up, and the warnings that reading gives."""

from enum import StrEnum
from typing import Final, Self

import msgspec

from userprio.base.credentials import masked
from userprio.base.errors import BadInput

_SHOWN: Final = 80  # Characters of a text that a message shows at most


class ErrorKind(StrEnum):
    """The ways in which a configuration is refused; the values are stable names for scripts."""

    hint: str
    """What to do about it if nothing more specific is known."""

    def __new__(cls, value: str, hint: str) -> Self:
        """Make a member with its hint."""
        kind = str.__new__(cls, value)
        kind._value_, kind.hint = value, hint
        return kind

    ROOT_MISSING = "root-missing", "Name a configuration file that you may read"
    SYNTAX = "syntax", "Write NAME = VALUE"
    ILLEGAL_NAME = "illegal-name", "Names consist of letters, digits, _ . and /"
    COLON_ASSIGNMENT = "colon-assignment", "Write = instead of the colon"
    UNTERMINATED_HERE_DOCUMENT = "unterminated-here-document", "End it with that line"
    BAD_CONDITION = (
        "bad-condition",
        "Write a number, true, false, defined NAME or version >= X.Y, optionally with ! before it",
    )
    IF_DEPTH = "if-depth", "Nest fewer of them, or end some with endif"
    MISSING_ENDIF = "missing-endif", "End it with endif in the same file"
    ELSE_WITHOUT_IF = "else-without-if", "Remove it, or begin with if in the same file"
    ENDIF_WITHOUT_IF = "endif-without-if", "Remove it, or begin with if in the same file"
    ELSE_AFTER_ELSE = "else-after-else", "An if takes only one else, as its last branch"
    ELIF_AFTER_ELSE = "elif-after-else", "Put it before the else"
    INCLUDE_MISSING = "include-missing", "Correct the name, or write include ifexist where the file need not be there"
    INCLUDE_KEYWORD = "include-keyword", "The options are, in lower case and this order: ifexist, command, into FILE"
    INCLUDE_DEPTH = "include-depth", "A file that includes itself is included without end"
    INCLUDE_COMMAND_FAILED = "include-command-failed", "Run the command on its own to see why"
    COMMAND_REFUSED = "command-refused", "Allow commands if you trust this configuration"
    ERROR_IN_INCLUDED_FILE = "error-in-included-file", "Correct the included file"
    UNKNOWN_TEMPLATE = "unknown-template", "Correct the name of the template"
    UNKNOWN_TEMPLATE_CATEGORY = (
        "unknown-template-category",
        "The categories are ROLE, POLICY, FEATURE, SECURITY, EXPERIMENTAL and UPGRADE",
    )
    TEMPLATE_CATEGORY_MISSING = "template-category-missing", "Write use CATEGORY : NAME"
    ERROR_STATEMENT = "error-statement", "The author of the configuration does not want it to be used like this"
    LOCAL_CONFIG_MISSING = "local-config-missing", "REQUIRE_LOCAL_CONFIG_FILE = false makes it optional"
    BAD_EXCLUDE_PATTERN = "bad-exclude-pattern", "Write a regular expression, or leave it empty to exclude nothing"
    CIRCULAR_MACRO = "circular-macro", "HTCondor would hang here"
    EXPANSION_TOO_LARGE = (
        "expansion-too-large",
        "Values that double with each reference lead to this; HTCondor would hang",
    )
    MACRO_FUNCTION = "macro-function", "A daemon stops at this"


class ConfigError(BadInput):
    """A configuration that cannot be read, or a value whose macros cannot be expanded.

    An error in an included file has the place of the `include` and the kind ERROR_IN_INCLUDED_FILE; `inner` is the
    error where it happened. By default `hint` is that of the kind.
    """

    kind: ErrorKind = ErrorKind.SYNTAX
    inner: "ConfigError | None" = None

    def __post_init__(self) -> None:
        self.hint = self.hint or self.kind.hint


class KnobError(BadInput):
    """A knob whose value its readers cannot use. A real negotiator stops at it.

    `default` is the value when the knob is unset; `instead` is what HTCondor's tools, which go on, use in its place:
    the nearest valid value for a number out of range, else the default.
    """

    knob: str = ""
    text: str = ""
    low: float | None = None
    high: float | None = None
    default: int | float | bool | str | None = None
    instead: int | float | bool | str | None = None


class UnknownKnob(BadInput):
    """A name that is neither a known knob nor one of an existing group, and is most likely mistyped."""


class WarningKind(StrEnum):
    """What a reader warns about and goes on; the values are stable names for scripts."""

    COLON_ASSIGNMENT = "colon-assignment"
    WARNING_STATEMENT = "warning-statement"
    AUTO_USE = "auto-use"
    PLACEHOLDER = "placeholder"
    HIDDEN_OVERRIDE = "hidden-override"
    NOT_APPENDED = "not-appended"
    READ_OTHERWISE = "read-otherwise"
    MACRO_FUNCTION = "macro-function"
    NOT_FOLLOWED = "not-followed"
    UNKNOWN_KNOB = "unknown-knob"
    NO_SUCH_GROUP = "no-such-group"
    LOCAL_NAME = "local-name"


class ConfigWarning(msgspec.Struct, frozen=True):
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


class Origin(msgspec.Struct, frozen=True):
    """Where a definition was made. One made by a template has the place of the `use` and the template's name."""

    path: str | None
    line: int | None
    kind: OriginKind
    template: str | None = None

    def __str__(self) -> str:
        if self.path is None:
            names = {OriginKind.ENVIRONMENT: "the environment", OriginKind.OVERRIDE: "the command line"}
            return names.get(self.kind, "detection")
        return self.path if self.line is None else f"{self.path}, line {self.line}"

    def error(self, message: str, kind: ErrorKind, hint: str | None = None) -> ConfigError:
        """An error at this place."""
        return ConfigError(message, self.path, self.line, hint=hint, kind=kind)

    def warning(self, message: str, kind: WarningKind) -> ConfigWarning:
        """A warning at this place."""
        return ConfigWarning(self.path, self.line, message, kind)


def quoted(text: str) -> str:
    """A text from a file for a message: in backquotes, cut if long, without credentials or control characters."""
    text = masked(text)  # Before it is cut: half a password would not be recognised
    shown = text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."
    return f"`{''.join(c if c.isprintable() else chr(0xFFFD) for c in shown)}`"
