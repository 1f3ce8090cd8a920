"""What a history says of lengths and arrivals, for futures to be drawn from."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from userprio.classad import Ad, Expr, Literal
from userprio.formats import counted
from userprio.history import History, PastJob, as_submitted, history_of
from userprio.pool import Scenario
from userprio.simulation import Past, Span, Submission

_UP_TO_DATE: Final = 0.1
"""By this part of the period at most a history ends before the snapshot, for the two to be of the same time."""
_ANYWHERE: Final = Literal(True)


def past_of(history: History, scenario: Scenario) -> Past:
    """What a history and the queue of the snapshot tell.

    A history has the jobs that left the queue while it was written, from the first to leave on. A run that had begun
    before is only there because it was long enough, and jobs that came before are only there if they waited and ran
    long enough: the one is taken for what it is, the others are not counted as arrivals. A trace has all its jobs.
    """
    since = history.begins_at
    if not history.trace:
        since = min((job.ended_at for job in history.jobs if job.ended_at is not None), default=since)
    until = history.ends_at
    queue = []
    if until <= scenario.now <= until + _UP_TO_DATE * (until - since):
        known = {job.key for job in history.jobs}
        until = float(scenario.now)
        queue = [job for job in history_of(scenario.pool.jobs).jobs if job.key not in known]
    spans: dict[str, list[Span]] = defaultdict(list)
    for job in sorted(history.jobs, key=lambda job: job.ended_at or 0.0):
        if job.length_s is not None and job.length_s > 0:
            begun_before = 0.0 if job.last_started_at is None else max(since - job.last_started_at, 0.0)
            spans[job.submitter].append(Span(job.length_s, True, min(begun_before, job.length_s)))
    came = [job for job in (*history.jobs, *queue) if not job.withdrawn and since <= job.queued_at <= until]
    requirements = _requirements((*(job.ad for job in came), *scenario.pool.jobs))
    lacking = sum("Requirements" not in job.ad for job in came)
    submissions = tuple(each for job in came for each in _submissions(job, requirements))
    remarks = list(history.remarks)
    if lacking:
        remarks.append(
            f"{counted(lacking, 'record')} without Requirements: such jobs are taken to have those that all other jobs "
            "have in common, or to fit anywhere"
        )
    return Past(since, until, spans, submissions, tuple(remarks))


def _requirements(ads: Iterable[Ad]) -> Expr:
    """Those that all ads have which have any, else any slot's will do."""
    said = {repr(expr): expr for ad in ads if (expr := ad.expr("Requirements")) is not None}
    return next(iter(said.values())) if len(said) == 1 else _ANYWHERE


def _submissions(job: PastJob, requirements: Expr) -> Iterable[Submission]:
    ad = as_submitted(job.ad, job.queued_at)
    if "Requirements" not in ad:
        ad = ad.replace({"Requirements": requirements})
    cluster = int(job.id.partition(".")[0])
    return [Submission((job.submitter, job.schedd), job.queued_at, ad, cluster)] * job.pieces
