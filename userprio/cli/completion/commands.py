"""The commands as far as completion and the order of words need them, and parsing of the words typed so far.

They are kept in commands.json. Click's own completion has to load the module of the typed command, which takes three
to seven times as long as the whole answer here, and does not know condor_userprio's spelling. It loses the option
before an equals sign in zsh and fish, and in bash the text before an `@`; and it never offers the operand after a list
of names.

Options of a command may be typed before it: `userprio --slots +4 quotas` means `userprio quotas --slots +4`.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Final

from userprio.base.formats import listed
from userprio.base.records import NO_ITEMS, Record
from userprio.cli.classic.options import Option as ClassicOption
from userprio.cli.classic.options import find_option as find_classic

KEPT: Final = Path(__file__).with_name("commands.json")
"""The commands of this version of the program, written by `python -m tests.generate`."""


class WordKind(StrEnum):
    """The kind of a value, which decides what is offered for it."""

    FREE = "free"
    """Free text, for which nothing is offered."""
    CHOICE = "choice"
    """One of the words that go with the option or argument."""
    CHOICES = "choices"
    """Several of them, separated by commas."""
    COLUMN = "column"
    """A column of the command's tables, perhaps with :asc or :desc."""
    COLUMNS = "columns"
    """Columns of the command's tables, separated by commas."""
    FIELDS = "fields"
    """Fields of the command's rows, separated by commas."""
    FILE = "file"
    FOLDER = "folder"
    POOL = "pool"
    """A snapshot: folder, file, or the name of a shipped example."""
    KNOB = "knob"
    """NAME=VALUE of the configuration."""
    RANGE = "range"
    """NAME=VALUES of a knob, or of an edit of a submitter such as setfactor:NAME=VALUES."""
    PROFILE = "profile"
    """A profile of the settings."""
    OPERATION = "operation"
    """The number of an operation in the log."""
    EDITED = "edited"
    """A submitter that an operation in the log was about."""
    JOB = "job"
    """CLUSTER.PROC of a job of the snapshot."""
    SLOT = "slot"
    """The name of a slot of the snapshot."""
    SLOTS = "slots"
    """Slots to add or remove: +N:like=SLOT, -SLOT, -N:SLOT."""
    GROUP = "group"
    """A group, or the end of its name."""
    GROUP_PATTERN = "group pattern"
    """A group by its full name."""
    USER_PATTERN = "user pattern"
    """Submitters, with or without their group and domain."""
    # Names of submitters; `NAME_RULES` of `names` says whose, and how much of a name the program accepts.
    SUBMITTER = "submitter"
    """A submitter of the ledger or the pool."""
    QUEUED = "queued"
    """A submitter of the pool."""
    HOLDER = "holder"
    """A submitter of the ledger."""
    RECORD = "record"
    """A submitter or a group of the ledger or the configuration."""
    ANYBODY = "anybody"
    """A submitter or a group of the ledger, the configuration or the pool."""
    ACCOUNT = "account"
    """A submitter of the ledger by the full name, which edits need."""
    ASSIGNED = "assigned"
    """A submitter of the ledger or the pool by the full name, an equals sign, and a value."""
    PROMISED = "promised"
    """What is of kind `ANYBODY`, an equals sign, and a value."""


CLASSIC_KINDS: Final = {"USER": WordKind.ACCOUNT, "FILE": WordKind.FILE}
"""By the argument names of condor_userprio's options; all others are free text."""


class OptionSpec(Record):
    """An option, of this program's or of condor_userprio's spelling."""

    spellings: Sequence[str]
    about: str = ""
    values: Sequence[str] = ()
    """The `WordKind` of each of its values; none for a flag."""
    choices: Sequence[str] = ()
    """The permitted values, if known."""
    words: str = ""
    """The list of permitted values, by its name in `ProgramSpec.lists`, if they have descriptions."""
    many: bool = False
    """Whether the last of `values` may be repeated, up to the next option."""


class OperandSpec(Record):
    """An argument that is not an option."""

    kind: str
    choices: Sequence[str] = ()
    words: str = ""
    """As for an option; for names of submitters, what may stand among them, such as `factor=`."""
    many: bool = False


class CommandSpec(Record):
    """A command."""

    name: str
    about: str
    operands: Sequence[OperandSpec]
    options: Sequence[OptionSpec]
    tables: str = ""
    """The first word of the names of its tables, by which its columns and fields are found in `ProgramSpec.lists`."""
    hidden: bool = False
    """Whether it is an earlier spelling, which is offered only if nothing else begins as what was typed."""


class ProgramSpec(Record):
    """The whole program, except for condor_userprio's options."""

    options: Sequence[OptionSpec]
    """The options before a command."""
    commands: Sequence[CommandSpec]
    lists: Mapping[str, Mapping[str, str]] = NO_ITEMS
    """Words with their descriptions, by the name of the list."""


def from_json(text: str) -> ProgramSpec:
    """The program described by JSON text; fields with defaults may be missing.

    Options that several commands have in common are there once, and made once.
    """
    data = json.loads(text)
    options = {key: OptionSpec(**option) for key, option in data["all options"].items()}
    commands = [
        CommandSpec(
            **{
                **command,
                "operands": [OperandSpec(**operand) for operand in command["operands"]],
                "options": [options[key] for key in command["options"]],
            }
        )
        for command in data["commands"]
    ]
    return ProgramSpec([options[key] for key in data["options"]], commands, data["lists"])


def classic_option(option: ClassicOption) -> OptionSpec:
    """The specification of an option of condor_userprio."""
    kinds = [CLASSIC_KINDS.get(word, WordKind.FREE) for word in option.arguments]
    return OptionSpec((f"-{option.name}",), option.about.partition(". ")[0], kinds, many=option.many)


class TypedWords:
    """The state after the words before the cursor."""

    def __init__(self) -> None:
        self.command: CommandSpec | None = None
        self.classic = False
        """Whether it is in condor_userprio's spelling."""
        self.ended = False
        """Whether a lone `--` has ended the options."""
        self.operands: list[str] = []
        self.waiting: OptionSpec | None = None
        """The option whose value comes next."""
        self.values = 0
        """How many values it already has."""
        self.given: dict[str, list[str]] = {}
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
            typed.operands.append(word)
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


_MOST_COMMANDS: Final = 5


class Misplaced(Exception):
    """An option stands before a command that lacks it, or without a command; the message says where it belongs."""


def command_first(arguments: Sequence[str], program: ProgramSpec) -> list[str]:
    """The command line with the options before the command that are the command's own moved behind it.

    A line in which condor_userprio could take the first of them as its own option, with as many values, stays as it is;
    so does one that does not begin with an option of any command.

    Raises:
        Misplaced: no command that follows has these options, or none follows.
    """
    own, commands = _by_spelling(program.options), {command.name: command for command in program.commands}
    before: list[str] = []
    moved: list[str] = []
    words = list(arguments)
    place = 0
    while place < len(words) and words[place] != "--":
        word = words[place]
        name, equals, _ = word.partition("=")
        command = commands.get(word)
        # The program's own options stay before the command, where Click expects them.
        if name in own:
            end = place + (1 if equals else 1 + len(own[name].values))
            before += words[place:end]
            place = end
            continue
        # An option may need the word for its value, as in `--ledger plan plan`; only if all words before it are
        # complete options of the command is it the command.
        if command is not None and _are_options(moved, command):
            return list(arguments) if _are_classic(moved, command) else [*before, word, *moved, *words[place + 1 :]]
        moved.append(word)
        place += 1
    first = moved[0].partition("=")[0] if moved else ""
    # condor_userprio's spelling comes later and has errors of its own; only what it cannot know is refused here.
    if first.startswith("--") and find_classic(first) is None:
        _refuse(first, next((word for word in moved if word in commands), None), program)
    return list(arguments)


def _by_spelling(options: Sequence[OptionSpec]) -> dict[str, OptionSpec]:
    return {spelling: option for option in options for spelling in option.spellings}


def _are_options(words: Sequence[str], command: CommandSpec) -> bool:
    """Whether the words are options of the command, each with all of its values."""
    options = _by_spelling(command.options)
    place = 0
    while place < len(words):
        name, equals, _ = words[place].partition("=")
        if name not in options:
            return False
        place += 1 if equals else 1 + len(options[name].values)
    # Beyond the end: the last option still lacks a value, and the word after it is that value and not a command.
    return place == len(words)


def _are_classic(words: Sequence[str], command: CommandSpec) -> bool:
    """Whether condor_userprio would read the first of the words, an option, with as many values."""
    classic = find_classic(words[0]) if words else None
    return classic is not None and len(classic.arguments) == len(_by_spelling(command.options)[words[0]].values)


def _refuse(name: str, command: str | None, program: ProgramSpec) -> None:
    """Raise Misplaced if the option is one of some command's, or if a command follows it."""
    having = [spec.name for spec in program.commands if name in _by_spelling(spec.options)]
    # The command is right, but an option before it lacks its value, or another word stands in between.
    if command in having:
        raise Misplaced(f"{name} is not complete. It goes after the command: userprio {command} {name} …")
    if having:
        lacking = "" if command is None else f", not of {command}"
        others = listed(having, most=_MOST_COMMANDS)
        raise Misplaced(
            f"{name} is an option of {others}{lacking}. It goes after the command: userprio {having[0]} {name} …"
        )
    if command is not None:
        from difflib import get_close_matches

        spec = next(spec for spec in program.commands if spec.name == command)
        near = get_close_matches(name, [*_by_spelling(spec.options), *_by_spelling(program.options)], n=1, cutoff=0.7)
        guess = f". Did you mean {near[0]}?" if near else f"; userprio {command} --help lists its options."
        raise Misplaced(f"{command} has no option {name}{guess}")
