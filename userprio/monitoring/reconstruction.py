"""The pool as a cycle found it: a snapshot taken before, corrected by its log and by the pool after the cycle.

Between snapshot and cycle jobs end and come, and commands change accounts. What was set is in the log. Of the pool it
has the number of slots, their weight, and what groups use and ask for, and an ad of after the cycle says since when
its slot or job has been so: of the states that are possible, those are taken that add up to what the log has.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, pairwise, product, zip_longest
from operator import add, sub
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.accounting import Edit, EditAction, EditError, plan_edit
from userprio.classad import Ad, Evaluator, Expr, Value, number_of, satisfies
from userprio.monitoring.ads import (
    EVALUATOR,
    SHARED,
    JobKey,
    Jobs,
    Slots,
    amounts,
    cluster_of,
    holder,
    integer,
    jobs_of,
    status,
    status_since,
    submitter_key,
    text,
    weight,
    whole_of,
)
from userprio.monitoring.decisions import LoggedDecisions, LoggedGroup, LoggedMatch
from userprio.monitoring.negotiator_log import LoggedCycle
from userprio.negotiation import Outcome
from userprio.negotiation.schedd import IDLE
from userprio.pool import NegotiatorSettings, Pool, ScenarioData, fetched_submitters, priority_rules

_DIGITS: Final = 2e-5
"""The log writes six digits."""
_MOST_WAYS: Final = 4_096
_MOST_SUMS: Final = 100_000
"""Sums that are formed at most: where many slots changed only the likeliest ways are followed, about a second."""
_MOST_ALIKE: Final = 4
"""Ways to the same sums that are tried."""
_MOST_WAYS_OF_PARTS: Final = 64
_FREE: Final[Mapping[str, Value | None]] = {
    "State": "Unclaimed", "Activity": "Idle", "CurrentRank": 0.0, "RemoteUser": None, "RemoteOwner": None,
    "AccountingGroup": None, "RemoteGroup": None, "RemoteNegotiatingGroup": None, "JobId": None, "GlobalJobId": None,
    "ConcurrencyLimits": None, "TotalJobRunTime": None, "JobStart": None, "PreemptingUser": None,
    "PreemptingOwner": None, "PreemptingAccountingGroup": None, "PreemptingConcurrencyLimits": None,
}  # fmt: skip
"""What a slot says that nobody has."""

_ACTIONS: Final = {
    "priority factor": EditAction.SET_FACTOR,
    "priority": EditAction.SET_PRIORITY,
    "ceiling": EditAction.SET_CEILING,
    "floor": EditAction.SET_FLOOR,
}
SET: Final = re.compile(rf"Setting the ({'|'.join(_ACTIONS)}) of (\S+) to (-?[\d.]+)$")


def near(first: float, second: float) -> bool:
    """Whether two numbers are equal as far as the log writes them."""
    return abs(first - second) <= _DIGITS * max(abs(first), abs(second), 1.0)


def with_commands(scenario: ScenarioData, cycle: LoggedCycle) -> ScenarioData:
    """The scenario with what commands have set since the cycle before, which a ledger may lack."""
    rules, group_of = priority_rules(scenario.config)
    ledger = scenario.ledger
    for change in cycle.changes_before:
        if matched := SET.match(change.message):
            action, value = _ACTIONS[matched[1]], float(matched[3])
            whole = action in (EditAction.SET_CEILING, EditAction.SET_FLOOR)
            edit = Edit(action, (matched[2],), int(value) if whole else value)
            try:
                plan = plan_edit(edit, ledger, scenario.now, rules, group_of, create=True)
            except EditError:
                continue
            ledger = ledger.replay(plan.records)
    return scenario if ledger is scenario.ledger else replace(scenario, ledger=ledger)


class Reconstruction(Struct, frozen=True):
    """A pool as a cycle found it."""

    scenario: ScenarioData
    slots_known: bool = False
    """Its slots add up to what the log has: their number, their weight and what groups use.

    They may do so only by another configuration than that of the scenario, which the cycle then did not have.
    """
    slots_untried: int = 0
    """How many slots may as well have been otherwise than in any of the states that are tried."""
    slot_number_known: bool = False
    """So many slots were there, whichever of their states the cycle found."""
    submitters_known: bool = False
    """It has as many ads of submitters as the cycle."""
    submitter_number_known: bool = False
    """So many ads of submitters have jobs, whichever of theirs the cycle read."""
    uncertain: frozenset[str] | None = None
    """The submitters of whose ads it is not known for certain what the cycle read; None: it is known of none."""

    @property
    def known(self) -> bool:
        """Whether it is that of the cycle, as far as the log tells."""
        return self.slots_known and self.submitters_known


def as_found(
    scenario: ScenarioData, cycle: LoggedCycle, decisions: LoggedDecisions, after: Pool
) -> Iterator[Reconstruction]:
    """The scenario with slots, submitters and jobs as the cycle found them, as far as that is known.

    Several states of slots may add up, of which these are the likeliest. Where parts of a partitionable slot went, it
    may have said so of itself already or not. Visits have the name of their schedd here.
    """
    before, ways = scenario.pool, [_slots(scenario, cycle, decisions, after, newer=newer) for newer in (False, True)]
    untried = len({name for name, _ in ways[0].untried & ways[1].untried})
    visits = [visit for visit in decisions.visits if visit.requests]
    asked: dict[JobKey, int] = {}
    for visit in visits:
        for request, jobs in visit.requests:
            asked.setdefault((visit.schedd, request), jobs)
    visited = {(visit.submitter, visit.schedd) for visit in visits}
    submitters, number_known = _submitters(before, after, cycle, visited)
    pool = replace(
        before,
        submitters=submitters,
        jobs=tuple(_jobs(before, after, cycle, asked)),
        pending=(),
        assumed_claims=(),
    )
    taking_part, _ = fetched_submitters(pool.submitters, NegotiatorSettings.of(scenario), Evaluator(scenario.now))
    # One of each kind comes first.
    for slots in dict.fromkeys(chain.from_iterable(zip_longest(*(way.states for way in ways)))):
        if slots is not None:
            yield Reconstruction(
                replace(scenario, pool=replace(pool, slots=slots)),
                slots_known=any(way.add_up and slots in way.states for way in ways),
                slots_untried=untried,
                slot_number_known=ways[0].number_known,
                submitters_known=len(taking_part) == cycle.submitters,
                submitter_number_known=number_known,
                uncertain=_uncertain(before, after, cycle),
            )


# -- slots -------------------------------------------------------------------------------------------------------------


class _Ways(Struct, frozen=True):
    """Ways in which slots may have been."""

    states: tuple[tuple[Ad, ...], ...]
    """Likeliest first."""
    add_up: bool
    """To what the log has."""
    number_known: bool
    """Each slot is in all of its possible states, or in none."""
    untried: frozenset[tuple[str, object]]
    """Slots, each with another state in which it may have been, that adds as much and is in none of the ways."""


def _slots(
    scenario: ScenarioData, cycle: LoggedCycle, decisions: LoggedDecisions, after: Pool, *, newer: bool
) -> _Ways:
    """Ways in which slots may have been; whether what a partitionable one says of itself is newer is assumed."""
    then, later = Slots(scenario.pool.slots), Slots(after.slots)
    given = {match.slot.lower(): match for visit in reversed(decisions.visits) for match in reversed(visit.matches)}
    possible = {
        name: _possible(then, later, name, cycle.started, given.get(name), newer=newer) for name in _names(then, later)
    }
    known = {} if cycle.slots is None else {"slots": float(cycle.slots)}
    if decisions.weight is not None:
        known["weight"] = decisions.weight
    known |= {group.name: group.claimed for group in decisions.groups}
    configured = NegotiatorSettings.of(scenario).slot_constraint
    chosen, fits, worth = _adding_up(possible.values(), known, _worth(scenario, decisions, known, configured))
    if not fits and configured is not None:
        # They may add up only as a negotiator sees them that has no such constraint.
        all_slots = _adding_up(possible.values(), known, _worth(scenario, decisions, known, None))
        chosen, fits, worth = all_slots if all_slots[1] else (chosen, fits, worth)
    states = [tuple(ad for ad in way if ad is not None) for way in chosen]
    sound = [state for state in states if _leaves_the_rest(state, then, later)]
    number_known = all(None not in ads or len(ads) == 1 for ads in possible.values())
    return _Ways(
        tuple(sound or states), fits, number_known, _untried(possible, chosen, worth) | _unseen(then, cycle.started)
    )


def _names(then: Slots, later: Slots) -> list[str]:
    """The slots of both snapshots, in the order of the later one."""
    order = list(later.ads)
    for previous, name in pairwise(("", *then.ads)):
        if name not in later.ads:
            order.insert(order.index(previous) + 1 if previous else 0, name)
    return order


def _untried(
    possible: Mapping[str, Sequence[Ad | None]], chosen: Sequence[Sequence[Ad | None]], worth: "_Worth"
) -> frozenset[tuple[str, object]]:
    """States of slots, besides those in any way that was chosen, that would have added up as well."""

    def state(ad: Ad | None) -> object:
        return ad and (holder(ad), amounts(ad))

    untried: set[tuple[str, object]] = set()
    for (name, states), *tried in zip(possible.items(), *chosen, strict=True):
        if len(states) > 1:
            as_much, same = set(map(worth, tried)), set(map(state, tried))
            untried |= {(name, state(ad)) for ad in states if worth(ad) in as_much and state(ad) not in same}
    return frozenset(untried)


def _unseen(then: Slots, began: int) -> frozenset[tuple[str, object]]:
    """Slots that a snapshot which took long read when the cycle had begun: no ad tells what they were before."""
    return frozenset(
        (name, None)
        for name, ad in then.ads.items()
        if integer(ad, "EnteredCurrentState") >= began
        or (integer(ad, "PartitionableSlot") and integer(ad, "LastHeardFrom") >= began)
    )


def _leaves_the_rest(state: tuple[Ad, ...], then: Slots, later: Slots) -> bool:
    """Whether each partitionable slot is as in one of the snapshots, or has what its parts leave of it."""
    slots = Slots(state)
    wholes = ((name, ad) for name, ad in slots.ads.items() if integer(ad, "PartitionableSlot"))
    return all(
        any(ad is known.ads.get(name) for known in (then, later)) or slots.total(name) == later.total(name)
        for name, ad in wholes
    )


def _possible(
    then: Slots, later: Slots, name: str, began: int, given: LoggedMatch | None, *, newer: bool
) -> list[Ad | None]:
    """The ads of a slot that the collector may have had when the cycle began, likeliest first; None: it had none."""
    before, after = then.ads.get(name), later.ads.get(name)
    if after is None:
        return [None, before]
    heard, entered = integer(after, "LastHeardFrom"), integer(after, "EnteredCurrentState")
    if before is None:
        if entered < began:
            return [after] if heard < began else [after, None]
        return [None] if whole_of(name) else [after.replace(_FREE), None]
    updates = integer(after, "UpdateSequenceNumber") - integer(before, "UpdateSequenceNumber")
    if heard < began or updates == 0:
        return [after]
    if integer(after, "PartitionableSlot"):
        # A snapshot that took long has it as it was when the cycle had begun.
        late = then.parts_since(name, began)
        if updates == 1 and heard > began and not late:
            return [before]
        wholes = [*(_wholes(then, name, began) if late else ()), *_wholes(later, name, began)]
        # Those with as much left are the same.
        distinct: dict[tuple[int, ...], Ad] = {}
        for ad in (*wholes, before, after) if newer else (before, after, *wholes):
            distinct.setdefault(amounts(ad), ad)
        return [*distinct.values()]
    states: list[Ad | None] = [before]
    if updates == 1:
        states += [] if heard > began else [after]
    elif entered < began:
        states.insert(0, after)
    if whole_of(name) and entered >= began:
        # It may be gone, and its name another's since.
        states.append(None)
    if given is None:
        return states
    was_free = given.preempts is None and given.charged is None
    fitting = [ad for ad in states if ad is not None and (not holder(ad)) == was_free]
    return [*fitting] or ([after.replace(_FREE)] if was_free else states)


def _wholes(slots: Slots, name: str, began: int) -> Iterator[Ad]:
    """A partitionable slot as it may have been before parts were taken from it since a time.

    Of a part nothing tells whether it was made anew or only has another user, nor what was there in its place.
    """
    ad = slots.ads[name]
    left = amounts(ad)
    ways = {left: None}
    for part in slots.parts_since(name, began):
        taken = amounts(part)
        ways |= {tuple(map(add, way, taken)): None for way in islice(tuple(ways), _MOST_WAYS_OF_PARTS)}
    # All that was taken is the likeliest.
    for way in reversed(ways):
        yield ad.replace({what: now for what, now, before in zip(SHARED, way, left, strict=True) if now != before})


_Sums = tuple[float, ...]
_Worth = Callable[[Ad | None], _Sums]


def _worth(
    scenario: ScenarioData, decisions: LoggedDecisions, known: Collection[str], constraint: Expr | None
) -> _Worth:
    """What a slot adds to each known figure: number and weight of all slots, and use of the group of its user."""
    _, group_of = priority_rules(scenario.config)

    def worth(ad: Ad | None) -> _Sums:
        adds: dict[str, float] = {}
        if ad is not None and satisfies(EVALUATOR, ad, constraint):
            # Without groups the log has no weights at all.
            amount = weight(ad) if decisions.weighted else 1.0
            adds = {"slots": 1.0, "weight": amount}
            if user := holder(ad):
                adds[group_of(user)] = amount
        return tuple(adds.get(what, 0.0) for what in known)

    return worth


class _Way(Struct, frozen=True):
    """States of slots, the last first."""

    before: "_Way | None"
    ad: Ad | None


def _adding_up(
    possible: Iterable[Sequence[Ad | None]], known: Mapping[str, float], worth: _Worth
) -> tuple[Sequence[tuple[Ad | None, ...]], bool, _Worth]:
    """The states of slots that add up to what is known or, if none do, come nearest to it; and whether they do.

    Of all ways to the same sums the first few are followed: most slots are alike, so that there are few sums.
    """
    choices: list[list[tuple[Ad | None, _Sums]]] = []
    for states in possible:
        # Of a slot that nobody has the likeliest that adds as much.
        distinct: dict[object, tuple[Ad | None, _Sums]] = {}
        for ad in states:
            distinct.setdefault(ad and (holder(ad), weight(ad), worth(ad)), (ad, worth(ad)))
        choices.append([*distinct.values()])
    certain = [adds for (_, adds), *others in choices if not others]
    sums = [sum(column) for column in zip(*certain, strict=True)] if certain else [0.0] * len(known)
    uncertain = sum(len(choice) for choice in choices if len(choice) > 1)
    most = max(1, min(_MOST_WAYS, _MOST_SUMS // max(uncertain, 1)))
    ways: dict[_Sums, list[_Way | None]] = {(0.0,) * len(known): [None]}
    for choice in choices:
        if len(choice) == 1:
            continue
        further: dict[_Sums, list[_Way | None]] = {}
        for (so_far, alike), (ad, adds) in product(islice(ways.items(), most), choice):
            kept = further.setdefault(tuple(round(value, 6) for value in map(add, so_far, adds)), [])
            kept += (_Way(way, ad) for way in alike[: _MOST_ALIKE - len(kept)])
        ways = further
    missing = [value - total for value, total in zip(known.values(), sums, strict=True)]
    nearest = min(ways, key=lambda so_far: sum(map(abs, map(sub, so_far, missing))))
    complete: list[tuple[Ad | None, ...]] = []
    for way in ways[nearest]:
        chosen: list[Ad | None] = []
        for (ad, _), *others in reversed(choices):
            if others:
                assert way is not None
                ad, way = way.ad, way.before
            chosen.append(ad)
        complete.append(tuple(reversed(chosen)))
    return complete, all(map(near, map(add, sums, nearest), known.values())), worth


# -- submitters and jobs -----------------------------------------------------------------------------------------------


def _submitters(
    before: Pool, after: Pool, cycle: LoggedCycle, visited: Collection[tuple[str, str]]
) -> tuple[tuple[Ad, ...], bool]:
    """The ads of submitters that the cycle read: as many as it counted, which are those with jobs.

    And whether it comes to so many whichever of them it read.
    """
    then, later = ({submitter_key(ad): ad for ad in pool.submitters} for pool in (before, after))
    possible: list[list[Ad | None]] = []
    for key in dict.fromkeys((*later, *then)):
        old, new = then.get(key), later.get(key)
        if new is not None and integer(new, "LastHeardFrom") < cycle.started:
            possible.append([new])
        else:
            # Asked for jobs are those that have some idle.
            idle = key in visited
            ads = [ad for ad in (old, new) if (ad is not None and integer(ad, "IdleJobs") > 0) == idle]
            possible.append(list(dict.fromkeys((*ads, old, new))))
    chosen = [ads[0] for ads in possible]
    missing = (cycle.submitters or 0) - sum(map(_takes_part, chosen))
    for place, ads in enumerate(possible):
        for ad in ads[1:]:
            change = _takes_part(ad) - _takes_part(chosen[place])
            if missing * change > 0:
                chosen[place], missing = ad, missing - change
    return tuple(ad for ad in chosen if ad is not None), all(len(set(map(_takes_part, ads))) == 1 for ads in possible)


def _takes_part(ad: Ad | None) -> bool:
    return ad is not None and any(integer(ad, name) > 0 for name in ("IdleJobs", "RunningJobs"))


def _uncertain(before: Pool, after: Pool, cycle: LoggedCycle) -> frozenset[str]:
    """The submitters with an ad that is neither the same in both nor came for the last time before the cycle began."""
    then, later = (
        {submitter_key(ad): integer(ad, "LastHeardFrom") for ad in pool.submitters} for pool in (before, after)
    )
    sure = {key for key, heard in later.items() if heard == then.get(key) or heard < cycle.started}
    return frozenset(name for name, _ in (then.keys() | later.keys()) - sure)


def _jobs(before: Pool, after: Pool, cycle: LoggedCycle, asked: Mapping[JobKey, int]) -> Iterator[Ad]:
    """The jobs, those that the log names waiting; `asked` has how many there are in the request that a job begins."""
    then, later, began = jobs_of(before.jobs), jobs_of(after.jobs), cycle.started
    found: dict[JobKey, Ad | None] = {}
    for key in dict.fromkeys((*then, *later)):
        old, new = then.get(key), later.get(key)
        if new is None:
            found[key] = _waiting(old) if old is not None and key in asked else None
        elif key not in asked and status_since(new) < began:
            found[key] = new
        elif old is not None and (key not in asked or status(old) == IDLE):
            found[key] = old
        elif key in asked or integer(new, "QDate") < began:
            found[key] = _waiting(new)
    # Of jobs that waited and are gone as many were there as requests lack otherwise.
    lacking = Counter[tuple[str, str]]()
    for (schedd, job), number in asked.items():
        lacking[schedd, cluster_of(job)] += number
    lacking.subtract((key[0], cluster_of(key[1])) for key, ad in found.items() if status(ad) == IDLE)
    for key, ad in found.items():
        place = key[0], cluster_of(key[1])
        if ad is None and status(then.get(key)) == IDLE and lacking[place] > 0:
            lacking[place] -= 1
            yield then[key]
        elif ad is not None:
            yield ad


def _waiting(ad: Ad) -> Ad:
    return ad.replace({"JobStatus": IDLE, "RemoteHost": None, "CurrentHosts": 0})


def with_demand(scenario: ScenarioData, outcome: Outcome, groups: Iterable[LoggedGroup]) -> ScenarioData:
    """The scenario with what each group asks for in the log; whose jobs they are makes no difference to its quota."""
    ours = {group.name: group.requested for group in outcome.groups}
    wanted = {
        group.name: group.requested - ours[group.name]
        for group in groups
        if group.name in ours and not near(group.requested, ours[group.name])
    }
    if not wanted:
        return scenario
    _, group_of = priority_rules(scenario.config)
    submitters = list(scenario.pool.submitters)

    def amount(ad: Ad, name: str) -> float:
        return number_of(EVALUATOR, ad, name) or 0

    # One that takes no part would, if it had jobs; and less is asked for by who asks for most.
    for place in sorted(range(len(submitters)), key=lambda place: -amount(submitters[place], "WeightedIdleJobs")):
        ad = submitters[place]
        group = group_of(text(ad, "Name"))
        if _takes_part(ad) and (more := wanted.pop(group, 0.0)):
            names = ("RunningJobs", "WeightedRunningJobs") if more > 0 else ("IdleJobs", "WeightedIdleJobs")
            # It still has jobs to be asked for.
            least = min(amount(ad, names[0]), 1)
            submitters[place] = ad.replace({name: max(amount(ad, name) + more, least) for name in names})
    return replace(scenario, pool=replace(scenario.pool, submitters=tuple(submitters)))


def without_doubtful(
    scenario: ScenarioData, suspects: Collection[JobKey], then: Jobs, later: Jobs, asked: Container[JobKey]
) -> ScenarioData:
    """The scenario without those of these jobs that the log does not name and that have changed since the snapshot.

    They had a claim already, or were gone: when they changed is known to the second only.
    """
    changed = {
        key
        for key in suspects
        if key in then and key not in asked
        if status(later.get(key)) != IDLE or status_since(later[key]) != status_since(then[key])
    }
    if not changed:
        return scenario
    rest = tuple(ad for key, ad in then.items() if key not in changed)
    return replace(scenario, pool=replace(scenario.pool, jobs=rest))
