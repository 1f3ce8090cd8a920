"""Whatever README.md shows was really printed, and its set-up commands are those that the checks run."""

import io
import re
import shlex
from datetime import UTC
from pathlib import Path

import pytest

from userprio.cli.app import run
from userprio.cli.environment import Environment

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = [(kind, text) for kind, text in BLOCK.findall(README)]

SETUP = [text.strip() for kind, text in BLOCKS if kind == "sh"]
SCRIPTS = [text for kind, text in BLOCKS if kind == "python"]
NAMED_FILE = re.compile(r"`([\w-]+\.toml)`[^`]*\n```toml\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILES = dict(NAMED_FILE.findall(README))

Session = list[tuple[str, str]]


def sessions() -> list[Session]:
    """The commands of each console block, and what is printed there behind each."""
    found = []
    for kind, text in BLOCKS:
        if kind == "console":
            parts = (part.partition("\n") for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:])
            found.append([(command, printed) for command, _, printed in parts])
    return found


def printed_by(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Stdout of the command, then its stderr, as a reader would see them, without trailing blanks."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    words = shlex.split(command)
    assert words[0] == "userprio"
    out, err = io.StringIO(), io.StringIO()
    run(
        words[1:],
        Environment(out, err, {}, lambda: 1_772_442_000.0, lambda: UTC, lambda: tmp_path, lambda: tmp_path, ()),
    )
    return "\n".join(line.rstrip() for line in (out.getvalue() + err.getvalue()).splitlines()) + "\n"


def test_every_file_that_is_shown_has_its_name_before_it() -> None:
    assert len(FILES) == sum(kind == "toml" for kind, _ in BLOCKS)


@pytest.mark.parametrize("session", sessions(), ids=lambda session: session[0][0][:60])
def test_every_command_prints_what_the_readme_shows(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commands of a block are run one after the other in one folder."""
    for command, printed in session:
        got = printed_by(command, tmp_path, monkeypatch)
        start = printed.removesuffix("...\n")
        assert got[: len(start)] == start
        assert start != printed or got == printed


def test_the_script_runs(capsys: pytest.CaptureFixture[str]) -> None:
    for script in SCRIPTS:
        exec(script, {})
    assert capsys.readouterr().out.startswith("group_physics.feynman@example.org 1.0 3.0 ")


def test_two_commands_do_all_the_set_up() -> None:
    assert len(SETUP) == 2
    for command in SETUP:
        assert command.startswith("python3 -m venv .venv && .venv/bin/pip install -q ")


def test_the_first_ends_in_a_dry_run_that_needs_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    last = SETUP[0].split(" && ")[-1]
    assert last.startswith(".venv/bin/userprio ")
    assert "effective" in printed_by(last.removeprefix(".venv/bin/"), tmp_path, monkeypatch)


def test_the_second_is_what_the_checks_run() -> None:
    assert SETUP[1] in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
