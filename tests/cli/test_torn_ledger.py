"""A ledger whose end a crash left torn or zeroed: read as far as it counts, and edited as if nothing were there."""

from pathlib import Path

import pytest

from tests.cli.conftest import LEDGER, Run
from tests.cli.test_edits import ANN, ann, appended

TAILS = {
    "zeros": b"\0" * 4096,
    "half a line": b"103 Customer.ann@lab.example Prio",
    "half a line and zeros": b"103 Customer.ann@lab.example Prio\0\0\0",
    "half a transaction": b"105 \n103 Customer.ann@lab.example PriorityFactor 7.00",
    "zeros and the end of a transaction": b"\0" * 40 + b"ann@lab.example PriorityFactor 7.0\n106 \n",
}


@pytest.mark.parametrize("tail", TAILS.values(), ids=TAILS)
@pytest.mark.parametrize("command", ["most", "usage", "quotas"])
def test_what_counts_is_read_and_what_does_not_is_said_once(
    userprio: Run, ledger: Path, tail: bytes, command: str
) -> None:
    whole = userprio(command, "--ledger", ledger, CONDOR_CONFIG="ONLY_ENV")
    ledger.write_bytes(LEDGER.encode() + tail)
    done = userprio(command, "--ledger", ledger, CONDOR_CONFIG="ONLY_ENV")
    assert (done.status, done.out) == (0, whole.out)
    assert done.err.count("\n") == 1
    assert f"({len(tail)} bytes) to the end of the file are left out" in done.err


@pytest.mark.parametrize("tail", TAILS.values(), ids=TAILS)
def test_an_edit_takes_it_out_without_being_told_to_and_says_so(userprio: Run, ledger: Path, tail: bytes) -> None:
    ledger.write_bytes(LEDGER.encode() + tail)
    inode = ledger.stat().st_ino
    done = userprio("setfactor", ANN, "5", "--ledger", ledger, CONDOR_CONFIG="ONLY_ENV")
    assert done.status == 0
    said, made = done.err.splitlines()
    assert "this was taken out" in said
    assert made == "userprio: operation 1 was made."
    assert appended(ledger, LEDGER) == f"105 \n103 Customer.{ANN} PriorityFactor 5.000000\n106 \n"
    assert ledger.stat().st_ino == inode
    kept = [path.read_bytes() for path in ledger.parent.glob("*.dropped-*")]
    assert kept == ([tail] if tail.strip(b"\0") else [])
    assert ann(ledger).priority_factor == 5.0


def test_zeros_with_records_behind_them_are_taken_out_only_if_forced(userprio: Run, ledger: Path) -> None:
    damaged = LEDGER.encode() + b"\0" * 40 + b"101 Customer.eve@lab.example * *\n"
    ledger.write_bytes(damaged)
    done = userprio("setfactor", ANN, "5", "--ledger", ledger, CONDOR_CONFIG="ONLY_ENV")
    assert done.status == 4
    assert "Give --force to take it out" in done.err
    assert ledger.read_bytes() == damaged


def test_an_update_that_cannot_be_followed_by_a_compaction_is_made_all_the_same(userprio: Run, ledger: Path) -> None:
    """The edit is on the disk by then: that the ledger stays long is a warning, and no failure."""
    ledger.with_name("other").hardlink_to(ledger)
    knob = "--set", "MAX_ACCOUNTANT_DATABASE_SIZE=10"
    done = userprio("update", "--ledger", ledger, *knob, CONDOR_CONFIG="ONLY_ENV")
    assert done.status == 0
    made, said = done.err.splitlines()
    assert made == "userprio: operation 1 was made."
    assert said.startswith("userprio: warning: the update was made, but the ledger was not compacted: ")
    assert "2 names (hard links)" in said
