"""Ledgers that a negotiator keeps or may keep: what is refused, what is said, and what is told afterwards."""

import io
import json
import os
from collections.abc import Callable
from datetime import UTC
from pathlib import Path
from typing import Any

import pytest

from tests.ledger.writing import as_nobody
from userprio.cli.app import run
from userprio.cli.environment import Environment
from userprio.ledger import Ledger

Run = Callable[..., Any]
NOW = 1_772_442_000
ANN = "ann@lab.example"
UPDATED_S = 60
"""How long ago the small ledger was updated."""

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root may make a ledger that is somebody else's")


@pytest.fixture
def edit(ledger: Path, public: Path) -> Callable[..., Any]:
    """Run a command on the small ledger as somebody who may write to it and may not ask the kernel who else does.

    That is as it is on file systems of several machines. What is given is status, stdout and stderr.
    """
    moved = public / "small.log"
    moved.write_text(ledger.read_text())
    moved.chmod(0o666)
    # Not a user as whom a negotiator may be running here.
    os.chown(moved, 12345, 12345)
    public.chmod(0o777)

    def run_it(*arguments: str) -> str:
        out, err = io.StringIO(), io.StringIO()
        homes = (lambda: public / "config_home", lambda: public / "data")
        environ = {"CONDOR_CONFIG": "ONLY_ENV"}
        env = Environment(out, err, environ, lambda: float(NOW), lambda: UTC, *homes, (), user="nobody")
        return json.dumps([run(["--ledger", str(moved), *arguments], env), out.getvalue(), err.getvalue()])

    return lambda *arguments: json.loads(as_nobody(lambda: run_it(*arguments)))


def test_a_ledger_that_was_just_updated_and_cannot_be_fenced_is_left_alone_with_the_time_to_wait(
    edit: Callable[..., Any], public: Path
) -> None:
    """Two intervals of 60 s, of which 60 s have gone; whoever has stopped the negotiator knows what to do."""
    before = (public / "small.log").read_text()
    status, out, err = edit("setfactor", ANN, "500")
    assert (status, out) == (4, "")
    assert err == (
        f"userprio: {public}/small.log: priorities were last updated 1 minute ago, so that a negotiator may be keeping "
        "this ledger; only its owner may ask the kernel who has it open, on file systems that answer; nothing was "
        "changed. If it was stopped, wait 1 minute, or give --force; if it is running, edit the pool with --pool.\n"
    )
    assert (public / "small.log").read_text() == before
    assert edit("-setfactor", ANN, "500")[0] == 1


def test_forced_it_is_edited_with_a_warning(edit: Callable[..., Any], public: Path) -> None:
    status, _, err = edit("setfactor", ANN, "500", "--force")
    assert status == 0
    assert "If there is one, it will probably overwrite this edit\n" in err
    assert Ledger.read(public / "small.log").customers[ANN].priority_factor == 500.0


@pytest.mark.parametrize(("interval", "status"), [(30, 0), (31, 4)])
def test_two_intervals_of_the_configuration_count(edit: Callable[..., Any], interval: int, status: int) -> None:
    assert edit("setfactor", ANN, "500", "--set", f"NEGOTIATOR_INTERVAL={interval}")[0] == status


def test_the_clock_counts_and_not_the_time_that_the_edit_is_made_for(edit: Callable[..., Any]) -> None:
    assert edit("setfactor", ANN, "500", "--now", str(NOW + 3600))[0] == 4


def test_a_clock_that_is_behind_that_of_the_negotiator_is_said(edit: Callable[..., Any], public: Path) -> None:
    path = public / "small.log"
    path.write_text(path.read_text().replace(f"LastUpdateTime {NOW - UPDATED_S}", f"LastUpdateTime {NOW + 20}"))
    err = edit("setfactor", ANN, "500")[2]
    assert "priorities were last updated 20 seconds in the future" in err
    assert "wait 2 minutes 20 seconds" in err


def test_what_this_program_updated_last_no_negotiator_keeps(edit: Callable[..., Any]) -> None:
    """A ledger without a pool, which `userprio update` brings up to date every minute."""
    assert edit("update", "--force")[0] == 0
    assert edit("update", "--now", str(NOW + 1))[0] == 0
    assert edit("setfactor", ANN, "500")[0] == 0


def test_who_may_ask_the_kernel_need_not_wait(userprio: Run, ledger: Path) -> None:
    """Whoever has just stopped the negotiator edits at once: nobody of this machine has the ledger open."""
    done = userprio("--ledger", ledger, "setfactor", ANN, "500", CONDOR_CONFIG="ONLY_ENV")
    assert (done.status, done.err) == (0, "userprio: operation 1 was made.\n")


def test_an_edit_that_was_overwritten_is_told_by_log_and_check(userprio: Run, ledger: Path) -> None:
    def on_it(*arguments: str) -> Any:
        return userprio("--ledger", ledger, *arguments, CONDOR_CONFIG="ONLY_ENV")

    before = ledger.read_text()
    on_it("setfactor", ANN, "500")
    assert (on_it("log").err, on_it("check").out) == ("", "No problems found; no pool was looked at.\n")
    # A negotiator compacts what it has in memory.
    ledger.write_text(before.replace("1000.000000", "1000.0"))
    told = on_it("log")
    what = f"PriorityFactor of {ANN} is 1000.0 again, and not 500.0"
    assert told.err == f"userprio: warning: operation 1 was overwritten: {what}\n"
    assert "priority factor 1000 -> 500, overwritten" in told.out
    [operation] = json.loads(on_it("log", "--format", "json").out)["operations"]
    assert operation["overwritten"] == [{"name": ANN, "attribute": "PriorityFactor", "now": 1000.0}]
    checked = on_it("check")
    assert checked.status == 0
    assert checked.out.startswith(f"{ledger}:8: warning: Operation 1 (setfactor) was overwritten: {what}. [edit-over")
    on_it("setfactor", ANN, "500")
    assert (on_it("log").err, on_it("check").out) == ("", "No problems found; no pool was looked at.\n")


def test_what_was_overwritten_is_told_though_a_later_log_was_begun_and_less_is_shown(
    userprio: Run, ledger: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A negotiator that saw neither of two edits writes back what was before the first, which is in an older file."""
    monkeypatch.setattr("userprio.ledger.operations.OPERATIONS_FILE", 1)

    def on_it(*arguments: str) -> Any:
        return userprio("--ledger", ledger, *arguments, CONDOR_CONFIG="ONLY_ENV")

    before = ledger.read_text()
    on_it("setfactor", ANN, "500")
    on_it("setfactor", ANN, "300")
    ledger.write_text(before)
    assert Path(f"{ledger}.operations.1").is_file()
    told = on_it("log", "--limit", "1")
    what = f"PriorityFactor of {ANN} is 1000.0 again, and not 300.0"
    assert told.err == f"userprio: warning: operation 2 was overwritten: {what}\n"
    assert f"Operation 2 (setfactor) was overwritten: {what}" in on_it("check").out
    ledger.write_text(before)
    Path(f"{ledger}.operations.1").write_text("rubbish\n")
    told = on_it("log", "--limit", "1")
    assert told.status == 0
    assert "500 -> 300" in told.out
    assert "whether operations were overwritten is not known" in told.err


def test_a_history_beside_a_ledger_that_cannot_be_read_is_shown_all_the_same(userprio: Run, ledger: Path) -> None:
    userprio("--ledger", ledger, "setfactor", ANN, "500", CONDOR_CONFIG="ONLY_ENV")
    ledger.write_text("rubbish\n")
    told = userprio("--ledger", ledger, "log", CONDOR_CONFIG="ONLY_ENV")
    assert told.status == 0
    assert "1000 -> 500" in told.out
    assert "whether operations were overwritten is not known" in told.err
