"""What a forecast tells of its progress: a bar that goes by time."""

from itertools import pairwise

import userprio
from userprio.simulation import ForecastTerms, forecast


def test_a_step_of_ten_minutes_counts_as_its_ten_cycles_beside_those_of_the_long_run() -> None:
    """Each cycle of the long run is told by itself; six steps and the first moment are seven times ten."""
    told: list[tuple[int, int]] = []
    forecast(userprio.load("pie"), ForecastTerms(3600, 600), lambda done, of: told.append((done, of)))
    steps = [after - before for (before, _), (after, _) in pairwise(dict.fromkeys(told))]
    assert steps[-7:] == [10] * 7
    assert set(steps[:-7]) == {1}
    assert told[-1][0] == told[-1][1] == len(steps[:-7]) + 1 + 70
