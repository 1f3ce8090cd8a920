"""Help, version, and how little is loaded for them."""

import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from tests.marks import slow
from userprio.cli.app import cli
from userprio.cli.commands import COMMANDS

Run = Callable[..., Any]
OF_NO_POOL = ("init", "versions", "settings", "help", "learn")
LONG = r"forecast|wait|long-run|--for "
HEAVY = ("userprio.config", "userprio.classad", "userprio.negotiation", "userprio.report.formats", "msgspec", "rich")


def epilog_of(name: str) -> str:
    with cli.make_context("userprio", ["most"]) as context:
        command = cli.get_command(context, name)
    assert command is not None
    return command.epilog or ""


@pytest.mark.parametrize("name", [None, *COMMANDS])
def test_every_help_has_an_example(name: str | None, capsys: pytest.CaptureFixture[str], userprio: Run) -> None:
    assert userprio(*([] if name is None else [name]), "--help").status == 0
    text = capsys.readouterr().out
    assert "Examples:" in text
    assert "  userprio " in text
    assert ("--snapshot POOL" in text) == (name not in OF_NO_POOL)
    assert "--color" in text


EXAMPLES = [
    example.split("#")[0].strip()
    for name in COMMANDS
    for example in re.findall(
        r"^  userprio (.*--snapshot (?:physics|fairshare|research|moab)\b.*)$", epilog_of(name), re.M
    )
]


@pytest.mark.parametrize(
    "example",
    [
        *(example for example in EXAMPLES if not re.search(LONG, example)),
        *slow([example for example in EXAMPLES if re.search(LONG, example)]),
    ],
)
def test_an_example_on_a_shipped_pool_does_what_it_is_for(
    example: str, userprio: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = userprio(*shlex.split(example))
    # A plan that changes something ends with 3, and one example is to show an error that is found.
    assert done.status in ({0, 3} if "plan " in example else {"check" in example and "=-5" in example})


@pytest.mark.parametrize("name", COMMANDS)
def test_the_options_of_a_help_are_options_and_each_says_what_it_does(
    name: str, capsys: pytest.CaptureFixture[str], userprio: Run
) -> None:
    assert userprio(name, "--help").status == 0
    options = capsys.readouterr().out.split("Options:\n")[1].split("\n\n")[0]
    assert not [line for line in options.splitlines() if re.match(r"  [^ -]", line)]


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str], userprio: Run) -> None:
    assert userprio("--version").status == 0
    assert capsys.readouterr().out == f"userprio, version {version('userprio')}\n"


def test_the_lines_on_the_commands_are_those_of_commands_that_exist() -> None:
    with cli.make_context("userprio", ["most"]) as context:
        for name in COMMANDS:
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
