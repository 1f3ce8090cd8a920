"""Profiles of settings: several pools on one machine."""

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
SOUTH = """\
107 1 CreationTimestamp 1772000000
101 Customer.sue@south.example * *
103 Customer.sue@south.example LastUsageTime 1772441940
"""


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "config_home" / "settings.toml"


@pytest.fixture
def south(tmp_path: Path) -> Path:
    path = tmp_path / "south.log"
    path.write_text(SOUTH)
    return path


@pytest.fixture
def pools(userprio: Run, ledger: Path, south: Path) -> Run:
    """Plain settings with the small ledger, profiles north (a shipped example) and south (another ledger)."""
    userprio("settings", "ledger", ledger)
    userprio("settings", "format", "csv")
    userprio("settings", "--profile", "north", "snapshot", "physics")
    userprio("--profile", "south", "settings", "ledger", south)
    return userprio


def names(csv: str) -> set[str]:
    return {line.partition(",")[0] for line in csv.splitlines()[1:]}


def test_a_profile_is_a_table_in_the_file_of_settings(pools: Run, kept: Path, ledger: Path, south: Path) -> None:
    assert tomllib.loads(kept.read_text()) == {
        "ledger": str(ledger),
        "format": "csv",
        "profiles": {"north": {"snapshot": "physics"}, "south": {"ledger": str(south)}},
    }


def test_a_profile_is_laid_over_the_plain_settings(pools: Run) -> None:
    env = {"CONDOR_CONFIG": "ONLY_ENV"}
    assert "ann@lab.example" in names(pools("most", **env).out)
    assert "sue@south.example" in names(pools("--profile", "south", "most", **env).out)
    assert "sue@south.example" in names(pools("most", "--profile", "south", **env).out)
    assert "sue@south.example" in names(pools("most", USERPRIO_PROFILE="south", **env).out)
    assert "alice@example.org" in names(pools("most", "--all-users", "--profile", "north").out)
    # The option goes before the variable, and what is typed before both.
    assert "sue@south.example" in names(pools("--profile", "south", "most", USERPRIO_PROFILE="north", **env).out)
    assert "ada@example.org" in names(pools("--profile", "south", "most", "--snapshot", "fairshare").out)
    assert "sue@south.example" in pools("--profile", "south", "-most", **env).out


def test_an_edit_goes_to_the_ledger_of_the_profile(pools: Run, south: Path, ledger: Path) -> None:
    before = ledger.read_text()
    done = pools("--profile", "south", "setfactor", "sue@south.example", "5", CONDOR_CONFIG="ONLY_ENV")
    assert done.status == 0
    assert "PriorityFactor 5.000000" in south.read_text()
    assert ledger.read_text() == before


def test_a_plain_snapshot_does_not_hide_the_ledger_of_a_profile(pools: Run) -> None:
    pools("settings", "snapshot", "fairshare")
    assert names(pools("--profile", "south", "most", CONDOR_CONFIG="ONLY_ENV").out) >= {"sue@south.example"}


def test_the_configuration_of_a_profile_goes_before_the_variable(pools: Run, tmp_path: Path) -> None:
    for name in ("mine", "theirs"):
        (tmp_path / name).write_text(f"GROUP_NAMES = {name}\nGROUP_QUOTA_{name} = 3\n")
    pools("settings", "--profile", "south", "config", tmp_path / "mine")
    assert "mine" in pools("quotas", "--profile", "south", CONDOR_CONFIG=str(tmp_path / "theirs")).out
    assert "theirs" in pools("quotas", CONDOR_CONFIG=str(tmp_path / "theirs")).out


def test_settings_show_where_each_value_comes_from(pools: Run, kept: Path, south: Path) -> None:
    done = pools("settings", "--profile", "south", "--format", "classic")
    wide = max(len(str(south)), len("(not set)"))
    assert (done.status, done.err) == (0, "")
    assert done.out == (
        "config          (not set)\n"
        f"ledger          {south!s:<{wide}}  profile south\n"
        "snapshot        (not set)\n"
        "db              (not set)\n"
        f"format          {'csv':<{wide}}  settings\n"
        "condor_version  (not set)\n"
        "limits          (not set)\n"
        "Profiles: north, south (chosen)\n"
        f"Saved in {kept}\n"
    )
    document = json.loads(pools("settings", "--format", "json", USERPRIO_PROFILE="south").out)
    assert (document["profile"], document["profiles"]) == ("south", ["north", "south"])
    assert (document["sources"]["ledger"], document["sources"]["format"]) == ("profile south", "settings")


@pytest.mark.parametrize("command", [["most"], ["settings"], ["settings", "ledger"], ["-most"], ["check"]])
def test_an_unknown_profile_is_refused_with_those_that_there_are(pools: Run, command: list[str]) -> None:
    done = pools("--profile", "nroth", *command)
    assert (done.status, done.out) == (6, "")
    assert done.err == "userprio: there is no profile 'nroth'. There are north and south.\n"
    assert pools(*command, USERPRIO_PROFILE="nroth").status == 6


def test_without_any_profile_it_is_said_how_one_is_made(userprio: Run) -> None:
    done = userprio("--profile", "north", "most")
    assert done.err == (
        "userprio: there is no profile 'north'. `userprio settings --profile north ledger FILE` makes one.\n"
    )


def test_a_profile_is_taken_back(pools: Run, kept: Path) -> None:
    pools("settings", "--profile", "north", "--unset", "snapshot")
    assert list(tomllib.loads(kept.read_text())["profiles"]) == ["south"]
    pools("settings", "--profile", "south", "format", "json")
    assert pools("settings", "--profile", "south", "--unset").status == 0
    assert "profiles" not in tomllib.loads(kept.read_text())
    assert pools("settings", "--profile", "south", "--unset", "format").status == 6


@pytest.mark.parametrize("name", ["a b", "-x", "a/b", "x" * 80, "é"])
def test_a_profile_has_a_plain_name(pools: Run, kept: Path, name: str) -> None:
    before = kept.read_text()
    done = pools("settings", f"--profile={name}", "format", "json")
    assert (done.status, kept.read_text()) == (6, before)
    assert "a profile cannot be called" in done.err


def test_a_mistake_in_a_profile_is_told_with_its_line(userprio: Run, kept: Path) -> None:
    kept.parent.mkdir()
    kept.write_text("[profiles.a]\nformat = 'json'\n[profiles.b]\nleger = 'x'\n")
    done = userprio("most", "--snapshot", "physics")
    assert done.err == f"userprio: {kept}, line 4: there is no setting 'leger' of the profile b. Did you mean ledger?\n"
    kept.write_text("profiles = 3\n")
    assert "profiles must be tables" in userprio("most", "--snapshot", "physics").err


def test_names_of_profiles_are_completed(pools: Run) -> None:
    done = pools("--profile", "", _USERPRIO_COMPLETE="zsh")
    assert done.out.splitlines()[1:] == ["north", "south"]
    done = pools("most", "--profile=s", _USERPRIO_COMPLETE="fish")
    assert done.out.splitlines()[1:] == ["--profile=south"]
    done = pools("--profile", "south", "setfactor", "s", _USERPRIO_COMPLETE="zsh", CONDOR_CONFIG="ONLY_ENV")
    assert done.out.splitlines()[1:] == ["sue@south.example"]
