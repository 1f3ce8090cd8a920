"""What slots have to give beyond a cycle: what jobs leave of partitionable ones, by which schedds exceed quotas; and
all that they have once nobody holds them, nor any part of them: which of them could ever take a job.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.accounting import slot_weight
from userprio.base.formats import counted
from userprio.classad import Ad, ClosurePartition, Evaluator, number_of, text_of
from userprio.config import Config
from userprio.negotiation import Match, Outcome, amounts_of, cut, finite, requested, whole
from userprio.negotiation.schedd import asked_attributes, offered_jobs
from userprio.pool import NegotiatorSettings, Pool, ScenarioData
from userprio.simulation.slots import EventClock, SimulatedSlot, SimulatedSlots, machine_of

_ROUNDING: Final = 1e-6
KEEPING_TO_QUOTAS: Final = (
    "CLAIM_PARTITIONABLE_LEFTOVERS = False at the schedds keeps to quotas: a match then starts one job, and a "
    "partitionable slot has one match in a cycle, or with CONSUMPTION_POLICY = True at its startd several"
)
"""What to do about it."""


class BeyondQuota(Struct, frozen=True):
    """A group without surplus that exceeds its quota through leftovers. Weights are sums of SlotWeight."""

    group: str
    quota: float
    in_use: float
    """Before the cycle."""
    started: float
    """Weight of the jobs that are expected to start, if all are like those that were matched."""
    matches: int
    jobs: int
    slot: str
    """The one on which most of them start."""
    slot_jobs: int
    slot_weight: float
    """What is free of it as the cycle begins."""

    @property
    def sentence(self) -> str:
        """What happens, without a full stop."""
        starts = "starts" if self.matches == 1 else "start"
        held = f" and {self.in_use:.6g} is in use already" if self.in_use else ""
        return (
            f"group {self.group} comes to {self.in_use + self.started:.6g} of its quota of {self.quota:.6g}, since "
            f"schedds put further jobs on what a job leaves of a partitionable slot, whatever the quota: "
            f"{counted(self.matches, 'match', 'matches')} {starts} {counted(self.jobs, 'job')}{held}; "
            f"{self.slot}, of which {self.slot_weight:.6g} is free, takes {self.slot_jobs} of them"
        )


def beyond_quotas(scenario: ScenarioData, outcome: Outcome) -> tuple[BeyondQuota, ...]:
    """The groups without surplus whose jobs go beyond their quotas in this cycle, the largest excess first.

    To groups that may have surplus a quota is not a limit.
    """
    limited = (group for group in outcome.groups[1:] if not (group.accepts_surplus or group.autoregroup))
    closed = {group.name: group for group in limited if group.subtree_quota > 0}
    matches_of: dict[str, list[Match]] = defaultdict(list)
    for match in outcome.matches:
        if match.group in closed:
            matches_of[match.group].append(match)
    by_group = {name: matches for name, matches in matches_of.items() if any(match.jobs > 1 for match in matches)}
    if not by_group:
        return ()
    evaluator, rules = Evaluator(scenario.now), NegotiatorSettings.of(scenario).charging
    wanted = {match.slot for matches in by_group.values() for match in matches}
    names = ((text_of(evaluator, ad, "Name") or "", ad) for ad in scenario.pool.slots)
    slots = {name: ad for name, ad in names if name in wanted}
    jobs = offered_ads(scenario.pool.jobs, evaluator)

    def weight(match: Match) -> float:
        """That of the part of a slot that the job of a match gets."""
        slot, job = slots[match.slot], matched_ad(match, jobs) or Ad()
        available = amounts_of(slot, evaluator)
        amounts = cut(requested(job, slot, available, evaluator), available)
        part = slot.replace({name: whole(amount) for name, amount in amounts.items()})
        return slot_weight(part, rules, evaluator)

    exceeding = []
    for name, matches in by_group.items():
        group, started = closed[name], sum(match.jobs * weight(match) for match in matches)
        if group.usage + started > group.subtree_quota + _ROUNDING:
            on: Counter[str] = Counter()
            for match in matches:
                on[match.slot] += match.jobs
            ((slot, most),) = on.most_common(1)
            use, numbers = (group.subtree_quota, group.usage, started), (len(matches), on.total())
            free = slot_weight(slots[slot], rules, evaluator)
            exceeding.append(BeyondQuota(name, *use, *numbers, slot, most, free))
    return tuple(sorted(exceeding, key=lambda excess: excess.quota - excess.in_use - excess.started))


def offered_ads(ads: Iterable[Ad], evaluator: Evaluator) -> dict[tuple[str | None, str], Ad]:
    """The ads of the jobs that schedds offer, by schedd and cluster.proc."""
    queues = offered_jobs(ads, evaluator).items()
    return {(schedd, job.id): job.ad for (_, schedd), queue in queues for job in queue}


def matched_ad(match: Match, ads: Mapping[tuple[str | None, str], Ad]) -> Ad | None:
    """The ad of a match's job, which may not say at which schedd it is."""
    return ads.get((match.schedd, match.request)) or ads.get((None, match.request))


_OF_DRAINING: Final = ("Draining", "DrainReason", "DrainingRequestId", "AcceptedWhileDraining")


def drained(pool: Pool, machines: Collection[str], config: Config, now: int) -> Pool:
    """The pool with these machines empty and whole, whether or not it has the dynamic slots that were cut from them."""
    clock = EventClock(now)
    slots = SimulatedSlots(pool.slots, config, clock)
    for slot, _ in slots.claimed():
        if machine_of(slot.name) in machines:
            slots.free(slot)
    undrained = {**dict.fromkeys(_OF_DRAINING), "State": "Unclaimed", "Activity": "Idle"}

    def ad_of(slot: SimulatedSlot) -> Ad:
        if machine_of(slot.name) not in machines:
            return slot.ad
        available = amounts_of(slot.ad, clock.evaluator) if slot.partitionable else {}
        totals = {name: number_of(clock.evaluator, slot.ad, f"TotalSlot{name}") or 0.0 for name in available}
        restored = {name: whole(total) for name, total in totals.items() if total > available[name]}
        return slot.ad.replace({**undrained, **restored})

    return replace(pool, slots=tuple(map(ad_of, slots)))


class EligibleSlots:
    """The slots of a pool as they would be if they were empty."""

    def __init__(self, scenario: ScenarioData) -> None:
        clock = EventClock(scenario.now)
        slots = list(SimulatedSlots(scenario.pool.slots, scenario.config, clock))
        self._evaluator = clock.evaluator
        taken: dict[SimulatedSlot, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        for slot in slots:
            if slot.parent is not None:
                for name, amount in slot.amounts.items():
                    taken[slot.parent][name] += amount
        self._slots = [self._emptied(slot, taken[slot]) for slot in slots if slot.parent is None]
        self._asked = asked_attributes(self._slots, NegotiatorSettings.of(scenario)) | {"requirements"}

    def _emptied(self, slot: SimulatedSlot, taken: Mapping[str, float]) -> Ad:
        own = {name: finite(self._evaluator.attribute(name, slot.idle)) for name in taken}
        return slot.idle.replace({name: whole(own[name] + more) for name, more in taken.items()})

    def next_size(self, jobs: Sequence[Ad], request: str, resource: str) -> float | None:
        """The largest smaller request with which these jobs would fit further slots; None if there is none.

        `request` is an attribute of jobs, such as RequestMemory, `resource` that of slots.
        """
        alike = list(_one_of_each(jobs, self._asked))
        least = [job.replace({request: 1}) for job in alike]
        evaluator = self._evaluator
        refusing = (slot for slot in self._slots if not self._takes(slot, alike))
        sizes = {finite(evaluator.attribute(resource, slot)) for slot in refusing if self._takes(slot, least)}
        asked = max((finite(evaluator.attribute(request, job)) for job in alike), default=0.0)
        return max((size for size in sizes if 1 <= size < asked), default=None)

    def fitting(self, jobs: Iterable[Ad]) -> list[bool]:
        """Which of these jobs some slot could take."""
        partition, known = ClosurePartition(self._asked), dict[int, bool]()
        fits = []
        for job in jobs:
            number = partition.number(job)
            if number not in known:
                known[number] = any(self._evaluator.matches(slot, job) for slot in self._slots)
            fits.append(known[number])
        return fits

    def slots(self, jobs: Sequence[Ad]) -> int:
        """How many slots could take one of these jobs; a partitionable one counts once."""
        alike = list(_one_of_each(jobs, self._asked))
        return sum(self._takes(slot, alike) for slot in self._slots)

    def _takes(self, slot: Ad, jobs: Sequence[Ad]) -> bool:
        return any(self._evaluator.matches(slot, job) for job in jobs)


def _one_of_each(jobs: Iterable[Ad], asked: frozenset[str]) -> Iterator[Ad]:
    """One of each set of jobs that agree in the attributes that matching asks for."""
    partition, seen = ClosurePartition(asked), set[int]()
    for job in jobs:
        number = partition.number(job)
        if number not in seen:
            seen.add(number)
            yield job
