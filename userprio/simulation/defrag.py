"""What condor_defrag would do at a poll: which machines it drains and which not, and why (`src/defrag/defrag.cpp`).

A machine is a startd: what follows the first @ in the name of a slot. Every startd is assumed to agree, except those
that `poll` is given as refusing.
"""

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from typing import Final

from msgspec import Struct

from userprio.base.cxx import INT_MAX, INT_MIN, to_int
from userprio.base.errors import BadInput
from userprio.classad import Ad, ClassAdSyntaxError, Evaluator, Expr, as_number, parse, satisfies, text_of
from userprio.config import Config
from userprio.negotiation import finite
from userprio.simulation.slots import SimulatedSlot, machine_of

_HOUR_S: Final = 3600
_DAY_S: Final = 86_400
_NEARLY: Final = 0.00001
"""What is added to a rate before its fraction is dropped."""
_EQUAL: Final = 2.2e-16
"""Ranks that are nearer than this are equal."""
_SCHEDULES: Final = ("graceful", "quick", "fast")
PUBLISHED: Final = {"graceful": "ExpectedMachineGracefulDrainingBadput", "quick": "ExpectedMachineQuickDrainingBadput"}
"""What startds publish of the work that would be lost, in core-seconds."""


class Rate(Struct, frozen=True):
    """How many machines are to be drained: at each poll, and more at the first one of an hour and of a day (UTC)."""

    per_poll: int
    per_hour: int
    per_day: int

    @classmethod
    def of(cls, machines_per_hour: float, interval_s: int) -> "Rate":
        """The rate as the daemon splits it up. Nothing where it never polls."""
        if interval_s <= 0:
            return cls(0, 0, 0)
        wanted = machines_per_hour / _HOUR_S * interval_s
        # The fraction that polls leave is due at the first of an hour, and what that leaves at the first of a day.
        per_poll = max(_floor(wanted + _NEARLY), 0)
        hourly = (wanted - per_poll) / interval_s * _HOUR_S
        per_hour = _floor(hourly + _NEARLY)
        per_day = _floor((hourly - per_hour) * 24 + 0.5)
        return cls(per_poll, per_hour, 0 if per_day < 0 or interval_s > _DAY_S else per_day)

    def due(self, now: int, previous: int | None, interval_s: int) -> int:
        """How many are due at a poll at `now`; `previous` is the time of the process's last one, None for the first."""
        number = self.per_poll
        if previous is not None:
            for share, period in ((self.per_hour, _HOUR_S), (self.per_day, _DAY_S)):
                # Hours and days of the epoch, in UTC. The first poll of a process has no share: a restart after the
                # hour loses it.
                if now // period != previous // period:
                    left = _floor(share * ((period - now % period) / period + interval_s / period) + 0.5)
                    # A share is negative where the rate for each poll was rounded up.
                    number += max(share, left) if share < 0 else min(share, left)
        return number


def _floor(number: float) -> int:
    """The floor as an integer of the daemon's: far below zero if the number does not fit in one."""
    return to_int(math.floor(number)) if math.isfinite(number) else INT_MIN


class DefragPolicy(Struct, frozen=True):
    """The knobs of condor_defrag."""

    interval_s: int
    machines_per_hour: float
    max_concurrent: int
    """While so many machines are draining, no more are; negative: no limit. It does not limit a single poll."""
    max_whole: int
    """The same for whole machines."""
    draining: Expr
    whole: Expr
    cancel: Expr | None
    candidates: Expr
    rank: Expr | None
    schedule: str
    start: str
    """START of a machine while it drains."""
    daemon: str

    @property
    def drains(self) -> bool:
        """Whether it ever drains anything, going by its interval."""
        return 0 < self.interval_s <= _HOUR_S

    @property
    def rate(self) -> Rate:
        """How many machines are to be drained."""
        return Rate.of(self.machines_per_hour, self.interval_s)

    def rank_of(self, slot: Ad, evaluator: Evaluator) -> float:
        """The rank by which a slot is ordered: 0 where DEFRAG_RANK is empty or not a number."""
        return float(self.own_rank(slot, evaluator) or 0.0)

    def own_rank(self, slot: Ad, evaluator: Evaluator) -> float | None:
        """DEFRAG_RANK of a slot, None where it is empty or not a number.

        It is the attribute Rank of an ad of its own, so that `Rank` in it is itself, and not the Rank of the slot.
        """
        if self.rank is None:
            return None
        number = as_number(evaluator.attribute("Rank", Ad({"Rank": self.rank}), slot))
        return None if number is None or math.isnan(number) else number

    @classmethod
    def from_config(cls, config: Config, daemon: str) -> "DefragPolicy":
        """The policy of a configuration; `daemon` is the name under which it drains (see `daemon_name`).

        Raises:
            BadInput: a value that ends the real daemon, at its start or at its first poll.
        """
        schedule = (config.string("DEFRAG_DRAINING_SCHEDULE") or "graceful").lower()
        if schedule not in _SCHEDULES:
            message = f"DEFRAG_DRAINING_SCHEDULE is {schedule!r}, and condor_defrag exits"
            hint = f"Write {', '.join(_SCHEDULES[:-1])} or {_SCHEDULES[-1]}"
            raise _fatal(config, message, hint, "DEFRAG_DRAINING_SCHEDULE")
        own = f'(DrainReason is undefined || DrainReason == "Defrag {daemon}")'
        online = "PartitionableSlot && Offline=!=True"
        drains = f"{online} && Draining && {own}"
        draining = _parsed(drains)
        if draining is None:
            message = f"the name {daemon} cannot be quoted in an expression, and condor_defrag exits at its first poll"
            raise _fatal(config, message, "Give it one without quotation marks", "DEFRAG_NAME")
        knobs = ("WHOLE_MACHINE_EXPR", "REQUIREMENTS", "CANCEL_REQUIREMENTS", "DRAINING_START_EXPR")
        for knob in knobs:
            config.expression(f"DEFRAG_{knob}")
        whole, requirements, cancel, start = (config.string(f"DEFRAG_{knob}") for knob in knobs)
        required = "" if requirements is None else f" && ({requirements})"
        rate = config.real("DEFRAG_DRAINING_MACHINES_PER_HOUR")
        return cls(
            interval_s=config.integer("DEFRAG_INTERVAL"),
            # As an integer of the daemon's, NaN is far below zero.
            machines_per_hour=0.0 if math.isnan(rate) else rate,
            max_concurrent=config.integer("DEFRAG_MAX_CONCURRENT_DRAINING"),
            max_whole=config.integer("DEFRAG_MAX_WHOLE_MACHINES"),
            draining=draining,
            # Without brackets, as the daemon sends it: of `A || B` only B is joined with the rest.
            whole=_joined(config, "DEFRAG_WHOLE_MACHINE_EXPR", f"{whole} && {online} && {own}"),
            cancel=None if cancel is None else _joined(config, "DEFRAG_CANCEL_REQUIREMENTS", f"{drains} && ({cancel})"),
            candidates=_joined(config, "DEFRAG_REQUIREMENTS", f"{online} && Draining =!= true{required}"),
            rank=config.expression("DEFRAG_RANK"),
            schedule=schedule,
            start=start or "",
            daemon=daemon,
        )


def _joined(config: Config, knob: str, text: str) -> Expr:
    """The expression that the daemon makes of a knob and of what it appends."""
    joined = _parsed(text)
    if joined is None:
        message = f"{knob} hides what condor_defrag appends to it, and condor_defrag exits at its first poll"
        raise _fatal(config, message, "Take out the comment (//)", knob, "DEFRAG_WHOLE_MACHINE_EXPR")
    return joined


def _parsed(text: str) -> Expr | None:
    with suppress(ClassAdSyntaxError):
        return parse(text)
    return None


def _fatal(config: Config, message: str, hint: str, *knobs: str) -> BadInput:
    origin = next((origin for knob in knobs if (origin := config.origin(knob)) is not None), None)
    place = (None, None) if origin is None else (origin.path, origin.line)
    return BadInput(message, *place, hint=hint)


class Poll(Struct, frozen=True):
    """One poll. Machines are named by their startds, the rest by their slots."""

    at: int
    to_drain: int
    draining: tuple[str, ...]
    whole: tuple[str, ...]
    cancelled: tuple[str, ...]
    candidates: tuple[tuple[str, ...], ...]
    """By rank, best first; HTCondor orders equals by where their ads lie in memory, which nobody can know."""
    drained: tuple[str, ...]
    skipped: tuple[tuple[str, str], ...]
    """Slots that were passed over, each with the reason."""
    nothing_because: str | None
    """Why no candidate was looked at."""
    by_chance: tuple[str, ...] = ()
    """The equals of which only some were drained."""


def daemon_name(config: Config, slots: Iterable[Ad]) -> str:
    """The name of the daemon, by which it knows the machines that it drains itself (`build_valid_daemon_name`).

    It ends with the name of its host: what the configuration says, else what machines say that drain for a daemon of
    this name, else the central manager.
    """
    name = config.string("DEFRAG_NAME") or "DEFRAG"
    if "@" in name:
        return name
    evaluator, own = Evaluator(0), f"Defrag {name}@"
    reasons = (text_of(evaluator, ad, "DrainReason") or "" for ad in slots)
    hosts = {reason.removeprefix(own) for reason in reasons if reason.startswith(own)}
    known = config.string("NETWORK_HOSTNAME")
    manager = (config.string("CONDOR_HOST") or "localhost").partition(":")[0]
    return f"{name}@{known or (hosts.pop() if len(hosts) == 1 else manager)}"


def poll(
    policy: DefragPolicy, slots: Iterable[Ad], now: int, previous: int | None = None, refusing: Collection[str] = ()
) -> Poll:
    """What the daemon does at `now` with the ads that the collector has.

    `previous` is the time of its last poll, None if it has just started. Machines in `refusing` refuse. Slots without
    a name are left out: no startd sends such ads.
    """
    evaluator = Evaluator(now)
    ads = [(name, ad) for ad in slots if (name := text_of(evaluator, ad, "Name")) is not None]

    def matching_slots(constraint: Expr) -> list[tuple[str, Ad]]:
        return [(name, ad) for name, ad in ads if satisfies(evaluator, ad, constraint)]

    def machines(constraint: Expr) -> tuple[str, ...]:
        return tuple(dict.fromkeys(machine_of(name) for name, _ in matching_slots(constraint)))

    def ranked(matching: list[tuple[str, Ad]]) -> list[list[str]]:
        return _by_rank([(policy.rank_of(ad, evaluator), name) for name, ad in matching])

    to_drain = policy.rate.due(now, previous, policy.interval_s)
    draining, whole = machines(policy.draining), machines(policy.whole)
    cancelled: tuple[str, ...] = ()
    if policy.cancel is not None and policy.interval_s > 0:
        cancelled = _one_each(name for equals in ranked(matching_slots(policy.cancel)) for name in equals)
    nothing = _nothing(policy, to_drain, len(draining), len(whole))
    if nothing is not None:
        return Poll(now, to_drain, draining, whole, cancelled, (), (), (), nothing)
    candidates = ranked(matching_slots(policy.candidates))
    # Cancelled before, and so no candidates at this poll, though their ads still show that they drain.
    ended = {machine_of(name) for name in cancelled}
    drained: list[str] = []
    skipped: list[tuple[str, str]] = []
    chance: tuple[str, ...] = ()
    for equals in candidates:
        if len(drained) == to_drain:
            break
        settled = ended.union(whole, refusing, map(machine_of, drained))
        # Equals are in random order at the daemon: where not all of them are due, the choice is chance.
        open_to_all = tuple(name for name in equals if machine_of(name) not in settled)
        if len(set(map(machine_of, open_to_all))) > to_drain - len(drained):
            chance = open_to_all
        for name in equals:
            if len(drained) == to_drain:
                break
            machine = machine_of(name)
            passed_over = (
                (ended, "its draining was cancelled at this poll"),
                ({*map(machine_of, drained)}, "its machine is drained at this poll already"),
                (whole, "its machine is whole"),
            )
            why = next((reason for among, reason in passed_over if machine in among), None)
            if why is not None:
                skipped.append((name, why))
            # A refusal is neither counted nor remembered: the next in rank is asked instead.
            elif machine not in refusing:
                drained.append(name)
    looked_at = tuple(map(tuple, candidates)), tuple(drained), tuple(skipped)
    return Poll(now, to_drain, draining, whole, cancelled, *looked_at, None, chance)


def _nothing(policy: DefragPolicy, to_drain: int, draining: int, whole: int) -> str | None:
    """Why a poll ends before it looks at any machine; None if it does look (`Defrag::poll`)."""
    if policy.interval_s <= 0:
        return f"DEFRAG_INTERVAL = {policy.interval_s}: there are no polls"
    rate = f"DEFRAG_DRAINING_MACHINES_PER_HOUR = {policy.machines_per_hour:g}"
    if policy.rate == Rate(0, 0, 0):
        return f"{rate}, so that none is ever due"
    if policy.rate.per_hour == INT_MIN:
        return f"{rate} is more than condor_defrag can count, so that none is ever due"
    if to_drain <= 0:
        return "none is due at this poll"
    if policy.interval_s > _HOUR_S:
        return f"DEFRAG_INTERVAL = {policy.interval_s} is more than an hour: condor_defrag then drains nothing at all"
    for name, most, count, state in (
        ("DEFRAG_MAX_CONCURRENT_DRAINING", policy.max_concurrent, draining, "draining"),
        ("DEFRAG_MAX_WHOLE_MACHINES", policy.max_whole, whole, "whole"),
    ):
        if 0 <= most <= count:
            return f"{name} = {most}, and there are {count} {state} machines"
    return None


def _one_each(names: Iterable[str]) -> tuple[str, ...]:
    """The first slot of each machine."""
    first: dict[str, str] = {}
    for name in names:
        first.setdefault(machine_of(name), name)
    return tuple(first.values())


def _by_rank(ranked: Sequence[tuple[float, str]]) -> list[list[str]]:
    """Slots with the best rank first, equals together in the order of the ads."""
    groups: list[list[str]] = []
    last = math.nan
    for rank, name in sorted(ranked, key=lambda pair: -pair[0]):
        if not (rank == last or abs(rank - last) < _EQUAL):
            groups.append([])
        groups[-1].append(name)
        last = rank
    return groups


class DrainCost(Struct, frozen=True):
    """What a machine has, and what comes of draining it if no job ends before it has to go."""

    cores: float = 0.0
    free_cores: float = 0.0
    jobs: int = 0
    badput_core_s: float = 0.0
    """Work that is lost."""
    idle_core_s: float = 0.0
    """Core-seconds that stand empty until the last job has gone."""
    after_s: float = 0.0
    """Seconds until the last job has gone."""


def drain_cost(slots: Iterable[SimulatedSlot], schedule: str, evaluator: Evaluator) -> DrainCost:
    """What it costs to empty a machine with these slots; `schedule` as in DEFRAG_DRAINING_SCHEDULE."""
    free = 0.0
    busy: list[tuple[float, float, float]] = []
    for slot in slots:
        cores, claim = finite(evaluator.attribute("Cpus", slot.ad)), slot.claim
        if claim is None:
            free += cores
            continue
        age = max(evaluator.now - claim.job_began_at, 0.0)
        left = 0.0 if schedule == "fast" else claim.granted.vacating_s(age)
        # Time to vacate comes out of what is left of the retirement, and is not added to it.
        if schedule == "graceful":
            left = max(left, claim.granted.remaining_s(age))
        busy.append((cores, age, left))
    until = max((left for _, _, left in busy), default=0.0)
    badput = sum(cores * (age + left) for cores, age, left in busy)
    idle = free * until + sum(cores * (until - left) for cores, _, left in busy)
    return DrainCost(free + sum(cores for cores, _, _ in busy), free, len(busy), badput, idle, until)


def with_expectations(slots: Iterable[SimulatedSlot], now: int) -> list[Ad]:
    """The ads of slots with what startds publish of their draining at `now`."""
    evaluator = Evaluator(now)
    machines: dict[str, list[SimulatedSlot]] = defaultdict(list)
    for slot in slots:
        machines[machine_of(slot.name)].append(slot)
    ads = []
    for own in machines.values():
        published = {}
        for schedule, badput in PUBLISHED.items():
            cost = drain_cost(own, schedule, evaluator)
            published[badput] = int(min(cost.badput_core_s, INT_MAX))
            published[badput.replace("Badput", "Completion")] = int(min(now + cost.after_s, INT_MAX))
        ads += [slot.ad.replace(published) for slot in own]
    return ads
