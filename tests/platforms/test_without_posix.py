"""Everything that only reads runs without POSIX, and says the same; edits are refused in a sentence."""

import json
import subprocess
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from tests.cli.conftest import LEDGER, Done, Run
from userprio.cli.environment import ExitStatus
from userprio.pool import examples

HISTORY = """\
ClusterId = 1
ProcId = 0
Owner = "ann"
User = "ann@lab"
QDate = 1772430000
JobStartDate = 1772430600
JobCurrentStartDate = 1772430600
CompletionDate = 1772434200
EnteredCurrentStatus = 1772434200
RemoteWallClockTime = 3600.0
JobStatus = 4
RequestCpus = 1
NumJobStarts = 1
*** Offset = 0 ClusterId = 1 ProcId = 0 Owner = "ann" CompletionDate = 1772434200
"""

READING = [
    "--help",
    "--version",
    "help commands",
    "help python",
    "status --snapshot physics",
    "most --ledger {ledger}",
    "-quotas --snapshot physics",
    "log --ledger {ledger}",
    "negotiate --snapshot physics",
    "negotiate --snapshot {copy}",
    "plan --snapshot groups --set GROUP_ACCEPT_SURPLUS=True --why",
    "explain ada --snapshot fairshare",
    "check --snapshot physics",
    "sweep GROUP_QUOTA_bio=2,4 --snapshot groups",
    "forecast --for 3h --snapshot thirds",
    "wait ann --snapshot thirds --futures 4 --processes 2",
    "replay {history} --snapshot pie",
    "aim --hold ann=2 --snapshot thirds",
    "learn --list",
    "completion fish",
    "setfactor ann@lab.example 5 --ledger {ledger} --dry-run",
    "negotiate --snapshot {copy} --page {folder}/cycle.html",
    "negotiate --snapshot {copy} --page {folder}/cycle.html",
    "plan --snapshot {copy} --set GROUP_ACCEPT_SURPLUS=True -o {folder}/saved.plan",
]
REFUSED = [
    "setfactor ann@lab.example 5 --ledger {ledger}",
    "-setfactor ann@lab.example 5 --ledger {ledger}",
    "replay {history} --snapshot pie --state {folder}/state",
    "--pool cm.example most --via tools",
]


def taken_away(folder: Path, commands: list[str]) -> list[Done]:
    """How command lines end where POSIX is missing."""
    words = [command.split() for command in commands]
    strict = "-X", "warn_default_encoding", "-W", "error::EncodingWarning"
    done = subprocess.run(
        [sys.executable, *strict, "-m", "tests.platforms.without_posix", str(folder), json.dumps(words)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [Done(ExitStatus(status), out, err) for status, out, err in json.loads(done.stdout)]


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """A ledger, a history and a folder of ads, none of which has moved when a command only reads."""
    copy = tmp_path / "copy"
    copy.mkdir()
    for file in examples.find("physics").folder.iterdir():
        (copy / file.name).write_bytes(file.read_bytes())
    (tmp_path / "small.log").write_text(LEDGER)
    (tmp_path / "history.ads").write_text(HISTORY)
    named = {"ledger": tmp_path / "small.log", "history": tmp_path / "history.ads", "copy": copy, "folder": tmp_path}
    return {name: str(path) for name, path in named.items()}


def test_what_only_reads_says_the_same(tmp_path: Path, files: dict[str, str], userprio: Run) -> None:
    assert userprio("setfactor", "ann@lab.example", "900", "--ledger", files["ledger"]).status is ExitStatus.DONE
    commands = [command.format(**files) for command in READING]
    for command, there in zip(commands, taken_away(tmp_path, commands), strict=True):
        with redirect_stdout(StringIO()) as printed:
            here = userprio(*command.split())
        assert (there.status, there.out, there.err) == (here.status, here.out + printed.getvalue(), here.err), command
        assert there.status in (ExitStatus.DONE, ExitStatus.CHANGES), (command, there.err)


def test_what_needs_a_lock_is_refused_in_a_sentence(tmp_path: Path, files: dict[str, str]) -> None:
    before = sorted(path.name for path in tmp_path.iterdir()), (tmp_path / "small.log").read_bytes()
    for there in taken_away(tmp_path, [command.format(**files) for command in REFUSED]):
        assert there.status in (ExitStatus.REFUSED, ExitStatus.FAILED, ExitStatus.UNREACHABLE), there.err
        assert there.out == ""
        assert "this system" in there.err
        assert there.err.count("\n") == 1
    assert before == (sorted(path.name for path in tmp_path.iterdir()), (tmp_path / "small.log").read_bytes())


def test_the_program_itself_starts_and_ends(tmp_path: Path) -> None:
    code = (
        "import sys; from tests.platforms.without_posix import take_away; take_away();"
        "from userprio.__main__ import main; main()"
    )
    for words, status, begin in ((["--version"], 0, "userprio, version"), (["negotiate", "--snapshot", "pie"], 0, "")):
        done = subprocess.run(
            [sys.executable, "-c", code, *words],
            env={"HOME": str(tmp_path), "PYTHONPATH": str(Path(__file__).parents[2])},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (status, "")
        assert done.stdout.startswith(begin) and done.stdout


def test_no_link_leads_out_of_a_snapshot_and_none_is_written_through(tmp_path: Path, files: dict[str, str]) -> None:
    secret, copy = tmp_path / "secret", Path(files["copy"])
    secret.write_text("unreadable = \n")
    (copy / "jobs.ads").unlink()
    (copy / "jobs.ads").symlink_to(secret)
    (tmp_path / "page.html").symlink_to(secret)
    (tmp_path / "folder.ads").mkdir()
    leads_out, through, folder = taken_away(
        tmp_path,
        [
            f"negotiate --snapshot {copy}",
            f"negotiate --snapshot pie --page {tmp_path}/page.html",
            f"replay {tmp_path}/folder.ads --snapshot pie",
        ],
    )
    assert leads_out.status is ExitStatus.BAD_INPUT
    assert "this is a link out of the snapshot" in leads_out.err
    assert through.status is not ExitStatus.DONE
    assert "links are not followed on this system" in through.err
    assert secret.read_text() == "unreadable = \n"
    assert folder.status is ExitStatus.BAD_INPUT
    assert "directory" in folder.err
