"""`--dry-run` of edits, and edits of all submitters that a pattern matches."""

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from userprio.ledger import Ledger

Run = Callable[..., Any]
ADA, BEN, BOB = "ada@lab.example", "g.ben@lab.example", "g.bob@lab.example"
DRY = "userprio: this is a dry run: nothing was changed.\n"
BASIS = "Shares are those of submitters that use the pool or did during the last day, by group.\n"

LEDGER = f"""\
107 1 CreationTimestamp 1772000000
101 Accountant. * *
103 Accountant. LastUpdateTime 1772441940
101 Customer.<none> * *
101 Customer.{ADA} * *
103 Customer.{ADA} Priority 10.000000
103 Customer.{ADA} PriorityFactor 1000.000000
103 Customer.{ADA} LastUsageTime 1772441940
101 Customer.{BEN} * *
103 Customer.{BEN} Priority 5.000000
103 Customer.{BEN} PriorityFactor 1000.000000
103 Customer.{BEN} LastUsageTime 1772441940
101 Customer.{BOB} * *
103 Customer.{BOB} Priority 10.000000
103 Customer.{BOB} PriorityFactor 1000.000000
103 Customer.{BOB} LastUsageTime 1772441940
101 Customer.gone@lab.example * *
103 Customer.gone@lab.example PriorityFactor 1000.000000
103 Customer.gone@lab.example LastUsageTime 1700000000
"""


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    path = tmp_path / "Accountantnew.log"
    path.write_text(LEDGER)
    return path


@pytest.fixture
def edit(userprio: Run, ledger: Path) -> Run:
    """Run a command on the ledger of four."""
    return lambda *arguments, **more: userprio("--ledger", ledger, *arguments, **{"CONDOR_CONFIG": "ONLY_ENV", **more})


def test_a_dry_run_tells_what_it_would_do_to_shares(edit: Run, ledger: Path) -> None:
    """Effective priorities 10000, 5000, 10000 are weights 1:2:1; with ada's factor 500 they are 2:2:1."""
    done = edit("setfactor", ADA, "500", "--dry-run")
    assert (done.status, done.err) == (0, DRY + BASIS)
    assert done.out == (
        "ada@lab.example PriorityFactor 1000.0 -> 500.0\n"
        "ada@lab.example 25% -> 40% of the pie\n"
        "g.ben@lab.example 50% -> 40% of the pie\n"
        "g.bob@lab.example 25% -> 20% of the pie\n"
    )
    assert ledger.read_text() == LEDGER
    assert list(ledger.parent.iterdir()) == [ledger]


def test_on_a_terminal_shares_are_a_table(edit: Run) -> None:
    done = edit("setfactor", ADA, "500", "--dry-run", terminal=True, COLUMNS="60", NO_COLOR="1")
    assert re.sub(r"\x1b\[\d+m", "", done.out).splitlines() == [
        "submitter                    before after",
        "─────────────────────────────────────────",
        "ada          priority factor   1000   500",
        "users are @lab.example",
        "share of the pie before after",
        "─────────────────────────────",
        "ada                 25%   40%",
        "g.ben               50%   40%",
        "g.bob               25%   20%",
    ]


def test_shares_are_those_of_the_groups_pie(edit: Run) -> None:
    """Weights 2:1 in g become 4:1 with ben's factor 500; ada has the pie of <none> for herself."""
    done = edit("setfactor", BEN, "500", "--dry-run", "--set", "GROUP_NAMES=g", "--set", "GROUP_QUOTA_g=5")
    assert done.out.splitlines()[1:] == [
        "g.ben@lab.example 66.7% -> 80% of the pie",
        "g.bob@lab.example 33.3% -> 20% of the pie",
    ]


def test_with_a_pool_shares_are_those_of_a_cycle(userprio: Run, tmp_path: Path) -> None:
    assert userprio("init", "fairshare", tmp_path / "pool").status == 0
    pool = ("--snapshot", tmp_path / "pool")
    before = json.loads(userprio(*pool, "negotiate", "--format", "json").out)
    done = userprio(*pool, "setfactor", "carol@example.org", "1000", "--dry-run", "--format", "json")
    document = json.loads(done.out)
    assert (done.err, document["dry_run"], document["operation"]) == (DRY, True, None)
    shares = {one["name"]: one["before"] for one in document["shares"]}
    visited = {visit["submitter"]: visit["share"] for visit in before["visits"] if visit["spin"] == 1}
    assert {name: shares[name] for name in visited if name in shares} == pytest.approx(
        {name: visited[name] for name in visited if name in shares}
    )
    carol = document["shares"][0]
    assert carol["name"] == "carol@example.org"
    assert carol["after"] < carol["before"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["setprio", ADA, "5"],
        ["setfloor", ADA, "5"],
        ["setceiling", ADA, "5"],
        ["setaccum", ADA, "5"],
        ["setbegin", ADA, "yesterday"],
        ["setlast", ADA, "yesterday"],
        ["resetusage", ADA],
        ["resetall"],
        ["delete", ADA],
        ["delete", "--unused-since", "90d"],
        ["update"],
        ["-setfactor", ADA, "500"],
        ["-delete", ADA],
    ],
)
def test_every_edit_has_a_dry_run_that_asks_nothing_and_writes_nothing(
    edit: Run, ledger: Path, arguments: Sequence[str]
) -> None:
    done = edit(*arguments, "--dry-run")
    assert done.status == 0
    assert done.out
    assert DRY in done.err
    assert ledger.read_text() == LEDGER
    assert list(ledger.parent.iterdir()) == [ledger]


def test_leases_and_operations_are_taken_back_dry_too(edit: Run, ledger: Path) -> None:
    edit("setfactor", ADA, "500", "--duration", "2d")
    after = ledger.read_text()
    for arguments in (["undo"], ["cancel-lease", ADA, "factor"]):
        done = edit(*arguments, "--dry-run")
        assert f"{ADA} PriorityFactor 500.0 -> 1000.0\n" in done.out
        assert f"{ADA} 40% -> 25% of the pie\n" in done.out
    assert ledger.read_text() == after


def test_a_dry_run_is_for_edits(edit: Run) -> None:
    assert edit("-most", "--dry-run").status == 2
    done = edit("--dry-run", "most")
    assert (done.status, done.err.splitlines()) == (
        2,
        ["userprio: --dry-run is for commands that edit; most does not.", "Try 'userprio most --help'."],
    )


def test_a_dry_run_refuses_what_the_edit_would_refuse(edit: Run) -> None:
    assert edit("setfactor", ADA, "0.5", "--dry-run").status == 4
    assert edit("setfactor", "nobody@lab.example", "5", "--dry-run").status == 4


def test_a_pattern_is_refused_where_nobody_can_be_asked(edit: Run, ledger: Path) -> None:
    done = edit("setfactor", "g.*@lab.example", "500")
    assert (done.status, done.out) == (4, "")
    assert done.err == (
        "2 submitters:\n  g.ben@lab.example\n  g.bob@lab.example\n"
        "userprio: setfactor asks for confirmation, which needs a terminal; use --yes.\n"
    )
    assert ledger.read_text() == LEDGER


def test_a_pattern_is_one_edit_of_all_that_it_matches(edit: Run, ledger: Path) -> None:
    done = edit("setfactor", "g.*@lab.example", "500", "--yes")
    assert (done.status, done.out) == (
        0,
        f"{BEN} PriorityFactor 1000.0 -> 500.0\n{BOB} PriorityFactor 1000.0 -> 500.0\n",
    )
    assert done.err == (
        "userprio: operation 1 was made.\n"
        "userprio: 2 records were changed by operation 1; `userprio undo 1` takes them back.\n"
    )
    assert ledger.read_text().removeprefix(LEDGER).count("105 ") == 1
    assert edit("undo").status == 0
    assert {Ledger.read(ledger).customers[name].priority_factor for name in (BEN, BOB)} == {1000.0}


@pytest.mark.parametrize(("answer", "status", "factor"), [("y\n", 0, 500.0), ("n\n", 4, 1000.0)])
def test_a_pattern_is_asked_about_on_a_terminal(
    edit: Run, ledger: Path, answer: str, status: int, factor: float
) -> None:
    done = edit("setfactor", "g.b?[bn]@*", ADA, "500", terminal=True, typed=answer)
    assert done.status == status
    assert done.err.startswith(
        "3 submitters:\n  g.ben@lab.example\n  g.bob@lab.example\n  ada@lab.example\n"
        "Set the priority factor of 3 submitters to 500.0? [y/N] "
    )
    assert Ledger.read(ledger).customers[BOB].priority_factor == factor


def test_a_pattern_that_nobody_matches_is_refused(edit: Run, ledger: Path) -> None:
    for more in ([], ["--new"], ["--yes"]):
        done = edit("setfactor", "h*@lab.example", "500", *more)
        assert (done.status, done.err) == (4, "userprio: no submitter matches h*@lab.example.\n")
    assert ledger.read_text() == LEDGER


def test_a_record_whose_name_has_a_star_is_named_so(edit: Run, ledger: Path) -> None:
    odd = "g.*@lab.example"
    ledger.write_text(LEDGER + f"101 Customer.{odd} * *\n")
    assert edit("setfactor", odd, "500").out == f"{odd} PriorityFactor none -> 500.0\n"
    assert Ledger.read(ledger).customers[BEN].priority_factor == 1000.0


def test_groups_are_matched_by_no_pattern(edit: Run) -> None:
    assert edit("setfactor", "<*", "500", "--yes").status == 4


def test_a_deletion_by_pattern_asks_once_with_all_names(edit: Run, ledger: Path) -> None:
    done = edit("delete", "g.*", terminal=True, typed="y\n")
    assert (done.status, done.err.count("[y/N]")) == (0, 1)
    assert "Delete the records of 2 submitters? [y/N]" in done.err
    assert set(Ledger.read(ledger).customers) == {"<none>", ADA, "gone@lab.example"}
    assert edit("resetusage", "*", "--yes").status == 0
    assert edit("cancel-lease", "*", "floor", "--yes").status == 4
