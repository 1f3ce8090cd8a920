"""Ads in long form, read and written: one `name = expression` a line, ended by a blank line or a history separator.

The ads of a dump mostly have the same attributes in the same order, and most of their values in common: what is the
same in an ad and the one before is compared as one piece of text, not line by line. A pattern is the text that ads
share, with gaps for what differs. An ad that matches costs two short operations a gap, however many lines it has, and
keeps the texts in the gaps only. Patterns are made from ads that were read line by line.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, compress, islice, takewhile
from operator import is_not
from typing import Final

import msgspec

from userprio.base.errors import BadInput
from userprio.base.limits import AD_LINE, ATTRIBUTES, FREE_ATTRIBUTES, budget
from userprio.base.patterns import lazy_pattern
from userprio.classad.ad import Ad, PackedRun, Schema
from userprio.classad.files.source import WHAT_TO_GIVE, Report
from userprio.classad.parser import ClassAdSyntaxError, parse_prefix, prefix_or_none
from userprio.classad.printing import unparse

KNOWN_TEXTS_BYTES: Final = 32 << 20
"""Memory for texts that may come again, about; beyond it they are forgotten, so that it does not grow with the file."""

_TEXT_OVERHEAD: Final = 150  # Bytes that Python spends on one known text, apart from its characters
_MOST_PATTERNS: Final = 24  # Patterns that are tried on an ad before it is read line by line
_LONGEST_RUN: Final = 100
"""Neighbours that are looked at together; all of them are, once more, where one of them is damaged."""
_BLANKS: Final = " \t\n\v\f\r"
_SIMPLE: Final = r'(?:"[^"\\\n]*+"|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|undefined)[ \t]*+'
_LITERAL = lazy_pattern(_SIMPLE)
_LITERALS = lazy_pattern(f"(?>(?:{_SIMPLE}\n)*)")

_WORTH_A_PATTERN: Final = 100
"""Ads after which a pattern is turned into a regular expression, which takes long to make and is twice as fast."""
_FEW_GAPS: Final = 8  # Up to so many gaps are filled faster without one


class ValueTexts:
    """Value texts that were found sound, each kept once."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}
        self._bytes = 0

    def sound(self, texts: Sequence[str]) -> list[str] | None:
        """The same texts, those that were met before as the objects they were then; None if one is not sound."""
        known = self._known
        before = len(known)
        known_texts = list(map(known.setdefault, texts, texts))
        if len(known) == before:
            return known_texts
        new = list(islice(reversed(known), len(known) - before))
        joined = "\n".join(new) + "\n"
        if _LITERALS.fullmatch(joined) is None and not all(map(_is_sound, new)):
            for text in new:
                del known[text]
            return None
        self._bytes += len(joined) + _TEXT_OVERHEAD * len(new)
        if self._bytes > KNOWN_TEXTS_BYTES:
            known.clear()
            known.update(zip(new, new, strict=True))
            self._bytes = len(joined)
        return known_texts


def _is_sound(text: str) -> bool:
    """Whether a value begins with an expression, and is no more than its line's value."""
    if _LITERAL.fullmatch(text):
        return True
    return prefix_or_none(text) is not None and text[0] not in _BLANKS and text[-1] != "\r"


class SchemaPattern:
    """The lines of an ad: what precedes each value, and the value itself where all ads of the pattern share it."""

    def __init__(self, names: tuple[str, ...], heads: tuple[str, ...], fixed: tuple[str | None, ...]) -> None:
        self.names = names
        self.heads = heads
        """What stands before the values, names included."""
        self.fixed = fixed
        self.gaps = [index for index, text in enumerate(fixed) if text is None]
        """The lines whose values differ."""
        self.lines = len(heads) + 1
        """With the blank line that ends the ad."""
        self._pieces = _pieces(heads, fixed)
        self._regex: re.Pattern[str] | None = None
        self._uses = 0

    def match(self, text: str, at: int) -> tuple[Sequence[str], int] | None:
        """The values in the gaps of the ad at `at`, and where the next ad begins; None if it does not match."""
        if self._regex is not None:
            matched = self._regex.match(text, at)
            return None if matched is None else (matched.groups(), matched.end())
        values, at, count = self.match_many(text, at, 1)
        if not count:
            return None
        self._uses += 1
        if self._uses > _WORTH_A_PATTERN and len(self.gaps) > _FEW_GAPS:
            self._regex = re.compile("(.*)".join(map(re.escape, self._pieces)))
        return values, at

    def match_many(self, text: str, at: int, most: int) -> tuple[list[str], int, int]:
        """The values of the ads that match from `at` on, at most so many, where the next begins, and their number."""
        values: list[str] = []
        count = 0
        first, *others = self._pieces
        while count < most and text.startswith(first, at):
            begin = at + len(first)
            row: list[str] = []
            for piece in others:
                end = text.find("\n", begin)
                if not text.startswith(piece, end):
                    return values, at, count
                row.append(text[begin:end])
                begin = end + len(piece)
            values += row
            at = begin
            count += 1
        return values, at, count

    @cached_property
    def schema(self) -> Schema:
        """That of its ads, their own texts being those in the gaps."""
        numbers = {index: number for number, index in enumerate(self.gaps)}
        where = [numbers[index] if text is None else text for index, text in enumerate(self.fixed)]
        return Schema.of(self.names, where)

    def specialise(self, texts: Sequence[str], indices: Sequence[int]) -> "SchemaPattern":
        """The pattern of those of its ads with `texts` in the gaps, except in `indices` among them."""
        own: list[str | None] = list(texts)
        for index in indices:
            own[index] = None
        filled = iter(own)
        fixed = tuple(next(filled) if text is None else text for text in self.fixed)
        return SchemaPattern(self.names, self.heads, fixed)

    def generalise(self, values: Sequence[str]) -> "SchemaPattern":
        """The pattern with gaps also where an ad of these values differs from it."""
        same = tuple(text if text == value else None for text, value in zip(self.fixed, values, strict=True))
        return SchemaPattern(self.names, self.heads, same)


def _pieces(heads: Sequence[str], fixed: Sequence[str | None]) -> list[str]:
    """The text between the gaps, from the first character to the end of the blank line."""
    pieces: list[str] = []
    run: list[str] = []
    for head, text in zip(heads, fixed, strict=True):
        run.append(head)
        if text is None:
            pieces.append("".join(run))
            run = ["\n"]
        else:
            run += [text, "\n"]
    return [*pieces, "".join([*run, "\n"])]


class _Near(msgspec.Struct, frozen=True):
    """A pattern of neighbours: its ads have this schema and the values `texts`, except in `indices`."""

    pattern: SchemaPattern
    schema: Schema
    texts: Sequence[str]
    indices: Sequence[int]


class SchemaPatterns:
    """The patterns of a file: one for each list of attributes, and one for what neighbours have in common besides."""

    def __init__(self, texts: ValueTexts, *, shared: bool) -> None:
        self._texts, self._shared = texts, shared
        self._general: dict[tuple[str, ...], SchemaPattern] = {}
        self._recent: list[SchemaPattern] = []  # General patterns, the one used last in front
        self._near: _Near | None = None
        self._near_was_met = False  # By another ad than the one that it was made from
        self._last: tuple[SchemaPattern, list[str]] | None = None  # General pattern of the ad before, and its texts

    def match(self, text: str, at: int) -> tuple[PackedRun, int, int] | None:
        """The ads that begin at `at`, where the next begins, and the number of lines; None if no pattern fits."""
        near = self._near
        if near is not None:
            rows, end, count = near.pattern.match_many(text, at, _LONGEST_RUN)
            if count:
                self._near_was_met = True
                # All values of a run at once; only where one is damaged ad by ad.
                simple = not self._shared and _LITERALS.fullmatch("\n".join(rows) + "\n") is not None
                sound = rows if simple else self._texts.sound(rows)
                if sound is None:
                    width = len(near.indices)
                    checked = (self._texts.sound(rows[row : row + width]) for row in range(0, len(rows), width))
                    count = sum(1 for _ in takewhile(lambda texts: texts is not None, checked))
                    sound, end, _ = near.pattern.match_many(text, at, count)
                run = PackedRun(near.schema, near.texts, near.indices, sound, count)
                return (run, end, near.pattern.lines * count) if count else None
        for pattern in self._recent:
            matched = pattern.match(text, at)  # The pattern used last comes first
            if matched is not None:
                break
        else:
            return None
        texts = self._texts.sound(matched[0])
        if texts is None:
            return None
        if self._recent[0] is not pattern:
            self._recent.remove(pattern)
            self._recent.insert(0, pattern)
        self._near, self._near_was_met = self._specialised(pattern, texts), False
        self._last = pattern, texts
        return PackedRun(pattern.schema, (), range(len(texts)), texts, 1), matched[1], pattern.lines

    def _specialised(self, pattern: SchemaPattern, texts: list[str]) -> "_Near | None":
        """A pattern for what this ad and the one before have in common, if that is most of what differs elsewhere.

        Otherwise the ad is probably the first of another cluster, whose ads differ where those of the last one did.
        """
        if self._last is None or self._last[0] is not pattern:
            return None
        differing: Sequence[int] = tuple(compress(range(len(texts)), map(is_not, self._last[1], texts)))
        if len(differing) * 6 > len(texts):  # Such a pattern would rarely match, and be made again for every ad
            if self._near is None or not self._near_was_met or self._near.schema is not pattern.schema:
                return None
            differing = self._near.indices
        return _Near(pattern.specialise(texts, differing), pattern.schema, texts, differing)

    def observe(self, part: str, pairs: list[tuple[str, str]]) -> None:
        """Take note of an ad that was read line by line, if there was nothing else between its lines."""
        lines = part.split("\n")[:-2]
        # A comment between lines would become part of the pattern.
        if len(lines) != len(pairs) or not part.endswith("\n\n"):
            return
        if not all(line.endswith(text) for line, (_, text) in zip(lines, pairs, strict=True)):
            return
        heads = tuple(line[: len(line) - len(text)] for line, (_, text) in zip(lines, pairs, strict=True))
        values = tuple(text for _, text in pairs)
        known = self._general.get(heads)
        names = tuple(name for name, _ in pairs)
        pattern = SchemaPattern(names, heads, values) if known is None else known.generalise(values)
        self._general[heads] = pattern
        if known is not None and known in self._recent:
            self._recent.remove(known)
        self._recent.insert(0, pattern)
        for old in self._recent[_MOST_PATTERNS:]:
            del self._general[old.heads]
        del self._recent[_MOST_PATTERNS:]


_HISTORY_SEPARATOR: Final = "***"  # Begins the line after each ad of a history file

_LARGEST_BATCH: Final = 4 << 20
"""Characters that wait for the end of their ad; an ad that is larger is read as it comes."""
_BETWEEN: Final = lazy_pattern(r"(?>(?:\n++|#[^\n]*+\n){1,1000})")
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


def read_runs(chunks: Iterable[str], report: Report, *, shared: bool = True) -> Iterator[PackedRun]:
    """The ads of a long file, nearly equal neighbours together.

    If `shared`, equal value texts are one object, also between ads, as long as an ad holds them. A line without `=`,
    with nothing on one side of it, or with a value that does not begin with an expression costs the rest of its ad
    (`CondorClassAdFileParseHelper`), and is reported. A history separator ends an ad whatever it holds.

    Raises `AdsFileError` for a line beyond `AD_LINE`, and for a file where damaged lines are all there is; `Exceeded`
    where the attributes are more than the run may have.
    """
    texts = ValueTexts()
    templates = SchemaPatterns(texts, shared=shared)
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
            # An ad beyond the batch comes in parts, and is put together by `_Lines`.
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
        yield "".join(_line(ad, name) for name in sorted(ad, key=str.lower)) + "\n"


def _line(ad: Ad, name: str) -> str:
    expr = ad.expr(name)
    text = ad.source(name) or ("" if expr is None else unparse(expr))
    line = f"{name} = {text}"
    if not name or name.startswith(_NO_NAMES) or split_line(line)[0] != name or _LINE_BREAKS.intersection(name):
        raise BadInput(f"the attribute name {name!r} cannot be written", hint=_HINT)
    if _LINE_BREAKS.intersection(text) or ("\\" in text and expr != prefix_or_none(text)):
        raise BadInput(f"the value of {name} cannot be written", hint=_HINT)
    return line + "\n"
