"""The user's own defaults, kept in a file of TOML."""

import os
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Final

from userprio.cli.environment import Environment
from userprio.errors import BadInput
from userprio.files import read_file
from userprio.limits import TOML_FILE

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
        text = read_file(path, TOML_FILE).decode("utf-8")
    except FileNotFoundError:
        return Settings()
    except (OSError, ValueError) as error:
        raise BadInput("these settings cannot be read", path, hint="Mend the file, or remove it") from error
    import tomllib

    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadInput(
            f"these settings are not valid TOML: {error}", path, hint="Mend the file, or remove it"
        ) from error
    for name, value in table.items():
        if name not in NAMES:
            from difflib import get_close_matches

            near = get_close_matches(name, NAMES, n=1)
            hint = f"Did you mean {near[0]}?" if near else f"There are {', '.join(NAMES)}"
            raise BadInput(f"there is no setting {name!r}", path, hint=hint)
        if not isinstance(value, str) or not value:
            raise BadInput(f"the setting {name} is to be a text", path, hint=f'Write {name} = "..."')
    return Settings(**table)


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
