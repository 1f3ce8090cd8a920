"""Ctrl-C, whenever it comes: status 130, and not a word."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.marks import slow

HOOK = """\
import os, signal, sys

def interrupt(event, arguments):
    if event == "import" and arguments[0] == os.environ["INTERRUPT_AT"]:
        os.kill(os.getpid(), signal.SIGINT)

sys.addaudithook(interrupt)
"""
SCRIPT = "import re\nimport sys\nfrom userprio.__main__ import main\nif __name__ == '__main__':\n    sys.exit(main())\n"
"""What pip makes of an entry point."""


def interrupted(tmp_path: Path, module: str, *, script: bool = False, ignored: bool = False) -> tuple[int, str, str]:
    """Status and output of a command that gets SIGINT when it begins to import a module."""
    (tmp_path / "sitecustomize.py").write_text(HOOK)
    (tmp_path / "entry").write_text(SCRIPT)
    way = [str(tmp_path / "entry")] if script else ["-m", "userprio"]
    path = os.pathsep.join([str(tmp_path), str(Path(__file__).parents[2])])
    done = subprocess.run(
        [sys.executable, *way, "--snapshot", "physics", "most", "--format", "csv"],
        capture_output=True,
        text=True,
        # Whatever runs the tests, it may itself be in the background of a script.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN if ignored else signal.SIG_DFL),
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": path, "CONDOR_CONFIG": "ONLY_ENV", "INTERRUPT_AT": module},
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


LATER = ("click", "click.core", "userprio.report.formats", "csv")


@pytest.mark.parametrize("script", [False, True], ids=["-m", "script"])
@pytest.mark.parametrize(
    "module",
    [
        "userprio.cli.app",
        "userprio.ledger",
        *slow(LATER),
    ],
)
def test_ctrl_c_while_modules_are_loaded_ends_the_command_without_a_word(
    tmp_path: Path, module: str, script: bool
) -> None:
    """From the first line of the program on; before that it is Python's own start, which shows a traceback."""
    assert interrupted(tmp_path, module, script=script) == (130, "", "")


def test_where_ctrl_c_is_ignored_it_stays_ignored(tmp_path: Path) -> None:
    """As it is for what a script runs in the background."""
    status, out, err = interrupted(tmp_path, "click", ignored=True)
    assert (status, err) == (0, "")
    assert "alice@example.org" in out
