"""A column that can be asked for on one pool can be asked for on every pool."""

import re
from functools import cache

import pytest

from tests.report.written import blocks, csv_text
from tests.screens.cycles import PLAIN, Cycle
from userprio.base.formats import View, ViewError
from userprio.report import CycleRows, selected

NO_SUCH = View(columns=("nosuchcolumn",))


def columns(result: object) -> frozenset[str]:
    """The columns that a screen names when it is asked for one that there is not."""
    with pytest.raises(ViewError) as refused:
        selected(blocks(result), NO_SUCH)
    return listed(refused.value)


def fields(result: object) -> frozenset[str]:
    """The same of CSV."""
    with pytest.raises(ViewError) as refused:
        csv_text(result, NO_SUCH)
    return listed(refused.value)


def listed(refused: ViewError) -> frozenset[str]:
    names = re.search(r"There are (.+)\.$", str(refused))
    assert names is not None
    return frozenset(names[1].split(", "))


def results(cycle: Cycle) -> list[object]:
    """The cycle, and each kind of rows of it."""
    return [cycle.outcome, *map(cycle.rows, CycleRows)]


@cache
def known() -> tuple[list[frozenset[str]], list[frozenset[str]]]:
    """The columns of screens and of CSV that are known on any of several pools."""
    some = [results(Cycle(name)) for name in PLAIN]
    screens = [frozenset().union(*map(columns, kind)) for kind in zip(*some, strict=True)]
    return screens, [frozenset().union(*map(fields, kind)) for kind in zip(*some, strict=True)]


def test_columns_of_screens_are_the_same_on_every_pool(cycle: Cycle) -> None:
    for result, names in zip(results(cycle), known()[0], strict=True):
        assert columns(result) == names


def test_columns_of_a_short_terminal_are_those_of_a_long_file(cycle: Cycle) -> None:
    """On a terminal, many visits are combined to a line for each submitter unless a column of visits is asked for."""
    for name in columns(cycle.outcome):
        view = View(columns=(name,), fits=True)
        selected(blocks(cycle.outcome, view), view)


def test_fields_of_csv_are_the_same_on_every_pool(cycle: Cycle) -> None:
    for result, names in zip(results(cycle), known()[1], strict=True):
        assert fields(result) == names


def test_any_column_can_be_shown_and_sorted_by_on_every_pool(cycle: Cycle) -> None:
    for result, names in zip(results(cycle), known()[0], strict=True):
        shown = tuple(blocks(result))
        for name in names:
            selected(shown, View(columns=(name,)))
            selected(shown, View(sort=name))


def test_headings_of_csv_can_be_chosen_on_every_pool(cycle: Cycle) -> None:
    for result in results(cycle):
        names = csv_text(result).splitlines()[0].split(",")
        assert csv_text(result, View(columns=tuple(names))) == csv_text(result)
