"""How long jobs run: what was said, what their ads allow, or what the running ones show."""

from collections.abc import Iterable, Mapping
from statistics import fmean
from typing import Final

from userprio.classad import Ad, Evaluator
from userprio.classad.lookup import number_of
from userprio.simulation.result import ForecastTerms, JobLength, LengthSource

ASSUMED_S: Final = 3600.0
"""Where nothing is known."""
SHORTEST_S: Final = 1.0
LONGEST_S: Final = 1e9
"""A limit beyond this is none."""
TELLING_S: Final = 60.0
"""What has just begun says nothing about how long it will run."""

_LIMITS: Final = (("AllowedExecuteDuration", 1.0), ("AllowedJobDuration", 1.0), ("MaxWallTimeMins", 60.0))
"""Attributes of job ads that bound the run time, and the seconds of their unit."""

_GOLDEN: Final = 0.6180339887498949


class Spread:
    """Lengths spread evenly between a half and one and a half times the mean.

    Jobs that start together would otherwise end together for ever, which no pool's do. There is no chance in it: the
    golden ratio's multiples fill the range as evenly as can be, and the same forecast comes out every time.
    """

    __slots__ = ("_drawn",)

    def __init__(self) -> None:
        self._drawn = 0.5

    def next(self) -> float:
        """The next number from 0 to 1."""
        self._drawn = (self._drawn + _GOLDEN) % 1.0
        return self._drawn

    def length(self, mean_s: float) -> float:
        """The length of the next job."""
        return mean_s * (0.5 + self.next())


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
        self._terms = terms
        self._limits = {name: list(values) for name, values in limits.items()}
        self._elapsed = {name: [value for value in values if value >= TELLING_S] for name, values in elapsed_s.items()}
        self._groups = group_of
        everybody = [value for values in self._elapsed.values() for value in values]
        self._others = 2 * fmean(everybody) if everybody else 0.0
        self._known: dict[str, JobLength] = {}

    def of(self, name: str) -> JobLength:
        """The mean length of a submitter's jobs, a second at least."""
        known = self._known.get(name)
        if known is None:
            found = self._find(name)
            known = self._known[name] = JobLength(max(found.seconds, SHORTEST_S), found.source)
        return known

    def _find(self, name: str) -> JobLength:
        given = self._terms.job_lengths_s
        for whose in (name, *self._groups.get(name, ())):
            if whose in given:
                return JobLength(given[whose], LengthSource.GIVEN)
        if self._terms.job_length_s is not None:
            return JobLength(self._terms.job_length_s, LengthSource.GIVEN)
        if limits := self._limits.get(name):
            return JobLength(fmean(limits), LengthSource.LIMIT)
        # Whoever looks at a job at some moment finds it, in the mean, half done.
        if elapsed := self._elapsed.get(name):
            return JobLength(2 * fmean(elapsed), LengthSource.RUNNING)
        if self._others > 0:
            return JobLength(self._others, LengthSource.OTHERS)
        return JobLength(ASSUMED_S, LengthSource.ASSUMED)


def limit_of(job: Ad, evaluator: Evaluator) -> float | None:
    """The shortest of the limits on a job's run time, in seconds; None without any."""
    found = [
        value * unit for name, unit in _LIMITS if (value := number_of(evaluator, job, name)) is not None and value > 0
    ]
    return min(found, default=None)
