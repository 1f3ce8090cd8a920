"""Drawing a result again and again, on a terminal."""

import os
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from io import StringIO
from typing import Final

import click

from userprio.cli.environment import Environment
from userprio.cli.exits import ExitStatus, sentence
from userprio.errors import UserprioError
from userprio.limits import NAMED, budget, run_with

_HOME: Final = "\x1b[H"
_TO_THE_END_OF_THE_LINE: Final = "\x1b[K"
_TO_THE_END: Final = "\x1b[J"
_CLEAR: Final = "\x1b[2J"


class _Drawing(StringIO):
    """What is drawn, before all of it is shown at once."""

    def isatty(self) -> bool:
        """It is for a terminal."""
        return True


def watch(draw: Callable[[Environment], object], every_s: float, env: Environment) -> ExitStatus:
    """Show what `draw` writes, read anew each time, until Ctrl-C. What goes wrong once may come right again.

    Raises:
        click.UsageError: nobody looks.
    """
    if not env.on_terminal:
        raise click.UsageError("--watch redraws a terminal, and output does not go to one.")
    bounds = {name: budget().most(name) for name in NAMED}
    begin = _CLEAR
    try:
        while True:
            out = _Drawing()
            try:
                with run_with(bounds):
                    draw(replace(env, stdout=out, stderr=out, paged=False))
            except (UserprioError, OSError) as error:
                out.write(f"{env.program}: {sentence(error)}\n")
            at = datetime.fromtimestamp(env.clock(), UTC).astimezone(env.zone())
            head = f"{at:%Y-%m-%d %H:%M:%S}, drawn every {every_s:g} s; Ctrl-C ends"
            lines = _fitting([head, "", *out.getvalue().splitlines()], env)
            text = "".join(f"{line}{_TO_THE_END_OF_THE_LINE}\n" for line in lines)
            env.stdout.write(f"{begin}{_HOME}{text}{_TO_THE_END}")
            env.stdout.flush()
            begin = ""
            env.sleep(every_s)
    except KeyboardInterrupt:
        return ExitStatus.DONE


def _fitting(lines: list[str], env: Environment) -> list[str]:
    """As many lines as the terminal has; what would scroll away the beginning is left out, and said."""
    try:
        height = os.get_terminal_size(env.stdout.fileno()).lines
    except (OSError, ValueError):
        return lines
    if len(lines) < height or height < 4:
        return lines
    more = len(lines) - height + 2
    return [*lines[: height - 2], f"and {more} more lines; --top N shows less"]
