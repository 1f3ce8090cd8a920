"""Rows and columns of a large pool: on a terminal a table fits a screen, elsewhere nothing is left out."""

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.marks import slow

from .large import GROUPS, SUBMITTERS, large_pool

Run = Callable[..., Any]

SCREEN = 40
CODES = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return large_pool(tmp_path_factory.mktemp("large"))


def tables(text: str) -> list[list[str]]:
    """The lines of each table and what stands around it, which end with an empty line."""
    parts = CODES.sub("", text).split("\n\n")
    return [part.splitlines() for part in parts if part.strip()]


@pytest.mark.parametrize(
    "command",
    [
        ["negotiate"],
        ["quotas"],
        ["most"],
        ["all"],
        ["defrag"],
        *slow(
            [
                ["priority"],
                ["plan", "--set", "GROUP_QUOTA_g0=20"],
                ["explain", "--group", "g0"],
                ["explain", "g0.user000"],
            ]
        ),
    ],
    ids=" ".join,
)
def test_on_a_terminal_every_table_fits_a_screen(userprio: Run, large: Path, command: list[str]) -> None:
    done = userprio("--snapshot", large, *command, terminal=True, COLUMNS="120")
    assert done.status in (0, 3)
    assert max(map(len, tables(done.out))) <= SCREEN


def test_the_largest_are_shown_and_the_rest_summed_up_where_it_is_cut(userprio: Run, large: Path) -> None:
    text = CODES.sub("", userprio("--snapshot", large, "negotiate", terminal=True, COLUMNS="120").out)
    assert "the largest by won; --top all shows all 200 submitters" in text
    shown, _, rest = text.partition("\nSubmitters\n")[2].partition("\nand 170 more submitters")
    won = [float(row.split()[5].rstrip("*")) for row in shown.splitlines() if "user" in row]
    assert (len(won), won) == (30, sorted(won, reverse=True))
    assert sum(won) + float(rest.split()[1]) == 2061
    assert text.startswith("0 of 2,061 cores were in use. 1,560 jobs start on 2,061 cores, for 116 of 200 users.\n")


@pytest.mark.slow
def test_all_rows_are_shown_where_they_are_asked_for(userprio: Run, large: Path) -> None:
    lines = userprio("--snapshot", large, "most", "--top", "all", terminal=True, COLUMNS="120").out.splitlines()
    assert sum("user" in line and "@" in line for line in lines) == SUBMITTERS


def test_all_rows_are_what_a_pipe_gets_anyway(userprio: Run) -> None:
    listing = ("most", "--snapshot", "physics")
    assert userprio(*listing, "--top", "all").out == userprio(*listing).out


def test_nothing_is_left_out_of_a_pipe_and_every_row_has_whole_names(userprio: Run, large: Path) -> None:
    text = userprio("--snapshot", large, "negotiate").out
    submitters = {word for word in text.split() if "@example.org" in word}
    assert len({name for name in submitters if name.startswith(("g", "h"))}) == SUBMITTERS
    groups = text.partition("Submitters")[0]
    assert all(re.search(rf"^{re.escape(group)} ", groups, re.MULTILINE) for group in GROUPS)
    assert not re.search(r"and \d+ more|--top all", text.partition("Submitters")[2].partition("* got")[0])


@pytest.mark.slow
def test_csv_and_json_have_everything_on_a_terminal_too(userprio: Run, large: Path) -> None:
    arguments = ("--snapshot", large, "most", "--format")
    assert len(json.loads(userprio(*arguments, "json", terminal=True).out)["records"]) == SUBMITTERS
    assert len(list(csv.DictReader(io.StringIO(userprio(*arguments, "csv", terminal=True).out)))) == SUBMITTERS


def test_totals_stay_those_of_all_whatever_is_shown(userprio: Run) -> None:
    """Of 8250 weight-hours, curie has 1950."""
    done = userprio("most", "--snapshot", "physics", "--user", "curie", "--columns", "weight-hours")
    assert [line.split() for line in done.out.splitlines()[2:5]] == [
        ["group_chemistry.curie@example.org", "1950"],
        ["and", "4", "more", "users,", "4", "groups", "6300"],
        ["5", "users", "8250"],
    ]


def test_a_listing_may_have_any_column_whether_it_shows_it_by_itself_or_not(userprio: Run) -> None:
    done = userprio("most", "--snapshot", "physics", "--columns", "real_priority,last_used_at", "--top", "1")
    assert done.out.splitlines()[2].split() == ["group_chemistry.curie@example.org", "4.12", "2026-03-02", "08:59"]


def test_deeper_groups_are_counted_in_those_above(userprio: Run) -> None:
    """The groups below group_physics demand 32 and 5, and itself 4."""
    done = userprio("negotiate", "--snapshot", "physics", "--depth", "1", "--columns", "demand")
    assert [line.split() for line in done.out.splitlines() if line.startswith(("group_", "<none>"))] == [
        ["<none>", "4"],
        ["group_chemistry", "7"],
        ["group_physics", "41"],
    ]
    assert "2 deeper groups are counted in those above (--depth 1)." in done.out


@pytest.mark.parametrize(
    ("command", "first"),
    [
        (["negotiate", "--sort", "idle_left"], "group_physics.hep.higgs@example.org"),
        (["negotiate", "--sort", "left:asc"], "group_physics.hep.salam@example.org"),
        (
            ["forecast", "--for", "10m", "--no-long-run", "--sort", "in_use_after_cycle_1"],
            "group_physics.hep.higgs@example.org",
        ),
        (["plan", "--set", "GROUP_QUOTA_group_chemistry=4", "--sort", "holds"], "~"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_rows_are_sorted_by_a_column(userprio: Run, command: list[str], first: str) -> None:
    lines = userprio("--snapshot", "physics", *command).out.partition("\nSubmitters\n")[2].splitlines()
    heading = next(place for place, line in enumerate(lines) if "submitter" in line)
    assert lines[heading + 1].split()[0] == first


def test_rows_of_csv_are_chosen_alike(userprio: Run) -> None:
    done = userprio(
        *("negotiate", "--snapshot", "physics", "--format", "csv", "--group", "group_physics"),
        *("--sort", "won", "--top", "2", "--columns", "submitter,won"),
    )
    assert done.out == (
        "submitter,won\ngroup_physics.hep.salam@example.org,6.0\ngroup_physics.hep.higgs@example.org,6.0\n"
    )


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["negotiate", "--columns", "wonn"], "There is no column 'wonn' here. Did you mean won?"),
        (["most", "--sort", "nonsense"], "There is no column 'nonsense' here."),
        (["most", "--sort", "factor:up"], "only :asc or :desc may follow the column."),
        (["most", "--top", "0"], "'0' is neither a number of rows nor `all`."),
        (["quotas", "--user", "ann"], "--user: nothing here is about submitters."),
        (["--top", "3", "check"], "--top is not for check."),
        (["--group", "group_physics", "explain", "curie"], "--group is not for explain."),
        (["most", "--top", "3", "--format", "classic"], "only tables and rows can be restricted to rows or columns."),
        (["most", "--top", "3", "--format", "json"], "only tables and rows can be restricted to rows or columns."),
        (["most", "--depth", "1", "--format", "csv"], "--depth is for tables"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_cannot_be_shown_is_refused(userprio: Run, arguments: list[str], told: str) -> None:
    done = userprio("--snapshot", "physics", *arguments)
    assert (done.status, done.out) == (2, "")
    assert told in done.err


def test_whoever_is_not_there_is_told_of_on_standard_error(userprio: Run) -> None:
    done = userprio("negotiate", "--snapshot", "physics", "--user", "nobody")
    assert done.status == 0
    assert done.err == "userprio: warning: no submitter here matches 'nobody'\n"
