"""Backslash escapes and classes in brackets of PCRE2's pattern syntax."""

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

from userprio.classad.functions.pcre.charsets import ESCAPED, NEWLINE, fold, posix, properties
from userprio.classad.functions.pcre.program import ALL, NOTHING, PatternError, Place

_NAME: Final = re.compile(rb"[A-Za-z_][A-Za-z_0-9]{0,31}")
_DIGITS: Final = re.compile(rb"\d+")
_OCTAL: Final = re.compile(rb"[0-7]{1,3}")
_BRACED_OCTAL: Final = re.compile(rb"o\{([0-7]+)\}")
_HEX: Final = re.compile(rb"x(?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{0,2}))")
_PROPERTY: Final = re.compile(rb"[pP](?:\{(\^?[A-Za-z&_0-9]+)\}|([A-Za-z]))")
_NUMBERED: Final = re.compile(rb"g(?:([-+]?)(\d+)|\{([-+]?)(\d+)\})")
_CALLED: Final = re.compile(rb"g(?:<([-+]?)(\d+)>|'([-+]?)(\d+)')")
_POSIX: Final = re.compile(rb"\[:(\^?[a-z]*):\]")
_COLLATION: Final = re.compile(rb"\[([.=])[^]]*\1\]")

_CONTROLS: Final = {ord("a"): 7, ord("e"): 27, ord("f"): 12, ord("n"): 10, ord("r"): 13, ord("t"): 9}
_PLACES: Final = {
    ord("A"): Place.SUBJECT_START,
    ord("Z"): Place.LAST_LINE_END,
    ord("z"): Place.SUBJECT_END,
    ord("G"): Place.SEARCH_START,
    ord("b"): Place.WORD_EDGE,
    ord("B"): Place.WORD_INSIDE,
}
_NAMED: Final = {b"k<": b">", b"k'": b"'", b"k{": b"}", b"g{": b"}", b"g<": b">", b"g'": b"'"}


class Kind(Enum):
    """What an escape stands for."""

    BYTE = 0
    SET = 1
    PLACE = 2
    KEEP = 3
    LINE_BREAK = 4
    CLUSTER = 5
    SAME = 6
    CALL = 7


@dataclass(frozen=True, slots=True)
class Escape:
    """An escape: its byte, place or group number, its set, or the name of its group; and where the text goes on."""

    kind: Kind
    end: int
    number: int = 0
    members: frozenset[int] = NOTHING
    name: bytes = b""


@dataclass(frozen=True, slots=True)
class Class:
    """The bytes of a class, and where the text goes on."""

    members: frozenset[int]
    end: int


def read_name(text: bytes, start: int, closing: bytes) -> tuple[bytes, int]:
    """The name of a group and the place after its closing character."""
    found = _NAME.match(text, start)
    if not found or not text.startswith(closing, found.end()):
        raise PatternError("a group name is malformed")
    return found[0], found.end() + len(closing)


def read_escape(text: bytes, start: int, groups: int) -> Escape:
    """The escape whose backslash is at `start`, outside a class; `groups` is the number of groups opened so far."""
    pos = start + 1
    if pos >= len(text):
        raise PatternError("\\ at the end of the pattern")
    char = text[pos]
    if char in b"123456789":
        found = _DIGITS.match(text, pos)
        assert found is not None
        number = int(found[0]) if len(found[0]) < 10 else LARGE
        if number < 10 or char in b"89" or number <= groups:
            return Escape(Kind.SAME, found.end(), number)
    if char in _PLACES:
        return Escape(Kind.PLACE, pos + 1, _PLACES[char])
    if char in b"NRXKC":
        return _read_single(text, pos)
    if char in b"gk":
        return _read_reference(text, pos, groups)
    return _read_common(text, pos)


LARGE: Final = 10**9
"""Stands for a group number beyond any that can exist."""


def _read_single(text: bytes, pos: int) -> Escape:
    char = text[pos : pos + 1]
    if char == b"N":
        if text.startswith(b"N{", pos):
            raise PatternError("\\N{...} needs UTF mode")
        return Escape(Kind.SET, pos + 1, members=ALL - NEWLINE)
    if char == b"C":
        return Escape(Kind.SET, pos + 1, members=ALL)
    return Escape({b"R": Kind.LINE_BREAK, b"X": Kind.CLUSTER, b"K": Kind.KEEP}[char], pos + 1)


def _read_reference(text: bytes, pos: int, groups: int) -> Escape:
    """`\\g1 \\g{-1} \\g{name} \\k<name>` (the text of a group again) and `\\g<1> \\g<name>` (its pattern)."""
    for syntax, kind in ((_NUMBERED, Kind.SAME), (_CALLED, Kind.CALL)):
        if found := syntax.match(text, pos):
            sign, digits = (found[1], found[2]) if found[2] is not None else (found[3], found[4])
            return Escape(kind, found.end(), _relative(sign, digits, groups, kind is Kind.CALL))
    for opening, closing in _NAMED.items():
        if text.startswith(opening, pos):
            name, end = read_name(text, pos + 2, closing)
            return Escape(Kind.CALL if opening in (b"g<", b"g'") else Kind.SAME, end, name=name)
    raise PatternError("a reference is malformed")


def _relative(sign: bytes, digits: bytes, groups: int, zero_allowed: bool) -> int:
    number = int(digits) if len(digits) < 10 else LARGE
    wanted = number if not sign else groups + number if sign == b"+" else groups + 1 - number
    if wanted < 0 or (number == 0 and (sign or not zero_allowed)) or (wanted == 0 and sign):
        raise PatternError("reference to a group that does not exist")
    return wanted


def _read_common(text: bytes, pos: int) -> Escape:
    """The escapes that mean the same inside a class and outside."""
    char = text[pos]
    if char in ESCAPED:
        return Escape(Kind.SET, pos + 1, members=ESCAPED[char])
    if char in _CONTROLS:
        return Escape(Kind.BYTE, pos + 1, _CONTROLS[char])
    if char in b"01234567":
        octal = _OCTAL.match(text, pos)
        assert octal is not None
        return Escape(Kind.BYTE, octal.end(), _byte(int(octal[0], 8)))
    if found := _BRACED_OCTAL.match(text, pos):
        return Escape(Kind.BYTE, found.end(), _byte(int(found[1], 8)))
    if char == ord("x"):
        found = _HEX.match(text, pos)
        assert found is not None
        if not found[1] and text.startswith(b"x{", pos):
            raise PatternError("\\x{ is malformed")
        return Escape(Kind.BYTE, found.end(), _byte(int(found[1] or found[2] or b"0", 16)))
    if char == ord("c"):
        if pos + 1 >= len(text) or not 32 <= text[pos + 1] <= 126:
            raise PatternError("\\c must be followed by a printable ASCII character")
        return Escape(Kind.BYTE, pos + 2, ord(text[pos + 1 : pos + 2].upper()) ^ 64)
    if char in b"pP":
        found = _PROPERTY.match(text, pos)
        if not found:
            raise PatternError("\\p or \\P is malformed")
        members = properties((found[1] or found[2]).decode())
        return Escape(Kind.SET, found.end(), members=members if char == ord("p") else ALL - members)
    if chr(char).isalpha() and char < 128:
        raise PatternError("unrecognised character follows \\")
    return Escape(Kind.BYTE, pos + 1, char)


def _byte(code: int) -> int:
    if code > 255:
        raise PatternError("character code point value is too large")
    return code


def read_class(text: bytes, start: int, caseless: bool, skip_blanks: bool) -> Class:
    """The class whose `[` is at `start`."""
    pos = start + 1
    inverted = text.startswith(b"^", pos)
    pos += inverted
    members: set[int] = set()
    first, last_was_set, quoted = True, False, False
    while True:
        if pos >= len(text):
            raise PatternError("missing terminating ] for a class")
        if text.startswith((b"\\Q", b"\\E"), pos) and (not quoted or text[pos + 1 : pos + 2] == b"E"):
            quoted, pos = text[pos + 1 : pos + 2] == b"Q", pos + 2
            continue
        if skip_blanks and not quoted and text[pos] in b" \t":
            pos += 1
            continue
        if not quoted and text[pos : pos + 1] == b"]" and not first:
            break
        first = False
        if text[pos : pos + 1] == b"-" and last_was_set and not quoted and not text.startswith(b"]", pos + 1):
            raise PatternError("invalid range in a class")
        low, pos = _read_member(text, pos, caseless, quoted)
        last_was_set = not isinstance(low, int)
        if not isinstance(low, int):
            members |= low
        elif not quoted and text.startswith(b"-", pos) and not text.startswith(b"-]", pos) and pos + 1 < len(text):
            high, pos = _read_member(text, pos + 1, caseless, False)
            if not isinstance(high, int) or high < low:
                raise PatternError("invalid range in a class")
            members.update(range(low, high + 1))
        else:
            members.add(low)
    chosen = fold(frozenset(members)) if caseless else frozenset(members)
    return Class(ALL - chosen if inverted else chosen, pos + 1)


def _read_member(text: bytes, pos: int, caseless: bool, quoted: bool) -> tuple[int | frozenset[int], int]:
    """A byte or a set in a class, and the place after it."""
    if quoted:
        return text[pos], pos + 1
    if found := _POSIX.match(text, pos):
        return posix(found[1], caseless), found.end()
    if _COLLATION.match(text, pos):
        raise PatternError("collating elements are not supported")
    if text[pos : pos + 1] != b"\\":
        return text[pos], pos + 1
    pos += 1
    if pos >= len(text):
        raise PatternError("\\ at the end of the pattern")
    if text[pos] == ord("b"):
        return 8, pos + 1
    if text[pos] == ord("N"):
        raise PatternError("\\N in a class")
    found_escape = _read_common(text, pos)
    return (found_escape.number if found_escape.kind is Kind.BYTE else found_escape.members), found_escape.end
