"""What a log that was cut short or damaged is read as: every defect that HTCondor meets on loading."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from userprio.ledger import Ledger, LedgerError
from userprio.ledger.records import DefectKind

HEAD = b"107 3 CreationTimestamp 1767600000\n"
ALICE = b"101 Customer.alice@x * *\n103 Customer.alice@x Priority 2.000000\n"
BOB = b"101 Customer.bob@x * *\n"


def only_warning(ledger: Ledger, kind: DefectKind) -> tuple[int, int, int, int]:
    """Line, byte, lost bytes and lost lines of the one warning there is."""
    [warning] = ledger.warnings
    assert warning.kind is kind
    return warning.line, warning.byte, warning.dropped_bytes, warning.dropped_lines


def test_a_whole_log_has_no_warnings_and_tells_a_writer_what_it_needs() -> None:
    ledger = Ledger.of_bytes(HEAD + ALICE)
    assert ledger.warnings == ()
    assert (ledger.sequence, ledger.created, ledger.size) == (3, 1767600000, len(HEAD + ALICE))
    assert (ledger.clean, ledger.needs_repair) == (True, False)
    assert ledger.customers["alice@x"].priority == 2.0


def test_an_empty_file_is_a_new_ledger() -> None:
    ledger = Ledger.of_bytes(b"")
    assert (dict(ledger.customers), ledger.warnings, ledger.needs_repair) == ({}, (), False)
    assert (ledger.sequence, ledger.created) == (1, None)


def test_a_log_need_not_begin_with_a_sequence_number() -> None:
    ledger = Ledger.of_bytes(ALICE)
    assert list(ledger.customers) == ["alice@x"]
    assert (ledger.sequence, ledger.created, ledger.warnings) == (1, None, ())


def test_a_transaction_makes_the_file_unclean_though_nothing_is_wrong_with_it() -> None:
    ledger = Ledger.of_bytes(HEAD + b"105 \n" + ALICE + b"106 \n")
    assert (ledger.clean, ledger.needs_repair, ledger.warnings) == (False, False, ())
    assert "alice@x" in ledger.customers


def test_half_a_transaction_at_the_end_is_left_out_with_its_extent() -> None:
    tail = b"105 \n103 Customer.alice@x Priority 9.000000\n" + BOB
    ledger = Ledger.of_bytes(HEAD + ALICE + tail)
    assert ledger.customers["alice@x"].priority == 2.0
    assert "bob@x" not in ledger.customers
    assert only_warning(ledger, DefectKind.UNTERMINATED_TRANSACTION) == (4, len(HEAD + ALICE), len(tail), 3)
    assert (ledger.clean, ledger.needs_repair) == (False, True)


@pytest.mark.parametrize("cut", range(1, 80))
def test_a_log_cut_at_any_byte_keeps_what_was_complete(cut: int) -> None:
    complete = HEAD + ALICE + b"105 \n103 Customer.alice@x Priority 3.000000\n106 \n"
    last = b"105 \n103 Customer.alice@x Priority 9.000000\n103 Customer.alice@x Ceiling 4\n106 \n"
    ledger = Ledger.of_bytes(complete + last[: min(cut, len(last) - 1)])
    assert ledger.customers["alice@x"].priority == 3.0
    assert ledger.needs_repair
    assert sum(warning.dropped_bytes for warning in ledger.warnings) == min(cut, len(last) - 1)


def test_a_transaction_cut_within_a_line_names_both_defects_and_counts_the_loss_once() -> None:
    tail = b"105 \n103 Customer.alice@x Prio"
    ledger = Ledger.of_bytes(HEAD + ALICE + tail)
    assert [(w.kind, w.dropped_bytes) for w in ledger.warnings] == [
        (DefectKind.UNTERMINATED_ENTRY, 0),
        (DefectKind.UNTERMINATED_TRANSACTION, len(tail)),
    ]


def test_a_defect_before_the_open_transaction_is_not_told_twice() -> None:
    orphan = b"103 Customer.bob@x Priority 5.0\n"
    ledger = Ledger.of_bytes(HEAD + orphan + b"106 \n" + ALICE + b"105 \n" + orphan + b"10")
    assert [(w.kind, w.line) for w in ledger.warnings] == [
        (DefectKind.UNMATCHED_END, 3),
        (DefectKind.UNKNOWN_KEY, 2),
        (DefectKind.UNTERMINATED_ENTRY, 8),
        (DefectKind.UNTERMINATED_TRANSACTION, 6),
    ]


@pytest.mark.parametrize("last", [b"101 Customer.carol@x * ", b"101 Customer.carol@x * *"])
def test_a_new_record_counts_once_its_type_is_there_though_its_line_has_no_end(last: bytes) -> None:
    """A real negotiator takes it (`LogNewClassAd::ReadBody`); nothing may be appended to that line."""
    ledger = Ledger.of_bytes(HEAD + ALICE + last)
    assert list(ledger.customers) == ["alice@x", "carol@x"]
    assert only_warning(ledger, DefectKind.UNTERMINATED_ENTRY) == (4, len(HEAD + ALICE), 0, 0)
    assert ledger.needs_repair


@pytest.mark.parametrize(
    "last",
    [
        b"103 Customer.alice@x Priority 9.000000",
        b"101 Customer.carol@x *",
        b"102 Customer.alice@x",
        b"10",
        b"105 ",
        b"   ",
    ],
)
def test_a_last_line_without_line_feed_is_dropped_however_complete_it_looks(last: bytes) -> None:
    ledger = Ledger.of_bytes(HEAD + ALICE + last)
    assert list(ledger.customers) == ["alice@x"]
    assert ledger.customers["alice@x"].priority == 2.0
    assert only_warning(ledger, DefectKind.UNTERMINATED_ENTRY) == (4, len(HEAD + ALICE), len(last), 1)
    assert ledger.needs_repair


def test_a_second_begin_joins_both_parts_into_one_transaction() -> None:
    parts = b"105 \n103 Customer.alice@x Priority 3.000000\n105 \n103 Customer.alice@x Ceiling 4\n"
    ledger = Ledger.of_bytes(HEAD + ALICE + parts + b"106 \n")
    assert only_warning(ledger, DefectKind.NESTED_TRANSACTION) == (6, len(HEAD + ALICE) + 44, 0, 0)
    assert (ledger.customers["alice@x"].priority, ledger.customers["alice@x"].ceiling) == (3.0, 4)
    torn = Ledger.of_bytes(HEAD + ALICE + parts)
    assert (torn.customers["alice@x"].priority, torn.customers["alice@x"].ceiling) == (2.0, None)
    assert [w.kind for w in torn.warnings] == [DefectKind.NESTED_TRANSACTION, DefectKind.UNTERMINATED_TRANSACTION]


def test_an_end_without_a_begin_is_ignored_and_leaves_the_file_clean() -> None:
    ledger = Ledger.of_bytes(HEAD + b"106 \n" + ALICE)
    assert only_warning(ledger, DefectKind.UNMATCHED_END) == (2, len(HEAD), 0, 0)
    assert (ledger.clean, ledger.needs_repair) == (True, False)
    assert "alice@x" in ledger.customers


def test_a_late_sequence_number_counts_all_the_same() -> None:
    ledger = Ledger.of_bytes(HEAD + ALICE + b"107 8 CreationTimestamp 5\n")
    assert only_warning(ledger, DefectKind.LATE_SEQUENCE)[0] == 4
    assert (ledger.sequence, ledger.created) == (8, 5)


@pytest.mark.parametrize("blank", [b"\n", b" \t\n", b"\0", b"  \0\n"])
def test_a_blank_line_or_a_nul_ends_the_log_and_the_rest_is_accounted_for(blank: bytes) -> None:
    rest = blank + BOB + b"105 \n103 Customer.bob@x Ceiling 1\n106 \n"
    ledger = Ledger.of_bytes(HEAD + ALICE + rest)
    assert list(ledger.customers) == ["alice@x"]
    assert only_warning(ledger, DefectKind.EARLY_END) == (4, len(HEAD + ALICE), len(rest), rest.count(b"\n"))
    assert ledger.needs_repair


CORRUPT = [
    b"108 Customer.alice@x\n",
    b"999 Customer.alice@x\n",
    b"hello world\n",
    b"103 Customer.alice@x Priority 1 +\n",
    b'103 Customer.alice@x Priority "open\n',
    b"103 Customer.alice@x Priority\n",
    b"103 Customer.alice@x Priority \n",
    b"103 Customer.alice@x Priority 1\0\n",
    b"104 Customer.alice@x \n",
    b"106  \n",
    b"106 #\n",
    b"107 1 CreationTimestamp \n",
    b"103 Customer.alice@x Priority " + b"9" * 5000 + b"x\n",
    b"1" * 5000 + b" x\n",
    b"\xff\xd8\xff\xe0 what is this\n",
]


@pytest.mark.parametrize("line", CORRUPT)
def test_a_corrupt_record_with_no_transaction_behind_it_costs_the_tail(line: bytes) -> None:
    tail = line + BOB
    ledger = Ledger.of_bytes(HEAD + ALICE + tail)
    assert list(ledger.customers) == ["alice@x"]
    assert only_warning(ledger, DefectKind.CORRUPT_TAIL) == (4, len(HEAD + ALICE), len(tail), 2)
    assert ledger.needs_repair


@pytest.mark.parametrize("line", CORRUPT)
def test_a_corrupt_record_with_a_transaction_behind_it_is_an_error_with_its_place(line: bytes, tmp_path: Path) -> None:
    path = tmp_path / "Accountantnew.log"
    path.write_bytes(HEAD + ALICE + line + BOB + b"105 \n103 Customer.bob@x Ceiling 1\n106 \n")
    with pytest.raises(LedgerError) as caught:
        Ledger.read(path)
    assert (caught.value.path, caught.value.line, caught.value.byte) == (path, 4, len(HEAD + ALICE))
    assert f"byte {len(HEAD + ALICE)}" in str(caught.value)
    assert len(str(caught.value)) < 6000


def test_a_corrupt_record_inside_an_open_transaction_costs_all_of_the_transaction() -> None:
    tail = b"105 \n103 Customer.alice@x Priority 9.000000\nrubbish here\n103 Customer.alice@x Ceiling 1\n"
    ledger = Ledger.of_bytes(HEAD + ALICE + tail)
    assert ledger.customers["alice@x"].priority == 2.0
    assert [(w.kind, w.line, w.dropped_bytes) for w in ledger.warnings] == [
        (DefectKind.CORRUPT_TAIL, 6, 0),
        (DefectKind.UNTERMINATED_TRANSACTION, 4, len(tail)),
    ]


def test_bytes_count_as_bytes_where_names_are_not_ascii() -> None:
    jose = "101 Customer.josé@x * *\n".encode() + b"101 Customer.\xe9@x * *\n"
    ledger = Ledger.of_bytes(HEAD + jose + b"105 \n")
    assert list(ledger.customers) == ["josé@x", "\udce9@x"]
    assert only_warning(ledger, DefectKind.UNTERMINATED_TRANSACTION) == (4, len(HEAD + jose), 5, 1)


def test_attributes_of_unknown_records_are_ignored_but_not_silently() -> None:
    ledger = Ledger.of_bytes(HEAD + b"103 Customer.bob@x Priority 5.0\n103 Customer.bob@x Floor 2.5 * 1\n" + ALICE)
    [warning] = ledger.warnings
    assert (warning.kind, warning.line) == (DefectKind.UNKNOWN_KEY, 2)
    assert "2 lines" in warning.message
    assert not ledger.needs_repair


def test_a_log_with_cr_lf_line_ends_is_refused() -> None:
    with pytest.raises(LedgerError, match="CR LF") as caught:
        Ledger.of_bytes((HEAD + ALICE).replace(b"\n", b"\r\n"))
    assert caught.value.line == 1


def test_one_line_that_ends_in_cr_lf_is_refused_with_its_number() -> None:
    with pytest.raises(LedgerError, match="CR LF") as caught:
        Ledger.of_bytes(HEAD + ALICE + BOB.replace(b"\n", b"\r\n") + ALICE)
    assert caught.value.line == 4


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01" + bytes(range(256)) * 20,
        b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\n106 \n",
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
        b"GROUP_NAMES = a, b\n",
        b"\n" + HEAD + ALICE,
        b"\0\0\0\0",
        b"{}",
    ],
)
def test_a_file_that_is_not_a_ledger_at_all_is_refused(data: bytes) -> None:
    with pytest.raises(LedgerError, match="not an accounting ledger") as caught:
        Ledger.of_bytes(data)
    assert caught.value.line == 1
    assert caught.value.hint


@pytest.mark.parametrize("length", range(1, len(HEAD)))
def test_a_first_line_that_was_never_finished_is_an_empty_ledger_to_be_repaired(length: int) -> None:
    ledger = Ledger.of_bytes(HEAD[:length])
    assert not ledger.ads
    assert only_warning(ledger, DefectKind.UNTERMINATED_ENTRY) == (1, 0, length, 1)
    assert ledger.needs_repair


@given(st.binary(max_size=60), st.integers(0, 200), st.integers(0, 20))
def test_whatever_stands_in_a_file_is_a_ledger_or_an_error(noise: bytes, at: int, replaced: int) -> None:
    whole = HEAD + ALICE + b"105 \n" + BOB + b'103 Customer.bob@x Note "\\" + 1\n106 \n' + ALICE
    for data in (noise, whole[:at] + noise + whole[at + replaced :]):
        try:
            ledger = Ledger.of_bytes(data)
        except LedgerError as error:
            assert error.line is not None and str(error)
        else:
            assert all(customer.name == name for name, customer in ledger.customers.items())
            assert not ledger.needs_repair or any(warning.dropped_bytes for warning in ledger.warnings)


def test_many_warnings_take_no_longer_than_many_lines() -> None:
    ledger = Ledger.of_bytes(HEAD + b"106 \n" * 20000)
    assert len(ledger.warnings) == 20000
    assert (ledger.warnings[-1].line, ledger.warnings[-1].byte) == (20001, len(HEAD) + 5 * 19999)


def test_a_missing_file_and_a_folder_are_errors_with_the_path(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.log", tmp_path, Path("with\0nul")):
        with pytest.raises(LedgerError) as caught:
            Ledger.read(path)
        assert caught.value.path == path


def test_a_warning_reads_as_a_sentence_with_place_and_extent() -> None:
    [warning] = Ledger.of_bytes(HEAD + b"105 \n").warnings
    assert str(warning) == (
        "line 2 (byte 35): the file ends inside a transaction; 1 line (5 bytes) to the end of the file are left out"
    )
