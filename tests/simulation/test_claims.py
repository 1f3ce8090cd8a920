"""Claims: who gets what a job leaves, who follows on them, when they end. Figures without a source are a real pool's.

Second 0 is that of the first cycle; jobs start within a second of their match.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import ceil, inf
from typing import Any

import pytest

from tests.negotiation.builders import DOMAIN, NOW, configured, free, held, jobs, slot, submitter
from tests.simulation.pools import ledger_of
from tests.simulation.recorded_work import Arrival, RecordedWork, recorded_world
from userprio.classad import Ad, Evaluator
from userprio.ledger import Ledger
from userprio.pool import Pool, ScenarioData
from userprio.simulation.claims import Ending
from userprio.simulation.world import World

LONG_S = 1e6
HOUR = 3600


def pslot(cores: int, number: int = 1, **attributes: str | float) -> Ad:
    """A machine that is cut for jobs."""
    return slot(number, PartitionableSlot="true", Cpus=cores, Memory=cores * 1024, Disk=10**6, **attributes)


def lived(
    slots: Iterable[Ad],
    waiting: Sequence[Ad],
    knobs: str = "",
    length_s: float = LONG_S,
    until: float = 1,
    *,
    lengths: Mapping[str, float] | None = None,
    later: Mapping[float, Sequence[Ad]] | None = None,
) -> World:
    """A pool with so many seconds behind it, and the submitters of these jobs; jobs come later too.

    Every job runs for as long as its number says in `lengths`, or else for `length_s`.
    """
    counts = Counter(str(job.raw_value("accountinggroup")).strip('"') for job in waiting)
    ads = [submitter(name, count, heard=number) for number, (name, count) in enumerate(counts.items())]
    world = recorded_world(
        ScenarioData(Pool(tuple(slots), tuple(ads), tuple(waiting)), Ledger.empty(), configured(knobs), NOW),
        RecordedWork(
            {("ap1", job): seconds for job, seconds in (lengths or {}).items()},
            [Arrival(NOW + at, ad) for at, ads in (later or {}).items() for ad in ads],
            unknown_s=length_s,
        ),
    )
    world.run_until(NOW + until)
    return world


def starts(world: World) -> list[int]:
    """When jobs started, whole seconds from the first cycle."""
    return sorted(int(run.started_at - NOW) for run in world.claims.all_runs())


def running(world: World) -> int:
    return len(world.slots.claimed())


# Leftovers


def test_one_match_of_a_machine_becomes_a_job_on_each_of_its_cores() -> None:
    world = lived([pslot(16)], jobs("ann", 30, 1))
    assert world.first is not None
    assert (len(world.first.matches), starts(world)) == (1, 16 * [0])


def test_leftovers_come_without_limits_so_that_one_job_with_a_limit_starts_in_each_cycle() -> None:
    """Twelve cores and XSW_LIMIT = 4: four of the ten jobs run in the end, one more each cycle."""
    world = lived([pslot(12)], jobs("ann", 10, 1, ConcurrencyLimits='"xsw"'), "XSW_LIMIT = 4\n")
    seen = []
    for cycle in range(7):
        world.run_until(NOW + 60 * cycle + 30)
        seen.append(running(world))
    assert seen == [1, 2, 3, 4, 4, 4, 4]


def test_what_a_job_with_a_limit_leaves_goes_to_jobs_without() -> None:
    waiting = [*jobs("ann", 3, 1, ConcurrencyLimits='"xsw"'), *jobs("ann", 20, 2)]
    world = lived([pslot(12)], waiting, "XSW_LIMIT = 4\n")
    assert Counter(claim.limits for _, claim in world.slots.claimed()) == {"xsw": 1, "": 11}


def test_a_claim_made_for_a_limit_serves_no_job_with_another_text() -> None:
    """`DB:1` asks for as much as `db`, but it is another text; upper and lower case are one."""
    knobs = "DB_LIMIT = 5\nCLAIM_WORKLIFE = -1\nNEGOTIATOR_INTERVAL = 3600\n"
    waiting = [
        *jobs("ann", 1, 1, ConcurrencyLimits='"db"'),
        *jobs("ann", 3, 2, ConcurrencyLimits='"db:1"'),
        *jobs("ann", 2, 3, ConcurrencyLimits='"DB"'),
    ]
    world = lived(free(1), waiting, knobs, length_s=100.0, until=HOUR - 60)
    assert [run.job for run in world.claims.runs] == ["1.0", "3.0", "3.1"]


def test_at_no_moment_more_of_a_limit_is_in_use_than_there_is() -> None:
    """Jobs that ask for one limit, for two units of another, for both or for none, on whole and on cut machines."""
    asked = {"xsw": {"xsw": 1}, "db:2": {"db": 2}, "xsw, db": {"xsw": 1, "db": 1}, "": {}}
    waiting = [
        ad
        for number, (user, text) in enumerate((user, text) for user in ("ann", "bob") for text in asked)
        for ad in jobs(user, 15, number + 1, **({"ConcurrencyLimits": f'"{text}"'} if text else {}))
    ]
    of_cluster = {number + 1: list(asked.values())[number % 4] for number in range(8)}
    knobs = "XSW_LIMIT = 3\nDB_LIMIT = 4\nCLAIM_WORKLIFE = 200\n"
    world = lived([pslot(4), *free(6, 2)], waiting, knobs, length_s=97.0, until=5 * HOUR)
    runs = world.claims.all_runs()
    assert Counter(run.ending for run in runs) == {Ending.DONE: 120}
    most: Counter[str] = Counter()
    for moment in {run.started_at for run in runs}:
        used: Counter[str] = Counter()
        for run in runs:
            if run.started_at <= moment < run.ended_at:
                used.update(of_cluster[int(run.job.partition(".")[0])])
        most |= used
    assert most == {"xsw": 3, "db": 4}


def test_a_machine_is_cut_into_slots_of_the_lowest_numbers_that_are_free() -> None:
    """Jobs of one core: the one of 30 s ends, and its number is that of the next."""
    waiting = jobs("ann", 6, 1)
    knobs = "CLAIM_WORKLIFE = 0\nNEGOTIATOR_INTERVAL = 60\n"
    world = lived([pslot(3)], waiting, knobs, lengths={"1.0": 200.0, "1.1": 30.0, "1.2": 200.0}, until=90)
    assert {run.job: run.slot.partition("@")[0] for run in world.claims.all_runs()} == {
        "1.0": "slot1_1",
        "1.1": "slot1_2",
        "1.2": "slot1_3",
        "1.3": "slot1_2",
    }


GROUPED = "GROUP_NAMES = g\nGROUP_QUOTA_g = 4\n"


def test_leftovers_know_no_quota() -> None:
    """Twelve cores, quota 4, nine jobs: one match, nine jobs at once."""
    world = lived([pslot(12)], jobs("g.ann", 9, 1), GROUPED)
    assert world.first is not None
    assert (len(world.first.matches), running(world)) == (1, 9)


def test_without_leftovers_a_quota_holds_and_each_cycle_starts_a_job_on_each_machine() -> None:
    world = lived([pslot(12)], jobs("g.ann", 9, 1), f"{GROUPED}CLAIM_PARTITIONABLE_LEFTOVERS = False\n")
    seen = []
    for cycle in range(6):
        world.run_until(NOW + 60 * cycle + 30)
        seen.append(running(world))
    assert seen == [1, 2, 3, 4, 4, 4]


CONSUMING: dict[str, Any] = {
    "ConsumptionCpus": "TARGET.RequestCpus",
    "ConsumptionMemory": "quantize(TARGET.RequestMemory, {128})",
    "ConsumptionDisk": "0",
    "NumClaims": 12,
    "MachineResources": '"Cpus Memory Disk"',
}


@pytest.mark.parametrize(("leftovers", "jobs_at_once"), [("True", 9), ("False", 4)])
def test_a_consumption_policy_gives_a_quota_s_matches_at_once_and_leftovers_run_past_it(
    leftovers: str, jobs_at_once: int
) -> None:
    knobs = f"{GROUPED}CLAIM_PARTITIONABLE_LEFTOVERS = {leftovers}\n"
    world = lived([pslot(12, **CONSUMING)], jobs("g.ann", 9, 1), knobs)
    assert world.first is not None
    assert (len(world.first.matches), running(world)) == (4, jobs_at_once)


# The end of a claim


@pytest.mark.parametrize(("length_s", "cycle_s"), [(20, 15), (35, 15), (310, 300), (900, 300), (70, 60)])
def test_claims_of_one_job_leave_their_slot_empty_until_the_next_cycle(length_s: int, cycle_s: int) -> None:
    """A period of C⌈(D + ε)/C⌉ a job: of 310 s in cycles of 300 s, a slot is busy for 52 % of the time."""
    knobs = f"CLAIM_WORKLIFE = 0\nNEGOTIATOR_INTERVAL = {cycle_s}\nNEGOTIATOR_CYCLE_DELAY = 1\nSCHEDD_INTERVAL = 5\n"
    periods = 40
    period = cycle_s * ceil((length_s + 0.5) / cycle_s)
    world = lived(free(3), jobs("ann", 500, 1), knobs, float(length_s), until=periods * period)
    busy = sum(run.ended_at - run.started_at for run in world.claims.all_runs())
    assert busy / (3 * periods * period) == pytest.approx(length_s / period, rel=0.01)


def test_a_slot_between_two_claims_is_charged_to_who_had_it() -> None:
    """Jobs of 20 s on seven slots, cycles of 15 s: charged 7 · 15 at every cycle, and the priorities that follow."""
    knobs = "CLAIM_WORKLIFE = 0\nNEGOTIATOR_INTERVAL = 15\nNEGOTIATOR_CYCLE_DELAY = 1\nPRIORITY_HALFLIFE = 300\n"
    world = lived(free(7), jobs("ann", 500, 1), f"{knobs}SCHEDD_INTERVAL = 5\n", length_s=20.0)
    seen = []
    for cycle in (1, 2, 3):
        world.run_until(NOW + 15 * cycle + 1)
        seen.append(world.accountant.customers[f"ann@{DOMAIN}"].priority)
    assert seen == pytest.approx([0.721414, 0.935286, 1.141872], abs=1e-5)


@pytest.mark.parametrize(
    ("worklife", "starts_on_claims"),
    [
        ("", [0, 500, 1000, 3600, 4100, 4600]),
        ("CLAIM_WORKLIFE = 0\n", [0, 3600]),
        ("CLAIM_WORKLIFE = 500\n", [0, 500, 3600, 4100]),
        ("CLAIM_WORKLIFE = -1\n", list(range(0, 7000, 500))),
    ],
)
def test_jobs_follow_each_other_on_a_claim_until_its_work_life_is_over(
    worklife: str, starts_on_claims: list[int]
) -> None:
    """Strictly: on a claim that is just as old as its work life another job starts. 1,200 s if not set, -1 for ever."""
    world = lived(free(1), jobs("ann", 50, 1), f"NEGOTIATOR_INTERVAL = 3600\n{worklife}", 499.9, until=6900)
    assert [round(start, -1) for start in starts(world)] == starts_on_claims


# Claims that are kept idle

KEEPING = "NEGOTIATOR_INTERVAL = 3600\nSCHEDD_INTERVAL = 5\nSUBMIT_SEND_RESCHEDULE = False\n"


def test_a_claim_is_kept_for_the_next_job_which_starts_when_the_schedd_looks_after_its_claims() -> None:
    """It looks every five seconds, and needs no cycle: a job that comes 50 s after the first starts by the 56th."""
    later = {50.0: jobs("ann", 1, 2)}
    world = lived(free(1), jobs("ann", 1, 1, KeepClaimIdle=40), KEEPING, 20.0, until=100, later=later)
    first, second = (run.started_at - NOW for run in world.claims.all_runs())
    assert first == pytest.approx(0.7)
    assert 50 <= second <= 56


@pytest.mark.parametrize(("keep_s", "freed_at"), [(0, 30), (10, 45), (40, 75)])
def test_a_kept_claim_is_held_and_charged_until_its_time_is_over(keep_s: int, freed_at: int) -> None:
    """A job of 20 s, cycles every 15 s: somebody else gets the slot in the first after 20 s and what it is kept for."""
    knobs = "NEGOTIATOR_INTERVAL = 15\nNEGOTIATOR_CYCLE_DELAY = 1\nSCHEDD_INTERVAL = 5\n"
    start = ledger_of({"ann": {"PriorityFactor": 1000.0}, "bob": {"PriorityFactor": 9000.0}})
    waiting = [*jobs("ann", 1, 1, KeepClaimIdle=keep_s), *jobs("bob", 1, 2)]
    pool = Pool(tuple(free(1)), (submitter("ann", 1), submitter("bob", 1)), tuple(waiting))
    world = World(ScenarioData(pool, start, configured(knobs), NOW), RecordedWork({}, unknown_s=20.0))
    world.run_until(NOW + freed_at - 1)
    assert world.accountant.customers[f"ann@{DOMAIN}"].weighted_resources_used == 1
    world.run_until(NOW + 100)
    assert [int(run.started_at - NOW) for run in world.claims.runs] == [0, freed_at]


def test_it_is_the_job_for_which_a_shadow_was_started_that_says_how_long_a_claim_is_kept() -> None:
    """The second takes over the shadow of the first, which asked for nothing; its own wish is not looked at."""
    waiting = [*jobs("ann", 1, 1), *jobs("ann", 1, 2, KeepClaimIdle=1000)]
    world = lived(free(1), waiting, KEEPING, 20.0, until=100)
    assert len(world.claims.runs) == 2
    assert running(world) == 0


def test_a_kept_claim_ends_with_its_work_life() -> None:
    world = lived(free(1), jobs("ann", 1, 1, KeepClaimIdle=1000), f"{KEEPING}CLAIM_WORKLIFE = 60\n", 20.0, until=59)
    assert running(world) == 1
    world.run_until(NOW + 70)
    assert running(world) == 0


# What holds a schedd back


def test_jobs_start_in_bursts_and_no_more_than_a_schedd_may_run() -> None:
    """Ten slots, at most seven jobs, two every three seconds, at new claims and on old ones alike."""
    knobs = "MAX_JOBS_RUNNING = 7\nJOB_START_COUNT = 2\nJOB_START_DELAY = 3\n"
    world = lived(free(10), jobs("ann", 60, 1), knobs, length_s=14.0, until=27.5)
    assert starts(world) == [0, 0, 3, 3, 6, 6, 9, 14, 14, 17, 17, 20, 20, 23]


# Preemption


def overtaken(knobs: str) -> World:
    """A slot with a job of 100 s that is granted 300 s, and somebody with a better priority who wants it."""
    start = ledger_of({"old": {"Priority": 50.0, "PriorityFactor": 1000.0}, "new": {"PriorityFactor": 1000.0}})
    of_job = {"JobStart": NOW - 100, "TotalJobRunTime": 100, "RetirementTimeRemaining": 200}
    own = held("old", 1, 1, LastHeardFrom=NOW - 100, **of_job)
    pool = Pool(tuple(own), (submitter("old", 0, running=1), submitter("new", 1)), tuple(jobs("new", 1, 2)))
    policy = "PREEMPTION_REQUIREMENTS = RemoteUserPrio > SubmitterUserPrio\nMAXJOBRETIREMENTTIME = 300\n"
    return World(ScenarioData(pool, start, configured(policy + knobs), NOW), RecordedWork({}, unknown_s=2000.0))


def asked_to_go(leaves_in_s: float = inf, knobs: str = "", wanted: int = 1, **attributes: str) -> World:
    """Somebody gets the slot of a job that is not granted a retirement, but 20 s to vacate, and takes so long to."""
    start = ledger_of({"old": {"Priority": 50.0, "PriorityFactor": 1000.0}, "new": {"PriorityFactor": 1000.0}})
    own = held("old", 1, 1, GlobalJobId='"ap1#5.0#1"', JobStart=NOW - 100, TotalJobRunTime=100)
    (ad,) = jobs("old", 1, 5, JobStatus=2, **attributes)
    pool = Pool(tuple(own), (submitter("old", 0, running=1), submitter("new", wanted)), (ad, *jobs("new", wanted, 2)))
    policy = "PREEMPTION_REQUIREMENTS = RemoteUserPrio > SubmitterUserPrio\nMachineMaxVacateTime = 20\n"
    settings = configured(f"{policy}NEGOTIATOR_INTERVAL = 15\nNEGOTIATOR_CYCLE_DELAY = 1\n{knobs}")
    work = RecordedWork({}, unknown_s=2000.0, leave_in_s={("ap1", "5.0"): leaves_in_s})
    return World(ScenarioData(pool, start, settings, NOW), work)


@pytest.mark.parametrize(
    ("world", "gone_at"),
    [
        (asked_to_go(), 20),
        (asked_to_go(6.9), 7),
        (asked_to_go(JobMaxVacateTime="6"), 6),
        (asked_to_go(JobMaxVacateTime="40"), 20),
        (asked_to_go(KillSig='"SIGKILL"'), 0),
        (asked_to_go(0), 0),
        (asked_to_go(knobs="KILL = time() - EnteredCurrentActivity >= 8\n"), 10),
    ],
    ids=["ignored", "slow to go", "the job's wish", "wishes too much", "SIGKILL", "obeyed", "KILL, every 5 s"],
)
def test_a_job_that_does_not_go_when_told_to_is_killed_when_its_time_is_up(world: World, gone_at: int) -> None:
    assert evictions(world, 60) == [gone_at]
    (new,) = (run for run in world.claims.all_runs() if run.submitter == f"new@{DOMAIN}")
    assert new.started_at - NOW == pytest.approx(gone_at + 1, abs=1)


def test_until_then_the_slot_is_charged_to_its_user_and_matched_no_more() -> None:
    world = asked_to_go()
    world.run_until(NOW + 18)
    (ad,) = world.seen().slots
    assert [Evaluator(NOW).attribute(name, ad) for name in ("State", "Activity")] == ["Preempting", "Vacating"]
    assert world.accountant.customers[f"old@{DOMAIN}"].weighted_resources_used == 1
    assert world.accountant.customers[f"new@{DOMAIN}"].weighted_resources_used == 0


def test_a_slot_whose_job_has_to_go_names_who_gets_it_and_is_not_given_to_the_same_again() -> None:
    """The job takes 40 s to go; three more cycles come meanwhile, and who gets the slot has another job that waits."""
    world = asked_to_go(40, "MachineMaxVacateTime = 40\nNEGOTIATOR_INTERVAL = 10\n", wanted=2)
    for second in (15, 25, 35):
        world.run_until(NOW + second)
        (ad,) = world.seen().slots
        names = [Evaluator(NOW).attribute(f"{kind}User", ad) for kind in ("Preempting", "Remote")]
        assert names == [f"new@{DOMAIN}", f"old@{DOMAIN}"]
        assert world.accountant.customers[f"new@{DOMAIN}"].weighted_resources_used == 0
    world.run_until(NOW + 45)
    (ad,) = world.seen().slots
    assert "PreemptingUser" not in ad
    assert Evaluator(NOW).attribute("RemoteUser", ad) == f"new@{DOMAIN}"


def evictions(world: World, until: float) -> list[float]:
    """When jobs had to go, whole seconds from that of the first cycle."""
    world.run_until(NOW + until)
    return [int(run.ended_at - NOW) for run in world.claims.runs if run.ending is Ending.EVICTED]


def test_nobody_is_preempted_before_the_retirement_is_over_and_a_cycle_comes() -> None:
    """It is over at 200 s, as the startd's update says then, 300 s after its last; the cycle after is that of 240 s."""
    world = overtaken("")
    assert evictions(world, HOUR) == [240]
    assert world.in_use() == {f"old@{DOMAIN}": 1}
    first, new = world.claims.runs
    assert (first.submitter, new.submitter) == (f"old@{DOMAIN}", f"new@{DOMAIN}")
    assert new.started_at - NOW == pytest.approx(241, abs=1)


@pytest.mark.parametrize(("vacate_s", "gone_at"), [(20, 180), (150, 50), (600, 0)])
def test_a_match_before_that_waits_until_retirement_has_fallen_to_the_time_for_vacating(
    vacate_s: int, gone_at: int
) -> None:
    """Of 200 s that are left; where the time for vacating is longer, the job has to go at once."""
    world = overtaken(f"NEGOTIATOR_CONSIDER_EARLY_PREEMPTION = True\nMachineMaxVacateTime = {vacate_s}\n")
    assert evictions(world, 900) == [gone_at]


def test_a_job_that_was_evicted_begins_anew_with_its_full_length() -> None:
    world = overtaken("")
    evictions(world, 5000)
    (again,) = (run for run in world.claims.runs[1:] if run.submitter == f"old@{DOMAIN}")
    assert again.ended_at - again.started_at == pytest.approx(2000, abs=1)
