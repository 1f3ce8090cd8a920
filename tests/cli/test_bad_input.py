"""Bad input of every kind: one sentence that says where, exit status 6, never a traceback."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from userprio.pool import examples

Run = Callable[..., Any]
JPEG = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00\xff\xdb\x00C\x00\n\x07\x07"


@pytest.fixture
def physics(tmp_path: Path) -> Path:
    """A copy of the shipped example, to be spoiled."""
    return Path(shutil.copytree(examples.find("physics").folder, tmp_path / "physics"))


def refused(done: Any, *parts: str) -> None:
    assert done.status == 6
    assert done.out == ""
    errors = [line for line in done.err.splitlines() if not line.startswith("userprio: warning: ")]
    assert len(errors) == 1
    assert errors[0].startswith("userprio: ")
    assert errors[0].endswith((".", "?"))
    for part in parts:
        assert part in errors[0]


def config_with(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "condor_config"
    path.write_text(text)
    return path


@pytest.mark.parametrize("option", ["--config", "--ledger"])
def test_a_file_that_is_not_there(userprio: Run, tmp_path: Path, option: str) -> None:
    refused(userprio("--snapshot", "physics", option, tmp_path / "none", "negotiate"), str(tmp_path / "none"))


def test_a_folder_where_a_file_should_be(userprio: Run, tmp_path: Path) -> None:
    refused(userprio("--snapshot", "physics", "--ledger", tmp_path, "most"), str(tmp_path))
    refused(userprio("--snapshot", "physics", "--config", tmp_path, "most"), str(tmp_path))


def test_an_unknown_example(userprio: Run) -> None:
    refused(userprio("--snapshot", "phisics", "negotiate"), "'phisics'", "Did you mean physics?", "fairshare")
    refused(userprio("--snapshot", "/no/such/folder", "negotiate"), "/no/such/folder")


def test_a_folder_that_is_not_a_snapshot(userprio: Run, tmp_path: Path) -> None:
    refused(userprio("--snapshot", tmp_path, "negotiate"), str(tmp_path), "slots.ads")


def test_a_ledger_that_is_a_picture(userprio: Run, tmp_path: Path) -> None:
    path = tmp_path / "cat.jpg"
    path.write_bytes(JPEG * 20)
    refused(userprio("--ledger", path, "most", CONDOR_CONFIG="ONLY_ENV"), f"{path}, line 1")


def test_ads_that_are_a_picture(userprio: Run, physics: Path) -> None:
    (physics / "slots.ads").write_bytes(JPEG * 20)
    refused(userprio("--snapshot", physics, "negotiate"), str(physics / "slots.ads"))


def test_an_unreadable_ad_is_left_out_with_a_warning_that_says_where(userprio: Run, physics: Path) -> None:
    slots = physics / "slots.ads"
    lines = slots.read_text().splitlines()
    line = next(number for number, text in enumerate(lines) if text.startswith("Cpus = "))
    lines[line] = "Cpus = = 1"
    slots.write_text("\n".join(lines) + "\n")
    done = userprio("--snapshot", physics, "negotiate", "--format", "json")
    assert f"{slots}, line {line + 1}" in done.err
    assert "Traceback" not in done.err


def test_a_pool_written_by_hand_that_is_a_picture(userprio: Run, tmp_path: Path) -> None:
    (tmp_path / "pool.toml").write_bytes(JPEG)
    refused(userprio("--snapshot", tmp_path / "pool.toml", "negotiate"), str(tmp_path / "pool.toml"))


def test_a_slip_in_a_pool_written_by_hand(userprio: Run, tmp_path: Path) -> None:
    (tmp_path / "pool.toml").write_text('[[jobs]]\nuser = "ann"\ngruop = "lab"\n')
    done = userprio("--snapshot", tmp_path / "pool.toml", "negotiate")
    refused(done, f"{tmp_path / 'pool.toml'}, line 3: [[jobs]] number 1", "Did you mean group?")


def test_a_circular_macro(userprio: Run, tmp_path: Path) -> None:
    config = config_with(tmp_path, "# a circle\nGROUP_NAMES = $(A)\nA = $(B)\nB = $(A)\n")
    refused(userprio("--snapshot", "physics", "--config", config, "quotas"), str(config), "line ", "A", "B")


@pytest.mark.parametrize("command", ["quotas", "negotiate"])
def test_a_negative_quota(userprio: Run, tmp_path: Path, command: str) -> None:
    config = config_with(tmp_path, "GROUP_NAMES = a\nGROUP_QUOTA_a = -5\n")
    refused(userprio("--snapshot", "physics", "--config", config, command), f"{config}, line 2", "GROUP_QUOTA_a", "-5")


def test_a_negative_quota_on_the_command_line(userprio: Run) -> None:
    done = userprio("--snapshot", "physics", "--set", "GROUP_QUOTA_group_physics=-5", "negotiate")
    refused(done, "GROUP_QUOTA_group_physics", "-5")


def test_a_configuration_that_is_torn(userprio: Run, tmp_path: Path) -> None:
    config = config_with(tmp_path, "A = 1\nthis is not a statement\n")
    refused(userprio("--snapshot", "physics", "--config", config, "negotiate"), f"{config}, line 2")


def test_a_command_in_a_configuration_is_not_run(userprio: Run, tmp_path: Path) -> None:
    config = config_with(tmp_path, f"include command : touch {tmp_path}/ran\n")
    refused(userprio("--snapshot", "physics", "--config", config, "most"), f"{config}, line 1", "--allow-commands")
    assert not (tmp_path / "ran").exists()


def test_an_expression_that_is_none(userprio: Run) -> None:
    done = userprio("--snapshot", "physics", "--set", "PREEMPTION_REQUIREMENTS=1 +", "negotiate")
    refused(done, "PREEMPTION_REQUIREMENTS")


def test_a_number_of_thousands_of_digits(userprio: Run) -> None:
    done = userprio("--snapshot", "physics", "--set", "PRIORITY_HALFLIFE=" + "9" * 5000, "negotiate")
    assert done.status in (0, 6)


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["--now", "someday"], "someday"),
        (["--set", "GROUP_QUOTA"], "NAME=VALUE"),
        (["--format", "yaml"], "yaml"),
        (["--frobnicate"], "--frobnicate"),
        (["--ledger"], "--ledger"),
    ],
)
def test_wrong_usage_is_said_to_be_that(userprio: Run, arguments: list[str], part: str) -> None:
    done = userprio("--snapshot", "physics", "negotiate", *arguments)
    assert done.status == 2
    assert done.out == ""
    assert part in done.err


def test_a_cycle_needs_a_pool(userprio: Run) -> None:
    done = userprio("negotiate")
    assert done.status == 2
    assert "--snapshot" in done.err


def test_a_command_that_there_is_not(userprio: Run) -> None:
    done = userprio("negociate")
    assert done.status == 2
    assert "Did you mean negotiate?" in done.err


def test_classic_arguments_that_make_no_sense_end_as_condor_userprio_does(userprio: Run) -> None:
    done = userprio("-help")
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith("Usage: userprio ")


def test_the_real_process_ends_with_the_same_status(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "userprio", "--snapshot", "physics", "--ledger", str(tmp_path / "none"), "most"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stdout) == (6, "")
    assert done.stderr.startswith("userprio: ")
    assert len(done.stderr.splitlines()) == 1


def test_a_reader_that_stops_reading_is_not_an_error() -> None:
    command = f"{sys.executable} -m userprio --snapshot research negotiate --format json | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("{\n", "")


@pytest.mark.parametrize("words", ["undo x", "learn 1.5", "log --last x", "most --depth two", "wait ada --futures x"])
def test_what_is_to_be_a_whole_number_is_refused_as_one_that_is_not(
    words: str, userprio: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    done = userprio(*words.split())
    assert done.status == 2
    assert "is not a valid whole number." in done.err + capsys.readouterr().err
