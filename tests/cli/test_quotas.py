"""`userprio quotas`: who is over quota, and by how much; and listings of groups alone."""

import csv
import io
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from userprio import load
from userprio.pool.examples import find
from userprio.report.text import amount

from .large import large_pool

Run = Callable[..., Any]

CODES = re.compile(r"\x1b\[[0-9;]*m")
LEP_OVER = ("--snapshot", "physics", "--set", "GROUP_QUOTA_group_physics.lep=1")


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return large_pool(tmp_path_factory.mktemp("large"))


def rows(text: str) -> dict[str, list[str]]:
    return {line.split()[0]: line.split()[1:] for line in CODES.sub("", text).splitlines() if line.split()}


def test_who_is_over_quota_is_said_with_what_is_in_use_and_how_much_too_much(userprio: Run) -> None:
    """Of group_physics only lep has slots, 2, and its quota is 1 here."""
    wanted = ("--columns", "in_use,quota,of_quota,over", "--format", "table")
    shown = rows(userprio("quotas", *LEP_OVER, *wanted).out)
    assert shown["group_physics.lep"] == ["2", "1", "200%", "1"]
    assert shown["group_physics"] == ["2", "20", "10%"]
    assert shown["group_chemistry"] == ["4", "10", "40%"]


def test_use_beyond_the_quota_is_yellow_and_nothing_is_red(userprio: Run) -> None:
    text = userprio("quotas", *LEP_OVER, terminal=True, COLUMNS="80").out
    line = next(line for line in text.splitlines() if CODES.sub("", line).strip().startswith("lep"))
    assert "\x1b[33m 200%" in line
    assert "\x1b[36m█\x1b[0m\x1b[1m│" in line
    assert "\x1b[31m" not in text


def test_the_group_that_is_over_may_be_asked_for_alone(userprio: Run) -> None:
    """Its subgroups count though they are not listed."""
    for asked in (["group_physics"], ["--constraint", 'Name == "group_physics"']):
        shown = rows(userprio("quotas", *asked, "--snapshot", "physics", "--format", "table").out)
        assert shown["group_physics"][:4] == ["2", "20", "10%", "41"]
        assert "group_chemistry" not in shown


def test_in_use_quota_and_demand_are_those_of_negotiate(userprio: Run) -> None:
    wanted = ("--snapshot", "research", "--columns", "in_use,demand")
    ours = rows(userprio("quotas", *wanted, "--format", "table").out)
    groups = userprio("negotiate", *wanted).out.partition("Groups\n")[2].partition("\ngroups include")[0]
    cycle = rows(re.sub(r"^.* itself .*$", "", groups, flags=re.MULTILINE))
    assert len(cycle) > 9
    for name, figures in list(cycle.items())[1:]:
        assert ours[name] == figures, name


@pytest.mark.parametrize("label", ["in_use", "quota", "of_quota", "over", "demand"])
def test_a_label_has_the_same_figures_in_tables_csv_json_and_python(userprio: Run, label: str) -> None:
    quotas = ("quotas", "--snapshot", "research", "--set", "GROUP_QUOTA_DYNAMIC_bio.imaging=0.01")
    shown = rows(userprio(*quotas, "--columns", label, "--format", "table").out)
    written = json.loads(userprio(*quotas, "--json", f"name,{label}").out)
    assert [set(row) for row in written] == [{"name", label}] * len(written)
    figures = {row["name"]: row[label] for row in written}
    for name, value in figures.items():
        texts = [] if value is None else [f"{value:.0f}%" if label == "of_quota" else amount(value)]
        assert shown[name] == texts, name
    [heading, *lines] = csv.reader(io.StringIO(userprio(*quotas, "--columns", f"name,{label}", "--format", "csv").out))
    assert heading == ["name", label]
    assert {name: float(text) if text else None for name, text in lines} == figures
    document = json.loads(userprio(*quotas, "--format", "json").out)
    assert {row["name"]: row[label] for row in document["records"]} == figures
    assert label in document["units"]
    pool = load("research", knobs={"GROUP_QUOTA_DYNAMIC_bio.imaging": 0.01})
    assert {row["name"]: row[label] for row in pool.quotas().rows()} == figures


def test_the_demand_of_a_group_alone_has_a_name_of_its_own(userprio: Run) -> None:
    """Of group_physics, 4 are requested by its own users, 41 with those of the subgroups."""
    quotas = ("quotas", "--snapshot", "physics")
    text = userprio(*quotas, "--columns", "demand,requested", "--format", "table").out
    assert [line.split() for line in text.splitlines()[:2]] == [["own"], ["group", "demand", "demand"]]
    assert rows(text)["group_physics"] == ["41", "4"]
    written = json.loads(userprio(*quotas, "--json", "name,demand,requested").out)
    assert {"name": "group_physics", "demand": 41.0, "requested": 4.0} in written


def test_groups_that_use_nothing_are_ranked_by_the_demand_that_is_shown(userprio: Run, tmp_path: Path) -> None:
    """Users of b.c ask for 9, which are the demand of b, too, and more than that of a."""
    pool = tmp_path / "pool.toml"
    pool.write_text(
        """
config = {GROUP_NAMES = ["a", "b", "b.c"], GROUP_QUOTA_a = 8, GROUP_QUOTA_b = 4, "GROUP_QUOTA_b.c" = 2}
slots = [{count = 14, Cpus = 1}]
jobs = [{user = "ann", group = "a", count = 5}, {user = "ben", group = "b.c", count = 9}]
"""
    )
    shown = rows(userprio("quotas", "--snapshot", pool, "--top", "2", "--columns", "demand", "--format", "table").out)
    assert (shown["b"], shown["b.c"]) == (["9"], ["9"])
    assert "a" not in shown


@pytest.fixture
def without_ledger(tmp_path: Path) -> Path:
    """The example `physics` without its ledger: six slots are held."""
    folder = tmp_path / "pool"
    shutil.copytree(find("physics").folder, folder)
    (folder / "Accountantnew.log").unlink()
    return folder


def test_without_a_ledger_groups_have_in_use_what_the_slots_say(userprio: Run, without_ledger: Path) -> None:
    """A negotiator without a ledger counts what is in use by the slots as soon as it starts."""
    columns = ("--columns", "in_use,quota,demand", "--format", "table")
    told, assumed = (rows(userprio("quotas", *columns, "--snapshot", pool).out) for pool in ("physics", without_ledger))
    assert {name: figures for name, figures in assumed.items() if name != "groups"} == {
        name: figures for name, figures in told.items() if name != "groups"
    }
    records = {row["name"]: row for row in load(without_ledger).quotas().rows()}
    assert {name: row["subtree_weight_in_use"] for name, row in records.items()} == {
        "<none>": 0.0,
        "group_chemistry": 4.0,
        "group_physics": 2.0,
        "group_physics.hep": 0.0,
        "group_physics.lep": 2.0,
    }


def test_without_a_ledger_whoever_holds_slots_is_listed(userprio: Run, without_ledger: Path) -> None:
    listing = ("most", "--snapshot", without_ledger, "--json", "name,weight_in_use")
    held = {row["name"]: row["weight_in_use"] for row in json.loads(userprio(*listing).out) if "@" in row["name"]}
    assert held == {"group_chemistry.curie@example.org": 4.0, "group_physics.lep.noether@example.org": 2.0}
    assert json.loads(userprio(*listing, "lep.noether").out)[0]["weight_in_use"] == 2.0


def test_users_of_no_group_have_a_row_of_quotas_in_every_pool_with_groups(
    userprio: Run, without_ledger: Path, tmp_path: Path
) -> None:
    pool = tmp_path / "pool.toml"
    pool.write_text('config = {GROUP_NAMES = "a", GROUP_QUOTA_a = 2}\nslots = [{count = 3, Cpus = 1}]\n')
    for where in ("physics", without_ledger, "groups", pool):
        assert json.loads(userprio("quotas", "--snapshot", where, "--json", "name").out)[0] == {"name": "<none>"}
        assert load(where).quotas().rows()[0]["name"] == "<none>"
    assert json.loads(userprio("quotas", "--snapshot", "pie", "--json", "name").out) == []


def test_without_a_pool_nothing_is_compared_with_quotas(userprio: Run, tmp_path: Path, ledger: Path) -> None:
    config = tmp_path / "config"
    config.write_text("GROUP_NAMES = lab\nGROUP_QUOTA_lab = 7\n")
    text = userprio("--config", config, "--ledger", ledger, "quotas", "--format", "table").out
    assert "over" not in text
    assert "%" not in text


@pytest.mark.parametrize("command", ["most", "all", "usage", "quotas"])
def test_groups_may_be_listed_without_their_users(userprio: Run, command: str) -> None:
    listing = (command, "--groups", "--all-users", "--snapshot", "physics")
    names = [record["name"] for record in json.loads(userprio(*listing, "--format", "json").out)["records"]]
    assert sorted(names) == [
        *("<none>", "group_chemistry", "group_physics", "group_physics.hep", "group_physics.lep"),
    ]
    shown = CODES.sub("", userprio(*listing, terminal=True, COLUMNS="80").out)
    assert "  lep" in shown
    assert "curie" not in shown


def test_groups_to_a_depth_are_totals_of_departments(userprio: Run) -> None:
    listing = ("most", "--groups", "--depth", "1", "--all-users", "--snapshot", "physics", "--columns", "in_use")
    assert {
        name: cells for name, cells in rows(userprio(*listing).out).items() if name.startswith(("group_", "<"))
    } == {
        "<none>": ["0"],
        "group_chemistry": ["4"],
        "group_physics": ["2"],
    }


@pytest.mark.parametrize("command", ["most", "quotas"])
@pytest.mark.parametrize("height", [24, 40])
def test_a_listing_takes_as_many_lines_as_the_terminal_has(
    userprio: Run, large: Path, command: str, height: int
) -> None:
    """One is left for the shell's next prompt."""
    done = userprio(command, "--snapshot", large, terminal=True, COLUMNS="120", LINES=str(height), PAGER="cat")
    assert height - 4 <= len(done.out.splitlines()) <= height - 1
    whole = userprio(command, "--snapshot", large, "--top", "all", terminal=True, COLUMNS="120", PAGER="cat")
    assert len(whole.out.splitlines()) > 50
