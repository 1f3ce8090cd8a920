"""Words and lines, byte for byte as HTCondor's reader takes them."""

import pytest

from userprio.ledger import Ledger, LedgerError, NewAd, Record, SequenceNumber, SetAttribute
from userprio.ledger.records import (
    BeginTransaction,
    Corrupt,
    DeleteAttribute,
    DestroyAd,
    EndTransaction,
    LogEnd,
    closes_later,
    read_record,
)


@pytest.mark.parametrize(
    ("text", "record"),
    [
        ("101 Customer.a@x * *\n", NewAd("Customer.a@x")),
        ("101 Customer.a@x (empty) (empty)\n", NewAd("Customer.a@x", "")),
        ("101 1.0 Job Machine\n", NewAd("1.0", "Job")),
        ("102 Customer.a@x\n", DestroyAd("Customer.a@x")),
        ("103 Customer.a@x Priority 0.5\n", SetAttribute("Customer.a@x", "Priority", "0.5")),
        ("104 Customer.a@x Ceiling\n", DeleteAttribute("Customer.a@x", "Ceiling")),
        ("105 \n", BeginTransaction()),
        ("106 \n", EndTransaction()),
        ("106 #why not\n", EndTransaction("why not")),
        ("107 7 CreationTimestamp 1767600000\n", SequenceNumber(7, 1767600000)),
        ("107 x CreationTimestamp y\n", SequenceNumber(0, 0)),
    ],
)
def test_each_kind_of_record_is_read(text: str, record: Record) -> None:
    assert read_record(text, 0) == (record, len(text))


@pytest.mark.parametrize("opcode", ["103", "0103", "+103", "103abc", "  103", "\t103"])
def test_an_opcode_is_what_the_word_begins_with_as_a_number(opcode: str) -> None:
    assert read_record(f"{opcode} k a 1\n", 0)[0] == SetAttribute("k", "a", "1")


def test_several_blanks_between_words_are_accepted_and_a_value_keeps_its_own() -> None:
    assert read_record("103   k \t a   1 \n", 0)[0] == SetAttribute("k", "a", "  1 ")


def test_words_may_go_on_in_the_next_line_as_white_space_is_white_space() -> None:
    # The line feed that ends a word is eaten, but a word cannot begin with one.
    assert read_record("103 k\na 1\n", 0)[0] == SetAttribute("k", "a", "1")
    with pytest.raises(Corrupt):
        read_record("103 k \na 1\n", 0)


def test_a_begin_without_its_space_is_corrupt_and_looks_at_the_next_line() -> None:
    with pytest.raises(Corrupt) as caught:
        read_record("105\n106 \n", 0)
    # One byte of the next line is gone, so that what is left of it does not say 106 any more.
    assert caught.value.at == 5
    assert not closes_later("105\n106 \n", caught.value.at)
    assert closes_later("105\nx106 \n106 \n", 5)


def test_the_second_type_may_be_missing_if_a_space_stands_before_the_line_feed() -> None:
    assert read_record("101 k * \n102 j\n", 0) == (NewAd("k"), len("101 k * \n"))


def test_without_that_space_the_opcode_of_the_next_line_is_swallowed() -> None:
    text = "101 k *\n103 k a 1\n"
    record, after = read_record(text, 0)
    assert (record, text[after:]) == (NewAd("k"), "k a 1\n")
    ledger = Ledger.of_bytes(("101 j * *\n" + text).encode())
    assert list(ledger.ads) == ["j", "k"]
    assert ledger.needs_repair


def test_a_name_with_a_space_cuts_the_ledger_short() -> None:
    data = b"107 1 CreationTimestamp 5\n101 Customer.a@x * *\n101 Customer.a b@x * *\n101 Customer.c@x * *\n"
    ledger = Ledger.of_bytes(data)
    # `a` is taken for the key, `b@x` for its type, the first star for the second type; the rest is not a record.
    assert list(ledger.ads) == ["Customer.a@x", "Customer.a"]
    assert ledger.warnings[0].line == 3
    assert ledger.needs_repair


@pytest.mark.parametrize("text", ["", "\n", " \n", "\0", "103", "   ", "\r\n"])
def test_where_no_opcode_stands_the_log_ends(text: str) -> None:
    with pytest.raises(LogEnd):
        read_record(text, 0)


def test_any_later_line_that_begins_with_106_closes_whatever_it_belongs_to() -> None:
    assert closes_later("rubbish\n106 \n", 0)
    assert closes_later("rubbish\n  0106#x", 0)
    assert closes_later("106 \n", 0)
    assert not closes_later("rubbish 106 \n1060 \n-106 \n103 k a 106\n", 0)


def test_a_key_may_hold_anything_but_white_space_and_nul() -> None:
    key = "Resource.slot1@ep1@<10.0.0.7:9618?addrs=10.0.0.7-9618&noUDP>"
    assert read_record(f"102 {key}\n", 0)[0] == DestroyAd(key)


def test_a_corrupt_line_in_a_file_without_path_is_an_error_with_line_and_byte() -> None:
    with pytest.raises(LedgerError, match=r"^line 2: .*\(byte 27\)"):
        Ledger.of_bytes(b"107 1 CreationTimestamp 55\nnonsense \n106 \n")
