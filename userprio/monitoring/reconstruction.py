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
from userprio.classad import Ad, Evaluator, Expr, Value, flag_of, integer_of, number_of, text_of
from userprio.monitoring.decisions import LoggedDecisions, LoggedGroup, LoggedMatch
from userprio.monitoring.negotiator_log import LoggedCycle
from userprio.negotiation import Outcome
from userprio.negotiation.schedd import IDLE, schedd_of, submitter_of
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
_SHARED: Final = ("Cpus", "Memory", "Disk", "GPUs")

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


class Slots:
    """The slots of a pool by name, in lower case."""

    def __init__(self, pool: Pool) -> None:
        self._evaluator = Evaluator(0)
        self.ads: dict[str, Ad] = {(self.text(ad, "Name") or "").lower(): ad for ad in pool.slots}
        self._parts: dict[str, list[Ad]] = {}
        for name, ad in self.ads.items():
            if whole := partitionable_of(name):
                self._parts.setdefault(whole, []).append(ad)

    def text(self, ad: Ad, name: str) -> str | None:
        """An attribute that is a text; None if there is none."""
        return text_of(self._evaluator, ad, name)

    def weight(self, ad: Ad) -> float:
        """Its share of the pool, 1 if it says none."""
        weight = number_of(self._evaluator, ad, "SlotWeight")
        return 1.0 if weight is None else float(weight)

    def amount(self, ad: Ad, resource: str) -> int:
        """What it has of a resource."""
        return integer_of(self._evaluator, ad, resource)

    def holder(self, ad: Ad) -> str | None:
        """Who is charged for the slot."""
        return self.text(ad, "AccountingGroup") or self.text(ad, "RemoteUser")

    def entered(self, ad: Ad) -> int:
        """When it entered its state, seconds since the epoch; 0 if that is not known."""
        return integer_of(self._evaluator, ad, "EnteredCurrentState")

    def heard(self, ad: Ad) -> int:
        """When the ad came to the collector, seconds since the epoch."""
        return integer_of(self._evaluator, ad, "LastHeardFrom")

    def parts_since(self, name: str, at: int) -> list[Ad]:
        """The dynamic slots of a partitionable one that entered their state at a time or later."""
        return [ad for ad in self._parts.get(name, ()) if self.entered(ad) >= at]

    def total(self, name: str) -> list[int]:
        """What a partitionable slot and its parts have together."""
        ads = (self.ads[name], *self._parts.get(name, ()))
        return [sum(self.amount(ad, what) for ad in ads) for what in _SHARED]

    def number(self, ad: Ad) -> int:
        """Of its update."""
        return integer_of(self._evaluator, ad, "UpdateSequenceNumber")

    def is_partitionable(self, ad: Ad) -> bool:
        """Whether parts are taken from it."""
        return flag_of(self._evaluator, ad, "PartitionableSlot")


class Queues:
    """The jobs of a pool by their schedd and number."""

    def __init__(self, pool: Pool) -> None:
        self._evaluator = Evaluator(0)
        self.jobs = {self._key(ad): ad for ad in pool.jobs}

    def _key(self, ad: Ad) -> tuple[str, str]:
        cluster, proc = (integer_of(self._evaluator, ad, name) for name in ("ClusterId", "ProcId"))
        return schedd_of(ad, self._evaluator) or "", f"{cluster}.{proc}"

    def submitter(self, key: tuple[str, str]) -> str:
        """Whose job it is."""
        return submitter_of(self.jobs[key], self._evaluator)

    def status(self, key: tuple[str, str]) -> int | None:
        """`JobStatus`; None if there is no such job."""
        return integer_of(self._evaluator, self.jobs[key], "JobStatus", IDLE) if key in self.jobs else None

    def host(self, key: tuple[str, str]) -> str | None:
        """The slot where it runs."""
        return text_of(self._evaluator, self.jobs[key], "RemoteHost")

    def came(self, key: tuple[str, str]) -> int:
        """When it was submitted."""
        return integer_of(self._evaluator, self.jobs[key], "QDate")

    def since(self, key: tuple[str, str]) -> int:
        """When it entered its status."""
        return max(integer_of(self._evaluator, self.jobs[key], "EnteredCurrentStatus"), self.came(key))


def partitionable_of(name: str) -> str:
    """The name of the slot that a dynamic one was taken from: `slot1@host` of `slot1_3@host`."""
    slot, at, host = name.partition("@")
    whole, cut, _ = slot.partition("_")
    return whole + at + host if cut else ""


def cluster_of(job: str) -> str:
    """The cluster of cluster.proc."""
    return job.partition(".")[0]


def submitter_key(ad: Ad, evaluator: Evaluator) -> tuple[str, str]:
    """A submitter ad's name and schedd."""
    return text_of(evaluator, ad, "Name") or "", text_of(evaluator, ad, "ScheddName") or ""


class ScheddNames(Struct, frozen=True):
    """The schedds of the submitter ads, whose addresses are in a log."""

    names: Mapping[str, str]

    @classmethod
    def of(cls, *pools: Pool) -> "ScheddNames":
        """Those of the submitter ads of these pools."""
        evaluator = Evaluator(0)
        known: dict[str, str] = {}
        for pool in pools:
            for ad in pool.submitters:
                address = text_of(evaluator, ad, "ScheddIpAddr") or text_of(evaluator, ad, "MyAddress")
                if address and (name := text_of(evaluator, ad, "ScheddName")):
                    known[address] = name
        return cls(known)

    def name(self, address: str) -> str:
        """The name of the schedd at an address; empty if it is not known."""
        return self.names.get(address, "")


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
    submitters_known: bool = False
    """It has as many ads of submitters as the cycle."""
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
    may have said so of itself already or not.
    """
    ways = [_slots(scenario, cycle, decisions, after, newer=newer) for newer in (False, True)]
    untried = len({name for name, _ in ways[0].untried & ways[1].untried})
    # One of each kind comes first.
    for slots in dict.fromkeys(chain.from_iterable(zip_longest(*(way.states for way in ways)))):
        if slots is not None:
            known = any(way.add_up and slots in way.states for way in ways)
            yield replace(_as_found(scenario, cycle, decisions, after, slots, known=known), slots_untried=untried)


def _as_found(
    scenario: ScenarioData,
    cycle: LoggedCycle,
    decisions: LoggedDecisions,
    after: Pool,
    slots: tuple[Ad, ...],
    *,
    known: bool,
) -> Reconstruction:
    before, schedds = scenario.pool, ScheddNames.of(scenario.pool, after)
    visits = decisions.visits
    asked: dict[tuple[str, str], int] = {}
    for visit in visits:
        for request, jobs in visit.requests:
            asked.setdefault((schedds.name(visit.schedd), request), jobs)
    visited = {(visit.submitter, schedds.name(visit.schedd)) for visit in visits if visit.requests}
    pool = replace(
        before,
        slots=slots,
        submitters=tuple(_submitters(before, after, cycle, visited)),
        jobs=tuple(_jobs(before, after, cycle, asked)),
        pending=(),
        assumed_claims=(),
    )
    taking_part, _ = fetched_submitters(pool.submitters, NegotiatorSettings.of(scenario), Evaluator(scenario.now))
    same_number = len(taking_part) == cycle.submitters
    found = replace(scenario, pool=pool)
    return Reconstruction(found, known, submitters_known=same_number, uncertain=_uncertain(before, after, cycle))


# -- slots -------------------------------------------------------------------------------------------------------------


class _Ways(Struct, frozen=True):
    """Ways in which slots may have been."""

    states: tuple[tuple[Ad, ...], ...]
    """Likeliest first."""
    add_up: bool
    """To what the log has."""
    untried: frozenset[tuple[str, object]]
    """Slots, each with another state in which it may have been, that adds as much and is in none of the ways."""


def _slots(
    scenario: ScenarioData, cycle: LoggedCycle, decisions: LoggedDecisions, after: Pool, *, newer: bool
) -> _Ways:
    """Ways in which slots may have been; whether what a partitionable one says of itself is newer is assumed."""
    then, later = Slots(scenario.pool), Slots(after)
    given = {match.slot.lower(): match for visit in reversed(decisions.visits) for match in reversed(visit.matches)}
    order = list(later.ads)
    for previous, name in pairwise(("", *then.ads)):
        if name not in later.ads:
            order.insert(order.index(previous) + 1 if previous else 0, name)
    possible = [_possible(then, later, name, cycle.started, given.get(name), newer=newer) for name in order]
    known = {} if cycle.slots is None else {"slots": float(cycle.slots)}
    if decisions.weight is not None:
        known["weight"] = decisions.weight
    known |= {group.name: group.claimed for group in decisions.groups}
    settings = NegotiatorSettings.of(scenario)
    weighted, constraint = settings.charging.use_slot_weights, settings.slot_constraint
    nearest: Sequence[tuple[Ad | None, ...]] = ()
    fits, adds = False, _figures(scenario, weighted, constraint)
    for weights, wanted in product((weighted, not weighted), dict.fromkeys((constraint, None))):
        figures = _figures(scenario, weights, wanted)
        chosen, fits = _adding_up(possible, known, figures)
        nearest, adds = (chosen, figures) if fits or not nearest else (nearest, adds)
        if fits:
            break

    def worth(ad: Ad | None) -> tuple[float, ...]:
        return tuple(adds(ad).get(what, 0.0) for what in known)

    slots = Slots(Pool())

    def state(ad: Ad | None) -> object:
        return ad and (slots.holder(ad), *(slots.amount(ad, what) for what in _SHARED))

    untried: set[tuple[str, object]] = set()
    for name, states, *tried in zip(order, possible, *nearest, strict=True):
        if len(states) > 1:
            as_much, same = set(map(worth, tried)), set(map(state, tried))
            untried |= {(name, state(ad)) for ad in states if worth(ad) in as_much and state(ad) not in same}
    # A snapshot that took long may have read a slot when the cycle had begun: then no ad tells what it was before.
    for name, ad in then.ads.items():
        if max(then.entered(ad), then.heard(ad) if then.is_partitionable(ad) else 0) >= cycle.started:
            untried.add((name, None))
    states = [tuple(ad for ad in way if ad is not None) for way in nearest]
    sound = [state for state in states if _leaves_the_rest(state, then, later)]
    return _Ways(tuple(sound or states), fits, frozenset(untried))


def _leaves_the_rest(state: tuple[Ad, ...], then: Slots, later: Slots) -> bool:
    """Whether each partitionable slot is as in one of the snapshots, or has what its parts leave of it."""
    slots = Slots(Pool(slots=state))
    wholes = ((name, ad) for name, ad in slots.ads.items() if slots.is_partitionable(ad))
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
    if before is None:
        if later.entered(after) < began:
            return [after] if later.heard(after) < began else [after, None]
        return [None] if partitionable_of(name) else [after.replace(_FREE), None]
    updates = later.number(after) - then.number(before)
    if later.heard(after) < began or updates == 0:
        return [after]
    if later.is_partitionable(after):
        # A snapshot that took long has it as it was when the cycle had begun.
        late = then.parts_since(name, began)
        if updates == 1 and later.heard(after) > began and not late:
            return [before]
        wholes = [*(_wholes(then, name, began) if late else ()), *_wholes(later, name, began)]
        # Those with as much left are the same.
        distinct: dict[tuple[int, ...], Ad] = {}
        for ad in (*wholes, before, after) if newer else (before, after, *wholes):
            distinct.setdefault(tuple(later.amount(ad, what) for what in _SHARED), ad)
        return [*distinct.values()]
    states: list[Ad | None] = [before]
    if updates == 1:
        states += [] if later.heard(after) > began else [after]
    elif later.entered(after) < began:
        states.insert(0, after)
    if partitionable_of(name) and later.entered(after) >= began:
        # It may be gone, and its name another's since.
        states.append(None)
    if given is None:
        return states
    was_free = given.preempts is None and given.charged is None
    fitting = [ad for ad in states if ad is not None and (then.holder(ad) is None) == was_free]
    return [*fitting] or ([after.replace(_FREE)] if was_free else states)


def _wholes(slots: Slots, name: str, began: int) -> Iterator[Ad]:
    """A partitionable slot as it may have been before parts were taken from it since a time.

    Of a part nothing tells whether it was made anew or only has another user, nor what was there in its place.
    """
    ad = slots.ads[name]
    left = tuple(slots.amount(ad, what) for what in _SHARED)
    ways = {left: None}
    for part in slots.parts_since(name, began):
        taken = [slots.amount(part, what) for what in _SHARED]
        ways |= {tuple(map(add, way, taken)): None for way in islice(tuple(ways), _MOST_WAYS_OF_PARTS)}
    # All that was taken is the likeliest.
    for way in reversed(ways):
        changed = {what: amount for what, amount, before in zip(_SHARED, way, left, strict=True) if amount != before}
        yield ad.replace(changed)


_Figures = Callable[[Ad | None], Mapping[str, float]]


def _figures(scenario: ScenarioData, weighted: bool, constraint: Expr | None) -> _Figures:
    """What a slot adds to the number and weight of all slots, and to what the group of its user has in use."""
    _, group_of = priority_rules(scenario.config)
    slots, evaluator = Slots(Pool()), Evaluator(0)

    def figures(ad: Ad | None) -> Mapping[str, float]:
        if ad is None or not (constraint is None or evaluator.evaluate(constraint, ad) is True):
            return {}
        holder, weight = slots.holder(ad), slots.weight(ad) if weighted else 1.0
        in_use = {} if holder is None else {group_of(holder): weight}
        return {"slots": 1.0, "weight": weight, **in_use}

    return figures


class _Way(Struct, frozen=True):
    """States of slots, the last first."""

    before: "_Way | None"
    ad: Ad | None


def _adding_up(
    possible: Sequence[Sequence[Ad | None]], known: Mapping[str, float], figures: _Figures
) -> tuple[Sequence[tuple[Ad | None, ...]], bool]:
    """The states of slots that add up to what is known or, if none do, come nearest to it; and whether they do.

    Of all ways to the same sums the first few are followed: most slots are alike, so that there are few sums.
    """
    slots = Slots(Pool())
    sums: list[float] = [0.0] * len(known)
    chosen: list[Ad | None] = []
    open_places: list[int] = []
    uncertain = sum(len(states) for states in possible if len(states) > 1)
    most = max(1, min(_MOST_WAYS, _MOST_SUMS // max(uncertain, 1)))
    ways: dict[tuple[float, ...], list[_Way | None]] = {(0.0,) * len(known): [None]}
    for place, states in enumerate(possible):
        # Of a slot that nobody has the likeliest that adds as much.
        distinct: dict[object, tuple[Ad | None, Mapping[str, float]]] = {}
        for ad in states:
            figure = figures(ad)
            distinct.setdefault((ad is not None and slots.holder(ad), ad is None, *figure.items()), (ad, figure))
        (first, adds), *others = distinct.values()
        chosen.append(first)
        if not others:
            sums = [total + adds.get(what, 0.0) for total, what in zip(sums, known, strict=True)]
            continue
        open_places.append(place)
        further: dict[tuple[float, ...], list[_Way | None]] = {}
        for (so_far, alike), (ad, figure) in product(islice(ways.items(), most), distinct.values()):
            more = tuple(round(value + figure.get(what, 0.0), 6) for value, what in zip(so_far, known, strict=True))
            kept = further.setdefault(more, [])
            kept += (_Way(way, ad) for way in alike[: _MOST_ALIKE - len(kept)])
        ways = further
    missing = [value - total for value, total in zip(known.values(), sums, strict=True)]
    nearest = min(ways, key=lambda so_far: sum(map(abs, map(sub, so_far, missing))))
    complete: list[tuple[Ad | None, ...]] = []
    for way in ways[nearest]:
        for place in reversed(open_places):
            assert way is not None
            chosen[place], way = way.ad, way.before
        complete.append(tuple(chosen))
    return complete, all(map(near, map(add, sums, nearest), known.values()))


# -- submitters and jobs -----------------------------------------------------------------------------------------------


def _submitters(before: Pool, after: Pool, cycle: LoggedCycle, visited: Collection[tuple[str, str]]) -> Iterator[Ad]:
    """The ads of submitters that the cycle read: as many as it counted, which are those with jobs."""
    evaluator = Evaluator(0)
    then = {submitter_key(ad, evaluator): ad for ad in before.submitters}
    later = {submitter_key(ad, evaluator): ad for ad in after.submitters}
    possible: list[list[Ad | None]] = []
    for key in dict.fromkeys((*later, *then)):
        old, new = then.get(key), later.get(key)
        if new is not None and integer_of(evaluator, new, "LastHeardFrom") < cycle.started:
            possible.append([new])
        else:
            # Asked for jobs are those that have some idle.
            idle = key in visited
            ads = [ad for ad in (old, new) if (ad is not None and integer_of(evaluator, ad, "IdleJobs") > 0) == idle]
            possible.append(list(dict.fromkeys((*ads, old, new))))
    chosen = [ads[0] for ads in possible]
    missing = (cycle.submitters or 0) - sum(_takes_part(ad, evaluator) for ad in chosen)
    for place, ads in enumerate(possible):
        for ad in ads[1:]:
            change = _takes_part(ad, evaluator) - _takes_part(chosen[place], evaluator)
            if missing * change > 0:
                chosen[place], missing = ad, missing - change
    yield from (ad for ad in chosen if ad is not None)


def _takes_part(ad: Ad | None, evaluator: Evaluator) -> bool:
    return ad is not None and any(integer_of(evaluator, ad, name) > 0 for name in ("IdleJobs", "RunningJobs"))


def _uncertain(before: Pool, after: Pool, cycle: LoggedCycle) -> frozenset[str]:
    """The submitters with an ad that is neither the same in both nor came for the last time before the cycle began."""
    evaluator = Evaluator(0)
    then, later = (
        {submitter_key(ad, evaluator): integer_of(evaluator, ad, "LastHeardFrom") for ad in pool.submitters}
        for pool in (before, after)
    )
    sure = {key for key, heard in later.items() if heard == then.get(key) or heard < cycle.started}
    return frozenset(name for name, _ in (then.keys() | later.keys()) - sure)


def _jobs(before: Pool, after: Pool, cycle: LoggedCycle, asked: Mapping[tuple[str, str], int]) -> Iterator[Ad]:
    """The jobs, those that the log names waiting; `asked` has how many there are in the request that a job begins."""
    then, later, began = Queues(before), Queues(after), cycle.started
    found: dict[tuple[str, str], Ad | None] = {}
    for key in dict.fromkeys((*then.jobs, *later.jobs)):
        old, new = then.jobs.get(key), later.jobs.get(key)
        if new is None:
            found[key] = _waiting(old) if old is not None and key in asked else None
        elif key not in asked and later.since(key) < began:
            found[key] = new
        elif old is not None and (key not in asked or then.status(key) == IDLE):
            found[key] = old
        elif key in asked or later.came(key) < began:
            found[key] = _waiting(new)
    # Of jobs that waited and are gone as many were there as requests lack otherwise.
    lacking = Counter[tuple[str, str]]()
    for (schedd, job), number in asked.items():
        lacking[schedd, cluster_of(job)] += number
    waiting = Queues(replace(after, jobs=tuple(ad for ad in found.values() if ad is not None)))
    lacking.subtract((key[0], cluster_of(key[1])) for key in waiting.jobs if waiting.status(key) == IDLE)
    for key, ad in found.items():
        place = key[0], cluster_of(key[1])
        if ad is None and then.status(key) == IDLE and lacking[place] > 0:
            lacking[place] -= 1
            yield then.jobs[key]
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
    evaluator, submitters = Evaluator(0), list(scenario.pool.submitters)

    def amount(ad: Ad, name: str) -> float:
        return number_of(evaluator, ad, name) or 0

    # One that takes no part would, if it had jobs; and less is asked for by who asks for most.
    for place in sorted(range(len(submitters)), key=lambda place: -amount(submitters[place], "WeightedIdleJobs")):
        ad = submitters[place]
        more = wanted.get(group_of(text_of(evaluator, ad, "Name") or ""), 0.0)
        if more and _takes_part(ad, evaluator):
            del wanted[group_of(text_of(evaluator, ad, "Name") or "")]
            names = ("RunningJobs", "WeightedRunningJobs") if more > 0 else ("IdleJobs", "WeightedIdleJobs")
            # It still has jobs to be asked for.
            least = min(amount(ad, names[0]), 1)
            submitters[place] = ad.replace({name: max(amount(ad, name) + more, least) for name in names})
    return replace(scenario, pool=replace(scenario.pool, submitters=tuple(submitters)))


def without_doubtful(
    scenario: ScenarioData,
    jobs: Collection[tuple[str, str]],
    then: Queues,
    later: Queues,
    asked: Container[tuple[str, str]],
) -> ScenarioData:
    """The scenario without those of these jobs that the log does not name and that have changed since the snapshot.

    They had a claim already, or were gone: when they changed is known to the second only.
    """
    changed = {
        key
        for key in jobs
        if key in then.jobs and key not in asked and (later.status(key) != IDLE or later.since(key) != then.since(key))
    }
    if not changed:
        return scenario
    rest = tuple(ad for key, ad in then.jobs.items() if key not in changed)
    return replace(scenario, pool=replace(scenario.pool, jobs=rest))
