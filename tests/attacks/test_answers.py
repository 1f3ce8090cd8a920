"""Answers of a running pool that have no end, and the end of the tools that give them."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from userprio.base.limits import ANSWER, ANSWER_TIME, BYTES, Exceeded, run_with
from userprio.live import LiveError, LiveErrorKind
from userprio.live.transport import ChildFailed, read, run

Run = Callable[..., Any]
MEBIBYTE = 1 << 20

FLOOD = "while True: os.write({}, b'A = 1\\n' * 10_000)"
NEGOTIATOR = 'MyType = "Negotiator"\nName = "cm.test"\nMyAddress = "<127.0.0.1:9614>"\n'
ACCOUNT = 'Name = "ann@lab.test"\nPriority = 1.0\nPriorityFactor = 1000.0\nLastUpdate = 1772442000\nNegotiator = "x"\n'


def python(code: str) -> list[str]:
    return [sys.executable, "-c", f"import os, sys, time\n{code}"]


def test_an_answer_without_end_ends_at_its_bound() -> None:
    with run_with({ANSWER: MEBIBYTE}), pytest.raises(LiveError) as caught:
        run(python(FLOOD.format(1)), os.environ, name="condor_config_val")
    assert caught.value.kind is LiveErrorKind.TOO_LARGE
    assert str(caught.value) == (
        "condor_config_val is stopped, since its answer is larger than 1 MiB. If that is intended, --limit "
        "answer-size=2M allows more"
    )


def test_an_answer_as_large_as_its_bound_is_whole() -> None:
    with run_with({ANSWER: MEBIBYTE}):
        assert len(run(python(f"sys.stdout.write('x' * {MEBIBYTE})"), os.environ).out) == MEBIBYTE


def test_ads_without_end_end_at_the_bytes_of_the_run() -> None:
    with run_with({BYTES: MEBIBYTE}), pytest.raises(Exceeded, match=r"condor_status: this makes more than 1 MiB"):
        for _ in read(python(FLOOD.format(1)), os.environ, name="condor_status"):
            pass


def test_ads_may_be_longer_than_other_answers() -> None:
    with run_with({ANSWER: 1000}):
        assert len("".join(read(python("print('x' * 5000)"), os.environ))) == 5001


def test_complaints_without_end_end_at_their_bound() -> None:
    with run_with({ANSWER: MEBIBYTE}), pytest.raises(LiveError, match="what it writes to stderr is larger than 1 MiB"):
        run(python(FLOOD.format(2)), os.environ)


def test_of_many_complaints_the_last_are_told() -> None:
    code = "sys.stderr.write('chatter ' * 20_000 + 'the reason'); print('out'); sys.exit(1)"
    ended = run(python(code), os.environ)
    assert (ended.status, ended.out, ended.stderr[-18:]) == (1, "out\n", "chatter the reason")


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_an_answer_that_comes_in_drops_has_a_deadline(stream: str) -> None:
    code = f"while True: sys.{stream}.write('x'); sys.{stream}.flush(); time.sleep(0.05)"
    begun = time.monotonic()
    with run_with({ANSWER_TIME: 1}), pytest.raises(LiveError, match="not complete after 1 second") as caught:
        run(python(code), os.environ)
    assert caught.value.kind is LiveErrorKind.UNREACHABLE
    assert 1 <= time.monotonic() - begun < 2


def test_the_time_that_the_reader_takes_is_not_that_of_the_tool() -> None:
    code = "print('x' * 200_000)"
    with run_with({ANSWER_TIME: 1}):
        pieces = read(python(code), os.environ)
        next(pieces)
        time.sleep(1.1)
        for _ in pieces:
            pass


def test_a_tool_that_closes_its_output_and_stays_is_given_up() -> None:
    with pytest.raises(LiveError, match=r"no answer for 0\.2 s"):
        run(python("os.close(1); os.close(2); time.sleep(60)"), os.environ, timeout_s=0.2)


def test_what_a_tool_leaves_in_the_background_is_not_waited_for() -> None:
    begun = time.monotonic()
    ended = run(["/bin/sh", "-c", "sleep 3 >/dev/null & echo out; echo why >&2; exit 3"], os.environ)
    assert (ended.status, ended.out, ended.stderr) == (3, "out\n", "why\n")
    assert time.monotonic() - begun < 2


def test_a_tool_that_is_stopped_ends_with_what_it_has_started() -> None:
    pieces = read(["/bin/sh", "-c", "sleep 60 & echo $!; wait"], os.environ)
    number = int(next(pieces))
    pieces.close()
    assert ends(number)


def test_a_tool_that_fails_is_told_from_one_that_is_stopped() -> None:
    with run_with({ANSWER: MEBIBYTE}), pytest.raises(ChildFailed):
        list(read(python("sys.exit(1)"), os.environ))


def ends(number: int) -> bool:
    """Whether a process ends in a second; one that nobody waits for counts."""
    for _ in range(100):
        try:
            if Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.01)
    return False


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """Tools of a pool with a negotiator and an account; asked for slots, condor_status answers without end."""
    folder = tmp_path / "bin"
    folder.mkdir()
    scripts = {
        "condor_status": f"""case "$*" in *-negotiator*) printf '%s\\n' '{NEGOTIATOR}';; *-submitters*) ;;
            *) echo $$ > {tmp_path}/slots; while :; do echo 'A = 1'; echo; sleep 0.01; done;; esac""",
        "condor_userprio": f"printf '%s\\n' '{ACCOUNT}'",
        "condor_config_val": "echo 'NEGOTIATOR_INTERVAL = 60'",
    }
    for name, script in scripts.items():
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)
    return folder


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_snapshot_that_is_killed_stops_its_tool_and_leaves_nothing(
    number: signal.Signals, tools: Path, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "userprio", "--pool", "cm.test", "snapshot", str(tmp_path / "taken")]
    environ = {**os.environ, "PATH": f"{tools}:/usr/bin:/bin", "CONDOR_CONFIG": "ONLY_ENV", "HOME": str(tmp_path)}
    # A shell has what it starts in the background ignore Ctrl-C, and nohup has it ignore SIGHUP.
    process = subprocess.Popen(
        command,
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),
    )
    for _ in range(500):
        if (tmp_path / "slots").exists() and (tmp_path / "slots").read_text().endswith("\n"):
            break
        time.sleep(0.01)
    tool = int((tmp_path / "slots").read_text())
    assert list(tmp_path.glob(".taken.*.part"))
    process.send_signal(number)
    out, err = process.communicate(timeout=10)
    with suppress(ProcessLookupError):
        assert ends(tool)
    assert (process.returncode, out, err) == (128 + number, "", "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bin", "slots"]


def test_a_signal_that_is_ignored_stays_ignored(tools: Path, tmp_path: Path) -> None:
    """As SIGHUP is by nohup."""
    code = (
        "import os, signal, sys; signal.signal(signal.SIGHUP, signal.SIG_IGN); sys.argv[1:] = ['versions']\n"
        "from userprio.cli import app; run = app.run\n"
        "def hung_up(*given): os.kill(os.getpid(), signal.SIGHUP); return run(*given)\n"
        "app.run = hung_up\n"
        "from userprio.__main__ import main; main()"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


def test_a_flood_of_configuration_is_an_error_with_status(userprio: Run, tools: Path, tmp_path: Path) -> None:
    (tools / "condor_config_val").write_text("#!/bin/sh\nexec yes 'A = 1'\n")
    done = userprio(
        "--pool", "cm.test", "--limit", "answer-size=1M", "snapshot", tmp_path / "taken", PATH=f"{tools}:/usr/bin:/bin"
    )
    assert done.status == 6
    assert done.err.endswith(
        "userprio: condor_config_val is stopped, since its answer is larger than 1 MiB. If that is intended, --limit "
        "answer-size=2M allows more.\n"
    )
    assert not list(tmp_path.glob(".taken*"))
