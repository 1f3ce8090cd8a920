"""Rules that few pools meet: matches counted in slot ads, threads, schedds that want no matches."""

import pytest

from tests.negotiation.builders import cycle, free, jobs, slot, submitter, won


def test_slots_begin_a_cycle_without_matches_whatever_they_advertise() -> None:
    """The second slot says that it was matched nine times; the negotiator starts anew, and so the first one wins."""
    slots = [*free(1), slot(2, MachineMatchCount=9, OfflineMatches="{ 1 }")]
    for rank in ("MachineMatchCount", "isUndefined(OfflineMatches) ? 0 : 1"):
        outcome = cycle(slots, [submitter("ann", 1)], jobs("ann", 1, 1), knobs=f"NEGOTIATOR_PRE_JOB_RANK = {rank}\n")
        assert [match.slot for match in outcome.matches] == ["slot1@exec1"]


def test_a_rank_by_matches_of_a_slot_asks_nothing_of_jobs_and_so_makes_no_autoclusters() -> None:
    """Both requests are refused: an autocluster would have ended with the first."""
    waiting = [*jobs("ann", 1, 1, RequestCpus=9), *jobs("ann", 1, 2, RequestCpus=9, JobPrio=-1)]
    slots = free(1, Requirements="false")
    outcome = cycle(slots, [submitter("ann", 2)], waiting, knobs="NEGOTIATOR_PRE_JOB_RANK = MachineMatchCount\n")
    assert [rejection.request for rejection in outcome.rejections] == ["1.0", "2.0"]


def test_an_offline_slot_that_stays_counts_the_whole_request_in_each_match() -> None:
    """It ranks 2 at first; the request is for five, and at 2 - 5 the others come first, until it alone is left."""
    slots = [*free(1, Offline="true", WantAdRevaluate="true"), *free(2, first=2)]
    rank = "2 * (Offline ?: 0) - MachineMatchCount - size(OfflineMatches ?: {}) / 100.0"
    knobs = f"NEGOTIATOR_PRE_JOB_RANK = {rank}\nNEGOTIATOR_MATCHLIST_CACHING = False\n"
    knobs += "NEGOTIATOR_IGNORE_USER_PRIORITIES = True\n"
    outcome = cycle(slots, [submitter("ann", 5)], jobs("ann", 5, 1), knobs=knobs)
    assert [match.slot[-1] for match in outcome.matches] == list("12311")


@pytest.mark.parametrize(("threads", "matches"), [(1, 1), (4, 0)])
def test_several_threads_ask_requirements_before_the_consumption_policy_changes_the_request(
    threads: int, matches: int
) -> None:
    """The policy makes one core of the four that the job asks for; the slot has two."""
    policy = slot(1, PartitionableSlot="true", Cpus=2, MachineResources='"Cpus"', ConsumptionCpus="1")
    outcome = cycle(
        [policy], [submitter("ann", 1)], jobs("ann", 1, 1, RequestCpus=4), knobs=f"NEGOTIATOR_NUM_THREADS = {threads}\n"
    )
    assert len(outcome.matches) == matches


@pytest.mark.parametrize(
    ("curb", "matches"), [("True", 0), ("1 > 0", 0), ("False", 2), ("RecentDaemonCoreDutyCycle =?= undefined", 2)]
)
def test_a_schedd_that_wants_no_matches_whatever_its_state_offers_nothing(curb: str, matches: int) -> None:
    """What depends on the schedd's state is taken to let it offer its jobs."""
    outcome = cycle(free(2), [submitter("ann", 2)], jobs("ann", 2, 1), knobs=f"CURB_MATCHMAKING = {curb}\n")
    assert sum(won(outcome).values()) == matches
    assert not outcome.rejections


def test_a_curbed_schedd_that_is_asked_for_single_jobs_offers_none_either() -> None:
    knobs = "CURB_MATCHMAKING = True\nUSE_RESOURCE_REQUEST_COUNTS = False\n"
    assert not won(cycle(free(2), [submitter("ann", 2)], jobs("ann", 2, 1), knobs=knobs))
