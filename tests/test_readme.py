"""README.md is a front door: short, with two commands that work, and a map to everything else.

tests/test_shown.py checks that every command in it prints what it shows, and tests/test_pages.py that links lead
somewhere.
"""

import io
import re
import shlex
from datetime import UTC
from pathlib import Path

import pytest

from tests.shown import ROOT, parts
from userprio.cli.app import run
from userprio.cli.commands import COMMANDS, IN_SIGHT
from userprio.cli.environment import Environment
from userprio.cli.topics import names

README = (ROOT / "README.md").read_text(encoding="utf-8")
SETUP = re.findall(r"^```sh\n(.*?)\n```$", README, re.MULTILINE | re.DOTALL)
MAP = README.partition("## Where everything is")[2].partition("\n## ")[0]


def test_it_has_at_most_200_lines() -> None:
    assert len(README.splitlines()) <= 200


def test_one_line_installs_and_runs_and_another_installs_and_tests() -> None:
    """tests/packages/ runs the first, and .ci/run the second."""
    assert len(SETUP) == 1
    run_it, test_it = SETUP[0].splitlines()
    assert run_it.startswith("python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/userprio ")
    for page in ("CONTRIBUTING.md", ".ci/run"):
        assert test_it in (ROOT / page).read_text(encoding="utf-8")
    assert test_it.startswith("python3 -m venv .venv && ")
    assert test_it.endswith(" && .venv/bin/python -m pytest")


def test_what_is_run_first_needs_nothing_but_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    out, err = io.StringIO(), io.StringIO()
    env = Environment(out, err, {}, lambda: 0.0, lambda: UTC, lambda: tmp_path, lambda: tmp_path, ())
    arguments = SETUP[0].splitlines()[0].rpartition(".venv/bin/userprio ")[2]
    assert run(shlex.split(arguments), env) == 0
    assert "effective" in out.getvalue()


def test_three_screens_show_what_it_is_for() -> None:
    shown = [block[2].splitlines()[0] for part in parts("README.md") for block in part.blocks]
    assert [next(word for word in line.split() if word in COMMANDS) for line in shown] == [
        *("explain", "plan", "negotiate")
    ]


def test_the_map_has_every_topic_and_every_command_in_sight() -> None:
    for name in names():
        assert f"userprio/cli/topics/{name}.md" in MAP, name
    told = re.findall(r"`([\w-]+)`", MAP)
    assert set(IN_SIGHT) <= {*told}
    assert not {name for name in COMMANDS if name not in IN_SIGHT} & {*told}
