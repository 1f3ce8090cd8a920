"""Why a submitter gains or loses by a plan: the chain of differing figures in the records of the two cycles.

No decision is made again here. One figure leads to another only where the negotiator computes the second from the
first: quotas to group limits, priorities to shares, shares to submitter limits, and a limit to matches only if it ended
the last visit in the cycle with fewer matches. Otherwise the explanation is who has the slots instead."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum

from msgspec import Struct

from userprio.analysis.plan.difference import CycleFigures, Difference, Figure, GroupDifference, SubmitterDifference
from userprio.base import percent
from userprio.ledger import Change, value_of
from userprio.negotiation import Because, Match, PassKind, Visit, VisitOutcome


class CausalQuantity(StrEnum):
    """A figure in the chain; of the group or other submitter in `CausalStep.of`, or else of the submitter itself."""

    POOL_WEIGHT = "pool weight"
    CONFIGURED_QUOTA = "configured quota"
    EFFECTIVE_QUOTA = "effective quota"
    DEMAND = "demand"
    SURPLUS = "surplus"
    """Allocated to a group beyond what it requests of its own quota."""
    GROUP_LIMIT = "group limit"
    GROUP_IN_USE = "group in use"
    FACTOR = "factor"
    REAL_PRIORITY = "real priority"
    FLOOR = "floor"
    CEILING = "ceiling"
    EFFECTIVE_PRIORITY = "effective priority"
    SHARE = "share"
    LIMIT = "limit"
    IDLE_JOBS = "idle jobs"
    IN_USE = "in use"
    STOPPED = "stopped"
    """Why its last visit that left idle jobs ended, in the negotiator's words."""
    SLOTS = "slots"
    """How many of the slots in question `of` has; without `of`, how many do not exist."""
    TAKES_FROM = "matches that preempt"
    """How many slots it takes from `of`; None: from unknown users."""
    TAKEN_BY = "matches that preempt it"
    """How many slots `of` takes from it."""
    HELD_GONE = "slots in use that are gone"
    MATCHES = "matches"
    WON = "weight of matches"
    JOBS = "jobs to start"
    HOLDS = "holds"


class CausalStep(Struct, frozen=True):
    """A figure before and after; None on a side where it does not exist."""

    what: CausalQuantity
    before: float | str | None
    after: float | str | None
    of: str | None = None


JointSteps = tuple[CausalStep, ...]
"""Steps that have their effect together."""


class CausalChain(Struct, frozen=True):
    """One chain of reasons why a submitter holds more or less."""

    causes: tuple[tuple[JointSteps, ...], ...]
    """Chains of steps that act together, each starting at a change or as far back as the records go."""
    effects: tuple[JointSteps, ...]
    """The steps that all the causes lead to."""


class Why(Struct, frozen=True):
    """The reasons for the gain or loss of one submitter."""

    submitter: str
    chains: tuple[CausalChain, ...]
    """At most one each for what it has in use, what it wins and what is taken from it, in this order."""
    holds: CausalStep | None
    """The overall result; None if it holds as much as before."""


_MOST_RELATED = 2
_MOST_TAKERS = 3
_BOUND = (VisitOutcome.LIMIT, VisitOutcome.CEILING, VisitOutcome.SHARE_TOO_SMALL, VisitOutcome.PIE_TOO_SMALL)


def whys(
    before: CycleFigures, after: CycleFigures, differences: Difference, edits: Iterable[Change], knobs: Iterable[str]
) -> tuple[Why, ...]:
    """The reasons for each gain and loss, gains first; `edits` change ledger records, `knobs` are those that differ."""
    case = _Case(before, after, differences, list(edits), any(knob.upper() in _PREEMPTION for knob in knobs))
    gains = {shift.submitter: shift.gain > (0, 0) for shift in (*differences.gains, *differences.losses)}
    submitters = {submitter.name: submitter for submitter in differences.submitters}
    return tuple(case.why(submitters[name], gains=up) for name, up in gains.items())


class _Case:
    """The two cycles and everything that differs between them."""

    def __init__(
        self, before: CycleFigures, after: CycleFigures, differences: Difference, edits: Sequence[Change], policy: bool
    ) -> None:
        self._before, self._after, self._difference, self._edits = before, after, differences, edits
        self._policy = policy
        """Whether the preemption policy differs, so that preemptions need not be due to priorities."""
        self._groups = {group.name: group for group in differences.groups}
        self._slots_won = tuple(_slots_by_submitter(side.outcome.matches) for side in (before, after))

    def why(self, submitter: SubmitterDifference, *, gains: bool) -> Why:
        """The reasons for the submitter's gain or loss."""
        chains = []
        in_use = Figure(self._before.in_use.get(submitter.name, 0.0), self._after.in_use.get(submitter.name, 0.0))
        if in_use.differs:
            gone = [slot for slot, holder in self._before.holders.items() if holder == submitter.name]
            count = sum(slot not in self._after.holders for slot in gone)
            causes = [(CausalStep(CausalQuantity.HELD_GONE, 0, count),)] if count else []
            chains.append(_chain([causes], [(_step(CausalQuantity.IN_USE, in_use),)]))
        if submitter.matches.differs or submitter.won.differs or submitter.jobs.differs:
            chains.append(self._wins(submitter, self._before if gains else self._after, gains=gains))
        if by := self._preempting(lambda match: match.preempts == submitter.name, CausalQuantity.TAKEN_BY):
            chains.append(_chain([self._rivals(submitter, by)], [by]))
        holds = _step(CausalQuantity.HOLDS, submitter.holds) if submitter.holds.differs else None
        return Why(submitter.name, tuple(chains), holds)

    def _wins(self, submitter: SubmitterDifference, poor: CycleFigures, *, gains: bool) -> CausalChain:
        """Why it wins more or less; `poor` is the cycle in which it has less."""
        causes: list[list[JointSteps]] = []
        effects: list[JointSteps] = []
        last = _held_back(poor, submitter.name)
        idle = Figure(_idle(self._before, submitter.name), _idle(self._after, submitter.name))
        # A submitter that is never visited was held back by its group, or by a pie of nothing: limits, not slots.
        never = any(unvisited.submitter == submitter.name for unvisited in poor.outcome.unvisited)
        # The visit was ended by a limit, rather than by a lack of slots for its requests.
        bound = last and (last.outcome in _BOUND or (last.refused or "").startswith("submitter limit"))
        if never or bound:
            causes += [self._group(submitter.group, poor), self._own(submitter, last)]
            effects += self._limit(submitter.name)
        elif last is None and idle.differs:
            causes.append([(_step(CausalQuantity.IDLE_JOBS, idle),)])
        else:
            causes.append(self._slots(submitter.name, gains=gains))
        preempts = self._preempting(lambda match: match.submitter == submitter.name, CausalQuantity.TAKES_FROM)
        if preempts:
            causes.append(self._rivals(submitter, preempts))
        won = [_step(CausalQuantity.MATCHES, submitter.matches)] if submitter.matches.differs else []
        if submitter.won.differs and not won:
            won.append(_step(CausalQuantity.WON, submitter.won))
        if submitter.jobs.differs and submitter.jobs.by != submitter.matches.by:
            won.append(_step(CausalQuantity.JOBS, submitter.jobs))
        won += preempts
        summaries = (side.summary.get(submitter.name) for side in (self._before, self._after))
        stopped = [None if summary is None else summary.reason for summary in summaries]
        # Only where nothing better is known: how a visit ended is a symptom.
        if not any(causes) and not effects and stopped[0] != stopped[1]:
            won.append(CausalStep(CausalQuantity.STOPPED, *stopped))
        return _chain(causes, [*effects, tuple(won)])

    def _group(self, name: str, poor: CycleFigures) -> list[JointSteps]:
        """The steps from quotas to the group's limit; none if the limit stays."""
        if (group := self._groups.get(name)) is None or not group.limit.differs:
            return []
        steps: list[JointSteps] = []
        quota, configured = group.effective_quota, group.configured_quota
        # Its own configured quota explains all that follows; only otherwise it is worth looking around it.
        if configured.differs:
            steps.append((self._configured(name),))
        elif quota.differs or group.subtree_quota.differs:
            steps.append(self._related(name))
        if quota.differs and quota != configured:
            steps.append((_step(CausalQuantity.EFFECTIVE_QUOTA, quota, name),))
        more = [_step(CausalQuantity.DEMAND, group.requested, name)] if group.requested.differs else []
        surplus = Figure(_surplus(group, after=False), _surplus(group, after=True))
        if surplus.differs and not quota.differs:
            more.append(_step(CausalQuantity.SURPLUS, surplus, name))
        if more:
            steps.append(tuple(more))
        steps.append((_step(CausalQuantity.GROUP_LIMIT, group.limit, name), *self._used_up(group, poor)))
        return [step for step in steps if step]

    def _used_up(self, group: GroupDifference, poor: CycleFigures) -> list[CausalStep]:
        """The group's use, if that filled its limit from the start in the cycle `poor`."""
        limit = group.limit.before if poor is self._before else group.limit.after
        in_use = group.in_use.before if poor is self._before else group.in_use.after
        if not limit or in_use is None or in_use < limit:
            return []
        return [_step(CausalQuantity.GROUP_IN_USE, group.in_use, group.name)]

    def _configured(self, name: str) -> CausalStep:
        """A group's configured quota: a weight, or for a dynamic quota a percentage, as text."""
        before, after = (
            None if group is None else group.configured_quota if group.static else percent(group.configured_quota)
            for group in (self._before.groups.get(name), self._after.groups.get(name))
        )
        return CausalStep(CausalQuantity.CONFIGURED_QUOTA, before, after, name)

    def _related(self, name: str) -> JointSteps:
        """Changed configured quotas that affect a group's: its own, its ancestors', and their children's."""
        groups = {**self._before.groups, **self._after.groups}
        line, at = [name], groups.get(name)
        while at is not None and at.parent is not None:
            line.append(at.parent)
            at = groups.get(at.parent)
        related = [
            self._configured(other.name)
            for other in self._difference.groups
            if other.configured_quota.differs
            and (other.name in line or (other.name in groups and groups[other.name].parent in line))
        ]
        weight = self._difference.pool.weight
        return (*related[:_MOST_RELATED], *([_step(CausalQuantity.POOL_WEIGHT, weight)] if weight.differs else []))

    def _own(self, submitter: SubmitterDifference, last: Visit | None) -> list[JointSteps]:
        """The steps from its own settings, or those of others, to its share; `last` is the visit that a limit ended."""
        counting = [CausalQuantity.FACTOR, CausalQuantity.REAL_PRIORITY] if submitter.share.differs else []
        counting += [CausalQuantity.CEILING] if last is not None and last.outcome is VisitOutcome.CEILING else []
        visits = (visit for side in (self._before, self._after) for visit in side.visits.get(submitter.name, ()))
        counting += [CausalQuantity.FLOOR] if any(visit.kind is PassKind.FLOOR for visit in visits) else []
        settings = self._settings(submitter, *counting)
        steps = [settings]
        if submitter.share.differs:
            if not submitter.effective_priority.differs:
                steps.append(self._others(submitter))
            elif not settings:
                steps.append((_step(CausalQuantity.EFFECTIVE_PRIORITY, submitter.effective_priority),))
            steps.append((_step(CausalQuantity.SHARE, submitter.share),))
        return [step for step in steps if step]

    def _settings(self, submitter: SubmitterDifference, *counting: CausalQuantity) -> JointSteps:
        """Its own changed settings among the `counting` ones."""
        settings = [
            CausalStep(what, _number(change.before), _number(change.after))
            for change in self._edits
            if change.name == submitter.name and (what := _SETTINGS.get(change.attribute)) is not None
        ]
        if submitter.factor.differs and not any(link.what is CausalQuantity.FACTOR for link in settings):
            settings.append(_step(CausalQuantity.FACTOR, submitter.factor))
        return tuple(link for link in settings if link.what in counting)

    def _others(self, submitter: SubmitterDifference) -> JointSteps:
        """Others in its pie whose priorities changed."""
        pie = [
            _step(CausalQuantity.EFFECTIVE_PRIORITY, other.effective_priority, other.name)
            for other in self._difference.submitters
            if other.name != submitter.name and other.group == submitter.group and other.effective_priority.differs
        ]
        return tuple(pie[:_MOST_RELATED])

    def _limit(self, name: str) -> list[JointSteps]:
        """Its limit in the first visit where that differs."""
        visits = [
            {(visit.round, visit.kind, visit.spin, visit.schedd): visit for visit in side.visits.get(name, ())}
            for side in (self._before, self._after)
        ]
        figures = (Figure(visit.limit, visits[1][key].limit) for key, visit in visits[0].items() if key in visits[1])
        differing = next((figure for figure in figures if figure.differs), None)
        return [(_step(CausalQuantity.LIMIT, differing),)] if differing else []

    def _slots(self, name: str, *, gains: bool) -> list[JointSteps]:
        """Who holds, in the cycle in which it has fewer slots, those that it has only in the other one."""
        fewer, more = self._slots_won if gains else self._slots_won[::-1]
        cycle = self._before if gains else self._after
        # Slots by name, not by number: two may win as many as before, but each other's.
        missing = more[name] - fewer[name]
        gained = {other: (slots - more[other]) & missing for other, slots in fewer.items()}
        takers = Counter[str | None]({other: slots.total() for other, slots in gained.items()})
        takers[None] = sum(count for slot, count in missing.items() if slot not in cycle.holders)
        takers.pop(name, None)
        holders = [
            CausalStep(CausalQuantity.SLOTS, *((count, 0) if gains else (0, count)), taker)
            for taker, count in takers.most_common(_MOST_TAKERS)
            if count
        ]
        first = next((link.of for link in holders if link.of is not None), None)
        order = () if first is None else self._overtaken(name, first)
        return [step for step in (order, tuple(holders)) if step]

    def _overtaken(self, name: str, other: str) -> JointSteps:
        """The two effective priorities, if their order is reversed between the cycles."""
        visits = [(side.own_turn(name), side.own_turn(other)) for side in (self._before, self._after)]
        pairs = [(own.priority, rival.priority) for own, rival in visits if own is not None and rival is not None]
        same = all(own.group == rival.group for own, rival in visits if own is not None and rival is not None)
        # In different groups, quotas decide who comes first, whatever the priorities.
        if len(pairs) < 2 or not same or (pairs[0][0] < pairs[0][1]) == (pairs[1][0] < pairs[1][1]):
            return ()
        (own, rival), (own_after, rival_after) = pairs
        about = CausalQuantity.EFFECTIVE_PRIORITY
        return CausalStep(about, own, own_after), CausalStep(about, rival, rival_after, other)

    def _preempting(self, counts: Callable[[Match], bool], what: CausalQuantity) -> JointSteps:
        """How many preempting matches there are, by the other party: winner or victim."""
        sides = [Counter[str | None](), Counter[str | None]()]
        for counter, side in zip(sides, (self._before, self._after), strict=True):
            matches = (match for match in side.outcome.matches if match.because is not Because.FREE and counts(match))
            winners = what is CausalQuantity.TAKEN_BY
            counter.update(match.submitter if winners else match.preempts for match in matches)
        names = sorted({*sides[0], *sides[1]}, key=lambda name: (-abs(sides[1][name] - sides[0][name]), name or ""))
        differing = (CausalStep(what, sides[0][name], sides[1][name], name) for name in names)
        return tuple([step for step in differing if step.before != step.after][:_MOST_TAKERS])

    def _rivals(self, submitter: SubmitterDifference, taken: JointSteps) -> list[JointSteps]:
        """The changed priorities of winner and victims, if PREEMPTION_REQUIREMENTS held the winner back."""
        winner = submitter.name if taken[0].what is CausalQuantity.TAKES_FROM else taken[0].of
        poor = self._before if _value(taken[0].before) < _value(taken[0].after) else self._after
        last = None if winner is None else _held_back(poor, winner)
        # If the policy itself changed, priorities need not have: naming them would be a guess.
        if self._policy or last is None or not (last.refused or "").startswith("PREEMPTION_REQUIREMENTS"):
            return []
        steps = [self._settings(submitter, CausalQuantity.FACTOR, CausalQuantity.REAL_PRIORITY)]
        others = {link.of: link.of for link in taken} | {submitter.name: None}
        if steps[0]:
            del others[submitter.name]
        priorities = [
            _step(CausalQuantity.EFFECTIVE_PRIORITY, other.effective_priority, others[other.name])
            for other in self._difference.submitters
            if other.effective_priority.differs and other.name in others
        ]
        return [step for step in (*steps, tuple(priorities[:_MOST_TAKERS])) if step]


_PREEMPTION = ("PREEMPTION_REQUIREMENTS", "NEGOTIATOR_CONSIDER_PREEMPTION", "PREEMPTION_RANK")
_SETTINGS = {
    "PriorityFactor": CausalQuantity.FACTOR,
    "Priority": CausalQuantity.REAL_PRIORITY,
    "Floor": CausalQuantity.FLOOR,
    "Ceiling": CausalQuantity.CEILING,
}


def _chain(causes: Iterable[Sequence[JointSteps]], effects: Iterable[JointSteps]) -> CausalChain:
    return CausalChain(tuple(tuple(cause) for cause in causes if cause), tuple(effects))


def _step(what: CausalQuantity, figure: Figure, of: str | None = None) -> CausalStep:
    return CausalStep(what, figure.before, figure.after, of)


def _slots_by_submitter(matches: Iterable[Match]) -> defaultdict[str, Counter[str]]:
    by_submitter: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for match in matches:
        by_submitter[match.submitter][match.slot] += 1
    return by_submitter


def _number(text: str | None) -> float | None:
    value = None if text is None else value_of(text)
    return float(value) if isinstance(value, int | float) else None


def _value(figure: float | str | None) -> float:
    return float(figure) if isinstance(figure, int | float) else 0.0


def _surplus(group: GroupDifference, *, after: bool) -> float | None:
    """Weight allocated to a group beyond what it requests of its own quota."""
    figures = group.allocated, group.requested, group.effective_quota
    allocated, requested, quota = (figure.after if after else figure.before for figure in figures)
    if allocated is None or requested is None or quota is None:
        return None
    return max(allocated - min(requested, quota), 0.0)


def _idle(cycle: CycleFigures, name: str) -> float | None:
    """Idle jobs at the start of the cycle; None if the submitter does not occur in it."""
    at_first: dict[str, int] = {}
    for visit in cycle.visits.get(name, ()):
        at_first.setdefault(visit.schedd, visit.idle_jobs)
    never = [unvisited.idle_jobs for unvisited in cycle.outcome.unvisited if unvisited.submitter == name]
    return float(sum(at_first.values()) + sum(never)) if at_first or never else None


def _held_back(cycle: CycleFigures, name: str) -> Visit | None:
    """The last visit that left idle jobs."""
    return next((visit for visit in reversed(cycle.visits.get(name, [])) if visit.left > 0), None)
