"""Which idle jobs a slot could run, who gets it in the next cycle, and what is free for whom.

The same dry run as for submitters, seen from the slots: `explain_slots` for those of a name, `explain_free` for all
that nobody holds. What jobs and slots are to each other is recorded as the cycle begins, before anything is given.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import Final

from msgspec import Struct, structs

from userprio.accounting import slot_weight
from userprio.base import NothingFound, counted, likeliest, the_only
from userprio.classad import Ad, Evaluator, flag_of, number_of, text_of
from userprio.negotiation import (
    Clause,
    Diagnosis,
    Match,
    Outcome,
    Prepared,
    Reason,
    RequestFits,
    Trace,
    assumed_quota_remarks,
    first_cycle_remarks,
    meets,
    negotiate,
    requested_amounts,
    take_apart,
)
from userprio.negotiation.matching import TRIMMED, UNFIT, USER_NAMES, MatchSide, SlotVerdict, slot_verdict
from userprio.negotiation.schedd import JobClass, WaitingClass
from userprio.pool import (
    CLAIMED,
    Missing,
    Pool,
    ScenarioData,
    Submitter,
    Trim,
    as_its_negotiator,
    fetched_slot,
    fetched_slots,
    trims,
)
from userprio.simulation import machine_of

_RESOURCES: Final = ("Cpus", "Memory", "Disk", "GPUs")
_TO_BE_HAD: Final = frozenset({SlotVerdict.LIMIT, SlotVerdict.NONE})
"""Verdicts on slots that a submitter could get if its limits, and the turns of others, leave them to it."""
_WHY_LEFT_OUT: Final = {
    Trim.CLAIMED: "it is claimed, and NEGOTIATOR_CONSIDER_PREEMPTION is False",
    Trim.RETIRING: "its job may run on for its MaxJobRetirementTime",
    Trim.SHUTTING_DOWN: "it is about to shut down",
    Trim.CLAIMED_FOR_ANOTHER: "it is kept for another pool",
}


class Room(Struct, frozen=True):
    """What a slot has; of a partitionable one, what is left. Memory in MiB, disk in KiB."""

    cpus: float
    memory_mib: float
    disk_kib: float
    gpus: float

    @classmethod
    def of(cls, slot: Ad, evaluator: Evaluator) -> "Room":
        """That of a slot, 0 for what its ad does not tell."""
        return cls(*(number_of(evaluator, slot, resource) or 0.0 for resource in _RESOURCES))


class Shortage(Struct, frozen=True):
    """A resource of which jobs ask for more than a slot has."""

    resource: str
    asks: float
    has: float


class JobsAtSlot(Struct, frozen=True):
    """Idle jobs that are alike, and what a slot is to them when the cycle begins."""

    submitter: str
    schedd: str | None
    job: str
    """The first of them."""
    jobs: int
    matches: bool
    """Both sides' Requirements are met, and nothing else keeps the slot out of reach."""
    available: bool
    """Only limits, and the turns of others, decide whether one of them gets it."""
    verdict: str
    """In the words for slots in other explanations."""
    shortages: tuple[Shortage, ...]
    clauses: tuple[Clause, ...]
    """Those of either side's Requirements that are not met."""


class SlotTaken(Struct, frozen=True):
    """Who gets a slot, or a part of it, in the next cycle."""

    submitter: str
    job: str
    cost: float
    """Weight charged."""
    because: str
    preempts: str | None
    jobs: int
    """Jobs expected to start there."""


class ExplainedSlot(Struct, frozen=True):
    """A slot, the idle jobs that it could run, and what becomes of it in the next cycle."""

    name: str
    state: str | None
    activity: str | None
    partitionable: bool
    holder: str | None
    room: Room
    weight: float
    jobs: tuple[JobsAtSlot, ...]
    taken: tuple[SlotTaken, ...]
    nobody: str | None
    """Why nobody gets it; None if somebody does."""
    preemption: str | None
    """Whether it could be taken from its holder; None if nobody holds it."""


class ExplainedSlots(Struct, frozen=True):
    """The slots of a name."""

    at: int
    slots: tuple[ExplainedSlot, ...]
    remarks: tuple[str, ...]


class FreeWinner(Struct, frozen=True):
    """What a submitter wins of free slots."""

    submitter: str
    slots: int
    weight: float
    jobs: int


class FreeSlots(Struct, frozen=True):
    """Free slots of one size that the same idle jobs fit."""

    partitionable: bool
    slots: int
    example: str
    room: Room
    """The largest request that each of them has room for."""
    weight: float
    fitting: int
    """Idle jobs that match one of them."""
    given: int
    """Those that the next cycle gives to somebody."""
    winners: tuple[FreeWinner, ...]


class FreeTurn(Struct, frozen=True):
    """A submitter in the order of the next cycle, and what it wins of free slots."""

    submitter: str
    group: str | None
    idle_jobs: int
    slots: int
    weight: float
    jobs: int


class ExplainedFree(Struct, frozen=True):
    """What is free, and who gets it in the next cycle."""

    at: int
    free: tuple[FreeSlots, ...]
    """The largest first."""
    turns: tuple[FreeTurn, ...]
    remarks: tuple[str, ...]


class _Beginning(Trace):
    """A cycle's trace with what idle jobs and slots are to each other when it begins."""

    def __init__(self, pool: Pool, names: Collection[str] = (), *, free: bool = False) -> None:
        """`names`: the slots that are compared with all idle jobs; `free`: whether free slots are."""
        super().__init__(pool, lambda _: True)
        self._names, self._free = names, free
        self.idle: list[tuple[Submitter, WaitingClass]] = []
        self.jobs: dict[str, list[tuple[JobsAtSlot, JobClass]]] = {}
        self.left_out: dict[str, str] = {}
        """Why slots do not exist for the negotiator, or are not left for matching, by name."""
        self.ads: dict[str, Ad] = {}
        """The slots as the negotiator would fetch them in full."""
        self.free: dict[str, tuple[Ad, frozenset[int], float]] = {}
        """Free slots with the places in `idle` of those that match, and their weight."""

    def prepared(self, prepared: Prepared) -> None:
        """Compare before anything is given."""
        super().prepared(prepared)
        owners = {(ad.advertised_name, ad.schedd_address): ad for ad in prepared.submitters}
        self.idle = [(owner, alike) for owner in owners.values() for alike in self.queue(owner).waiting()]
        if self._free:
            self._compare_free()
        if self._names:
            self._compare_named()

    def _compare_free(self) -> None:
        state = self.cycle.state
        searches = (self.first_search(owner, alike.first) for owner, alike in self.idle)
        fits = RequestFits(state)
        suitable = [fits.of(search).suitable for search in searches]
        fitting: dict[object, frozenset[int]] = {}
        for slot in state.slots:
            kind = slot.kind
            held = kind.user is not None or text_of(state.evaluator, kind.ad, "State") in CLAIMED
            if (held and not kind.partitionable) or not kind.claimable:
                continue
            if kind.partitionable and not number_of(state.evaluator, kind.ad, "Cpus"):
                continue
            of = state.slots.class_of(kind)
            if of not in fitting:
                fitting[of] = frozenset(place for place, classes in enumerate(suitable) if of in classes)
            self.free[slot.name] = kind.ad, fitting[of], kind.weight

    def _compare_named(self) -> None:
        state = self.cycle.state
        settings, evaluator = state.settings, state.evaluator
        whole = structs.replace(settings, consider_preemption=True)
        fetched, _ = fetched_slots(self._pool.slots, settings, evaluator)
        reasons = zip(
            (text_of(evaluator, ad, "Name") for ad in fetched), trims(fetched, settings, evaluator), strict=True
        )
        trimmed = {name: trim for name, trim in reasons if trim is not None}
        available = {slot.name: slot for slot in state.slots if slot.name in self._names}
        for ad in self._pool.slots:
            name = text_of(evaluator, ad, "Name")
            if name is None or name not in self._names:
                continue
            seen = fetched_slot(ad, whole, evaluator)
            slot = self.ads[name] = ad if isinstance(seen, Missing) else seen
            trim = trimmed.get(name)
            if isinstance(seen, Missing):
                self.left_out[name] = str(seen.value)
            elif trim is not None:
                self.left_out[name] = _WHY_LEFT_OUT[trim]
            self.jobs[name] = []
            for owner, alike in self.idle:
                search = self.first_search(owner, alike.first)
                if name in available:
                    verdict = slot_verdict(search, available[name], state.assessor).verdict
                elif trim is not None and meets(search.job, slot, evaluator):
                    verdict = TRIMMED[trim]
                else:
                    verdict = SlotVerdict.REQUIREMENTS
                self.jobs[name].append(
                    (_at_slot(owner, alike, search.job, slot, verdict, evaluator), alike.first.standing)
                )


def _at_slot(
    owner: Submitter, alike: WaitingClass, side: MatchSide, slot: Ad, verdict: SlotVerdict, evaluator: Evaluator
) -> JobsAtSlot:
    asks = {name.lower(): amount for name, amount in requested_amounts(alike.first.ad, evaluator).items()}
    has = {resource: number_of(evaluator, slot, resource) or 0.0 for resource in _RESOURCES}
    unmet = [] if verdict not in UNFIT else take_apart(side, [(slot, 1)], evaluator).clauses
    return JobsAtSlot(
        submitter=owner.name,
        schedd=owner.schedd_name,
        job=alike.first.id,
        jobs=alike.jobs,
        matches=verdict not in UNFIT,
        available=verdict in _TO_BE_HAD,
        verdict=str(SlotVerdict.NONE if verdict in _TO_BE_HAD else verdict),
        shortages=tuple(
            Shortage(resource, wanted, room)
            for resource, room in has.items()
            if verdict is SlotVerdict.REQUIREMENTS and (wanted := asks.get(resource.lower(), 0.0)) > room
        ),
        clauses=tuple(clause for clause in unmet if clause.alone < clause.slots),
    )


def find_slots(typed: str, known: Iterable[str]) -> list[str]:
    """The slot, or all slots of the machine, whose name or a unique beginning or end of it between dots was typed.

    NothingFound if there is none, or if several are meant.
    """
    machines: defaultdict[str, list[str]] = defaultdict(list)
    for name in known:
        machines[machine_of(name)].append(name)
    names = list(dict.fromkeys(name for of_machine in machines.values() for name in of_machine))
    everything = dict.fromkeys([*names, *machines])
    if typed not in everything:
        ends = [
            name for name in everything if name.startswith(f"{typed}.") or name.endswith((f".{typed}", f"@{typed}"))
        ]
        if not ends:
            spelled = {form: name for name in everything for form in (name.partition(".")[0], name)}
            near = likeliest(typed, spelled)
            raise NothingFound(f"there is no slot {typed}", f"Did you mean {spelled[near]}?" if near else None)
        # The end of a machine's name is one of its slots' too.
        typed = the_only(typed, [name for name in ends if name in machines] or ends)
    return machines.get(typed) or [typed]


def explain_slots(scenario: ScenarioData, typed: str) -> ExplainedSlots:
    """Which idle jobs a slot, or each slot of a machine, could run, and who gets it in the next cycle.

    NothingFound if there is no such slot, BadInput if a knob has a value that would stop a real negotiator.
    """
    scenario = as_its_negotiator(scenario)
    evaluator = Evaluator(scenario.now)
    known = (text_of(evaluator, ad, "Name") for ad in scenario.pool.slots)
    names = find_slots(typed, [name for name in known if name is not None])
    trace = _Beginning(scenario.pool, names)
    outcome = negotiate(scenario, observer=trace)
    left: defaultdict[tuple[str, str | None, JobClass], Counter[Reason]] = defaultdict(Counter)
    diagnosis = Diagnosis(trace)
    for owner in {(ad.advertised_name, ad.schedd_address): ad for ad in trace.cycle.submitters}.values():
        for held in diagnosis.held(owner):
            if held.job is not None:
                left[owner.name, owner.schedd_name, held.job.standing][held.reason] += held.jobs
    slots = tuple(_slot(trace, outcome, left, name) for name in names)
    return ExplainedSlots(outcome.at, slots, tuple(_remarks(scenario, outcome)))


def _slot(
    trace: _Beginning, outcome: Outcome, left: dict[tuple[str, str | None, JobClass], Counter[Reason]], name: str
) -> ExplainedSlot:
    state, ad = trace.cycle.state, trace.ads[name]
    text = partial(text_of, state.evaluator, ad)
    jobs, matches = trace.jobs[name], [match for match in outcome.matches if match.slot == name]
    holder = next((user for key in USER_NAMES if (user := text(key)) is not None), None)
    return ExplainedSlot(
        name=name,
        state=text("State"),
        activity=text("Activity"),
        partitionable=flag_of(state.evaluator, ad, "PartitionableSlot"),
        holder=holder,
        room=Room.of(ad, state.evaluator),
        weight=slot_weight(ad, state.settings.charging, state.evaluator),
        jobs=tuple(alike for alike, _ in jobs),
        taken=tuple(
            SlotTaken(match.submitter, match.request, match.cost, str(match.because), match.preempts, match.jobs)
            for match in matches
        ),
        nobody=None if matches else _nobody(jobs, left, trace.left_out.get(name)),
        preemption=None if holder is None else _preemption([alike for alike, _ in jobs], trace.left_out.get(name)),
    )


def _nobody(
    jobs: Sequence[tuple[JobsAtSlot, JobClass]],
    left: dict[tuple[str, str | None, JobClass], Counter[Reason]],
    left_out: str | None,
) -> str:
    """Why a slot is given to nobody."""
    if left_out is not None:
        return left_out
    if not jobs:
        return "no job is idle"
    matching = [(alike, standing) for alike, standing in jobs if alike.matches]
    if not matching:
        return f"it matches none of {counted(sum(alike.jobs for alike, _ in jobs), 'idle job')}"
    reasons: Counter[str] = Counter()
    total = counted(sum(alike.jobs for alike, _ in matching), "idle job")
    if not any(alike.available for alike, _ in matching):
        for alike, _ in matching:
            reasons[alike.verdict] += alike.jobs
        return f"none of {total} that match it can have it: {_by_number(reasons)}"
    for alike, standing in matching:
        waiting = left.get((alike.submitter, alike.schedd, standing), Counter())
        reasons["starting elsewhere"] += alike.jobs - waiting.total()
        for reason, number in waiting.items():
            reasons[f"waiting, {reason}"] += number
    return f"of {total} that match it: {_by_number(+reasons)}"


def _by_number(reasons: Counter[str]) -> str:
    return "; ".join(f"{reason} ({number})" for reason, number in reasons.most_common())


def _preemption(jobs: Sequence[JobsAtSlot], left_out: str | None) -> str:
    """Whether a slot could be taken from whoever holds it."""
    if left_out is not None:
        return f"not preempted: {left_out}"
    matching = [alike for alike in jobs if alike.matches]
    total = sum(alike.jobs for alike in matching)
    able = sum(alike.jobs for alike in matching if alike.available)
    refused: Counter[str] = Counter()
    for alike in matching:
        if not alike.available:
            refused[alike.verdict] += alike.jobs
    why = f"; not the others: {_by_number(refused)}" if refused else ""
    return f"preemption is considered: {able} of {counted(total, 'idle job')} that match could take it{why}"


def explain_free(scenario: ScenarioData) -> ExplainedFree:
    """What is free: slots by size, the idle jobs that match them, and who gets them in the next cycle.

    BadInput if a knob has a value that would stop a real negotiator.
    """
    scenario = as_its_negotiator(scenario)
    trace = _Beginning(scenario.pool, free=True)
    outcome = negotiate(scenario, observer=trace)
    matches: defaultdict[str, list[Match]] = defaultdict(list)
    for match in outcome.matches:
        matches[match.slot].append(match)
    kinds: defaultdict[tuple[object, ...], list[tuple[str, Room]]] = defaultdict(list)
    evaluator = trace.cycle.state.evaluator
    for name, (ad, fitting, weight) in trace.free.items():
        room, parted = Room.of(ad, evaluator), flag_of(evaluator, ad, "PartitionableSlot")
        # Disks of equal machines differ by what lies on them, and would make a kind of each machine.
        size = room.cpus, room.memory_mib, room.gpus, weight, parted
        kinds[*size, fitting].append((name, room))
    free = [_free(trace, members, matches) for members in kinds.values()]
    free.sort(key=lambda kind: (-kind.room.cpus, -kind.room.memory_mib, -kind.slots))
    return ExplainedFree(
        outcome.at, tuple(free), tuple(_turns(trace, outcome, matches)), tuple(_remarks(scenario, outcome))
    )


def _free(trace: _Beginning, members: Sequence[tuple[str, Room]], matches: dict[str, list[Match]]) -> FreeSlots:
    name, room = members[0]
    ad, fitting, weight = trace.free[name]
    given = [match for slot, _ in members for match in matches.get(slot, ())]
    by_winner: defaultdict[str, list[Match]] = defaultdict(list)
    for match in given:
        by_winner[match.submitter].append(match)
    return FreeSlots(
        partitionable=flag_of(trace.cycle.state.evaluator, ad, "PartitionableSlot"),
        slots=len(members),
        example=name,
        room=structs.replace(room, disk_kib=min(own.disk_kib for _, own in members)),
        weight=weight,
        fitting=sum(trace.idle[place][1].jobs for place in fitting),
        given=len({match.slot for match in given}),
        winners=tuple(FreeWinner(who, *_won(won)) for who, won in by_winner.items()),
    )


def _won(matches: Sequence[Match]) -> tuple[int, float, int]:
    """How many slots, of what weight, and how many jobs start there."""
    slots = {match.slot for match in matches}
    return len(slots), sum(match.cost for match in matches), sum(match.jobs for match in matches)


def _turns(trace: _Beginning, outcome: Outcome, matches: dict[str, list[Match]]) -> Iterator[FreeTurn]:
    tree = trace.cycle.tree
    idle: Counter[str] = Counter()
    for owner, alike in trace.idle:
        idle[owner.name] += alike.jobs
    won: defaultdict[str, list[Match]] = defaultdict(list)
    for name in trace.free:
        for match in matches.get(name, ()):
            won[match.submitter].append(match)
    for name in dict.fromkeys(visit.submitter for visit in outcome.visits):
        group = tree.assigned(name).name if tree.group_mode else None
        slots, weight, jobs = _won(won[name])
        yield FreeTurn(name, group, idle[name], slots, weight, jobs)


def _remarks(scenario: ScenarioData, outcome: Outcome) -> Iterator[str]:
    if not scenario.pool.jobs:
        yield "the snapshot has no job ads, so that it is not known which jobs are idle"
    yield from assumed_quota_remarks(scenario, outcome)
    yield from first_cycle_remarks(scenario, outcome, lambda _: True)
