"""Ctrl-C in the middle of long work: what is known so far is shown, with where it was stopped, and the status is 130.

Each command gets a real SIGINT, from itself, once it has told of so much progress.
"""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

HOOK = """\
import os, signal
from userprio.cli import progress

stopping, calls = progress._stopping, 0

def interrupting():
    context = stopping()
    check = context.__enter__()
    def after(done):
        global calls
        calls += 1
        if done >= int(os.environ["INTERRUPT_AFTER"]):
            for _ in range(int(os.environ["TIMES"])):
                os.kill(os.getpid(), signal.SIGINT)
        check(done)
    class Interrupting:
        __enter__ = lambda self: after
        __exit__ = lambda self, *error: context.__exit__(*error)
    return Interrupting()

progress._stopping = interrupting
from userprio.__main__ import main
main()
"""
ROOT = Path(__file__).parents[2]


def stopped(tmp_path: Path, after: int, line: str, times: int = 1) -> tuple[int, str, str]:
    """Status and output of a command that is interrupted once so much is done."""
    (tmp_path / "hook.py").write_text(HOOK)
    done = subprocess.run(
        [sys.executable, str(tmp_path / "hook.py"), *line.split()],
        capture_output=True,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        stdin=subprocess.DEVNULL,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "CONDOR_CONFIG": "ONLY_ENV"}
        | {"INTERRUPT_AFTER": str(after), "TIMES": str(times)},
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


WAIT = "wait ben@lab --snapshot pie --job-length 1h --for 2h --no-remedies --futures 9"


def test_wait_answers_from_the_futures_that_are_done(tmp_path: Path) -> None:
    status, out, err = stopped(tmp_path, 4, f"{WAIT} --format table")
    assert (status, err) == (130, "")
    assert out.splitlines()[0] == "stopped after 4 of 9 futures"
    assert "4 futures of 2h" in out


def test_json_says_that_it_is_not_complete_and_what_is_there_is_what_so_many_futures_say(tmp_path: Path) -> None:
    status, out, _ = stopped(tmp_path, 4, f"{WAIT} --format json")
    document = json.loads(out)
    assert (status, document["complete"], document["stopped_after"]) == (130, False, "4 of 9 futures")
    whole = subprocess.run(
        [sys.executable, "-m", "userprio", *WAIT.replace("futures 9", "futures 4").split(), "--format", "json"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "CONDOR_CONFIG": "ONLY_ENV"},
        check=True,
    )
    assert document["waits"] == json.loads(whole.stdout)["waits"]


def test_rows_have_a_line_about_it_on_stderr(tmp_path: Path) -> None:
    status, out, err = stopped(tmp_path, 2, f"{WAIT} --format csv")
    assert (status, err) == (130, "stopped after 2 of 9 futures\n")
    assert out.startswith("submitter,")


def test_several_processes_stop_together_and_leave_none_behind(tmp_path: Path) -> None:
    status, out, err = stopped(tmp_path, 3, f"{WAIT} --processes 2 --format table")
    assert (status, err) == (130, "")
    assert out.startswith("stopped after ")
    left = subprocess.run(["pgrep", "-f", str(tmp_path / "hook.py")], capture_output=True, text=True, check=False)
    assert left.stdout == ""


def test_before_anything_is_known_it_ends_without_a_word(tmp_path: Path) -> None:
    assert stopped(tmp_path, 0, f"{WAIT} --format table") == (130, "", "")


def test_a_second_ctrl_c_ends_it_at_once(tmp_path: Path) -> None:
    assert stopped(tmp_path, 4, f"{WAIT} --format table", times=2) == (130, "", "")


def test_a_forecast_shows_the_hours_so_far(tmp_path: Path) -> None:
    line = "forecast --snapshot pie --for 6h --every 1h --no-long-run --job-length 1h --plot uses.svg --format json"
    status, out, err = stopped(tmp_path, 200, line)
    assert (status, err) == (130, "")
    document = json.loads(out)
    assert document["stopped_after"] == "3 hours of 6 hours"
    assert not (tmp_path / "uses.svg").exists()


def test_a_sweep_shows_the_cycles_that_are_done(tmp_path: Path) -> None:
    status, out, _ = stopped(tmp_path, 2, "sweep setfactor:ann@lab=100..500/100 --snapshot pie --format table")
    assert (status, out.splitlines()[0]) == (130, "stopped after 2 of 5 cycles")


def test_aim_shows_what_comes_nearest_so_far_and_saves_no_plan(tmp_path: Path) -> None:
    status, out, _ = stopped(tmp_path, 2, "aim --snapshot physics --share hep=60% -o fairer.plan --format table")
    assert (status, out.splitlines()[0]) == (130, "stopped after 2 steps")
    assert "the search was stopped" in out
    assert not (tmp_path / "fairer.plan").exists()


HISTORY = """\
ClusterId = 1
ProcId = {number}
Owner = "ann"
User = "ann@lab"
QDate = {queued}
JobStartDate = {started}
JobCurrentStartDate = {started}
CompletionDate = {ended}
EnteredCurrentStatus = {ended}
JobStatus = 4
RemoteWallClockTime = 600
NumJobStarts = 1
RequestCpus = 1

"""


SECOND = "--set PRIORITY_HALFLIFE=3600"


@pytest.mark.parametrize(
    ("other", "after", "reached"),
    [
        ("", 6200, "1 hour 36 minutes of 4 hours"),
        pytest.param(SECOND, 12400, "1 hour 36 minutes of 4 hours", marks=pytest.mark.slow),
        pytest.param(SECOND, 13400, "the first of two policies", marks=pytest.mark.slow),
    ],
)
def test_a_replay_shows_the_period_up_to_the_moment_reached(
    tmp_path: Path, other: str, after: int, reached: str
) -> None:
    """Twelve short replays find out which fractions of seconds are closest; then the policies follow."""
    begin = 1_772_442_000
    jobs = [(number, begin + 600 * number) for number in range(24)]
    (tmp_path / "history.ads").write_text(
        "".join(HISTORY.format(number=number, queued=at, started=at + 30, ended=at + 630) for number, at in jobs)
    )
    line = f"replay history.ads --slots 2:Cpus=1 {other} --format json --page page.html"
    status, out, _ = stopped(tmp_path, after, line)
    document = json.loads(out)
    assert (status, document["complete"]) == (130, False)
    assert document["stopped_after"] == reached
    assert len(document["policies"]) == 1
    assert begin < document["ends_at"] <= begin + 4 * 3600 + 30
    assert not (tmp_path / "page.html").exists()
