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


@dataclass
class ConfigError(BadInput):
    """A configuration that cannot be read, or a value whose macros cannot be expanded.

    An error in an included file has the place of the `include` and the kind ERROR_IN_INCLUDED_FILE; `inner` is the
    error where it happened.
    """

    kind: ErrorKind = ErrorKind.SYNTAX
    inner: "ConfigError | None" = None


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


class WarningKind(StrEnum):
    """What a reader remarks upon and goes on."""

    COLON_ASSIGNMENT = "colon-assignment"
    WARNING_STATEMENT = "warning-statement"
    AUTO_USE = "auto-use"
    PLACEHOLDER = "placeholder"
    HIDDEN_OVERRIDE = "hidden-override"


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
