"""What a simulated pool is given to do: how much submitters ask for, how long jobs run, which come later.

How long jobs run is known from the terms, from limits in their ads, or from how long the running ones have been at it;
or it is drawn from what is known of runs, see `lengths`.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from statistics import fmean
from typing import Final, Protocol

from msgspec import Struct

from userprio.accounting.quotas import QuotaSettings, build_tree, submitter_demand
from userprio.base.errors import BadInput
from userprio.classad import Evaluator, integer_of, number_of, text_of
from userprio.negotiation.schedd import Job, submitter_of
from userprio.pool import ScenarioData
from userprio.simulation.results import Demand, ForecastTerms, JobLength, LengthSource
from userprio.simulation.slots import Claim, EventClock, Owner, SimulatedSlots

ASSUMED_S: Final = 3600.0
"""Where nothing is known."""
SHORTEST_S: Final = 1.0
_TO_TELL_S: Final = 3.0
"""More than the time from the end of a job until a negotiator knows of it."""
TELLING_S: Final = 60.0
"""A job that has run for less says nothing about how long jobs run."""

_LIMITS: Final = (("AllowedExecuteDuration", 1.0), ("AllowedJobDuration", 1.0), ("MaxWallTimeMins", 60.0))
"""Attributes of job ads that bound the run time, and their units in seconds."""

_GOLDEN: Final = 0.6180339887498949


def spread() -> Iterator[float]:
    """Numbers spread evenly between 0 and 1, for lengths of jobs.

    Jobs that start together would otherwise always end together, which never happens in a pool. Nothing is random here:
    the golden ratio's multiples fill the range as evenly as can be, and the same forecast comes out every time.
    """
    position = 0.5
    while True:
        position = (position + _GOLDEN) % 1.0
        yield position


class JobLengths:
    """The mean length of each submitter's jobs."""

    def __init__(
        self,
        terms: ForecastTerms,
        limits: Mapping[str, Iterable[float]],
        elapsed_s: Mapping[str, Iterable[float]],
        group_of: Mapping[str, Iterable[str]],
    ) -> None:
        """`limits` are the limits of each submitter's jobs, `elapsed_s` how long its running ones have been running.

        `group_of` gives the groups that each submitter is in, the nearest first.
        """
        self._terms, self._groups = terms, group_of
        self._limits = {name: list(values) for name, values in limits.items()}
        self._elapsed = {name: [value for value in values if value >= TELLING_S] for name, values in elapsed_s.items()}
        everybody = [value for values in self._elapsed.values() for value in values]
        self._others = 2 * fmean(everybody) if everybody else 0.0
        self._known: dict[str, JobLength] = {}

    def of(self, name: str) -> JobLength:
        """The mean length of a submitter's jobs, a second at least."""
        known = self._known.get(name)
        if known is None:
            length = self._find(name)
            known = self._known[name] = JobLength(max(length.seconds, SHORTEST_S), length.source)
        return known

    def _find(self, name: str) -> JobLength:
        lengths = self._terms.job_lengths_s
        nearest = next((key for key in (name, *self._groups.get(name, ())) if key in lengths), None)
        given = self._terms.job_length_s if nearest is None else lengths[nearest]
        if given is not None:
            return JobLength(given, LengthSource.GIVEN)
        if limits := self._limits.get(name):
            return JobLength(fmean(limits), LengthSource.LIMIT)
        # Whoever looks at a job at some moment finds it, in the mean, half done.
        if elapsed := self._elapsed.get(name):
            return JobLength(2 * fmean(elapsed), LengthSource.RUNNING)
        if self._others > 0:
            return JobLength(self._others, LengthSource.OTHERS)
        return JobLength(ASSUMED_S, LengthSource.ASSUMED)


class Asked(Struct, frozen=True):
    """What one submitter asks for, at all schedds."""

    running: int = 0
    idle: int = 0
    demand: float = 0.0
    """Weight of both."""


def asked_by(scenario: ScenarioData, claims: Iterable[Claim]) -> dict[str, Asked]:
    """The demand of every submitter that its schedds advertise with jobs; it is zero for others that hold a slot."""
    evaluator, settings = Evaluator(scenario.now), QuotaSettings.from_config(scenario.config)
    asked: dict[str, Asked] = {}
    for ad in scenario.pool.submitters:
        name = text_of(evaluator, ad, "Name")
        idle, running = integer_of(evaluator, ad, "IdleJobs"), integer_of(evaluator, ad, "RunningJobs")
        if name is None or idle + running <= 0:
            continue
        weights = (number_of(evaluator, ad, "WeightedIdleJobs"), number_of(evaluator, ad, "WeightedRunningJobs"))
        before, demand = asked.get(name, Asked()), submitter_demand(idle, running, *weights, settings)
        asked[name] = Asked(before.running + running, before.idle + idle, before.demand + demand)
    for claim in claims:
        asked.setdefault(claim.submitter, Asked())
    return asked


def job_lengths(scenario: ScenarioData, claims: Iterable[Claim], terms: ForecastTerms) -> JobLengths:
    """The mean lengths of jobs by submitter, as far as a snapshot and its claims tell.

    Raises:
        BadInput: jobs are to run for no time.
    """
    every = () if terms.job_length_s is None else (terms.job_length_s,)
    if any(seconds <= 0 for seconds in (*every, *terms.job_lengths_s.values())):
        raise BadInput("jobs must run for more than 0 seconds")
    pool, tree, evaluator = scenario.pool, build_tree(scenario.config), Evaluator(scenario.now)
    limits: dict[str, list[float]] = defaultdict(list)
    elapsed: dict[str, list[float]] = defaultdict(list)
    for ad in pool.jobs:
        bounds = [(number_of(evaluator, ad, name) or 0) * unit for name, unit in _LIMITS]
        shortest = min((seconds for seconds in bounds if seconds > 0), default=None)
        if shortest is not None:
            limits[submitter_of(ad, evaluator)].append(shortest)
    for claim in claims:
        elapsed[claim.submitter].append(evaluator.now - claim.job_began_at)
    advertised = (text_of(evaluator, ad, "Name") for ad in pool.submitters)
    everybody = dict.fromkeys((*(name for name in advertised if name is not None), *elapsed, *limits))
    groups = {name: [group.name for group in tree.ancestry(tree.assigned(name).number)] for name in everybody}
    return JobLengths(terms, limits, elapsed, groups)


def claims_of(scenario: ScenarioData) -> list[Claim]:
    """The claims that a snapshot shows."""
    slots = SimulatedSlots(scenario.pool.slots, scenario.config, EventClock(scenario.now))
    return [claim for _, claim in slots.claimed()]


def expected_lengths(scenario: ScenarioData, terms: ForecastTerms) -> JobLengths:
    """The same, of the claims that the snapshot shows."""
    return job_lengths(scenario, claims_of(scenario), terms)


class Workload(Protocol):
    """What there is to do."""

    @property
    def endless(self) -> bool:
        """Whether each job that ends is followed by another like it."""

    def length_s(self, owner: Owner, job: Job) -> float:
        """How long a job runs that starts now, if nothing interrupts it."""

    def left_s(self, claim: Claim, now: float) -> float:
        """How long the job of a claim, running as the simulation begins, goes on."""

    def leaving_s(self, owner: Owner, job: Job) -> float:
        """How long a job takes to end once it is told to (soft kill); infinite: until it is killed."""


class CompliantWork:
    """Work whose jobs end at once when they are told to."""

    def leaving_s(self, owner: Owner, job: Job) -> float:
        """No time at all."""
        return 0.0


class ExpectedWork(CompliantWork):
    """What a snapshot suggests: lengths spread around each submitter's mean, from half to one and a half of it."""

    def __init__(self, lengths: JobLengths, demand: Demand) -> None:
        self.endless = demand is Demand.CONSTANT
        self._lengths = lengths
        self._spread = spread()

    def length_s(self, owner: Owner, job: Job) -> float:
        """The next of the lengths around the submitter's mean."""
        return self._lengths.of(owner[0]).seconds * (0.5 + next(self._spread))

    def left_s(self, claim: Claim, now: float) -> float:
        """What is left of such a length."""
        mean = self._lengths.of(claim.submitter).seconds
        left = claim.job_began_at + mean * (0.5 + next(self._spread)) - now
        # A job that has run for longer may end at any time.
        return left if left > 0 else mean * next(self._spread)


class SteppedWork(CompliantWork):
    """Endless work whose jobs run for whole cycles, a few in the mean, so that none of their slots stands empty."""

    endless = True

    def __init__(self, step_s: int, mean_steps: int) -> None:
        self._step_s, self._mean_steps = step_s, mean_steps
        self._spread = spread()

    def length_s(self, *job: object) -> float:
        """A whole number of cycles, less the moments that it takes to report the end."""
        return max(round(self._mean_steps * (0.5 + next(self._spread))), 1) * self._step_s - _TO_TELL_S

    left_s = length_s
    """As of a job that begins now."""
