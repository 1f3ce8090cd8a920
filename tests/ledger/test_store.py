"""Editing a ledger in place: what is appended, what is refused, compaction and repair."""

import errno
import os
import stat
import struct
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ledger import logs
from tests.ledger.logs import ALICE, BOB, HEAD
from tests.ledger.writing import APPENDED, EDIT, NOW, commit, compact, refusal, repair, store_at
from userprio.base.limits import LEDGER_FILE, run_with
from userprio.ledger import Ledger, LedgerError, NewAd, Record, SetAttribute, StoreError, StoreErrorKind, compacted_text
from userprio.ledger.records import BEGIN, END


def test_an_edit_is_one_transaction_at_the_end_of_the_file(path: Path) -> None:
    commit(store_at(path))
    assert path.read_bytes() == HEAD + ALICE + APPENDED


def test_an_edit_of_nothing_writes_nothing(path: Path) -> None:
    commit(store_at(path), ())
    commit(store_at(path), (BEGIN, END))
    assert path.read_bytes() == HEAD + ALICE


def test_a_session_reads_what_it_committed(path: Path) -> None:
    with store_at(path).locked(NOW) as session:
        assert session.ads(["Customer.alice@x", "Customer.bob@x"]).keys() == {"Customer.alice@x"}
        assert session.ledger.customers["alice@x"].priority == 2.0
        session.commit(EDIT)
        assert session.ads(["Customer.alice@x"])["Customer.alice@x"]["Ceiling"] == "4"
        session.commit([NewAd("Customer.bob@x"), SetAttribute("Customer.bob@x", "FloorLeaseExpiration", "7")])
        assert session.names() == ["alice@x", "bob@x"]
        assert session.ads(["Customer.bob@x"])["Customer.bob@x"]["FloorLeaseExpiration"] == "7"
        assert session.customers_with("FloorLeaseExpiration") == ["bob@x"]
        assert session.ledger.customers["alice@x"].priority == 9.0
        assert session.size == path.stat().st_size


def test_a_record_that_cannot_be_written_spoils_the_whole_edit(path: Path) -> None:
    with pytest.raises(LedgerError):
        commit(store_at(path), (*EDIT, SetAttribute("Customer.a b", "Priority", "1")))
    assert path.read_bytes() == HEAD + ALICE


@given(logs.whole_logs, st.lists(logs.records, max_size=8), st.lists(logs.records, max_size=3))
def test_edits_change_what_htcondors_replay_changes_and_keep_every_byte(
    scratch: Path, before: bytes, first: list[Record], second: list[Record]
) -> None:
    scratch.write_bytes(before)
    store = store_at(scratch)
    with store.locked(NOW) as session:
        session.commit(first)
        session.commit(second)
    assert scratch.read_bytes().startswith(before)
    after = Ledger.read(scratch)
    assert after.ads == Ledger.of_bytes(before).replay([*first, *second]).ads
    assert not after.needs_repair


# New ledgers


def test_a_missing_ledger_is_an_error_and_leaves_no_lock_file(tmp_path: Path) -> None:
    error = refusal(store_at(tmp_path / "Acountant.log"), StoreErrorKind.MISSING)
    assert "there is no such ledger" in str(error)
    assert list(tmp_path.iterdir()) == []


def test_a_new_ledger_begins_with_its_time_and_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "Accountantnew.log"
    os.umask(mask := os.umask(0))
    commit(store_at(path), (NewAd("Customer.alice@x"),), create=True)
    assert path.read_bytes() == b"107 1 CreationTimestamp 1767700000\n105 \n101 Customer.alice@x * *\n106 \n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 & ~mask
    assert {each.name for each in tmp_path.iterdir()} == {"Accountantnew.log", "Accountantnew.log.lock"}


def test_a_new_ledger_is_empty_until_something_is_committed(tmp_path: Path) -> None:
    path = tmp_path / "Accountantnew.log"
    with store_at(path).locked(NOW, create=True) as session:
        assert (session.names(), session.size, session.damage) == ([], 0, None)
        session.compact()
        assert session.repair() is None
        assert not path.exists()
        session.commit([NewAd("Customer.alice@x")])
        session.commit([NewAd("Customer.bob@x")])
    assert list(Ledger.read(path).customers) == ["alice@x", "bob@x"]


def test_an_empty_file_gets_its_first_line_with_the_first_edit(path: Path) -> None:
    path.write_bytes(b"")
    path.chmod(0o640)
    commit(store_at(path), (NewAd("Customer.alice@x"),))
    assert path.read_bytes() == b"107 1 CreationTimestamp 1767700000\n105 \n101 Customer.alice@x * *\n106 \n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_ledger_whose_folder_is_missing_cannot_be_made(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no such folder") as caught:
        commit(store_at(tmp_path / "spool" / "Accountantnew.log"), create=True)
    assert caught.value.kind is StoreErrorKind.MISSING


def test_what_is_not_a_file_is_not_a_ledger(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    for path in (tmp_path, fifo, Path("/dev/null"), Path("a\0b"), Path("/dev/null/ledger"), tmp_path / ("n" * 300)):
        refusal(store_at(path), StoreErrorKind.MISSING)


def test_a_file_that_is_something_else_is_left_alone(path: Path) -> None:
    path.write_bytes(b"GROUP_NAMES = a, b\n")
    with pytest.raises(LedgerError, match="not an accounting ledger"):
        commit(store_at(path))
    assert path.read_bytes() == b"GROUP_NAMES = a, b\n"


# Links


def test_a_symbolic_link_is_followed_and_stays_one(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "elsewhere" / "ledger"
    link.parent.mkdir()
    link.symlink_to(Path("..") / path.name)
    commit(store_at(link))
    assert path.read_bytes() == HEAD + ALICE + APPENDED
    compact(store_at(link))
    assert link.is_symlink()
    assert not path.is_symlink()
    assert Ledger.read(path).sequence == 4
    assert [each.name for each in link.parent.iterdir()] == ["ledger"]


def test_a_link_to_nothing_makes_the_ledger_where_it_leads(tmp_path: Path) -> None:
    link = tmp_path / "ledger"
    link.symlink_to(tmp_path / "Accountantnew.log")
    commit(store_at(link), (NewAd("Customer.alice@x"),), create=True)
    assert link.is_symlink()
    assert list(Ledger.read(tmp_path / "Accountantnew.log").customers) == ["alice@x"]


def test_links_in_a_circle_are_not_a_ledger(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    refusal(store_at(tmp_path / "a"), StoreErrorKind.MISSING)


# Changes behind our back


def test_what_was_appended_meanwhile_by_others_makes_the_edit_fail(path: Path) -> None:
    with store_at(path).locked(NOW) as session:
        session.names()
        with path.open("ab") as other:
            other.write(BOB)
        with pytest.raises(StoreError, match="changed the ledger meanwhile") as caught:
            session.commit(EDIT)
    assert caught.value.kind is StoreErrorKind.MOVED
    assert path.read_bytes() == HEAD + ALICE + BOB


@pytest.mark.parametrize("act", ["commit", "compact", "repair"])
@pytest.mark.parametrize("gone", [True, False], ids=["gone", "replaced"])
def test_a_ledger_that_was_taken_away_meanwhile_is_not_written(path: Path, act: str, gone: bool) -> None:
    if act == "repair":
        path.write_bytes(HEAD + ALICE + b"105 \n")
    with store_at(path).locked(NOW) as session:
        session.names()
        path.unlink()
        if not gone:
            path.write_bytes(HEAD)
        with pytest.raises(StoreError) as caught:
            {"commit": lambda: session.commit(EDIT), "compact": session.compact, "repair": session.repair}[act]()
    assert caught.value.kind is StoreErrorKind.MOVED
    assert path.exists() is not gone
    assert gone or path.read_bytes() == HEAD


def test_a_ledger_that_somebody_made_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "Accountantnew.log"
    with store_at(path).locked(NOW, create=True) as session:
        path.write_bytes(HEAD + ALICE)
        with pytest.raises(StoreError) as caught:
            session.commit(EDIT)
    assert caught.value.kind is StoreErrorKind.MOVED
    assert path.read_bytes() == HEAD + ALICE


# Compaction


def test_compaction_keeps_the_state_and_forgets_the_history(path: Path) -> None:
    commit(store_at(path))
    compact(store_at(path))
    assert path.read_bytes() == (
        b"107 4 CreationTimestamp 1767600000\n"
        b"101 Customer.alice@x * *\n"
        b'103 Customer.alice@x MyType "*"\n'
        b"103 Customer.alice@x Ceiling 4\n"
        b"103 Customer.alice@x Priority 9.0\n"
    )


def test_compaction_keeps_owner_and_mode(path: Path) -> None:
    path.chmod(0o640)
    if os.geteuid() == 0:
        os.chown(path, 65534, 65533)
    before = path.stat()
    compact(store_at(path))
    after = path.stat()
    assert (after.st_uid, after.st_gid, after.st_mode) == (before.st_uid, before.st_gid, before.st_mode)
    assert after.st_ino != before.st_ino


EVERYBODY: Final = 0xFFFFFFFF
ACCESS_LIST: Final = "system.posix_acl_access"
DEFAULT_LIST: Final = "system.posix_acl_default"


def access_list(*entries: tuple[int, int, int]) -> bytes:
    """The bytes of an access list: its version, then tag, rights and number of each entry (`acl(5)`)."""
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)


OWNER, USER, GROUP, MASK, OTHER = 1, 2, 4, 16, 32
FOR_NOBODY = access_list(
    (OWNER, 6, EVERYBODY), (USER, 4, 65534), (GROUP, 0, EVERYBODY), (MASK, 4, EVERYBODY), (OTHER, 0, EVERYBODY)
)


def put(path: Path, name: str, value: bytes) -> None:
    try:
        os.setxattr(path, name, value)
    except OSError as failed:
        pytest.skip(f"the file system of {path.parent} does not take {name}: {failed.strerror}")


def test_compaction_keeps_the_access_list_and_other_attributes(path: Path) -> None:
    """Of a file with an access list the mode is not the group's: without the list, the group could read it."""
    put(path, ACCESS_LIST, FOR_NOBODY)
    put(path, "user.backup", b"nightly")
    before = {name: os.getxattr(path, name) for name in os.listxattr(path)}
    mode = stat.S_IMODE(path.stat().st_mode)
    compact(store_at(path))
    assert Ledger.read(path).sequence == 4
    assert {name: os.getxattr(path, name) for name in os.listxattr(path)} == before
    assert stat.S_IMODE(path.stat().st_mode) == mode == 0o640


def test_compaction_keeps_the_security_label(path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root may label a file")
    put(path, "security.selinux", b"system_u:object_r:condor_var_lib_t:s0\0")
    compact(store_at(path))
    assert os.getxattr(path, "security.selinux") == b"system_u:object_r:condor_var_lib_t:s0\0"


def test_a_compacted_ledger_takes_no_access_list_from_its_folder(path: Path) -> None:
    path.chmod(0o600)
    put(path.parent, DEFAULT_LIST, FOR_NOBODY)
    compact(store_at(path))
    assert ACCESS_LIST not in os.listxattr(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_what_is_put_aside_in_a_repair_is_nobodys_who_could_not_read_the_ledger(path: Path) -> None:
    path.write_bytes(HEAD + ALICE + b"105 \n")
    put(path, ACCESS_LIST, FOR_NOBODY)
    aside = repair(store_at(path))
    assert aside is not None
    assert os.getxattr(aside, ACCESS_LIST) == FOR_NOBODY


def test_an_attribute_that_cannot_be_kept_leaves_the_ledger_as_it_is(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(path, "user.backup", b"nightly")

    def refused(*_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "setxattr", refused)
    with pytest.raises(StoreError, match=r"its attribute user.backup cannot be kept \(Operation not permitted\)"):
        compact(store_at(path))
    assert path.read_bytes() == HEAD + ALICE
    assert not (tmp_path / ".Accountantnew.log.userprio-new").exists()


def test_a_ledger_with_several_names_is_edited_under_all_of_them_and_not_compacted(path: Path, tmp_path: Path) -> None:
    """A file that takes the place of one name parts it from the others, where some program may go on to look."""
    other = tmp_path / "by-another-name"
    other.hardlink_to(path)
    commit(store_at(path))
    with pytest.raises(StoreError, match=r"the ledger has 2 names \(hard links\)") as caught:
        compact(store_at(path))
    assert caught.value.kind is StoreErrorKind.LINKED
    assert other.read_bytes() == path.read_bytes() == HEAD + ALICE + APPENDED
    other.unlink()
    compact(store_at(path))
    assert Ledger.read(path).sequence == 4


def test_a_repair_is_made_under_all_names(path: Path, tmp_path: Path) -> None:
    path.write_bytes(HEAD + ALICE + b"105 \n")
    other = tmp_path / "by-another-name"
    other.hardlink_to(path)
    repair(store_at(path))
    assert other.samefile(path)
    assert path.read_bytes() == HEAD + ALICE


def test_what_a_killed_process_left_of_a_new_file_is_in_nobodys_way(path: Path, tmp_path: Path) -> None:
    (tmp_path / ".Accountantnew.log.userprio-new").write_bytes(HEAD[:20])
    compact(store_at(path))
    assert Ledger.read(path).sequence == 4
    assert not (tmp_path / ".Accountantnew.log.userprio-new").exists()


def test_the_next_edit_removes_what_a_killed_process_left_of_a_new_file(path: Path, tmp_path: Path) -> None:
    for half in (b"", b"10", HEAD[:20], bytes(4096)):
        (tmp_path / ".Accountantnew.log.userprio-new").write_bytes(half)
        commit(store_at(path))
        assert not (tmp_path / ".Accountantnew.log.userprio-new").exists()


def test_a_ledger_too_large_to_be_read_is_not_edited_nor_made_by_an_edit(path: Path) -> None:
    """What one command reads, all do: no edit leads where listings do not follow."""
    with run_with({LEDGER_FILE: len(HEAD + ALICE) + 20}):
        error = refusal(store_at(path), StoreErrorKind.FULL)
    assert "it was not made" in str(error)
    with (
        run_with({LEDGER_FILE: len(HEAD + ALICE) - 1}),
        pytest.raises(LedgerError, match="the ledger cannot be read: it is larger than"),
    ):
        commit(store_at(path))
    assert path.read_bytes() == HEAD + ALICE


def test_a_link_put_in_place_of_the_new_file_is_not_written_through(path: Path, tmp_path: Path) -> None:
    (tmp_path / "precious").write_bytes(b"precious")
    (tmp_path / ".Accountantnew.log.userprio-new").symlink_to(tmp_path / "precious")
    with pytest.raises(StoreError, match=r"is in the way, and was not made by this program\. Move it away"):
        compact(store_at(path))
    assert (tmp_path / "precious").read_bytes() == b"precious"


def test_a_session_goes_on_after_a_compaction(path: Path) -> None:
    with store_at(path).locked(NOW) as session:
        session.compact()
        session.commit(EDIT)
        session.compact()
        assert session.ledger.sequence == 5
        session.commit([NewAd("Customer.bob@x")])
    assert Ledger.read(path).customers.keys() == {"alice@x", "bob@x"}


@given(logs.whole_logs)
def test_a_compacted_ledger_says_the_same(scratch: Path, data: bytes) -> None:
    scratch.write_bytes(data)
    before = Ledger.of_bytes(data)
    compact(store_at(scratch))
    after = Ledger.read(scratch)
    assert after.ads == {
        key: {name: compacted_text(text) for name, text in ad.items()} for key, ad in before.ads.items()
    }
    assert (after.sequence, after.created, after.clean, after.warnings) == (
        before.sequence + 1,
        before.created,
        True,
        (),
    )


@pytest.mark.parametrize("tail", [b"", b"105 \n" + BOB], ids=["whole", "with a tail that a crash left"])
def test_a_large_ledger_is_looked_at_in_place_and_edited_as_a_small_one(
    path: Path, tail: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("files", "ledger"):
        monkeypatch.setattr(f"userprio.ledger.{module}.LARGE", 1)
    path.write_bytes(HEAD + ALICE + tail)
    if tail:
        repair(store_at(path))
    commit(store_at(path))
    assert path.read_bytes() == HEAD + ALICE + APPENDED
    with store_at(path).locked(NOW) as session:
        assert session.ads(["Customer.alice@x"]) == {"Customer.alice@x": session.ledger.ads["Customer.alice@x"]}
        assert session.damage is None
