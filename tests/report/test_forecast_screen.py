"""The screen of a forecast: the answer, tables, charts, what is assumed, and more only if it is asked for."""

from io import StringIO
from typing import Any

import pytest
from msgspec.structs import replace
from rich.console import Console

from userprio.base.formats import View
from userprio.report.drawing import print_screen
from userprio.report.extras import ForecastExtra
from userprio.report.forecast import forecast_formats
from userprio.report.formats import Presentation
from userprio.report.layout import selected
from userprio.simulation import (
    Demand,
    FactorEffect,
    Forecast,
    ForecastTerms,
    GroupTrajectory,
    Overtaking,
    RemainderTrajectory,
    SubmitterTrajectory,
    TrajectoryPoint,
)
from userprio.simulation.results import JobLength, LengthSource

HOUR = 3600
BEGIN = 1_772_442_000
TIMES = tuple(BEGIN + number * HOUR for number in range(9))


def points(*in_use: float, priorities: tuple[float, float] = (1.0, 2.0)) -> tuple[TrajectoryPoint, ...]:
    """A course whose priority changes at once after the first moment."""
    first, then = priorities
    return tuple(
        TrajectoryPoint(use, then if number else first, 1000 * (then if number else first))
        for number, use in enumerate(in_use)
    )


def submitter(name: str, *in_use: float, group: str = "<none>", hours: float = 1.0) -> SubmitterTrajectory:
    length = JobLength(hours * HOUR, LengthSource.GIVEN)
    return SubmitterTrajectory(
        *(name, group, 1000.0, 1, 1, 10.0, length, points(*in_use), sum(in_use[:-1]) * HOUR),
        None,
        FactorEffect(0.5, 1 / 3, 0.5, 0.41),
    )


def group(name: str, *in_use: float) -> GroupTrajectory:
    return GroupTrajectory(name, 10.0, True, 10.0, points(*in_use), sum(in_use[:-1]) * HOUR, None)


ANN = submitter("ann@lab", *[8] * 3, *[4] * 4, 2, 0, hours=2)
BOB = submitter("bob@lab", *[0] * 3, *[4] * 4, 5, 8)
CID = submitter("cid@lab", *[2] * 9, hours=0.5)


def forecast(*submitters: SubmitterTrajectory, **more: Any) -> Forecast:
    fields: dict[str, Any] = {
        "terms": ForecastTerms(8 * HOUR),
        "step_s": HOUR,
        "half_life_s": 8.0 * HOUR,
        "pool_weight": 20.0,
        "times": TIMES,
        "submitters": submitters,
        "rest": (),
        "groups": (),
        "overtakings": (),
        "steady_cycles": 1,
        "cycles": 480,
        "waited_weight_s": 0.04 * 20 * 8 * HOUR,
        "waited_share": 0.04,
        "warnings": (),
    }
    return Forecast(**{**fields, **more})


def shown(of: Forecast, *extras: ForecastExtra, width: int = 80, view: View | None = None) -> list[str]:
    look = Presentation(view or View(fits=True, whole=False), on_terminal=True)
    blocks = forecast_formats(extras).screen
    assert blocks is not None
    out = StringIO()
    print_screen(selected(blocks(of, look), look.view).blocks, Console(width=width, file=out), plain=True)
    return [line.rstrip() for line in out.getvalue().splitlines()]


def test_the_screen_is_the_answer_a_table_charts_and_what_is_assumed() -> None:
    lines = shown(forecast(ANN, BOB, CID))
    use, priorities = (lines.index(line) for line in (USE, "Effective priority, less is better (logarithmic)"))
    assert lines[:use] == [
        "In 8h, in use: more for bob 0 -> 6.5; less for ann 8 -> 1 (mean of the last 2h)",
        "Priorities go 50% of the way to where this use takes them (half-life 8h)",
        "",
        "Submitters",
        "              in use in use                      real       effective",
        "               after   last charged use over     prio        priority",
        "submitter    cycle 1     2h    mean time          now in 8h       now in 8h",
        "ann                8      1    5.25 ▇▇▇▇▄▄▄▄▄▄▃▁    1     2      1000  2000",
        "bob                0    6.5    2.62 ▁▁▁▁▄▄▄▄▄▄▅▇    1     2      1000  2000",
        "cid                2      2       2 ▇▇▇▇▇▇▇▇▇▇▇▇    1     2      1000  2000",
        "users are @lab",
        "",
    ]
    assert [line.split()[-2:] for line in lines[use:priorities] if line[-1:].isdigit()] == [
        ["cid", "2"],
        ["bob", "6.5"],
        ["ann", "1"],
    ]
    assert lines[-2:] == [
        "Assumed: demand stays as it is now; jobs run for 30m to 2h (--show lengths); 4%",
        "of the pool stands empty between claims, and is charged",
    ]


USE = "Weight in use, of 20; at the right, the mean of the last 2h"


@pytest.mark.parametrize("width", [60, 80, 120, 200])
def test_charts_are_as_wide_as_the_window_and_sparklines_are_there_if_they_fit(width: int) -> None:
    lines = shown(forecast(ANN, BOB, CID), width=width)
    assert max(map(len, lines)) <= width
    assert len(next(line for line in lines if line.endswith("░ bob 6.5"))) == width
    assert any(line.startswith("ann") and "▇▇▇▇▄▄▄▄▄▄▃▁" in line for line in lines) is (width > 60)
    assert sum(line.startswith("submitter") for line in lines) == 1


def test_groups_at_the_top_are_stacked_and_named_in_the_answer() -> None:
    """All of a's subgroup is a's: use of both together would be counted twice."""
    of_a = replace(ANN, name="a.b.ann@lab", group="a.b"), replace(BOB, name="a.bob@lab", group="a")
    groups = group("<none>", *[2] * 9), group("a", *[8] * 7, 7, 2), group("a.b", *[8] * 3, *[4] * 4, 2, 0)
    lines = shown(forecast(*of_a, CID, groups=groups))
    assert lines[0] == "In 8h, in use: less for a 8 -> 4.5 (mean of the last 2h)"
    chart = lines[lines.index(USE) : lines.index("Effective priority, less is better (logarithmic)")]
    assert [line[-13:].strip("█░ ") for line in chart if line[-1:].isdigit()] == ["no group 2", "a 4.5"]
    assert not any("a.b" in line for line in chart)


def test_more_than_six_series_are_six_and_all_others() -> None:
    many = [submitter(f"u{number}@lab", *[10.0 - number] * 9) for number in range(9)]
    lines = shown(forecast(*many, pool_weight=60.0))
    named = {line.split("│")[1].split(" ", 1)[-1].strip() for line in lines if "│" in line}
    assert {"· 3 others 9", "█ u0 10", "╳ u5 5"} <= named
    assert "Effective priority of the 6 busiest of 9, less is better (logarithmic)" in lines


def test_with_only_some_listed_these_and_the_rest_of_each_group_are_the_series() -> None:
    rest = RemainderTrajectory("a", 3, (4.0,) * 9, 4.0 * 8 * HOUR, None)
    lines = shown(
        forecast(ANN, terms=ForecastTerms(8 * HOUR, only=("ann@lab",)), rest=(rest,), groups=(group("a", *[4] * 9),))
    )
    assert any(line.endswith("░ a, 3 more 4") for line in lines)


def test_where_use_hardly_changes_the_first_line_says_so() -> None:
    assert shown(forecast(CID))[0] == "In 8h, everybody has about as much in use as after the first cycle"
    assert shown(forecast())[0] == "nobody asks for anything"


def test_without_new_jobs_and_without_the_long_run_the_last_line_says_so() -> None:
    queue = " ".join(shown(forecast(CID, terms=ForecastTerms(8 * HOUR, demand=Demand.QUEUE), steady_cycles=0)))
    assert "Assumed: there are no jobs but those of the snapshot; jobs run for 30m (" in queue
    assert "--long-run" not in queue
    assert " ".join(shown(forecast(CID, steady_cycles=0))).endswith("; --long-run adds where all settles")


TITLES = {
    ForecastExtra.OVERTAKING: "Who overtakes whom",
    ForecastExtra.FACTORS: "What a priority factor does: shares among submitters who always want more",
    ForecastExtra.LENGTHS: "How long jobs are assumed to run",
}
COLUMNS = {ForecastExtra.OVERTAKING: "whom", ForecastExtra.FACTORS: "factor", ForecastExtra.LENGTHS: "idle_jobs"}
FULL = forecast(ANN, BOB, overtakings=(Overtaking(BEGIN + HOUR, "ann@lab", "bob@lab", False),))


@pytest.mark.parametrize("extra", ForecastExtra)
def test_a_table_besides_the_answer_is_there_if_it_or_a_column_of_it_is_asked_for(extra: ForecastExtra) -> None:
    asked = View(columns=(COLUMNS[extra],)), View(sort=COLUMNS[extra])
    for lines in (shown(FULL, extra), *(shown(FULL, view=view) for view in asked)):
        assert [title for title in TITLES.values() if title in lines] == [TITLES[extra]]


def test_otherwise_none_of_them_is_and_overtakings_are_only_counted() -> None:
    lines = shown(FULL)
    assert not set(TITLES.values()) & set(lines)
    assert " ".join(lines[1:3]).endswith("(half-life 8h); 1 overtaking: --show overtaking")


def test_what_is_asked_for_and_is_not_there_is_said() -> None:
    assert shown(forecast(CID), ForecastExtra.OVERTAKING)[-1] == "Nothing to say about who overtakes whom"


def test_on_a_terminal_the_busiest_are_shown_and_fewer_below_groups() -> None:
    many = [submitter(f"u{number}@lab", *[40.0 - number] * 9) for number in range(35)]
    for groups, rows in (((), 30), ((group("<none>", *[1] * 9),), 12)):
        lines = shown(forecast(*many, groups=groups))
        assert sum(line.startswith("u") and "▇" in line for line in lines) == rows
        assert "the largest by charged mean; --top all shows all 35 submitters" in lines
