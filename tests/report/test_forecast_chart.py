"""Charts made of letters."""

from userprio.report.forecast import draw_chart

HOUR = 3600
TIMES = [number * HOUR for number in range(5)]


def drawn(*courses: list[float], width: int = 20, height: int = 5, logarithmic: bool = False) -> list[str]:
    return [text for text, _ in draw_chart(TIMES, courses, width, height, logarithmic=logarithmic)]


def test_each_course_has_a_letter_and_the_first_shows_where_they_meet() -> None:
    rows = drawn([0, 1, 2, 3, 4], [0, 0, 0, 0, 0], width=8)
    assert rows[:6] == ["4 |    a", "3 |   a", "2 |  a", "1 | a", "0 |abbbb", "  +-----"]


def test_the_hours_stand_under_the_axis() -> None:
    assert drawn([1, 1, 1, 1, 1], width=40)[-1].split() == ["now", "1h", "2h", "3h", "4h"]


def test_a_logarithmic_chart_has_equal_ratios_at_equal_distances() -> None:
    rows = drawn([1, 10, 100, 1000, 10000], width=12, logarithmic=True)
    assert [row.partition("|")[2] for row in rows[:5]] == ["    a", "   a", "  a", " a", "a"]
    assert [row.partition("|")[0].strip() for row in rows[:5]] == ["10000", "1000", "100", "10", "1"]


def test_what_is_far_off_the_scale_is_not_drawn() -> None:
    rows = drawn([1, 1, 1, 1, 1], [1e9] * 5, width=12, logarithmic=True)
    assert "b" not in "".join(rows)


def test_no_row_is_wider_than_allowed_and_the_letters_know_their_course() -> None:
    chart = draw_chart(TIMES, [[1, 5, 2, 8, 1], [3, 3, 3, 3, 3]], 60, 9)
    for text, owners in chart:
        assert len(text) == len(owners) <= 60
        assert all((owner is None) or text[place] == "ab"[owner] for place, owner in enumerate(owners))


def test_nothing_at_all_is_a_flat_line() -> None:
    assert drawn([0, 0, 0, 0, 0])[4].endswith("a" * 10)
