"""Arguments and options of the edit commands, and their request for confirmation."""

import re
from collections.abc import Sequence
from typing import Final

import click

from userprio.accounting import Quantity
from userprio.base.times import Moment
from userprio.cli.environment import Environment
from userprio.cli.options import Decorator, GlobalOptions, env_of, remember
from userprio.cli.values import length, moment

# Values may be negative, so a word that begins with a dash is not always an option.
TAKES_NEGATIVES: Final = {"ignore_unknown_options": True}

_OPTION: Final = re.compile(r"-(?!\d|\.\d|inf|nan|$)")


def read_number(text: str, quantity: Quantity) -> float | int:
    """The number that a text means, which may be `none` for a limit.

    Raises:
        click.BadParameter: it is not one.
    """
    # The ledger stores -1 for no ceiling, which reads as if less than nothing were allowed.
    if quantity is Quantity.LIMIT and text.lower() in ("none", "unlimited"):
        return -1
    try:
        return float(text) if quantity is Quantity.REAL else int(text)
    except ValueError as error:
        kind = "a number" if quantity is Quantity.REAL else "a whole number"
        hint = " The value comes last." if "@" in text else ""
        raise click.BadParameter(f"{text!r} is not {kind}.{hint}") from error


def value_argument(quantity: Quantity, metavar: str) -> Decorator:
    """The value to set, which is the last word."""

    def callback(context: click.Context, parameter: click.Parameter, text: str) -> float | int | Moment:
        _not_an_option(text, context)
        return moment(text, env_of(context)) if quantity is Quantity.TIME else read_number(text, quantity)

    return click.argument("value", metavar=metavar, callback=callback)


def _read_names(context: click.Context, parameter: click.Parameter, words: tuple[str, ...]) -> tuple[str, ...]:
    names: list[str] = []
    for word in words:
        if word != "-":
            _not_an_option(word, context)
            names.append(word)
            continue
        stdin = env_of(context).stdin
        if stdin is None:
            raise click.BadParameter("There is no standard input to read names from.")
        names += filter(None, map(str.strip, stdin.read().split("\n")))
    # An empty file, such as the output of a failed command, must not look like an edit that was made.
    if words and not names:
        raise click.BadParameter("There are no names on standard input.")
    return tuple(names)


def _not_an_option(word: str, context: click.Context) -> None:
    # Where negative values are taken, Click takes a misspelt option for a name.
    if "@" not in word and _OPTION.match(word):
        raise click.NoSuchOption(word.partition("=")[0], ctx=context)


names_argument: Final = click.argument("names", metavar="NAME...", nargs=-1, required=True, callback=_read_names)
"""One or more submitters; `-` means names on stdin, one per line."""
optional_names_argument: Final = click.argument("names", metavar="[NAME]...", nargs=-1, callback=_read_names)
"""Any number of submitters, for a command with another way to select them."""
duration_option: Final = click.option(
    "--duration",
    "duration_s",
    metavar="TIME",
    callback=lambda context, parameter, text: None if text is None else length(text),
    help="Make it a lease: after this time, such as 3600, 90m or 2d, the old value is restored.",
)
new_option: Final = click.option("--new", is_flag=True, help="Create a record for a submitter that has none.")
yes_option: Final = click.option(
    "--yes", is_flag=True, expose_value=False, callback=remember, help="Do not ask for confirmation."
)


def agreed(question: str, shared: GlobalOptions, env: Environment) -> bool:
    """Whether the user confirms; with `--yes`, or if nothing will be changed, nobody is asked.

    If there is nobody to ask, a sentence on stderr says what to give.
    """
    if not shared.asks:
        return True
    answer = env.ask(question)
    if answer is None:
        name = click.get_current_context().info_name
        env.stderr.write(f"{env.program}: {name} asks first, and nobody is there to answer; give --yes.\n")
    elif not answer:
        env.stderr.write("Nothing was changed.\n")
    return bool(answer)


def some(names: Sequence[str]) -> str:
    """At most five names, for a question."""
    return ", ".join(names) if len(names) <= 5 else f"{', '.join(names[:4])} and {len(names) - 4} more"
