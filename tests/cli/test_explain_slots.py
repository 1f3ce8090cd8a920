"""`userprio explain --slot` and `--free`, on small pools whose numbers are worked out by hand."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

POOL = """\
domain = "lab"
[config]
NEGOTIATOR_CONSIDER_PREEMPTION = %s
[[slots]]
Name = "slot1@small.lab"
Cpus = 1
Memory = 2000
[[slots]]
Name = "slot1@big.lab"
PartitionableSlot = true
Cpus = 8
Memory = 16000
[[slots]]
Name = "slot1@busy.lab"
Cpus = 1
Memory = 2000
RemoteUser = "bob@lab"
[[slots]]
Name = "slot1@closed.lab"
Cpus = 1
Memory = 2000
Start = false
[[jobs]]
user = "ann"
count = 5
request_cpus = 4
request_memory = 4000
[[jobs]]
user = "eve"
count = 1
requirements = "TARGET.HasRocket"
"""


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    (tmp_path / "pool.toml").write_text(POOL % "false")
    return tmp_path


def explained(userprio: Run, pool: Path, name: str) -> dict[str, Any]:
    done = userprio("explain", "--slot", name, "--snapshot", pool, "--format", "json")
    assert done.status == 0, done.err
    document = json.loads(done.out)
    assert document["schema"] == "userprio.explain-slot/1"
    (slot,) = document["slots"]
    return dict(slot)


def test_jobs_that_ask_for_more_than_a_slot_has_are_short_of_it(userprio: Run, pool: Path) -> None:
    slot = explained(userprio, pool, "slot1@small")
    ann, eve = slot["jobs"]
    assert ann["shortages"] == [
        {"resource": "Cpus", "asks": 4, "has": 1},
        {"resource": "Memory", "asks": 4000, "has": 2000},
    ]
    assert (ann["jobs"], ann["matches"], ann["verdict"]) == (5, False, "does not match")
    assert [(clause["side"], clause["text"]) for clause in eve["clauses"]] == [("job", "TARGET.HasRocket")]
    assert (eve["shortages"], slot["taken"]) == ([], [])
    assert slot["nobody"] == "it matches none of 6 idle jobs"


def test_two_jobs_of_four_cores_start_on_the_eight_that_are_left_at_a_weight_of_eight(
    userprio: Run, pool: Path
) -> None:
    slot = explained(userprio, pool, "big")
    assert slot["room"]["cpus"] == 8
    assert [(jobs["submitter"], jobs["available"]) for jobs in slot["jobs"]] == [("ann@lab", True), ("eve@lab", False)]
    (taken,) = slot["taken"]
    assert (taken["submitter"], taken["job"], taken["cost"], taken["jobs"]) == ("ann@lab", "1.0", 8, 2)
    assert slot["nobody"] is None


def test_a_slot_that_does_not_start_jobs_is_told_by_its_own_clause(userprio: Run, pool: Path) -> None:
    ann = explained(userprio, pool, "closed")["jobs"][0]
    assert ("slot", "START") in [(clause["side"], clause["text"]) for clause in ann["clauses"]]
    shown = userprio("explain", "--slot", "closed", "--snapshot", pool, "--format", "csv").out
    # What it is short of, and besides what a smaller request would not help.
    assert '"asks for Cpus 4, it has 1 and Memory 4000, it has 2000; the slot: START"' in shown


def test_without_preemption_a_held_slot_is_given_to_nobody(userprio: Run, pool: Path) -> None:
    slot = explained(userprio, pool, "busy")
    assert slot["holder"] == "bob@lab"
    assert slot["nobody"] == "it is claimed, and NEGOTIATOR_CONSIDER_PREEMPTION is False"
    assert slot["preemption"] == f"not preempted: {slot['nobody']}"


def test_where_preemption_is_considered_it_says_for_how_many_jobs_the_policy_refuses_it(userprio: Run) -> None:
    """fairshare: of 70 jobs that fit, ada's own 20 and 20 of worse priority cannot have her slot, 30 can."""
    slot = explained(userprio, Path("fairshare"), "slot1@c1")
    assert slot["preemption"] == (
        "preemption is considered: 30 of 70 idle jobs that match could take it; "
        "not the others: held by itself (20); PREEMPTION_REQUIREMENTS not true (20)"
    )
    assert [(taken["submitter"], taken["preempts"]) for taken in slot["taken"]] == [
        ("ben@example.org", "ada@example.org")
    ]


def test_a_machine_stands_for_all_of_its_slots(userprio: Run) -> None:
    done = userprio("explain", "--slot", "c1", "--snapshot", "fairshare", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert len({row["slot"] for row in rows}) == 8
    assert {row["slot"].partition("@")[2] for row in rows} == {"c1.example.org"}


def test_free_slots_are_of_three_kinds_and_ann_wins_the_large_one(userprio: Run, pool: Path) -> None:
    document = json.loads(userprio("explain", "--free", "--snapshot", pool, "--format", "json").out)
    assert document["schema"] == "userprio.explain-free/1"
    kinds = [(kind["room"]["cpus"], kind["slots"], kind["fitting"], kind["given"]) for kind in document["free"]]
    # The busy slot is not free; what is closed is free, but nothing fits it, as in the small one.
    assert kinds == [(8, 1, 5, 1), (1, 2, 0, 0)]
    assert document["free"][0]["winners"] == [{"submitter": "ann@lab", "slots": 1, "weight": 8, "jobs": 2}]
    turns = {turn["submitter"]: (turn["idle_jobs"], turn["slots"], turn["jobs"]) for turn in document["turns"]}
    assert turns == {"ann@lab": (5, 1, 2), "eve@lab": (1, 0, 0)}


def test_what_is_free_is_what_the_cycle_gives_without_preemption(userprio: Run) -> None:
    """The two commands speak of the same cycle: every free match is in one of the rows."""
    for example in ("physics", "research", "handmade"):
        shown = userprio("negotiate", "--snapshot", example, "--rows", "matches", "--format", "csv").out
        free = {row["slot"] for row in csv.DictReader(io.StringIO(shown)) if row["because"] == "free"}
        document = json.loads(userprio("explain", "--free", "--snapshot", example, "--format", "json").out)
        assert sum(kind["given"] for kind in document["free"]) == len(free)


def test_an_unknown_slot_is_answered_by_a_guess(userprio: Run) -> None:
    done = userprio("explain", "--slot", "slot1@nod07", "--snapshot", "physics")
    assert (done.status, done.out) == (1, "")
    assert "there is no slot slot1@nod07. Did you mean slot1@node07.example.org?" in " ".join(done.err.split())


@pytest.mark.parametrize("more", [["ada"], ["--job", "101.0"], ["--free"], ["--group", "x"]])
def test_a_slot_is_explained_by_itself(more: list[str], userprio: Run) -> None:
    done = userprio("explain", "--slot", "c1", *more, "--snapshot", "fairshare")
    assert (done.status, done.out) == (2, "")


def test_a_snapshot_without_jobs_says_that_it_has_none(userprio: Run, tmp_path: Path) -> None:
    (tmp_path / "pool.toml").write_text('domain = "lab"\n[[slots]]\nCpus = 2\n')
    for asked in (("--slot", "exec001"), ("--free",)):
        done = userprio("explain", *asked, "--snapshot", tmp_path)
        assert done.status == 0
        assert "the snapshot has no job ads" in " ".join(done.err.split())


def test_names_are_shown_without_what_would_write_on_the_terminal(userprio: Run, pool: Path) -> None:
    ads = (pool / "pool.toml").read_text().replace('"slot1@busy.lab"', '"slot1@bu\\u001bsy.lab"')
    (pool / "pool.toml").write_text(ads)
    done = userprio("explain", "--slot", "slot1@bu\x1bsy.lab", "--snapshot", pool)
    assert done.status == 0, done.err
    assert "slot1@bu\\x1bsy.lab" in done.out
    assert "\x1b" not in done.out
