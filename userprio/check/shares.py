"""Whole slots that stay idle because limits come out as fractions, found by a dry run."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from userprio.check.quotas import quota_place
from userprio.check.situation import Finding, Level, Situation, few, finding, plain
from userprio.classad import Evaluator, is_true
from userprio.formats import counted
from userprio.negotiation import Because, GroupRound, Match, Outcome, VisitOutcome, negotiate

_LIMITED: Final = frozenset({VisitOutcome.LIMIT, VisitOutcome.SHARE_TOO_SMALL, VisitOutcome.PIE_TOO_SMALL})
_REFUSED: Final = "submitter limit exceeded"
_ROUNDING: Final = 1e-6


def check_shares(situation: Situation) -> Iterator[Finding]:
    """Run a cycle dry and look at what stays idle while jobs wait."""
    if not (situation.pool.slots and situation.pool.submitters):
        return
    outcome = situation.outcome
    smallest = outcome.pool.smallest_weight
    idle = outcome.pool.weight - outcome.pool.in_use - _given(outcome.matches)
    if smallest <= 0 or idle < smallest - _ROUNDING:
        return
    divided = _divided(situation, outcome)
    yield from _cut_quotas(situation, outcome, divided, idle)
    yield from _cut_shares(situation, outcome, divided, idle)


def _divided(situation: Situation, outcome: Outcome) -> frozenset[str]:
    """Submitters that were given partitionable slots, which they are charged whole for until the next cycle only.

    What their limits leave in this cycle says nothing about the time after it.
    """
    evaluator = Evaluator(situation.now)
    slots = {
        evaluator.attribute("Name", ad)
        for ad in situation.pool.slots
        if is_true(evaluator.attribute("PartitionableSlot", ad))
    }
    return frozenset(match.submitter for match in outcome.matches if match.slot in slots)


def _given(matches: tuple[Match, ...]) -> float:
    return sum(match.cost for match in matches if match.because is Because.FREE)


def _cut_quotas(situation: Situation, outcome: Outcome, divided: frozenset[str], idle: float) -> Iterator[Finding]:
    """Group limits cut to whole numbers, in the first round, by groups that would have used the fraction."""
    tree = situation.tree
    if not outcome.rounds:
        return
    limits = {past.group: past.limit for past in outcome.passes if past.round == 1}
    others = {tree.assigned(name).name for name in divided}
    cut = [
        (group.name, group.allocated, limits[group.name])
        for group in outcome.rounds[0].groups
        if group.name in limits
        and group.name not in others
        and _is_cut(group, limits[group.name])
        and _held(outcome, group.name) > limits[group.name] - outcome.pool.smallest_weight
    ]
    lost = sum(allocated - limit for _, allocated, limit in cut)
    smallest = outcome.pool.smallest_weight
    whole = min(int((lost + _ROUNDING) / smallest) * smallest, idle)
    if whole < smallest - _ROUNDING:
        return
    limited = [f"{name} {plain(allocated)} to {limit}" for name, allocated, limit in cut]
    first = next(group for group in tree.groups if group.name == cut[0][0])
    what = (
        f"Limits of groups are cut to whole numbers ({few(limited)}): slots of weight {plain(whole)} out of "
        f"{plain(outcome.pool.weight)} stay idle, though jobs wait"
    )
    hint = "Choose quotas that give whole numbers on this pool, or let the groups accept surplus"
    yield finding(Level.WARNING, "fractional-quotas", quota_place(situation.config, first), what, hint)


def _held(outcome: Outcome, name: str) -> float:
    """What a group has once the cycle is over."""
    usage = sum(group.usage for group in outcome.groups if group.name == name)
    return usage + sum(match.cost for match in outcome.matches if match.group == name)


def _is_cut(group: GroupRound, limit: int) -> bool:
    return 0 < group.allocated - limit < 1 and group.requested > limit


def _cut_shares(situation: Situation, outcome: Outcome, divided: frozenset[str], idle: float) -> Iterator[Finding]:
    """Submitters that stop with a fraction of a slot each, where the fractions come to whole slots."""
    left = {name: rest for name, rest in _left(outcome).items() if name not in divided}
    fractions = sum(rest for rest, _ in left.values())
    smallest = outcome.pool.smallest_weight
    if len(left) < 2 or fractions < smallest - _ROUNDING:
        return
    # Without limits the same slots would be given if nothing else is in the way, such as requirements or ceilings.
    unlimited = situation.config.with_overrides({"NEGOTIATOR_IGNORE_USER_PRIORITIES": "true"})
    free = negotiate(replace(situation.scenario, config=unlimited))
    more = min(_given(free.matches) - _given(outcome.matches), idle, fractions + _ROUNDING)
    whole = int((more + _ROUNDING) / smallest) * smallest
    if whole <= 0:
        return
    names = sorted(left)
    what = (
        f"{counted(len(names), 'submitter')} ({few(names)}) are each left with a share of less than a slot: slots "
        f"of weight {plain(whole)} out of {plain(outcome.pool.weight)} stay idle, though their jobs wait"
    )
    served = names[: max(1, int(whole / smallest + _ROUNDING))]
    floor = int(left[served[0]][1] + smallest)
    hint = (
        f"Floors that are one slot higher use up the rest: userprio setfloor {served[0]} {floor}"
        f"{f', and likewise {few(served[1:])}' if served[1:] else ''}; "
        "or choose factors that give whole shares"
    )
    place = situation.submitter_place(names[0])
    yield finding(Level.WARNING, "fractional-shares", place, what, hint)


def _left(outcome: Outcome) -> dict[str, tuple[float, float]]:
    """What limits leave to submitters with more jobs, less than the smallest slot each, and what they then hold."""
    refused = {rejection.submitter for rejection in outcome.rejections if rejection.reason == _REFUSED}
    last = {visit.submitter: visit for visit in outcome.visits}
    left: dict[str, tuple[float, float]] = {}
    for name, visit in last.items():
        if name not in refused or visit.outcome not in _LIMITED or visit.idle_jobs <= visit.matched:
            continue
        used = sum(
            match.cost
            for match in outcome.matches
            if (match.submitter, match.round, match.group, match.spin) == (name, visit.round, visit.group, visit.spin)
        )
        rest = min(visit.limit, visit.unclaimed_limit) - used
        if _ROUNDING < rest < outcome.pool.smallest_weight:
            left[name] = rest, visit.usage + used
    return left
