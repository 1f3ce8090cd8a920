"""Traces in the Standard Workload Format, the common format of parallel workload archives.

Each line is a job: eighteen numbers, with -1 for unknown values (Feitelson, "The Standard Workload Format",
https://www.cs.huji.ac.il/labs/parallel/workload/swf.html). Anything after them is ignored. Lines that begin with
a semicolon are comments; among them, `UnixStartTime` says when second 0 was.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from userprio.base.errors import BadInput
from userprio.base.formats import counted
from userprio.base.limits import JOB_ADS, budget
from userprio.classad import Ad, Expr, Report, Value, parse, read_text
from userprio.negotiation.schedd import IDLE, VANILLA
from userprio.simulation.history.records import Fate, History, PastJob

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
    wide = [job for job in jobs if job.pieces > 1]
    if wide:
        come = sum(job.pieces for job in wide)
        run.spend(JOB_ADS, come, path)
        remarks.append(
            f"{counted(len(wide), 'job')} that {'asks' if len(wide) == 1 else 'ask'} for more cores than the largest "
            f"slot has ({cores_of_a_slot:g}) come in {come:,} pieces, which start independently: a job counts as "
            "started when all its pieces have"
        )
    return History(tuple(jobs), tuple(remarks), trace=True)


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


def _job(
    line: _TraceLine, begins: float, known: dict[tuple[str, int], Ad], largest: float, *, several: bool
) -> PastJob:
    cores = line.allocated if line.allocated > 0 else line.requested
    user = f"user{line.user}" if line.user >= 0 else "nobody"
    account = f"group{line.group}.{user}" if several and line.group >= 0 else user
    piece_cores = max(int(min(cores, largest)), 1)
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
    attributes: dict[str, Expr | Value] = {
        "MyType": "Job",
        "Owner": user,
        "User": f"{user}@{DOMAIN}",
        "AccountingGroup": account,
        "JobStatus": IDLE,
        "JobUniverse": VANILLA,
        "JobPrio": 0,
        "CurrentHosts": 0,
        "MaxHosts": 1,
        "Rank": 0.0,
        "RequestCpus": cores,
        "RequestMemory": 1,
        "RequestDisk": 1,
        "Requirements": _FITS,
    }
    return Ad(attributes)
