"""Where configuration, ledger and pool come from, and reading them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from userprio import examples
from userprio.classad import Evaluator
from userprio.cli.environment import Environment
from userprio.cli.options import Shared
from userprio.config import USUAL_PLACES, Config, ConfigError, ErrorKind, find_root
from userprio.config import read as read_config
from userprio.errors import BadInput, placed
from userprio.ledger import Ledger
from userprio.negotiation.handwritten import read_handwritten
from userprio.negotiation.pool import Pool
from userprio.negotiation.snapshot import read_snapshot

CONFIG_FILE: Final = "condor_config"
LEDGER_FILE: Final = "Accountantnew.log"
HANDWRITTEN_FILE: Final = "pool.toml"
_MOST_WARNINGS: Final = 20
"""Of one kind; a file may hold thousands of bad lines."""


@dataclass(frozen=True, slots=True)
class Sources:
    """What a command works on."""

    config: Config
    ledger: Ledger
    pool: Pool | None
    """None where no snapshot was named."""
    now: int
    """The moment that everything is worked out for, seconds since the epoch."""


@dataclass(frozen=True, slots=True)
class _Snapshot:
    """A snapshot that was named: a folder of ads, or a file written by hand."""

    folder: Path | None
    handwritten: Path | None

    def own(self, name: str) -> Path | None:
        """A file of that name in the folder, if there is one."""
        path = None if self.folder is None else self.folder / name
        return path if path is not None and path.is_file() else None


def gather(shared: Shared, env: Environment) -> Sources:
    """Read whatever the options name, or what is found without them.

    A configuration or a ledger that is named must be there. One that is merely looked for need not: every knob has
    HTCondor's default, and with a snapshot a pool may start without history.

    Raises:
        BadInput: for what is missing, cannot be read or makes no sense.
    """
    snapshot = None if shared.snapshot is None else _find_snapshot(shared.snapshot)
    now = int(env.clock()) if shared.now is None else shared.now
    pool, knobs = None, dict[str, str]()
    if snapshot is not None and snapshot.handwritten is not None:
        handwritten = read_handwritten(snapshot.handwritten, now)
        pool, knobs = handwritten.pool, dict(handwritten.config)
    elif snapshot is not None and snapshot.folder is not None:
        pool = read_snapshot(snapshot.folder)
        if shared.now is None:
            now = _last_heard(pool) or now
    if shared.config is not None or not knobs:
        config_file, knobs = _config_file(shared.config, snapshot, env), {}
    else:
        config_file = None
    try:
        config = read_config(
            config_file,
            environ=env.environ,
            overrides={**knobs, **shared.overrides},
            allow_commands=shared.allow_commands,
        )
    except ConfigError as error:
        if error.kind is not ErrorKind.COMMAND_REFUSED:
            raise
        raise replace(error, hint="Give --allow-commands if you trust this configuration") from error
    ledger = _ledger(shared.ledger, snapshot, config, env)
    warn_all((placed(warning.message, warning.path, warning.line) for warning in config.warnings), env)
    warn_all((f"{ledger.path}, {warning}" for warning in ledger.warnings), env)
    return Sources(config, ledger, pool, now)


def warn_all(warnings: Iterable[str], env: Environment) -> None:
    """Pass warnings on to stderr, the first twenty of them."""
    sentences = list(warnings)
    for sentence in sentences[:_MOST_WARNINGS]:
        env.warn(sentence)
    if len(sentences) > _MOST_WARNINGS:
        env.warn(f"and {len(sentences) - _MOST_WARNINGS} more of this kind")


def _find_snapshot(name: str) -> _Snapshot:
    """A folder or file of that name; without one, the shipped example."""
    path = Path(name)
    if not path.exists() and "/" not in name:
        path = examples.find(name).folder
    if not path.is_dir():
        if not path.exists():
            raise BadInput("no such file or folder", path, hint="A snapshot is a folder of ads or a pool.toml")
        return _Snapshot(None, path)
    if (path / HANDWRITTEN_FILE).is_file() and not (path / "slots.ads").exists():
        return _Snapshot(path, path / HANDWRITTEN_FILE)
    return _Snapshot(path, None)


def _last_heard(pool: Pool) -> int | None:
    """When the newest ad of the pool was received: the moment that the snapshot shows."""
    evaluator = Evaluator(now=0)
    times = (evaluator.attribute("LastHeardFrom", ad) for ads in (pool.slots, pool.submitters) for ad in ads)
    return max((time for time in times if isinstance(time, int) and not isinstance(time, bool)), default=None)


def _config_file(named: Path | None, snapshot: _Snapshot | None, env: Environment) -> Path | None:
    """HTCondor's order of search, with the snapshot's own file before it and the user's own behind it."""
    if named is not None:
        return named
    own = None if snapshot is None else snapshot.own(CONFIG_FILE)
    if own is not None:
        return own
    places = _condor_places() if env.condor_places is None else env.condor_places
    return find_root(env.environ, (*places, env.config_home / CONFIG_FILE))


def _condor_places() -> tuple[Path, ...]:
    """HTCondor's usual places, the home of the user condor behind them if there is such a user."""
    try:
        return (*USUAL_PLACES, Path("~condor").expanduser() / CONFIG_FILE)
    except RuntimeError:
        return USUAL_PLACES


def _ledger(named: Path | None, snapshot: _Snapshot | None, config: Config, env: Environment) -> Ledger:
    if named is not None:
        return Ledger.read(named)
    own = None if snapshot is None else snapshot.own(LEDGER_FILE)
    if own is not None:
        return Ledger.read(own)
    places = [env.data_home / LEDGER_FILE]
    configured = config.text("ACCOUNTANT_DATABASE_FILE")
    spool = config.text("SPOOL")
    if configured is not None:
        places.insert(0, Path(configured))
    elif spool is not None:
        places.insert(0, Path(spool) / LEDGER_FILE)
    found = next((place for place in places if place.is_file()), None)
    if found is not None:
        return Ledger.read(found)
    if snapshot is None:
        looked = " nor at ".join(str(place) for place in places)
        raise BadInput(f"there is no ledger at {looked}", hint="Give --ledger FILE, or --snapshot with a pool")
    return Ledger.empty()
