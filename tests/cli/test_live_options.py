"""Options that lead to a running pool, where none can be reached: what is said, and with which status."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from userprio.cli.environment import ExitStatus


@pytest.fixture(autouse=True)
def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither tools nor bindings, whatever this machine has."""
    monkeypatch.setattr("userprio.live.connecting.bindings_installed", lambda: False)
    monkeypatch.setattr("userprio.live.connecting._PLACES", "/nowhere")


COMMANDS = [
    "most",
    "resources ann@lab.example",
    "setfactor ann@lab.example 5",
    "delete --yes ann@lab.example",
    "negotiate",
    "jobs",
    "snapshot new",
]


@pytest.mark.parametrize("words", COMMANDS)
def test_without_tools_and_bindings_a_command_says_how_to_get_them(words: str, userprio: Run) -> None:
    done = userprio("--pool", "cm.example", *words.split())
    assert (done.status, done.out) == (ExitStatus.UNREACHABLE, "")
    assert "pip install 'userprio[live]'" in done.err


@pytest.mark.parametrize("words", ["-quotas", "-allusers", "-getreslist ann@lab.example", "-setprio ann@lab.example 5"])
@pytest.mark.parametrize("pool", ["-pool cm.example", "--pool cm.example", "-name night", "-p cm.example -n night"])
def test_the_classic_spelling_leads_there_with_its_own_status(words: str, pool: str, userprio: Run) -> None:
    done = userprio(*pool.split(), *words.split())
    assert (done.status, done.out) == (ExitStatus.FAILED, "")
    assert "nothing installed here can query a running pool" in done.err


def test_a_file_of_ads_needs_no_pool(userprio: Run, tmp_path: Path) -> None:
    path = tmp_path / "ads"
    path.write_text('NumSubmittors = 1\nName1 = "ann@lab.example"\nPriority1 = 500.0\nPriorityFactor1 = 1000.0\n')
    done = userprio("-pool", "cm.example", "-inputfile", path, "-priority", "-allusers")
    assert done.status is ExitStatus.DONE
    assert "ann@lab.example" in done.out


@pytest.mark.parametrize("words", [*COMMANDS, "-quotas"])
@pytest.mark.parametrize(("option", "value"), [("--ledger", "x.log"), ("--snapshot", "physics")])
def test_a_ledger_or_snapshot_beside_a_running_pool_is_wrong_usage(
    words: str, option: str, value: str, userprio: Run
) -> None:
    done = userprio("--pool", "cm.example", option, value, *words.split())
    assert done.status is ExitStatus.USAGE
    assert f"either {option} or --pool" in done.err


def test_a_configuration_changes_nothing_in_a_listing_and_that_is_said(userprio: Run) -> None:
    done = userprio("--pool", "cm.example", "--config", "condor_config", "most")
    assert "--config and --set change nothing here" in done.err
    assert "change nothing" not in userprio("--pool", "cm.example", "--set", "GROUP_NAMES=a", "most").err
    assert "change nothing" not in userprio("--pool", "cm.example", "--set", "GROUP_NAMES=a", "negotiate").err


def test_an_update_is_the_running_negotiators_own_business(userprio: Run) -> None:
    done = userprio("--pool", "cm.example", "update")
    assert done.status is ExitStatus.USAGE
    assert "does this itself" in done.err


def test_a_log_without_an_edit_is_empty_and_there_is_nothing_to_undo(userprio: Run) -> None:
    assert '"operations": []' in userprio("--pool", "cm.example", "log", "--format", "json").out
    done = userprio("--pool", "cm.example", "undo")
    assert (done.status, done.err) == (ExitStatus.REFUSED, "userprio: there is no operation to undo.\n")


def test_a_snapshot_goes_nowhere_else_before_the_pool_is_asked(userprio: Run, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("here")
    done = userprio("--pool", "cm.example", "snapshot", tmp_path)
    assert done.status is ExitStatus.REFUSED
    assert "is not empty" in done.err


def test_nothing_of_a_running_pool_is_loaded_without_one() -> None:
    code = """
import sys
from userprio.__main__ import main
sys.argv = ["userprio", "--snapshot", "physics", "quotas"]
try:
    main()
except SystemExit:
    pass
print(sorted(name for name in sys.modules if name.startswith(("userprio.live", "htcondor", "classad2"))))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=Path(__file__).parents[2])
    assert done.stdout.splitlines()[-1] == "[]", done.stderr
