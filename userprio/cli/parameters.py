"""Parameters of commands: their values, with errors in everyday words, and the sections of help that they are in."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from userprio.base import BadInput, Moment, parse_length, parse_moment
from userprio.cli.environment import Environment

if TYPE_CHECKING:
    from userprio.accounting import Quantity


_Choice = TypeVar("_Choice", bound=StrEnum)

FILE: Final = click.Path(path_type=Path)
"""The type of a parameter that names a file."""


class WholeNumber(click.IntRange):
    """A whole number within bounds; `x` is refused as not a valid whole number."""

    name: Final = "whole number"


class Number(click.FloatRange):
    """A number within bounds."""

    name: Final = "number"


def as_choices(
    kind: type[_Choice],
) -> Callable[[click.Context, click.Parameter, str | None], tuple[_Choice, ...]]:
    """Callback of an option that takes several of these words, separated by commas; none without it."""

    def choice(word: str) -> _Choice:
        try:
            return kind(word)
        except ValueError:
            raise click.BadParameter(f"{word!r} is not one of {', '.join(map(str, kind))}.") from None

    def read(context: click.Context, parameter: click.Parameter, text: str | None) -> tuple[_Choice, ...]:
        words = [] if text is None else [word.strip().lower() for word in text.split(",")]
        return tuple(dict.fromkeys(map(choice, words)))

    return read


def as_sha256(context: click.Context, parameter: click.Parameter, text: str | None) -> str | None:
    """Callback of an option that takes a SHA-256, with or without `sha256:` before its 64 hexadecimal digits."""
    if text is None:
        return None
    digits = text.strip().lower().removeprefix("sha256:")
    if not re.fullmatch("[0-9a-f]{64}", digits):
        raise click.BadParameter(f"{text!r} is not a SHA-256, which has 64 hexadecimal digits.")
    return digits


def as_moment(context: click.Context, parameter: click.Parameter, text: str | None) -> Moment | None:
    """Callback of an option that takes a time."""
    env = context.find_object(Environment)
    assert env is not None
    return None if text is None else read_moment(text, env)


def read_moment(text: str, env: Environment) -> Moment:
    """The time that a text means.

    Raises:
        click.BadParameter: it is not one.
    """
    with as_parameter():
        return parse_moment(text, env.zone())


def as_length(context: click.Context, parameter: click.Parameter, text: str | None) -> int | None:
    """Callback of an option that takes a length of time of at least a second."""
    seconds = None if text is None else length(text)
    if seconds == 0:
        raise click.BadParameter("It is at least a second.")
    return seconds


def length(text: str) -> int:
    """A length of time in seconds.

    Raises:
        click.BadParameter: it is not one.
    """
    with as_parameter():
        return parse_length(text)


def read_number(text: str, quantity: "Quantity") -> float | int:
    """The number that a text means, which may be `none` for a limit.

    Raises:
        click.BadParameter: it is not one.
    """
    from userprio.accounting import Quantity

    # The ledger stores -1 for no ceiling, which reads as if less than nothing were allowed.
    if quantity is Quantity.LIMIT and text.lower() in ("none", "unlimited"):
        return -1
    try:
        return float(text) if quantity is Quantity.REAL else int(text)
    except ValueError as error:
        kind = "a number" if quantity is Quantity.REAL else "a whole number"
        hint = " The value comes last." if "@" in text else ""
        raise click.BadParameter(f"{text!r} is not {kind}.{hint}") from error


@contextmanager
def as_parameter() -> Iterator[None]:
    """Turn parsing errors of an option or argument into usage errors."""
    try:
        yield
    except BadInput as error:
        raise click.BadParameter(f"{error}.") from error


TABLES: Final = "Rows and columns"
OUTPUT: Final = "Output"
SOURCES: Final = "What it is about"
WHAT_IF: Final = "What if, nothing is written"


_READABLE: Final = 80


def of_width(env: Environment) -> int:
    """The width of text: that of the terminal, up to 80 columns."""
    columns = env.environ.get("COLUMNS", "")
    if columns.isascii() and columns.isdigit() and 0 < len(columns) < 6:
        return max(min(int(columns), _READABLE), 20)
    from shutil import get_terminal_size

    return max(min(get_terminal_size().columns, _READABLE), 20) if env.on_terminal else _READABLE


class CommonOption(click.Option):
    """An option that commands share, in a section of help."""

    def __init__(self, *args: Any, section: str, **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.section: Final = section

    @property
    def formats(self) -> Sequence[str]:
        """The formats to choose from, for the option that chooses one."""
        return ()


def choices_of(param: click.Parameter) -> list[str]:
    """The values that help and completion offer for a parameter, if they are known."""
    if isinstance(param, CommonOption) and param.formats:
        return list(param.formats)
    return [str(choice) for choice in param.type.choices] if isinstance(param.type, click.Choice) else []
