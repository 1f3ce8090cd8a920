"""The negotiator's log, for commands that hold dry runs against it: files that are given, or fetched from the pool."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import click

from userprio.cli import Environment
from userprio.cli.loading import reach
from userprio.cli.options import GlobalOptions, together

LOG: Final = click.Path(path_type=Path)

time_format_option: Final = click.option(
    "--time-format",
    metavar="FORMAT",
    help="DEBUG_TIME_FORMAT of the negotiator, where its log has times of an unusual form.",
)
log_options: Final = together(
    click.option(
        "--log",
        "logs",
        metavar="FILE",
        multiple=True,
        type=LOG,
        help="The NegotiatorLog; repeatable, for the files that it was rotated into.",
    ),
    time_format_option,
)
"""A log, and how to read its times."""

LogFiles = Callable[[], tuple[Path, ...]]
"""Gives the files of a log as it is now."""


def log_files(logs: tuple[Path, ...], folder: Path, shared: GlobalOptions, env: Environment) -> LogFiles:
    """The files that are given or, where none are, the log of the pool's negotiator, fetched anew into a folder.

    It always comes whole. That needs ADMINISTRATOR at the negotiator.

    Raises:
        LiveError: the pool cannot be asked, or has no negotiator.
    """
    if logs:
        return lambda: logs
    reached = reach(shared, env)
    negotiator, path = reached.negotiator(), folder / "NegotiatorLog"

    def fetched() -> tuple[Path, ...]:
        path.write_text(reached.transport.log(negotiator), encoding="utf-8", errors="surrogateescape")
        return (path,)

    return fetched
