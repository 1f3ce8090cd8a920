"""What is shown of a table: filtered, folded, sorted, cut, and with the columns that are wanted."""

import pytest
from msgspec.structs import replace

from userprio.base.formats import View, ViewError
from userprio.report.formats import AnyColumn, Kind, TableBlock, TableColumn, TableRow, cell, number
from userprio.report.layout import selected


def name_head(key: str) -> AnyColumn:
    return TableColumn(key, key, kind=Kind.NAME)


HEADS: tuple[AnyColumn, ...] = (
    name_head("submitter"),
    TableColumn("usage", "in\nuse", sums=True),
    TableColumn("share", "share"),
)
USERS = [
    ("g.ann@x", "g", 5.0, 0.5),
    ("g.sub.ben@x", "g.sub", 20.0, None),
    ("cy@x", "", 1.0, 0.1),
    ("g.di@x", "g", 9, 0.2),
]


def flat(**settings: object) -> TableBlock:
    lines = (TableRow((cell(name), number(use), number(share)), name, group) for name, group, use, share in USERS)
    return TableBlock(HEADS, tuple(lines), noun="submitter", by="usage", **settings)  # type: ignore[arg-type]


GROUPS = [("<none>", 0, 1), ("a", 0, 2), ("b", 1, 30), ("c", 2, 400), ("d", 1, 5), ("e", 0, 6)]
NAMES = {"b": "a.b", "c": "a.b.c", "d": "a.d"}


def tree(**settings: object) -> TableBlock:
    heads = (name_head("group"), TableColumn("usage", "in use", sums=True), TableColumn("limit", "limit"))
    lines = (
        TableRow((cell(one), number(use), number(9)), "", NAMES.get(one, one), depth) for one, depth, use in GROUPS
    )
    return TableBlock(heads, tuple(lines), noun="group", by="usage", **settings)  # type: ignore[arg-type]


def shown(sheet: TableBlock, **wanted: object) -> list[str]:
    """The lines, their cells parted by a blank, and the notes behind them."""
    found = selected([sheet], View(**wanted))  # type: ignore[arg-type]
    lines = []
    for block in found.blocks:
        assert isinstance(block, TableBlock)
        lines += ["  " * line.depth + " ".join(one.text for one in line.cells).rstrip() for line in block.rows]
        lines += block.notes
    return [*lines, *found.warnings]


def test_nothing_is_left_out_unless_it_is_asked_for() -> None:
    assert shown(flat()) == ["g.ann@x 5 0.5", "g.sub.ben@x 20", "cy@x 1 0.1", "g.di@x 9 0.2"]


def test_the_largest_come_first_and_a_line_sums_up_the_rest() -> None:
    """Of 5 + 20 + 1 + 9 = 35 in use, 29 are shown, and 6 are those of two more."""
    assert shown(flat(), top=2) == ["g.sub.ben@x 20", "g.di@x 9 0.2", "and 2 more submitters 6"]


def test_a_mark_is_explained_only_where_a_cell_that_has_it_is_shown() -> None:
    """ben has the mark; names may end in it and mean nothing."""
    whole = flat(legend=("! too much", "~ on a lease"))
    names = {"g.sub.ben@x": number(20, lambda value: f"{value}!"), "cy@x": number(1)}
    rows = (replace(row, cells=(row.cells[0], names.get(row.submitter, row.cells[1]))) for row in whole.rows)
    table = replace(whole, columns=whole.columns[:2], rows=tuple(rows))
    assert shown(table)[-1] == "! too much"
    assert shown(table, top=1)[-2:] == ["and 3 more submitters 15", "! too much"]
    assert shown(table, users=("ann",)) == ["g.ann@x 5", "and 3 more submitters 30"]
    assert shown(table, columns=("submitter",))[-1] == "g.di@x"
    named = replace(table, rows=(TableRow((cell("shout!"), number(1)), "shout!", ""),))
    assert shown(named) == ["shout! 1"]


def test_rows_are_sorted_by_any_column_and_where_nothing_stands_last() -> None:
    assert [line.split()[0] for line in shown(flat(), sort="share")] == ["g.ann@x", "g.di@x", "cy@x", "g.sub.ben@x"]
    upwards = shown(flat(), sort="share", ascending=True)
    assert [line.split()[0] for line in upwards] == ["cy@x", "g.di@x", "g.ann@x", "g.sub.ben@x"]
    assert shown(flat(), sort="submitter")[0] == "cy@x 1 0.1"


def test_the_first_of_an_order_are_kept_where_one_is_asked_for() -> None:
    assert shown(flat(), sort="share", top=1) == ["g.ann@x 5 0.5", "and 3 more submitters 30"]


@pytest.mark.parametrize("pattern", ["g.sub.ben@x", "G.SUB.BEN@X", "g.sub.ben", "ben@x", "ben", "b?n*", "g.sub.*"])
def test_a_submitter_is_found_with_or_without_its_group_and_domain(pattern: str) -> None:
    assert shown(flat(), users=(pattern,)) == ["g.sub.ben@x 20", "and 3 more submitters 15"]


def test_several_patterns_are_for_several_submitters() -> None:
    assert shown(flat(), users=("ann", "cy")) == ["g.ann@x 5 0.5", "cy@x 1 0.1", "and 2 more submitters 29"]


def test_a_group_is_asked_for_with_all_below_it() -> None:
    assert [line.split()[0] for line in shown(flat(), groups=("G",))] == ["g.ann@x", "g.sub.ben@x", "g.di@x", "and"]
    assert shown(tree(), groups=("a.b",)) == ["a 2 9", "  b 30 9", "    c 400 9", "and 3 more groups 12"]


def test_of_groups_those_of_the_submitters_are_shown_that_are_asked_for() -> None:
    lines = (TableRow((cell(one), number(1)), "", one) for one in ("g", "g.sub", "h"))
    groups = TableBlock((name_head("group"), TableColumn("usage", "in use", sums=True)), tuple(lines), noun="group")
    found = selected([groups, flat()], View(users=("ben",))).blocks
    assert isinstance(found[0], TableBlock)
    assert [line.cells[0].text for line in found[0].rows] == ["g.sub", "and 2 more groups"]


def test_whoever_is_not_there_is_told_of() -> None:
    assert shown(flat(), users=("nobody", "ann"))[-1] == "no submitter here matches 'nobody'"
    assert shown(flat(), groups=("z*",)) == ["no group here matches 'z*'"]


def test_deeper_groups_are_counted_in_their_ancestors_and_that_is_said() -> None:
    """a has 2 itself, 30 and 5 below it, and 400 below that: 437. What is not each group's own is not added up."""
    assert shown(tree(), depth=1) == [
        "<none> 1 9",
        "a 437 9",
        "e 6 9",
        "3 deeper groups are counted in those above (--depth 1); added up: in use.",
    ]
    assert shown(tree(), depth=2)[:5] == ["<none> 1 9", "a 2 9", "  b 430 9", "  d 5 9", "e 6 9"]


def test_what_is_of_a_group_alone_says_nothing_where_others_are_counted_in() -> None:
    heads = (name_head("group"), TableColumn("quota", "quota", alone=True))
    lines = (TableRow((cell("a"), number(3)), "", "a", 0), TableRow((cell("b"), number(4)), "", "a.b", 1))
    assert shown(TableBlock(heads, lines, noun="group"), depth=1)[0] == "a"


def test_members_of_a_folded_group_stand_under_its_ancestor() -> None:
    lines = (
        TableRow((cell("a"), number(1)), "", "a", 0),
        TableRow((cell("b"), number(2)), "", "a.b", 1),
        TableRow((cell("ann@x"), number(2)), "a.b.ann@x", "a.b", 2),
    )
    sheet = TableBlock((name_head("group"), TableColumn("usage", "in use", sums=True)), lines, noun="user")
    assert shown(sheet, depth=1)[:2] == ["a 3", "  b.ann@x 2"]


def test_a_tree_that_is_too_long_keeps_its_largest_branches() -> None:
    assert shown(tree(fits=4), fits=True) == [
        "a 2 9",
        "  b 30 9",
        "    c 400 9",
        "e 6 9",
        "and 2 more groups 6",
        "the largest by in use; --top all shows all 6 groups",
    ]


def test_as_many_rows_are_shown_as_the_terminal_has_lines_for_and_ten_at_least() -> None:
    """Around 40 rows are a line of headings, a rule, a note on names and the prompt; two more say that some lack."""
    rows = tuple(TableRow((cell(f"g{at}"), number(at), number(None)), "", f"g{at}") for at in range(40))
    long = replace(tree(), rows=rows)

    def lines(height: int) -> int:
        return len(shown(long, fits=True, height=height))

    assert [lines(height) for height in (10, 24, 43, 44, 60)] == [12, 20, 39, 40, 40]
    assert lines(0) == 32
    assert len(shown(replace(long, fits=5), fits=True, height=60)) == 7


def test_the_largest_members_stand_under_their_groups_on_a_terminal() -> None:
    group = TableRow((cell("g"), number(34.0), number(None)), "", "g")
    below = replace(flat(), rows=(group, *(replace(line, depth=1) for line in flat().rows)))
    assert shown(below, top=2) == ["g 34", "  g.sub.ben@x 20", "  g.di@x 9 0.2", "and 2 more submitters 6"]
    assert shown(below, top=2, whole=True)[:2] == ["g.sub.ben@x 20", "g.di@x 9 0.2"]
    assert shown(below, top=2, sort="usage")[:2] == ["g.sub.ben@x 20", "g.di@x 9 0.2"]


def test_a_member_stands_under_its_group_without_the_groups_above_that() -> None:
    lines = (
        TableRow((cell("a"), number(3)), "", "a", 0),
        TableRow((cell("b"), number(2)), "", "a.b", 1),
        TableRow((cell("ann@x"), number(2)), "a.b.ann@x", "a.b", 2),
        TableRow((cell("cy@x"), number(1)), "a.cy@x", "a", 1),
    )
    sheet = TableBlock((name_head("group"), TableColumn("usage", "in use", sums=True)), lines, noun="user", by="usage")
    assert shown(sheet, top=1) == ["a.b 2", "  ann@x 2", "and 1 more user, 1 group 1"]
    assert shown(sheet, users=("cy",)) == ["a 3", "  cy@x 1", "and 1 more user, 1 group 2"]


def test_what_fits_is_not_cut_and_all_is_all() -> None:
    assert len(shown(tree(fits=6), fits=True)) == 6
    assert len(shown(tree(fits=2), fits=True, every=True)) == 6
    assert len(shown(tree(fits=2))) == 6


def test_sorted_rows_stand_by_themselves_with_whole_names() -> None:
    assert shown(tree(), top=2) == ["a.b.c 400 9", "a.b 30 9", "and 4 more groups 14"]


def test_lines_that_only_head_others_go_with_them() -> None:
    lines = (
        TableRow((cell("one"), number(None)), title=True),
        TableRow((cell("ann"), number(1)), "g.ann@x", "g", 1),
        TableRow((cell("two"), number(None)), title=True),
        TableRow((cell("ben"), number(2)), "h.ben@x", "h", 1),
    )
    sheet = TableBlock((name_head("submitter"), TableColumn("won", "got", sums=True)), lines, noun="visit")
    assert shown(sheet, users=("ben",)) == ["two", "  ben 2", "and 1 more visit 1"]
    # What is not a part of a name is not made whole.
    assert shown(sheet, whole=True) == ["ann 1", "ben 2"]


def test_columns_are_called_by_their_headings_or_as_in_csv() -> None:
    assert shown(flat(), columns=("share", "in_use"), top=1) == ["g.sub.ben@x  20", "and 3 more submitters  15"]
    assert shown(flat(), columns=("usage",), top=1) == ["g.sub.ben@x 20", "and 3 more submitters 15"]


def test_a_column_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(ViewError, match=r"no column 'usge' here. Did you mean usage\? There are submitter, us"):
        shown(flat(), columns=("usge",))


def test_a_table_without_the_columns_is_left_out() -> None:
    assert shown(flat()) == shown(flat())
    found = selected([flat(), tree()], View(columns=("limit",))).blocks
    assert [block.noun for block in found if isinstance(block, TableBlock)] == ["group"]


def test_columns_that_say_nothing_may_go() -> None:
    sheet = TableBlock(
        (name_head("user"), TableColumn("floor", "floor", optional=True)), (TableRow((cell("ann"), number(None))),)
    )
    assert shown(sheet) == ["ann"]
    [block] = selected([sheet], View(columns=("floor",))).blocks
    assert isinstance(block, TableBlock)
    assert [head.key for head in block.columns] == ["user", "floor"]


def test_groups_that_include_their_subgroups_are_neither_added_up_when_folded_nor_in_the_rest() -> None:
    sheet = tree()
    name, usage, limit = sheet.columns
    inclusive = replace(sheet, columns=(name, replace(usage, inclusive=True), limit))
    assert shown(inclusive, depth=1)[:3] == ["<none> 1 9", "a 2 9", "e 6 9"]
    assert shown(inclusive, top=1)[-1] == "and 5 more groups"


def test_in_a_table_with_members_users_are_counted_as_users_and_groups_as_groups() -> None:
    """A group and its four members, of which a screen takes two lines."""
    group = TableRow((cell("g"), number(34.0), number(None)), "", "g")
    sheet = replace(flat(fits=2), rows=(group, *(replace(line, depth=1) for line in flat().rows)))
    assert shown(sheet, fits=True)[-1] == "the largest by in use; --top all shows all 4 submitters and 1 group"
