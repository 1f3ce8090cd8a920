"""General pages, for `userprio help TOPIC` and for section 7 of the manual: a text file for each.

The first line is the subject of the page. Blocks separated by empty lines follow: a heading (`## `), a paragraph, a
list (`- `), a term with its definition after `: `, or verbatim lines between lines of three backquotes.
"""

import re
import textwrap
from enum import Enum, auto
from pathlib import Path
from typing import Final

from userprio.base.patterns import lazy_pattern
from userprio.base.records import Record

_HERE: Final = Path(__file__).parent
_FENCE: Final = "```"
_LABEL: Final = lazy_pattern(r"[a-z]\) ")
_MARKS: Final = lazy_pattern(r"(`[^`]*`)|\*([^*\s][^*]*)\*")


class BlockKind(Enum):
    """The kind of a block of a page."""

    HEADING = auto()
    LINES = auto()
    """Commands with their output, files, code: verbatim."""
    ITEMS = auto()
    TERM = auto()
    PARAGRAPH = auto()


class Topic(Record):
    """A page."""

    name: str
    about: str
    """The subject in a line, without a full stop."""
    blocks: tuple[str, ...]


def names() -> list[str]:
    """The names of all topics."""
    return sorted(path.stem for path in _HERE.glob("*.md"))


def about(name: str) -> str:
    """The subject of the page with this name, in a line."""
    with (_HERE / f"{name}.md").open(encoding="utf-8") as page:
        return page.readline().strip().rstrip(".")


def topic(name: str) -> Topic:
    """The page with this name, which must exist."""
    return parsed(name, (_HERE / f"{name}.md").read_text(encoding="utf-8"))


def parsed(name: str, text: str) -> Topic:
    """A page of this name from its text."""
    first, *blocks = split(text)
    return Topic(name, first.splitlines()[0].strip().rstrip("."), tuple(blocks))


def split(text: str) -> list[str]:
    """The blocks of a page: split at empty lines, except inside verbatim lines."""
    blocks: list[list[str]] = [[]]
    verbatim = False
    for line in text.splitlines():
        if line.startswith(_FENCE):
            verbatim = not verbatim
            if verbatim and blocks[-1]:
                blocks.append([])
        if line.strip() or verbatim:
            blocks[-1].append(line)
        if (not line.strip() or line == _FENCE) and not verbatim and blocks[-1]:
            blocks.append([])
    return ["\n".join(block) for block in blocks if block]


def kind(block: str) -> BlockKind:
    """The kind of a block, by its beginning."""
    if block.startswith("## "):
        return BlockKind.HEADING
    if block.startswith(_FENCE):
        return BlockKind.LINES
    if block.startswith("- "):
        return BlockKind.ITEMS
    return BlockKind.TERM if "\n: " in block else BlockKind.PARAGRAPH


def lines_of(block: str) -> list[str]:
    """The lines between the fences of a block."""
    return block.splitlines()[1:-1]


def items_of(block: str) -> list[str]:
    """The items of a list, without bullets."""
    return [" ".join(item.split()) for item in re.split(r"^- ", block, flags=re.MULTILINE)[1:]]


def topic_text(page: Topic, width: int) -> str:
    """The page for a screen of this many columns."""
    return "\n\n".join([f"{page.about}.", *(block_text(block, width) for block in page.blocks)]) + "\n"


def block_text(block: str, width: int) -> str:
    """A block for a screen of this many columns; verbatim lines may be wider."""
    match kind(block):
        case BlockKind.HEADING:
            return block.removeprefix("## ").upper()
        case BlockKind.LINES:
            return "\n".join(f"    {line}".rstrip() for line in lines_of(block))
        case BlockKind.ITEMS:
            return "\n".join(_item(text, width) for text in items_of(block))
        case BlockKind.TERM:
            word, _, text = block.partition("\n: ")
            return f"{unmarked(word)}\n{_filled(text, width, '    ')}"
        case BlockKind.PARAGRAPH:
            return _filled(block, width)


def label_of(item: str) -> str:
    """The letter in front of an item, as in `a) First`, with which it needs no bullet; empty: there is none."""
    return item[:2] if _LABEL.match(item) else ""


def _item(text: str, width: int) -> str:
    return _filled(text, width, "  ", "     ") if label_of(text) else _filled(text, width, "  - ", "    ")


def unmarked(text: str) -> str:
    """Text without the asterisks of emphasis."""
    return _MARKS.sub(lambda match: match[1] or match[2], text)


def _filled(text: str, width: int, first: str = "", indent: str | None = None) -> str:
    return textwrap.fill(
        unmarked(" ".join(text.split())),
        width,
        initial_indent=first,
        subsequent_indent=first if indent is None else indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
