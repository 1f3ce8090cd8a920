"""Reading one ad like the one before: what is the same in both is compared as one piece of text, not line by line.

The ads of a dump mostly have the same attributes in the same order, and most of their values in common. A template
is the text that ads share, with gaps for what differs. An ad that matches costs two short operations a gap, however
many lines it has, and keeps the texts in the gaps only. Templates are made from ads that were read line by line.
"""

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Final

from userprio.classad.ad import Shape

_WORTH_A_PATTERN: Final = 100
"""Ads after which a template is turned into a regular expression, which takes long to make and is twice as fast."""
_FEW_GAPS: Final = 8
"""Up to so many gaps are filled faster without one."""


class AdTemplate:
    """The lines of an ad: what precedes each value, and the value itself where all ads of the template share it."""

    def __init__(self, names: tuple[str, ...], heads: tuple[str, ...], fixed: tuple[str | None, ...]) -> None:
        self.names = names
        self.heads = heads
        """What stands before the values, names included."""
        self.fixed = fixed
        self.gaps = [place for place, text in enumerate(fixed) if text is None]
        """The lines whose values differ."""
        self.lines = len(heads) + 1
        """With the blank line that ends the ad."""
        self._pieces = _pieces(heads, fixed)
        self._pattern: re.Pattern[str] | None = None
        self._uses = 0

    def match(self, text: str, at: int) -> tuple[Sequence[str], int] | None:
        """The values in the gaps of the ad at `at`, and where the next ad begins; None if it does not match."""
        if self._pattern is not None:
            matched = self._pattern.match(text, at)
            return None if matched is None else (matched.groups(), matched.end())
        found, at, count = self.match_many(text, at, 1)
        if not count:
            return None
        self._uses += 1
        if self._uses > _WORTH_A_PATTERN and len(self.gaps) > _FEW_GAPS:
            self._pattern = re.compile("(.*)".join(map(re.escape, self._pieces)))
        return found, at

    def match_many(self, text: str, at: int, most: int) -> tuple[list[str], int, int]:
        """The values of at most `most` consecutive ads that match from `at` on, where the next begins, and their number."""
        found: list[str] = []
        count = 0
        first, *others = self._pieces
        while count < most and text.startswith(first, at):
            begin = at + len(first)
            row: list[str] = []
            for piece in others:
                end = text.find("\n", begin)
                if not text.startswith(piece, end):
                    return found, at, count
                row.append(text[begin:end])
                begin = end + len(piece)
            found += row
            at = begin
            count += 1
        return found, at, count

    @cached_property
    def shape(self) -> Shape:
        """That of its ads, their own texts being those in the gaps."""
        numbers = {place: number for number, place in enumerate(self.gaps)}
        where = [numbers[place] if text is None else text for place, text in enumerate(self.fixed)]
        return Shape.of(self.names, where)

    def specialise(self, texts: Sequence[str], places: Sequence[int]) -> "AdTemplate":
        """The template of those of its ads with `texts` in the gaps, except in `places` among them."""
        own: list[str | None] = list(texts)
        for place in places:
            own[place] = None
        filled = iter(own)
        return AdTemplate(self.names, self.heads, tuple(next(filled) if text is None else text for text in self.fixed))

    def generalise(self, values: Sequence[str]) -> "AdTemplate":
        """The template with gaps also where an ad of these values differs from it."""
        same = tuple(mine if mine == theirs else None for mine, theirs in zip(self.fixed, values, strict=True))
        return AdTemplate(self.names, self.heads, same)


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
