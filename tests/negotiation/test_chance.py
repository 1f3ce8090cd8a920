"""What HTCondor leaves to chance is said, and only where it can make a difference."""

from tests.negotiation.builders import cycle, free, jobs, submitter
from userprio.negotiation import Chance, Outcome

STATIC = "NEGOTIATOR_IGNORE_JOB_RANKS = True\n"
SINGLE = "USE_RESOURCE_REQUEST_COUNTS = False\n"


def of_two_kinds(knobs: str, memory: int = 4096) -> Outcome:
    """Two jobs that ask for 100 MB, and three slots of 2048 MB, the third of them of more than 2 GB perhaps."""
    asking = "TARGET.RequestMemory < Memory"
    slots = [*free(2, 1, Memory=2048, Requirements=asking), *free(1, 3, Memory=memory, Requirements=asking)]
    return cycle(slots, [submitter("a", 2)], jobs("a", 2, 1), knobs=knobs)


def test_slots_of_equal_rank_that_are_not_alike_come_in_an_order_that_nobody_knows() -> None:
    outcome = of_two_kinds(STATIC + "NEGOTIATOR_PRE_JOB_RANK = 0\n")
    assert outcome.left_to_chance == (Chance.SLOT_ORDER,)
    (warning,) = outcome.warnings
    assert "HTCondor tries 3 slots of equal rank in the order of their places in the negotiator's memory" in warning


def test_a_rank_that_tells_them_apart_leaves_nothing_to_chance() -> None:
    outcome = of_two_kinds(STATIC + "NEGOTIATOR_PRE_JOB_RANK = Memory\n")
    assert (outcome.left_to_chance, outcome.warnings) == ((), ())


def test_slots_that_are_alike_may_come_in_any_order() -> None:
    assert of_two_kinds(STATIC + "NEGOTIATOR_PRE_JOB_RANK = 0\n", memory=2048).left_to_chance == ()


def test_job_ranks_leave_nothing_to_chance() -> None:
    assert of_two_kinds("NEGOTIATOR_PRE_JOB_RANK = 0\n").left_to_chance == ()


def refused(knobs: str) -> Outcome:
    """A slot that nobody may have: without a reference to jobs there are no autoclusters."""
    return cycle(free(1, Requirements="false"), [submitter("a", 2)], jobs("a", 2, 1), knobs=SINGLE + knobs)


def test_what_nothing_but_a_time_limit_ends_is_left_to_the_clock() -> None:
    outcome = refused("")
    assert outcome.left_to_chance == (Chance.CLOCK,)
    assert {one.request for one in outcome.rejections} == {"1.0"}
    assert outcome.warnings[-1].startswith("ap1 offers job 1.0 of a@pool.test again each time it is refused")


def test_a_cap_on_offers_ends_it_too() -> None:
    outcome = refused("MAX_CONCURRENT_UPLOADS_PER_USER = 5\n")
    assert outcome.left_to_chance == ()
    assert len(outcome.rejections) >= 5
