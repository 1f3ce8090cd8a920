"""How a pool lives on: jobs end and others start, slots are cut and whole again, nothing is lost."""

from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from tests.negotiation.builders import DOMAIN, NOW, configured, free, held, jobs, slot, submitter
from tests.simulation.pools import HOUR, course, foretold, hungry, ledger_of, mean_use
from tests.simulation.recorded_work import Arrival, RecordedWork, recorded_world
from userprio import config
from userprio.base.errors import BadInput
from userprio.base.versions import parse_version
from userprio.classad import Ad, Evaluator, integer_of
from userprio.classad.printing import format_ad
from userprio.ledger import Ledger
from userprio.negotiation import Decided, decide, negotiate
from userprio.pool import JobCopy, Pool, examples, read_snapshot, with_jobs
from userprio.pool.scenario import ScenarioData
from userprio.simulation import Demand, ForecastTerms, LengthSource
from userprio.simulation import world as world_module
from userprio.simulation.schedds import WaitingJobs
from userprio.simulation.trajectory import step_for
from userprio.simulation.workload import ExpectedWork, JobLengths
from userprio.simulation.world import CycleDecisions, CycleTimes, World


def expected(length_s: float | None = HOUR, demand: Demand = Demand.CONSTANT) -> ExpectedWork:
    return ExpectedWork(JobLengths(ForecastTerms(job_length_s=length_s), {}, {}, {}), demand)


def world(pool: Pool, knobs: str = "", demand: Demand = Demand.CONSTANT, length_s: float = HOUR) -> World:
    """A pool with its first cycle behind it."""
    lived = World(ScenarioData(pool, Ledger.empty(), configured(knobs), NOW), expected(length_s, demand))
    lived.run_until(NOW + 1)
    return lived


def in_all(lived: World) -> int:
    return len(lived.jobs) + len(lived.slots.claimed())


def pslot(cores: int, **attributes: str | float) -> Ad:
    return slot(1, PartitionableSlot="true", Cpus=cores, Memory=cores * 1024, Disk=10**6, **attributes)


def test_with_constant_demand_as_many_jobs_wait_or_run_at_every_time() -> None:
    lived = world(hungry({"ann": 20, "bob": 9}, 12))
    for at in range(NOW + 600, NOW + 12 * HOUR, 600):
        lived.run_until(at)
        assert in_all(lived) == 29
        assert len(lived.slots.claimed()) >= 9


def test_a_queue_runs_dry_and_the_slots_stay_free() -> None:
    found = foretold(hungry({"ann": 20}, 10), demand=Demand.QUEUE, length_s=6 * HOUR, step_s=600)
    points = course(found, "ann").points
    assert points[0].in_use == 10
    assert points[-1].in_use == 0
    assert course(found, "ann").used_weight_s == pytest.approx(20 * HOUR, rel=0.05)


def test_the_copy_of_a_copy_says_the_same_but_for_its_ids_and_is_handed_out_as_such() -> None:
    waiting = WaitingJobs(jobs("ann", 1, 1), Evaluator(NOW))
    ((owner, first),) = waiting
    copied = waiting.another(owner, first)
    again = waiting.another(owner, copied)
    differing = {name for name in copied.ad if copied.ad.expr(name) != again.ad.expr(name)}
    assert differing == {"ClusterId", "GlobalJobId"}
    # A snapshot writes what a copy says in words of its own.
    assert waiting.ads(9).copies == {
        copied.ad: JobCopy(first.ad, copied.cluster, copied.proc, waits_anew=True),
        again.ad: JobCopy(copied.ad, again.cluster, again.proc),
    }
    assert not waiting.ads(9).copies


def test_short_jobs_follow_each_other_in_one_claim() -> None:
    """Sixty jobs of a minute on one slot: each follows at once but for what a new claim every 20 minutes waits for."""
    found = foretold(hungry({"ann": 60}, 1), demand=Demand.QUEUE, length_s=2 * HOUR, step_s=600, job_length_s=60.0)
    assert course(found, "ann").used_weight_s == pytest.approx(HOUR, rel=0.1)
    assert found.cycles == 121


def test_a_claim_takes_no_job_when_it_is_older_than_its_work_life() -> None:
    lived = world(hungry({"ann": 50}, 1), length_s=100.0, demand=Demand.QUEUE)
    lived.run_until(NOW + HOUR)
    starts = sorted(run.started_at - NOW for run in lived.claims.runs)
    pauses = [later - earlier for earlier, later in pairwise(starts)]
    ends = [run.ended_at - NOW for run in lived.claims.runs if run.ended_at - NOW > 1200]
    assert max(pauses) > 100
    assert 1200 < min(ends) < 1400


def test_use_is_charged_as_the_accountant_does() -> None:
    lived = world(hungry({"ann": 20}, 8), length_s=1e6)
    lived.run_until(NOW + 601)
    customer = lived.accountant.customers[f"ann@{DOMAIN}"]
    assert (customer.weighted_resources_used, customer.weighted_accumulated_usage) == (8, 4800)
    assert lived.accountant.customers["<none>"].weighted_accumulated_usage == 4800


def test_schedds_say_how_many_jobs_wait_and_run() -> None:
    """They send their ads when jobs come, and every SCHEDD_INTERVAL."""
    lived = world(hungry({"ann": 20}, 8))
    lived.run_until(NOW + 301)
    (ad,) = lived.seen().submitters
    said = [Evaluator(NOW).attribute(name, ad) for name in ("IdleJobs", "RunningJobs")]
    assert said == [12, 8]


@pytest.mark.parametrize(
    ("too_large", "version", "at_s"), [(0, "25.14.1", 90), (3, "25.14.1", 120), (0, "23.9.6", 90), (3, "23.9.6", 90)]
)
def test_a_schedd_whose_jobs_were_all_matched_sends_its_ads_anew_so_that_the_next_ones_hurry_the_negotiator(
    too_large: int, version: str, at_s: int
) -> None:
    """Two jobs at 0, two more at 90 s; cycles every 60 s, at any rate, and on demand; ads every 300 s.

    If more wait that no slot takes, the ad goes on saying that jobs wait, and the new ones hurry nobody; but before
    25.14 every condor_submit did.
    """
    waiting = [*jobs("ann", 2, 1), *jobs("ann", too_large, 2, RequestCpus=8)]
    pool = Pool(tuple(free(4)), (submitter("ann", len(waiting), heard=NOW),), tuple(waiting))
    later = [Arrival(NOW + 90.0, ad) for ad in jobs("ann", 2, 3)]
    knobs = configured("").as_of(parse_version(version))
    lived = recorded_world(ScenarioData(pool, Ledger.empty(), knobs, NOW), RecordedWork({}, later, unknown_s=1000.0))
    lived.run_until(NOW + 170)
    assert sorted(int(run.started_at - NOW) for run in lived.claims.all_runs()) == [0, 0, at_s, at_s]


def test_a_job_that_comes_later_starts_on_a_leftover_though_one_before_it_does_not_fit() -> None:
    """A machine of 8 cores; jobs of 4, 8 and 1 cores come at once, each as a cluster of its own: the second waits."""
    later = [
        Arrival(NOW + 90.0, jobs("ann", 1, number, RequestCpus=cores)[0]) for number, cores in enumerate((4, 8, 1))
    ]
    pool = Pool((pslot(8),), (submitter("ann", 0),))
    lived = recorded_world(
        ScenarioData(pool, Ledger.empty(), configured(""), NOW), RecordedWork({}, later, unknown_s=1000.0)
    )
    lived.run_until(NOW + 100)
    assert sorted(run.job for run in lived.claims.all_runs()) == ["0.0", "2.0"]


@pytest.mark.parametrize(("came_at", "starts_at"), [(30.4, 60), (30.6, 120)])
def test_a_schedd_sends_its_ads_at_the_fraction_of_a_second_at_which_it_was_awake_last(
    came_at: float, starts_at: int
) -> None:
    """Its updates come every 60 s since 0, a job at 30 s while another waits, cycles at half past every 60 s.

    The update that is due at 60 comes with the fraction of the job, which woke the schedd last, and before the cycle or
    after it.
    """
    waiting = jobs("ann", 1, 1, RequestCpus=8)
    pool = Pool(tuple(free(1)), (submitter("ann", 1, heard=NOW),), tuple(waiting))
    later = [Arrival(NOW + came_at, ad) for ad in jobs("bob", 1, 2)]
    knobs = configured("SCHEDD_INTERVAL = 60\n")
    lived = recorded_world(ScenarioData(pool, Ledger.empty(), knobs, NOW), RecordedWork({}, later, unknown_s=1000.0))
    lived.run_until(NOW + 200)
    assert [int(run.started_at - NOW) for run in lived.claims.all_runs()] == [starts_at]


@pytest.mark.parametrize(("came_at", "sent_at"), [(8.2, [8, 68, 128]), (8.7, [8, 69, 130])])
def test_a_schedd_rounds_the_time_of_its_next_update_to_whole_seconds(came_at: float, sent_at: list[int]) -> None:
    """Every 60 s: 8.2 + 60 is second 68, 8.7 + 60 is second 69, and so on; the job at 8 s comes when none waits."""
    later = [Arrival(NOW + came_at, ad) for ad in jobs("ann", 1, 1, RequestCpus=8)]
    pool = Pool(tuple(free(1)), (submitter("ann", 0, heard=NOW - 30),))
    knobs = configured("SCHEDD_INTERVAL = 60\nNEGOTIATOR_INTERVAL = 1000\nSCHEDD_SEND_RESCHEDULE = False\n")
    lived = recorded_world(ScenarioData(pool, Ledger.empty(), knobs, NOW), RecordedWork({}, later, unknown_s=1000.0))
    sent = set()
    for second in range(8, 150):
        lived.run_until(NOW + second + 0.95)
        (ad,) = lived.seen().submitters
        sent.add(integer_of(Evaluator(NOW), ad, "LastHeardFrom") - NOW)
    assert sorted(sent) == sent_at


@pytest.mark.parametrize(
    ("waiting", "considers", "sent_at"),
    [(1, True, [0, 60, 120]), (1, False, [0, 60, 120]), (0, True, [0, 5, 66, 126]), (0, False, [0, 5, 66, 127])],
)
def test_cycles_in_a_full_pool_call_schedds_too(waiting: int, considers: bool, sent_at: list[int]) -> None:
    """Those with jobs, or without preemption those with idle ones, at 0.41, 30.41, 60.41 s, and so on.

    Updates are due every 60 s, the second at 5 s where all jobs were matched. The start of the job keeps the schedd
    busy until 0.545 s; if nobody called it, 60.545 + 60 would be second 121, and 66.545 + 60 second 127.
    """
    pool = Pool(tuple(free(1)), (submitter("ann", 1 + waiting, heard=NOW),), tuple(jobs("ann", 1 + waiting, 1)))
    knobs = configured(f"SCHEDD_INTERVAL = 60\nNEGOTIATOR_CONSIDER_PREEMPTION = {considers}\n")
    times = CycleTimes(30, 30, first_at=NOW + 0.41)
    lived = World(ScenarioData(pool, Ledger.empty(), knobs, NOW), RecordedWork({}, unknown_s=1000.0), times)
    sent = set()
    for second in range(130):
        lived.run_until(NOW + second + 0.95)
        (ad,) = lived.seen().submitters
        sent.add(integer_of(Evaluator(NOW), ad, "LastHeardFrom") - NOW)
    assert sorted(sent) == sent_at


def test_jobs_that_were_submitted_together_are_advertised_together() -> None:
    """Four at once at 30 s to a schedd without any: the negotiator that it calls hears of all four."""
    later = [Arrival(NOW + 30.2, ad) for ad in jobs("ann", 4, 1)]
    scenario = ScenarioData(Pool(tuple(free(4)), (submitter("ann", 0),)), Ledger.empty(), configured(""), NOW)
    lived = recorded_world(scenario, RecordedWork({}, later, unknown_s=1000.0))
    lived.run_until(NOW + 31)
    (ad,) = lived.seen().submitters
    assert integer_of(Evaluator(NOW), ad, "IdleJobs") == 4
    assert [int(run.started_at - NOW) for run in lived.claims.all_runs()] == [30] * 4


def test_the_ad_of_a_submitter_without_jobs_is_whole_once_a_job_comes() -> None:
    """A schedd leaves SubmitterTag, without which no negotiator visits, out of the ad of one that has no jobs."""
    absent = submitter("ann", 0).replace({"SubmitterTag": None})
    later = [Arrival(NOW + 30.2, ad) for ad in jobs("ann", 1, 1)]
    scenario = ScenarioData(Pool(tuple(free(1)), (absent,)), Ledger.empty(), configured(""), NOW)
    lived = recorded_world(scenario, RecordedWork({}, later, unknown_s=1000.0))
    lived.run_until(NOW + 31)
    assert [int(run.started_at - NOW) for run in lived.claims.all_runs()] == [30]
    known = with_jobs(scenario.pool, {f"ann@{DOMAIN}": jobs("ann", 1, 1)}, "ap1", NOW)
    assert len(negotiate(replace(scenario, pool=known)).matches) == 1


@pytest.mark.parametrize(("first_at", "starts"), [(0.2, [0, 15, 30]), (0.95, [1, 15, 30])])
def test_the_negotiator_counts_from_the_second_in_which_a_cycle_began(first_at: float, starts: list[int]) -> None:
    """Cycles every 15 s. One that begins at 0.95 ends in the next second; the next comes in second 15 all the same."""
    times = CycleTimes(15, 15, first_at=NOW + first_at)
    pool = Pool(tuple(free(1)), (submitter("ann", 5),), tuple(jobs("ann", 5, 1)))
    knobs = configured("CLAIM_WORKLIFE = 0\n")
    lived = World(ScenarioData(pool, Ledger.empty(), knobs, NOW), RecordedWork({}, unknown_s=12.5), times)
    lived.run_until(NOW + 31)
    assert [int(run.started_at - NOW) for run in lived.claims.all_runs()] == starts


def test_of_many_jobs_that_are_alike_a_cycle_sees_as_many_as_can_matter() -> None:
    lived = world(hungry({"ann": 500}, 3), knobs="MAX_CONCURRENT_UPLOADS_PER_USER = 5\n")
    assert len(lived.seen().jobs) == 3 + 5
    assert (len(lived.slots.claimed()), len(lived.jobs)) == (3, 497)


def test_jobs_that_a_snapshot_counts_but_does_not_hold_stay_counted() -> None:
    pool = hungry({"ann": 20}, 8)
    lived = world(replace(pool, jobs=pool.jobs[:15]))
    (ad,) = lived.seen().submitters
    assert Evaluator(NOW).attribute("IdleJobs", ad) == 20


@pytest.mark.parametrize(
    ("version", "others", "starts_at"), [("25.14.1", 0, 12), ("25.14.1", 1, 112), ("23.9.6", 0, 12), ("23.9.6", 1, 12)]
)
def test_jobs_that_came_after_the_last_update_of_their_schedd_wait_for_its_next(
    version: str, others: int, starts_at: int
) -> None:
    """Cycles come every 60 s, the last 8 s ago, and 20 s apart if a schedd asks; ads every 65 s, the last 5 s ago.

    Where jobs of others wait already, too large for the slot, a schedd of 25.14 says 60 s from now that more have come,
    after the next cycle; before 25.14 it says so at once, and asks for a cycle.
    """
    waiting = [*jobs("ann", others, 1, RequestCpus=8), *jobs("bob", 1, 2)]
    ads = submitter("ann", others, heard=NOW - 5), submitter("bob", 0, heard=NOW - 5)
    knobs = configured("SCHEDD_INTERVAL = 65\n").as_of(parse_version(version))
    times = CycleTimes(60, 20, first_at=NOW + 52.5, last_at=NOW - 7.5)
    pool = Pool(tuple(free(1)), ads, tuple(waiting))
    lived = World(ScenarioData(pool, Ledger.empty(), knobs, NOW), RecordedWork({}, unknown_s=1000.0), times)
    lived.run_until(NOW + 200)
    assert [int(run.started_at - NOW) for run in lived.claims.all_runs()] == [starts_at]


def test_a_partitionable_slot_is_cut_and_whole_again() -> None:
    waiting = jobs("ann", 3, 1, RequestCpus=2) + jobs("ann", 9, 2, RequestCpus=3)
    pool = Pool((pslot(16),), (submitter("ann", 12),), tuple(waiting))
    lived = world(pool, demand=Demand.QUEUE)
    evaluator = Evaluator(NOW)
    lived.run_until(NOW + 3)
    cores = [evaluator.attribute("Cpus", ad) for ad in lived.seen().slots]
    assert cores == [1, 2, 2, 2, 3, 3, 3]
    assert sum(lived.in_use().values()) == 15
    for at in range(NOW + 600, NOW + 8 * HOUR, 600):
        lived.run_until(at)
        assert sum(integer_of(evaluator, slot.ad, "Cpus") for slot in lived.slots) == 16
    assert [format_ad(ad) for ad in lived.seen().slots] == [format_ad(pslot(16, NumDynamicSlots=0))]


def test_a_dynamic_slot_of_the_snapshot_goes_back_into_its_partitionable_slot() -> None:
    user = f'"ann@{DOMAIN}"'
    dynamic = slot(
        2, Name='"slot1_1@exec1"', DynamicSlot="true", Cpus=4, Memory=4096, Disk=10, State='"Claimed"', RemoteUser=user
    )
    pool = Pool((pslot(12, NumDynamicSlots=1), dynamic), (submitter("ann", 0, running=1),))
    lived = world(pool, demand=Demand.QUEUE)
    assert lived.in_use() == {f"ann@{DOMAIN}": 4}
    lived.run_until(NOW + 2 * HOUR)
    (left,) = lived.seen().slots
    assert Evaluator(NOW).attribute("Cpus", left) == 16


def test_a_preempted_job_waits_again() -> None:
    knobs = "PREEMPTION_REQUIREMENTS = RemoteUserPrio > SubmitterUserPrio * 1.2\n"
    pool = Pool(
        tuple(held("old", 10, 1)),
        (submitter("old", 0, running=10), submitter("new", 5)),
        tuple(jobs("new", 5, 7)),
    )
    start = ledger_of({"old": {"Priority": 10.0, "PriorityFactor": 1000.0}, "new": {"PriorityFactor": 1000.0}})
    lived = World(ScenarioData(pool, start, configured(knobs), NOW), expected(1e6))
    lived.run_until(NOW + 1)
    assert lived.in_use() == {f"old@{DOMAIN}": 5, f"new@{DOMAIN}": 5}
    assert in_all(lived) == 15


def test_a_leased_factor_comes_back_in_the_middle() -> None:
    lease = {"PriorityFactor": 10.0, "PriorityFactorLeaseExpiration": NOW + HOUR, "PriorityFactorPreLeaseValue": 1000.0}
    found = foretold(hungry({"ann": 5}, 0), ledger_of({"ann": lease}), length_s=2 * HOUR, step_s=600)
    effective = [point.effective_priority for point in course(found, "ann").points]
    assert effective == [5.0] * 6 + [500.0] * 7


def test_jobs_that_no_slot_takes_wait_for_ever() -> None:
    pool = Pool(tuple(free(4)), (submitter("ann", 5),), tuple(jobs("ann", 5, 1, RequestCpus=2)))
    found = foretold(pool, length_s=4 * HOUR)
    assert mean_use(found, "ann", 4) == 0


@pytest.mark.parametrize("weights", ["true", "false"])
def test_cycles_in_which_nothing_can_be_matched_any_more_are_not_run_and_count_all_the_same(
    weights: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ann's jobs ask for more than any slot has; bob's has one and ends after an hour."""
    asking = (*jobs("a.ann", 3, 1, RequestCpus=2), *jobs("b.bob", 1, 2))
    pool = Pool(tuple(free(4)), (submitter("a.ann", 3), submitter("b.bob", 1)), asking)
    groups = "GROUP_NAMES = a, b\nGROUP_QUOTA_a = 2\nGROUP_QUOTA_b = 2\n"

    asked = []

    def counted(*scenario: Any, **terms: Any) -> Decided:
        asked.append(scenario)
        return decide(*scenario, **terms)

    monkeypatch.setattr(world_module, "decide", counted)

    def lived() -> tuple[World, int]:
        known = world(pool, f"{groups}NEGOTIATOR_USE_SLOT_WEIGHTS = {weights}\n", Demand.QUEUE)
        decisions: list[CycleDecisions] = []
        known.on_decided = decisions.append
        known.run_until(NOW + 2 * HOUR)
        return known, 1 + len(decisions)

    brief, cycles = lived()
    run = len(asked)
    assert (run < cycles // 2) is (weights == "true")
    monkeypatch.setattr(Decided, "is_stalemate", False)
    every, cycles = lived()
    assert len(asked) - run == cycles
    assert brief.negotiator_state == every.negotiator_state
    assert brief.claims.all_runs() == every.claims.all_runs()


def test_the_same_forecast_comes_out_every_time_and_the_snapshot_stays() -> None:
    waiting = (*jobs("ann", 9, 1, RequestCpus=3), *jobs("bob", 9, 2))
    pool = Pool((pslot(16), *free(4, 2)), (submitter("ann", 9), submitter("bob", 9)), waiting)
    before = [format_ad(ad) for ad in (*pool.slots, *pool.jobs, *pool.submitters)]
    assert foretold(pool, length_s=3 * HOUR) == foretold(pool, length_s=3 * HOUR)
    assert [format_ad(ad) for ad in (*pool.slots, *pool.jobs, *pool.submitters)] == before


def test_an_empty_pool_has_a_forecast_too() -> None:
    found = foretold(Pool(), length_s=HOUR)
    assert (found.submitters, found.overtakings) == ((), ())


def test_more_steps_than_anybody_waits_for_are_refused() -> None:
    with pytest.raises(BadInput, match="steps"):
        foretold(Pool(), length_s=10**9, step_s=1)


def test_the_length_of_jobs_is_the_most_telling_that_is_known() -> None:
    terms = ForecastTerms(job_lengths_s={"given@d": 10.0, "group": 20.0})
    groups = {"a.ann@d": ["a", "<none>"], "in@d": ["group", "<none>"]}
    found = JobLengths(terms, {"lim@d": [50, 70]}, {"run@d": [100, 300], "lim@d": [900], "new@d": [1]}, groups)
    expected = {
        "given@d": (10, LengthSource.GIVEN),
        "in@d": (20, LengthSource.GIVEN),
        "lim@d": (60, LengthSource.LIMIT),
        "run@d": (400, LengthSource.RUNNING),
        "a.ann@d": (2600 / 3, LengthSource.OTHERS),
        "new@d": (2600 / 3, LengthSource.OTHERS),
    }
    for name, (seconds, source) in expected.items():
        assert (found.of(name).seconds, found.of(name).source) == (pytest.approx(seconds), source)
    assert JobLengths(ForecastTerms(), {}, {}, {}).of("x@d").source is LengthSource.ASSUMED


def test_lengths_are_spread_around_their_mean() -> None:
    lived = world(hungry({"ann": 100}, 100))
    lengths = [claim.ends_at - NOW for _, claim in lived.slots.claimed()]
    assert min(lengths) < 0.55 * HOUR
    assert max(lengths) > 1.45 * HOUR
    assert sum(lengths) / len(lengths) == pytest.approx(HOUR, rel=0.02)


def test_the_step_fits_the_shortest_jobs_and_the_length_of_the_forecast() -> None:
    assert step_for(10 * HOUR, 24 * HOUR) == 1800
    assert step_for(HOUR, 24 * HOUR) == 900
    assert step_for(60, HOUR) == 60
    assert step_for(60, 24 * HOUR) == 300


def test_idle_jobs_without_an_ad_are_told_of() -> None:
    pool = hungry({"ann": 20}, 2)
    found = foretold(replace(pool, jobs=pool.jobs[:15]), length_s=HOUR, step_s=HOUR)
    assert [warning for warning in found.warnings if warning.startswith("5 idle jobs")]


def test_what_the_reader_of_the_ads_complains_of_is_passed_on() -> None:
    found = foretold(Pool(problems=("slots.ads, line 3: no expression",)), length_s=HOUR, step_s=HOUR)
    assert found.warnings == ("slots.ads, line 3: no expression",)


@pytest.mark.parametrize("number", ['real("INF")', 'real("NaN")', "-5", '"many"', "1e300", "undefined"])
def test_numbers_that_make_no_sense_stop_nothing(number: str) -> None:
    waiting = jobs("ann", 2, 1, RequestMemory=number, AllowedJobDuration=number, Requirements="true")
    odd = slot(2, PartitionableSlot="true", Cpus=4, Memory=number, Disk=number, Requirements="true")
    running = held("ann", 1, 3, TotalJobRunTime=number, JobStart=number, EnteredCurrentState=number, Memory=number)
    pool = Pool((odd, *running), (submitter("ann", 2, 1), submitter("odd", number)), tuple(waiting))
    found = foretold(pool, length_s=2 * HOUR, job_length_s=None)
    assert course(found, "ann").points[0].in_use >= 1


@pytest.mark.parametrize("example", ["fairshare", "physics", "research"])
def test_the_first_cycle_decides_what_negotiate_decides(example: str) -> None:
    folder = examples.find(example).folder
    pool, knobs = read_snapshot(folder), config.read(folder / "condor_config", environ={})
    ledger, at = Ledger.read(folder / "Accountantnew.log"), 1_772_441_999
    lived = World(ScenarioData(pool, ledger, knobs, at), expected(None))
    lived.run_until(at + 1)
    first = lived.first
    assert first is not None
    alone = negotiate(ScenarioData(pool, ledger, knobs, at))
    # The age of jobs, and so what an eviction costs, goes by the clock here and there by the ads.
    matches, matches_alone = ([replace(match, eviction=None) for match in one.matches] for one in (first, alone))
    assert (matches, first.groups, first.pool) == (matches_alone, alone.groups, alone.pool)
    assert first.visits == alone.visits


def test_a_whole_slot_that_quotas_leave_over_goes_to_another_group_in_each_cycle() -> None:
    """2.2, 3.3 and 5.5 of 11 slots: the spare one is g3's, then g2's, then g1's, and so on."""
    knobs = "GROUP_NAMES = g1, g2, g3\nGROUP_ACCEPT_SURPLUS = True\nNEGOTIATOR_USE_SLOT_WEIGHTS = False\n"
    knobs += "GROUP_QUOTA_DYNAMIC_g1 = 0.2\nGROUP_QUOTA_DYNAMIC_g2 = 0.3\nGROUP_QUOTA_DYNAMIC_g3 = 0.5\n"
    users = ("g1.ann", "g2.ann", "g3.ann")
    scenario = ScenarioData(
        hungry(dict.fromkeys(users, 200), 11),
        Ledger.empty(),
        configured(f"{knobs}NEGOTIATOR_INTERVAL = 3600\nCLAIM_WORKLIFE = 0\n"),
        NOW,
    )
    lived = World(scenario, RecordedWork({}, unknown_s=3000.0))
    used = []
    for cycle in range(6):
        lived.run_until(NOW + cycle * HOUR + 60)
        used.append(tuple(lived.in_use()[f"{user}@{DOMAIN}"] for user in users))
    assert used == 2 * [(2, 3, 6), (2, 4, 5), (3, 3, 5)]


def limited_to_three() -> Pool:
    """Ten jobs of a user who may run three at once, of whom the schedd has a record."""
    waiting = jobs("ann", 10, 1, RequestMemory=1)
    said = {"User": f'"submit@{DOMAIN}"', "ScheddName": '"ap1"', "MaxJobsRunning": "3"}
    record = Ad.lazy(list(said.items()))
    return Pool((), (submitter("ann", 10),), tuple(waiting), (record,))


@pytest.mark.parametrize("slots", [free(8), [pslot(8)]])
def test_no_user_runs_more_jobs_than_the_record_of_the_schedd_allows(slots: list[Ad]) -> None:
    lived = world(replace(limited_to_three(), slots=tuple(slots)), demand=Demand.QUEUE)
    most = 0
    while len(lived.jobs) or lived.slots.claimed():
        lived.run_until(lived.now + 60)
        most = max(most, len(lived.slots.claimed()))
    assert (most, len(lived.claims.runs)) == (3, 10)


@pytest.mark.parametrize(("wanted", "told_at"), [(1, [0, 5]), (3, [0])])
def test_a_schedd_takes_it_that_all_its_jobs_are_matched_even_if_the_last_match_goes_beyond_the_limit(
    wanted: int, told_at: list[int]
) -> None:
    """Two of four cores are bob's share; ann's one match takes all of them. She has no more jobs, or two that wait."""
    waiting = [*jobs("ann", wanted, 1, RequestCpus=3), *jobs("bob", 2, 2, RequestCpus=8)]
    ads = (submitter("ann", wanted, heard=NOW), submitter("bob", 2, heard=NOW))
    pool = Pool((pslot(4),), ads, tuple(waiting))
    lived = World(ScenarioData(pool, Ledger.empty(), configured(""), NOW), RecordedWork({}, unknown_s=1000.0))
    sent: set[int] = set()
    for second in range(15):
        lived.run_until(NOW + second + 0.95)
        sent.update(integer_of(Evaluator(NOW), ad, "LastHeardFrom") - NOW for ad in lived.seen().submitters)
    assert sorted(sent) == told_at
