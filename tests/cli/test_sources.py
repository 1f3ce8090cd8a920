"""Where configuration, ledger and pool are found."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from userprio.pool import examples

Run = Callable[..., Any]


@pytest.fixture
def physics(tmp_path: Path) -> Path:
    """A copy of the shipped example, to be changed."""
    return Path(shutil.copytree(examples.find("physics").folder, tmp_path / "physics"))


def quotas_of(done: Any) -> dict[str, float]:
    assert done.status == 0, done.err
    return {record["name"]: record["configured_quota"] for record in json.loads(done.out)["records"]}


def users_of(done: Any) -> set[str]:
    assert done.status == 0, done.err
    return {record["name"] for record in json.loads(done.out)["records"] if "@" in record["name"]}


def test_a_snapshot_brings_its_own_configuration_and_ledger(userprio: Run, physics: Path) -> None:
    assert quotas_of(userprio("--snapshot", physics, "quotas", "--format", "json"))["group_physics.hep"] == 12
    assert "alice@example.org" in users_of(userprio("--snapshot", physics, "most", "--format", "json"))


def test_files_that_are_named_are_used_instead(userprio: Run, physics: Path, ledger: Path, tmp_path: Path) -> None:
    other = tmp_path / "other_config"
    other.write_text("GROUP_NAMES = lab\nGROUP_QUOTA_lab = 7\n")
    done = userprio("--snapshot", physics, "--config", other, "--ledger", ledger, "quotas", "--format", "json")
    assert quotas_of(done) == {"<none>": 0, "lab": 7}


def test_a_knob_set_on_the_command_line_beats_the_file(userprio: Run) -> None:
    done = userprio("--snapshot", "physics", "--set", "GROUP_QUOTA_group_chemistry=3", "quotas", "--format", "json")
    assert quotas_of(done)["group_chemistry"] == 3


def test_the_environment_names_a_configuration(userprio: Run, ledger: Path, tmp_path: Path) -> None:
    config = tmp_path / "condor_config"
    config.write_text("GROUP_NAMES = lab\nGROUP_QUOTA_lab = 7\n")
    done = userprio("--ledger", ledger, "quotas", "--format", "json", CONDOR_CONFIG=str(config))
    assert quotas_of(done)["lab"] == 7


def test_the_usual_places_are_tried_in_order(userprio: Run, ledger: Path, tmp_path: Path) -> None:
    for number in (1, 2):
        (tmp_path / f"config{number}").write_text(f"GROUP_NAMES = lab\nGROUP_QUOTA_lab = {number}\n")
    places = (tmp_path / "none", tmp_path, tmp_path / "config1", tmp_path / "config2")
    done = userprio("--ledger", ledger, "quotas", "--format", "json", condor_places=places)
    assert quotas_of(done)["lab"] == 1


def test_only_env_means_no_file_at_all(userprio: Run, ledger: Path, tmp_path: Path) -> None:
    (tmp_path / "config").write_text("GROUP_NAMES = lab\nGROUP_QUOTA_lab = 7\n")
    done = userprio(
        "--ledger",
        ledger,
        "quotas",
        "--format",
        "json",
        condor_places=(tmp_path / "config",),
        CONDOR_CONFIG="Only_Env",
        _CONDOR_GROUP_NAMES="field",
    )
    assert set(quotas_of(done)) == {"<none>", "field"}


@pytest.mark.parametrize(("what", "reason"), [("missing", "does not exist"), (".", "directory")])
def test_a_variable_that_names_nothing_readable_is_an_error(
    userprio: Run, ledger: Path, tmp_path: Path, what: str, reason: str
) -> None:
    done = userprio("--ledger", ledger, "most", CONDOR_CONFIG=str(tmp_path / what))
    assert done.status == 6
    assert "CONDOR_CONFIG" in done.err
    assert reason in done.err


@pytest.mark.parametrize("line", ["ACCOUNTANT_DATABASE_FILE = {}/small.log", "SPOOL = {}/spool"])
def test_the_configuration_says_where_the_ledger_is(userprio: Run, ledger: Path, tmp_path: Path, line: str) -> None:
    (tmp_path / "spool").mkdir()
    shutil.copy(ledger, tmp_path / "spool" / "Accountantnew.log")
    config = tmp_path / "config"
    config.write_text(line.format(tmp_path) + "\n")
    assert users_of(userprio("--config", config, "most", "--format", "json")) == {"ann@lab.example"}


def test_without_any_of_these_the_users_own_ledger_is_read(userprio: Run, ledger: Path, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    shutil.copy(ledger, tmp_path / "data" / "Accountantnew.log")
    assert users_of(userprio("most", "--format", "json", CONDOR_CONFIG="ONLY_ENV")) == {"ann@lab.example"}


def test_no_ledger_at_all_is_an_error_that_says_where_it_looked(userprio: Run, tmp_path: Path) -> None:
    done = userprio("most", CONDOR_CONFIG="ONLY_ENV")
    assert done.status == 6
    assert str(tmp_path / "data" / "Accountantnew.log") in done.err
    assert "--ledger FILE" in done.err


def test_a_pool_without_a_ledger_starts_without_history(userprio: Run, physics: Path) -> None:
    (physics / "Accountantnew.log").unlink()
    done = userprio("--snapshot", physics, "negotiate", "--format", "json")
    assert done.status == 0, done.err
    # Nobody has history, so everybody has the best priority there is, 0.5 times a factor of 1000.
    assert {visit["priority"] for visit in json.loads(done.out)["visits"]} == {500.0}


def test_that_a_recorded_pool_has_no_ledger_is_told_since_it_decides_who_comes_first(
    userprio: Run, physics: Path
) -> None:
    (physics / "Accountantnew.log").rename(physics.parent / "elsewhere.log")
    missing = "this snapshot has no ledger: everybody is assumed to have used nothing so far"
    for words in (("negotiate",), ("most",), ("plan", "--set", "GROUP_QUOTA_group_chemistry=4")):
        assert missing in userprio("--snapshot", physics, *words).err
        assert userprio("--snapshot", physics, "--ledger", physics.parent / "elsewhere.log", *words).err == ""
    assert userprio("--snapshot", "handmade", "negotiate").err == ""


def test_that_a_recorded_pool_has_no_configuration_is_told_since_its_groups_are_gone(
    userprio: Run, physics: Path
) -> None:
    (physics / "condor_config").rename(physics.parent / "elsewhere")
    missing = "this snapshot has no configuration, and there is none on this machine"
    assert missing in userprio("--snapshot", physics, "negotiate").err
    assert userprio("--snapshot", physics, "--config", physics.parent / "elsewhere", "negotiate").err == ""
    assert userprio("--snapshot", physics, "negotiate", CONDOR_CONFIG="ONLY_ENV").err == ""
    assert userprio("--snapshot", "handmade", "negotiate").err == ""


def test_a_snapshot_is_of_its_own_time(userprio: Run, physics: Path) -> None:
    done = userprio("--snapshot", physics, "negotiate", "--format", "json")
    assert json.loads(done.out)["at"] == 1_772_441_975


def test_another_time_may_be_named(userprio: Run, physics: Path) -> None:
    done = userprio("--now", "2026-03-02T12:00", "--snapshot", physics, "negotiate", "--format", "json")
    assert json.loads(done.out)["at"] == 1_772_452_800


def test_a_handwritten_pool_brings_its_knobs(userprio: Run, tmp_path: Path) -> None:
    pool = tmp_path / "mine.toml"
    pool.write_text('[config]\nGROUP_NAMES = ["lab"]\nGROUP_QUOTA_lab = 2\n[[slots]]\ncount = 4\n')
    assert quotas_of(userprio("--snapshot", pool, "quotas", "--format", "json")) == {"<none>": 0, "lab": 2}
    done = userprio("--snapshot", pool, "--set", "GROUP_QUOTA_lab=3", "quotas", "--format", "json")
    assert quotas_of(done)["lab"] == 3


def test_a_folder_beats_an_example_of_the_same_name(
    userprio: Run, physics: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (physics / "condor_config").write_text("GROUP_NAMES = lab\nGROUP_QUOTA_lab = 7\n")
    (physics / "Accountantnew.log").unlink()
    monkeypatch.chdir(physics.parent)
    assert set(quotas_of(userprio("--snapshot", "physics", "quotas", "--format", "json"))) == {"<none>", "lab"}


def test_many_warnings_are_cut_short(userprio: Run, tmp_path: Path, ledger: Path) -> None:
    config = tmp_path / "config"
    config.write_text("".join(f"KNOB{number} : 1\n" for number in range(30)))
    done = userprio("--config", config, "--ledger", ledger, "most")
    assert done.status == 0
    lines = done.err.splitlines()
    assert len(lines) == 21
    assert lines[0].startswith(f"userprio: warning: {config}, line 1: ")
    assert lines[-1] == "userprio: warning: and 10 more of this kind"


@pytest.mark.parametrize(
    "command",
    [
        ("negotiate",),
        ("jobs",),
        pytest.param(("forecast", "--for=1h", "--demand=queue"), marks=pytest.mark.slow),
        ("explain", "bio.rosa@example.org"),
        ("check",),
    ],
    ids=lambda words: words[0],
)
def test_files_put_together_count_once_whatever_is_asked(
    userprio: Run, tmp_path: Path, command: tuple[str, ...]
) -> None:
    folder = Path(shutil.copytree(examples.find("research").folder, tmp_path / "research"))
    once = userprio("--snapshot", folder, *command)
    for file in ("jobs.ads", "slots.ads", "submitters.ads"):
        text = (folder / file).read_text()
        (folder / file).write_text(f"{text}\n{text}")
    twice = userprio("--snapshot", folder, *command)
    assert twice.out.splitlines()[:3] == once.out.splitlines()[:3]
    for file in ("jobs.ads", "slots.ads", "submitters.ads"):
        assert twice.err.count(f"{folder / file}: ") == 1


def test_jobs_without_submitter_ads_are_told_once_to_match_nothing(userprio: Run, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(examples.find("research").folder, tmp_path / "research"))
    (folder / "submitters.ads").unlink()
    done = userprio("--snapshot", folder, "negotiate")
    assert done.err.count("warning") == 1
    assert "nothing can be matched: without submitter ads a negotiator does not know of any jobs" in done.err
    assert "condor_status -submitters -long > submitters.ads" in done.err
    assert userprio("--snapshot", folder, "jobs").err == ""
