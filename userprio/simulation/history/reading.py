"""Histories from files: ads as condor_history and condor_q print them, or a trace in the Standard Workload Format.

What an ad says of a past job, and where that comes from: QDate; JobStartDate, the first start, and JobCurrentStartDate,
the last one (`BaseShadow`, `Scheduler::add_shadow_birthdate`); CompletionDate, or EnteredCurrentStatus for a job that
was removed or held; RemoteWallClockTime, the sum over all runs, and CumulativeSlotTime, the same weighted by slot;
LastVacateTime, when it was last told to vacate, and ExitSignal, the signal that ended it then (`BaseShadow::evictJob`,
`RemoteResource::updateFromStarter`).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from math import inf
from pathlib import Path
from signal import SIGKILL
from typing import Final

from userprio.base.errors import BadInput
from userprio.base.formats import counted
from userprio.classad import (
    Ad,
    AdsProblem,
    Evaluator,
    Report,
    Value,
    integer_of,
    number_of,
    read_ads,
    read_text,
    text_of,
)
from userprio.negotiation.schedd import IDLE, VANILLA, schedd_of, submitter_of
from userprio.pool import PREPARING, Pool
from userprio.simulation.history.records import Fate, History, PastJob
from userprio.simulation.history.swf import is_trace, read_trace

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
    ads = (ad for path in paths for ad in read_ads(path, problems, progress))
    history = history_of(ads)
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
            job = past_job(ad, evaluator)
        except Unmatched:
            left_out["of a universe that no negotiator matches"] += 1
            continue
        if job is None:
            left_out["without a cluster number (ClusterId) or queue time (QDate)"] += 1
        else:
            jobs.append(job)
    jobs.sort(
        key=lambda job: (
            *(job.schedd or "", job.id, _LATEST.get(job.fate, _OVER)),
            *(max(job.ended_at or 0.0, job.last_started_at or 0.0),),
        )
    )
    latest = [list(same)[-1] for _, same in groupby(jobs, key=lambda job: (job.schedd or "", job.id))]
    latest.sort(key=lambda job: job.queued_at)
    return History(tuple(latest), tuple(f"{counted(number, 'ad')} {why} left out" for why, number in left_out.items()))


def largest_slot(pool: Pool, now: int) -> float:
    """The cores of the largest slot of a pool, at least 1; a partitionable slot counts with all its cores."""
    evaluator = Evaluator(now)
    cores = (
        number_of(evaluator, ad, name) or 1.0 for ad in pool.slots for name in ("TotalSlotCpus", "Cpus") if name in ad
    )
    return max(cores, default=1.0)


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
_AS_SUBMITTED: Final[dict[str, Value | None]] = {
    **dict.fromkeys(_OF_RUNS),
    "JobStatus": IDLE,
    "CurrentHosts": 0,
    "NumJobStarts": 0,
    "RemoteWallClockTime": 0.0,
    "CumulativeSlotTime": 0.0,
}
_MATCHED: Final = frozenset({VANILLA, 1, 4, 10})
"""Universes whose jobs a negotiator matches: vanilla, the obsolete ones like it, and Java."""


class Unmatched(Exception):
    """A job of a universe that needs no slot or no negotiator."""


def past_job(ad: Ad, evaluator: Evaluator) -> PastJob | None:
    """The job that an ad describes; None if it does not even say which job it is, or when it was queued.

    Raises:
        Unmatched: no negotiator matches jobs of its universe.
    """
    numbers = {name: _moment(ad, name, evaluator) for name in _MOMENTS}
    queued = numbers["QDate"]
    if queued is None or "ClusterId" not in ad:
        return None
    if integer_of(evaluator, ad, "JobUniverse", VANILLA) not in _MATCHED:
        raise Unmatched
    started, last = numbers["JobStartDate"], numbers["JobCurrentStartDate"]
    started = last if started is None else started
    last = started if last is None else last
    status = integer_of(evaluator, ad, "JobStatus", _COMPLETED)
    fate, ended = _fate(status, started, numbers)
    wall_s = _amount(ad, "RemoteWallClockTime", evaluator)
    length = None if ended is None or last is None else max(ended - _began(ad, last, evaluator), 0.0)
    if length is not None and fate in (Fate.REMOVED, Fate.HELD) and wall_s > 0:
        # It may have waited again, or have been held, before it was removed.
        length = min(length, wall_s)
    runs = 0 if started is None else max(integer_of(evaluator, ad, "NumShadowStarts", 1), 1)
    earlier = max(wall_s - (length or 0.0), 0.0) if runs > 1 or length is None else 0.0
    cluster, proc = (integer_of(evaluator, ad, name) for name in ("ClusterId", "ProcId"))
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
        machine=_machine(ad, evaluator),
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
    if status in (_COMPLETED, _OUTPUT):
        ended = numbers["CompletionDate"] or entered
        return (Fate.WITHDRAWN if started is None else Fate.COMPLETED), ended
    if status == _REMOVED:
        return (Fate.WITHDRAWN if started is None else Fate.REMOVED), numbers["CompletionDate"] or entered
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


def _machine(ad: Ad, evaluator: Evaluator) -> str | None:
    host = text_of(evaluator, ad, "RemoteHost") or text_of(evaluator, ad, "LastRemoteHost")
    return None if host is None else host.partition("@")[2] or host
