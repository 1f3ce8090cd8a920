"""Histories from files: ads as condor_history and condor_q print them, or a trace in the Standard Workload Format."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

from userprio.classad import Ad, AdsProblem, Evaluator, Report, number_of, read_ads, read_text
from userprio.errors import BadInput
from userprio.formats import counted
from userprio.history.ads import Unmatched, past_job
from userprio.history.records import Fate, History, PastJob
from userprio.history.swf import is_trace, read_trace
from userprio.pool import Pool

_LATEST: Final = {Fate.WAITING: 0, Fate.RUNNING: 1, Fate.HELD: 1}
_OVER: Final = 2


def read_history(
    paths: Sequence[Path], *, cores_of_a_slot: float = 1.0, progress: Callable[[int], None] | None = None
) -> History:
    """The jobs of one trace, or of any number of files of ads: long, JSON or XML, packed with gzip or not.

    Of a job that occurs more than once the record that says the most counts: one that is over before one that runs or
    is held, that before one that waits. Without a cluster number or the time at which it was queued (QDate) an ad is
    left out.
    `cores_of_a_slot` are those of the largest slot, which a job of a trace is cut to.

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
    found = history_of(ads)
    if not found.jobs:
        hint = "Give what condor_history -long prints, or a trace in the Standard Workload Format"
        raise BadInput("this holds no jobs that can be replayed", paths[0] if paths else None, hint=hint)
    return History(found.jobs, (*map(str, problems), *found.remarks))


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
            left_out["that do not say which they are (ClusterId), or since when they waited (QDate)"] += 1
        else:
            jobs.append(job)
    jobs.sort(
        key=lambda job: (
            *(job.schedd or "", job.id, _LATEST.get(job.fate, _OVER)),
            *(max(job.ended_at or 0.0, job.last_started_at or 0.0),),
        )
    )
    kept = [list(same)[-1] for _, same in groupby(jobs, key=lambda job: (job.schedd or "", job.id))]
    kept.sort(key=lambda job: job.queued_at)
    return History(tuple(kept), tuple(f"{counted(number, 'ad')} {why} left out" for why, number in left_out.items()))


def largest_slot(pool: Pool, now: int) -> float:
    """The cores of the largest slot of a pool, one at least; of a partitionable slot all that it has."""
    evaluator = Evaluator(now)
    cores = (
        number_of(evaluator, ad, name) or 1.0 for ad in pool.slots for name in ("TotalSlotCpus", "Cpus") if name in ad
    )
    return max(cores, default=1.0)
