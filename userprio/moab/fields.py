"""The values in a data file: each reader takes what TOML or JSON made of one and says what it wanted instead."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches
from math import isfinite
from pathlib import Path
from typing import Any, Final, NoReturn

from userprio.moab.values import MoabError, duration, words

LARGEST: Final = 1e15
"""No amount of anything is larger; sums and products of such numbers stay far from what a float cannot hold."""
LATEST: Final = 253_402_300_799
"""The last second of the year 9999."""


class Unfit(Exception):
    """A value that a reader does not take; the text ends the sentence `x is to be ...`."""


Reader = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Place:
    """A table of a data file, for messages."""

    path: Path
    name: str

    def refuse(self, message: str, hint: str | None = None) -> NoReturn:
        """Stop at this table."""
        raise MoabError(f"{self.name}: {message}" if self.name else message, self.path, hint=hint)


def read_fields(table: object, readers: Mapping[str, tuple[str, Reader]], place: Place) -> dict[str, Any]:
    """The fields of a table under other names: `readers` has for each key the new name and how its value is read.

    Raises:
        MoabError: an unknown key, or a value that its reader does not take.
    """
    if not isinstance(table, dict):
        place.refuse("it is to be a table")
    found: dict[str, Any] = {}
    for key, value in table.items():
        known = readers.get(key)
        if known is None:
            near = get_close_matches(key.lower(), readers, n=1, cutoff=0.75)
            place.refuse(
                f"unknown key {key!r}", f"Did you mean {near[0]}?" if near else f"Known are {', '.join(readers)}"
            )
        name, read = known
        try:
            found[name] = read(value)
        except Unfit as unfit:
            place.refuse(f"{key} is to be {unfit}")
    return found


def text(value: object) -> str:
    """A name that is not empty; a number stands for its digits."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if not isinstance(value, str) or not value.strip():
        raise Unfit("a name")
    return value.strip()


def amount(value: object) -> float:
    """A number that is not negative."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= LARGEST:
        raise Unfit(f"a number from 0 to {LARGEST:.0g}")
    return value


def size(value: object) -> float:
    """A number of which there is nothing or at least a whole one: processors, megabytes."""
    found = amount(value)
    if 0 < found < 1:
        raise Unfit("0 or at least 1")
    return found


def fraction(value: object) -> float:
    """A number from 0 to 1."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise Unfit("a number from 0 to 1")
    return value


def count(value: object) -> int:
    """A whole number that is not negative."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= LARGEST:
        raise Unfit("a whole number, not negative")
    return value


def positive(value: object) -> int:
    """A whole number from 1."""
    if count(value) == 0:
        raise Unfit("a whole number from 1")
    return count(value)


def signed(value: object) -> int:
    """A whole number."""
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > LARGEST:
        raise Unfit("a whole number")
    return value


def flag(value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise Unfit("true or false")
    return value


def seconds(value: object) -> float:
    """A duration: a number of seconds, or text such as 4:00:00."""
    found = duration(value) if isinstance(value, str) else value
    if isinstance(found, bool) or not isinstance(found, int | float) or not 0 <= found <= LARGEST:
        raise Unfit('a duration: seconds, or text such as "4:00:00"')
    return found


def limit(value: object) -> float:
    """A duration of a second at least."""
    found = seconds(value)
    if found < 1:
        raise Unfit("a duration of a second or more")
    return found


def moment(value: object) -> float:
    """Seconds since the epoch, or a date and time with its zone."""
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            raise Unfit("seconds since 1970, or a time such as 2026-03-02T09:00:00Z") from None
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise Unfit("a time with its zone, such as 2026-03-02T09:00:00Z")
        value = value.timestamp()
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= LATEST:
        raise Unfit("seconds since 1970, or a time such as 2026-03-02T09:00:00Z")
    return value


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
    return tuple(_usage(one) for one in value)


def _usage(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value) or value < 0:
        raise Unfit("a list of numbers that are not negative")
    if value > LARGEST or 0 < value < 1 / LARGEST:
        raise Unfit(f"a list of numbers, each 0 or from {1 / LARGEST:.0g} to {LARGEST:.0g}")
    return value
