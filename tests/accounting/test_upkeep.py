"""Who can go from a ledger that keeps everybody for ever."""

from userprio.accounting import PriorityRules, unused_since
from userprio.ledger import Ledger

SINCE = 1_770_000_000
LONG_AGO, LATELY = SINCE - 1, SINCE


def unused(
    *records: str, rules: PriorityRules | None = None
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    log = "107 1 CreationTimestamp 1\n"
    for record in records:
        key, *attributes = record.split("; ")
        log += f"101 {key} * *\n" + "".join(f"103 {key} {attribute}\n" for attribute in attributes)
    found = unused_since(Ledger.of_bytes(log.encode()), SINCE, rules or PriorityRules(), lambda _: "<none>")
    return found.names, found.exempt, found.indebted


def test_who_used_nothing_since_then_can_go() -> None:
    records = (f"Customer.a@x; LastUsageTime {LONG_AGO}", f"Customer.b@x; LastUsageTime {LATELY}", "Customer.c@x")
    assert unused(*records) == (("a@x", "c@x"), (), ())


def test_who_holds_slots_stays_whatever_the_times_say() -> None:
    assert unused(
        "Customer.a@x; ResourcesUsed 1",
        "Customer.b@x; WeightedResourcesUsed 0.5",
        "Customer.c@x",
        'Resource.slot1@e@<1>; RemoteUser "c@x"',
    ) == ((), (), ())


def test_groups_stay() -> None:
    assert unused("Customer.<none>", "Customer.physics") == ((), (), ())


def test_who_has_settings_of_his_own_is_kept() -> None:
    own = ("Floor 1", "Ceiling 0", "CeilingLeaseExpiration 5", "PriorityFactor 500.0")
    assert unused(*(f"Customer.{at}@x; {setting}" for at, setting in enumerate(own)))[1] == ("0@x", "1@x", "2@x", "3@x")


def test_what_a_new_record_would_have_anyway_is_not_a_setting() -> None:
    usual = ("Floor 0", "Ceiling -1", "CeilingLeaseExpiration 0", "PriorityFactor 1000.0")
    assert len(unused(*(f"Customer.{at}@x; {setting}" for at, setting in enumerate(usual)))[0]) == 4
    assert unused("Customer.nice-user.a@x; PriorityFactor 1E+10")[0] == ("nice-user.a@x",)
    rules = PriorityRules(default_factor=0.5)
    assert unused("Customer.a@x; PriorityFactor 1.0", rules=rules)[0] == ("a@x",)


def test_a_reset_of_usage_is_no_use() -> None:
    assert unused(f"Customer.a@x; BeginUsageTime {LATELY}")[0] == ("a@x",)


def test_who_still_owes_is_named() -> None:
    assert unused("Customer.a@x; Priority 0.5", "Customer.b@x; Priority 7.5")[2] == ("b@x",)


def test_who_never_used_anything_can_go_from_the_first_second_on() -> None:
    ledger = Ledger.of_bytes(b"101 Customer.a@x * *\n")
    assert unused_since(ledger, 1, PriorityRules(), lambda _: "<none>").names == ("a@x",)
    assert unused_since(ledger, 0, PriorityRules(), lambda _: "<none>").names == ()


def test_a_factor_of_one_is_a_setting_like_any_other() -> None:
    records = ("Customer.a@x; PriorityFactor 1.0", "Customer.b@x; PriorityFactor 0.5")
    assert unused(*records) == (("b@x",), ("a@x",), ())
