"""The page that says what to type for what."""

import re

from userprio.cli.commands import COMMANDS
from userprio.cli.topics import BlockKind, kind, lines_of, topic

LINES = [line for block in topic("cheat-sheet").blocks if kind(block) is BlockKind.LINES for line in lines_of(block)]


def test_the_cheat_sheet_has_every_command_of_the_help() -> None:
    named = {word for line in LINES for word in re.findall(r"[a-z]+", re.split(r" {2,}", line)[0])}
    assert {command.name for command in COMMANDS.values() if not command.hidden} - named == set()


def test_the_cheat_sheet_fits_a_terminal() -> None:
    """It is indented by four columns there."""
    assert [line for line in LINES if len(line) > 76] == []
