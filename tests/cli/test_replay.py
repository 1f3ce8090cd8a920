"""`userprio replay`."""

import csv
import io
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.marks import slow, slow_sample
from tests.report.pages import read

Run = Callable[..., Any]

BEGIN = 1_772_442_000
CONFIG = "NEGOTIATOR_INTERVAL = 60\nNEGOTIATOR_MIN_INTERVAL = 60\nCLAIM_WORKLIFE = 0\n"


def ad(user: str, number: int, queued: int, started: int, length: int, domain: str = "pool.test") -> str:
    """A job that is over, as condor_history -long prints it; times are seconds from BEGIN."""
    at = BEGIN + started
    return f"""
ClusterId = {number}
ProcId = 0
GlobalJobId = "ap1@{domain}#{number}.0#{BEGIN + queued}"
Owner = "{user}"
User = "{user}@{domain}"
QDate = {BEGIN + queued}
JobStatus = 4
JobUniverse = 5
RequestCpus = 1
Requirements = TARGET.Cpus >= RequestCpus
JobStartDate = {at}
JobCurrentStartDate = {at}
CompletionDate = {at + length}
NumShadowStarts = 1
RemoteWallClockTime = {length}.0
"""


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """Twelve jobs of ten minutes each, which twelve slots ran at once, and as many later."""
    path = tmp_path / "history.ads"
    first = [ad("ann" if number % 3 else "bob", number, 10, 60, 600) for number in range(1, 13)]
    later = [ad("ann" if number % 3 else "bob", number, 3600, 3660, 600) for number in range(13, 25)]
    path.write_text("".join([*later, *first]))
    return path


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "condor_config"
    path.write_text(CONFIG)
    return path


def test_how_near_it_is_stands_first(userprio: Run, history: Path, config: Path) -> None:
    done = userprio("replay", history, "--slots", "12:Cpus=1", "--config", config)
    assert done.status == 0, done.err
    assert done.out.startswith("24 jobs whose start is known: 100% start within 1m 0s (a cycle) of the truth, 100%")
    assert "not simulated: " in done.out


def test_that_half_of_the_machines_are_missing_is_told_before_anything_else(
    userprio: Run, history: Path, config: Path
) -> None:
    done = userprio("replay", history, "--slots", "6:Cpus=1", "--config", config)
    first = done.out.splitlines()[:5]
    assert first[0] == "This replay is not close to what really happened:"
    assert first[1].startswith("  50% of 24 jobs start within 1 minute of the truth")
    missing = "machines are missing: slots of weight 12 were really in use at once, and there are 6 here"
    assert any(missing in line for line in first)
    assert done.err.startswith("userprio: warning: this replay is not close to what really happened: ")
    watched = userprio("replay", history, "--slots", "6:Cpus=1", "--config", config, "--no-pager", terminal=True)
    assert f"{watched.out}{watched.err}".count("is not close to what really happened") == 1


def test_json_has_every_job_with_its_true_start(userprio: Run, history: Path, config: Path) -> None:
    done = userprio("replay", history, "--slots", "12:Cpus=1", "--config", config, "--each-job", "--format", "json")
    document = json.loads(done.out)
    assert document["schema"] == "userprio.replay/1"
    assert document["near"] is True
    assert len(document["jobs"]) == 24
    first = document["jobs"][0]
    assert first["id"] == "1.0" and first["schedd"] == "ap1@pool.test" and first["submitter"] == "ann@pool.test"
    assert first["queued_at"] == BEGIN + 10 and first["true_started_at"] == BEGIN + 60
    assert first["started_at"] == pytest.approx(BEGIN + 70, abs=60)
    assert isinstance(first["started_at"], int) and abs(first["ended_at"] - first["started_at"] - 600) <= 1


def test_what_had_no_job_has_no_waits_and_no_slowdown(userprio: Run, history: Path, config: Path) -> None:
    """Zeros would say that nobody waited."""
    config.write_text(f"{CONFIG}GROUP_NAMES = physics\nGROUP_QUOTA_physics = 4\n")
    done = userprio("replay", history, "--slots", "12:Cpus=1", "--config", config)
    [line] = [line for line in done.out.splitlines() if line.startswith("physics ")]
    assert line.split() == ["physics", "0", "0", "0", "0%", "0%", "0", "0"]


def test_without_each_job_only_figures_are_told(userprio: Run, history: Path, config: Path) -> None:
    given = "replay", history, "--slots", "12:Cpus=1", "--config", config, "--format"
    assert "jobs" not in json.loads(userprio(*given, "json").out)
    rows = list(csv.DictReader(io.StringIO(userprio(*given, "csv").out)))
    assert [(row["kind"], row["name"]) for row in rows] == [
        ("submitter", "ann@pool.test"),
        ("submitter", "bob@pool.test"),
        ("everybody", "everybody"),
    ]
    # Sixteen jobs of ten minutes, less what the last twelve run beyond the end of the history.
    assert float(rows[0]["used_core_hours"]) == pytest.approx(16 / 6, rel=0.05)


@pytest.mark.parametrize("processes", ["1", *slow(["2"])])
def test_changes_make_a_second_policy(userprio: Run, history: Path, config: Path, processes: str) -> None:
    """With four slots more on six, jobs wait for less."""
    done = userprio(
        *("replay", history, "--slots", "6:Cpus=1", "--slots", "+6:Cpus=1", "--config", config),
        *("--format", "json", "--jobs", processes, "--until", str(BEGIN + 8000)),
    )
    document = json.loads(done.out)
    before, after = document["policies"]
    assert (before["name"], after["name"]) == ("in force", "changed")
    assert after["everybody"]["wait_mean_s"] < before["everybody"]["wait_mean_s"]
    assert [(one["mark"], one["after"]) for one in document["what_if"]] == [("+", 12)]


def test_another_configuration_is_a_second_policy(userprio: Run, history: Path, config: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text(CONFIG.replace("60", "300"))
    done = userprio("replay", history, "--slots", "12:Cpus=1", "--config", config, "--to-config", other)
    (heading,) = (line for line in done.out.splitlines() if "in force" in line)
    assert heading.split() == ["in", "force", "changed"]


def trace(tmp_path: Path) -> Path:
    """Ten jobs each of 1, 2 and 3 cores, of ten minutes."""
    path = tmp_path / "trace.swf"
    path.write_text(
        "; UnixStartTime: 1000000\n"
        + "".join(
            f"{number} {60 * number} 30 600 {1 + number % 3} -1 -1 1 -1 -1 1 {number % 2} 1 -1 -1 -1 -1 -1\n"
            for number in range(1, 31)
        )
    )
    return path


@pytest.mark.parametrize("command", [("replay",), ("size", "--add", "0..2")])
def test_a_trace_of_jobs_that_are_larger_than_slots_is_refused(
    userprio: Run, tmp_path: Path, command: tuple[str, ...]
) -> None:
    """5 of 6 parts of the work ask for more than a core; on slots of two cores it is a half."""
    done = userprio(*command, trace(tmp_path), "--slots", "64:Cpus=1")
    assert (done.status, done.out) == (6, "")
    assert (
        "83% of the work in this period is in jobs that need several slots at once: here they would start in pieces, "
        "one by one, and waits would say nothing. Give slots as large as these jobs, or leave them out of the trace."
    ) in " ".join(done.err.split())


@pytest.mark.slow
def test_a_trace_is_replayed_on_slots_that_are_given(userprio: Run, tmp_path: Path) -> None:
    path = trace(tmp_path)
    done = userprio("replay", path, "--slots", "64:Cpus=2", "--every", "5m", "--format", "json", "--each-job")
    document = json.loads(done.out)
    assert len(document["jobs"]) == 30
    assert sum(policy["cycles"] for policy in document["policies"]) == pytest.approx(2400 / 300, abs=2)
    assert any(told.startswith("10 jobs that ask for more cores than the largest") for told in document["assumptions"])


def test_without_slots_it_says_what_to_give(userprio: Run, history: Path) -> None:
    done = userprio("replay", history)
    assert done.status == 2
    assert "A replay needs slots: give --snapshot with those of the pool, or --slots such as 100:Cpus=8." in done.err


@pytest.mark.slow
def test_machines_come_and_go_as_a_table_says(userprio: Run, history: Path, config: Path, tmp_path: Path) -> None:
    """Of twelve machines six go 5 min after the start of their jobs of 10 min, and come back at 1 h."""
    table = tmp_path / "machines.csv"
    rows = [
        f"planned{number:03}.pool.example,{since},{until}\n"
        for number in range(1, 7)
        for since, until in (("", BEGIN + 370), (BEGIN + 3600, ""))
    ]
    table.write_text("machine,from,until\n" + "".join(rows))
    given = "replay", history, "--slots", "12:Cpus=1", "--config", config, "--machines", table
    document = json.loads(userprio(*given, "--format", "json").out)
    assert f"machines: 6 came or went in the period, by {table}" in document["assumptions"]
    assert document["policies"][0]["everybody"]["preemptions"] == 6
    shown = userprio(*given)
    assert f"machines: 6 came or went in the period, by {table}" in shown.out


def test_a_table_that_names_another_machine_is_refused_before_anything_is_done(
    userprio: Run, history: Path, config: Path, tmp_path: Path
) -> None:
    table = tmp_path / "machines.csv"
    table.write_text("machine,from,until\nnode7,,2026-03-02 10:00\n")
    done = userprio("replay", history, "--slots", "12:Cpus=1", "--config", config, "--machines", table)
    assert done.status == 6 and done.out == ""
    assert f"{table}, line 2: no slot of the pool is on a machine 'node7'" in done.err


@pytest.mark.parametrize(("name", "start"), [("replay.svg", b"<?xml"), ("replay.PNG", b"\x89PNG")])
def test_a_plot_is_drawn_as_its_name_says(
    userprio: Run, history: Path, config: Path, tmp_path: Path, name: str, start: bytes
) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / name
    done = userprio("replay", history, "--slots", "12:Cpus=1", "--config", config, "--plot", path)
    assert done.status == 0, done.err
    assert path.read_bytes().startswith(start)


@pytest.mark.slow
def test_a_plot_has_both_policies_and_everybody_who_has_something(
    userprio: Run, history: Path, config: Path, tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "replay.svg"
    given = "replay", history, "--slots", "12:Cpus=1", "--slots", "+2:Cpus=1", "--config", config, "--jobs", "2"
    assert userprio(*given, "--plot", path).status == 0
    drawn = path.read_text()
    for name in ("in force", "changed", "ann@pool.test", "bob@pool.test", "weight in use"):
        assert name in drawn


def test_a_plot_that_has_no_place_is_refused_before_anything_is_replayed(
    userprio: Run, history: Path, config: Path, tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "none" / "plot.svg"
    done = userprio("replay", history, "--slots", "12:Cpus=1", "--config", config, "--plot", path)
    assert (done.status, done.out) == (6, "")
    assert done.err == f"userprio: {path}: No such file or directory.\n"


def test_a_page_tells_of_both_policies_and_what_is_printed_stays_the_same(
    userprio: Run, history: Path, config: Path, tmp_path: Path
) -> None:
    page = tmp_path / "replay.html"
    command = ("replay", history, "--slots", "6:Cpus=1", "--config", config, "--set", "PRIORITY_HALFLIFE=3600")
    plain, done = userprio(*command), userprio(*command, "--page", page)
    assert (done.status, done.out, done.err) == (0, plain.out, plain.err)
    shown = read(page.read_text())
    assert "Replay of history.ads" in shown.text
    assert "PRIORITY_HALFLIFE 86400 → 3600" in shown.text
    # Of twelve that come an hour later, six start before the history ends.
    assert shown.row("jobs started")[1:] == ["18", "18"]
    # Everything is in the file: nothing is asked for, and no script runs but the page's own.
    assert not {"src", "href"} & {name for tag, told in shown.elements if tag != "a" for name in told}


def test_a_page_that_has_no_place_is_refused_before_anything_is_replayed(
    userprio: Run, history: Path, config: Path, tmp_path: Path
) -> None:
    page = tmp_path / "none" / "replay.html"
    done = userprio("replay", history, "--slots", "6:Cpus=1", "--config", config, "--page", page)
    assert (done.status, done.out, done.err) == (6, "", f"userprio: {page}: No such file or directory.\n")


@pytest.mark.slow
def test_a_replay_that_is_kept_can_be_asked_for_again_in_another_form(
    userprio: Run, history: Path, config: Path, tmp_path: Path
) -> None:
    command = ("replay", history, "--slots", "6:Cpus=1", "--config", config, "--set", "PRIORITY_HALFLIFE=3600")
    plain = userprio(*command, "--format", "json")
    state = tmp_path / "state"
    assert userprio(*command, "--state", state).status == 0
    assert {file.name for file in state.iterdir()} == {
        *("in-force.json", "in-force.cycles", "changed.json", "changed.cycles", "lock")
    }
    again = userprio(*command, "--state", state, "--format", "json", "--jobs", "2")
    assert (again.status, again.out, again.err) == (0, plain.out, plain.err)


def test_the_state_of_another_replay_is_refused_in_a_sentence(
    userprio: Run, history: Path, config: Path, tmp_path: Path
) -> None:
    state = tmp_path / "state"
    command = ("replay", history, "--config", config, "--state", state)
    assert userprio(*command, "--slots", "6:Cpus=1").status == 0
    done = userprio(*command, "--slots", "7:Cpus=1")
    assert (done.status, done.out) == (6, "")
    assert done.err == (
        f"userprio: {state}/in-force.json: this is the state of a replay with other slots. Name another folder with "
        "--state, or remove this one to begin anew.\n"
    )


@pytest.mark.parametrize("end", slow_sample([signal.SIGINT, signal.SIGTERM, signal.SIGKILL]))
def test_a_replay_that_is_stopped_goes_on_and_comes_to_the_same(end: signal.Signals, tmp_path: Path) -> None:
    """40 users each hand in ten jobs of half an hour, day after day, to 100 slots."""
    trace, state = tmp_path / "trace.swf", tmp_path / "state"
    trace.write_text(
        "".join(
            f"{number} {number % 40 + 86400 * (number // 400)} 0 {1800 + number % 97} 1 -1 -1 1 -1 -1 1 {number % 40} "
            "1 -1 -1 -1 -1 -1\n"
            for number in range(1, 4_001)
        )
    )
    # The state is written down far more often than every few seconds, in which all would be over here.
    run = "from userprio.__main__ import main; from userprio.cli import replay; replay._EVERY_S = 0.1; main()"
    command = [sys.executable, "-c", run, "replay", str(trace), "--slots", "100:Cpus=1", "--every", "5m"]
    command += ["--format", "json", "--set", "PRIORITY_HALFLIFE=3600", "--jobs", "2", "--state"]
    whole = subprocess.run([*command, str(tmp_path / "other")], capture_output=True)
    assert whole.returncode == 0
    # A shell has what it starts in the background ignore Ctrl-C.
    heeding = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    running = subprocess.Popen(
        [*command, str(state)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=heeding
    )
    while not (state / "changed.json").exists():
        time.sleep(0.2)
        assert running.poll() is None
    running.send_signal(end)
    out, err = running.communicate()
    assert out == b""
    if end is signal.SIGKILL:
        assert running.returncode == -9
    else:
        told = f"userprio: stopped; the same command goes on from what is kept in {state}.\n"
        assert (running.returncode, err.decode()) == (128 + end, told)
        # The processes of one that is killed may have gone on for a moment.
        assert json.loads((state / "changed.json").read_text())["until"] < 86400 * 9.5
    again = subprocess.run([*command, str(state)], capture_output=True)
    for _ in range(100):
        if b"another replay is at work" not in again.stderr:
            break
        # The processes of one that was killed are about to end.
        time.sleep(0.1)
        again = subprocess.run([*command, str(state)], capture_output=True)
    assert (again.returncode, again.stdout) == (0, whole.stdout)
    # What takes long on a busy machine says from time to time that it goes on.
    said = [[line for line in run.stderr.splitlines() if b"still at work" not in line] for run in (whole, again)]
    assert said[0] == said[1]
