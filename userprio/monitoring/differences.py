"""Where the visits of a cycle in its log and those of its dry run first part, and what they differ about there.

Visits of a log have the name of their schedd here, which is empty if it is not known.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import zip_longest
from operator import eq
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.monitoring.ads import RUNNING, JobKey, Jobs, cluster_of, owner, status, text, whole_of
from userprio.monitoring.decisions import LoggedMatch, LoggedRefusal, LoggedVisit
from userprio.monitoring.policies import Divergence
from userprio.negotiation import Decided, Match, Outcome, Rejection, Visit
from userprio.negotiation.schedd import IDLE


class Suspects(Struct, frozen=True):
    """What two visits differ about, which must be in the snapshot for the difference to count."""

    slots: Collection[str] = ()
    jobs: Collection[JobKey] = ()
    fewer: str = ""
    """The submitter of whom the dry run has an offer where the log has none or another: jobs may have gone."""
    more: str = ""
    """The submitter of whom the log has an offer where the dry run has none or another: jobs may have come."""
    offers: bool = True
    """They differ about which jobs were offered, not about what became of the same offer."""
    reasons: Collection[str | None] = ()
    """Why the two refuse the same request, if that is what they differ about."""
    visit: int = 0
    """The line where the visit begins in which they differ."""

    @property
    def submitters(self) -> set[str]:
        """Whose visits they are."""
        return {self.fewer, self.more} - {""}


class ForetoldVisit(Struct):
    """A visit of the dry run with its matches and rejections."""

    visit: Visit
    matches: list[Match]
    rejections: list[Rejection]


_SameJob = Callable[[str, str], bool]


def _renamed() -> _SameJob:
    """A job of the same cluster, for each job of a visit always the same: what is one request stays one."""
    pairs: dict[tuple[bool, str], str] = {}

    def same(theirs: str, ours: str) -> bool:
        as_before = pairs.setdefault((True, theirs), ours) == ours and pairs.setdefault((False, ours), theirs) == theirs
        return as_before and cluster_of(theirs) == cluster_of(ours)

    return same


NO_END: Final = 1 << 62
"""The line up to which is compared what is compared to its end."""
DEADLINE: Final = "deadline"
"""What a deadline that ended a visit is called."""


def stops_at(visit: LoggedVisit, line: int) -> bool:
    """Whether a deadline stopped this visit, and the comparison with it."""
    return visit.line == line and visit.ended == DEADLINE


def as_far_as(logged: Sequence[LoggedVisit], foretold: list[ForetoldVisit], line: int) -> list[ForetoldVisit]:
    """The foretold visits as far as a log that can be compared up to a line goes."""
    if line == NO_END:
        return foretold
    foretold = foretold[: len(logged)]
    if logged and len(foretold) == len(logged) and stops_at(logged[-1], line):
        matches, rejections = foretold[-1].matches, foretold[-1].rejections
        matches, rejections = matches[: len(logged[-1].matches)], rejections[: len(logged[-1].refusals)]
        foretold[-1] = replace(foretold[-1], matches=matches, rejections=rejections)
    return foretold


def foretold_visits(decided: Decided, outcome: Outcome) -> list[ForetoldVisit]:
    """The visits that decided something, each with its matches and rejections."""
    visits = (
        ForetoldVisit(record, list(outcome.matches[visit.matches]), list(visit.rejections()))
        for record, visit in zip(outcome.visits, decided.visits, strict=True)
    )
    return [visit for visit in visits if visit.matches or visit.rejections]


class Started(Struct, frozen=True):
    """Jobs that began to run, after a cycle gave their schedd a slot, on what was left of it."""

    line: int
    """Of the first such match in the log."""
    clusters: frozenset[str]
    """Those of which no job waits any more."""


_Place = tuple[str, str]
"""Schedd and submitter."""


def started_on_rest(visits: Iterable[LoggedVisit], then: Jobs, later: Jobs) -> dict[_Place, Started]:
    """What a schedd may have started in the cycle without a further match: it is not offered in later visits."""
    given: dict[_Place, list[LoggedMatch]] = {}
    for visit in visits:
        given.setdefault((visit.schedd, visit.submitter), []).extend(visit.matches)
    running: dict[_Place, list[tuple[str, str]]] = {}
    waiting: dict[_Place, set[str]] = {}
    for key, job in then.items():
        if status(job) != IDLE or not given.get(place := (key[0], owner(job))):
            continue
        if status(later.get(key)) == RUNNING:
            host = text(later[key], "RemoteHost").lower()
            running.setdefault(place, []).append((cluster_of(key[1]), whole_of(host) or host))
        elif status(later.get(key)) == IDLE:
            waiting.setdefault(place, set()).add(cluster_of(key[1]))
    started: dict[_Place, Started] = {}
    for place, jobs in running.items():
        lines: dict[str, list[int]] = {}
        for match in given[place]:
            slot = match.slot.lower()
            lines.setdefault(whole_of(slot) or slot, []).append(match.line)
        hosts = Counter(host for _, host in jobs)
        shared = {host for host, at in lines.items() if hosts[host] > len(at)}
        if shared:
            clusters = frozenset(cluster for cluster, host in jobs if host in shared)
            line = min(at for host in shared for at in lines[host])
            started[place] = Started(line, clusters - waiting.get(place, set()))
    return started


def not_offered_again(
    foretold: Iterable[ForetoldVisit], visits: Iterable[LoggedVisit], started: Mapping[_Place, Started]
) -> list[ForetoldVisit]:
    """The foretold visits without the refusals of jobs that had started on what was left of a slot given before.

    So it is where the log does not ask for any of their cluster later on. Refusals decide nothing: all else stays.
    """
    later = {
        (visit.schedd, visit.submitter, cluster_of(request))
        for visit in visits
        if (jobs := started.get((visit.schedd, visit.submitter))) and visit.line > jobs.line
        for request, _ in visit.requests
    }
    served: set[_Place] = set()
    rest: list[ForetoldVisit] = []
    for ours in foretold:
        place = ours.visit.schedd, ours.visit.submitter
        if place in served:
            gone = {cluster for cluster in started[place].clusters if (*place, cluster) not in later}
            rejections = [entry for entry in ours.rejections if cluster_of(entry.request) not in gone]
            ours = replace(ours, rejections=rejections)
        if ours.matches and place in started:
            served.add(place)
        if ours.matches or ours.rejections:
            rest.append(ours)
    return rest


def first_difference(
    logged: Sequence[LoggedVisit], foretold: Sequence[ForetoldVisit], *, by_cluster: bool
) -> tuple[Divergence | None, Suspects]:
    """Where the two first differ, None if nowhere, and what they differ about there.

    `by_cluster`: a job may be any of its cluster; schedds offer another one than a dry run where claims are pending.
    """
    for theirs, ours in zip_longest(logged, foretold):
        if theirs is None:
            last, name = logged[-1].line if logged else 0, ours.visit.submitter
            what = Divergence(last, name, "next visit", "none", _visit_text(ours.visit), _terms(ours))
            return what, Suspects(jobs=_offered(ours), fewer=name, visit=NO_END)
        if ours is None or not _same_turn(theirs, ours.visit):
            there, here = f"{theirs.submitter} in spin {theirs.spin}", "none"
            jobs, fewer, offers = _offered(theirs), "", True
            if ours is not None:
                jobs, fewer = jobs | _offered(ours), ours.visit.submitter
                offers = not _only_order(theirs, ours, logged, foretold)
                here = _visit_text(ours.visit)
                if here == there:
                    here, there = (f"{here} at {name}" for name in (ours.visit.schedd, theirs.schedd))
            suspects = Suspects(jobs=jobs, fewer=fewer, more=theirs.submitter, offers=offers, visit=theirs.line)
            return Divergence(theirs.line, theirs.submitter, "next visit", there, here), suspects
        if answer := _within(theirs, ours, _renamed() if by_cluster else eq):
            return answer
    return None, Suspects()


def _offered(visit: LoggedVisit | ForetoldVisit) -> set[JobKey]:
    """The jobs that the requests of a visit begin with."""
    if isinstance(visit, LoggedVisit):
        return _keys(visit.schedd, (*visit.matches, *visit.refusals))
    return _keys(visit.visit.schedd, (*visit.matches, *visit.rejections))


def _keys(schedd: str, entries: Iterable[LoggedMatch | LoggedRefusal | Match | Rejection]) -> set[JobKey]:
    return {(schedd, entry.request) for entry in entries}


def _only_order(
    theirs: LoggedVisit, ours: ForetoldVisit, logged: Iterable[LoggedVisit], foretold: Iterable[ForetoldVisit]
) -> bool:
    """Whether both visits are in both, once each, in the same turn of the same group: nobody lacked jobs there."""
    turn = theirs.group, theirs.spin
    if turn != (ours.visit.group, ours.visit.spin):
        return False
    there = Counter((visit.submitter, visit.schedd) for visit in logged if (visit.group, visit.spin) == turn)
    visits = (each.visit for each in foretold)
    here = Counter((visit.submitter, visit.schedd) for visit in visits if (visit.group, visit.spin) == turn)
    both = (theirs.submitter, theirs.schedd), (ours.visit.submitter, ours.visit.schedd)
    return all((there[key], here[key]) == (1, 1) for key in both)


def _same_turn(theirs: LoggedVisit, ours: Visit) -> bool:
    if theirs.schedd not in ("", ours.schedd):
        return False
    return (theirs.submitter, theirs.spin) == (ours.submitter, ours.spin) and theirs.group in (None, ours.group)


def _visit_text(visit: Visit) -> str:
    return f"{visit.submitter} in spin {visit.spin}"


def _terms(ours: ForetoldVisit) -> tuple[str, ...]:
    visit = ours.visit
    return (f"limit {visit.limit:.2f}, share {visit.share:.4f}, in use {visit.usage:.2f}",)


def _within(theirs: LoggedVisit, ours: ForetoldVisit, same: _SameJob) -> tuple[Divergence, Suspects] | None:
    """The first difference between two turns of the same submitter."""
    name = theirs.submitter

    def suspects(
        there: LoggedMatch | LoggedRefusal | None, here: Match | Rejection | None, refused: set[JobKey]
    ) -> Suspects:
        """`refused` is what the one without a match refuses, which it was offered as well."""
        jobs = _keys(theirs.schedd, (entry for entry in (there, here) if entry is not None))
        offers = len(jobs) > 1 or (None in (there, here) and not jobs <= refused)
        return Suspects(
            jobs=jobs,
            fewer="" if here is None else name,
            more="" if there is None else name,
            offers=offers,
            visit=theirs.line,
        )

    for number, (match, foretold) in enumerate(zip_longest(theirs.matches, ours.matches), 1):
        if match is not None and foretold is not None and _same_match(match, foretold, same):
            continue
        refused = _keys(theirs.schedd, ours.rejections if foretold is None else theirs.refusals)
        slots = {entry.slot for entry in (match, foretold) if entry is not None}
        about = replace(suspects(match, foretold, refused), slots=slots)
        figures = _terms(ours)
        if match is not None and match.priorities is not None:
            figures = (*figures, "in the log: priority {:.2f} takes from {:.2f}".format(*match.priorities))
        line = theirs.line if match is None else match.line
        there, here = ("no more" if entry is None else _match_text(entry) for entry in (match, foretold))
        return Divergence(line, name, f"match {number} of its visit", there, here, figures), about
    for number, (refusal, rejection) in enumerate(zip_longest(theirs.refusals, ours.rejections), 1):
        if refusal is not None and rejection is not None and _same_refusal(refusal, rejection, same):
            continue
        about = suspects(refusal, rejection, set())
        if refusal is not None and rejection is not None:
            about = replace(about, reasons={refusal.reason, rejection.reason})
        line = theirs.line if refusal is None else refusal.line
        there = "none" if refusal is None else f"{refusal.request}: {refusal.reason or 'refused'}"
        here = "none" if rejection is None else f"{rejection.request}: {rejection.reason}"
        return Divergence(line, name, f"rejection {number} of its visit", there, here, _terms(ours)), about
    return None


def _same_match(there: LoggedMatch, here: Match, same: _SameJob) -> bool:
    if there.slot.lower() != here.slot.lower() or not same(there.request, here.request):
        return False
    # A log without D_MATCH says who was charged for the slot, and not its RemoteUser.
    if there.preempts is None and there.charged is not None:
        return here.preempts is not None
    return there.preempts == here.preempts


def _same_refusal(there: LoggedRefusal, here: Rejection, same: _SameJob) -> bool:
    return same(there.request, here.request) and there.reason in (None, here.reason)


def _match_text(match: LoggedMatch | Match) -> str:
    whom = match.preempts or (match.charged if isinstance(match, LoggedMatch) else None)
    preempting = f", preempting {whom}" if whom else ""
    return f"{match.slot} for {match.request}{preempting}"
