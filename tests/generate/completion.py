"""What completion keeps of the commands, read off Click's command tree."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Final

import click

from userprio.cli.app import about
from userprio.cli.completion.commands import CommandSpec, OperandSpec, OptionSpec, ProgramSpec, WordKind

# By the word that stands for the value in the help, where its type does not say.
_OPTION_KINDS: Final[Mapping[str, WordKind]] = {
    "POOL": WordKind.POOL,
    "PROFILE": WordKind.PROFILE,
    "NAME=VALUE": WordKind.KNOB,
    "SUBMITTER": WordKind.SUBMITTER,
    "OTHER": WordKind.SUBMITTER,
    **dict.fromkeys(("NAME=PERCENT%", "NAME=TIMESx:OTHER"), WordKind.PROMISED),
    **dict.fromkeys(("NAME=FACTOR", "NAME=PRIORITY", "NAME=WEIGHT", "NAME=NUMBER"), WordKind.ASSIGNED),
}
_ARGUMENT_KINDS: Final[Mapping[str, WordKind]] = {
    "NAMES": WordKind.RECORD,
    "RANGE": WordKind.KNOB,
    "NAME": WordKind.SUBMITTER,
    "SUBMITTER": WordKind.SUBMITTER,
    "EXAMPLE": WordKind.POOL,
    "DIR": WordKind.FOLDER,
    "VALUE": WordKind.POOL,
    "ID": WordKind.OPERATION,
    **dict.fromkeys(("FACTOR", "PRIORITY", "TOPIC", "SECONDS", "TIME", "VERSION", "WEIGHT", "STEP"), WordKind.FREE),
}


class UnknownArgument(Exception):
    """An argument of a command that no table says the kind of."""


def harvest(program: click.Group) -> ProgramSpec:
    """What completion needs to know of `program`.

    Raises:
        UnknownArgument: an argument has neither a telling type nor a place in the table. An option without either takes
            whatever is given.
    """
    with click.Context(program, info_name=program.name) as context:
        options = _options(program.get_params(context), context)
        commands = []
        for name in program.list_commands(context):
            command = program.get_command(context, name)
            assert command is not None
            with click.Context(command, parent=context, info_name=name) as inner:
                params = command.get_params(inner)
                commands.append(
                    CommandSpec(name, _brief(about(name)), _operands(params, inner), _options(params, inner))
                )
    return ProgramSpec(options, commands)


def _options(params: Iterable[click.Parameter], context: click.Context) -> list[OptionSpec]:
    return [
        OptionSpec(
            [*param.opts, *param.secondary_opts],
            _brief(param.help or ""),
            [] if param.is_flag or param.count else [_kind(param, context)] * param.nargs,
            _choices(param),
        )
        for param in params
        if isinstance(param, click.Option) and not param.hidden
    ]


def _operands(params: Iterable[click.Parameter], context: click.Context) -> list[OperandSpec]:
    return [
        OperandSpec(_kind(param, context), _choices(param), param.nargs != 1)
        for param in params
        if isinstance(param, click.Argument)
    ]


def _kind(param: click.Parameter, context: click.Context) -> WordKind:
    match param.type:
        case click.Choice():
            return WordKind.CHOICE
        case click.Path() as path:
            return WordKind.FILE if path.file_okay else WordKind.FOLDER
        case click.File():
            return WordKind.FILE
    # Of an argument that takes words of several kinds, such as names and what to set, the first is completed.
    word = param.make_metavar(context).partition(" ")[0].strip("[].")
    if isinstance(param, click.Option):
        return _OPTION_KINDS.get(word, WordKind.FREE)
    if word not in _ARGUMENT_KINDS:
        raise UnknownArgument(f"say in _ARGUMENT_KINDS what {word} is")
    return _ARGUMENT_KINDS[word]


def _choices(param: click.Parameter) -> list[str]:
    return [str(choice) for choice in param.type.choices] if isinstance(param.type, click.Choice) else []


def _brief(text: str) -> str:
    """The first sentence, without its full stop."""
    return text.partition(". ")[0].rstrip(".")


def to_json(program: ProgramSpec) -> str:
    """The text that is kept, an option to a line, so that a change shows what has changed."""
    commands = ",\n".join(
        f'{{"name": {json.dumps(command.name)}, "about": {json.dumps(command.about)}, '
        f'"operands": {_lines(command.operands)}, "options": {_lines(command.options)}}}'
        for command in program.commands
    )
    return f'{{"options": {_lines(program.options)},\n"commands": [\n{commands}\n]}}\n'


def _lines(records: Sequence[OptionSpec] | Sequence[OperandSpec]) -> str:
    """Records without those fields that have nothing to say, which is their default."""
    texts = [json.dumps({name: value for name, value in asdict(record).items() if value}) for record in records]
    return "[\n  " + ",\n  ".join(texts) + "\n]" if texts else "[]"
