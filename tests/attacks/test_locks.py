"""The lock of a ledger, and the names beside it that are not this program's to remove."""

import fcntl
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.attacks.others import EVE, as_root, being_eve, give_to_eve
from userprio.ledger import LedgerStore, StoreError
from userprio.ledger.lock import exclusive, lock_path

Run = Callable[..., Any]
NOW = 1_772_442_000


@contextmanager
def flocked(path: Path, flags: int) -> Iterator[None]:
    """While somebody holds the lock on a file by one of our own descriptors, which is as good as another process's."""
    file = os.open(path, flags)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(file)


def setfactor(userprio: Run, ledger: Path, *options: str) -> Any:
    return userprio("--ledger", ledger, *options, "setfactor", "ann@lab.example", "2000", CONDOR_CONFIG="ONLY_ENV")


def test_a_file_that_an_admin_called_the_new_ledger_is_not_removed_by_an_edit(userprio: Run, ledger: Path) -> None:
    candidate = ledger.with_name(f"{ledger.name}.new")
    for content in ("work", ledger.read_text()):
        candidate.write_text(content)
        assert setfactor(userprio, ledger).status == 0
        assert userprio("--ledger", ledger, "update", "--set", "MAX_ACCOUNTANT_DATABASE_SIZE=1").status == 0
        assert candidate.read_text() == content


def test_not_even_under_the_name_that_nobody_would_choose_is_the_work_of_others_removed(
    userprio: Run, ledger: Path
) -> None:
    other = ledger.with_name(f".{ledger.name}.userprio-new")
    other.write_text("work")
    assert setfactor(userprio, ledger).status == 0
    assert other.read_text() == "work"
    other.write_text(ledger.read_text()[:30])
    assert setfactor(userprio, ledger).status == 0
    assert not other.exists()


@as_root
def test_who_may_only_read_a_ledger_cannot_lock_it(userprio: Run, public: Path, ledger: Path) -> None:
    path = ledger.rename(public / "Accountantnew.log")
    path.chmod(0o644)
    assert setfactor(userprio, path).status == 0
    for flags in (os.O_RDONLY, os.O_RDWR):
        with being_eve(), pytest.raises(PermissionError), flocked(lock_path(path), flags):
            pass
    assert lock_path(path).stat().st_mode & 0o777 == 0o600


@as_root
def test_who_may_write_to_a_ledger_can_lock_it(public: Path, ledger: Path) -> None:
    path = ledger.rename(public / "Accountantnew.log")
    os.chown(path, 0, EVE)
    path.chmod(0o664)
    with exclusive(path, path.stat(), 0):
        assert lock_path(path).stat().st_mode & 0o777 == 0o660
    with being_eve(), exclusive(path, path.stat(), 0):
        pass
    lock_path(path).unlink()
    public.chmod(0o777)
    # Whoever makes the lock file first cannot give it to the owner of the ledger, but to its group.
    with being_eve(), exclusive(path, path.stat(), 0):
        assert (lock_path(path).stat().st_gid, lock_path(path).stat().st_mode & 0o777) == (EVE, 0o660)


def test_a_lock_file_that_was_open_to_all_is_closed_to_others_by_the_next_edit(userprio: Run, ledger: Path) -> None:
    ledger.chmod(0o664)
    lock_path(ledger).touch()
    lock_path(ledger).chmod(0o666)
    assert setfactor(userprio, ledger).status == 0
    assert lock_path(ledger).stat().st_mode & 0o777 == 0o660


@as_root
def test_a_process_that_held_the_lock_once_is_not_named(userprio: Run, public: Path, ledger: Path) -> None:
    path = ledger.rename(public / "Accountantnew.log")
    lock_path(path).write_text(f"process {os.getppid()} on {os.uname().nodename}\n")
    lock_path(path).chmod(0o644)
    give_to_eve(public)
    with being_eve():
        file = os.open(lock_path(path), os.O_RDONLY)
    fcntl.flock(file, fcntl.LOCK_EX)
    done = setfactor(userprio, path, "--wait", "0s")
    os.close(file)
    assert done.status == 4
    assert "another process is editing the ledger" in done.err


def test_the_note_of_who_held_the_lock_is_gone_with_the_lock(ledger: Path) -> None:
    with LedgerStore(ledger).locked(NOW):
        assert lock_path(ledger).read_text() == f"process {os.getpid()} on {os.uname().nodename}\n"
    assert lock_path(ledger).read_bytes() == b""


def test_a_note_that_a_killed_process_left_names_nobody(ledger: Path) -> None:
    code = (
        "import os, signal, sys; from pathlib import Path; from userprio.ledger import LedgerStore\n"
        f"with LedgerStore(Path(sys.argv[1])).locked({NOW}): os.kill(os.getpid(), signal.SIGKILL)"
    )
    subprocess.run([sys.executable, "-c", code, str(ledger)], check=False)
    assert lock_path(ledger).read_text().startswith("process ")
    is_refused = pytest.raises(StoreError, match="another process is editing")
    with flocked(lock_path(ledger), os.O_RDWR), is_refused, LedgerStore(ledger, 0).locked(NOW):
        pass


def test_the_process_that_holds_the_lock_is_named(ledger: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from userprio.ledger import LedgerStore\n"
        f"with LedgerStore(Path(sys.argv[1])).locked({NOW}): print('held', flush=True); sys.stdin.read()"
    )
    words = [sys.executable, "-c", code, str(ledger)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdin is not None
        holder.stdout.readline()
        is_refused = pytest.raises(StoreError, match=f"process {holder.pid} on .* is editing the ledger")
        with is_refused, LedgerStore(ledger, 0).locked(NOW):
            pass
        holder.stdin.close()
