"""The records of the log and their text, written and read one at a time, and what can be wrong with them.

They are written as by `LogRecord::Write`, one line each, and read byte for byte like HTCondor's reader
(`LogRecord::readword`), to which lines are not a unit: a word may end at a line feed and the next one be on the
following line, which is how some damaged records swallow the beginning of the next.
"""

from enum import StrEnum
from typing import Final

import msgspec

from userprio.base.errors import BadInput
from userprio.base.patterns import lazy_pattern
from userprio.base.records import Fields
from userprio.classad import ClassAdSyntaxError, parse
from userprio.ledger.values import PLAIN_NUMBER, PLAIN_STRING

_EMPTY_TYPE: Final = "(empty)"  # What a 101 has for a type that is the empty string

_WORD = lazy_pattern(r"[^ \t\n\r\f\v\0]+")
_REST_OF_LINE = lazy_pattern(r"[^\n\0]+")
_END_OF_LINE = lazy_pattern(r"[\n\0]")

# Blanks, a word, and the one white-space character that ends it. A line feed is not a blank; a NUL ends everything.
_NEXT_WORD = lazy_pattern(r"[ \t\r\f\v]*([^ \t\n\r\f\v\0]+)[ \t\n\r\f\v]")
_LEADING_INTEGER = lazy_pattern(r"[-+]?[0-9]{1,18}")
_CLOSES = lazy_pattern(r"[ \t\r\f\v]*\+?0*106(?![0-9])")
_CLOSES_BELOW = lazy_pattern(r"\n[ \t\r\f\v]*\+?0*106(?![0-9])")
_PLAIN_VALUE = lazy_pattern(f"{PLAIN_NUMBER}|{PLAIN_STRING}")
_LONGEST_SHOWN: Final = 40


class LedgerError(BadInput):
    """A ledger that cannot be read, or a record that cannot be written; `byte` counts from 0."""

    byte: int | None = None


class NotALedger(LedgerError):
    """A file whose beginning shows that it is no log at all."""


class DefectKind(StrEnum):
    """The kinds of defects in a ledger that do not stop HTCondor."""

    UNTERMINATED_ENTRY = "unterminated entry"
    """The last line has no line feed."""
    UNTERMINATED_TRANSACTION = "unterminated transaction"
    """The file ends inside a transaction."""
    CORRUPT_TAIL = "corrupt tail"
    """A record that cannot be read, and no end of a transaction after it."""
    EARLY_END = "early end"
    """A blank line or a NUL where a record should start, which HTCondor treats as the end of the file."""
    NESTED_TRANSACTION = "nested transaction"
    UNMATCHED_END = "unmatched end of transaction"
    LATE_SEQUENCE = "late sequence number"
    UNKNOWN_KEY = "unknown key"
    """An attribute of a record that does not exist; ignored."""


class LedgerWarning(msgspec.Struct, frozen=True):
    """One defect, and how much of the file is left out because of it.

    `line` counts from 1, `byte` from 0; both say where the defect, or the part left out, begins.
    """

    kind: DefectKind
    message: str
    line: int
    byte: int
    dropped_bytes: int = 0
    dropped_lines: int = 0

    def __str__(self) -> str:
        text = f"line {self.line} (byte {self.byte}): {self.message}"
        if not self.dropped_bytes:
            return text
        lines = "1 line" if self.dropped_lines == 1 else f"{self.dropped_lines} lines"
        return f"{text}; {lines} ({self.dropped_bytes} bytes) to the end of the file are left out"


class NewAd(msgspec.Struct, frozen=True):
    """101: an empty record under `key`; a key that exists keeps what it has."""

    key: str
    my_type: str = "*"


class DestroyAd(msgspec.Struct, frozen=True):
    """102: removes the record under `key`."""

    key: str


class SetAttribute(msgspec.Struct, frozen=True):
    """103: `value` is the text of a ClassAd expression."""

    key: str
    name: str
    value: str


class DeleteAttribute(msgspec.Struct, frozen=True):
    """104: removes an attribute; the accountant never writes it, but reads it."""

    key: str
    name: str


class BeginTransaction(msgspec.Struct, frozen=True):
    """105: what follows counts only if the transaction ends."""


class EndTransaction(msgspec.Struct, frozen=True):
    """106; `#` begins a comment."""

    comment: str = ""


class SequenceNumber(msgspec.Struct, frozen=True):
    """107, the first line: how often the log was compacted, and when it was first made (seconds since the epoch)."""

    sequence: int
    created: int


Record = NewAd | DestroyAd | SetAttribute | DeleteAttribute | BeginTransaction | EndTransaction | SequenceNumber
BEGIN: Final = BeginTransaction()
END: Final = EndTransaction()


def _word(text: str, what: str) -> str:
    if not _WORD.fullmatch(text):
        hint = "The ledger separates words by white space: a name must not be empty or contain any"
        raise LedgerError(f"{text!r} cannot be written as {what}", hint=hint)
    return text


def _rest(text: str, what: str) -> str:
    if not _REST_OF_LINE.fullmatch(text):
        raise LedgerError(f"{text!r} cannot be written as {what}", hint="It must be one line and not be empty")
    return text


def _target_type(my_type: str) -> str:
    """The third word of a 101, kept for readers older than 23.0."""
    if my_type.lower() == "job":
        return "Machine"
    return my_type if my_type.startswith("*") else _EMPTY_TYPE


def format_record(record: Record) -> str:
    """The line of `record`, line feed included.

    Raises:
        LedgerError: a word is empty or contains white space, or a value contains a line feed; such a line would cut
            the ledger short when it is next read.
    """
    match record:
        case SetAttribute(key, name, value):
            return f"103 {_word(key, 'a key')} {_word(name, 'an attribute')} {_rest(value, 'a value')}\n"
        case NewAd(key, my_type):
            first = _word(my_type or _EMPTY_TYPE, "a type")
            return f"101 {_word(key, 'a key')} {first} {_target_type(my_type)}\n"
        case DestroyAd(key):
            return f"102 {_word(key, 'a key')}\n"
        case DeleteAttribute(key, name):
            return f"104 {_word(key, 'a key')} {_word(name, 'an attribute')}\n"
        case BeginTransaction():
            return "105 \n"
        case EndTransaction(comment):
            return f"106 #{_rest(comment, 'a comment')}\n" if comment else "106 \n"
        case SequenceNumber(sequence, created):
            return f"107 {sequence} CreationTimestamp {created}\n"


class LogEnd(Fields, Exception):
    """No record starts here: the end of the file, a blank line, a NUL, or a word without an end."""

    at: int


class Corrupt(Fields, Exception):
    """A record that cannot be read. `at` is where reading stopped, which may be within the next line."""

    at: int
    reason: str


def read_record(text: str, start: int) -> tuple[Record, int]:
    """The record that starts at `start`, and where the next one starts.

    Raises:
        LogEnd: nothing at `start` could be an opcode.
        Corrupt: an unknown opcode, missing words, or a value that is not a ClassAd expression.
    """
    word = _NEXT_WORD.match(text, start)
    if word is None:
        raise LogEnd(start)
    at = word.end()
    match _integer(word[1]):
        case 101:
            return _new_ad(text, at)
        case 102:
            key, at = _next_word(text, at, "its key")
            return DestroyAd(key), at
        case 103:
            return _set_attribute(text, at)
        case 104:
            key, at = _next_word(text, at, "its key")
            name, at = _next_word(text, at, "the attribute's name")
            return DeleteAttribute(key, name), at
        case 105:
            if text[at : at + 1] != "\n":
                raise Corrupt(min(at + 1, len(text)), "a 105 must be followed by one space and the end of the line")
            return BEGIN, at + 1
        case 106:
            return _end_transaction(text, at)
        case 107:
            return _sequence_number(text, at)
        case _:
            raise Corrupt(at, f"{_shown(word[1])} is not an operation of the log")


def closes_later(text: str, at: int) -> bool:
    """Whether a line from `at` on begins with 106, in which case a corrupt record is not just a torn end of the file.

    If `at` is inside a line, the rest of that counts as a line.
    """
    return bool(_CLOSES.match(text, at) or _CLOSES_BELOW.search(text, at))


def ends_unfinished(text: str, start: int) -> bool:
    """Whether the 101 from `start` to the end of the log lacks its second type, or the white space after that.

    HTCondor accepts such a record, and would append the next one to its line, which spoils both.
    """
    return not text.endswith(("\n", "\0")) and len(_NEXT_WORD.findall(text, start)) < 4


def _shown(word: str) -> str:
    """An arbitrary word of a file, quoted and cut for a message."""
    return repr(word if len(word) <= _LONGEST_SHOWN else word[:_LONGEST_SHOWN] + "...")


def _next_word(text: str, at: int, what: str) -> tuple[str, int]:
    word = _NEXT_WORD.match(text, at)
    if word is None:
        # Reading stops after the line feed or NUL that came instead, or at the end.
        stop = _END_OF_LINE.search(text, at)
        raise Corrupt(stop.end() if stop else len(text), f"the record ends before {what}")
    return word[1], word.end()


def _rest_of_line(text: str, at: int, what: str) -> tuple[str, int]:
    end = text.find("\n", at)
    if end < 0:
        raise Corrupt(len(text), f"the line ends before {what} does")
    nul = text.find("\0", at, end)
    if nul >= 0:
        raise Corrupt(nul + 1, f"there is a NUL in {what}")
    if end == at:
        raise Corrupt(at + 1, f"the record ends before {what}")
    return text[at:end], end + 1


def _new_ad(text: str, at: int) -> tuple[Record, int]:
    key, at = _next_word(text, at, "its key")
    my_type, at = _next_word(text, at, "its type")
    try:
        _, at = _next_word(text, at, "its second type")
    except Corrupt as missing:
        # The second type is obsolete and may be missing, or torn off with the end of the file.
        at = missing.at
    return NewAd(key, "" if my_type == _EMPTY_TYPE else my_type), at


def _set_attribute(text: str, at: int) -> tuple[Record, int]:
    key, at = _next_word(text, at, "its key")
    name, at = _next_word(text, at, "the attribute's name")
    value, at = _rest_of_line(text, at, "the value")
    if not _PLAIN_VALUE.fullmatch(value):
        try:
            parse(value)
        except ClassAdSyntaxError as wrong:
            raise Corrupt(at, f"the value {_shown(value)} is not a ClassAd expression: {wrong.message}") from wrong
    return SetAttribute(key, name, value), at


def _end_transaction(text: str, at: int) -> tuple[Record, int]:
    mark = text[at : at + 1]
    if mark == "\n":
        return EndTransaction(), at + 1
    if mark != "#":
        raise Corrupt(min(at + 1, len(text)), "a 106 must be followed by one space and the end of the line")
    comment, at = _rest_of_line(text, at + 1, "the comment")
    return EndTransaction(comment), at


def _sequence_number(text: str, at: int) -> tuple[Record, int]:
    sequence, at = _next_word(text, at, "the sequence number")
    _, at = _next_word(text, at, "the label")
    created, at = _next_word(text, at, "the time of creation")
    return SequenceNumber(_integer(sequence), _integer(created)), at


def _integer(word: str) -> int:
    match = _LEADING_INTEGER.match(word)
    return int(match[0]) if match else 0
