"""Quotas that do not do to the order and the surplus of groups what manuals say, found by dry runs of this pool."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from userprio.check.quotas import NO_QUOTA, quota_place
from userprio.check.situation import Finding, Level, Situation, finding, knob_place, plain
from userprio.formats import counted, listed
from userprio.negotiation import Outcome, negotiate
from userprio.quotas import ROOT, Group

_SORT: Final = "GROUP_SORT_EXPR"
_OVER: Final = "NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION"
_ROUNDING: Final = 1e-6


def check_group_order(situation: Situation) -> Iterator[Finding]:
    """Look at who comes first where quotas are to be priorities, and at inner groups that count their quota twice."""
    if not (situation.tree.group_mode and situation.pool.slots and situation.pool.submitters):
        return
    yield from _quotas_as_priorities(situation)
    yield from _surplus_twice(situation)


def _quotas_as_priorities(situation: Situation) -> Iterator[Finding]:
    """Quotas far beyond the pool, to be served by size: a group with a smaller one that comes first all the same."""
    config, weight = situation.config, situation.pool_weight or 0.0
    huge = [
        group for group in situation.tree.groups[1:] if group.static and group.configured >= NO_QUOTA * max(weight, 1)
    ]
    if config.is_set(_SORT) or len({group.configured for group in huge}) < 2:
        return
    outcome = situation.outcome
    left = {group.name: group.left for group in outcome.groups}
    started = _started(outcome)
    for larger in sorted(huge, key=lambda group: -group.configured):
        first = [
            group
            for group in huge
            if group.configured < larger.configured and started.get(group.name, 0) > started.get(larger.name, 0)
        ]
        if not (first and left.get(larger.name)):
            continue
        smaller = min(first, key=lambda group: group.configured)
        what = (
            f"Quotas far above the pool do not order groups: {_SORT} compares what groups use, divided by their "
            f"quotas, and of equals the smaller may come first. In the next cycle "
            f"{counted(started[smaller.name], 'job')} of {smaller.name} (quota {plain(smaller.configured)}) "
            f"{'starts' if started[smaller.name] == 1 else 'start'}, and {started.get(larger.name, 0)} of "
            f"{larger.name} (quota {plain(larger.configured)})"
        )
        hint = f"Set {_SORT} = 0 - GroupQuota, so that the group with the largest quota comes first"
        yield finding(Level.WARNING, "quota-priority", quota_place(config, larger), what, hint)
        return


def _started(outcome: Outcome) -> dict[str, int]:
    """Jobs that start, by group."""
    found: dict[str, int] = {}
    for match in outcome.matches:
        if match.group is not None:
            found[match.group] = found.get(match.group, 0) + match.jobs
    return found


def _surplus_twice(situation: Situation) -> Iterator[Finding]:
    """Inner groups whose own quota is handed out to their subgroups as surplus, though these have it already."""
    config, tree = situation.config, situation.tree
    if not config.boolean(_OVER):
        return
    inner = [group for group in tree.groups[1:] if _counts_twice(group, tree.groups)]
    if not inner:
        return
    once = replace(situation.scenario, config=config.with_overrides({_OVER: "false"}))
    now, instead = _limits(situation.outcome), _limits(negotiate(once))
    for group in inner:
        names = [name for name in (tree.groups[number].name for number in group.children) if name in now]
        if sum(now[name] for name in names) <= max(group.configured, sum(instead.get(name, 0) for name in names)):
            continue
        what = (
            f"{group.name} hands its quota of {plain(group.configured)} on as surplus, though its subgroups have it "
            f"already: in the next cycle {_may_take(names, now)}; counted once, {_may_take(names, instead)}"
        )
        place = knob_place(config, _OVER, f"GROUP_QUOTA_{group.name}")
        hint = f"Set {_OVER} = False, which counts it once"
        yield finding(Level.WARNING, "surplus-twice", place, what, hint)


def _counts_twice(group: Group, groups: tuple[Group, ...]) -> bool:
    children = [groups[number] for number in group.children]
    quotas = [child.configured for child in children if child.static]
    accepting = sum(child.accepts_surplus for child in children)
    return group.name != ROOT and group.static and accepting >= 2 and 0 < sum(quotas) <= group.configured + _ROUNDING


def _limits(outcome: Outcome) -> dict[str, int]:
    """What groups may hold after the first round, by name."""
    return {past.group: past.limit for past in outcome.passes if past.round == 1}


def _may_take(names: list[str], limits: dict[str, int]) -> str:
    return listed([f"{name} may hold {limits.get(name, 0)}" for name in names], most=4)
