"""The values in a data file: each reader takes what TOML or JSON made of one and says what it wanted instead."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from sys import float_info
from typing import Any, Final, NoReturn

from userprio.moab.values import MoabError, duration, words
from userprio.tomltables import nearest_key

LARGEST: Final = 1e15
"""No amount of anything is larger; sums and products of such numbers stay far from what a float cannot hold."""
LATEST: Final = 253_402_300_799
"""The last second of the year 9999."""


class Unfit(Exception):
    """A value that a reader does not take; the text ends the sentence `x is to be ...`."""


Reader = Callable[[Any], Any]
Keys = Mapping[str, tuple[str, Reader]]
"""For each key of a table the name of its field, and how its value is read."""


@dataclass(frozen=True, slots=True)
class Place:
    """A table of a data file, for messages."""

    path: Path
    name: str

    def refuse(self, message: str, hint: str | None = None) -> NoReturn:
        """Stop at this table."""
        raise MoabError(f"{self.name}: {message}" if self.name else message, self.path, hint=hint)


def keys(read: Reader, **fields: str) -> dict[str, tuple[str, Reader]]:
    """Keys whose values are all read alike, with their fields."""
    return {key: (field, read) for key, field in fields.items()}


def read_fields(table: object, known: Keys, place: Place) -> dict[str, Any]:
    """The fields of a table, as far as they are there.

    Raises:
        MoabError: an unknown key, or a value that its reader does not take.
    """
    if not isinstance(table, dict):
        place.refuse("it is to be a table")
    found: dict[str, Any] = {}
    for key, value in table.items():
        if key not in known:
            place.refuse(f"unknown key {key!r}", nearest_key(key, known))
        name, read = known[key]
        try:
            found[name] = read(value)
        except Unfit as unfit:
            place.refuse(f"{key} is to be {unfit}")
    return found


def read_named(table: object, read: Reader, place: Place) -> dict[str, Any]:
    """A table whose keys are names of any kind, and whose values are all read alike.

    Raises:
        MoabError: a value that the reader does not take.
    """
    return read_fields(table, {name: (name, read) for name in table} if isinstance(table, dict) else {}, place)


def anything(value: object) -> object:
    """Whatever is there, to be read later."""
    return value


def text(value: object) -> str:
    """A name that is not empty; a number stands for its digits."""
    if type(value) is int:
        return str(value)
    if not isinstance(value, str) or not value.strip():
        raise Unfit("a name")
    return value.strip()


def number(expected: str, lowest: float, highest: float, kinds: Sequence[type] = (int, float)) -> Reader:
    """A reader of numbers within bounds; true and false are not numbers."""

    def read(value: Any) -> Any:
        if type(value) not in kinds or not lowest <= value <= highest:
            raise Unfit(expected)
        return value

    return read


def whole_number(expected: str, lowest: float, highest: float) -> Reader:
    """A reader of integers within bounds."""
    return number(expected, lowest, highest, [int])


def choice(known: Sequence[str], case: Callable[[str], str]) -> Reader:
    """A reader of one of some words, which are all in upper or all in lower case."""

    def read(value: object) -> str:
        if not isinstance(value, str) or case(value) not in known:
            raise Unfit(f"one of {', '.join(known)}")
        return case(value)

    return read


amount: Final = number(f"a number from 0 to {LARGEST:.0g}", 0, LARGEST)
fraction: Final = number("a number from 0 to 1", 0, 1)
count: Final = whole_number("a whole number, not negative", 0, LARGEST)
positive: Final = whole_number("a whole number from 1", 1, LARGEST)
signed: Final = whole_number("a whole number", -LARGEST, LARGEST)
_not_negative: Final = number("a list of numbers that are not negative", 0, float_info.max)
_seconds: Final = number('a duration: seconds, or text such as "4:00:00"', 0, LARGEST)
_seconds_since_1970: Final = number("seconds since 1970, or a time such as 2026-03-02T09:00:00Z", 0, LATEST)


def size(value: object) -> Any:
    """An amount of what comes in whole pieces, none or at least one: processors, megabytes."""
    if 0 < amount(value) < 1:
        raise Unfit("0 or at least 1")
    return value


def flag(value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise Unfit("true or false")
    return value


def seconds(value: object) -> Any:
    """A duration: a number of seconds, or text such as 4:00:00."""
    return _seconds(duration(value) if isinstance(value, str) else value)


def limit(value: object) -> Any:
    """A duration of a second at least."""
    if seconds(value) < 1:
        raise Unfit("a duration of a second or more")
    return seconds(value)


def moment(value: object) -> Any:
    """Seconds since the epoch, or a date and time with its zone."""
    if isinstance(value, str):
        with suppress(ValueError):
            value = datetime.fromisoformat(value)
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise Unfit("a time with its zone, such as 2026-03-02T09:00:00Z")
        value = value.timestamp()
    return _seconds_since_1970(value)


def names(value: object) -> tuple[str, ...]:
    """A list of names, or text with commas between them."""
    found = words(value) if isinstance(value, str) else value
    if not isinstance(found, list | tuple) or not all(isinstance(one, str) and one.strip() for one in found):
        raise Unfit("a list of names")
    return tuple(one.strip() for one in found)


def amounts(value: object) -> tuple[float, ...]:
    """A list of amounts, the current window first."""
    if not isinstance(value, list):
        raise Unfit("a list of amounts, the current window first")
    for one in value:
        if _not_negative(one) > LARGEST or 0 < one < 1 / LARGEST:
            raise Unfit(f"a list of numbers, each 0 or from {1 / LARGEST:.0g} to {LARGEST:.0g}")
    return tuple(value)
