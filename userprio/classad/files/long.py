"""Ads in long form, read and written: one `name = expression` a line, ended by a blank line or a history separator."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Final

from userprio.base.errors import BadInput
from userprio.base.limits import AD_LINE, ATTRIBUTES, FREE_ATTRIBUTES, budget
from userprio.classad.ad import Ad
from userprio.classad.files.schema_patterns import SchemaPatterns, ValueTexts
from userprio.classad.files.source import WHAT_TO_GIVE, Report
from userprio.classad.packed import PackedRun
from userprio.classad.parser import ClassAdSyntaxError, parse_prefix, prefix_or_none
from userprio.classad.printing import unparse

_HISTORY_SEPARATOR: Final = "***"
"""Begins the line after each ad of a history file."""

_LARGEST_BATCH: Final = 4 << 20
"""Characters that wait for the end of their ad; an ad that is larger is read as it comes."""
_BLANKS: Final = " \t\n\v\f\r"
_BETWEEN: Final = re.compile(r"(?>(?:\n++|#[^\n]*+\n){1,1000})")
_LINE_BREAKS: Final = frozenset("\n\r")
_NO_NAMES: Final = ("#", _HISTORY_SEPARATOR)
_HINT: Final = "It cannot be written in long form"
_REST: Final = "the rest of this ad is left out, as HTCondor does"


class _Damaged(Exception):
    """A line that HTCondor would not take; its text is the reason."""


def read_long(chunks: Iterable[str], report: Report) -> Iterator[Ad]:
    """The ads of a long file, their attributes parsed when first wanted, as `read_runs` finds them."""
    for run in read_runs(chunks, report):
        yield from run.ads()


def read_runs(chunks: Iterable[str], report: Report) -> Iterator[PackedRun]:
    """The ads of a long file, nearly equal neighbours together.

    Equal value texts are one object, also between ads, as long as an ad holds them. A line without `=`, with nothing
    on one side of it, or with a value that does not begin with an expression costs the rest of its ad
    (`CondorClassAdFileParseHelper`), and is reported. A history separator ends an ad whatever it holds.

    Raises `AdsFileError` for a line beyond `AD_LINE`, and for a file where damaged lines are all there is; `Exceeded`
    where the attributes are more than the run may have.
    """
    texts = ValueTexts()
    templates = SchemaPatterns(texts)
    lines = _Lines(texts, report)
    for batch in _batches(chunks, report, lambda: lines.number):
        at = 0
        while at < len(batch):
            if lines.between_ads:
                while (between := _BETWEEN.match(batch, at)) is not None:
                    lines.number += batch.count("\n", at, between.end())
                    at = between.end()
                if at == len(batch):
                    break
                matched = templates.match(batch, at)
                if matched is not None:
                    run, at, count = matched
                    lines.passed(count)
                    yield run
                    continue
            end = batch.find("\n\n", at) + 2
            part = batch[at:end] if end > 1 else batch[at:]
            at += len(part)
            begun = lines.between_ads
            for pairs in lines.read(part):
                yield PackedRun.of(Ad.lazy(pairs))
                if begun:
                    templates.observe(part, pairs)
    lines.finish()


def _batches(chunks: Iterable[str], report: Report, lines_read: Callable[[], int]) -> Iterator[str]:
    """The text in pieces that end with a line, and mostly with an ad; a blank line is added at the end.

    `lines_read` tells how many lines there were in the pieces so far.
    """
    rest = ""
    longest = budget().most(AD_LINE)
    for chunk in chain(chunks, ("\n\n",)):
        text = rest + chunk
        end = text.rfind("\n\n") + 2
        if end == 1:
            end = text.rfind("\n") + 1 if len(text) > _LARGEST_BATCH else 0
        batch, rest = text[:end], text[end:]
        if len(rest) > longest and len(rest) - rest.rfind("\n") > longest:
            line = 1 + lines_read() + text.count("\n")
            raise report.too_large("this line is longer than", AD_LINE, line)
        if batch:
            yield batch
    if rest:
        yield rest


class _Lines:
    """Reads lines one by one, whatever they hold."""

    def __init__(self, texts: ValueTexts, report: Report) -> None:
        self._texts = texts
        self._report = report
        self.number = 0
        """Lines so far."""
        self._pairs: list[tuple[str, str]] = []
        self._damaged = False
        self._found = False
        self._first_damage: tuple[int, str] | None = None
        self._budget = budget()

    @property
    def between_ads(self) -> bool:
        """Whether the next line begins an ad."""
        return not self._pairs and not self._damaged

    def passed(self, count: int) -> None:
        """An ad of so many lines was read by other means."""
        self.number += count
        self._found = True

    def read(self, text: str) -> Iterator[list[tuple[str, str]]]:
        """Names and value texts of the ads that end in these lines."""
        for line in text.removesuffix("\n").split("\n"):
            self.number += 1
            body = line.strip(_BLANKS)
            if not body or line.startswith(_HISTORY_SEPARATOR):
                pairs, self._pairs, self._damaged = self._pairs, [], False
                if pairs:
                    self._found = True
                    yield pairs
            elif not self._damaged and body[0] != "#":
                self._take(line)

    def _take(self, line: str) -> None:
        try:
            self._pairs.append(self._attribute(line))
            if not len(self._pairs) % FREE_ATTRIBUTES:
                self._budget.spend(ATTRIBUTES, FREE_ATTRIBUTES, self._report.path, self.number)
        except _Damaged as damage:
            self._damaged = True
            self._first_damage = self._first_damage or (self.number, str(damage))
            self._report.problem(self.number, f"{damage}; {_REST}")

    def _attribute(self, line: str) -> tuple[str, str]:
        """Name and value text of a sound line."""
        name, equals, text = split_line(line)
        if not equals:
            raise _Damaged("this line has no '='")
        if not name:
            raise _Damaged("there is no name before the '='")
        if not text:
            raise _Damaged(f"there is no value after '{name} ='")
        sound = self._texts.sound([text])
        if sound is None:
            try:
                parse_prefix(text)
            except ClassAdSyntaxError as error:
                raise _Damaged(f"the value of {name} is not an expression: {error.message}") from None
        return sys.intern(name), text if sound is None else sound[0]

    def finish(self) -> None:
        """Raise if damaged lines are all there was."""
        if self._first_damage is not None and not self._found:
            line_number, why = self._first_damage
            raise self._report.failure(f"there is no ad in this file: {why}", line_number, WHAT_TO_GIVE)


def split_line(line: str) -> tuple[str, str, str]:
    """Name, `=` and value text of a line. A tab before the `=` stays in the name, as HTCondor has it."""
    name, equals, text = line.partition("=")
    return name.lstrip(_BLANKS).rstrip(" "), equals, text.lstrip(_BLANKS).rstrip("\r")


def write_long(ads: Iterable[Ad]) -> Iterator[str]:
    """The text of each ad, ended by a blank line, attributes sorted without regard to case as HTCondor's tools do.

    An attribute that was read from a long file is written with the text it had there. To a file it belongs as UTF-8
    with `surrogateescape`. Raises `BadInput` for what would not be read back as the same: a line break in a string, a
    name with `=` in it, a string that ends in a backslash within an expression.
    """
    for ad in ads:
        lines = [_line(ad, name) for name in sorted(ad, key=str.lower)]
        yield "".join(lines) + "\n"


def _line(ad: Ad, name: str) -> str:
    expr = ad.expr(name)
    text = ad.source(name) or ("" if expr is None else unparse(expr))
    line = f"{name} = {text}"
    if not name or name.startswith(_NO_NAMES) or split_line(line)[0] != name or _LINE_BREAKS.intersection(name):
        raise BadInput(f"the attribute name {name!r} cannot be written", hint=_HINT)
    if _LINE_BREAKS.intersection(text) or ("\\" in text and expr != prefix_or_none(text)):
        raise BadInput(f"the value of {name} cannot be written", hint=_HINT)
    return line + "\n"
