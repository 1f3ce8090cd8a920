"""The errors that userprio raises, as data: the command line turns them into sentences and exit statuses."""

from pathlib import Path
from typing import Any, Self

from userprio.base.records import Fields


class UserprioError(Exception):
    """Base of every error that userprio raises on purpose; anything else is a bug."""

    def __reduce__(self) -> tuple[Any, ...]:
        """With all fields, however they were given."""
        return _again, (type(self), self.args, vars(self))


def _again(kind: type[UserprioError], args: tuple[Any, ...], fields: dict[str, Any]) -> UserprioError:
    """An error that was raised in another process."""
    error = kind.__new__(kind, *args)
    vars(error).update(fields)
    return error


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


class BadInput(Fields, UserprioError):
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
