"""Which names a choice of knobs is made of, through all that they refer to."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from random import Random
from typing import Final

from userprio.config.errors import ConfigError, Origin, OriginKind
from userprio.config.macros import expand
from userprio.config.scope import Definition, Scope
from userprio.config.spelling import REFERENCE

_TOLD: Final = Origin(None, None, OriginKind.FILE)


class _Asked(Mapping[str, Definition]):
    """Definitions that remember which of them were looked up."""

    def __init__(self, definitions: Mapping[str, Definition]) -> None:
        self._definitions = definitions
        self.names: set[str] = set()

    def __getitem__(self, key: str) -> Definition:
        found = self._definitions[key]
        self.names.add(key)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._definitions)

    def __len__(self) -> int:
        return len(self._definitions)


def needed(knobs: Mapping[str, str], roots: Iterable[str], subsystem: str = "NEGOTIATOR") -> frozenset[str]:
    """The lower-case names that the values of `roots` are made of, the roots themselves among them.

    `knobs` are texts by name; where it has no text, HTCondor's default counts. What a text might refer to counts, such
    as a default that is not used, and so does a name that is computed, `$(A_$(B))`, as the subsystem computes it.
    """
    table = _Asked({name.lower(): Definition(name, text, _TOLD) for name, text in knobs.items()})
    scope = Scope(table, subsystem, None, {}, Random(0))
    reached: set[str] = set()
    left = [name.lower() for name in roots]
    while left:
        key = left.pop()
        if key in reached:
            continue
        reached.add(key)
        table.names.clear()
        found = scope.resolve(key)
        if found is None:
            continue
        with suppress(ConfigError):
            expand(found[1], scope, found[0])
        left += table.names
        left += (reference[1].lower() for reference in REFERENCE.finditer(found[1]))
    return frozenset(reached)
