"""What a script can rely on around a commit: its outcome is told whatever happens, and trying again does no harm."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.marks import slow
from userprio.ledger import Ledger, exclusive

Run = Callable[..., Any]
NOW = 1_772_442_000
ANN = "ann@lab.example"
MADE = "userprio: operation 1 was made.\n"


@pytest.fixture
def edit(userprio: Run, ledger: Path) -> Run:
    return lambda *arguments, **more: userprio("--ledger", ledger, *arguments, **{"CONDOR_CONFIG": "ONLY_ENV", **more})


def factor(ledger: Path) -> float | None:
    return Ledger.read(ledger).customers[ANN].priority_factor


# Whatever happens to stdout


def shell(ledger: Path, command: str) -> subprocess.CompletedProcess[str]:
    """A command line of a real shell in which `$U` is the program on the ledger."""
    program = f"{sys.executable} -m userprio --ledger {ledger}"
    environ = {**os.environ, "CONDOR_CONFIG": "ONLY_ENV", "U": program}
    return subprocess.run(["bash", "-c", command], env=environ, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("spelling", ["setfactor", *slow(["-setfactor"])])
@pytest.mark.parametrize(
    ("stdout", "warned"),
    [
        (">/dev/full", "userprio: warning: the result could not be written: No space left on device\n"),
        (">&-", "userprio: warning: the result could not be written: Bad file descriptor\n"),
        ("| sleep 0; exit ${PIPESTATUS[0]}", ""),
    ],
    ids=["full", "closed", "nobody reads"],
)
def test_an_edit_that_was_made_succeeds_whatever_happens_to_its_output(
    ledger: Path, spelling: str, stdout: str, warned: str
) -> None:
    done = shell(ledger, f"$U {spelling} {ANN} 500 {stdout}")
    assert (done.returncode, done.stderr) == (0, f"{MADE}{warned}")
    assert factor(ledger) == 500.0


def test_an_edit_succeeds_with_all_streams_closed_and_writes_to_no_other_file(ledger: Path) -> None:
    before = ledger.read_text()
    done = shell(ledger, f"$U setfactor {ANN} 500 <&- >&- 2>&-")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert ledger.read_text() == f"{before}105 \n103 Customer.{ANN} PriorityFactor 500.000000\n106 \n"


def test_a_listing_that_cannot_be_written_is_an_error(ledger: Path) -> None:
    for stdout, reason in ((">/dev/full", "No space left on device"), (">&-", "Bad file descriptor")):
        done = shell(ledger, f"$U most {stdout}")
        assert (done.returncode, done.stderr) == (6, f"userprio: standard output: {reason}.\n")


def test_an_interrupt_after_the_commit_does_not_make_a_failure_of_it(ledger: Path) -> None:
    """The program waits for room in a pipe when Ctrl-C comes: the edit was made, which it has said."""
    read, write = os.pipe()
    os.set_blocking(write, False)
    with suppress(BlockingIOError):
        while True:
            os.write(write, b"x" * 4096)
    os.set_blocking(write, True)
    command = [sys.executable, "-m", "userprio", "--ledger", str(ledger), "setfactor", ANN, "500"]
    environ = {**os.environ, "CONDOR_CONFIG": "ONLY_ENV"}
    with subprocess.Popen(
        command,
        env=environ,
        stdout=write,
        stderr=subprocess.PIPE,
        text=True,
        # A job in the background is started with SIGINT ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as program:
        assert program.stderr is not None
        assert program.stderr.readline() == MADE
        program.send_signal(signal.SIGINT)
        assert program.wait(20) == 0
    os.close(write)
    os.close(read)
    assert factor(ledger) == 500.0


@pytest.mark.slow
def test_an_apply_fails_if_its_piece_of_configuration_cannot_be_written(ledger: Path, tmp_path: Path) -> None:
    """Its output is the other half of its work; the edits are made, which it says."""
    changes = f"--snapshot fairshare plan --new --setfactor {ANN}=500 --set PRIORITY_HALFLIFE=1000 -o {tmp_path}/a.plan"
    assert shell(ledger, f"$U {changes}").returncode == 3
    done = shell(ledger, f"$U apply {tmp_path}/a.plan >/dev/full")
    announced = f"userprio: the plan a is to edit {ledger}:\n  setfactor {ANN} 500\n"
    full = "userprio: standard output: No space left on device.\n"
    assert (done.returncode, done.stderr) == (6, f"{announced}{MADE}{full}")
    assert factor(ledger) == 500.0


# Made at most once


def test_an_edit_with_a_key_is_made_once_and_told_again(edit: Run, ledger: Path) -> None:
    first = edit("setfactor", ANN, "500", "--once", "ticket 17")
    after = ledger.read_text()
    again = edit("setfactor", ANN, "500", "--once", "ticket 17")
    assert (first.status, first.err) == (0, MADE)
    assert (again.status, again.out) == (0, first.out)
    assert again.err == "userprio: operation 1 made this edit already; nothing was done now.\n"
    assert ledger.read_text() == after


def test_a_second_call_answers_in_json_what_the_first_did(edit: Run) -> None:
    first = edit("resetusage", ANN, "--once", "k", "--format", "json")
    again = edit("resetusage", ANN, "--once", "k", "--format", "json", "--now", str(NOW + 60))
    assert again.out == first.out
    [operation] = json.loads(edit("log", "--format", "json").out)["operations"]
    assert operation["key"] == "k"


def test_what_was_done_once_is_not_done_again_after_others_changed_it(edit: Run, ledger: Path) -> None:
    """A script that lost the answer tries again, when somebody has set another value meanwhile."""
    edit("setfactor", ANN, "500", "--once", "k")
    edit("setfactor", ANN, "300")
    assert edit("setfactor", ANN, "500", "--once", "k").status == 0
    assert factor(ledger) == 300.0


def test_what_was_done_once_and_undone_stays_undone(edit: Run, ledger: Path) -> None:
    edit("setfactor", ANN, "500", "--once", "k")
    edit("undo")
    again = edit("setfactor", ANN, "500", "--once", "k")
    assert (again.status, again.err) == (
        0,
        "userprio: operation 1 made this edit already, and operation 2 undid it; nothing was done now.\n",
    )
    assert factor(ledger) == 1000.0


@pytest.mark.parametrize(
    "other",
    [
        ["setfactor", ANN, "501"],
        ["setfactor", ANN, "500", "--duration", "1h"],
        ["setfactor", "ben@lab.example", "500"],
        ["setprio", ANN, "500"],
        ["undo"],
        ["update"],
        ["delete", "--yes", ANN],
        ["-setfactor", ANN, "501"],
    ],
    ids=" ".join,
)
def test_a_key_that_was_used_for_another_edit_is_wrong_usage(edit: Run, ledger: Path, other: list[str]) -> None:
    edit("setfactor", ANN, "500", "--once", "k")
    before = ledger.read_text()
    done = edit(*other, "--once", "k")
    assert done.status == 2
    assert "--once k: this key was used for another edit, operation 1 (setfactor)." in done.err
    assert ledger.read_text() == before


def test_every_edit_takes_a_key(edit: Run, userprio: Run, ledger: Path, tmp_path: Path) -> None:
    lines = [
        ["setfactor", ANN, "500", "--duration", "1d"],
        ["cancel-lease", ANN, "factor"],
        ["update", "--now", str(NOW + 60)],
        ["setfloor", "ben@lab.example", "3", "--new"],
        ["delete", "--unused-since", "2026-03-02", "--yes"],
        ["resetall", "--yes"],
        ["undo"],
        ["delete", ANN, "--yes"],
        ["-setfactor", ANN, "5"],
    ]
    for number, line in enumerate(lines):
        first, again = (edit(*line, "--once", str(number)) for _ in range(2))
        assert (first.status, again.status) == (0, 0), line
        assert first.out == again.out, line
        if "was made" in first.err:
            assert "made this edit already" in again.err, line
    plan = tmp_path / "a.plan"
    userprio("--snapshot", "fairshare", "--ledger", ledger, "plan", "--new", f"--setfactor={ANN}=7", "-o", plan)
    first, again = (userprio("apply", plan, "--once", "plan") for _ in range(2))
    assert (first.status, again.status, again.out) == (0, 0, first.out)
    assert "made this edit already" in again.err


def test_in_condor_userprios_spelling_a_second_call_says_the_same_on_stdout(edit: Run, ledger: Path) -> None:
    first = edit("-setfactor", ANN, "500", "--once", "k")
    assert edit("-setfactor", ANN, "500", "--once", "k").out == first.out
    assert edit("setfactor", ANN, "500", "--once", "k").status == 0
    assert ledger.read_text().count("105 ") == 1


def test_a_key_is_known_after_its_operation_was_put_aside(
    edit: Run, ledger: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A log that has grown to its limit begins anew; what was made under a key stands in an older file then."""
    first = edit("setfactor", ANN, "500", "--once", "k")
    monkeypatch.setattr("userprio.ledger.operations.OPERATIONS_FILE", 1)
    for value in ("300", "200"):
        edit("setfactor", ANN, value)
    assert Path(f"{ledger}.operations.1").is_file()
    again = edit("setfactor", ANN, "500", "--once", "k")
    assert (again.status, again.out) == (0, first.out)
    assert again.err == "userprio: operation 1 made this edit already; nothing was done now.\n"
    assert edit("setfactor", ANN, "501", "--once", "k").status == 2
    assert factor(ledger) == 200.0


def test_an_edit_that_came_to_nothing_is_made_under_its_key_later(edit: Run, ledger: Path) -> None:
    """What was written down and then interrupted is not in the ledger."""
    before = ledger.read_text()
    edit("setfactor", ANN, "500", "--once", "k")
    log = Path(f"{ledger}.operations")
    log.write_text(log.read_text().splitlines()[0] + "\n")
    ledger.write_text(before)
    done = edit("setfactor", ANN, "500", "--once", "k")
    assert (done.status, done.err) == (0, "userprio: operation 2 was made.\n")
    assert factor(ledger) == 500.0


def test_an_edit_of_which_nobody_knows_is_not_made_again_under_its_key(edit: Run, ledger: Path) -> None:
    log = Path(f"{ledger}.operations")
    edit("setfactor", ANN, "500", "--once", "k")
    log.write_text(log.read_text().splitlines()[0] + "\n")
    ledger.write_text(f"{ledger.read_text()}103 Customer.{ANN} PriorityFactor 7.0\n")
    done = edit("setfactor", ANN, "500", "--once", "k")
    assert done.status == 4
    assert "operation 1 was to make this edit under the key k and was interrupted" in done.err
    assert factor(ledger) == 7.0


@pytest.mark.parametrize("key", ["", " ", "a\nb", "\x1b[2J", "x" * 201])
def test_a_key_is_a_short_printable_text(edit: Run, key: str) -> None:
    done = edit("setfactor", ANN, "500", "--once", key)
    assert done.status == 2
    assert "A key is a printable text of 1 to 200 characters." in done.err


def test_what_does_not_edit_takes_no_key(edit: Run) -> None:
    assert edit("--once", "k", "most").status == 2
    assert edit("--once", "k", "-allusers").status == 2
    assert edit("log", "--once", "k").status == 2


# Waiting


@pytest.mark.parametrize(
    ("wait", "said"),
    [("0", " is editing the ledger; "), ("0.05", " and this edit did not get its turn within 0.05 s; ")],
)
def test_who_waits_and_how_long_is_for_the_caller_to_say(edit: Run, ledger: Path, wait: str, said: str) -> None:
    before = ledger.read_text()
    with exclusive(ledger.resolve(), None, 0):
        for spelling, status in (("setfactor", 4), ("-setfactor", 1)):
            done = edit(spelling, ANN, "500", "--wait", wait)
            assert done.status == status
            assert f"process {os.getpid()} on {os.uname().nodename} is editing the ledger" in done.err
            assert said in done.err
            assert "nothing was changed. Try again, or give --wait more seconds." in done.err
    assert ledger.read_text() == before
    assert edit("setfactor", ANN, "500", "--wait", wait).status == 0
    assert edit("setfactor", ANN, "500", "--wait", "-1").status == 2
