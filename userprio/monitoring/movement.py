"""What has moved between a snapshot and the cycle that follows it, where a dry run and the log of the cycle part.

A snapshot is never of the same second as the cycle. Jobs end and come, claims are used for other jobs, commands change
accounts. Evidence of that is in the log itself: its counts, the commands between, whose slots it takes, what earlier
cycles have given to jobs whose claims are pending still. And it is in the pool as it was once the cycle was over.
"""

import re
from collections import Counter, deque
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct

from userprio.base.formats import counted
from userprio.classad import Evaluator, integer_of, text_of
from userprio.ledger import Ledger
from userprio.monitoring.decisions import LoggedGroup, LoggedMatch, LoggedVisit, decisions_of
from userprio.monitoring.negotiator_log import RECONFIGURED, LoggedCycle, LogRemark
from userprio.monitoring.reconstruction import (
    SET,
    Queues,
    ScheddNames,
    Slots,
    cluster_of,
    near,
    partitionable_of,
    submitter_key,
)
from userprio.negotiation import Outcome
from userprio.negotiation.schedd import IDLE
from userprio.pool import Pool

REMEMBERED_S: Final = 1_800
"""So long, by default, a schedd waits for a startd's answer about a claim (`REQUEST_CLAIM_TIMEOUT`)."""
_GONE_S: Final = 120
"""So long a schedd may wait for a slot that is not there any more: until the connection to it times out."""
_RUNNING: Final = 2
_LONGEST_USER: Final = 255
"""Bytes of a user's name in the log."""


class EarlierCycles:
    """Keeps the cycles of a log that those after them may depend on."""

    def __init__(self) -> None:
        self._cycles: deque[LoggedCycle] = deque()

    def noting(self, cycles: Iterable[LoggedCycle]) -> Iterator[LoggedCycle]:
        """The same cycles; each is kept for as long as its claims may be pending."""
        for cycle in cycles:
            while self._cycles and self._cycles[0].started < cycle.started - REMEMBERED_S:
                self._cycles.popleft()
            self._cycles.append(cycle)
            yield cycle

    def before(self, cycle: LoggedCycle) -> tuple[LoggedCycle, ...]:
        """Those that are kept, but for that cycle."""
        return tuple(other for other in self._cycles if other is not cycle)


class Started(Struct, frozen=True):
    """Jobs that began to run, after a cycle gave their schedd a slot, on what was left of it."""

    line: int
    """Of the first such match in the log."""
    clusters: frozenset[str]
    remaining: frozenset[str]
    """Clusters of which jobs wait still."""


class Suspects(Struct):
    """What two visits differ about, which must be in the snapshot for the difference to count.

    Jobs are known by the name of their schedd, which is empty if the log does not tell it, and cluster.proc.
    """

    slots: set[str] = set()
    jobs: set[tuple[str, str]] = set()
    submitters: set[str] = set()
    offers: bool = True
    """They differ about which jobs were offered, not about what became of the same offer."""
    reasons: set[str | None] = set()
    """Why the two refuse the same request, if that is what they differ about."""
    fewer: set[str] = set()
    """Submitters of whom the dry run has an offer where the log has none or another: jobs may have gone."""
    more: set[str] = set()
    """Submitters of whom the log has an offer where the dry run has none or another: jobs may have come."""
    visit: int = 0
    """The line where the visit begins in which they differ."""
    started: Mapping[tuple[str, str], Started] = {}
    """By schedd and submitter what was started without being given a slot, see `started_on_rest`."""


def slots_counted(outcome: Outcome, cycle: LoggedCycle, ads: int) -> Iterator[str]:
    """Whether the snapshot, which has so many slot ads, has as many slots as the cycle had."""
    if cycle.slots is None:
        yield "the log does not say how many slots there were"
    elif cycle.slots != outcome.pool.slots:
        ours = counted(outcome.pool.slots, "slot")
        if ads > outcome.pool.slots:
            ours += f", {ads:,} with those that the configuration leaves out"
        yield f"the snapshot has {ours}, and the cycle had {cycle.slots:,}"


def submitters_counted(cycle: LoggedCycle, submitters: int) -> Iterator[str]:
    """Whether as many submitter ads take part as in the cycle."""
    if cycle.submitters is None:
        yield "the log does not say how many submitters there were"
    elif cycle.submitters != submitters:
        ours = counted(submitters, "submitter ad")
        yield f"of the snapshot {ours} would take part, and in the cycle it was {cycle.submitters:,}"


def demand_moved(outcome: Outcome, groups: Iterable[LoggedGroup], *, with_use: bool) -> Iterator[str]:
    """In which groups demand, or also use, is another than when the snapshot was taken."""
    ours = {group.name: group for group in outcome.groups}
    for group in groups:
        if (mine := ours.get(group.name)) is None:
            continue
        for what, theirs, here in (
            ("in use", group.claimed, mine.usage),
            ("requested", group.requested, mine.requested),
        ):
            if not near(theirs, here) and (with_use or what == "requested"):
                yield f"{group.name} had {theirs:g} {what} in the cycle, and has {here:g} in the snapshot"


_LEASE: Final = re.compile(r"Set (ceiling|floor|priority-factor) lease for (\S+) to (-?[\d.]+) for ")
_DELETED: Final = re.compile(r"Deleting account\w*ing record of (\S+)$")
_FIELDS: Final = {
    "priority factor": "priority_factor",
    "priority-factor": "priority_factor",
    "priority": "priority",
    "ceiling": "ceiling",
    "floor": "floor",
}
_NO_MATTER: Final = (
    "Setting the accumulated usage ", "Setting the begin usage ", "Setting the last usage ", "Resetting the usage ",
)  # fmt: skip
"""Usage that is over decides nothing in a cycle."""


def commands_moved(cycle: LoggedCycle, ledger: Ledger) -> Iterator[str]:
    """The commands since the cycle before that the ledger of the snapshot does not have yet."""
    if read := reconfigured(cycle):
        yield read
    last: dict[tuple[str, str], LogRemark] = {}
    for change in cycle.changes_before:
        if matched := SET.match(change.message) or _LEASE.match(change.message):
            last[matched[2], _FIELDS[matched[1]]] = change
        elif deleted := _DELETED.match(change.message):
            # Of what was set before nothing is left.
            last = {key: other for key, other in last.items() if key[0] != deleted[1]}
            last[deleted[1], ""] = change
        elif change.message != RECONFIGURED and not change.message.startswith(_NO_MATTER):
            last["", change.message] = change
    for (name, field), change in last.items():
        customer = ledger.customers.get(name)
        if matched := SET.match(change.message) or _LEASE.match(change.message):
            value = None if customer is None else getattr(customer, field)
            known = value is not None and near(float(value), float(matched[3]))
        else:
            known = bool(name) and customer is None
        if not known:
            yield f"a command came between snapshot and cycle, in line {change.line}: {change.message}"


def reconfigured(cycle: LoggedCycle) -> str:
    """That the configuration was read since the cycle before, perhaps after the snapshot; empty if it was not."""
    lines = (change.line for change in cycle.changes_before if change.message == RECONFIGURED)
    return next((f"{RECONFIGURED} between snapshot and cycle, in line {line}" for line in lines), "")


def holders_moved(cycle: LoggedCycle, matches: Iterable[LoggedMatch], before: Pool) -> Iterator[str]:
    """Slots that the cycle took from somebody else than whose they were in the snapshot, or that were free."""
    slots = Slots(before)
    seen: set[str] = set()
    for match in matches:
        name = match.slot.lower()
        if name in seen or (ad := slots.ads.get(name)) is None or (match.preempts or "").endswith(" dslots"):
            continue
        seen.add(name)
        # Without D_MATCH the log does not name the user, and of a free slot nothing.
        user, group = slots.text(ad, "RemoteUser"), slots.text(ad, "AccountingGroup")
        agrees = match.charged in (None, *(name and name[:_LONGEST_USER] for name in (group, user)))
        if cycle.matched_lines:
            agrees = agrees and match.preempts == (user and user[:_LONGEST_USER])
        if not agrees:
            theirs, ours = (holder or "free" for holder in (match.charged or match.preempts, group or user))
            yield f"{match.slot} was {_whose(theirs)} in the cycle, and is {_whose(ours)} in the snapshot"


def _whose(holder: str) -> str:
    return holder if holder == "free" else f"{holder}'s"


def claims_pending(
    cycle: LoggedCycle,
    earlier: Iterable[LoggedCycle],
    matches: Iterable[LoggedMatch],
    suspects: Suspects,
    before: Pool,
    queues: Queues,
) -> Iterator[str]:
    """Slots that earlier cycles gave to the suspects, or to others before them, not claimed in the snapshot.

    Jobs for them are not offered. A schedd that is given such a slot again ignores it, and goes on offering its job.
    Neither is a job offered whose claim of the last cycle has ended already, until its schedd has cleared it away.
    """
    submitters, jobs, previous = suspects.submitters, {job for _, job in suspects.jobs}, 0
    # A claim that is pending is one for a job that waits.
    waiting = {(queues.submitter(key), cluster_of(key[1])) for key in queues.jobs if queues.status(key) == IDLE}
    slots, last = Slots(before), dict[str, tuple[LoggedMatch, int]]()
    for other in earlier:
        if other.ended >= cycle.started - REMEMBERED_S:
            for visit in decisions_of(other).visits:
                last |= {match.slot: (match, other.started) for match in visit.matches}
            previous = other.started
    again = {match.slot for match in matches if match.submitter in submitters}
    for slot, (match, at) in last.items():
        ad = slots.ads.get(slot.lower())
        mine = match.submitter in submitters and (match.submitter, cluster_of(match.request)) in waiting
        if not (mine or slot in again):
            continue
        if ad is not None and (slots.is_partitionable(ad) or slots.holder(ad) == match.submitter):
            pending = False
        elif ad is None or partitionable_of(slot):
            # The name of a dynamic slot that is gone may be another's by now.
            pending = at >= cycle.started - _GONE_S
        else:
            pending = 0 < slots.entered(ad) < at or (at == previous and match.request in jobs)
        if pending:
            yield f"{slot}, which an earlier cycle gave to {match.submitter}, is not claimed yet in the snapshot"


def offered_again(visits: Iterable[LoggedVisit], jobs: Container[str], line: int) -> Iterator[str]:
    """Jobs of these that the cycle matched before a line and that are offered again: their claims came to nothing."""
    matched: dict[tuple[str, str], int] = {}
    for visit in visits:
        for request, _ in visit.requests:
            first = matched.get((visit.schedd, request))
            if first is not None and request in jobs and visit.line <= line:
                yield f"job {request} of {visit.submitter}, matched in line {first}, is offered again by its schedd"
        matched |= {(visit.schedd, match.request): match.line for match in visit.matches}


def ads_moved(
    cycle: LoggedCycle, visits: Iterable[LoggedVisit], schedds: ScheddNames, before: Pool, after: Pool | None
) -> Iterator[str]:
    """Submitter ads without idle jobs in the snapshot that were visited, or that had none before the cycle began."""
    evaluator = Evaluator(0)
    idle = {submitter_key(ad, evaluator): integer_of(evaluator, ad, "IdleJobs") for ad in before.submitters}
    for visit in visits:
        key = (visit.submitter, schedds.name(visit.schedd))
        if visit.requests and idle.get(key) == 0:
            yield f"{visit.submitter} had idle jobs at {key[1]} in the cycle, and has none in its ad of the snapshot"
    for ad in () if after is None else after.submitters:
        name, schedd = key = submitter_key(ad, evaluator)
        heard = integer_of(evaluator, ad, "LastHeardFrom")
        if idle.get(key) and not integer_of(evaluator, ad, "IdleJobs") and heard <= cycle.started:
            yield f"{name} had no idle jobs at {schedd} before the cycle began"


def started_on_rest(
    visits: Iterable[LoggedVisit], schedds: ScheddNames, then: Queues, later: Queues
) -> dict[tuple[str, str], Started]:
    """By schedd and submitter what a schedd may have started in the cycle without a further match.

    It offers these jobs no more in the visits that follow.
    """
    given: dict[tuple[str, str], list[LoggedMatch]] = {}
    for visit in visits:
        given.setdefault((schedds.name(visit.schedd), visit.submitter), []).extend(visit.matches)
    running: dict[tuple[str, str], list[tuple[str, str]]] = {}
    waiting: dict[tuple[str, str], set[str]] = {}
    for key in then.jobs:
        if then.status(key) != IDLE or not given.get(place := (key[0], then.submitter(key))):
            continue
        if (status := later.status(key)) == _RUNNING:
            host = (later.host(key) or "").lower()
            running.setdefault(place, []).append((cluster_of(key[1]), partitionable_of(host) or host))
        elif status == IDLE:
            waiting.setdefault(place, set()).add(cluster_of(key[1]))
    started: dict[tuple[str, str], Started] = {}
    for place, jobs in running.items():
        lines: dict[str, list[int]] = {}
        for match in given[place]:
            slot = match.slot.lower()
            lines.setdefault(partitionable_of(slot) or slot, []).append(match.line)
        hosts = Counter(host for _, host in jobs)
        shared = {host for host, at in lines.items() if hosts[host] > len(at)}
        if shared:
            line = min(at for host in shared for at in lines[host])
            clusters = frozenset(cluster for cluster, host in jobs if host in shared)
            started[place] = Started(line, clusters, frozenset(waiting.get(place, ())))
    return started


def queues_moved(
    cycle: LoggedCycle,
    visits: Iterable[LoggedVisit],
    suspects: Suspects,
    then: Queues,
    later: Queues,
) -> Iterator[str]:
    """How jobs of the suspects changed between the snapshot and the cycle, but for its matches.

    A schedd may start further jobs on what a job leaves of a partitionable slot, and does not offer them in the visits
    after the one in which it was given that.
    """
    slots = {match.slot.lower() for visit in visits for match in visit.matches}
    for key in then.jobs:
        if then.status(key) != IDLE or (submitter := then.submitter(key)) not in suspects.fewer:
            continue
        if (status := later.status(key)) == _RUNNING:
            host = (later.host(key) or "").lower()
            if host and not {host, partitionable_of(host)} & slots:
                yield f"job {key[1]} of {submitter} started at {host}, which the cycle gave to nobody"
        elif status != IDLE:
            yield f"job {key[1]} of {submitter} does not wait any more after the cycle"
    offered = {(schedd, cluster_of(job)) for schedd, job in suspects.jobs}
    for (schedd, submitter), jobs in suspects.started.items():
        shared = sorted(cluster for cluster in jobs.clusters - jobs.remaining if (schedd, cluster) in offered)
        if shared and submitter in suspects.fewer and jobs.line < suspects.visit:
            yield f"jobs of cluster {shared[0]} of {submitter} started at {schedd} on what was left of a slot"
    for key in later.jobs:
        came = later.status(key) == IDLE and then.status(key) != IDLE and later.since(key) <= cycle.ended
        if came and later.submitter(key) in suspects.more:
            yield f"job {key[1]} of {later.submitter(key)} waits only since the snapshot was taken"


def gone(
    suspects: Suspects,
    outcome: Outcome,
    asked: Container[tuple[str, str]],
    before: tuple[Pool, Queues],
    after: tuple[Pool, Queues] | None,
) -> Iterator[str]:
    """Which of the suspects is not in the snapshot, or not any more in the one after the cycle.

    Jobs that were `asked` for in the cycle were there, whatever became of them.
    """
    then, later = _names(*before), None if after is None else _names(*after)
    # With maps of accounting groups a submitter is called otherwise than in its ad.
    known = then.submitters | {visit.submitter for visit in outcome.visits}
    if later is not None:
        known -= then.submitters - later.submitters
        for slot in sorted(then.slots - later.slots):
            if (whole := partitionable_of(slot)) in {name.lower() for name in suspects.slots}:
                yield f"slot {slot}, a part of {whole}, is not there any more after the cycle"
    for moment, when in ((then, "in the snapshot"), (later, "there any more after the cycle")):
        if moment is None:
            continue
        yield from (f"slot {slot} is not {when}" for slot in sorted(suspects.slots) if slot.lower() not in moment.slots)
        absent = sorted(suspects.jobs - moment.jobs)
        yield from (f"job {job[1]} is not {when}" for job in absent if moment is then or job not in asked)
        yield from (f"submitter {name} is not {when}" for name in sorted(suspects.submitters - known))


def _names(pool: Pool, queues: Queues) -> Suspects:
    """All that a pool has, slots by name in lower case."""
    evaluator, jobs = Evaluator(0), queues.jobs
    return Suspects(
        {(text_of(evaluator, ad, "Name") or "").lower() for ad in pool.slots},
        {*jobs, *(("", job) for _, job in jobs)},
        {text_of(evaluator, ad, "Name") or "" for ad in pool.submitters},
    )


def first_of(*evidence: Iterable[str]) -> str:
    """The first piece of evidence; empty if there is none."""
    return next((text for pieces in evidence for text in pieces), "")
