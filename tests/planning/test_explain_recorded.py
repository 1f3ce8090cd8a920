"""On every recorded pool everybody gets an explanation whose numbers are those of the cycle."""

import pytest

from tests.negotiation.recorded import NAMES, recorded, rerun
from userprio.planning import Explanation, Reason, explain_everybody


def explained(name: str) -> dict[str, Explanation]:
    cycle = recorded(name)
    return explain_everybody(cycle.pool, cycle.ledger, cycle.settings, cycle.at)


@pytest.mark.parametrize("name", NAMES)
def test_everybody_gets_an_explanation_whose_numbers_agree_with_the_cycle(name: str) -> None:
    outcome = rerun(name)
    everybody = explained(name)
    assert {visit.submitter for visit in outcome.visits} <= set(everybody)
    for who, one in everybody.items():
        mine = [match for match in outcome.matches if match.submitter == who]
        assert one.matches == len(mine) == sum(won.matches for won in one.won)
        assert one.weight == pytest.approx(sum(match.cost for match in mine))
        assert one.visits == tuple(visit for visit in outcome.visits if visit.submitter == who)
        assert one.jobs_left == sum(finding.jobs for finding in (one.primary, *one.others))
        assert (one.primary.jobs > 0) == (one.primary.reason not in (Reason.SATISFIED, Reason.NO_IDLE_JOBS)) or (
            one.primary.reason is Reason.NO_IDLE_JOBS
        )
        assert one.primary.reason is not Reason.NOT_SIMULATED, one.primary.sentence
        assert one.primary.sentence
        agrees_with_shares(one)
        agrees_with_slots(one)
        agrees_with_quotas(one)


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
