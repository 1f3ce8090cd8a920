"""Why the negotiator left a submitter, in words that hold."""

from dataclasses import replace

import pytest

from tests.negotiation.builders import cycle, free, jobs, priorities, submitter
from tests.negotiation.test_starts import machine
from userprio.negotiation import VisitOutcome
from userprio.report.summary import NO_JOBS_LEFT, WORDS, Tone, ending, gains, groups_beyond, last_ending, visits_beyond

from .cycle import FLAT

VISIT = FLAT.visits[0]


@pytest.mark.parametrize("outcome", VisitOutcome)
@pytest.mark.parametrize("refused", [None, "no match found", "PREEMPTION_REQUIREMENTS == False", "concurrency limit x"])
def test_every_ending_has_its_explanation_and_is_good_only_without_waiting_jobs(
    outcome: VisitOutcome, refused: str | None
) -> None:
    waiting = ending(replace(VISIT, outcome=outcome, refused=refused, left=1))
    assert waiting.words in WORDS
    assert waiting.tone is not Tone.GOOD
    assert ending(replace(VISIT, outcome=outcome, refused=refused, left=0)).words == NO_JOBS_LEFT


def test_in_the_end_the_schedd_where_jobs_wait_counts() -> None:
    """The last visit was at another one, which has none left."""
    here = replace(VISIT, left=3, outcome=VisitOutcome.SATISFIED, refused="no match found")
    there = replace(VISIT, schedd="other", left=0)
    assert last_ending([here, there]).words == "no slot found"
    assert last_ending([replace(here, left=0), there]).words == NO_JOBS_LEFT


def test_a_match_that_rounds_a_limit_up_is_an_excess_of_visit_and_group() -> None:
    knobs = "GROUP_NAMES = g\nGROUP_QUOTA_g = 4\nGROUP_ACCEPT_SURPLUS = False\n"
    outcome = cycle([machine(cpus=12)], [submitter("g.ann", 9)], jobs("g.ann", 9, 1), knobs=knobs)
    (visit,) = visits_beyond(outcome).values()
    assert (visit.name, visit.weight, visit.limit, visit.by_rank) == ("g.ann@pool.test", 12, 4, False)
    group = groups_beyond(outcome, gains(outcome))["g"]
    assert (group.weight, group.limit) == (12, 4)


def test_within_the_limit_nobody_is_in_excess() -> None:
    ads = [submitter("ann", 9), submitter("bob", 9)]
    outcome = cycle(free(8), ads, [*jobs("ann", 9, 1), *jobs("bob", 9, 2)], priorities({"ann": 500, "bob": 500}))
    assert visits_beyond(outcome) == {}
