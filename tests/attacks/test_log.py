"""The operations log as evidence: what somebody changes in it who may write to the file, and what that cannot hide."""

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from userprio.ledger import LedgerStore, OperationsLog

Run = Callable[..., Any]
ANN = "ann@lab.example"


@pytest.fixture
def edits(userprio: Run, ledger: Path) -> Path:
    """The log of three operations."""
    for factor in ("2000", "3000", "4000"):
        assert run(userprio, ledger, "setfactor", ANN, factor).status == 0
    return OperationsLog(ledger).path


def run(userprio: Run, ledger: Path, *arguments: object) -> Any:
    return userprio("--ledger", ledger, *arguments, CONDOR_CONFIG="ONLY_ENV")


def verified(userprio: Run, ledger: Path, *arguments: object) -> Any:
    done = run(userprio, ledger, "log", "--verify", *arguments, "--format", "json")
    document = json.loads(done.out)
    assert document["holds"] == (done.status == 0)
    return document


def without_hash(line: str) -> str:
    entry = json.loads(line)
    del entry["prev"]
    return json.dumps(entry)


def rewritten(lines: list[str]) -> str:
    """The lines with hashes that fit, as somebody writes them who knows the program."""
    before, text = None, ""
    for line in lines:
        whole = json.dumps({**json.loads(line), "prev": before}) + "\n"
        before, text = hashlib.sha256(whole.encode()).hexdigest(), text + whole
    return text


def test_an_untouched_log_holds_and_its_last_hash_is_that_of_its_last_line(
    userprio: Run, ledger: Path, edits: Path
) -> None:
    last = edits.read_bytes().splitlines(keepends=True)[-1]
    document = verified(userprio, ledger)
    assert document["head"] == hashlib.sha256(last).hexdigest()
    assert (document["operations"], document["unchained"], document["first"]) == (3, 0, 1)
    assert document["complete"]
    done = run(userprio, ledger, "log", "--verify")
    assert done.out == (
        f"From operation 1 on, every line fits the line before it.\nThe last line has the hash {document['head']}.\n"
    )


@pytest.mark.parametrize(
    ("attack", "line"),
    [
        (lambda lines: [lines[0].replace("2000", "9000"), *lines[1:]], 2),
        (lambda lines: [lines[0].replace('"who": "', '"who": "not-'), *lines[1:]], 2),
        (lambda lines: [*lines[:2], *lines[4:]], 3),
        (lambda lines: [*lines[:2], lines[4], lines[5], lines[2], lines[3]], 3),
        (lambda lines: [*lines[:2], *lines[:2], *lines[2:]], 3),
        (lambda lines: [*lines[:2], without_hash(lines[2]), *lines[3:]], 3),
    ],
    ids=["a value changed", "a name changed", "taken out", "exchanged", "put in twice", "without its hash"],
)
def test_the_line_at_which_a_log_was_changed_is_named(
    userprio: Run, ledger: Path, edits: Path, attack: Callable[[list[str]], list[str]], line: int
) -> None:
    changed = attack(edits.read_text().splitlines())
    edits.write_text("".join(f"{line}\n" for line in changed))
    assert verified(userprio, ledger)["breaks"][0]["line"] == line
    done = run(userprio, ledger, "log", "--verify")
    assert done.status == 1
    assert f"{edits}, line {line}, " in " ".join(done.out.split())
    # An edit goes on from what is there, and hides nothing.
    assert run(userprio, ledger, "setfactor", ANN, "5000").status == 0
    assert verified(userprio, ledger)["breaks"][0]["line"] == line


def test_only_a_hash_that_is_kept_elsewhere_shows_that_the_end_was_cut_off_or_all_was_written_anew(
    userprio: Run, ledger: Path, edits: Path
) -> None:
    lines = edits.read_text().splitlines()
    head = verified(userprio, ledger)["head"]
    for text in (rewritten(lines[:4]), rewritten([lines[0].replace("2000", "9000"), *lines[1:]])):
        edits.write_text(text)
        assert verified(userprio, ledger)["holds"]
        document = verified(userprio, ledger, "--head", head)
        assert (document["holds"], document["contains"], document["breaks"]) == (False, False, [])
    assert f"No line has the hash {head}" in run(userprio, ledger, "log", "--verify", "--head", head).out


def test_the_hash_that_was_kept_is_still_there_when_more_was_edited(userprio: Run, ledger: Path, edits: Path) -> None:
    head = verified(userprio, ledger)["head"]
    assert run(userprio, ledger, "undo").status == 0
    assert verified(userprio, ledger, "--head", f"sha256:{head.upper()}")["holds"]
    for wrong in ("abc", head[1:], f"{head}0"):
        assert run(userprio, ledger, "log", "--verify", "--head", wrong).status == 2
    assert run(userprio, ledger, "log", "--head", head).status == 2
    assert run(userprio, ledger, "log", "--verify", ANN).status == 2


def test_operations_of_older_versions_are_counted_as_not_chained(userprio: Run, ledger: Path, edits: Path) -> None:
    lines = edits.read_text().splitlines()
    edits.write_text("".join(f"{without_hash(line)}\n" for line in lines[:4]))
    document = verified(userprio, ledger)
    assert (document["holds"], document["unchained"], document["first"]) == (True, 2, None)
    assert "2 operations of older versions are not chained" in run(userprio, ledger, "log", "--verify").out
    assert run(userprio, ledger, "setfactor", ANN, "5000").status == 0
    document = verified(userprio, ledger)
    assert (document["holds"], document["unchained"], document["first"]) == (True, 2, 3)
    # The last of them has a hash in the line that follows.
    edits.write_text(edits.read_text().replace('{"id": 2, "state": "done"', '{"id": 2, "state": "abandoned"', 1))
    assert verified(userprio, ledger)["breaks"][0]["line"] == 5


@pytest.fixture
def one_to_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("userprio.ledger.operations.OPERATIONS_FILE", 100)


@pytest.mark.usefixtures("one_to_a_file")
def test_the_chain_goes_on_in_the_next_file_and_may_begin_late(userprio: Run, ledger: Path, edits: Path) -> None:
    rotated = [edits.with_name(f"{edits.name}.{number}") for number in (1, 2)]
    assert all(path.exists() for path in rotated)
    assert verified(userprio, ledger)["complete"]
    head = verified(userprio, ledger)["head"]
    rotated[0].unlink()
    document = verified(userprio, ledger, "--head", head)
    assert (document["holds"], document["complete"], document["first"]) == (True, False, 2)
    assert "What came before operation 2 is not there" in run(userprio, ledger, "log", "--verify").out
    rotated[1].write_text(rotated[1].read_text().replace("3000", "9000"))
    assert [(broken["file"], broken["line"]) for broken in verified(userprio, ledger)["breaks"]] == [
        (str(rotated[1]), 2)
    ]


@pytest.mark.usefixtures("one_to_a_file")
def test_a_file_missing_in_the_middle_is_noticed(userprio: Run, ledger: Path, edits: Path) -> None:
    edits.with_name(f"{edits.name}.2").unlink()
    assert [(broken["file"], broken["line"]) for broken in verified(userprio, ledger)["breaks"]] == [(str(edits), 1)]


@pytest.mark.usefixtures("one_to_a_file")
def test_the_chain_goes_on_where_the_machine_stopped_between_two_files(
    userprio: Run, ledger: Path, edits: Path
) -> None:
    edits.unlink()
    head = verified(userprio, ledger)["head"]
    assert run(userprio, ledger, "setfactor", ANN, "7000").status == 0
    assert verified(userprio, ledger, "--head", head)["holds"]


def test_what_a_crash_left_of_a_line_is_no_part_of_the_chain(userprio: Run, ledger: Path, edits: Path) -> None:
    for torn in (b'{"id": 4, "state', b"\0" * 100 + b"\n"):
        with edits.open("ab") as file:
            file.write(torn)
        assert verified(userprio, ledger)["holds"]
        assert run(userprio, ledger, "setfactor", ANN, str(5000 + len(torn))).status == 0
        assert verified(userprio, ledger)["holds"]


def test_an_interrupted_operation_that_is_settled_later_is_chained(userprio: Run, ledger: Path, edits: Path) -> None:
    lines = edits.read_text().splitlines(keepends=True)
    edits.write_text("".join(lines[:-1]))
    with LedgerStore(ledger).locked(1_772_442_000) as session:
        assert OperationsLog(ledger).settle(session) is not None
    assert edits.read_text().splitlines(keepends=True) == lines
    assert verified(userprio, ledger)["holds"]


def test_a_log_that_is_not_there_holds_and_has_no_hash(userprio: Run, ledger: Path) -> None:
    assert run(userprio, ledger, "log", "--verify").out == "No operations.\n"
    assert not verified(userprio, ledger, "--head", "0" * 64)["holds"]


def test_an_edit_reads_no_more_of_a_long_log_than_its_end(
    userprio: Run, ledger: Path, edits: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, read = os.pread, 0
    with edits.open("rb") as file:
        last = file.read().splitlines(keepends=True)[-2:]
    edits.write_bytes(b"".join(last) * 20_000)

    def counted(file: int, length: int, at: int) -> bytes:
        nonlocal read
        read += length
        return real(file, length, at)

    monkeypatch.setattr(os, "pread", counted)
    assert run(userprio, ledger, "setfactor", ANN, "5000").status == 0
    assert read < 1_000_000 < edits.stat().st_size
