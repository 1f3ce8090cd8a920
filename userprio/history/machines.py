"""When machines were there: a table of `machine,from,until`, a line for each time that one came and went."""

import csv
from collections import defaultdict
from collections.abc import Iterable
from datetime import tzinfo
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import Final

from userprio.classad import Report, read_text
from userprio.errors import BadInput
from userprio.history.records import MachineTimes, Stay
from userprio.history.swf import numbered_lines
from userprio.times import parse_moment

_COLUMNS: Final = ["machine", "from", "until"]
_HINT: Final = "A line is machine,from,until: times in ISO 8601 or seconds since 1970, until empty if it stayed"


def read_machines(path: Path, known: Iterable[str], zone: tzinfo) -> MachineTimes:
    """The table in a file; times that name no zone are local to `zone`.

    `known` are the machines of the pool. A first line that names the columns, empty lines and comments (#) are skipped.

    Raises:
        BadInput: the file cannot be read, or a line is not such a line, names a machine that the pool does not have,
            or a time at which that machine is there by another line.
    """
    spelt = {name.lower(): name for name in known}
    found: dict[str, list[tuple[Stay, int]]] = defaultdict(list)
    for place, text in numbered_lines(read_text(path, Report(path))):
        if not text or text.startswith("#"):
            continue
        cells = [cell.strip() for cell in next(csv.reader([text]))]
        if not found and [cell.lower() for cell in cells] == _COLUMNS:
            continue
        if len(cells) != len(_COLUMNS) or not cells[0]:
            raise BadInput("this does not say when a machine was there", path, place, hint=_HINT)
        machine = spelt.get(cells[0].lower())
        if machine is None:
            such = f", such as {min(spelt.values())}" if spelt else ""
            hint = f"Machines are called as in the names of their slots, by what follows the first @{such}"
            raise BadInput(f"no slot of the pool is on a machine {cells[0]!r}", path, place, hint=hint)
        found[machine].append((_stay(cells[1], cells[2], path, place, zone), place))
    if not found:
        raise BadInput("this file names no machines", path, hint=_HINT)
    for machine, stays in found.items():
        stays.sort()
        for ((_, until), before), ((since, _), place) in pairwise(stays):
            if since < until:
                what = f"{machine!r} comes before it has gone, see line {min(before, place)}"
                raise BadInput(what, path, max(before, place))
    return MachineTimes({machine: tuple(stay for stay, _ in stays) for machine, stays in found.items()}, str(path))


def _stay(since: str, until: str, path: Path, place: int, zone: tzinfo) -> Stay:
    begin, end = _moment(since, -inf, path, place, zone), _moment(until, inf, path, place, zone)
    if end <= begin:
        raise BadInput("the machine goes before it comes", path, place)
    return begin, end


def _moment(text: str, empty: float, path: Path, place: int, zone: tzinfo) -> float:
    if not text:
        return empty
    try:
        moment = parse_moment(text, zone)
    except BadInput:
        moment = None
    if moment is None or moment.fixed is None:
        # Lengths of time and `today` would mean something else every day.
        raise BadInput(f"{text!r} is not a time", path, place, hint=_HINT)
    return float(moment.fixed)
