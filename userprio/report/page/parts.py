"""What pages of HTML are made of: text, tables whose rows may stand below each other, bars and charts, and the
document around them. Shapes of a chart stretch with the page, words beside them do not."""

import math
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Final, NewType

from userprio.report.text import amount, printable

Html = NewType("Html", str)


@dataclass(frozen=True, slots=True)
class PageHead:
    """What a page says about itself."""

    source: str
    """What was looked at: the name of a snapshot."""
    zone: tzinfo
    """In which its times are told."""
    program: str
    """Name and version of the program that made it."""
    what_if: tuple[str, ...] = ()
    """Of a pool that is not as it is: that, and each change to it, a line each."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The head of a column."""

    text: str
    number: bool = True
    about: str = ""
    """What it means, shown when it is pointed at."""


@dataclass(frozen=True, slots=True)
class PageRow:
    """The cells of a row, whose first is its head."""

    cells: Sequence[Html]
    depth: int = 0
    """It stands below the last row before it of a smaller depth."""
    name: str = ""
    """By which it is found, where its head says less."""


def text(content: str) -> Html:
    """Text of any origin, shown as it is; what would act on a terminal shows as an escape here too."""
    return Html(escape(printable(content)))


def name_text(content: str) -> Html:
    """A name, which may be broken after the dots of its groups and in front of its `@`."""
    groups, at, rest = text(content).partition("@")
    return Html(f"{groups.replace('.', '.<wbr>')}<wbr>{at}{rest}" if at else groups.replace(".", ".<wbr>"))


def number(value: float | None, shown: str | None = None, class_: str = "") -> Html:
    """A number, as `amount` writes it or as `shown`, by whose value a column can be sorted; nothing for None."""
    if value is None:
        return Html("")
    plain = f"{value:.12g}" if math.isfinite(value) else "" if math.isnan(value) else f"{'-' * (value < 0)}Infinity"
    kind = f' class="{class_}"' if class_ else ""
    return Html(f'<data value="{plain}"{kind}>{text(amount(value) if shown is None else shown)}</data>')


def element(name: str, content: Html, class_: str = "") -> Html:
    """An element around a piece."""
    attribute = f' class="{class_}"' if class_ else ""
    return Html(f"<{name}{attribute}>{content}</{name}>")


def joined(pieces: Iterable[Html]) -> Html:
    """Pieces one after another, each on its line."""
    return Html("\n".join(pieces))


@dataclass(frozen=True, slots=True)
class PageSection:
    """A part of a page under its heading."""

    title: str
    content: Html
    short: str = ""
    """What it is called where there is little room, such as in the line that leads to it."""


def sections(parts: Sequence[PageSection], level: int = 2, prefix: str = "") -> Html:
    """Sections with headings of this level; `prefix` sets apart what leads to them."""
    return joined(
        Html(f'<section id="{prefix}{place}">\n<h{level}>{text(part.title)}</h{level}>\n{part.content}\n</section>')
        for place, part in enumerate(parts, 1)
    )


def navigation(parts: Sequence[PageSection], more: Sequence[tuple[str, str]] = ()) -> Html:
    """What leads to these sections, and to `more` places, each by its id and its words."""
    places = [*((str(place), part.short or part.title) for place, part in enumerate(parts, 1)), *more]
    links = (f'<a href="#{place}">{text(words)}</a>' for place, words in places)
    return Html(f'<nav aria-label="sections">{" ".join(links)}</nav>')


def folded(title: str, content: Html, place: str) -> Html:
    """What is shown when its title is pressed; `place` is its id."""
    return Html(f'<details id="{place}">\n<summary>{text(title)}</summary>\n{content}\n</details>')


def bullets(lines: Sequence[str], class_: str = "") -> Html:
    """A list, cut where it becomes long."""
    told = list(lines[:_MOST_BULLETS])
    if len(lines) > _MOST_BULLETS:
        told.append(f"and {len(lines) - _MOST_BULLETS} more")
    return element("ul", joined(element("li", text(line)) for line in told), class_)


_MOST_BULLETS: Final = 100


def table(label: str, headings: Sequence[Heading], rows: Iterable[PageRow]) -> Html:
    """A table of this name that scrolls by itself where it is too wide."""
    head = "".join(map(_head, headings))
    body = "\n".join(_row(headings, row) for row in rows)
    return Html(
        f'<div class="wide" tabindex="0" role="group" aria-label="{text(label)}, table">\n<table>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>\n</div>"
    )


def _head(heading: Heading) -> str:
    about = f' title="{escape(heading.about)}"' if heading.about else ""
    kind = ' class="n"' if heading.number else ""
    return f'<th scope="col"{kind}{about}>{text(heading.text)}</th>'


def _row(headings: Sequence[Heading], row: PageRow) -> str:
    parts = []
    for place, (heading, cell) in enumerate(zip(headings, row.cells, strict=True)):
        kind = ' class="n"' if heading.number else ""
        # Where there is no room for columns, each figure has its heading beside it.
        label = f' data-label="{text(heading.text)}"'
        parts.append(f'<th scope="row"{kind}>{cell}</th>' if place == 0 else f"<td{kind}{label}>{cell}</td>")
    depth = f' data-depth="{row.depth}" style="--depth:{row.depth}"' if row.depth else ""
    name = f' data-name="{text(row.name)}"' if row.name else ""
    return f"<tr{depth}{name}>{''.join(parts)}</tr>"


def bar(parts: Sequence[tuple[str, float]], mark: float | None, about: str, whole: float | None = None) -> Html:
    """A bar of parts, each of a class and an amount; `mark` is a line across it.

    Its track is as long as `whole`, or as the parts or the mark, whichever is more.
    """
    known = mark if mark is not None and math.isfinite(mark) else None
    length = max(sum(amount for _, amount in parts), known or 0.0) if whole is None else whole
    pieces, at = [], 0.0
    for class_, part in parts:
        start, end = _percent(at, length), _percent(at + part, length)
        if end > start:
            pieces.append(f'<i class="{class_}" style="left:{start:.2f}%;width:{end - start:.2f}%"></i>')
        at += part
    if known is not None and length > 0:
        pieces.append(f'<i class="mark" style="left:{_percent(known, length):.2f}%"></i>')
    label = escape(printable(about))
    return Html(f'<span class="bar" role="img" aria-label="{label}" title="{label}">{"".join(pieces)}</span>')


def _percent(part: float, whole: float) -> float:
    return min(max(100 * part / whole, 0.0), 100.0) if whole > 0 else 0.0


def key(*parts: tuple[str, str], more: str = "") -> Html:
    """What the colours of bars mean, by class, and what else there is to say of them."""
    words = "".join(f'<i class="key {class_}"></i>{text(word)}' for class_, word in parts)
    return Html(f'<p class="soft">{words}{f". {text(more)}" if more else ""}</p>')


def figures(told: Iterable[tuple[str, str]]) -> Html:
    """Large numbers, each with what it is."""
    items = (element("li", Html(element("b", text(large)) + text(what))) for large, what in told)
    return element("ul", joined(items), "figures")


STYLE: Final = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
SCRIPT: Final = Path(__file__).with_name("page.js").read_text(encoding="utf-8")
_DIGEST: Final = b64encode(sha256(SCRIPT.encode()).digest()).decode()
# Nothing may be loaded, and no script runs but that of the page, whatever a name in it might try.
_POLICY: Final = (
    f"default-src 'none'; script-src 'sha256-{_DIGEST}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
)


def document(title: str, head: PageHead, parts: Iterable[Html]) -> str:
    """A whole page of HTML that needs nothing else."""
    foot = f"Made by {head.program}. Weights are those of slots, cores by default."
    body = joined(
        [
            element("main", joined([element("h1", text(title)), *parts])),
            element("footer", text(foot)),
        ]
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{text(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}\n"
        f"<script>{SCRIPT}</script>\n</body>\n</html>\n"
    )


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
