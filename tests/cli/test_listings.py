"""`userprio most`, `userprio quotas`, and condor_userprio's own spelling of them."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

ANN = """\
Last Priority Update:  3/2  08:59
                    Effective   Priority  Wghted Total Usage  Time Since Submitter Submitter
User Name            Priority    Factor   In Use (wghted-hrs) Last Usage   Floor    Ceiling
------------------ ------------ --------- ------ ------------ ---------- --------- ---------
ann@lab.example         4500.00   1000.00      2        10.00      <now>
------------------ ------------ --------- ------ ------------ ---------- --------- ---------
Number of users: 1                             2        10.00    0+23:59
"""


def text_of(done: Any) -> str:
    assert done.status == 0, done.err
    return "".join(line.rstrip() + "\n" for line in done.out.splitlines())


def names_in(done: Any) -> list[str]:
    assert done.status == 0, done.err
    return [record["name"] for record in json.loads(done.out)["records"]]


@pytest.mark.parametrize("command", [[], ["most"], ["-most"], ["-mo"]])
def test_most_is_the_default_in_every_spelling(userprio: Run, ledger: Path, command: list[str]) -> None:
    assert text_of(userprio("--ledger", ledger, *command, CONDOR_CONFIG="ONLY_ENV")) == ANN


def test_off_a_terminal_the_text_is_condor_userprios_and_on_one_it_is_a_table(userprio: Run, ledger: Path) -> None:
    arguments = ("--ledger", ledger, "most")
    assert text_of(userprio(*arguments, "--format", "classic", terminal=True, CONDOR_CONFIG="ONLY_ENV")) == ANN
    table = userprio(*arguments, terminal=True, CONDOR_CONFIG="ONLY_ENV", COLUMNS="120").out
    assert "ann@lab.example" in table
    assert "Last Priority Update" not in table
    assert "\x1b[" in table
    plain = userprio(*arguments, terminal=True, CONDOR_CONFIG="ONLY_ENV", NO_COLOR="1").out
    assert "\x1b[3" not in plain


def test_a_table_in_a_pipe_has_neither_colour_nor_boxes(userprio: Run) -> None:
    done = userprio("--snapshot", "physics", "quotas", "--format", "table")
    assert done.out.isascii()
    assert "\x1b" not in done.out
    assert "group_chemistry" in done.out


def test_the_effective_quotas_are_those_of_a_cycle_on_the_snapshot(userprio: Run) -> None:
    done = userprio("--snapshot", "physics", "quotas", "--format", "json")
    quotas = {record["name"]: record["effective_quota"] for record in json.loads(done.out)["records"]}
    assert quotas == {
        "<none>": 0.0,
        "group_chemistry": 10.0,
        "group_physics": 3.0,
        "group_physics.hep": 12.0,
        "group_physics.lep": 5.0,
    }


def test_without_a_pool_they_are_those_of_a_pool_without_slots(userprio: Run, tmp_path: Path, ledger: Path) -> None:
    config = tmp_path / "config"
    config.write_text("GROUP_NAMES = lab\nGROUP_QUOTA_lab = 7\n")
    done = userprio("--config", config, "--ledger", ledger, "quotas", "--format", "json")
    [none, lab] = json.loads(done.out)["records"]
    assert none["name"] == "<none>"
    assert (lab["name"], lab["configured_quota"], lab["effective_quota"], lab["subtree_quota"]) == ("lab", 7, 0, 0)


LABS = (
    "GROUP_NAMES = lab, lab.a, guests\nGROUP_QUOTA_lab = 7\nGROUP_QUOTA_lab.a = 3\nGROUP_QUOTA_DYNAMIC_guests = 0.25\n"
)


def test_configured_quotas_need_neither_a_ledger_nor_a_pool(userprio: Run, tmp_path: Path) -> None:
    config = tmp_path / "config"
    config.write_text(LABS)
    done = userprio("--config", config, "quotas", "--format", "json")
    quotas = {record["name"]: record["configured_quota"] for record in json.loads(done.out)["records"]}
    assert quotas == {"<none>": 0, "lab": 7, "lab.a": 3, "guests": 0.25}
    assert done.err.splitlines() == [
        "userprio: warning: there is neither a pool nor a ledger: these are the quotas of the configuration",
        "userprio: warning: dynamic quotas (guests) are fractions of a pool; --snapshot shows their weights",
    ]
    assert userprio("--config", config, "-quotas", "-allusers").status == 0
    assert userprio("--config", config, "most").status == 6
    assert userprio("quotas", CONDOR_CONFIG="ONLY_ENV").status == 6


def test_a_table_without_groups_says_what_is_the_matter(userprio: Run, tmp_path: Path, ledger: Path) -> None:
    config = tmp_path / "config"
    config.write_text(LABS)
    old = ("--config", config, "--ledger", ledger)
    assert userprio(*old, "-quotas", terminal=True).out == (
        "No group was used in that time; --allusers lists all 3 groups.\n"
    )
    assert userprio(*old, "-quotas").out.startswith("Last Priority Update")
    assert "guests" in userprio(*old, "-quotas", "--allusers", terminal=True).out
    config.write_text("")
    for words in (["quotas"], ["-quotas"]):
        assert userprio(*old, *words, terminal=True).out == "No groups are configured.\n"
    assert userprio(*old, "most", "--active-from", "2026-03-03", terminal=True).out == (
        "No record was active in that time.\n"
    )


def test_quotas_lists_groups_that_nobody_used_and_the_classic_option_does_not(userprio: Run, tmp_path: Path) -> None:
    arguments = ("--snapshot", "physics", "--now", "2026-04-01T00:00")
    assert "group_physics.lep" in userprio(*arguments, "quotas").out
    assert "group_physics.lep" not in userprio(*arguments, "-quotas").out
    assert "group_physics.lep" in userprio(*arguments, "-quotas", "-allusers").out


def test_most_leaves_out_whom_nobody_saw_for_a_day(userprio: Run) -> None:
    arguments = ("--snapshot", "fairshare", "most", "--format", "json")
    assert "grace@example.org" not in names_in(userprio(*arguments))
    assert "grace@example.org" in names_in(userprio(*arguments, "--all-users"))
    assert "grace@example.org" in names_in(userprio(*arguments, "--active-from", "2026-02-10"))
    assert "grace@example.org" not in names_in(userprio(*arguments, "--active-from", "2026-02-11"))
    assert names_in(userprio(*arguments, "grace")) == ["grace@example.org"]


def test_layouts_may_be_chosen(userprio: Run) -> None:
    arguments = ("--snapshot", "physics", "most", "--format", "json", "--all-users", "--layout")
    flat = names_in(userprio(*arguments, "flat"))
    groups_first = names_in(userprio(*arguments, "grouporder"))
    assert sorted(flat) == sorted(groups_first)
    assert ["@" in name for name in groups_first] == sorted("@" in name for name in flat)


def test_names_that_nobody_has_are_a_failure(userprio: Run) -> None:
    done = userprio("--snapshot", "physics", "most", "nobody", "noone@x")
    assert (done.status, done.out) == (1, "")
    assert done.err == "userprio: there is no record of nobody or noone@x.\n"


def test_to_condor_userprio_they_are_none(userprio: Run) -> None:
    done = userprio("--snapshot", "physics", "-all", "nobody")
    assert (done.status, done.out, done.err) == (0, "", "")


def test_our_options_may_stand_among_the_classic_ones(userprio: Run) -> None:
    done = userprio("-allusers", "--snapshot", "physics", "-flat", "--format", "json", "alice")
    assert names_in(done) == ["alice@example.org"]
    assert names_in(userprio("alice@example.org", "--format=json", "--snapshot=physics")) == ["alice@example.org"]


def test_csv_has_a_line_for_each_record(userprio: Run) -> None:
    done = userprio("--snapshot", "physics", "quotas", "--format", "csv")
    assert [row["name"] for row in csv.DictReader(io.StringIO(done.out))] == [
        "<none>",
        "group_chemistry",
        "group_physics",
        "group_physics.hep",
        "group_physics.lep",
    ]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--constraint", "Prioritty > 3"], "no record has an attribute Prioritty; did you mean Priority?"),
        (["--autoformat", "Name,Prioritty"], "no record has an attribute Prioritty; did you mean Priority?"),
        (["--constraint", "MY.Frobnicated =?= undefined"], "no record has an attribute Frobnicated"),
    ],
)
def test_an_attribute_that_no_record_can_have_is_told(userprio: Run, options: list[str], told: str) -> None:
    done = userprio("--snapshot", "fairshare", "most", "--all-users", *options)
    assert (done.status, done.err) == (0, f"userprio: warning: {told}\n")
    assert (done.out == "") == (options[1] == "Prioritty > 3")


@pytest.mark.parametrize("attribute", ["priority", "CeilingLeaseExpiration", "SubmitterLimit", "LastUsageTime"])
def test_an_attribute_that_a_record_may_have_is_not_told(userprio: Run, attribute: str) -> None:
    assert userprio("--snapshot", "fairshare", "most", "--constraint", f"{attribute} > 0").err == ""


def test_the_time_since_which_somebody_used_the_pool_is_written_in_many_ways(userprio: Run) -> None:
    """It is 2 March 09:00: ada's, ben's and fay's last use is now, carol's 2, dmitri's 14 hours ago."""

    def listed(since: str) -> list[str]:
        done = userprio("--snapshot", "fairshare", "most", "--active-from", since, "--format", "csv")
        return [line.partition("@")[0] for line in done.out.splitlines()[1:] if "@" in line.partition(",")[0]]

    assert set(listed("1h")) == {"ada", "ben", "nice-user.fay"}
    assert set(listed("2026-03-02 06:00")) == {"ada", "ben", "carol", "nice-user.fay"}
    assert set(listed("today")) == {"ada", "ben", "carol", "nice-user.fay"}
    assert set(listed("yesterday")) >= {"ada", "ben", "carol", "dmitri"}


def test_a_table_says_how_many_are_left_out_as_inactive(userprio: Run) -> None:
    """Of fairshare's seven users one, and of research's eleven groups three, used nothing for a day."""
    fairshare = userprio("--snapshot", "fairshare", "most", "--format", "table").out
    assert "\nleft out, inactive since 2026-03-01 08:59: 1 user (see --all-users)\n" in fairshare
    assert "left out" not in userprio("--snapshot", "fairshare", "most", "--all-users", "--format", "table").out
    assert ": 1 user, 3 groups (" in userprio("--snapshot", "research", "most", "--format", "table").out
    assert ": 1 user (" in userprio("--snapshot", "research", "priority", "--format", "table").out
    assert "left out" not in userprio("--snapshot", "research", "quotas").out
    document = json.loads(userprio("--snapshot", "research", "most", "--format", "json").out)
    assert (document["totals"]["inactive_users"], document["totals"]["inactive_groups"]) == (1, 3)


NEWCOMER = """\
101 Customer.new@lab.example * *
103 Customer.new@lab.example PriorityFactor 1000.000000
103 Customer.new@lab.example ResourcesUsed 9
103 Customer.new@lab.example WeightedResourcesUsed 9.000000
"""


@pytest.mark.parametrize("command", ["most", "all", "usage", "priority"])
def test_who_holds_slots_is_listed_before_any_use_is_recorded(userprio: Run, ledger: Path, command: str) -> None:
    """condor_userprio hides it, or not, by what stands before it in the negotiator's reply."""
    ledger.write_text(ledger.read_text() + NEWCOMER)
    arguments = ("--ledger", ledger, command, "--format")
    assert names_in(userprio(*arguments, "json", CONDOR_CONFIG="ONLY_ENV")).count("new@lab.example") == 1
    assert "new@lab.example" in userprio(*arguments, "table", CONDOR_CONFIG="ONLY_ENV").out
    assert "new@lab.example" in userprio(*arguments, "csv", CONDOR_CONFIG="ONLY_ENV").out
    assert "new@lab.example" not in userprio(*arguments, "classic", CONDOR_CONFIG="ONLY_ENV").out


@pytest.mark.parametrize("command", ["most", "all", "quotas"])
def test_a_condition_finds_the_same_groups_in_every_listing(userprio: Run, command: str) -> None:
    listing = (command, "--all-users", "--constraint", "SubtreeQuota >= 20", "--snapshot", "physics")
    assert set(names_in(userprio(*listing, "--format", "json"))) == {"<none>", "group_physics"}
    lines = userprio(*listing, "--columns", "name,subtree_quota").out.splitlines()
    assert sorted(lines[2:4]) == ["<none>              30", "group_physics       20"]


def test_found_groups_are_not_called_users_and_have_their_quotas(userprio: Run) -> None:
    done = userprio("--snapshot", "physics", "most", "--constraint", 'Name == "group_physics.lep"', "--format", "table")
    heading, row = done.out.splitlines()[1:3]
    assert heading.split()[:2] == ["group", "quota"]
    assert row.split()[:2] == ["group_physics.lep", "5"]
    assert "user" not in done.out


@pytest.mark.parametrize("command", ["most", "quotas", "all"])
def test_a_dynamic_quota_is_a_percentage_in_tables_and_a_fraction_in_rows(userprio: Run, command: str) -> None:
    """Of research's groups ml.vision has a static quota of 32, and cosmo.lensing half of what cosmo has."""
    listing = (command, "--snapshot", "research")
    lines = userprio(*listing, "--columns", "configured_quota", "--format", "table").out.splitlines()
    quotas = {line.split()[0]: line.split()[1:] for line in lines[2:] if line}
    assert (quotas["cosmo.lensing"], quotas["ml.vision"]) == (["50%"], ["32"])
    rows = json.loads(userprio(*listing, "--json", "name,configured_quota,static_quota").out)
    of_groups = {row["name"]: (row["configured_quota"], row["static_quota"]) for row in rows}
    assert (of_groups["cosmo.lensing"], of_groups["ml.vision"]) == ((0.5, False), (32.0, True))
    assert of_groups.get("cosmo.lensing.jun@example.org", (None, None)) == (None, None)


def test_figures_of_the_last_update_say_its_time(userprio: Run) -> None:
    """Half a minute later a cycle brings higgs's priority of 9250 to 9247.4 before it does anything."""
    listing = ("most", "--snapshot", "physics", "--format", "table")
    note = "\neffective priority, weight-hours: as of 2026-03-02 08:59; a cycle updates them\n"
    assert note in userprio(*listing).out
    assert note not in userprio(*listing, "--now", "1772441940").out
    assert "as of" not in userprio(*listing, "--columns", "weight_in_use").out
