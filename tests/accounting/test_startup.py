"""What a negotiator does with a ledger when it starts."""

from userprio.accounting import PriorityRules, check_resources, sanity_log, start_up, start_up_log
from userprio.ledger import Ledger, format_record

T = 1767600000


def in_root(name: str) -> str:
    return "<none>"


def test_a_new_ledger_begins_with_the_root_group_and_an_update() -> None:
    log = start_up_log(Ledger.empty(), T, PriorityRules(), ["<none>"], in_root)
    assert "".join(map(format_record, log)) == (
        "101 Customer.<none> * *\n"
        "103 Customer.<none> PriorityFactor 1000.000000\n"
        "101 Accountant. * *\n"
        f"103 Accountant. LastUpdateTime {T}\n"
        "105 \n"
        "103 Customer.<none> UnchargedTime 0\n"
        "103 Customer.<none> WeightedUnchargedTime 0.000000\n"
        "106 \n"
    )


def test_counts_are_mended_from_the_slots_records() -> None:
    def group_of(name: str) -> str:
        return "g" if name.startswith("g") and name != "gone" else "<none>"

    text = (
        "101 Customer.g * *\n103 Customer.g ResourcesUsed 9\n103 Customer.g HierWeightedResourcesUsed 9.0\n"
        "101 Customer.gone * *\n103 Customer.gone ResourcesUsed 4\n"
        "101 Customer.g.a@x * *\n103 Customer.g.a@x ResourcesUsed 2\n103 Customer.g.a@x WeightedResourcesUsed 3.5\n"
        "101 Customer.b@x * *\n"
        "101 Customer.<none> * *\n"
        '101 Resource.s1@ * *\n103 Resource.s1@ RemoteUser "g.a@x"\n103 Resource.s1@ SlotWeight 2.5\n'
        '101 Resource.s2@ * *\n103 Resource.s2@ RemoteUser "g.a@x"\n'
        '101 Resource.s3@ * *\n103 Resource.s3@ RemoteUser "b@x"\n103 Resource.s3@ SlotWeight 4.0\n'
        "101 Resource.s4@ * *\n103 Resource.s4@ SlotWeight 4.0\n"
    )
    ledger = Ledger.of_bytes(text.encode())
    after = check_resources(ledger, group_of)
    used = {name: (c.resources_used, c.weighted_resources_used) for name, c in after.customers.items()}
    assert used == {
        "g": (2, 3.5),
        "gone": (0, None),
        "g.a@x": (2, 3.5),
        "b@x": (1, 4.0),
        "<none>": (1, 4.0),
    }
    assert after.customers["g"].hier_weighted_resources_used == 9.0
    assert sanity_log(after, group_of) == ()


def test_usage_without_any_slot_record_is_not_charged() -> None:
    text = (
        f"101 Accountant. * *\n103 Accountant. LastUpdateTime {T}\n101 Customer.a@x * *\n"
        "103 Customer.a@x Priority 8.0\n103 Customer.a@x ResourcesUsed 5\n103 Customer.a@x WeightedResourcesUsed 5.0\n"
    )
    after = start_up(Ledger.of_bytes(text.encode()), T + 86400, PriorityRules(), ["<none>"], in_root)
    customer = after.customers["a@x"]
    assert (customer.priority, customer.accumulated_usage, customer.last_usage_time) == (4.0, None, None)
    assert after.last_update_time == T + 86400


def test_a_ledger_knows_its_groups_before_the_file_is_asked_for_submitters() -> None:
    after = start_up(Ledger.empty(), T, PriorityRules(group_factors={"g": 5.0}), ["<none>", "g"], in_root)
    assert [c.priority_factor for c in after.customers.values()] == [1000.0, 1000.0]
    grouped = start_up(Ledger.empty(), T, PriorityRules(group_factors={"g": 5.0}), ["<none>", "g"], lambda name: name)
    assert grouped.customers["g"].priority_factor == 5.0
