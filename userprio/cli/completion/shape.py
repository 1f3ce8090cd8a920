"""The shape of the command line, as far as completion needs it: commands, their options, and what follows each."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

KEPT: Final = Path(__file__).with_name("shape.json")
"""The shape of this very program; `userprio.cli.generate` writes it."""


class Kind(StrEnum):
    """What a value is, which decides what is offered for it."""

    FREE = "free"
    """Nothing that could be guessed."""
    CHOICE = "choice"
    FILE = "file"
    FOLDER = "folder"
    POOL = "pool"
    """A snapshot: folder, file, or the name of a shipped example."""
    KNOB = "knob"
    """NAME=VALUE of the configuration."""
    RECORD = "record"
    """A submitter or a group."""
    SUBMITTER = "submitter"
    ASSIGNED = "assigned"
    """A submitter, an equals sign, and what it shall have."""
    OPERATION = "operation"
    """The number of an operation in the log."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option, or one of condor_userprio's own spelling."""

    spellings: tuple[str, ...]
    values: tuple[Kind, ...]
    """What follows it, none for a flag."""
    choices: tuple[str, ...]
    """What its values may be, where that is known."""
    about: str
    many: bool = False
    """Whether the last of `values` may come again and again, up to the next option."""
    shortest: int = 0
    """Of condor_userprio's spelling: letters that will do for it."""


@dataclass(frozen=True, slots=True)
class Operand:
    """An argument that is no option."""

    kind: Kind
    choices: tuple[str, ...]
    many: bool


@dataclass(frozen=True, slots=True)
class Command:
    """A command."""

    name: str
    about: str
    options: tuple[Option, ...]
    operands: tuple[Operand, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """The whole program."""

    options: tuple[Option, ...]
    """Those in front of a command."""
    commands: tuple[Command, ...]
    classic: tuple[Option, ...]
    """condor_userprio's options, in the order in which they are matched."""


def to_json(shape: Shape) -> str:
    """The text that is kept, an option to a line, so that a change shows what has changed."""
    commands = ",\n".join(
        f'{{"name": {json.dumps(each.name)}, "about": {json.dumps(each.about)}, "operands": {_lines(each.operands)}, '
        f'"options": {_lines(each.options)}}}'
        for each in shape.commands
    )
    return (
        f'{{"options": {_lines(shape.options)},\n"classic": {_lines(shape.classic)},\n"commands": [\n{commands}\n]}}\n'
    )


def _lines(items: Sequence[Option] | Sequence[Operand]) -> str:
    return "[]" if not items else "[\n  " + ",\n  ".join(json.dumps(asdict(item)) for item in items) + "\n]"


def from_json(text: str) -> Shape:
    """The shape that `to_json` wrote."""
    data = json.loads(text)
    return Shape(
        _options(data["options"]),
        tuple(
            Command(
                command["name"],
                command["about"],
                _options(command["options"]),
                tuple(
                    Operand(Kind(operand["kind"]), tuple(operand["choices"]), operand["many"])
                    for operand in command["operands"]
                ),
            )
            for command in data["commands"]
        ),
        _options(data["classic"]),
    )


def _options(data: Iterable[dict[str, Any]]) -> tuple[Option, ...]:
    return tuple(
        Option(
            tuple(option["spellings"]),
            tuple(Kind(kind) for kind in option["values"]),
            tuple(option["choices"]),
            option["about"],
            option["many"],
            option["shortest"],
        )
        for option in data
    )
