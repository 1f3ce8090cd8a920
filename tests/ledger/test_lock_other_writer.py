"""Who has a ledger open: real processes, and such as a test can describe."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.ledger.logs import ALICE, HEAD
from tests.ledger.writing import EDIT, NOW
from userprio.ledger import LedgerStore, OtherWriter, StoreError, StoreErrorKind, other_writer
from userprio.ledger.lock import lock_path

LINUX = pytest.mark.skipif(not Path("/proc/self/fdinfo").is_dir(), reason="there is no /proc to look at")
READY = "import sys; files = [open(name, mode) for name, mode in zip(*[iter(sys.argv[1:])] * 2)]; print(); input()"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "Accountantnew.log"
    path.write_bytes(HEAD + ALICE)
    return path


@contextmanager
def process_with(*files: Path | str) -> Iterator[int]:
    """The id of a process that has files open; each is followed by its mode."""
    command = [sys.executable, "-c", READY, *map(str, files)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield process.pid
        process.communicate(b"\n")


@LINUX
def test_a_process_that_can_write_to_the_ledger_is_its_owner(path: Path) -> None:
    assert other_writer(path) is None
    with process_with(path, "a") as pid:
        found = other_writer(path)
        assert found is not None
        assert (found.pid, found.opened) == (pid, True)
        assert found.name.startswith("python")
    assert other_writer(path) is None


@LINUX
def test_readers_and_fellow_editors_are_not_owners(path: Path) -> None:
    with process_with(path, "r"):
        assert other_writer(path) is None
    lock_path(path).touch()
    with process_with(lock_path(path), "r+", path, "r+"):
        assert other_writer(path) is None


@LINUX
def test_files_of_the_same_name_elsewhere_are_not_taken_for_it(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "spool" / path.name
    other.parent.mkdir()
    with process_with(other, "w"):
        assert other_writer(path) is None
        assert other_writer(other) is not None


@LINUX
def test_a_link_is_followed(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(path)
    with process_with(path, "a"):
        assert other_writer(link) is not None


@LINUX
def test_an_edit_of_a_ledger_that_somebody_keeps_is_refused_unless_forced(path: Path) -> None:
    store = LedgerStore(path)
    with process_with(path, "a") as pid:
        with pytest.raises(StoreError) as caught, store.locked(NOW):
            pytest.fail("the block was entered")
        assert caught.value.kind is StoreErrorKind.IN_USE
        assert f"(process {pid}) has the ledger open and would not see a change; nothing was changed" in str(
            caught.value
        )
        with store.locked(NOW, force=True) as session:
            session.commit(EDIT)
            with pytest.raises(StoreError) as caught:
                session.compact()
            assert caught.value.kind is StoreErrorKind.IN_USE
    with store.locked(NOW) as session:
        assert session.ledger.customers["alice@x"].priority == 9.0
        session.compact()


def describe(proc: Path, pid: int, command: str, users: str, files: dict[int, tuple[Path, str]] | None) -> None:
    """A process as `/proc` shows it; without `files` they cannot be looked at."""
    folder = proc / str(pid)
    folder.mkdir(parents=True)
    (folder / "comm").write_text(command.rpartition("/")[2][:15] + "\n")
    (folder / "cmdline").write_text(f"{command}\0-f\0")
    (folder / "status").write_text(f"Name:\t{command[:15]}\nUid:\t{users}\nGid:\t0\t0\t0\t0\n")
    if files is None:
        (folder / "fd").write_text("as good as forbidden")
        return
    (folder / "fd").mkdir()
    (folder / "fdinfo").mkdir()
    for number, (target, flags) in files.items():
        (folder / "fd" / str(number)).symlink_to(target)
        (folder / "fdinfo" / str(number)).write_text(f"pos:\t0\nflags:\t{flags}\nmnt_id:\t29\n")


NEGOTIATOR = "/usr/sbin/condor_negotiator"
USER = f"0\t{os.geteuid()}\t0\t0"
STRANGER = "12345\t12345\t12345\t12345"


def test_a_negotiator_that_has_the_ledger_open_is_named_in_full(path: Path, tmp_path: Path) -> None:
    proc = tmp_path / "proc"
    describe(proc, 17, "/bin/sh", USER, {0: (path, "0100000")})
    describe(proc, 4711, NEGOTIATOR, STRANGER, {0: (Path("/dev/null"), "0100002"), 9: (path, "02102002")})
    found = other_writer(path, proc)
    assert found == OtherWriter(4711, "condor_negotiator", opened=True)
    assert str(found) == "condor_negotiator (process 4711)"


def test_a_negotiator_whose_files_are_all_others_keeps_another_ledger(path: Path, tmp_path: Path) -> None:
    proc = tmp_path / "proc"
    describe(proc, 4711, NEGOTIATOR, USER, {9: (Path("/dev/null"), "02102002")})
    assert other_writer(path, proc) is None


def test_a_negotiator_whose_files_cannot_be_seen_is_suspected_of_its_users_ledgers_only(
    path: Path, tmp_path: Path
) -> None:
    describe(tmp_path / "mine", 4711, NEGOTIATOR, USER, None)
    assert other_writer(path, tmp_path / "mine") == OtherWriter(4711, "condor_negotiator", opened=False)
    describe(tmp_path / "theirs", 4711, NEGOTIATOR, STRANGER, None)
    assert other_writer(path, tmp_path / "theirs") is None
    describe(tmp_path / "other", 4711, "/usr/sbin/condor_schedd", USER, None)
    assert other_writer(path, tmp_path / "other") is None


def test_who_has_it_open_counts_more_than_who_may_have(path: Path, tmp_path: Path) -> None:
    proc = tmp_path / "proc"
    describe(proc, 3, NEGOTIATOR, USER, None)
    describe(proc, 40, "vim", STRANGER, {4: (path, "0100001")})
    assert other_writer(path, proc) == OtherWriter(40, "vim", opened=True)


def test_the_refusal_says_that_it_is_a_suspicion(path: Path, tmp_path: Path) -> None:
    proc = tmp_path / "proc"
    describe(proc, 4711, NEGOTIATOR, USER, None)
    with (
        pytest.raises(StoreError, match="seems to keep the ledger") as caught,
        LedgerStore(path, proc=proc).locked(NOW),
    ):
        pytest.fail("the block was entered")
    assert "condor_negotiator (process 4711)" in str(caught.value)


def test_processes_that_end_while_we_look_are_nobody(path: Path, tmp_path: Path) -> None:
    proc = tmp_path / "proc"
    (proc / "5").mkdir(parents=True)
    describe(proc, 6, "vim", USER, {4: (tmp_path / "gone" / path.name, "0100001")})
    describe(proc, 7, "vim", USER, {4: (path, "0100001")})
    (proc / "7" / "fdinfo" / "4").unlink()
    describe(proc, 8, NEGOTIATOR, USER, None)
    (proc / "8" / "comm").unlink()
    assert other_writer(path, proc) is None


def test_without_a_proc_or_a_ledger_there_is_no_owner(path: Path, tmp_path: Path) -> None:
    assert other_writer(path, tmp_path / "no-proc") is None
    assert other_writer(tmp_path / "no-ledger") is None
