"""What a history says of lengths and arrivals: what was cut off at its beginning is taken for what it is."""

from msgspec.structs import replace

from tests.negotiation.builders import DOMAIN, NOW, configured, free, jobs, submitter
from userprio.analysis.wait import past_of
from userprio.classad import Ad, Evaluator, parse, text_of
from userprio.ledger import Ledger
from userprio.pool import Pool, ScenarioData
from userprio.simulation import Span
from userprio.simulation.history import Fate, History, PastJob

ANN = f"ann@{DOMAIN}"


def scene(*waiting: Ad) -> ScenarioData:
    pool = Pool(tuple(free(1)), (submitter("ann", len(waiting)),), waiting)
    return ScenarioData(pool, Ledger.empty(), configured(), NOW)


def past(
    number: int, queued: float, started: float | None, ended: float | None, fate: Fate = Fate.COMPLETED, **ad: str
) -> PastJob:
    """Times are seconds before the present."""
    length = None if started is None or ended is None else started - ended
    moments = [None if at is None else NOW - at for at in (queued, started, ended)]
    return PastJob(
        schedd="ap1",
        id=f"{number}.0",
        submitter=ANN,
        queued_at=NOW - queued,
        started_at=moments[1],
        last_started_at=moments[1],
        ended_at=moments[2],
        length_s=length,
        earlier_s=0.0,
        runs=1,
        weight=1.0,
        fate=fate,
        ad=jobs("ann", 1, number, **ad)[0],
    )


def test_a_history_begins_with_the_first_job_that_left() -> None:
    """At 1000 s before now; the second had begun 500 s before that, and is known only since it took longer than that.

    The first had not to be longer than it was to be seen: it says nothing.
    """
    found = past_of(History((past(1, 3000, 1300, 1000), past(2, 2000, 1500, 700), past(3, 900, 800, 300))), scene())
    assert (found.since, found.until) == (NOW - 1000, NOW - 300)
    assert found.spans[ANN] == [
        Span(300, True, 300, ("ap1", 1)),
        Span(800, True, 500, ("ap1", 2)),
        Span(500, True, 0.0, ("ap1", 3)),
    ]


def test_only_jobs_that_came_after_that_count_as_arrivals() -> None:
    found = past_of(History((past(1, 3000, 1300, 1000), past(2, 2000, 1500, 700), past(3, 900, 800, 300))), scene())
    assert [(one.owner, NOW - one.at, one.cluster) for one in found.submissions] == [((ANN, "ap1"), 900, 3)]


def test_jobs_that_wait_in_a_snapshot_of_the_same_time_have_come_too() -> None:
    """The history ends 50 s before the snapshot, less than a tenth of its 1000 s; else they are not counted."""
    waiting = jobs("ann", 1, 9, QDate=str(NOW - 100))
    near = History((past(1, 1060, 1055, 1050), past(2, 900, 800, 50)))
    found = past_of(near, scene(*waiting))
    assert found.until == NOW
    assert [one.cluster for one in found.submissions] == [2, 9]
    old = History((past(1, 9060, 9055, 9050), past(2, 8900, 8800, 8000)))
    assert [one.cluster for one in past_of(old, scene(*waiting)).submissions] == [2]


def test_who_was_removed_before_the_start_did_not_come_and_has_no_length() -> None:
    gone = past(2, 900, None, 500, Fate.WITHDRAWN)
    found = past_of(History((past(1, 1000, 990, 950), gone)), scene())
    assert not found.submissions
    assert len(found.spans[ANN]) == 1


def test_a_trace_has_all_its_jobs_from_the_first_on() -> None:
    found = past_of(History((past(1, 3000, 1300, 1000), past(2, 2000, 1500, 700)), trace=True), scene())
    assert found.since == NOW - 3000
    assert found.spans[ANN] == [Span(300, True, 0.0, ("ap1", 1)), Span(800, True, 0.0, ("ap1", 2))]
    assert len(found.submissions) == 2


def test_jobs_come_as_they_were_handed_in() -> None:
    """Whatever became of them; without Requirements they take those that all others have."""
    job, wanted = past(2, 900, 800, 400), "TARGET.Cpus > 0"
    lacking = replace(job, ad=job.ad.replace({"Requirements": None, "JobStatus": 4}))
    others = past(1, 1000, 990, 950, Requirements=wanted), past(3, 880, 700, 300, Requirements=wanted)
    history = History((*others, lacking))
    found = past_of(history, scene())
    assert [one.ad.expr("Requirements") for one in found.submissions] == [parse(wanted)] * 2
    assert {Evaluator(NOW).attribute("JobStatus", one.ad) for one in found.submissions} == {1}
    assert any("1 record without Requirements" in remark for remark in found.remarks)
    assert text_of(Evaluator(NOW), found.submissions[0].ad, "AccountingGroup") == "ann"
