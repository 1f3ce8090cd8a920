"""The user's defaults for options that are not given: a TOML file, with profiles for several pools.

ledger = "/srv/pool/Accountantnew.log"

[profiles.north]                  # laid over the plain ones by --profile north, or USERPRIO_PROFILE=north
ledger = "/srv/north/Accountantnew.log"
config = "/srv/north/condor_config"
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final, NoReturn

import msgspec
from msgspec.structs import asdict, replace

from userprio.base import (
    TOP,
    BadInput,
    Refused,
    TablePlace,
    TomlTables,
    listed,
    nearest_key,
    parse_amount,
    parse_toml,
    write_file,
)
from userprio.base.own_files import NotOwn, OwnFiles, owner_elsewhere
from userprio.base.patterns import lazy_pattern
from userprio.cli.environment import PROFILE, Environment

_PROFILE: Final = lazy_pattern(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}")
_PROFILES: Final = "profiles"


class Settings(msgspec.Struct, frozen=True):
    """Defaults for the command line; None: the program's own default."""

    config: str | None = None
    """An HTCondor configuration."""
    ledger: str | None = None
    snapshot: str | None = None
    """A folder, a pool.toml, or the name of a shipped example."""
    db: str | None = None
    """The database of `record`."""
    format: str | None = None
    condor_version: str | None = None
    """The version of all daemons."""
    limits: str | None = None
    """Limits of a run: `NAME=VALUE`, separated by commas or blanks."""


NAMES: Final = Settings.__struct_fields__
NOTHING_SET: Final = Settings()


class SettingsFile(msgspec.Struct, frozen=True):
    """The contents of a settings file, and the selected profile."""

    plain: Settings = NOTHING_SET
    profiles: Mapping[str, Settings] = msgspec.field(default_factory=dict)
    profile: str | None = None
    """It need not exist yet."""
    ignored: str | None = None
    """Why there is a file that is not used, in words."""

    @property
    def own(self) -> Settings:
        """The selected profile's own settings or, without a profile, the plain ones."""
        return self.plain if self.profile is None else self.profiles.get(self.profile, NOTHING_SET)

    @property
    def effective(self) -> Settings:
        """The plain settings, overridden by those of the profile.

        A plain snapshot is ignored if the profile sets a ledger or a configuration, to which it would be preferred.
        """
        if self.profile is None:
            return self.plain
        own = {name: value for name, value in asdict(self.own).items() if value is not None}
        plain = self.plain if own.keys().isdisjoint({"config", "ledger"}) else replace(self.plain, snapshot=None)
        return replace(plain, **own)

    def source(self, name: str) -> str | None:
        """The source of a setting's value."""
        if getattr(self.effective, name) is None:
            return None
        if self.profile is not None and getattr(self.own, name) is not None:
            return f"profile {self.profile}"
        return "settings"

    def with_own(self, own: Settings) -> "SettingsFile":
        """The file with the profile's settings replaced or, without a profile, the plain ones.

        An empty profile is removed.

        Raises:
            BadInput: the profile's name is not valid.
        """
        if self.profile is None:
            return replace(self, plain=own)
        if not _PROFILE.fullmatch(self.profile):
            hint = "Use letters, digits, dots, dashes and underscores"
            raise BadInput(f"a profile cannot be called {self.profile!r}", hint=hint)
        profiles = {**self.profiles, self.profile: own}
        return replace(self, profiles={name: profile for name, profile in profiles.items() if profile != NOTHING_SET})


def settings_path(env: Environment) -> Path:
    """Where the settings are kept."""
    return env.config_home() / "settings.toml"


def read_settings(env: Environment) -> SettingsFile:
    """The settings as they are; none is set without a file, or if it may be somebody else's (see `OwnFiles`).

    Raises:
        BadInput: the file cannot be read, is not TOML, or sets what does not exist.
    """
    path, profile = settings_path(env), env.environ.get(PROFILE) or None
    try:
        source, table = parse_toml(path, "The settings file", within=OwnFiles())
    except NotOwn as ignored:
        return SettingsFile(profile=profile, ignored=ignored.strerror)
    except FileNotFoundError:
        return SettingsFile(profile=profile)
    except OSError as error:
        raise BadInput("these settings cannot be read", path, hint="Correct the file, or remove it") from error
    reader = TomlTables(path, source)
    profiles = table.pop(_PROFILES, {})
    if not isinstance(profiles, dict) or not all(isinstance(profile, dict) for profile in profiles.values()):
        reader.refuse("profiles must be tables", TOP, _PROFILES, "Write [profiles.NAME] on a line of its own")
    several = {
        name: _settings(profile, reader, (_PROFILES, number), f" of the profile {name}")
        for number, (name, profile) in enumerate(profiles.items(), 1)
    }
    return SettingsFile(_settings(table, reader, TOP), several, profile)


def _settings(table: Mapping[str, object], reader: TomlTables, place: TablePlace, of: str = "") -> Settings:
    def refuse(message: str, name: str, hint: str | None) -> NoReturn:
        raise BadInput(message, reader.path, reader.line(place, name), None, hint)

    for name, value in table.items():
        if name not in NAMES:
            refuse(f"there is no setting {name!r}{of}", name, nearest_key(name, NAMES))
        # An empty text would be taken for the current folder where a file is meant.
        if not isinstance(value, str) or not value:
            refuse(f"the setting {name}{of} must be text", name, f'Write {name} = "..."')
    settings = Settings(**{name: str(value) for name, value in table.items()})
    try:
        limits_of(settings.limits or "")
    except BadInput as error:
        refuse(error.message, "limits", error.hint)
    return settings


def settings_of(env: Environment) -> Settings:
    """The effective settings: the plain ones, overridden by those of the selected profile.

    Raises:
        BadInput: as from `read_settings`; or there is no such profile.
    """
    settings = read_settings(env)
    check_profile(settings, env)
    return settings.effective


def warn_if_ignored(settings: SettingsFile, env: Environment) -> None:
    """Say that there is a file that is not used, and why."""
    if settings.ignored is not None:
        env.warn(f"{settings_path(env)} is not used: {settings.ignored}")


def check_profile(settings: SettingsFile, env: Environment) -> None:
    """Ensure that the selected profile exists.

    Raises:
        BadInput: it does not; lists those that do.
    """
    if settings.profile is None or settings.profile in settings.profiles:
        return
    hint = f"There {'is' if len(settings.profiles) == 1 else 'are'} {listed(settings.profiles)}"
    make = f"`{env.program} settings --profile {settings.profile} ledger FILE` makes one"
    raise BadInput(f"there is no profile {settings.profile!r}", hint=hint if settings.profiles else make)


def limits_of(text: str) -> dict[str, int]:
    """The limits in the setting `limits`.

    Raises:
        BadInput: a limit does not exist, or a value is not a number.
    """
    pairs = (word.partition("=") for word in text.replace(",", " ").split())
    return {name: parse_amount(name, number) for name, _, number in pairs}


def keep_settings(settings: SettingsFile, env: Environment) -> None:
    """Write the settings atomically.

    Raises:
        Refused: they would not be used, or are another user's.
        OSError: the file cannot be written.
    """
    import tomli_w

    path = settings_path(env)
    stranger = owner_elsewhere(path)
    why = settings.ignored if stranger is None else f"it would be in what belongs to user {stranger}"
    if why is not None:
        raise Refused(f"nothing is set in {path}: {why}")
    path.parent.mkdir(parents=True, exist_ok=True)
    document: dict[str, object] = dict(_present(settings.plain))
    if settings.profiles:
        document[_PROFILES] = {name: _present(profile) for name, profile in settings.profiles.items()}
    # Whatever the umask: what others may write to is not used.
    write_file(path, tomli_w.dumps(document).encode("utf-8"), 0o644)


def _present(settings: Settings) -> dict[str, str]:
    return {name: value for name, value in asdict(settings).items() if value}
