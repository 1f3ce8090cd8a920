"""When machines were in the pool: from a table of `machine,from,until`, one line per stay, or from ads.

Slot ads, as condor_status printed them at several times: a startd was there from its start (DaemonStartTime) until it
was last heard from (LastHeardFrom). Ads of a startd's own job history (STARTD_HISTORY) do not show idle machines: one
was there while starters ran (`Starter::exited` writes when one ended, CompletionDate, and how long it had run,
RemoteWallClockTime).
"""

import csv
import re
from collections import defaultdict
from collections.abc import Iterable
from datetime import tzinfo
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import Final

from userprio.base.errors import BadInput
from userprio.base.formats import counted
from userprio.base.times import parse_moment
from userprio.classad import Ad, AdsProblem, Evaluator, Report, number_of, read_ads, read_text, text_of
from userprio.simulation.history.records import MachineTimes, Stay
from userprio.simulation.history.swf import numbered_lines

_COLUMNS: Final = ["machine", "from", "until"]
_ADS: Final = re.compile(r"\s*(?:[A-Za-z_]\w*\s*=|\[|\{|<)")
"""The beginning of a file of ads, in any format."""
_NAMES: Final = ("Name", "Machine")
_RAN_ON: Final = ("RemoteHost", "LastRemoteHost")
_ALIVE_S: Final = 900.0
"""Seconds for which a collector keeps an ad that is not updated (CLASSAD_LIFETIME)."""
_HINT: Final = "A line is machine,from,until: times in ISO 8601 or seconds since 1970, until empty if it stayed"


def read_machines(path: Path, known: Iterable[str], zone: tzinfo) -> MachineTimes:
    """Read the table in a file, or what its ads say; times without a time zone are local to `zone`.

    `known` are the machines of the pool. A header line, empty lines and comments (#) are skipped. Ads of other machines
    are left out, with a remark.

    Raises:
        BadInput: the file cannot be read, or a line is malformed, names a machine that the pool does not have, or
            overlaps another line for the same machine.
    """
    spellings = {name.lower(): name for name in known}
    if _ADS.match(next(iter(read_text(path, Report(path))), "")):
        return _of_ads(path, spellings)
    lines: dict[str, list[tuple[Stay, int]]] = defaultdict(list)
    for number, text in numbered_lines(read_text(path, Report(path))):
        if not text or text.startswith("#"):
            continue
        cells = [cell.strip() for cell in next(csv.reader([text]))]
        if not lines and [cell.lower() for cell in cells] == _COLUMNS:
            continue
        if len(cells) != len(_COLUMNS) or not cells[0]:
            raise BadInput("this does not say when a machine was there", path, number, hint=_HINT)
        machine = spellings.get(cells[0].lower())
        if machine is None:
            such = f", such as {min(spellings.values())}" if spellings else ""
            hint = f"The name of a machine is what follows the first @ in the names of its slots{such}"
            raise BadInput(f"no slot of the pool is on a machine {cells[0]!r}", path, number, hint=hint)
        lines[machine].append((_stay(cells[1], cells[2], path, number, zone), number))
    if not lines:
        raise BadInput("this file names no machines", path, hint=_HINT)
    for machine, stays in lines.items():
        stays.sort()
        for ((_, until), before), ((since, _), number) in pairwise(stays):
            if since < until:
                what = f"{machine!r} comes back before it has left, see line {min(before, number)}"
                raise BadInput(what, path, max(before, number))
    return MachineTimes({machine: tuple(stay for stay, _ in stays) for machine, stays in lines.items()}, str(path))


def _of_ads(path: Path, spellings: dict[str, str]) -> MachineTimes:
    """The stays by ads of slots, or of jobs that startds ran.

    Raises:
        BadInput: the file cannot be read, or no ad says when a machine of the pool was there.
    """
    problems: list[AdsProblem] = []
    evaluator, left_out = Evaluator(0), 0
    heard: dict[str, list[Stay]] = defaultdict(list)
    ran: dict[str, list[Stay]] = defaultdict(list)
    for ad in read_ads(path, problems):
        by_job = "ClusterId" in ad
        where = next((text for name in (_RAN_ON if by_job else _NAMES) if (text := text_of(evaluator, ad, name))), "")
        machine = spellings.get((where.partition("@")[2] or where).lower())
        stay = _ran(ad, evaluator) if by_job else _heard(ad, evaluator)
        if machine is None or stay is None:
            left_out += 1
        else:
            (ran if by_job else heard)[machine].append(stay)
    if not heard and not ran:
        hint = "Slot ads need DaemonStartTime and LastHeardFrom; job ads must be from a startd's own history"
        raise BadInput("these ads do not say when a machine of the pool was there", path, hint=hint)
    remarks = list(map(str, problems))
    newest = max((until for stays in heard.values() for _, until in stays), default=-inf)
    stays = {machine: _joined(spells, newest) for machine, spells in heard.items()}
    if heard:
        remarks.append(
            "machines are taken to be there from the start of their startd until it was last heard from, and to stay "
            "if that was at most a quarter of an hour before the newest ad"
        )
    for machine, spells in ran.items():
        stays.setdefault(machine, ((min(since for since, _ in spells), max(until for _, until in spells)),))
    if ran:
        remarks.append(
            "a startd's history of jobs does not say when its machine came and went: it is taken to be there from the "
            "start of the first job in the history to the end of the last"
        )
    if left_out:
        remarks.append(f"{counted(left_out, 'ad')} of other machines, or without times, left out")
    return MachineTimes(stays, str(path), tuple(remarks))


def _heard(ad: Ad, evaluator: Evaluator) -> Stay | None:
    """From when until when, at least, a startd was up; None if the ad does not say."""
    since, until = (number_of(evaluator, ad, name) for name in ("DaemonStartTime", "LastHeardFrom"))
    return None if since is None or until is None or not 0 < since <= until else (float(since), float(until))


def _ran(ad: Ad, evaluator: Evaluator) -> Stay | None:
    """From when until when a starter ran; None if the ad was not written by a startd."""
    if "StarterExitStatus" not in ad:
        return None
    until, length = (number_of(evaluator, ad, name) for name in ("CompletionDate", "RemoteWallClockTime"))
    return None if until is None or length is None or not 0 <= length < until else (float(until - length), float(until))


def _joined(stays: list[Stay], newest: float) -> tuple[Stay, ...]:
    """Merge overlapping stays; the last is open-ended if the machine was still heard from when the newest ad came."""
    merged: list[Stay] = []
    for since, until in sorted(stays):
        if merged and since <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], until)
        else:
            merged.append((since, until))
    if newest - merged[-1][1] <= _ALIVE_S:
        merged[-1] = merged[-1][0], inf
    return tuple(merged)


def _stay(since: str, until: str, path: Path, number: int, zone: tzinfo) -> Stay:
    begin, end = _moment(since, -inf, path, number, zone), _moment(until, inf, path, number, zone)
    if end <= begin:
        raise BadInput("the machine leaves before it comes", path, number)
    return begin, end


def _moment(text: str, empty: float, path: Path, number: int, zone: tzinfo) -> float:
    if not text:
        return empty
    try:
        moment = parse_moment(text, zone)
    except BadInput:
        moment = None
    if moment is None or moment.fixed is None:
        # Relative times, such as `today`, would mean something else every day.
        raise BadInput(f"{text!r} is not a time", path, number, hint=_HINT)
    return float(moment.fixed)
