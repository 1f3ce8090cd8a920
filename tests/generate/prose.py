"""The words of the manual that the commands do not say themselves, as man/prose/ keeps them.

userprio.md is the page of the program, with `{names}` where lists go; differences.md is one of these lists. Any other
file is for the command of its name, or for all commands of the module of that name; where it lacks a section, that of
command.md holds. A section is a heading and blocks with empty lines between. A block is a paragraph, or a term and,
behind `: `, what there is to say of it. In FILES and EXIT STATUS it may also be a list with commas of terms: of files,
command.md, userprio.md and the topic of edits explain them, of statuses the topic of these.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from userprio.cli.topics import split

PROSE: Final = Path(__file__).parents[2] / "man" / "prose"

Sections = Mapping[str, Sequence[str]]
"""The blocks of each section by its heading; those in front of the first heading are under an empty one."""


def read(name: str) -> Sections:
    """The sections of the file of that name."""
    sections: dict[str, list[str]] = {"": []}
    blocks = sections[""]
    for block in split((PROSE / f"{name}.md").read_text(encoding="utf-8")):
        if block.startswith("## "):
            blocks = sections[block[3:]] = []
        else:
            blocks.append(block)
    return sections


def of_command(name: str, module: str) -> Sections:
    """What there is to say of a command of that name and module."""
    own = next((kind for kind in (name, module) if (PROSE / f"{kind}.md").is_file()), None)
    return {**read("command"), **(read(own) if own else {})}


def term(block: str) -> tuple[str, str]:
    """The term that a block explains, empty for a paragraph, and its text."""
    word, colon, text = block.partition("\n: ")
    return (word, text) if colon else ("", block)


def terms(blocks: Iterable[str], explained: Mapping[str, str] | None = None) -> dict[str, str]:
    """The terms of a section with what is said of each, here or in `explained`."""
    found: dict[str, str] = {}
    for block in blocks:
        word, text = term(block)
        if word:
            found[word] = text
        elif explained is not None:
            found |= {word: explained[word] for word in text.split(", ")}
    return found
