"""Colours say what words say: green where nobody waits, red where somebody waits and holds nothing."""

from collections.abc import Iterator

from tests.screens.cycles import Cycle
from tests.screens.printed import Row, table, why
from userprio.report import CycleRows

WHY = "why no more"


def test_reasons_are_green_where_no_job_is_left_and_nowhere_else(cycle: Cycle) -> None:
    for name, row in reasons(cycle):
        assert (row.cells[WHY].colour == "green") == (row["idle left"] == "0"), name


def test_reasons_are_red_for_those_who_wait_and_hold_nothing_and_nobody_else(cycle: Cycle) -> None:
    for name, row in reasons(cycle):
        waits_for_all = row["idle left"] != "0" and cycle.submitters[name]["holds"] <= 0
        assert (row.cells[WHY].colour == "red") == waits_for_all, name


def test_explain_has_the_colour_of_the_table(cycle: Cycle) -> None:
    shown = table(cycle.by_submitter, "Submitters")
    for row in shown.rows if shown else ():
        if row["submitter"] in cycle.asked_about:
            primary = why(cycle.explain(row["submitter"]))[0]
            assert primary.colour == row.cells[WHY].colour


def reasons(cycle: Cycle) -> Iterator[tuple[str, Row]]:
    """Every line of a table that says a reason, and whom it is about."""
    for shown in (table(cycle.by_submitter, "Submitters"), cycle.table_of(CycleRows.SUBMITTERS)):
        for row in shown.rows if shown else ():
            yield row["submitter"], row
    names = [each["submitter"] for each in (*cycle.document["visits"], *cycle.document["unvisited"])]
    for screen in (cycle.screen, cycle.terminal):
        shown = table(screen, "Submitters in the order")
        for name, row in zip(names, shown.rows if shown else (), strict=True):
            if row[WHY]:
                yield name, row
    for name in cycle.submitters.keys() & cycle.asked_about:
        shown = table(cycle.explain(name), "Visits")
        for row in shown.rows if shown else ():
            if row[WHY]:
                yield name, row
