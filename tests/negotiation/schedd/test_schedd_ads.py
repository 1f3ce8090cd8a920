"""What a schedd's own ad says of its room, and whether it is curbed, decides how many jobs it offers."""

from collections.abc import Iterable, Mapping

import pytest
from msgspec.structs import replace

from tests.negotiation.builders import configured, free, jobs, scenario, submitter, won
from tests.simulation.recorded_work import RecordedWork
from userprio.analysis.plan import Changes, KnobChange, changed
from userprio.classad import Ad, Value, parse
from userprio.negotiation import diagnosed, negotiate
from userprio.negotiation.agreement import second_opinion
from userprio.negotiation.outcome import Reason
from userprio.pool import ScenarioData, with_options
from userprio.simulation.world import World


def schedd(name: str = "ap1", **attributes: Value) -> Ad:
    return Ad({"Name": name, **attributes})


def of(schedds: Iterable[Ad], knobs: str = "") -> ScenarioData:
    """Twelve slots; ann has eight jobs at ap1, of which one runs by her ad, and ben as many at ap2."""
    ben = submitter("ben", 8, ScheddName='"ap2"', ScheddIpAddr='"<10.1.0.2:9618>"')
    submitters, waiting = [submitter("ann", 8, 1), ben], [*jobs("ann", 8, 1), *jobs("ben", 8, 2, "ap2")]
    given = scenario(free(12), submitters, waiting, knobs=knobs)
    return replace(given, pool=replace(given.pool, schedds=tuple(schedds)))


@pytest.mark.parametrize(
    ("attributes", "matches"),
    [
        ({"MaxJobsRunning": 4}, 3),
        ({"MaxJobsRunning": 4, "ShadowsRunning": 2}, 2),
        ({"MaxJobsRunning": 4, "TotalRunningJobs": 2}, 2),
        ({"MaxJobsRunning": 5, "ShadowsRunning": 1, "NumJobStartsDelayed": 1, "NumPendingClaims": 2}, 1),
        ({"MaxJobsRunning": 0}, 0),
        ({"MaxJobsRunning": 10_000}, 6),
        ({}, 6),
    ],
)
def test_a_schedd_offers_no_more_jobs_than_its_ad_says_that_it_may_run(
    attributes: Mapping[str, Value], matches: int
) -> None:
    """Jobs about to run and claims asked for count as running; the other schedd goes on."""
    result = won(negotiate(of([schedd(**attributes), schedd("ap2", MaxJobsRunning=100)])))
    assert (result.get("ann", 0), result["ben"]) == (matches, 12 - matches if matches > 4 else 8)


@pytest.mark.parametrize(
    ("curb", "offers"), [("true", False), ("Busy > 0.98", False), ("Busy > 0.999", True), ("1", False)]
)
def test_a_schedd_that_is_curbed_offers_nothing(curb: str, offers: bool) -> None:
    own = schedd(Busy=0.99).replace({"CurbMatchmaking": parse(curb)})
    assert ("ann" in won(negotiate(of([own])))) is offers
    # The ad says how the schedd is configured, which need not be how its central manager is.
    assert ("ann" in won(negotiate(of([own], "CURB_MATCHMAKING = True\n")))) is offers


def test_the_ad_counts_for_its_schedd_and_the_configuration_for_others() -> None:
    one = of([schedd(MaxJobsRunning=3)], "MAX_JOBS_RUNNING = 5\n")
    assert won(negotiate(one)) == {"ann": 2, "ben": 5}
    set_here = replace(one, config=with_options(one.config, {"MAX_JOBS_RUNNING": "4"}))
    assert won(negotiate(set_here)) == {"ann": 3, "ben": 4}


def test_a_plan_that_changes_the_knob_changes_it_for_all_schedds() -> None:
    one = of([schedd(MaxJobsRunning=3), schedd("ap2", MaxJobsRunning=3)])
    after, _ = changed(one, Changes(knobs=(KnobChange("MAX_JOBS_RUNNING", "5"),)), one.config)
    assert won(negotiate(after)) == {"ann": 4, "ben": 5}
    # Another file that says nothing about it leaves what schedds say.
    after, _ = changed(replace(one, config=configured("NEGOTIATOR_INTERVAL = 30\n")), Changes(), one.config)
    assert won(negotiate(after)) == {"ann": 2, "ben": 3}


def test_the_reason_for_waiting_is_that_of_the_own_schedd() -> None:
    curbed = schedd("ap2").replace({"CurbMatchmaking": parse("true")})
    left = {
        jobs.submitter: jobs for jobs in diagnosed(of([schedd(MaxJobsRunning=2, ShadowsRunning=2), curbed])).waiting
    }
    assert left["ann@pool.test"].reason is Reason.SCHEDD_FULL
    assert left["ben@pool.test"].reason is Reason.CURBED


def test_the_reference_engine_judges_where_all_jobs_have_room() -> None:
    for most, judged in ((16, True), (15, False)):
        given = of([schedd(MaxJobsRunning=most)])
        assert (second_opinion(given, negotiate(given)).agrees is True) is judged


def test_a_simulation_keeps_to_what_each_schedd_may_run_and_forgets_what_was_so_at_the_moment() -> None:
    curbed = schedd("ap2", MaxJobsRunning=5, Busy=1.0).replace({"CurbMatchmaking": parse("Busy > 0.98")})
    given = of([schedd(MaxJobsRunning=2, ShadowsRunning=2), curbed])
    world = World(given, RecordedWork({}, unknown_s=1000.0))
    world.run_until(given.now + 200)
    # One job of ann's runs in no slot of this pool, but her ad counts it.
    assert world.in_use() == {"ann@pool.test": 1, "ben@pool.test": 5}
