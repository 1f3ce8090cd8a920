"""Charts of blocks and of braille dots, and sparklines."""

from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from userprio.report.charts import MOST_SERIES, Series, apart, line_chart, sampled, sparkline, stacked_chart
from userprio.report.formats import Paragraph, Presentation
from userprio.report.layout import width_of

TIMES = [number * 3600 for number in range(5)]
PLAIN = Presentation()
ASCII = Presentation(unicode=False)
COLOURED = Presentation(coloured=True)


def series(name: str, *values: float, others: bool = False) -> Series:
    return Series(name, values, values[-1], others)


def texts(chart: Iterable[Paragraph]) -> list[str]:
    return [line.text.rstrip() for line in chart]


ANN, BOB = series("ann", 2, 2, 4, 4, 4), series("bob", 2, 4, 4, 2, 0)


def test_amounts_stand_on_top_of_each_other_below_their_limit_and_are_named_where_they_end() -> None:
    assert texts(stacked_chart(TIMES, [ANN, BOB], 12, 30, PLAIN)) == [
        "12 │",
        "   │",
        "10 │",
        "   │",
        " 8 │        ░░░",
        "   │        ░░░",
        " 6 │    ░░░░░░░░░░░",
        "   │    ░░░░░░░░░░░    ░ bob 0",
        " 4 │░░░░░░░░██████████",
        "   │░░░░░░░░██████████ █ ann 4",
        " 2 │██████████████████",
        "   │██████████████████",
        " 0 └──────────────────",
        "    now    2h   3h  4h",
    ]


def test_with_colours_blocks_are_solid_and_an_eighth_of_a_line_is_seen() -> None:
    """A line is 2/3; ann has a line and a half of them, bob three quarters of a line above."""
    chart = stacked_chart(TIMES, [series("ann", *[1] * 5), series("bob", *[0.5] * 5)], 8, 30, COLOURED)
    *_, third, second, first, _, _ = [line.parts for line in chart]
    assert first[1][0][0], first[1][1] == ("█", "color(32)")
    assert (second[1][0][0], second[1][1]) == ("▄", "color(32) on color(172)")
    assert (third[1][0][0], third[1][1]) == ("▂", "color(172)")
    assert [second[2], first[2]] == [(" █", "color(172)"), (" █", "color(32)")]


def test_lines_have_a_scale_of_equal_ratios_and_what_is_off_it_is_only_named() -> None:
    zoe = series("z", *[1e9] * 5)
    chart = line_chart(TIMES, [series("ann", 1, 10, 100, 1000, 10000), series("bob", *[10] * 5), zoe], 48, PLAIN)
    assert texts(chart) == [
        "      │                         ⠶ z 1e+09, above",
        "10000 │                    ⢀⠤⠒⠉ ⠶ ann 10000",
        "      │                  ⢀⠔⠁",
        "      │                  ⡎",
        " 1000 │              ⢀⠤⠒⠉",
        "      │             ⡔⠁",
        "  100 │            ⡜",
        "      │        ⢀⠤⠒⠉",
        "      │       ⡔⠁",
        "   10 │⣀⣀⣀⣀⣀⣀⣜⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀ ⠶ bob 10",
        "      │  ⢀⠤⠊⠉",
        "      │ ⡔⠁",
        "    1 │⡸",
        "      └────────────────────────",
        "       now  1h    2h   3h    4h",
    ]


def test_where_there_is_only_ascii_each_series_has_a_character_of_its_own() -> None:
    every = [series(f"u{number}", *[number + 1.0] * 5) for number in range(MOST_SERIES)]
    every.append(series("7 others", *[4.0] * 5, others=True))
    for chart in (stacked_chart(TIMES, every, 30, 60, ASCII), line_chart(TIMES, every[:-1], 60, ASCII)):
        lines = texts(chart)
        assert all(line.isascii() for line in lines)
        marks = {line.rsplit(" u", 1)[0][-1] for line in lines if " u" in line}
        assert len(marks) == MOST_SERIES


@pytest.mark.parametrize("width", [30, 60, 80, 120, 200])
@pytest.mark.parametrize("look", [PLAIN, ASCII, COLOURED])
def test_a_chart_is_as_wide_as_the_window_and_cuts_names_not_figures(width: int, look: Presentation) -> None:
    long = series("group_physics.hep.atlas." + "x" * 60 + ".last", *[5.0] * 5)
    wide = series("物理" * 20, *[3.0] * 5)
    for chart in (stacked_chart(TIMES, [long, wide], 10, width, look), line_chart(TIMES, [long, wide], width, look)):
        lines = texts(chart)
        assert max(map(width_of, lines)) == width
        assert any(line.endswith(".last 5") for line in lines)


def test_names_cannot_write_on_the_terminal() -> None:
    lines = texts(stacked_chart(TIMES, [series("\x1b[31mred", *[1.0] * 5)], 1, 60, PLAIN))
    assert any(line.endswith("\\x1b[31mred 1") for line in lines)


def test_nothing_at_all_is_an_empty_chart() -> None:
    lines = texts(stacked_chart(TIMES, [series("ann", *[0.0] * 5)], 0, 40, PLAIN))
    assert not any("█" in line.partition("█ ann")[0] for line in lines)
    assert texts(line_chart(TIMES, [series("ann", *[500.0] * 5)], 40, PLAIN))[-3].startswith(" 500 │⣀⣀")


@given(st.lists(st.floats(0, 11), min_size=1, max_size=7))
def test_labels_keep_their_order_and_never_share_a_line(wanted: list[float]) -> None:
    rows = apart(wanted, 12)
    assert len(set(rows)) == len(rows)
    assert all(0 <= row < 12 for row in rows)
    pairs = sorted(zip(wanted, rows, strict=True))
    assert all(one[1] < two[1] for one, two in pairwise(pairs) if one[0] < two[0])


def test_labels_that_are_apart_stand_where_they_are_wanted() -> None:
    assert apart([3, 0.2, 10.9], 12) == [3, 0, 11]
    assert apart([11, 11, 11], 12) == [9, 10, 11]


@pytest.mark.parametrize(
    ("values", "drawn"),
    [
        ([0, 1, 2, 3, 4, 5, 6], "▁▂▃▄▅▆▇"),
        ([0, 0.01, 6, 6, 6, 6, 6], "▁▂▇▇▇▇▇"),
        ([5] * 7, "▇" * 7),
        ([0] * 7, ""),
    ],
)
def test_a_sparkline_goes_from_nothing_to_the_largest_value(values: list[float], drawn: str) -> None:
    assert sparkline(values, 7, PLAIN) == drawn


def test_a_sparkline_of_ascii_tells_the_same() -> None:
    assert sparkline(range(7), 7, ASCII) == "_.-~=*#"


def test_values_that_share_a_cell_are_averaged_and_the_last_is_always_among_them() -> None:
    assert sampled([1, 3, 5, 7], 2) == [2, 6]
    assert sampled([1, 2], 4) == [1, 1, 2, 2]


def test_the_ticks_of_amounts_are_equally_far_apart() -> None:
    for most in (1, 3, 6, 7, 8, 9, 13, 30, 100, 5024, 24000):
        lines = texts(stacked_chart(TIMES, [ANN], most, 40, PLAIN))
        places = [place for place, line in enumerate(lines[:-1]) if not line.lstrip().startswith(("│", "└"))]
        assert len(places) >= 3, most
        assert len({after - before for before, after in pairwise(places)}) == 1, (most, lines)
        assert 9 <= len(lines) - 2 <= 16
