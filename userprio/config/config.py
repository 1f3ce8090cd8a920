"""A configuration that has been read: knobs looked up, expanded and checked, each knowing where it was set."""

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from pathlib import Path
from typing import Final, TypeVar, overload

import msgspec
from msgspec.structs import replace

from userprio.base.cxx import INT_MAX, INT_MIN, atof
from userprio.base.limits import Exceeded
from userprio.base.versions import Version
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
from userprio.config.statements import VersionDependence, is_legal_name
from userprio.config.tables import find_knob

T = TypeVar("T", int, float, bool)

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
    within: Path | None = None
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

    def check(self, name: str, *, advised: bool = False) -> None:
        """Read the value by its type in the table of knobs, for the errors that this raises. `advised` as in `real`."""
        knob = find_knob(name)
        match None if knob is None else knob.type:
            case KnobType.INTEGER:
                self.integer(name, default=None)
            case KnobType.REAL:
                self.real(name, default=None, advised=advised)
            case KnobType.BOOLEAN:
                self.boolean(name, default=None)
            case KnobType.EXPRESSION:
                self.expression(name)
            case _:
                self.text(name)

    def as_of(self, version: Version) -> "Config":
        """The configuration as a daemon of another version sees it: its defaults, knobs and expressions.

        What depends on the version while files are read is not read again (call `read` with a `version` for that); each
        statement that the other version would have read differently adds a warning.
        """
        if version == self.version:
            return self
        old, new = self.version, version
        notes = (
            dependence.origin.warning(
                f"HTCondor {new} reads {dependence.shown} differently; it was read here as {old} reads it",
                WarningKind.READ_OTHERWISE,
            )
            for dependence in self.by_version
            if dependence.holds(old) is not dependence.holds(new)
        )
        return replace(
            self, scope=replace(self.scope, version=version, expanded=Expanded()), warnings=(*self.warnings, *notes)
        )

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
            raise self._error(name, text, fault, instead=expansion.text or None)
        return expansion.text

    def _typed(
        self,
        name: str,
        kind: type[T],
        parse: Callable[[str, str, Grammar], T | None],
        default: T | _Required | None,
        low: T,
        high: T,
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

    def _default(
        self, name: str, parse: Callable[[str, str, Grammar], T | None], default: T | _Required | None
    ) -> T | None:
        """The value of an unset knob: the table's default, else the caller's, else the table's fallback."""
        knob = find_knob(name, self.scope.version)
        text = None if knob is None else knob.default
        if text is None and default is not REQUIRED:
            return default
        if text is None and knob is not None:
            text = knob.fallback
        return None if text is None else parse(self._expanded(name, text, None), name, self.scope.grammar)

    def _not(
        self,
        name: str,
        text: str,
        wanted: str,
        default: float | str | None,
        instead: float | str | None,
        low: float | None = None,
        high: float | None = None,
    ) -> KnobError:
        holds = "it has no default" if default is None else f"its default is {default}"
        fault = f"is {quoted(text)}, which is not {wanted}; {holds}"
        return self._error(name, text, fault, _advice(find_knob(name), text), default, instead, low, high)

    def _error(
        self,
        name: str,
        text: str,
        fault: str,
        advice: str = "",
        default: float | str | None = None,
        instead: float | str | None = None,
        low: float | None = None,
        high: float | None = None,
    ) -> KnobError:
        knob = find_knob(name)
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
