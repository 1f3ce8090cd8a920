"""Building blocks of commands: examples, and the shared options, which may be before or after the command's name."""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click

from userprio.base import BadInput, Format, budget, parse_amount, seconds_since_epoch
from userprio.base.patterns import lazy_pattern
from userprio.base.records import NO_ITEMS, Record
from userprio.base.versions import LATEST, Behaviour, Version, parse_version
from userprio.cli import COMMANDS, OUTPUT_OPTIONS, ROOT, Command, Environment, Output, output_options
from userprio.cli.help import HelpedCommand, help_all, rare_option
from userprio.cli.parameters import FILE, OUTPUT, SOURCES, CommonOption, as_parameter, length

if TYPE_CHECKING:
    from userprio.pool import Snapshot
    from userprio.report import Formats

_PARSED: Final = "userprio.parsed"
_OPTIONS: Final = "userprio.options"
_FIELDS: Final = {"condor_version": "version", "wait": "wait_s"}
"""The fields of options, where they are not called like the option."""
_LONGEST_KEY: Final = 200
_LONGEST_WAIT_S: Final = 1_000_000
_KNOB_NAME: Final = lazy_pattern(r"[A-Za-z0-9_./]+\Z")

Decorator: TypeAlias = Callable[[Any], Any]
"""Adds options or arguments to the function that a command runs."""


class GlobalOptions(Record):
    """The options that commands share, whether they stood before the command or after it."""

    config: Path | None = None
    ledger: Path | None = None
    snapshot: str | None = None
    overrides: Mapping[str, str] = NO_ITEMS
    limits: Mapping[str, int] = NO_ITEMS
    """The limits that the command line sets."""
    last: int | None = None
    """How many operations `log` shows."""
    now: int | None = None
    format: Format = Format.AUTO
    format_given: bool = False
    allow_commands: bool = False
    trust: bool = False
    """Whether a snapshot may refer to files outside of it."""
    version: Version | None = None
    """The version of all daemons; None: as in their ads."""
    pool: str | None = None
    """Host and port of a running pool's collector."""
    negotiator: str | None = None
    """The name of a negotiator in `pool`; without that, in this machine's pool."""
    via: str | None = None
    """How to access a running pool, `tools` or `bindings`; None: whichever is installed."""
    wait_s: float = 10.0
    """How long an edit waits for other edits, in seconds."""
    profile: str | None = None
    """The profile of the settings."""
    dry_run: bool = False
    """Whether to only show an edit."""
    at: int | None = None
    """The time of the recorded moment that the pool is read as of."""
    database: Path | None = None
    """The database of record."""
    once: str | None = None
    """The key under which an edit is made at most once."""
    reason: str | None = None
    """The reason of an edit, for the operations log."""
    force: bool = False
    """Whether to edit a ledger even if a negotiator seems to own it, or its end is damaged."""
    atomic: bool = False
    """Whether what was made of an edit of a running pool is taken back if a part of it is refused."""
    yes: bool = False
    """Whether to edit without confirmation."""
    output: Output = Output()
    """How results are to look."""

    @classmethod
    def of(cls, parsed: Sequence[tuple[str, Any]]) -> "GlobalOptions":
        """The options in the order of the command line: the last value counts, but knobs and limits add up."""
        fields: dict[str, Any] = {"overrides": {}, "limits": {}}
        for name, value in parsed:
            if name in ("overrides", "limits"):
                fields[name].update(value)
            elif name not in OUTPUT_OPTIONS:
                fields[_FIELDS.get(name, name)] = value
        return cls(**fields, format_given="format" in fields, output=Output.of(parsed))

    @property
    def tool(self) -> Behaviour:
        """The behaviour of that version's condor_userprio."""
        return LATEST if self.version is None else Behaviour(self.version)

    def find_snapshot(self) -> "Snapshot | None":
        """The named snapshot, trusted as far as the options say.

        Raises:
            BadInput: there is none by that name.
        """
        return None if self.snapshot is None else self.snapshot_named(self.snapshot)

    def snapshot_named(self, name: str) -> "Snapshot":
        """Another snapshot, trusted as this one is."""
        from userprio.pool import find_snapshot

        return find_snapshot(name, trust=self.trust or self.allow_commands)

    @property
    def asks(self) -> bool:
        """Whether changes need confirmation."""
        return not (self.yes or self.dry_run)

    @property
    def live(self) -> bool:
        """Whether a running pool is asked for."""
        return self.pool is not None or self.negotiator is not None

    def present(self, env: Environment) -> int:
        """The time that is given, or the clock's, in seconds since the epoch."""
        return int(env.clock()) if self.now is None else self.now


def command(name: str, *examples: str, **settings: Any) -> Callable[[Callable[..., Any]], click.Command]:
    """Make a function the command of this name in `COMMANDS`, with the shared options that it has there.

    `examples` are command lines without the leading `userprio`.
    """
    record = COMMANDS[name]
    create = click.command(name, cls=HelpedCommand, epilog=epilog(*examples), **settings)

    def add(function: Callable[..., Any]) -> click.Command:
        made = create(shared_options(record)(function))
        made.params.append(help_all())
        # They are parsed all the same, so that the command can say why it refuses them.
        for param in made.params:
            if isinstance(param, click.Option) and param.name in record.refused:
                param.hidden = True
        return made

    return add


def epilog(*examples: str) -> str:
    """The examples at the end of a help text."""
    return "\b\nExamples:\n" + "".join(f"  userprio {example}\n" for example in examples)


def together(*options: Decorator) -> Decorator:
    """Several options as one decorator, in the order of the help text."""
    return lambda function: reduce(lambda inner, option: option(inner), reversed(options), function)


def tabled(table: Mapping[str, str], option: Callable[..., Decorator] = click.option, **attributes: Any) -> Decorator:
    """Options by their usage, each with its help; `option` creates them, with these `attributes`.

    A usage is as in `--set overrides NAME=VALUE...`: spellings, the parameter's name if it differs, and what is given.
    A FILE is a path, `tools|bindings` is a choice, `...` allows several, and an option without any of these is a flag.
    """

    def create(usage: str, text: str) -> Decorator:
        *names, value = usage.split()
        if value.startswith("--") or (value.isidentifier() and value.islower()):
            return option(*names, value, is_flag=True, help=text, **attributes)
        if "|" in value:
            return option(*names, type=click.Choice(value.split("|")), help=text, **attributes)
        metavar = value.removesuffix("...")
        type_ = FILE if metavar == "FILE" else None
        return option(*names, type=type_, metavar=metavar, multiple=metavar != value, help=text, **attributes)

    return together(*(create(usage, text) for usage, text in table.items()))


def shared_of(context: click.Context) -> GlobalOptions:
    """The options of this command line as the command got them or, before it is called, as far as they are parsed."""
    options = context.meta.get(_OPTIONS)
    return options if isinstance(options, GlobalOptions) else GlobalOptions.of(_parsed(context))


def _parsed(context: click.Context) -> list[tuple[str, Any]]:
    """The options parsed so far, by name, whichever command they were given to."""
    parsed: list[tuple[str, Any]] = context.meta.setdefault(_PARSED, [])
    return parsed


def env_of(context: click.Context) -> Environment:
    """The environment of a command line."""
    env = context.find_object(Environment)
    assert env is not None
    return env


def misuse(reason: str) -> click.UsageError:
    """The error to raise for options that do not make sense together; it shows the command's usage."""
    return click.UsageError(reason, click.get_current_context())


def need_pool(shared: GlobalOptions, what: str, example: str = "physics") -> None:
    """Ensure that a pool is named; for the message, `what` needs it, and `example` is a shipped one.

    Raises:
        click.UsageError: neither a snapshot nor a running pool is named.
    """
    if shared.snapshot is None and not shared.live:
        hint = f"give --snapshot, such as --snapshot {example}, or --pool with the host of a running one"
        raise misuse(f"{what} needs a pool: {hint}.")


def refuse_live(shared: GlobalOptions, reason: str) -> None:
    """Ensure that no running pool is named; `reason` is a sentence for the message.

    Raises:
        click.UsageError: one is.
    """
    if shared.live:
        raise misuse(reason)


def assignment(text: str) -> tuple[str, str]:
    """Name and value of NAME=VALUE.

    Raises:
        click.BadParameter: it does not have this form.
    """
    name, equals, value = text.partition("=")
    if not equals or not _KNOB_NAME.match(name.strip()):
        raise click.BadParameter(f"{text!r} is not of the form NAME=VALUE, such as GROUP_QUOTA_physics=30.")
    return name.strip(), value.strip()


def _limit(text: str) -> tuple[str, int]:
    name, _, number = text.partition("=")
    try:
        return name.strip(), parse_amount(name.strip(), number)
    except BadInput as error:
        raise click.BadParameter(f"{error}.") from None


def remember(context: click.Context, parameter: click.Parameter, value: Any) -> None:
    """Callback of an option that commands share: its value is read here, so that an error names the option."""
    name, parsed = parameter.name, _parsed(context)
    # Click calls this for options that were not given too.
    if name is None or value in (None, (), False):
        return
    match name:
        case "overrides":
            parsed.append((name, [assignment(text) for text in value]))
        case "limits":
            for text in value:
                if context.info_name == "log" and text.isascii() and text.isdigit() and text.strip("0"):
                    # What `--last` is called now.
                    parsed.append(("last", int(text[:9])))
                else:
                    parsed.append((name, [_limit(text)]))
        case "now" | "at":
            env = env_of(context)
            with as_parameter():
                parsed.append((name, seconds_since_epoch(value, env.zone, int(env.clock()))))
        case "format" | "condor_version" | "wait" | "once":
            parsed.append((name, _READERS[name](value)))
        case "reason":
            parsed.append((name, value))
        # An empty text, such as that of an unset variable in a script, is no name of anything.
        case _ if value != "" or name in OUTPUT_OPTIONS:
            parsed.append((name, Output.read(name, value)))


def _key(text: str) -> str:
    if not text.strip() or not text.isprintable() or len(text) > _LONGEST_KEY:
        raise click.BadParameter(f"A key is a printable text of 1 to {_LONGEST_KEY} characters.", param_hint="--once")
    return text


def _wait(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        return length(text)
    if not 0 <= seconds <= _LONGEST_WAIT_S:
        raise click.BadParameter(f"{text} is not in the range from 0 to {_LONGEST_WAIT_S} seconds.")
    return seconds


_READERS: Final[Mapping[str, Callable[[str], Any]]] = {
    "format": Format,
    "condor_version": parse_version,
    "wait": _wait,
    "once": _key,
}


def _shared(*declarations: str, section: str = SOURCES, **attributes: Any) -> Decorator:
    attributes |= {"section": section, "expose_value": False, "callback": remember}
    return click.option(*declarations, cls=CommonOption, **attributes)


profile_option: Final = tabled(
    {
        "--profile PROFILE": "A profile of the settings, for one of several pools. Otherwise the one that "
        "USERPRIO_PROFILE names."
    },
    _shared,
)

_FOR_POOLS: Final = (
    tabled(
        {
            "--config FILE": "HTCondor's configuration. It is a file, a folder of files such as config.d, or "
            "what condor_config_val -dump prints; otherwise that of the snapshot, CONDOR_CONFIG, or the usual places.",
            "--ledger FILE": "HTCondor's ledger, Accountantnew.log. Otherwise that of the snapshot, or the one that "
            "the configuration names.",
            "--snapshot POOL": "A pool in files, such as the example physics. It is a folder of slots.ads, "
            "submitters.ads and jobs.ads; a pool.toml; or the name of a shipped example.",
            "--pool HOST": "A running pool, by its collector's host[:port]. It takes the place of ledger and snapshot.",
            "--name negotiator NAME": "A negotiator of the running pool, where it has several.",
            "--via tools|bindings": "Ask the running pool through HTCondor's tools, or its Python bindings. Otherwise "
            "the tools, if any.",
            "--at TIME": "The pool as it was then, in place of a snapshot: the last full state that record --keep has "
            "stored until that time.",
            "--db database FILE": "The database of record, for --at; otherwise that of the settings.",
            "--set overrides NAME=VALUE...": "Override a knob of the configuration; may be repeated.",
            "--limit limits LIMIT=NUMBER...": "Raise or lower a limit on what is read and computed; may be repeated. "
            "`userprio help limits` lists them.",
        },
        _shared,
    ),
    profile_option,
    tabled(
        {
            "--now TIME": "The time to assume: ISO 8601, seconds since 1970, tomorrow, or 3d for that long from now. "
            "Otherwise the snapshot's own time; for edits, and where there is no snapshot, the clock's.",
            "--condor-version --as-version condor_version VERSION": "The version of all of HTCondor's daemons and "
            "tools, such as 24.0.23. Otherwise what the ads of the pool say, else the newest.",
            "--trust": "Let a snapshot look out of its folder: its configuration may include files from elsewhere and "
            "use this process's environment.",
            "--allow-commands": "Let configuration and submit description run their commands, which is to trust them.",
        },
        _shared,
    ),
)


class _FormatOption(CommonOption):
    """`--format` of a command, whose help offers the formats that it has; another one is refused in a sentence."""

    def __init__(self, *args: Any, command: Command, **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self._command: Final = command

    @property
    def formats(self) -> Sequence[str]:
        # Before a command, any of them may be meant.
        return [form.value for form in (Format if self._command is ROOT else self._command.formats)]

    def make_metavar(self, ctx: click.Context) -> str:
        return f"[{'|'.join(self.formats)}]"


def _format_option(command: Command) -> Decorator:
    return click.option(
        "--format",
        cls=_FormatOption,
        command=command,
        section=OUTPUT,
        type=click.Choice([form.value for form in Format]),
        expose_value=False,
        callback=remember,
        help="How to write the result; auto if not given.",
    )


repeating_options: Final = tabled(
    {
        "--wait TIME": "How long an edit waits for others who are editing the ledger or the pool, such as 1m; 10s if "
        "not given, 0: not at all.",
        "--once KEY": "Make an edit at most once under this key, so that a script may try again.",
        "--dry-run": "Show what an edit would change, without making it; also what it would do to shares of the pie.",
    },
    _shared,
)
"""Options of edits for scripts, in both spellings."""


def shared_options(command: Command) -> Decorator:
    """Add the shared options to a function, which is called with them, as `GlobalOptions`, and the environment.

    A `--format` that the results of the command lack is refused. The user's settings are the defaults of options.
    """

    def add(function: Callable[..., Any]) -> Any:
        @wraps(function)
        def run(**values: Any) -> Any:
            context = click.get_current_context()
            shared, env = shared_of(context), env_of(context)
            if shared.profile is not None:
                env = env.with_profile(shared.profile)
            # For a group whose command is still to be parsed, nothing is known yet.
            if context.invoked_subcommand is not None:
                return function(shared, env, **values)
            for name, number in shared.limits.items():
                budget().allow(name, number)
            _check(shared, context, command)
            if context.info_name != "settings":
                shared = _with_settings(shared, env, command)
            if shared.at is not None:
                shared = _as_of(shared, shared.at, context, env)
            context.meta[_OPTIONS] = shared
            env = shared.output.applied(env)
            if shared.output.watch_s is None:
                return function(shared, env, **values)
            from userprio.cli.showing import watch

            return watch(lambda env: function(shared, env, **values), shared.output.watch_s, env)

        return together(
            *(_FOR_POOLS if command.of_pools else ()),
            *output_options(_shared, command),
            *((_format_option(command),) if command.shows is not None or command.of_pools else ()),
        )(run)

    return add


def _check(shared: GlobalOptions, context: click.Context, command: Command) -> None:
    """Refuse options that the command does not have."""
    names = {parameter.name for parameter in context.command.params}
    # These two stand before the command as well, where it is not yet known whether that is an edit.
    if "once" not in names:
        for given, option in ((shared.once is not None, "--once"), (shared.dry_run, "--dry-run")):
            if given:
                raise misuse(f"{option} is for commands that edit; {context.info_name} does not.")
    if shared.at is not None and "at" in command.refused:
        raise misuse(f"{context.info_name} does not take --at, which is for commands that read a pool.")
    # Options before the command are accepted for any, so it is only here that they can be refused.
    for name in shared.output.given:
        if name not in names:
            raise misuse(f"{OUTPUT_OPTIONS[name]} is not for {context.info_name}.")
    if shared.output.fields and shared.format not in (Format.AUTO, Format.JSON):
        raise misuse(f"--json chooses fields of JSON, and --format {shared.format} is not JSON.")
    if shared.format_given and command.shows is not None and shared.format not in command.formats:
        raise misuse(f"--format {shared.format}: {context.info_name} has {', '.join(command.formats)}.")


def with_format_of(shared: GlobalOptions, formats: "Formats[Any]", what: str) -> GlobalOptions:
    """The options for `what`, whose result has only these of the command's formats: `auto` if the settings say another.

    Raises:
        click.UsageError: another one was asked for.
    """
    from userprio.report import formats_of

    known = formats_of(formats)
    if shared.format not in known and shared.format_given:
        raise misuse(f"--format {shared.format}: {what} has {', '.join(known)}.")
    return shared if shared.format in known else shared.with_(format=Format.AUTO)


def _with_settings(shared: GlobalOptions, env: Environment, command: Command) -> GlobalOptions:
    """The options with the user's settings for those that are not given."""
    from userprio.cli.settings import check_profile, limits_of, read_settings, settings_path, warn_if_ignored

    file = read_settings(env)
    warn_if_ignored(file, env)
    check_profile(file, env)
    settings = file.effective
    snapshot, version, form = shared.snapshot, shared.version, shared.format
    # A configuration or a ledger that is named is not about the usual pool.
    if not (shared.live or snapshot or shared.config or shared.ledger or shared.at is not None):
        snapshot = settings.snapshot
    for name, number in limits_of(settings.limits or "").items():
        if name not in shared.limits:
            budget().allow(name, number)
    if settings.condor_version is not None and version is None:
        version = parse_version(settings.condor_version)
    if settings.format is not None and not shared.format_given:
        if settings.format not in list(Format):
            hint = f"There are {', '.join(Format)}"
            raise BadInput(f"there is no format {settings.format!r}", settings_path(env), hint=hint)
        if settings.format in command.formats:
            form = Format(settings.format)
    database = shared.database or (None if settings.db is None else Path(settings.db))
    return shared.with_(snapshot=snapshot, version=version, format=form, database=database)


def _as_of(shared: GlobalOptions, at: int, context: click.Context, env: Environment) -> GlobalOptions:
    """The options with the state of a recorded moment as the snapshot."""
    from userprio.cli.moments import snapshot_of_moment

    if shared.live or shared.snapshot is not None:
        raise misuse("--at reads the pool from a database: give it without --snapshot, --pool and --name.")
    if shared.database is None:
        raise misuse("--at needs the database of record: --db FILE, or `userprio settings db FILE`.")
    folder, taken = snapshot_of_moment(shared.database, at, context, env)
    return shared.with_(snapshot=str(folder), now=taken if shared.now is None else shared.now)


first_cycle_option: Final = rare_option(
    "--first-cycle",
    is_flag=True,
    help="The first cycle of a negotiator that just started. Otherwise one of a running negotiator, "
    "which knows the groups' quotas of the cycle before.",
)
yes_option: Final = click.option(
    "--yes", is_flag=True, expose_value=False, callback=remember, help="Do not ask for confirmation."
)
