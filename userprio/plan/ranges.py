"""Ranges of values as they are typed, for a knob, a setting of a submitter, or its number of idle jobs."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice
from typing import Final

from userprio.errors import BadInput
from userprio.plan.changes import ChangePlace, Changes, KnobChange
from userprio.plan.changes_file import SETTERS, parse_jobs, parse_setter, parts

MOST_POINTS: Final = 10_000
_NUMBER: Final = r"[+-]?\d{1,15}(?:\.\d{1,9})?"
_RANGE: Final = re.compile(rf"({_NUMBER})\.\.({_NUMBER})(?:([/*])({_NUMBER}))?", re.ASCII)
_KNOB_NAME: Final = re.compile(r"[A-Za-z0-9_./]+\Z")
KNOB: Final = "knob"
JOBS: Final = "jobs"
_KINDS: Final = (*SETTERS, JOBS)
_FORMS: Final = "Such as GROUP_QUOTA_physics=2..20/2, setfactor:ann@lab.example=1..1000*10 or START=true,false"


@dataclass(frozen=True, slots=True)
class Dimension:
    """What takes a range of values, and which."""

    kind: str
    """`knob`, a setter such as `setfactor`, or `jobs`."""
    name: str
    """The knob, or the submitter."""
    values: tuple[str, ...]

    @property
    def label(self) -> str:
        """As it is typed before the equals sign."""
        return self.name if self.kind == KNOB else f"{self.kind}:{self.name}"

    def change(self, value: str, *, new: bool) -> Changes:
        """The change to one of the values; `new` lets in who is not there yet.

        Raises:
            BadInput: the value cannot be one.
        """
        place = f"{self.label}={value}"
        if self.kind == KNOB:
            return Changes(knobs=(KnobChange(self.name, value, ChangePlace(place)),))
        if self.kind == JOBS:
            return Changes(jobs=(parse_jobs(f"{self.name}={value}", new=new),))
        return Changes(edits=(parse_setter(self.kind, self.name, value, place, new=new),))


def parse_dimension(text: str) -> Dimension:
    """A range as it is typed: `KNOB=VALUES`, or `setfactor:NAME=VALUES` and its like.

    VALUES are separated by commas: single ones, and ranges `A..B`, `A..B/STEP` or `A..B*RATIO`, both ends included.

    Raises:
        BadInput: it is of another form.
    """
    kind = text.partition(":")[0]
    label, equals, values = text.rpartition("=") if kind in _KINDS else text.partition("=")
    return dimension(label, parse_values(values, text) if equals else (), text)


def dimension(label: str, values: Iterable[str], place: str) -> Dimension:
    """What the label says, `KNOB` or `setfactor:NAME` and its like, with these values.

    Raises:
        BadInput: it says nothing, or there are no values.
    """
    kind, colon, name = label.partition(":")
    if not colon:
        kind, name = KNOB, label
    elif kind not in _KINDS:
        raise BadInput(f"{kind!r} is not one of {', '.join(_KINDS)}", place, hint=_FORMS)
    name, values = name.strip(), tuple(dict.fromkeys(values))
    if not name or not values or (kind == KNOB and not _KNOB_NAME.match(name)):
        raise BadInput("this is not a range of values", place, hint=_FORMS)
    return Dimension(kind, name, values)


def parse_values(text: str, place: str) -> list[str]:
    """The values of a list of single ones and ranges.

    Raises:
        BadInput: a range has no end, or too many values.
    """
    found: list[str] = []
    for part in map(str.strip, parts(text)):
        bounds = _RANGE.fullmatch(part)
        found += [part] if bounds is None else _ranged(bounds, place)
        if len(found) > MOST_POINTS:
            raise BadInput(f"there are more than {MOST_POINTS} values", place, hint="Take larger steps")
    return found


def _ranged(bounds: re.Match[str], place: str) -> list[str]:
    first, last, by = Decimal(bounds[1]), Decimal(bounds[2]), Decimal(bounds[4] or 1)
    ratio = bounds[3] == "*"
    if by <= (1 if ratio else 0) or (ratio and min(first, last) <= 0):
        hint = "A ratio is above 1, and both ends above 0" if ratio else "A step is above 0, in either direction"
        raise BadInput(f"{bounds[0]} never ends", place, hint=hint)
    return [_plain(number) for number in islice(_steps(first, last, by, ratio=ratio), MOST_POINTS + 1)]


def _steps(first: Decimal, last: Decimal, by: Decimal, *, ratio: bool) -> Iterator[Decimal]:
    upwards, at = first <= last, first
    step = by if upwards else -by
    while at <= last if upwards else at >= last:
        yield at
        if not ratio:
            at += step
        else:
            at = at * by if upwards else at / by


def _plain(number: Decimal) -> str:
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
