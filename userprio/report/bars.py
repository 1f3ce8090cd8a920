"""Horizontal bars on one scale: use as a bar, a quota as a tick on it."""

import math
from collections.abc import Sequence
from typing import Final

_EIGHTHS: Final = " ▏▎▍▌▋▊▉"
_FULL: Final = "█"
_TICK: Final = "│"
_ASCII_PARTS: Final = " ---===="
_ASCII_FULL: Final = "#"
_ASCII_TICK: Final = "|"
_STEPS: Final = (1, 2, 5)
_APART: Final = 3
"""The least number of blanks between numbers of an axis."""
_PLAIN: Final = 1e9
"""Numbers below this are written out."""


def bar(
    value: float, tick: float | None, most: float, width: int, within: str, beyond: str, *, unicode: bool = True
) -> list[tuple[str, str]]:
    """A bar for `value`, where `most` fills the width: pieces of text with their styles, up to the last mark.

    What lies beyond the tick has a style of its own. A value that is not zero shows as an eighth of a cell at least.
    Without `unicode` all of it is ASCII.
    """
    parts, full, mark = (_EIGHTHS, _FULL, _TICK) if unicode else (_ASCII_PARTS, _ASCII_FULL, _ASCII_TICK)
    eighths = _eighths(value, most, width)
    at = None if tick is None or tick > most else min(round(tick / most * width), width - 1) if most else None
    pieces: list[tuple[str, str]] = []
    for place in range(max(math.ceil(eighths / 8), 0 if at is None else at + 1)):
        filled = min(max(eighths - 8 * place, 0), 8)
        if place == at:
            pieces.append((mark, "bold"))
        else:
            style = within if at is None or place < at else beyond
            pieces.append((full if filled == 8 else parts[filled], style))
    return pieces


def _eighths(value: float, most: float, width: int) -> int:
    if value <= 0 or most <= 0:
        return 0
    return min(max(round(value / most * width * 8), 1), width * 8)


def axis(most: float, width: int) -> str:
    """The numbers above bars, each beginning where a bar of its value ends: as many round ones as stand apart."""
    if most <= 0:
        return "0"
    power = 10.0 ** math.floor(math.log10(most / width))
    steps = (step * power * ten for ten in (1, 10, 100, 1000, 10_000, 100_000) for step in _STEPS)
    return next((line for step in steps if (line := _numbered(step, most, width)) is not None), "0")


def _numbered(step: float, most: float, width: int) -> str | None:
    """The numbers at a distance; None if some of them are closer than three blanks."""
    text = "0"
    for number in range(1, int(most / step) + 1):
        at = round(number * step / most * width)
        label = f"{number * step:,.10g}" if most < _PLAIN else f"{number * step:.3g}"
        if at + len(label) > width:
            break
        if len(text) + _APART > at:
            return None
        text = text.ljust(at) + label
    return text


def scale(values: Sequence[float]) -> float:
    """The value that fills a bar's width, such that the largest leaves room for a mark."""
    return max(values, default=0.0) * 1.04
