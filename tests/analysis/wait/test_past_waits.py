"""Ranges from the waits of the past alone, by hand."""

import pytest

from userprio.analysis.wait.past_waits import PastWaits, range_of
from userprio.classad import Ad
from userprio.simulation import StartTarget, WaitRange
from userprio.simulation.history import Fate, PastJob

ANN = StartTarget("ann")


def job(number: str, queued_at: float, started_at: float | None, submitter: str = "ann") -> PastJob:
    """One that waited so long."""
    return PastJob(
        schedd="ap",
        id=number,
        submitter=submitter,
        queued_at=queued_at,
        started_at=started_at,
        last_started_at=started_at,
        ended_at=None,
        length_s=None,
        earlier_s=0.0,
        runs=1,
        weight=1.0,
        fate=Fate.COMPLETED,
        ad=Ad({}),
    )


def by_name(number: str) -> StartTarget:
    return StartTarget("ann", ("ap", number))


def test_what_is_left_is_what_longer_waits_had_left_at_that_age() -> None:
    """At 1000 a job has waited for 100 s: waits of 50 and 100 s are over by then, 150 s has 50 s left."""
    past = PastWaits([job("1.0", 0, 50), job("1.1", 0, 100), job("2.0", 300, 450), job("3.0", 400, 700)])
    waiting = [job("4.0", 900, None)]
    # Everybody's waits are the same here, and count as well.
    assert past.left(by_name("4.0"), waiting, 1000) == [50, 50, 200, 200]


def test_waits_that_were_not_over_by_then_are_not_known() -> None:
    past = PastWaits([job("1.0", 0, 500), job("2.0", 0, 501), job("3.0", 450, 900, "bob")])
    assert past.left(by_name("4.0"), [job("4.0", 500, None)], 500) == [500, 500]


def test_the_latest_fifty_of_the_submitter_and_twenty_of_everybody_count() -> None:
    own = [job(f"{number}.0", 0, 1000 + number) for number in range(200)]
    others = [job(f"{number}.0", 0, 5000 + number, "bob") for number in range(200)]
    left = PastWaits([*own, *others]).left(by_name("300.0"), [job("300.0", 9000, None)], 9000)
    assert left == [*range(1150, 1200), *range(5180, 5200)]


def test_whoever_never_had_a_job_waits_as_everybody_did() -> None:
    past = PastWaits([job(f"{number}.0", 0, 100 + number) for number in range(30)])
    cid = StartTarget("cid", ("ap", "40.0"))
    assert past.left(cid, [job("40.0", 500, None, "cid")], 500) == list(range(110, 130))


def test_the_first_of_several_jobs_waits_from_one_start_to_the_next() -> None:
    """Three jobs of ann wait from 0 on and start at 100, 300 and 310; a fourth from 1000 to 1030.

    The first of them came after 100, 200, 10 and 30 s. At 2100 two wait, since 2000 and 2050, none having started after
    2000: longer than these 100 s was only the second. Of everybody's waits 300 and 310 s were longer.
    """
    jobs = [job("1.0", 0, 100), job("1.1", 0, 300), job("1.2", 0, 310), job("2.0", 1000, 1030)]
    waiting = [job("3.0", 2000, None), job("3.1", 2050, None)]
    assert PastWaits(jobs).left(ANN, waiting, 2100) == [100, 200, 210]
    # Where one of them has started at 2095, the next has waited for 5 s.
    started = [*jobs, job("3.2", 2000, 2095)]
    assert PastWaits(started).left(ANN, waiting, 2100)[:4] == [5, 25, 25, 90]


@pytest.mark.parametrize(("number", "known"), [(8, False), (9, True)])
def test_nine_waits_tell_where_a_tenth_ends(number: int, known: bool) -> None:
    """The lowest of nine is expected at a tenth of all waits, the highest at nine."""
    said = range_of([10.0 * place for place in range(1, number + 1)])
    assert said == (WaitRange(9, 9, 50.0, 10.0, 90.0) if known else WaitRange(8, 8, None, 0.0, None))
