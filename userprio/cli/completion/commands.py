"""The commands as far as completion needs them, and parsing of the words typed so far.

They are kept in commands.json. Click's own completion has to load the module of the typed command, which takes three
to seven times as long as the whole answer here, and does not know condor_userprio's spelling. It loses the option
before an equals sign in zsh and fish, and in bash the text before an `@`; and it never offers the operand after a list
of names.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from userprio.cli.classic.options import Option as ClassicOption
from userprio.cli.classic.options import find_option as find_classic

KEPT: Final = Path(__file__).with_name("commands.json")
"""The commands of this version of the program, written by `python -m tests.generate`."""


class WordKind(StrEnum):
    """The kind of a value, which decides what is offered for it."""

    FREE = "free"
    """Free text, for which nothing is offered."""
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
    """A submitter, an equals sign, and a value."""
    PROMISED = "promised"
    """A submitter or a group, an equals sign, and a value."""
    PROFILE = "profile"
    """A profile of the settings."""
    OPERATION = "operation"
    """The number of an operation in the log."""


CLASSIC_KINDS: Final = {"USER": WordKind.SUBMITTER, "FILE": WordKind.FILE}
"""By the argument names of condor_userprio's options; all others are free text."""


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """An option, of this program's or of condor_userprio's spelling."""

    spellings: Sequence[str]
    about: str = ""
    values: Sequence[str] = ()
    """The `WordKind` of each of its values; none for a flag."""
    choices: Sequence[str] = ()
    """The permitted values, if known."""
    many: bool = False
    """Whether the last of `values` may be repeated, up to the next option."""


@dataclass(frozen=True, slots=True)
class OperandSpec:
    """An argument that is not an option."""

    kind: str
    choices: Sequence[str] = ()
    many: bool = False


@dataclass(frozen=True, slots=True)
class CommandSpec:
    """A command."""

    name: str
    about: str
    operands: Sequence[OperandSpec]
    options: Sequence[OptionSpec]


@dataclass(frozen=True, slots=True)
class ProgramSpec:
    """The whole program, except for condor_userprio's options."""

    options: Sequence[OptionSpec]
    """The options before a command."""
    commands: Sequence[CommandSpec]


def from_json(text: str) -> ProgramSpec:
    """The program described by JSON text; fields with defaults may be missing."""
    data = json.loads(text)
    commands = [
        CommandSpec(
            command["name"],
            command["about"],
            [OperandSpec(**operand) for operand in command["operands"]],
            _options(command["options"]),
        )
        for command in data["commands"]
    ]
    return ProgramSpec(_options(data["options"]), commands)


def _options(data: Iterable[dict[str, Any]]) -> list[OptionSpec]:
    return [OptionSpec(**option) for option in data]


def classic_option(option: ClassicOption) -> OptionSpec:
    """The specification of an option of condor_userprio."""
    kinds = [CLASSIC_KINDS.get(word, WordKind.FREE) for word in option.arguments]
    return OptionSpec((f"-{option.name}",), option.about.partition(". ")[0], kinds, many=option.many)


@dataclass(slots=True)
class TypedWords:
    """The state after the words before the cursor."""

    command: CommandSpec | None = None
    classic: bool = False
    """Whether it is in condor_userprio's spelling."""
    ended: bool = False
    """Whether a lone `--` has ended the options."""
    operands: int = 0
    waiting: OptionSpec | None = None
    """The option whose value comes next."""
    values: int = 0
    """How many values it already has."""
    given: dict[str, list[str]] = field(default_factory=dict)
    """Values of options, by the option's first spelling."""

    @property
    def wanted(self) -> str:
        """The kind of value that the pending option needs."""
        assert self.waiting is not None
        kinds = self.waiting.values
        return kinds[min(self.values, len(kinds) - 1)]

    def options(self, program: ProgramSpec) -> Sequence[OptionSpec]:
        """The options that are possible here, except condor_userprio's."""
        return program.options if self.command is None else self.command.options


def read_words(program: ProgramSpec, words: Sequence[str]) -> TypedWords:
    """Parse the words after the program's name, ignoring errors."""
    typed = TypedWords()
    commands = {command.name: command for command in program.commands}
    for word in words:
        # `-af` takes all words up to the next dash.
        if typed.waiting is not None and not (typed.waiting.many and word.startswith("-")):
            _take(typed, word)
        elif word == "--" and not typed.ended:
            typed.waiting, typed.ended = None, True
        elif word.startswith("-") and len(word) > 1 and not typed.ended:
            typed.waiting = None
            _begin(typed, program, word)
        elif typed.command is None and not typed.classic and not typed.operands and word in commands:
            typed.command = commands[word]
        else:
            typed.operands += 1
    return typed


def _begin(typed: TypedWords, program: ProgramSpec, word: str) -> None:
    """Take an option, with its value if there is an equals sign."""
    spelling, equals, value = word.partition("=")
    option = find_option(typed.options(program), spelling)
    if option is None and typed.command is None:
        classic = find_classic(word)
        option = None if classic is None else classic_option(classic)
        typed.classic = option is not None or typed.classic
        equals = ""
    if option is None or not option.values:
        return
    typed.waiting, typed.values = option, 0
    if equals:
        _take(typed, value)


def _take(typed: TypedWords, value: str) -> None:
    option = typed.waiting
    assert option is not None
    typed.given.setdefault(option.spellings[0], []).append(value)
    typed.values += 1
    if typed.values == len(option.values) and not option.many:
        typed.waiting = None


def find_option(options: Iterable[OptionSpec], spelling: str) -> OptionSpec | None:
    """The option with this spelling."""
    return next((option for option in options if spelling in option.spellings), None)
