"""What a range of `wait` rests on: futures, the same moved to where the past shows them to belong, or past waits.

Each of them is scored at past moments by the interval score (Gneiting and Raftery 2007), a range's width and ten times
how far the truth is outside of it: the mean is smallest for the range that leaves out a tenth at either end. It is that
of logarithms, since waits are of all lengths, and the longest would decide alone. What scored best so far is said next
(follow the leader; Cesa-Bianchi and Lugosi, Prediction, Learning, and Games, 2006). So it is at every past moment, too,
where only that counts of which it was known by then what happened.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from heapq import heappop, heappush
from typing import Final

from msgspec import Struct

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


class Basis(StrEnum):
    """What a range rests on."""

    SIMULATION = "simulation"
    RECALIBRATED = "recalibrated simulation"
    """The simulation, moved to where past answers show that it should have been."""
    PAST_WAITS = "past waits"


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

    recalibration: Recalibration = UNCHANGED
    basis: Basis = Basis.SIMULATION
    of_simulations: Basis = Basis.SIMULATION
    """The better one of both that rest on the simulation: past waits tell nothing of changes."""

    def of_futures(self, waits: WaitRange, horizon_s: float, basis: Basis | None = None) -> WaitRange:
        """What to say of futures that went so far where past waits say nothing."""
        if (basis or self.of_simulations) is Basis.SIMULATION:
            return waits
        return self.recalibration.moved(waits, horizon_s)

    def ranges(self, question: PastQuestion, horizon_s: float) -> dict[Basis, PastRange]:
        """Everything that could have been said."""
        said = {
            Basis.SIMULATION: question.simulated,
            Basis.RECALIBRATED: self.recalibration.moved(question.simulated, horizon_s),
            Basis.PAST_WAITS: question.past_waits,
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
            choice, last_known = choice_of(known), len(known)
        heappush(open_, (question.at + min(question.true_s, horizon_s), len(result)))
        result.append(PastSaying(question, choice.ranges(question, horizon_s), choice, last_known))
    return result


def choice_of(known: Sequence[PastSaying]) -> Choice:
    """What to say next."""
    # Before that, what is recalibrated was not yet: it would be blamed for the simulation.
    judged = [one for one in known if one.known >= FEWEST_ANSWERS]
    if len(judged) < FEWEST_ANSWERS:
        judged = list(known)
    scores = {basis: sum(interval_score(one.ranges[basis]) for one in judged) for basis in Basis}
    # Of equals the first: the simulation knows most of what the pool is now.
    simulations = min((Basis.SIMULATION, Basis.RECALIBRATED), key=scores.__getitem__)
    moved = recalibration([one.ranges[Basis.SIMULATION] for one in known])
    return Choice(moved, min(Basis, key=scores.__getitem__), simulations)
