"""Whoever is said to be at a submitter limit would hold more with a larger share; nobody else is said to be."""

from collections import Counter

import pytest

from tests.negotiation.builders import held, jobs, scenario, submitter
from tests.screens.cycles import IN_FULL, drawn_pool
from tests.screens.printed import coloured, table
from userprio.analysis.plan.changes import changes_of
from userprio.analysis.plan.comparison import changed
from userprio.negotiation import CycleSummary, Reason, diagnosed, summarise
from userprio.pool.scenario import ScenarioData
from userprio.report import CycleRows, CycleTable

OF_SHARES = (Reason.SUBMITTER_LIMIT, Reason.LIMIT_BELOW_SLOT)

OTHER_SLOTS_EARLIER = frozenset({14, 24, 35, 103, 228, 288})
"""Pools where an earlier turn takes slots of less weight: in two of them those that its last job fits just as well; in
others those that the ranks prefer while there is a choice, with the rest of its jobs then packed into them, or kept
from it by a cap or by a concurrency limit."""


def with_best_factor(before: ScenarioData, name: str) -> CycleSummary:
    after, _ = changed(before, changes_of(None, {name: 1.0}, (), (), new=True), before.config)
    return summarise(diagnosed(after))


def more_or_less(seed: int) -> Counter[str]:
    """What a factor of 1 gives to those whose jobs wait for a larger share."""
    before = drawn_pool(seed)
    counts: Counter[str] = Counter()
    for each in summarise(diagnosed(before)).submitters:
        if each.reason in OF_SHARES:
            after = with_best_factor(before, each.name).submitter(each.name)
            assert after is not None
            by = after.holds - each.holds
            counts["more" if by > 1e-9 else "less" if by < -1e-9 else "as much"] += 1
    return counts


@pytest.mark.parametrize("seed", [3, 9])
def test_a_larger_share_gives_as_much_to_those_at_their_limit(seed: int) -> None:
    assert "less" not in more_or_less(seed)


@pytest.mark.slow
def test_a_larger_share_gives_more_to_most_of_those_at_their_limit() -> None:
    found = {seed: more_or_less(seed) for seed in range(300)}
    assert {seed for seed, counts in found.items() if counts["less"]} <= OTHER_SLOTS_EARLIER
    counts = sum(found.values(), Counter())
    assert counts.total() > 60
    assert counts["more"] > 2 * (counts["as much"] + counts["less"])


@pytest.mark.parametrize("policy", ["True", "False"])
@pytest.mark.parametrize("considered", ["True", "False"])
@pytest.mark.parametrize("others", [0, 4])
def test_whoever_holds_the_whole_pool_is_not_at_a_limit(policy: str, considered: str, others: int) -> None:
    ads = [submitter("ann", 5, 6), *([submitter("bob", others)] if others else [])]
    waiting = [*jobs("ann", 5, 1), *jobs("bob", others, 2, Requirements="TARGET.Cpus > 8")]
    knobs = f"PREEMPTION_REQUIREMENTS = {policy}\nNEGOTIATOR_CONSIDER_PREEMPTION = {considered}\n"
    outcome = diagnosed(scenario(held("ann", 6, 1), ads, waiting, knobs=knobs))
    shown = table(coloured(CycleTable(outcome, CycleRows.VISITS), IN_FULL), "Submitters in the order")
    assert shown is not None
    reasons = [row["why no more"] for row in shown.rows if row["submitter"].startswith("ann@")]
    assert reasons[-1] == str(Reason.ALL_ITS_OWN)
