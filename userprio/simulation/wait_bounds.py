"""A bound on waits, such as `p95 <= 1h`, and the smallest of several values with which a past period keeps to it."""

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from msgspec import Struct

from userprio.base import BadInput, parse_length, spoken
from userprio.simulation.replay_figures import summed_up, waited_s
from userprio.simulation.results import ReplayedPolicy, Waits

_BOUND: Final = re.compile(r"\s*(median|p95|mean)\s*<=?\s*(\S+)\s*", re.ASCII)
WEEK_S: Final = 7 * 86_400


class WaitFigure(StrEnum):
    """A figure of the waits of all jobs for their first start."""

    MEDIAN = "median"
    P95 = "p95"
    MEAN = "mean"


class WaitBound(Struct, frozen=True):
    """The most that a figure of waits may come to."""

    figure: WaitFigure
    most_s: float

    @property
    def text(self) -> str:
        """As `p95 <= 1 hour`."""
        return f"{self.figure} <= {spoken(round(self.most_s))}"

    def value(self, waits: Waits) -> float:
        """The figure, in seconds."""
        return {
            WaitFigure.MEDIAN: waits.median_s,
            WaitFigure.P95: waits.p95_s,
            WaitFigure.MEAN: waits.mean_s,
        }[self.figure]

    def holds(self, waits: Waits) -> bool:
        """Whether waits keep to it."""
        return self.value(waits) <= self.most_s


def parse_wait_bound(text: str) -> WaitBound:
    """The bound of `FIGURE<=TIME`; BadInput if it does not have this form, or the time is 0."""
    match = _BOUND.fullmatch(text)
    seconds = 0 if match is None else parse_length(match[2])
    if match is None or seconds <= 0:
        raise BadInput("this is not a bound on waits", f"--until-wait {text}", hint="Such as 'p95 <= 1h'")
    return WaitBound(WaitFigure(match[1]), float(seconds))


class WeekWaits(Struct, frozen=True):
    """The waits of the jobs that were queued in one week of a period."""

    begins_at: float
    jobs: int
    waits: Waits


def weekly_waits(policy: ReplayedPolicy, begins_at: float) -> tuple[WeekWaits, ...]:
    """The waits by week, from the beginning of the period on; weeks without a job are left out."""
    by_week: dict[int, list[float]] = {}
    for timeline in policy.jobs:
        week = max(int((timeline.past.queued_at - begins_at) // WEEK_S), 0)
        by_week.setdefault(week, []).append(waited_s(timeline, policy.until))
    return tuple(
        WeekWaits(begins_at + week * WEEK_S, len(waits), summed_up(sorted(waits)))
        for week, waits in sorted(by_week.items())
    )


class WeekNeed(Struct, frozen=True):
    """The smallest value with which one week keeps to a bound."""

    begins_at: float
    jobs: int
    first: int | None
    """Place of the value; None: no value does."""


class Enough(Struct, frozen=True):
    """The smallest of several values with which a period keeps to a bound on waits."""

    bound: WaitBound
    first: int | None
    """Place of the value; None: no value does."""
    weeks: tuple[WeekNeed, ...]
    """Weeks by themselves, of the same replays: what a bad week leaves waiting, the next one has to bear."""


def first_that_holds(bound: WaitBound, periods: Sequence[Waits], weeks: Sequence[Sequence[WeekWaits]]) -> Enough:
    """The first of several replays, smallest value first, in which waits keep to the bound, with that of each week."""

    def first(waits: Sequence[Waits]) -> int | None:
        return next((place for place, own in enumerate(waits) if bound.holds(own)), None)

    by_week = (
        WeekNeed(same[0].begins_at, same[0].jobs, first([week.waits for week in same]))
        for same in zip(*weeks, strict=True)
    )
    return Enough(bound, first(periods), tuple(by_week))
