"""`userprio check`: what it prints, in what form, and with what status; `delete --unused-since`."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from userprio.ledger import Ledger
from userprio.pool import examples

Run = Callable[..., Any]
FAULTY = "GROUP_NAMES = a\nGROUP_QUOTA_a = -5\nGROUP_QUOTA_b = 3\n"


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "condor_config"
    path.write_text(FAULTY)
    return path


NO_POOL = "No problems found; no pool was looked at.\n"


@pytest.mark.parametrize("name", [example.name for example in examples.shipped()])
def test_the_shipped_examples_are_without_a_finding_but_for_what_they_are_to_show(userprio: Run, name: str) -> None:
    done = userprio("check", "--snapshot", name)
    assert (done.status, done.err) == (0, "")
    if name in ("physics", "handmade"):
        assert done.out.startswith("note: No slot of this pool matches the ") and done.out.endswith("\n1 note\n")
    elif name == "fairshare":
        assert " note: PREEMPTION_REQUIREMENTS keeps " in done.out and done.out.endswith("\n1 note\n")
    elif name == "research":
        assert "warning: In the next cycle group ml.text comes to 48 of its quota of 32" in done.out
        assert done.out.endswith("\n1 warning\n")
    elif name == "thirds":
        assert "slots of weight 2 out of 8 stay idle" in done.out and done.out.endswith("\n1 warning\n")
    else:
        assert done.out == "No problems found.\n"


def test_no_configuration_at_all_is_without_a_finding(userprio: Run, ledger: Path) -> None:
    assert userprio("check", "--ledger", ledger, CONDOR_CONFIG="ONLY_ENV").out == NO_POOL


def test_without_a_ledger_the_configuration_alone_is_checked(userprio: Run) -> None:
    done = userprio("check", CONDOR_CONFIG="ONLY_ENV")
    assert (done.status, done.out) == (0, "No problems found; no ledger and no pool was looked at.\n")
    assert "there is no ledger at" in done.err and "only the configuration is checked" in done.err


def test_it_is_said_how_many_findings_were_left_out(userprio: Run, tmp_path: Path) -> None:
    """One by an option; and of two lines one by a comment."""
    done = userprio("check", "--snapshot", "physics", "--ignore", "never-matches", "--format", "json")
    assert json.loads(done.out)["left_out"] == 1
    done = userprio("check", "--snapshot", "physics", "--ignore", "never-matches")
    assert done.out == "No problems found; 1 finding left out.\n"
    config = tmp_path / "condor_config"
    config.write_text("# userprio: ignore[bad-value]\nNEGOTIATOR_INTERVAL = x\nPRIORITY_HALFLIFE = x\n")
    assert userprio("check", "--config", config).out.splitlines()[-1] == "1 error; 1 finding left out"


def test_an_error_ends_with_status_1_and_begins_with_its_place(userprio: Run, config: Path, ledger: Path) -> None:
    done = userprio("check", "--config", config, "--ledger", ledger)
    first, advice, second, _, end = done.out.splitlines()
    assert done.status == 1
    assert first.startswith(f"{config}:2: error: GROUP_QUOTA_a is `-5`, which is not in the range")
    assert first.endswith(". [bad-value]")
    assert advice == "    Give a number from 0 to 2147483647."
    assert second.startswith(f"{config}:3: warning: GROUP_QUOTA_b is never read")
    assert end == "1 error, 1 warning"


def test_warnings_alone_end_with_status_0(userprio: Run, config: Path, ledger: Path) -> None:
    config.write_text("GROUP_QUOTA_b = 3\n")
    done = userprio("check", "--config", config, "--ledger", ledger)
    assert (done.status, done.out.splitlines()[-1]) == (0, "1 warning")


def test_json_has_the_schema_and_its_keys(userprio: Run, config: Path, ledger: Path) -> None:
    document = json.loads(userprio("check", "--config", config, "--ledger", ledger, "--format", "json").out)
    assert document["schema"] == "userprio.check/1"
    assert document["summary"] == {"errors": 1, "warnings": 1, "notes": 0}
    assert list(document["findings"][0]) == ["level", "code", "file", "line", "happens", "advice", "replace", "by"]
    assert (document["findings"][0]["file"], document["findings"][0]["line"]) == (str(config), 2)


def test_csv_has_a_line_for_each_finding(userprio: Run, config: Path, ledger: Path) -> None:
    text = userprio("check", "--config", config, "--ledger", ledger, "--format", "csv").out
    assert [row["code"] for row in csv.DictReader(io.StringIO(text))] == ["bad-value", "quota-without-group"]


def test_on_a_terminal_it_fits_its_width(userprio: Run, config: Path, ledger: Path) -> None:
    arguments = ("check", "--config", config, "--ledger", ledger)
    text = userprio(*arguments, terminal=True, COLUMNS="80", NO_COLOR="1").out
    plain = text.replace("\x1b[1m", "").replace("\x1b[2m", "").replace("\x1b[0m", "")
    assert "line 2" in plain and "error: GROUP_QUOTA_a" in plain
    assert max(len(line) for line in plain.splitlines() if str(config) not in line) <= 80


def test_a_configuration_that_cannot_be_read_is_a_finding(userprio: Run, config: Path, ledger: Path) -> None:
    config.write_text("GROUP_NAMES = a\ngarbage\n")
    done = userprio("check", "--config", config, "--ledger", ledger)
    assert done.status == 1
    assert done.out.startswith(f"{config}:2: error: ")
    assert "[config-syntax]" in done.out


def test_a_missing_configuration_is_bad_input(userprio: Run, tmp_path: Path) -> None:
    assert userprio("check", "--config", tmp_path / "nosuch").status == 6


def test_a_ledger_that_is_corrupt_is_a_finding_among_the_others(userprio: Run, config: Path, ledger: Path) -> None:
    ledger.write_text(ledger.read_text() + "108 what\n105 \n106 \n")
    done = userprio("check", "--config", config, "--ledger", ledger)
    assert "[ledger-corrupt]" in done.out and "[bad-value]" in done.out


def test_faults_of_a_pool_written_by_hand_are_found_at_their_lines(userprio: Run, tmp_path: Path) -> None:
    pool = tmp_path / "pool.toml"
    pool.write_text('[config]\nGROUP_NAMES = ["a"]\nGROUP_QUOTA_a = -5\n\n[[slots]]\nCpus = 1\n')
    done = userprio("check", "--snapshot", pool)
    assert done.out.startswith(f"{pool}:3: error: GROUP_QUOTA_a is `-5`")


def test_names_cannot_act_on_a_terminal(userprio: Run, config: Path, ledger: Path) -> None:
    config.write_text("GROUP_NAMES = a\nGROUP_QUOTA_a = 4\x1b[2J\n")
    assert "\x1b[2J" not in userprio("check", "--config", config, "--ledger", ledger, terminal=True).out


def old(name: str, used: int, more: str = "") -> str:
    key = f"Customer.{name}"
    return f"101 {key} * *\n103 {key} PriorityFactor 1000.000000\n103 {key} LastUsageTime {used}\n" + (
        f"103 {key} {more}\n" if more else ""
    )


OLD = (
    old("old@lab.example", 1_760_000_000)
    + old("owing@lab.example", 1_760_000_000, "Priority 9.000000")
    + old("boss@lab.example", 1_760_000_000, "Ceiling 4")
    + old("new@lab.example", 1_772_000_000)
)


@pytest.fixture
def aged(ledger: Path) -> Path:
    ledger.write_text(ledger.read_text() + OLD)
    return ledger


def deleting(userprio: Run, aged: Path, *arguments: str, **more: Any) -> Any:
    return userprio(
        "delete", "--unused-since", "2026-01-01", "--ledger", aged, *arguments, CONDOR_CONFIG="ONLY_ENV", **more
    )


def test_submitters_that_used_nothing_since_go_and_undo_brings_them_back(userprio: Run, aged: Path) -> None:
    before = Ledger.read(aged).ads
    done = deleting(userprio, aged, "--yes")
    assert (done.status, done.out) == (0, "2 submitters deleted that have used nothing since 2026-01-01 00:00\n")
    assert "1 submitter stays for a factor, floor, ceiling or lease" in done.err
    assert "1 submitter still has a real priority above 0.5" in done.err
    assert set(Ledger.read(aged).customers) == {"<none>", "ann@lab.example", "boss@lab.example", "new@lab.example"}
    assert userprio("undo", "--ledger", aged, CONDOR_CONFIG="ONLY_ENV").status == 0
    assert Ledger.read(aged).ads == before


def test_it_asks_before_it_deletes(userprio: Run, aged: Path) -> None:
    before = aged.read_bytes()
    refused = deleting(userprio, aged, terminal=True, typed="n\n")
    assert (refused.status, aged.read_bytes()) == (4, before)
    assert "Delete the records of 2 submitters that have used nothing since 2026-01-01 00:00?" in refused.err
    assert deleting(userprio, aged, terminal=True, typed="y\n").status == 0
    assert "old@lab.example" not in Ledger.read(aged).customers


def test_where_nobody_is_unused_nothing_is_done(userprio: Run, ledger: Path) -> None:
    before = ledger.read_bytes()
    done = deleting(userprio, ledger, "--yes")
    assert (done.status, done.out, ledger.read_bytes()) == (0, "", before)
    assert "nothing was changed" in done.err


@pytest.mark.parametrize("arguments", [("old@lab.example",), ("--unused-since", "2030-01-01")])
def test_names_beside_a_time_and_a_time_to_come_are_wrong_usage(
    userprio: Run, aged: Path, arguments: tuple[str, ...]
) -> None:
    assert deleting(userprio, aged, "--yes", *arguments).status == 2


def test_neither_names_nor_a_time_are_wrong_usage(userprio: Run, aged: Path) -> None:
    assert userprio("delete", "--yes", "--ledger", aged).status == 2
