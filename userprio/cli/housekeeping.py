"""`userprio settings`, `versions`, `init`, `snapshot` and `completion`."""

import secrets
import shutil
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

import click
import msgspec
from msgspec.structs import asdict, replace

from userprio import live, report
from userprio.base import BadInput, Format, Refused, check_links, parse_version
from userprio.cli import Environment, ExitStatus, check_live, counting, reach, show
from userprio.cli import settings as stored
from userprio.cli.options import GlobalOptions, command, misuse, profile_option
from userprio.pool import examples, find_snapshot


@command(
    "settings",
    "settings",
    "settings snapshot physics",
    "settings ledger /srv/pool/Accountantnew.log",
    "settings limits steps=50000000,slots=400000",
    "settings --unset snapshot",
    "settings --profile north ledger /srv/north/Accountantnew.log",
    "--profile north most",
)
@profile_option
@click.argument("name", metavar="[NAME]", required=False, type=click.Choice(stored.NAMES))
@click.argument("value", metavar="[VALUE]", required=False)
@click.option("--unset", is_flag=True, help="Restore the program's own default; with --profile and no NAME, forget it.")
def settings(shared: GlobalOptions, env: Environment, name: str | None, value: str | None, unset: bool) -> ExitStatus:
    """Show and set defaults for options that are not given.

    NAME is config, ledger, snapshot, db, format, condor_version or limits. With a VALUE it is set, with --unset it is
    unset, otherwise it is shown.

    A snapshot's configuration and the variable CONDOR_CONFIG take precedence over the configuration that is set here,
    which takes precedence over what is found elsewhere. The ledger is used if there is no snapshot, the snapshot if
    none of --snapshot, --config and --ledger is given. The database of record, db, is for history, --at, status and
    metrics.

    With --profile, or the variable USERPRIO_PROFILE, it applies to the settings of that profile, which is created when
    something is set in it. They override the plain ones for every command that is run with the profile; its
    configuration takes precedence over CONDOR_CONFIG too. The source of each value is shown.
    """
    settings = stored.read_settings(env)
    stored.warn_if_ignored(settings, env)
    if value is None:
        stored.check_profile(settings, env)
    if unset or value is not None:
        if (name is None and (value is not None or settings.profile is None)) or (unset and value is not None):
            raise misuse("Give the NAME of a setting, and either a VALUE or --unset.")
        own = stored.NOTHING_SET
        if name is not None:
            own = replace(settings.own, **{name: None if value is None else _checked(name, value)})
        settings = settings.with_own(own)
        stored.keep_settings(settings, env)
    if unset and settings.profile not in settings.profiles:
        settings = replace(settings, profile=None)
    names = stored.NAMES if name is None else (name,)
    sources = {key: settings.source(key) for key in names}
    values = asdict(settings.effective)
    shown = {key: values[key] for key in names}
    profiles = tuple(settings.profiles)
    result = report.SettingsReport(shown, stored.settings_path(env), sources, settings.profile, profiles)
    show(result, report.SETTINGS_FORMATS, shared.format, env)
    return ExitStatus.DONE


@command("versions", "versions", "versions 24.0.23 25.14.1", "versions --format json")
@click.argument("version", metavar="[VERSION]...", nargs=-1)
def versions(shared: GlobalOptions, env: Environment, version: tuple[str, ...]) -> ExitStatus:
    """Show what versions of HTCondor decide differently, as far as a cycle or a listing can show it.

    Each behaviour is decided by the version of one daemon: a new negotiator may work with old schedds. A cycle follows
    the versions in the ads of the pool, or --condor-version; `userprio plan --to-version` shows what an upgrade would
    change. Without VERSION, the last release of each long-term series is shown, and the two releases whose behaviour
    was observed by running them.
    """
    table = report.VersionTable(tuple(map(parse_version, version)) or report.USUAL)
    show(table, report.VERSIONS_FORMATS, shared.format, env)
    return ExitStatus.DONE


def _checked(name: str, value: str) -> str:
    """The value to keep, with absolute paths, so that the current folder does not matter.

    Raises:
        BadInput: there is no such file, snapshot or format.
    """
    if name == "limits":
        stored.limits_of(value)
        return value
    if name == "condor_version":
        return str(parse_version(value))
    if name == "format":
        if value not in list(Format):
            raise BadInput(f"there is no format {value!r}", hint=f"There are {', '.join(Format)}")
        return value
    path = Path(value)
    if name == "snapshot":
        find_snapshot(value)
        return str(path.absolute()) if path.exists() else value
    if not (path.is_file() or (name == "config" and path.is_dir())):
        raise BadInput("there is no such file", path, hint="A setting must name an existing file")
    return str(path.absolute())


@command("init", "init mypool", "init physics mypool")
@click.argument("example", metavar="[EXAMPLE]", required=False)
@click.argument("folder", metavar="DIR", required=False)
def init(shared: GlobalOptions, env: Environment, example: str | None, folder: str | None) -> ExitStatus:
    """Copy a shipped example into a new folder DIR, to start a pool of your own.

    The default EXAMPLE is `handmade`, a pool written by hand in one file. DIR must not exist yet, or be empty; nothing
    is ever overwritten.
    """
    if folder is None:
        example, folder = None, example
    if folder is None:
        raise misuse("Name the folder to create, such as mypool.")
    if example is None and any(folder == shipped.name for shipped in examples.shipped()):
        # A folder of that name would hide the example.
        raise misuse(f"{folder} is an example: name a folder for it too, as in {env.program} init {folder} mypool.")
    source, target = examples.find(example or "handmade"), Path(folder)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise Refused(f"{target} exists already, and nothing is overwritten; name a new folder")
    _copy(source.folder, target)
    for path in sorted(target.iterdir()):
        env.stdout.write(f"{path}\n")
    env.stderr.write(f"Try: {env.program} negotiate --snapshot {target}\n")
    return ExitStatus.DONE


def _copy(source: Path, target: Path) -> None:
    """Copy an example into a folder, created with its parents, that appears only when complete.

    Raises:
        OSError: a file cannot be written; nothing is left behind.
    """
    final = target.resolve()
    missing = [folder for folder in final.parents if not folder.exists()]
    temporary = None
    at = target
    try:
        final.parent.mkdir(parents=True, exist_ok=True)
        check_links(target)
        temporary = final.with_name(f".{final.name}.{secrets.token_hex(4)}")
        temporary.mkdir()
        for path in source.iterdir():
            at = target / path.name
            if path.is_file() and path.name != "about.txt":
                (temporary / path.name).write_bytes(path.read_bytes())
        at = target
        if final.exists():
            temporary.chmod(stat.S_IMODE(final.stat().st_mode))
        # Replacing an empty folder is atomic as well.
        temporary.rename(final)
    except OSError as failed:
        if temporary is not None:
            shutil.rmtree(temporary, ignore_errors=True)
        for folder in missing:
            with suppress(OSError):
                folder.rmdir()
        raise type(failed)(failed.errno, failed.strerror, str(at)) from failed


@command(
    "snapshot",
    "snapshot --pool cm.example.org pool-today",
    "snapshot pool-today           (of this machine's own pool)",
    "snapshot --pool cm.example.org:9620 --name night last-night",
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
def snapshot(shared: GlobalOptions, env: Environment, folder: Path) -> None:
    """Take a snapshot of a running pool into a new folder DIR, for `--snapshot DIR` of the other commands.

    It holds slot, submitter and job ads with the attributes that a negotiation can depend on, the negotiator's
    configuration, and its accounts as a ledger. DIR may exist if it is empty; it appears all at once when the snapshot
    is complete. The pool is only read.

    Of the configuration, only the knobs that this program reads are kept, and the macros that they refer to. Claim ids,
    capabilities and jobs' environments are never included, and arguments of jobs only if an expression refers to them.
    Anything that looks like a credential, such as user:password@ in an address, is replaced by `***`, and a warning
    names its knob or attribute. A secret of no known form in a knob that is read, or in an attribute that an expression
    refers to, is not recognised.
    """
    check_live(shared, env)
    live.check_free(folder)
    reached = reach(shared, env)
    negotiator = reached.negotiator()
    now = shared.present(env)
    with counting(env) as progress:
        taken = live.take_into(folder, reached.transport, negotiator, now, progress)
    env.warn_all(taken.warnings)
    summary = report.SnapshotReport(
        folder, reached.title, negotiator.name, now, taken.slots, taken.submitters, taken.jobs, taken.records
    )
    show(summary, report.SNAPSHOT_FORMATS, shared.format, env)


SCRIPTS: Final = Path(__file__).with_name("completion") / "scripts"


class Shell(msgspec.Struct, frozen=True):
    """A supported shell."""

    script: str
    """The file name of its script, which is also the one that the shell looks for."""
    here: str
    """The command that enables completion in the running shell."""
    always: str
    """How to enable it in every new shell."""


SHELLS: Final = {
    "bash": Shell(
        "userprio.bash",
        "source <(userprio completion bash)",
        "the same line in ~/.bashrc; or, where bash-completion is installed, "
        "userprio completion bash > ~/.local/share/bash-completion/completions/userprio",
    ),
    "zsh": Shell(
        "_userprio",
        "source <(userprio completion zsh)",
        "the same line in ~/.zshrc, after compinit; or, with a folder of $fpath, "
        "userprio completion zsh > FOLDER/_userprio",
    ),
    "fish": Shell(
        "userprio.fish",
        "userprio completion fish | source",
        "userprio completion fish > ~/.config/fish/completions/userprio.fish",
    ),
}


@command(
    "completion",
    "completion bash",
    "completion bash > ~/.local/share/bash-completion/completions/userprio",
    "completion zsh > ~/.zfunc/_userprio",
    "completion fish > ~/.config/fish/completions/userprio.fish",
)
@click.argument("shell", metavar="SHELL", type=click.Choice(list(SHELLS)))
def completion(shared: GlobalOptions, env: Environment, shell: str) -> None:
    """Print the script that makes SHELL complete command lines of userprio: bash, zsh or fish.

    The script asks the program at every press of the tab key, so that it offers current commands, options, knobs, and
    names of submitters, groups and operations. On a terminal this command says where to put the script.
    """
    chosen = SHELLS[shell]
    env.stdout.write((SCRIPTS / chosen.script).read_text(encoding="utf-8"))
    if env.on_terminal:
        env.stderr.write(f"In this shell: {chosen.here}\nIn every new one: {chosen.always}\n")
