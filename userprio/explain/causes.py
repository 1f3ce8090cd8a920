"""Which of several causes comes first, of a submitter and of a group."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from userprio.explain.explanation import Cause, Explanation
from userprio.explain.figures import figure, listed, number_of
from userprio.explain.reasons import PRECEDENCE, Reason
from userprio.negotiation import Match
from userprio.pool.submitters import Submitter

GROUP_REASONS: Final = frozenset({Reason.GROUP_ZERO, Reason.GROUP_FRACTION, Reason.PARENT_LIMIT, Reason.GROUP_LIMIT})
"""Reasons that hold back a group as a whole."""


def merged(findings: Sequence[Cause]) -> list[Cause]:
    """One finding for each reason, that of most jobs first; its sentence is that of the largest of its parts."""
    by_reason: dict[Reason, list[Cause]] = {}
    for finding in findings:
        by_reason.setdefault(finding.reason, []).append(finding)
    causes = [
        replace(max(theirs, key=lambda one: one.jobs), jobs=sum(one.jobs for one in theirs))
        for theirs in by_reason.values()
    ]
    return sorted(causes, key=lambda one: (-one.jobs, PRECEDENCE[one.reason]))


def satisfied(ads: Sequence[Submitter], matches: Sequence[Match]) -> Cause:
    """Of a submitter of which no job is left."""
    if not any(ad.idle_jobs > 0 for ad in ads):
        running = sum(ad.running_jobs for ad in ads)
        return Cause(Reason.NO_IDLE_JOBS, f"its {number_of(running, 'job')} run, and none is idle", 0, None)
    return Cause(Reason.SATISFIED, f"its idle jobs got {number_of(len(matches), 'slot')}", 0, None)


def of_group(members: Sequence[Explanation]) -> Cause:
    """The reason of a group: its own limits where they hold back a member, else what holds back its members."""
    if not any(one.idle_jobs for one in members):
        told = "none of its members has an idle job" if members else "no submitter with jobs belongs to it"
        return Cause(Reason.NO_IDLE_JOBS, told, 0, None)
    findings = merged([finding for one in members for finding in (one.primary, *one.others) if finding.jobs])
    if not findings:
        got = sum(one.weight for one in members)
        return Cause(Reason.SATISFIED, f"all idle jobs of its members got slots, of weight {figure(got)}", 0, None)
    own = [finding for finding in findings if finding.reason in GROUP_REASONS]
    if own:
        return own[0]
    told = listed(f"{finding.reason} ({number_of(finding.jobs, 'job')})" for finding in findings)
    return Cause(Reason.MEMBERS, told, sum(finding.jobs for finding in findings), None)
