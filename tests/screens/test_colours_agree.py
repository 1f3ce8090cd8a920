"""Colours say what words say: green where nobody waits, red where somebody waits and holds nothing."""

from collections.abc import Iterator

from tests.screens.cycles import Cycle
from tests.screens.printed import Row, plain, table, tables, why
from userprio.report import CycleRows

WHY = "why no more"


def test_reasons_are_green_where_no_job_is_left_and_nowhere_else(cycle: Cycle) -> None:
    for name, row in reasons(cycle):
        assert (row.cells[WHY].colour == "green") == (row["idle left"] == "0"), name


def test_reasons_are_red_for_those_who_wait_and_hold_nothing_and_nobody_else(cycle: Cycle) -> None:
    for name, row in reasons(cycle):
        waits_for_all = row["idle left"] != "0" and cycle.submitters[name]["holds"] <= 0
        assert (row.cells[WHY].colour == "red") == waits_for_all, name


def test_red_is_for_who_loses_slots_and_for_who_waits_with_nothing(cycle: Cycle) -> None:
    for screen in (cycle.screen, cycle.terminal):
        for row in (row for shown in tables(screen) for row in shown.rows):
            red = {heading for heading, shown in row.cells.items() if shown.colour == "red" and shown.text}
            assert red <= {"lost", WHY}
            assert "lost" not in red or float(row["lost"]) > 0


def test_green_and_bold_are_for_headings_and_key_figures(cycle: Cycle) -> None:
    first = cycle.screen.partition("\n\n")[0]
    waits = any(each["left"] for each in cycle.submitters.values())
    assert ("\x1b[1;32mNobody waits." in first) == (bool(cycle.submitters) and not waits)
    titles = {each["group"] or "<none>" for each in cycle.submitters.values()}
    for shown in tables(cycle.terminal):
        for row in shown.rows:
            assert plain(row[shown.headings[0]]) not in titles or shown.title == "Groups"


def test_explain_has_the_colour_of_the_table(cycle: Cycle) -> None:
    shown = table(cycle.by_submitter, "Submitters")
    for row in shown.rows if shown else ():
        if row["submitter"] in cycle.asked_about:
            primary = why(cycle.explain(row["submitter"]))[0]
            assert primary.colour == row.cells[WHY].colour


def reasons(cycle: Cycle) -> Iterator[tuple[str, Row]]:
    """Every line of a table that says a reason, and whom it is about."""
    by_name = table(cycle.by_submitter, "Submitters"), cycle.table_of(CycleRows.SUBMITTERS)
    for shown in (*by_name, table(cycle.screen, "Submitters")):
        for row in shown.rows if shown else ():
            yield row["submitter"], row
    below_titles = table(cycle.terminal, "Submitters")
    yield from zip(cycle.below_titles, below_titles.rows if below_titles else (), strict=True)
    names = [each["submitter"] for each in (*cycle.document["visits"], *cycle.document["unvisited"])]
    for screen in (cycle.visits, cycle.visits_on_a_terminal):
        shown = table(screen, "Submitters in the order")
        for name, row in zip(names, shown.rows if shown else (), strict=True):
            if row[WHY]:
                yield name, row
    for name in cycle.submitters.keys() & cycle.asked_about:
        shown = table(cycle.explain(name), "Visits")
        for row in shown.rows if shown else ():
            if row[WHY]:
                yield name, row
