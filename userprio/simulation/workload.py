"""What a simulated pool is given to do: how much submitters ask for, how long jobs run, which come later.

How long jobs run is known from the terms, from limits in their ads, or from how long the running ones have been at it;
or it is drawn from what is known of runs: those that are over, and those of which only a part is known. A run that goes
on, or was stopped, says that it is longer than so much; one that had begun before anybody looked is known only because
it was longer than that. The product-limit estimator takes both as they are (Kaplan and Meier 1958; with late entries
Tsai, Jewell and Wang 1987). What is drawn from it is smoothed on a logarithmic scale, as wide as Silverman's rule says
and filtered so that the variance stays (Silverman, Density Estimation, 1986, 3.31 and 6.4.1).
"""

import math
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from random import Random
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

MOST_SPANS: Final = 2000
"""How many of a submitter's latest runs are used."""
_TRIES: Final = 200
_LEAST_S: Final = 0.01


class Span(Struct, frozen=True):
    """What is known of how long a run takes."""

    length_s: float
    """How long it took, or has taken so far."""
    over: bool = True
    """It ended by itself."""
    known_from_s: float = 0.0
    """How long it had run when it was first seen."""


class Lengths:
    """A distribution of lengths, from some spans."""

    def __init__(self, spans: Sequence[Span]) -> None:
        """At least one of the spans is over."""
        self._values, self._parts = _estimated(spans)
        weights = [part - before for part, before in zip(self._parts, [0.0, *self._parts], strict=False)]
        logs = [math.log(value) for value in self._values]
        total = self._parts[-1]
        self._centre = sum(weight * log for weight, log in zip(weights, logs, strict=True)) / total
        variance = sum(weight * (log - self._centre) ** 2 for weight, log in zip(weights, logs, strict=True)) / total
        over = sum(span.over for span in spans)
        # Silverman's rule takes the number of observations; unfinished ones show no length.
        self._width = 0.9 * math.sqrt(variance) * over**-0.2
        self._shrink = 1.0 if variance <= 0 else 1 / math.sqrt(1 + self._width**2 / variance)
        self._longest = max(span.length_s for span in spans)
        self.mean_s = sum(weight * value for weight, value in zip(weights, self._values, strict=True)) / total
        """The mean of the known part of the distribution."""

    def draw(self, random: Random, longer_than_s: float = 0.0) -> float:
        """A length, of a run that has taken `longer_than_s` already."""
        for _ in range(_TRIES):
            length = self._any(random)
            if length > longer_than_s:
                return length
        # Nothing like it is known: it may end at any time.
        return longer_than_s + random.expovariate(1 / self.mean_s)

    def median_s(self, longer_than_s: float = 0.0) -> float:
        """The length within which half of the runs that have taken `longer_than_s` already are over."""
        at = bisect_right(self._values, longer_than_s)
        longer = 1 - (self._parts[at - 1] if at else 0.0)
        half = bisect_left(self._parts, 1 - longer / 2)
        if half < len(self._values) and longer > 0:
            return self._values[half]
        # Nothing like it is known: half of them end within `mean_s` × ln 2.
        return max(longer_than_s, self._longest) + self.mean_s * math.log(2)

    def _any(self, random: Random) -> float:
        at = bisect_right(self._parts, random.random())
        # Some known runs never ended: beyond the longest, nothing but their mean is known.
        if at == len(self._values):
            return self._longest + random.expovariate(1 / self.mean_s)
        if not self._width:
            return self._values[at]
        log = math.log(self._values[at]) - self._centre + random.gauss(0.0, self._width)
        return max(math.exp(self._centre + self._shrink * log), _LEAST_S)


def _estimated(spans: Sequence[Span]) -> tuple[list[float], list[float]]:
    """Lengths in rising order, and the probability of each or a shorter one, at last below 1 if longer ones go on."""
    entries = sorted(span.known_from_s for span in spans)
    ends = sorted((max(span.length_s, _LEAST_S), not span.over) for span in spans)
    values: list[float] = []
    parts: list[float] = []
    left, at = 1.0, 0
    for length, same in groupby(ends, key=itemgetter(0)):
        goes_on = [more for _, more in same]
        over = goes_on.count(False)
        if over:
            # Those that came later than this length were not there to end at it.
            at_risk = max(bisect_right(entries, length) - at, over)
            # A few that came first may all end while longer ones are still to come.
            left *= 1 - over / (at_risk + (at_risk == over and at + len(goes_on) < len(ends)))
            values.append(length)
            parts.append(1 - left)
        at += len(goes_on)
    return values, parts


def resampled(spans: Sequence[Span], random: Random) -> list[Span]:
    """As many spans drawn from these, and one that is over if none of them is (bootstrap, Efron 1979)."""
    drawn = random.choices(spans, k=len(spans))
    if not any(span.over for span in drawn):
        drawn.append(random.choice([span for span in spans if span.over]))
    return drawn


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
    everybody = {name for name in advertised if name is not None} | set(elapsed) | set(limits)
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
