"""What an explanation says would help, helps: it is done to drawn pools, and the slots are counted again."""

from collections.abc import Iterator

import pytest

from tests.marks import fewer, slow_sample
from tests.negotiation.random_pools import draw, scenario_of
from userprio.analysis.explain import Side
from userprio.analysis.explain.explain import Case
from userprio.classad import Ad, parse
from userprio.negotiation import Clause, Waiting, meets
from userprio.negotiation.matching import MatchSide

SEEDS = [*range(8), *slow_sample(range(8, 300))]


def promises(case: Case) -> Iterator[tuple[Waiting, Clause, Ad]]:
    """Jobs that wait, a clause without which, as is said, slots would match, and the request without that clause."""
    diagnosis = case.diagnosis
    for submitter in case.trace.cycle.submitters:
        for held in diagnosis.held(submitter):
            if held.waiting is None:
                continue
            matching = diagnosis.apart(held.waiting)
            own = [clause for clause in matching.clauses if clause.side is Side.JOB]
            for clause in matching.culprits:
                if clause.without and clause.side is Side.JOB:
                    others = " && ".join(f"({other.text})" for other in own if other is not clause)
                    less = held.waiting.ad.replace({"Requirements": parse(others or "true")})
                    yield held.waiting, clause, less


@pytest.mark.parametrize("seed", SEEDS)
def test_without_the_clause_that_is_named_so_many_slots_match(seed: int) -> None:
    case = Case(scenario_of(draw(seed)), lambda _: True)
    evaluator = case.trace.cycle.state.evaluator
    for waiting, clause, less in promises(case):
        request = MatchSide(less, flattens=waiting.flattens)
        matching = sum(count for slot, count in case.trace.kinds_at_first.items() if meets(request, slot, evaluator))
        matching += sum(count for slots, count in case.trace.trimmed.items() if meets(request, slots.ad, evaluator))
        assert matching == clause.without, clause.text


@pytest.mark.slow
def test_most_drawn_pools_make_such_promises() -> None:
    count = fewer(300)
    pools = (Case(scenario_of(draw(seed)), lambda _: True) for seed in range(count))
    assert sum(any(True for _ in promises(case)) for case in pools) > count / 10
