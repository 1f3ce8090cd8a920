"""Small pools, random and recorded ones: the engine decides as the reference engine does."""

import pytest
from msgspec.structs import replace

from tests.marks import sampled, slow
from tests.negotiation.builders import cycle, free, jobs, scenario, submitter
from tests.negotiation.random_pools import draw, engine, scenario_of
from tests.negotiation.recorded import NAMES, PLAIN, recorded, rerun
from userprio.base.cxx import INT_MIN
from userprio.negotiation import Because, PassKind, VisitOutcome, negotiate, second_opinion
from userprio.negotiation.outcome import SecondOpinion
from userprio.pool import ScenarioData

_IN_PLAIN_SUITE = 50
_SMALL = 70
"""The most slots of a recorded pool that the reference engine decides within a second."""
_AGREES = SecondOpinion(agrees=True, differences=(), not_covered=())


def check(seed: int) -> None:
    scenario = scenario_of(draw(seed))
    assert second_opinion(scenario, negotiate(scenario)) == _AGREES


@pytest.mark.parametrize("seed", range(_IN_PLAIN_SUITE))
def test_the_engine_decides_as_the_reference_engine(seed: int) -> None:
    check(seed)


@pytest.mark.slow
@pytest.mark.parametrize("first", sampled(range(_IN_PLAIN_SUITE, 2100, 50)))
def test_the_engine_decides_so_in_many_pools(first: int) -> None:
    for seed in range(first, first + 50):
        check(seed)


@pytest.mark.parametrize("name", [*sorted(PLAIN), *slow(name for name in NAMES if name not in PLAIN)])
def test_both_decide_a_recorded_cycle_alike_or_the_reference_engine_does_not_judge(name: str) -> None:
    """What it does not know is an older version, or a knob that few pools set: most cycles it judges."""
    pool = recorded(name)
    if len(pool.pool.slots) <= _SMALL:
        opinion = second_opinion(pool.scenario, rerun(name))
        assert not opinion.differences
        assert opinion.agrees is (None if opinion.not_covered else True)


def test_the_reference_engine_judges_most_recorded_cycles() -> None:
    small = [name for name in sorted(PLAIN) if len(recorded(name).pool.slots) <= _SMALL]
    judged = [name for name in small if second_opinion(recorded(name).scenario, rerun(name)).agrees]
    assert len(judged) > 0.8 * len(small)


def two_users(knobs: str = "") -> ScenarioData:
    """Two users with two jobs each, and four slots."""
    waiting = [*jobs("ann", 2, 1), *jobs("bob", 2, 2)]
    return scenario(free(4), [submitter("ann", 2, heard=1), submitter("bob", 2, heard=2)], waiting, knobs=knobs)


def test_a_difference_names_what_differs_with_both_figures() -> None:
    outcome = negotiate(two_users())
    cheaper = replace(outcome, matches=(*outcome.matches[:3], replace(outcome.matches[3], cost=0.5)))
    assert second_opinion(two_users(), cheaper) == SecondOpinion(
        agrees=False,
        differences=(
            "match 4, spin 1, submitter bob@pool.test, schedd ap1, request 2.0, slot slot1@exec4: cost is 0.5, not 1.0",
        ),
        not_covered=(),
    )


def test_a_decision_that_only_one_engine_made_is_a_difference() -> None:
    outcome = negotiate(two_users())
    shorter = second_opinion(two_users(), replace(outcome, matches=outcome.matches[:3]))
    longer = second_opinion(two_users(), replace(outcome, matches=(*outcome.matches, outcome.matches[0])))
    assert shorter.agrees is longer.agrees is False
    assert shorter.differences == (
        "match 4: none; the reference engine has spin 1, submitter bob@pool.test, schedd ap1, request 2.0, "
        "slot slot1@exec4",
    )
    assert longer.differences == (
        "match 5: spin 1, submitter ann@pool.test, schedd ap1, request 1.0, slot slot1@exec1; the reference engine has "
        "none",
    )


@pytest.mark.parametrize(
    ("knobs", "unknown"),
    [
        ("NEGOTIATOR_DEPTH_FIRST = True", "NEGOTIATOR_DEPTH_FIRST"),
        ("START_VANILLA_UNIVERSE = SLOT.Cpus > 0", "START_VANILLA_UNIVERSE"),
        ("NEGOTIATOR_MAX_TIME_PER_CYCLE = 0", "a time limit of zero"),
        ("GROUP_QUOTA_MAX_ALLOCATION_ROUNDS = 21", "GROUP_QUOTA_MAX_ALLOCATION_ROUNDS above 20"),
    ],
)
def test_what_the_reference_engine_does_not_know_is_named_instead_of_judged(knobs: str, unknown: str) -> None:
    pool = two_users(knobs + "\n")
    assert second_opinion(pool, negotiate(pool)) == SecondOpinion(None, (), (unknown,))


def test_a_pool_too_large_for_it_is_refused_with_a_way_out() -> None:
    users = [f"u{number}" for number in range(1100)]
    ads = [submitter(name, 1) for name in users]
    waiting = [job for number, name in enumerate(users) for job in jobs(name, 1, number)]
    pool = scenario(free(3000), ads, waiting)
    (why,) = second_opinion(pool, cycle([], [], [])).not_covered
    assert why.startswith("so large a pool: it looks at each of 3,000 slots for each of 1,100 requests")
    assert "condor_status -constraint" in why


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
