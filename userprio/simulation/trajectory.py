"""The trajectory of a pool, that is its forecast: use and priorities over time, who overtakes whom, where it settles.

Two things are true of priority factors, and can be said without simulating. A share now is in inverse proportion to
effective priority, real priority times factor: doubling a factor halves the submitter's weight in the pie. But real
priority follows use. Where everybody always wants more, use settles where use = c / (use * factor), that is at c
divided by the square root of the factor (`Accountant::UpdateOnePriority`, `Matchmaker::calculateSubmitterLimit`).

To find what each submitter holds in the long run, the pool is run in compressed time: in every cycle priorities come
closer to use by a step that shrinks, as if half-lives were short, and use is averaged once that has settled. Whole
slots make use jump where priorities are level, so the mean is what a submitter has in the long run, not at any moment.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from itertools import combinations
from math import fsum, log2, sqrt
from statistics import fmean
from typing import Final

from msgspec import Struct, structs

from userprio.accounting import MIN_PRIORITY
from userprio.accounting.quotas import build_tree
from userprio.base.errors import BadInput, Stopped
from userprio.base.executors import Progress, unheard
from userprio.base.formats import counted
from userprio.base.naming import NothingFound, one_meant
from userprio.base.times import spoken
from userprio.negotiation import GroupOutcome
from userprio.pool import ScenarioData
from userprio.simulation import results
from userprio.simulation.bands import Sampling, followed, sample_courses
from userprio.simulation.courses import Course, Recorder, below
from userprio.simulation.monte_carlo import WorkloadModel
from userprio.simulation.results import Demand, FactorEffect, Forecast, ForecastTerms, Overtaking
from userprio.simulation.workload import ASSUMED_S, Asked, ExpectedWork, SteppedWork, asked_by, claims_of, job_lengths
from userprio.simulation.world import SETTLED_S, CycleTimes, World

LEVEL: Final = 0.02
"""Priorities that differ by no more than this part of the larger one are level: nobody is ahead."""
APART: Final = 0.05
"""Those that were level stay so until they differ by more than this: whole slots make them swing around each other."""
_TURNS: Final = 2
"""A pair that changes places more often than this takes turns."""


def shares_now(effective_priorities: Mapping[str, float]) -> dict[str, float]:
    """Each competitor's fraction of the pie, by effective priority."""
    return _normalised({name: 1 / priority for name, priority in effective_priorities.items()})


def long_run_shares(factors: Mapping[str, float]) -> dict[str, float]:
    """The fractions at which competitors settle who always want more, by priority factor.

    As long as each holds half a slot at least; below that real priorities stay at 0.5.
    """
    return _normalised({name: 1 / sqrt(factor) for name, factor in factors.items()})


def factor_effects(effective_priorities: Mapping[str, float], factors: Mapping[str, float]) -> dict[str, FactorEffect]:
    """What each competitor's factor does, and what twice that factor would."""
    now, later = shares_now(effective_priorities), long_run_shares(factors)
    return {
        name: FactorEffect(now[name], _scaled(now[name], 0.5), later[name], _scaled(later[name], 1 / sqrt(2)))
        for name in effective_priorities
    }


def _normalised(weights: Mapping[str, float]) -> dict[str, float]:
    total = fsum(weights.values())
    return {name: weight / total for name, weight in weights.items()}


def _scaled(share: float, by: float) -> float:
    """A share whose weight in the pie is changed while those of the others stay."""
    return share * by / (1 - share + share * by)


def overtakings(times: Sequence[int], priorities: Mapping[str, Sequence[float]]) -> list[Overtaking]:
    """Who overtakes whom, in the order of time, from effective priorities at those times; smaller is ahead.

    To be ahead is to be so by more than `LEVEL`. A pair that draws level and stays so, or that keeps taking turns, is
    listed once, as level.
    """
    pairs = combinations(priorities.items(), 2)
    return sorted((event for pair in pairs for event in _of_pair(times, *pair)), key=lambda event: event.at)


def _of_pair(
    times: Sequence[int], first: tuple[str, Sequence[float]], second: tuple[str, Sequence[float]]
) -> list[Overtaking]:
    turns: list[Overtaking] = []
    leader: str | None = None
    level_since: int | None = None
    crossed_at: int | None = None
    for at, first_value, second_value in zip(times, first[1], second[1], strict=True):
        ahead = first[0] if first_value < second_value else second[0]
        # With one threshold a pair that swings around it would part and meet again in every other cycle.
        threshold = LEVEL if level_since is None else APART
        apart = abs(first_value - second_value) > threshold * max(first_value, second_value)
        level_since = None if apart else at if level_since is None else level_since
        # It overtakes when it comes ahead, not when it has drawn away far enough to count.
        crossed_at = None if ahead == leader else at if crossed_at is None else crossed_at
        if apart and ahead != leader:
            if leader is not None:
                turns.append(Overtaking(at if crossed_at is None else crossed_at, ahead, leader, level=False))
            leader, crossed_at = ahead, None
    # A pair that swings around level: each turn alone would be noise.
    if len(turns) > _TURNS:
        return [structs.replace(turns[0], level=True)]
    if leader is not None and level_since is not None:
        behind = second[0] if leader == first[0] else first[0]
        turns.append(Overtaking(level_since, behind, leader, level=True))
    return turns


SETTLING_CYCLES: Final = 40
AVERAGED_CYCLES: Final = 40
JOB_CYCLES: Final = 4
"""Cycles for which a job runs in the mean, in compressed time."""

SHORTEST_STEP_S: Final = 60
LONGEST_STEP_S: Final = 86_400
_FIRST_GAIN, _LAST_GAIN = 0.3, 0.04
"""How far a real priority comes towards use in the first cycle and in the last, as a fraction."""
_ALL_OVER: Final = 2**40
"""A time at which every lease has expired, seconds since the epoch."""


class SteadyState(Struct, frozen=True):
    """The long run, where all submitters always want what they want now. Weights are sums of SlotWeight."""

    in_use: Mapping[str, float]
    """Mean weight by submitter."""
    demand: Mapping[str, float]
    """Weight of running and idle jobs, by submitter."""


def find_steady_state(
    scenario: ScenarioData, terms: ForecastTerms, progress: Callable[[], None] = lambda: None
) -> SteadyState:
    """Where the pool settles; `terms` say how long jobs run. `progress` is called after each cycle.

    Raises:
        BadInput: a knob has a value that would stop a real negotiator.
    """
    claims = claims_of(scenario)
    asked, lengths = asked_by(scenario, claims), job_lengths(scenario, claims, terms)
    use = long_run_use(scenario, fmean([lengths.of(name).seconds for name in asked] or [ASSUMED_S]), progress)
    return SteadyState(use, {name: wants.demand for name, wants in asked.items()})


def long_run_use(scenario: ScenarioData, mean_length_s: float, progress: Callable[[], None]) -> dict[str, float]:
    """Mean weight in use by submitter in the long run, leases expired. `progress` is called after each cycle."""
    step = max(round(min(mean_length_s / JOB_CYCLES, LONGEST_STEP_S)), SHORTEST_STEP_S)
    knobs = {"CLAIM_WORKLIFE": "0", **dict.fromkeys(("SCHEDD_INTERVAL", "SCHEDD_MIN_INTERVAL"), str(2 * step))}
    # Each claim ends with its job, so that every cycle gives all slots away anew, by the priorities of that moment;
    # and schedds only send their ads when they are told to below, once in a cycle.
    pressed = structs.replace(scenario, config=scenario.config.with_overrides(knobs))
    world = World(pressed, SteppedWork(step, JOB_CYCLES), CycleTimes(step, step))
    world.accountant.expire_leases(_ALL_OVER, world.rules.default_factor, world.behaviour)
    total: dict[str, float] = defaultdict(float)
    for cycle in range(SETTLING_CYCLES + AVERAGED_CYCLES):
        # From the first gain to the last while it settles, evenly by ratio.
        gain: float = _FIRST_GAIN * (_LAST_GAIN / _FIRST_GAIN) ** min(cycle / SETTLING_CYCLES, 1.0)
        # `UpdateOnePriority` moves priority towards use by 1 - 0.5 ** (step / half-life): this half-life makes it the
        # gain.
        world.half_life_s = -step / log2(1 - gain)
        at = scenario.now + (cycle + 1) * step
        world.run_until(at - 1)
        # Older ads would hide the jobs that have come to wait.
        world.send_ads()
        world.run_until(at + SETTLED_S)
        if cycle >= SETTLING_CYCLES:
            for name, weight in world.in_use().items():
                total[name] += weight
        progress()
    return {name: weight / AVERAGED_CYCLES for name, weight in total.items()}


MOST_STEPS: Final = 100_000
MANY_STEPS: Final = 288
STEPS_OF_A_JOB: Final = 4
ROUND_STEPS_S: Final = (60, 120, 300, 600, 900, 1200, 1800)

"""Called with the amount done and the total, both in cycles, about."""
CHEAP: Final = 2_000
"""Slots times submitters up to which the long run is worked out by default: a few seconds."""


def forecast(
    scenario: ScenarioData,
    terms: ForecastTerms,
    progress: Progress | None = None,
    sampling: Sampling | None = None,
    executor: Executor | None = None,
) -> Forecast:
    """Run the pool on from its moment as `terms` say; the scenario itself stays as it is.

    Lengths of jobs are those that are expected; with `sampling` they are drawn in many futures, of which use and
    priorities are the means.

    Raises:
        BadInput: a knob has a value that would stop a real negotiator, or the terms make no sense.
        Stopped: `progress` raised it; with the forecast up to then, if there is any.
    """
    pool, config, now = scenario.pool, scenario.config, scenario.now
    group_names = [group.name for group in build_tree(config).groups]
    claims = claims_of(scenario)
    asked = asked_by(scenario, claims)
    terms = _with_whole_names(terms, [*asked, *group_names])
    lengths = job_lengths(scenario, claims, terms)
    if terms.by_group and len(group_names) == 1:
        raise BadInput("there are no groups to look at", hint="GROUP_NAMES of the configuration names them")
    means = [lengths.of(name).seconds for name in asked] or [ASSUMED_S]
    step = step_for(min(means), terms.length_s) if terms.step_s is None else terms.step_s
    times = _times(now, terms.length_s, step)
    cheap = len(pool.slots) * len(pool.submitters) <= CHEAP
    if terms.demand is Demand.HISTORY and (sampling is None or sampling.past is None):
        raise BadInput("jobs like those of a history come in random futures only", hint="Give a history")
    long_run = terms.demand is Demand.CONSTANT and (cheap if terms.long_run is None else terms.long_run)
    # Progress goes by time: a step has many cycles, settling reports each.
    cycles = max(step // CycleTimes.from_config(config).interval_s, 1)
    done, of = 0, len(times) * cycles + (SETTLING_CYCLES + AVERAGED_CYCLES if long_run else 0)

    def tick(by: int = 1) -> None:
        nonlocal done
        done += by
        if progress is not None:
            progress(done, of)

    in_long_run = long_run_use(scenario, fmean(means), tick) if long_run else None
    world = World(scenario, ExpectedWork(lengths, terms.demand))
    later = sampling.past.submissions if sampling and sampling.past and terms.demand is Demand.HISTORY else ()
    names = sorted({*asked, *(job.owner[0] for job in later)}), group_names
    factors = {name: world.factor_of(world.customer(name)) for name in (*names[0], *group_names)}
    capacity = sum(map(world.slots.weight, world.slots))
    if sampling is None:
        course = Course(world, *names)
        try:
            course.follow(times, tick, cycles)
        except Stopped:
            if course.looks < 2:
                raise
        lived, reached = followed(course), times[: course.looks]
    else:
        world.run_until(now + SETTLED_S)
        model = WorkloadModel.of(scenario, terms.demand, sampling.past, terms)
        lived = sample_courses(scenario, model, sampling, times, names, executor, progress or unheard)
        reached = times
    stopped = "" if reached == times else f"{spoken(reached[-1] - now)} of {spoken(terms.length_s)}"
    if sampling is not None and lived.bands is not None and lived.bands.futures < sampling.futures:
        stopped = f"{lived.bands.futures} of {counted(sampling.futures, 'future')}"
    times, terms = reached, structs.replace(terms, length_s=reached[-1] - now)
    users, groups, first = lived.submitters, lived.groups, world.first
    assert first is not None

    def steady(who: str, names: Sequence[str]) -> results.Steady | None:
        if in_long_run is None:
            return None
        use, weight = sum(in_long_run.get(name, 0.0) for name in names), first.pool.weight
        real = max(use, MIN_PRIORITY)
        return results.Steady(use, real, real * factors[who], use / weight if weight else 0.0)

    def of_group(group: GroupOutcome) -> results.GroupTrajectory:
        members = [name for name in names[0] if below(world.tree, name, group.name)]
        quotas = group.configured_quota, group.static, group.effective_quota
        points, used_weight_s = tuple(groups.points[group.name]), sum(users.used(name) for name in members)
        return results.GroupTrajectory(group.name, *quotas, points, used_weight_s, steady(group.name, members))

    nothing = Asked()
    effects = _effects(asked, factors, users, world)
    pies = ({name: users.effective_priorities(name) for name in pie} for pie in _pies(asked, world))
    events = (event for pie in pies for event in overtakings(times, pie))
    unseen = f"{counted(world.unseen_idle, 'idle job')} that submitter ads count and the snapshot lacks: not simulated"
    full = Forecast(
        terms=terms,
        step_s=step,
        half_life_s=world.rules.half_life_s,
        pool_weight=first.pool.weight,
        times=tuple(times),
        submitters=tuple(
            results.SubmitterTrajectory(
                name=name,
                group=world.group_of(name),
                factor=factors[name],
                running_jobs=asked.get(name, nothing).running,
                idle_jobs=asked.get(name, nothing).idle,
                demand=asked.get(name, nothing).demand,
                length=lengths.of(name),
                points=tuple(users.points[name]),
                used_weight_s=users.used(name),
                steady=steady(name, [name]),
                effect=effects.get(name),
            )
            for name in sorted(names[0], key=lambda name: (world.group_of(name), name))
        ),
        rest=(),
        groups=tuple(map(of_group, first.groups)),
        overtakings=tuple(sorted(events, key=lambda event: event.at)),
        steady_cycles=AVERAGED_CYCLES if long_run else 0,
        cycles=lived.cycles,
        waited_weight_s=lived.waited_weight_s,
        waited_share=lived.waited_weight_s / (capacity * terms.length_s) if capacity > 0 else 0.0,
        warnings=(*pool.problems, *first.warnings, *([unseen] if world.unseen_idle else [])),
        bands=lived.bands,
    )
    forecast = filtered(full, lambda name, group: below(world.tree, name, group))
    if stopped:
        raise Stopped(forecast, stopped)
    return forecast


def _with_whole_names(terms: ForecastTerms, known: Sequence[str]) -> ForecastTerms:
    """The terms with everybody named in full; BadInput where nobody, or more than one, is called so."""

    def full_name(name: str) -> str:
        try:
            return one_meant(name, known, "submitter or group")
        except NothingFound as nothing:
            raise BadInput(nothing.message, hint=nothing.hint) from nothing

    lengths = {full_name(name): length for name, length in terms.job_lengths_s.items()}
    return structs.replace(terms, job_lengths_s=lengths, only=tuple(map(full_name, terms.only)))


def step_for(shortest_length_s: float, length_s: int) -> int:
    """A round step, one minute to thirty: the shortest jobs last four or more, unless that makes too many steps."""
    wanted = max(shortest_length_s / STEPS_OF_A_JOB, length_s / MANY_STEPS)
    return next((step for step in reversed(ROUND_STEPS_S) if step <= wanted), ROUND_STEPS_S[0])


def _times(now: int, length_s: int, step_s: int) -> list[int]:
    if step_s < 1 or length_s < 1:
        raise BadInput("a forecast and its steps must be at least a second long")
    if length_s > MOST_STEPS * step_s:
        raise BadInput(f"that would be more than {MOST_STEPS} steps", hint="Make the steps longer")
    return [*range(now, now + length_s, step_s), now + length_s]


def _pies(asked: Mapping[str, Asked], world: World) -> Iterator[list[str]]:
    """The submitters that share a pie: those of a group, or of all groups with autoregroup together."""
    regroup = {group.name for group in world.tree.groups if group.autoregroup}
    pies: dict[str, list[str]] = defaultdict(list)
    for name in asked:
        group = world.group_of(name)
        # Groups with autoregroup negotiate again at the end, all in the pie of the root.
        pies["" if group in regroup else group].append(name)
    yield from pies.values()


def _effects(
    asked: Mapping[str, Asked], factors: Mapping[str, float], users: Recorder, world: World
) -> dict[str, FactorEffect]:
    """What factors do for those who have jobs waiting; nothing for those who have a pie to themselves."""
    effects: dict[str, FactorEffect] = {}
    for pie in _pies(asked, world):
        hungry = [name for name in pie if asked[name].idle > 0]
        # A factor only divides: alone in a pie, or with nothing waiting, it changes nothing.
        if len(hungry) > 1:
            priorities = {name: users.effective_priorities(name)[0] for name in hungry}
            effects |= factor_effects(priorities, {name: factors[name] for name in hungry})
    return effects


def filtered(full: Forecast, below: Callable[[str, str], bool]) -> Forecast:
    """The part of a forecast that its terms ask for; `below` says whether a submitter belongs to a group."""
    terms = full.terms
    if terms.by_group:
        bands = full.bands and structs.replace(full.bands, submitters=())
        return structs.replace(full, submitters=(), overtakings=(), bands=bands)
    if not terms.only:
        return full
    every = (course.name for course in full.submitters)
    names = {own for own in every if any(own == name or below(own, name) for name in terms.only)}
    others: dict[str, list[results.SubmitterTrajectory]] = defaultdict(list)
    for course in full.submitters:
        if course.name not in names:
            others[course.group].append(course)
    submitters = tuple(course for course in full.submitters if course.name in names)
    rest = tuple(_together(group, courses) for group, courses in others.items())
    events = tuple(event for event in full.overtakings if names & {event.who, event.whom})
    own = full.bands and tuple(course for course in full.bands.submitters if course.name in names)
    bands = full.bands and structs.replace(full.bands, submitters=own)
    return structs.replace(full, submitters=submitters, rest=rest, overtakings=events, bands=bands)


def _together(group: str, courses: list[results.SubmitterTrajectory]) -> results.RemainderTrajectory:
    steady = [course.steady.in_use for course in courses if course.steady is not None]
    moments = zip(*(course.points for course in courses), strict=True)
    in_use = tuple(sum(point.in_use for point in points) for points in moments)
    used_weight_s = sum(course.used_weight_s for course in courses)
    return results.RemainderTrajectory(group, len(courses), in_use, used_weight_s, sum(steady) if steady else None)
