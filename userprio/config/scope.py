"""What a name stands for while configuration is read and looked up."""

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from random import Random
from types import MappingProxyType
from typing import Final

import msgspec
from msgspec.structs import replace

from userprio.base.versions import NEWEST, Behaviour, Version
from userprio.classad import Grammar
from userprio.config.errors import Origin, OriginKind
from userprio.config.tables import default_text


class Definition(msgspec.Struct, frozen=True):
    """A name as it was spelled, its text before expansion, and where it was given."""

    name: str
    text: str
    origin: Origin

    def replaces(self, before: "Definition") -> bool:
        """Whether this one makes an earlier one in the same file useless, instead of just extending it."""
        kinds = {before.origin.kind, self.origin.kind}
        same = kinds == {OriginKind.FILE} and before.origin.path == self.origin.path
        return same and before.text != "" and before.text.lower() not in self.text.lower()


_ROOM: Final = 64 << 20
_LARGEST: Final = 1 << 20
_EACH: Final = 100  # Overhead of a value, in characters


class Expanded(dict[str, str]):
    """A cache of expanded values by key, of limited size."""

    __slots__ = ("_room", "not_plain")

    def __init__(self) -> None:
        self._room = _ROOM
        self.not_plain: set[str] = set()
        """Keys whose values cannot be cached, see `macros`."""

    def keep(self, key: str, pieces: list[str]) -> bool:
        """Cache a value; returns whether there was room."""
        size = sum(map(len, pieces)) + _EACH
        if size > min(self._room, _LARGEST):
            return False
        self._room -= size  # Never given back: a cache that is full stays so until the scope is replaced
        self[key] = "".join(pieces)
        return True


class Scope(msgspec.Struct, frozen=True, dict=True):
    """The definitions as one subsystem of one version sees them; `definitions` is keyed by lower-case name."""

    definitions: Mapping[str, Definition]
    subsystem: str
    local_name: str | None
    environ: Mapping[str, str]
    version: Version = NEWEST
    dice: Random = msgspec.field(default_factory=lambda: Random(0))
    """Seeded the same in every scope, so that all runs give the same values."""
    expanded: Expanded | None = None
    """The cache of expanded values, once definitions no longer change; None before."""

    def settled(self, definitions: Mapping[str, Definition]) -> "Scope":
        """A copy with definitions that will not change any more."""
        return replace(self, definitions=MappingProxyType(dict(definitions)), expanded=Expanded())

    @cached_property
    def prefixes(self) -> tuple[str, ...]:
        """The prefixes that a name may have, in lower case without the dot: the local name, then the subsystem."""
        return tuple(prefix.lower() for prefix in (self.local_name, self.subsystem) if prefix)

    @cached_property
    def is_newest(self) -> bool:
        """Whether the version behaves like the newest one known."""
        return self.version >= NEWEST

    @cached_property
    def behaviour(self) -> Behaviour:
        """How the version behaves where versions differ."""
        return Behaviour(self.version)

    @cached_property
    def grammar(self) -> Grammar:
        """How the version parses expressions."""
        return Grammar.of(self.behaviour)

    @cached_property
    def _default(self) -> Callable[[str], str | None]:
        return default_text if self.is_newest else partial(default_text, version=self.version)

    def resolve(self, name: str) -> tuple[str, str] | None:
        """The key that a look-up of `name` finds, with its text before expansion (`lookup_macro`).

        The first of prefixed definition, prefixed default, plain definition, plain default wins, even when empty.
        """
        key = name.lower()
        for candidate in (*(f"{prefix}.{key}" for prefix in self.prefixes), key):
            definition = self.definitions.get(candidate)
            text = self._default(candidate) if definition is None else definition.text
            if text is not None:  # Even empty text: `NEGOTIATOR.X =` hides X
                return candidate, text
        return None

    def definition(self, name: str) -> Definition | None:
        """The definition that a look-up of `name` finds; None if that is a built-in default, or nothing."""
        resolved = self.resolve(name)
        return None if resolved is None else self.definitions.get(resolved[0])

    def raw(self, name: str) -> str | None:
        """The text of `name` before expansion."""
        resolved = self.resolve(name)
        return None if resolved is None else resolved[1]

    def own_names(self, name: str) -> frozenset[str]:
        """The lower-case names that refer to `name` itself: `negotiator.x` is also `x` in the negotiator."""
        key = name.lower()
        plain = (key.removeprefix(f"{prefix}.") for prefix in self.prefixes)
        return frozenset({key, next((other for other in plain if other not in ("", key)), key)})
