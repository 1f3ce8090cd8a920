"""Accounts in memory come to what a ledger comes to that is written and read back at every step."""

from collections import Counter
from random import Random

import pytest
from msgspec.structs import asdict

from userprio.accounting import Accountant, expire_leases, recount
from userprio.accounting.priorities import age
from userprio.base.versions import NEWEST, Behaviour
from userprio.ledger import Customer, Ledger

_NOW = 1_795_000_000
_NAMES = ("ann@x", "bob@x", "g.cat@x", "g.h.dan@x", "eve@y")
_GROUPS = {"g.cat@x": "g", "g.h.dan@x": "g.h", "g": "g", "g.h": "g.h"}
_USAGE = frozenset(
    "resources_used weighted_resources_used hier_weighted_resources_used uncharged_time weighted_uncharged_time".split()
)
_NEWEST = Behaviour(NEWEST)


def _group_of(name: str) -> str:
    return _GROUPS.get(name, "<none>")


def _ledger(random: Random) -> Ledger:
    lines = ["107 1 CreationTimestamp 1", "101 Accountant. * *", f"103 Accountant. LastUpdateTime {_NOW - 77}"]
    for name in ("<none>", "g", *random.sample(_NAMES, 3)):
        key = f"Customer.{name}"
        said = {
            "Priority": f"{random.uniform(0.4, 900):.6f}",
            "PriorityFactor": "1000.000000",
            "WeightedUnchargedTime": f"{random.choice((0, -60, -12.25)):.6f}",
            "UnchargedTime": str(random.choice((0, -60))),
        }
        if random.random() < 0.4:
            said |= {"Ceiling": "7", "CeilingLeaseExpiration": str(_NOW + random.randrange(900))}
            said |= {"PriorityFactorLeaseExpiration": str(_NOW + random.randrange(900))}
        lines += [f"101 {key} * *", *(f"103 {key} {attribute} {value}" for attribute, value in said.items())]
    return Ledger.of_bytes("".join(f"{line}\n" for line in lines).encode())


def _figures(customer: Customer) -> dict[str, object]:
    """Of usage, what is missing and what is zero mean the same."""
    return {name: value or 0 if name in _USAGE else value for name, value in asdict(customer).items()}


@pytest.mark.parametrize("seed", range(60))
def test_every_figure_is_that_of_the_ledger(seed: int) -> None:
    random = Random(seed)
    ledger, now = _ledger(random), _NOW
    accountant = Accountant(ledger, _group_of)
    weights = random.choice(((1.0, 2.0, 8.0), (1.0, 2.5, 0.1, 3.0), (1.0, 1e12)))
    charges = [(random.choice(_NAMES), random.choice(weights)) for _ in range(random.randrange(12))]
    for _ in range(12):
        now += random.choice((0, 60, 61, 300, -20))
        ledger = expire_leases(age(ledger, now, 3600.0), now, 1000.0, _NEWEST)
        accountant.update(now, 3600.0)
        accountant.expire_leases(now, 1000.0, _NEWEST)
        for _ in range(random.randrange(4)):
            if charges and random.random() < 0.5:
                del charges[random.randrange(len(charges))]
            else:
                charges.insert(random.randrange(len(charges) + 1), (random.choice(_NAMES), random.choice(weights)))
        ledger = recount(ledger, charges, now, _group_of)
        accountant.recount(Counter(charges), charges.copy)
        assert accountant.last_update_time == ledger.last_update_time
        told = accountant.ledger
        assert list(told.customers) == list(ledger.customers)
        for name, customer in ledger.customers.items():
            assert _figures(told.customers[name]) == _figures(customer), name


def test_a_copy_goes_on_by_itself() -> None:
    accountant = Accountant(_ledger(Random(1)), _group_of)
    before = accountant.ledger
    accountant.copy().update(_NOW + 3600, 60.0)
    assert accountant.ledger == before
