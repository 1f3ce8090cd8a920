"""The records of the log, and their text: one line each, as `LogRecord::Write` prints them."""

import re
from dataclasses import dataclass
from typing import Final

from userprio.ledger.errors import LedgerError


@dataclass(frozen=True, slots=True)
class NewAd:
    """101: an empty record under `key`; a key that exists keeps what it has."""

    key: str
    my_type: str = "*"


@dataclass(frozen=True, slots=True)
class DestroyAd:
    """102: the record under `key` goes, with all it holds."""

    key: str


@dataclass(frozen=True, slots=True)
class SetAttribute:
    """103: `value` is the text of a ClassAd expression."""

    key: str
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class DeleteAttribute:
    """104: never written by the accountant, but read."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class BeginTransaction:
    """105."""


@dataclass(frozen=True, slots=True)
class EndTransaction:
    """106; what stands after `#` is a comment."""

    comment: str = ""


@dataclass(frozen=True, slots=True)
class SequenceNumber:
    """107, the first line: how often the log was compacted, and when it was first made (seconds since the epoch)."""

    sequence: int
    created: int


Record = NewAd | DestroyAd | SetAttribute | DeleteAttribute | BeginTransaction | EndTransaction | SequenceNumber

BEGIN: Final = BeginTransaction()
END: Final = EndTransaction()

SPACE: Final = " \t\n\r\f\v"
"""What C's `isspace` takes for white space, and so what ends a word of a record."""

EMPTY_TYPE: Final = "(empty)"
"""Stands in a 101 for a type that is the empty string."""

_WORD = re.compile(r"[^ \t\n\r\f\v\0]+")
_REST_OF_LINE = re.compile(r"[^\n\0]+")


def _word(text: str, what: str) -> str:
    if not _WORD.fullmatch(text):
        raise LedgerError(
            f"{text!r} cannot be written as {what}",
            hint="The ledger separates words by white space: a name must not be empty or contain any",
        )
    return text


def _rest(text: str, what: str) -> str:
    if not _REST_OF_LINE.fullmatch(text):
        raise LedgerError(f"{text!r} cannot be written as {what}", hint="It must be one line and not be empty")
    return text


def _target_type(my_type: str) -> str:
    """The third word of a 101, kept for readers older than 23.0."""
    if my_type.lower() == "job":
        return "Machine"
    return my_type if my_type.startswith("*") else EMPTY_TYPE


def format_record(record: Record) -> str:
    """The line of `record`, line feed included.

    Raises:
        LedgerError: a word is empty or holds white space, or a value holds a line feed; such a line would cut the
            ledger short at the next reading.
    """
    match record:
        case SetAttribute(key, name, value):
            return f"103 {_word(key, 'a key')} {_word(name, 'an attribute')} {_rest(value, 'a value')}\n"
        case NewAd(key, my_type):
            first = _word(my_type or EMPTY_TYPE, "a type")
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
