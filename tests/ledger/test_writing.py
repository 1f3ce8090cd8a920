"""What is written to a log: one transaction, and the compacted log."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.ledger import logs
from userprio.ledger import Ledger, LedgerError, NewAd, Record, SequenceNumber, SetAttribute, format_record, real_text
from userprio.ledger.records import BEGIN, END, Corrupt, DeleteAttribute, DestroyAd, EndTransaction, LogEnd, read_record
from userprio.ledger.store import compacted_log, first_line, transaction_text
from userprio.ledger.values import string_text

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


def test_no_records_are_not_a_transaction() -> None:
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


# Alice gets a slot of weight 4 ten seconds after an update of priorities; the next update comes a minute later.
PLAYED = """\
107 1 CreationTimestamp 1767600000
101 Customer.alice@x.org * *
103 Customer.alice@x.org PriorityFactor 1000.000000
105\x20
103 Customer.alice@x.org ResourcesUsed 1
103 Customer.alice@x.org WeightedResourcesUsed 4.000000
103 Customer.alice@x.org UnchargedTime -10
103 Customer.alice@x.org WeightedUnchargedTime -40.000000
106\x20
105\x20
103 Customer.alice@x.org Priority 0.501644
103 Customer.alice@x.org AccumulatedUsage 60.000000
103 Customer.alice@x.org WeightedAccumulatedUsage 240.000000
103 Customer.alice@x.org BeginUsageTime 1767600070
103 Customer.alice@x.org LastUsageTime 1767600070
103 Customer.alice@x.org UnchargedTime 0
103 Customer.alice@x.org WeightedUnchargedTime 0.000000
106\x20
"""

COMPACTED = """\
107 2 CreationTimestamp 1767600000
101 Customer.alice@x.org * *
103 Customer.alice@x.org MyType "*"
103 Customer.alice@x.org Priority 0.501644
103 Customer.alice@x.org LastUsageTime 1767600070
103 Customer.alice@x.org ResourcesUsed 1
103 Customer.alice@x.org UnchargedTime 0
103 Customer.alice@x.org BeginUsageTime 1767600070
103 Customer.alice@x.org PriorityFactor 1000.0
103 Customer.alice@x.org AccumulatedUsage 60.0
103 Customer.alice@x.org WeightedResourcesUsed 4.0
103 Customer.alice@x.org WeightedUnchargedTime 0.0
103 Customer.alice@x.org WeightedAccumulatedUsage 240.0
"""


def test_a_ledger_is_compacted_to_its_state() -> None:
    assert compacted_log(Ledger.of_bytes(PLAYED.encode()), now=1767700000) == COMPACTED


def test_the_birth_of_a_log_never_changes_and_one_without_is_born_now() -> None:
    assert compacted_log(Ledger.of_bytes(COMPACTED.encode()), now=9).startswith("107 3 CreationTimestamp 1767600000\n")
    assert compacted_log(Ledger.empty(), now=9) == "107 2 CreationTimestamp 9\n"


def test_an_ad_without_type_gets_the_word_that_stands_for_it() -> None:
    ledger = Ledger.of_bytes(b"101 Customer.a@x (empty) (empty)\n")
    assert compacted_log(ledger, now=9).splitlines()[1:] == [
        "101 Customer.a@x (empty) (empty)",
        '103 Customer.a@x MyType ""',
    ]


@pytest.mark.parametrize(
    "record",
    [
        NewAd("Customer.a b@x"),
        NewAd(""),
        DestroyAd("Customer.a\n"),
        SetAttribute("Customer.a@x", "Pri ority", "1"),
        SetAttribute("Customer.a@x", "Priority", "1\n106 "),
        SetAttribute("Customer.a@x", "Priority", ""),
        SetAttribute("Customer.a@x", "Priority", "\0"),
        DeleteAttribute("Customer.a@x", ""),
        EndTransaction("two\nlines"),
    ],
)
def test_a_record_that_would_cut_the_ledger_short_is_not_written(record: Record) -> None:
    with pytest.raises(LedgerError, match="cannot be written"):
        format_record(record)


words = st.text(st.characters(codec="utf-8", exclude_characters=" \t\n\r\f\v\0"), min_size=1, max_size=8)
names = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,5}", fullmatch=True)
keys = st.builds("{}.{}".format, st.sampled_from(["Customer", "Resource"]), words)
strings = st.text(st.characters(codec="utf-8", exclude_characters='\n\0\\"'), max_size=8)
values = st.one_of(
    st.integers(-(2**62), 2**62).map(str),
    st.floats(allow_nan=False, allow_infinity=False, width=32).map(real_text),
    strings.map(string_text),
    st.sampled_from(["true", "undefined", "Priority * 2", r'"a\"b"', r'"a\b"']),
)
changes = st.one_of(
    st.builds(NewAd, keys, st.sampled_from(["*", "", "Job"])),
    st.builds(DestroyAd, keys),
    st.builds(SetAttribute, keys, names, values),
    st.builds(DeleteAttribute, keys, names),
)


@st.composite
def small_logs(draw: st.DrawFn) -> list[Record]:
    """A log in which most attributes meet a record that exists."""
    made = draw(st.lists(keys, min_size=1, max_size=5))
    records: list[Record] = [SequenceNumber(draw(st.integers(1, 10**9)), draw(st.integers(0, 2**40)))]
    records += [NewAd(key) for key in made]
    for _ in range(draw(st.integers(0, 4))):
        inside: list[Record] = draw(st.lists(changes, max_size=4))
        inside += draw(st.lists(st.builds(SetAttribute, st.sampled_from(made), names, values), max_size=6))
        bracketed = [BEGIN, *inside, draw(st.sampled_from([END, EndTransaction("why")]))]
        records += bracketed if draw(st.booleans()) else inside
    return records


def text_of(records: list[Record]) -> str:
    return "".join(format_record(record) for record in records)


@given(small_logs())
def test_records_written_are_read_as_they_were(records: list[Record]) -> None:
    read = Ledger.of_bytes(text_of(records).encode("utf-8", "surrogateescape"))
    played = Ledger.empty().replay(records)
    assert not read.needs_repair
    assert [list(ad.items()) for ad in read.ads.values()] == [list(ad.items()) for ad in played.ads.values()]
    assert (read.ads.keys(), read.history) == (played.ads.keys(), played.history)
    assert (read.sequence, read.created) == (played.sequence, played.created)


@given(small_logs())
def test_compaction_loses_nothing_and_has_nothing_left_to_change(records: list[Record]) -> None:
    before = Ledger.empty().replay(records)
    text = compacted_log(before, now=5)
    after = Ledger.of_bytes(text.encode("utf-8", "surrogateescape"))
    assert (after.warnings, after.clean, after.sequence) == ((), True, before.sequence + 1)
    assert {key: set(ad) for key, ad in after.ads.items()} == {key: set(ad) for key, ad in before.ads.items()}
    assert dict(after.customers) == dict(before.customers)
    assert dict(after.resources) == dict(before.resources)
    again = compacted_log(after, now=5)
    assert sorted(again.splitlines()[1:]) == sorted(text.splitlines()[1:])


@given(small_logs(), st.data())
def test_a_log_cut_anywhere_holds_the_state_of_some_moment(records: list[Record], data: st.DataObject) -> None:
    text = text_of(records).encode("utf-8", "surrogateescape")
    first = len(format_record(records[0]).encode())
    cut = data.draw(st.integers(first, len(text)))
    kept = Ledger.of_bytes(text[:cut])
    moments, open_transaction = [Ledger.empty().replay(records[:1])], False
    for number, record in enumerate(records[1:], 2):
        open_transaction = record == BEGIN or (open_transaction and not isinstance(record, EndTransaction))
        if not open_transaction:
            moments.append(Ledger.empty().replay(records[:number]))
    assert kept.ads in [moment.ads for moment in moments]
    assert sum(warning.dropped_bytes for warning in kept.warnings) + _used(kept, cut) == cut


def _used(ledger: Ledger, cut: int) -> int:
    """Bytes that were read: up to where the first loss begins."""
    losses = [warning.byte for warning in ledger.warnings if warning.dropped_bytes]
    return losses[0] if losses else cut
