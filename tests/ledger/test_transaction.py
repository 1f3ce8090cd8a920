"""Records to text and text to records, both ways."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.ledger import logs
from userprio.ledger import (
    BEGIN,
    END,
    DeleteAttribute,
    DestroyAd,
    EndTransaction,
    Ledger,
    LedgerError,
    NewAd,
    Record,
    SequenceNumber,
    SetAttribute,
    format_record,
)
from userprio.ledger.records import Corrupt, LogEnd, read_record
from userprio.ledger.writing import first_line, transaction_text

texts = st.text(max_size=12) | st.sampled_from(
    ["(empty)", "*", "Job", "a b", "a\0", "#", "106", "\udcff", "\ud800", '"']
)
wild_records: st.SearchStrategy[Record] = st.one_of(
    st.builds(NewAd, texts, texts),
    st.builds(DestroyAd, texts),
    st.builds(SetAttribute, texts, texts, texts | st.sampled_from(logs.VALUES)),
    st.builds(DeleteAttribute, texts, texts),
)


def test_one_transaction_holds_all_records_with_htcondors_own_bytes() -> None:
    records = [NewAd("Customer.a@x"), SetAttribute("Customer.a@x", "PriorityFactor", "500.000000")]
    assert transaction_text(records) == (
        b"105 \n101 Customer.a@x * *\n103 Customer.a@x PriorityFactor 500.000000\n106 \n"
    )


def test_no_records_are_no_transaction() -> None:
    assert transaction_text([]) == b""
    assert transaction_text([BEGIN, END]) == b""


def test_transactions_among_the_records_become_part_of_the_one() -> None:
    time, rest = SetAttribute("Accountant.", "LastUpdateTime", "7"), DestroyAd("Customer.a@x")
    assert transaction_text([time, BEGIN, rest, EndTransaction("done")]) == transaction_text([time, rest])


def test_the_first_line_of_a_new_ledger() -> None:
    assert first_line(1767600000) == b"107 1 CreationTimestamp 1767600000\n"


@pytest.mark.parametrize(
    "record",
    [
        SetAttribute("Customer.a b@x", "Priority", "1"),
        SetAttribute("Customer.a@x", "Priority", ""),
        SetAttribute("Customer.a@x", "Priority", "1\n2"),
        SetAttribute("Customer.a@x", "Priority", "1 +"),
        SetAttribute("Customer.a@x", "Priority", '"open'),
        SetAttribute("Customer.\ud800@x", "Priority", "1"),
        NewAd("Customer.a@x", "(empty)"),
        DestroyAd(""),
        SequenceNumber(2, 3),
    ],
)
def test_a_record_that_a_reader_would_not_take_is_not_written(record: Record) -> None:
    with pytest.raises(LedgerError):
        transaction_text([NewAd("Customer.b@x"), record])


@given(st.lists(logs.records, max_size=6) | st.lists(wild_records, max_size=2))
def test_what_is_written_is_read_back_record_by_record(records: list[Record]) -> None:
    try:
        text = transaction_text(records).decode("utf-8", "surrogateescape")
    except LedgerError:
        return  # Refused as a whole, and nothing written.
    read = []
    at = 0
    while at < len(text):
        record, at = read_record(text, at)
        read.append(record)
    assert read == ([BEGIN, *records, END] if records else [])


@given(st.lists(logs.records | wild_records, max_size=3))
def test_whatever_is_written_leaves_a_ledger_that_needs_no_repair(records: list[Record]) -> None:
    try:
        text = transaction_text(records)
    except LedgerError:
        return  # Refused as a whole, and nothing written.
    before = Ledger.of_bytes(logs.HEAD + logs.ALICE)
    after = Ledger.of_bytes(logs.HEAD + logs.ALICE + text)
    assert not after.needs_repair
    assert after.ads == before.replay(records).ads


@given(logs.whole_logs)
@example(b"106 #a comment\n")
@example(b"101 Customer.a (empty) (empty)\n")
def test_a_line_of_a_negotiator_is_written_as_it_was_read(data: bytes) -> None:
    for line in data.splitlines(keepends=True):
        record, end = read_record(line.decode("utf-8", "surrogateescape"), 0)
        assert end == len(line.decode("utf-8", "surrogateescape"))
        assert logs.encoded(record) == line


@given(logs.any_logs)
def test_whatever_can_be_read_can_be_written_and_means_the_same(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    at = 0
    while at < len(text):
        try:
            record, at = read_record(text, at)
        except (Corrupt, LogEnd):
            return
        assert read_record(format_record(record), 0)[0] == record
