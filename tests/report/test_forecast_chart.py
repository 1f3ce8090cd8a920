"""Charts made of letters."""

from userprio.report.forecast import Curve, draw_chart, others_together

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


def line(name: str, group: str, use: float) -> Curve:
    return Curve(name, [use, use], 2 * use, group=group)


def test_those_who_are_not_drawn_one_by_one_are_together_by_the_group_at_the_top() -> None:
    """Nine of b and its subgroup use 12 in all, two of a 8, one without a group 1, and one uses nothing."""
    others = [
        *(line(f"b{number}", "b.deep" if number % 2 else "b", 12 / 9) for number in range(9)),
        *(line(f"a{number}", "a", 4.0) for number in range(2)),
        line("alone", "<none>", 1.0),
        line("idle", "c", 0.0),
    ]
    found = others_together(others)
    assert [(one.name, one.members, round(one.in_use[0], 6)) for one in found] == [
        ("b, 9 more", 9, 12),
        ("a, 2 more", 2, 8),
        ("alone", 1, 1),
    ]


def test_others_of_one_group_are_one_line_and_a_single_one_keeps_its_name() -> None:
    assert [one.name for one in others_together([line("x", "a", 1.0), line("y", "a.b", 1.0)])] == ["2 others"]
    assert [one.name for one in others_together([line("x", "a", 1.0)])] == ["x"]
    assert others_together([]) == []


def test_groups_beyond_the_busiest_are_the_last_line() -> None:
    found = others_together([line(f"m{number}", f"g{number:02}", 20.0 - number) for number in range(13)])
    assert [one.name for one in found] == [*(f"m{number}" for number in range(10)), "3 others"]
    assert found[-1].in_use == [10.0 + 9.0 + 8.0] * 2
