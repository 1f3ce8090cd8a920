"""Regular expressions where the library PCRE2 is missing: with Python's `re`, as far as both read a pattern alike.

A pattern is taken if each part of it is known to mean the same to both, over bytes and with HTCondor's options; all
others are refused, with an error that names the pattern and what to install. What is left out is unknown to `re`
(`[[:alpha:]]`, `\\h`, `\\K`, `(?R)`), means something else (`\\Z`, `\\v`, `a{,3}`, `^` with option `m`), may do so
(what repeats what may be empty), or is rare.

`re` searches without counting steps. So nothing within a repetition may vary, by which the number of ways to match is
bounded by the lengths of the text and the pattern; a search that might try too many of them is refused as well.
"""

import re
from collections.abc import Iterable
from math import prod
from typing import Any, Final

from msgspec import Struct

from userprio.base.errors import BadInput
from userprio.base.patterns import lazy_pattern
from userprio.classad.values import decode

HINT: Final = "Install it with pip install pcre2"

_ORDINARY: Final = frozenset(set(range(256)) - set(b"\\^$.[|()?*+{"))
_PUNCTUATION: Final = frozenset(byte for byte in range(0x20, 0x7F) if not chr(byte).isalnum())
_SETS: Final = frozenset(b"dDwWsS")
_CONTROLS: Final = frozenset(b"ntrfa")
_NUMBER: Final = lazy_pattern(rb"x[0-9A-Fa-f]{2}")
_TIMES: Final = lazy_pattern(rb"\{([0-9]{1,5})(,?)([0-9]{0,5})\}")
_SETTINGS: Final = lazy_pattern(rb"\(\?([ims]+)\)")
_POSIX: Final = lazy_pattern(rb"\[(?:[:=]|\..*\.\])", re.DOTALL)
_FREE: Final = lazy_pattern(rb"[\s#\x85]")
_LETTERS: Final = {"i": re.IGNORECASE, "m": re.MULTILINE, "s": re.DOTALL}
_MOST_TIMES: Final = 1000
_LARGEST: Final = 4096
_DEEPEST: Final = 40
_UNBOUNDED: Final = -1


class PatternNotSupported(BadInput):
    """A pattern or a search that needs PCRE2, which is not installed."""


class PlainPattern(Struct, frozen=True):
    """A pattern that `re` reads as PCRE2 does."""

    text: bytes
    compiled: re.Pattern[bytes]
    anchored: bool
    """It matches at the start of a text or not at all."""
    may_be_empty: bool
    choices: tuple[Any, ...]
    """For each part that may match in several ways, in how many; -1: in as many as the text has places. For
    alternatives, the choices of each, as a tuple of tuples."""

    def ways(self, length: int) -> int:
        """At most in how many ways a search tries to match a text of so many bytes."""
        starts = 1 if self.anchored else length + 1
        return starts * _ways(self.choices, length)


def _ways(choices: Iterable[Any], length: int) -> int:
    """In how many ways parts match that follow each other; alternatives are tried after each other, and add up."""
    return prod(
        sum(_ways(branch, length) for branch in choice)
        if isinstance(choice, tuple)
        else min(choice, length + 1)
        if choice > 0
        else length + 1
        for choice in choices
    )


class _PatternPart(Struct):
    """What is known of a piece of a pattern."""

    least: int = 0
    """The fewest bytes that it matches."""
    size: int = 1
    choices: list[Any] = []
    groups: int = 0
    anchored: bool = False


class _NotAlike(Exception):
    """This part of the pattern may mean something else to PCRE2, or nothing; the message says which."""


def plain_pattern(text: bytes, letters: str, *, ungreedy: bool) -> PlainPattern:
    """The pattern with the options among `ims`.

    Raises:
        PatternNotSupported: it needs PCRE2.
    """
    try:
        if ungreedy:
            raise _NotAlike("the option U")
        if "x" in letters and _FREE.search(text):
            raise _NotAlike("the option x")
        settings = _SETTINGS.match(text)
        options = {*letters, *(settings[1].decode("ascii") if settings else "")} & _LETTERS.keys()
        start = settings.end() if settings else 0
        whole = _PatternReader(text, start, multiline="m" in options).whole()
        flags = re.NOFLAG
        for letter in options:
            flags |= _LETTERS[letter]
        compiled = re.compile(text[start:], flags)
    except (_NotAlike, re.error) as why:
        message = f"the regular expression `{decode(text)}` needs the package pcre2, which is not installed"
        raise PatternNotSupported(f"{message} ({why})", hint=HINT) from None
    return PlainPattern(text, compiled, whole.anchored, not whole.least, tuple(whole.choices))


class _PatternReader:
    """Reads a pattern part by part, and refuses what is not known to mean the same."""

    def __init__(self, text: bytes, at: int, *, multiline: bool) -> None:
        self._text, self._at, self._multiline = text, at, multiline
        self._depth = 0

    def whole(self) -> _PatternPart:
        """All of the pattern."""
        part = self._alternatives()
        if self._at < len(self._text):
            raise _NotAlike("a parenthesis that was not opened")
        return part

    def _next(self) -> int | None:
        return self._text[self._at] if self._at < len(self._text) else None

    def _begins(self, what: bytes) -> bool:
        return self._text.startswith(what, self._at)

    def _alternatives(self) -> _PatternPart:
        branches = [self._sequence()]
        while self._begins(b"|"):
            self._at += 1
            branches.append(self._sequence())
        if len(branches) == 1:
            return branches[0]
        return _PatternPart(
            least=min(branch.least for branch in branches),
            size=sum(branch.size for branch in branches),
            choices=[tuple(tuple(branch.choices) for branch in branches)],
            groups=sum(branch.groups for branch in branches),
            anchored=all(branch.anchored for branch in branches),
        )

    def _sequence(self) -> _PatternPart:
        whole = _PatternPart(size=0)
        while (byte := self._next()) is not None and byte not in b"|)":
            first = not whole.size
            part = self._quantified()
            whole = _PatternPart(
                whole.least + part.least,
                whole.size + part.size,
                whole.choices + part.choices,
                whole.groups + part.groups,
                part.anchored if first else whole.anchored,
            )
            if whole.size > _LARGEST:
                raise _NotAlike("its length")
        return whole

    def _quantified(self) -> _PatternPart:
        can_repeat, part = self._item()
        byte = self._next()
        if byte is None or byte not in b"*+?{":
            return part
        low, high = self._times()
        if self._begins(b"?"):
            self._at += 1
        if (following := self._next()) is not None and following in b"*+?{":
            raise _NotAlike("a repetition of a repetition")
        if not can_repeat or not part.least:
            raise _NotAlike("a repetition of what may be empty")
        if high != 1 and part.choices:
            raise _NotAlike("a repetition of what varies")
        times = high if high != _UNBOUNDED else max(low, 1)
        ways = _UNBOUNDED if high == _UNBOUNDED else high - low + 1
        choices = part.choices if ways == 1 else [*part.choices, ways]
        return _PatternPart(part.least * low, part.size * times, choices, part.groups)

    def _times(self) -> tuple[int, int]:
        """The bounds of a repetition; _UNBOUNDED for no upper one."""
        byte = self._next()
        if byte != ord("{"):
            self._at += 1
            return {ord("*"): (0, _UNBOUNDED), ord("+"): (1, _UNBOUNDED), ord("?"): (0, 1)}[byte or 0]
        match = _TIMES.match(self._text, self._at)
        if match is None:
            raise _NotAlike("a brace")
        self._at = match.end()
        low = int(match[1])
        high = (int(match[3]) if match[3] else _UNBOUNDED) if match[2] else low
        if not match[2] and match[3]:
            raise _NotAlike("a brace")
        if high == 0 or max(low, high) > _MOST_TIMES or (high != _UNBOUNDED and high < low):
            raise _NotAlike("the number of repetitions")
        return low, high

    def _item(self) -> tuple[bool, _PatternPart]:
        """One item, and whether it may be repeated."""
        byte = self._text[self._at]
        if byte == ord("("):
            return self._group()
        if byte == ord("["):
            return True, self._class()
        if byte == ord("\\"):
            return self._escape()
        self._at += 1
        if byte == ord("^"):
            if self._multiline:
                # PCRE2 does not match it after a line feed that ends the text; `re` does.
                raise _NotAlike("^ with the option m")
            return False, _PatternPart(anchored=True)
        if byte == ord("$"):
            return False, _PatternPart()
        if byte == ord(".") or byte in _ORDINARY:
            return True, _PatternPart(least=1)
        raise _NotAlike(f"{chr(byte)} without anything to repeat")

    def _group(self) -> tuple[bool, _PatternPart]:
        # What looks ahead is not repeated, and its groups are not asked for.
        ahead = self._begins(b"(?=") or self._begins(b"(?!")
        captures = False
        if ahead or self._begins(b"(?:"):
            self._at += 3
        elif self._begins(b"(?") or self._begins(b"(*"):
            raise _NotAlike(decode(self._text[self._at : self._at + 3]))
        else:
            self._at += 1
            captures = True
        self._depth += 1
        if self._depth > _DEEPEST:
            raise _NotAlike("its depth")
        inner = self._alternatives()
        self._depth -= 1
        if not self._begins(b")"):
            raise _NotAlike("a parenthesis that is not closed")
        self._at += 1
        if ahead:
            if inner.groups:
                raise _NotAlike("a group in what looks ahead")
            return False, _PatternPart(size=1 + inner.size, choices=inner.choices)
        return True, _PatternPart(inner.least, 1 + inner.size, inner.choices, inner.groups + captures, inner.anchored)

    def _escape(self) -> tuple[bool, _PatternPart]:
        if self._begins(b"\\b"):
            self._at += 2
            return False, _PatternPart()
        if self._begins(b"\\A"):
            self._at += 2
            return False, _PatternPart(anchored=True)
        self._escaped()
        return True, _PatternPart(least=1)

    def _escaped(self) -> int | None:
        """Read an escape for one byte or a set of bytes; returns the byte."""
        self._at += 1
        byte = self._next()
        number = _NUMBER.match(self._text, self._at)
        if number is not None:
            self._at = number.end()
            return int(number[0][1:], 16)
        self._at += 1
        if byte is not None and (byte in _PUNCTUATION or byte in _CONTROLS):
            return byte if byte in _PUNCTUATION else b"\n\t\r\f\a"[b"ntrfa".index(byte)]
        if byte is not None and byte in _SETS:
            return None
        raise _NotAlike("\\" if byte is None else f"\\{decode(bytes((byte,)))}")

    def _class(self) -> _PatternPart:
        if _POSIX.match(self._text, self._at):
            raise _NotAlike("a class of POSIX")
        self._at += 1
        if self._begins(b"^"):
            self._at += 1
        first = True
        while first or not self._begins(b"]"):
            low = self._member(first)
            first = False
            # A hyphen before the end is itself.
            if self._begins(b"-") and not self._begins(b"-]"):
                if self._begins(b"--"):
                    raise _NotAlike("a range in brackets")
                self._at += 1
                high = self._member(first=False)
                if low is None or high is None or high < low or self._begins(b"-"):
                    raise _NotAlike("a range in brackets")
        self._at += 1
        return _PatternPart(least=1)

    def _member(self, first: bool) -> int | None:
        """One member of a class; returns its byte, None if it is a set."""
        byte = self._next()
        if byte is None:
            raise _NotAlike("a bracket that is not closed")
        if byte == ord("\\"):
            return self._escaped()
        if byte == ord("["):
            raise _NotAlike("a bracket in brackets")
        # `re` may come to read these twice as operations on sets.
        doubled = self._text[self._at : self._at + 2] in (b"--", b"&&", b"~~", b"||")
        if doubled or (byte == ord("-") and not first and not self._begins(b"-]")):
            raise _NotAlike(f"{chr(byte)} in brackets")
        self._at += 1
        return byte
