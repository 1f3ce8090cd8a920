"""How ranges of `wait` have to be moved so that four out of five true starts lie in them.

Where futures leave out what holds jobs back in truth, say a limit of which the pool's ads tell nothing, no quantile of
theirs is late enough. So each end of a range, and its median, is moved to where the past shows it should have been: on
a logarithmic scale, by a line whose offset is the quantile of what was left of the true starts (split conformal
prediction; Romano, Patterson and Candès, Conformalized Quantile Regression, 2019). A slope of 1 multiplies what the
futures say; one of 0 replaces it by what starts usually were. Among a few slopes the one is taken with which the past
would have been met best.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from userprio.simulation import HIGH, LOW, WaitRange

FEWEST_ANSWERS: Final = 20
"""Fewer answers do not tell how wide ranges have to be."""
_SLOPES: Final = (1.0, 0.75, 0.5, 0.25, 0.0)
_SECONDS: Final = 60.0
"""Waits that differ by less are much the same, however short they are: they end with a cycle."""


class PastRange(Struct, frozen=True):
    """A range that was said, and the true start; seconds, what is later than the time looked at counts as that."""

    low_s: float
    median_s: float
    high_s: float
    true_s: float

    @classmethod
    def of(cls, waits: WaitRange, true_s: float, horizon_s: float) -> "PastRange":
        """A range of futures that went so far."""

        def seen(end: float | None) -> float:
            return horizon_s if end is None else min(end, horizon_s)

        return cls(seen(waits.low_s), seen(waits.median_s), seen(waits.high_s), seen(true_s))

    @property
    def covers(self) -> bool:
        """Whether the start lies in the range; histories are in whole seconds."""
        return math.floor(self.low_s) <= self.true_s <= math.ceil(self.high_s)


class Line(Struct, frozen=True):
    """Where one end of a range is moved to."""

    slope: float = 1.0
    offset: float = 0.0
    """Natural logarithm."""

    def at(self, wait_s: float) -> float:
        """The end instead of this one."""
        return max(math.exp(self.offset + self.slope * log_wait(wait_s)) - _SECONDS, 0.0)


class Recalibration(Struct, frozen=True):
    """Where the ends and the median of ranges are moved to."""

    low: Line = Line()
    median: Line = Line()
    high: Line = Line()

    def moved(self, waits: WaitRange, horizon_s: float) -> WaitRange:
        """The range instead of this one, of futures that went so far."""
        if self == UNCHANGED:
            return waits
        ends = (waits.low_s, waits.median_s, waits.high_s)
        lines = (self.low, self.median, self.high)
        # Each is moved by itself; they must not change places.
        low, median, high = sorted(
            line.at(horizon_s if end is None else min(end, horizon_s)) for line, end in zip(lines, ends, strict=True)
        )
        # To the second: logarithms there and back may fall short of what is only known to be later.
        known = (None if round(end) >= horizon_s else end for end in (median, low, high))
        return WaitRange(waits.futures, waits.started, *known)


UNCHANGED: Final = Recalibration()


def recalibration(past: Sequence[PastRange]) -> Recalibration:
    """What these ranges and starts show; that nothing has to be moved if they are too few to tell."""
    if len(past) < FEWEST_ANSWERS:
        return UNCHANGED
    true = [log_wait(each.true_s) for each in past]
    return Recalibration(
        _line([log_wait(each.low_s) for each in past], true, LOW),
        _line([log_wait(each.median_s) for each in past], true, 0.5),
        _line([log_wait(each.high_s) for each in past], true, HIGH),
    )


def log_wait(wait_s: float) -> float:
    """Its natural logarithm, on a scale on which waits below a minute are much the same."""
    return math.log(wait_s + _SECONDS)


def _line(said: Sequence[float], true: Sequence[float], part: float) -> Line:
    """The line below which that part of the true starts lies."""

    def loss(line: Line) -> float:
        # The quantile loss (Koenker and Bassett 1978), which the quantile makes smallest.
        errors = (value - line.offset - line.slope * end for end, value in zip(said, true, strict=True))
        return sum(max(part * error, (part - 1) * error) for error in errors)

    return min((Line(slope, _offset(said, true, slope, part)) for slope in _SLOPES), key=loss)


def _offset(said: Iterable[float], true: Iterable[float], slope: float, part: float) -> float:
    """The quantile of what the slope leaves, further out by the one start that is not known yet."""
    left = sorted(value - slope * end for end, value in zip(said, true, strict=True))
    tail = math.floor(min(part, 1 - part) * (len(left) + 1))
    if part == 0.5:
        middle = len(left) // 2
        return left[middle] if len(left) % 2 else (left[middle - 1] + left[middle]) / 2
    return left[max(tail, 1) - 1] if part < 0.5 else left[-max(tail, 1)]
