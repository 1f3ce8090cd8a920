"""How large, how deep and how long input may be, and how much a run may use in all.

Files may come from anywhere; real ones need a small part of this. Code, manual and messages share one table. A bound
with a name may be raised for a run (`--limit NAME=VALUE`): bounds of single things, such as a file, and those of the
`Budget`, from which everything that a run reads is taken.
"""

import errno
import os
import stat
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, Final, Protocol

from userprio.base import posix
from userprio.base.errors import BadInput
from userprio.base.records import Record
from userprio.base.times import parse_length


class Bound(Record):
    """A bound: at most `most` of `unit`, and what happens `beyond`. `of` continues the sentence after the unit."""

    most: int
    unit: str
    of: str
    beyond: str
    name: str = ""
    """The name by which `--limit` raises it; empty: it cannot be raised, such as HTCondor's own limits."""

    def __str__(self) -> str:
        raised = f" (--limit {self.name})" if self.name else ""
        return f"At most {amount(self.most, self.unit)} {self.of}{raised}; beyond that {self.beyond}."


def amount(number: int, unit: str) -> str:
    """`64 MiB` for large round numbers of bytes or characters, else the number with thousands separators."""
    if unit in _SIZES and number >= 1 << 20 and number % (1 << 20) == 0:
        size = f"{number >> 30} GiB" if number % (1 << 30) == 0 else f"{number >> 20} MiB"
        return size if unit == "bytes" else f"{size} of {unit}"
    return f"{number:,} {unit}"


_SIZES: Final = ("bytes", "characters")
_SECONDS: Final = "seconds"

# Expressions. HTCondor has the levels (`MAX_PARSER_DEPTH`, `MAX_CLASSAD_RECURSION`) and the steps
# (`MAX_CLASSAD_EVAL_STEPS`).
PARSER_LEVELS: Final = 500
EXPRESSION_TOKENS: Final = 500_000
EVALUATION_LEVELS: Final = 400
EVALUATION_STEPS: Final = 10_000_000
EVALUATION_TEXT: Final = 64 << 20
FLATTENING_STEPS: Final = 20_000
FREE_STEPS: Final = 250
"""Steps of an evaluation that do not count towards those of the run: three times what policies of real pools take."""
FREE_TEXT: Final = 16 << 10
"""Characters of an evaluation that take no steps."""
STEP_TEXT: Final = 64
"""Characters beyond those that take a step, which splitting a list of short names takes as long for."""
ELEMENT_TEXT: Final = 16
"""Characters that an element of a list counts for."""
# Regular expressions.
PATTERN_LENGTH: Final = 1 << 20
SEARCH_STEPS: Final = 100_000
SEARCH_TEXT: Final = 32 << 10
SEARCH_MEMORY: Final = 64 << 20
# Files of ads.
AD_NESTING: Final = 100
AD_PROBLEMS: Final = 1000
FREE_ATTRIBUTES: Final = 1000
"""Attributes of an ad that do not count towards those of the run."""
PACKED_WHATEVER: Final = 16 << 20
"""Bytes that any compressed file may expand to, in addition to the allowed multiple of its size."""
# Configuration. The first two are HTCondor's own.
INCLUDE_LEVELS: Final = 20
CONDITION_LEVELS: Final = 63
VALUE_SUBSTITUTIONS: Final = 50_000
VALUE_LENGTH: Final = 64 << 20
MACRO_FUNCTION_LEVELS: Final = 100
# TOML.
KEY_PARTS: Final = 100

# Names of bounds that may be raised: of a file, a line or an ad,
AD_LINE: Final = "ad-line"
AD_SIZE: Final = "ad-size"
UNPACKED: Final = "unpacked"
CONFIG_FILE: Final = "config-size"
LEDGER_FILE: Final = "ledger-size"
LEDGER_KEY: Final = "ledger-key"
TOML_FILE: Final = "toml-size"
OTHER_FILE: Final = "file-size"
ANSWER: Final = "answer-size"
ANSWER_TIME: Final = "answer-time"
# and of the run.
BYTES: Final = "bytes"
ADS: Final = "ads"
JOB_ADS: Final = "job-ads"
ATTRIBUTES: Final = "attributes"
SLOTS: Final = "slots"
JOBS: Final = "jobs"
STEPS: Final = "steps"
PATTERN_STEPS: Final = "pattern-steps"
PATTERNS: Final = "patterns"
CONFIG_FILES: Final = "config-files"
LINES: Final = "lines"
CONFIG_TEXT: Final = "config-text"
SUBSTITUTIONS: Final = "substitutions"
RECORDS: Final = "records"
CPU: Final = "cpu"
# A larger operations log is put aside, and another one begun.
OPERATIONS_FILE: Final = 16 << 20

_REFUSED: Final = "the file is refused"
_ERROR: Final = "the value is error"
_ENDS: Final = "the command ends"
_CONFIGURATION_REFUSED: Final = "the configuration is refused"

LIMITS: Final[Mapping[str, tuple[Bound, ...]]] = {
    "a run in all": (
        Bound(16 << 30, "bytes", "read from files, unpacked, and from running pools", _ENDS, BYTES),
        Bound(1_000_000, "ads", "in files, not counting jobs", _ENDS, ADS),
        Bound(6_000_000, "jobs", "in files of ads", _ENDS, JOB_ADS),
        Bound(600_000, "attributes", f"of ads beyond the first {FREE_ATTRIBUTES:,} of each", _ENDS, ATTRIBUTES),
        Bound(200_000, "slots", "that a pool.toml or --slots makes", _ENDS, SLOTS),
        Bound(400_000, "jobs", "that a pool.toml or --jobs makes", _ENDS, JOBS),
        Bound(12_000_000, "steps", f"of evaluations beyond the first {FREE_STEPS} of each", _ENDS, STEPS),
        Bound(2_500_000, "steps", "of searches with regular expressions", _ENDS, PATTERN_STEPS),
        Bound(10_000, "regular expressions", "in user maps", _ENDS, PATTERNS),
        Bound(10_000, "files", "and templates of configuration and user maps", _ENDS, CONFIG_FILES),
        Bound(300_000, "lines", "of configuration and user maps", _ENDS, LINES),
        Bound(256 << 20, "characters", "in configuration files and in the values of knobs", _ENDS, CONFIG_TEXT),
        Bound(300_000, "substitutions", "in values of knobs", _ENDS, SUBSTITUTIONS),
        Bound(1_300_000, "records", "made in ledgers", _ENDS, RECORDS),
        Bound(7 * 86400, _SECONDS, "of processor time, and as many for each task elsewhere", _ENDS, CPU),
    ),
    "files of ads": (
        Bound(64 << 20, "characters", "in a line of the long form", _REFUSED, AD_LINE),
        Bound(16 << 20, "characters", "in an ad of another form", _REFUSED, AD_SIZE),
        Bound(200, "times", f"the size of a packed file, plus {PACKED_WHATEVER >> 20} MiB, in it", _REFUSED, UNPACKED),
        Bound(AD_NESTING, "levels", "of lists and ads within each other", _REFUSED),
        Bound(AD_PROBLEMS, "problems", "are kept of one file, and 20 are shown", "they are not counted"),
    ),
    "expressions": (
        Bound(PARSER_LEVELS, "levels", "of the parser, three for a pair of parentheses", "it is a syntax error"),
        Bound(EXPRESSION_TOKENS, "names, values and signs", "in an expression", "it is a syntax error"),
        Bound(EVALUATION_LEVELS, "levels", "of operators and attributes in an evaluation", _ERROR),
        Bound(EVALUATION_STEPS, "steps", f"in an evaluation, each of a search counting as four, and {STEP_TEXT} "
              f"characters of text beyond the first {FREE_TEXT >> 10} KiB as one", _ERROR),
        Bound(FLATTENING_STEPS, "steps", "in flattening Requirements", "they stay as they are"),
        Bound(EVALUATION_TEXT, "characters", "taken and made by functions and comparisons in an evaluation, an element "
              f"of a list counting as {ELEMENT_TEXT}", _ERROR),
    ),
    "patterns": (
        Bound(PATTERN_LENGTH, "bytes", "in a regular expression", _ERROR),
        Bound(SEARCH_STEPS, "steps", "in a search with a regular expression, each counting once more for every "
              f"{SEARCH_TEXT >> 10} KiB of text", _ERROR),
        Bound(SEARCH_MEMORY, "bytes", "for backtracking in a search", _ERROR),
    ),
    "configuration": (
        Bound(64 << 20, "bytes", "in a file", _REFUSED, CONFIG_FILE),
        Bound(INCLUDE_LEVELS, "levels", "of files and templates that include each other", _CONFIGURATION_REFUSED),
        Bound(CONDITION_LEVELS, "levels", "of conditions", _CONFIGURATION_REFUSED),
        Bound(VALUE_SUBSTITUTIONS, "substitutions", "in the expansion of a value", "it is an error"),
        Bound(VALUE_LENGTH, "characters", "in an expanded value", "it is an error"),
        Bound(MACRO_FUNCTION_LEVELS, "levels", "of function macros", "it is an error"),
    ),
    "ledger": (
        Bound(512 << 20, "bytes", "in a ledger, and in a line of its operations log", "it is neither read nor made",
              LEDGER_FILE),
        Bound(1 << 16, "characters", "in the key of a record", _REFUSED, LEDGER_KEY),
        Bound(OPERATIONS_FILE, "bytes", "in an operations log", "the next edit puts it aside and begins another"),
    ),
    "answers of a running pool": (
        Bound(64 << 20, "bytes", "in an answer that is not ads, and as many on stderr of a tool", "the tool is stopped",
              ANSWER),
        Bound(900, _SECONDS, "until an answer is complete", "the tool is stopped", ANSWER_TIME),
    ),
    "other files": (
        Bound(8 << 20, "bytes", "in a pool.toml, a file of changes or settings, a plan", _REFUSED, TOML_FILE),
        Bound(KEY_PARTS, "parts", "of a dotted key in one of those", _REFUSED),
        Bound(64 << 20, "bytes", "in a user map or a file of Moab's", _REFUSED, OTHER_FILE),
    ),
}  # fmt: skip
"""Every bound, by area."""

NAMED: Final[Mapping[str, Bound]] = {bound.name: bound for area in LIMITS.values() for bound in area if bound.name}
"""The bounds that may be raised, by name."""


class Exceeded(BadInput):
    """What was read would take more than the run may use."""

    about: tuple[str, ...] = ()
    """If the place is unknown: texts that occur in the line at fault, the most specific first."""

    def mentioning(self, texts: Iterable[str]) -> "Exceeded":
        """The error with further texts of the line at fault."""
        return self.with_(about=(*self.about, *texts))


class Budget:
    """What a run may use in all, by the name of a bound, and what is left of that.

    Its processor time is counted from `begun_s`.
    """

    __slots__ = ("_left", "_most", "begun_s")

    def __init__(self, most: Mapping[str, int] | None = None) -> None:
        self.begun_s = time.process_time()
        self._most = {name: bound.most for name, bound in NAMED.items()}
        self._left = dict(self._most)
        for name, number in (most or {}).items():
            self.allow(name, number)

    def allow(self, name: str, most: int) -> None:
        """Set how much the run may use in all. `name` is one of `NAMED`."""
        self._left[name] += most - self._most[name]
        self._most[name] = most

    def copy(self) -> "Budget":
        """What is left, to be used elsewhere; processor time counts from now."""
        return _arrived(self._most, self._left)

    def __reduce__(self) -> tuple[Any, ...]:
        """Without the processor time of this process."""
        return _arrived, (self._most, self._left)

    def most(self, name: str) -> int:
        """How much the run may use, or a single file, line or ad."""
        return self._most[name]

    def text(self, name: str) -> str:
        """`most` in words, such as `64 MiB`."""
        return amount(self._most[name], NAMED[name].unit)

    def spend(
        self, name: str, number: int, path: Path | str | None = None, line: int | Callable[[], int] | None = None
    ) -> None:
        """Take from what is left. `path` and `line` say where it is used; a callable `line`, for lines that are costly
        to count, is called only to raise Exceeded.

        Raises:
            Exceeded: there is not that much left.
        """
        self._left[name] -= number
        if self._left[name] < 0:
            message = f"this makes more than {self.text(name)} {NAMED[name].of}"
            raise Exceeded(message, path, line() if callable(line) else line, hint=self.advice(name))

    def check_time(self) -> None:
        """Raises Exceeded: the run has used up its processor time. It takes half a microsecond."""
        if time.process_time() - self.begun_s > self._most[CPU]:
            raise Exceeded(f"the command has used its {self.text(CPU)} of processor time", hint=self.advice(CPU))

    def advice(self, name: str) -> str:
        """A hint how to raise a bound that was exceeded."""
        unit = NAMED[name].unit
        more = max(2 * self._most[name], 1)
        text = f"{more >> 20}M" if unit in _SIZES and more >> 20 else str(more)
        return f"If that is intended, --limit {name}={text} allows more"


def _arrived(most: Mapping[str, int], left: Mapping[str, int]) -> Budget:
    own = Budget(most)
    own._left = dict(left)
    return own


_OF_THE_RUN: Final[ContextVar[Budget]] = ContextVar("budget")


def budget() -> Budget:
    """The budget of the run; outside of a run, a new one."""
    return _OF_THE_RUN.get(None) or Budget()


@contextmanager
def one_run() -> Iterator[Budget]:
    """The budget of the current run, or of a new one for the block."""
    current = _OF_THE_RUN.get(None)
    if current is not None:
        yield current
    else:
        with run_with() as own:
            yield own


@contextmanager
def run_with(most: Mapping[str, int] | None = None) -> Iterator[Budget]:
    """A run: everything in the block shares one budget, in which `most` replaces bounds by name.

    Raises:
        BadInput: there is no bound of that name.
    """
    for name in most or ():
        known(name)
    with spending(Budget(most)) as own:
        yield own


@contextmanager
def spending(own: Budget) -> Iterator[Budget]:
    """Everything in the block shares this budget."""
    token = _OF_THE_RUN.set(own)
    try:
        yield own
    finally:
        _OF_THE_RUN.reset(token)


def known(name: str) -> Bound:
    """The bound of this name.

    Raises:
        BadInput: there is none.
    """
    if name not in NAMED:
        from difflib import get_close_matches

        near = get_close_matches(name, NAMED, n=1)
        hint = f"Did you mean {near[0]}?" if near else f"There are {', '.join(NAMED)}"
        raise BadInput(f"there is no limit {name!r}", hint=hint)
    return NAMED[name]


_UNITS: Final = {"": 0, "K": 10, "M": 20, "G": 30}


def parse_amount(name: str, text: str) -> int:
    """The new value of a bound from its text.

    Bytes and characters may be in K, M and G (powers of 1024), seconds a duration such as 2h.

    Raises:
        BadInput: there is no such bound, or the text is not a number.
    """
    unit = known(name).unit
    if unit == _SECONDS:
        return parse_length(text.strip())
    upper = text.strip().upper()
    digits = upper.rstrip("KMG")
    letter = upper[len(digits) :]
    allowed = unit in _SIZES or not letter
    if not allowed or letter not in _UNITS or not (digits.isascii() and digits.isdigit() and len(digits) < 19):
        sizes = ", such as 512M or 4G" if unit in _SIZES else ""
        raise BadInput(f"the limit {name} must be a number of {unit}{sizes}, not {text!r}")
    return int(digits) << _UNITS[letter]


_KINDS: Final = (
    (stat.S_ISDIR, errno.EISDIR, os.strerror(errno.EISDIR)),
    (stat.S_ISFIFO, errno.EINVAL, "it is a pipe and not a file"),
    (stat.S_ISSOCK, errno.EINVAL, "it is a socket and not a file"),
    (stat.S_ISBLK, errno.EINVAL, "it is a device and not a file"),
    (stat.S_ISCHR, errno.EINVAL, "it is a device and not a file"),
)
_AT_ONCE: Final = 1 << 24


class Opener(Protocol):
    """What opens files that must not be just anybody's."""

    def open(self, path: Path | str, flags: int, /) -> int:
        """A descriptor of the file. OSError: it cannot be opened, or must not be."""
        ...


def open_file(path: Path | str, within: Opener | None = None) -> int:
    """A descriptor of a file, for reading; neither opening nor reading it blocks, as a pipe would.

    What an untrusted snapshot has or refers to must be `within` its root (`SnapshotRoot`), which opens it.

    Raises:
        OSError: it cannot be opened, or it is a directory (EISDIR) or no file (EINVAL); `strerror` says which.
        ValueError: a file cannot have this name.
    """
    open_at = os.open if within is None else within.open
    try:
        file = open_at(path, os.O_RDONLY | posix.O_NONBLOCK | posix.O_CLOEXEC)
    except BlockingIOError:
        # Another process holds a lease on it for the moment in which it writes.
        file = open_at(path, os.O_RDONLY | posix.O_CLOEXEC)
    except PermissionError as failed:
        # All that a system without open folders says of one.
        if posix.HAS_FOLDERS or not Path(path).is_dir():
            raise
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path)) from failed
    mode = os.fstat(file).st_mode
    for is_kind, number, reason in _KINDS:
        if is_kind(mode):
            os.close(file)
            raise OSError(number, reason, str(path))
    return file


def read_file(path: Path | str, name: str, within: Opener | None = None) -> bytes:
    """All bytes of a file, at most as many as the bound `name` allows; none for the null device, which users of
    HTCondor give as an empty file. `within` is as for `open_file`.

    Raises:
        OSError: it cannot be opened or read, it is a directory (EISDIR) or no file (EINVAL; reading never blocks), or
            it is too large (EFBIG); `strerror` says which.
        ValueError: a file cannot have this name.
        Exceeded: it is more than the run may read.
    """
    if within is None and _is_null(path):
        return b""
    run = budget()
    most = run.most(name)
    file = open_file(path, within)
    try:
        status = os.fstat(file)
        if stat.S_ISREG(status.st_mode) and status.st_size > most:
            raise _too_large(path, name, run)
        parts = []
        left = most + 1
        # All at once if the size is known: several parts would have to be copied to join them.
        while left and (part := _read_some(file, min(left, max(status.st_size + 1, _AT_ONCE)), path)):
            parts.append(part)
            left -= len(part)
    finally:
        os.close(file)
    if not left:
        raise _too_large(path, name, run)
    run.spend(BYTES, most + 1 - left, path)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def _is_null(path: Path | str) -> bool:
    try:
        status = Path(path).stat()
    except (OSError, ValueError):
        return False
    # Where devices have no numbers there is only the console besides, which is no file either.
    number = getattr(status, "st_rdev", None)
    return stat.S_ISCHR(status.st_mode) and number in (None, getattr(Path(os.devnull).stat(), "st_rdev", None))


def _read_some(file: int, most: int, path: Path | str) -> bytes:
    """Read without blocking; empty at the end. Files of the kernel that wait for new data raise OSError."""
    try:
        return os.read(file, most)
    except BlockingIOError:
        raise OSError(errno.EINVAL, "it waits for what is still to come, and is not a file", str(path)) from None


def _too_large(path: Path | str, name: str, run: Budget) -> OSError:
    return OSError(errno.EFBIG, f"it is larger than {run.text(name)}. {run.advice(name)}", str(path))
