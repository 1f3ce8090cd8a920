"""What records changed, and taking that back."""

import pytest

from userprio.base.errors import Refused
from userprio.ledger import Change, Ledger, NewAd, Record, SetAttribute, changes_between, reversal
from userprio.ledger.ledger import merged_changes
from userprio.ledger.records import DestroyAd

KEY = "Customer.ann@x"
LOG = f"""\
101 {KEY} * *
103 {KEY} MyType "*"
103 {KEY} PriorityFactor 1000.0
103 {KEY} Priority 1.500000
103 {KEY} SiteNote "left to the last digit: 0.10"
"""


@pytest.fixture
def before() -> Ledger:
    return Ledger.of_bytes(LOG.encode())


def made(before: Ledger, *records: Record) -> tuple[Ledger, tuple[Change, ...]]:
    after = before.replay(records)
    return after, changes_between(before.ads, after.ads, records)


def test_a_change_is_of_the_value_and_not_of_its_text(before: Ledger) -> None:
    _, changes = made(
        before, SetAttribute(KEY, "PriorityFactor", "1000.000000"), SetAttribute(KEY, "Priority", "2.000000")
    )
    assert changes == (Change(KEY, "Priority", "1.500000", "2.000000"),)
    assert changes[0].name == "ann@x"


def test_a_deleted_record_comes_back_with_all_that_it_held(before: Ledger) -> None:
    gone, changes = made(before, DestroyAd(KEY))
    assert changes[0].drops_record
    assert len(changes) == 4
    back = gone.replay(reversal(changes, gone))
    assert back.ads == before.ads


def test_a_record_that_was_made_goes_again_and_comes_again(before: Ledger) -> None:
    after, changes = made(before, NewAd("Customer.new@x"), SetAttribute("Customer.new@x", "Floor", "3"))
    taken_back = reversal(changes, after)
    assert taken_back == (DestroyAd("Customer.new@x"),)
    undone, undoing = made(after, *taken_back)
    assert undone.ads == before.ads
    assert undone.replay(reversal(undoing, undone)).ads == after.ads


def test_an_attribute_that_was_not_there_is_taken_out_again(before: Ledger) -> None:
    after, changes = made(before, SetAttribute(KEY, "floor", "3"))
    assert after.replay(reversal(changes, after)).ads == before.ads


def test_a_compaction_in_between_is_not_a_change(before: Ledger) -> None:
    after, changes = made(before, SetAttribute(KEY, "Priority", "2.000000"))
    compacted = after.replay([SetAttribute(KEY, "Priority", "2.0")])
    assert compacted.replay(reversal(changes, compacted)).ads == before.ads


@pytest.mark.parametrize(
    ("since", "reason"),
    [
        ([SetAttribute(KEY, "Priority", "9.25")], "Priority of ann@x is 9.25 now, after it was set to 2.0"),
        ([DestroyAd(KEY)], "the record of ann@x has been deleted since"),
    ],
)
def test_nothing_that_changed_since_is_overwritten(before: Ledger, since: list[Record], reason: str) -> None:
    after, changes = made(before, SetAttribute(KEY, "Priority", "2.000000"))
    with pytest.raises(Refused, match=reason):
        reversal(changes, after.replay(since))


def test_a_record_that_came_or_grew_since_stays(before: Ledger) -> None:
    gone, changes = made(before, DestroyAd(KEY))
    with pytest.raises(Refused, match="there is a record of ann@x again"):
        reversal(changes, gone.replay([NewAd(KEY)]))
    grown, changes = made(before, NewAd("Customer.new@x"))
    with pytest.raises(Refused, match=r"the record of new@x has Floor since, which would be lost"):
        reversal(changes, grown.replay([SetAttribute("Customer.new@x", "Floor", "3")]))


def test_changes_after_each_other_join_into_one() -> None:
    assert merged_changes([Change(KEY, "Floor", "1", "2"), Change(KEY, "floor", "2", "3")]) == (
        Change(KEY, "Floor", "1", "3"),
    )
    assert merged_changes([Change(KEY, "Floor", "1", "2"), Change(KEY, "Floor", "2", "1")]) == ()
