"""What another configuration would change about the order of jobs."""

from collections.abc import Sequence
from dataclasses import dataclass

from userprio.moab.priority import Breakdown


@dataclass(frozen=True, slots=True)
class Moved:
    """A job before and after; ranks count from 1."""

    before: Breakdown
    after: Breakdown
    rank_before: int
    rank_after: int

    @property
    def gained(self) -> int:
        """Points of priority gained."""
        return self.after.priority - self.before.priority

    @property
    def climbed(self) -> int:
        """Places gained."""
        return self.rank_before - self.rank_after


def compare(before: Sequence[Breakdown], after: Sequence[Breakdown]) -> list[Moved]:
    """The same jobs under two configurations, in the order of the second."""
    ranks = {id(old.job): (rank, old) for rank, old in enumerate(before, 1)}
    return [Moved(ranks[id(new.job)][1], new, ranks[id(new.job)][0], rank) for rank, new in enumerate(after, 1)]
