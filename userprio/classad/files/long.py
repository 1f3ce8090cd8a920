"""Ads in long form: one `name = expression` a line, a blank line or a history separator between ads."""

import re
import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from userprio.classad.ad import Ad
from userprio.classad.files.limits import LONGEST_LINE
from userprio.classad.files.problems import Report
from userprio.classad.files.source import WHAT_TO_GIVE
from userprio.classad.parser import ClassAdSyntaxError, parse_prefix

KNOWN_LINES_BYTES: Final = 32 << 20
"""Memory for lines that may come again, about; beyond it they are forgotten, so that it does not grow with the file."""

HISTORY_SEPARATOR: Final = "***"
"""Begins the line after each ad of a history file."""

_LINE_OVERHEAD: Final = 250
"""Bytes that Python spends on one known line and its parts, apart from their characters."""
_BLANKS: Final = " \t\n\v\f\r"
_LITERAL = re.compile(
    r'(?:-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|"[^"\\]*+"|true|false|undefined)[ \t]*+'
)
_REST: Final = "the rest of this ad is left out, as HTCondor does"


class _Damaged(Exception):
    """A line that HTCondor would not take; its text says why."""


def read_long(chunks: Iterable[str], report: Report) -> Iterator[Ad]:
    """The ads of a long file, their attributes parsed when first wanted.

    Equal names and equal value texts are one object, also between ads, as long as an ad holds them. A line without
    `=`, with nothing on one side of it, or with a value that does not begin with an expression costs the rest of its
    ad (`CondorClassAdFileParseHelper`), and is reported. A history separator ends an ad whatever it holds.

    Raises `AdsFileError` for a line beyond `LONGEST_LINE`, and for a file where damaged lines are all there is.
    """
    known: dict[str, tuple[str, str]] = {}
    known_bytes = 0
    pairs: list[tuple[str, str]] = []
    damaged = False
    found = False
    first_damage: tuple[int, str] | None = None
    number = 0
    for lines in _lines(chunks, report):
        for line in lines:
            number += 1
            pair = known.get(line)
            if pair is None:
                body = line.strip(_BLANKS)
                if not body or line.startswith(HISTORY_SEPARATOR):
                    if pairs:
                        yield Ad.lazy(pairs)
                        pairs = []
                        found = True
                    damaged = False
                    continue
                if damaged or body[0] == "#":
                    continue
                try:
                    pair = _attribute(line)
                except _Damaged as damage:
                    damaged = True
                    first_damage = first_damage or (number, str(damage))
                    report.problem(number, f"{damage}; {_REST}")
                    continue
                known_bytes += len(line) + _LINE_OVERHEAD
                if known_bytes > KNOWN_LINES_BYTES:
                    known.clear()
                    known_bytes = 0
                known[line] = pair
            if not damaged:
                pairs.append(pair)
    if first_damage is not None and not found:
        line_number, why = first_damage
        raise report.failure(f"there is no ad in this file: {why}", line_number, WHAT_TO_GIVE)


def _lines(chunks: Iterable[str], report: Report) -> Iterator[list[str]]:
    """The lines without their `\\n`, in batches; a blank one is added, so that the last ad ends like any."""
    rest = ""
    number = 1
    for chunk in chain(chunks, ("\n\n",)):
        lines = (rest + chunk).split("\n")
        rest = lines.pop()
        number += len(lines)
        if len(rest) > LONGEST_LINE:
            raise report.failure(f"this line is longer than {LONGEST_LINE >> 20} MiB", number, WHAT_TO_GIVE)
        yield lines


def split_line(line: str) -> tuple[str, str, str]:
    """Name, `=` and value text of a line. A tab before the `=` stays in the name, as HTCondor has it."""
    name, equals, text = line.partition("=")
    return name.lstrip(_BLANKS).rstrip(" "), equals, text.lstrip(_BLANKS).rstrip("\r")


def _attribute(line: str) -> tuple[str, str]:
    """Name and value text of a sound line."""
    name, equals, text = split_line(line)
    if not equals:
        raise _Damaged("this line has no '='")
    if not name:
        raise _Damaged("there is no name before the '='")
    if not text:
        raise _Damaged(f"there is no value after '{name} ='")
    if not _LITERAL.fullmatch(text):
        try:
            parse_prefix(text)
        except ClassAdSyntaxError as error:
            raise _Damaged(f"the value of {name} is not an expression: {error.message}") from None
    return sys.intern(name), sys.intern(text)
