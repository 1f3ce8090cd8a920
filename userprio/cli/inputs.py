"""What a command is given to work on, and where configuration and ledger are to be found. Nothing is read here."""

from dataclasses import dataclass
from pathlib import Path

from userprio.cli.environment import Environment
from userprio.cli.settings_file import settings_of
from userprio.config import USUAL_PLACES, Config, find_root
from userprio.ledger import Ledger
from userprio.pool import CONFIG_FILE, LEDGER_FILE, Pool, Snapshot


@dataclass(frozen=True, slots=True)
class CommandInputs:
    """All but the ledger."""

    config: Config
    pool: Pool
    """Empty where no snapshot was named."""
    now: int
    snapshot: Snapshot | None
    ledger: Ledger | None = None
    """That of a running pool, which came with the rest."""


def find_config(named: Path | None, snapshot: Snapshot | None, env: Environment) -> Path | None:
    """HTCondor's order of search, with the snapshot's own file before it and the user's own behind it.

    The file that the user's settings name goes before HTCondor's usual places.

    Raises:
        ConfigError: CONDOR_CONFIG names what is not a file.
    """
    if named is not None:
        return named
    own = None if snapshot is None else snapshot.own(CONFIG_FILE)
    if own is not None:
        return own
    preferred = settings_of(env).config
    if preferred is not None and "CONDOR_CONFIG" not in env.environ:
        return Path(preferred)
    places = _condor_places() if env.condor_places is None else env.condor_places
    return find_root(env.environ, (*places, env.config_home / CONFIG_FILE))


def _condor_places() -> tuple[Path, ...]:
    """HTCondor's usual places, the home of the user condor behind them if there is such a user."""
    try:
        return (*USUAL_PLACES, Path("~condor").expanduser() / CONFIG_FILE)
    except RuntimeError:
        return USUAL_PLACES


def find_ledger(named: Path | None, snapshot: Snapshot | None, config: Config, env: Environment) -> Path | None:
    """The ledger that is named, the snapshot's own, that of the settings, or the first there is of `ledger_places`."""
    if named is not None:
        return named
    own = None if snapshot is None else snapshot.own(LEDGER_FILE)
    preferred = settings_of(env).ledger
    if own is None and snapshot is None and preferred is not None:
        return Path(preferred)
    return own or next((place for place in ledger_places(config, env) if place.is_file()), None)


def ledger_places(config: Config, env: Environment) -> tuple[Path, ...]:
    """Where a ledger may be that nobody named: where the configuration says, then among the user's own data."""
    own = env.data_home / LEDGER_FILE
    configured = config.text("ACCOUNTANT_DATABASE_FILE")
    spool = config.text("SPOOL")
    if configured is not None:
        return (Path(configured), own)
    if spool is not None:
        return (Path(spool) / LEDGER_FILE, own)
    return (own,)
