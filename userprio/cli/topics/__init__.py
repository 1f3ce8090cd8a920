"""Pages of a general nature, for `userprio help TOPIC` and for section 7 of the manual: a file of text for each.

The first line says what a page is about. Blocks with empty lines between follow: a paragraph, or a term and, behind
`: `, what there is to say of it.
"""

import re
import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_HERE: Final = Path(__file__).parent
_BLANK: Final = re.compile(r"\n\s*\n")


@dataclass(frozen=True, slots=True)
class Topic:
    """A page."""

    name: str
    about: str
    """In a line, without a full stop."""
    blocks: tuple[str, ...]


def names() -> list[str]:
    """The topics that there are."""
    return sorted(path.stem for path in _HERE.glob("*.md"))


def topic(name: str) -> Topic:
    """The page of this name, which there is."""
    about, *blocks = _BLANK.split((_HERE / f"{name}.md").read_text(encoding="utf-8").strip())
    return Topic(name, about.rstrip("."), tuple(blocks))


def topic_text(page: Topic, width: int) -> str:
    """The page for a screen of so many columns."""
    parts = [f"{page.about}."]
    for block in page.blocks:
        word, colon, text = block.partition("\n: ")
        if colon:
            parts.append(f"{word.replace('*', '')}\n{_filled(text, width, '    ')}")
        else:
            parts.append(_filled(word, width))
    return "\n\n".join(parts) + "\n"


def _filled(text: str, width: int, indent: str = "") -> str:
    words = " ".join(text.replace("*", "").split())
    return textwrap.fill(
        words, width, initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
