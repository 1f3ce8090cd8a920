"""A dry run held against the log of the cycle that it foretells: does it agree, and if not, where does it first differ?

Only visits that decided something are compared: their order, and the matches and refusals of each. The snapshot is
never of the same second as the cycle. What has moved in between is told apart from a disagreement: whatever the two
differ about must be in the snapshot, and still be there in the one after the cycle, if that is known.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import zip_longest
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.base.formats import counted
from userprio.classad import Evaluator, integer_of, text_of
from userprio.monitoring.decisions import (
    LoggedDecisions,
    LoggedGroup,
    LoggedMatch,
    LoggedRefusal,
    LoggedVisit,
    decisions_of,
)
from userprio.monitoring.negotiator_log import CycleStatus, LoggedCycle
from userprio.negotiation import Chance, Decided, Match, Outcome, Rejection, Visit, assumed_quota_remarks, decide
from userprio.pool import FIRST_CYCLE, Pool, ScenarioData


class Agreement(StrEnum):
    """What comes out when a cycle is held against its dry run."""

    AGREES = "agrees"
    DIFFERS = "differs"
    CHANCE = "left to chance"
    """They differ, and the dry run had said that chance decides."""
    MOVED = "moved"
    """They part where the pool has moved since the snapshot; up to there they agree."""
    NOT_JUDGED = "cannot be judged"


class Divergence(Struct, frozen=True):
    """Where a cycle and its dry run first part."""

    line: int
    """In the log."""
    submitter: str
    """Whose turn it is in the log, or the group."""
    what: str
    """What is compared."""
    logged: str
    foretold: str
    figures: tuple[str, ...] = ()
    """The numbers of the dry run that decide, and those of the log where it has them."""


class Verification(Struct, frozen=True):
    """A cycle of a log, and how its dry run compares."""

    cycle: LoggedCycle
    verdict: Agreement
    because: str = ""
    """Why it could not be judged, or what has moved."""
    foretold: int = 0
    """Matches of the log that the dry run has too: of the same submitter, job and slot, in whatever order."""
    extra: int = 0
    """Matches that only the dry run has."""
    difference: Divergence | None = None
    notes: tuple[str, ...] = ()
    """What of the cycle was not compared."""


_DIGITS: Final = 2e-5
"""The log writes six digits."""


def verify(scenario: ScenarioData, cycle: LoggedCycle, after: Pool | None = None) -> Verification:
    """Hold a cycle, read with its decisions, against its dry run. `after` is the pool as it was once it was over.

    Raises:
        BadInput: see `negotiate`.
    """
    decisions = decisions_of(cycle)
    if why := _unfit(scenario, cycle, decisions):
        return Verification(cycle, Agreement.NOT_JUDGED, why)
    assert cycle.aged is not None
    moment = replace(scenario, now=cycle.aged, began=cycle.started)
    if cycle.first:
        moment = replace(moment, previous_quotas=FIRST_CYCLE)
    decided = decide(moment)
    outcome = decided.outcome()
    result = compare(decided, outcome, cycle, decisions, after)
    if result.verdict is Agreement.DIFFERS and (assumed := assumed_quota_remarks(moment, outcome)):
        return replace(result, verdict=Agreement.NOT_JUDGED, because=assumed[0])
    return result


def _unfit(scenario: ScenarioData, cycle: LoggedCycle, decisions: LoggedDecisions) -> str:
    """Why a cycle cannot be judged at all; empty if it can."""
    if cycle.state is not CycleStatus.FINISHED:
        return f"the cycle in the log is {cycle.state}"
    if cycle.aged is None:
        return "the log does not say when its second phase began, in which priorities are aged"
    if cycle.aged <= scenario.ledger.last_update_time:
        return "the ledger is younger than the cycle: it holds what the cycle did"
    if cycle.submitters and not scenario.pool.submitters:
        return "the snapshot has no submitter ads"
    return _gap(cycle, decisions)


def _gap(cycle: LoggedCycle, decisions: LoggedDecisions) -> str:
    """Which lines the log of a cycle lacks, as one that was thinned out does; empty if none."""
    given = sum(len(visit.matches) for visit in decisions.visits)
    answered = given + sum(len(visit.refusals) for visit in decisions.visits)
    gaps = {
        "Phase 4": cycle.visits > 0 and not cycle.spins,
        "Negotiating with": cycle.requests > 0 and not cycle.visits,
        "Request": cycle.requests < cycle.matches or (cycle.requests == 0 and answered > 0),
        "Successfully matched": cycle.matched_lines > cycle.matches,
        "Matched": bool(cycle.refused) and cycle.matched_lines < cycle.matches,
        "Rejected": not cycle.failed and answered < cycle.requests,
        "BEGIN NEGOTIATION": bool(decisions.groups) and any(visit.group is None for visit in decisions.visits),
    }
    missing = next((kind for kind, lacking in gaps.items() if lacking), None)
    return "" if missing is None else f"the log lacks lines: those with {missing!r} do not add up with the others"


class _Foretold(Struct):
    """A visit of the dry run with its matches and rejections."""

    visit: Visit
    matches: list[Match]
    rejections: list[Rejection]


def compare(
    decided: Decided, outcome: Outcome, cycle: LoggedCycle, decisions: LoggedDecisions, after: Pool | None = None
) -> Verification:
    """Hold a cycle against its dry run and the outcome of that. `after` is the pool as it was once it was over."""
    before, slots_tie = decided.scenario.pool, decided.prepared.settings.ranks.ignore_job_ranks
    deciding = [visit for visit in decisions.visits if visit.matches or visit.refusals]
    end, notes = _comparable(cycle, decisions)
    # What a visit did before its deadline is compared as well.
    logged = [visit for visit in deciding if visit.line < end or (visit.line == end and visit.ended == _DEADLINE)]
    foretold = _foretold(decided, outcome)
    ours = Counter((match.submitter, match.request, match.slot) for match in outcome.matches)
    theirs = Counter(
        (match.submitter, match.request, match.slot) for visit in decisions.visits for match in visit.matches
    )
    both = (ours & theirs).total()
    result = Verification(cycle, Agreement.AGREES, foretold=both, extra=ours.total() - both, notes=notes)
    pool_moved = "; ".join(_pool_moved(outcome, cycle, len(decided.prepared.submitters)))
    if policy := _policy_difference(outcome, decisions.groups):
        return replace(result, verdict=Agreement.DIFFERS, difference=policy)
    cut_short = end < _NO_END
    difference, suspects = _first_difference(logged, foretold, cut_short=cut_short)
    if difference is not None:
        others = _priorities(outcome, difference.submitter)
        difference = replace(difference, figures=(*difference.figures, *others))
    if difference is None:
        # Where nothing of it could be compared, it does not agree.
        if cut_short and not logged and (deciding or foretold):
            return replace(result, verdict=Agreement.NOT_JUDGED, because=notes[0], notes=())
        return result
    moved = pool_moved or "; ".join(_demand_moved(outcome, decisions.groups)) or _gone(suspects, outcome, before, after)
    if moved:
        return replace(result, verdict=Agreement.MOVED, because=moved, difference=difference)
    ties = (
        *([Chance.SLOT_ORDER] if slots_tie and suspects.slots else []),
        *([Chance.LAST_HEARD_FROM] if _tie(suspects.submitters, outcome) else []),
    )
    chance = dict.fromkeys((*outcome.left_to_chance, *ties))
    if chance:
        because = ", ".join(chance)
        return replace(result, verdict=Agreement.CHANCE, because=because, difference=difference)
    if outcome.pending is not None:
        because = "matches of the cycle before were pending in the snapshot"
        return replace(result, verdict=Agreement.MOVED, because=because, difference=difference)
    return replace(result, verdict=Agreement.DIFFERS, difference=difference)


_NO_END: Final = 1 << 62


def _comparable(cycle: LoggedCycle, decisions: LoggedDecisions) -> tuple[int, tuple[str, ...]]:
    """The line up to which a dry run can be compared, and why not beyond."""
    ends: list[tuple[int, str]] = []
    if cycle.disturbances:
        first = cycle.disturbances[0]
        ends.append((first.line, f"a command came in mid-cycle, in line {first.line}: {first.message}"))
    if cycle.out_of_time:
        late = next((visit for visit in decisions.visits if _out_of_time(visit)), None)
        if late is not None:
            what = "stopped" if late.ended == _DEADLINE else "left no time for"
            ends.append((late.line, f"time limits {what} {late.submitter}, in line {late.line}"))
    if cycle.failed:
        lost = next((visit for visit in decisions.visits if visit.submitter in cycle.failed), None)
        if lost is not None:
            ends.append((lost.line, f"the schedd of {lost.submitter} failed, in line {lost.line}"))
    if not ends:
        return _NO_END, ()
    line, why = min(ends)
    return line, (f"{why}; what follows is not compared",)


_DEADLINE: Final = "deadline"


def _out_of_time(visit: LoggedVisit) -> bool:
    """Whether it was stopped by a time limit, or passed over because of one."""
    return visit.ended in (_DEADLINE, "time limits") or visit.ended.startswith("MAX_TIME_PER_CYCLE")


def _foretold(decided: Decided, outcome: Outcome) -> list[_Foretold]:
    """The visits that decided something, each with its matches and rejections."""
    visits = (
        _Foretold(record, list(outcome.matches[visit.matches]), list(visit.rejections()))
        for record, visit in zip(outcome.visits, decided.visits, strict=True)
    )
    return [visit for visit in visits if visit.matches or visit.rejections]


def _pool_moved(outcome: Outcome, cycle: LoggedCycle, submitters: int) -> Iterator[str]:
    """In what the pool of the snapshot is of another size than that of the cycle."""
    if cycle.slots is None or cycle.submitters is None:
        yield "the log does not say how many slots and submitters there were"
        return
    if cycle.slots != outcome.pool.slots:
        yield f"the snapshot has {counted(outcome.pool.slots, 'slot')}, and the cycle had {cycle.slots:,}"
    if cycle.submitters != submitters:
        ours = counted(submitters, "submitter ad")
        yield f"of the snapshot {ours} would take part, and in the cycle it was {cycle.submitters:,}"


def _demand_moved(outcome: Outcome, groups: Iterable[LoggedGroup]) -> Iterator[str]:
    """In which groups use or demand is another than when the snapshot was taken."""
    ours = {group.name: group for group in outcome.groups}
    for group in groups:
        if (mine := ours.get(group.name)) is None:
            continue
        for what, theirs, here in (
            ("in use", group.claimed, mine.usage),
            ("requested", group.requested, mine.requested),
        ):
            if not _near(theirs, here):
                yield f"{group.name} had {theirs:g} {what} in the cycle, and has {here:g} in the snapshot"


def _policy_difference(outcome: Outcome, groups: Iterable[LoggedGroup]) -> Divergence | None:
    """The first group whose quota is configured differently; the log shows this before anything is decided."""
    ours = {group.name: group for group in outcome.groups}
    logged = {group.name: group for group in groups}
    if not logged:
        return None
    for name in dict.fromkeys((*logged, *ours)):
        theirs, here = logged.get(name), ours.get(name)
        if theirs is None or here is None:
            line = next(iter(logged.values())).line
            known = "no such group" if theirs is None else "configured"
            return Divergence(line, name, "group", known, "no such group" if here is None else "configured")
        for what, logged_value, value in (
            ("configured quota", theirs.configured, here.configured_quota),
            ("static quota", theirs.static, here.static),
            ("accepts surplus", theirs.accepts_surplus, here.accepts_surplus),
            ("autoregroup", theirs.autoregroup, here.autoregroup),
        ):
            # The root has no quota of its own: the log writes 0 there, and flags that decide nothing.
            if theirs.name != _ROOT and not _near(float(logged_value), float(value)):
                return Divergence(theirs.line, name, what, _shown(logged_value), _shown(value))
    return None


_ROOT: Final = "<none>"


def _near(first: float, second: float) -> bool:
    return abs(first - second) <= _DIGITS * max(abs(first), abs(second), 1.0)


def _shown(value: float | bool) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else f"{value:g}"


class _Suspects(Struct):
    """What two visits differ about, which must be in the snapshot for the difference to count."""

    slots: set[str] = set()
    jobs: set[str] = set()
    submitters: set[str] = set()


def _first_difference(
    logged: Sequence[LoggedVisit], foretold: Sequence[_Foretold], *, cut_short: bool
) -> tuple[Divergence | None, _Suspects]:
    for theirs, ours in zip_longest(logged, foretold):
        if theirs is None:
            if cut_short:
                break
            last = logged[-1].line if logged else 0
            suspects = _Suspects(submitters={ours.visit.submitter})
            suspects.jobs |= {entry.request for entry in (*ours.matches, *ours.rejections)}
            what = Divergence(last, ours.visit.submitter, "next visit", "none", _visit_text(ours.visit), _terms(ours))
            return what, suspects
        if ours is None or not _same_turn(theirs, ours.visit):
            names = [theirs.submitter, *([] if ours is None else [ours.visit.submitter])]
            suspects = _Suspects(submitters=set(names))
            suspects.jobs |= {entry.request for entry in (*theirs.matches, *theirs.refusals)}
            if ours is not None:
                suspects.jobs |= {entry.request for entry in (*ours.matches, *ours.rejections)}
            here = "none" if ours is None else _visit_text(ours.visit)
            there = f"{theirs.submitter} in spin {theirs.spin}"
            return Divergence(theirs.line, theirs.submitter, "next visit", there, here), suspects
        if theirs.ended == _DEADLINE:
            ours = replace(
                ours, matches=ours.matches[: len(theirs.matches)], rejections=ours.rejections[: len(theirs.refusals)]
            )
        if answer := _within(theirs, ours):
            return answer
    return None, _Suspects()


def _tie(names: Collection[str], outcome: Outcome) -> bool:
    """Whether the order of these submitters, or of one's ads of two schedds, is that of when they were last heard from.

    A schedd may send a newer ad between snapshot and cycle.
    """
    visits = [visit for visit in outcome.visits if visit.submitter in names]
    if len(names) == 1:
        return len({visit.schedd for visit in visits}) > 1
    priorities = {visit.submitter: visit.priority for visit in visits}
    return len(priorities) == len(names) and len(set(priorities.values())) == 1


_MOST_PRIORITIES: Final = 8


def _priorities(outcome: Outcome, submitter: str) -> Iterator[str]:
    """The priorities that decide about somebody's share: of all in the turn of the same group, best first."""
    own = next((visit for visit in outcome.visits if visit.submitter == submitter), None)
    if own is None:
        return
    of_turn = {visit.submitter: visit.priority for visit in outcome.visits if visit.group == own.group}
    ranked = sorted(of_turn, key=of_turn.__getitem__)
    shown = ", ".join(f"{name} {of_turn[name]:.2f}" for name in ranked[:_MOST_PRIORITIES])
    more = f" and {len(ranked) - _MOST_PRIORITIES:,} more" if len(ranked) > _MOST_PRIORITIES else ""
    yield f"priorities in its turn: {shown}{more}"


def _same_turn(theirs: LoggedVisit, ours: Visit) -> bool:
    return (theirs.submitter, theirs.spin) == (ours.submitter, ours.spin) and theirs.group in (None, ours.group)


def _visit_text(visit: Visit) -> str:
    return f"{visit.submitter} in spin {visit.spin}"


def _terms(ours: _Foretold) -> tuple[str, ...]:
    visit = ours.visit
    return (f"limit {visit.limit:.2f}, share {visit.share:.4f}, in use {visit.usage:.2f}",)


def _within(theirs: LoggedVisit, ours: _Foretold) -> tuple[Divergence, _Suspects] | None:
    """The first difference between two turns of the same submitter."""
    name = theirs.submitter
    for number, (there, here) in enumerate(zip_longest(theirs.matches, ours.matches), 1):
        if there is not None and here is not None and _same_match(there, here):
            continue
        line = theirs.line if there is None else there.line
        suspects = _Suspects(submitters={name})
        for match in (there, here):
            if match is not None:
                suspects.slots.add(match.slot)
                suspects.jobs.add(match.request)
        figures = _terms(ours)
        if there is not None and there.priorities is not None:
            figures = (*figures, "in the log: priority {:.2f} takes from {:.2f}".format(*there.priorities))
        logged = "no more" if there is None else _match_text(there)
        foretold = "no more" if here is None else _match_text(here)
        return Divergence(line, name, f"match {number} of its visit", logged, foretold, figures), suspects
    for number, (refused, rejected) in enumerate(zip_longest(theirs.refusals, ours.rejections), 1):
        if refused is not None and rejected is not None and _same_refusal(refused, rejected):
            continue
        line = theirs.line if refused is None else refused.line
        jobs = {entry.request for entry in (refused, rejected) if entry is not None}
        logged = "none" if refused is None else f"{refused.request}: {refused.reason or 'refused'}"
        foretold = "none" if rejected is None else f"{rejected.request}: {rejected.reason}"
        what = f"rejection {number} of its visit"
        return Divergence(line, name, what, logged, foretold, _terms(ours)), _Suspects(jobs=jobs, submitters={name})
    return None


def _same_match(there: LoggedMatch, here: Match) -> bool:
    if (there.request, there.slot.lower()) != (here.request, here.slot.lower()):
        return False
    # A log without D_MATCH says who was charged for the slot, and not its RemoteUser.
    if there.preempts is None and there.charged is not None:
        return here.preempts is not None
    return there.preempts == here.preempts


def _same_refusal(there: LoggedRefusal, here: Rejection) -> bool:
    return there.request == here.request and there.reason in (None, here.reason)


def _match_text(match: LoggedMatch | Match) -> str:
    whom = match.preempts or (match.charged if isinstance(match, LoggedMatch) else None)
    preempting = f", preempting {whom}" if whom else ""
    return f"{match.slot} for {match.request}{preempting}"


def _gone(suspects: _Suspects, outcome: Outcome, before: Pool, after: Pool | None) -> str:
    """Which of the suspects is not in the snapshot, or not any more in the one after the cycle; empty if all are."""
    then, later = _names(before), None if after is None else _names(after)
    # With maps of accounting groups a submitter is called otherwise than in its ad.
    known = then.submitters | {visit.submitter for visit in outcome.visits}
    if later is not None:
        known -= then.submitters - later.submitters
    for moment, when in ((then, "in the snapshot"), (later, "there any more after the cycle")):
        if moment is None:
            continue
        lacking = (
            *(f"slot {slot}" for slot in sorted(suspects.slots) if slot.lower() not in moment.slots),
            *(f"job {job}" for job in sorted(suspects.jobs - moment.jobs)),
            *(f"submitter {name}" for name in sorted(suspects.submitters - known)),
        )
        if lacking:
            return f"{lacking[0]} is not {when}"
    return ""


def _names(pool: Pool) -> _Suspects:
    """All that a pool has, slots by name in lower case."""
    evaluator = Evaluator(0)
    jobs = ((integer_of(evaluator, ad, "ClusterId"), integer_of(evaluator, ad, "ProcId") or 0) for ad in pool.jobs)
    return _Suspects(
        {(text_of(evaluator, ad, "Name") or "").lower() for ad in pool.slots},
        {f"{cluster}.{proc}" for cluster, proc in jobs},
        {text_of(evaluator, ad, "Name") or "" for ad in pool.submitters},
    )
