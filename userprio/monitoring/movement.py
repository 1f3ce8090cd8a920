"""What has moved between a snapshot and the cycle that follows it, where a dry run and the log of the cycle part.

A snapshot is never of the same second as the cycle. Jobs end and come, claims are used for other jobs, commands change
accounts. Evidence of that is in the log itself: its counts, the commands between, whose slots it takes, what earlier
cycles have given to jobs whose claims are pending still. And it is in the pool as it was once the cycle was over.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from msgspec import Struct

from userprio.base.formats import counted
from userprio.ledger import Ledger
from userprio.monitoring.ads import (
    RUNNING,
    JobKey,
    Jobs,
    Slots,
    cluster_of,
    holder,
    integer,
    owner,
    status,
    status_since,
    submitter_key,
    text,
    whole_of,
)
from userprio.monitoring.decisions import LoggedGroup, LoggedMatch, LoggedVisit, decisions_of
from userprio.monitoring.differences import Started, Suspects
from userprio.monitoring.negotiator_log import RECONFIGURED, LoggedCycle, LogRemark
from userprio.monitoring.reconstruction import SET, near
from userprio.negotiation import Decided, Outcome
from userprio.negotiation.schedd import IDLE
from userprio.pool import Pool

REMEMBERED_S: Final = 1_800
"""So long, by default, a schedd waits for a startd's answer about a claim (`REQUEST_CLAIM_TIMEOUT`)."""
_GONE_S: Final = 120
"""So long a schedd may wait for a slot that is not there any more: until the connection to it times out."""
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


class LoggedPool(Struct, frozen=True):
    """A cycle of a log, and the pool when a snapshot was taken and, if that is known, once the cycle was over."""

    cycle: LoggedCycle
    visits: Sequence[LoggedVisit]
    earlier: Sequence[LoggedCycle]
    before: Pool
    then: Jobs
    after: Pool | None
    later: Jobs | None
    slots_known: bool
    """The slots before are those that the cycle found."""

    @property
    def matches(self) -> list[LoggedMatch]:
        """All of the cycle."""
        return [match for visit in self.visits for match in visit.matches]

    @property
    def asked(self) -> set[JobKey]:
        """The jobs that the log names: they were there, whatever became of them."""
        return {(visit.schedd, request) for visit in self.visits for request, _ in visit.requests}


def evidence(
    known: LoggedPool,
    decided: Decided,
    outcome: Outcome,
    suspects: Suspects,
    started: Mapping[tuple[str, str], Started],
) -> str:
    """What may explain that a dry run and the log differ about these; empty if nothing is known to have moved.

    `started` is what was started without being given a slot, see `started_on_rest`.
    """
    kinds = [
        commands_moved(known.cycle, decided.scenario.ledger),
        _holders_moved(known),
        _gone(known, outcome, suspects),
        _ads_moved(known),
    ]
    if suspects.offers:
        kinds += [_claims_pending(known, suspects), _offered_again(known, suspects), _queues_moved(known, suspects)]
        kinds.append(_started_moved(suspects, started))
    return next(chain.from_iterable(kinds), "")


def counts_moved(
    cycle: LoggedCycle, decided: Decided, outcome: Outcome, groups: Iterable[LoggedGroup], *, slots_known: bool
) -> str:
    """Which figures of the log are others than those of the dry run: slots, submitter ads, use and demand of groups.

    Where the slots are known, another number or use of them is a matter of the configuration.
    """
    pieces: list[str] = []
    if cycle.slots is None and not slots_known:
        pieces.append("the log does not say how many slots there were")
    elif cycle.slots is not None and cycle.slots != outcome.pool.slots and not slots_known:
        ours = counted(outcome.pool.slots, "slot")
        if (ads := len(decided.scenario.pool.slots)) > outcome.pool.slots:
            ours += f", {ads:,} with those that the configuration leaves out"
        pieces.append(f"the snapshot has {ours}, and the cycle had {cycle.slots:,}")
    submitters = len(decided.prepared.submitters)
    if cycle.submitters is None:
        pieces.append("the log does not say how many submitters there were")
    elif cycle.submitters != submitters:
        ours = counted(submitters, "submitter ad")
        pieces.append(f"of the snapshot {ours} would take part, and in the cycle it was {cycle.submitters:,}")
    return "; ".join(pieces or _demand_moved(outcome, groups, with_use=not slots_known))


def _demand_moved(outcome: Outcome, groups: Iterable[LoggedGroup], *, with_use: bool) -> Iterator[str]:
    ours = {group.name: group for group in outcome.groups}
    for group in groups:
        if (mine := ours.get(group.name)) is None:
            continue
        in_use = (("in use", group.claimed, mine.usage),) if with_use else ()
        for what, theirs, here in (*in_use, ("requested", group.requested, mine.requested)):
            if not near(theirs, here):
                yield f"{group.name} had {theirs:g} {what} in the cycle, and has {here:g} in the snapshot"


_LEASE: Final = re.compile(r"Set (ceiling|floor|priority-factor) lease for (\S+) to (-?[\d.]+) for ")
_DELETED: Final = re.compile(r"Deleting account\w*ing record of (\S+)$")
_NO_MATTER: Final = (
    "Setting the accumulated usage ", "Setting the begin usage ", "Setting the last usage ", "Resetting the usage ",
)  # fmt: skip
"""Usage that is over decides nothing in a cycle."""


def commands_moved(cycle: LoggedCycle, ledger: Ledger) -> Iterator[str]:
    """The commands since the cycle before that the ledger of the snapshot does not have yet."""
    if read := reconfigured(cycle):
        yield read
    # By name and field; None is what was set by a command that says no value.
    last: dict[tuple[str, str], tuple[LogRemark, float | None]] = {}
    for change in cycle.changes_before:
        if matched := SET.match(change.message) or _LEASE.match(change.message):
            last[matched[2], re.sub(r"\W", "_", matched[1])] = change, float(matched[3])
        elif deleted := _DELETED.match(change.message):
            # Of what was set before nothing is left.
            last = {key: other for key, other in last.items() if key[0] != deleted[1]}
            last[deleted[1], ""] = change, None
        elif change.message != RECONFIGURED and not change.message.startswith(_NO_MATTER):
            last["", change.message] = change, None
    for (name, field), (change, value) in last.items():
        customer = ledger.customers.get(name)
        ours = getattr(customer, field, None) if field else None
        deleted_there = bool(name) and customer is None
        set_there = value is not None and ours is not None and near(float(ours), value)
        if not (deleted_there if value is None else set_there):
            yield f"a command came between snapshot and cycle, in line {change.line}: {change.message}"


def reconfigured(cycle: LoggedCycle) -> str:
    """That the configuration was read since the cycle before, perhaps after the snapshot; empty if it was not."""
    lines = (change.line for change in cycle.changes_before if change.message == RECONFIGURED)
    return next((f"{RECONFIGURED} between snapshot and cycle, in line {line}" for line in lines), "")


def _holders_moved(known: LoggedPool) -> Iterator[str]:
    """Slots that the cycle took from somebody else than whose they were in the snapshot, or that were free."""
    slots = Slots(known.before.slots).ads
    seen: set[str] = set()
    for match in known.matches:
        name = match.slot.lower()
        if name in seen or (ad := slots.get(name)) is None or (match.preempts or "").endswith(" dslots"):
            continue
        seen.add(name)
        # Without D_MATCH the log does not name the user, and of a free slot nothing.
        user, group = text(ad, "RemoteUser"), text(ad, "AccountingGroup")
        agrees = match.charged in (None, group[:_LONGEST_USER], user[:_LONGEST_USER])
        if known.cycle.matched_lines:
            agrees = agrees and (match.preempts or "") == user[:_LONGEST_USER]
        if not agrees:
            theirs, ours = match.charged or match.preempts, group or user
            yield f"{match.slot} was {_whose(theirs)} in the cycle, and is {_whose(ours)} in the snapshot"


def _whose(name: str | None) -> str:
    return f"{name}'s" if name else "free"


def _gone(known: LoggedPool, outcome: Outcome, suspects: Suspects) -> Iterator[str]:
    """Which of the suspects is not in the snapshot, or not any more in the pool after the cycle."""
    before, then = _names(known.before)
    moments = [("in the snapshot", before, known.then)]
    # With maps of accounting groups a submitter is called otherwise than in its ad.
    submitters = then | {visit.submitter for visit in outcome.visits}
    if known.after is not None and known.later is not None:
        after, later = _names(known.after)
        submitters -= then - later
        wholes = () if known.slots_known else {name.lower() for name in suspects.slots}
        for slot in sorted(before - after):
            if (whole := whole_of(slot)) in wholes:
                yield f"slot {slot}, a part of {whole}, is not there any more after the cycle"
        moments.append(("there any more after the cycle", after, known.later))
    for when, slots, jobs in moments:
        yield from (f"slot {slot} is not {when}" for slot in sorted(suspects.slots) if slot.lower() not in slots)
        # Schedds that the log does not tell have no name.
        numbers = {job for _, job in jobs}
        for schedd, job in sorted(suspects.jobs):
            missing = (schedd, job) not in jobs if schedd else job not in numbers
            if missing and (jobs is known.then or (schedd, job) not in known.asked):
                yield f"job {job} is not {when}"
        yield from (f"submitter {name} is not {when}" for name in sorted(suspects.submitters - submitters))


def _names(pool: Pool) -> tuple[set[str], set[str]]:
    """Those of its slots, in lower case, and of its submitters."""
    return {text(ad, "Name").lower() for ad in pool.slots}, {text(ad, "Name") for ad in pool.submitters}


def _ads_moved(known: LoggedPool) -> Iterator[str]:
    """Submitter ads without idle jobs in the snapshot that were visited, or that had none before the cycle began."""
    idle = {submitter_key(ad): integer(ad, "IdleJobs") for ad in known.before.submitters}
    for visit in known.visits:
        if visit.requests and idle.get((visit.submitter, visit.schedd)) == 0:
            what = f"{visit.submitter} had idle jobs at {visit.schedd} in the cycle"
            yield f"{what}, and has none in its ad of the snapshot"
    for ad in () if known.after is None else known.after.submitters:
        name, schedd = key = submitter_key(ad)
        if idle.get(key) and not integer(ad, "IdleJobs") and integer(ad, "LastHeardFrom") <= known.cycle.started:
            yield f"{name} had no idle jobs at {schedd} before the cycle began"


def _claims_pending(known: LoggedPool, suspects: Suspects) -> Iterator[str]:
    """Slots that earlier cycles gave to the suspects, or to others before them, not claimed in the snapshot.

    Jobs for them are not offered. A schedd that is given such a slot again ignores it, and goes on offering its job.
    Neither is a job offered whose claim of the last cycle has ended already, until its schedd has cleared it away.
    """
    began, submitters, jobs, previous = known.cycle.started, suspects.submitters, {job for _, job in suspects.jobs}, 0
    # A claim that is pending is one for a job that waits.
    waiting = {(owner(job), cluster_of(key[1])) for key, job in known.then.items() if status(job) == IDLE}
    slots, last = Slots(known.before.slots).ads, dict[str, tuple[LoggedMatch, int]]()
    for other in known.earlier:
        if other.ended >= began - REMEMBERED_S:
            for visit in decisions_of(other).visits:
                last |= {match.slot: (match, other.started) for match in visit.matches}
            previous = other.started
    again = {match.slot for match in known.matches if match.submitter in submitters}
    for slot, (match, at) in last.items():
        ad = slots.get(slot.lower())
        mine = match.submitter in submitters and (match.submitter, cluster_of(match.request)) in waiting
        if not (mine or slot in again):
            continue
        if ad is not None and (integer(ad, "PartitionableSlot") or holder(ad) == match.submitter):
            pending = False
        elif ad is None or whole_of(slot):
            # The name of a dynamic slot that is gone may be another's by now.
            pending = at >= began - _GONE_S
        else:
            pending = 0 < integer(ad, "EnteredCurrentState") < at or (at == previous and match.request in jobs)
        if pending:
            yield f"{slot}, which an earlier cycle gave to {match.submitter}, is not claimed yet in the snapshot"


def _offered_again(known: LoggedPool, suspects: Suspects) -> Iterator[str]:
    """Jobs of these that the cycle matched before they differ and that are offered again: claims came to nothing."""
    jobs = {job for _, job in suspects.jobs}
    matched: dict[JobKey, int] = {}
    for visit in known.visits:
        for request, _ in visit.requests:
            first = matched.get((visit.schedd, request))
            if first is not None and request in jobs and visit.line <= suspects.visit:
                yield f"job {request} of {visit.submitter}, matched in line {first}, is offered again by its schedd"
        matched |= {(visit.schedd, match.request): match.line for match in visit.matches}


def _queues_moved(known: LoggedPool, suspects: Suspects) -> Iterator[str]:
    """How jobs of the suspects changed between the snapshot and the cycle, but for its matches."""
    if known.later is None:
        return
    given = {match.slot.lower() for match in known.matches}
    for key, job in known.then.items():
        if status(job) != IDLE or owner(job) != suspects.fewer:
            continue
        if (now := status(known.later.get(key))) == RUNNING:
            host = text(known.later[key], "RemoteHost").lower()
            if host and not {host, whole_of(host)} & given:
                yield f"job {key[1]} of {suspects.fewer} started at {host}, which the cycle gave to nobody"
        elif now != IDLE:
            yield f"job {key[1]} of {suspects.fewer} does not wait any more after the cycle"
    for key, job in known.later.items():
        came = status(job) == IDLE and status(known.then.get(key)) != IDLE and status_since(job) <= known.cycle.ended
        if came and owner(job) == suspects.more:
            yield f"job {key[1]} of {suspects.more} waits only since the snapshot was taken"


def _started_moved(suspects: Suspects, started: Mapping[tuple[str, str], Started]) -> Iterator[str]:
    """Jobs of the suspects that a schedd started on what others left of a slot that it was given in a visit before."""
    offered = {(schedd, cluster_of(job)) for schedd, job in suspects.jobs}
    for (schedd, submitter), jobs in started.items():
        shared = sorted(cluster for cluster in jobs.clusters if (schedd, cluster) in offered)
        if shared and submitter == suspects.fewer and jobs.line < suspects.visit:
            yield f"jobs of cluster {shared[0]} of {submitter} started at {schedd} on what was left of a slot"
