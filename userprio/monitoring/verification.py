"""A dry run held against the log of the cycle that it foretells: does it agree, and if not, where does it first differ?

Only visits that decided something are compared: their order, and the matches and refusals of each. The snapshot is
never of the same second as the cycle. What has moved in between is told apart from a disagreement: whatever the two
differ about must be in the snapshot, and still be there in the one after the cycle, if that is known.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from itertools import product
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.base.formats import counted
from userprio.classad import Ad
from userprio.monitoring.ads import Jobs, cluster_of, jobs_of, schedd_names, submitter_key
from userprio.monitoring.decisions import LoggedDecisions, LoggedVisit, decisions_of
from userprio.monitoring.differences import (
    DEADLINE,
    NO_END,
    Suspects,
    as_far_as,
    first_difference,
    foretold_visits,
    not_offered_again,
    started_on_rest,
    stops_at,
)
from userprio.monitoring.movement import LoggedPool, counts_moved, evidence, reconfigured
from userprio.monitoring.negotiator_log import CycleStatus, LoggedCycle
from userprio.monitoring.policies import Divergence, policy_difference
from userprio.monitoring.reconstruction import (
    Reconstruction,
    as_found,
    with_commands,
    with_demand,
    without_doubtful,
)
from userprio.negotiation import Chance, Decided, Outcome, assumed_quota_remarks, decide
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
    doubtful: bool = False
    """They agree, but the log has other figures of the pool: the one after the cycle may tell why."""


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
    schedds = schedd_names(scenario.pool) if after is None else schedd_names(scenario.pool, after)
    named = [replace(visit, schedd=schedds.get(visit.schedd, "")) for visit in decisions.visits]
    decisions = replace(decisions, visits=named)
    comparison = _Comparison(cycle, decisions, after, earlier)
    result = as_taken = comparison.judged(Reconstruction(moment), by_cluster=False)
    settled = result.difference is None and (after is None or not result.doubtful)
    if settled or (result.difference is not None and result.difference.of_policy):
        return result
    set_since = with_commands(moment, cycle)
    reconstructions = (Reconstruction(set_since),) if after is None else as_found(set_since, cycle, decisions, after)
    changed = () if after is None and set_since is moment else (_AS_SET if after is None else _AS_FOUND,)
    # Which job of a cluster a schedd names is a matter of claims that it remembers, and not of any policy.
    ways = ((False, changed), (True, (*changed, _AS_NAMED)))
    for reconstruction, (by_cluster, notes) in product(reconstructions, ways):
        tried = comparison.judged(reconstruction, by_cluster=by_cluster)
        if tried.difference is None:
            return replace(tried, notes=(*tried.notes, *notes))
        if tried.difference.of_policy:
            return tried
        if as_taken.difference is not None:
            # What the snapshot explains counts only where that is not known better.
            result = tried if reconstruction.known and result is as_taken else _further(result, tried)
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
_AS_STARTED: Final = (
    "jobs that a schedd started on what was left of a slot are not offered again, and the log does not ask for them"
)
_MOST_CORRECTIONS: Final = 8
_MOST_TIED: Final = 1_009
"""Beyond that, `LastHeardFrom` modulo 1009 cannot put all into an order."""


def _as_visited(
    scenario: ScenarioData, outcome: Outcome, visits: Sequence[LoggedVisit]
) -> tuple[ScenarioData, frozenset[str]]:
    """The same with ads that tie put into the order in which the log visits them; and the submitters of such ties.

    A schedd may send a newer ad between snapshot and cycle, and who of them goes first decides nothing else.
    """
    visited = dict.fromkeys((visit.submitter, visit.schedd) for visit in visits if not visit.passed_over)
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

    def as_heard(ad: Ad) -> Ad:
        key = submitter_key(ad)
        return ad.replace({"LastHeardFrom": heard[key]}) if key in heard else ad

    pool = replace(scenario.pool, submitters=tuple(map(as_heard, scenario.pool.submitters)))
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


class _Comparison:
    """A cycle of a log, to be held against a dry run."""

    def __init__(
        self, cycle: LoggedCycle, decisions: LoggedDecisions, after: Pool | None, earlier: Sequence[LoggedCycle]
    ) -> None:
        self._cycle, self._decisions, self._after, self._earlier = cycle, decisions, after, earlier
        self._matches = [match for visit in decisions.visits for match in visit.matches]
        self._deciding = [visit for visit in decisions.visits if visit.matches or visit.refusals]
        self._end, self._notes = _comparable(cycle, decisions)
        self._reconstruction: Reconstruction
        self._by_cluster: bool
        self._jobs: dict[int, tuple[Sequence[Ad], Jobs]] = {}
        self._first: tuple[ScenarioData, Decided] | None = None

    def _jobs_of(self, pool: Pool) -> Jobs:
        """The jobs of a pool, read once as long as they are the same."""
        if id(pool.jobs) not in self._jobs:
            self._jobs[id(pool.jobs)] = pool.jobs, jobs_of(pool.jobs)
        return self._jobs[id(pool.jobs)][1]

    def _known(self, before: Pool) -> LoggedPool:
        then, later = self._jobs_of(before), None if self._after is None else self._jobs_of(self._after)
        visits, slots_known = self._decisions.visits, self._reconstruction.slots_known
        return LoggedPool(self._cycle, visits, self._earlier, before, then, self._after, later, slots_known)

    def judged(self, reconstruction: Reconstruction, *, by_cluster: bool) -> Verification:
        """How a dry run of this pool compares, once it is put right where the log shows what was so in the cycle.

        These are ties, and in a pool that is known after the cycle what groups ask for, and jobs that have changed.
        """
        self._reconstruction, self._by_cluster, scenario = reconstruction, by_cluster, reconstruction.scenario
        if self._first is None or self._first[0] is not scenario:
            # It is held against the log once for each naming of jobs.
            self._first = scenario, decide(scenario)
        decided, resolved, turned, best = self._first[1], frozenset[str](), False, None
        for _ in range(_MOST_CORRECTIONS):
            outcome = decided.outcome()
            result, suspects = self._held_against(decided, outcome, resolved)
            best = result if best is None else _further(best, result)
            if best is not result or result.difference is None or result.difference.of_policy:
                break
            before = resolved
            corrected, resolved = _as_visited(scenario, outcome, self._decisions.visits)
            turned = turned or corrected is not scenario
            if reconstruction.uncertain is not None:
                corrected = with_demand(corrected, outcome, self._decisions.groups)
            known = self._known(corrected.pool)
            if known.later is not None:
                corrected = without_doubtful(corrected, suspects.jobs, known.then, known.later, known.asked)
            if corrected is scenario and resolved == before:
                break
            if corrected is not scenario:
                scenario, decided = corrected, decide(corrected)
        assert best is not None
        if best.difference is None and turned:
            return replace(best, notes=(*best.notes, _AS_VISITED))
        return best

    def _held_against(
        self, decided: Decided, outcome: Outcome, ties_resolved: Collection[str]
    ) -> tuple[Verification, Suspects]:
        """How they compare, and what they differ about; the order of submitters in `ties_resolved` is known."""
        cycle, groups, visits, end = self._cycle, self._decisions.groups, self._decisions.visits, self._end
        # What a visit did before its deadline is compared as well.
        logged = [visit for visit in self._deciding if visit.line < end or stops_at(visit, end)]
        all_foretold = foretold_visits(decided, outcome)
        foretold = as_far_as(logged, all_foretold, end)
        job = cluster_of if self._by_cluster else str
        theirs, ours, compared = (
            Counter((match.submitter, job(match.request), match.slot) for match in matches)
            for matches in (self._matches, outcome.matches, [match for visit in foretold for match in visit.matches])
        )
        result = Verification(
            cycle,
            Agreement.IN_PART if end < NO_END else Agreement.AGREES,
            foretold=(ours & theirs).total(),
            compared=sum(len(visit.matches) for visit in logged),
            extra=(compared - theirs).total(),
            notes=self._notes,
        )
        if policy := policy_difference(self._reconstruction, decided, outcome, cycle, self._decisions):
            result = replace(result, verdict=Agreement.DIFFERS, compared=0, difference=policy)
            if read := reconfigured(cycle):
                result = replace(result, verdict=Agreement.MOVED, because=read)
            return result, Suspects()
        difference, suspects = first_difference(logged, foretold, by_cluster=self._by_cluster)
        started = {}
        if difference is not None and suspects.offers and self._after is not None:
            started = started_on_rest(visits, self._jobs_of(decided.scenario.pool), self._jobs_of(self._after))
            if (fewer := not_offered_again(all_foretold, visits, started)) != all_foretold:
                foretold = as_far_as(logged, fewer, end)
                difference, suspects = first_difference(logged, foretold, by_cluster=self._by_cluster)
                result = replace(result, notes=(*result.notes, _AS_STARTED))
        if difference is None:
            # Where nothing of it could be compared, it does not agree.
            if end < NO_END and not logged and (self._deciding or outcome.matches or outcome.rejections):
                return replace(result, verdict=Agreement.NOT_JUDGED, because=self._notes[0], notes=()), suspects
            counts = counts_moved(cycle, decided, outcome, groups, slots_known=False)
            return replace(result, doubtful=bool(counts), notes=(*result.notes, *filter(None, [counts]))), suspects
        line = difference.line
        others = _priorities(outcome, difference.submitter)
        result = replace(
            result,
            difference=replace(difference, figures=(*difference.figures, *others)),
            compared=sum(match.line < line for match in self._matches),
        )
        moved = counts_moved(cycle, decided, outcome, groups, slots_known=self._reconstruction.slots_known)
        if moved := moved or evidence(self._known(decided.scenario.pool), decided, outcome, suspects, started):
            verdict, because = Agreement.MOVED, moved
        else:
            verdict, because = self._unmoved(decided, outcome, suspects, ties_resolved)
        # Refusals alone are no agreement with a cycle that has matches.
        if verdict is Agreement.MOVED and (result.compared or not self._matches):
            verdict = Agreement.IN_PART if any(visit.line < line for visit in logged) else verdict
        return replace(result, verdict=verdict, because=because), suspects

    def _unmoved(
        self, decided: Decided, outcome: Outcome, suspects: Suspects, ties_resolved: Collection[str]
    ) -> tuple[Agreement, str]:
        """What a difference means where nothing is known to have moved, and why."""
        # Without groups the log has only the number of slots, and not who uses them.
        by_slots = _BY_SLOTS if self._decisions.weight is not None else (*_BY_SLOTS, "concurrency limit ")
        same_refused = bool(suspects.reasons) and not suspects.offers
        untried = self._reconstruction.slots_untried
        if untried and same_refused and all((reason or "").startswith(by_slots) for reason in suspects.reasons):
            slots = counted(untried, "slot")
            because = f"{slots} may have been otherwise when the cycle began, and on all slots depends why it refuses"
            return Agreement.MOVED, because
        chance = dict.fromkeys(outcome.left_to_chance)
        if decided.prepared.settings.ranks.ignore_job_ranks and suspects.slots:
            chance[Chance.SLOT_ORDER] = None
        # All slots are refused, in whatever order.
        if same_refused or len(_ranks(decided, suspects.slots)) > 1:
            chance.pop(Chance.SLOT_ORDER, None)
        if _tie(suspects.submitters - set(ties_resolved), outcome):
            chance[Chance.LAST_HEARD_FROM] = None
        if chance:
            return Agreement.CHANCE, ", ".join(chance)
        if outcome.pending is not None:
            return Agreement.MOVED, "matches of the cycle before were pending in the snapshot"
        return Agreement.DIFFERS, ""


_BY_SLOTS: Final = ("no match found", "PREEMPTION_REQUIREMENTS == False", "insufficient priority")
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
            what = "stopped" if late.ended == DEADLINE else "left no time for"
            ends.append((late.line, f"time limits {what} {late.submitter}, in line {late.line}"))
    if cycle.failed:
        lost = next((visit for visit in decisions.visits if visit.submitter in cycle.failed), None)
        if lost is not None:
            ends.append((lost.line, f"the schedd of {lost.submitter} failed, in line {lost.line}"))
    if not ends:
        return NO_END, ()
    line, why = min(ends)
    return line, (f"{why}; what follows is not compared",)


def _out_of_time(visit: LoggedVisit) -> bool:
    """Whether it was stopped by a time limit, or passed over because of one."""
    return visit.ended in (DEADLINE, "time limits") or visit.ended.startswith("MAX_TIME_PER_CYCLE")


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
