"""The replay of a past period with machines that come and go."""

from collections.abc import Iterable, Mapping
from math import inf

import pytest
from msgspec.structs import replace

from tests.negotiation.builders import NOW, configured, free, held, slot
from tests.simulation.test_replay import KNOBS, ended
from userprio.classad import Ad
from userprio.ledger import Ledger
from userprio.pool import Pool
from userprio.pool.scenario import ScenarioData
from userprio.simulation import CHANGED, Replay, ReplayedPolicy, ReplayTerms, replay_history
from userprio.simulation.history import MachineTimes, history_of

HALF_HOUR, HOUR = 1800, 3600


def lived_again(
    ads: Iterable[Ad],
    slots: Iterable[Ad],
    stays: Mapping[str, Iterable[tuple[float, float]]],
    ends: int = 3 * HOUR,
) -> Replay:
    """The period from NOW on; times of stays are seconds from there."""
    scenario = ScenarioData(Pool(tuple(slots)), Ledger.empty(), configured(f"{KNOBS}\nSCHEDD_INTERVAL = 10"), NOW)
    times = {name: tuple((NOW + since, NOW + until) for since, until in those) for name, those in stays.items()}
    history = replace(history_of(ads), machines=MachineTimes(times, "machines.csv"))
    return replay_history(scenario, history, ReplayTerms(NOW, NOW + ends))


def starts(policy: ReplayedPolicy) -> list[float | None]:
    """When each job started last, in seconds from NOW."""
    return [None if job.last_started_at is None else job.last_started_at - NOW for job in policy.jobs]


def test_a_job_starts_again_elsewhere_when_its_machine_goes() -> None:
    """A job of 40 minutes gets the smaller of two machines, as HTCondor prefers it, which goes 29 min later, at 30.

    Its schedd tells so within 10 s (SCHEDD_INTERVAL), and cycles come every minute: at 31 min it starts on the other
    machine, from its beginning, and ends at 71 min.
    """
    ads = [ended("ann", 1, 10, 60, 2400)]
    policy = lived_again(ads, [slot(1, Memory=1024), slot(2)], {"exec1": [(-inf, HALF_HOUR)]}).in_force
    (job,) = policy.jobs
    assert job.started_at == pytest.approx(NOW + 60, abs=2)
    assert job.last_started_at == pytest.approx(NOW + HALF_HOUR + 60, abs=2)
    assert job.ended_at == pytest.approx(NOW + HALF_HOUR + 60 + 2400, abs=2)
    assert job.preemptions == 1
    assert job.badput_weight_s == pytest.approx(29 * 60, abs=2)
    assert job.weight_s == pytest.approx(29 * 60 + 2400, abs=3)


def test_jobs_on_other_machines_run_on() -> None:
    ads = [ended("ann", 1, 10, 60, 2400)]
    policy = lived_again(ads, [slot(1, Memory=1024), slot(2)], {"exec2": [(-inf, HALF_HOUR)]}).in_force
    assert starts(policy) == [pytest.approx(60, abs=2)]
    assert policy.everybody.preemptions == 0


@pytest.mark.slow
def test_a_job_waits_for_the_machine_that_comes() -> None:
    """The only machine goes at 30 min, and another comes at 1 h: there the job begins anew."""
    found = lived_again(
        [ended("ann", 1, 10, 60, 2400)], free(2), {"exec1": [(-inf, HALF_HOUR)], "exec2": [(HOUR, inf)]}
    )
    (job,) = found.in_force.jobs
    assert job.started_at == pytest.approx(NOW + 60, abs=2)
    assert job.last_started_at == pytest.approx(NOW + HOUR, abs=2)
    assert job.ended_at == pytest.approx(NOW + HOUR + 2400, abs=2)
    assert found.in_force.pool_weight_s == HALF_HOUR + 2 * HOUR
    assert "machines: 2 came or went in the period, by machines.csv" in found.assumptions


@pytest.mark.slow
def test_a_machine_that_restarts_interrupts_its_jobs() -> None:
    """It goes and comes in the same second, at 30 min."""
    policy = lived_again(
        [ended("ann", 1, 10, 60, 2400)], free(1), {"exec1": [(-inf, HALF_HOUR), (HALF_HOUR, inf)]}
    ).in_force
    assert starts(policy) == [pytest.approx(HALF_HOUR + 60, abs=2)]
    assert policy.everybody.preemptions == 1
    assert policy.pool_weight_s == 3 * HOUR


@pytest.mark.slow
def test_a_partitionable_machine_comes_back_whole() -> None:
    """Eight cores go at 30 min with three jobs on them, and come back at 1 h, where all three and five more fit."""
    ads = [ended("ann", number, 10, 60, 2400) for number in (1, 2, 3)]
    ads += [ended("ann", number, 2000, 3600, 2400) for number in range(4, 9)]
    slots = free(1, PartitionableSlot="true", SlotType='"Partitionable"', Cpus=8, TotalSlotCpus=8)
    policy = lived_again(ads, slots, {"exec1": [(-inf, HALF_HOUR), (HOUR, inf)]}).in_force
    assert starts(policy) == [pytest.approx(HOUR, abs=3)] * 8
    assert policy.everybody.preemptions == 3
    assert policy.everybody.badput_weight_s == pytest.approx(3 * 29 * 60, abs=6)


def test_entitlement_and_idle_slots_are_those_of_machines_that_are_there() -> None:
    """Two machines of which one comes at 1 h, and two jobs that run all the time: nothing is idle while one waits."""
    ads = [ended("ann", 1, 10, 60, 9 * HOUR), ended("bob", 2, 10, HOUR, 9 * HOUR)]
    policy = lived_again(ads, free(2), {"exec2": [(HOUR, inf)]}, ends=2 * HOUR).in_force
    assert policy.pool_weight_s == 3 * HOUR
    assert policy.everybody.used_weight_s == pytest.approx(3 * HOUR, abs=100)
    assert policy.everybody.entitled_weight_s == pytest.approx(3 * HOUR, abs=60)
    assert policy.idle_while_waiting_weight_s == pytest.approx(0, abs=70)


@pytest.mark.slow
def test_machines_that_are_there_all_the_time_change_nothing() -> None:
    ads = [ended(user, number, 7 * number, 60, 90) for number, user in enumerate(["ann", "bob"] * 10, 1)]
    named = lived_again(ads, free(5), {"exec1": [(-HOUR, 2 * HOUR)], "exec5": [(-inf, inf)]}, ends=HALF_HOUR)
    unnamed = lived_again(ads, free(5), {}, ends=HALF_HOUR)
    assert named == unnamed
    assert "machines: 0 came or went in the period, by machines.csv" in named.assumptions


def test_a_history_without_such_times_says_so() -> None:
    found = replay_history(
        ScenarioData(Pool(tuple(free(1))), Ledger.empty(), configured(KNOBS), NOW),
        history_of([ended("ann", 1, 0, 5, 60)]),
    )
    assert "machines are there all the time: nothing says when one came or went" in found.assumptions


def test_claims_of_the_snapshot_end_when_their_machines_go() -> None:
    """Of a snapshot from within the period, with a job on each of two machines: at 2 min both go, and one comes at 1 h.

    The snapshot does not say which jobs they were; what waits gets the machine that comes.
    """
    ads = [ended("ann", 1, 60, HOUR, 2400)]
    stays = {"exec1": [(-inf, 120.0)], "exec2": [(-inf, 120.0), (HOUR, inf)]}
    policy = lived_again(ads, held("bob", 2, 1), stays).in_force
    assert starts(policy) == [pytest.approx(HOUR, abs=2)]
    assert policy.pool_weight_s == 2 * 120 + 2 * HOUR


@pytest.mark.slow
def test_a_machine_that_is_not_there_at_the_beginning_takes_nothing() -> None:
    """One machine, from 30 min to 1 h: the job that it interrupts as it goes never starts again."""
    policy = lived_again([ended("ann", 1, 10, 60, 2400)], free(1), {"exec1": [(HALF_HOUR, HOUR)]}).in_force
    (job,) = policy.jobs
    assert job.started_at == pytest.approx(NOW + HALF_HOUR, abs=2)
    assert job.ended_at is None
    assert job.badput_weight_s == pytest.approx(HALF_HOUR, abs=2)
    assert policy.pool_weight_s == HALF_HOUR


def test_both_policies_have_the_same_machines() -> None:
    scenario = ScenarioData(Pool(tuple(free(2))), Ledger.empty(), configured(KNOBS), NOW)
    stays = {"exec1": ((-inf, NOW + 120.0),)}
    history = replace(history_of([ended("ann", 1, 0, 5, 60)]), machines=MachineTimes(stays, "machines.csv"))
    other = replace(scenario, config=configured(f"{KNOBS}\nNEGOTIATOR_INTERVAL = 300"))
    found = replay_history(scenario, history, ReplayTerms(NOW, NOW + HOUR), others={CHANGED: other})
    assert [policy.pool_weight_s for policy in found.policies] == [120 + HOUR] * 2


@pytest.mark.slow
def test_looks_tell_what_groups_have_in_use() -> None:
    """A job of `a` from 1 to 31 min on a machine that goes at 16 min, and one of `b` on another, in a period of 50 min.

    Looks are 6 s apart: 500 of them.
    """
    groups = "GROUP_NAMES = a, b\nGROUP_QUOTA_a = 1\nGROUP_QUOTA_b = 1"
    scenario = ScenarioData(
        Pool((slot(1), slot(2, Memory=9000))), Ledger.empty(), configured(f"{KNOBS}\n{groups}"), NOW
    )
    ads = [
        ended(
            "a", 1, 10, 60, HALF_HOUR, AccountingGroup='"a.x"', RequestMemory="1", Requirements="TARGET.Memory < 9000"
        ),
        ended(
            "b", 2, 10, 60, HALF_HOUR, AccountingGroup='"b.x"', RequestMemory="1", Requirements="TARGET.Memory >= 9000"
        ),
    ]
    machines = MachineTimes({"exec1": ((-inf, NOW + 16 * 60.0),)}, "machines.csv")
    history = replace(history_of(ads), machines=machines)
    looks = replay_history(scenario, history, ReplayTerms(NOW, NOW + 3000, looks=True)).in_force.looks
    assert len(looks) == 500
    at = {round((look.at - NOW) / 60, 1): dict(look.weights) for look in looks}
    assert at[0.5] == {}
    assert at[15.0] == {"a": 1, "b": 1}
    assert at[17.0] == {"b": 1}
    assert at[40.0] == {}
    assert replay_history(scenario, history, ReplayTerms(NOW, NOW + 3000)).in_force.looks == ()
