"""A configuration that has been read: knobs looked up, expanded and checked, each knowing where it was set.

How it is read from its files, in the order in which later definitions win (`real_config`).
"""

import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeVar, overload

import msgspec
from msgspec.structs import replace

from userprio.base.cxx import INT_MAX, INT_MIN, atof
from userprio.base.limits import Exceeded
from userprio.base.patterns import lazy_pattern
from userprio.base.snapshot_trust import SnapshotRoot
from userprio.base.versions import NEWEST, Version
from userprio.classad import Expr, Grammar
from userprio.config.errors import (
    ConfigError,
    ConfigWarning,
    ErrorKind,
    KnobError,
    Origin,
    OriginKind,
    WarningKind,
    quoted,
)
from userprio.config.functions import Definition, Expanded, Scope
from userprio.config.knob import (
    BLANKS,
    Knob,
    KnobType,
    OnBadValue,
    Reader,
    boolean_of,
    expression_of,
    integer_of,
    real_of,
)
from userprio.config.macros import expand, expand_self
from userprio.config.reader import SourceReader, is_command
from userprio.config.statements import ConditionProblem, VersionDependence, is_legal_name
from userprio.config.tables import default_names, find_knob

T = TypeVar("T", int, float, bool)

_Parser = Callable[[str, str, Grammar], T | None]
_Shown = float | str | None

_REAL_MAX: Final = sys.float_info.max
_WHAT: Final = {int: "a whole number", float: "a number", bool: "true or false"}


class _Required(Enum):
    """The marker of a look-up without a default of its own."""

    REQUIRED = "required"


REQUIRED: Final = _Required.REQUIRED
_NOWHERE: Final = Origin(None, None, OriginKind.DETECTED)


class Config(msgspec.Struct, frozen=True):
    """What a daemon or tool of HTCondor sees of a configuration.

    Names are case-insensitive; `SUBSYSTEM.NAME` takes precedence over `NAME`. A value is expanded when it is looked
    up. Look-ups raise ConfigError where macros are circular, and KnobError for a value that is not of the type asked
    for: HTCondor's daemons stop at both; its tools hang at the former, and silently use `KnobError.instead` for the
    latter.
    """

    scope: Scope
    warnings: tuple[ConfigWarning, ...] = ()
    by_version: tuple[VersionDependence, ...] = ()
    """Statements that another version would have read differently."""
    within: SnapshotRoot | None = None
    """A folder that is not trusted, from which it was read: no file outside of it is read. None: no restriction."""
    set_again: tuple[tuple[Definition, Definition], ...] = ()
    """Pairs of a definition without effect and the later one in the same file that replaces it."""

    @property
    def version(self) -> Version:
        """The version of HTCondor that it is read for."""
        return self.scope.version

    def reads(self, name: str) -> bool:
        """Whether the version reads the knob; names that are not known knobs count as read."""
        if self.scope.is_newest:  # The table knows no knob that the newest version lacks
            return True
        knob = find_knob(name)
        return knob is None or knob.is_read_by(self.version)

    def raw(self, name: str) -> str | None:
        """The text before expansion; the built-in default if nothing sets the knob."""
        return self.scope.raw(name)

    def text(self, name: str) -> str | None:
        """The expanded text, None if it is unset, empty, or not read by the version (`param`)."""
        scope = self.scope
        resolved = scope.resolve(name) if scope.is_newest or self.reads(name) else None
        return None if resolved is None else self._expanded(name, resolved[1], resolved[0]) or None

    def string(self, name: str) -> str | None:
        """The expanded text or, for a known knob that nothing sets, the value that its readers fall back on."""
        if self.scope.resolve(name) is not None and self.reads(name):
            return self.text(name)
        knob = find_knob(name, self.scope.version)
        return None if knob is None or knob.fallback is None else self._expanded(name, knob.fallback, None) or None

    def origin(self, name: str) -> Origin | None:
        """Where the value comes from; None for a built-in default or an unknown name."""
        definition = self.scope.definition(name)
        return None if definition is None else definition.origin

    def is_set(self, name: str) -> bool:
        """Whether something other than HTCondor's defaults gives the knob a text that the version reads."""
        definition = self.scope.definition(name)
        return definition is not None and bool(definition.text) and self.reads(name)

    def names(self) -> tuple[str, ...]:
        """The names that files, environment and overrides define, as spelled there, in order of first mention."""
        defined = self.scope.definitions.values()
        return tuple(definition.name for definition in defined if definition.origin.kind is not OriginKind.DETECTED)

    def words(self, name: str) -> list[str]:
        """The items of a list separated by commas or blanks."""
        return [item for item in re.split(f"[,{BLANKS}]", self.text(name) or "") if item]

    @overload
    def integer(self, name: str, *, default: int | _Required = ...) -> int: ...
    @overload
    def integer(self, name: str, *, default: None) -> int | None: ...
    def integer(self, name: str, *, default: int | _Required | None = REQUIRED) -> int | None:
        """A whole number of at most 32 bits (`param_integer`): decimal digits, or an expression without units.

        Where the knob is unset, the default of the table of knobs takes precedence over `default`.
        """
        low, high = _range(find_knob(name), INT_MIN, INT_MAX)
        return self._typed(name, int, integer_of, default, int(low), int(high))

    @overload
    def real(self, name: str, *, default: float | _Required = ..., advised: bool = False) -> float: ...
    @overload
    def real(self, name: str, *, default: None, advised: bool = False) -> float | None: ...
    def real(self, name: str, *, default: float | _Required | None = REQUIRED, advised: bool = False) -> float | None:
        """A number (`param_double`): what `strtod` reads, or an expression without units.

        NaN is accepted. With `advised` the range is checked even if HTCondor does not enforce it. The three priority
        factors are read with `atof`.
        """
        knob = find_knob(name)
        if knob is not None and knob.type is KnobType.LEADING_NUMBER:
            return self._typed(name, float, lambda text, *_: atof(text), default, -_REAL_MAX, _REAL_MAX)
        return self._typed(name, float, real_of, default, *_range(knob, -_REAL_MAX, _REAL_MAX, advised))

    @overload
    def boolean(self, name: str, *, default: bool | _Required = ...) -> bool: ...
    @overload
    def boolean(self, name: str, *, default: None) -> bool | None: ...
    def boolean(self, name: str, *, default: bool | _Required | None = REQUIRED) -> bool | None:
        """A boolean (`param_boolean`): `true`, `false`, `1`, `0`, or an expression; not `yes` or `on`."""
        return self._typed(name, bool, boolean_of, default, False, True)

    def expression(self, name: str) -> Expr | None:
        """A ClassAd expression; None for an empty knob that may be empty."""
        knob = find_knob(name, self.scope.version)
        default = None if knob is None else knob.default or knob.fallback
        text = self.string(name)
        if text is None:
            if knob is not None and knob.required:
                raise self._error(name, "", "is empty", "; leave the line out for the default", default, default)
            return None
        expression = expression_of(text, self.scope.grammar)
        if expression is None:
            raise self._not(name, text, "a ClassAd expression", default, default)
        return expression

    def usable_expression(self, name: str) -> Expr | None:
        """As `expression`, but also None for an invalid one that its reader ignores (`OnBadValue.IGNORED`)."""
        knob, text = find_knob(name), self.string(name)
        if knob is not None and knob.on_bad_value is OnBadValue.IGNORED and text and expression_of(text) is None:
            return None
        return self.expression(name)

    def value(self, name: str, *, advised: bool = False) -> object:
        """The value by its type in the table of knobs, with the errors of reading it so. `advised` as in `real`."""
        knob = find_knob(name)
        match None if knob is None else knob.type:
            case KnobType.INTEGER:
                return self.integer(name, default=None)
            case KnobType.REAL | KnobType.LEADING_NUMBER:
                return self.real(name, default=None, advised=advised)
            case KnobType.BOOLEAN:
                return self.boolean(name, default=None)
            case KnobType.EXPRESSION:
                return self.expression(name)
            case KnobType.LIST | KnobType.KNOBS:
                return self.words(name)
            case _:
                return self.text(name)

    def as_of(self, version: Version) -> "Config":
        """The configuration as a daemon of another version sees it: its defaults, knobs and expressions.

        What depends on the version while files are read is not read again (call `read` with a `version` for that); each
        statement that the other version would have read differently adds a warning.
        """
        if version == self.version:
            return self
        old, new = self.version, version
        warnings = list(self.warnings)
        for dependence in self.by_version:
            if dependence.holds(old) is not dependence.holds(new):
                message = f"HTCondor {new} reads {dependence.shown} differently; it was read here as {old} reads it"
                warnings.append(dependence.origin.warning(message, WarningKind.READ_OTHERWISE))
        scope = replace(self.scope, version=version, expanded=Expanded())
        return replace(self, scope=scope, warnings=tuple(warnings))

    def with_overrides(self, overrides: Mapping[str, str]) -> "Config":
        """The configuration with these knobs set last of all; a reference to itself gives the previous value.

        Templates of AUTO_USE knobs are not applied again.
        """
        definitions = dict(self.scope.definitions)
        scope = replace(self.scope, definitions=definitions, expanded=None)
        warnings = list(self.warnings)
        origin = Origin(None, None, OriginKind.OVERRIDE)
        for name, text in overrides.items():
            if not is_legal_name(name):
                raise ConfigError(f"{quoted(name)} cannot be the name of a knob", kind=ErrorKind.ILLEGAL_NAME)
            try:
                value = expand_self(text, name, scope).text
            except ConfigError as error:
                raise ConfigError(f"{name} as given: {error.message}", hint=error.hint, kind=error.kind) from None
            definitions[name.lower()] = Definition(name, value, origin)
            winner = scope.definition(name)
            # `NEGOTIATOR.X` in a file beats `X` of the command line.
            if winner is not None and winner.origin is not origin:
                message = f"{name} has no effect beside {winner.name}, set in {winner.origin}"
                warnings.append(ConfigWarning(None, None, message, WarningKind.HIDDEN_OVERRIDE))
        return replace(self, scope=scope.settled(definitions), warnings=tuple(warnings))

    def with_warnings(self, warnings: Iterable[ConfigWarning]) -> "Config":
        """The configuration with these warnings after its own."""
        return replace(self, warnings=(*self.warnings, *warnings))

    def without(self, names: Iterable[str]) -> "Config":
        """The configuration without the definitions of these names, prefixes included, so that defaults hold."""
        gone = {name.lower() for name in names}
        left = {key: definition for key, definition in self.scope.definitions.items() if key not in gone}
        return replace(self, scope=self.scope.settled(left))

    def of_local_name(self, name: str) -> "Config":
        """The same as the daemon with this local name sees it: `KNOB` is what `NAME.KNOB` is, if that is defined."""
        definitions = dict(self.scope.definitions)
        for key, definition in self.scope.definitions.items():
            prefix, _, knob = key.partition(".")
            if knob and prefix == name.lower():
                definitions[knob] = replace(definition, name=definition.name.partition(".")[2])
                definitions.pop(f"{self.scope.subsystem.lower()}.{knob}", None)
                definitions["localname"] = Definition("LOCALNAME", name, _DETECTED)
        return replace(self, scope=self.scope.settled(definitions))

    def with_origins(self, origins: Mapping[str, Origin]) -> "Config":
        """A copy with other origins for those of these names that were set by overrides."""
        definitions = dict(self.scope.definitions)
        for name, origin in origins.items():
            given = definitions.get(name.lower())
            if given is not None and given.origin.kind is OriginKind.OVERRIDE:
                definitions[name.lower()] = replace(given, origin=origin)
        return replace(self, scope=self.scope.settled(definitions))

    def _expanded(self, name: str, text: str, key: str | None) -> str:
        """Expand a text that is the value of `key` or, if that is None, a default of `name`."""
        try:
            expansion = expand(text, self.scope, key)
        except ConfigError as error:
            origin = self.origin(name) or _NOWHERE
            raise origin.error(f"{name} cannot be expanded: {error.message}", error.kind, error.hint) from None
        except Exceeded as error:
            origin = self.origin(name) or _NOWHERE
            raise error.at(origin.path, origin.line) from None
        if expansion.failures:
            fault = f"cannot be expanded: {expansion.failures[0]}"
            raise self._error(name, text, fault, "", None, expansion.text or None)
        return expansion.text

    def _typed(
        self, name: str, kind: type[T], parse: _Parser[T], default: T | _Required | None, low: T, high: T
    ) -> T | None:
        text = self.text(name)
        if text is None:
            value = self._default(name, parse, default)
            if value is None and default is REQUIRED:
                raise KnobError(f"{name} is not set and has no default", hint="Set it", knob=name)
            return value
        value = parse(text, name, self.scope.grammar)
        if value is None:
            unset = self._default(name, parse, default)
            raise self._not(name, text, _WHAT[kind], unset, unset, low, high)
        if value < low or value > high:
            nearest = low if value < low else high  # What `param_integer` of a tool takes; a daemon stops
            wanted = f"in the range from {low:.10g} to {high:.10g}"
            raise self._not(name, text, wanted, self._default(name, parse, default), nearest, low, high)
        return value

    def _default(self, name: str, parse: _Parser[T], default: T | _Required | None) -> T | None:
        """The value of an unset knob: the table's default, else the caller's, else the table's fallback."""
        knob = find_knob(name, self.scope.version)
        text = None if knob is None else knob.default
        if text is None and default is not REQUIRED:
            return default
        if text is None and knob is not None:
            text = knob.fallback
        return None if text is None else parse(self._expanded(name, text, None), name, self.scope.grammar)

    def _not(self, name: str, text: str, wanted: str, default: _Shown, instead: _Shown, *ends: float) -> KnobError:
        holds = "it has no default" if default is None else f"its default is {default}"
        fault = f"is {quoted(text)}, which is not {wanted}; {holds}"
        return self._error(name, text, fault, _advice(find_knob(name), text), default, instead, *ends)

    def _error(
        self, name: str, text: str, fault: str, advice: str, default: _Shown, instead: _Shown, *ends: float
    ) -> KnobError:
        """The error for a knob; `ends` are those of its range, if that is known."""
        knob = find_knob(name)
        low, high = ends or (None, None)
        reader = knob.reader if knob is not None and knob.reader is Reader.DEFRAG else Reader.NEGOTIATOR
        origin, hint = self.origin(name) or _NOWHERE, f"{reader} would stop here{advice}"
        return KnobError(
            f"{name} {fault}", origin.path, origin.line, None, hint, name, text, low, high, default, instead
        )


def _range(knob: Knob | None, low: float, high: float, advised: bool = False) -> tuple[float, float]:
    """The range checked for a knob; `low` and `high` stand in for bounds that the table lacks."""
    if knob is None or not (knob.range_enforced or advised):
        return low, high
    return low if knob.low is None else knob.low, high if knob.high is None else knob.high


def _advice(knob: Knob | None, text: str) -> str:
    """A hint about the most common mistake: units."""
    number = text.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ ")
    if knob is None or number == text or real_of(number) is None:
        return ""
    return f". Numbers take no units{f'; this one counts {knob.unit}' if knob.unit else ''}"


_LATE: Final = frozenset({"hostname", "full_hostname"})
"""Detected values that are only available after the root file has been read."""
_FIXED: Final = frozenset(
    "tilde hostname full_hostname subsystem localname username real_uid real_gid pid ppid ip_address "
    "ip_address_is_ipv6 ipv4_address ipv6_address detected_cpus".split()
)
"""Detected values that no file may change."""
_ENVIRONMENT_PREFIX: Final = "_condor_"
_AUTO_USE = lazy_pattern(r"AUTO_USE_([A-Za-z]+)_(.+)", re.I | re.S)
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
    within: SnapshotRoot | None = None,
) -> Config:
    """Read the configuration whose root file is `path`; None reads no file at all (`ONLY_ENV`).

    As for daemons, no `~/.condor/user_config` is read. `$RANDOM_CHOICE()` and the like give the same in every run.

    Args:
        path: the root file, see `find_root`; `command |` where commands are allowed; or a folder, whose files are read
            as those of LOCAL_CONFIG_DIR are, without a root file.
        environ: environment variables, for `$ENV()` and the `_CONDOR_` ones; commands get them too.
        overrides: knobs set last of all.
        subsystem: which daemon or tool to see the configuration as; `SUBSYSTEM.NAME` takes precedence.
        local_name: the local name of the daemon, if it has one; `LOCALNAME.NAME` takes precedence over the subsystem.
        allow_commands: run the commands that the configuration names as sources; else naming one is an error.
        detected: what HTCondor detects on its machine, such as FULL_HOSTNAME and DETECTED_MEMORY.
        version: the version of HTCondor that reads it; `if version` and a few statements depend on it.
        within: the untrusted snapshot that it is in: files outside of it, commands that are not allowed and variables
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
    for definition in definitions.values():
        if _PLACEHOLDER in definition.text:
            message = f"{definition.name} still has the placeholder of a sample file; daemons refuse to start with it"
            reader.warnings.append(definition.origin.warning(message, WarningKind.PLACEHOLDER))
    frozen = scope.settled(definitions)
    again = tuple(pair for pair in reader.set_again if definitions.get(pair[1].name.lower()) is pair[1])
    config = Config(frozen, tuple(reader.warnings), tuple(reader.by_version), within, again)
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
    folder = path.is_dir()
    files = list(map(Path, files_in(source, Config(reader.scope), reader.within))) if folder else [path]
    if not files:
        hint = "HTCondor leaves out the names that LOCAL_CONFIG_DIR_EXCLUDE_REGEXP matches, and folders"
        raise ConfigError(
            "there is no file of configuration in this folder", path, hint=hint, kind=ErrorKind.ROOT_MISSING
        )
    for file in files:
        try:
            reader.read_file(str(file), depth=_LOCAL_DEPTH if folder else 0)
        except OSError as error:
            raise ConfigError(f"cannot be read: {error.strerror}", path=file, kind=ErrorKind.ROOT_MISSING) from None


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
        for file in files_in(folder, config, reader.within):
            _read_local_source(reader, file, "LOCAL_CONFIG_DIR", required)


def files_in(folder: str, config: Config, within: SnapshotRoot | None) -> list[str]:
    """The paths of a folder's files in byte order, except those that LOCAL_CONFIG_DIR_EXCLUDE_REGEXP excludes.

    There are none if the folder does not exist, or is not `within` the untrusted snapshot.

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
        if within is None:
            listed = [entry.name for entry in os.scandir(folder) if not entry.is_dir()]
        else:
            listed = within.names_in(folder)
        names = sorted(map(os.fsencode, listed))
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
