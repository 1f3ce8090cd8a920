"""The ledger as a whole: typed views, both number styles, spelling, replay."""

import pytest

from userprio.ledger import Customer, Ledger, NewAd, Record, Resource, SequenceNumber, SetAttribute
from userprio.ledger.records import DeleteAttribute, DestroyAd

APPENDED = b"""\
107 1 CreationTimestamp 1767600000
101 Accountant. * *
103 Accountant. LastUpdateTime 1767600070
101 Customer.alice@x.org * *
103 Customer.alice@x.org PriorityFactor 1000.000000
103 Customer.alice@x.org Priority 0.501644
103 Customer.alice@x.org ResourcesUsed 1
103 Customer.alice@x.org WeightedResourcesUsed 4.000000
103 Customer.alice@x.org UnchargedTime 0
101 Resource.slot1@ep1@<10.0.0.1:9618> * *
103 Resource.slot1@ep1@<10.0.0.1:9618> RemoteUser "alice@x.org"
103 Resource.slot1@ep1@<10.0.0.1:9618> SlotWeight 4.000000
103 Resource.slot1@ep1@<10.0.0.1:9618> StartTime 1767600010
"""

COMPACTED = b"""\
107 2 CreationTimestamp 1767600000
101 Customer.alice@x.org * *
103 Customer.alice@x.org MyType "*"
103 Customer.alice@x.org Priority 0.501644
103 Customer.alice@x.org ResourcesUsed 1
103 Customer.alice@x.org UnchargedTime 0
103 Customer.alice@x.org PriorityFactor 1000.0
103 Customer.alice@x.org WeightedResourcesUsed 4.0
101 Resource.slot1@ep1@<10.0.0.1:9618> * *
103 Resource.slot1@ep1@<10.0.0.1:9618> MyType "*"
103 Resource.slot1@ep1@<10.0.0.1:9618> StartTime 1767600010
103 Resource.slot1@ep1@<10.0.0.1:9618> RemoteUser "alice@x.org"
103 Resource.slot1@ep1@<10.0.0.1:9618> SlotWeight 4.0
101 Accountant. * *
103 Accountant. MyType "*"
103 Accountant. LastUpdateTime 1767600070
"""

ALICE = Customer(
    "alice@x.org",
    priority_factor=1000.0,
    priority=0.501644,
    resources_used=1,
    weighted_resources_used=4.0,
    uncharged_time=0,
)


@pytest.mark.parametrize(("data", "sequence"), [(APPENDED, 1), (COMPACTED, 2)])
def test_both_styles_of_writing_give_the_same_records(data: bytes, sequence: int) -> None:
    ledger = Ledger.of_bytes(data)
    assert ledger.customers == {"alice@x.org": ALICE}
    assert ledger.resources == {
        "slot1@ep1@<10.0.0.1:9618>": Resource("slot1@ep1@<10.0.0.1:9618>", "alice@x.org", 4.0, 1767600010)
    }
    assert (ledger.last_update_time, ledger.sequence) == (1767600070, sequence)


def test_a_missing_attribute_is_none_and_an_integer_may_stand_for_a_real() -> None:
    data = (
        b'101 Customer.a@x * *\n103 Customer.a@x Priority 3\n103 Customer.a@x Ceiling 7.9\n103 Customer.a@x Floor "6"\n'
    )
    customer = Ledger.of_bytes(data).customers["a@x"]
    assert (customer.priority, customer.ceiling, customer.floor, customer.priority_factor) == (3.0, 7, None, None)


def test_groups_are_the_names_without_an_at() -> None:
    data = b"101 Customer.<none> * *\n101 Customer.group_a * *\n101 Customer.group_a.bob@x * *\n"
    assert [customer.is_group for customer in Ledger.of_bytes(data).customers.values()] == [True, True, False]


def test_keys_are_case_sensitive_and_a_second_101_keeps_what_is_there() -> None:
    data = (
        b"101 Customer.Alice@x * *\n103 Customer.Alice@x Priority 3.0\n"
        b"101 Customer.alice@x * *\n101 Customer.Alice@x * *\n102 Customer.nobody@x\n"
    )
    customers = Ledger.of_bytes(data).customers
    assert (customers["Alice@x"].priority, customers["alice@x"].priority) == (3.0, None)
    with pytest.raises(KeyError):
        customers["ALICE@x"]


def test_attribute_names_are_not_case_sensitive_and_keep_their_first_spelling() -> None:
    data = b"".join(
        b"101 Customer.%b * *\n103 Customer.%b %b 1.0\n103 Customer.%b %b 2.0\n" % (key, key, first, key, second)
        for key, first, second in [
            (b"a@x", b"Priority", b"Priority"),
            (b"b@x", b"PRIORITY", b"Priority"),
            (b"c@x", b"Priority", b"priority"),
            (b"d@x", b"priority", b"PRIORITY"),
        ]
    )
    ledger = Ledger.of_bytes(data)
    assert [customer.priority for customer in ledger.customers.values()] == [2.0] * 4
    assert [list(ad)[1] for ad in ledger.ads.values()] == ["Priority", "PRIORITY", "Priority", "priority"]


def test_spelling_is_kept_across_transactions_and_unusual_lines_as_well() -> None:
    data = (
        b"101 Customer.a@x * *\n103 Customer.a@x Priority 1.0\n105 \n103  Customer.a@x PRIORITY 2.0\n106 \n"
        b"103 Customer.a@x Priority 3.0\n104 Customer.a@x pRIORITY\n103 Customer.a@x PRIORITY 4.0\n"
    )
    assert dict(Ledger.of_bytes(data).ads["Customer.a@x"]) == {"MyType": '"*"', "PRIORITY": "4.0"}


def test_what_we_do_not_know_is_kept() -> None:
    data = (
        b'101 Customer.a@x * *\n103 Customer.a@x Shoe "46"\n103 Customer.a@x Half Priority / 2\n101 Other.thing * *\n'
    )
    ledger = Ledger.of_bytes(data)
    assert ledger.ads["Customer.a@x"] == {"MyType": '"*"', "Shoe": '"46"', "Half": "Priority / 2"}
    assert "Other.thing" in ledger.ads
    assert list(ledger.customers) == ["a@x"]


def test_destroyed_records_are_gone_and_may_come_back_empty() -> None:
    data = b"101 Customer.a@x * *\n103 Customer.a@x Priority 3.0\n102 Customer.a@x\n"
    assert not Ledger.of_bytes(data).customers
    again = Ledger.of_bytes(data + b"101 Customer.a@x * *\n103 Customer.a@x Floor 1\n").customers["a@x"]
    assert (again.priority, again.floor) == (None, 1)


def test_replay_gives_a_new_ledger_and_leaves_the_old_one_alone() -> None:
    before = Ledger.of_bytes(APPENDED)
    records: list[Record] = [
        SetAttribute("Customer.alice@x.org", "priority", "9.000000"),
        DeleteAttribute("Customer.alice@x.org", "UnchargedTime"),
        NewAd("Customer.bob@x.org"),
        DestroyAd("Resource.slot1@ep1@<10.0.0.1:9618>"),
        SetAttribute("Customer.nobody@x.org", "Priority", "1.0"),
        SetAttribute("Accountant.", "LastUpdateTime", "1767600100"),
        SequenceNumber(5, 77),
    ]
    after = before.replay(records)
    assert list(after.customers) == ["alice@x.org", "bob@x.org"]
    assert (after.customers["alice@x.org"].priority, after.customers["alice@x.org"].uncharged_time) == (9.0, None)
    assert (after.last_update_time, after.sequence, after.created, len(after.resources)) == (1767600100, 5, 77, 0)
    assert before == Ledger.of_bytes(APPENDED)
    assert before.customers["alice@x.org"] == ALICE


def test_an_empty_ledger_has_never_been_updated() -> None:
    empty = Ledger.empty()
    assert (len(empty.customers), len(empty.resources), empty.last_update_time, empty.sequence) == (0, 0, 0, 1)
    assert empty.customers.get("a@x") is None
    assert "a@x" not in empty.customers


MIXED = b"""\
107 1 CreationTimestamp 1767600000
101 Customer.alice@x.org * *
103 Customer.alice@x.org PriorityFactor 1000.000000
103 Customer.alice@x.org Priority 0.501644
103 Customer.alice@x.org LastUsageTime 1767600010
101 Customer.bob@x.org * *
103 Customer.bob@x.org PriorityFactor 500.000000
103 Customer.bob@x.org Priority -7.500000
103 Customer.bob@x.org LastUsageTime 99999999999
101 Customer.group * *
103 Customer.group HierWeightedResourcesUsed 4.000000
103 Customer.group SlotWeight 2.000000
103 Customer.group UnchargedTime -12
103 Customer.group UnchargedTime -13
101 Customer.carol@x.org * *
103 Customer.carol@x.org priorityfactor 2 * 3
103 Customer.carol@x.org Ceiling 12
103 Customer.carol@x.org Priority "high"
101 Customer.nobody@x.org * *
"""


def test_fields_column_by_column_are_those_of_the_typed_views() -> None:
    ledger = Ledger.of_bytes(MIXED)
    for names in (list(ledger.customers), ["carol@x.org", "group"], []):
        columns = ledger.customer_columns(names)
        for field in Customer.__struct_fields__:
            told = [getattr(ledger.customers[name], field) for name in names]
            assert list(map(repr, columns[field])) == list(map(repr, told)), field
    assert ledger.customer_columns(["group"])["uncharged_time"] == [-13]
    assert ledger.customer_columns(["carol@x.org"])["priority_factor"] == [6.0]
