"""Reading a whole configuration, in the order in which later definitions win (`real_config`)."""

import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from userprio.base.versions import NEWEST, Version
from userprio.config.config import Config
from userprio.config.errors import ConfigError, ErrorKind, KnobError, Origin, OriginKind, WarningKind, quoted
from userprio.config.functions import Definition, Scope
from userprio.config.knob import BLANKS, boolean_of
from userprio.config.reader import SourceReader, is_command
from userprio.config.statements import ConditionProblem
from userprio.config.tables import default_names

_LATE: Final = frozenset({"hostname", "full_hostname"})
"""Detected values that are only available after the root file has been read."""
_FIXED: Final = frozenset(
    "tilde hostname full_hostname subsystem localname username real_uid real_gid pid ppid ip_address "
    "ip_address_is_ipv6 ipv4_address ipv6_address detected_cpus".split()
)
"""Detected values that no file may change."""
_ENVIRONMENT_PREFIX: Final = "_condor_"
_AUTO_USE = re.compile(r"AUTO_USE_([A-Za-z]+)_(.+)", re.I | re.S)
_PLACEHOLDER: Final = "YOU_MUST_CHANGE_THIS_INVALID_CONDOR_CONFIGURATION_VALUE"
_LOCAL_DEPTH: Final = 1
_DETECTED: Final = Origin(None, None, OriginKind.DETECTED)


def read(
    path: Path | None,
    *,
    environ: Mapping[str, str],
    overrides: Mapping[str, str] = MappingProxyType({}),
    subsystem: str = "NEGOTIATOR",
    local_name: str | None = None,
    allow_commands: bool = False,
    detected: Mapping[str, str] | None = None,
    version: Version = NEWEST,
    within: Path | None = None,
) -> Config:
    """Read the configuration whose root file is `path`; None reads no file at all (`ONLY_ENV`).

    As for daemons, no `~/.condor/user_config` is read. `$RANDOM_CHOICE()` and the like give the same in every run.

    Args:
        path: the root file, see `find_root`; `command |` where commands are allowed.
        environ: environment variables, for `$ENV()` and the `_CONDOR_` ones; commands get them too.
        overrides: knobs set last of all.
        subsystem: which daemon or tool to see the configuration as; `SUBSYSTEM.NAME` takes precedence.
        local_name: the local name of the daemon, if it has one; `LOCALNAME.NAME` takes precedence over the subsystem.
        allow_commands: run the commands that the configuration names as sources; else naming one is an error.
        detected: what HTCondor detects on its machine, such as FULL_HOSTNAME and DETECTED_MEMORY.
        version: the version of HTCondor that reads it; `if version` and a few statements depend on it.
        within: the untrusted folder that it is in: files outside of it, commands that are not allowed and variables
            that `environ` lacks are each left out with a warning.

    Raises:
        ConfigError: the configuration cannot be read.
    """
    definitions: dict[str, Definition] = {}
    scope = Scope(definitions, subsystem, local_name, MappingProxyType(dict(environ)), version)
    reader = SourceReader(scope, definitions, allow_commands, within)
    machine = {**(detected or {}), "SUBSYSTEM": subsystem, "LOCALNAME": local_name or subsystem}
    try:
        _read_everything(reader, path, machine)
    except KnobError as error:
        kind = ErrorKind.MACRO_FUNCTION
        raise ConfigError(error.message, error.path, error.line, hint=error.hint, kind=kind) from None
    placeholders = [
        definition.origin.warning(
            f"{definition.name} still has the placeholder of a sample file; daemons refuse to start with it",
            WarningKind.PLACEHOLDER,
        )
        for definition in definitions.values()
        if _PLACEHOLDER in definition.text
    ]
    frozen = scope.settled(definitions)
    again = tuple(pair for pair in reader.set_again if definitions.get(pair[1].name.lower()) is pair[1])
    config = Config(frozen, (*reader.warnings, *placeholders), tuple(reader.by_version), within, again)
    return config.with_overrides(overrides) if overrides else config


def _read_everything(reader: SourceReader, path: Path | None, machine: Mapping[str, str]) -> None:
    def insert_detected(wanted: Callable[[str], bool]) -> None:
        for name, text in machine.items():
            if wanted(name.lower()):
                reader.insert(name, text, _DETECTED)

    insert_detected(lambda key: key not in _LATE)  # The root file may refer to these, and may replace them
    if path is not None:
        reader.insert("CONFIG_ROOT", str(path.parent), _DETECTED)
        _read_root(reader, path)
    insert_detected(lambda key: key in _LATE or key == "tilde")
    if path is not None:
        _read_local(reader)
    for variable, text in reader.scope.environ.items():
        name = variable[len(_ENVIRONMENT_PREFIX) :].rstrip(BLANKS)
        if variable.lower().startswith(_ENVIRONMENT_PREFIX) and name:
            reader.insert(name, text.lstrip(BLANKS), Origin(None, None, OriginKind.ENVIRONMENT))
    insert_detected(lambda key: key in _FIXED)  # Last, so that no file can change them
    _use_automatically(reader)


def _read_root(reader: SourceReader, path: Path) -> None:
    source = str(path)
    if is_command(source):
        reader.read_command(source, "CONDOR_CONFIG", depth=0)
        return
    if path.is_dir():
        raise ConfigError("this is a directory", path=path, hint="Name a file in it", kind=ErrorKind.ROOT_MISSING)
    try:
        reader.read_file(source, depth=0)
    except OSError as error:
        raise ConfigError(f"cannot be read: {error.strerror}", path=path, kind=ErrorKind.ROOT_MISSING) from None


def _read_local(reader: SourceReader) -> None:
    """Read LOCAL_CONFIG_DIR, LOCAL_CONFIG_FILE, and the folders again if these files have changed the former."""
    config = Config(reader.scope)
    folders = config.words("LOCAL_CONFIG_DIR")
    _read_folders(reader, folders)
    _read_local_files(reader)  # May set LOCAL_CONFIG_DIR, which then counts again (`real_config`)
    changed = config.words("LOCAL_CONFIG_DIR")  # Looked up anew: the files just read may have set it
    if changed != folders:
        _read_folders(reader, changed)


def _read_folders(reader: SourceReader, folders: list[str]) -> None:
    """Read the files in the folders, which need not exist; see `files_in`."""
    config = Config(reader.scope)
    required = _required(config)
    for folder in folders:
        if reader.refuses(folder, config.origin("LOCAL_CONFIG_DIR") or _DETECTED):
            continue
        for file in files_in(folder, config):
            _read_local_source(reader, file, "LOCAL_CONFIG_DIR", required)


def files_in(folder: str, config: Config) -> list[str]:
    """The paths of a folder's files in byte order, except those that LOCAL_CONFIG_DIR_EXCLUDE_REGEXP excludes.

    There are none if the folder does not exist.

    Raises:
        ConfigError: LOCAL_CONFIG_DIR_EXCLUDE_REGEXP is not a regular expression.
    """
    pattern = config.text("LOCAL_CONFIG_DIR_EXCLUDE_REGEXP")
    # Imported here because few commands need it.
    from userprio.classad import PatternError, SearchError, compile_pattern, search

    origin = config.origin("LOCAL_CONFIG_DIR_EXCLUDE_REGEXP") or _DETECTED
    excluded = None
    if pattern is not None:
        try:
            excluded = compile_pattern(os.fsencode(pattern))
        except PatternError as error:
            message = f"is {quoted(pattern)}, which is not a regular expression: {error}"
            raise origin.error(f"LOCAL_CONFIG_DIR_EXCLUDE_REGEXP {message}", ErrorKind.BAD_EXCLUDE_PATTERN) from None
    try:
        names = sorted(os.fsencode(entry.name) for entry in Path(folder).iterdir() if not entry.is_dir())
    except (OSError, ValueError):
        return []
    paths: list[str] = []
    for name in names:
        try:
            if excluded is not None and search(excluded, name) is not None:
                continue
        except SearchError as error:
            message = f"LOCAL_CONFIG_DIR_EXCLUDE_REGEXP cannot be applied to {quoted(os.fsdecode(name))}: {error}"
            raise origin.error(message, ErrorKind.BAD_EXCLUDE_PATTERN) from None
        paths.append(f"{folder.rstrip('/')}/{os.fsdecode(name)}")
    return paths


def _read_local_files(reader: SourceReader) -> None:
    """Read the files in LOCAL_CONFIG_FILE. One that changes the knob replaces the rest of the list."""
    config = Config(reader.scope)
    required = _required(config)
    done: list[str] = []
    listed = config.text("LOCAL_CONFIG_FILE")
    left = _sources(config)
    while left:
        _read_local_source(reader, left[0], "LOCAL_CONFIG_FILE", required)
        done.append(left.pop(0))
        now = config.text("LOCAL_CONFIG_FILE")
        # A local file may name the next ones; those read before are not read twice.
        if now is not None and now != listed:
            listed = now
            left = [source for source in _sources(config) if source not in done]


def _sources(config: Config) -> list[str]:
    """The sources in LOCAL_CONFIG_FILE; with a `|` in it, it is a single command."""
    text = config.text("LOCAL_CONFIG_FILE")
    return [text] if text is not None and is_command(text) else config.words("LOCAL_CONFIG_FILE")


def _read_local_source(reader: SourceReader, source: str, knob: str, required: bool) -> None:
    if is_command(source):
        reader.read_command(source, knob, _LOCAL_DEPTH)
        return
    if reader.refuses(source, Config(reader.scope).origin(knob) or _DETECTED):
        return
    try:
        reader.read_file(source, _LOCAL_DEPTH)
    except OSError as error:
        if not required:
            return
        definition = reader.scope.definition(knob)
        setter = "" if definition is None else f" ({definition.origin})"
        raise ConfigError(
            f"cannot be read: {error.strerror}",
            path=source,
            hint=f"{knob} lists it{setter}; REQUIRE_LOCAL_CONFIG_FILE = false makes it optional",
            kind=ErrorKind.LOCAL_CONFIG_MISSING,
        ) from None


def _required(config: Config) -> bool:
    """REQUIRE_LOCAL_CONFIG_FILE, the only boolean for which the first letter decides (`param_boolean_crufty`)."""
    text = config.text("REQUIRE_LOCAL_CONFIG_FILE") or "true"
    if text[0] in "tTfF":  # `False_` is false, and so is `fish`
        return text[0] in "tT"
    value = boolean_of(text)
    return True if value is None else value


def _use_automatically(reader: SourceReader) -> None:
    """Apply the template of every `AUTO_USE_<category>_<template>` knob whose value is a true condition."""
    definitions = reader.scope.definitions
    knobs = {**{name.lower(): name for name in default_names()}, **{k: d.name for k, d in definitions.items()}}
    for key, name in sorted(knobs.items()):
        match = _AUTO_USE.fullmatch(name)
        text = Config(reader.scope).text(name) if match else None
        if match is None or text is None:
            continue
        definition = definitions.get(key)
        origin = definition.origin if definition else _DETECTED
        problem: str | None = None
        try:
            if reader.holds(text):
                problem = reader.use_template(match[2], match[1], name, origin)
        except ConditionProblem as error:
            problem = f"{name}: {error.message}"
        if problem is not None:
            reader.warnings.append(origin.warning(problem, WarningKind.AUTO_USE))
