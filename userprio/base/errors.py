"""The errors that userprio raises, as data: the command line turns them into sentences and exit statuses."""

from pathlib import Path
from typing import Any, ClassVar, Self, dataclass_transform


class UserprioError(Exception):
    """Base of every error that userprio raises on purpose; anything else is a bug."""


class Stopped(KeyboardInterrupt):
    """A long computation is ended early.

    A progress callback raises it, without a result, where the computation may end. The computation raises it anew with
    what it has so far, if that is of any use.
    """

    def __init__(self, result: Any = None, reached: str = "") -> None:
        """`result` is as of the whole computation; `reached` says how far it got, such as `40 of 100 futures`."""
        super().__init__(reached)
        self.result, self.reached = result, reached


class Refused(UserprioError):
    """A valid request that is not carried out in the present state; the message is the reason, without a full stop."""


class Moved(Refused):
    """The state has changed since the plan was made; nothing is done."""


@dataclass_transform()
class ErrorFields:
    """Gives an exception fields, which are the annotations of its class: a constructor as that of a dataclass, which it
    is to type checkers, but without code that is compiled for each class at every start."""

    _fields: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        cls._fields += tuple(vars(cls).get("__annotations__", ()))

    def __init__(self, *values: Any, **named: Any) -> None:
        self.__dict__.update(zip(self._fields, values, strict=False), **named)
        self.__post_init__()

    def __post_init__(self) -> None:
        """Complete the fields."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._values() == other._values()

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self._values().items())
        return f"{type(self).__name__}({fields})"

    def with_(self, **named: Any) -> Self:
        """The error with other values of these fields."""
        return type(self)(**(self._values() | named))

    def _values(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self._fields}


class BadInput(ErrorFields, UserprioError):
    """Invalid input, with its place.

    `message` is one plain sentence without the place and without a final full stop; `hint` says what to do about it.
    """

    message: str
    path: Path | str | None = None
    line: int | None = None
    column: int | None = None
    hint: str | None = None

    def __str__(self) -> str:
        text = placed(self.message, self.path, self.line, self.column)
        return f"{text}. {self.hint}" if self.hint else text

    def at(self, path: Path | str | None, line: int | None) -> Self:
        """The error with a place, unless it has one already."""
        return self if self.path is not None else self.with_(path=path, line=line)


def placed(message: str, path: Path | str | None, line: int | None = None, column: int | None = None) -> str:
    """A message preceded by its place, as far as that is known."""
    parts = ["" if path is None else str(path), f"line {line}" if line else "", f"column {column}" if column else ""]
    place = ", ".join(part for part in parts if part)
    return f"{place}: {message}" if place else message
