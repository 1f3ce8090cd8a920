"""What a table makes of its columns, for a screen and for scripts."""

from datetime import timedelta, timezone
from typing import NamedTuple

from userprio.report.formats import Cell, TableColumn
from userprio.report.layout import plain_text
from userprio.report.page.parts import table as html_table
from userprio.report.table import EPOCH, Table, data_column, in_hours, name_column, text_column


class Run(NamedTuple):
    owner: str
    began: int
    used_s: float
    lost: float = 0.0
    state: str | None = None


RUNS = Table[Run](
    "runs",
    (
        name_column("owner", lambda run: run.owner),
        TableColumn("used_s", "used\ncore-h", lambda run: run.used_s, write=in_hours, sums=True),
        TableColumn("began_at", "since", lambda run: run.began, EPOCH),
        TableColumn("lost", "lost", lambda run: run.lost, blank_zero=True),
        text_column("state", lambda run: run.state, text=lambda run: run.state or "runs"),
        data_column("is_long", lambda run: run.used_s > 3600),
    ),
    noun="run",
    submitter=lambda run: run.owner,
    order=("owner", "began_at", "used_s", "is_long"),
)
ANN, BEN = Run("ann@x", 3600, 7200.0), Run("b\x1ben@x", 0, 1800.0, 2.0, "held")


def test_rows_for_scripts_have_values_in_the_order_that_scripts_know() -> None:
    names, rows = RUNS.rows([ANN])
    assert list(names) == ["owner", "began_at", "used_s", "is_long"]
    assert list(rows) == [{"owner": "ann@x", "began_at": 3600, "used_s": 7200.0, "is_long": True}]


def test_a_screen_has_values_as_they_are_written_in_the_zone_of_its_user() -> None:
    block = RUNS.block([ANN, BEN], zone=timezone(timedelta(hours=1)))
    assert plain_text([block]).splitlines() == [
        "                used",
        "owner         core-h             since  lost  state",
        "ann@x              2  1970-01-01 02:00        runs",
        "b\\x1ben@x        0.5             never     2  held",
    ]
    assert [cell.value for cell in block.rows[0].cells] == ["ann@x", 7200.0, 3600, None, None]


def test_a_label_replaces_the_name_and_not_whom_the_row_is_about() -> None:
    row = RUNS.row(ANN, label="ann", depth=1)
    assert (row.cells[0].text, row.submitter, row.depth) == ("ann", "ann@x", 1)


def test_columns_that_say_nothing_in_a_result_are_shown_only_if_they_are_asked_for() -> None:
    block = RUNS.block([ANN], hide=("lost",), headings={"used_s": "hours"})
    assert [(column.key, column.extra) for column in block.columns][3] == ("lost", True)
    assert block.columns[1].title == "hours"


def test_columns_of_a_result_come_after_all_others_for_scripts_too() -> None:
    more = RUNS.with_columns(TableColumn("used_twice_s", "twice", lambda run: 2 * run.used_s))
    assert more.values(ANN)["used_twice_s"] == 14400.0
    assert more.keys[-1] == "used_twice_s"
    assert [column.key for column in more.on_screen][-1] == "used_twice_s"


def test_a_total_has_only_the_cells_that_it_is_given() -> None:
    total = RUNS.filled({"owner": Cell("2 runs")}, style="dim")
    assert [cell.text for cell in total.cells] == ["2 runs", "", "", "", ""]


def test_a_page_has_the_same_cells_sorted_by_their_values() -> None:
    page = html_table("runs", RUNS.block([BEN]))
    assert '<th scope="row">b\\x1ben@x</th>' in page.replace("<wbr>", "")
    assert '<data value="1800">0.5</data>' in page
    assert 'data-name="b\\x1ben@x"' in page
