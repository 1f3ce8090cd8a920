"""Finds and reads what a command is about: configuration, ledger and pool, from files or from a running pool.

`load_scenario` is where to begin. `userprio.live` is only imported for a running pool.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import click
import msgspec

from userprio import pool as pools
from userprio.base import BadInput, Exceeded, SnapshotRoot, open_file, placed
from userprio.cli import Environment, GlobalOptions, counting, find_config, find_ledger, no_ledger, reading_bar
from userprio.config import Config, ConfigError, ErrorKind, WarningKind
from userprio.config import read as read_config
from userprio.ledger import Ledger

if TYPE_CHECKING:
    from userprio.live import Negotiator, Transport


class CommandInputs(msgspec.Struct, frozen=True):
    """What a command reads besides the ledger."""

    config: Config
    pool: pools.Pool
    """Empty if no snapshot was named."""
    now: int
    snapshot: pools.Snapshot | None
    ledger: Ledger | None = None
    """The ledger of a running pool, which came with the other inputs."""
    bare: bool = False
    """The pool is a running one, and no configuration of it was found."""


HOW_TO_NAME_ONE: Final = (
    "Give --ledger FILE, --pool HOST or --snapshot POOL; to try the program, `userprio --snapshot physics status`, or "
    "`userprio learn`"
)


def read_ledger(path: Path, inputs: CommandInputs, shared: GlobalOptions, env: Environment) -> Ledger:
    """The ledger that `find_ledger` has found for these inputs.

    Raises:
        LedgerError: it cannot be read.
    """
    ledger = pools.read_accounts(path, inputs.config, inputs.now, root_of_ledger(path, inputs, shared, env))
    if ledger.lacks is not None:
        env.warn(f"{path}: {ledger.lacks}")
    return ledger


def root_of_ledger(path: Path, inputs: CommandInputs, shared: GlobalOptions, env: Environment) -> SnapshotRoot | None:
    """The untrusted snapshot that a ledger of `find_ledger` must be in; None: it may be anywhere."""
    if path in (shared.ledger, env.data_home() / pools.LEDGER_FILE):
        return None
    # Not by where the path leads, which may change before it is read.
    snapshot = inputs.snapshot
    folder = None if snapshot is None else snapshot.folder
    own = () if folder is None else (folder / pools.LEDGER_FILE, folder / pools.ACCOUNTS_FILE)
    return snapshot.within if snapshot is not None and path in own else inputs.config.within


class NoLedger(BadInput):
    """No ledger was named, and none was found."""


class Reached(msgspec.Struct, frozen=True):
    """A pool, and the access to it."""

    transport: "Transport"
    title: str
    """The pool's name in messages."""
    name: str | None
    """The negotiator that was asked for."""

    def negotiator(self) -> "Negotiator":
        """The selected negotiator.

        Raises:
            LiveError: there is none, or several.
        """
        from userprio.live import choose_negotiator

        return choose_negotiator(self.transport, self.title, self.name)


def check_live(shared: GlobalOptions, env: Environment, *, config_counts: bool = False) -> None:
    """Refuse, or warn of, options that contradict a running pool or have no effect on it.

    Raises:
        click.UsageError: a ledger or a snapshot is named too.
    """
    for given, option in ((shared.ledger, "--ledger"), (shared.snapshot, "--snapshot")):
        if given is not None:
            which = "--pool" if shared.pool is not None else "--name"
            raise click.UsageError(f"Give either {option} or {which}: a running pool has its own accounts.")
    # A warning and no refusal: --config is often set for all commands, in an alias or a script.
    if not config_counts and (shared.config is not None or shared.overrides):
        env.warn("--config and --set change nothing here: a running pool goes by its own configuration")


def reach(shared: GlobalOptions, env: Environment) -> Reached:
    """The pool that the options name.

    Raises:
        LiveError: nothing is installed to ask it with.
    """
    from userprio.live import Via, connect

    via = None if shared.via is None else Via(shared.via)
    return Reached(connect(shared.pool, via, env.environ), shared.pool or "this machine's pool", shared.negotiator)


def inputs_of_pool(shared: GlobalOptions, env: Environment) -> CommandInputs:
    """The pool as it is now, with its accounts. A named configuration replaces the negotiator's.

    Raises:
        LiveError: it cannot be asked.
        BadInput: the configuration makes no sense.
    """
    from tempfile import TemporaryDirectory

    from userprio.live import CONFIG, LEDGER, take

    check_live(shared, env, config_counts=True)
    reached = reach(shared, env)
    negotiator = reached.negotiator()
    # By way of a snapshot in files, so that a running pool is read exactly as its snapshot would be.
    with TemporaryDirectory(prefix="userprio-") as name:
        folder = Path(name)
        with counting(env) as progress:
            taken = take(folder, reached.transport, negotiator, int(env.clock()), progress)
        pool = pools.read_snapshot(folder)
        config = read_config(
            shared.config or folder / CONFIG,
            # This process's variables concern this machine, not the pool.
            environ=env.environ if shared.config is not None else {},
            allow_commands=shared.allow_commands,
            version=pools.versions_of(pool, shared.version).negotiator,
        )
        config = pools.with_options(pools.of_its_negotiator(config, pool), shared.overrides)
        ledger = Ledger.read(folder / LEDGER)
    env.warn_all(taken.warnings)
    env.warn_all(placed(warning.message, None) for warning in config.warnings)
    now = shared.present(env)
    return CommandInputs(config, pool, now, None, ledger)


_NO_KNOBS: Final[Mapping[str, str]] = MappingProxyType({})
_NO_FILE: Final = "ONLY_ENV"
_WITHOUT_CONFIG: Final = (
    "this snapshot has no configuration, and there is none on this machine: every knob has HTCondor's default, and "
    "there are no groups. Put condor_config into its folder, or give --config FILE"
)
_WITHOUT_LEDGER: Final = (
    "this snapshot has no ledger: everybody is assumed to have used nothing so far, and to have the default factor. "
    "Put Accountantnew.log of the negotiator into its folder, or give --ledger FILE"
)
_SEARCHED: Final = 64 << 20
"""How many bytes of a file are searched."""


def load_scenario(
    shared: GlobalOptions,
    env: Environment,
    *,
    first_cycle: bool = False,
    needs_ledger: bool = True,
    elsewhere: Mapping[str, str] = _NO_KNOBS,
) -> pools.ScenarioData:
    """Read the inputs that the options name, or that are found without them.

    A configuration or ledger that is named must exist. Otherwise it need not: every knob has HTCondor's default, and a
    snapshot's pool may start without history. Quotas that a running negotiator reports from its last cycle are used,
    except for a `first_cycle`. Without `needs_ledger` a configuration is enough. The knobs `elsewhere` override the
    configuration when looking for the ledger.

    Raises:
        BadInput: an input is missing, cannot be read or makes no sense.
    """
    inputs = load_inputs(shared, env)
    if inputs.bare:
        env.warn(_WITHOUT_CONFIG)
    ledger = inputs.ledger
    if ledger is None:
        # A --set of SPOOL says where the ledger is, even where --set is otherwise a change to be tried.
        config = pools.with_options(inputs.config, elsewhere, refuse=False)
        path = find_ledger(shared.ledger, inputs.snapshot, config, env)
        # Without a pool there is only the ledger to list; with one, a cycle of a pool without history makes sense.
        if path is None and inputs.snapshot is None and (needs_ledger or not config.names()):
            raise NoLedger(no_ledger(config, env), hint=HOW_TO_NAME_ONE)
        if path is None and inputs.pool.recorded:
            env.warn(_WITHOUT_LEDGER)
        ledger = Ledger.empty() if path is None else read_ledger(path, inputs, shared, env)
        env.warn_all(f"{ledger.path}, {warning}" for warning in ledger.chief_warnings)
    quotas, source = pools.previous_quotas(inputs.pool, ledger)
    previous = pools.FIRST_CYCLE if first_cycle else quotas
    return pools.ScenarioData(
        inputs.pool, ledger, inputs.config, inputs.now, previous, shared.version, quotas_given_by=source
    )


def settled_scenario(scenario: pools.ScenarioData) -> pools.ScenarioData:
    """The scenario as its next cycle will find it, see `userprio.simulation.settled`."""
    # Imported here because it takes long, and a pool that was made up has nothing to settle.
    if not scenario.pool.recorded:
        return scenario
    from userprio.simulation import settled

    return settled(scenario)


def load_inputs(
    shared: GlobalOptions, env: Environment, *, with_pool: bool = True, warn: bool = True, known: Config | None = None
) -> CommandInputs:
    """Read everything except the ledger; without `with_pool`, neither the ads of a snapshot nor its time are used.

    A running pool is read as a whole, including the ledger. Without `warn`, neither are warnings of the configuration
    shown, except about what was not read, nor are mistyped knobs refused; the configuration still has the warnings. A
    `known` configuration replaces any other.

    Unless it is trusted, a snapshot's configuration is read without the environment and without files from elsewhere.

    Raises:
        BadInput: an input is missing, cannot be read or makes no sense.
        LiveError: a running pool cannot be asked.
    """
    if shared.live:
        return inputs_of_pool(shared, env)
    snapshot = shared.find_snapshot()
    now = shared.present(env)
    loaded = pools.LoadedPool(pools.Pool())
    if snapshot is not None and snapshot.toml is not None:
        loaded = pools.read_pool(snapshot, now)
    elif snapshot is not None and snapshot.folder is not None and with_pool:
        with reading_bar(env, pools.snapshot_files(snapshot.folder)) as progress:
            loaded = pools.read_pool(snapshot, now, progress)
    # By the clock, the ads of a snapshot would be as stale as it is old.
    if shared.now is None:
        now = loaded.heard_at or now
    if known is not None:
        return CommandInputs(known, loaded.pool, now, snapshot)
    own = None if loaded.written is None or not loaded.written.config or shared.config is not None else loaded.written
    within = None
    # A snapshot may come from a stranger: variables of this process and files from
    # elsewhere could leak into what it shows.
    if snapshot is not None and (
        own is not None or (shared.config is None and snapshot.own(pools.CONFIG_FILE) is not None)
    ):
        within = snapshot.within
    file = find_config(shared.config, snapshot, env) if own is None else None
    try:
        config = read_config(
            file,
            environ=env.environ if within is None else {},
            within=within,
            allow_commands=shared.allow_commands,
            version=pools.versions_of(loaded.pool, shared.version).negotiator,
        )
    except ConfigError as error:
        if error.kind is not ErrorKind.COMMAND_REFUSED:
            raise
        raise error.with_(hint="Give --allow-commands if you trust this configuration") from error
    if own is not None:
        assert snapshot is not None and snapshot.toml is not None
        config = pools.with_own_knobs(config, own, snapshot.toml, refuse=warn)
    config = pools.of_its_negotiator(config, loaded.pool)
    config = pools.with_options(config, shared.overrides, refuse=warn)
    # Only of these `check` has no findings of its own.
    always = (WarningKind.NOT_FOLLOWED, WarningKind.LOCAL_NAME)
    warnings = (warning for warning in config.warnings if warn or warning.kind in always)
    env.warn_all(placed(warning.message, warning.path, warning.line) for warning in warnings)
    bare = file is None and loaded.pool.recorded and env.environ.get("CONDOR_CONFIG") != _NO_FILE
    return CommandInputs(config, loaded.pool, now, snapshot, bare=bare)


def located(error: Exceeded, shared: GlobalOptions) -> Exceeded:
    """The error with the first line that names its subject, or with the first file that was read; if it has one."""
    files = list(_files(shared))
    if error.path is not None or not files:
        return error
    # The subject, such as a cluster of a million jobs, is searched for in all files, since a limit knows no file.
    for about in error.about:
        for file, within in files:
            line = _line(file, about.encode("utf-8", "surrogateescape"), within)
            if line is not None:
                return error.at(file, line)
    return error.at(files[0][0], None) if error.about else error


def _files(shared: GlobalOptions) -> Iterator[tuple[Path, SnapshotRoot | None]]:
    with suppress(BadInput):
        snapshot = shared.find_snapshot()
        if snapshot is not None:
            if snapshot.toml is not None:
                yield snapshot.toml, snapshot.within
            elif snapshot.folder is not None:
                yield from ((file, snapshot.within) for file in pools.snapshot_files(snapshot.folder))
            ledger = snapshot.ledger
            if ledger is not None:
                yield ledger, snapshot.within
    yield from ((path, None) for path in (shared.ledger, shared.config) if path is not None)


def _line(path: Path, wanted: bytes, within: SnapshotRoot | None) -> int | None:
    """The number of the first line of a file that contains a word, in quotes or between blanks."""
    with suppress(OSError, ValueError), os.fdopen(open_file(path, within), "rb") as file:
        text = file.read(_SEARCHED)
        # Quoted first: as a bare word the name may stand in a comment or within another name.
        for mark in (b'"%b"', b"'%b'", b"%b@", b"%b "):
            at = text.find(mark % wanted)
            if at >= 0:
                return text.count(b"\n", 0, at) + 1
    return None
