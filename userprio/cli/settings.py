"""`userprio settings`: the user's own defaults."""

from dataclasses import asdict, replace
from pathlib import Path

import click

from userprio.cli.environment import Environment
from userprio.cli.exits import ExitStatus
from userprio.cli.options import Shared, shared_of, shared_options
from userprio.cli.settings_file import NAMES, Settings, keep_settings, settings_of, settings_path
from userprio.cli.showing import show
from userprio.errors import BadInput
from userprio.formats import Format
from userprio.pool.loading import find_snapshot
from userprio.report.housekeeping import SettingsReport


@click.command(
    epilog="""\b
Examples:
  userprio settings
  userprio settings snapshot physics
  userprio settings ledger /srv/pool/Accountantnew.log
  userprio settings --unset snapshot
"""
)
@shared_options("SettingsReport")
@click.argument("name", metavar="[NAME]", required=False, type=click.Choice(NAMES))
@click.argument("value", metavar="[VALUE]", required=False)
@click.option("--unset", is_flag=True, help="Go back to the program's own default.")
@click.pass_context
def settings(context: click.Context, name: str | None, value: str | None, unset: bool) -> ExitStatus:
    """Show and set defaults for what the command line does not say.

    NAME is config, ledger, snapshot or format; with a VALUE it is set, with --unset it is unset, else it is shown.

    What a snapshot holds, and the variable CONDOR_CONFIG, go before the configuration that is set here; it goes before
    what is found otherwise. The ledger holds where there is no snapshot, and the snapshot where none of --snapshot,
    --config and --ledger is given.
    """
    env = context.find_object(Environment)
    assert env is not None
    current = settings_of(env)
    if unset or value is not None:
        if name is None or (unset and value is not None):
            raise click.UsageError("Give the NAME of a setting, and either a VALUE or --unset.", context)
        current = replace(current, **{name: None if value is None else _checked(name, value)})
        keep_settings(current, env)
    _show(current, name, shared_of(context), env)
    return ExitStatus.DONE


def _checked(name: str, value: str) -> str:
    """The value as it is kept: paths in full, so that it does not matter where they are used.

    Raises:
        BadInput: there is no such file, snapshot or format.
    """
    if name == "format":
        forms = [form.value for form in Format]
        if value not in forms:
            raise BadInput(f"there is no format {value!r}", hint=f"There are {', '.join(forms)}")
        return value
    path = Path(value)
    if name == "snapshot":
        find_snapshot(value)
        return str(path.absolute()) if path.exists() else value
    if not path.is_file():
        raise BadInput("there is no such file", path, hint="A setting names a file that is there")
    return str(path.absolute())


def _show(current: Settings, name: str | None, shared: Shared, env: Environment) -> None:
    shown = asdict(current) if name is None else {name: asdict(current)[name]}
    show(SettingsReport(shown, settings_path(env)), shared.format, env)
