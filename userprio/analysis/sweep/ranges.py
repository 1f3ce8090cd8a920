"""Ranges of values as they are typed: of a knob, a submitter's setting, a number of jobs, or of machines."""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import islice, product
from typing import Final

from msgspec import Struct

from userprio.accounting import PLANNABLE
from userprio.analysis.plan import ChangePlace, Changes, KnobChange, parse_jobs, parse_setter, parts
from userprio.base import BadInput

MOST_POINTS: Final = 10_000
MOST_MACHINES: Final = 100_000
_NUMBER: Final = r"[+-]?\d{1,15}(?:\.\d{1,9})?"
_RANGE: Final = re.compile(rf"({_NUMBER})\.\.({_NUMBER})(?:([/*])({_NUMBER}))?", re.ASCII)
_KNOB_NAME: Final = re.compile(r"[A-Za-z0-9_./]+\Z")
_MACHINES: Final = re.compile(r"[+-]?\d{1,6}", re.ASCII)
KNOB: Final = "knob"
JOBS: Final = "jobs"
MACHINES: Final = "machines"
ANY: Final = "*"
_KINDS: Final = (*(action.value for action in PLANNABLE), JOBS, MACHINES)
FORMS_OF_RANGES: Final = "Such as GROUP_QUOTA_physics=2..20/2, setfactor:ann@lab.example=1..1000*10 or machines=0..8/2"


class Dimension(Struct, frozen=True):
    """A knob, a submitter's setting, a number of jobs or of machines, and the values to try."""

    kind: str
    """`knob`, a setter such as `setfactor`, `jobs`, or `machines`: more than at present or, if negative, fewer."""
    name: str
    """The knob, the submitter, or a pattern of names of machines."""
    values: tuple[str, ...]

    @property
    def label(self) -> str:
        """As it is typed before the equals sign."""
        if self.kind == KNOB:
            return self.name
        return MACHINES if (self.kind, self.name) == (MACHINES, ANY) else f"{self.kind}:{self.name}"

    def place(self, value: str) -> str:
        """One of its values as it would be typed."""
        return f"{self.label}={value}"

    def change(self, value: str, *, new: bool) -> Changes:
        """The change to one of the values, but for machines, which a pool has to be known for.

        `new` admits unknown submitters.

        Raises:
            BadInput: the value is not valid here.
        """
        place = self.place(value)
        if self.kind == KNOB:
            return Changes(knobs=(KnobChange(self.name, value, ChangePlace(place)),))
        if self.kind == JOBS:
            return Changes(jobs=(parse_jobs(f"{self.name}={value}", new=new),))
        return Changes(edits=(parse_setter(self.kind, self.name, value, place, new=new),))


def parse_dimension(text: str) -> Dimension:
    """A range as typed: `KNOB=VALUES`, `machines=VALUES`, `setfactor:NAME=VALUES` or the same with another setter.

    VALUES are single values and ranges `A..B`, `A..B/STEP` or `A..B*RATIO`, both ends included, separated by commas.

    Raises:
        BadInput: it does not have this form.
    """
    label, equals, values = text.rpartition("=") if text.partition(":")[0] in _KINDS else text.partition("=")
    return dimension(label, values_of(values, text) if equals else (), text)


def dimension(label: str, values: Iterable[str], place: str) -> Dimension:
    """The dimension of a label such as `KNOB` or `setfactor:NAME`; BadInput if it has neither form, or no values."""
    kind, colon, name = label.partition(":")
    if not colon:
        kind, name = (MACHINES, ANY) if label.strip() == MACHINES else (KNOB, label)
    elif kind not in _KINDS:
        raise BadInput(f"{kind!r} is not one of {', '.join(_KINDS)}", place, hint=FORMS_OF_RANGES)
    name, values = name.strip(), tuple(dict.fromkeys(values))
    if not name or not values or (kind == KNOB and not _KNOB_NAME.match(name)):
        raise BadInput("this is not a range of values", place, hint=FORMS_OF_RANGES)
    return Dimension(kind, name, values if kind != MACHINES else _in_order(values, place))


def machine_range(numbers: Iterable[int], like: str = ANY) -> Dimension:
    """The dimension of these numbers of machines, more than at present or fewer, whose names match a pattern."""
    return Dimension(MACHINES, like, _in_order(list(map(str, numbers)), MACHINES))


def _in_order(values: Sequence[str], place: str) -> tuple[str, ...]:
    """Numbers of machines, the fewest first, more than at present with a sign."""
    for value in values:
        if not _MACHINES.fullmatch(value) or abs(int(value)) > MOST_MACHINES:
            raise BadInput(f"{value} is not a number of machines from -{MOST_MACHINES} to {MOST_MACHINES}", place)
    return tuple(f"{number:+d}" if number else "0" for number in sorted(set(map(int, values))))


def values_of(text: str, place: str) -> list[str]:
    """The values of a comma-separated list of values and ranges; BadInput if a range has no end, or too many values."""
    values: list[str] = []
    for part in map(str.strip, parts(text)):
        bounds = _RANGE.fullmatch(part)
        values += [part] if bounds is None else _ranged(bounds, place)
        if len(values) > MOST_POINTS:
            raise BadInput(f"there are more than {MOST_POINTS} values", place, hint="Take larger steps")
    return values


def _ranged(bounds: re.Match[str], place: str) -> list[str]:
    first, last, by = Decimal(bounds[1]), Decimal(bounds[2]), Decimal(bounds[4] or 1)
    ratio = bounds[3] == "*"
    if by <= (1 if ratio else 0) or (ratio and min(first, last) <= 0):
        hint = "A ratio is above 1, and both ends above 0" if ratio else "A step is above 0, in either direction"
        raise BadInput(f"{bounds[0]} never ends", place, hint=hint)
    texts = (f"{number:f}" for number in islice(_steps(first, last, by, ratio=ratio), MOST_POINTS + 1))
    return [text.rstrip("0").rstrip(".") if "." in text else text for text in texts]


def _steps(first: Decimal, last: Decimal, by: Decimal, *, ratio: bool) -> Iterator[Decimal]:
    upwards, at = first <= last, first
    # Decimal, because 0.1 + 0.2 would miss the end of 0.1..0.3 by a rounding error.
    while at <= last if upwards else at >= last:
        yield at
        if ratio:
            at = at * by if upwards else at / by
        else:
            at += by if upwards else -by


def combinations(dimensions: Sequence[Dimension]) -> list[tuple[str, ...]]:
    """Every combination of values, those of the last dimension changing fastest; BadInput if there are too many."""
    count = math.prod(len(dimension.values) for dimension in dimensions)
    if count > MOST_POINTS:
        raise BadInput(f"these ranges make {count} points; at most {MOST_POINTS} are allowed", hint="Take larger steps")
    labels = [dimension.label for dimension in dimensions]
    twice = next((label for label in labels if labels.count(label) > 1), None)
    if twice is not None:
        raise BadInput(f"{twice} has two ranges", hint="Write them as one, separated by a comma")
    return list(product(*(dimension.values for dimension in dimensions)))
