"""Random small pools: the engine decides as the plain telling of the rules in `obvious` does."""

import pytest

from tests.marks import sampled
from tests.negotiation.builders import NOW
from tests.negotiation.obvious import Cycle
from tests.negotiation.random_pools import draw, engine
from userprio.base.cxx import INT_MIN
from userprio.negotiation import Because, PassKind, VisitOutcome

_IN_PLAIN_SUITE = 50


def check(seed: int) -> None:
    """Hold one against the other, the earliest steps of a cycle first."""
    outcome = engine(draw(seed))
    plain = Cycle(draw(seed), NOW)
    plain.run()
    quotas = {one.name: one.effective_quota for one in outcome.groups}
    assert plain.rounds == [
        (each.round, one.name, quotas[one.name], one.allocated, one.unallocated)
        for each in outcome.rounds
        for one in each.groups
    ]
    assert plain.visits == [
        (
            *(one.round, one.group, one.group_limit, one.kind, one.spin, one.submitter, one.schedd),
            *(one.limit, one.unclaimed_limit, one.matched, one.outcome),
        )
        for one in outcome.visits
    ]
    assert plain.rejections == [(one.submitter, one.schedd, one.request, one.reason) for one in outcome.rejections]
    assert plain.matches == [
        (one.submitter, one.schedd, one.request, one.slot, one.because, one.cost) for one in outcome.matches
    ]


@pytest.mark.parametrize("seed", range(_IN_PLAIN_SUITE))
def test_the_engine_decides_as_the_plain_telling_of_the_rules(seed: int) -> None:
    check(seed)


@pytest.mark.slow
@pytest.mark.parametrize("first", sampled(range(_IN_PLAIN_SUITE, 2100, 50)))
def test_the_engine_decides_so_in_many_pools(first: int) -> None:
    for seed in range(first, first + 50):
        check(seed)


@pytest.mark.slow
def test_the_random_pools_show_what_they_are_to_show() -> None:
    """Matches of all three kinds, rejections for every reason, and all that groups, floors and dynamic slots make."""
    outcomes = [engine(draw(seed)) for seed in range(120)]
    assert {match.because for one in outcomes for match in one.matches} == {*Because}
    reasons = {refused.reason for one in outcomes for refused in one.rejections}
    assert {"no match found", "submitter limit exceeded", "PREEMPTION_REQUIREMENTS == False"} <= reasons
    assert {"concurrency limit lic reached", "concurrency limit  reached"} <= reasons
    assert {visit.outcome for one in outcomes for visit in one.visits} == {
        *(VisitOutcome.SATISFIED, VisitOutcome.LIMIT, VisitOutcome.CEILING, VisitOutcome.SHARE_TOO_SMALL)
    }
    assert {visit.kind for one in outcomes for visit in one.visits} == {*PassKind}
    assert any("dslots" in (match.preempts or "") for one in outcomes for match in one.matches)
    assert any(len(one.rounds) > 1 for one in outcomes)
    assert any(len(one.passes) > len({(each.round, each.group) for each in one.passes}) for one in outcomes)
    assert any(each.limit == INT_MIN for one in outcomes for each in one.passes)
    assert any(one.reads_previous_quotas and one.first_cycle for one in outcomes)
