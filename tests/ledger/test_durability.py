"""A writer that is stopped anywhere leaves the ledger as it was or as it should be; and says which."""

import errno
import os
import resource
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.ledger.logs import ALICE, BOB, HEAD
from tests.ledger.writing import EDIT, NOW, Disk, as_nobody, commit, compact, in_child, repair, store_at
from userprio.ledger import FileCalls, Ledger, LedgerStore, NewAd, SetAttribute, StoreError, StoreErrorKind
from userprio.ledger.store import transaction_text

KILLED = 99
BEFORE = HEAD + ALICE
TORN = b"105 \n103 Customer.alice@x Priority 3.000000\n"


def create(store: LedgerStore) -> None:
    commit(store, (NewAd("Customer.alice@x"),), create=True)


@dataclass(frozen=True)
class Writing:
    """Something that changes a ledger: what is there before, and how many calls that change the disk it takes."""

    act: Callable[[LedgerStore], object]
    before: bytes | None
    calls: int

    def state_before(self) -> dict[str, dict[str, str]]:
        return state(self.before)

    def state_after(self, folder: Path) -> dict[str, dict[str, str]]:
        path = folder / "whole" / "Accountantnew.log"
        path.parent.mkdir()
        self.put(path)
        self.act(store_at(path))
        return state(path.read_bytes())

    def put(self, path: Path) -> None:
        if self.before is not None:
            path.write_bytes(self.before)


WRITINGS = {
    "commit": Writing(commit, BEFORE, 2),  # write, sync
    "create": Writing(create, None, 4),  # write, sync, rename, sync of the folder
    "compact": Writing(compact, BEFORE + b"102 Customer.alice@x\n" + BOB, 4),
    "repair": Writing(repair, BEFORE + TORN, 5),  # write and two syncs for the copy, then truncate and sync
}
EVERY_CALL = [
    pytest.param(writing, number, id=f"{name}-{number}")
    for name, writing in WRITINGS.items()
    for number in range(1, writing.calls + 1)
]


def state(data: bytes | None) -> dict[str, dict[str, str]]:
    """The records a reader finds; those of a compaction are spelt as before it."""
    ads = Ledger.of_bytes(data or b"").ads
    return {key: {name: text.replace(".000000", ".0") for name, text in ad.items()} for key, ad in ads.items()}


def found_at(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


def fail_with(number: int) -> Callable[[], None]:
    def fail() -> None:
        raise OSError(number, os.strerror(number))

    return fail


def die() -> None:
    os._exit(KILLED)


@pytest.mark.parametrize("writing", WRITINGS.values(), ids=WRITINGS)
def test_the_calls_below_are_all_there_are(writing: Writing, tmp_path: Path) -> None:
    disk = Disk(0, die)
    path = tmp_path / "Accountantnew.log"
    writing.put(path)
    writing.act(store_at(path, disk.files()))
    assert disk.calls == writing.calls


@pytest.mark.parametrize("halves", [True, False], ids=["half", "nothing"])
@pytest.mark.parametrize(("writing", "number"), EVERY_CALL)
def test_a_writer_killed_at_any_call_leaves_the_ledger_before_or_after(
    writing: Writing, number: int, halves: bool, tmp_path: Path
) -> None:
    path = tmp_path / "Accountantnew.log"
    writing.put(path)

    def act() -> str:
        writing.act(store_at(path, Disk(number, die, halves).files()))
        return "not reached"

    status, _ = in_child(act)
    assert status == KILLED
    assert state(found_at(path)) in (writing.state_before(), writing.state_after(tmp_path))
    # The lock went with the process, and whatever it left behind is in nobody's way.
    if writing.act is create:
        create(store_at(path))
    repair(store_at(path))
    commit(store_at(path), (NewAd("Customer.carol@x"),))
    after = Ledger.read(path)
    assert "carol@x" in after.customers
    assert after.warnings == ()


@pytest.mark.parametrize("halves", [True, False], ids=["half", "nothing"])
@pytest.mark.parametrize(("writing", "number"), EVERY_CALL)
def test_a_call_that_fails_is_one_sentence_and_no_change(
    writing: Writing, number: int, halves: bool, tmp_path: Path
) -> None:
    path = tmp_path / "Accountantnew.log"
    writing.put(path)
    with pytest.raises(StoreError) as caught:
        writing.act(store_at(path, Disk(number, fail_with(errno.ENOSPC), halves).files()))
    assert caught.value.kind is StoreErrorKind.FULL
    assert "No space left on device" in str(caught.value)
    assert "\n" not in str(caught.value)
    if "it is not certain" in str(caught.value):
        # Only the last sync, of the folder or of what was cut, comes too late to take anything back.
        assert number == writing.calls
        assert state(found_at(path)) == writing.state_after(tmp_path)
    else:
        assert "nothing was changed" in str(caught.value) or "was left as it was" in str(caught.value)
        assert found_at(path) == writing.before
    assert not (tmp_path / ".Accountantnew.log.userprio-new").exists()


def test_an_interrupt_between_write_and_sync_takes_the_edit_back(tmp_path: Path) -> None:
    path = tmp_path / "Accountantnew.log"
    path.write_bytes(BEFORE)

    def interrupt() -> None:
        raise KeyboardInterrupt

    for number in (1, 2):
        with pytest.raises(KeyboardInterrupt):
            commit(store_at(path, Disk(number, interrupt).files()))
        assert path.read_bytes() == BEFORE


@pytest.mark.parametrize("length", range(len(transaction_text(EDIT)) + 1))
def test_an_edit_cut_at_any_byte_has_not_happened_and_whole_it_has(length: int, tmp_path: Path) -> None:
    path = tmp_path / "Accountantnew.log"
    path.write_bytes(BEFORE + transaction_text(EDIT)[:length])
    ledger = Ledger.read(path)
    whole = length == len(transaction_text(EDIT))
    assert ledger.customers["alice@x"].priority == (9.0 if whole else 2.0)
    assert ledger.customers["alice@x"].ceiling == (4 if whole else None)
    assert ledger.needs_repair is (length > 0 and not whole)


@pytest.mark.parametrize("length", range(0, len(transaction_text(EDIT)), 7))
def test_a_writer_killed_after_so_many_bytes_is_as_if_it_had_not_been(length: int, tmp_path: Path) -> None:
    path = tmp_path / "Accountantnew.log"
    path.write_bytes(BEFORE)

    def write(file: int, text: bytes) -> int:
        os.write(file, text[:length])
        os._exit(KILLED)

    def act() -> str:
        commit(store_at(path, FileCalls(write=write)))
        return "not reached"

    assert in_child(act) == (KILLED, "")
    assert path.read_bytes() == BEFORE + transaction_text(EDIT)[:length]
    assert Ledger.read(path).customers["alice@x"].priority == 2.0


def test_a_short_write_is_continued(tmp_path: Path) -> None:
    path = tmp_path / "Accountantnew.log"
    path.write_bytes(BEFORE)
    commit(store_at(path, FileCalls(write=lambda file, text: os.write(file, text[:7]))))
    assert path.read_bytes() == BEFORE + transaction_text(EDIT)


MANY = tuple(SetAttribute("Customer.alice@x", f"Note{number:03}", '"0123456789"') for number in range(100))


def test_the_end_of_a_long_edit_is_written_once_all_the_rest_is_on_the_disk(tmp_path: Path) -> None:
    """A disk writes sectors in any order: with the end there and a sector of the middle missing, HTCondor would refuse
    to start with the ledger; with zeros in the place of the beginning it would not be known what they stand for.
    """
    path = tmp_path / "Accountantnew.log"
    path.write_bytes(BEFORE)
    calls: list[bytes] = []

    def write(file: int, text: bytes) -> int:
        calls.append(text)
        return os.write(file, text)

    commit(store_at(path, FileCalls(write=write, sync=lambda file: calls.append(b"synced"))), MANY)
    text = transaction_text(MANY)
    assert calls == [b"105 \n", b"synced", text[5:-5], b"synced", b"106 \n", b"synced"]
    assert path.read_bytes() == BEFORE + text


@pytest.mark.parametrize("written", range(1, 6))
def test_a_long_edit_that_fails_half_way_is_taken_back_as_a_whole(written: int, tmp_path: Path) -> None:
    path = tmp_path / "Accountantnew.log"
    path.write_bytes(BEFORE)
    told = tried(lambda: commit(store_at(path, Disk(written, fail_with(errno.ENOSPC)).files()), MANY))
    assert told.startswith("FULL: ")
    assert path.read_bytes() == BEFORE


def torn_by(cut_back: FileCalls, path: Path) -> StoreError:
    path.write_bytes(BEFORE)
    disk = Disk(1, fail_with(errno.EIO)).files()
    with pytest.raises(StoreError) as caught:
        commit(store_at(path, FileCalls(disk.write, cut_back.sync, cut_back.sync_all, cut_back.truncate, disk.rename)))
    return caught.value


def failing(*_: int) -> None:
    fail_with(errno.EIO)()


def test_half_an_edit_that_cannot_be_cut_off_is_said_and_does_not_count(tmp_path: Path) -> None:
    path = tmp_path / "Accountantnew.log"
    error = torn_by(FileCalls(truncate=failing), path)
    assert error.kind is StoreErrorKind.TORN
    assert "could not be removed" in str(error)
    assert f"from byte {len(BEFORE)} on" in str(error)
    assert state(path.read_bytes()) == state(BEFORE)
    assert path.read_bytes() != BEFORE
    repair(store_at(path))
    assert path.read_bytes() == BEFORE


def test_a_cut_that_the_disk_does_not_confirm_is_said_too(tmp_path: Path) -> None:
    path = tmp_path / "Accountantnew.log"
    assert torn_by(FileCalls(sync=failing), path).kind is StoreErrorKind.TORN
    assert path.read_bytes() == BEFORE


def test_what_somebody_else_wrote_behind_half_an_edit_is_not_cut_off_with_it(tmp_path: Path) -> None:
    path = tmp_path / "Accountantnew.log"
    path.write_bytes(BEFORE)

    def write(file: int, text: bytes) -> int:
        os.write(file, text[:30] + BOB)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(StoreError) as caught:
        commit(store_at(path, FileCalls(write=write)))
    assert caught.value.kind is StoreErrorKind.TORN
    assert "something else has written after it" in str(caught.value)
    assert path.read_bytes().endswith(BOB)


# The real thing, without a seam


def tried(act: Callable[[], object]) -> str:
    """What became of an edit, for a process to tell another."""
    try:
        act()
    except StoreError as error:
        return f"{error.kind.name}: {error}"
    return "done"


@pytest.mark.parametrize("room", [0, 1, 5, 40, len(transaction_text(EDIT)) - 1])
def test_a_file_that_may_not_grow_keeps_its_length(room: int, tmp_path: Path) -> None:
    path = tmp_path / "Accountantnew.log"
    path.write_bytes(BEFORE)

    def act() -> str:
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(BEFORE) + room, resource.RLIM_INFINITY))
        return tried(lambda: commit(store_at(path)))

    status, told = in_child(act)
    assert status == 0
    assert told.startswith("FULL: ")
    assert "nothing was changed: File too large" in told
    assert path.read_bytes() == BEFORE


def test_a_compaction_that_may_not_be_written_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "Accountantnew.log"
    path.write_bytes(BEFORE)

    def act() -> str:
        resource.setrlimit(resource.RLIMIT_FSIZE, (90, resource.RLIM_INFINITY))
        return tried(lambda: compact(store_at(path)))

    status, told = in_child(act)
    assert (status, told[:6]) == (0, "FULL: ")
    assert path.read_bytes() == BEFORE
    assert not (tmp_path / ".Accountantnew.log.userprio-new").exists()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "userprio-test", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("only root may mount a disk that is soon full")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_is_one_sentence_and_no_change(small_disk: Path) -> None:
    path = small_disk / "Accountantnew.log"
    path.write_bytes(BEFORE)
    commit(store_at(path), (NewAd("Customer.bob@x"),))
    with pytest.raises(OSError, match="No space left"):
        (small_disk / "ballast").write_bytes(b"x" * 100_000)
    before = path.read_bytes()
    many = tuple(SetAttribute("Customer.bob@x", f"Note{number}", "1") for number in range(5000))
    told = tried(lambda: commit(store_at(path), many))
    assert told == f"FULL: {path}: the edit could not be written, and nothing was changed: No space left on device"
    assert path.read_bytes() == before
    assert tried(lambda: compact(store_at(path))).startswith("FULL: ")
    assert path.read_bytes() == before
    (small_disk / "ballast").unlink()
    assert tried(lambda: compact(store_at(path))) == "done"


def test_a_ledger_that_may_only_be_read_is_one_sentence_and_no_change(public: Path) -> None:
    path = public / "Accountantnew.log"
    path.write_bytes(BEFORE)
    path.chmod(0o444)
    public.chmod(0o777)
    told = as_nobody(lambda: tried(lambda: commit(store_at(path))))
    assert told == f"DENIED: {path}: the ledger cannot be opened for writing: Permission denied"
    assert path.read_bytes() == BEFORE


def test_a_folder_that_may_only_be_read_is_one_sentence_and_no_change(public: Path) -> None:
    path = public / "Accountantnew.log"
    path.write_bytes(BEFORE)
    path.chmod(0o666)
    public.chmod(0o555)
    told = as_nobody(lambda: tried(lambda: commit(store_at(path))))
    public.chmod(0o755)
    assert told == (
        f"DENIED: {path}.lock: the ledger cannot be edited, for its lock file cannot be made or opened: "
        "Permission denied. Edit it as a user who may write to its folder"
    )
    assert path.read_bytes() == BEFORE


def test_a_ledger_in_a_folder_that_may_not_be_entered_is_one_sentence(public: Path) -> None:
    path = public / "Accountantnew.log"
    path.write_bytes(BEFORE)
    public.chmod(0o000)
    told = as_nobody(lambda: tried(lambda: commit(store_at(path))))
    public.chmod(0o755)
    assert told == f"DENIED: {path}: the ledger cannot be reached: Permission denied"


def test_somebody_elses_ledger_is_not_taken_over_by_a_compaction(public: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root may make a ledger that is somebody else's")
    path = public / "Accountantnew.log"
    path.write_bytes(BEFORE)
    path.chmod(0o666)
    public.chmod(0o777)
    told = as_nobody(lambda: tried(lambda: compact(store_at(path))))
    assert told.startswith("DENIED: ")
    assert "Operation not permitted" in told
    assert path.read_bytes() == BEFORE
    assert path.stat().st_uid == 0
    assert as_nobody(lambda: tried(lambda: commit(store_at(path)))) == "done"


def test_the_lock_of_a_ledger_that_root_edited_is_its_owners_too(public: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root may edit the ledgers of others")
    path = public / "Accountantnew.log"
    path.write_bytes(BEFORE)
    path.chmod(0o600)
    for each in (public, path):
        os.chown(each, 65534, 65534)
    with store_at(path).locked(NOW) as session:
        session.commit(EDIT)
    assert as_nobody(lambda: tried(lambda: commit(store_at(path)))) == "done"
