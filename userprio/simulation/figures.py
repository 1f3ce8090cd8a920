"""The figures of a replay: who used how much, how long jobs waited, and what everybody was entitled to."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import ceil, fsum
from statistics import fmean, median
from typing import Final

from userprio.accounting import MIN_FACTOR, priority_factor
from userprio.accounting.quotas import QuotaSettings, assign_quotas
from userprio.simulation.entitlement import Entitled, GroupRight, entitlements
from userprio.simulation.fairness import gini, jain
from userprio.simulation.presence import Capacity
from userprio.simulation.replay_result import Fairness, Figures, JobCourse, ReplayedPolicy, Waits
from userprio.simulation.replay_setting import Setting
from userprio.simulation.world import World

SHORTEST_S: Final = 10.0
"""What a slowdown counts a shorter run as: D. G. Feitelson, Metrics for Parallel Job Scheduling and Their Convergence,
JSSPP 2001."""
EVERYBODY: Final = "everybody"


def waited_s(course: JobCourse, until: float) -> float:
    """How long a job waited for its first start, or in vain until the end of the period."""
    started = until if course.started_at is None else course.started_at
    return max(started - course.past.queued_at, 0.0)


def slowdown(course: JobCourse, until: float) -> float:
    """(wait + run) / run, with the length of an undisturbed run; if that is not known, `SHORTEST_S`."""
    run = max(course.past.length_s or 0.0, SHORTEST_S)
    return (waited_s(course, until) + run) / run


def percentile(values: Sequence[float], part: float) -> float:
    """The least value that this part of them does not exceed (nearest rank); 0 if there are none."""
    return sorted(values)[max(ceil(part * len(values)), 1) - 1] if values else 0.0


def figures_of(
    name: str, setting: Setting, courses: tuple[JobCourse, ...], world: World, capacity: Capacity
) -> ReplayedPolicy:
    """The result of a replay whose world is at its end."""
    until = world.now
    entitled = _entitlements(setting, courses, world, capacity)
    own: dict[str, list[JobCourse]] = defaultdict(list)
    for course in courses:
        own[course.past.submitter].append(course)
    used_s = fsum(course.weight_s for course in courses)
    owed_s = fsum(entitled.values())

    def figures(who: str, group: str, theirs: Sequence[JobCourse], rights_s: float) -> Figures:
        waits = [waited_s(course, until) for course in theirs]
        weight_s = fsum(course.weight_s for course in theirs)
        return Figures(
            name=who,
            group=group,
            jobs=len(theirs),
            started=sum(course.started_at is not None for course in theirs),
            finished=sum(course.ended_at is not None for course in theirs),
            used_weight_s=weight_s,
            waits=Waits(median(waits), percentile(waits, 0.95), fmean(waits)) if waits else Waits(0.0, 0.0, 0.0),
            slowdown=median([slowdown(course, until) for course in theirs]) if theirs else 1.0,
            preemptions=sum(course.preemptions for course in theirs),
            badput_weight_s=fsum(course.badput_weight_s for course in theirs),
            entitled_weight_s=rights_s,
            share=weight_s / used_s if used_s else 0.0,
            entitled_share=rights_s / owed_s if owed_s else 0.0,
        )

    groups = {submitter: world.group_of(submitter) for submitter in own}
    submitters = tuple(
        figures(submitter, groups[submitter], theirs, entitled.get(submitter, 0.0))
        for submitter, theirs in sorted(own.items(), key=lambda item: (groups[item[0]], item[0]))
    )
    ratios = [each.used_weight_s / each.entitled_weight_s for each in submitters if each.entitled_weight_s > 0]
    everybody = figures(EVERYBODY, "", courses, owed_s)
    return ReplayedPolicy(
        name=name,
        jobs=courses,
        submitters=submitters,
        groups=tuple(
            figures(
                group,
                group,
                [course for submitter in below for course in own[submitter]],
                fsum(entitled.get(submitter, 0.0) for submitter in below),
            )
            for group, below in _members(world, groups)
        ),
        everybody=everybody,
        fairness=Fairness(jain(ratios), gini(ratios), len(ratios)),
        capacity=capacity,
        idle_while_waiting_weight_s=_idle_while_waiting(courses, setting.begins_at, until, capacity),
        cycles=world.cycles,
        until=until,
    )


def _members(world: World, groups: Mapping[str, str]) -> Iterable[tuple[str, list[str]]]:
    """Each group with the submitters in it and below it; none where no group is configured."""
    if not world.tree.group_mode:
        return
    for group in world.tree.groups:
        below = [
            submitter
            for submitter, name in groups.items()
            if name == group.name or (name + ".").startswith(group.name + ".")
        ]
        yield group.name, below


def _entitlements(setting: Setting, courses: Sequence[JobCourse], world: World, capacity: Capacity) -> dict[str, float]:
    settings = QuotaSettings.from_config(setting.scenario.config)
    tree = world.tree
    grouped = tree.group_mode

    @cache
    def rights(pool: float) -> Sequence[GroupRight]:
        quotas = assign_quotas(tree, pool, settings)
        return [
            GroupRight(
                quotas.effective[group.number] if grouped and group.parent is not None else 0.0,
                group.parent is None or group.accepts_surplus,
            )
            for group in tree.groups
        ]

    names = {course.past.submitter for course in courses}
    who = {
        name: Entitled(
            tree.assigned(name).number,
            max(priority_factor(world.customer(name), world.group_of(name), world.rules), MIN_FACTOR),
        )
        for name in names
    }
    demands = (
        (
            course.past.submitter,
            max(course.past.queued_at, setting.begins_at),
            world.now if course.ended_at is None else course.ended_at,
            course.past.weight,
        )
        for course in courses
    )
    return entitlements(capacity, demands, who, rights, setting.begins_at, world.now)


def _idle_while_waiting(courses: Sequence[JobCourse], begin: float, end: float, capacity: Capacity) -> float:
    """Weight-seconds that stood empty while as much was asked for by jobs that waited for their first start."""
    # Changes of the weight that waits, that runs and that is there, by time.
    changes = [
        (since, 0.0, 0.0, weight - before) for (_, before), (since, weight) in pairwise([(begin, 0.0), *capacity])
    ]
    for course in courses:
        weight = course.past.weight
        started = end if course.started_at is None else course.started_at
        over = end if course.ended_at is None else course.ended_at
        queued = min(max(course.past.queued_at, begin), end)
        begun = min(max(started, begin), end)
        changes += [(queued, weight, 0.0, 0.0), (begun, -weight, weight, 0.0)]
        changes.append((min(max(over, begun), end), 0.0, -weight, 0.0))
    changes.sort()
    idle = waiting = running = pool = 0.0
    last = begin
    for at, more_waiting, more_running, more_there in changes:
        idle += max(min(waiting, pool - running), 0.0) * (at - last)
        waiting += more_waiting
        running += more_running
        pool += more_there
        last = at
    return idle
