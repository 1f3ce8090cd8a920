"""What scripts may give: lengths of time, names of choices and numbers, in the forms that Python has for them."""

from collections.abc import Iterable, Mapping
from concurrent.futures import Executor
from datetime import datetime, timedelta
from enum import StrEnum
from math import isnan
from pathlib import Path
from typing import Any, TypeAlias, TypedDict, TypeVar

from userprio.analysis.plan import Changes, KnobValue, knob_text
from userprio.analysis.sweep import Dimension, dimension, parse_dimension
from userprio.base import BadInput, listed, parse_length
from userprio.base.scalars import plain_number

E = TypeVar("E", bound=StrEnum)
N = TypeVar("N")
Length: TypeAlias = float | str | timedelta
"""A length of time: a number, whose unit the parameter says; a `timedelta`; or a text with a unit, such as `90m`."""


class PeriodTerms(TypedDict, total=False):
    """What is replayed of a history; see `ReplayTerms` for what holds if a term is left out."""

    begins_at: float | datetime
    """Seconds since the epoch, or a time, which is local unless it has a zone."""
    ends_at: float | datetime
    interval_s: Length
    """Between two cycles."""
    each_job: bool
    """Whether the course of each job is shown."""


class SizeTerms(PeriodTerms, total=False):
    """What is shown of periods with more machines; see `Scenario.sweep` for what holds if a term is left out."""

    show: str | Iterable[str]
    """Measures, such as `wait_p95_s`."""
    by: str
    """`submitter` or `group`."""
    only: str | Iterable[str]
    """Patterns of names."""
    changes: Changes | str | Path | None
    """Apply with every number of machines."""
    until_wait: str | None
    """No more machines are tried once a wait is as short as this."""
    futures: int | None
    """How many periods are drawn from days of this one."""
    seed: int
    executor: Executor | None
    """Runs periods side by side."""


class FutureTerms(TypedDict, total=False):
    """How futures are drawn in which jobs wait; see `WaitTerms` for what holds if a term is left out."""

    futures: int
    """How many are drawn."""
    seed: int
    horizon_s: Length
    """How far each goes."""
    coming: str | None
    """Which jobs come later: `constant`, `queue` or `history`."""
    job_length_s: Length
    """How long jobs run on average."""
    job_lengths_s: Mapping[str, Length]
    """The same by name."""
    remedies: bool
    """Whether remedies are tried."""


class NoSuchChoice(BadInput, ValueError):
    """A text that is none of those which a parameter takes; the hint lists them."""


def seconds(length: Length, unit_s: float = 1) -> float:
    """A length of time in seconds; a number counts units of `unit_s` seconds.

    Raises:
        BadInput: a text is not a length of time, or lacks its unit.
    """
    if isinstance(length, timedelta):
        return length.total_seconds()
    if isinstance(length, str):
        if length.strip().isdecimal():
            raise BadInput(f"the length of time {length!r} has no unit", hint="Such as 90m, 24h or 2d")
        return parse_length(length)
    return length * unit_s


def whole_seconds(length: Length | None) -> int | None:
    """The same in whole seconds; None stays None."""
    return None if length is None else round(seconds(length))


def exact_seconds(length: Length | None) -> float | None:
    """The same, with fractions of a second."""
    return None if length is None else seconds(length)


def lengths(of: Mapping[str, Length] | None) -> dict[str, float]:
    """Lengths of time by name, in seconds."""
    return {name: seconds(length) for name, length in (of or {}).items()}


def in_seconds(terms: Mapping[str, Any]) -> dict[str, Any]:
    """Terms, in which those whose names end in `_s`, also by name of a user, may be lengths of time in any form.

    Points in time, whose names end in `_at`, may be a `datetime`.
    """

    def converted(term: Any) -> Any:
        if isinstance(term, Mapping):
            return {user: converted(length) for user, length in term.items()}
        return seconds(term) if isinstance(term, str | timedelta) else term

    points = {name: term.timestamp() for name, term in terms.items() if isinstance(term, datetime)}
    return {name: converted(term) if name.endswith("_s") else term for name, term in terms.items()} | points


def choice(kind: type[E], given: E | str, parameter: str) -> E:
    """The member of an enumeration, by its value, that a parameter names.

    Raises:
        NoSuchChoice: there is none.
    """
    try:
        return kind(given)
    except ValueError:
        raise NoSuchChoice(f"{parameter}={given!r} is unknown", hint=f"It is one of {listed(map(str, kind))}") from None


def choices(kind: type[E], given: str | Iterable[E | str], parameter: str) -> list[E]:
    """Members of an enumeration that a parameter names; a text may name several, with commas as on the command line."""
    names: Iterable[E | str] = map(str.strip, given.split(",")) if isinstance(given, str) else given
    return [choice(kind, name, parameter) for name in names]


def numbers(of: Mapping[N, float] | None, parameter: str) -> dict[N, float]:
    """Numbers by name, those of numpy included.

    Raises:
        BadInput: a value is not a number.
    """
    plain = {name: plain_number(value) for name, value in (of or {}).items()}
    for name, value in plain.items():
        if not isinstance(value, int | float) or isnan(value):
            raise BadInput(f"{parameter}: {value!r} for {name!r} is not a number")
    return plain


def range_of(label: str, values: str | Iterable[KnobValue]) -> Dimension:
    """A range of a sweep. Texts go through the parser of the command line, so that both accept the same spellings.

    Raises:
        BadInput: it is not a range of values.
        TypeError: the values are no list, or a knob cannot have one of them.
    """
    if isinstance(values, str):
        return parse_dimension(f"{label}={values}")
    try:
        listed_values = list(values)
    except TypeError:  # also of arrays of numpy without dimensions, which have __iter__
        what = f"{label} takes a list of values, or a text such as '2..20/2', and not {values!r}"
        raise TypeError(what) from None
    if not listed_values:
        raise BadInput("there are no values", label)
    return dimension(label, map(knob_text, listed_values), label)
