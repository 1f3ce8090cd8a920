"""One negotiation cycle, from ads and ledger to everything it decides (`Matchmaker::negotiationTime`).

Groups are served in the order of `userprio.accounting.quotas.group_order`, the submitters of each in that of `spins`.
"""

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.accounting.quotas import (
    ROOT,
    AllocationRound,
    RoundStart,
    Skip,
    end_round,
    first_round,
    group_limit,
    members,
    open_round,
    passes,
    served_times,
)
from userprio.base.cxx import INT_MAX
from userprio.negotiation.clock import NO_TIME, Costs
from userprio.negotiation.memory import Memory
from userprio.negotiation.observer import CycleObserver
from userprio.negotiation.outcome import (
    GroupOutcome,
    GroupRound,
    Loss,
    Match,
    Outcome,
    Pass,
    PassKind,
    PoolSize,
    Round,
)
from userprio.negotiation.pending import pending_matches, pending_remarks
from userprio.negotiation.prepare import Prepared, chances, prepare
from userprio.negotiation.schedd import JobOrder
from userprio.negotiation.spins import MadeVisit, can_match_nothing, foretells, has_no_room, negotiate_pass
from userprio.negotiation.starts import aftermath, losses
from userprio.negotiation.state import PassTerms, Requester
from userprio.pool import ScenarioData, Submitter, demand_of


def negotiate(
    scenario: ScenarioData,
    job_order: JobOrder | None = None,
    observer: CycleObserver | None = None,
    costs: Costs = NO_TIME,
    memory: Memory | None = None,
) -> Outcome:
    """Run one cycle dry, as a negotiator would that has read this ledger.

    `job_order` replaces the order in which schedds offer the jobs of a submitter. `observer` is called at each step.
    `costs` say how much of the time limits (NEGOTIATOR_MAX_TIME_PER_…) each step uses up: nothing, so that only limits
    of zero stop a visit, or `MEASURED`, so that visits stop about where real ones would. `memory` carries over from
    earlier cycles of the same sequence what still holds; the outcome is the same without it.

    Raises:
        BadInput: a knob has a value that would stop a real negotiator, or is not the regular expression it should be.
    """
    return decide(scenario, job_order, observer, costs, memory).outcome()


def decide(
    scenario: ScenarioData,
    job_order: JobOrder | None = None,
    observer: CycleObserver | None = None,
    costs: Costs = NO_TIME,
    memory: Memory | None = None,
    *,
    only_matches: bool = False,
) -> "Decided":
    """Like `negotiate`, for callers that do not need the whole outcome.

    With `only_matches`, passes that cannot match anything are left out. The `outcome` would lack their visits.
    """
    prepared = prepare(scenario, job_order, costs, memory)
    watcher = CycleObserver() if observer is None else observer
    watcher.prepared(prepared)
    negotiated = _negotiate_groups if prepared.tree.group_mode else _negotiate_all
    course = _Recorded(left_out={} if only_matches and _may_leave_out(prepared, watcher) else None)
    try:
        negotiated(prepared, scenario, watcher, course)
    except _MayMatchAfterAll:
        prepared, course = prepare(scenario, job_order, costs, memory), _Recorded()
        negotiated(prepared, scenario, watcher, course)
    # Before any outcome: that evaluates ads as well, and its looks at the present must not keep the next cycle from
    # reusing what matching knows.
    prepared.matching.end()
    return Decided(scenario, prepared, course)


class Decided(Struct, frozen=True):
    """A cycle that was run. Call `outcome` before another cycle uses the same memory."""

    scenario: ScenarioData
    prepared: Prepared
    course: "_Recorded"

    @property
    def matches(self) -> list[Match]:
        """The matches, without the jobs that they will start."""
        return self.prepared.state.matches

    @property
    def visits(self) -> list[MadeVisit]:
        """The visits in order, without the jobs that their matches will start."""
        return self.course.visits

    def satisfied(self, left: Mapping[tuple[str, str | None], int]) -> list[tuple[str, str]]:
        """The submitters that their schedds consider satisfied, each with its schedd; see `MadeVisit.satisfies`.

        `left` is the number of jobs that each has without a match.
        """
        last = {(visit.submitter.name, visit.schedd): visit for visit in self.visits}
        # Who was in a pass that was left out got nothing in its last visit.
        left_out = self.course.left_out or {}
        return [pair for pair, visit in last.items() if pair not in left_out and visit.satisfies(left[pair])]

    @property
    def is_stalemate(self) -> bool:
        """Whether no request could get a slot, and none could with the same slots and requests at any other time.

        Known only with `only_matches`.
        """
        course, matching = self.course, self.prepared.matching
        reads_more = matching.read_what_passes or matching.requests.tells_submitters
        return course.left_out is not None and not course.served and matching.steady and not reads_more

    @property
    def losses(self) -> tuple[Loss, ...]:
        """The slots that matches take from their users."""
        return tuple(losses(self.prepared))

    @property
    def quotas(self) -> dict[str, float]:
        """The effective quotas after the cycle, by group; empty without groups."""
        return {group.name: group.effective_quota for group in self.course.groups}

    @property
    def served_at(self) -> dict[str, float]:
        """See `GroupOutcome.served_at`, by group."""
        return {group.name: group.served_at for group in self.course.groups}

    def outcome(self) -> Outcome:
        """The whole outcome."""
        scenario, prepared, course = self.scenario, self.prepared, self.course
        weights, after, clock = prepared.weights, aftermath(prepared, course.visits), prepared.state.clock
        # Without a match it made no difference in what order slots were looked at.
        tied = prepared.tied if after.matches else 0
        chance = dict(chances(tied, prepared.schedds.assumed_ids, prepared.state.endless))
        pending = pending_matches(scenario.pool, scenario.ledger, prepared.roster, scenario.now)
        told = () if pending is None else tuple(pending_remarks(pending))
        return Outcome(
            at=scenario.now,
            pool=PoolSize(
                slots=weights.slots,
                candidates=prepared.candidates,
                weight=weights.pie,
                smallest_weight=weights.smallest if weights.slots else 0.0,
                in_use=prepared.in_use,
            ),
            groups=tuple(
                replace(
                    group,
                    left=after.left[group.name],
                    won=after.won.get(group.name, 0.0),
                    lost=after.lost.get(group.name, 0.0),
                )
                for group in course.groups
            ),
            rounds=tuple(course.rounds),
            passes=tuple(course.passes),
            visits=after.visits,
            matches=after.matches,
            rejections=after.rejections,
            refusals=after.refusals,
            unvisited=after.unvisited,
            warnings=(
                *prepared.warnings,
                *prepared.state.warnings,
                *_assumed(scenario, course),
                *chance.values(),
                *told,
            ),
            condor_version=str(prepared.settings.versions.negotiator),
            first_cycle=scenario.first_cycle,
            reads_previous_quotas=prepared.reads_previous_quotas,
            repeated_rounds=course.repeated_rounds,
            estimated_s=None if clock.costs is NO_TIME else clock.now_s,
            left_to_chance=tuple(chance),
            losses=after.losses,
            usage=self._usage(),
            user_limits_unknown=prepared.user_limits_unknown,
            previous_quotas_source=scenario.previous_quotas_source,
            pending=pending,
        )

    def _usage(self) -> dict[str, float]:
        """Weight in use when the cycle began, by submitter."""
        groups = {group.name for group in self.prepared.tree.groups}
        in_use = self.prepared.state.accounts.in_use_before()
        return {name: usage for name, usage in in_use.items() if name not in groups}


def _assumed(scenario: ScenarioData, course: "_Recorded") -> tuple[str, ...]:
    """What a cycle left out, or assumed about a negotiator's memory (`GroupEntry::rr_time`), one sentence each."""
    left_out: tuple[str, ...] = ()
    if course.repeated_rounds:
        left_out = (
            f"{course.repeated_rounds:,} more rounds of allocation would repeat the last one and give nothing; they "
            "are left out, but a real negotiator goes through all of them (GROUP_QUOTA_MAX_ALLOCATION_ROUNDS)",
        )
    if scenario.first_cycle or scenario.groups_served_at is not None or not course.dealt:
        return left_out
    return (
        *left_out,
        "without slot weights whole slots that quotas leave over go first to the groups that have waited longest; a "
        "running negotiator remembers which, here all are assumed to have waited equally long",
    )


_ROUNDS_SHOWN: Final = 20
"""So many rounds are never cut short. After that, two rounds in a row that gave nothing and kept all submitters end the
cycle: every further visit would find the same, in whatever order they come."""


class _Recorded(Struct):
    """What a cycle records besides matches."""

    groups: tuple[GroupOutcome, ...] = ()
    rounds: list[Round] = []
    passes: list[Pass] = []
    visits: list[MadeVisit] = []
    winners: set[tuple[str, str | None]] = set()
    """The submitters that got any slot, each with its schedd."""
    dealt: bool = False
    """Whole slots were dealt to groups round robin."""
    repeated_rounds: int = 0
    left_out: dict[tuple[str, str | None], int | None] | None = None
    """The submitters of passes that could not match anything and were left out, each with its schedd; None if all
    passes are made.

    With each the number of matches at the time: until there are more, no pass can match anything for it. None: its
    group had nothing left to win, but may have in a later round.
    """
    served: bool = False
    """A pass was made, or left out because its group had nothing left to win."""

    def note(self, visits: list[MadeVisit]) -> None:
        """Note the visits of a pass."""
        self.visits += visits
        won = (visit for visit in visits if visit.matches.stop > visit.matches.start)
        self.winners.update((visit.submitter.name, visit.schedd) for visit in won)


class _MayMatchAfterAll(Exception):
    """A pass was left out, and a later one might serve the same submitters: whom it would visit is not known."""


_DICE: Final = frozenset({"random"})


def _may_leave_out(prepared: Prepared, observer: CycleObserver) -> bool:
    """Whether passes without a match make no difference to others: dice are thrown, and factors read, in order."""
    throws_dice = prepared.matching.relevant.all.called(_DICE)
    return foretells(prepared, observer) and not throws_dice and not prepared.matching.asks_in_order


def _serve(
    prepared: Prepared,
    submitters: list[Submitter],
    terms: PassTerms,
    course: _Recorded,
    observer: CycleObserver,
    *,
    is_last: bool,
) -> list[Submitter]:
    """A pass for those below their floor, then one for everybody; returns the submitters that are left.

    `is_last`: the round has no other pass for them.
    """
    if course.left_out is not None:
        left_out, matches = course.left_out, len(prepared.state.matches)
        # One that has left the list at a schedd may be in it for another.
        pairs = {(submitter.name, submitter.schedd_name) for submitter in submitters}
        if all(left_out.get(pair) == matches for pair in pairs):
            return submitters
        # The last visit of a submitter says whether its schedd considers it satisfied. With preemption the pass would
        # visit them all, and leave none of them satisfied.
        visits_all = prepared.settings.consider_preemption or pairs.isdisjoint(course.winners)
        if visits_all and can_match_nothing(prepared, terms, submitters):
            left_out |= dict.fromkeys(pairs, matches)
            return submitters
        if is_last and has_no_room(prepared, terms):
            left_out |= dict.fromkeys(pairs)
            course.served = True
            return submitters
        if not pairs.isdisjoint(left_out):
            raise _MayMatchAfterAll
    course.served = True
    accounts = prepared.state.accounts
    below = [
        submitter for submitter in submitters if 0 < accounts.floor(submitter.name) > accounts.usage(submitter.name)
    ]
    # A copy of the list (`findBelowFloorSubmitters`): a submitter that the floor pass satisfies or drops still takes
    # part in the normal pass.
    if below:
        _, visits = negotiate_pass(prepared, replace(terms, kind=PassKind.FLOOR), below, observer)
        course.note(visits)
    left, visits = negotiate_pass(prepared, terms, submitters, observer)
    course.note(visits)
    return left


def _negotiate_all(prepared: Prepared, scenario: ScenarioData, observer: CycleObserver, course: _Recorded) -> None:
    """Without groups all submitters share one pie."""
    terms = PassTerms(PassKind.NORMAL, None, None, None, INT_MAX, lambda name: Requester(name, ROOT, False, None))
    _serve(prepared, prepared.submitters, terms, course, observer, is_last=True)


def _negotiate_groups(prepared: Prepared, scenario: ScenarioData, observer: CycleObserver, course: _Recorded) -> None:
    """Group by group, in rounds (`GroupEntry::hgq_negotiate_with_all_groups`)."""
    tree, settings, submitters = prepared.tree, prepared.quota_settings, prepared.submitters
    demand = demand_of(submitters, tree, settings)
    lists = [
        [submitters[place] for place in places]
        for places in members(tree, [submitter.name for submitter in submitters])
    ]
    groups, accounts, given = tree.groups, prepared.state.accounts, prepared.state.matches
    names = [group.name for group in groups]

    # Usage changes with matches only, so their number stands for it. Most turns of later rounds match nothing, and a
    # sum over all groups in each of them would make a round quadratic in the number of groups.
    @lru_cache(maxsize=1)
    def usage_after(matches: int) -> tuple[float, ...]:
        """The weight that each group itself has in use after so many matches, by number of the group."""
        return accounts.usages(names)

    usage_before = usage_after(len(given))
    start: RoundStart | None = first_round(tree, prepared.quotas, demand, usage_before)
    served_before = scenario.groups_served_at or {}
    served_at = tuple(served_before.get(group.name, 0.0) for group in tree.groups)
    idle_rounds = 0
    while start is not None:
        matches, listed = len(given), sum(map(len, lists))
        opened = open_round(start, settings, prepared.state.evaluator, served_at, prepared.matching.sort_keys)
        allocation = opened.allocation
        figures = zip(groups, start.requested, allocation.allocated, allocation.unmet, strict=True)
        course.rounds.append(Round(start.number, tuple(GroupRound(group.name, *row) for group, *row in figures)))
        course.dealt = course.dealt or any(allocation.dealt)
        observer.opened(opened)
        for growth in passes(opened):
            is_last = growth >= opened.largest_growth and not tree.root.autoregroup
            for number in opened.order:
                # Usage as it is now: in the root's pass with autoregroup, members of other groups win slots for which
                # those groups are charged.
                limit = group_limit(opened, growth, number, usage_after(len(given)), bool(lists[number]))
                observer.group(opened, number, limit)
                if isinstance(limit, Skip):
                    continue
                name = groups[number].name
                course.passes.append(Pass(start.number, name, limit.limit, PassKind.NORMAL))
                terms = PassTerms(
                    kind=PassKind.NORMAL,
                    round=start.number,
                    group=name,
                    limited_group=None if limit.everybody else name,
                    quota=limit.limit,
                    requester=partial(_requester, opened, name),
                )
                # Submitters that were satisfied or dropped stay out in all later rounds of this group. With autoregroup
                # they are in the root's list as well, which is another one.
                lists[number] = _serve(prepared, lists[number], terms, course, observer, is_last=is_last)
        ended = end_round(opened, usage_after(len(given)))
        following = ended.following
        if following is not None:
            same = replace(following, number=start.number) == start
            changed = not same or len(given) > matches or sum(map(len, lists)) < listed
            idle_rounds = 0 if changed else idle_rounds + 1
            if idle_rounds > 1 and start.number >= _ROUNDS_SHOWN:
                course.repeated_rounds = settings.max_rounds - start.number
                break
        start = following
    served_at = served_times(opened, ended, served_at, scenario.now)
    course.groups = _group_outcomes(opened, demand, usage_before, served_at)


def _requester(opened: AllocationRound, group: str, name: str) -> Requester:
    tree = opened.start.tree
    quota = opened.quotas.effective[tree.assigned(name).number]
    return Requester(name, group, group == ROOT and tree.root.autoregroup, quota)


def _group_outcomes(
    last: AllocationRound, demand: tuple[float, ...], usage: tuple[float, ...], served_at: tuple[float, ...]
) -> tuple[GroupOutcome, ...]:
    """Every group after the last round, with demand and usage from before the cycle."""
    tree = last.start.tree
    return tuple(
        GroupOutcome(
            name=group.name,
            parent=None if group.parent is None else tree.groups[group.parent].name,
            configured_quota=group.configured,
            static=group.static,
            accepts_surplus=group.accepts_surplus,
            autoregroup=group.autoregroup,
            effective_quota=last.quotas.effective[group.number],
            subtree_quota=last.quotas.subtree[group.number],
            requested=demand[group.number],
            usage=usage[group.number],
            allocated=last.allocation.allocated[group.number],
            sort_key=last.keys[group.number],
            served_at=served_at[group.number],
        )
        for group in tree.groups
    )
