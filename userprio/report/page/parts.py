"""The building blocks of HTML pages: text, tables with nested rows, bars, charts, and the document around them.

The shapes of a chart stretch with the page; the words beside them do not."""

import math
from base64 import b64encode
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import tzinfo
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Final, NewType

from msgspec import Struct

from userprio.report.formats import AnyColumn, Cell, Kind, TableBlock, TableRow
from userprio.report.text import amount, printable

Html = NewType("Html", str)


class PageHead(Struct, frozen=True):
    """Information that a page gives about itself."""

    source: str
    """The name of the snapshot."""
    zone: tzinfo
    """The zone of its times."""
    program: str
    """Name and version of the program that made the page."""
    what_if: tuple[str, ...] = ()
    """For a hypothetical pool: a heading and each change, a line each."""
    past: tuple[str, ...] = ()
    """What is recorded of the last days, a line each."""


class Bars(Struct, frozen=True):
    """A column of pictures beside the names of a table, one for each row."""

    heading: str
    about: str
    """The meaning, shown on hover."""
    bars: Sequence[Html]


def text(content: str) -> Html:
    """Text of any origin, escaped for HTML; control characters show as escapes, as on a terminal."""
    return Html(escape(printable(content)))


def name_text(content: str) -> Html:
    """A name that may wrap after the dots of its groups and before its `@`."""
    groups, at, rest = text(content).partition("@")
    return Html(f"{groups.replace('.', '.<wbr>')}<wbr>{at}{rest}" if at else groups.replace(".", ".<wbr>"))


def number(value: float | None, shown: str | None = None, class_: str = "") -> Html:
    """A sortable number, as written by `amount` or as `shown`; empty for None."""
    if value is None:
        return Html("")
    # Scripts of the page sort by this: amounts that look the same as written may still differ.
    plain = f"{value:.12g}" if math.isfinite(value) else "" if math.isnan(value) else f"{'-' * (value < 0)}Infinity"
    kind = f' class="{class_}"' if class_ else ""
    return Html(f'<data value="{plain}"{kind}>{text(amount(value) if shown is None else shown)}</data>')


def element(name: str, content: Html, class_: str = "") -> Html:
    """The content in an element."""
    attribute = f' class="{class_}"' if class_ else ""
    return Html(f"<{name}{attribute}>{content}</{name}>")


def joined(pieces: Iterable[Html]) -> Html:
    """The pieces, each on its own line."""
    return Html("\n".join(pieces))


class PageSection(Struct, frozen=True):
    """A part of a page under its heading."""

    title: str
    content: Html
    short: str = ""
    """A shorter title for places with little room, such as navigation."""


def sections(parts: Sequence[PageSection], level: int = 2, prefix: str = "") -> Html:
    """Sections with headings of this level; `prefix` makes their ids unique."""
    return joined(
        Html(f'<section id="{prefix}{place}">\n<h{level}>{text(part.title)}</h{level}>\n{part.content}\n</section>')
        for place, part in enumerate(parts, 1)
    )


def navigation(parts: Sequence[PageSection], more: Sequence[tuple[str, str]] = ()) -> Html:
    """Links to these sections and to `more` places, given by id and text."""
    places = [*((str(place), part.short or part.title) for place, part in enumerate(parts, 1)), *more]
    links = (f'<a href="#{place}">{text(words)}</a>' for place, words in places)
    return Html(f'<nav aria-label="sections">{" ".join(links)}</nav>')


def folded(title: str, content: Html, place: str) -> Html:
    """Content that is shown when its title is clicked; `place` is its id."""
    return Html(f'<details id="{place}">\n<summary>{text(title)}</summary>\n{content}\n</details>')


def bullets(lines: Sequence[str], class_: str = "") -> Html:
    """A list, truncated if long."""
    shown = list(lines[:_MOST_BULLETS])
    if len(lines) > _MOST_BULLETS:
        shown.append(f"and {len(lines) - _MOST_BULLETS} more")
    return element("ul", joined(element("li", text(line)) for line in shown), class_)


_MOST_BULLETS: Final = 100


def table(
    label: str,
    block: TableBlock,
    bars: Bars | None = None,
    *,
    also: Collection[str] = (),
    without: Collection[str] = (),
) -> Html:
    """A table of a screen as one of this name that scrolls by itself if it is too wide.

    It has the columns of the screen, even those that are empty here, besides those `also` wanted, `without` some.
    """
    indexes = [
        index
        for index, column in enumerate(block.columns)
        if (not column.extra or column.key in also) and column.key not in without
    ]
    # What a row is about is its heading for screen readers, though marks may stand before it.
    names = indexes.index(block.name_at) if block.name_at in indexes else 0
    headings = [_heading(block.columns[index]) for index in indexes]
    lines = [_cells(block, row, indexes, names) for row in block.all_rows if not row.title]
    if bars is not None:
        headings.insert(names + 1, f'<th scope="col" title="{escape(bars.about)}">{text(bars.heading)}</th>')
        label_of = f' data-label="{text(bars.heading)}"'
        for cells, drawn in zip(lines, bars.bars, strict=True):
            cells.insert(names + 1, f"<td{label_of}>{drawn}</td>")
    rows = (row for row in block.all_rows if not row.title)
    body = "\n".join(f"<tr{_attributes(row)}>{''.join(cells)}</tr>" for row, cells in zip(rows, lines, strict=True))
    return Html(
        f'<div class="wide" tabindex="0" role="group" aria-label="{text(label)}, table">\n<table>\n'
        f"<thead><tr>{''.join(headings)}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>\n</div>"
    )


def _is_number(column: AnyColumn) -> bool:
    return column.kind in (Kind.NUMBER, Kind.FIGURES)


def _heading(column: AnyColumn) -> str:
    about = f' title="{escape(column.about)}"' if column.about else ""
    kind = ' class="n"' if _is_number(column) else ""
    return f'<th scope="col"{kind}{about}>{text(column.title)}</th>'


def _cells(block: TableBlock, row: TableRow, indexes: Sequence[int], names: int) -> list[str]:
    cells = []
    for place, index in enumerate(indexes):
        column, cell = block.columns[index], row.cells[index]
        kind = ' class="n"' if _is_number(column) else ""
        # On narrow screens, each figure has its heading beside it.
        label = f' data-label="{text(column.title)}"'
        content = _content(column, cell)
        cells.append(f'<th scope="row"{kind}>{content}</th>' if place == names else f"<td{kind}{label}>{content}</td>")
    return cells


def _content(column: AnyColumn, cell: Cell) -> Html:
    """A cell, sorted by its value; the classes of figures are those of page.css."""
    shown = cell.text.replace("->", "→")
    # `data` carries the value by which scripts of the page sort; words are sorted as they are shown.
    if not isinstance(cell.value, int | float):
        return name_text(shown) if column.kind is Kind.NAME else text(shown)
    if column.key == "left" and cell.value:
        return number(cell.value, shown, "left")
    if "→" in shown:
        return number(cell.value, wrapping(shown), "changed")
    if column.key == "by":
        return number(cell.value, shown, "more" if cell.value > 0 else "less" if cell.value < 0 else "")
    return number(cell.value, shown)


def wrapping(change: str) -> str:
    """A change `a → b` that may only wrap before its arrow."""
    return change.replace(" ", "\N{NO-BREAK SPACE}").replace("\N{NO-BREAK SPACE}→", " →")


def _attributes(row: TableRow) -> str:
    """The depth in a tree, and the name to search for."""
    depth = f' data-depth="{row.depth}" style="--depth:{row.depth}"' if row.depth else ""
    return f'{depth} data-name="{text(row.full_name)}"' if row.full_name else depth


def scale_of(amounts: Iterable[float | None]) -> float:
    """The length of the tracks of a table's bars, on which the largest of these amounts ends.

    It is one for all of them: what is less could otherwise look like more.
    """
    return max((amount for amount in amounts if amount is not None and math.isfinite(amount)), default=0.0)


def bar(parts: Sequence[tuple[str, float]], mark: float | None, about: str, scale: float) -> Html:
    """A bar of parts, each with a class and an amount, on a track as long as `scale`; `mark` is a line across it."""
    # An infinite limit has no place on a bar.
    known = mark if mark is not None and math.isfinite(mark) else None
    pieces, at = [], 0.0
    for class_, part in parts:
        start, end = _percent(at, scale), _percent(at + part, scale)
        if end > start:
            pieces.append(f'<i class="{class_}" style="left:{start:.2f}%;width:{end - start:.2f}%"></i>')
        at += part
    if known is not None and scale > 0:
        pieces.append(f'<i class="mark" style="left:{_percent(known, scale):.2f}%"></i>')
    label = escape(printable(about))
    return Html(f'<span class="bar" role="img" aria-label="{label}" title="{label}">{"".join(pieces)}</span>')


def bars(rows: Sequence[tuple[str, float, float | None, str]], scale: float) -> Html:
    """A bar for each row, of a class, an amount, a mark and what to say of it, one below the other."""
    drawn = (bar(((class_, part),), mark, about, scale) for class_, part, mark, about in rows)
    return Html(f'<div class="bars">{"".join(drawn)}</div>')


def _percent(part: float, scale: float) -> float:
    return min(max(100 * part / scale, 0.0), 100.0) if scale > 0 else 0.0


def key(*parts: tuple[str, str], more: str = "") -> Html:
    """A legend for the colours of bars, by class, with a remark."""
    words = "".join(f'<i class="key {class_}"></i>{text(word)}' for class_, word in parts)
    return Html(f'<p class="soft">{words}{f". {text(more)}" if more else ""}</p>')


def figures(pairs: Iterable[tuple[str, str]]) -> Html:
    """Key figures in large type, each with its meaning."""
    items = (element("li", Html(element("b", text(large)) + text(what))) for large, what in pairs)
    return element("ul", joined(items), "figures")


STYLE: Final = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
SCRIPT: Final = Path(__file__).with_name("page.js").read_text(encoding="utf-8")
_DIGEST: Final = b64encode(sha256(SCRIPT.encode()).digest()).decode()
# Nothing may be loaded and no script but the page's own may run, whatever a name in it might inject.
_POLICY: Final = (
    f"default-src 'none'; script-src 'sha256-{_DIGEST}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
)


def document(title: str, head: PageHead, parts: Iterable[Html]) -> str:
    """A self-contained HTML page."""
    foot = f"Made by {head.program}. Weights are sums of SlotWeight, cores by default."
    body = joined([element("main", joined([element("h1", text(title)), *parts])), element("footer", text(foot))])
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
"""The number of distinguishable colours in page.css."""


class Tick(Struct, frozen=True):
    """A label on an axis."""

    place: float
    """The position on the axis, 0 to 1."""
    words: str
    minor: bool = False
    """It is hidden if there is little room."""


class StepLine(Struct, frozen=True):
    """A step curve in the colour of a class of page.css."""

    name: str
    class_: str
    points: Sequence[tuple[float, float]]
    """Position and height, both 0 to 1; each height holds up to the next position."""


def stack(bands: Sequence[tuple[str, str, Sequence[float]]], ends: Sequence[float]) -> Html:
    """Stacked bands: name, class and heights, each of which holds from the previous one of `ends` to its own.

    The first begins at 0; ends and heights are from 0 to 1.
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
    """The path from left to right; equal heights are one step."""
    parts = []
    for place, (height, end) in enumerate(zip(heights, ends, strict=True)):
        last = place + 1 == len(ends)
        if place == 0 or _y(height) != _y(heights[place - 1]):
            parts.append(f"V{_y(height)}")
        if last or _y(height) != _y(heights[place + 1]):
            parts.append(f"H{_x(end)}")
    return "".join(parts)


def _back(heights: Sequence[float], ends: Sequence[float]) -> str:
    """The path back, from right to left."""
    parts = []
    for place in reversed(range(len(ends))):
        if place + 1 == len(ends) or _y(heights[place]) != _y(heights[place + 1]):
            parts.append(f"V{_y(heights[place])}")
        if place == 0 or _y(heights[place]) != _y(heights[place - 1]):
            parts.append(f"H{_x(ends[place - 1] if place else 0.0)}")
    return "".join(parts)


def line(steps: StepLine) -> Html:
    """A step curve as an SVG path."""
    (first, height), *rest = steps.points
    path = f"M{_x(first)} {_y(height)}" + "".join(f"H{_x(at)}V{_y(value)}" for at, value in rest)
    return Html(f'<path class="line {steps.class_}" d="{path}"><title>{text(steps.name)}</title></path>')


def _x(place: float) -> str:
    return f"{place * WIDTH:.1f}".removesuffix(".0")


def _y(place: float) -> str:
    return f"{(1 - place) * HEIGHT:.1f}".removesuffix(".0")


def chart(title: str, about: str, shapes: Iterable[Html], across: Sequence[Tick], up: Sequence[Tick]) -> Html:
    """A chart with its axes; `about` describes it in words."""
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
    """Each label is shifted left in proportion to its position, so that none leaves the chart."""
    for tick in ticks:
        place = f"{100 * tick.place:.1f}%"
        minor = ' class="minor"' if tick.minor else ""
        yield f'<span{minor} style="left:{place};transform:translateX(-{place})">{text(tick.words)}</span>'


def _up(ticks: Iterable[Tick]) -> Iterator[str]:
    for tick in ticks:
        place = f"{100 * (1 - tick.place):.1f}%"
        yield f'<span style="top:{place};transform:translateY(-{place})">{text(tick.words)}</span>'
