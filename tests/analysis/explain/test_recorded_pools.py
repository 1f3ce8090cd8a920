"""On every recorded pool everybody gets an explanation whose numbers are those of the cycle."""

import json

import pytest
from msgspec.structs import replace

from tests.negotiation.recorded import NAMES, recorded, rerun
from tests.report.screen import drawn
from tests.report.written import json_text
from userprio.analysis.explain import Explanation, Reason, known_submitters
from userprio.analysis.explain.explain import Case
from userprio.classad import Evaluator
from userprio.negotiation import GroupOutcome, Outcome
from userprio.negotiation.schedd import offered_jobs

SHOWN = frozenset(NAMES[::6])
"""Pools whose explanations are printed as well, which takes longer than working them out."""


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_everybody_gets_an_explanation_whose_numbers_agree_with_the_cycle(name: str) -> None:
    cycle, outcome = recorded(name), rerun(name)
    case = Case(cycle.scenario, lambda one: True)
    assert replace(case.outcome, waiting=()) == outcome, "looking on changes nothing"
    known = known_submitters(cycle.scenario)
    assert {visit.submitter for visit in outcome.visits} <= set(known)
    everybody = {who: case.submitter(who) for who in known}
    for one in everybody.values():
        agrees_with_cycle(one, outcome)
        agrees_with_shares(one)
        agrees_with_slots(one)
        agrees_with_quotas(one)
    groups = {group.name: case.group(group.name) for group in outcome.groups}
    for group in outcome.groups:
        group_agrees(groups[group.name], group, outcome)
    queues = offered_jobs(cycle.pool.jobs, Evaluator(cycle.at)).items()
    firsts = [case.job(jobs[0].id, jobs[0].ad, owner) for (owner, _), jobs in queues]
    for one in firsts:
        assert (one.primary.reason is Reason.SATISFIED) == (one.jobs_left == 0)
        assert one.jobs_left in (0, 1)
    if name in SHOWN:
        for one in (*everybody.values(), *groups.values(), *firsts):
            shown(one)


def agrees_with_cycle(one: Explanation, outcome: Outcome) -> None:
    mine = [match for match in outcome.matches if match.submitter == one.name]
    assert one.matches == len(mine) == sum(won.matches for won in one.won)
    assert one.weight == pytest.approx(sum(match.cost for match in mine))
    assert one.visits == tuple(visit for visit in outcome.visits if visit.submitter == one.name)
    assert one.jobs_left == sum(finding.jobs for finding in (one.primary, *one.others))
    if one.primary.reason is Reason.SATISFIED:
        assert one.jobs_left == 0
        assert one.matches > 0
    elif one.primary.reason is not Reason.NO_IDLE_JOBS:
        assert one.primary.jobs > 0
    assert one.primary.reason is not Reason.NOT_SIMULATED, one.primary.sentence
    assert one.primary.sentence


def group_agrees(one: Explanation, group: GroupOutcome, outcome: Outcome) -> None:
    assert one.quotas[-1].effective_quota == group.effective_quota
    assert one.usage == group.usage
    assert sum(member.matches for member in one.members) == one.matches
    limits = [step.limit for step in outcome.passes if step.group == group.name]
    assert [turn.limit for turn in one.turns if turn.limit is not None] == limits


def shown(one: Explanation) -> None:
    """It can be printed within eighty columns, and written as JSON."""
    text = drawn(one)
    assert all(len(line) <= 80 for line in text.splitlines())
    assert str(one.primary.reason) in text
    assert json.loads(json_text(one))["primary"]["sentence"] == one.primary.sentence


def agrees_with_shares(one: Explanation) -> None:
    share, limit = one.share, one.limit
    if share is not None:
        assert sum(rival.share for rival in share.competitors) == pytest.approx(1.0)
        assert sum(rival.parts for rival in share.competitors) == pytest.approx(share.parts)
        for rival in share.competitors:
            assert rival.real_priority * rival.factor == pytest.approx(rival.priority)
            assert rival.share == pytest.approx(rival.parts / share.parts)
        whole = share.pool if share.group_limit is None else min(share.pool, share.group_limit)
        assert share.pie == pytest.approx(whole)
    if limit is not None:
        shown = [visit for visit in one.visits if visit.limit == limit.limit and visit.share == limit.share]
        assert shown
        assert limit.goal == pytest.approx(limit.share * limit.pie)
        if limit.floor == 0:
            assert limit.limit <= max(limit.goal - limit.usage, 0.0) + 1e-9 or limit.limit > 1e300


def agrees_with_slots(one: Explanation) -> None:
    for step in one.requests:
        matching = step.matching
        assert matching.slots == one.pool.slots
        assert matching.clauses[-1].left == matching.matching
        for clause in matching.clauses:
            assert matching.matching <= clause.without <= clause.slots or clause.slots < one.pool.slots
            assert clause.alone <= clause.slots
        if step.hands:
            assert sum(hands.slots for hands in step.hands) == one.pool.slots
            assert sum(hands.weight for hands in step.hands) == pytest.approx(one.pool.weight)


def agrees_with_quotas(one: Explanation) -> None:
    for above, below in zip(one.quotas, one.quotas[1:], strict=False):
        assert below.parent == above.group
        assert below.parent_quota == above.subtree_quota
    for turn in one.turns:
        assert turn.own + turn.surplus_taken == pytest.approx(turn.allocated)
