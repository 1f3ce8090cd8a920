"""What a command loads before it does anything."""

import subprocess
import sys

import pytest

CODE = """
import sys
from userprio.cli.app import run
from userprio.cli.environment import Environment
run(sys.argv[1:], Environment.of_process())
sys.stderr.write(" ".join(sys.modules))
"""


def loaded(*arguments: str) -> set[str]:
    """The modules that are there after a command."""
    done = subprocess.run([sys.executable, "-c", CODE, *arguments], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


@pytest.mark.parametrize("room", ["negotiation", "ledger", "classad", "config", "accounting", "report.tables"])
def test_help_loads_no_room_but_that_of_the_commands(room: str) -> None:
    assert f"userprio.{room}" not in loaded("--help")


@pytest.mark.parametrize("library", ["difflib", "platformdirs", "tomllib", "zoneinfo"])
def test_help_loads_no_library_that_only_other_commands_need(library: str) -> None:
    assert library not in loaded("--help")


def test_what_a_cycle_decides_can_be_known_without_the_engine() -> None:
    code = "import sys, userprio.report; sys.exit('userprio.negotiation.cycle' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
