"""The user's own defaults, kept in a file of TOML."""

import os
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Final

from userprio.cli.environment import Environment
from userprio.errors import BadInput
from userprio.tomltables import TOP, TomlTables, nearest_key, parse_toml

SETTINGS_FILE: Final = "settings.toml"


@dataclass(frozen=True, slots=True)
class Settings:
    """What holds where the command line says nothing; None: the program's own default."""

    config: str | None = None
    """An HTCondor configuration."""
    ledger: str | None = None
    snapshot: str | None = None
    """A folder, a pool.toml, or the name of a shipped example."""
    format: str | None = None


NAMES: Final = tuple(field.name for field in fields(Settings))


def settings_path(env: Environment) -> Path:
    """Where the settings are kept."""
    return env.config_home / SETTINGS_FILE


def settings_of(env: Environment) -> Settings:
    """The settings as they are; without a file none is set.

    Raises:
        BadInput: the file cannot be read, is no TOML, or sets what there is not.
    """
    path = settings_path(env)
    try:
        source, table = parse_toml(path, "The settings file")
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        raise BadInput("these settings cannot be read", path, hint="Mend the file, or remove it") from error
    reader = TomlTables(path, source)
    for name, value in table.items():
        if name not in NAMES:
            reader.refuse(f"there is no setting {name!r}", TOP, name, nearest_key(name, NAMES))
        if not isinstance(value, str) or not value:
            reader.refuse(f"the setting {name} is to be a text", TOP, name, f'Write {name} = "..."')
    return Settings(**{name: str(value) for name, value in table.items()})


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
