"""The files of the operations log: put aside when large, read backwards, trusted only if they are what they seem."""

import json
import os
import stat
import tracemalloc
from itertools import islice
from pathlib import Path

import pytest

from tests.ledger.test_operations import LOG, Machine, PowerCut, factor, factor_in, perform, settle, states
from userprio.base.errors import Refused
from userprio.base.limits import LEDGER_FILE, run_with
from userprio.ledger import Ledger, OperationsError, OperationsLog, OperationState, StoreError, to_be_undone


@pytest.fixture
def path(tmp_path: Path) -> Path:
    ledger = tmp_path / "Accountantnew.log"
    ledger.write_text(LOG)
    return ledger


@pytest.fixture
def two_to_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """A log is put aside when there are two operations in it."""
    monkeypatch.setattr("userprio.ledger.operations.OPERATIONS_FILE", 600)


def names(path: Path) -> list[str]:
    return sorted(each.name.removeprefix(path.name) for each in path.parent.glob(f"{path.name}.operations*"))


@pytest.mark.usefixtures("two_to_a_file")
def test_a_large_log_is_put_aside_and_its_operations_go_on(path: Path) -> None:
    """Numbers, history and undo go over all files; each file is named after the last operation in it."""
    path.chmod(0o640)
    for value in (1, 2, 3, 4, 5):
        assert perform(path, factor(value)).id == value
    assert names(path) == [".operations", ".operations.2", ".operations.4"]
    assert states(path) == [(number, "done") for number in (1, 2, 3, 4, 5)]
    log = OperationsLog(path)
    assert [operation.id for operation in log.newest_first()] == [5, 4, 3, 2, 1]
    assert to_be_undone(log.newest_first(), 2).changes[0].after == "2.000000"
    perform(path, factor(1), undoes=2)
    assert [operation.undone_by for operation in log.read()] == [None, 6, None, None, None, None]
    with pytest.raises(Refused, match="operation 2 has already been undone by operation 6"):
        to_be_undone(log.newest_first(), 2)
    assert {stat.S_IMODE(each.stat().st_mode) for each in path.parent.glob("*.operations*")} == {0o640}


@pytest.mark.usefixtures("two_to_a_file")
def test_numbers_go_on_where_only_files_are_left_that_were_put_aside(path: Path) -> None:
    """As after a crash between putting one aside and beginning the next."""
    for value in (1, 2, 3):
        perform(path, factor(value))
    OperationsLog(path).path.unlink()
    assert states(path) == [(1, "done"), (2, "done")]
    assert settle(path) is None
    assert perform(path, factor(9)).id == 3
    assert states(path) == [(1, "done"), (2, "done"), (3, "done")]


@pytest.mark.usefixtures("two_to_a_file")
@pytest.mark.parametrize("calls", range(8))
@pytest.mark.parametrize("written", [0, 5, 10**6])
def test_wherever_the_machine_stops_while_a_file_is_put_aside_nothing_is_lost(
    path: Path, calls: int, written: int
) -> None:
    """rename, sync of the folder twice, then the calls of any edit."""
    for value in (1, 2):
        perform(path, factor(value))
    with pytest.raises(PowerCut):
        perform(path, factor(3), files=Machine(calls, written).files)
    settle(path)
    last = (3, "done") if factor_in(path) == 3.0 else (3, "abandoned")
    assert states(path) in ([(1, "done"), (2, "done")], [(1, "done"), (2, "done"), last])
    assert (3, "done") in states(path) or factor_in(path) == 2.0
    number = len(states(path)) + 1
    assert perform(path, factor(4)).id == number
    assert states(path)[-1] == (number, "done")


def test_one_large_file_of_an_older_version_is_read_and_then_put_aside(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for value in range(1, 31):
        perform(path, factor(value))
    monkeypatch.setattr("userprio.ledger.operations.OPERATIONS_FILE", 600)
    assert len(OperationsLog(path).read()) == 30
    assert perform(path, factor(31)).id == 31
    assert names(path) == [".operations", ".operations.30"]
    assert [operation.id for operation in OperationsLog(path).read()] == list(range(1, 32))


@pytest.mark.usefixtures("two_to_a_file")
def test_a_copy_that_somebody_made_is_neither_overwritten_nor_read_twice(path: Path) -> None:
    for value in (1, 2):
        perform(path, factor(value))
    log = OperationsLog(path)
    copy = log.path.with_name(f"{log.path.name}.2")
    copy.write_bytes(log.path.read_bytes())
    log.path.with_name(f"{log.path.name}.bak").write_text("whatever")
    before = copy.read_bytes()
    assert perform(path, factor(3)).id == 3
    assert copy.read_bytes() == before
    assert [operation.id for operation in log.read()] == [1, 2, 3]


@pytest.mark.slow
def test_no_more_of_a_log_is_read_than_is_asked_for(path: Path) -> None:
    """However long a log is, its end is found at once; and reading all of it takes the memory of a block."""
    perform(path, factor(1))
    log = OperationsLog(path)
    intended, done = (json.loads(line) for line in log.path.read_text().splitlines())
    with log.path.open("w") as file:
        file.write("what is this?\n")
        for number in range(1, 4_001):
            file.write(f"{json.dumps({**intended, 'id': number})}\n{json.dumps({**done, 'id': number})}\n")
    assert log.path.stat().st_size > 1_400_000
    tracemalloc.start()
    try:
        last = list(islice(log.newest_first(), 4_000))
        kept = tracemalloc.get_traced_memory()[0]
        del last
        tracemalloc.reset_peak()
        assert sum(1 for _ in islice(log.newest_first(), 4_000)) == 4_000
        assert tracemalloc.get_traced_memory()[1] < min(1_000_000, kept / 10)
    finally:
        tracemalloc.stop()
    with pytest.raises(OperationsError, match="line 1: a line of the operations log makes no sense"):
        log.read()


@pytest.mark.parametrize("length", [65535, 65536, 65537, 200_000])
def test_lines_of_any_length_are_found_from_the_end(path: Path, length: int) -> None:
    perform(path, factor(1))
    log = OperationsLog(path)
    text = log.path.read_text()
    entry = json.loads(text.splitlines()[0])
    room = length - len(json.dumps({**entry, "note": ""}, separators=(", ", ": ")))
    long = json.dumps({**entry, "note": "x" * room}, separators=(", ", ": "))
    assert len(long) == length
    log.path.write_text(f"{long}\n{text.splitlines()[1]}\n")
    [operation] = log.read()
    assert len(operation.note or "") == room
    assert perform(path, factor(2)).id == 2


@pytest.mark.parametrize(
    "tail",
    [b"\0" * 100, b"\0" * 100 + b'"state": "intended"}\n', b'{"id": 2, "state": \0\0\0\n\0\0', b'{"id": 2, "sta'],
)
def test_what_a_loss_of_power_left_behind_the_last_whole_line_is_cut_off(path: Path, tail: bytes) -> None:
    """It was not synced, so that nothing of the operation was in the ledger yet."""
    perform(path, factor(1))
    log = OperationsLog(path)
    whole = log.path.read_bytes()
    log.path.write_bytes(whole + tail)
    assert states(path) == [(1, "done")]
    assert perform(path, factor(2)).id == 2
    assert log.path.read_bytes().startswith(whole + b'{"id": 2, "state": "intended"')


def test_an_edit_whose_line_would_be_too_long_to_be_read_again_is_not_made(path: Path) -> None:
    """No edit is made that `log` could not show, nor `undo` take back."""
    refused = "its line in the log would exceed 200 bytes; nothing was changed"
    with run_with({LEDGER_FILE: 200}), pytest.raises(StoreError, match=refused):
        perform(path, factor(500))
    assert path.read_text() == LOG
    assert OperationsLog(path).read() == ()


def linked(log: Path) -> None:
    log.with_name("another-name").hardlink_to(log)


def a_link(log: Path) -> None:
    log.symlink_to(log.rename(log.with_name("elsewhere")))


def a_pipe(log: Path) -> None:
    log.unlink()
    os.mkfifo(log)


def a_folder(log: Path) -> None:
    log.unlink()
    log.mkdir()


def a_strangers(log: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root may give a file to somebody else")
    os.chown(log, 65534, 65534)


ODD = [
    (linked, r"has 2 names \(hard links\)"),
    (a_link, "cannot be "),
    (a_pipe, "not a regular file"),
    (a_folder, "cannot be opened for writing|not a regular file"),
    (a_strangers, "belongs to user 65534"),
]


@pytest.mark.parametrize(("made", "told"), ODD)
def test_a_log_that_may_be_somebody_elses_file_is_neither_written_nor_believed(
    path: Path, made: object, told: str
) -> None:
    """What stands in it is what an undo writes into the ledger, and what is written to it must not end up elsewhere."""
    perform(path, factor(500))
    before = path.read_bytes()
    assert callable(made)
    made(OperationsLog(path).path)
    with pytest.raises(StoreError, match=told):
        perform(path, factor(300))
    with pytest.raises(OperationsError, match=told):
        OperationsLog(path).read()
    assert path.read_bytes() == before


@pytest.mark.usefixtures("two_to_a_file")
@pytest.mark.parametrize(("made", "told"), ODD)
def test_a_file_that_was_put_aside_is_believed_no_more_than_that(path: Path, made: object, told: str) -> None:
    for value in (1, 2, 3):
        perform(path, factor(value))
    assert callable(made)
    log = OperationsLog(path)
    made(log.path.with_name(f"{log.path.name}.2"))
    assert next(log.newest_first()).state is OperationState.DONE
    with pytest.raises(OperationsError, match=told):
        log.read()


@pytest.mark.parametrize(("mode", "believed"), [(0o1777, False), (0o755, False), (0o777, True), (0o775, True)])
def test_who_made_the_log_matters_unless_everybody_could_replace_the_ledger(
    path: Path, mode: int, believed: bool
) -> None:
    """Several admins share a folder, and any of them makes the log; in /tmp it may be anybody."""
    perform(path, factor(500))
    a_strangers(OperationsLog(path).path)
    path.parent.chmod(mode)
    try:
        if believed:
            assert perform(path, factor(300)).id == 2
        else:
            with pytest.raises(StoreError, match="belongs to user 65534"):
                perform(path, factor(300))
    finally:
        path.parent.chmod(0o700)


def test_the_log_of_the_ledgers_owner_is_believed(path: Path) -> None:
    perform(path, factor(500))
    a_strangers(path)
    a_strangers(OperationsLog(path).path)
    assert perform(path, factor(300)).id == 2
    assert Ledger.read(path).customers["ann@x"].priority_factor == 300.0
