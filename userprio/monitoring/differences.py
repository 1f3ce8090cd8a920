"""Where the visits of a cycle in its log and those of its dry run first part, and what they differ about there."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest
from operator import eq
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.monitoring.decisions import LoggedMatch, LoggedRefusal, LoggedVisit
from userprio.monitoring.movement import Started, Suspects
from userprio.monitoring.policies import Divergence
from userprio.monitoring.reconstruction import ScheddNames, cluster_of
from userprio.negotiation import Decided, Match, Outcome, Rejection, Visit


class ForetoldVisit(Struct):
    """A visit of the dry run with its matches and rejections."""

    visit: Visit
    matches: list[Match]
    rejections: list[Rejection]

    @property
    def jobs(self) -> set[tuple[str, str]]:
        """The jobs that its requests begin with, with their schedd."""
        requests = {match.request for match in self.matches} | {rejection.request for rejection in self.rejections}
        return {(self.visit.schedd, request) for request in requests}


_SameJob = Callable[[str, str], bool]


class Naming(Struct, frozen=True):
    """Which jobs of the log and of the dry run are taken for the same."""

    known_as: Callable[[str], str]
    """Jobs that may be taken for each other have this in common."""
    within_visit: Callable[[], _SameJob]
    """Whether two are the same, in their order in one visit."""


def _renamed() -> _SameJob:
    """A job of the same cluster, for each job of a visit always the same: what is one request stays one."""
    pairs: dict[tuple[bool, str], str] = {}

    def same(theirs: str, ours: str) -> bool:
        as_before = pairs.setdefault((True, theirs), ours) == ours and pairs.setdefault((False, ours), theirs) == theirs
        return as_before and cluster_of(theirs) == cluster_of(ours)

    return same


BY_ITSELF: Final = Naming(str, lambda: eq)
"""A job is that of its own number."""
BY_CLUSTER: Final = Naming(cluster_of, _renamed)
"""A job may be any of its cluster, since schedds offer another one than a dry run where claims are pending."""
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


def not_offered_again(
    foretold: Iterable[ForetoldVisit],
    visits: Iterable[LoggedVisit],
    schedds: ScheddNames,
    started: Mapping[tuple[str, str], Started],
) -> list[ForetoldVisit]:
    """The foretold visits without the refusals of jobs that had started on what was left of a slot given before.

    So it is where all waiting jobs of a cluster are gone and the log does not ask for any later on. Refusals decide
    nothing, so that all else stays.
    """
    later = {
        (schedds.name(visit.schedd), visit.submitter, cluster_of(request))
        for visit in visits
        if (jobs := started.get((schedds.name(visit.schedd), visit.submitter))) and visit.line > jobs.line
        for request, _ in visit.requests
    }
    served: set[tuple[str, str]] = set()
    rest: list[ForetoldVisit] = []
    for ours in foretold:
        place = ours.visit.schedd, ours.visit.submitter
        if place in served:
            jobs = started[place]
            gone = {c for c in jobs.clusters - jobs.remaining if (*place, c) not in later}
            rejections = [entry for entry in ours.rejections if cluster_of(entry.request) not in gone]
            ours = replace(ours, rejections=rejections)
        if ours.matches and place in started:
            served.add(place)
        if ours.matches or ours.rejections:
            rest.append(ours)
    return rest


def first_difference(
    logged: Sequence[LoggedVisit], foretold: Sequence[ForetoldVisit], schedds: ScheddNames, job: Naming
) -> tuple[Divergence | None, Suspects]:
    """Where the two first differ, None if nowhere, and what they differ about there."""
    for theirs, ours in zip_longest(logged, foretold):
        if theirs is None:
            last = logged[-1].line if logged else 0
            name = ours.visit.submitter
            suspects = Suspects(submitters={name}, jobs=ours.jobs, fewer={name}, visit=NO_END)
            what = Divergence(last, ours.visit.submitter, "next visit", "none", _visit_text(ours.visit), _terms(ours))
            return what, suspects
        schedd = schedds.name(theirs.schedd)
        if ours is None or not _same_turn(theirs, ours.visit, schedd):
            jobs = {(schedd, entry.request) for entry in (*theirs.matches, *theirs.refusals)}
            suspects = Suspects(submitters={theirs.submitter}, jobs=jobs, more={theirs.submitter}, visit=theirs.line)
            here, there = "none", f"{theirs.submitter} in spin {theirs.spin}"
            if ours is not None:
                suspects.submitters.add(ours.visit.submitter)
                suspects.jobs |= ours.jobs
                suspects.fewer.add(ours.visit.submitter)
                suspects.offers = not _only_order(theirs, ours, logged, foretold, schedds)
                here = _visit_text(ours.visit)
                if here == there:
                    here, there = (f"{here} at {name}" for name in (ours.visit.schedd, schedd))
            return Divergence(theirs.line, theirs.submitter, "next visit", there, here), suspects
        if answer := _within(theirs, ours, schedd, job):
            return answer
    return None, Suspects()


def _only_order(
    theirs: LoggedVisit,
    ours: ForetoldVisit,
    logged: Iterable[LoggedVisit],
    foretold: Iterable[ForetoldVisit],
    schedds: ScheddNames,
) -> bool:
    """Whether both visits are in both, once each, in the same turn of the same group: nobody lacked jobs there."""
    if (theirs.spin, theirs.group) != (ours.visit.spin, ours.visit.group):
        return False
    turn = theirs.group, theirs.spin
    there = Counter(
        (visit.submitter, schedds.name(visit.schedd)) for visit in logged if (visit.group, visit.spin) == turn
    )
    here = Counter(
        (each.visit.submitter, each.visit.schedd) for each in foretold if (each.visit.group, each.visit.spin) == turn
    )
    both = (theirs.submitter, schedds.name(theirs.schedd)), (ours.visit.submitter, ours.visit.schedd)
    return all((there[key], here[key]) == (1, 1) for key in both)


def _same_turn(theirs: LoggedVisit, ours: Visit, schedd: str) -> bool:
    if schedd not in ("", ours.schedd):
        return False
    return (theirs.submitter, theirs.spin) == (ours.submitter, ours.spin) and theirs.group in (None, ours.group)


def _visit_text(visit: Visit) -> str:
    return f"{visit.submitter} in spin {visit.spin}"


def _terms(ours: ForetoldVisit) -> tuple[str, ...]:
    visit = ours.visit
    return (f"limit {visit.limit:.2f}, share {visit.share:.4f}, in use {visit.usage:.2f}",)


def _within(theirs: LoggedVisit, ours: ForetoldVisit, schedd: str, job: Naming) -> tuple[Divergence, Suspects] | None:
    """The first difference between two turns of the same submitter."""
    name, same = theirs.submitter, job.within_visit()
    for number, (there, here) in enumerate(zip_longest(theirs.matches, ours.matches), 1):
        if there is not None and here is not None and _same_match(there, here, same):
            continue
        line = theirs.line if there is None else there.line
        # What one of them refuses it was offered as well.
        offered = {entry.request for entry in (there, here) if entry is not None}
        offered -= {
            entry.request for entry in (ours.rejections if here is None else theirs.refusals if there is None else ())
        }
        suspects = Suspects(submitters={name}, offers=bool(offered) if None in (there, here) else len(offered) > 1)
        _sides(suspects, theirs, there, here)
        for match in (there, here):
            if match is not None:
                suspects.slots.add(match.slot)
                suspects.jobs.add((schedd, match.request))
        figures = _terms(ours)
        if there is not None and there.priorities is not None:
            figures = (*figures, "in the log: priority {:.2f} takes from {:.2f}".format(*there.priorities))
        logged = "no more" if there is None else _match_text(there)
        foretold = "no more" if here is None else _match_text(here)
        return Divergence(line, name, f"match {number} of its visit", logged, foretold, figures), suspects
    for number, (refused, rejected) in enumerate(zip_longest(theirs.refusals, ours.rejections), 1):
        if refused is not None and rejected is not None and _same_refusal(refused, rejected, same):
            continue
        line = theirs.line if refused is None else refused.line
        jobs = {(schedd, entry.request) for entry in (refused, rejected) if entry is not None}
        logged = "none" if refused is None else f"{refused.request}: {refused.reason or 'refused'}"
        foretold = "none" if rejected is None else f"{rejected.request}: {rejected.reason}"
        what = f"rejection {number} of its visit"
        suspects = Suspects(jobs=jobs, submitters={name}, offers=refused is None or rejected is None or len(jobs) > 1)
        _sides(suspects, theirs, refused, rejected)
        if refused is not None and rejected is not None:
            suspects.reasons = {refused.reason, rejected.reason}
        return Divergence(line, name, what, logged, foretold, _terms(ours)), suspects
    return None


def _sides(suspects: Suspects, theirs: LoggedVisit, there: object | None, here: object | None) -> None:
    """Note who of the two has an offer where they differ within a visit."""
    suspects.visit = theirs.line
    if there is not None:
        suspects.more.add(theirs.submitter)
    if here is not None:
        suspects.fewer.add(theirs.submitter)


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
