"""Writers for the tests: edits, failing disks, and processes that end in the middle of something."""

import os
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from userprio.ledger import FileCalls, LedgerStore, Record, SetAttribute, StoreError, StoreErrorKind

NOW = 1767700000
EDIT: tuple[Record, ...] = (
    SetAttribute("Customer.alice@x", "Priority", "9.000000"),
    SetAttribute("Customer.alice@x", "Ceiling", "4"),
)
APPENDED = b"105 \n103 Customer.alice@x Priority 9.000000\n103 Customer.alice@x Ceiling 4\n106 \n"
"""What that edit adds to a ledger."""


def store_at(path: Path, files: FileCalls | None = None, timeout_s: float = 10.0) -> LedgerStore:
    """A store that sees no other processes."""
    return LedgerStore(path, timeout_s, path.parent / "no-proc", files or FileCalls())


def commit(store: LedgerStore, records: tuple[Record, ...] = EDIT, *, create: bool = False) -> None:
    with store.locked(NOW, create=create) as session:
        session.commit(records)


def compact(store: LedgerStore) -> None:
    with store.locked(NOW) as session:
        session.compact()


def repair(store: LedgerStore) -> Path | None:
    with store.locked(NOW) as session:
        return session.repair()


@dataclass
class Disk:
    """Real files whose n-th call of those that change something goes wrong; calls count from 1."""

    wrong_at: int
    wrong: Callable[[], None]
    """What happens instead of the call, or of the second half of a write."""
    halves: bool = True
    """The write that goes wrong gets half of its bytes onto the disk first."""
    calls: int = 0

    def files(self) -> FileCalls:
        real = FileCalls()

        def counted(call: Callable[..., None]) -> Callable[..., None]:
            def run(*arguments: object) -> None:
                if self.goes_wrong():
                    self.wrong()
                call(*arguments)

            return run

        def write(file: int, text: bytes) -> int:
            if self.goes_wrong():
                if self.halves:
                    os.write(file, text[: len(text) // 2])
                self.wrong()
            return real.write(file, text)

        return FileCalls(
            write, counted(real.sync), counted(real.sync_all), counted(real.truncate), counted(real.rename)
        )

    def goes_wrong(self) -> bool:
        self.calls += 1
        return self.calls == self.wrong_at


def in_child(task: Callable[[], str]) -> tuple[int, str]:
    """The exit status of a process that does `task`, and what that returned."""
    come, go = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(come)
        status, answer = 1, ""
        try:
            status, answer = 0, task()
        finally:
            # Never back into the test runner, whatever was raised.
            with os.fdopen(go, "w") as pipe:
                pipe.write(answer or traceback.format_exc())
            os._exit(status)
    os.close(go)
    with os.fdopen(come) as pipe:
        answer = pipe.read()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), answer


def as_nobody(act: Callable[[], str]) -> str:
    """What `act` says when done by a user without rights: by root it is done as nobody."""

    def step_down() -> str:
        if os.geteuid() == 0:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
        return act()

    status, told = in_child(step_down)
    assert status == 0, told
    return told


def refusal(store: LedgerStore, kind: StoreErrorKind, records: tuple[Record, ...] = EDIT) -> StoreError:
    """What an edit is refused with, in one sentence."""
    with pytest.raises(StoreError) as caught:
        commit(store, records)
    assert caught.value.kind is kind
    assert "\n" not in str(caught.value)
    return caught.value
