"""The tutorial as a story: its page, userprio-tutorial(7), in steps that ask, show and let one change something."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from userprio.cli.topics import BlockKind, kind, topic

PAGE: Final = "tutorial"
_STEP: Final = re.compile(r"## (\d+)\. (.+)")
_CONSOLE: Final = "```console\n"
_CHOICE: Final = re.compile(r"\b([a-c])\) ")


@dataclass(frozen=True, slots=True)
class LearnStep:
    """What stands under one numbered heading of the page."""

    number: int
    title: str
    blocks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """The page in its order."""

    before: tuple[str, ...]
    steps: tuple[LearnStep, ...]
    after: tuple[str, ...]


def story() -> Story:
    """The story that the page tells."""
    before: list[str] = []
    steps: list[tuple[str, list[str]]] = []
    after: list[str] = []
    blocks = before
    for block in topic(PAGE).blocks:
        if _STEP.fullmatch(block):
            blocks = []
            steps.append((block, blocks))
        elif steps and kind(block) is BlockKind.HEADING:
            blocks = after
            blocks.append(block)
        else:
            blocks.append(block)
    found = (_STEP.fullmatch(title) for title, _ in steps)
    numbered = zip(found, (told for _, told in steps), strict=True)
    return Story(
        tuple(before),
        tuple(LearnStep(int(title[1]), title[2], tuple(told)) for title, told in numbered if title is not None),
        tuple(after),
    )


def is_session(block: str) -> bool:
    """Whether a block shows commands and what they print."""
    return block.startswith(_CONSOLE)


def commands(session: str) -> Iterator[tuple[str, list[str]]]:
    """The commands of a session, without the prompt, each with the lines that are shown behind it."""
    for piece in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]:
        lines = piece.splitlines()
        length = next(at for at, line in enumerate(lines, 1) if not line.endswith("\\"))
        yield "\n".join(lines[:length]), [line for line in lines[length:] if line != "```"]


def words_of(command: str) -> str:
    """A command on one line."""
    return re.sub(r" \\\n *", " ", command)


def choices(block: str) -> list[str] | None:
    """The letters that a question lets somebody choose from; None: the block is not a question."""
    return _CHOICE.findall(block) if block.startswith("Guess: ") else None


def answer(block: str) -> tuple[str, str] | None:
    """The letter that is right, and the text that says why; None: the block is not an answer."""
    found = re.match(r"Answer ([a-c])\. (.*)", block, re.DOTALL)
    return (found[1], found[2]) if found else None


def may_be_changed(block: str) -> bool:
    """Whether the block says what options to add to the last command."""
    return block.startswith("Change it: ")
