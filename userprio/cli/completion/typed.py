"""What a command line has said so far, and what the next word may therefore be."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from userprio.cli.completion.shape import Command, Kind, Option, Shape


@dataclass(slots=True)
class Typed:
    """The words in front of the one that is being typed."""

    command: Command | None = None
    classic: bool = False
    """Whether it is in condor_userprio's spelling."""
    ended: bool = False
    """Whether a lone `--` has ended the options."""
    operands: int = 0
    waiting: Option | None = None
    """The option of which a value is to be typed now."""
    values: int = 0
    """How many it has already."""
    given: dict[str, list[str]] = field(default_factory=dict)
    """Values of options, by the option's first spelling."""

    def options(self, shape: Shape) -> tuple[Option, ...]:
        """The options that may stand here, other than condor_userprio's."""
        return shape.options if self.command is None else self.command.options


def read_words(shape: Shape, words: Sequence[str]) -> Typed:
    """Understand `words`, which follow the program's name; nothing in them is an error."""
    typed = Typed()
    commands = {command.name: command for command in shape.commands}
    for word in words:
        if typed.waiting is not None and not _ends_list(typed.waiting, word):
            _take(typed, word)
        elif word == "--" and not typed.ended:
            typed.waiting, typed.ended = None, True
        elif word.startswith("-") and len(word) > 1 and not typed.ended:
            typed.waiting = None
            _option(typed, shape, word)
        elif typed.command is None and not typed.classic and not typed.operands and word in commands:
            typed.command = commands[word]
        else:
            typed.operands += 1
    return typed


def _option(typed: Typed, shape: Shape, word: str) -> None:
    spelling, equals, value = word.partition("=")
    option = find_option(typed.options(shape), spelling)
    if option is None and typed.command is None:
        option = find_classic(shape.classic, word)
        typed.classic = option is not None or typed.classic
        equals = ""
    if option is None or not option.values:
        return
    typed.waiting, typed.values = option, 0
    if equals:
        _take(typed, value)


def _take(typed: Typed, value: str) -> None:
    option = typed.waiting
    assert option is not None
    typed.given.setdefault(option.spellings[0], []).append(value)
    typed.values += 1
    if typed.values == len(option.values) and not option.many:
        typed.waiting = None


def _ends_list(option: Option, word: str) -> bool:
    """`-af` takes all that follows it, up to the next dash."""
    return option.many and word.startswith("-")


def wanted(typed: Typed) -> Kind:
    """What the option that waits for a value wants."""
    assert typed.waiting is not None
    values = typed.waiting.values
    return values[min(typed.values, len(values) - 1)]


def find_option(options: Iterable[Option], spelling: str) -> Option | None:
    """The option so spelled."""
    return next((option for option in options if spelling in option.spellings), None)


def find_classic(options: Iterable[Option], word: str) -> Option | None:
    """The first of condor_userprio's options that `word` may be: a prefix of it after one dash, the whole after two."""
    name, _, _ = word.partition(":")
    for option in options:
        whole = option.spellings[0]
        if name == f"-{whole}" or (len(name) > option.shortest and whole.startswith(name)):
            return option
    return None
