"""Pieces of HTML. What is `Html` was made here and is well-formed; any other text is escaped on its way in."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import NewType

from userprio.report.text import printable

Html = NewType("Html", str)


@dataclass(frozen=True, slots=True)
class Heading:
    """The head of a column."""

    text: str
    number: bool = True
    about: str = ""
    """What it means, shown when it is pointed at."""


def text(content: str) -> Html:
    """Text of any origin, shown as it is; what would act on a terminal shows as an escape here too."""
    return Html(escape(printable(content)))


def name_text(content: str) -> Html:
    """A name, which may be broken behind its dots and its `@`."""
    return Html(text(content).replace(".", ".<wbr>").replace("@", "@<wbr>"))


def element(name: str, content: Html, class_: str = "") -> Html:
    """An element around a piece."""
    attribute = f' class="{class_}"' if class_ else ""
    return Html(f"<{name}{attribute}>{content}</{name}>")


def joined(pieces: Iterable[Html]) -> Html:
    """Pieces one after another, each on its line."""
    return Html("\n".join(pieces))


def table(headings: Sequence[Heading], rows: Iterable[Sequence[Html]]) -> Html:
    """A table that scrolls by itself where it is too wide; the first cell of each row is its head."""
    head = "".join(_head(heading) for heading in headings)
    body = "\n".join(f"<tr>{_row(headings, row)}</tr>" for row in rows)
    return Html(
        '<div class="wide" tabindex="0" role="region" aria-label="table">\n<table>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>\n</div>"
    )


def _head(heading: Heading) -> str:
    about = f' title="{escape(heading.about)}"' if heading.about else ""
    kind = ' class="n"' if heading.number else ""
    return f'<th scope="col"{kind}{about}>{text(heading.text)}</th>'


def _row(headings: Sequence[Heading], cells: Sequence[Html]) -> str:
    parts = []
    for number, (heading, cell) in enumerate(zip(headings, cells, strict=True)):
        kind = ' class="n"' if heading.number else ""
        # Where there is no room for columns, each figure has its heading beside it.
        label = f' data-label="{text(heading.text)}"'
        parts.append(f'<th scope="row"{kind}>{cell}</th>' if number == 0 else f"<td{kind}{label}>{cell}</td>")
    return "".join(parts)


def bar(parts: Sequence[tuple[str, float]], whole: float, mark: float | None, about: str) -> Html:
    """A bar of parts, each of a class and an amount, in a track as long as `whole`; `mark` is a line across it."""
    pieces, at = [], 0.0
    for class_, amount in parts:
        end = _percent(at + amount, whole)
        start = _percent(at, whole)
        if end > start:
            pieces.append(f'<i class="{class_}" style="left:{start:.2f}%;width:{end - start:.2f}%"></i>')
        at += amount
    if mark is not None and whole > 0:
        pieces.append(f'<i class="mark" style="left:{_percent(mark, whole):.2f}%"></i>')
    return Html(
        f'<span class="bar" role="img" aria-label="{escape(about)}" title="{escape(about)}">{"".join(pieces)}</span>'
    )


def _percent(amount: float, whole: float) -> float:
    return min(max(100 * amount / whole, 0.0), 100.0) if whole > 0 else 0.0
