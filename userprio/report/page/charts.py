"""Charts of a page: what is stacked over time, and curves. Shapes stretch with the page, words beside them do not."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from userprio.report.page.parts import Html, element, joined, text
from userprio.report.text import printable

WIDTH: Final = 1000
HEIGHT: Final = 300
MOST_BANDS: Final = 10
"""As many as there are colours in page.css, which can be told apart."""


@dataclass(frozen=True, slots=True)
class Tick:
    """What stands at a place of an axis."""

    place: float
    """From 0, where the axis begins, to 1."""
    words: str
    minor: bool = False
    """It is left out where there is little room."""


@dataclass(frozen=True, slots=True)
class StepLine:
    """One thing that goes on, in the colour of a class of page.css."""

    name: str
    class_: str
    points: Sequence[tuple[float, float]]
    """Places, both from 0 to 1: the height holds from there to the next one's."""


def stack(bands: Sequence[tuple[str, str, Sequence[float]]], ends: Sequence[float]) -> Html:
    """Bands on top of each other: name, class and heights, each of which holds from the end before it to its own.

    The first begins at 0; ends and heights are places, from 0 to 1.
    """
    below = [0.0] * len(ends)
    drawn = []
    for name, class_, heights in bands:
        top = [under + height for under, height in zip(below, heights, strict=True)]
        if any(heights):
            path = f"M0 {_y(below[0])}{_steps(top, ends)}{_back(below, ends)}Z"
            drawn.append(Html(f'<path class="band {class_}" d="{path}"><title>{text(name)}</title></path>'))
        below = top
    return joined(drawn)


def _steps(heights: Sequence[float], ends: Sequence[float]) -> str:
    """From the left to the right; what does not change is one step."""
    parts = []
    for place, (height, end) in enumerate(zip(heights, ends, strict=True)):
        last = place + 1 == len(ends)
        if place == 0 or _y(height) != _y(heights[place - 1]):
            parts.append(f"V{_y(height)}")
        if last or _y(height) != _y(heights[place + 1]):
            parts.append(f"H{_x(end)}")
    return "".join(parts)


def _back(heights: Sequence[float], ends: Sequence[float]) -> str:
    """From the right to the left."""
    parts = []
    for place in reversed(range(len(ends))):
        if place + 1 == len(ends) or _y(heights[place]) != _y(heights[place + 1]):
            parts.append(f"V{_y(heights[place])}")
        if place == 0 or _y(heights[place]) != _y(heights[place - 1]):
            parts.append(f"H{_x(ends[place - 1] if place else 0.0)}")
    return "".join(parts)


def line(steps: StepLine) -> Html:
    """A line that goes by steps."""
    (first, height), *rest = steps.points
    path = f"M{_x(first)} {_y(height)}" + "".join(f"H{_x(at)}V{_y(value)}" for at, value in rest)
    return Html(f'<path class="line {steps.class_}" d="{path}"><title>{text(steps.name)}</title></path>')


def _x(place: float) -> str:
    return f"{place * WIDTH:.1f}".removesuffix(".0")


def _y(place: float) -> str:
    return f"{(1 - place) * HEIGHT:.1f}".removesuffix(".0")


def chart(title: str, about: str, shapes: Iterable[Html], across: Sequence[Tick], up: Sequence[Tick]) -> Html:
    """A picture with its axes; `about` says it in words."""
    lines = [f'<path class="grid" d="M{_x(tick.place)} 0V{HEIGHT}"/>' for tick in across]
    lines += [f'<path class="grid" d="M0 {_y(tick.place)}H{WIDTH}"/>' for tick in up]
    picture = (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(printable(about))}">\n{joined([*map(Html, lines), *shapes])}\n</svg>'
    )
    axes = f'<div class="up">{"".join(_up(up))}</div>', picture, f'<div class="across">{"".join(_across(across))}</div>'
    caption = element("figcaption", text(title)) if title else Html("")
    return Html(f'<figure class="chart">{caption}\n<div class="plot">\n{joined(map(Html, axes))}\n</div>\n</figure>')


def _across(ticks: Iterable[Tick]) -> Iterator[str]:
    """The words of a tick move by as much of their own width as it is from the left, so that none leaves the chart."""
    for tick in ticks:
        place = f"{100 * tick.place:.1f}%"
        minor = ' class="minor"' if tick.minor else ""
        yield f'<span{minor} style="left:{place};transform:translateX(-{place})">{text(tick.words)}</span>'


def _up(ticks: Iterable[Tick]) -> Iterator[str]:
    for tick in ticks:
        place = f"{100 * (1 - tick.place):.1f}%"
        yield f'<span style="top:{place};transform:translateY(-{place})">{text(tick.words)}</span>'
