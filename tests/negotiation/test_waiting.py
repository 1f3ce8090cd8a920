"""Classes of idle jobs that no match is expected to start, and what became of their requests."""

from collections import Counter
from typing import Any

from tests.negotiation.builders import free, held, jobs, priorities, scenario, submitter
from tests.negotiation.recorded import each_pool, recorded
from tests.negotiation.test_starts import machine
from userprio.negotiation import LeftJobs, Reason, diagnosed


def waiting(*pool: Any, knobs: str = "") -> list[LeftJobs]:
    return list(diagnosed(scenario(*pool, knobs=knobs)).waiting)


def test_jobs_of_two_kinds_wait_apart_each_with_its_verdict() -> None:
    """Three of five small jobs get the three slots; the two large ones fit nowhere."""
    small, large = waiting(
        free(3), [submitter("ann", 7)], [*jobs("ann", 5, 1), *jobs("ann", 2, 2, RequestCpus=8, RequestGPUs=1)]
    )
    assert (small.job, small.jobs, small.refused, small.fits) == ("1.3", 2, "no match found", 3)
    assert (large.job, large.jobs, large.refused, large.fits) == ("2.0", 2, "no match found", 0)
    assert small.asks == {"Cpus": 1, "Memory": 100}
    assert large.asks == {"Cpus": 8, "Memory": 100, "GPUs": 1}


def test_where_nothing_waits_there_is_nothing() -> None:
    assert waiting(free(3), [submitter("ann", 3)], jobs("ann", 3, 1)) == []


def test_jobs_that_start_beside_others_do_not_wait() -> None:
    """A machine of 16 cores starts 16 of twenty jobs by one match."""
    (one,) = waiting([machine()], [submitter("ann", 20)], jobs("ann", 20, 1))
    assert (one.jobs, one.job) == (4, "1.16")


def test_slots_of_others_fit_although_a_policy_protects_them() -> None:
    knobs = "PREEMPTION_REQUIREMENTS = False\n"
    ads = [submitter("old", 0, running=4), submitter("new", 3)]
    (one,) = waiting(held("old", 4, 1), ads, jobs("new", 3, 1), priorities({"old": 9000, "new": 1000}), knobs=knobs)
    assert (one.submitter, one.fits, one.refused) == ("new@pool.test", 4, "PREEMPTION_REQUIREMENTS == False")


def test_jobs_that_their_schedd_keeps_back_have_a_reason_of_their_own() -> None:
    knobs = "NEGOTIATOR_JOB_CONSTRAINT = RequestCpus < 4\n"
    queued = [*jobs("ann", 1, 1), *jobs("ann", 2, 2, RequestCpus=8)]
    (one,) = waiting(free(3, Cpus=8), [submitter("ann", 3)], queued, knobs=knobs)
    assert (one.job, one.jobs, one.reason, one.refused) == ("2.0", 2, Reason.JOB_CONSTRAINT, None)


def test_jobs_that_the_snapshot_lacks_are_counted() -> None:
    queued = [*waiting(free(1), [submitter("ann", 5)], jobs("ann", 2, 1))]
    assert [(one.job, one.jobs) for one in queued] == [("1.1", 1), (None, 3)]


def test_those_whose_turn_never_came_have_a_reason_too() -> None:
    knobs = "GROUP_NAMES = g\nGROUP_QUOTA_g = 0\nGROUP_ACCEPT_SURPLUS = False\n"
    (one,) = waiting(free(1), [submitter("g.bob", 2)], jobs("g.bob", 2, 1), knobs=knobs)
    assert (one.reason, one.refused, one.fits) == (Reason.GROUP_ZERO, None, 1)


@each_pool
def test_what_waits_comes_to_what_is_left_idle(name: str) -> None:
    """In recorded pools the jobs with a reason add up to the idle jobs left, for each submitter at each schedd."""
    outcome = diagnosed(recorded(name).scenario)
    added: Counter[tuple[str, str | None]] = Counter()
    for one in outcome.waiting:
        added[one.submitter, one.schedd] += one.jobs
    left = {(visit.submitter, visit.schedd): visit.left for visit in outcome.visits}
    left |= {(one.submitter, one.schedd): one.idle_jobs for one in outcome.unvisited}
    assert +added == {key: count for key, count in left.items() if count}
