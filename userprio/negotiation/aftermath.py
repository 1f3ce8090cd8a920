"""What a cycle leaves behind: jobs that are expected to start, jobs that stay idle, and what held these back."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from userprio.negotiation.outcome import Match, Refusal, Unvisited, Visit
from userprio.negotiation.prepare import Prepared
from userprio.negotiation.starts import expected_jobs

Queue = tuple[str, str | None]
"""Submitter and schedd, by name."""


@dataclass(frozen=True, slots=True)
class Aftermath:
    """A cycle's visits and matches with what comes of them, and its sums."""

    visits: tuple[Visit, ...]
    matches: tuple[Match, ...]
    refusals: tuple[Refusal, ...]
    unvisited: tuple[Unvisited, ...]
    left: Counter[str]
    """Idle jobs that no match is expected to start, by group."""


def aftermath(prepared: Prepared, visits: Sequence[Visit]) -> Aftermath:
    """Follow up a cycle when it is over; `visits` are all of it, in order."""
    state, tree = prepared.state, prepared.tree
    settings, schedds = prepared.settings.schedd, prepared.schedds
    jobs = expected_jobs(state.matches, state.given, settings, schedds.room, state.evaluator)
    matches = [
        match if count == match.jobs else replace(match, jobs=count)
        for match, count in zip(state.matches, jobs, strict=True)
    ]
    idle = _idle(prepared)
    told = []
    # Each visit's matches follow those of the visit before.
    counts = iter(jobs)
    for visit in visits:
        key = visit.submitter, visit.schedd
        started = sum(islice(counts, visit.matched))
        idle[key] -= started
        told.append(replace(visit, jobs=started, left=idle[key]))
    visited = {(visit.submitter, visit.schedd) for visit in visits}

    def group(name: str) -> str:
        return tree.assigned(name).name

    left: Counter[str] = Counter()
    for (name, _), count in idle.items():
        left[group(name)] += count
    return Aftermath(
        visits=tuple(told),
        matches=tuple(matches),
        refusals=_refusals(prepared),
        unvisited=tuple(
            Unvisited(name, schedd, group(name) if tree.group_mode else None, count)
            for (name, schedd), count in idle.items()
            if count > 0 and (name, schedd) not in visited
        ),
        left=left,
    )


def _idle(prepared: Prepared) -> dict[Queue, int]:
    """The idle jobs of each submitter at each schedd as the cycle began.

    An ad is as old as its schedd's last update, and a snapshot may hold fewer jobs than there are: the larger counts.
    """
    idle: dict[Queue, int] = {}
    seen: set[tuple[str, str]] = set()
    for submitter in prepared.submitters:
        key = submitter.advertised_name, submitter.schedd_address
        if key not in seen:
            seen.add(key)
            count = max(submitter.idle_jobs, len(prepared.schedds.queue(submitter).jobs), 0)
            key_by_name = submitter.name, submitter.schedd_name
            idle[key_by_name] = idle.get(key_by_name, 0) + count
    return idle


def _refusals(prepared: Prepared) -> tuple[Refusal, ...]:
    times = Counter((rejected.submitter, rejected.schedd, rejected.reason) for rejected in prepared.state.rejections)
    queues = {(each.name, each.schedd_name): prepared.schedds.queue(each) for each in prepared.submitters}
    jobs = {(submitter, schedd): queues[submitter, schedd].refused() for submitter, schedd, _ in times}
    return tuple(
        Refusal(submitter, schedd, reason, count, jobs[submitter, schedd][reason])
        for (submitter, schedd, reason), count in times.items()
    )
