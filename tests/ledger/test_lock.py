"""Several writers at once: each waits for its turn, and none loses an edit."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.ledger.logs import ALICE, HEAD
from tests.ledger.writing import NOW, commit, in_child, store_at
from tests.marks import fewer
from userprio.ledger import Ledger, NewAd, SetAttribute, StoreError, StoreErrorKind
from userprio.ledger.lock import exclusive, lock_path

COUNTER = "Customer.counter@x"


def write_many(path: Path, writer: int, edits: int) -> None:
    """Count `edits` up on one record that all writers share, and leave a trace of every edit."""
    store = store_at(path, timeout_s=120)
    for number in range(edits):
        with store.locked(NOW, force=True) as session:
            count = session.ledger.customers["counter@x"].resources_used or 0
            session.commit(
                [SetAttribute(COUNTER, "ResourcesUsed", str(count + 1)), NewAd(f"Customer.w{writer}.{number}@x")]
            )


def compact_many(path: Path, times: int) -> None:
    for _ in range(times):
        with store_at(path, timeout_s=120).locked(NOW, force=True) as session:
            session.compact()


@pytest.mark.slow
def test_sixteen_writers_of_many_edits_lose_none_though_the_file_is_replaced_under_them(path: Path) -> None:
    writers, edits, compactions = 16, fewer(200), 20
    commit(store_at(path), (NewAd(COUNTER),))
    fork = multiprocessing.get_context("fork")
    processes = [fork.Process(target=write_many, args=(path, writer, edits)) for writer in range(writers)]
    processes.append(fork.Process(target=compact_many, args=(path, compactions)))
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0] * len(processes)
    ledger = Ledger.read(path)
    assert ledger.warnings == ()
    assert ledger.sequence == 3 + compactions
    assert ledger.customers["counter@x"].resources_used == writers * edits
    traces = {f"w{writer}.{number}@x" for writer in range(writers) for number in range(edits)}
    assert ledger.customers.keys() == {"alice@x", "counter@x", *traces}


def test_who_waits_too_long_is_told_who_holds_the_lock(path: Path) -> None:
    with store_at(path).locked(NOW):
        _, told = in_child(lambda: refusal(path))
    assert f"process {os.getpid()} on {os.uname().nodename} is editing the ledger" in told
    assert "this edit did not get its turn within 0.01 s; nothing was changed. Try again" in told


def refusal(path: Path) -> str:
    try:
        commit(store_at(path, timeout_s=0.01))
    except StoreError as error:
        assert error.kind is StoreErrorKind.LOCKED
        return str(error)
    return "not refused"


def test_two_sessions_of_one_process_exclude_each_other(path: Path) -> None:
    with store_at(path).locked(NOW):
        assert "is editing the ledger" in refusal(path)
    commit(store_at(path))


def test_the_lock_is_free_after_an_error_in_the_block(path: Path) -> None:
    with pytest.raises(RuntimeError), store_at(path).locked(NOW):
        raise RuntimeError
    commit(store_at(path, timeout_s=0))


def test_who_waits_gets_the_ledger_that_is_there_then(path: Path) -> None:
    entered = threading.Event()
    seen: list[str] = []

    def second() -> None:
        entered.set()
        with store_at(path).locked(NOW) as session:
            seen.extend(session.names())

    thread = threading.Thread(target=second)
    with store_at(path).locked(NOW) as session:
        thread.start()
        entered.wait()
        session.compact()
        session.commit([NewAd("Customer.bob@x")])
    thread.join()
    assert seen == ["alice@x", "bob@x"]


def test_who_does_not_want_to_wait_is_told_at_once(path: Path) -> None:
    with exclusive(path, None, 0), pytest.raises(StoreError) as caught, exclusive(path, None, 0):
        pytest.fail("the block was entered")
    assert caught.value.kind is StoreErrorKind.LOCKED
    assert f"process {os.getpid()} on {os.uname().nodename} is editing the ledger; nothing was changed" in str(
        caught.value
    )


def in_turn(path: Path, names: Iterable[str], seen: list[str], before: int = 0) -> list[threading.Thread]:
    """A thread for each name that waits for the lock, in this order, and then notes its name down."""

    def wait(name: str) -> None:
        with exclusive(path, None, 30):
            seen.append(name)

    threads = [threading.Thread(target=wait, args=(name,), daemon=True) for name in names]
    for thread in threads:
        before += 1
        thread.start()
        wait_for_queue(path, before)
    return threads


def wait_for_queue(path: Path, length: int) -> None:
    for _ in range(5000):
        if waiting_for(lock_path(path)) == length:
            return
        threading.Event().wait(0.002)
    pytest.fail(f"there are never {length} waiting")


def waiting_for(lock: Path) -> int:
    """How many wait for a lock in the kernel's queue, as `/proc/locks` has them."""
    node = f":{lock.stat().st_ino} "
    return sum(" -> " in line and node in line for line in Path("/proc/locks").read_text().splitlines())


LOCKS_ARE_SHOWN = pytest.mark.skipif(not Path("/proc/locks").is_file(), reason="locks are not shown")


@LOCKS_ARE_SHOWN
def test_first_come_first_served(path: Path) -> None:
    seen: list[str] = []
    names = [str(number) for number in range(12)]
    with exclusive(path, None, 0):
        threads = in_turn(path, names, seen)
        assert seen == []
    for thread in threads:
        thread.join()
    assert seen == names


@LOCKS_ARE_SHOWN
@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "stopped"])
def test_who_is_killed_or_stopped_in_the_queue_is_not_waited_for(path: Path, blow: signal.Signals) -> None:
    seen: list[str] = []
    with subprocess.Popen([sys.executable, "-c", WAITER, str(path)], stdout=subprocess.PIPE) as first:
        with exclusive(path, None, 0):
            wait_for_queue(path, 1)
            [second] = in_turn(path, ["second"], seen, before=1)
            first.send_signal(blow)
            wait_for_queue(path, 1)
        second.join(10)
        assert seen == ["second"]
        first.kill()
        assert first.communicate()[0] == b""


WAITER = """
import sys
from pathlib import Path
from userprio.ledger.lock import exclusive
with exclusive(Path(sys.argv[1]), None, 30):
    print("first")
"""


def test_a_turn_that_comes_too_late_passes(path: Path) -> None:
    with exclusive(path, None, 0), pytest.raises(StoreError), exclusive(path, None, 0.05):
        pytest.fail("the block was entered")
    with exclusive(path, None, 1):
        pass


def test_a_lock_whose_file_was_removed_binds_nobody_and_is_taken_anew(path: Path) -> None:
    with exclusive(path, None, 0):
        lock_path(path).unlink()
        with exclusive(path, None, 0):
            assert "is editing" in refusal(path)


def test_a_lock_file_belongs_to_whom_the_ledger_does(path: Path) -> None:
    path.chmod(0o460)
    with exclusive(path, path.stat(), 0):
        assert lock_path(path).stat().st_mode & 0o777 == 0o660


def test_the_lock_file_is_not_written_where_it_is_another_file(path: Path, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_bytes(b"precious")
    lock_path(path).symlink_to(precious)
    with pytest.raises(StoreError, match="Too many levels of symbolic links"):
        commit(store_at(path))
    lock_path(path).unlink()
    lock_path(path).hardlink_to(precious)
    with pytest.raises(StoreError, match="this is not a lock file"):
        commit(store_at(path))
    assert precious.read_bytes() == b"precious"
    lock_path(path).unlink()
    lock_path(path).mkdir()
    with pytest.raises(StoreError):
        commit(store_at(path))
    assert path.read_bytes() == HEAD + ALICE
