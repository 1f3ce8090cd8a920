"""What a history says about the lengths and arrivals of jobs."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from userprio.analysis.wait.futures import WaitTerms
from userprio.base import counted
from userprio.classad import Ad, Expr, Literal
from userprio.pool import ScenarioData, job_number
from userprio.simulation import ForecastTerms, Past, Span, Submission, WorkloadModel
from userprio.simulation.history import History, PastJob, as_submitted, history_of, remarks_on_pieces

_UP_TO_DATE: Final = 0.1
"""A history may end before the snapshot by at most this part of its period, or the two are of different times."""


def past_of(history: History, scenario: ScenarioData) -> Past:
    """What a history and the snapshot's queue say about lengths and arrivals.

    A history has the jobs that left the queue from its first record on, which biases it: runs that began earlier are
    included only because they were long enough, and jobs submitted earlier only if they waited and ran long enough. So
    such runs are taken as left-truncated, and such jobs are not counted as arrivals. A trace has all its jobs.
    """
    since, (until, queue) = history.begins_at, _queued(history, scenario)
    if not history.trace:
        since = min((job.ended_at for job in history.jobs if job.ended_at is not None), default=since)
    spans: dict[str, list[Span]] = defaultdict(list)
    for job in sorted(history.jobs, key=lambda job: job.ended_at or 0.0):
        if job.length_s is not None and job.length_s > 0:
            begun_before = 0.0 if job.last_started_at is None else max(since - job.last_started_at, 0.0)
            cluster = job.schedd, int(job.id.partition(".")[0])
            spans[job.submitter].append(Span(job.length_s, True, min(begun_before, job.length_s), cluster))
    came = [job for job in (*history.jobs, *queue) if not job.withdrawn and since <= job.queued_at <= until]
    requirements = _usual_requirements(came, scenario)
    lacking = sum("Requirements" not in job.ad for job in came)
    submissions = tuple(submission for job in came for submission in _submissions(job, requirements))
    remarks = [*history.remarks, *remarks_on_pieces(came)]
    if lacking:
        remarks.append(
            f"{counted(lacking, 'record')} without Requirements: such jobs are assumed to have those of all other jobs "
            "if these are identical, or else to fit anywhere"
        )
    return Past(since, until, spans, submissions, tuple(remarks))


def _complete(job: PastJob, requirements: Expr) -> Ad:
    ad = as_submitted(job.ad, job.queued_at)
    return ad if "Requirements" in ad else ad.replace({"Requirements": requirements})


def _submissions(job: PastJob, requirements: Expr) -> Iterable[Submission]:
    ad = _complete(job, requirements)
    return [Submission((job.submitter, job.schedd), job.queued_at, ad, int(job.id.partition(".")[0]))] * job.pieces


def _usual_requirements(jobs: Iterable[PastJob], scenario: ScenarioData) -> Expr:
    """Those of all jobs that have any, if these are identical; else jobs without any fit any slot."""
    ads = (*(job.ad for job in jobs), *scenario.pool.jobs)
    given = {repr(expr): expr for ad in ads if (expr := ad.expr("Requirements")) is not None}
    return next(iter(given.values())) if len(given) == 1 else Literal(True)


def _queued(history: History, scenario: ScenarioData) -> tuple[float, list[PastJob]]:
    """Up to when jobs are known, and those of the queue, if the history is up to date.

    Jobs still queued are in no history; without them, arrivals of the last hours would seem to fade.
    """
    until = history.ends_at
    if not until <= scenario.now <= until + _UP_TO_DATE * (until - history.begins_at):
        return until, []
    known = {job.key for job in history.jobs}
    return float(scenario.now), [job for job in history_of(scenario.pool.jobs).jobs if job.key not in known]


def known_jobs(history: History, scenario: ScenarioData) -> tuple[list[PastJob], float]:
    """All jobs that were ever meant to start, as they were submitted, and up to when they are known."""
    until, queue = _queued(history, scenario)
    jobs = [job for job in (*history.jobs, *queue) if not job.withdrawn]
    requirements = _usual_requirements(jobs, scenario)
    return [replace(job, ad=_numbered(job, _complete(job, requirements))) for job in jobs], until


def _numbered(job: PastJob, ad: Ad) -> Ad:
    """With the job's own number and queue time, which the ads of a trace lack: one serves all that are alike."""
    if "ClusterId" in ad:
        return ad
    cluster, _, proc = job.id.partition(".")
    queued_at = int(job.queued_at)
    return ad.replace({**job_number(job.schedd, int(cluster), int(proc or 0), queued_at), "QDate": queued_at})


def workload_model(scenario: ScenarioData, terms: WaitTerms) -> WorkloadModel:
    """What futures are drawn from, by the terms and the jobs that run."""
    assert terms.coming is not None
    lengths = ForecastTerms(job_length_s=terms.job_length_s, job_lengths_s=terms.job_lengths_s)
    return WorkloadModel.of(scenario, terms.coming, terms.past, lengths)
