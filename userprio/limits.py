"""How large, how deep and how long input may be. Files may come from anywhere; real ones need a small part of this.

One table, from which the code takes its bounds and the manual its words; and `read_file`, which keeps to a bound.
"""

import errno
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final


@dataclass(frozen=True, slots=True)
class Bound:
    """A bound: so many of what at most, and what happens beyond. `of` continues the sentence behind the unit."""

    most: int
    unit: str
    of: str
    beyond: str

    def __str__(self) -> str:
        return f"At most {amount(self.most, self.unit)} {self.of}; beyond that {self.beyond}."


def amount(number: int, unit: str) -> str:
    """`64 MiB` for bytes and characters in large powers of two, else the number with its thousands set apart."""
    if unit in ("bytes", "characters") and number >= 1 << 20 and number % (1 << 20) == 0:
        size = f"{number >> 20} MiB"
        return size if unit == "bytes" else f"{size} of {unit}"
    return f"{number:,} {unit}"


# Expressions. HTCondor has the levels (`MAX_PARSER_DEPTH`, `MAX_CLASSAD_RECURSION`) and the steps
# (`MAX_CLASSAD_EVAL_STEPS`).
PARSER_LEVELS: Final = 500
EXPRESSION_TOKENS: Final = 500_000
EVALUATION_LEVELS: Final = 400
EVALUATION_STEPS: Final = 10_000_000
EVALUATION_TEXT: Final = 64 << 20
FLATTENING_STEPS: Final = 20_000
# Regular expressions.
PATTERN_LENGTH: Final = 1 << 20
SEARCH_STEPS: Final = 100_000
SEARCH_TEXT: Final = 32 << 10
SEARCH_MEMORY: Final = 64 << 20
# Files of ads.
AD_LINE: Final = 64 << 20
AD_SIZE: Final = 64 << 20
AD_NESTING: Final = 100
AD_PROBLEMS: Final = 1000
# Configuration. The second and third are HTCondor's own.
CONFIG_FILE: Final = 64 << 20
INCLUDE_LEVELS: Final = 20
CONDITION_LEVELS: Final = 63
CONFIG_SOURCES: Final = 10_000
CONFIG_TEXT: Final = 256 << 20
VALUE_SUBSTITUTIONS: Final = 50_000
VALUE_LENGTH: Final = 64 << 20
MACRO_FUNCTION_LEVELS: Final = 100
# Other files.
LEDGER_FILE: Final = 512 << 20
OPERATIONS_FILE: Final = 16 << 20
TOML_FILE: Final = 16 << 20
OTHER_FILE: Final = 64 << 20

_REFUSED: Final = "the file is refused"
_ERROR: Final = "the value is error"
_CONFIGURATION_REFUSED: Final = "the configuration is refused"

LIMITS: Final[Mapping[str, tuple[Bound, ...]]] = {
    "files of ads": (
        Bound(AD_LINE, "characters", "in a line of the long form", _REFUSED),
        Bound(AD_SIZE, "characters", "in an ad of another form", _REFUSED),
        Bound(AD_NESTING, "levels", "of lists and ads within each other", _REFUSED),
        Bound(AD_PROBLEMS, "problems", "are kept of one file, and 20 are shown", "they are not counted"),
    ),
    "expressions": (
        Bound(PARSER_LEVELS, "levels", "of the parser, three for a pair of parentheses", "it is a syntax error"),
        Bound(EXPRESSION_TOKENS, "names, values and signs", "in an expression", "it is a syntax error"),
        Bound(EVALUATION_LEVELS, "levels", "of operators and attributes in an evaluation", _ERROR),
        Bound(EVALUATION_STEPS, "steps", "in an evaluation, each of a search counting as four", _ERROR),
        Bound(FLATTENING_STEPS, "steps", "in flattening Requirements", "they stay as they are"),
        Bound(EVALUATION_TEXT, "characters", "taken and made by functions in an evaluation", _ERROR),
    ),
    "patterns": (
        Bound(PATTERN_LENGTH, "bytes", "in a regular expression", _ERROR),
        Bound(
            SEARCH_STEPS,
            "steps",
            f"in a search with a regular expression, each counting once more for every {SEARCH_TEXT >> 10} KiB of text",
            _ERROR,
        ),
        Bound(SEARCH_MEMORY, "bytes", "for what a search may go back to", _ERROR),
    ),
    "configuration": (
        Bound(CONFIG_FILE, "bytes", "in a file", _REFUSED),
        Bound(CONFIG_SOURCES, "files", "and templates in all", _CONFIGURATION_REFUSED),
        Bound(INCLUDE_LEVELS, "levels", "of files and templates that include each other", _CONFIGURATION_REFUSED),
        Bound(CONDITION_LEVELS, "levels", "of conditions", _CONFIGURATION_REFUSED),
        Bound(CONFIG_TEXT, "characters", "that files bring and knobs are given", _CONFIGURATION_REFUSED),
        Bound(VALUE_SUBSTITUTIONS, "substitutions", "in the expansion of a value", "it is an error"),
        Bound(VALUE_LENGTH, "characters", "in an expanded value", "it is an error"),
        Bound(MACRO_FUNCTION_LEVELS, "levels", "of function macros", "it is an error"),
    ),
    "ledger": (
        Bound(LEDGER_FILE, "bytes", "in a ledger, and in a line of its operations log", "it is neither read nor made"),
        Bound(OPERATIONS_FILE, "bytes", "in an operations log", "the next edit puts it aside and begins another"),
    ),
    "other files": (
        Bound(TOML_FILE, "bytes", "in a pool.toml, a file of changes or settings", _REFUSED),
        Bound(OTHER_FILE, "bytes", "in a user map or a file of Moab's", _REFUSED),
    ),
}
"""Every bound by what it concerns."""

_KINDS: Final = (
    (stat.S_ISFIFO, "it is a pipe and not a file"),
    (stat.S_ISSOCK, "it is a socket and not a file"),
    (stat.S_ISBLK, "it is a device and not a file"),
    (stat.S_ISCHR, "it is a device and not a file"),
)


def read_file(path: Path | str, most: int) -> bytes:
    """All bytes of a file of at most `most`; nothing of the null device, which HTCondor's users name as an empty file.

    Raises:
        OSError: it cannot be opened or read, it is not a file (EINVAL; opening it does not wait), or it is larger
            (EFBIG); `strerror` says which.
        ValueError: a file cannot have this name.
    """
    try:
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except BlockingIOError:
        # It is a file, and closed to others for the moment in which it is written.
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        found = os.fstat(file)
        if stat.S_ISCHR(found.st_mode) and found.st_rdev == Path(os.devnull).stat().st_rdev:
            return b""
        for is_kind, reason in _KINDS:
            if is_kind(found.st_mode):
                raise OSError(errno.EINVAL, reason, str(path))
        if stat.S_ISREG(found.st_mode) and found.st_size > most:
            raise _too_large(path, most)
        parts = []
        left = most + 1
        while left and (part := os.read(file, min(left, 1 << 24))):
            parts.append(part)
            left -= len(part)
    finally:
        os.close(file)
    if not left:
        raise _too_large(path, most)
    return b"".join(parts)


def _too_large(path: Path | str, most: int) -> OSError:
    return OSError(errno.EFBIG, f"it is larger than {amount(most, 'bytes')}", str(path))
