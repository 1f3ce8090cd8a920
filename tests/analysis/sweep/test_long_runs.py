"""Sweeps over the long run: each point is where the forecast says that the pool settles."""

from math import sqrt
from typing import Any

import pytest

from tests.analysis.aim.pools import pool_of
from tests.negotiation.builders import DOMAIN
from userprio.accounting import Edit, EditAction
from userprio.analysis.plan import Changes, Horizon, KnobChange, LedgerChange, changed
from userprio.analysis.sweep import By, Measure, Sweep, parse_dimension, sweep
from userprio.base.errors import BadInput, Stopped
from userprio.pool.scenario import ScenarioData
from userprio.simulation import ForecastTerms, find_steady_state, forecast

ANN, BOB = f"ann@{DOMAIN}", f"bob@{DOMAIN}"


def settled(scenario: ScenarioData, *ranges: str, **terms: Any) -> Sweep:
    return sweep(scenario, [parse_dimension(text) for text in ranges], over=Horizon.LONG_RUN, new=True, **terms)


def two(slots: int = 24) -> ScenarioData:
    """Ann and bob, with factors of 1000, who both want more than there is."""
    records = {name: {"PriorityFactor": 1000.0} for name in ("ann", "bob")}
    return pool_of({"ann": 50, "bob": 50}, slots, records=records)


def test_shares_go_by_the_inverse_square_root_of_the_factor() -> None:
    """Bob has 1000. With 250, 1000 and 4000 ann holds 2/3, 1/2 and 1/3 of 24 slots, of which one may stay empty.

    Where parts come to whole slots, a digit at the end decides whether the last one is given away.
    """
    found = settled(two(), f"setfactor:{ANN}=250..4000*4")
    assert [point.as_it_is for point in found.points] == [False, True, False]
    for point, factor in zip(found.points, (250, 1000, 4000), strict=True):
        part = 1 / sqrt(factor) / (1 / sqrt(factor) + 1 / sqrt(1000))
        assert point.figure(ANN, Measure.HOLDS) == pytest.approx(24 * part, abs=1)
        total = point.totals[Measure.HOLDS]
        assert total is not None and 23 <= total <= 24
        assert point.figure(ANN, Measure.UNMET) == pytest.approx(50 - (point.figure(ANN, Measure.HOLDS) or 0))
        assert point.totals[Measure.UNMET] == pytest.approx(100 - total)


@pytest.mark.slow
def test_each_point_is_what_the_forecast_says_of_that_pool() -> None:
    scenario = two(8)
    found = settled(scenario, f"setfactor:{ANN}=500,2000", "PRIORITY_HALFLIFE=3600,86400")
    for point in found.points:
        factor, half_life = point.values
        edit = LedgerChange(Edit(EditAction.SET_FACTOR, (ANN,), float(factor)))
        own = Changes(edits=(edit,), knobs=(KnobChange("PRIORITY_HALFLIFE", half_life),))
        alone = forecast(changed(scenario, own, scenario.config)[0], ForecastTerms(3600, long_run=True))
        settles = {course.name: course.steady.in_use for course in alone.submitters if course.steady is not None}
        assert {name: own[Measure.HOLDS] for name, own in point.figures.items()} == settles


def test_more_machines_are_shared_in_the_long_run_as_few_are() -> None:
    """With factors of 1000 each, both hold half, of 8 slots or of 24."""
    found = settled(two(8), "machines=0,16")
    assert [point.totals[Measure.HOLDS] for point in found.points] == pytest.approx([8, 24], abs=0.1)
    assert [point.figure(ANN, Measure.HOLDS) for point in found.points] == pytest.approx([4, 12], abs=1)


@pytest.mark.slow
def test_groups_have_the_sums_of_their_members() -> None:
    knobs = "GROUP_NAMES = a, b\nGROUP_QUOTA_a = 6\nGROUP_QUOTA_b = 6\n"
    scenario = pool_of({"a.ann": 20, "a.bob": 20, "b.cid": 20}, 12, knobs)
    found = settled(scenario, "GROUP_QUOTA_a=3,6", by=By.GROUP)
    steady = find_steady_state(scenario, ForecastTerms())
    own = sum(weight for name, weight in steady.in_use.items() if name.startswith("a."))
    assert found.points[1].as_it_is
    assert found.points[1].figure("a", Measure.HOLDS) == pytest.approx(own)
    assert [point.figure("a", Measure.HOLDS) for point in found.points] == pytest.approx([3, 6], abs=0.5)


def test_figures_of_a_cycle_are_none_of_the_long_run() -> None:
    for measure in (Measure.IDLE, Measure.P95):
        with pytest.raises(BadInput, match="is not a figure of a long run"):
            settled(two(), "PRIORITY_HALFLIFE=60", measures=[measure])
    with pytest.raises(BadInput, match="a replay needs a history"):
        sweep(two(), [parse_dimension("PRIORITY_HALFLIFE=60")], over=Horizon.REPLAY)


def test_what_is_done_by_the_time_it_is_stopped_is_kept() -> None:
    def progress(done: int, of: int) -> None:
        if done > of // 2:
            raise Stopped(None, "")

    with pytest.raises(Stopped) as stopped:
        settled(two(4), "PRIORITY_HALFLIFE=60,120", progress=progress)
    assert stopped.value.reached == "1 of 2 long runs"
    assert [point.values for point in stopped.value.result.points] == [("60",)]
