"""The shape of the program, read off its Click commands and off the table of condor_userprio's options."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import click

from userprio.cli.app import about
from userprio.cli.classic.options import OPTIONS, shortest
from userprio.cli.completion.shape import Command, Kind, Operand, Option, Shape

# By the word that stands for the value in the help, where its type does not say.
_OPTION_KINDS: Final[Mapping[str, Kind]] = {
    "POOL": Kind.POOL,
    "NAME=VALUE": Kind.KNOB,
    "SUBMITTER": Kind.SUBMITTER,
    "OTHER": Kind.SUBMITTER,
    **dict.fromkeys(("NAME=FACTOR", "NAME=PRIORITY", "NAME=WEIGHT", "NAME=NUMBER"), Kind.ASSIGNED),
}
_ARGUMENT_KINDS: Final[Mapping[str, Kind]] = {
    "NAMES": Kind.RECORD,
    "NAME": Kind.SUBMITTER,
    "SUBMITTER": Kind.SUBMITTER,
    "EXAMPLE": Kind.POOL,
    "DIR": Kind.FOLDER,
    "VALUE": Kind.POOL,
    "ID": Kind.OPERATION,
    **dict.fromkeys(("FACTOR", "PRIORITY", "SECONDS", "TIME", "WEIGHT"), Kind.FREE),
}
_CLASSIC_KINDS: Final[Mapping[str, Kind]] = {"USER": Kind.SUBMITTER, "FILE": Kind.FILE}


class UnknownArgument(Exception):
    """An argument of which nobody said what it is."""


def harvest(program: click.Group) -> Shape:
    """The shape of `program`.

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
                commands.append(Command(name, _brief(about(name)), _options(params, inner), _operands(params, inner)))
    return Shape(options, tuple(commands), tuple(_classic()))


def _options(params: Iterable[click.Parameter], context: click.Context) -> tuple[Option, ...]:
    return tuple(
        Option(
            (*param.opts, *param.secondary_opts),
            () if param.is_flag or param.count else (_kind(param, context),) * param.nargs,
            _choices(param),
            _brief(param.help or ""),
        )
        for param in params
        if isinstance(param, click.Option) and not param.hidden
    )


def _operands(params: Iterable[click.Parameter], context: click.Context) -> tuple[Operand, ...]:
    return tuple(
        Operand(_kind(param, context), _choices(param), param.nargs != 1)
        for param in params
        if isinstance(param, click.Argument)
    )


def _kind(param: click.Parameter, context: click.Context) -> Kind:
    match param.type:
        case click.Choice():
            return Kind.CHOICE
        case click.Path() as path:
            return Kind.FILE if path.file_okay else Kind.FOLDER
        case click.File():
            return Kind.FILE
    word = param.make_metavar(context).strip("[].")
    if isinstance(param, click.Option):
        return _OPTION_KINDS.get(word, Kind.FREE)
    if word not in _ARGUMENT_KINDS:
        raise UnknownArgument(f"say in _ARGUMENT_KINDS what {word} is")
    return _ARGUMENT_KINDS[word]


def _classic() -> Iterator[Option]:
    """condor_userprio's own options."""
    for option in OPTIONS:
        kinds = tuple(_CLASSIC_KINDS.get(word, Kind.FREE) for word in option.arguments)
        yield Option((f"-{option.name}",), kinds, (), _brief(option.about), option.many, shortest(option))


def _choices(param: click.Parameter) -> tuple[str, ...]:
    return tuple(str(choice) for choice in param.type.choices) if isinstance(param.type, click.Choice) else ()


def _brief(text: str) -> str:
    """The first sentence, without its full stop."""
    return text.partition(". ")[0].rstrip(".")
