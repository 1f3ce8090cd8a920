"""Why submitters take no part in a cycle, why jobs are not offered, which of several causes comes first, and remarks.

Remarks are what an administrator should know besides: machines that would fit jobs if drained, and quotas that are
exceeded.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from userprio.analysis.explain.explanation import Explanation
from userprio.base.formats import counted, figure, listed
from userprio.classad import Ad, Evaluator, flag_of, integer_of, number_of, satisfies, text_of
from userprio.negotiation import PRECEDENCE, Cause, Match, Outcome, Reason, Trace, meets
from userprio.negotiation.matching import MatchSide
from userprio.negotiation.schedd import GRID, IDLE, UNMATCHED_UNIVERSES, VANILLA, offered_jobs, submitter_of
from userprio.pool import PREPARING, Pool, ScenarioData, Submitter
from userprio.simulation import KEEPING_TO_QUOTAS, beyond_quotas

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
_GROUP_REASONS: Final = frozenset({Reason.GROUP_ZERO, Reason.GROUP_FRACTION, Reason.PARENT_LIMIT, Reason.GROUP_LIMIT})
"""Reasons that hold back a whole group."""
_MOST_KINDS: Final = 10
"""The most kinds of unfit jobs to search machines for, starting with those of most jobs."""
_MOST_NAMES: Final = 4


def absent(name: str, pool: Pool, trace: Trace) -> Cause:
    """Why no ad of this name takes part; see `fetched_submitters` for the conditions."""
    settings, evaluator = trace.cycle.settings, trace.cycle.state.evaluator
    ads = [ad for ad in pool.submitters if text_of(evaluator, ad, "Name") == name]
    idle = sum(max(integer_of(evaluator, ad, "IdleJobs"), 0) for ad in ads)
    offered = offered_jobs(pool.jobs, evaluator)
    queued = sum(len(jobs) for (owner, _), jobs in offered.items() if owner == name)
    if not ads and queued:
        told = f"it has {counted(queued, 'idle job')}, but no submitter ad"
        return Cause(Reason.NOT_ADVERTISED, told, queued, None)
    if not idle:
        told = "its submitter ad counts no idle jobs" if ads else "it has no submitter ad and no idle jobs"
        return Cause(Reason.NO_IDLE_JOBS, told + _prepared(name, pool, evaluator), queued, None)
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
    count = sum(
        integer_of(evaluator, ad, "JobStatus", IDLE) == PREPARING and submitter_of(ad, evaluator) == name
        for ad in pool.jobs
    )
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
    """One finding for each reason, that of most jobs first, with the sentence of its largest part."""
    by_reason: dict[Reason, list[Cause]] = {}
    for finding in findings:
        by_reason.setdefault(finding.reason, []).append(finding)
    causes = [
        replace(max(theirs, key=lambda cause: cause.jobs), jobs=sum(cause.jobs for cause in theirs))
        for theirs in by_reason.values()
    ]
    return sorted(causes, key=lambda cause: (-cause.jobs, PRECEDENCE[cause.reason]))


def satisfied(ads: Sequence[Submitter], matches: Sequence[Match]) -> Cause:
    """The cause for a submitter that has no idle job left."""
    if not any(ad.idle_jobs > 0 for ad in ads):
        running = sum(ad.running_jobs for ad in ads)
        return Cause(Reason.NO_IDLE_JOBS, f"its {counted(running, 'job')} run, and none is idle", 0, None)
    return Cause(Reason.SATISFIED, f"its idle jobs got {counted(len(matches), 'slot')}", 0, None)


def of_group(members: Sequence[Explanation]) -> Cause:
    """The reason for a group: its own limits if they hold back a member, else what holds back its members."""
    if not any(member.idle_jobs for member in members):
        told = "none of its members has an idle job" if members else "no submitter with jobs belongs to it"
        return Cause(Reason.NO_IDLE_JOBS, told, 0, None)
    findings = merged([finding for member in members for finding in (member.primary, *member.others) if finding.jobs])
    if not findings:
        got = sum(member.weight for member in members)
        return Cause(Reason.SATISFIED, f"all idle jobs of its members got slots, of weight {figure(got)}", 0, None)
    own = [finding for finding in findings if finding.reason in _GROUP_REASONS]
    if own:
        return own[0]
    told = listed(f"{finding.reason} ({counted(finding.jobs, 'job')})" for finding in findings)
    return Cause(Reason.MEMBERS, told, sum(finding.jobs for finding in findings), None)


def drained_remarks(scenario: ScenarioData, unfit: Sequence[tuple[str, int, Ad]], flattens: bool) -> Iterator[str]:
    """Remarks on jobs that fit no slot as it is, but would fit some machines if these were drained.

    `unfit` has, by kind of job, the first one's id, how many there are, and their ad; `flattens` as in `MatchSide`.
    """
    if not unfit:
        return
    from userprio.simulation import drained, machine_of

    evaluator, pool = Evaluator(scenario.now), scenario.pool
    parted = {name: ad for ad in pool.slots if _is_parted(ad, evaluator) and (name := text_of(evaluator, ad, "Name"))}
    machines = {machine_of(name) for name in parted}
    whole = [
        (machine_of(name), ad)
        for ad in drained(pool, machines, scenario.config, scenario.now).slots
        if (name := text_of(evaluator, ad, "Name")) in parted
    ]
    for job, count, ad in sorted(unfit, key=lambda kind: -kind[1])[:_MOST_KINDS]:
        side = MatchSide(ad, flattens=flattens)
        fitting = list(dict.fromkeys(machine for machine, slot in whole if meets(side, slot, evaluator)))
        if fitting:
            like = f"job {job} fits" if count == 1 else f"job {job} and {count - 1} like it fit"
            them = "it" if len(fitting) == 1 else "them"
            yield (
                f"{like} no slot as it is now, but {counted(len(fitting), 'machine')} once drained: "
                f"{listed(fitting, most=_MOST_NAMES)}; `userprio defrag` shows whether condor_defrag would drain {them}"
            )


def _is_parted(slot: Ad, evaluator: Evaluator) -> bool:
    """Whether it is a partitionable slot with resources handed out."""
    if not flag_of(evaluator, slot, "PartitionableSlot"):
        return False
    resources = ("Cpus", "Memory", "Disk", "GPUs")
    there = ((number_of(evaluator, slot, name), number_of(evaluator, slot, f"TotalSlot{name}")) for name in resources)
    return any(total is not None and (free or 0) < total for free, total in there)


def leftover_remarks(scenario: ScenarioData, outcome: Outcome, group: str | None) -> Iterator[str]:
    """A remark if the group exceeds its quota because of what is left of partitionable slots."""
    for beyond in beyond_quotas(scenario, outcome):
        if beyond.group == group:
            yield f"{beyond.sentence}. {KEEPING_TO_QUOTAS}"
