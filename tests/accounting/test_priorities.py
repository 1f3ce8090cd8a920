"""Factors and effective priorities."""

import pytest

from userprio.accounting import (
    PriorityRules,
    default_factor,
    effective_priority,
    freeze_factors,
    priority_factor,
    real_priority,
)
from userprio.accounting.priorities import reading_log
from userprio.ledger import Customer, Ledger, NewAd, SetAttribute, format_record

RULES = PriorityRules(
    default_factor=250.0,
    nice_user_factor=1e6,
    remote_factor=1e7,
    local_domain="pool.test",
    group_factors={"group_a": 77.0},
)


def group_of(name: str) -> str:
    return "group_a" if name.startswith("group_a") else "<none>"


@pytest.mark.parametrize(
    ("name", "factor"),
    [
        ("alice@pool.test", 250.0),
        ("nice-user.alice@pool.test", 1e6),
        ("nice-users-too@elsewhere", 1e6),
        ("Nice-user.alice@pool.test", 250.0),
        ("group_a.bob@pool.test", 77.0),
        ("group_a.bob@elsewhere", 77.0),
        ("alice@elsewhere", 1e7),
        ("alice@POOL.TEST", 1e7),
        ("alice@pool.test@elsewhere", 1e7),
        ("alice@elsewhere@pool.test", 250.0),
        ("group_a", 77.0),
        ("group_b", 1e7),
        ("<none>", 1e7),
    ],
)
def test_the_first_rule_that_applies_gives_the_factor(name: str, factor: float) -> None:
    assert default_factor(name, group_of(name), RULES) == factor


def test_without_a_local_domain_nobody_is_remote() -> None:
    assert default_factor("<none>", "<none>", PriorityRules()) == 1000.0
    assert default_factor("alice@elsewhere", "<none>", PriorityRules()) == 1000.0


def test_a_group_factor_is_not_inherited_from_the_group_above() -> None:
    rules = PriorityRules(group_factors={"a": 5.0})
    assert default_factor("a.b.joe@x", "a.b", rules) == 1000.0
    assert default_factor("a.joe@x", "a", rules) == 5.0


def test_a_group_factor_of_zero_counts_as_unset() -> None:
    assert default_factor("a.joe@x", "a", PriorityRules(group_factors={"a": 0.0})) == 1000.0


@pytest.mark.parametrize(
    ("stored", "factor"), [(None, 1000.0), (0.0, 1000.0), (0.99, 1000.0), (1.0, 1.0), (50.0, 50.0)]
)
def test_a_stored_factor_of_at_least_one_is_frozen(stored: float | None, factor: float) -> None:
    assert priority_factor(Customer("a@x", priority_factor=stored), "<none>", PriorityRules()) == factor


@pytest.mark.parametrize(("stored", "real"), [(None, 0.5), (0.1, 0.5), (0.5, 0.5), (7.25, 7.25)])
def test_a_real_priority_counts_as_at_least_one_half(stored: float | None, real: float) -> None:
    customer = Customer("a@x", priority=stored, priority_factor=100.0)
    assert real_priority(customer) == real
    assert effective_priority(customer, "<none>", PriorityRules()) == real * 100.0


def test_reading_stores_a_missing_factor_and_raises_a_low_priority() -> None:
    ledger = Ledger.of_bytes(b"101 Customer.low@x * *\n103 Customer.low@x Priority 0.2\n")
    log = reading_log(ledger, ["low@x", "new@x", "new@x"], PriorityRules(), lambda name: "<none>")
    assert [format_record(record) for record in log] == [
        "103 Customer.low@x PriorityFactor 1000.000000\n",
        "103 Customer.low@x Priority 0.500000\n",
        "101 Customer.new@x * *\n",
        "103 Customer.new@x PriorityFactor 1000.000000\n",
    ]


def test_a_frozen_factor_outlives_a_change_of_configuration() -> None:
    ledger = freeze_factors(Ledger.empty(), ["a@x"], PriorityRules(), lambda name: "<none>")
    changed = PriorityRules(default_factor=5.0)
    assert effective_priority(ledger.customers["a@x"], "<none>", changed) == 500.0
    assert reading_log(ledger, ["a@x"], changed, lambda name: "<none>") == ()


def test_a_rule_that_gives_less_than_one_is_seen_once_and_stored_as_one() -> None:
    rules = PriorityRules(default_factor=0.25)
    assert effective_priority(Customer("a@x"), "<none>", rules) == 0.125
    log = reading_log(Ledger.empty(), ["a@x"], rules, lambda name: "<none>")
    assert log == (NewAd("Customer.a@x"), SetAttribute("Customer.a@x", "PriorityFactor", "1.000000"))
    assert effective_priority(Ledger.empty().replay(log).customers["a@x"], "<none>", rules) == 0.5
