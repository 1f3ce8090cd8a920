"""The figures of a replay: who used how much, how long jobs waited, and how close it comes to what really happened.

Beside use is what submitters were entitled to. At every moment the pool belongs to those who ask for something, with
jobs that wait or run. First each group has its quota for its members, as far as they ask for it; what is left of the
pool is for those who ask for more, in groups that accept surplus or in none. Both are divided by weights of
1 / sqrt(factor), the shares at which use settles. Nobody is entitled to more than they ask for.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate, pairwise
from math import ceil, fsum, inf, sqrt
from statistics import fmean, median
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.accounting.quotas import QuotaSettings, assign_quotas, build_tree
from userprio.base.formats import counted, figure, listed, percent
from userprio.base.times import spoken
from userprio.simulation import results
from userprio.simulation.history import Fate, PastJob
from userprio.simulation.replay_state import ReplaySetup
from userprio.simulation.results import Calibration, Capacity, Compared, Figures, JobTimeline, ReplayedPolicy
from userprio.simulation.slots import slot_machines
from userprio.simulation.world import World

MOST_MOMENTS: Final = 5_000
"""At how many moments of a period entitlement is worked out at most."""
_MOST_FACTOR: Final = 1e300
"""Larger factors count as this one: a ledger may have an infinite one."""


class Entitled(Struct, frozen=True):
    """A submitter who may ask for something."""

    group: int
    factor: float


class GroupRight(Struct, frozen=True):
    """What a group has for its members; the first, number 0, is for those without a group."""

    quota: float
    surplus: bool


def divided(amount: float, wants: Mapping[str, float], weights: Mapping[str, float]) -> dict[str, float]:
    """Divide an amount in proportion to weights; what a submitter does not want goes to the others."""
    shares = dict.fromkeys(wants, 0.0)
    # Those who want the least for their weight first: what they leave, the others share.
    asking = sorted((name for name, want in wants.items() if want > 0), key=lambda name: wants[name] / weights[name])
    # Added up from the end: subtracting large weights one by one would leave nothing of small ones.
    sums = [*accumulate(weights[name] for name in reversed(asking))]
    for name, weights_left in zip(asking, reversed(sums), strict=True):
        shares[name] = min(wants[name], amount * weights[name] / weights_left)
        amount = max(amount - shares[name], 0.0)
    return shares


def entitled_at(
    pool: float, asked: Mapping[str, float], who: Mapping[str, Entitled], groups: Sequence[GroupRight]
) -> dict[str, float]:
    """The weight that submitters are entitled to while they ask for so much."""
    weights = {name: 1 / sqrt(min(who[name].factor, _MOST_FACTOR)) for name in asked}
    by_group: dict[int, dict[str, float]] = defaultdict(dict)
    for name, want in asked.items():
        by_group[who[name].group][name] = want
    shares: dict[str, float] = {}
    for number, wants in by_group.items():
        shares |= divided(min(groups[number].quota, pool), wants, weights)
    left = pool - sum(shares.values())
    if left > 0:
        more = {name: asked[name] - has for name, has in shares.items() if groups[who[name].group].surplus}
        for name, extra in divided(left, more, weights).items():
            shares[name] += extra
    return shares


def entitlements(
    capacity: Sequence[tuple[float, float]],
    demands: Iterable[tuple[str, float, float, float]],
    who: Mapping[str, Entitled],
    groups: Callable[[float], Sequence[GroupRight]],
    begin: float,
    end: float,
) -> dict[str, float]:
    """Weight-seconds that submitters are entitled to from `begin` to `end`.

    `capacity` has the weight of the pool from each time on, first from `begin`; `groups` gives their rights to such a
    weight. `demands` are of jobs: whose, from when, until when, and how much weight they ask for. Both are sampled in
    the middle of `MOST_MOMENTS` equal steps, or of as many as there are seconds if these are fewer.
    """
    moments = max(min(MOST_MOMENTS, int(end - begin)), 1)
    step = (end - begin) / moments
    changes: dict[int, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for name, since, until, weight in demands:
        first, last = _moment(since, begin, step), _moment(until, begin, step)
        if last > max(first, 0):
            changes[max(first, 0)][name] += weight
            changes[last][name] -= weight
    pools = {max(_moment(at, begin, step), 0): weight for at, weight in capacity}
    pool = 0.0
    asked: dict[str, float] = {}
    got: dict[str, float] = defaultdict(float)
    share: dict[str, float] = {}
    moments_of_change = [*sorted(moment for moment in {*changes, *pools} if moment < moments), moments]
    for moment, following in pairwise(moments_of_change):
        pool = pools.get(moment, pool)
        for name, change in changes.get(moment, {}).items():
            asked[name] = asked.get(name, 0.0) + change
        asked = {name: weight for name, weight in asked.items() if weight > 1e-9}
        share = entitled_at(pool, asked, who, groups(pool))
        for name, weight in share.items():
            got[name] += weight * step * (following - moment)
    return dict(got)


def _moment(at: float, begin: float, step: float) -> int:
    """The first of the moments that is not before a time."""
    if at == inf:
        return 2**62
    return -int(-((at - begin) / step - 0.5) // 1)


def jain(values: Sequence[float]) -> float:
    """Jain's index, (sum of x)² / (n * sum of x²): 1 if all are equal, 1/n if one has everything; 1 of nothing.

    R. Jain, D. Chiu and W. Hawe, A Quantitative Measure of Fairness, DEC Research Report TR-301, 1984.
    """
    squares = fsum(value * value for value in values)
    return fsum(values) ** 2 / (len(values) * squares) if squares > 0 else 1.0


def gini(values: Sequence[float]) -> float:
    """The Gini coefficient, the mean difference of two of them over twice their mean: 0 if all are equal; 0 of nothing.

    C. Gini, Variabilità e mutabilità, 1912; with values in order, sum of (2i - n - 1) * x_i / (n * sum of x).
    """
    number, total = len(values), fsum(values)
    if total <= 0:
        return 0.0
    return fsum((2 * rank - number - 1) * value for rank, value in enumerate(sorted(values), 1)) / (number * total)


SHORTEST_S: Final = 10.0
"""What a slowdown counts a shorter run as: D. G. Feitelson, Metrics for Parallel Job Scheduling and Their Convergence,
JSSPP 2001."""
EVERYBODY: Final = "everybody"


def summed_up(ascending: Sequence[float]) -> results.Waits:
    """The figures of some waits, the shortest first."""
    return results.Waits(median(ascending), ascending[ceil(0.95 * len(ascending)) - 1], fmean(ascending))


def waited_s(timeline: JobTimeline, until: float) -> float:
    """How long a job waited for its first start, or in vain until the end of the period."""
    started = until if timeline.started_at is None else timeline.started_at
    return max(started - timeline.past.queued_at, 0.0)


def slowdown(timeline: JobTimeline, until: float) -> float:
    """(wait + run) / run, with the length of an undisturbed run; if that is not known, `SHORTEST_S`."""
    # Otherwise jobs of a second that wait a minute would outweigh all others.
    run = max(timeline.past.length_s or 0.0, SHORTEST_S)
    return (waited_s(timeline, until) + run) / run


def figures_of(
    name: str, setup: ReplaySetup, timelines: tuple[JobTimeline, ...], world: World, capacity: Capacity
) -> ReplayedPolicy:
    """The result of a replay whose world is at its end."""
    until = world.now
    entitled = _owed(setup, timelines, world, capacity)
    own: dict[str, list[JobTimeline]] = defaultdict(list)
    for timeline in timelines:
        own[timeline.past.submitter].append(timeline)
    used_s = fsum(timeline.weight_s for timeline in timelines)
    owed_s = fsum(entitled.values())

    def figures(who: str, group: str, own_jobs: Sequence[JobTimeline], rights_s: float) -> Figures:
        waits = sorted(waited_s(timeline, until) for timeline in own_jobs) or [0.0]
        weight_s = fsum(timeline.weight_s for timeline in own_jobs)
        return Figures(
            name=who,
            group=group,
            jobs=len(own_jobs),
            started=sum(timeline.started_at is not None for timeline in own_jobs),
            finished=sum(timeline.ended_at is not None for timeline in own_jobs),
            used_weight_s=weight_s,
            waits=summed_up(waits),
            slowdown=median([slowdown(timeline, until) for timeline in own_jobs]) if own_jobs else 1.0,
            preemptions=sum(timeline.preemptions for timeline in own_jobs),
            badput_weight_s=fsum(timeline.badput_weight_s for timeline in own_jobs),
            entitled_weight_s=rights_s,
            share=weight_s / used_s if used_s else 0.0,
            entitled_share=rights_s / owed_s if owed_s else 0.0,
        )

    def of_group(group: str, below: Sequence[str]) -> Figures:
        timelines = [timeline for submitter in below for timeline in own[submitter]]
        return figures(group, group, timelines, fsum(entitled.get(submitter, 0.0) for submitter in below))

    groups = {submitter: world.group_of(submitter) for submitter in own}
    names = sorted(own, key=lambda name: (groups[name], name))
    submitters = tuple(figures(name, groups[name], own[name], entitled.get(name, 0.0)) for name in names)
    ratios = [row.used_weight_s / row.entitled_weight_s for row in submitters if row.entitled_weight_s > 0]
    everybody = figures(EVERYBODY, "", timelines, owed_s)
    return ReplayedPolicy(
        name=name,
        jobs=timelines,
        submitters=submitters,
        groups=tuple(of_group(group, below) for group, below in _members(world, groups)),
        everybody=everybody,
        fairness=results.Fairness(jain(ratios), gini(ratios), len(ratios)),
        capacity=capacity,
        idle_while_waiting_weight_s=_idle_while_waiting(timelines, setup.begins_at, until, capacity),
        cycles=world.cycles,
        until=until,
    )


def _members(world: World, groups: Mapping[str, str]) -> Iterable[tuple[str, list[str]]]:
    """Each group with the submitters in it and below it; none where no group is configured."""
    if not world.tree.group_mode:
        return
    for group in world.tree.groups:
        yield group.name, [who for who, name in groups.items() if (name + ".").startswith(group.name + ".")]


def _owed(setup: ReplaySetup, timelines: Sequence[JobTimeline], world: World, capacity: Capacity) -> dict[str, float]:
    """Weight-seconds that submitters are entitled to, of those who have jobs."""
    settings, tree = QuotaSettings.from_config(setup.scenario.config), world.tree

    @cache
    def rights(pool: float) -> Sequence[GroupRight]:
        quotas = assign_quotas(tree, pool, settings).effective if tree.group_mode else [0.0] * len(tree.groups)
        # The root, number 0, is for those without a group: it has no quota for its members, and takes surplus.
        groups = (GroupRight(quotas[group.number], group.accepts_surplus) for group in tree.groups[1:])
        return [GroupRight(0.0, True), *groups]

    names = {timeline.past.submitter for timeline in timelines}
    who = {name: Entitled(tree.assigned(name).number, world.factor_of(world.customer(name))) for name in names}

    def demand(timeline: JobTimeline) -> tuple[str, float, float, float]:
        past, ended = timeline.past, timeline.ended_at
        since, until = max(past.queued_at, setup.begins_at), world.now if ended is None else ended
        return past.submitter, since, until, past.weight

    return entitlements(capacity, map(demand, timelines), who, rights, setup.begins_at, world.now)


def _idle_while_waiting(timelines: Sequence[JobTimeline], begin: float, end: float, capacity: Capacity) -> float:
    """Weight-seconds that stood empty while as much was asked for by jobs that waited for their first start."""
    # Changes of the weight that waits, that runs and that is there, by time.
    steps = pairwise([(begin, 0.0), *capacity])
    changes = [(since, 0.0, 0.0, weight - before) for (_, before), (since, weight) in steps]
    for timeline in timelines:
        weight = timeline.past.weight
        queued = min(max(timeline.past.queued_at, begin), end)
        begun = end if timeline.started_at is None else min(max(timeline.started_at, begin), end)
        over = end if timeline.ended_at is None else min(max(timeline.ended_at, begun), end)
        changes += [(queued, weight, 0.0, 0.0), (begun, -weight, weight, 0.0), (over, 0.0, -weight, 0.0)]
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


TEN_MINUTES_S: Final = 600.0
_OF_THE_PERIOD: Final = 0.01
_TENTH: Final = 0.1
NEAR_JOBS: Final = 0.8
MOST_MISPLACED: Final = 0.1
_ROUNDING_S: Final = 1.0
"""Histories have whole seconds."""
_MOST_NAMES: Final = 3
_ABOVE: Final = 1.02
_WORTH_TELLING: Final = 0.01


def calibrated(policy: ReplayedPolicy, setup: ReplaySetup, interval_s: float) -> Calibration | None:
    """The replay of the policy in force beside the truth; None where the history tells of no start in the period."""
    begin, end = setup.begins_at, policy.until
    started = ((timeline, timeline.past.started_at) for timeline in policy.jobs)
    recorded = [timeline for timeline, at in started if at is not None and begin <= at <= end]
    if not recorded:
        return None
    tolerance = max(interval_s, min(TEN_MINUTES_S, _OF_THE_PERIOD * (end - begin)))
    off = [abs(_late_s(timeline, inf)) for timeline in recorded]
    tenth = [_TENTH * _true_wait_s(timeline.past) for timeline in recorded]
    near = [much <= max(tolerance + _ROUNDING_S, part) for much, part in zip(off, tenth, strict=True)]
    # Of those whose use is not known nothing can be compared.
    known = [timeline for timeline in policy.jobs if timeline.past.started_at is not None]
    used = _compared(known, lambda past: past.submitter, begin, end)
    tree = build_tree(setup.scenario.config)
    by_group = _compared(known, lambda past: tree.assigned(past.submitter).name, begin, end)
    used_s = fsum(pair.true for pair in used)
    # Only what a submitter lacks: what it lacks another one has, and would count twice.
    misplaced = fsum(max(pair.true - pair.replayed, 0.0) for pair in used) / used_s if used_s else 0.0
    # Jobs that had not started by the end of the history.
    waiting = (job for job in policy.jobs if job.past.fate is Fate.WAITING and job.past.started_at is None)
    early = fsum(timeline.weight_s for timeline in waiting if timeline.past.key not in setup.unrecorded)
    names, elsewhere_s = _unknown_machines(known, setup, begin, end)
    calibration = Calibration(
        jobs=len(recorded),
        interval_s=interval_s,
        tolerance_s=tolerance,
        within_interval=fmean(much <= interval_s + _ROUNDING_S for much in off),
        within_ten_minutes=fmean(much <= TEN_MINUTES_S + _ROUNDING_S for much in off),
        within_tenth=fmean(much <= part + _ROUNDING_S for much, part in zip(off, tenth, strict=True)),
        near_jobs=fmean(near),
        weight_s=used,
        group_weight_s=by_group,
        group_waits_s=_waits(recorded, lambda past: tree.assigned(past.submitter).name, end),
        misplaced=misplaced,
        really_waiting=early / used_s if used_s else 0.0,
        peak_weight=_peak(known, begin, end),
        unknown_machines=names,
        on_unknown_machines=elsewhere_s / used_s if used_s else 0.0,
        near=True,
        why_not=(),
    )
    why = tuple(_why_not(calibration, recorded, policy))
    return replace(calibration, near=not why, why_not=why)


def _why_not(result: Calibration, timelines: Sequence[JobTimeline], policy: ReplayedPolicy) -> Iterator[str]:
    """What is amiss, and what may have led to it; nothing if the replay is near."""
    amiss = result.near_jobs < NEAR_JOBS or max(result.misplaced, result.really_waiting) > MOST_MISPLACED
    if result.near_jobs < NEAR_JOBS:
        start = "starts" if result.jobs == 1 else "start"
        yield (
            f"{percent(result.near_jobs)} of {counted(result.jobs, 'job')} {start} within "
            f"{spoken(round(result.tolerance_s))} of the truth, or within 10% of their wait"
        )
        late = median(_late_s(timeline, policy.until) for timeline in timelines)
        if abs(late) > result.tolerance_s:
            yield f"half of them start at least {spoken(int(abs(late)))} too {'late' if late > 0 else 'early'}"
    if result.misplaced > MOST_MISPLACED:
        yield f"{percent(result.misplaced)} of the core-hours that were really used are not used by the same submitters"
    if result.really_waiting > MOST_MISPLACED:
        yield (
            f"jobs that really waited until the history ends run here, for {percent(result.really_waiting)} of the "
            "core-hours that were really used"
        )
    pool = max(weight for _, weight in policy.capacity)
    if amiss and result.peak_weight > pool * _ABOVE:
        yield (
            f"machines are missing: slots of weight {figure(result.peak_weight)} were really in use at once, and there "
            f"are {figure(pool)} here"
        )
    if amiss and result.on_unknown_machines > _WORTH_TELLING:
        machines = result.unknown_machines
        yield (
            f"{percent(result.on_unknown_machines)} of the use was on {counted(len(machines), 'machine')} that "
            f"{'has' if len(machines) == 1 else 'have'} no slots here: {listed(machines, most=_MOST_NAMES)}"
        )


def _late_s(timeline: JobTimeline, until: float) -> float:
    assert timeline.past.started_at is not None
    return (until if timeline.started_at is None else timeline.started_at) - timeline.past.started_at


def _true_wait_s(past: PastJob) -> float:
    assert past.started_at is not None
    return max(past.started_at - past.queued_at, 0.0)


def true_weight_s(past: PastJob, begin: float, end: float) -> float:
    """The weight-seconds that a job really used in a period.

    Of runs before the last only their sum is known: it counts if the first began in the period.
    """
    if past.started_at is None:
        return 0.0
    last = _last_run(past, end)
    overlap = 0.0 if last is None else max(min(last[1], end) - max(last[0], begin), 0.0)
    return past.weight * (overlap + (past.earlier_s if past.started_at >= begin else 0.0))


def _last_run(past: PastJob, end: float) -> tuple[float, float] | None:
    """When the last run of a job began and ended; None of one that waits, or waits again."""
    if past.last_started_at is None or past.fate is Fate.WAITING:
        return None
    return past.last_started_at, end if past.length_s is None else past.last_started_at + past.length_s


def _compared(
    timelines: Iterable[JobTimeline], of: Callable[[PastJob], str], begin: float, end: float
) -> tuple[Compared, ...]:
    true: dict[str, float] = defaultdict(float)
    replayed: dict[str, float] = defaultdict(float)
    for timeline in timelines:
        true[of(timeline.past)] += true_weight_s(timeline.past, begin, end)
        replayed[of(timeline.past)] += timeline.weight_s
    return tuple(Compared(name, true[name], replayed[name]) for name in sorted(true))


def _waits(timelines: Iterable[JobTimeline], of: Callable[[PastJob], str], until: float) -> tuple[Compared, ...]:
    waits: dict[str, tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
    for timeline in timelines:
        true, replayed = waits[of(timeline.past)]
        true.append(_true_wait_s(timeline.past))
        replayed.append(waited_s(timeline, until))
    return tuple(Compared(name, median(true), median(replayed)) for name, (true, replayed) in sorted(waits.items()))


def _unknown_machines(
    timelines: Iterable[JobTimeline], setup: ReplaySetup, begin: float, end: float
) -> tuple[tuple[str, ...], float]:
    """The machines without slots that jobs last ran on, the most used first, and the total use of them."""
    known = {name.lower() for name in slot_machines(setup.scenario.pool, setup.scenario.now)}
    used: dict[str, float] = defaultdict(float)
    for timeline in timelines:
        machine = timeline.past.machine
        if machine is not None and machine.lower() not in known:
            used[machine] += true_weight_s(timeline.past, begin, end)
    return tuple(sorted(used, key=lambda name: (-used[name], name))), fsum(used.values())


def _peak(timelines: Iterable[JobTimeline], begin: float, end: float) -> float:
    """The most weight that was really in use at once, as far as the last run of each job tells."""
    changes: list[tuple[float, float]] = []
    for timeline in timelines:
        run = _last_run(timeline.past, end)
        if run is not None and run[1] > begin and run[0] < end:
            changes += [(run[0], timeline.past.weight), (run[1], -timeline.past.weight)]
    # What ends in the second of another's start is over before it.
    return max(accumulate((change for _, change in sorted(changes)), initial=0.0))
