"""Ceilings, floors and factors that hold for a while."""

import pytest

from userprio.accounting import LeaseKind, LeaseState, expire_leases, lease
from userprio.accounting.accountant import kinds_that_end, sweep_log
from userprio.base.versions import NEWEST, Behaviour, parse_version
from userprio.ledger import Customer, Ledger, format_record

LEASED = Customer(
    "a@x",
    ceiling=5,
    ceiling_lease_expiration=1000,
    ceiling_pre_lease_value=40,
    floor=3,
    floor_lease_expiration=2000,
    factor_lease_expiration=-1,
)

TEXT = b"""\
101 Customer.a@x * *
103 Customer.a@x Ceiling 5
103 Customer.a@x CeilingLeaseExpiration 1000
103 Customer.a@x CeilingPreLeaseValue 40
103 Customer.a@x Floor 3
103 Customer.a@x FloorLeaseExpiration 2000
101 Customer.b@x * *
103 Customer.b@x PriorityFactor 7.000000
103 Customer.b@x PriorityFactorLeaseExpiration 1000
103 Customer.b@x PriorityFactorPreLeaseValue 500.000000
103 Customer.b@x Ceiling 1
103 Customer.b@x CeilingLeaseExpiration 900
101 Customer.c@x * *
103 Customer.c@x PriorityFactor 7.000000
103 Customer.c@x PriorityFactorLeaseExpiration 999
"""


@pytest.mark.parametrize(
    ("now", "state"), [(999, LeaseState.ACTIVE), (1000, LeaseState.EXPIRED), (5000, LeaseState.EXPIRED)]
)
def test_a_lease_is_active_until_the_second_of_its_expiration(now: int, state: LeaseState) -> None:
    assert lease(LEASED, LeaseKind.CEILING, 1000.0).state(now) is state


def test_no_or_a_negative_expiration_is_not_a_lease() -> None:
    assert lease(LEASED, LeaseKind.FACTOR, 1000.0).state(0) is LeaseState.NONE
    assert lease(Customer("b@x"), LeaseKind.FLOOR, 1000.0).state(0) is LeaseState.NONE


def test_a_missing_prior_value_is_the_value_of_an_unset_one() -> None:
    nobody = Customer("b@x")
    assert [lease(nobody, kind, 1000.0).prior for kind in LeaseKind] == [-1, 0, 1000.0]
    assert lease(LEASED, LeaseKind.CEILING, 1000.0).prior == 40


def test_a_sweep_restores_ceilings_then_floors_then_factors_each_in_table_order() -> None:
    assert Ledger.of_bytes(TEXT).customers_in_table_order() == ["b@x", "a@x", "c@x"]
    assert "".join(map(format_record, sweep_log(Ledger.of_bytes(TEXT), 1000, 800.0))) == (
        "103 Customer.b@x Ceiling -1\n"
        "103 Customer.b@x CeilingLeaseExpiration 0\n"
        "103 Customer.a@x Ceiling 40\n"
        "103 Customer.a@x CeilingLeaseExpiration 0\n"
        "103 Customer.b@x PriorityFactor 500.000000\n"
        "103 Customer.b@x PriorityFactorLeaseExpiration 0\n"
        "103 Customer.c@x PriorityFactor 800.000000\n"
        "103 Customer.c@x PriorityFactorLeaseExpiration 0\n"
    )


def test_only_the_kinds_asked_for_are_swept() -> None:
    log = sweep_log(Ledger.of_bytes(TEXT), 5000, 800.0, [LeaseKind.FLOOR])
    assert [format_record(record) for record in log] == [
        "103 Customer.a@x Floor 0\n",
        "103 Customer.a@x FloorLeaseExpiration 0\n",
    ]


def test_what_was_swept_is_not_swept_again_and_the_rest_still_holds() -> None:
    after = expire_leases(Ledger.of_bytes(TEXT), 1500, 800.0, Behaviour(NEWEST))
    assert sweep_log(after, 1500, 800.0) == ()
    assert (after.customers["a@x"].ceiling, after.customers["a@x"].floor) == (40, 3)
    assert lease(after.customers["a@x"], LeaseKind.FLOOR, 800.0).state(1500) is LeaseState.ACTIVE


def test_a_negotiator_ends_the_leases_that_its_version_knows() -> None:
    def known(version: str) -> list[str]:
        return list(kinds_that_end(Behaviour(parse_version(version))))

    assert known("25.10.1") == []
    assert known("25.11.0") == known("25.12.1") == ["ceiling"]
    assert known("25.12.2") == ["ceiling", "floor", "priority-factor"]
    kept = expire_leases(Ledger.of_bytes(TEXT), 1500, 800.0, Behaviour(parse_version("24.0.1")))
    assert kept.ads == Ledger.of_bytes(TEXT).ads
