"""When jobs start over many futures: as a median and a range, after whose jobs, and never where nothing fits."""

import math

import pytest

from tests.negotiation.builders import DOMAIN, NOW, configured, free, held, jobs, slot, submitter
from tests.simulation.pools import hungry
from userprio.classad import Ad
from userprio.ledger import Ledger
from userprio.negotiation import Memory
from userprio.pool import Pool, ScenarioData
from userprio.simulation import (
    Demand,
    EligibleSlots,
    ForecastTerms,
    Start,
    StartTarget,
    WaitRange,
    WorkloadModel,
    expected_lengths,
    quantile,
    sample_future,
)

HOUR = 3600
ANN, BOB = f"ann@{DOMAIN}", f"bob@{DOMAIN}"
NEGOTIATED = {"MyType": "Negotiator", "LastNegotiationCycleTime0": NOW - 20}


def scene(pool: Pool, knobs: str = "") -> ScenarioData:
    return ScenarioData(pool, Ledger.empty(), configured(knobs), NOW)


def starts(
    scenario: ScenarioData, target: StartTarget, futures: int = 30, coming: Demand = Demand.QUEUE
) -> list[Start]:
    lengths = expected_lengths(scenario, ForecastTerms(job_length_s=float(HOUR)))
    expected = WorkloadModel(lengths, {}, coming)
    return [sample_future(scenario, expected, [target], str(seed), 6 * HOUR).starts[0] for seed in range(futures)]


@pytest.mark.parametrize(("part", "value"), [(0.5, 5.0), (0.1, 1.0), (0.9, 9.0), (0.45, 4.5), (0.0, 1.0), (0.999, 9.0)])
def test_of_nine_values_the_first_has_a_tenth_of_all_below_it(part: float, value: float) -> None:
    assert quantile([1.0, 2, 3, 4, 5, 6, 7, 8, 9], part) == pytest.approx(value)


def test_what_does_not_start_in_time_counts_as_later_than_that() -> None:
    """Of nine futures it does not start in two: the upper end of the range is not known, the median is."""
    waits = WaitRange.of([*(Start(60.0 * number) for number in range(1, 8)), Start(None), Start(None)])
    assert waits == WaitRange(futures=9, started=7, median_s=300.0, low_s=60.0, high_s=None)
    assert WaitRange.of([Start(None)]) == WaitRange(1, 0, None, None, None)


def test_a_job_starts_in_the_next_cycle_where_a_slot_is_free() -> None:
    """Cycles come every 60 s; nobody knows when the last one was, so that it is half of that in the mean."""
    waits = WaitRange.of(starts(scene(hungry({"ann": 1}, 2)), StartTarget(ANN), 60))
    assert waits.low_s is not None and waits.median_s is not None and waits.high_s is not None
    assert waits.low_s < 15
    assert 20 < waits.median_s < 40
    assert 45 < waits.high_s < 62


def test_the_next_cycle_is_an_interval_after_the_last_one_that_the_negotiator_tells_of() -> None:
    pool = hungry({"ann": 1}, 2)
    told = Pool(pool.slots, pool.submitters, pool.jobs, negotiator=Ad(NEGOTIATED))
    assert {round(one.wait_s or math.inf) for one in starts(scene(told), StartTarget(ANN), 5)} == {41}


@pytest.mark.parametrize(("updated_s_ago", "wait_s"), [(10, 51), (19, 42), (300, 41)])
def test_the_ledger_knows_of_later_cycles_than_the_ad_of_the_negotiator(updated_s_ago: int, wait_s: int) -> None:
    """A ledger is brought up to date at the beginning of each cycle; the ad tells of one 20 s ago."""
    pool = hungry({"ann": 1}, 2)
    told = Pool(pool.slots, pool.submitters, pool.jobs, negotiator=Ad(NEGOTIATED))
    ledger = Ledger.empty().with_update_time(NOW - updated_s_ago)
    scenario = ScenarioData(told, ledger, configured(""), NOW)
    assert {round(one.wait_s or math.inf) for one in starts(scenario, StartTarget(ANN), 5)} == {wait_s}


def test_a_job_waits_for_what_is_left_of_the_running_one() -> None:
    """One slot; bob's job of half an hour to one and a half has run for 50 minutes: 0 to 40 minutes are left."""
    pool = Pool(
        tuple(held("bob", 1, 1, JobStart=NOW - 3000)),
        (submitter("ann", 1), submitter("bob", 0, 1)),
        tuple(jobs("ann", 1, 1)),
    )
    found = starts(scene(pool), StartTarget(ANN), 30)
    assert all(one.before == BOB for one in found)
    waits = [one.wait_s for one in found if one.wait_s is not None]
    assert len(waits) == 30
    assert max(waits) < 2400 + 61
    assert 900 < sorted(waits)[15] < 1600


@pytest.mark.slow
def test_a_job_that_comes_behind_others_of_its_submitter_waits_for_them() -> None:
    """One slot, three jobs of an hour or so each: the third starts after about two hours, after ann's own."""
    scenario = scene(hungry({"ann": 3}, 1))
    third = starts(scenario, StartTarget(ANN, ("ap1", "1.2")), 20)
    assert {one.before for one in third} == {ANN}
    waits = WaitRange.of(third)
    assert waits.median_s is not None
    assert 1.5 * HOUR < waits.median_s < 2.5 * HOUR
    first = WaitRange.of(starts(scenario, StartTarget(ANN), 20))
    assert first.high_s is not None
    assert first.high_s < 62


def test_several_are_waited_for_in_the_same_future() -> None:
    scenario = scene(hungry({"ann": 2, "bob": 1}, 1))
    lengths = expected_lengths(scenario, ForecastTerms(job_length_s=float(HOUR)))
    targets = [StartTarget(ANN), StartTarget(BOB), StartTarget(ANN, ("ap1", "1.1"))]
    together = sample_future(scenario, WorkloadModel(lengths, {}, Demand.QUEUE), targets, "3", 9 * HOUR).starts
    apart = [
        sample_future(scenario, WorkloadModel(lengths, {}, Demand.QUEUE), [target], "3", 9 * HOUR).starts[0]
        for target in targets
    ]
    assert together == apart
    assert all(one.wait_s is not None for one in together)


def test_futures_that_share_a_memory_are_those_that_do_not() -> None:
    """Of two pools in turn, in which bob has more and less to do."""
    own, memory = [], Memory()
    for number in range(12):
        users = {"ann": 9, "bob": 3 + number % 2 * 4}
        scenario = scene(hungry(users, 3), "PREEMPTION_REQUIREMENTS = RemoteUserPrio > SubmitterUserPrio * 1.2")
        lengths = expected_lengths(scenario, ForecastTerms(job_length_s=float(HOUR)))
        drawn = (
            scenario,
            WorkloadModel(lengths, {}, Demand.CONSTANT),
            [StartTarget(ANN), StartTarget(BOB)],
            str(number),
            9 * HOUR,
        )
        own.append(sample_future(*drawn).starts)
        assert sample_future(*drawn, memory).starts == own[-1]
    assert len({tuple(starts) for starts in own}) > 6


def test_a_seed_has_one_answer() -> None:
    scenario = scene(hungry({"ann": 9, "bob": 9}, 3))
    assert starts(scenario, StartTarget(BOB), 5, Demand.CONSTANT) == starts(
        scenario, StartTarget(BOB), 5, Demand.CONSTANT
    )


def test_slots_that_others_hold_are_within_reach_and_machines_count_as_if_they_were_empty() -> None:
    """A machine of 8 cores of which 6 are in use, a slot that bob holds, a small one; a job asks for 4 cores."""
    cut = slot(3, Name='"slot1_1@exec3"', DynamicSlot="true", Cpus=6, State='"Claimed"', RemoteUser=f'"{BOB}"')
    machine = slot(3, PartitionableSlot="true", Cpus=2, Memory=8192, Disk=10**6)
    pool = Pool(
        (machine, cut, *held("bob", 1, 4, Cpus=4), *free(1, 9)),
        (submitter("ann", 1),),
        tuple(jobs("ann", 1, 1, RequestCpus=4)),
    )
    reach = EligibleSlots(scene(pool))
    assert reach.slots(pool.jobs) == 2
    assert reach.slots(jobs("ann", 2, 1, RequestCpus=9)) == 0
    assert reach.slots([*jobs("ann", 1, 1, RequestCpus=9), *jobs("ann", 1, 2)]) == 3
