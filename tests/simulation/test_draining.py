"""Draining in a pool that lives on: what it costs, and what it buys."""

import pytest

from tests.negotiation.builders import DOMAIN, NOW, configured, held, jobs, slot, submitter
from tests.simulation.pools import ledger_of
from userprio.classad import Ad
from userprio.ledger import Ledger
from userprio.pool import Pool, ScenarioData
from userprio.simulation import Demand, ForecastTerms, defrag_runs, drain, machine_of
from userprio.simulation.workload import ExpectedWork, JobLengths
from userprio.simulation.world import World

KNOBS = """\
DEFRAG_DRAINING_MACHINES_PER_HOUR = 6
DEFRAG_MAX_CONCURRENT_DRAINING = 1
MAXJOBRETIREMENTTIME = 3600
MachineMaxVacateTime = 60
NEGOTIATOR_INTERVAL = 300
"""


def machine(number: int, held: int, age_s: int = 600) -> list[Ad]:
    """A machine of four cores, of which so many run jobs of ann's."""
    name = f"slot1@exec{number}"
    own = slot(
        number,
        Name=f'"{name}"',
        PartitionableSlot="true",
        Cpus=4 - held,
        TotalSlotCpus=4,
        Memory=(4 - held) * 1024,
        Disk=9,
    )
    user = f'"ann@{DOMAIN}"'
    dynamic = [
        slot(
            number,
            Name=f'"slot1_{core}@exec{number}"',
            DynamicSlot="true",
            Cpus=1,
            Memory=1024,
            Disk=0,
            State='"Claimed"',
            Activity='"Busy"',
            RemoteUser=user,
            JobStart=NOW - age_s,
        )
        for core in range(1, held + 1)
    ]
    return [own, *dynamic]


def scenario(*machines: list[Ad], big: int = 1) -> ScenarioData:
    large = jobs("bob", big, 7, RequestCpus=4)
    pool = Pool(
        tuple(ad for ads in machines for ad in ads),
        (submitter("ann", 40, running=6), submitter("bob", big)),
        (*jobs("ann", 40, 1), *large),
    )
    return ScenarioData(pool, Ledger.empty(), configured(KNOBS), NOW)


def test_the_cost_is_what_jobs_lose_that_stay_until_their_retirement_is_over() -> None:
    """Two jobs of a core, 600 s old, of 3,600 s: each loses 3,600 core-seconds, two free cores idle for 3,000 s."""
    (one,) = drain(scenario(machine(1, held=2))).drains
    assert (one.machine, one.cost.cores, one.cost.free_cores, one.cost.jobs) == ("exec1", 4, 2, 2)
    assert one.cost.badput_core_s == 2 * 3600
    assert one.cost.idle_core_s == 2 * 3000
    assert one.cost.after_s == 3000


def test_what_is_bought_is_the_job_that_no_slot_takes_now() -> None:
    found = drain(scenario(machine(1, held=2), machine(2, held=4)))
    assert (found.whole_now, found.whole_then) == (0, 1)
    assert [(gain.submitter, gain.jobs, gain.fits_now) for gain in found.gains] == [(f"bob@{DOMAIN}", 1, False)]
    assert found.large_jobs == 1


@pytest.mark.slow
def test_a_large_job_starts_only_where_machines_are_drained() -> None:
    pool = scenario(machine(1, held=4), machine(2, held=4))
    terms = ForecastTerms(6 * 3600, demand=Demand.CONSTANT, job_length_s=3000.0)
    without, as_set, one_more = defrag_runs(pool, terms)
    assert (without.drained, without.large_started) == (0, 0)
    assert as_set.drained > 0
    assert as_set.large_started > 0
    assert as_set.used_core_s < without.used_core_s
    assert one_more.setting == "DEFRAG_MAX_CONCURRENT_DRAINING = 2"


def test_what_jobs_used_before_the_simulated_time_does_not_count() -> None:
    terms = ForecastTerms(600, demand=Demand.CONSTANT, job_length_s=200_000.0)
    without, *_ = defrag_runs(scenario(machine(1, held=4, age_s=3000)), terms)
    assert without.used_core_s == 4 * 600


def test_who_waits_for_a_slot_of_a_machine_that_is_drained_waits_in_the_queue_again() -> None:
    """The old job retires for an hour; START is false by then, and the slot would refuse the claim that waits."""
    knobs = "PREEMPTION_REQUIREMENTS = True\nNEGOTIATOR_CONSIDER_EARLY_PREEMPTION = True\n"
    knobs += "MAXJOBRETIREMENTTIME = 3600\nMachineMaxVacateTime = 10\nNEGOTIATOR_INTERVAL = 100000\n"
    pool = Pool(
        tuple(held("old", 1, 1)), (submitter("old", 0, running=1), submitter("new", 1)), tuple(jobs("new", 1, 7))
    )
    start = ledger_of({"old": {"Priority": 10.0, "PriorityFactor": 1000.0}, "new": {"PriorityFactor": 1000.0}})
    lengths = JobLengths(ForecastTerms(job_length_s=1e6), {}, {}, {})
    lived = World(ScenarioData(pool, start, configured(knobs), NOW), ExpectedWork(lengths, Demand.QUEUE))
    lived.run_until(NOW + 1)
    ((slot, claim),) = lived.slots.claimed()
    assert claim.successor is not None
    assert len(lived.jobs) == 0
    lived.claims.drain(machine_of(slot.name))
    assert claim.successor is None
    assert len(lived.jobs) == 1
    lived.run_until(NOW + 4000)
    assert lived.slots.claimed() == []
    assert {job.id for _, job in lived.jobs} >= {"7.0"}


@pytest.mark.parametrize(
    ("said", "lost"),
    [
        ({"JobStart": NOW - 600, "RetirementTimeRemaining": 3000}, 600 + 3000),
        (
            {"JobStart": NOW - 600, "TotalJobRunTime": 540, "MyCurrentTime": NOW - 60, "RetirementTimeRemaining": 3060},
            3600,
        ),
        ({"TotalJobRunTime": 540, "MyCurrentTime": NOW - 60, "RetirementTimeRemaining": 3060}, 600 + 3000),
        ({"JobStart": NOW - 600, "RetirementTimeRemaining": 0}, 600 + 60),
    ],
)
def test_what_a_job_loses_is_its_age_and_what_is_left_of_its_retirement_now(said: dict[str, int], lost: int) -> None:
    """Whether the ad says since when it runs or for how long, and however old it is; 60 s are to vacate."""
    own, job = machine(1, held=1)
    found = drain(scenario([own, job.replace({"JobStart": None, **said})]))
    assert [one.cost.badput_core_s for one in found.drains] == [lost]
