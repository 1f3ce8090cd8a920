"""A second opinion: a poll of condor_defrag, and what startds publish for it, told with nothing done to be fast.

Between machines of equal rank every order is tried, so that what chance decides is what comes out differently.
"""

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from userprio.base.cxx import INT_MAX, INT_MIN
from userprio.classad import Ad, Evaluator, is_true, parse

HOUR, DAY = 3600, 24 * 3600


@dataclass(frozen=True)
class Knobs:
    """The configuration: numbers as they are, expressions as they are written; empty is not set to anything."""

    interval: int
    per_hour: float
    max_concurrent: int
    max_whole: int
    whole: str
    requirements: str
    cancel: str
    rank: str
    daemon: str


@dataclass(frozen=True)
class Told:
    """What comes of a poll. Slots of equal rank are in one list."""

    to_drain: int
    draining: set[str]
    whole: set[str]
    cancelled: list[list[str]]
    stopped: int | None
    """The step that ends the poll before a candidate is looked at."""
    candidates: list[list[str]]


def machine(slot: str) -> str:
    """The startd: what follows the first @; without one the whole name."""
    return slot.split("@", 1)[1] if "@" in slot else slot


def cut(number: float) -> int:
    """`(int)floor(number)` as processors of PCs have it: what does not fit is the least of all integers."""
    return math.floor(number) if INT_MIN - 1 < number < INT_MAX + 1 else INT_MIN


def shares(interval: int, per_hour: float) -> tuple[int, int, int]:
    """Machines for each poll, for the first poll of an hour and for the first of a day."""
    rate = per_hour / 3600.0 * interval
    at_each = max(cut(rate + 0.00001), 0)
    hourly = (rate - at_each) / interval * 3600.0
    at_hours = cut(hourly + 0.00001)
    at_days = cut((hourly - at_hours) * 24.0 + 0.5)
    return at_each, at_hours, 0 if at_days < 0 or interval > DAY else at_days


def prorated(share: int, elapsed: int, period: int, interval: int) -> int:
    """The part of a share that is left of the period, never more than the share in size."""
    left = cut(share * ((period - elapsed) / period + interval / period) + 0.5)
    return min(left, share) if share > 0 else max(left, share)


def due(interval: int, per_hour: float, now: int, previous: int | None) -> int:
    """How many are to be drained at this poll."""
    number, at_hours, at_days = shares(interval, per_hour)
    if previous is not None:
        if now // HOUR != previous // HOUR:
            number += prorated(at_hours, now % HOUR, HOUR, interval)
        if now // DAY != previous // DAY:
            number += prorated(at_days, now % DAY, DAY, interval)
    return number


class Daemon:
    """The daemon over the ads of the collector."""

    def __init__(self, knobs: Knobs, ads: Iterable[Ad], now: int) -> None:
        self.knobs, self.now, self.evaluator = knobs, now, Evaluator(now)
        self.ads = [(str(self.evaluator.attribute("Name", ad)), ad) for ad in ads]

    def query(self, constraint: str) -> list[tuple[str, Ad]]:
        expr = parse(constraint)
        return [(name, ad) for name, ad in self.ads if is_true(self.evaluator.evaluate(expr, ad))]

    def rank(self, ad: Ad) -> float:
        """Of an ad that holds only the rank, with the slot as its target; what is not a number is 0."""
        if not self.knobs.rank:
            return 0.0
        value = self.evaluator.attribute("Rank", Ad({"Rank": parse(self.knobs.rank)}), ad)
        return float(value) if isinstance(value, bool | int | float) else 0.0

    def by_rank(self, slots: list[tuple[str, Ad]]) -> list[list[str]]:
        equal: list[list[str]] = []
        last = math.nan
        for rank, name in sorted(((self.rank(ad), name) for name, ad in slots), reverse=True):
            if rank == last or abs(rank - last) < 2.2e-16:
                equal[-1].append(name)
            else:
                equal.append([name])
            last = rank
        return [sorted(names) for names in equal]

    def poll(self, previous: int | None) -> Told:
        knobs, polls = self.knobs, self.knobs.interval > 0
        by_me = f'(DrainReason is undefined || DrainReason == "Defrag {knobs.daemon}")'
        base = "PartitionableSlot && Offline=!=True"
        to_drain = due(knobs.interval, knobs.per_hour, self.now, previous) if polls else 0
        draining = {machine(name) for name, _ in self.query(f"{base} && Draining && {by_me}")}
        whole = {machine(name) for name, _ in self.query(f"{knobs.whole} && {base} && {by_me}")}
        cancelled: list[list[str]] = []
        if knobs.cancel and polls:
            cancelled = self.by_rank(self.query(f"{base} && Draining && {by_me} && ({knobs.cancel})"))
        and_required = f" && ({knobs.requirements})" if knobs.requirements else ""
        candidates = self.by_rank(self.query(f"{base} && Draining =!= true{and_required}"))
        stopped = None
        if to_drain <= 0:
            stopped = 6
        elif knobs.interval > HOUR or math.ceil(knobs.per_hour) <= 0:
            stopped = 7
        elif knobs.max_concurrent == 0 or knobs.max_whole == 0:
            stopped = 8
        elif 0 <= knobs.max_concurrent <= len(draining):
            stopped = 9
        elif 0 <= knobs.max_whole <= len(whole):
            stopped = 10
        return Told(to_drain, draining, whole, cancelled, stopped, candidates)


def walk(told: Told, order: Sequence[str], refusing: Collection[str]) -> tuple[list[str], list[str]]:
    """Which slots are asked and agree, and which are passed over, where the candidates come in this order."""
    cancelled = {machine(slot) for equal in told.cancelled for slot in equal}
    drained: list[str] = []
    skipped: list[str] = []
    for slot in order if told.stopped is None else ():
        if machine(slot) in cancelled | told.whole | {machine(one) for one in drained}:
            skipped.append(slot)
        elif machine(slot) not in refusing:
            drained.append(slot)
            if len(drained) == told.to_drain:
                break
    return drained, skipped


def by_chance(told: Told, refusing: Collection[str]) -> set[str]:
    """The machines that are drained in some order of equals and not in another."""
    cancelled = {machine(slot) for equal in told.cancelled for slot in equal}
    hopeless = cancelled | told.whole | set(refusing)

    @cache
    def endings(done: frozenset[str], equals: frozenset[str]) -> frozenset[frozenset[str]]:
        if len(done) == told.to_drain or not equals:
            return frozenset([done])
        first = ((done if machine(slot) in hopeless else done | {machine(slot)}, equals - {slot}) for slot in equals)
        return frozenset[frozenset[str]]().union(*(endings(*one) for one in first))

    ends = {frozenset[str]()}
    for equals in told.candidates if told.stopped is None else ():
        ends = {end for done in ends for end in endings(done, frozenset(equals))}
    return set(frozenset[str]().union(*ends) - frozenset[str].intersection(*ends))


def emptied(claims: Iterable[tuple[int, int, int, int]], graceful: bool) -> tuple[int, int]:
    """Core-seconds lost and seconds until all is empty; of each job cores, age, retirement left, time to vacate."""
    badput = until = 0
    for cores, age, retirement, vacate in claims:
        stays = retirement if graceful and retirement >= vacate else vacate
        badput += cores * (age + stays)
        until = max(until, stays)
    return badput, until
