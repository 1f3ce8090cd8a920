"""The option that says when machines were there."""

from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from userprio.cli.environment import Environment
from userprio.history import History, read_machines
from userprio.pool import Scenario
from userprio.simulation import slot_machines

machines_option: Final = click.option(
    "--machines",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Machines that came and went: a table (CSV) of machine,from,until, a line for each stay; ads of slots from "
    "several moments; or a startd's history.",
)


def with_machines(past: History, file: Path | None, scenario: Scenario, env: Environment) -> History:
    """A history with what a file says of the machines of the pool.

    Raises:
        BadInput: the file cannot be read, or says nothing of them.
    """
    if file is None:
        return past
    known = slot_machines(scenario.pool, scenario.now)
    return replace(past, machines=read_machines(file, known, env.zone()))
