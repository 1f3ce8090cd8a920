"""Parses condor_userprio's arguments (`user_prio.cpp`: `main`)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from typing import Final

from userprio.accounting import ACTIONS, Edit
from userprio.base.cxx import atof
from userprio.base.errors import BadInput
from userprio.base.versions import LATEST, Behaviour
from userprio.classad import ClassAdSyntaxError, Expr, parse
from userprio.cli.classic.options import Option, find_option
from userprio.cli.request import ListingRequest, Source
from userprio.report import ALL, EVERYBODY, MOST, NOTHING, PRIORITIES, QUOTAS, USAGES, Autoformat, Column, Layout

_USER_NAME: Final = re.compile(r"[A-Za-z]|<none>\Z")
_INTEGER_PREFIX: Final = re.compile(r"[ \t\n\v\f\r]*([+-]?[0-9]{1,18})")
_SECONDS: Final = re.compile(r"0*([1-9][0-9]{0,9})")
_LONGEST_S: Final = 2**31 - 2

_DETAILS: Final = {
    "quotas": QUOTAS,
    "surplus": Column.SURPLUS,
    "sortkey": Column.SORT_KEY,
    "all": ALL,
    "most": MOST,
    "groupid": Column.GROUP_ID,
    "order": Column.GROUP_ORDER,
    "usage": USAGES,
    "priority": PRIORITIES,
}
_LAYOUTS: Final = {
    "hierarchical": Layout.HIERARCHICAL,
    "heir": Layout.HIERARCHICAL,
    "flat": Layout.FLAT,
    "grouporder": Layout.GROUPS_FIRST,
}


class ClassicError(Exception):
    """An error for which condor_userprio exits with 1: the lines it prints, and whether its usage text follows."""

    def __init__(self, *lines: str, usage: bool = False) -> None:
        super().__init__(*lines)
        self.lines = lines
        self.usage = usage


@dataclass(frozen=True, slots=True)
class Day:
    """A day as given to `-activefrom`: month, day and year, unchecked."""

    month: int
    day: int
    year: int

    def midnight(self, zone: tzinfo) -> int:
        """Local midnight in seconds since the epoch; months and days out of range roll over (`CalcTime`, `mktime`).

        A year below 50 is in this century, one up to 1900 counts from 1900.

        Raises:
            ClassicError: the date is out of range.
        """
        year = self.year + (2000 if self.year < 50 else 1900 if self.year <= 1900 else 0)
        years, month = divmod(self.month - 1, 12)
        try:
            first = datetime(year + years, month + 1, 1, tzinfo=zone)
            return int((first + timedelta(days=self.day - 1)).timestamp())
        except (ValueError, OverflowError) as error:
            raise ClassicError(usage=True) from error


@dataclass(slots=True)
class Typed:
    """A command line as far as it was read; if an option is repeated, the last counts, unless values add up."""

    program: str
    given: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The options with their arguments, in the order of first occurrence."""
    names: list[str] = field(default_factory=list)
    constraints: list[str] = field(default_factory=list)
    details: Column = NOTHING
    layout: Layout | None = None
    active_from: Day | int | None = None
    autoformat: Autoformat | None = None
    modular: bool = False
    source: Source = Source.COLLECTOR_FIRST
    """Which daemon of a running pool to ask; the last option about it counts."""
    duration_s: int | None = None
    tool: Behaviour = LATEST
    """The condor_userprio to imitate."""

    @property
    def edits(self) -> list[str]:
        """The edits asked for."""
        return [name for name in self.given if name in ACTIONS]

    def request(self, zone: tzinfo) -> ListingRequest:
        """The listing asked for.

        Raises:
            ClassicError: a day or a constraint makes no sense.
        """
        since = self.active_from.midnight(zone) if isinstance(self.active_from, Day) else self.active_from
        return ListingRequest(
            names=tuple(self.names),
            constraints=tuple(map(_condition, self.constraints)),
            active_since=since,
            rollup="grouprollup" in self.given,
            input_file=Path(self.given["inputfile"][0]) if "inputfile" in self.given else None,
            details=self.details,
            keep_quotas="quotas" in self.given or "surplus" in self.given,
            layout=self.layout,
            long="long" in self.given,
            modular=self.modular,
            autoformat=self.autoformat,
            source=self.source,
            tool=self.tool,
        )


def parse_classic(arguments: Sequence[str], program: str = "userprio", tool: Behaviour = LATEST) -> Typed:
    """Read arguments as `tool` would, from left to right, taking an option's arguments blindly.

    Raises:
        ClassicError: `tool` would exit.
    """
    typed = Typed(program, tool=tool)
    place = 0
    while place < len(arguments):
        argument = arguments[place]
        place += 1
        option = find_option(argument, tool)
        if option is None:
            # Unknown options, -help among them, show the usage text and end with 1; but -h
            # and -he are taken for -heir before this.
            if not _USER_NAME.match(argument):
                raise ClassicError(usage=True)
            typed.names.append(argument)
            continue
        # Arguments are taken blindly, as in condor_userprio: the word after -constraint is its value even if it begins
        # with a dash. Only -af stops at dashes, which is why names have to stand before it.
        end = place + len(option.arguments)
        if option.many:
            end = next((at for at in range(place, len(arguments)) if arguments[at][:1] == "-"), len(arguments))
        following = tuple(arguments[place:end])
        # Of a command line that ends too soon nothing is done, even if an edit before that is complete.
        if len(following) < len(option.arguments):
            raise _missing(option, argument, tool)
        place = end
        _take(typed, option, argument, following)
    return typed


def is_classic(arguments: Sequence[str]) -> bool:
    """Whether a command line without a command is in condor_userprio's spelling, right or wrong."""
    return any(
        (argument.startswith("-") and not argument.startswith("--")) or find_option(argument) is not None
        for argument in arguments
    ) or (bool(arguments) and ("@" in arguments[0] or arguments[0] == "<none>"))


def _missing(option: Option, argument: str, tool: Behaviour) -> ClassicError:
    if option.many:
        least = "at least" if tool.at_least_is_spelt_right else "at last"
        return ClassicError(
            f"Error: Argument {argument} requires {least} one attribute parameter",
            f"\t\te.g. userprio {argument} Name",
            usage=True,
        )
    if option.name == "constraint":
        return ClassicError(f"Error: Argument {argument} requires another parameter", usage=True)
    return ClassicError(usage=True)


def _take(typed: Typed, option: Option, argument: str, following: tuple[str, ...]) -> None:
    """Record an option and its arguments."""
    name = option.name
    typed.given[name] = following
    typed.details |= _DETAILS.get(name, NOTHING)
    if name != "flat" or "grouporder" not in typed.given:
        # Once asked for, groups also come first in a flat list.
        typed.layout = _LAYOUTS.get(name, typed.layout)
    match name:
        case "duration":
            # Checked here, not where it is used: a bad duration ends
            # condor_userprio with status 1 beside a listing, too.
            typed.duration_s = _seconds(typed, following[0])
        case "constraint":
            typed.constraints.append(following[0])
        case "af" | "autoformat":
            typed.autoformat = _columns(typed, argument, following)
        case "modular" | "legacy":
            typed.modular = name == "modular"
        case "activefrom":
            typed.active_from = Day(*(_atoi(text) for text in following))
        case "allusers":
            typed.active_from = EVERYBODY
    # The last of these wins: `-allusers -collector` asks the collector, although that knows only who has jobs.
    if name in ("collector", "negotiator", "allusers", "grouprollup", "getreslist"):
        typed.source = Source.COLLECTOR if name == "collector" else Source.NEGOTIATOR


def _columns(typed: Typed, argument: str, attributes: tuple[str, ...]) -> Autoformat:
    try:
        return (typed.autoformat or Autoformat()).adding(argument.partition(":")[2], attributes)
    except BadInput as error:
        raise ClassicError(f"Error: Invalid expression: {error.message}") from error


def _condition(text: str) -> Expr:
    try:
        return parse(text)
    except ClassAdSyntaxError as error:
        raise ClassicError(f"Error:  could not parse constraint {text}") from error


def _seconds(typed: Typed, text: str) -> int:
    match = _SECONDS.fullmatch(text)
    if match is None or int(match[1]) > _LONGEST_S:
        raise ClassicError(f"{typed.program}: -duration requires a positive integer number of seconds")
    return int(match[1])


def _atoi(text: str) -> int:
    """C's atoi: 0 for anything but a number."""
    match = _INTEGER_PREFIX.match(text)
    return int(match[1]) if match else 0


_REAL: Final = re.compile(r"[-+]?(?:[0-9]{1,400}\.?[0-9]{0,400}|\.[0-9]{1,400})(?:[eE][-+]?[0-9]{1,5})?")
_WHOLE: Final = re.compile(r"([-+]?[0-9]{1,18})(?:\.0*)?")


def chosen_edit(typed: Typed) -> Edit | None:
    """The edit to make, or None; name and range of the value are unchecked.

    Raises:
        ClassicError: the value is not a number, which condor_userprio would take as 0.
    """
    # Of several edits, the first in the order of `ACTIONS` is made, regardless of the command line's order.
    action = next((action for action in ACTIONS.values() if action in typed.given), None)
    if action is None:
        return None
    names, values = typed.given[action][:1], typed.given[action][1:]
    value: float | int | None = None
    # Without an @ in the name the edit is refused for that, as condor_userprio looks at the name first. A value
    # that is no number must not hide that message.
    if values and "@" in names[0]:
        real = action.spec.value is not None and action.spec.value.real
        value = _number(typed, values[0], real=real)
    return Edit(action, names, value, typed.duration_s if action.spec.leasable else None)


def _number(typed: Typed, text: str, *, real: bool) -> float | int:
    if real and _REAL.fullmatch(text.strip()):
        return atof(text)
    # condor_userprio takes what it cannot read for 0: `-setprio ann@lab abc` would give ann the best priority there is.
    digits = None if real else _WHOLE.fullmatch(text.strip())
    if digits is None:
        kind = "number" if real else "whole number"
        raise ClassicError(f"{typed.program}: {text!r} is not a {kind}; nothing was changed")
    return int(digits[1])
