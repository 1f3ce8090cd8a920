"""What jobs really did, as records read from files: ads as condor_history and condor_q print them, or traces in a
common format; and when machines were in the pool. Times are seconds since the epoch.

What an ad says of a past job, and where that comes from: QDate; JobStartDate, the first start, and JobCurrentStartDate,
the last one (`BaseShadow`, `Scheduler::add_shadow_birthdate`); CompletionDate, or EnteredCurrentStatus for a job that
was removed or held; RemoteWallClockTime, the sum over all runs, and CumulativeSlotTime, the same weighted by slot;
LastVacateTime, when it was last told to vacate, and ExitSignal, the signal that ended it then (`BaseShadow::evictJob`,
`RemoteResource::updateFromStarter`).

Traces are in the Standard Workload Format, the common format of parallel workload archives. Each line is a job:
eighteen numbers, with -1 for unknown values (Feitelson, "The Standard Workload Format",
https://www.cs.huji.ac.il/labs/parallel/workload/swf.html). Anything after them is ignored. Lines that begin with a
semicolon are comments; among them, `UnixStartTime` says when second 0 was.

Machines come from a table of `machine,from,until`, one line per stay, or from ads. Slot ads, as condor_status printed
them at several times: a startd was there from its start (DaemonStartTime) until it was last heard from (LastHeardFrom).
Ads of a startd's own job history (STARTD_HISTORY) do not show idle machines: one was there while starters ran
(`Starter::exited` writes when one ended, CompletionDate, and how long it had run, RemoteWallClockTime).
"""

import csv
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import tzinfo
from enum import StrEnum
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import Final, TypeAlias

from msgspec import Struct

from userprio.base.errors import BadInput
from userprio.base.formats import counted
from userprio.base.limits import JOB_ADS, budget
from userprio.base.posix import SIGKILL
from userprio.base.times import parse_moment
from userprio.classad import (
    Ad,
    AdsProblem,
    Evaluator,
    Expr,
    Report,
    Value,
    integer_of,
    number_of,
    parse,
    read_ads,
    read_text,
    text_of,
)
from userprio.negotiation.schedd import IDLE, VANILLA, schedd_of, submitter_of
from userprio.pool import PREPARING, Pool

JobKey: TypeAlias = tuple[str | None, str]
"""Schedd and cluster.proc."""
Stay: TypeAlias = tuple[float, float]
"""From when until when a machine is in the pool; infinite where it always was there, or stays."""


class Fate(StrEnum):
    """What had become of a job when its record was written."""

    COMPLETED = "completed"
    REMOVED = "removed"
    """It was removed after it had started."""
    WITHDRAWN = "withdrawn"
    """It was removed before it ever started."""
    HELD = "held"
    """It was on hold, having started or not, and there is no record of a release."""
    RUNNING = "running"
    WAITING = "waiting"
    PREPARING = "preparing"
    """Its schedd still had something to do before it could wait for a slot."""


class PastJob(Struct, frozen=True):
    """One job, as its schedd recorded it."""

    schedd: str | None
    id: str
    """cluster.proc."""
    submitter: str
    """The name that its usage is charged to."""
    queued_at: float
    started_at: float | None
    """Its first start."""
    last_started_at: float | None
    """The start of its last run."""
    ended_at: float | None
    """When it was over; None: it was not."""
    length_s: float | None
    """How long it runs if nothing interrupts it: the length of its last run, if that ended."""
    earlier_s: float
    """The total length of the runs before its last one; for a job that waits again, of all its runs."""
    runs: int
    """How many times it was started."""
    weight: float
    """What is charged while it runs: the weight of its slot, or else the cores that it requests."""
    fate: Fate
    ad: Ad
    """As submitted, as far as the record tells; for several `pieces`, that of each except ProcId."""
    matched_at: float | None = None
    """When a negotiator matched it last."""
    machine: str | None = None
    """The machine that it last ran on."""
    killed: bool | None = None
    """Whether it was killed when it was last told to vacate, having not gone by itself; None: unknown."""
    pieces: int = 1
    """How many jobs with this ad, each of `weight` / `pieces`, make it up: they start independently, and it counts as
    started when the last of them does."""

    @property
    def withdrawn(self) -> bool:
        """Whether it was removed, held or prepared before any start: nobody knows how long it would wait or run."""
        never = self.fate in (Fate.HELD, Fate.PREPARING) and self.started_at is None
        return self.fate is Fate.WITHDRAWN or never

    @property
    def key(self) -> JobKey:
        """Its schedd and cluster.proc."""
        return self.schedd, self.id


class MachineTimes(Struct, frozen=True):
    """When machines were in the pool; machines that it does not name were there all the time."""

    stays: Mapping[str, tuple[Stay, ...]]
    """By machine, in order of time, without overlaps."""
    source: str
    """The file that it was read from."""
    remarks: tuple[str, ...] = ()
    """What was left out or assumed, one sentence each."""


class History(Struct, frozen=True):
    """The jobs of a period."""

    jobs: tuple[PastJob, ...]
    """In the order in which they were queued."""
    remarks: tuple[str, ...] = ()
    """What was left out or assumed, one sentence each."""
    trace: bool = False
    """Whether it is a trace in the Standard Workload Format, which names neither machines nor attributes."""
    machines: MachineTimes | None = None
    """When machines were there; None: all the time."""

    @property
    def begins_at(self) -> float:
        """When the first job was queued."""
        return self.jobs[0].queued_at if self.jobs else 0.0

    @property
    def ends_at(self) -> float:
        """The latest time in any record."""
        moments = (moment for job in self.jobs for moment in (job.queued_at, job.last_started_at, job.ended_at))
        return max(filter(None, moments), default=0.0)


DOMAIN: Final = "trace"
"""The domain of the users and the schedd of a trace, which does not name one."""
SCHEDD: Final = f"ap.{DOMAIN}"
_FIELDS: Final = 18
_LEAST: Final = 5
"""The fewest fields that a line may have."""
_NUMBER: Final = re.compile(r"-?\d{1,15}(?:\.\d{0,15})?\Z", re.ASCII)
_START: Final = re.compile(r";\s*UnixStartTime\s*:\s*(\d+)", re.IGNORECASE)
_FITS: Final = parse("TARGET.Cpus >= RequestCpus")
_CANCELLED: Final = 5
_TOGETHER: Final = 1000


def is_trace(head: str) -> bool:
    """Whether a file with this beginning is a trace: its first line that is not a comment consists of numbers."""
    for line in head.splitlines():
        if line.strip() and not line.lstrip().startswith(";"):
            words = line.split()
            return len(words) >= _LEAST and all(map(_NUMBER.match, words[:_FIELDS]))
    return False


class _TraceLine(Struct, frozen=True):
    """The fields of a line that are used; times in seconds."""

    number: int
    queued: float
    waited: float
    ran: float
    allocated: int
    requested: int
    status: int
    user: int
    group: int


def read_trace(path: Path, cores_of_a_slot: float, progress: Callable[[int], None] | None = None) -> History:
    """The jobs of a trace.

    Users are named by their numbers and, if there are several groups, by those of their groups: `group2.user17@trace`.
    A job requests as many cores as it was given. One that requests more than the largest slot has (`cores_of_a_slot`)
    is split into pieces of at most that size.

    Raises:
        BadInput: the file cannot be read, or a line is not a job.
    """
    report = Report(path)
    begins, lines = 0.0, []
    run = budget()
    for number, text in numbered_lines(read_text(path, report, progress)):
        if text.startswith(";"):
            start = _START.match(text)
            begins = float(start[1]) if start else begins
        elif text:
            lines.append(_parsed(text, path, number))
            if len(lines) % _TOGETHER == 0:
                run.spend(JOB_ADS, _TOGETHER, path)
    run.spend(JOB_ADS, len(lines) % _TOGETHER, path)
    if not lines:
        raise BadInput("this trace holds no jobs", path)
    several = len({line.group for line in lines if line.group >= 0}) > 1
    left_out: Counter[str] = Counter()
    jobs: list[PastJob] = []
    known: dict[tuple[str, int], Ad] = {}
    for line in lines:
        if line.queued < 0 or line.ran < 0:
            left_out["without a submit time or run time"] += 1
        elif max(line.allocated, line.requested) <= 0:
            left_out["without a number of processors"] += 1
        else:
            jobs.append(_job(line, begins, known, cores_of_a_slot, several=several))
    jobs.sort(key=lambda job: job.queued_at)
    remarks = [f"{counted(number, 'job')} {why} left out" for why, number in left_out.items()]
    run.spend(JOB_ADS, sum(job.pieces for job in jobs if job.pieces > 1), path)
    return History(tuple(jobs), tuple(remarks), trace=True)


def remarks_on_pieces(jobs: Iterable[PastJob]) -> Iterator[str]:
    """A sentence if some of the jobs come in pieces."""
    wide = [job for job in jobs if job.pieces > 1]
    if wide:
        yield (
            f"{counted(len(wide), 'job')} that {'asks' if len(wide) == 1 else 'ask'} for more cores than the largest "
            f"slot has {'comes' if len(wide) == 1 else 'come'} in {sum(job.pieces for job in wide):,} pieces, which "
            "start independently: a job counts as started when all its pieces have"
        )


def part_in_pieces(jobs: Iterable[PastJob]) -> float:
    """The part of the jobs' work, in weight times seconds, that is in jobs that come in pieces."""
    work = {True: 0.0, False: 0.0}
    for job in jobs:
        work[job.pieces > 1] += job.weight * (job.length_s or 0.0)
    return work[True] / (total if (total := sum(work.values())) else 1.0)


def numbered_lines(pieces: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The lines of a text given in pieces, stripped and numbered from 1."""
    number, rest = 1, ""
    for piece in pieces:
        *complete, rest = (rest + piece).split("\n")
        for line in complete:
            yield number, line.strip()
            number += 1
    if rest.strip():
        yield number, rest.strip()


def _parsed(text: str, path: Path, number_of_line: int) -> _TraceLine:
    words = text.split(None, _FIELDS)
    if len(words) < _LEAST or not all(map(_NUMBER.match, words[:_FIELDS])):
        hint = "A line is eighteen numbers, -1 for unknown values"
        raise BadInput("this is not a job in the Standard Workload Format", path, number_of_line, hint=hint)
    numbers = [float(word) for word in words[:_FIELDS]] + [-1.0] * (_FIELDS - len(words))
    number, queued, waited, ran, allocated = numbers[:5]
    return _TraceLine(int(number), queued, waited, ran, int(allocated), *(int(numbers[at]) for at in (7, 10, 11, 12)))


def _job(line: _TraceLine, begins: float, known: dict[tuple[str, int], Ad], widest: float, *, several: bool) -> PastJob:
    cores = line.allocated if line.allocated > 0 else line.requested
    user = f"user{line.user}" if line.user >= 0 else "nobody"
    account = f"group{line.group}.{user}" if several and line.group >= 0 else user
    piece_cores = max(int(min(cores, widest)), 1)
    pieces = -(-cores // piece_cores)
    queued = begins + line.queued
    started = None if line.waited < 0 else queued + line.waited
    withdrawn = line.status == _CANCELLED and line.ran == 0
    template = known.get((account, piece_cores))
    if template is None:
        template = known[account, piece_cores] = _template(user, account, piece_cores)
    return PastJob(
        schedd=SCHEDD,
        id=f"{line.number}.0",
        submitter=f"{account}@{DOMAIN}",
        queued_at=queued,
        started_at=None if withdrawn else started,
        last_started_at=None if withdrawn else started,
        ended_at=None if started is None else started + line.ran,
        length_s=line.ran,
        earlier_s=0.0,
        runs=0 if withdrawn else 1,
        weight=float(cores),
        fate=Fate.WITHDRAWN if withdrawn else Fate.COMPLETED,
        ad=template,
        pieces=pieces,
    )


def _template(user: str, account: str, cores: int) -> Ad:
    """The ad shared by all jobs of a user that request this many cores."""
    ad: dict[str, Expr | Value] = {"MyType": "Job", "Owner": user, "User": f"{user}@{DOMAIN}"}
    ad |= {"AccountingGroup": account, "JobStatus": IDLE, "JobUniverse": VANILLA, "JobPrio": 0, "CurrentHosts": 0}
    ad |= {"MaxHosts": 1, "Rank": 0.0, "RequestCpus": cores, "RequestMemory": 1, "RequestDisk": 1}
    return Ad(ad | {"Requirements": _FITS})


_COLUMNS: Final = ["machine", "from", "until"]
_ADS: Final = re.compile(r"\s*(?:[A-Za-z_]\w*\s*=|\[|\{|<)")
"""The beginning of a file of ads, in any format."""
_HOSTS: Final = ("Name", "Machine")
_RAN_ON: Final = ("RemoteHost", "LastRemoteHost")
_ALIVE_S: Final = 900.0
"""Seconds for which a collector keeps an ad that is not updated (CLASSAD_LIFETIME)."""
_TABLE_HINT: Final = "A line is machine,from,until: times in ISO 8601 or seconds since 1970, until empty if it stayed"


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
            raise BadInput("this does not say when a machine was there", path, number, hint=_TABLE_HINT)
        machine = spellings.get(cells[0].lower())
        if machine is None:
            such = f", such as {min(spellings.values())}" if spellings else ""
            hint = f"The name of a machine is what follows the first @ in the names of its slots{such}"
            raise BadInput(f"no slot of the pool is on a machine {cells[0]!r}", path, number, hint=hint)
        begin, end = _moment_of(cells[1], -inf, path, number, zone), _moment_of(cells[2], inf, path, number, zone)
        if end <= begin:
            raise BadInput("the machine leaves before it comes", path, number)
        lines[machine].append(((begin, end), number))
    if not lines:
        raise BadInput("this file names no machines", path, hint=_TABLE_HINT)
    for machine, stays in lines.items():
        stays.sort()
        for ((_, until), before), ((since, _), number) in pairwise(stays):
            if since < until:
                what = f"{machine!r} comes back before it has left, see line {min(before, number)}"
                raise BadInput(what, path, max(before, number))
    return MachineTimes({machine: tuple(stay for stay, _ in stays) for machine, stays in lines.items()}, str(path))


def _of_ads(path: Path, spellings: dict[str, str]) -> MachineTimes:
    """The stays by ads of slots, or of jobs that startds ran."""
    problems: list[AdsProblem] = []
    evaluator, left_out = Evaluator(0), 0
    heard: dict[str, list[Stay]] = defaultdict(list)
    ran: dict[str, list[Stay]] = defaultdict(list)
    for ad in read_ads(path, problems):
        by_job = "ClusterId" in ad
        where = next((text for name in (_RAN_ON if by_job else _HOSTS) if (text := text_of(evaluator, ad, name))), "")
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
    since, until = (number_of(evaluator, ad, name) or 0.0 for name in ("DaemonStartTime", "LastHeardFrom"))
    return (float(since), float(until)) if 0 < since <= until else None


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


def _moment_of(text: str, empty: float, path: Path, number: int, zone: tzinfo) -> float:
    if not text:
        return empty
    moment = None
    with suppress(BadInput):
        moment = parse_moment(text, zone)
    if moment is None or moment.fixed is None:
        # Relative times, such as `today`, would mean something else every day.
        raise BadInput(f"{text!r} is not a time", path, number, hint=_TABLE_HINT)
    return float(moment.fixed)


_LATEST: Final = {Fate.PREPARING: 0, Fate.WAITING: 1, Fate.RUNNING: 2, Fate.HELD: 2}
_OVER: Final = 3


def read_history(
    paths: Sequence[Path], *, cores_of_a_slot: float = 1.0, progress: Callable[[int], None] | None = None
) -> History:
    """The jobs of one trace, or of any number of files of ads: long, JSON or XML, gzipped or not.

    If a job occurs more than once, the most advanced record counts: finished before running or held, these before
    waiting. An ad without a cluster number or queue time (QDate) is left out. `cores_of_a_slot` is the size of the
    largest slot, into which wider jobs of a trace are split.

    Raises:
        BadInput: a file cannot be read, a trace comes with other files, or there are no jobs.
    """
    traces = [path for path in paths if is_trace(next(iter(read_text(path, Report(path))), ""))]
    if traces:
        if len(paths) > 1:
            raise BadInput("a trace in the Standard Workload Format is a history by itself", traces[0])
        return read_trace(traces[0], cores_of_a_slot, progress)
    problems: list[AdsProblem] = []
    history = history_of(ad for path in paths for ad in read_ads(path, problems, progress))
    if not history.jobs:
        hint = "Give what condor_history -long prints, or a trace in the Standard Workload Format"
        raise BadInput("this holds no jobs that can be replayed", paths[0] if paths else None, hint=hint)
    return History(history.jobs, (*map(str, problems), *history.remarks))


def history_of(ads: Iterable[Ad]) -> History:
    """The jobs of these ads."""
    evaluator = Evaluator(0)
    left_out: Counter[str] = Counter()
    jobs: list[PastJob] = []
    for ad in ads:
        try:
            jobs.append(past_job(ad, evaluator))
        except NoPastJob as why:
            left_out[str(why)] += 1
    jobs.sort(key=lambda job: (_LATEST.get(job.fate, _OVER), max(job.ended_at or 0.0, job.last_started_at or 0.0)))
    of_key = {(job.schedd or "", job.id): job for job in jobs}
    latest = [of_key[key] for key in sorted(of_key)]
    latest.sort(key=lambda job: job.queued_at)
    return History(tuple(latest), tuple(f"{counted(number, 'ad')} {why} left out" for why, number in left_out.items()))


def largest_slot(pool: Pool, now: int) -> float:
    """The cores of the largest slot of a pool, at least 1; a partitionable slot counts with all its cores."""
    sizes = ((ad, name) for ad in pool.slots for name in ("TotalSlotCpus", "Cpus") if name in ad)
    return max((number_of(Evaluator(now), ad, name) or 1.0 for ad, name in sizes), default=1.0)


_RUNNING, _REMOVED, _COMPLETED, _HELD = 2, 3, 4, 5
_OUTPUT, _SUSPENDED = 6, 7
_NO_TIME: Final = 2.0**40
_OF_RUNS: Final = (
    "AutoClusterId AutoClusterAttrs ClaimId CompletionDate CpusProvisioned CurrentStartDate DiskProvisioned "
    "ExitBySignal ExitCode ExitSignal ExitStatus HoldReason HoldReasonCode HoldReasonSubCode "
    "JobCurrentFinishTransferInputDate JobCurrentFinishTransferOutputDate JobCurrentStartDate "
    "JobCurrentStartExecutingDate JobCurrentStartTransferInputDate JobCurrentStartTransferOutputDate "
    "JobFinishedHookDone JobRunCount JobStartDate LastHoldReason LastJobLeaseRenewal LastMatchTime "
    "LastRejMatchReason LastRejMatchTime LastRemoteHost LastRemoteWallClockTime LastSuspensionTime LastVacateTime "
    "MachineAttrCpus0 MachineAttrSlotWeight0 MemoryProvisioned MemoryUsage NumJobCompletions NumJobMatches "
    "NumShadowStarts RemoteHost RemoteSlotID RemoveReason ShadowBday StartdPrincipal StartdIpAddr StartdAddr "
    "ResidentSetSize ResidentSetSize_RAW"
).split()
"""Attributes that a job gets only by running."""
_IDLE: Final = {"JobStatus": IDLE, "CurrentHosts": 0, "NumJobStarts": 0}
_UNUSED: Final = {"RemoteWallClockTime": 0.0, "CumulativeSlotTime": 0.0}
_AS_SUBMITTED: Final[dict[str, Value | None]] = {**dict.fromkeys(_OF_RUNS), **_IDLE, **_UNUSED}
_MATCHED: Final = frozenset({VANILLA, 1, 4, 10})
"""Universes whose jobs a negotiator matches: vanilla, the obsolete ones like it, and Java."""


class NoPastJob(Exception):
    """An ad that tells of no job that could be replayed; the text says which ads these are."""


def past_job(ad: Ad, evaluator: Evaluator) -> PastJob:
    """The job that an ad describes.

    Raises:
        NoPastJob: it does not even say which job it is, or when it was queued, or no negotiator matches such jobs.
    """
    numbers = {name: _moment(ad, name, evaluator) for name in _MOMENTS}
    queued = numbers["QDate"]
    if queued is None or "ClusterId" not in ad:
        raise NoPastJob("without a cluster number (ClusterId) or queue time (QDate)")
    if integer_of(evaluator, ad, "JobUniverse", VANILLA) not in _MATCHED:
        raise NoPastJob("of a universe that no negotiator matches")
    started, last = numbers["JobStartDate"], numbers["JobCurrentStartDate"]
    started = last if started is None else started
    last = started if last is None else last
    fate, ended = _fate(integer_of(evaluator, ad, "JobStatus", _COMPLETED), started, numbers)
    wall_s = _amount(ad, "RemoteWallClockTime", evaluator)
    length = None if ended is None or last is None else max(ended - _began(ad, last, evaluator), 0.0)
    if length is not None and fate in (Fate.REMOVED, Fate.HELD) and wall_s > 0:
        # It may have waited again, or have been held, before it was removed.
        length = min(length, wall_s)
    runs = 0 if started is None else max(integer_of(evaluator, ad, "NumShadowStarts", 1), 1)
    earlier = max(wall_s - (length or 0.0), 0.0) if runs > 1 or length is None else 0.0
    cluster, proc = (integer_of(evaluator, ad, name) for name in ("ClusterId", "ProcId"))
    host = text_of(evaluator, ad, "RemoteHost") or text_of(evaluator, ad, "LastRemoteHost")
    return PastJob(
        schedd=schedd_of(ad, evaluator),
        id=f"{cluster}.{proc}",
        submitter=submitter_of(ad, evaluator),
        queued_at=queued,
        started_at=started,
        last_started_at=last,
        ended_at=ended,
        length_s=length,
        earlier_s=earlier,
        runs=runs,
        weight=_weight(ad, evaluator),
        fate=fate,
        ad=ad,
        matched_at=_moment(ad, "LastMatchTime", evaluator),
        machine=None if host is None else host.partition("@")[2] or host,
        killed=_killed(ad, fate, evaluator),
    )


def as_submitted(ad: Ad, queued_at: float) -> Ad:
    """The ad as it was before the job ever ran: idle and never started; `queued_at` in seconds since the epoch."""
    changes = {name: value for name, value in _AS_SUBMITTED.items() if value is not None or name in ad}
    return ad.replace({**changes, "EnteredCurrentStatus": int(queued_at)})


_MOMENTS: Final = "QDate JobStartDate JobCurrentStartDate CompletionDate EnteredCurrentStatus ServerTime".split()


def _moment(ad: Ad, name: str, evaluator: Evaluator) -> float | None:
    """A time in an ad; None for 0, and for numbers that cannot be times."""
    value = _amount(ad, name, evaluator)
    return value if 0 < value < _NO_TIME else None


def _amount(ad: Ad, name: str, evaluator: Evaluator) -> float:
    """A finite number of at least 0; anything else is 0."""
    value = number_of(evaluator, ad, name)
    return value if value is not None and 0 <= value < inf else 0.0


def _began(ad: Ad, started: float, evaluator: Evaluator) -> float:
    """When a job began to run: times are whole seconds, so its process may begin in the second after its start."""
    executing = _moment(ad, "JobCurrentStartExecutingDate", evaluator)
    return executing if executing is not None and started <= executing <= started + 1 else started


def _fate(status: int, started: float | None, numbers: dict[str, float | None]) -> tuple[Fate, float | None]:
    """What became of a job, and when it was over."""
    entered = numbers["EnteredCurrentStatus"]
    if status in (_COMPLETED, _OUTPUT, _REMOVED):
        fate = Fate.REMOVED if status == _REMOVED else Fate.COMPLETED
        return (Fate.WITHDRAWN if started is None else fate), numbers["CompletionDate"] or entered
    if status == _HELD:
        return Fate.HELD, entered
    if status in (_RUNNING, _SUSPENDED) and started is not None:
        return Fate.RUNNING, None
    return (Fate.PREPARING if status == PREPARING else Fate.WAITING), None


def _weight(ad: Ad, evaluator: Evaluator) -> float:
    slot_s, wall_s = (_amount(ad, name, evaluator) for name in ("CumulativeSlotTime", "RemoteWallClockTime"))
    # Over all runs, so that a job which ran in slots of different weights has their mean.
    if slot_s > 0 and wall_s > 0:
        return slot_s / wall_s
    given = (_amount(ad, name, evaluator) for name in ("CpusProvisioned", "RequestCpus"))
    return next((cores for cores in given if cores > 0), 1.0)


def _killed(ad: Ad, fate: Fate, evaluator: Evaluator) -> bool | None:
    """Whether its last vacated run was killed; None: unknown.

    ExitSignal keeps the signal that ended an earlier run unless a later run is ended by one too.
    """
    flag = evaluator.attribute("ExitBySignal", ad) is True
    if "LastVacateTime" not in ad or "ExitSignal" not in ad or (flag and fate in (Fate.COMPLETED, Fate.REMOVED)):
        return None
    return integer_of(evaluator, ad, "ExitSignal") == SIGKILL
