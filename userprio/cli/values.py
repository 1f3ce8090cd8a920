"""Values of options and arguments: numbers, times and lengths of time, with errors in everyday words."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import click

from userprio.base.errors import BadInput
from userprio.base.times import Moment, parse_length, parse_moment
from userprio.cli.environment import Environment


class WholeNumber(click.IntRange):
    """A whole number within bounds; `x` is refused as not a valid whole number."""

    name: Final = "whole number"


class Number(click.FloatRange):
    """A number within bounds."""

    name: Final = "number"


def as_moment(context: click.Context, parameter: click.Parameter, text: str | None) -> Moment | None:
    """Callback of an option that takes a time."""
    env = context.find_object(Environment)
    assert env is not None
    return None if text is None else moment(text, env)


def moment(text: str, env: Environment) -> Moment:
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


@contextmanager
def as_parameter() -> Iterator[None]:
    """Turn parsing errors of an option or argument into usage errors."""
    try:
        yield
    except BadInput as error:
        raise click.BadParameter(f"{error}.") from error
