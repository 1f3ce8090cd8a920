"""`userprio completion`."""

import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from userprio.cli.housekeeping import SCRIPTS, SHELLS

Run = Callable[..., Any]
COMPLETIONS = Path(__file__).parents[2] / "completions"


@pytest.mark.parametrize("shell", SHELLS)
def test_it_prints_the_script_of_a_shell_and_nothing_else(userprio: Run, shell: str) -> None:
    done = userprio("completion", shell)
    assert (done.status, done.err) == (0, "")
    assert done.out == (COMPLETIONS / SHELLS[shell].script).read_text()


@pytest.mark.parametrize("shell", SHELLS)
def test_on_a_terminal_it_is_said_what_to_put_where(userprio: Run, shell: str) -> None:
    done = userprio("completion", shell, terminal=True)
    assert done.err.splitlines()[0] == f"In this shell: {SHELLS[shell].here}"
    assert done.err.splitlines()[1].startswith("In every new one: ")
    assert f"userprio completion {shell}" in done.err


def test_another_shell_is_refused_with_those_that_there_are(userprio: Run) -> None:
    done = userprio("completion", "tcsh")
    assert done.status == 2
    assert all(f"'{shell}'" in done.err for shell in SHELLS)
    assert userprio("completion").status == 2


def test_every_script_is_of_a_shell() -> None:
    assert {path.name for path in SCRIPTS.iterdir()} == {shell.script for shell in SHELLS.values()}


def test_bash_reads_its_script_without_complaint(tmp_path: Path) -> None:
    script = shlex.quote(str(SCRIPTS / SHELLS["bash"].script))
    done = subprocess.run(["bash", "--norc", "-uec", f"source {script}"], capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
