"""Help, version, and how little is loaded for them."""

import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import pytest

from userprio.cli.app import _COMMANDS, _GROUPS, cli

Run = Callable[..., Any]
OF_NO_POOL = ("init", "versions", "settings", "help", "learn")
HEAVY = ("userprio.config", "userprio.classad", "userprio.negotiation", "userprio.report", "rich")


@pytest.mark.parametrize("name", [None, *_COMMANDS])
def test_every_help_has_an_example(name: str | None, capsys: pytest.CaptureFixture[str], userprio: Run) -> None:
    assert userprio(*([] if name is None else [name]), "--help").status == 0
    text = capsys.readouterr().out
    assert "Examples:" in text
    assert "  userprio " in text
    assert ("--snapshot POOL" in text) == (name not in OF_NO_POOL)
    assert "--color" in text


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str], userprio: Run) -> None:
    assert userprio("--version").status == 0
    assert capsys.readouterr().out == f"userprio, version {version('userprio')}\n"


def test_every_command_stands_in_one_group_of_the_help() -> None:
    assert sorted(name for names in _GROUPS.values() for name in names) == sorted(_COMMANDS)


def test_the_lines_on_the_commands_are_those_of_commands_that_exist() -> None:
    with cli.make_context("userprio", ["most"]) as context:
        for name in _COMMANDS:
            command = cli.get_command(context, name)
            assert command is not None
            assert command.name == name
        assert cli.get_command(context, "none") is None


def test_help_loads_nothing_that_is_not_needed_for_it() -> None:
    code = (
        "import sys; from userprio.cli.app import run; from userprio.cli.environment import Environment; "
        f"run(['--help'], Environment.of_process()); print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
