"""A small ledger, and edits of it as they are planned."""

import pytest

from userprio.accounting import Edit, EditAction, EditError, EditPlan, PriorityRules, plan_edit
from userprio.ledger import Ledger, format_record

NOW = 1_767_600_000
ALICE, BOB, CAROL = "alice@x.org", "group_phys.bob@x.org", "carol@y.org"
RULES = PriorityRules(default_factor=1000.0, group_factors={"group_phys": 250.0})
LOG = f"""\
107 1 CreationTimestamp 1767000000
101 Customer.<none> * *
103 Customer.<none> PriorityFactor 1000.000000
103 Customer.<none> WeightedAccumulatedUsage 99.000000
101 Customer.{ALICE} * *
103 Customer.{ALICE} PriorityFactor 1000.000000
103 Customer.{ALICE} Priority 4.500000
103 Customer.{ALICE} AccumulatedUsage 3600.000000
103 Customer.{ALICE} WeightedAccumulatedUsage 7200.000000
103 Customer.{ALICE} BeginUsageTime 1767000000
103 Customer.{ALICE} Ceiling 40
101 Customer.{BOB} * *
103 Customer.{BOB} Priority 0.500000
"""


def group_of(name: str) -> str:
    return "group_phys" if name.startswith("group_phys") else "<none>"


def ledger_of(*more: str) -> Ledger:
    return Ledger.of_bytes((LOG + "".join(line + "\n" for line in more)).encode())


def plan(
    action: EditAction,
    *names: str,
    value: float | int | None = None,
    duration: int | None = None,
    ledger: Ledger | None = None,
    create: bool = False,
) -> EditPlan:
    ledger = ledger_of() if ledger is None else ledger
    edit = Edit(action, names, value, duration)
    return plan_edit(edit, ledger, NOW, RULES, group_of, create=create, known=lambda: ledger.customers)


def lines(result: EditPlan) -> list[str]:
    return [format_record(record).rstrip("\n") for record in result.records]


def refusal(
    action: EditAction,
    *names: str,
    value: float | int | None = None,
    duration: int | None = None,
    ledger: Ledger | None = None,
    create: bool = False,
) -> str:
    with pytest.raises(EditError) as caught:
        plan(action, *names, value=value, duration=duration, ledger=ledger, create=create)
    return str(caught.value)
