"""Ads in long form: one `name = expression` a line, a blank line or a history separator between ads."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, compress, takewhile
from operator import is_not
from typing import Final

from userprio.classad.ad import Ad, Shape
from userprio.classad.files.ad_templates import AdTemplate
from userprio.classad.files.source import WHAT_TO_GIVE, Report
from userprio.classad.packed import Run
from userprio.classad.parser import ClassAdSyntaxError, parse_prefix
from userprio.limits import AD_LINE

KNOWN_TEXTS_BYTES: Final = 32 << 20
"""Memory for texts that may come again, about; beyond it they are forgotten, so that it does not grow with the file."""

HISTORY_SEPARATOR: Final = "***"
"""Begins the line after each ad of a history file."""

_TEXT_OVERHEAD: Final = 150
"""Bytes that Python spends on one known text, apart from its characters."""
_MOST_TEMPLATES: Final = 24
"""Templates that are tried on an ad before it is read line by line."""
_LONGEST_RUN: Final = 100
"""Neighbours that are looked at together; all of them are, once more, where one of them is damaged."""
_LARGEST_BATCH: Final = 4 << 20
"""Characters that wait for the end of their ad; an ad that is larger is read as it comes."""
_BLANKS: Final = " \t\n\v\f\r"
_SIMPLE: Final = r'(?:-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|"[^"\\\n]*+"|true|false|undefined)[ \t]*+'
_LITERAL = re.compile(_SIMPLE)
_LITERALS = re.compile(f"(?>(?:{_SIMPLE}\n)*)")
_REST: Final = "the rest of this ad is left out, as HTCondor does"


class _Damaged(Exception):
    """A line that HTCondor would not take; its text is the reason."""


def read_long(chunks: Iterable[str], report: Report) -> Iterator[Ad]:
    """The ads of a long file, their attributes parsed when first wanted, as `read_runs` finds them."""
    for run in read_runs(chunks, report):
        yield from run.ads()


def read_runs(chunks: Iterable[str], report: Report) -> Iterator[Run]:
    """The ads of a long file, nearly equal neighbours together.

    Equal value texts are one object, also between ads, as long as an ad holds them. A line without `=`, with nothing
    on one side of it, or with a value that does not begin with an expression costs the rest of its ad
    (`CondorClassAdFileParseHelper`), and is reported. A history separator ends an ad whatever it holds.

    Raises `AdsFileError` for a line beyond `AD_LINE`, and for a file where damaged lines are all there is.
    """
    texts = _Texts()
    templates = _Templates(texts)
    lines = _Lines(texts, report)
    for batch in _batches(chunks, report, lambda: lines.number):
        at = 0
        while at < len(batch):
            if lines.between_ads:
                while batch.startswith("\n", at):
                    at += 1
                    lines.skip()
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
                yield Run.of(Ad.lazy(pairs))
                if begun:
                    templates.observe(part, pairs)
    lines.finish()


def _batches(chunks: Iterable[str], report: Report, lines_read: Callable[[], int]) -> Iterator[str]:
    """The text in pieces that end with a line, and mostly with an ad; a blank line is added at the end.

    `lines_read` tells how many lines there were in the pieces so far.
    """
    rest = ""
    for chunk in chain(chunks, ("\n\n",)):
        text = rest + chunk
        end = text.rfind("\n\n") + 2
        if end == 1:
            end = text.rfind("\n") + 1 if len(text) > _LARGEST_BATCH else 0
        batch, rest = text[:end], text[end:]
        if len(rest) > AD_LINE and len(rest) - rest.rfind("\n") > AD_LINE:
            line = 1 + lines_read() + text.count("\n")
            raise report.failure(f"this line is longer than {AD_LINE >> 20} MiB", line, WHAT_TO_GIVE)
        if batch:
            yield batch
    if rest:
        yield rest


class _Known(dict[str, str]):
    """Texts as the objects that they were when they were first met; `new` are those that are met just now."""

    def __init__(self) -> None:
        self.new: list[str] = []

    def __missing__(self, text: str) -> str:
        self.new.append(text)
        return text


class _Texts:
    """Value texts that were found sound, each kept once."""

    def __init__(self) -> None:
        self._known = _Known()
        self._bytes = 0

    def sound(self, texts: Sequence[str]) -> list[str] | None:
        """The same texts, those that were met before as the objects they were then; None if one is not sound."""
        known = self._known
        found = list(map(known.__getitem__, texts))
        if not known.new:
            return found
        new, known.new = known.new, []
        joined = "\n".join(new) + "\n"
        simple = _LITERALS.match(joined)
        if (simple is None or simple.end() != len(joined)) and not all(map(_is_sound, new)):
            return None
        self._bytes += len(joined) + _TEXT_OVERHEAD * len(new)
        if self._bytes > KNOWN_TEXTS_BYTES:
            known.clear()
            self._bytes = len(joined)
        known.update(zip(new, new, strict=True))
        return found


def _is_sound(text: str) -> bool:
    """Whether a value begins with an expression, and is no more than its line's value."""
    if _LITERAL.fullmatch(text):
        return True
    try:
        parse_prefix(text)
    except ClassAdSyntaxError:
        return False
    return text[0] not in _BLANKS and text[-1] != "\r"


@dataclass(frozen=True, slots=True)
class _Near:
    """A template of neighbours: its ads have this shape and the values `texts`, except in `places`."""

    template: AdTemplate
    shape: Shape
    texts: Sequence[str]
    places: Sequence[int]


class _Templates:
    """The templates of a file: one for each list of attributes, and one for what neighbours have in common besides."""

    def __init__(self, texts: _Texts) -> None:
        self._texts = texts
        self._general: dict[tuple[str, ...], AdTemplate] = {}
        self._recent: list[AdTemplate] = []
        """General templates, the one used last in front."""
        self._near: _Near | None = None
        self._last: tuple[AdTemplate, list[str]] | None = None
        """General template of the ad before, and its texts."""

    def match(self, text: str, at: int) -> tuple[Run, int, int] | None:
        """The ads that begin at `at`, where the next begins, and the number of lines; None if no template fits."""
        near = self._near
        if near is not None:
            rows, end, count = near.template.match_many(text, at, _LONGEST_RUN)
            if count:
                sound = self._texts.sound(rows)
                if sound is None:
                    width = len(near.places)
                    each = (self._texts.sound(rows[row : row + width]) for row in range(0, len(rows), width))
                    count = sum(1 for _ in takewhile(lambda texts: texts is not None, each))
                    sound, end, _ = near.template.match_many(text, at, count)
                run = Run(near.shape, near.texts, near.places, sound, count)
                return (run, end, near.template.lines * count) if count else None
        for template in self._recent:
            matched = template.match(text, at)
            if matched is not None:
                break
        else:
            return None
        texts = self._texts.sound(matched[0])
        if texts is None:
            return None
        self._to_front(template)
        self._near = self._specialised(template, texts)
        self._last = template, texts
        return Run(template.shape, (), range(len(texts)), texts, 1), matched[1], template.lines

    def _specialised(self, template: AdTemplate, texts: list[str]) -> "_Near | None":
        """A template for what this ad and the one before have in common, if that is most of what differs elsewhere."""
        if self._last is None or self._last[0] is not template:
            return None
        before = self._last[1]
        differing = tuple(compress(range(len(texts)), map(is_not, before, texts)))
        if len(differing) * 6 > len(texts):
            return None
        return _Near(template.specialise(texts, differing), template.shape, texts, differing)

    def observe(self, part: str, pairs: list[tuple[str, str]]) -> None:
        """Take note of an ad that was read line by line, if there was nothing else between its lines."""
        lines = part.split("\n")[:-2]
        if len(lines) != len(pairs) or not part.endswith("\n\n"):
            return
        if not all(line.endswith(text) for line, (_, text) in zip(lines, pairs, strict=True)):
            return
        heads = tuple(line[: len(line) - len(text)] for line, (_, text) in zip(lines, pairs, strict=True))
        values = tuple(text for _, text in pairs)
        known = self._general.get(heads)
        template = self._general[heads] = (
            AdTemplate(tuple(name for name, _ in pairs), heads, values) if known is None else known.generalise(values)
        )
        if known is not None and known in self._recent:
            self._recent.remove(known)
        self._recent.insert(0, template)
        for old in self._recent[_MOST_TEMPLATES:]:
            del self._general[old.heads]
        del self._recent[_MOST_TEMPLATES:]

    def _to_front(self, template: AdTemplate) -> None:
        if self._recent[0] is not template:
            self._recent.remove(template)
            self._recent.insert(0, template)


class _Lines:
    """Reads lines one by one, whatever they hold."""

    def __init__(self, texts: _Texts, report: Report) -> None:
        self._texts = texts
        self._report = report
        self.number = 0
        """Lines so far."""
        self._pairs: list[tuple[str, str]] = []
        self._damaged = False
        self._found = False
        self._first_damage: tuple[int, str] | None = None

    @property
    def between_ads(self) -> bool:
        """Whether the next line begins an ad."""
        return not self._pairs and not self._damaged

    def skip(self) -> None:
        """A line between ads was passed over."""
        self.number += 1

    def passed(self, count: int) -> None:
        """An ad of so many lines was read by other means."""
        self.number += count
        self._found = True

    def read(self, text: str) -> Iterator[list[tuple[str, str]]]:
        """Names and value texts of the ads that end in these lines."""
        for line in text.removesuffix("\n").split("\n"):
            self.number += 1
            body = line.strip(_BLANKS)
            if not body or line.startswith(HISTORY_SEPARATOR):
                pairs, self._pairs, self._damaged = self._pairs, [], False
                if pairs:
                    self._found = True
                    yield pairs
            elif not self._damaged and body[0] != "#":
                self._take(line)

    def _take(self, line: str) -> None:
        try:
            self._pairs.append(self._attribute(line))
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
