"""Pictures of a pool as SVG: the tree of its groups, and the visits of a cycle."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, Final

Record = Mapping[str, Any]
_ROW: Final = 30
_TEXT: Final = 230
"""Where bars begin; names stand to the left."""
_BAR: Final = 420
_STYLE: Final = (
    "text{font:13px sans-serif;fill:currentColor}"
    ".line{stroke:currentColor;opacity:.4;fill:none}"
    ".held{fill:#3b6ea8}.won{fill:#3f9b5b}.quota{stroke:#c4622d;stroke-width:3}"
    ".limit{stroke:currentColor;opacity:.5;fill:none}"
)


def group_tree(groups: Sequence[Record]) -> str:
    """The groups below each other, with what their subtrees hold and win, and their quotas."""
    scale = max(max(group["whole"]["quota"], group["whole"]["holds"]) for group in groups)
    parents = {group["name"]: group["parent"] for group in groups}

    def depth(name: str) -> int:
        return 0 if parents[name] is None else 1 + depth(parents[name])

    order = sorted(groups, key=lambda group: (depth(group["name"]) > 0, group["name"]))
    rows = {group["name"]: row for row, group in enumerate(order)}

    def shapes() -> Iterator[str]:
        for group in order:
            name, whole, y = group["name"], group["whole"], 14 + rows[group["name"]] * _ROW
            x = 18 * depth(name)
            if parents[name] is not None:
                above = 14 + rows[parents[name]] * _ROW
                yield f'<path class="line" d="M{x - 12} {above + 8}V{y}H{x - 3}"/>'
            yield _text(x, y + 4, name)
            yield from _bar(y, whole["held"], whole["won"], scale)
            mark = _TEXT + whole["quota"] / scale * _BAR
            yield f'<path class="quota" d="M{mark:.1f} {y - 10}v20"/>'

    return _svg(shapes(), len(order), "Groups: in use (blue), won in this cycle (green), quota (orange line)")


def cycle(visits: Sequence[Record]) -> str:
    """The visits in their order, with the limit of each and what it won."""
    scale = max(visit["limit"] for visit in visits)

    def shapes() -> Iterator[str]:
        for row, visit in enumerate(visits):
            y = 14 + row * _ROW
            user = visit["submitter"].partition("@")[0]
            yield _text(0, y + 4, f"{visit['round']}.{visit['spin']} {user}")
            yield from _bar(y, 0, visit["won"], scale)
            width = visit["limit"] / scale * _BAR
            yield f'<rect class="limit" x="{_TEXT}" y="{y - 9}" width="{width:.1f}" height="18"/>'
            yield _text(_TEXT + _BAR + 8, y + 4, f"{visit['won']:g} of {visit['limit']:.4g}")

    return _svg(shapes(), len(visits), "Visits by round and spin: the limit (frame) and what was won (green)")


def _bar(y: int, held: float, won: float, scale: float) -> Iterator[str]:
    start = float(_TEXT)
    for kind, amount in (("held", held), ("won", won)):
        width = amount / scale * _BAR
        yield f'<rect class="{kind}" x="{start:.1f}" y="{y - 7}" width="{width:.1f}" height="14"/>'
        start += width


def _text(x: float, y: float, text: str) -> str:
    return f'<text x="{x:g}" y="{y:g}">{escape(text)}</text>'


def _svg(shapes: Iterator[str], rows: int, about: str) -> str:
    body = "".join(shapes)
    size = f"0 0 {_TEXT + _BAR + 110} {rows * _ROW}"
    return f'<svg viewBox="{size}" role="img" aria-label="{escape(about)}"><style>{_STYLE}</style>{body}</svg>'
