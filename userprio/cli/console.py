"""The console that tables are drawn on."""

from typing import Final

from rich.console import Console

from userprio.cli.environment import Environment

_ENDLESS: Final = 1000
"""Columns where nobody looks: a pipe or a file has no edge to fold lines at."""


def open_console(env: Environment, plain: bool = False) -> Console:
    """A console on stdout; `plain`, and wherever stdout is no terminal, without colour, boxes and folded lines.

    `COLUMNS` sets the width; without it a terminal is asked for its own.
    """
    drawn = env.on_terminal and not plain
    columns = env.environ.get("COLUMNS", "")
    width = int(columns) if columns.isascii() and columns.isdigit() and 0 < len(columns) < 6 else None
    return Console(
        file=env.stdout,
        force_terminal=drawn,
        no_color=not env.coloured,
        width=(width or None) if drawn else width or _ENDLESS,
        highlight=False,
        markup=False,
        emoji=False,
    )
