"""A dry run held against the log of the cycle that it foretells: does it agree, and if not, where does it first differ?

Only visits that decided something are compared: their order, and the matches and refusals of each. The snapshot is
never of the same second as the cycle. What has moved in between is told apart from a disagreement: whatever the two
differ about must be in the snapshot, and still be there in the one after the cycle, if that is known.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from enum import StrEnum
from itertools import product, zip_longest
from operator import eq
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.base.formats import counted
from userprio.classad import Evaluator
from userprio.monitoring.decisions import (
    LoggedDecisions,
    LoggedMatch,
    LoggedRefusal,
    LoggedVisit,
    decisions_of,
)
from userprio.monitoring.movement import (
    Suspects,
    ads_moved,
    claims_pending,
    commands_moved,
    demand_moved,
    first_of,
    gone,
    holders_moved,
    offered_again,
    queues_moved,
    reconfigured,
    slots_counted,
    submitters_counted,
)
from userprio.monitoring.negotiator_log import CycleStatus, LoggedCycle
from userprio.monitoring.policies import Divergence, policy_difference
from userprio.monitoring.reconstruction import (
    Reconstruction,
    ScheddNames,
    as_found,
    cluster_of,
    submitter_key,
    with_commands,
    with_demand,
    without_doubtful,
)
from userprio.negotiation import Chance, Decided, Match, Outcome, Rejection, Visit, assumed_quota_remarks, decide
from userprio.pool import FIRST_CYCLE, Pool, ScenarioData


class Agreement(StrEnum):
    """What comes out when a cycle is held against its dry run."""

    AGREES = "agrees"
    DIFFERS = "differs"
    IN_PART = "agrees as far as compared"
    """Up to where the pool has moved since the snapshot, or something else ends the comparison."""
    CHANCE = "left to chance"
    """They differ, and the dry run had said that chance decides."""
    MOVED = "moved"
    """They part before any match has been compared, and the pool has moved since the snapshot."""
    NOT_JUDGED = "cannot be judged"


class Verification(Struct, frozen=True):
    """A cycle of a log, and how its dry run compares."""

    cycle: LoggedCycle
    verdict: Agreement
    because: str = ""
    """Why it could not be judged, or what has moved."""
    foretold: int = 0
    """Matches of the log that the dry run has too: of the same submitter, job and slot, in whatever order."""
    compared: int = 0
    """Matches of the log before the first difference, or before what ends the comparison."""
    extra: int = 0
    """Matches that only the dry run has, as far as the two are compared."""
    difference: Divergence | None = None
    notes: tuple[str, ...] = ()
    """What of the cycle was not compared, and what of the pool was taken from elsewhere than the snapshot."""


def verify(
    scenario: ScenarioData, cycle: LoggedCycle, after: Pool | None = None, earlier: Sequence[LoggedCycle] = ()
) -> Verification:
    """Hold a cycle, read with its decisions, against its dry run.

    `after` is the pool as it was once the cycle was over. `earlier` are the cycles before it, with their decisions, of
    the last `REMEMBERED_S` seconds: claims that they gave may be pending.

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
    comparison = _Comparison(cycle, decisions, after, earlier)
    result = as_taken = comparison.judged(Reconstruction(moment), _BY_ITSELF)
    if result.difference is None or result.difference.of_policy:
        return result
    set_since = with_commands(moment, cycle)
    founds = (Reconstruction(set_since),) if after is None else as_found(set_since, cycle, decisions, after)
    changed = () if after is None and set_since is moment else (_AS_SET if after is None else _AS_FOUND,)
    # Which job of a cluster a schedd names is a matter of claims that it remembers, and not of any policy.
    ways = ((_BY_ITSELF, changed), (_BY_CLUSTER, (*changed, _AS_NAMED)))
    for found, (job, notes) in product(founds, ways):
        tried = comparison.judged(found, job)
        if tried.difference is None:
            return replace(tried, notes=(*tried.notes, *notes))
        # What the snapshot explains counts only where that is not known better.
        result = tried if found.known and result is as_taken else _further(result, tried)
        if tried.difference.of_policy:
            return result
    if result.verdict is Agreement.DIFFERS and (assumed := assumed_quota_remarks(moment, decide(moment).outcome())):
        return replace(result, verdict=Agreement.NOT_JUDGED, because=assumed[0])
    return result


def _further(result: Verification, tried: Verification) -> Verification:
    """Of two results the one of the state that explains more of the log, the later if both do.

    No state explains what another configuration does.
    """
    before, after = result.difference, tried.difference
    if before is None or after is None:
        return result if before is None else tried
    return result if not after.of_policy and before.line > after.line else tried


_AS_VISITED: Final = "submitters that tie are visited in the order of the log, which LastHeardFrom of newer ads decides"
_AS_SET: Final = "what commands set between snapshot and cycle is taken from the log"
_AS_FOUND: Final = "what changed between snapshot and cycle is taken from the log and from the pool after the cycle"
_AS_NAMED: Final = "schedds offer other jobs of the same clusters than the dry run, as they do while claims are pending"
_MOST_CORRECTIONS: Final = 8

_MOST_TIED: Final = 1_009
"""Beyond that, `LastHeardFrom` modulo 1009 cannot put all into an order."""


def _as_visited(
    scenario: ScenarioData, outcome: Outcome, decisions: LoggedDecisions
) -> tuple[ScenarioData, frozenset[str]]:
    """The same with ads that tie put into the order in which the log visits them; and the submitters of such ties.

    A schedd may send a newer ad between snapshot and cycle, and who of them goes first decides nothing else.
    """
    schedds = ScheddNames.of(scenario.pool)
    visits = [visit for visit in decisions.visits if visit.schedd]
    visited = dict.fromkeys((visit.submitter, schedds.name(visit.schedd)) for visit in visits)
    place = {key: number for number, key in enumerate(visited)}
    ties: dict[tuple[str | None, float], dict[tuple[str, str], None]] = {}
    for visit in outcome.visits:
        ties.setdefault((visit.group, visit.priority), {})[visit.submitter, visit.schedd] = None
    heard: dict[tuple[str, str], int] = {}
    resolved: set[str] = set()
    for tied in ties.values():
        names = {submitter for submitter, _ in tied}
        if not 1 < len(tied) < _MOST_TIED or any((name, "") in place for name in names):
            continue
        # In the first spin all with idle jobs are visited: those that are not had none.
        resolved |= names
        ordered = sorted(tied, key=lambda key: place.get(key, len(place)))
        if ordered != list(tied):
            heard |= {key: number for number, key in enumerate(ordered)}
    if not heard:
        return scenario, frozenset(resolved)
    evaluator, submitters = Evaluator(0), list(scenario.pool.submitters)
    for index, ad in enumerate(submitters):
        key = submitter_key(ad, evaluator)
        if key in heard:
            submitters[index] = ad.replace({"LastHeardFrom": heard[key]})
    pool = replace(scenario.pool, submitters=tuple(submitters))
    return replace(scenario, pool=pool), frozenset(resolved)


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

    @property
    def jobs(self) -> set[tuple[str, str]]:
        """The jobs that its requests begin with, with their schedd."""
        requests = {match.request for match in self.matches} | {rejection.request for rejection in self.rejections}
        return {(self.visit.schedd, request) for request in requests}


class _Comparison:
    """A cycle of a log, to be held against a dry run."""

    def __init__(
        self, cycle: LoggedCycle, decisions: LoggedDecisions, after: Pool | None, earlier: Sequence[LoggedCycle]
    ) -> None:
        self._cycle, self._decisions, self._after, self._earlier = cycle, decisions, after, earlier
        self._matches = [match for visit in decisions.visits for match in visit.matches]
        self._deciding = [visit for visit in decisions.visits if visit.matches or visit.refusals]
        self._end, self._notes = _comparable(cycle, decisions)
        self._found: Reconstruction
        self._job: _Naming

    def judged(self, found: Reconstruction, job: "_Naming") -> Verification:
        """How a dry run of this pool compares, once it is put right where the log shows what was so in the cycle.

        These are ties, and in a pool that is known after the cycle what groups ask for, and jobs that have changed.
        """
        self._found, self._job, scenario = found, job, found.scenario
        resolved, turned, best = frozenset[str](), False, None
        for _ in range(_MOST_CORRECTIONS):
            decided = decide(scenario)
            outcome = decided.outcome()
            result, suspects = self._held_against(decided, outcome, resolved)
            best = result if best is None else _further(best, result)
            if best is not result or result.difference is None or result.difference.of_policy:
                break
            before = resolved
            corrected, resolved = _as_visited(scenario, outcome, self._decisions)
            turned = turned or corrected is not scenario
            if found.uncertain is not None:
                corrected = with_demand(corrected, outcome, self._decisions.groups)
            if self._after is not None:
                corrected = without_doubtful(corrected, suspects.jobs, self._after, self._decisions)
            if corrected is scenario and resolved == before:
                break
            scenario = corrected
        assert best is not None
        if best.difference is None and turned:
            return replace(best, notes=(*best.notes, _AS_VISITED))
        return best

    def _held_against(
        self, decided: Decided, outcome: Outcome, ties_resolved: Collection[str] = frozenset()
    ) -> tuple[Verification, Suspects]:
        """How they compare, and what they differ about; the order of submitters in `ties_resolved` is known."""
        end, cut_short = self._end, self._end < _NO_END
        # What a visit did before its deadline is compared as well.
        logged = [visit for visit in self._deciding if visit.line < end or _stops_at(visit, end)]
        foretold = _foretold(decided, outcome)
        if cut_short:
            foretold = _as_far_as(logged, foretold, end)
        job = self._job.known_as
        theirs = Counter((match.submitter, job(match.request), match.slot) for match in self._matches)
        ours = Counter((match.submitter, job(match.request), match.slot) for match in outcome.matches)
        compared = Counter(
            (match.submitter, job(match.request), match.slot) for visit in foretold for match in visit.matches
        )
        result = Verification(
            self._cycle,
            Agreement.IN_PART if cut_short else Agreement.AGREES,
            foretold=(ours & theirs).total(),
            compared=sum(len(visit.matches) for visit in logged),
            extra=(compared - theirs).total(),
            notes=self._notes,
        )
        if policy := policy_difference(self._found, decided, outcome, self._cycle, self._decisions):
            result = replace(result, verdict=Agreement.DIFFERS, compared=0, difference=policy)
            if read := reconfigured(self._cycle):
                result = replace(result, verdict=Agreement.MOVED, because=read)
            return result, Suspects()
        schedds = ScheddNames.of(decided.scenario.pool)
        difference, suspects = _first_difference(logged, foretold, schedds, self._job)
        if difference is None:
            # Where nothing of it could be compared, it does not agree.
            if cut_short and not logged and (self._deciding or outcome.matches or outcome.rejections):
                result = replace(result, verdict=Agreement.NOT_JUDGED, because=self._notes[0], notes=())
            return result, suspects
        line = difference.line
        others = _priorities(outcome, difference.submitter)
        difference = replace(difference, figures=(*difference.figures, *others))
        result = replace(result, difference=difference, compared=sum(match.line < line for match in self._matches))
        verdict, because = self._verdict(decided, outcome, suspects, schedds, ties_resolved, line)
        # Refusals alone are no agreement with a cycle that has matches.
        if verdict is Agreement.MOVED and (result.compared or not self._matches):
            verdict = Agreement.IN_PART if any(visit.line < line for visit in logged) else verdict
        return replace(result, verdict=verdict, because=because), suspects

    def _verdict(
        self,
        decided: Decided,
        outcome: Outcome,
        suspects: Suspects,
        schedds: ScheddNames,
        ties_resolved: Collection[str],
        line: int,
    ) -> tuple[Agreement, str]:
        """What a difference means, and why."""
        if moved := self._moved(decided, outcome, suspects, schedds, line):
            return Agreement.MOVED, moved
        # Without groups the log has only the number of slots, and not who uses them.
        limits = {reason for reason in suspects.reasons if (reason or "").startswith("concurrency limit ")}
        by_slots = _BY_SLOTS | (limits if self._decisions.weight is None else set())
        if self._found.slots_changed and not suspects.offers and suspects.reasons and suspects.reasons <= by_slots:
            slots = counted(self._found.slots_changed, "slot")
            return Agreement.MOVED, f"{slots} changed before the cycle, and on all that they say depends why it refuses"
        chance = dict.fromkeys(outcome.left_to_chance)
        if decided.prepared.settings.ranks.ignore_job_ranks and suspects.slots:
            chance[Chance.SLOT_ORDER] = None
        if len(_ranks(decided, suspects.slots)) > 1:
            chance.pop(Chance.SLOT_ORDER, None)
        if _tie(suspects.submitters - set(ties_resolved), outcome):
            chance[Chance.LAST_HEARD_FROM] = None
        if chance:
            return Agreement.CHANCE, ", ".join(chance)
        if outcome.pending is not None:
            return Agreement.MOVED, "matches of the cycle before were pending in the snapshot"
        return Agreement.DIFFERS, ""

    def _moved(self, decided: Decided, outcome: Outcome, suspects: Suspects, schedds: ScheddNames, line: int) -> str:
        """What has moved between snapshot and cycle; empty if nothing is known to have."""
        cycle, before, after, matches = self._cycle, decided.scenario.pool, self._after, self._matches
        visits, submitters = self._decisions.visits, suspects.submitters
        # Where the slots are known, another number or use of them is a matter of the configuration.
        of_slots = () if self._found.slots_known else slots_counted(outcome, cycle, len(before.slots))
        counts = "; ".join((*of_slots, *submitters_counted(cycle, len(decided.prepared.submitters))))
        groups = self._decisions.groups
        demand = "; ".join(demand_moved(outcome, groups, with_use=not self._found.slots_known))
        if counts or demand:
            return counts or demand
        jobs = {job for _, job in suspects.jobs}
        asked = {(schedds.name(visit.schedd), request) for visit in visits for request, _ in visit.requests}
        in_log = (
            *commands_moved(cycle, decided.scenario.ledger),
            *holders_moved(cycle, matches, before),
            *gone(suspects, outcome, asked, before, after),
            *ads_moved(cycle, visits, schedds, before, after),
            *(claims_pending(cycle, self._earlier, matches, suspects, before) if suspects.offers else ()),
            *(offered_again(visits, jobs, line) if suspects.offers else ()),
        )
        if after is None or not suspects.offers:
            return first_of(in_log)
        return first_of(in_log, queues_moved(cycle, visits, schedds, submitters, line, before, after))


_SameJob = Callable[[str, str], bool]


class _Naming(Struct, frozen=True):
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


_BY_ITSELF: Final = _Naming(str, lambda: eq)
_BY_CLUSTER: Final = _Naming(cluster_of, _renamed)


_NO_END: Final = 1 << 62
_BY_SLOTS: Final = {"no match found", "PREEMPTION_REQUIREMENTS == False", "insufficient priority"}
"""Reasons to refuse a request of which any slot may make one or the other."""


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


def _stops_at(visit: LoggedVisit, line: int) -> bool:
    """Whether a deadline stopped this visit, and the comparison with it."""
    return visit.line == line and visit.ended == _DEADLINE


def _as_far_as(logged: Sequence[LoggedVisit], foretold: list[_Foretold], line: int) -> list[_Foretold]:
    """The foretold visits as far as a log that can be compared up to a line goes."""
    foretold = foretold[: len(logged)]
    if logged and len(foretold) == len(logged) and _stops_at(logged[-1], line):
        matches, rejections = foretold[-1].matches, foretold[-1].rejections
        matches, rejections = matches[: len(logged[-1].matches)], rejections[: len(logged[-1].refusals)]
        foretold[-1] = replace(foretold[-1], matches=matches, rejections=rejections)
    return foretold


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


def _first_difference(
    logged: Sequence[LoggedVisit], foretold: Sequence[_Foretold], schedds: ScheddNames, job: _Naming
) -> tuple[Divergence | None, Suspects]:
    for theirs, ours in zip_longest(logged, foretold):
        if theirs is None:
            last = logged[-1].line if logged else 0
            suspects = Suspects(submitters={ours.visit.submitter}, jobs=ours.jobs)
            what = Divergence(last, ours.visit.submitter, "next visit", "none", _visit_text(ours.visit), _terms(ours))
            return what, suspects
        schedd = schedds.name(theirs.schedd)
        if ours is None or not _same_turn(theirs, ours.visit, schedd):
            jobs = {(schedd, entry.request) for entry in (*theirs.matches, *theirs.refusals)}
            suspects = Suspects(submitters={theirs.submitter}, jobs=jobs)
            here, there = "none", f"{theirs.submitter} in spin {theirs.spin}"
            if ours is not None:
                suspects.submitters.add(ours.visit.submitter)
                suspects.jobs |= ours.jobs
                here = _visit_text(ours.visit)
                if here == there:
                    here, there = (f"{here} at {name}" for name in (ours.visit.schedd, schedd))
            return Divergence(theirs.line, theirs.submitter, "next visit", there, here), suspects
        if answer := _within(theirs, ours, schedd, job):
            return answer
    return None, Suspects()


def _tie(names: Collection[str], outcome: Outcome) -> bool:
    """Whether the order of these submitters, or of one's ads of two schedds, is that of when they were last heard from.

    A schedd may send a newer ad between snapshot and cycle.
    """
    visits = [visit for visit in outcome.visits if visit.submitter in names]
    if len(names) == 1:
        return len({visit.schedd for visit in visits}) > 1
    priorities = {visit.submitter: visit.priority for visit in visits}
    return len(priorities) == len(names) and len(set(priorities.values())) == 1


def _ranks(decided: Decided, slots: Collection[str]) -> set[tuple[float, float]]:
    """The ranks of these slots where slots are ranked once a cycle; of equal ones the order is not known."""
    matching, names = decided.prepared.matching, {name.lower() for name in slots}
    if not decided.prepared.settings.ranks.ignore_job_ranks:
        return set()
    return {matching.assessor.kept_ranks(slot.kind) for slot in matching.slots() if slot.name.lower() in names}


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


def _same_turn(theirs: LoggedVisit, ours: Visit, schedd: str) -> bool:
    if schedd not in ("", ours.schedd):
        return False
    return (theirs.submitter, theirs.spin) == (ours.submitter, ours.spin) and theirs.group in (None, ours.group)


def _visit_text(visit: Visit) -> str:
    return f"{visit.submitter} in spin {visit.spin}"


def _terms(ours: _Foretold) -> tuple[str, ...]:
    visit = ours.visit
    return (f"limit {visit.limit:.2f}, share {visit.share:.4f}, in use {visit.usage:.2f}",)


def _within(theirs: LoggedVisit, ours: _Foretold, schedd: str, job: _Naming) -> tuple[Divergence, Suspects] | None:
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
        if refused is not None and rejected is not None:
            suspects.reasons = {refused.reason, rejected.reason}
        return Divergence(line, name, what, logged, foretold, _terms(ours)), suspects
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
