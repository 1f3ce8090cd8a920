"""Between two cycles jobs really run as far as their schedds know, and the next cycle finds a pool that shows it."""

from collections import Counter
from collections.abc import Callable

from tests.pool.between import Between, Step
from tests.pool.pool import Cluster, Pool
from tests.pool.slots import SlotKind
from tests.pool.startds import claim_requests, grant, refuse, running, take_back

IDLE, RUNNING = "1", "2"


def statuses(pool: Pool) -> Counter[str | None]:
    return Counter(ad.source("JobStatus") for ad in pool.jobs().values())


def test_a_job_runs_from_the_granting_of_its_claim_until_its_startd_takes_it_back(
    new_pool: Callable[..., Pool],
) -> None:
    pool = new_pool()
    pool.advertise([SlotKind(2, {"Cpus": "4"})])
    pool.submit([Cluster("ann", 3)])
    pool.settle()
    assert pool.negotiate().count("match") == 2
    first, second = claim_requests(pool, 2)
    grant(pool, [first])
    refuse(pool, [second])
    pool.settle()
    assert statuses(pool) == {RUNNING: 1, IDLE: 2}
    figures = ("IdleJobs", "RunningJobs", "WeightedRunningJobs")
    assert pool.run("condor_status", "-submitters", "-af", *figures).split() == ["2", "1", "4.0"]
    take_back(pool, running(pool), remove=False)
    pool.settle()
    assert (statuses(pool), running(pool)) == ({IDLE: 3}, [])


def test_the_next_cycle_finds_slots_claimed_and_a_partitionable_one_cut(new_pool: Callable[..., Pool]) -> None:
    pool = new_pool("GROUP_NAMES = lab\nGROUP_QUOTA_lab = 6\n")
    parts = {"PartitionableSlot": "true", "SlotType": '"Partitionable"', "Cpus": "8", "Memory": "8000"}
    pool.advertise([SlotKind(1, parts), SlotKind(1, {})])
    pool.submit([Cluster("ann", 2, "lab", {"request_cpus": "3"}), Cluster("bob", 1)])
    pool.settle()
    between = Between(pool)
    between.live(Step(), pool.negotiate())
    shown = pool.run("condor_status", "-af", "SlotType", "Cpus", "State", "AccountingGroup", "RemoteGroup")
    assert sorted(shown.splitlines()) == [
        "Dynamic 3 Claimed lab.ann@pool.test lab",
        "Partitionable 5 Unclaimed undefined undefined",
        "Static 1 Claimed bob@pool.test <none>",
    ]
    assert pool.negotiate_again().count("match") == 1


def test_a_quiet_step_changes_no_slot(new_pool: Callable[..., Pool]) -> None:
    pool = new_pool()
    pool.advertise([SlotKind(3, {})])
    pool.submit([Cluster("ann", 2)])
    pool.settle()
    between = Between(pool)
    between.live(Step(refused=1.0), pool.negotiate())
    assert set(pool.run("condor_status", "-af", "State").split()) == {"Unclaimed"}
    assert statuses(pool) == {IDLE: 2}
    assert pool.negotiate_again().count("match") == 2
