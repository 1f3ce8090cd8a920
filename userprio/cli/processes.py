"""The option that says in how many processes independent runs go at once.

`--jobs N` is what make and its like call it; behind `--jobs NAME=NUMBER`, which changes queues, a number alone means
that here.
"""

from typing import Any, Final

import click

PROCESSES: Final = "processes"
_MOST: Final = 1024

processes_option: Final = click.option(
    "--processes",
    PROCESSES,
    type=click.IntRange(1, _MOST),
    metavar="N",
    help="Run so many at once, in processes of their own; 1 if not given. `--jobs N` says the same.",
)


def take_number(given: dict[str, Any], values: dict[str, Any]) -> None:
    """Move a number alone from the values of `--jobs` to those of `--processes`, whose default is 1."""
    numbers = [text for text in given["jobs"] if text.isascii() and text.isdigit()]
    given["jobs"] = tuple(text for text in given["jobs"] if text not in numbers)
    for text in numbers:
        if len(text) > len(str(_MOST)) or not 1 <= int(text) <= _MOST:
            raise click.BadParameter(f"{text} processes are not in the range from 1 to {_MOST}.", param_hint="--jobs")
        values[PROCESSES] = values[PROCESSES] or int(text)
    values[PROCESSES] = values[PROCESSES] or 1
