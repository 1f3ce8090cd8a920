"""Options that every command shares, usable before and after the command's name."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from functools import reduce, wraps
from itertools import islice
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import click

from userprio.cli.environment import Environment
from userprio.errors import BadInput
from userprio.formats import Format

_META: Final = "userprio.shared"
_EPOCH_DIGITS: Final = 12
_EPOCH_MAX: Final = 253_402_300_799
"""The last second of the year 9999; no calendar of ours goes further."""

_KNOB_NAME: Final = re.compile(r"[A-Za-z0-9_./]+\Z")

Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass(slots=True)
class Shared:
    """The shared options as far as they have been read; what stands later on the command line wins."""

    config: Path | None = None
    ledger: Path | None = None
    snapshot: str | None = None
    overrides: dict[str, str] = field(default_factory=dict)
    now: int | None = None
    format: Format = Format.AUTO
    format_given: bool = False
    allow_commands: bool = False
    pool: str | None = None
    """Host and port of a running pool's collector."""
    negotiator: str | None = None
    """Name of a negotiator; without a pool, of the one that this machine is configured for."""
    via: str | None = None
    """The way to a running pool, `tools` or `bindings`; None: what is there."""

    @property
    def live(self) -> bool:
        """Whether a running pool is asked for."""
        return self.pool is not None or self.negotiator is not None


def shared_of(context: click.Context) -> Shared:
    """The shared options of this command line, whichever command they were given to."""
    shared = context.meta.setdefault(_META, Shared())
    assert isinstance(shared, Shared)
    return shared


def env_of(context: click.Context) -> Environment:
    """What a command line is run in."""
    env = context.find_object(Environment)
    assert env is not None
    return env


def need_pool(shared: Shared, what: str, example: str = "physics") -> None:
    """Ensure that there is a pool to look at; `what` is said to need one, and `example` is one that is shipped.

    Raises:
        click.UsageError: neither a snapshot nor a running pool is named.
    """
    if shared.snapshot is None and not shared.live:
        hint = f"give --snapshot, such as --snapshot {example}, or --pool with the host of a running one"
        raise click.UsageError(f"{what} needs a pool: {hint}.", click.get_current_context())


def refuse_live(shared: Shared, reason: str) -> None:
    """Ensure that no running pool is named; `reason` says in a sentence why.

    Raises:
        click.UsageError: one is.
    """
    if shared.live:
        raise click.UsageError(reason, click.get_current_context())


def assignment(text: str) -> tuple[str, str]:
    """Name and value of NAME=VALUE.

    Raises:
        click.BadParameter: for what is not of that form.
    """
    name, equals, value = text.partition("=")
    if not equals or not _KNOB_NAME.match(name.strip()):
        raise click.BadParameter(f"{text!r} is not of the form NAME=VALUE, such as GROUP_QUOTA_physics=30.")
    return name.strip(), value.strip()


def moment(text: str, zone: tzinfo) -> int:
    """Seconds since the epoch of a time written as that number or in ISO 8601, local to `zone` where it names none.

    Raises:
        click.BadParameter: for what is not a time.
    """
    try:
        seconds = int(text) if text.isascii() and text.isdigit() and len(text) <= _EPOCH_DIGITS else _iso(text, zone)
    except (ValueError, OverflowError):
        seconds = -1
    if not 0 <= seconds <= _EPOCH_MAX:
        raise click.BadParameter(f"{text!r} is neither seconds since 1970 nor a time such as 2026-03-02T09:00.")
    return seconds


def _iso(text: str, zone: tzinfo) -> int:
    time = datetime.fromisoformat(text.strip())
    return int((time if time.tzinfo is not None else time.replace(tzinfo=zone)).timestamp())


def as_moment(context: click.Context, parameter: click.Parameter, text: str | None) -> int | None:
    """Callback of an option that takes a time."""
    env = context.find_object(Environment)
    return None if text is None or env is None else moment(text, env.zone)


def _remember(context: click.Context, parameter: click.Parameter, value: Any) -> None:
    shared, name = shared_of(context), parameter.name
    match name:
        case "overrides":
            shared.overrides.update(assignment(text) for text in value)
        case "format" if value is not None:
            shared.format, shared.format_given = Format(value), True
        case "now" if value is not None:
            shared.now = as_moment(context, parameter, value)
        case "config" | "ledger" | "snapshot" | "allow_commands" | "pool" | "negotiator" | "via" if value:
            setattr(shared, name, value)


_FILE: Final = click.Path(path_type=Path)


def _shared(*declarations: str, **attributes: Any) -> Callable[[Command], Command]:
    return click.option(*declarations, expose_value=False, callback=_remember, **attributes)


def _with_settings(command: Command, results: Sequence[str]) -> Command:
    """The same function, run once the user's settings stand in for what the command line does not say."""

    @wraps(command)
    def run(*arguments: Any, **values: Any) -> Any:
        _fill_in(click.get_current_context(), results)
        return command(*arguments, **values)

    return cast(Command, run)


def _fill_in(context: click.Context, results: Sequence[str]) -> None:
    env = context.find_object(Environment)
    # Of a group whose command is still to be read nothing is known yet.
    if env is None or context.invoked_subcommand is not None:
        return
    from userprio.report import formats_of

    shared, formats = shared_of(context), formats_of(*results)
    if shared.format_given and results and shared.format not in formats:
        raise click.UsageError(f"--format {shared.format}: {context.info_name} has {', '.join(formats)}.", context)
    if context.info_name == "settings":
        return
    from userprio.cli.settings_file import settings_of, settings_path

    settings = settings_of(env)
    if not shared.live and shared.snapshot is None and shared.config is None and shared.ledger is None:
        shared.snapshot = settings.snapshot
    if settings.format is not None and not shared.format_given:
        if settings.format not in list(Format):
            hint = f"There are {', '.join(Format)}"
            raise BadInput(f"there is no format {settings.format!r}", settings_path(env), hint=hint)
        if settings.format in formats:
            shared.format = Format(settings.format)


def shared_options(*results: str) -> Callable[[Command], Command]:
    """Add the shared options to a group or command; their values are found with `shared_of`.

    `results` are the types of result that it shows, by name: another `--format` than these have is refused.
    """
    options = (
        _shared(
            "--config",
            type=_FILE,
            metavar="FILE",
            help="HTCondor configuration. Otherwise that of the snapshot, CONDOR_CONFIG, or the usual places.",
        ),
        _shared(
            "--ledger",
            type=_FILE,
            metavar="FILE",
            help="Accountantnew.log. Otherwise that of the snapshot, or the one that the configuration names.",
        ),
        _shared(
            "--snapshot",
            metavar="POOL",
            help="Folder of slots.ads, submitters.ads and jobs.ads; a pool.toml; or the name of a shipped example.",
        ),
        _shared(
            "--pool",
            metavar="HOST",
            help="A running pool, by its collector's host[:port], in place of a ledger and a snapshot.",
        ),
        _shared(
            "--name",
            "negotiator",
            metavar="NAME",
            help="A negotiator of the running pool, where it has several.",
        ),
        _shared(
            "--via",
            type=click.Choice(["tools", "bindings"]),
            help="Ask the running pool through HTCondor's tools, or its Python bindings. Otherwise the tools, if any.",
        ),
        _shared("--set", "overrides", metavar="NAME=VALUE", multiple=True, help="Override a knob; may be repeated."),
        _shared("--now", metavar="TIME", help="Epoch or ISO 8601. Otherwise the snapshot's own time, or the clock."),
        _shared(
            "--format",
            type=click.Choice([form.value for form in Format]),
            help="How to write the result; auto if not given.",
        ),
        _shared("--allow-commands", is_flag=True, help="Let the configuration run the commands that it includes."),
    )

    def add(command: Command) -> Command:
        return reduce(lambda function, option: option(function), reversed(options), _with_settings(command, results))

    return add


def first_cycle_option(command: Command) -> Command:
    """Add the choice between the first cycle of a negotiator and those of a running one."""
    return click.option(
        "--first-cycle",
        is_flag=True,
        help="The first cycle of a negotiator that just started. Otherwise one of a running negotiator, "
        "which knows the groups' quotas of the cycle before.",
    )(command)


_OWN: Final = {
    "--config": True,
    "--ledger": True,
    "--snapshot": True,
    "--pool": True,
    "--name": True,
    "--via": True,
    "--set": True,
    "--now": True,
    "--format": True,
    "--allow-commands": False,
    "--help": False,
    "--version": False,
}
"""Options of the program itself, and whether a value follows: the rest may be in condor_userprio's spelling."""


def split_own(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """Take the program's own options out of a command line: those with their values, and the rest.

    What follows a lone `--` is never an option.
    """
    ours: list[str] = []
    others: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        name, equals, _ = argument.partition("=")
        if argument == "--":
            others += [argument, *rest]
        elif name in _OWN:
            ours.append(argument)
            if _OWN[name] and not equals:
                ours += islice(rest, 1)
        else:
            others.append(argument)
    return ours, others
