"""Charts made of letters: one for each course, readable in a pipe and without colour."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10
from string import ascii_letters
from typing import Final

from userprio.report.humanize import amount, duration

MOST_COURSES: Final = len(ascii_letters)
_TICKS: Final = 4
_TOO_FAR_APART: Final = 1e4
"""Priorities that are further from the best than this are off the scale, and not drawn."""


@dataclass(frozen=True, slots=True)
class Chart:
    """The rows of a chart from the top: text, and which course each of its letters belongs to (None: none)."""

    rows: tuple[tuple[str, tuple[int | None, ...]], ...]


def draw_chart(
    times: Sequence[int], courses: Sequence[Sequence[float]], width: int, height: int, *, logarithmic: bool = False
) -> Chart:
    """The courses over these times, the first as `a`. Where several meet, the first of them shows.

    Values are from 0 up, or with `logarithmic` above 0. More than `MOST_COURSES` are not drawn.
    """
    courses = courses[:MOST_COURSES]
    axis = _Axis.of([value for course in courses for value in course], logarithmic)
    labels = {round((height - 1) * tick / _TICKS): amount(axis.value(tick / _TICKS)) for tick in range(_TICKS + 1)}
    margin = max(len(text) for text in labels.values())
    columns = max(width - margin - 2, 1)
    cells: list[list[int | None]] = [[None] * columns for _ in range(height)]
    for number in reversed(range(len(courses))):
        for column in range(columns):
            value = courses[number][_place(column, columns, len(times))]
            part = axis.part(value)
            if part <= 1:
                cells[round(part * (height - 1))][column] = number
    rows = []
    for level in reversed(range(height)):
        drawn = "".join(" " if cell is None else ascii_letters[cell] for cell in cells[level])
        rows.append(_row(f"{labels.get(level, ''):>{margin}} |", drawn, cells[level]))
    rows.append(_row(f"{'':>{margin}} +", "-" * columns, []))
    rows.append(_row(" " * (margin + 2), _hours(times, columns), []))
    return Chart(tuple(rows))


def _row(head: str, drawn: str, cells: Sequence[int | None]) -> tuple[str, tuple[int | None, ...]]:
    text = (head + drawn).rstrip()
    owners = [*[None] * len(head), *cells]
    owners += [None] * len(text)
    return text, tuple(owners[: len(text)])


def _place(column: int, columns: int, points: int) -> int:
    return round(column * (points - 1) / max(columns - 1, 1))


def _hours(times: Sequence[int], columns: int) -> str:
    """Times since the beginning under the axis, as many as have room."""
    marks = [" "] * columns
    for tick in range(_TICKS + 1):
        text = "now" if tick == 0 else duration(round((times[-1] - times[0]) * tick / _TICKS))
        start = min(max(round((columns - 1) * tick / _TICKS) - (len(text) // 2 if tick else 0), 0), columns - len(text))
        if start >= 0 and all(mark == " " for mark in marks[max(start - 1, 0) : start + len(text)]):
            marks[start : start + len(text)] = text
    return "".join(marks)


def scale(values: Sequence[float]) -> tuple[float, float]:
    """Both ends of a logarithmic scale for these values, those left out that are off it."""
    positive = [value for value in values if value > 0] or [1.0]
    low = min(positive)
    high = max(value for value in positive if value <= low * _TOO_FAR_APART)
    return low, max(high, low * 2)


@dataclass(frozen=True, slots=True)
class _Axis:
    low: float
    high: float
    logarithmic: bool

    @classmethod
    def of(cls, values: Sequence[float], logarithmic: bool) -> "_Axis":
        if not logarithmic:
            return cls(0.0, max([*values, 1.0]), False)
        return cls(*scale(values), True)

    def part(self, value: float) -> float:
        """Where a value stands, 0 at the lower edge and 1 at the upper one; above 1 it is off the scale."""
        if self.logarithmic:
            part = log10(max(value, self.low) / self.low) / log10(self.high / self.low)
        else:
            part = (value - self.low) / (self.high - self.low)
        return max(part, 0.0)

    def value(self, part: float) -> float:
        """What stands there."""
        if self.logarithmic:
            return float(self.low * (self.high / self.low) ** part)
        return self.low + (self.high - self.low) * part
