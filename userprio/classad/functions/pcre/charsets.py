"""Sets of bytes: what `\\d`, `[:alpha:]`, `\\p{Lu}` and case folding stand for in PCRE2's 8-bit library and the C
locale.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Final

from userprio.classad.functions.pcre.program import ALL, PatternError

ByteSet = frozenset[int]


def _between(first: str, last: str) -> ByteSet:
    return frozenset(range(ord(first), ord(last) + 1))


_DIGIT: Final = _between("0", "9")
_UPPER: Final = _between("A", "Z")
_LOWER: Final = _between("a", "z")
_ALPHA: Final = _UPPER | _LOWER
_GRAPH: Final = _between("!", "~")

NEWLINE: Final = frozenset({0x0A})
WORD: Final = _ALPHA | _DIGIT | {ord("_")}
SPACE: Final = frozenset(b" \t\n\v\f\r")
HORIZONTAL: Final = frozenset({0x09, 0x20, 0xA0})
VERTICAL: Final = frozenset({0x0A, 0x0B, 0x0C, 0x0D, 0x85})

ESCAPED: Final[dict[int, ByteSet]] = {
    ord("d"): _DIGIT,
    ord("D"): ALL - _DIGIT,
    ord("w"): WORD,
    ord("W"): ALL - WORD,
    ord("s"): SPACE,
    ord("S"): ALL - SPACE,
    ord("h"): HORIZONTAL,
    ord("H"): ALL - HORIZONTAL,
    ord("v"): VERTICAL,
    ord("V"): ALL - VERTICAL,
}
"""Escapes that stand for a set, inside a class and outside."""

POSIX: Final[dict[bytes, ByteSet]] = {
    b"alpha": _ALPHA,
    b"lower": _LOWER,
    b"upper": _UPPER,
    b"alnum": _ALPHA | _DIGIT,
    b"ascii": frozenset(range(128)),
    b"blank": frozenset(b" \t"),
    b"cntrl": frozenset(range(32)) | {127},
    b"digit": _DIGIT,
    b"graph": _GRAPH,
    b"print": _GRAPH | {32},
    b"punct": _GRAPH - _ALPHA - _DIGIT,
    b"space": SPACE,
    b"word": WORD,
    b"xdigit": _DIGIT | _between("a", "f") | _between("A", "F"),
}


def posix(name: bytes, caseless: bool) -> ByteSet:
    """The class `[:name:]`, where `^` before the name inverts it."""
    inverted, name = name.startswith(b"^"), name.removeprefix(b"^")
    if caseless and name in (b"lower", b"upper"):
        name = b"alpha"
    if name not in POSIX:
        raise PatternError("unknown POSIX class name")
    return ALL - POSIX[name] if inverted else POSIX[name]


def fold(members: ByteSet) -> ByteSet:
    """The set with the other case of its ASCII letters."""
    return (
        members
        | {byte + 32 for byte in members if 65 <= byte <= 90}
        | {byte - 32 for byte in members if 97 <= byte <= 122}
    )


_CATEGORY: Final = re.compile("C[cfnos]?|L[lmotu]?|M[cen]?|N[dlo]?|P[cdefios]?|S[ckmo]?|Z[lps]?")


def _is_space(char: str) -> bool:
    return unicodedata.category(char).startswith("Z") or char in "\t\n\v\f\r\x85"


@lru_cache(maxsize=128)
def properties(name: str) -> ByteSet:
    """`\\p{name}` for the 256 code points that a byte can be; `^` before the name inverts it.

    General categories, `Any`, `L&` and PCRE2's own `Xan Xsp Xps Xwd Xuc` are known; of the scripts only Latin, since
    no other but Common and Greek's micro sign lies below 256.
    """
    if name.startswith("^"):
        return ALL - properties(name[1:])
    chars = [chr(code) for code in range(256)]
    if name == "Any":
        return ALL
    if name == "L&":
        return frozenset(ord(char) for char in chars if unicodedata.category(char) in ("Lu", "Ll", "Lt"))
    if name in ("Xan", "Xwd"):
        extra = "_" if name == "Xwd" else ""
        return frozenset(ord(char) for char in chars if unicodedata.category(char)[0] in "LN" or char in extra)
    if name in ("Xsp", "Xps"):
        return frozenset(ord(char) for char in chars if _is_space(char))
    if name == "Xuc":
        return frozenset(b"$@`") | frozenset(range(0xA0, 0x100))
    if name == "Latin":
        return frozenset(ord(char) for char in chars if unicodedata.name(char, "").startswith("LATIN") or char in "ªº")
    if _CATEGORY.fullmatch(name):
        return frozenset(ord(char) for char in chars if unicodedata.category(char).startswith(name))
    raise PatternError("unknown property name")
