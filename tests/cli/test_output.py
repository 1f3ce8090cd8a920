"""Colours, a pager, results drawn again, and forms for scripts."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from tests.marks import slow
from userprio.cli.app import run
from userprio.cli.environment import Environment

from .conftest import NOW, Terminal

Run = Callable[..., Any]

NEGOTIATE = ("negotiate", "--snapshot", "physics")
PROGRAM = (sys.executable, "-m", "userprio")
LISTING = (*PROGRAM, "most", "--all-users", "--now", str(NOW))
REPORT = ("report", "--snapshot", "physics", "-o", "/dev/full")


@pytest.mark.parametrize(
    ("terminal", "arguments", "variables", "coloured"),
    [
        (True, (), {}, True),
        (False, (), {}, False),
        (True, (), {"NO_COLOR": "1"}, False),
        (True, (), {"NO_COLOR": ""}, True),
        (True, (), {"CLICOLOR": "0"}, False),
        (True, (), {"TERM": "dumb"}, False),
        (False, (), {"FORCE_COLOR": "1"}, True),
        (False, (), {"FORCE_COLOR": "0"}, False),
        (False, (), {"CLICOLOR_FORCE": "1"}, True),
        (False, (), {"CLICOLOR_FORCE": "1", "NO_COLOR": "1"}, False),
        (False, ("--color", "always"), {}, True),
        (False, ("--color", "always"), {"NO_COLOR": "1"}, True),
        (True, ("--color", "never"), {"FORCE_COLOR": "1"}, False),
        (True, ("--color", "auto"), {"NO_COLOR": "1"}, False),
    ],
)
def test_colour_is_by_the_option_then_no_color_then_what_forces_it_then_on_a_terminal(
    userprio: Run, terminal: bool, arguments: tuple[str, ...], variables: dict[str, str], coloured: bool
) -> None:
    done = userprio(*NEGOTIATE, *arguments, terminal=terminal, **variables)
    assert ("\x1b[31m" in done.out) == coloured


@pytest.mark.parametrize(
    "arguments",
    [
        ["negotiate"],
        ["plan", "--set", "GROUP_QUOTA_group_chemistry=4"],
        ["explain", "--group", "group_physics"],
        ["explain", "group_physics.hep.higgs@example.org", "--than", "alice@example.org"],
        ["forecast", "--for", "10m", "--no-long-run"],
        ["defrag"],
        ["jobs"],
        ["versions"],
        ["most", "--top", "3"],
    ],
    ids=lambda words: words[0],
)
def test_plain_text_is_what_would_be_drawn_on_a_page_that_is_wide_enough(userprio: Run, arguments: list[str]) -> None:
    """It is made without what draws tables, which would take a minute for 100,000 rows."""
    snapshot = () if arguments == ["versions"] else ("--snapshot", "physics")
    assert userprio(*arguments, *snapshot).out == userprio(*arguments, *snapshot, COLUMNS="1000").out


def test_condor_userprios_text_has_no_colour_even_where_it_is_forced(userprio: Run) -> None:
    assert "\x1b" not in userprio("most", "--snapshot", "physics", "--color", "always").out


def test_fields_of_rows_are_chosen_for_json(userprio: Run) -> None:
    done = userprio(*NEGOTIATE, "--json", "submitter,won", "--user", "curie")
    assert json.loads(done.out) == [
        {"submitter": "group_chemistry.curie@example.org", "won": 0.0},
        {"submitter": "group_chemistry.curie@example.org", "won": 2.0},
    ]


def test_a_field_that_is_not_there_is_refused_with_those_that_are(userprio: Run) -> None:
    done = userprio("quotas", "--snapshot", "physics", "--json", "name,kwota")
    assert (done.status, done.out) == (2, "")
    assert "There is no column 'kwota' here." in done.err
    assert "name, is_group, accounting_group, group_id" in done.err


def test_fields_go_with_no_other_format(userprio: Run) -> None:
    done = userprio(*NEGOTIATE, "--json", "won", "--format", "csv")
    assert done.status == 2
    assert "--json chooses fields of JSON, and --format csv is not JSON." in done.err


def test_jsonl_has_an_object_to_a_line_with_the_columns_of_csv(userprio: Run) -> None:
    rows = [json.loads(line) for line in userprio(*NEGOTIATE, "--format", "jsonl").out.splitlines()]
    heading = userprio(*NEGOTIATE, "--format", "csv").out.splitlines()[0].split(",")
    assert len(rows) == 12
    assert all(list(row) == heading for row in rows)


def test_markdown_has_whole_names_in_each_row(userprio: Run) -> None:
    text = userprio("quotas", "--snapshot", "physics", "--format", "markdown", terminal=True).out
    assert "| group\\_physics.hep | 0 | 12 | 0% | 32 | 12 | 12 | by quota |" in text


@pytest.mark.parametrize(
    "arguments", [("-o", "json", "negotiate"), ("negotiate", "-o", "json"), ("-o", "yaml", "most")]
)
def test_kubectls_habit_is_told_what_is_meant(userprio: Run, arguments: tuple[str, ...]) -> None:
    done = userprio("--snapshot", "physics", *arguments)
    assert (done.status, done.out) == (2, "")
    assert "formats are chosen with --format, such as --format json." in done.err


def test_a_file_of_a_plan_may_be_called_json(userprio: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = userprio("--snapshot", "physics", "plan", "--set", "GROUP_QUOTA_group_chemistry=4", "-o", "json")
    assert done.status == 3
    assert (tmp_path / "json").exists()


def test_a_report_goes_to_standard_output_where_its_file_is_a_dash(userprio: Run) -> None:
    done = userprio("report", "--snapshot", "physics", "-o", "-")
    assert done.out.startswith("<!DOCTYPE html>")
    assert not Path("-").exists()


@pytest.mark.parametrize(
    ("arguments", "named"), [(NEGOTIATE, "standard output"), pytest.param(REPORT, "/dev/full", marks=pytest.mark.slow)]
)
def test_a_full_disk_is_told_with_what_was_written(arguments: tuple[str, ...], named: str) -> None:
    command = [sys.executable, "-m", "userprio", *arguments]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (6, f"userprio: {named}: No space left on device.\n")


@pytest.fixture(scope="module")
def many_users(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger of so many users that no listing of them fits into a pipe."""
    path = tmp_path_factory.mktemp("many") / "ledger.log"
    records = [b"107 1 CreationTimestamp 1\n101 Accountant. * *\n103 Accountant. LastUpdateTime 1772442000\n"]
    for number in range(2000):
        key = b"Customer.user%04d@lab.example" % number
        records.append(b"101 %b * *\n103 %b PriorityFactor 1000.0\n" % (key, key))
    path.write_bytes(b"".join(records))
    return path


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("form", ["classic", *slow(["table", "csv", "json", "jsonl", "long", "markdown"])])
def test_a_reader_who_stops_in_the_middle_is_told_in_the_status_without_a_word(
    many_users: Path, form: str, unbuffered: str
) -> None:
    command = [*LISTING, "--top", "all", "--ledger", str(many_users), "--format", form]
    environ = {**os.environ, "CONDOR_CONFIG": "ONLY_ENV", "PYTHONUNBUFFERED": unbuffered}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ, bufsize=0) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert len(process.stdout.read(10)) == 10
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_output_that_is_read_to_its_end_or_fits_into_the_pipe_ends_as_the_command_does(many_users: Path) -> None:
    environ = {**os.environ, "CONDOR_CONFIG": "ONLY_ENV", "PYTHONUNBUFFERED": "1"}
    command = [*LISTING, "--top", "all", "--ledger", str(many_users), "--format", "csv"]
    done = subprocess.run(command, stdout=subprocess.PIPE, env=environ, check=False)
    assert (done.returncode, done.stdout.count(b"\n")) == (0, 2001)


@pytest.mark.parametrize(("arguments", "status"), [(["nonsense"], 2), (["most", "--ledger", "/no/such"], 6)])
def test_an_error_that_nobody_reads_keeps_its_status(arguments: list[str], status: int) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([*PROGRAM, *arguments], stdout=subprocess.DEVNULL, stderr=writer, check=False)
    os.close(writer)
    assert done.returncode == status


def test_without_a_pool_and_a_ledger_a_person_is_told_what_to_type(userprio: Run, tmp_path: Path) -> None:
    done = userprio(terminal=True)
    assert (done.status, done.err) == (0, "")
    why = " ".join(done.out.partition("\n\n")[0].split())
    assert why.startswith(f"There is no ledger at {tmp_path / 'data' / 'Accountantnew.log'}, and no configuration")
    for typed in ("--snapshot physics", "learn", "init physics mypool", "--ledger Accountantnew.log", "--pool HOST"):
        assert f"userprio {typed}\n" in done.out
    assert "/spool" not in done.out


@pytest.mark.parametrize("arguments", [(), ("most",), ("quotas",), ("-quotas",), ("dump",)])
def test_a_script_still_gets_an_error_which_says_what_to_give(userprio: Run, arguments: tuple[str, ...]) -> None:
    done = userprio(*arguments)
    assert (done.status, done.out) == (6, "")
    assert done.err.startswith("userprio: there is no ledger at ")
    for word in ("--ledger FILE", "--pool HOST", "`userprio --snapshot physics status`", "`userprio learn`"):
        assert word in done.err
    assert "/spool" not in done.err


def test_where_htcondor_is_configured_the_place_of_its_ledger_is_named(userprio: Run, tmp_path: Path) -> None:
    config = tmp_path / "condor_config"
    config.write_text(f"SPOOL = {tmp_path}/spool\n")
    assert f"no ledger at {tmp_path}/spool/Accountantnew.log nor at " in userprio("most", "--config", config).err


def test_it_is_drawn_again_until_ctrl_c() -> None:
    """The second wait is where somebody presses it."""
    waits: list[float] = []

    def sleep(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 2:
            raise KeyboardInterrupt

    out, err = Terminal(), Terminal()
    home = Path("/nonexistent")
    env = Environment(out, err, {"COLUMNS": "100"}, lambda: float(NOW), lambda: UTC, lambda: home, lambda: home, ())
    status = run([*NEGOTIATE, "--watch", "1m"], env.with_(sleep=sleep))
    assert (status, err.getvalue(), waits) == (0, "", [60.0, 60.0])
    assert out.getvalue().count("2026-03-02 09:00:00, drawn every 60 s; Ctrl-C ends") == 2
    assert out.getvalue().count("22 jobs wait") == 2


def test_what_goes_wrong_once_is_shown_and_tried_again(tmp_path: Path) -> None:
    seen: list[str] = []
    out = Terminal()

    def sleep(seconds: float) -> None:
        seen.append(out.getvalue())
        if len(seen) == 2:
            raise KeyboardInterrupt
        (tmp_path / "pool.toml").write_text("[[slots]]\nCpus = 1\n")

    env = Environment(out, StringIO(), {}, lambda: float(NOW), lambda: UTC, lambda: tmp_path, lambda: tmp_path, ())
    arguments = ["negotiate", "--snapshot", str(tmp_path / "pool.toml"), "--watch", "5s"]
    assert run(arguments, env.with_(sleep=sleep)) == 0
    assert "userprio: " in seen[0]
    assert "pool.toml" in seen[0]
    assert "There are no idle jobs: nothing is decided." in seen[1]


@pytest.mark.parametrize("interval", ["0", "0.5s", "soon", "2d"])
def test_an_interval_is_a_second_to_a_day(userprio: Run, interval: str) -> None:
    done = userprio(*NEGOTIATE, "--watch", interval, terminal=True)
    assert done.status == 2
    assert "is not a time of a second to a day, such as 30s or 5m." in done.err


def test_only_a_terminal_is_drawn_again(userprio: Run) -> None:
    done = userprio(*NEGOTIATE, "--watch", "5s")
    assert (done.status, done.out) == (2, "")
    assert "--watch redraws a terminal, and output does not go to one." in done.err


def on_a_terminal(arguments: list[str], lines: int, **variables: str) -> str:
    """What a command writes on a terminal of so many lines, with a pager that says what it was told and what it got."""
    main, there = pty.openpty()
    environ = {**os.environ, "TERM": "xterm", "LINES": str(lines), "COLUMNS": "100", **variables}
    command = [sys.executable, "-m", "userprio", *arguments]
    with subprocess.Popen(command, stdout=there, stderr=there, stdin=there, env=environ, close_fds=True) as process:
        os.close(there)
        parts = []
        while True:
            ready, _, _ = select.select([main], [], [], 60)
            assert ready, "nothing came for a minute"
            try:
                part = os.read(main, 1 << 16)
            except OSError:
                break
            if not part:
                break
            parts.append(part)
    os.close(main)
    assert process.returncode == 0
    return b"".join(parts).decode()


PAGER = """sh -c 'echo "LESS=$LESS"; wc -l'"""


def test_what_is_longer_than_the_terminal_goes_through_a_pager() -> None:
    text = on_a_terminal([*NEGOTIATE], 10, PAGER=PAGER, LESS="FRX")
    assert text.split() == ["LESS=FRX", text.split()[1]]
    assert int(text.split()[1]) > 30


@pytest.mark.parametrize(
    ("arguments", "lines", "variables"),
    [
        ([*NEGOTIATE], 100, {"PAGER": PAGER}),
        ([*NEGOTIATE, "--no-pager"], 10, {"PAGER": PAGER}),
        pytest.param([*NEGOTIATE], 10, {"PAGER": "cat"}, marks=pytest.mark.slow),
        pytest.param([*NEGOTIATE], 10, {"PAGER": ""}, marks=pytest.mark.slow),
        pytest.param([*NEGOTIATE], 10, {"PAGER": "no-such-pager --at-all"}, marks=pytest.mark.slow),
    ],
)
def test_nothing_is_paged_that_fits_or_that_nobody_wants_paged(
    arguments: list[str], lines: int, variables: dict[str, str]
) -> None:
    text = on_a_terminal(arguments, lines, **variables)
    assert "LESS=" not in text
    assert "22 jobs wait" in text


@pytest.mark.slow
def test_a_pager_that_is_left_early_is_no_failure() -> None:
    assert on_a_terminal([*NEGOTIATE], 10, PAGER="head -n 1").count("\n") == 1


def test_ctrl_c_ends_a_drawing_on_a_real_terminal_without_a_word() -> None:
    main, there = pty.openpty()
    command = [sys.executable, "-m", "userprio", *NEGOTIATE, "--watch", "1h"]
    environ = {**os.environ, "TERM": "xterm"}
    # A shell has what it starts in the background ignore Ctrl-C.
    with subprocess.Popen(
        command,
        stdout=there,
        stderr=there,
        stdin=there,
        env=environ,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        os.close(there)
        text = b""
        deadline = time.monotonic() + 60
        while b"Ctrl-C ends" not in text and time.monotonic() < deadline:
            text += os.read(main, 1 << 16)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
    os.close(main)
    assert b"Traceback" not in text


@pytest.mark.slow
def test_a_new_machine_is_greeted_with_four_commands_that_work(
    userprio: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the first paragraph, which folds, within sixty columns: nothing is broken off in a narrow terminal."""
    greeting = userprio(terminal=True)
    assert greeting.status == 0
    lines = greeting.out.splitlines()
    assert max(map(len, lines[lines.index("") :])) <= 60
    commands = [line.split() for line in lines if line.startswith("    userprio ")]
    assert len(commands) == 4
    monkeypatch.chdir(tmp_path)
    for _, *words in commands:
        assert userprio(*words).status == 0
