"""What stands in for what the command line does not say: the user's own defaults, kept in a file of TOML, and where
configuration and ledger are to be found.
"""

import os
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Final

from userprio.cli.environment import Environment
from userprio.config import USUAL_PLACES, Config, find_root
from userprio.errors import BadInput, placed
from userprio.ledger import Ledger
from userprio.limits import parse_amount
from userprio.pool import CONFIG_FILE, LEDGER_FILE, Pool, Snapshot
from userprio.tomltables import TOP, TomlTables, nearest_key, parse_toml
from userprio.trust import HINT, leads_out


@dataclass(frozen=True, slots=True)
class Settings:
    """What holds where the command line says nothing; None: the program's own default."""

    config: str | None = None
    """An HTCondor configuration."""
    ledger: str | None = None
    snapshot: str | None = None
    """A folder, a pool.toml, or the name of a shipped example."""
    format: str | None = None
    condor_version: str | None = None
    """That of all daemons."""
    limits: str | None = None
    """What a run may take: `NAME=VALUE`, several parted by commas or blanks."""


NAMES: Final = tuple(field.name for field in fields(Settings))


def settings_path(env: Environment) -> Path:
    """Where the settings are kept."""
    return env.config_home() / "settings.toml"


def settings_of(env: Environment) -> Settings:
    """The settings as they are; without a file none is set.

    Raises:
        BadInput: the file cannot be read, is not TOML, or sets what does not exist.
    """
    path = settings_path(env)
    try:
        source, table = parse_toml(path, "The settings file")
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        raise BadInput("these settings cannot be read", path, hint="Correct the file, or remove it") from error
    reader = TomlTables(path, source)
    for name, value in table.items():
        if name not in NAMES:
            reader.refuse(f"there is no setting {name!r}", TOP, name, nearest_key(name, NAMES))
        if not isinstance(value, str) or not value:
            reader.refuse(f"the setting {name} must be text", TOP, name, f'Write {name} = "..."')
    found = Settings(**{name: str(value) for name, value in table.items()})
    try:
        limits_of(found.limits or "")
    except BadInput as error:
        reader.refuse(error.message, TOP, "limits", error.hint)
    return found


def limits_of(text: str) -> dict[str, int]:
    """The bounds that the setting `limits` names.

    Raises:
        BadInput: it names what does not exist, or gives what is not a number.
    """
    pairs = (word.partition("=") for word in text.replace(",", " ").split())
    return {name: parse_amount(name, number) for name, _, number in pairs}


def keep_settings(settings: Settings, env: Environment) -> None:
    """Write the settings; whoever reads meanwhile finds the old or the new ones, whole.

    Raises:
        OSError: the file cannot be written.
    """
    import tomli_w

    path = settings_path(env)
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        draft.write_text(tomli_w.dumps({name: value for name, value in asdict(settings).items() if value}), "utf-8")
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


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
    return find_root(env.environ, (*places, env.config_home() / CONFIG_FILE))


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
    preferred = settings_of(env).ledger
    if snapshot is None and preferred is not None:
        return Path(preferred)
    own = None if snapshot is None else snapshot.own(LEDGER_FILE)
    return own or next(
        (place for place in ledger_places(config, env) if place.is_file() and _may_read(place, config, env)), None
    )


def _may_read(place: Path, config: Config, env: Environment) -> bool:
    """Whether a ledger may be read that a configuration names; if not, it is said."""
    configured = env.data_home() / LEDGER_FILE != place
    if config.within is None or not configured or not leads_out(place, config.within):
        return True
    outside = f"it is outside the snapshot {config.within}"
    message = f"the ledger {place}, which the configuration names, is not read: {outside}. {HINT}"
    origin = config.origin("ACCOUNTANT_DATABASE_FILE") or config.origin("SPOOL")
    env.warn(message if origin is None else placed(message, origin.path, origin.line))
    return False


class NoLedger(BadInput):
    """No ledger was named, and there is none where one is looked for."""


def no_ledger(config: Config, env: Environment) -> str:
    """Where a ledger was looked for in vain."""
    return f"there is no ledger at {' nor at '.join(map(str, ledger_places(config, env)))}"


def ledger_places(config: Config, env: Environment) -> tuple[Path, ...]:
    """Where a ledger may be that nobody named: where the configuration says, then among the user's own data."""
    own = env.data_home() / LEDGER_FILE
    if (configured := config.text("ACCOUNTANT_DATABASE_FILE")) is not None:
        return (Path(configured), own)
    if (spool := config.text("SPOOL")) is not None:
        return (Path(spool) / LEDGER_FILE, own)
    return (own,)
