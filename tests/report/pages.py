"""Pages of HTML as tests read them: what is shown, and of what elements they are made."""

from collections.abc import Mapping
from datetime import UTC
from html.parser import HTMLParser
from typing import Any

from userprio.report.page.parts import PageHead

HEAD = PageHead("lab", UTC, "userprio 1")
VOID = {"meta", "wbr", "input"}


class Reader(HTMLParser):
    """Checks that elements are closed in order, and keeps what is shown and what it refers to."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.shown: list[str] = []
        self.elements: list[tuple[str, Mapping[str, Any]]] = []
        self.rows: list[list[str]] = []
        """The cells of each row of a table, as text."""
        self.scripts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] == "style":
            return
        if self.open[-1] == "script":
            self.scripts.append(data)
            return
        self.shown.append(data)
        if {"td", "th"} & set(self.open):
            # Where a figure may wrap is a matter of looks.
            self.rows[-1][-1] += data.replace("\N{NO-BREAK SPACE}", " ")

    @property
    def text(self) -> str:
        """All that is shown, with single blanks."""
        return " ".join("".join(self.shown).split())

    def row(self, head: str) -> list[str]:
        """The cells of the first row whose first cell is this."""
        return next(row for row in self.rows if row and row[0] == head)

    def labels(self) -> list[str]:
        """What bars say."""
        return [attributes["aria-label"] for _, attributes in self.elements if attributes.get("role") == "img"]


def read(page: str) -> Reader:
    """A page, which must be well-formed."""
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader
