"""Where configuration and ledger are found, if no option names them."""

from pathlib import Path
from typing import TYPE_CHECKING

from userprio.base import HINT, placed
from userprio.base.own_files import owner_elsewhere
from userprio.cli.environment import Environment
from userprio.cli.settings import check_profile, read_settings, settings_of
from userprio.config import USUAL_PLACES, find_root
from userprio.pool import CONFIG_FILE, LEDGER_FILE

if TYPE_CHECKING:
    from userprio.config import Config
    from userprio.pool import Snapshot


def find_config(named: Path | None, snapshot: "Snapshot | None", env: Environment) -> Path | None:
    """The configuration, by HTCondor's search order, with the snapshot's own file before and the user's own after it.

    The file in the user's settings comes before HTCondor's usual places, and that of a chosen profile even before
    CONDOR_CONFIG.

    Raises:
        ConfigError: CONDOR_CONFIG does not name a file.
    """
    if named is not None:
        return named
    own = None if snapshot is None else snapshot.own(CONFIG_FILE)
    # What belongs to a snapshot counts before the settings, which are about the user's usual pool.
    if own is not None:
        return own
    settings = read_settings(env)
    check_profile(settings, env)
    preferred = settings.effective.config
    chosen = settings.profile is not None and settings.own.config is not None
    # CONDOR_CONFIG was set for this shell, the plain settings some day for all; a
    # profile was chosen for this very command.
    if preferred is not None and (chosen or "CONDOR_CONFIG" not in env.environ):
        return Path(preferred)
    places = _condor_places() if env.condor_places is None else env.condor_places
    own = env.config_home() / CONFIG_FILE
    return find_root(env.environ, (*places, *((own,) if _is_own(own, env) else ())))


def _condor_places() -> tuple[Path, ...]:
    """HTCondor's usual places, followed by the home of the user condor, if there is one."""
    try:
        return (*USUAL_PLACES, Path("~condor").expanduser() / CONFIG_FILE)
    except RuntimeError:
        return USUAL_PLACES


def find_ledger(named: Path | None, snapshot: "Snapshot | None", config: "Config", env: Environment) -> Path | None:
    """The ledger that is named, the snapshot's, that of the settings, or the first existing one of `_ledger_places`."""
    if named is not None:
        return named
    preferred = settings_of(env).ledger
    # The ledger of the settings is that of the usual pool, so it says nothing about a snapshot's.
    if snapshot is None and preferred is not None:
        return Path(preferred)
    own = None if snapshot is None else snapshot.ledger
    return own or next(
        (place for place in _ledger_places(config, env) if place.is_file() and _may_read(place, config, env)), None
    )


def _is_own(place: Path, env: Environment) -> bool:
    """Whether nothing that the user is said to own is another user's, as with sudo and another's HOME; if not, with a
    warning.
    """
    stranger = owner_elsewhere(place)
    if stranger is not None and place.exists():
        env.warn(f"{place} is not used: it belongs to user {stranger}")
    return stranger is None


def _may_read(place: Path, config: "Config", env: Environment) -> bool:
    """Whether a ledger that a configuration names may be read; if not, with a warning."""
    if place == env.data_home() / LEDGER_FILE:
        return _is_own(place, env)
    # A stranger's snapshot could name a ledger of this machine, whose contents would then pass for the snapshot's.
    if config.within is None or not config.within.leads_out(place):
        return True
    outside = f"it is outside the snapshot {config.within}"
    message = f"the ledger {place}, which the configuration names, is not read: {outside}. {HINT}"
    origin = config.origin("ACCOUNTANT_DATABASE_FILE") or config.origin("SPOOL")
    env.warn(message if origin is None else placed(message, origin.path, origin.line))
    return False


def no_ledger(config: "Config", env: Environment) -> str:
    """The message that no ledger was found, and where."""
    if not config.names():
        own = env.data_home() / LEDGER_FILE
        return f"there is no ledger at {own}, and no configuration of HTCondor on this machine that names another"
    return f"there is no ledger at {' nor at '.join(map(str, _ledger_places(config, env)))}"


def _ledger_places(config: "Config", env: Environment) -> tuple[Path, ...]:
    """The default places of a ledger: that of the configuration, then the user's own data."""
    own = env.data_home() / LEDGER_FILE
    if (configured := config.text("ACCOUNTANT_DATABASE_FILE")) is not None:
        return (Path(configured), own)
    if (spool := config.text("SPOOL")) is not None:
        return (Path(spool) / LEDGER_FILE, own)
    return (own,)
