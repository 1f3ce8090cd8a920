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
from userprio.classad import Ad, Evaluator
from userprio.monitoring.decisions import LoggedDecisions, LoggedVisit, decisions_of
from userprio.monitoring.differences import (
    BY_CLUSTER,
    BY_ITSELF,
    DEADLINE,
    NO_END,
    Naming,
    as_far_as,
    first_difference,
    foretold_visits,
    not_offered_again,
    stops_at,
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
    started_on_rest,
    submitters_counted,
)
from userprio.monitoring.negotiator_log import CycleStatus, LoggedCycle
from userprio.monitoring.policies import Divergence, policy_difference
from userprio.monitoring.reconstruction import (
    Queues,
    Reconstruction,
    ScheddNames,
    as_found,
    submitter_key,
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
    result = as_taken = comparison.judged(Reconstruction(moment), BY_ITSELF)
    if result.difference is None or result.difference.of_policy:
        return result
    set_since = with_commands(moment, cycle)
    reconstructions = (Reconstruction(set_since),) if after is None else as_found(set_since, cycle, decisions, after)
    changed = () if after is None and set_since is moment else (_AS_SET if after is None else _AS_FOUND,)
    # Which job of a cluster a schedd names is a matter of claims that it remembers, and not of any policy.
    ways = ((BY_ITSELF, changed), (BY_CLUSTER, (*changed, _AS_NAMED)))
    for reconstruction, (job, notes) in product(reconstructions, ways):
        tried = comparison.judged(reconstruction, job)
        if tried.difference is None:
            return replace(tried, notes=(*tried.notes, *notes))
        # What the snapshot explains counts only where that is not known better.
        result = tried if reconstruction.known and result is as_taken else _further(result, tried)
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
_AS_STARTED: Final = (
    "jobs that a schedd started on what was left of a slot are not offered again, and the log does not ask for them"
)
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
        self._job: Naming
        self._queues: dict[int, tuple[Sequence[Ad], Queues]] = {}
        self._first: tuple[ScenarioData, Decided] | None = None

    def _queues_of(self, pool: Pool) -> Queues:
        """The jobs of a pool, read once as long as they are the same."""
        if id(pool.jobs) not in self._queues:
            self._queues[id(pool.jobs)] = pool.jobs, Queues(pool)
        return self._queues[id(pool.jobs)][1]

    def _decided(self, scenario: ScenarioData) -> Decided:
        """The dry run of a pool, which is held against the log once for each naming of jobs."""
        if self._first is None or self._first[0] is not scenario:
            self._first = scenario, decide(scenario)
        return self._first[1]

    def judged(self, reconstruction: Reconstruction, job: Naming) -> Verification:
        """How a dry run of this pool compares, once it is put right where the log shows what was so in the cycle.

        These are ties, and in a pool that is known after the cycle what groups ask for, and jobs that have changed.
        """
        self._reconstruction, self._job, scenario = reconstruction, job, reconstruction.scenario
        resolved, turned, best = frozenset[str](), False, None
        for number in range(_MOST_CORRECTIONS):
            decided = self._decided(scenario) if number == 0 else decide(scenario)
            outcome = decided.outcome()
            result, suspects = self._held_against(decided, outcome, resolved)
            best = result if best is None else _further(best, result)
            if best is not result or result.difference is None or result.difference.of_policy:
                break
            before = resolved
            corrected, resolved = _as_visited(scenario, outcome, self._decisions)
            turned = turned or corrected is not scenario
            if reconstruction.uncertain is not None:
                corrected = with_demand(corrected, outcome, self._decisions.groups)
            if self._after is not None:
                then, later = self._queues_of(corrected.pool), self._queues_of(self._after)
                corrected = without_doubtful(corrected, suspects.jobs, then, later, self._asked(corrected.pool))
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
        end, cut_short = self._end, self._end < NO_END
        # What a visit did before its deadline is compared as well.
        logged = [visit for visit in self._deciding if visit.line < end or stops_at(visit, end)]
        all_foretold = foretold_visits(decided, outcome)
        foretold = as_far_as(logged, all_foretold, end)
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
        if policy := policy_difference(self._reconstruction, decided, outcome, self._cycle, self._decisions):
            result = replace(result, verdict=Agreement.DIFFERS, compared=0, difference=policy)
            if read := reconfigured(self._cycle):
                result = replace(result, verdict=Agreement.MOVED, because=read)
            return result, Suspects()
        schedds = ScheddNames.of(decided.scenario.pool)
        difference, suspects = first_difference(logged, foretold, schedds, self._job)
        if difference is not None and suspects.offers and self._after is not None:
            visits = self._decisions.visits
            then, later = self._queues_of(decided.scenario.pool), self._queues_of(self._after)
            started = started_on_rest(visits, schedds, then, later)
            if (fewer := not_offered_again(all_foretold, visits, schedds, started)) != all_foretold:
                foretold = as_far_as(logged, fewer, end)
                difference, suspects = first_difference(logged, foretold, schedds, self._job)
                result = replace(result, notes=(*result.notes, _AS_STARTED))
            suspects.started = started
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
        same_refused = bool(suspects.reasons) and not suspects.offers
        if self._reconstruction.slots_untried and same_refused and suspects.reasons <= by_slots:
            slots = counted(self._reconstruction.slots_untried, "slot")
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

    def _moved(
        self,
        decided: Decided,
        outcome: Outcome,
        suspects: Suspects,
        schedds: ScheddNames,
        line: int,
    ) -> str:
        """What has moved between snapshot and cycle; empty if nothing is known to have."""
        cycle, before, after, matches = self._cycle, decided.scenario.pool, self._after, self._matches
        visits = self._decisions.visits
        # Where the slots are known, another number or use of them is a matter of the configuration.
        of_slots = () if self._reconstruction.slots_known else slots_counted(outcome, cycle, len(before.slots))
        counts = "; ".join((*of_slots, *submitters_counted(cycle, len(decided.prepared.submitters))))
        groups = self._decisions.groups
        demand = "; ".join(demand_moved(outcome, groups, with_use=not self._reconstruction.slots_known))
        if counts or demand:
            return counts or demand
        jobs, then = {job for _, job in suspects.jobs}, self._queues_of(before)
        later = None if after is None else self._queues_of(after)
        moments = (before, then), None if after is None or later is None else (after, later)
        return first_of(
            commands_moved(cycle, decided.scenario.ledger),
            holders_moved(cycle, matches, before),
            gone(suspects, outcome, self._asked(before), *moments),
            ads_moved(cycle, visits, schedds, before, after),
            claims_pending(cycle, self._earlier, matches, suspects, before, then) if suspects.offers else (),
            offered_again(visits, jobs, line) if suspects.offers else (),
            queues_moved(cycle, visits, suspects, then, later) if later is not None and suspects.offers else (),
        )

    def _asked(self, pool: Pool) -> set[tuple[str, str]]:
        """The jobs that the log names, with their schedds."""
        schedds = ScheddNames.of(pool) if self._after is None else ScheddNames.of(pool, self._after)
        visits = self._decisions.visits
        return {(schedds.name(visit.schedd), request) for visit in visits for request, _ in visit.requests}


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
