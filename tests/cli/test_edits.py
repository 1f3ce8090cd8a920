"""The commands that edit: what they write, print, refuse and ask."""

import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from userprio.ledger import Customer, Ledger
from userprio.ledger.lock import exclusive

Run = Callable[..., Any]
NOW = 1_772_442_000
ANN, BEN = "ann@lab.example", "ben@lab.example"


@pytest.fixture
def edit(userprio: Run, ledger: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command on the small ledger."""
    return lambda *arguments, **more: userprio("--ledger", ledger, *arguments, **{"CONDOR_CONFIG": "ONLY_ENV", **more})


def ann(ledger: Path) -> Customer:
    return Ledger.read(ledger).customers[ANN]


def appended(ledger: Path, before: str) -> str:
    text = ledger.read_text()
    assert text.startswith(before)
    return text[len(before) :]


@pytest.mark.parametrize(
    ("command", "value", "line", "printed"),
    [
        ("setfactor", "500", "PriorityFactor 500.000000", "PriorityFactor 1000.0 -> 500.0"),
        ("setprio", "2.5", "Priority 2.500000", "Priority 4.5 -> 2.5"),
        ("setaccum", "7200", "WeightedAccumulatedUsage 7200.000000", "WeightedAccumulatedUsage 36000.0 -> 7200.0"),
        ("setbegin", "1772000000", "BeginUsageTime 1772000000", "BeginUsageTime none -> 2026-02-25 06:13"),
        (
            "setlast",
            "2026-03-02T09:00",
            "LastUsageTime 1772442000",
            "LastUsageTime 2026-03-02 08:59 -> 2026-03-02 09:00",
        ),
        ("setlast", "yesterday", "LastUsageTime 1772323200", "LastUsageTime 2026-03-02 08:59 -> 2026-03-01 00:00"),
        ("setlast", "12h", "LastUsageTime 1772398800", "LastUsageTime 2026-03-02 08:59 -> 2026-03-01 21:00"),
        ("setfloor", "16", "Floor 16", "Floor none -> 16"),
        ("setceiling", "100", "Ceiling 100", "Ceiling none -> 100"),
        ("setceiling", "-1", "Ceiling -1", "Ceiling none -> -1"),
        ("setceiling", "none", "Ceiling -1", "Ceiling none -> -1"),
    ],
)
def test_setting_a_value_appends_one_transaction_and_prints_one_line(
    edit: Run, ledger: Path, command: str, value: str, line: str, printed: str
) -> None:
    before = ledger.read_text()
    done = edit(command, ANN, value)
    assert (done.status, done.out, done.err) == (0, f"{ANN} {printed}\n", "userprio: operation 1 was made.\n")
    assert appended(ledger, before) == f"105 \n103 Customer.{ANN} {line}\n106 \n"


def test_a_lease_holds_for_a_while_and_can_be_cancelled(edit: Run, ledger: Path) -> None:
    before = ledger.read_text()
    assert edit("setfactor", ANN, "500", "--duration", "2d", "--reason", "deadline").status == 0
    assert appended(ledger, before) == (
        "105 \n"
        f"103 Customer.{ANN} PriorityFactorPreLeaseValue 1000.000000\n"
        f"103 Customer.{ANN} PriorityFactorLeaseExpiration {NOW + 2 * 86400}\n"
        f"103 Customer.{ANN} PriorityFactor 500.000000\n"
        "106 \n"
    )
    again = edit("setfactor", ANN, "300", "--duration", "1h")
    assert again.status == 4
    assert again.err == (
        f"userprio: {ANN} has a priority-factor lease already, which ends in 2 days; `userprio cancel-lease` ends it.\n"
    )
    plain = edit("setfactor", ANN, "300")
    assert "a priority-factor lease ends in 2 days and will then put back 1000" in plain.err
    assert edit("cancel-lease", ANN, "factor").status == 0
    assert (ann(ledger).priority_factor, ann(ledger).factor_lease_expiration) == (1000.0, 0)
    assert edit("cancel-lease", ANN, "factor").err == f"userprio: no priority-factor lease in effect for {ANN}.\n"


def test_a_lease_ends_the_expired_leases_of_others(edit: Run, ledger: Path) -> None:
    edit("setfloor", BEN, "3", "--new")
    edit("setfloor", BEN, "9", "--duration", "60", "--now", str(NOW - 3600))
    done = edit("setfloor", ANN, "5", "--duration", "60")
    assert f"{BEN} Floor 9 -> 3\n" in done.out
    assert Ledger.read(ledger).customers[BEN].floor == 3


@pytest.mark.parametrize("text", ["", "soon", "-5", "2 d", "1y", "1.5h", "9" * 5000, "٣"])
def test_what_is_not_a_duration_is_wrong_usage(edit: Run, ledger: Path, text: str) -> None:
    before = ledger.read_text()
    done = edit("setfactor", ANN, "500", "--duration", text)
    assert done.status in (2, 4)
    assert "duration" in done.err or "lease" in done.err
    assert "Traceback" not in done.err
    assert ledger.read_text() == before


def test_many_names_are_one_transaction_or_none(edit: Run, ledger: Path) -> None:
    edit("setfloor", BEN, "1", "--new")
    before = ledger.read_text()
    assert edit("setfactor", ANN, BEN, "nobody@lab.example", "500").status == 4
    assert ledger.read_text() == before
    done = edit("setfactor", ANN, BEN, "500")
    assert done.out == f"{ANN} PriorityFactor 1000.0 -> 500.0\n{BEN} PriorityFactor none -> 500.0\n"
    assert appended(ledger, before).count("105 ") == 1


def test_names_come_from_standard_input(edit: Run, ledger: Path) -> None:
    edit("setfloor", BEN, "1", "--new")
    done = edit("setfactor", "-", "500", typed=f"{ANN}\n\n  {BEN}  \n")
    assert done.out.count("500.0\n") == 2
    assert edit("setfactor", "-", "500", typed="\n").status == 2
    assert edit("setfactor", "-", "500").status == 2


def test_a_name_may_begin_with_a_dash_behind_two_of_them(edit: Run, ledger: Path) -> None:
    odd = "-x@lab.example"
    assert edit("setfactor", "--new", "--", odd, "500").status == 0
    assert odd in Ledger.read(ledger).customers


def test_an_unknown_name_is_refused_with_a_hint_and_made_on_demand(edit: Run, ledger: Path) -> None:
    done = edit("setfactor", "ann@lab", "500")
    assert done.status == 4
    assert done.err == (
        f"userprio: there is no submitter ann@lab; did you mean {ANN}? Give --new to create a record.\n"
    )
    assert "--new" not in edit("delete", "--yes", "ann@lab").err
    assert edit("setfactor", BEN, "500", "--new").out == f"{BEN} created\n{BEN} PriorityFactor none -> 500.0\n"


@pytest.mark.parametrize("more", [[], ["--new"]])
def test_an_edit_wants_the_whole_name_and_suggests_it(edit: Run, ledger: Path, more: Sequence[str]) -> None:
    before = ledger.read_text()
    for command in (["setfactor", "ann", "500", *more], ["delete", "--yes", "ann"]):
        done = edit(*command)
        assert (done.status, done.out) == (2, "")
        assert done.err == ("userprio: ann is not a full name, which an edit needs; did you mean ann@lab.example?\n")
    done = edit("setfactor", "nobody", "500", *more)
    assert (done.status, done.err) == (
        2,
        "userprio: 'nobody' is not the name of a submitter: it has no @; submitters are named in full, such as "
        "alice@pool.test.\n",
    )
    assert ledger.read_text() == before


@pytest.mark.parametrize(
    "arguments",
    [
        ["setfactor", ANN, "0.5"],
        ["setfactor", ANN, "nan"],
        ["setfactor", ANN, "inf"],
        ["setfactor", ANN, "1e400"],
        ["setfactor", "a b@lab.example", "500", "--new"],
        ["setfactor", "", "500", "--new"],
        ["setfactor", 'a"b@lab.example', "500", "--new"],
        ["setfactor", "a\x1b[2J@lab.example", "500", "--new"],
        ["setfactor", "a\udcff@lab.example", "500", "--new"],
        ["setfactor", "<none>", "500"],
        ["setfloor", ANN, "-1"],
        ["setfloor", ANN, "4294967296"],
        ["setceiling", ANN, "-2"],
        ["setaccum", ANN, "-1"],
        ["setlast", ANN, "9999-12-31"],
        ["resetusage", ANN, "--now", "9999-01-01"],
        ["setfactor", ANN, "500", "--duration", "0"],
        ["setfactor", ANN, "500", "--duration", "2147483647"],
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence_and_nothing_is_touched(
    edit: Run, ledger: Path, arguments: Sequence[str]
) -> None:
    before = ledger.read_text()
    done = edit(*arguments)
    assert (done.status, done.out) == (4, "")
    assert done.err.startswith("userprio: ")
    assert done.err.count("\n") == 1
    assert "\x1b" not in done.err
    assert ledger.read_text() == before
    assert not Path(f"{ledger}.operations").exists()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["setfactor", "500"], "Missing argument"),
        (["setfactor", "500", ANN], "The value comes last"),
        (["setfactor", ANN, "many"], "is not a number"),
        (["setfloor", ANN, "1.5"], "is not a whole number"),
        (["setfloor", ANN, "9" * 5000], "is not a whole number"),
        (["setlast", ANN, "someday"], "'someday' is not a time, such as 2026-03-02, '2026-03-02 09:00', yesterday"),
        (["setlast", ANN, "9999999w"], "the time is before 1970 or after 9999"),
        (["setfactor", ANN, "500", "--durration", "2d"], "No such option"),
        (["setfactor", "--forse", ANN, "500"], "No such option"),
        (["setceiling", ANN, "-x"], "No such option"),
        (["delete", "--yess", ANN], "No such option"),
        (["cancel-lease", ANN, "roof"], "is not one of"),
        (["log", "--last", "0"], "range"),
        (["undo", "last"], "whole number"),
    ],
)
def test_what_cannot_be_understood_is_wrong_usage(
    edit: Run, ledger: Path, arguments: Sequence[str], reason: str
) -> None:
    before = ledger.read_text()
    done = edit(*arguments)
    assert (done.status, done.out) == (2, "")
    assert reason in done.err
    assert ledger.read_text() == before


def test_resetting_the_usage_of_one_leaves_the_others(edit: Run, ledger: Path) -> None:
    edit("setaccum", BEN, "99", "--new")
    assert edit("resetusage", ANN).status == 0
    customers = Ledger.read(ledger).customers
    assert (customers[ANN].weighted_accumulated_usage, customers[ANN].begin_usage_time) == (0.0, NOW)
    assert customers[BEN].weighted_accumulated_usage == 99.0


class TestAsking:
    def test_nobody_to_ask_is_a_refusal(self, edit: Run, ledger: Path) -> None:
        before = ledger.read_text()
        for command in (["delete", ANN], ["resetall"]):
            done = edit(*command)
            assert done.status == 4
            assert "use --yes" in done.err
        assert edit("delete", "-", typed=ANN).status == 4
        assert ledger.read_text() == before

    def test_yes_does_without_a_question(self, edit: Run, ledger: Path) -> None:
        assert edit("resetall", "--yes").status == 0
        assert ann(ledger).weighted_accumulated_usage == 0.0
        assert edit("delete", ANN, "--yes").out == f"{ANN} deleted\n"
        assert ANN not in Ledger.read(ledger).customers

    @pytest.mark.parametrize(("typed", "status"), [("y\n", 0), ("Yes\n", 0), ("n\n", 4), ("\n", 4), ("", 4)])
    def test_on_a_terminal_a_person_decides(self, edit: Run, ledger: Path, typed: str, status: int) -> None:
        done = edit("delete", ANN, terminal=True, typed=typed)
        assert done.status == status
        assert f"Delete the records of {ANN}? [y/N]" in done.err
        assert (ANN in Ledger.read(ledger).customers) is (status != 0)


class TestOutput:
    def test_a_terminal_gets_a_table_with_the_way_back(self, edit: Run) -> None:
        done = edit("setceiling", ANN, "100", "--duration", "2d", terminal=True, COLUMNS="100")
        assert "ceiling lease ends" in done.out
        assert "2026-03-04 09:00" in done.out
        assert "undo" not in done.out and done.err.endswith("userprio: `userprio undo 1` takes it back.\n")

    def test_json_has_values_and_stable_keys(self, edit: Run, ledger: Path) -> None:
        document = json.loads(edit("setfactor", ANN, "500", "--format", "json").out)
        assert document == {
            "schema": "userprio.edit/1",
            "ledger": str(ledger),
            "pool": None,
            "action": "setfactor",
            "operation": 1,
            "at": NOW,
            "undoes": None,
            "created": [],
            "deleted": [],
            "changes": [{"name": ANN, "attribute": "PriorityFactor", "before": 1000.0, "after": 500.0}],
            "ended_leases": [],
            "messages": [],
            "note": None,
            "dry_run": False,
            "shares": [],
        }
        document = json.loads(edit("delete", ANN, "--yes", "--format", "json").out)
        assert document["deleted"] == [ANN]
        assert {"name": ANN, "attribute": "Priority", "before": 4.5, "after": None} in document["changes"]

    def test_csv_has_a_line_for_each_attribute(self, edit: Run) -> None:
        out = edit("setfactor", ANN, "500", "--format", "csv").out
        assert list(csv.DictReader(io.StringIO(out))) == [
            {"name": ANN, "attribute": "PriorityFactor", "before": "1000.0", "after": "500.0"}
        ]

    def test_what_is_so_already_is_said_and_not_written(self, edit: Run, ledger: Path) -> None:
        before = ledger.read_text()
        assert "Nothing to change." in edit("setfactor", ANN, "1000", terminal=True).out
        assert edit("setfactor", ANN, "1000").out == ""
        assert json.loads(edit("setfactor", ANN, "1000", "--format", "json").out)["operation"] is None
        assert ledger.read_text() == before


class TestTheLedger:
    def test_a_ledger_that_was_named_must_be_there(self, userprio: Run, tmp_path: Path) -> None:
        done = userprio("--ledger", tmp_path / "none.log", "setfactor", ANN, "5", CONDOR_CONFIG="ONLY_ENV")
        assert done.status == 6
        assert "there is no such ledger" in done.err
        assert list(tmp_path.iterdir()) == []

    def test_a_shipped_example_stays_as_it_is(self, userprio: Run) -> None:
        done = userprio("--snapshot", "fairshare", "setfactor", "ada@example.org", "5")
        assert done.status == 4
        assert "shipped example" in done.err

    def test_a_ledger_that_may_not_be_written_is_one_sentence(self, edit: Run, ledger: Path) -> None:
        Path(f"{ledger}.operations").mkdir()
        before = ledger.read_text()
        done = edit("setfactor", ANN, "5")
        assert done.status == 4
        assert "the operations log cannot be opened for writing, and nothing was changed" in done.err
        assert ledger.read_text() == before

    def test_a_running_owner_is_left_alone_unless_forced(self, edit: Run, ledger: Path) -> None:
        script = "import sys; held = open(sys.argv[1], 'a'); print(flush=True); sys.stdin.read()"
        with subprocess.Popen(
            [sys.executable, "-c", script, str(ledger)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as keeper:
            assert keeper.stdout is not None
            keeper.stdout.readline()
            before = ledger.read_text()
            refused = edit("setfactor", ANN, "5")
            assert refused.status == 4
            assert "Edit the running pool with --pool, or stop the negotiator first; what --force " in refused.err
            assert "writes now will probably be lost." in refused.err
            assert ledger.read_text() == before
            forced = edit("setfactor", ANN, "5", "--force")
            assert forced.status == 0
            assert (
                f"(process {keeper.pid}) has the ledger open: it does not see this edit, and will probably overwrite "
                "it; edit the running pool with --pool instead\n"
            ) in forced.err
            assert edit("undo").status == 4
            assert edit("undo", "--force").status == 0
            assert keeper.stdin is not None
            keeper.stdin.close()

    def test_half_an_edit_at_the_end_is_taken_out_and_kept(self, edit: Run, ledger: Path) -> None:
        before = ledger.read_text()
        ledger.write_text(f"{before}105 \n103 Customer.{ANN} PriorityFactor 7.00")
        done = edit("setfactor", ANN, "5")
        assert done.status == 0
        assert "this was taken out and is kept in" in done.err
        assert appended(ledger, before) == f"105 \n103 Customer.{ANN} PriorityFactor 5.000000\n106 \n"

    def test_more_than_that_is_taken_out_only_if_forced(self, edit: Run, ledger: Path) -> None:
        damaged = f"{ledger.read_text()}\n103 Customer.{ANN} PriorityFactor 7.000000\n"
        ledger.write_text(damaged)
        done = edit("setfactor", ANN, "5")
        assert done.status == 4
        assert "Give --force to take it out" in done.err
        assert ledger.read_text() == damaged
        assert edit("setfactor", ANN, "5", "--force").status == 0
        assert ann(ledger).priority_factor == 5.0


def test_a_real_process_edits_and_others_wait_for_it(ledger: Path) -> None:
    program = [sys.executable, "-m", "userprio", "--ledger", str(ledger)]
    environ = {**os.environ, "CONDOR_CONFIG": "ONLY_ENV"}
    resolved = ledger.resolve()
    with exclusive(resolved, resolved.stat(), 1.0):
        waiting = [
            subprocess.Popen([*program, "setfloor", ANN, str(floor)], env=environ, stdout=subprocess.PIPE, text=True)
            for floor in (1, 2, 3)
        ]
    outputs = [process.communicate()[0] for process in waiting]
    assert all(process.returncode == 0 for process in waiting)
    log = subprocess.run([*program, "log", "--format", "json"], env=environ, capture_output=True, check=True)
    operations = json.loads(log.stdout)["operations"]
    assert [operation["id"] for operation in operations] == [1, 2, 3]
    afters = [operation["changes"][0]["after"] for operation in operations]
    assert sorted(afters) == [1, 2, 3]
    assert [operation["changes"][0]["before"] for operation in operations] == [None, *afters[:-1]]
    assert ann(ledger).floor == afters[-1]
    assert len(outputs) == 3


def test_names_on_a_real_standard_input_may_be_any_bytes(ledger: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "userprio", "--ledger", str(ledger), "setfactor", "-", "5"],
        env={**os.environ, "CONDOR_CONFIG": "ONLY_ENV"},
        input=b"\xff\xfe@x\n",
        capture_output=True,
        check=False,
    )
    assert done.returncode == 4
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["setfactor", "setceiling", "cancel-lease", "delete", "resetall", "undo", "update"])
def test_every_command_explains_itself_with_an_example(
    userprio: Run, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    assert userprio(command, "--help").status == 0
    text = capsys.readouterr().out
    assert f"  userprio {command}" in text
    assert text.index("--reason") < text.index("--ledger"), "what is the command's own comes first"
