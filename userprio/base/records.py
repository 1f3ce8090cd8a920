"""Records for what every start needs, also that of `--help` and of an answer to the tab key, and for errors.

For such a start both msgspec, to import, and what `dataclass` compiles for twenty classes take too long. Objects of
these are slower to make instead, so what is made often is a struct of msgspec.
"""

import sys
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final, Self, dataclass_transform

NO_ITEMS: Final[Mapping[Any, Any]] = MappingProxyType({})
"""A default for a field that is a mapping."""


def _annotations(kind: type) -> Mapping[str, Any]:
    """The annotations of a class itself, by name."""
    own = vars(kind).get("__annotations__")
    if own is None and sys.version_info >= (3, 14):
        # Python makes them when they are asked for; some of their types are only there for type checkers.
        from annotationlib import Format, get_annotations

        own = get_annotations(kind, format=Format.FORWARDREF)
    return own or {}


class _Annotated:
    """Has the fields that its subclasses annotate, as a dataclass has them."""

    _fields: ClassVar[tuple[str, ...]] = ()
    _defaults: ClassVar[dict[str, Any]] = {}

    def __init_subclass__(cls) -> None:
        own = vars(cls)
        cls._fields += tuple(_annotations(cls))
        cls._defaults = cls._defaults | {name: own[name] for name in cls._fields if name in own}

    def __init__(self, *values: Any, **named: Any) -> None:
        given = {**self._defaults, **dict(zip(self._fields, values, strict=False)), **named}
        if len(given) != len(self._fields) or len(values) > len(given):
            raise TypeError(f"{type(self).__name__} takes {', '.join(self._fields)}")
        self.__dict__.update(given)
        self.__post_init__()

    def __post_init__(self) -> None:
        """Complete the fields."""

    def with_(self, **named: Any) -> Self:
        """A copy with other values of these fields."""
        return type(self)(**(self.as_dict() | named))

    def as_dict(self) -> dict[str, Any]:
        """The fields by name."""
        return {name: getattr(self, name) for name in self._fields}

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.as_dict() == other.as_dict()

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self.as_dict().items())
        return f"{type(self).__name__}({fields})"


@dataclass_transform()
class Fields(_Annotated):
    """For exceptions."""


@dataclass_transform(frozen_default=True)
class Record(_Annotated):
    """A frozen record. A default is shared, so it is nothing that may change."""

    def __hash__(self) -> int:
        return hash(tuple(self.as_dict().values()))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name} of a record stays as it is")
