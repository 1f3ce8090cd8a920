"""Groups as a tree."""

from userprio.report.text import depth_first


def test_children_follow_their_parent_in_the_order_given() -> None:
    names = ["<none>", "b", "a", "a-b", "b.y", "a.x", "a.x.deep", "b.w"]
    assert [(depth, label) for depth, label, _ in depth_first(names, str)] == [
        (0, "<none>"),
        (0, "b"),
        (1, "y"),
        (1, "w"),
        (0, "a"),
        (1, "x"),
        (2, "deep"),
        (0, "a-b"),
    ]


def test_a_missing_level_is_skipped_and_case_does_not_matter() -> None:
    assert [(depth, label) for depth, label, _ in depth_first(["A", "a.b.c"], str)] == [(0, "A"), (1, "b.c")]


def test_a_group_without_its_parent_stands_alone() -> None:
    assert depth_first(["x.y"], str) == [(0, "x.y", "x.y")]


def test_depth_costs_no_recursion() -> None:
    names = [".".join("g" * depth) for depth in range(1, 1500)]
    assert depth_first(names, str)[-1][0] == 1498
