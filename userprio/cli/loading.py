"""Reads configuration, ledger and pool from wherever they are found, and locates the line that exceeds a limit."""

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Final

from userprio.base.errors import BadInput, placed
from userprio.base.limits import Exceeded, open_file
from userprio.cli.environment import Environment
from userprio.cli.inputs import CommandInputs, NoLedger, find_config, find_ledger, no_ledger
from userprio.cli.options import GlobalOptions
from userprio.cli.progress import reading_bar
from userprio.config import Config, ConfigError, ErrorKind, WarningKind
from userprio.config import read as read_config
from userprio.ledger import Ledger
from userprio.pool import (
    CONFIG_FILE,
    FIRST_CYCLE,
    LEDGER_FILE,
    LoadedPool,
    Pool,
    ScenarioData,
    quotas_left,
    read_pool,
    versions_of,
    with_options,
    with_own_knobs,
)

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
) -> ScenarioData:
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
        config = with_options(inputs.config, elsewhere, refuse=False)
        path = find_ledger(shared.ledger, inputs.snapshot, config, env)
        # Without a pool there is only the ledger to list; with one, a cycle of a pool without history makes sense.
        if path is None and inputs.snapshot is None and (needs_ledger or not config.names()):
            hint = "Give --ledger FILE, or --snapshot with a pool"
            raise NoLedger(no_ledger(config, env), hint=hint)
        if path is None and inputs.pool.recorded:
            env.warn(_WITHOUT_LEDGER)
        ledger = Ledger.empty() if path is None else Ledger.read(path)
        env.warn_all(f"{ledger.path}, {warning}" for warning in ledger.chief_warnings)
    previous = FIRST_CYCLE if first_cycle else quotas_left(ledger)
    return ScenarioData(inputs.pool, ledger, inputs.config, inputs.now, previous, shared.version)


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
        from userprio.cli.pools import inputs_of_pool

        return inputs_of_pool(shared, env)
    snapshot = shared.find_snapshot()
    now = shared.present(env)
    loaded = LoadedPool(Pool())
    if snapshot is not None and snapshot.toml is not None:
        loaded = read_pool(snapshot, now)
    elif snapshot is not None and snapshot.folder is not None and with_pool:
        from userprio.pool import snapshot_files

        with reading_bar(env, snapshot_files(snapshot.folder)) as progress:
            loaded = read_pool(snapshot, now, progress)
    # By the clock, the ads of a snapshot would be as stale as it is old.
    if shared.now is None:
        now = loaded.heard_at or now
    if known is not None:
        return CommandInputs(known, loaded.pool, now, snapshot)
    own = None if loaded.written is None or not loaded.written.config or shared.config is not None else loaded.written
    within = None
    # A snapshot may come from a stranger: variables of this process and files from
    # elsewhere could leak into what it shows.
    if snapshot is not None and (own is not None or (shared.config is None and snapshot.own(CONFIG_FILE) is not None)):
        within = snapshot.within
    file = find_config(shared.config, snapshot, env) if own is None else None
    try:
        config = read_config(
            file,
            environ=env.environ if within is None else {},
            within=within,
            allow_commands=shared.allow_commands,
            version=versions_of(loaded.pool, shared.version).negotiator,
        )
    except ConfigError as error:
        if error.kind is not ErrorKind.COMMAND_REFUSED:
            raise
        raise replace(error, hint="Give --allow-commands if you trust this configuration") from error
    if own is not None:
        assert snapshot is not None and snapshot.toml is not None
        config = with_own_knobs(config, own, snapshot.toml, refuse=warn)
    config = with_options(config, shared.overrides, refuse=warn)
    warnings = (warning for warning in config.warnings if warn or warning.kind is WarningKind.NOT_FOLLOWED)
    env.warn_all(placed(warning.message, warning.path, warning.line) for warning in warnings)
    bare = file is None and loaded.pool.recorded and env.environ.get("CONDOR_CONFIG") != _NO_FILE
    return CommandInputs(config, loaded.pool, now, snapshot, bare=bare)


def located(error: Exceeded, shared: GlobalOptions) -> Exceeded:
    """The error with the first line that names its subject, or with the only file that was read."""
    files = list(_files(shared))
    if error.path is not None or not files:
        return error
    # The subject, such as a cluster of a million jobs, is searched for in all files, since a limit knows no file.
    for about in error.about:
        for file in files:
            line = _line(file, about.encode("utf-8", "surrogateescape"))
            if line is not None:
                return error.at(file, line)
    return error.at(files[0], None)


def _files(shared: GlobalOptions) -> Iterator[Path]:
    with suppress(BadInput):
        snapshot = shared.find_snapshot()
        if snapshot is not None:
            if snapshot.toml is not None:
                yield snapshot.toml
            elif snapshot.folder is not None:
                from userprio.pool import snapshot_files

                yield from snapshot_files(snapshot.folder)
            ledger = snapshot.own(LEDGER_FILE)
            if ledger is not None:
                yield ledger
    yield from (path for path in (shared.ledger, shared.config) if path is not None)


def _line(path: Path, wanted: bytes) -> int | None:
    """The number of the first line of a file that contains a word, in quotes or between blanks."""
    with suppress(OSError, ValueError), os.fdopen(open_file(path), "rb") as file:
        text = file.read(_SEARCHED)
        # Quoted first: as a bare word the name may stand in a comment or within another name.
        for mark in (b'"%b"', b"'%b'", b"%b@", b"%b "):
            at = text.find(mark % wanted)
            if at >= 0:
                return text.count(b"\n", 0, at) + 1
    return None
