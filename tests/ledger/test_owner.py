"""Who has a ledger open: real processes, and such as a test can describe."""

import fcntl
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.ledger.logs import ALICE, HEAD
from tests.ledger.writing import EDIT, NOW, as_nobody
from userprio.ledger import Ledger, LedgerStore, StoreError, StoreErrorKind
from userprio.ledger.lock import OtherWriter, Ownership, closed_to_others, other_writer, ownership

LINUX = pytest.mark.skipif(not Path("/proc/self/fdinfo").is_dir(), reason="there is no /proc to look at")
READY = "import sys; files = [open(name, mode) for name, mode in zip(*[iter(sys.argv[1:])] * 2)]; print(); input()"


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
def test_readers_are_no_owners_and_do_not_stand_in_the_way_of_an_edit(path: Path) -> None:
    with process_with(path, "r"), path.open("rb"):
        assert ownership(path) == Ownership(None)
        with LedgerStore(path).locked(NOW) as session:
            session.commit(EDIT)
    assert Ledger.read(path).customers["alice@x"].priority == 9.0


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
    with process_with(path, "a") as pid:
        owner = ownership(link).owner
    assert owner is not None
    assert owner.pid == pid


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


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may make a ledger that is somebody else's")
def test_who_may_not_ask_the_kernel_goes_by_proc_and_says_what_is_a_suspicion(public: Path) -> None:
    """Only the owner of a file, and root, are granted a lease."""
    path, proc = public / "Accountantnew.log", public / "proc"
    path.write_bytes(HEAD + ALICE)
    path.chmod(0o666)
    describe(proc, 4711, NEGOTIATOR, USER, None)
    public.chmod(0o777)

    def told() -> str:
        store = LedgerStore(path, proc=proc)
        with pytest.raises(StoreError, match="seems to keep the ledger") as caught, store.locked(NOW):
            pytest.fail("the block was entered")
        return str(caught.value)

    assert "condor_negotiator (process 4711)" in as_nobody(told)
    (proc / "4711" / "comm").write_text("condor_schedd")
    unsure = "only its owner may ask the kernel who has it open, on file systems that answer"
    assert as_nobody(lambda: str(ownership(path, proc))) == str(Ownership(None, unsure))


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
    assert ownership(path.with_name("none")) == Ownership(None)
    assert other_writer(tmp_path / "no-ledger") is None


# What the kernel knows


LEASES = pytest.mark.skipif(not hasattr(fcntl, "F_SETLEASE"), reason="there are no leases")


@LEASES
def test_a_writer_that_proc_does_not_show_is_found(path: Path, tmp_path: Path) -> None:
    """As of a negotiator in another container, whose processes are not to be seen."""
    store = LedgerStore(path, proc=tmp_path / "no-proc")
    with process_with(path, "a"), pytest.raises(StoreError) as caught, store.locked(NOW):
        pytest.fail("the block was entered")
    assert caught.value.kind is StoreErrorKind.IN_USE
    assert "a process that /proc does not show, such as a negotiator in a container, has the ledger open" in str(
        caught.value
    )


OUTSIDE = """
import sys
from pathlib import Path
from userprio.ledger.lock import ownership
print(ownership(Path(sys.argv[1])).owner)
"""


@LEASES
def test_a_writer_outside_of_our_container_is_found(path: Path) -> None:
    unshared = ["unshare", "--pid", "--fork", "--mount-proc"]
    if os.geteuid() != 0 or subprocess.run([*unshared, "true"], capture_output=True, check=False).returncode != 0:
        pytest.skip("only root may make a container")
    program = [*unshared, sys.executable, "-c", OUTSIDE, str(path)]
    with process_with(path, "a"):
        found = subprocess.run(program, capture_output=True, text=True, check=True)
    assert found.stdout == "a process that /proc does not show, such as a negotiator in a container,\n"
    assert subprocess.run(program, capture_output=True, text=True, check=True).stdout == "None\n"


@LEASES
def test_a_process_that_is_just_being_made_is_not_taken_for_an_owner(path: Path, tmp_path: Path) -> None:
    """It has what its parent had open, for a moment."""
    timer = threading.Timer(0.03, os.close, [os.open(path, os.O_RDWR)])
    timer.start()
    assert ownership(path, tmp_path / "no-proc") == Ownership(None)
    timer.join()


@LEASES
def test_a_negotiator_that_starts_while_an_edit_is_written_waits_and_reads_it(path: Path) -> None:
    """Whoever opens the ledger then makes the kernel signal, which does not end the process that writes."""
    before = signal.getsignal(signal.SIGIO)
    assert before is signal.SIG_DFL
    file = os.open(path, os.O_RDWR | os.O_APPEND)
    reader = "import sys; print('opens', flush=True); print(len(open(sys.argv[1], 'r+b').read()))"
    with closed_to_others(file) as closed:
        assert closed
        command = [sys.executable, "-c", reader, str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as other:
            assert other.stdout is not None
            assert other.stdout.readline() == "opens\n"
            with pytest.raises(subprocess.TimeoutExpired):
                other.wait(0.2)
            os.write(file, b"1234567")
            fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_UNLCK)
            assert other.stdout.read() == f"{len(HEAD + ALICE) + 7}\n"
    os.close(file)


@LEASES
def test_readers_wait_for_the_moment_in_which_an_edit_is_written(path: Path) -> None:
    file = os.open(path, os.O_RDWR)
    with closed_to_others(file) as closed:
        assert closed
        timer = threading.Timer(0.1, fcntl.fcntl, [file, fcntl.F_SETLEASE, fcntl.F_UNLCK])
        timer.start()
        assert list(Ledger.read(path).customers) == ["alice@x"]
        timer.join()
    os.close(file)


@LEASES
def test_a_file_that_somebody_reads_is_not_closed_to_others(path: Path) -> None:
    file = os.open(path, os.O_RDWR)
    with path.open("rb"), closed_to_others(file) as closed:
        assert closed is False
    os.close(file)


def test_of_a_file_system_that_several_machines_use_others_are_unsure(path: Path, tmp_path: Path) -> None:
    device = path.stat().st_dev
    mounts = tmp_path / "proc" / "self" / "mountinfo"
    mounts.parent.mkdir(parents=True)
    line = f"36 35 {os.major(device)}:{os.minor(device)} / /spool rw,noatime master:1 - nfs4 server:/spool rw\n"
    mounts.write_text(f"35 1 254:254 / / rw - ext4 /dev/vda rw\n{line}")
    unsure = "other machines may use its file system (nfs4) as well"
    assert ownership(path, tmp_path / "proc") == Ownership(None, unsure)
    mounts.write_text(line.replace("nfs4", "fuse.sshfs"))
    assert "(fuse)" in str(ownership(path, tmp_path / "proc").unsure)
    mounts.write_text(line.replace("nfs4", "ext4"))
    assert ownership(path, tmp_path / "proc") == Ownership(None)


def test_a_writer_on_a_file_system_that_several_machines_use_is_told_by_proc_alone(path: Path, tmp_path: Path) -> None:
    """There a lease is refused too where the server has not promised to tell of others."""
    device = path.stat().st_dev
    (tmp_path / "proc" / "self").mkdir(parents=True)
    mounts = tmp_path / "proc" / "self" / "mountinfo"
    mounts.write_text(f"36 35 {os.major(device)}:{os.minor(device)} / /spool rw - nfs server:/spool rw\n")
    with process_with(path, "a"):
        assert ownership(path, tmp_path / "proc").owner is None
        describe(tmp_path / "proc", 17, NEGOTIATOR, USER, {9: (path, "02102002")})
        assert ownership(path, tmp_path / "proc").owner == OtherWriter(17, "condor_negotiator", opened=True)
