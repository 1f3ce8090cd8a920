"""`userprio status`, what `userprio` alone shows on a terminal, and when `top` is refused."""

import json
from pathlib import Path

import pytest

from userprio.cli.environment import ExitStatus

from .conftest import NOW, Run

LEDGER = "107 1 CreationTimestamp 1\n101 Customer.ann@lab * *\n103 Customer.ann@lab PriorityFactor 1000.000000\n"
POOL = '[[slots]]\ncount = 2\n[[jobs]]\nuser = "ann@lab"\ncount = 3\n'


def test_a_terminal_shows_the_state_of_the_pool_and_a_pipe_condor_userprios_listing(userprio: Run) -> None:
    shown = userprio("--snapshot", "physics", terminal=True, COLUMNS="80").out
    assert "30 cores: 6 in use" in shown
    assert "jobs wait" in shown
    assert userprio("--snapshot", "physics").out == userprio("-most", "--snapshot", "physics").out


@pytest.mark.parametrize("asked", [["--format", "table"], ["--columns", "name,in_use"], ["-most"], ["--top", "2"]])
def test_whoever_asks_for_a_listing_gets_it_on_a_terminal_too(userprio: Run, asked: list[str]) -> None:
    assert "jobs wait" not in userprio("--snapshot", "physics", *asked, terminal=True).out


def test_json_has_a_row_for_each_group_with_its_subgroups(userprio: Run) -> None:
    rows = json.loads(userprio("status", "--snapshot", "physics", "--json", "name,in_use,effective_quota").out)
    assert {"name": "group_physics", "in_use": 2.0, "effective_quota": 3.0} in [
        {**row, "effective_quota": round(row["effective_quota"], 1)} for row in rows
    ]


def test_what_everything_on_the_screen_comes_from_is_in_json(userprio: Run) -> None:
    document = json.loads(userprio("status", "--snapshot", "fairshare", "--format", "json").out)
    assert document["schema"] == "userprio.status/1"
    assert document["losers"][0] == {"name": "ada@example.org", "slots": 6, "weight": 6.0}
    assert sum(entry["jobs"] for entry in document["waiting"]) == document["idle_left"]
    assert document["next_commands"][0] == "userprio explain ada --snapshot fairshare"


def test_the_last_edits_are_named_with_how_to_undo_them(userprio: Run, tmp_path: Path) -> None:
    (tmp_path / "Accountantnew.log").write_text(LEDGER)
    (tmp_path / "pool.toml").write_text(POOL)
    pool = ("--snapshot", tmp_path / "pool.toml", "--ledger", tmp_path / "Accountantnew.log", "--now", NOW + 7200)
    assert "Lately" not in userprio("status", *pool).out
    userprio("setfactor", "ann@lab", "500", *pool[2:4])
    assert "Lately    2h ago root: setfactor ann (userprio undo 1)" in userprio("status", *pool).out
    week_later = ("--now", NOW + 8 * 86400)
    assert "Lately" not in userprio("status", *pool[:4], *week_later).out


def test_an_undone_edit_is_not_named_and_one_after_the_snapshot_has_its_date(userprio: Run, tmp_path: Path) -> None:
    (tmp_path / "Accountantnew.log").write_text(LEDGER)
    (tmp_path / "pool.toml").write_text(POOL)
    ledger = ("--ledger", tmp_path / "Accountantnew.log")
    pool = ("--snapshot", tmp_path / "pool.toml", *ledger)
    userprio("setfactor", "ann@lab", "500", *ledger)
    assert "Lately    2026-03-02 09:00 root: setfactor ann" in userprio("status", *pool, "--now", NOW - 86400).out
    userprio("undo", *ledger)
    lately = userprio("status", *pool, "--now", NOW + 7200).out.partition("Lately")[2]
    assert "undo 2" in lately
    assert "undo 1" not in lately


def test_a_pool_is_needed(userprio: Run) -> None:
    done = userprio("status")
    assert done.status is ExitStatus.USAGE
    assert "userprio: status needs a pool: give --snapshot" in done.err


def test_top_is_for_terminals(userprio: Run) -> None:
    done = userprio("top", "--snapshot", "physics")
    assert done.status is ExitStatus.USAGE
    assert "top needs a terminal; `userprio status` is for pipes and files." in done.err
