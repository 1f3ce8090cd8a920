"""Quotas that do not add up, conflicting flags of groups, and effects of quotas on order and surplus.

The effects are found by dry runs of the pool."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from userprio.accounting.quotas import ROOT, Group, GroupTree, QuotaSettings, assign_quotas
from userprio.analysis.check.findings import Finding, Level, Location, few, finding, knob_place, plain, verb
from userprio.analysis.check.situation import Situation
from userprio.base.formats import counted, listed
from userprio.config import Config
from userprio.negotiation import Outcome, negotiate

_ROUNDING: Final = 1e-9
"""Relative rounding error of sums."""
_WRITTEN: Final = 1e-4
"""How far sums of rounded fractions may exceed 1; condor_negotiator does not complain about it either."""
NO_QUOTA: Final = 1000.0
"""A quota this many times what the parent has is not meant as a quota."""
_KEPT: Final = "with NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION"
_RATE: Final = "GROUP_QUOTA_ROUND_ROBIN_RATE"
_SORT: Final = "GROUP_SORT_EXPR"
_OVER: Final = "NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION"
_SLACK: Final = 1e-6


def check_quotas(situation: Situation) -> Iterator[Finding]:
    """Compare the quotas of groups with their parents', and with the pool where that is known.

    Groups whose quota knob is unreadable are not compared with their subgroups.
    """
    config, tree = situation.config, situation.tree
    settings = QuotaSettings.from_config(config)
    received = _received(tree, situation.pool_weight, settings)
    for group in tree.groups:
        children = [tree.groups[number] for number in group.children]
        if any(
            f"{kind}{group.name}".lower() in situation.unreadable for kind in ("group_quota_", "group_quota_dynamic_")
        ):
            continue
        yield from _static_sum(config, group, children, received[group.number], settings)
        yield from _dynamic_sum(config, children)
        yield from _below_nothing(config, group, children, received[group.number])
    yield from _closed_parents(config, tree, settings)
    yield from _both_policies(config, tree)
    yield from _stalling(config, tree, settings)


def _blame(config: Config, group: Group) -> tuple[bool, float, int]:
    """A sort key for the quota to report among several that add up to too much: the maximum is it.

    Quotas that are not set in a file come out highest, then larger ones, then those further down.
    """
    # The largest is the likeliest mistake; of equals, the one written last.
    place = quota_place(config, group)
    return place.line is None, group.configured, place.line or 0


def _sum(names: list[str], kind: str, total: float) -> str:
    if len(names) == 1:
        return f"The {kind} of {names[0]} is {plain(total)}"
    return f"The {kind}s of {few(names)} add up to {plain(total)}"


def quota_place(config: Config, group: Group) -> Location:
    """Where the quota of a group is set, or else where the group is listed."""
    kind = "GROUP_QUOTA_" if group.static else "GROUP_QUOTA_DYNAMIC_"
    return knob_place(config, f"{kind}{group.name}", "GROUP_NAMES")


def _received(tree: GroupTree, pool_weight: float | None, settings: QuotaSettings) -> list[float | None]:
    """The quota of each subtree; None if it depends on an unknown pool size."""
    if pool_weight is not None:
        return list(assign_quotas(tree, pool_weight, settings).subtree)
    # Without a pool the root's quota is unknown, but a static quota below is what it is: from there on sums can be
    # compared.
    received: list[float | None] = [None] * len(tree.groups)
    for group in tree.groups:
        have = received[group.number]
        children = [tree.groups[number] for number in group.children]
        wanted = sum(child.configured for child in children if child.static)
        fractions = sum(child.configured for child in children if not child.static)
        for child in children:
            if child.configured == 0 or have == 0:
                received[child.number] = 0.0
            elif child.static:
                scaled = have is not None and wanted > have and not settings.oversubscription
                received[child.number] = child.configured * (have / wanted if scaled and have is not None else 1.0)
            elif have is not None:
                received[child.number] = child.configured * max(0.0, have - wanted) / max(fractions, 1.0)
    return received


def _static_sum(
    config: Config, group: Group, children: list[Group], have: float | None, settings: QuotaSettings
) -> Iterator[Finding]:
    static = [child for child in children if child.static and child.configured > 0]
    wanted = sum(child.configured for child in static)
    if have is None or have <= 0 or not static:
        return
    dynamic = [child.name for child in children if not child.static and child.configured > 0]
    largest = max(static, key=lambda child: _blame(config, child))
    whose = "the pool" if group.name == ROOT else group.name
    if wanted > have * (1 + _ROUNDING):
        capped = settings.strict and group.name != ROOT and not group.accepts_surplus
        if not settings.oversubscription:
            then = f"{'it' if len(static) == 1 else 'each'} is scaled down by the factor {plain(have / wanted)}"
        elif len(static) == 1:
            then = f"{_KEPT} it is not scaled down"
            then += f", but {whose} as a whole is held to its {plain(have)}" if capped else ""
        else:
            together = f", up to {plain(have)} together," if capped else ""
            then = (
                f"{_KEPT} they are not scaled down, so that the groups that come first may fill theirs{together} and "
                "the last find nothing left"
            )
        rest = f", and {verb(dynamic, 'gets', 'get')} nothing" if dynamic else ""
        what = _sum([child.name for child in static], "quota", wanted)
        what = f"{what}, but {whose} has {plain(have)}: {then}{rest}"
        lower = f"Lower it to {plain(have)}" if len(static) == 1 else f"Lower them to {plain(have)} in all"
        hint = f"{lower}, or {'use dynamic quotas' if group.name == ROOT else f'give {whose} more'}"
        # Huge quotas everywhere are a known way to switch quotas off, not a mistake.
        level = Level.NOTE if min(child.configured for child in static) >= NO_QUOTA * have else Level.WARNING
        yield finding(level, "quotas-above-parent", quota_place(config, largest), what, hint)
    elif dynamic and wanted >= have * (1 - _ROUNDING):
        what = f"The static quotas below {whose} take all its {plain(have)}: {verb(dynamic, 'gets', 'get')} nothing"
        hint = "Leave some of the parent's quota for its dynamic groups"
        yield finding(Level.WARNING, "nothing-left", quota_place(config, largest), what, hint)


def _dynamic_sum(config: Config, children: list[Group]) -> Iterator[Finding]:
    dynamic = [child for child in children if not child.static and child.configured > 0]
    total = sum(child.configured for child in dynamic)
    if total <= 1 + _WRITTEN:
        return
    largest = max(dynamic, key=lambda child: _blame(config, child))
    what = _sum([child.name for child in dynamic], "dynamic quota", total)
    what = f"{what}: each is scaled down by the factor {plain(1 / total)}, whatever else is set"
    hint = "Make them add up to 1 at most"
    yield finding(Level.WARNING, "dynamic-above-one", quota_place(config, largest), what, hint)


def _below_nothing(config: Config, group: Group, children: list[Group], have: float | None) -> Iterator[Finding]:
    if group.name == ROOT or have != 0:
        return
    for child in children:
        if child.configured > 0:
            what = f"Group {child.name} gets nothing of its quota, because its parent {group.name} has none"
            hint = f"Give {group.name} a quota that is at least the sum of its subgroups'"
            yield finding(Level.WARNING, "parent-without-quota", quota_place(config, child), what, hint)


def _closed_parents(config: Config, tree: GroupTree, settings: QuotaSettings) -> Iterator[Finding]:
    """Groups that accept surplus below a group that does not."""
    for parent in tree.groups[1:]:
        if parent.accepts_surplus:
            continue
        children = [tree.groups[number] for number in parent.children]
        open_ones = [child for child in children if child.accepts_surplus]
        if not open_ones:
            continue
        own = [child for child in open_ones if config.is_set(f"GROUP_ACCEPT_SURPLUS_{child.name}")]
        names = [f"GROUP_ACCEPT_SURPLUS_{group.name}" for group in (*own, parent)]
        crowded = settings.oversubscription and settings.strict and len(children) > 1
        starved = ", and whoever comes first there may keep the others below their own quotas" if crowded else ""
        what = (
            f"{few([child.name for child in open_ones])} may accept surplus, but {parent.name} does not: only what "
            f"is left over below {parent.name} reaches them, never beyond its quota{starved}"
        )
        hint = f"Set GROUP_ACCEPT_SURPLUS_{parent.name} = True, unless that is what you want"
        yield finding(Level.NOTE, "surplus-stops", knob_place(config, *names, "GROUP_ACCEPT_SURPLUS"), what, hint)


def _both_policies(config: Config, tree: GroupTree) -> Iterator[Finding]:
    """Groups with autoregroup that accept surplus as well."""
    by_place: dict[Location, list[str]] = {}
    for group in tree.groups[1:]:
        if group.autoregroup and group.accepts_surplus:
            place = knob_place(config, f"GROUP_AUTOREGROUP_{group.name}", "GROUP_AUTOREGROUP")
            by_place.setdefault(place, []).append(group.name)
    for place, names in by_place.items():
        what = (
            f"{verb(names, 'accepts', 'accept')} surplus and {'regroups' if len(names) == 1 else 'regroup'} as well: "
            "what others leave is handed out twice, by quota and then to all users by priority, and the quota of "
            f"{ROOT} is the whole pool in every round"
        )
        yield finding(Level.WARNING, "surplus-and-regroup", place, what, "Use one of the two")


def _stalling(config: Config, tree: GroupTree, settings: QuotaSettings) -> Iterator[Finding]:
    """A round robin whose steps are counted twice by strict enforcement of quotas."""
    if not config.is_set(_RATE) or not settings.strict:
        return
    closed = [
        group.name
        for group in tree.groups[1:]
        if not group.accepts_surplus and group.static and group.configured > settings.round_robin_rate
    ]
    if closed:
        what = (
            f"{_RATE} hands out quotas in steps of {plain(settings.round_robin_rate)}, but of groups that accept no "
            f"surplus ({few(closed)}) what they won in earlier steps is subtracted twice: they stop at about half "
            "of their quota in a cycle"
        )
        hint = f"Take {_RATE} out, or set NEGOTIATOR_STRICT_ENFORCE_QUOTA = False"
        yield finding(Level.WARNING, "round-robin-stalls", knob_place(config, _RATE), what, hint)


def check_group_order(situation: Situation) -> Iterator[Finding]:
    """Check the order of groups where quotas are meant as priorities, and for inner groups that count quota twice."""
    if not (situation.tree.group_mode and situation.pool.slots and situation.pool.submitters):
        return
    yield from _quotas_as_priorities(situation)
    yield from _surplus_twice(situation)


def _quotas_as_priorities(situation: Situation) -> Iterator[Finding]:
    """Quotas far beyond the pool, meant to order groups by size, where one with a smaller quota still comes first."""
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
    """The number of jobs that start, by group."""
    started: dict[str, int] = {}
    for match in outcome.matches:
        if match.group is not None:
            started[match.group] = started.get(match.group, 0) + match.jobs
    return started


def _surplus_twice(situation: Situation) -> Iterator[Finding]:
    """Inner groups whose own quota is given to their subgroups as surplus, although these have it already."""
    config, tree = situation.config, situation.tree
    if not config.boolean(_OVER):
        return
    inner = [group for group in tree.groups[1:] if _counts_twice(group, tree.groups)]
    if not inner:
        return
    # Only a cycle shows whether counting twice lets anyone exceed anything: demand may be too small for it.
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
    return group.name != ROOT and group.static and accepting >= 2 and 0 < sum(quotas) <= group.configured + _SLACK


def _limits(outcome: Outcome) -> dict[str, int]:
    """The limits of groups in the first round, by name."""
    return {past.group: past.limit for past in outcome.passes if past.round == 1}


def _may_take(names: list[str], limits: dict[str, int]) -> str:
    return listed([f"{name} may hold {limits.get(name, 0)}" for name in names], most=4)
