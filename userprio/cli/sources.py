"""Reading configuration, ledger and pool, from wherever they are found."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from userprio.classad import Evaluator
from userprio.cli.environment import Environment
from userprio.cli.options import Shared
from userprio.cli.places import Snapshot, find_config, find_ledger, find_snapshot, ledger_places
from userprio.cli.progress import reading_bar
from userprio.cli.surroundings import Sources, Surroundings
from userprio.config import Config, ConfigError, ErrorKind, Origin, OriginKind
from userprio.config import read as read_config
from userprio.errors import BadInput, placed
from userprio.ledger import Ledger
from userprio.negotiation.pool import Pool

if TYPE_CHECKING:
    from userprio.negotiation.handwritten import Handwritten


def gather(shared: Shared, env: Environment) -> Sources:
    """Read whatever the options name, or what is found without them.

    A configuration or a ledger that is named must be there. One that is merely looked for need not: every knob has
    HTCondor's default, and with a snapshot a pool may start without history.

    Raises:
        BadInput: for what is missing, cannot be read or makes no sense.
    """
    around = survey(shared, env)
    if around.ledger is not None:
        return Sources(around.config, around.ledger, around.pool, around.now)
    ledger = _ledger(shared.ledger, around.snapshot, around.config, env)
    env.warn_all(f"{ledger.path}, {warning}" for warning in ledger.warnings)
    return Sources(around.config, ledger, around.pool, around.now)


def survey(shared: Shared, env: Environment, *, with_pool: bool = True, warn: bool = True) -> Surroundings:
    """Read all but the ledger; not `with_pool`, the ads of a snapshot stay unread too, and it is the present.

    Of a running pool all of it is read, the ledger too. Without `warn` nobody is told what reading the configuration
    left behind, nor are mistyped knobs refused: the configuration knows it.

    Raises:
        BadInput: for what is missing, cannot be read or makes no sense.
        LiveError: a running pool cannot be asked.
    """
    if shared.live:
        from userprio.cli.live_snapshot import surroundings_of_pool

        return surroundings_of_pool(shared, env)
    snapshot = None if shared.snapshot is None else find_snapshot(shared.snapshot)
    now = int(env.clock()) if shared.now is None else shared.now
    pool, written = None, None
    if snapshot is not None and snapshot.handwritten is not None:
        from userprio.negotiation.handwritten import read_handwritten

        written = read_handwritten(snapshot.handwritten, now)
        pool = written.pool
    elif snapshot is not None and snapshot.folder is not None and with_pool:
        from userprio.negotiation.snapshot import read_snapshot, snapshot_files

        with reading_bar(env, snapshot_files(snapshot.folder)) as progress:
            pool = read_snapshot(snapshot.folder, progress)
        if shared.now is None:
            now = _last_heard(pool) or now
    own = None if written is None or not written.config or shared.config is not None else written
    try:
        config = read_config(
            find_config(shared.config, snapshot, env) if own is None else None,
            environ=env.environ,
            allow_commands=shared.allow_commands,
        )
    except ConfigError as error:
        if error.kind is not ErrorKind.COMMAND_REFUSED:
            raise
        raise replace(error, hint="Give --allow-commands if you trust this configuration") from error
    if own is not None:
        assert snapshot is not None
        config = _with_own_knobs(config, own, str(snapshot.handwritten), refuse=warn)
    config = with_options(config, shared.overrides, refuse=warn)
    if warn:
        env.warn_all(placed(warning.message, warning.path, warning.line) for warning in config.warnings)
    return Surroundings(config, pool, now, snapshot)


def _with_own_knobs(config: Config, written: "Handwritten", path: str, *, refuse: bool) -> Config:
    """The configuration with the knobs of a pool that is written by hand."""
    from userprio.config.spelling import checked

    places = {name: Origin(path, written.lines.get(name), OriginKind.FILE) for name in written.config}
    with_knobs = config.with_overrides(written.config).with_origins(places)
    return checked(config, with_knobs, places, typed=False, refuse=refuse)


def with_options(config: Config, overrides: Mapping[str, str], *, refuse: bool = True) -> Config:
    """The configuration with the knobs of --set; not `refuse`, mistyped names are let in.

    Raises:
        UnknownKnob: a name is most likely mistyped.
        ConfigError: a value cannot be expanded.
    """
    if not overrides:
        return config
    from userprio.config.spelling import checked

    places = {name: Origin(f"--set {name}={text}", None, OriginKind.OVERRIDE) for name, text in overrides.items()}
    return checked(config, config.with_overrides(overrides), places, typed=True, refuse=refuse)


def _last_heard(pool: Pool) -> int | None:
    """When the newest ad of the pool was received: the moment that the snapshot shows."""
    evaluator = Evaluator(now=0)
    times = (evaluator.attribute("LastHeardFrom", ad) for ads in (pool.slots, pool.submitters) for ad in ads)
    return max((time for time in times if isinstance(time, int) and not isinstance(time, bool)), default=None)


def _ledger(named: Path | None, snapshot: Snapshot | None, config: Config, env: Environment) -> Ledger:
    path = find_ledger(named, snapshot, config, env)
    if path is not None:
        return Ledger.read(path)
    if snapshot is None:
        looked = " nor at ".join(str(place) for place in ledger_places(config, env))
        raise BadInput(f"there is no ledger at {looked}", hint="Give --ledger FILE, or --snapshot with a pool")
    return Ledger.empty()
