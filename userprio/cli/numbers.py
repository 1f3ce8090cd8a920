"""Numbers on the command line, with errors in everyday words."""

from typing import Final

import click


class WholeNumber(click.IntRange):
    """A whole number within bounds; `x` is refused as not a valid whole number."""

    name: Final = "whole number"


class Number(click.FloatRange):
    """A number within bounds."""

    name: Final = "number"
