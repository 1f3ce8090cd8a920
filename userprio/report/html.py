"""The parts of a page of HTML, and how it looks: by daylight and in the dark, on a wide screen, a phone and paper."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, NewType

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


STYLE: Final = """
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1b1f24; --soft: #57606a; --line: #d8dee4; --track: #eceff2;
  --used: #2f6fb3; --got: #2e8540; --mark: #b3261e; --card: #f6f8fa; --warn: #8a5300;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14181d; --ink: #e4e8ec; --soft: #9da7b1; --line: #313a43; --track: #262d35;
    --used: #5b9be0; --got: #57b36a; --mark: #ff8a80; --card: #1c2229; --warn: #f0b860;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 1.5rem 1rem 3rem; max-width: 72rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.45 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 .25rem; }
p { margin: .25rem 0 .75rem; max-width: 46rem; }
.soft, footer { color: var(--soft); }
.figures { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1rem 0; padding: 0; list-style: none; }
.figures li { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .5rem .9rem; }
.figures b { display: block; font-size: 1.3rem; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { padding: .35rem .6rem; text-align: left; vertical-align: middle; border-bottom: 1px solid var(--line); }
thead th { color: var(--soft); font-weight: 600; vertical-align: bottom; }
tbody th { font-weight: 500; overflow-wrap: anywhere; min-width: 9rem; }
td { overflow-wrap: anywhere; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.bar {
  position: relative; display: block; height: .8rem; min-width: 7rem; width: 100%; background: var(--track);
  border-radius: .25rem; overflow: hidden;
}
.bar i { position: absolute; top: 0; bottom: 0; }
.used { background: var(--used); } .got { background: var(--got); }
.mark { width: 2px; margin-left: -1px; background: var(--mark); }
.key { display: inline-block; width: .8rem; height: .8rem; border-radius: .2rem; margin: 0 .3rem -.1rem .8rem; }
.key.mark { width: 3px; }
.left { color: var(--warn); }
.warnings li { color: var(--warn); overflow-wrap: anywhere; }
footer { margin-top: 2.5rem; font-size: .85rem; overflow-wrap: anywhere; }
@media (max-width: 40rem) {
  body { padding: 1rem .75rem 2rem; }
  .figures { gap: .5rem; } .figures li { flex: 1 1 40%; padding: .4rem .6rem; }
  table, tbody { display: block; }
  thead { display: none; }
  tr { display: grid; grid-template-columns: 1fr 1fr; gap: .15rem 1.25rem; padding: .5rem 0;
       border-bottom: 1px solid var(--line); }
  th, td { padding: 0; border: 0; }
  tbody th, td:not(.n) { grid-column: 1 / -1; }
  td.n, td:not(.n) { display: flex; justify-content: space-between; align-items: center; gap: .75rem; }
  td:empty { display: none; }
  td::before { content: attr(data-label); color: var(--soft); white-space: nowrap; }
}
@media print { body { max-width: none; } .wide { overflow: visible; } }
"""
