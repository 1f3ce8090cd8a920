"""Regular expressions that are compiled when they are first used: a command needs few of those of its modules."""

import re
from typing import Any, AnyStr, Final, cast

_ATTRIBUTES: Final = (
    *("match", "fullmatch", "search", "finditer", "findall", "split", "sub", "subn", "scanner"),
    *("flags", "groups", "groupindex"),
)


class _Lazy:
    """A pattern, whose attributes are its own: looked up as fast as those of a `re.Pattern`."""

    def __init__(self, pattern: object, flags: int) -> None:
        self.pattern, self._flags = pattern, flags


class _Uncompiled(_Lazy):
    """One that was not used."""

    def __getattr__(self, name: str) -> Any:
        if name not in _ATTRIBUTES:
            raise AttributeError(name)
        compiled: re.Pattern[Any] = re.compile(self.__dict__["pattern"], self.__dict__["_flags"])
        self.__dict__.update((attribute, getattr(compiled, attribute)) for attribute in _ATTRIBUTES)
        object.__setattr__(self, "__class__", _Lazy)  # Without a `__getattr__`, Python remembers where attributes are
        return self.__dict__[name]


def lazy_pattern(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """The same as `re.compile`, but for what asks whether it is a `re.Pattern`, such as the functions of `re`."""
    return cast("re.Pattern[AnyStr]", _Uncompiled(pattern, flags))
