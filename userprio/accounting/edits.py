"""Changes that an administrator makes to accounting records: what they are, and what names and values they may have."""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from typing import Final

from userprio.cxx import INT_MAX
from userprio.errors import Refused

LONGEST_LEASE_S: Final = INT_MAX - 1
"""The longest duration that condor_userprio takes."""
LARGEST_REAL: Final = 3.4028234663852886e38
"""`FLT_MAX`: condor_userprio held these numbers in single precision for most of its life."""

_MOST_HINTS: Final = 3
_CLOSE_ENOUGH: Final = 0.75

_MOST_COMPARED: Final = 2000
"""Names compared letter by letter; a ledger may hold a hundred thousand."""

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz0123456789._-+@"


class EditError(Refused):
    """An edit that is not made, with one sentence that says why."""


class UnknownSubmitter(EditError):
    """An edit of a record that does not exist and is not to be made."""


class EditAction(StrEnum):
    """What is done; the word is condor_userprio's option."""

    SET_PRIORITY = "setprio"
    SET_FACTOR = "setfactor"
    SET_FLOOR = "setfloor"
    SET_CEILING = "setceiling"
    CANCEL_CEILING_LEASE = "cancelceilinglease"
    CANCEL_FLOOR_LEASE = "cancelfloorlease"
    CANCEL_FACTOR_LEASE = "cancelfactorlease"
    SET_ACCUMULATED = "setaccum"
    SET_BEGIN = "setbegin"
    SET_LAST = "setlast"
    RESET_USAGE = "resetusage"
    DELETE = "delete"
    RESET_ALL = "resetall"


@dataclass(frozen=True, slots=True)
class Edit:
    """One action on records by name; several names are changed together or not at all."""

    action: EditAction
    names: tuple[str, ...] = ()
    """Submitters, whole names; none for RESET_ALL."""
    value: float | int | None = None
    """Of the actions that set something: a priority or factor, weight, weight-seconds, or seconds since the epoch."""
    duration_s: int | None = None
    """Makes SET_FACTOR, SET_FLOOR and SET_CEILING leases that end after so many seconds."""


REALS: Final[Mapping[EditAction, tuple[str, str, float]]] = {
    EditAction.SET_PRIORITY: ("Priority", "a priority", -LARGEST_REAL),
    EditAction.SET_FACTOR: ("PriorityFactor", "a priority factor", 1.0),
    EditAction.SET_ACCUMULATED: ("WeightedAccumulatedUsage", "accumulated usage", 0.0),
}
"""Actions that set a real: its attribute, what it is called, and the least that it may be."""

INTEGERS: Final[Mapping[EditAction, tuple[str, str, int]]] = {
    EditAction.SET_FLOOR: ("Floor", "a floor", 0),
    EditAction.SET_CEILING: ("Ceiling", "a ceiling", -1),
    EditAction.SET_BEGIN: ("BeginUsageTime", "a begin of usage", 0),
    EditAction.SET_LAST: ("LastUsageTime", "a last usage time", 0),
}
"""The same of integers, which HTCondor keeps in 32 bits."""

_LEASED: Final = frozenset({EditAction.SET_FACTOR, EditAction.SET_FLOOR, EditAction.SET_CEILING})


def check_value(edit: Edit) -> None:
    """Check that the action takes this value and duration.

    Raises:
        EditError: they are not, with the range that would be right.
    """
    if edit.action in REALS:
        _, what, least = REALS[edit.action]
        _check_real(edit.value, what, least)
    elif edit.action in INTEGERS:
        _, what, lowest = INTEGERS[edit.action]
        _check_integer(edit.value, what, lowest)
    elif edit.value is not None:
        raise EditError(f"{edit.action} takes no value")
    if edit.duration_s is None:
        return
    if edit.action not in _LEASED:
        raise EditError(f"{edit.action} takes no duration; only factors, floors and ceilings can be leased")
    if not 1 <= edit.duration_s <= LONGEST_LEASE_S:
        raise EditError(f"a lease lasts 1 to {LONGEST_LEASE_S} seconds, not {_shown(edit.duration_s)}")


def check_time(now: int) -> None:
    """Check that `now`, seconds since the epoch, can be stored as a time of usage.

    Raises:
        EditError: it cannot.
    """
    if not 0 <= now <= INT_MAX:
        raise EditError(f"HTCondor stores times in 32 bits, from 0 to {INT_MAX}; {_shown(now)} is out of range")


def _check_real(value: float | int | None, what: str, least: float) -> None:
    try:
        number = math.nan if value is None else float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise EditError(f"{what} must be a finite number")
    if number < least and least > -LARGEST_REAL:
        raise EditError(f"{what} must be at least {least:g}, not {number:g}")
    if abs(number) > LARGEST_REAL:
        raise EditError(f"{what} of {number:g} is too large; the limit is {LARGEST_REAL:g}")


def _check_integer(value: float | int | None, what: str, least: int) -> None:
    if not isinstance(value, int):
        raise EditError(f"{what} must be a whole number")
    if value < least:
        raise EditError(f"{what} must be at least {least}, not {_shown(value)}")
    if value > INT_MAX:
        raise EditError(f"{what} must be at most {INT_MAX}, the most that HTCondor stores in 32 bits")


def _shown(number: int) -> str:
    """An integer, which may have more digits than Python likes to print."""
    return str(number) if abs(number) < 10**20 else "that"


def fault_in(name: str) -> str | None:
    """Why `name` cannot be a submitter's, None if it can (`IsValidSubmitterName`, and what the log's text allows).

    Names are written into the log as they are: white space would cut the ledger short at the next reading, a quote
    would turn the name in the records of its slots into UNDEFINED.
    """
    if not name:
        return "it is empty"
    if any(char.isspace() for char in name):
        return "it contains white space"
    if '"' in name:
        return "it contains a quote"
    if not name.isprintable():
        return "it contains a character that cannot be printed"
    user, at, domain = name.rpartition("@")
    if not at:
        return "it has no @; submitters are named in full, such as alice@pool.test"
    if not user or not domain:
        return "it ends with the @" if user else "it begins with the @"
    return None


def near_misses(name: str, known: Iterable[str]) -> list[str]:
    """The submitters among `known` that may have been meant, three at most, the likeliest first.

    They are the same but for case, or without domain or group, or one typing error away, or merely similar.
    """
    by_folded: dict[str, str] = {}
    namesakes: list[str] = []
    wanted = name.casefold()
    user = _user(wanted)
    for other in known:
        if "@" in other:
            folded = other.casefold()
            by_folded[folded] = other
            if user and _user(folded) == user:
                namesakes.append(other)
    if wanted in by_folded:
        return [by_folded[wanted]]
    if namesakes:
        return (get_close_matches(name, namesakes, _MOST_HINTS, 0.0) if "@" in name else namesakes)[:_MOST_HINTS]
    slips = [by_folded[slip] for slip in dict.fromkeys(_slips(wanted)) if slip in by_folded]
    if slips:
        return slips[:_MOST_HINTS]
    alike = [folded for folded in by_folded if folded[:1] == wanted[:1]][:_MOST_COMPARED]
    return [by_folded[folded] for folded in get_close_matches(wanted, alike, _MOST_HINTS, _CLOSE_ENOUGH)]


def _user(name: str) -> str:
    """The user without group and domain."""
    return name.partition("@")[0].rpartition(".")[2]


def _slips(name: str) -> Iterator[str]:
    """Every text that is one letter more, less or other than `name`, or has two neighbours swapped."""
    for at in range(len(name) + 1):
        head, tail = name[:at], name[at:]
        yield head + tail[1:]
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]
        for letter in _LETTERS:
            yield head + letter + tail
            yield head + letter + tail[1:]
