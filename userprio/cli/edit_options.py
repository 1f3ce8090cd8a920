"""Arguments and options of the commands that edit."""

import re
from collections.abc import Callable
from functools import reduce
from typing import Any, Final, TypeVar

import click

from userprio.cli.environment import Environment
from userprio.cli.options import env_of, moment, shared_options

Command = TypeVar("Command", bound=Callable[..., Any])
Reader = Callable[[str, Environment], float | int]
"""Makes a value of what was typed, or raises click.BadParameter."""

# Values may be negative, so that what begins with a dash is not always an option.
TAKES_NEGATIVES: Final = {"ignore_unknown_options": True}

_OPTION: Final = re.compile(r"-(?!\d|\.\d|inf|nan|$)")

_UNITS: Final = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}
_DURATION: Final = re.compile(r"\d{1,12}|(?:\d{1,12}[smhdw])+", re.ASCII)
_PART: Final = re.compile(r"(\d+)([smhdw]?)", re.ASCII)


def real(text: str, env: Environment) -> float:
    """A number, with a point and an exponent if wanted."""
    try:
        return float(text)
    except ValueError as wrong:
        raise _misplaced(text, "a number") from wrong


def whole(text: str, env: Environment) -> int:
    """A whole number."""
    try:
        return int(text)
    except ValueError as wrong:
        raise _misplaced(text, "a whole number") from wrong


def ceiling(text: str, env: Environment) -> int:
    """A whole number, or none."""
    return -1 if text.lower() in ("none", "unlimited") else whole(text, env)


def time(text: str, env: Environment) -> int:
    """Seconds since the epoch, or ISO 8601."""
    return moment(text, env.zone)


def duration(text: str) -> int:
    """Seconds of a duration such as 3600, 90m, 2d or 1d12h.

    Raises:
        click.BadParameter: for what is not one.
    """
    if not _DURATION.fullmatch(text):
        raise click.BadParameter(f"{text!r} is not a duration, such as 3600, 90m, 12h or 2d.")
    return sum(int(number) * _UNITS[unit] for number, unit in _PART.findall(text))


def _misplaced(text: str, what: str) -> click.BadParameter:
    hint = " The value stands last." if "@" in text else ""
    return click.BadParameter(f"{text!r} is not {what}.{hint}")


def value_argument(read: Reader, metavar: str) -> Callable[[Command], Command]:
    """The last word: what is set."""

    def callback(context: click.Context, parameter: click.Parameter, text: str) -> float | int:
        _not_an_option(text, context)
        env = env_of(context)
        return read(text, env)

    return click.argument("value", metavar=metavar, callback=callback)


def names_argument(command: Command) -> Command:
    """Submitters, one at least; `-` stands for names on stdin, one to a line."""
    return click.argument("names", metavar="NAME...", nargs=-1, required=True, callback=_read_names)(command)


def optional_names_argument(command: Command) -> Command:
    """The same of a command that may be told in another way whom it is about."""
    return click.argument("names", metavar="[NAME]...", nargs=-1, callback=_read_names)(command)


def _read_names(context: click.Context, parameter: click.Parameter, words: tuple[str, ...]) -> tuple[str, ...]:
    names: list[str] = []
    for word in words:
        if word != "-":
            _not_an_option(word, context)
            names.append(word)
            continue
        env = context.find_object(Environment)
        if env is None or env.stdin is None:
            raise click.BadParameter("There is no standard input to read names from.")
        names += filter(None, map(str.strip, env.stdin.read().split("\n")))
    if words and not names:
        raise click.BadParameter("There are no names on standard input.")
    return tuple(names)


def _not_an_option(word: str, context: click.Context) -> None:
    if "@" not in word and _OPTION.match(word):
        raise click.NoSuchOption(word.partition("=")[0], ctx=context)


def _as_duration(context: click.Context, parameter: click.Parameter, text: str | None) -> int | None:
    return None if text is None else duration(text)


duration_option: Final = click.option(
    "--duration",
    "duration_s",
    metavar="TIME",
    callback=_as_duration,
    help="Make it a lease: after so long, such as 3600, 90m or 2d, the old value comes back.",
)
new_option: Final = click.option("--new", is_flag=True, help="Make a record for a submitter that has none.")
yes_option: Final = click.option("--yes", is_flag=True, help="Do not ask.")


def recorded_options(result: str = "EditReport") -> Callable[[Command], Command]:
    """Options of everything that is written down in the operations log, with those that all commands share."""
    options = (
        click.option("--reason", metavar="TEXT", help="Why; it is kept in the operations log."),
        click.option(
            "--force",
            is_flag=True,
            help="Edit although a negotiator seems to keep the ledger, or the end of it must be taken out first.",
        ),
    )

    def add(command: Command) -> Command:
        return reduce(lambda function, option: option(function), reversed(options), shared_options(result)(command))

    return add
