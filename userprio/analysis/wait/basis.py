"""What a range of `wait` rests on: futures or past waits, as they are or moved to where the past shows them to belong.

Each of them is scored at past moments by the interval score (Gneiting and Raftery 2007), a range's width and ten times
how far the truth is outside of it: the mean is smallest for the range that leaves out a tenth at either end. It is that
of logarithms, since waits are of all lengths, and the longest would decide alone. What scored best so far is said next
(follow the leader; Cesa-Bianchi and Lugosi, Prediction, Learning, and Games, 2006). So it is at every past moment, too,
where only that counts of which it was known by then what happened.
"""

import math
from collections.abc import Iterable, Sequence
from enum import StrEnum
from heapq import heappop, heappush
from typing import Final

from msgspec import Struct

from userprio.analysis.wait.past_waits import LEAST_WAITS
from userprio.analysis.wait.recalibration import (
    FEWEST_ANSWERS,
    UNCHANGED,
    PastRange,
    Recalibration,
    log_wait,
    recalibration,
)
from userprio.simulation import WaitRange

_OUTSIDE: Final = 10
"""By so much counts how far a start is outside of a range: 2 / 0.2 for one of 80 %."""

_CLEARLY: Final = 1.1
"""Past waits have to be better by this factor: the simulation knows what the pool is now, and answers what-ifs, too."""


class Basis(StrEnum):
    """What a range rests on."""

    SIMULATION = "simulation"
    MOVED_SIMULATION = "recalibrated simulation"
    PAST_WAITS = "past waits"
    MOVED_PAST_WAITS = "recalibrated past waits"

    @property
    def of_simulation(self) -> bool:
        """Whether it rests on futures: past waits tell nothing of changes."""
        return self in (Basis.SIMULATION, Basis.MOVED_SIMULATION)

    @property
    def moved(self) -> bool:
        """Whether ranges are moved to where past answers show that they should have been."""
        return self in (Basis.MOVED_SIMULATION, Basis.MOVED_PAST_WAITS)


class PastQuestion(Struct, frozen=True):
    """What could be said at a past moment, and what happened."""

    at: int
    """Seconds since the epoch."""
    simulated: WaitRange
    past_waits: WaitRange
    true_s: float
    """How long it took; infinite if it was not seen."""


class Choice(Struct, frozen=True):
    """What a range rests on, as past answers show."""

    basis: Basis = Basis.SIMULATION
    of_simulations: Basis = Basis.SIMULATION
    """The better one of both that rest on futures, where nothing else may answer."""
    simulation: Recalibration = UNCHANGED
    """Where ranges of futures are moved to."""
    past_waits: Recalibration = UNCHANGED
    """Where those of past waits are moved to."""
    horizon_s: float = math.inf
    """How far past answers looked ahead: nothing that is moved can be told to be later."""

    def reach_s(self, basis: Basis, horizon_s: float) -> float:
        """Up to when ranges can tell a start, which are looked at so far."""
        return min(horizon_s, self.horizon_s) if basis.moved else horizon_s

    def of_futures(self, waits: WaitRange, horizon_s: float, basis: Basis | None = None) -> WaitRange:
        """What to say of futures that went so far: by a basis, or by the better one of both that rest on futures."""
        basis = basis or self.of_simulations
        if not basis.moved:
            return waits
        return self.simulation.moved(waits, self.reach_s(basis, horizon_s))

    def of_past_waits(self, waits: WaitRange, horizon_s: float, basis: Basis) -> WaitRange:
        """What to say of past waits where so far is looked ahead."""
        if basis.moved and waits.futures >= LEAST_WAITS:
            return self.past_waits.moved(waits, self.reach_s(basis, horizon_s))
        return waits

    def ranges(self, question: PastQuestion, horizon_s: float) -> dict[Basis, PastRange]:
        """Everything that could have been said."""
        said = {
            basis: self.of_futures(question.simulated, horizon_s, basis)
            if basis.of_simulation
            else self.of_past_waits(question.past_waits, horizon_s, basis)
            for basis in Basis
        }
        return {basis: PastRange.of(waits, question.true_s, horizon_s) for basis, waits in said.items()}


class PastSaying(Struct, frozen=True):
    """What was said at a past moment."""

    question: PastQuestion
    ranges: dict[Basis, PastRange]
    """What could have been said."""
    choice: Choice
    known: int
    """Of so many earlier answers it was known what happened."""

    @property
    def said(self) -> PastRange:
        """What was said."""
        return self.ranges[self.choice.basis]


class BasisScore(Struct, frozen=True):
    """How ranges held that rest on the same."""

    basis: Basis
    coverage: float
    """The part that contained the true start."""
    width_s: float
    """The mean width."""
    interval_score: float
    """The mean width and ten times how far the truth was outside, of natural logarithms; smaller is better."""

    @classmethod
    def of(cls, basis: Basis, ranges: Sequence[PastRange]) -> "BasisScore":
        """Of at least a range."""
        number = len(ranges)
        covered = sum(each.covers for each in ranges)
        width_s = sum(each.high_s - each.low_s for each in ranges)
        return cls(basis, covered / number, width_s / number, sum(map(interval_score, ranges)) / number)


def interval_score(said: PastRange) -> float:
    """The width of a range and ten times how far the truth is outside of it, of natural logarithms."""
    low, high, true = map(log_wait, (said.low_s, said.high_s, said.true_s))
    return high - low + _OUTSIDE * max(low - true, true - high, 0.0)


def sayings(questions: Iterable[PastQuestion], horizon_s: float) -> list[PastSaying]:
    """What is said at each moment by what was known then, in the order of time."""
    result, known = list[PastSaying](), list[PastSaying]()
    open_, choice, last_known = list[tuple[float, int]](), Choice(), 0
    for question in sorted(questions, key=lambda question: question.at):
        while open_ and open_[0][0] <= question.at:
            known.append(result[heappop(open_)[1]])
        if len(known) != last_known:
            choice, last_known = choice_of(known, horizon_s), len(known)
        heappush(open_, (question.at + min(question.true_s, horizon_s), len(result)))
        result.append(PastSaying(question, choice.ranges(question, horizon_s), choice, last_known))
    return result


def choice_of(known: Sequence[PastSaying], horizon_s: float) -> Choice:
    """What to say next, if these looked so far ahead."""
    # Before that, nothing was recalibrated: it would be blamed for what it was to be moved from.
    judged = [one for one in known if one.known >= FEWEST_ANSWERS]
    if len(judged) < FEWEST_ANSWERS:
        judged = list(known)
    scores = {
        basis: sum(interval_score(one.ranges[basis]) for one in judged) * (1 if basis.of_simulation else _CLEARLY)
        for basis in Basis
    }
    return Choice(
        min(Basis, key=scores.__getitem__),
        min((basis for basis in Basis if basis.of_simulation), key=scores.__getitem__),
        recalibration([one.ranges[Basis.SIMULATION] for one in known]),
        recalibration([one.ranges[Basis.PAST_WAITS] for one in known]),
        horizon_s,
    )
