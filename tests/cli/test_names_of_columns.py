"""One name for one thing: --columns, --sort and --json take the same names, on every pool."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from userprio.report.listing.model import KEYS

Run = Callable[..., Any]

LISTINGS = ["most", "all", "usage", "priority", "quotas"]


@pytest.mark.parametrize("pool", ["pie", "physics"])
@pytest.mark.parametrize("command", LISTINGS)
def test_every_column_of_a_listing_exists_on_every_pool(userprio: Run, command: str, pool: str) -> None:
    listing = (command, "--snapshot", pool, "--all-users")
    table = userprio(*listing, "--columns", ",".join(KEYS))
    assert (table.status, table.err) == (0, "")
    rows = json.loads(userprio(*listing, "--json", ",".join(KEYS)).out)
    assert all(tuple(row) == KEYS for row in rows)
    [heading, *_] = csv.reader(io.StringIO(userprio(*listing, "--columns", ",".join(KEYS), "--format", "csv").out))
    assert tuple(heading) == KEYS


def test_a_column_that_holds_nothing_is_empty_in_tables_and_csv_and_null_in_json(userprio: Run) -> None:
    listing = ("most", "--snapshot", "pie", "ann")
    assert userprio(*listing, "--columns", "name,configured_quota").out.splitlines()[2:] == ["ann@lab", "1 user"]
    assert json.loads(userprio(*listing, "--json", "configured_quota").out) == [{"configured_quota": None}]
    assert userprio(*listing, "--columns", "name,configured_quota", "--format", "csv").out.splitlines()[1] == "ann@lab,"


def test_columns_that_are_asked_for_change_neither_rows_nor_order(userprio: Run) -> None:
    """The quotas are those of groups, in the order of their names, whatever else is shown of them."""
    listing = ("quotas", "--snapshot", "physics", "--columns")
    texts = [userprio(*listing, more).out.splitlines() for more in ("name", "in_use")]
    names = [[line.split()[0] for line in text if line.startswith(("<none>", "group_"))] for text in texts]
    assert names[0] == names[1]
    assert "alice" not in userprio(*listing, "in_use,effective_quota").out


@pytest.mark.parametrize(
    ("command", "typed", "field"),
    [
        (("most", "--snapshot", "physics"), "Weight-Hours", "used_weight_s"),
        (("most", "--snapshot", "physics"), "weight in use", "weight_in_use"),
        (("most", "--snapshot", "physics"), "in_use", "weight_in_use"),
        (("most", "--snapshot", "physics"), "demand", "requested"),
        (("most", "--snapshot", "physics"), "priority", "effective_priority"),
        (("most", "--snapshot", "physics"), "group", "name"),
        (("most", "--snapshot", "pie"), "group", "name"),
        (("most", "--snapshot", "pie"), "user", "name"),
        (("negotiate", "--snapshot", "physics"), "got", "won"),
        (("negotiate", "--snapshot", "physics"), "idle left", "left"),
        (("negotiate", "--snapshot", "physics"), "in_use", "usage"),
    ],
    ids=str,
)
def test_a_field_has_the_names_of_its_column(userprio: Run, command: tuple[str, ...], typed: str, field: str) -> None:
    assert userprio(*command, "--json", typed).out == userprio(*command, "--json", field).out
    assert userprio(*command, "--columns", typed).out == userprio(*command, "--columns", field).out
    by_name = userprio(*command, "--sort", typed, "--json", field)
    assert (by_name.status, by_name.out) == (0, userprio(*command, "--sort", field, "--json", field).out)


def test_edits_have_the_names_of_their_table(userprio: Run, ledger: Path) -> None:
    assert userprio("--ledger", ledger, "setfactor", "ann@lab.example", "2000", CONDOR_CONFIG="ONLY_ENV").status == 0
    done = userprio("--ledger", ledger, "log", "--json", "id,command,submitters", CONDOR_CONFIG="ONLY_ENV")
    assert json.loads(done.out) == [{"id": 1, "action": "setfactor", "name": "ann@lab.example"}]


@pytest.mark.parametrize("option", ["--sort", "--columns", "--json"])
def test_a_part_of_several_names_is_refused_with_the_candidates(userprio: Run, option: str) -> None:
    done = userprio("all", "--snapshot", "pie", option, "priority")
    assert (done.status, done.out) == (2, "")
    assert "'priority' may mean effective_priority or real_priority: give the whole name." in done.err


def test_columns_that_a_table_leaves_out_can_be_asked_for(userprio: Run) -> None:
    """Without Moab, other priorities than a job's own, or matches that start several jobs there is nothing in them."""
    jobs = userprio(
        "jobs", "--snapshot", "fairshare", "ada", "--columns", "moab_priority,pre_prio_1,prio", "--top", "1"
    )
    assert (jobs.status, jobs.out.splitlines()[1].split()) == (0, ["#", "moab", "pre1", "prio"])
    plan = ("plan", "--snapshot", "physics", "--set", "GROUP_QUOTA_group_chemistry=4", "--columns")
    assert "start" in userprio(*plan, "jobs,holds").out
    assert (
        userprio("forecast", "--snapshot", "pie", "--for", "10m", "--no-long-run", "--columns", "steady_in_use").status
        == 0
    )
