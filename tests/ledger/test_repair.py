"""A ledger that is damaged: what of it is edited only after a repair, and what a repair keeps."""

import stat
from pathlib import Path

import pytest
from hypothesis import given

from tests.ledger import logs
from tests.ledger.logs import ALICE, BOB, HEAD
from tests.ledger.writing import APPENDED, EDIT, NOW, commit, compact, refusal, repair, store_at
from userprio.ledger import Ledger, LedgerError, NewAd, StoreError, StoreErrorKind

DAMAGED = [
    HEAD + ALICE + b"103 Customer.alice@x Priority 3.0",
    HEAD + ALICE + b"105 \n" + BOB,
    HEAD + ALICE + b"\n" + BOB,
    HEAD + ALICE + b"\0\0\0\0",
    HEAD + ALICE + b"rubbish here\n" + BOB,
    HEAD[:20],
]


@pytest.mark.parametrize("data", DAMAGED)
def test_a_ledger_that_needs_a_repair_is_not_edited_before(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    error = refusal(store_at(path), StoreErrorKind.DAMAGED)
    assert "needs a repair" in str(error)
    assert "are left out" in str(error)
    with pytest.raises(StoreError):
        compact(store_at(path))
    assert path.read_bytes() == data


@pytest.mark.parametrize("data", DAMAGED)
def test_a_repair_keeps_the_state_and_puts_aside_what_it_takes_out(path: Path, tmp_path: Path, data: bytes) -> None:
    path.write_bytes(data)
    path.chmod(0o640)
    before = Ledger.read(path)
    aside = repair(store_at(path))
    if data.endswith(b"\0"):
        assert aside is None, "zeros are not worth keeping"
    else:
        assert aside == tmp_path / "Accountantnew.log.dropped-1767700000"
        assert data.endswith(aside.read_bytes())
        assert stat.S_IMODE(aside.stat().st_mode) == stat.S_IMODE(path.stat().st_mode) == 0o640
    after = Ledger.read(path)
    assert (after.ads, after.warnings) == (before.ads, ())
    commit(store_at(path), (NewAd("Customer.carol@x"),))
    assert "carol@x" in Ledger.read(path).customers


REST = b"03 Customer.alice@x Priority 3.000000\n103 Customer.alice@x Ceiling 4\n106 \n"
LEFT_BY_A_CRASH = [
    b"\0" * 4096,
    b"10",
    b"105 \n103 Customer.alice@x Prio",
    b"103 Customer.alice@x Priority 3.0\0\0\0\0",
    b"103 Customer.alice@x Prio\0\0\0\0",
    b"105 \n103 Customer.alice@x Priority 3.000000\n\0\0\0\0",
    b"105 \n\0\0\0\0Customer.alice@x Ceiling 4\n",
    b"\0" * 300 + REST,
    *(b"\0" * 60 + b"106 \n"[part:] for part in range(5)),
]
NOT_OF_A_CRASH = [
    b"\n",
    b"rubbish\n",
    b"rubbish\n" + BOB,
    b"\n" + BOB,
    b"\0\0" + BOB,
    b"\0" * 300 + REST + BOB,
    b"\0" * 300 + REST + b"105 \n" + BOB + b"106 \n",
    b"103 Customer.alice@x Prio\0\0\n" + BOB,
]


@pytest.mark.parametrize("tail", LEFT_BY_A_CRASH)
def test_what_a_crash_leaves_at_the_end_is_known_for_that(path: Path, tail: bytes) -> None:
    """Half a write, or zeros where the data never reached the disk: nobody ever counted any of it."""
    path.write_bytes(HEAD + ALICE + tail)
    with store_at(path).locked(NOW) as session:
        assert session.interrupted
        session.repair()
        assert not session.interrupted
        session.commit(EDIT)
    assert path.read_bytes() == HEAD + ALICE + APPENDED


@pytest.mark.parametrize("tail", NOT_OF_A_CRASH)
def test_damage_with_records_behind_it_is_not_taken_for_a_crash(path: Path, tail: bytes) -> None:
    path.write_bytes(HEAD + ALICE + tail)
    with store_at(path).locked(NOW) as session:
        assert session.damage is not None
        assert not session.interrupted


@pytest.mark.parametrize("torn", [b"101 Customer.carol@x * ", b"101 Customer.carol@x * *"])
def test_a_new_record_without_the_end_of_its_line_gets_it_and_stays(path: Path, tmp_path: Path, torn: bytes) -> None:
    path.write_bytes(HEAD + ALICE + torn)
    refusal(store_at(path), StoreErrorKind.DAMAGED)
    assert repair(store_at(path)) is None
    assert path.read_bytes() == HEAD + ALICE + torn + b"\n"
    assert list(Ledger.read(path).customers) == ["alice@x", "carol@x"]
    assert not list(tmp_path.glob("*dropped*"))
    commit(store_at(path), (NewAd("Customer.dora@x"),))
    assert list(Ledger.read(path).customers) == ["alice@x", "carol@x", "dora@x"]


def test_a_ledger_in_order_needs_no_repair(path: Path, tmp_path: Path) -> None:
    assert repair(store_at(path)) is None
    assert path.read_bytes() == HEAD + ALICE
    assert not list(tmp_path.glob("*dropped*"))


def test_what_was_put_aside_before_is_never_overwritten(path: Path, tmp_path: Path) -> None:
    for tail, name in ((b"105 \n", ""), (b"10", "-2"), (b"\n", "-3")):
        path.write_bytes(HEAD + ALICE + tail)
        aside = repair(store_at(path))
        assert aside == tmp_path / f"Accountantnew.log.dropped-1767700000{name}"
        assert aside.read_bytes() == tail


def test_a_ledger_with_a_corrupt_line_before_its_end_cannot_be_repaired_or_edited(path: Path) -> None:
    data = HEAD + b"rubbish here\n" + ALICE + b"105 \n" + BOB + b"106 \n"
    path.write_bytes(data)
    for act in (commit, compact, repair):
        with pytest.raises(LedgerError, match="cannot be read") as caught:
            act(store_at(path))
        assert caught.value.line == 2
    assert path.read_bytes() == data


@given(logs.any_logs)
def test_whatever_the_damage_a_repair_loses_no_byte_and_no_record(scratch: Path, data: bytes) -> None:
    scratch.write_bytes(data)
    try:
        before = Ledger.of_bytes(data)
    except LedgerError:
        return
    lost = data[min((warning.byte for warning in before.warnings if warning.dropped_bytes), default=len(data)) :]
    aside = repair(store_at(scratch))
    assert (aside is not None) == bool(lost.strip(b"\0"))
    after = Ledger.read(scratch)
    assert (after.ads, after.needs_repair) == (before.ads, False)
    if aside is not None:
        kept = scratch.read_bytes()
        assert kept + aside.read_bytes() == data
        aside.unlink()
