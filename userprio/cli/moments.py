"""`--at`: the state that a pool had at a recorded moment, as a snapshot."""

from pathlib import Path
from tempfile import TemporaryDirectory

import click

from userprio import report
from userprio.base import NothingFound
from userprio.cli.environment import Environment
from userprio.monitoring import first_state, opened, state_at, write_state


def snapshot_of_moment(database: Path, wanted: int, context: click.Context, env: Environment) -> tuple[Path, int]:
    """A folder with the last full state not after a time, which goes with the context; and of when that is.

    Raises:
        NothingFound: no such moment has a full state.
        BadInput: the database cannot be used.
    """

    def text(at: int) -> str:
        return report.moment(at, env.zone(), True)

    with opened(database) as connection:
        at, first = state_at(connection, wanted), first_state(connection)
        if first is None:
            raise NothingFound(f"{database} has no full states: `{env.program} record --keep 30d` stores them")
        if at is None:
            raise NothingFound(
                f"{database} has no full state of {text(wanted)} or before; the first is of {text(first)}"
            )
        # Screens name a pool by its folder.
        folder = Path(context.with_resource(TemporaryDirectory(prefix="userprio-"))) / database.stem
        folder.mkdir()
        write_state(connection, at, folder)
    last = "" if at == wanted else f"; none is kept of later, up to {text(wanted)}"
    env.stderr.write(f"{env.program}: this is the state of {text(at)}{last}.\n")
    return folder, at
