"""The operations log: what it says, that it agrees with the ledger whatever happens, and what can be taken back."""

import errno
import json
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.ledger.writing import store_at
from userprio.base.errors import Refused
from userprio.ledger import (
    Change,
    FileCalls,
    Ledger,
    NewAd,
    Operation,
    OperationsError,
    OperationsLog,
    OperationState,
    Record,
    SetAttribute,
    StoreError,
    changes_between,
    left_to_undo,
    to_be_undone,
    with_outcome,
)
from userprio.ledger.operation import as_undone
from userprio.ledger.records import DestroyAd

NOW = 1_772_442_000
ANN = "Customer.ann@x"
LOG = f"""\
107 1 CreationTimestamp 1772000000
101 {ANN} * *
103 {ANN} PriorityFactor 1000.000000
103 {ANN} Priority 1.500000
"""


@dataclass
class Machine:
    """A machine that stops for good at some call; up to there it does what it is told."""

    calls_left: int
    """Calls that still work."""
    written: int = 0
    """Bytes that the last write still brings to the disk."""

    @property
    def files(self) -> FileCalls:
        whole = FileCalls()
        return FileCalls(
            self._write,
            self._do(whole.sync),
            self._do(whole.sync_all),
            self._do(whole.truncate),
            self._do(whole.rename),
        )

    def _step(self) -> bool:
        self.calls_left -= 1
        return self.calls_left >= 0

    def _write(self, file: int, text: bytes) -> int:
        if self._step():
            return os.write(file, text)
        if self.calls_left == -1:
            os.write(file, text[: self.written])
        raise PowerCut

    def _do(self, call: Callable[..., None]) -> Callable[..., None]:
        def step(*arguments: object) -> None:
            if not self._step():
                raise PowerCut
            call(*arguments)

        return step


class PowerCut(BaseException):
    """Everything ends here."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    ledger = tmp_path / "Accountantnew.log"
    ledger.write_text(LOG)
    return ledger


def factor(value: int) -> SetAttribute:
    return SetAttribute(ANN, "PriorityFactor", f"{value}.000000")


def perform(path: Path, *records: Record, files: FileCalls | None = None, undoes: int | None = None) -> Operation:
    files = files or FileCalls()
    with store_at(path, files).locked(NOW) as session:
        log = OperationsLog(session.path, files)
        log.settle(session)
        ledger = session.ledger
        changes = changes_between(ledger.ads, ledger.replay(records).ads, records)
        operation = Operation(
            action="setfactor", names=("ann@x",), changes=changes, at=NOW, who="root", version="0.1", undoes=undoes
        )
        return log.carry_out(operation, records, session)


def settle(path: Path) -> Operation | None:
    with store_at(path).locked(NOW) as session:
        if session.damage:
            session.repair()
        return OperationsLog(session.path).settle(session)


def states(path: Path) -> list[tuple[int, str]]:
    return [(operation.id, operation.state) for operation in OperationsLog(path).read()]


def factor_in(path: Path) -> float | None:
    return Ledger.read(path).customers["ann@x"].priority_factor


def test_an_operation_is_written_down_with_what_it_changed(path: Path) -> None:
    done = perform(path, factor(500))
    perform(path, factor(300))
    assert done.changes == (Change(ANN, "PriorityFactor", "1000.000000", "500.000000"),)
    first, second = OperationsLog(path).read()
    assert first == done
    assert (first.id, second.id, second.changes[0].before) == (1, 2, "500.000000")
    assert (first.at, first.who, first.version, first.state) == (NOW, "root", "0.1", OperationState.DONE)
    entries = [json.loads(line) for line in (path.parent / "Accountantnew.log.operations").read_text().splitlines()]
    assert [(entry["id"], entry["state"]) for entry in entries] == [
        (1, "intended"),
        (1, "done"),
        (2, "intended"),
        (2, "done"),
    ]


def test_an_operation_on_a_pool_is_concluded_with_the_changes_that_were_made(tmp_path: Path) -> None:
    log = OperationsLog(tmp_path / "cm")
    planned = tuple(Change(f"Customer.{name}@x", "PriorityFactor", "1000.0", "77.0") for name in ("ann", "ben", "cat"))
    operation = Operation(action="setfactor", names=("ann@x",), changes=planned, at=NOW, who="root", version="0.1")
    intended = log.intend(operation)
    assert log.unsettled() == intended
    done = with_outcome(intended, OperationState.DONE, planned[:1], ("ben@x",))
    log.conclude(done)
    assert log.unsettled() is None
    assert log.read() == (done,)
    assert (done.changes, done.missing, done.refused) == (planned[:1], planned[1:], ("ben@x",))


def test_an_undo_that_was_refused_in_part_leaves_the_rest_to_another(tmp_path: Path) -> None:
    log = OperationsLog(tmp_path / "cm")
    there = tuple(Change(f"Customer.{name}@x", "PriorityFactor", "1000.0", "77.0") for name in ("ann", "ben"))
    back = tuple(replace(change, before="77.0", after="1000.0") for change in there)
    edit = Operation(action="setfactor", names=(), changes=there, at=NOW, who="root", version="0.1")
    for operation, shown in ((edit, there), (replace(edit, action="undo", undoes=1, changes=back), back[:1])):
        log.conclude(with_outcome(log.intend(operation), OperationState.DONE, shown))
    first = log.read()[0]
    assert first.undone_by is None
    assert left_to_undo(log.newest_first(), first) == there[1:]


def test_a_ledger_nobody_edited_has_no_operations(path: Path) -> None:
    assert OperationsLog(path).read() == ()
    assert settle(path) is None
    assert not OperationsLog(path).path.exists()


def test_the_log_belongs_to_whom_the_ledger_does(path: Path) -> None:
    path.chmod(0o664)
    perform(path, factor(500))
    assert OperationsLog(path).path.stat().st_mode & 0o777 == 0o664


FIRST, LATER = 7, 6
"""Calls of the first operation, which makes the log, and of any later one."""

CRASHES = [
    (earlier, calls, written)
    for earlier in (False, True)
    for calls in range(LATER if earlier else FIRST)
    for written in (0, 1, 5, 10**6)
]
"""Every call to stop at, and how many bytes of a write are on the disk by then."""


@pytest.mark.parametrize(("earlier", "calls", "written"), CRASHES)
def test_wherever_the_machine_stops_log_and_ledger_agree_afterwards(
    path: Path, earlier: bool, calls: int, written: int
) -> None:
    if earlier:
        perform(path, factor(700))
    before = factor_in(path)
    number = 2 if earlier else 1
    with pytest.raises(PowerCut):
        perform(path, factor(500), files=Machine(calls, written).files)
    settle(path)
    assert settle(path) is None, "settled once, it stays settled"
    [*others, last] = states(path) or [(0, "nothing")]
    assert all(state == "done" for _, state in others)
    if factor_in(path) == 500.0:
        assert last == (number, "done")
    else:
        assert factor_in(path) == before
        assert last != (number, "done")
    following = perform(path, factor(300))
    assert factor_in(path) == 300.0
    assert following.id == (states(path)[-2][0] if len(states(path)) > 1 else 0) + 1


def test_the_stops_tried_above_are_all_there_are(path: Path) -> None:
    machine = Machine(1000)
    perform(path, factor(500), files=machine.files)
    assert 1000 - machine.calls_left == FIRST
    machine = Machine(1000)
    perform(path, factor(300), files=machine.files)
    assert 1000 - machine.calls_left == LATER


def full(_: int, __: bytes) -> int:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_without_room_for_the_log_the_ledger_is_not_touched(path: Path) -> None:
    with pytest.raises(StoreError, match="nothing was changed: No space left on device"):
        perform(path, factor(500), files=FileCalls(write=full))
    assert path.read_text() == LOG
    assert OperationsLog(path).read() == ()


def test_an_operation_that_the_ledger_had_no_room_for_is_abandoned(path: Path) -> None:
    def only_the_log(file: int, text: bytes) -> int:
        return os.write(file, text) if text.startswith(b"{") else full(file, text)

    with pytest.raises(StoreError):
        perform(path, factor(500), files=FileCalls(write=only_the_log))
    assert path.read_text() == LOG
    assert states(path) == [(1, "intended")]
    assert perform(path, factor(300)).id == 2
    assert states(path) == [(1, "abandoned"), (2, "done")]


def test_an_edit_counts_even_if_that_could_not_be_confirmed(path: Path) -> None:
    def no_confirmation(file: int, text: bytes) -> int:
        return full(file, text) if b'"done"' in text else os.write(file, text)

    assert perform(path, factor(500), files=FileCalls(write=no_confirmation)).state is OperationState.DONE
    assert states(path) == [(1, "intended")]
    settled = settle(path)
    assert settled is not None
    assert states(path) == [(1, "done")]


def test_what_a_negotiator_changed_after_a_crash_leaves_it_uncertain(path: Path) -> None:
    with pytest.raises(PowerCut):
        perform(path, factor(500), files=Machine(3).files)
    assert states(path) == [(1, "intended")]
    text = path.read_text().replace("PriorityFactor 1000.000000", "PriorityFactor 42.0")
    path.write_text(text)
    settle(path)
    assert states(path) == [(1, "uncertain")]


@pytest.mark.slow
def test_a_very_long_operation_is_found_again_from_the_end(path: Path) -> None:
    many = [SetAttribute(ANN, f"Note{number}", f'"{"x" * 100}"') for number in range(3000)]
    perform(path, *many)
    with pytest.raises(PowerCut):
        perform(path, *(SetAttribute(ANN, f"Other{number}", '"y"') for number in range(3000)), files=Machine(4).files)
    settled = settle(path)
    assert settled is not None
    assert settled.id == 2
    assert perform(path, factor(500)).id == 3


@pytest.mark.parametrize(
    "line",
    [
        b"not json",
        b"[1, 2]",
        b'{"id": 1}',
        b'{"id": 1, "state": "intended", "action": "setfactor"}',
        b'{"id": 9, "state": "done"}',
        b'{"id": Infinity, "state": "intended", "action": 1}',
        b'{"id": ' + b"9" * 5000 + b', "state": "done"}',
        b"[" * 100_000,
        b"\xff",
    ],
)
def test_a_log_that_makes_no_sense_is_an_error_with_its_line(path: Path, line: bytes) -> None:
    perform(path, factor(500))
    with OperationsLog(path).path.open("ab") as log:
        log.write(line + b"\n")
    with pytest.raises(OperationsError, match="line 3: a line of the operations log makes no sense"):
        OperationsLog(path).read()


def test_a_last_line_that_makes_no_sense_stops_edits(path: Path) -> None:
    OperationsLog(path).path.write_text("what is this?\n")
    with pytest.raises(OperationsError, match="the last line of the operations log makes no sense"):
        perform(path, factor(500))
    assert path.read_text() == LOG


def test_several_at_once_write_down_each_of_their_operations_in_order(path: Path) -> None:
    def several(first: int) -> list[int]:
        return [perform(path, factor(first + number)).id for number in range(10)]

    with ThreadPoolExecutor(4) as writers:
        ids = [number for numbers in writers.map(several, (100, 200, 300, 400)) for number in numbers]
    history = OperationsLog(path).read()
    assert sorted(ids) == [operation.id for operation in history] == list(range(1, 41))
    befores = [operation.changes[0].before for operation in history]
    afters = [operation.changes[0].after for operation in history]
    assert befores == ["1000.000000", *afters[:-1]]
    assert factor_in(path) == float(afters[-1] or 0)


def test_names_of_any_bytes_are_kept(path: Path) -> None:
    key = "Customer.b\udcff@x"
    perform(path, NewAd(key), SetAttribute(key, "Floor", "1"))
    [operation] = OperationsLog(path).read()
    assert operation.changes[0].key == key


def operations(*undoes: int | None) -> Sequence[Operation]:
    """Operations, the newest first, of which the first, second and so on undid the one that is named, or none."""
    made = [
        Operation(
            id=number,
            state=OperationState.DONE,
            at=NOW,
            who="root",
            action="setfactor",
            names=(),
            undoes=of,
            version="0.1",
            changes=(),
        )
        for number, of in enumerate(undoes, 1)
    ]
    return list(as_undone(reversed(made)))


def test_without_a_number_the_last_operation_that_still_stands_is_meant() -> None:
    assert to_be_undone(operations(None, None), None).id == 2
    assert to_be_undone(operations(None, None, 2), None).id == 1
    assert to_be_undone(operations(None, None, 2, 3), None).id == 2
    with pytest.raises(Refused, match="there is no operation to undo"):
        to_be_undone(operations(None, 1), None)


def test_an_operation_is_undone_once_unless_that_was_undone() -> None:
    history = operations(None, 1)
    assert [operation.undone_by for operation in history] == [None, 2]
    assert to_be_undone(history, 2).id == 2
    with pytest.raises(Refused, match="operation 1 has already been undone by operation 2"):
        to_be_undone(history, 1)
    assert to_be_undone(operations(None, 1, 2), 1).id == 1


def test_what_never_was_or_cannot_be_undone_is_refused() -> None:
    history = list(operations(None, None))
    with pytest.raises(Refused, match="there is no operation 7"):
        to_be_undone(history, 7)
    history[0] = replace(history[0], state=OperationState.ABANDONED)
    with pytest.raises(Refused, match="operation 2 was never carried out"):
        to_be_undone(history, 2)
    history[1] = replace(history[1], reversible=False, action="update")
    with pytest.raises(Refused, match=r"operation 1 \(update\) cannot be undone: it charged actual usage"):
        to_be_undone(history, 1)
    with pytest.raises(Refused, match="there is no operation to undo"):
        to_be_undone(history, None)


def test_deleting_and_the_like_survive_a_crash_too(path: Path) -> None:
    for calls in range(FIRST):
        path.write_text(LOG)
        OperationsLog(path).path.unlink(missing_ok=True)
        with pytest.raises(PowerCut):
            perform(path, DestroyAd(ANN), files=Machine(calls, 10**6).files)
        settle(path)
        gone = ANN not in Ledger.read(path).ads
        assert [state for _, state in states(path)] in ([["done"]] if gone else [["abandoned"], []])
