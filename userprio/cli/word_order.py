"""Options of a command that were typed before it: `userprio --slots +4 quotas` means `userprio quotas --slots +4`."""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

from userprio.base.formats import listed
from userprio.cli.classic.options import find_option
from userprio.cli.completion.commands import CommandSpec, OptionSpec, ProgramSpec

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
    if first.startswith("--") and find_option(first) is None:
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
    classic = find_option(words[0]) if words else None
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
        spec = next(spec for spec in program.commands if spec.name == command)
        near = get_close_matches(name, [*_by_spelling(spec.options), *_by_spelling(program.options)], n=1, cutoff=0.7)
        guess = f". Did you mean {near[0]}?" if near else f"; userprio {command} --help lists its options."
        raise Misplaced(f"{command} has no option {name}{guess}")
