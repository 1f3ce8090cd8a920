"""Who has a curve of their own in the plot of a forecast, and who is summed up."""

from userprio.report.forecast import Curve, others_together


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
