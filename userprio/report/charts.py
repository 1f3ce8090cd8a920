"""Charts made of characters: amounts stacked as blocks, courses as lines of braille dots, and sparklines.

Colours tell series apart, and without colour the characters they are filled with do; each is named where it ends.
Where the output has no such characters, all of it is ASCII.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from math import ceil, floor, log10
from typing import Final

from msgspec import Struct

from userprio.report.formats import Paragraph, Presentation
from userprio.report.layout import width_of
from userprio.report.text import amount, duration, printable

MOST_SERIES: Final = 6
"""The most series of a chart; what is beyond is one more, of all others."""
_COLOURS: Final = ("color(32)", "color(172)", "color(36)", "color(169)", "color(99)", "color(142)")
"""Of medium brightness, so that they stand out from dark and from light backgrounds."""
_OTHERS: Final = "color(245)"
_HEIGHT: Final = 12
_LEAST_NAME: Final = 12
_TICKS: Final = 4
_MOST_TICKS: Final = 6
_NICE: Final = (1, 2, 5)
_TOO_FAR_APART: Final = 1e4
"""Priorities worse than the best by more than this factor are off the scale and not drawn."""
NEAR: Final = 100
"""If a scale's ends differ by less, there are ticks between powers of ten."""
_DOTS: Final = ((0x40, 0x80), (0x04, 0x20), (0x02, 0x10), (0x01, 0x08))
"""The bits of a braille character, by rows from below."""
_BRAILLE: Final = 0x2800
_EIGHTHS: Final = "▁▂▃▄▅▆▇█"


class _Glyphs(Struct, frozen=True):
    fills: str
    """For each series, and last for all others; neighbours look different."""
    levels: str
    """Of sparklines, from nothing up; the highest leaves a gap to the row above."""
    upright: str
    corner: str
    level: str
    cut: str
    """In place of what is left out of a name."""


_UNICODE: Final = _Glyphs("█░▓╱▒╳·", "▁▂▃▄▅▆▇", "│", "└", "─", "…")
_ASCII: Final = _Glyphs("#.=/+%-", "_.-~=*#", "|", "+", "-", "~")


def _glyphs(look: Presentation) -> _Glyphs:
    return _UNICODE if look.unicode else _ASCII


class Series(Struct, frozen=True):
    """A course of values over the times of a chart, all of them at least 0."""

    name: str
    values: Sequence[float]
    figure: float
    """What is written beside its name."""
    others: bool = False
    """It is that of all who have no series of their own."""


def sampled(values: Sequence[float], cells: int) -> list[float]:
    """The values as that many: the mean of those that share a cell, or each several times."""
    starts = [cell * len(values) // cells for cell in range(cells + 1)]
    parts = (values[start : max(end, start + 1)] for start, end in pairwise(starts))
    return [sum(part) / len(part) for part in parts]


def sparkline(values: Sequence[float], cells: int, look: Presentation) -> str:
    """A course as a row of characters, from 0 to its own largest value; empty if it is 0 throughout."""
    heights, levels = sampled(values, cells), _glyphs(look).levels
    top, most = max(heights), len(levels) - 1
    # What is more than nothing never looks like nothing.
    return "".join(levels[ceil(height / top * most)] for height in heights) if top > 0 else ""


def stacked_chart(
    times: Sequence[int], series: Sequence[Series], most: float, width: int, look: Presentation
) -> Iterator[Paragraph]:
    """Amounts on top of each other, the first lowest; `most` is the least that the height stands for."""
    highest = max(map(sum, zip(*(one.values for one in series), strict=True)), default=0.0)
    scale = _Scale.linear(max(most, highest) or 1.0)
    fills = "".join(_glyphs(look).fills[_place(number, one)] for number, one in enumerate(series))
    frame = _Frame(times, scale, series, "█" * len(series) if _solid(look) else fills, width, look)
    columns = frame.columns
    heights = zip(*(sampled(one.values, columns) for one in series), strict=True)
    tops = [[scale.part(sum(stack[: number + 1])) * scale.rows for number in range(len(stack))] for stack in heights]
    rows = [[_block(top, row, series, look) for top in tops] for row in range(scale.rows)]
    last = [one.values[-1] for one in series]
    middles = [scale.part(sum(last[:number]) + value / 2) * scale.rows - 0.5 for number, value in enumerate(last)]
    return frame.lines(rows, middles)


def _solid(look: Presentation) -> bool:
    """Whether areas are told apart by their colours, not by their characters."""
    return look.coloured and look.unicode


def _block(tops: Sequence[float], row: int, series: Sequence[Series], look: Presentation) -> tuple[str, str]:
    """The character and style of a cell: with colours, an eighth of its height is the smallest difference."""
    owners = [
        next((number for number, top in enumerate(tops) if top > row + (eighth + 0.5) / 8), None) for eighth in range(8)
    ]
    if not _solid(look):
        ((owner, _),) = Counter(owners).most_common(1)
        if owner is None:
            return " ", ""
        return _glyphs(look).fills[_place(owner, series[owner])], _style(owner, series)
    low = owners[0]
    if low is None:
        return " ", ""
    filled = owners.count(low)
    above = Counter(owners[filled:]).most_common(1)
    behind = None if not above else above[0][0]
    style = _style(low, series)
    return _EIGHTHS[filled - 1], style if behind is None else f"{style} on {_style(behind, series)}"


def line_chart(times: Sequence[int], series: Sequence[Series], width: int, look: Presentation) -> Iterator[Paragraph]:
    """Courses of values above 0 on a logarithmic scale. Where several meet, the first one shows."""
    glyphs = _glyphs(look)
    scale = _Scale(*bounds([value for one in series for value in one.values]), logarithmic=True)
    frame = _Frame(times, scale, series, "⠶" * len(series) if look.unicode else glyphs.fills, width, look)
    columns = frame.columns
    across, up = (2, 4) if look.unicode else (1, 1)
    cells: list[list[tuple[int, int | None]]] = [[(0, None)] * columns for _ in range(_HEIGHT)]
    # Later ones are drawn first, so that where several meet the first one shows.
    for number in reversed(range(len(series))):
        before: int | None = None
        for column, value in enumerate(_interpolated(series[number].values, columns * across)):
            # Above 1, a priority is off the scale, and not drawn at the edge, where it would look like a value.
            part = scale.part(value)
            dot = None if part > 1 else round(part * (_HEIGHT * up - 1))
            for at in () if dot is None else _between(before, dot, joined=look.unicode):
                bits, _ = cells[at // up][column // across]
                cells[at // up][column // across] = bits | _DOTS[at % up][column % across], number
            before = dot
    rows = [
        [
            (" ", "")
            if owner is None
            else (chr(_BRAILLE + bits) if look.unicode else glyphs.fills[owner], _style(owner, series))
            for bits, owner in row
        ]
        for row in cells
    ]
    ends = [scale.part(one.values[-1]) * (_HEIGHT - 1) for one in series]
    return frame.lines(rows, ends)


def _interpolated(values: Sequence[float], cells: int) -> Iterator[float]:
    """The course at equal distances from its beginning to its end."""
    for cell in range(cells):
        place, between = divmod(cell * (len(values) - 1) / max(cells - 1, 1), 1)
        before, after = values[int(place)], values[min(int(place) + 1, len(values) - 1)]
        yield before + (after - before) * between


def _between(before: int | None, dot: int, *, joined: bool) -> Iterator[int]:
    """The dots of a column, from just beyond the one before it, so that a steep line has no gaps."""
    if before is None or not joined or abs(dot - before) <= 1:
        return iter((dot,))
    return iter(range(before + 1, dot + 1) if dot > before else range(dot, before))


def bounds(values: Sequence[float]) -> tuple[float, float]:
    """Both ends of a logarithmic scale for these values, ignoring those that are off it."""
    positive = [value for value in values if value > 0] or [1.0]
    low = min(positive)
    # A submitter with an enormous factor would press all others to the lower edge.
    high = max(value for value in positive if value <= low * _TOO_FAR_APART)
    # Priorities that are all the same would make a scale without length.
    return low, max(high, low * 2)


class _Scale(Struct, frozen=True):
    low: float
    high: float
    rows: int = _HEIGHT
    logarithmic: bool = False

    @classmethod
    def linear(cls, most: float) -> "_Scale":
        """From 0 to at least `most`, with so many rows that ticks are equally far apart."""
        step = _step(most)
        between = round(_HEIGHT * step / most)
        rows = ceil(round(most / step * between, 9))
        return cls(0.0, rows * step / between, rows)

    def part(self, value: float) -> float:
        """The position of a value: 0 at the lower edge, 1 at the upper one, above 1 off the scale."""
        if self.logarithmic:
            return max(log10(max(value, self.low) / self.low) / log10(self.high / self.low), 0.0)
        return (value - self.low) / (self.high - self.low)

    def row(self, value: float) -> int:
        """The row of a value: on a logarithmic scale the one that it is in, on another the one that it closes."""
        return round(self.part(value) * (self.rows - 1 if self.logarithmic else self.rows)) - (not self.logarithmic)

    def ticks(self) -> Iterator[float]:
        """Round values on the scale, from below."""
        if self.logarithmic:
            steps = _NICE if self.high < NEAR * self.low else _NICE[:1]
            decades = range(floor(log10(self.low)), ceil(log10(self.high)) + 1)
            values = (step * 10.0**decade for decade in decades for step in steps)
            return (value for value in values if self.low <= value <= self.high)
        step = _step(self.high)
        return (number * step for number in range(int(self.high / step) + 1))


def _step(most: float) -> float:
    """A round distance of ticks on a scale from 0."""
    power = 10.0 ** floor(log10(most / _TICKS))
    return next(nice * power for nice in (*_NICE, 10) if most / (nice * power) <= _MOST_TICKS)


class _Frame(Struct, frozen=True):
    """What stands around a chart: its scale on the left, times below, and the names of its series on the right."""

    times: Sequence[int]
    scale: _Scale
    series: Sequence[Series]
    marks: str
    """A character for each series, before its name."""
    width: int
    look: Presentation

    @property
    def _ticks(self) -> dict[int, str]:
        ticks: dict[int, str] = {}
        for value in self.scale.ticks():
            ticks.setdefault(self.scale.row(value), amount(value))
        return ticks

    @property
    def _margin(self) -> int:
        return max(map(len, self._ticks.values()), default=0)

    @property
    def _names(self) -> list[str]:
        """The names with their figures; if one is too long its end is shown, since groups share beginnings."""
        room, cut = max(self.width // 3, _LEAST_NAME) - 2, _glyphs(self.look).cut
        names = []
        for one in self.series:
            off = ", above" if self.scale.part(one.values[-1]) > 1 else ""
            name, figure = printable(one.name), f" {amount(one.figure)}{off}"
            if width_of(name + figure) > room:
                while len(name) > 1 and width_of(name + figure) >= room:
                    name = name[1:]
                name = cut + name
            names.append(name + figure)
        return names

    @property
    def columns(self) -> int:
        """The width of the chart itself."""
        return max(self.width - self._margin - max(map(width_of, self._names), default=0) - 5, 1)

    def lines(self, rows: Sequence[Sequence[tuple[str, str]]], ends: Sequence[float]) -> Iterator[Paragraph]:
        """The whole chart; `rows` are its cells from below, `ends` where each series ends, in rows."""
        glyphs, margin, ticks, names = _glyphs(self.look), self._margin, self._ticks, self._names
        if max(ends, default=0) > self.scale.rows:
            # What is off the scale is named above it.
            rows = [*rows, [(" ", "")] * self.columns]
        labels = {row: number for number, row in enumerate(apart(ends, len(rows)))}
        for row in reversed(range(len(rows))):
            runs = groupby(rows[row], lambda cell: cell[1])
            parts = [(f"{ticks.get(row, ''):>{margin}} {glyphs.upright}", "")]
            parts += [("".join(char for char, _ in cells), style) for style, cells in runs]
            if (number := labels.get(row)) is not None:
                parts += [(f" {self.marks[number]}", _style(number, self.series)), (f" {names[number]}", "")]
            yield Paragraph(tuple(parts), unbroken=True)
        below = glyphs.corner + glyphs.level * self.columns
        yield Paragraph(((f"{ticks.get(-1, ''):>{margin}} {below}", ""),), unbroken=True)
        yield Paragraph(((f"{'':>{margin + 2}}{_hours(self.times, self.columns)}".rstrip(), ""),), unbroken=True)


def _place(number: int, series: Series) -> int:
    """Which of the characters and colours a series has."""
    return MOST_SERIES if series.others else number


def _style(number: int, series: Sequence[Series]) -> str:
    return _OTHERS if series[number].others else _COLOURS[number]


def apart(wanted: Sequence[float], height: int) -> list[int]:
    """A row for each of these places, as near as may be, so that no two share one and they keep their order.

    There are no more of them than rows.
    """
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    rows = [0] * len(wanted)
    lowest = 0
    for number in order:
        rows[number] = lowest = max(round(wanted[number]), lowest)
        lowest += 1
    highest = height - 1
    for number in reversed(order):
        rows[number] = highest = min(rows[number], highest)
        highest -= 1
    return rows


def _hours(times: Sequence[int], columns: int) -> str:
    """The labels of the axis: times since the beginning, as many as fit."""
    marks = [" "] * columns
    # The ends come first: labels between them give way.
    for tick in (0, _TICKS, *range(1, _TICKS)):
        text = "now" if tick == 0 else duration(round((times[-1] - times[0]) * tick / _TICKS))
        start = min(max(round((columns - 1) * tick / _TICKS) - (len(text) // 2 if tick else 0), 0), columns - len(text))
        if start >= 0 and all(mark == " " for mark in marks[max(start - 1, 0) : start + len(text) + 1]):
            marks[start : start + len(text)] = text
    return "".join(marks)
