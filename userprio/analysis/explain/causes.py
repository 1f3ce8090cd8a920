"""The causes that no trace shows: why submitters take no part and jobs are not offered; and causes put together."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from userprio.base import counted
from userprio.classad import Ad, Evaluator, flag_of, integer_of, satisfies, text_of
from userprio.negotiation import PRECEDENCE, Cause, Match, Reason, Trace
from userprio.negotiation.schedd import GRID, IDLE, VANILLA, offered_jobs, submitter_of
from userprio.pool import PREPARING, UNMATCHED_UNIVERSES, Pool, Submitter

_STATUSES = {
    2: "runs",
    3: "is being removed",
    4: "is done",
    5: "is held",
    6: "sends back its output",
    7: "is suspended",
    9: "waits for input files that it shares with other jobs",
    PREPARING: f"is still being prepared (JobStatus {PREPARING}), and will be idle after that",
}


def absent(name: str, pool: Pool, trace: Trace) -> Cause:
    """Why no ad of this name takes part; see `fetched_submitters` for the conditions."""
    settings, evaluator = trace.cycle.settings, trace.cycle.state.evaluator
    ads = [ad for ad in pool.submitters if text_of(evaluator, ad, "Name") == name]
    idle = sum(max(integer_of(evaluator, ad, "IdleJobs"), 0) for ad in ads)
    queued = sum(len(jobs) for (owner, _), jobs in offered_jobs(pool.jobs, evaluator).items() if owner == name)
    # A schedd that does not advertise it is another fault than an ad that the negotiator leaves out.
    if not ads and queued:
        return Cause(Reason.NOT_ADVERTISED, f"it has {counted(queued, 'idle job')}, but no submitter ad", queued, None)
    if not idle:
        reason = "its submitter ad counts no idle jobs" if ads else "it has no submitter ad and no idle jobs"
        return Cause(Reason.NO_IDLE_JOBS, reason + _prepared(name, pool, evaluator), queued, None)
    # In the order in which the negotiator asks (`fetched_submitters`): the first that fails is why.
    for ad in ads:
        if not satisfies(evaluator, ad, settings.submitter_constraint):
            return Cause(Reason.FILTERED, "its ad does not meet NEGOTIATOR_SUBMITTER_CONSTRAINT", idle, None)
        if text_of(evaluator, ad, "ScheddIpAddr") is None:
            return Cause(Reason.UNUSABLE_AD, "its submitter ad has no ScheddIpAddr", idle, None)
        if any(character.isspace() for character in name):
            return Cause(Reason.UNUSABLE_AD, "its name contains white space", idle, None)
        if flag_of(evaluator, ad, "SkipMatchmaking"):
            return Cause(Reason.SKIPPED, "its ad says SkipMatchmaking = true", idle, None)
    return Cause(Reason.NO_IDLE_JOBS, "its submitter ad counts no jobs", idle, None)


def _prepared(name: str, pool: Pool, evaluator: Evaluator) -> str:
    """How many jobs of a submitter are still being prepared, as the end of a sentence; nothing if there are none."""
    preparing = (ad for ad in pool.jobs if integer_of(evaluator, ad, "JobStatus", IDLE) == PREPARING)
    count = sum(submitter_of(ad, evaluator) == name for ad in preparing)
    are = "is" if count == 1 else "are"
    return f"; {counted(count, 'job')} {are} still being prepared (JobStatus {PREPARING})" if count else ""


def not_idle(ad: Ad, evaluator: Evaluator) -> str | None:
    """Why a schedd would not offer a job in its present state; None if it would (`Runnable` of the schedd)."""
    status = integer_of(evaluator, ad, "JobStatus", IDLE)
    if status != IDLE:
        return f"it {_STATUSES.get(status, f'has JobStatus {status}')}"
    if flag_of(evaluator, ad, "IsNoopJob"):
        return "it is a no-op, which needs no slot"
    universe = integer_of(evaluator, ad, "JobUniverse", VANILLA)
    if universe in UNMATCHED_UNIVERSES or (universe == GRID and not flag_of(evaluator, ad, "WantMatching")):
        return f"jobs of universe {universe} are not offered to the negotiator"
    if integer_of(evaluator, ad, "JobCoolDownExpiration", -1) >= evaluator.now:
        return "it waits for the end of its cool-down (JobCoolDownExpiration)"
    if integer_of(evaluator, ad, "CurrentHosts", 0) >= integer_of(evaluator, ad, "MaxHosts", 1):
        return "it has as many hosts as it wants"
    return None


def merged(findings: Sequence[Cause]) -> list[Cause]:
    """One finding for each reason, that of most jobs first."""
    by_reason: defaultdict[Reason, list[Cause]] = defaultdict(list)
    for finding in sorted(findings, key=lambda cause: -cause.jobs):
        by_reason[finding.reason].append(finding)
    return sorted(map(_joined, by_reason.values()), key=lambda cause: (-cause.jobs, PRECEDENCE[cause.reason]))


_SENTENCES: Final = 3
"""So many are said of a reason that applies to some jobs in one way and to others in another."""


def _joined(alike: Sequence[Cause]) -> Cause:
    """Causes of the same reason as one, with how many jobs each sentence is about where they differ."""
    jobs: Counter[str] = Counter()
    for cause in alike:
        jobs[cause.sentence] += cause.jobs
    if len(jobs) == 1:
        return replace(alike[0], jobs=jobs.total())
    said = [f"{counted(count, 'job')}: {sentence}" for sentence, count in jobs.most_common(_SENTENCES)]
    more = jobs.total() - sum(count for _, count in jobs.most_common(_SENTENCES))
    said += [f"{counted(more, 'job')}: further causes of this kind"] if more else []
    return replace(alike[0], jobs=jobs.total(), sentence=". ".join(said))


def satisfied(ads: Sequence[Submitter], matches: Sequence[Match]) -> Cause:
    """The cause for a submitter that has no idle job left."""
    if not any(ad.idle_jobs > 0 for ad in ads):
        running = sum(ad.running_jobs for ad in ads)
        return Cause(Reason.NO_IDLE_JOBS, f"its {counted(running, 'job')} run, and none is idle", 0, None)
    return Cause(Reason.SATISFIED, f"its idle jobs got {counted(len(matches), 'slot')}", 0, None)
