"""`userprio init`: a pool of one's own, begun from a shipped example."""

import shutil
from pathlib import Path
from typing import Final

import click

from userprio.cli.environment import Environment
from userprio.cli.exits import ExitStatus
from userprio.cli.options import shared_options
from userprio.errors import Refused
from userprio.pool import examples

_SIMPLEST: Final = "handmade"
_NOT_COPIED: Final = ("about.txt", "__pycache__")


@click.command(
    epilog="""\b
Examples:
  userprio init mypool
  userprio init physics mypool
"""
)
@shared_options()
@click.argument("example", metavar="[EXAMPLE]", required=False)
@click.argument("folder", metavar="DIR", required=False)
@click.pass_context
def init(context: click.Context, example: str | None, folder: str | None) -> ExitStatus:
    """Copy a shipped example into a new folder DIR, as a beginning for a pool of your own.

    Without EXAMPLE it is `handmade`, a pool written by hand in one file. DIR must not exist yet, or be empty; nothing
    is ever overwritten.
    """
    env = context.find_object(Environment)
    assert env is not None
    if folder is None:
        example, folder = None, example
    if folder is None:
        raise click.UsageError("Give the folder that is to be made, such as mypool.", context)
    source, target = examples.find(example or _SIMPLEST), Path(folder)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise Refused(f"{target} is there already, and nothing is overwritten; name a new folder")
    shutil.copytree(source.folder, target, ignore=shutil.ignore_patterns(*_NOT_COPIED), dirs_exist_ok=True)
    for path in sorted(target.iterdir()):
        env.stdout.write(f"{path}\n")
    env.stderr.write(f"Try: {env.program} negotiate --snapshot {target}\n")
    return ExitStatus.DONE
