"""From one recorded pool to a sibling with the same jobs: what a plan shows is what HTCondor decided differently."""

from collections import Counter
from functools import cache
from itertools import pairwise

import pytest

from tests.negotiation.agreement import disagreements
from tests.negotiation.recorded import Recorded, limit_agrees, near, recorded
from userprio.accounting import ChargeRules, slot_weight
from userprio.analysis.plan import Changes, Plan, plan
from userprio.classad import Evaluator
from userprio.pool.fetched import fetched_slots
from userprio.pool.scenario import ScenarioData
from userprio.pool.settings import NegotiatorSettings

# Pools made from the same jobs: another size, another configuration, or slots that were free or busy.
SIBLINGS = (
    ("manual-static-30", "manual-static-15"),
    ("manual-static-15", "manual-static-60"),
    ("manual-static-60", "manual-static-30"),
    ("manual-static-15", "manual-static-15-scaled"),
    ("manual-static-15-scaled", "manual-static-15-oversubscribed"),
    ("manual-static-30", "manual-dynamic-flat"),
    ("manual-subgroups", "manual-subgroups-15-scaled"),
    ("manual-subgroups", "manual-dynamic-subgroups"),
    ("manual-subgroups", "round-robin"),
    ("manual-surplus", "manual-surplus-scaled"),
    ("autoregroup-unclaimed", "autoregroup"),
    ("cms-atlas-cdf-unclaimed", "cms-atlas-cdf"),
    ("talk-pie-unclaimed", "talk-pie"),
    ("edge-no-preempt-pie", "edge-no-preempt-noweights"),
    ("preempt-by-priority", "preempt-off"),
    ("random-2-unclaimed", "random-2"),
)


def state(cycle: Recorded) -> ScenarioData:
    return ScenarioData(cycle.pool, cycle.ledger, cycle.settings, cycle.at)


@cache
def planned(one: str, other: str) -> Plan:
    return plan(state(recorded(one)), Changes(to_snapshot=other), state(recorded(other)))


def logged_quotas(cycle: Recorded) -> dict[str, float]:
    return {event["group"]: event["quota"] for event in cycle.of_kind("quota_assigned", "allocation")}


def logged_matches(cycle: Recorded) -> Counter[str]:
    return Counter(event["submitter"] for event in cycle.of_kind("match"))


def logged_limits(cycle: Recorded) -> dict[str, float]:
    return {event["group"]: event["limit"] for event in cycle.of_kind("begin_group")}


@pytest.mark.slow
@pytest.mark.parametrize(("one", "other"), SIBLINGS)
def test_both_sides_are_the_recorded_cycles(one: str, other: str) -> None:
    found = planned(one, other)
    for name, outcome in ((one, found.before), (other, found.after)):
        assert disagreements(outcome, recorded(name).events, recorded(name).pool) == []


@pytest.mark.parametrize(("one", "other"), SIBLINGS)
def test_quotas_that_differ_are_those_that_were_logged_to_differ(one: str, other: str) -> None:
    before, after = logged_quotas(recorded(one)), logged_quotas(recorded(other))
    theirs = {
        name: (before.get(name), after.get(name))
        for name in {*before, *after}
        if name not in before or name not in after or not near(before[name], after[name])
    }
    ours = {
        group.name: (group.effective_quota.before, group.effective_quota.after)
        for group in planned(one, other).difference.groups
        if not logged_alike(group.effective_quota.before, group.effective_quota.after)
    }
    assert ours.keys() == theirs.keys()
    for name, quotas in theirs.items():
        for logged, found in zip(quotas, ours[name], strict=True):
            assert logged_alike(logged, found), name


def logged_alike(one: float | None, other: float | None) -> bool:
    """The log shows six digits."""
    return one is other if one is None or other is None else near(one, other)


@pytest.mark.parametrize(("one", "other"), SIBLINGS)
def test_matches_that_differ_are_those_that_were_logged_to_differ(one: str, other: str) -> None:
    before, after = logged_matches(recorded(one)), logged_matches(recorded(other))
    theirs = {name: (before[name], after[name]) for name in {*before, *after} if before[name] != after[name]}
    found = planned(one, other).difference
    ours = {
        each.name: (each.matches.before or 0, each.matches.after or 0)
        for each in found.submitters
        if (each.matches.before or 0) != (each.matches.after or 0)
    }
    assert ours == theirs
    assert (found.pool.matches.before, found.pool.matches.after) == (before.total(), after.total())
    taken = [sum(event["preempting"] != "none" for event in recorded(name).of_kind("match")) for name in (one, other)]
    assert [found.pool.preemptions.before, found.pool.preemptions.after] == taken


@pytest.mark.parametrize(("one", "other"), SIBLINGS)
def test_limits_of_groups_are_those_that_were_logged_last(one: str, other: str) -> None:
    for group in planned(one, other).difference.groups:
        for name, limit in ((one, group.limit.before), (other, group.limit.after)):
            logged = logged_limits(recorded(name)).get(group.name)
            assert (limit is None) == (logged is None), group.name
            assert limit is None or logged is None or limit_agrees(int(limit), logged), group.name


@pytest.mark.parametrize(("one", "other"), [pair for pair in SIBLINGS if pair[0].startswith("manual-")])
def test_who_gains_and_who_loses_is_the_difference_of_the_logged_matches(one: str, other: str) -> None:
    """In these pools nothing runs before the cycle, and every slot has one core."""
    before, after = logged_matches(recorded(one)), logged_matches(recorded(other))
    theirs = {name: after[name] - before[name] for name in {*before, *after} if after[name] != before[name]}
    found = planned(one, other).difference
    assert {shift.submitter: shift.by for shift in (*found.gains, *found.losses)} == theirs
    assert all(shift.by > 0 for shift in found.gains)
    assert all(shift.by < 0 for shift in found.losses)
    for shifts in (found.gains, found.losses):
        assert all(abs(one.by) >= abs(other.by) for one, other in pairwise(shifts))


@pytest.mark.parametrize(("one", "other"), SIBLINGS)
def test_the_way_back_is_the_same_with_the_signs_turned(one: str, other: str) -> None:
    there, back = planned(one, other).difference, planned(other, one).difference
    assert {shift.submitter: shift.by for shift in there.gains} == {s.submitter: -s.by for s in back.losses}
    assert {shift.submitter: shift.by for shift in there.losses} == {s.submitter: -s.by for s in back.gains}
    assert {group.name for group in there.groups} == {group.name for group in back.groups}
    assert {each.name for each in there.submitters} == {each.name for each in back.submitters}
    assert (there.new_warnings, there.gone_warnings) == (back.gone_warnings, back.new_warnings)


@pytest.mark.parametrize(("one", "other"), SIBLINGS)
def test_what_all_gain_and_lose_is_what_was_idle(one: str, other: str) -> None:
    """All slots here are static: a slot is idle or somebody holds it."""
    found = planned(one, other).difference
    held = [
        sum(float(slot) for slot in weights(name)) - idle
        for name, idle in ((one, found.pool.idle_weight.before), (other, found.pool.idle_weight.after))
        if idle is not None
    ]
    assert sum(shift.by for shift in (*found.gains, *found.losses)) == pytest.approx(held[1] - held[0])


def weights(name: str) -> list[float]:
    """The weight of every slot of a recorded pool, as the accountant has it."""
    cycle = recorded(name)
    rules, evaluator = ChargeRules.from_config(cycle.settings), Evaluator(cycle.at)
    slots, _ = fetched_slots(cycle.pool.slots, NegotiatorSettings.from_config(cycle.settings), evaluator)
    return [slot_weight(slot, rules, evaluator) for slot in slots]


@pytest.mark.parametrize("name", ["partitionable-groups", "preempt-by-priority", "floors-and-ceilings", "aging"])
def test_no_change_changes_nothing(name: str) -> None:
    found = plan(state(recorded(name)), Changes())
    assert not found.changes_something
    assert not found.difference
    assert not found.inputs
