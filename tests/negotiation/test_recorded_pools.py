"""A dry run decides what a real negotiator decided on the same ads, ledger and configuration."""

import re

import pytest

from tests.negotiation.recorded import (
    NAMES,
    aged,
    given,
    limit_agrees,
    near,
    recorded,
    request,
    rerun,
    rounds,
    slot_kinds,
    visits,
)

pytestmark = pytest.mark.parametrize("name", NAMES)


def test_effective_quotas_are_those_of_the_negotiator(name: str) -> None:
    """Every group ends the cycle with the quota that the negotiator logged last."""
    cycle = recorded(name)
    logged = {event["group"]: event["quota"] for event in cycle.of_kind("quota_assigned", "allocation")}
    quotas = {group.name: group.effective_quota for group in rerun(name).groups}
    assert {group: quotas.get(group) for group in logged} == {
        group: pytest.approx(quota, rel=1e-5, abs=2e-6) for group, quota in logged.items()
    }


def test_every_round_allocates_the_same(name: str) -> None:
    """Rounds are as many, and allocate to each group, and deny it, what the log says."""
    cycle = recorded(name)
    allocated = {
        (step.round, group.name): (group.allocated, group.unallocated)
        for step in rerun(name).rounds
        for group in step.groups
    }
    logged = rounds(cycle.events)
    assert allocated.keys() == logged.keys()
    assert all(near(*pair) for key in logged for pair in zip(allocated[key], logged[key], strict=True))


def test_groups_are_served_in_the_same_order_under_the_same_limits(name: str) -> None:
    """Each group that is negotiated, in order, with the limit that the log shows."""
    passes = rerun(name).passes
    logged = recorded(name).of_kind("begin_group")
    assert [step.group for step in passes] == [event["group"] for event in logged]
    assert all(limit_agrees(step.limit, event["limit"]) for step, event in zip(passes, logged, strict=True))


def test_submitters_are_visited_in_the_same_order_with_the_same_limits(name: str) -> None:
    """Each visit: spin, submitter, priority, factor, share, limit, usage and what is left under its ceiling."""
    cycle = recorded(name)
    ours, theirs = rerun(name).visits, list(visits(cycle.events))
    assert [(visit.spin, visit.submitter) for visit in ours] == [(one["spin"], one["submitter"]) for one in theirs]
    for visit, logged in zip(ours, theirs, strict=True):
        assert aged(visit.priority, logged["priority"])
        assert near(visit.factor, logged["factor"])
        assert aged(visit.share, logged["share"])
        assert aged(visit.limit, logged["limit"], 2e-3)
        assert near(visit.usage, logged["usage"])
        assert (2147483647 if visit.ceiling_left is None else visit.ceiling_left) == logged["ceiling"]


def test_the_same_slots_go_to_the_same_requests(name: str) -> None:
    """Every match in its order; a slot may stand for another that differs in nothing a request can see."""
    cycle = recorded(name)
    kinds = slot_kinds(cycle.pool)
    ours = [(match.submitter, match.request, match.slot, match.preempts) for match in rerun(name).matches]
    theirs = [
        (event["submitter"], request(event), event["slot"], _preempted(event["preempting"]))
        for event in cycle.of_kind("match")
    ]
    assert given(ours, kinds) == given(theirs, kinds)


def test_the_same_requests_are_refused_for_the_same_reasons(name: str) -> None:
    """Every rejection in its order, in the negotiator's words."""
    cycle = recorded(name)
    ours = [(one.submitter, one.request, one.reason) for one in rerun(name).rejections]
    assert ours == [(event["submitter"], request(event), event["why"]) for event in cycle.of_kind("reject")]


def _preempted(logged: str) -> str | None:
    user = re.sub(r" \(.*", "", logged)
    return None if user == "none" else user
