"""One record at a time from the text of a log, byte for byte as HTCondor's reader takes it (`LogRecord::readword`).

Lines are no unit here: a word may end at a line feed and the next one stand on the following line, which is how some
damaged records swallow the beginning of their successor.
"""

import re
from dataclasses import dataclass
from typing import Final

from userprio.classad import ClassAdSyntaxError, parse
from userprio.ledger.records import (
    BEGIN,
    EMPTY_TYPE,
    DeleteAttribute,
    DestroyAd,
    EndTransaction,
    NewAd,
    Record,
    SequenceNumber,
    SetAttribute,
)
from userprio.ledger.values import PLAIN_NUMBER, PLAIN_STRING

# Blanks, then a word and the one white space that ends it. A line feed is no blank, and a NUL ends everything.
_WORD = re.compile(r"[ \t\r\f\v]*([^ \t\n\r\f\v\0]+)[ \t\n\r\f\v]")
_LEADING_INTEGER = re.compile(r"[-+]?[0-9]{1,18}")
_CLOSES = re.compile(r"[ \t\r\f\v]*\+?0*106(?![0-9])")
_CLOSES_BELOW = re.compile(r"\n[ \t\r\f\v]*\+?0*106(?![0-9])")
_PLAIN_VALUE = re.compile(f"{PLAIN_NUMBER}|{PLAIN_STRING}")

_LONGEST_SHOWN: Final = 40


@dataclass
class EndOfLog(Exception):
    """No record starts here: the end of the file, a blank line, a NUL, or a word without an end."""

    at: int


@dataclass
class Corrupt(Exception):
    """A record that cannot be read. `at` is where reading stopped, which may be within the next line."""

    at: int
    reason: str


def read_record(text: str, start: int) -> tuple[Record, int]:
    """The record that starts at `start`, and where the next one starts.

    Raises:
        EndOfLog: nothing that could be an opcode stands at `start`.
        Corrupt: an unknown opcode, missing words, or a value that is no ClassAd expression.
    """
    word = _WORD.match(text, start)
    if word is None:
        raise EndOfLog(start)
    found = _LEADING_INTEGER.match(word[1])
    opcode = int(found[0]) if found else 0
    at = word.end()
    match opcode:
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
            raise Corrupt(at, f"{_shown(word[1])} is no operation of the log")


def closes_later(text: str, at: int) -> bool:
    """Whether a line from `at` on begins with 106: then a corrupt record cannot be the torn end of the file.

    The rest of a line in whose middle `at` lies counts as a line.
    """
    return bool(_CLOSES.match(text, at) or _CLOSES_BELOW.search(text, at))


def ends_unfinished(text: str, start: int) -> bool:
    """Whether the new record from `start` to the end of the log lacks its second type, or that type its end.

    HTCondor takes such a record, and appends the next one to its line, which spoils both.
    """
    return not text.endswith(("\n", "\0")) and len(_WORD.findall(text, start)) < 4


def _shown(word: str) -> str:
    """A word of a file that may be anything, short enough for a message."""
    return repr(word if len(word) <= _LONGEST_SHOWN else word[:_LONGEST_SHOWN] + "...")


def _next_word(text: str, at: int, what: str) -> tuple[str, int]:
    word = _WORD.match(text, at)
    if word is None:
        raise Corrupt(_word_failure(text, at), f"the record ends before {what}")
    return word[1], word.end()


def _word_failure(text: str, at: int) -> int:
    """Where reading stops that finds no word at `at`: behind the line feed or NUL that came instead, or at the end."""
    while at < len(text) and text[at] not in "\n\0":
        at += 1
    return min(at + 1, len(text))


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
    return NewAd(key, "" if my_type == EMPTY_TYPE else my_type), at


def _set_attribute(text: str, at: int) -> tuple[Record, int]:
    key, at = _next_word(text, at, "its key")
    name, at = _next_word(text, at, "the attribute's name")
    value, at = _rest_of_line(text, at, "the value")
    if not _PLAIN_VALUE.fullmatch(value):
        try:
            parse(value)
        except ClassAdSyntaxError as wrong:
            raise Corrupt(at, f"the value {_shown(value)} is no ClassAd expression: {wrong.message}") from wrong
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
    found = _LEADING_INTEGER.match(word)
    return int(found[0]) if found else 0
