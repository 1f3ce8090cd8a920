"""The replay of a past period, compared with what really happened."""

from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from tests.negotiation.builders import DOMAIN, NOW, configured, free
from tests.simulation.pools import ledger_of
from userprio.base.errors import BadInput
from userprio.classad import Ad
from userprio.ledger import Ledger
from userprio.pool import Pool
from userprio.pool.scenario import ScenarioData
from userprio.simulation import CHANGED, Calibration, Replay, ReplayTerms, replay_history
from userprio.simulation.history import history_of

KNOBS = "NEGOTIATOR_INTERVAL = 60\nNEGOTIATOR_MIN_INTERVAL = 60\nNEGOTIATOR_CYCLE_DELAY = 0\nCLAIM_WORKLIFE = 0"


def ended(user: str, number: int, queued: int, started: int | None, length: int, cores: int = 1, **more: str) -> Ad:
    """The ad of a job that is over; times are seconds from NOW."""
    texts = {
        "ClusterId": str(number),
        "ProcId": "0",
        "GlobalJobId": f'"ap1#{number}.0#{NOW + queued}"',
        "Owner": f'"{user}"',
        "User": f'"{user}@{DOMAIN}"',
        "QDate": str(NOW + queued),
        "JobStatus": "4",
        "JobUniverse": "5",
        "RequestCpus": str(cores),
        "Requirements": "TARGET.Cpus >= RequestCpus",
        "RemoteWallClockTime": f"{length}.0",
        **({} if started is None else _run(NOW + started, length)),
        **more,
    }
    return Ad.lazy(texts.items())


def _run(start: int, length: int) -> dict[str, str]:
    dates = dict.fromkeys(("JobStartDate", "JobCurrentStartDate"), str(start))
    return {**dates, "CompletionDate": str(start + length), "NumShadowStarts": "1"}


def lived_again(
    ads: Iterable[Ad],
    slots: int,
    *,
    other: str | None = None,
    ledger: Ledger | None = None,
    knobs: str = KNOBS,
    ends: int | None = None,
) -> Replay:
    pool = Pool(tuple(free(slots)))
    scenario = ScenarioData(pool, ledger or Ledger.empty(), configured(knobs), NOW)
    others = {} if other is None else {CHANGED: replace(scenario, config=configured(f"{knobs}\n{other}"))}
    return replay_history(
        scenario, history_of(ads), ReplayTerms(None, None if ends is None else NOW + ends), others=others
    )


def calibration_of(found: Replay) -> Calibration:
    assert found.calibration is not None
    return found.calibration


def test_jobs_come_when_they_came_and_run_as_long_as_they_did() -> None:
    """Cycles come every minute: jobs that are queued at 10 and 130 s start at 60 and 180 s."""
    found = lived_again([ended("ann", 1, 10, 60, 300), ended("ann", 2, 130, 180, 100)], 2, ends=400)
    first, second = found.in_force.jobs
    assert first.started_at == pytest.approx(NOW + 60, abs=1)
    assert first.ended_at == pytest.approx(NOW + 360, abs=1)
    assert second.started_at == pytest.approx(NOW + 180, abs=1)
    assert found.in_force.everybody.used_weight_s == pytest.approx(400, abs=1)


def test_core_hours_waits_and_preemptions_are_told_by_submitter() -> None:
    """One slot, and three jobs of 200 s that come just after a cycle: they start in those after 60, 300 and 540 s."""
    found = lived_again([ended("ann", number, 0, 60 + 240 * (number - 1), 200) for number in (1, 2, 3)], 1)
    (ann,) = found.in_force.submitters
    assert (ann.jobs, ann.started, ann.preemptions) == (3, 3, 0)
    assert ann.waits.median_s == pytest.approx(300, abs=1)
    assert ann.waits.p95_s == pytest.approx(540, abs=1)
    assert ann.slowdown == pytest.approx((300 + 200) / 200, abs=0.01)
    assert ann.share == 1
    assert calibration_of(found).near


def test_a_job_that_was_interrupted_runs_for_longer_than_it_had_run() -> None:
    """Others took 100, 200 and 300 s; of those that took longer than 150 s half are over by 200 s."""
    others = [ended("ann", number, 0, 5, 100 * number) for number in (1, 2, 3)]
    found = lived_again([*others, ended("ann", 4, 0, 5, 150, JobStatus="1", CompletionDate="0")], 4, ends=900)
    assert [job.weight_s for job in found.in_force.jobs] == pytest.approx([100, 200, 300, 200], abs=0.5)


@pytest.mark.parametrize(("signal", "takes_s"), [(9, 25), (15, 0)])
def test_jobs_that_had_to_be_killed_stay_as_long_as_they_may(signal: int, takes_s: int) -> None:
    """One slot: ann's job gets it at 60 s and bob's at 120 s. Hers may stay for 25 s, and had to be killed, or not."""
    policy = "PREEMPTION_REQUIREMENTS = RemoteUserPrio > SubmitterUserPrio\nMachineMaxVacateTime = 25\n"
    knobs = f"{KNOBS}\nSCHEDD_INTERVAL = 15\n{policy}"
    again = {"JobStatus": "1", "CompletionDate": "0", "LastVacateTime": str(NOW + 145), "ExitSignal": str(signal)}
    ads = [ended("ann", 1, 0, 60, 85, **again), ended("bob", 2, 70, 145, 100)]
    ledger = ledger_of({"ann": {"Priority": 50.0, "PriorityFactor": 1000.0}, "bob": {"PriorityFactor": 1000.0}})
    found = lived_again(ads, 1, ledger=ledger, knobs=knobs, ends=400)
    starts = [job.started_at for job in found.in_force.jobs]
    assert starts == pytest.approx([NOW + 60, NOW + 120 + takes_s], abs=1.5)
    assert any("1 job had to be killed" in told for told in found.assumptions) == (signal == 9)


def test_with_half_of_the_machines_a_replay_is_not_near_and_says_that_machines_are_missing() -> None:
    """Eight jobs of ten minutes ran at once on eight machines; here are four."""
    ads = [ended("ann", number, 0, 5, 600) for number in range(1, 9)]
    whole, half = calibration_of(lived_again(ads, 8)), calibration_of(lived_again(ads, 4))
    assert whole.near and whole.why_not == ()
    assert not half.near
    assert half.near_jobs == 0.5
    assert half.peak_weight == 8
    assert any("machines are missing: slots of weight 8 were really in use at once" in why for why in half.why_not)


def test_progress_is_told_from_the_first_of_several_ways_to_take_a_second_and_never_goes_back() -> None:
    """A replay that is off is first lived in twelve ways: twelve thirteenths of the work, and a bar that moves."""
    scenario = ScenarioData(Pool(tuple(free(4))), Ledger.empty(), configured(KNOBS), NOW)
    ads = [ended("ann", number, 0, 5, 600) for number in range(1, 9)]
    told: list[float] = []
    replay_history(scenario, history_of(ads), progress=lambda done, of: told.append(done / of))
    assert told[:12] == [pytest.approx(way / 13) for way in range(1, 13)]
    assert told == sorted(told) and told[-1] == 1


def test_a_replay_that_runs_what_really_waited_is_not_near() -> None:
    """Two of four slots were really used; of six jobs that the queue still shows two run on the others here."""
    ran = [ended("ann", number, 0, 60, 3600) for number in (1, 2)]
    queue = {"JobStatus": "1", "CompletionDate": "0"}
    waits = [ended("bob", number, 65, None, 0, **queue) for number in range(3, 9)]
    found = calibration_of(lived_again([*ran, *waits], 4))
    assert (found.near_jobs, found.misplaced) == (1.0, pytest.approx(0.0, abs=0.001))
    assert found.really_waiting == pytest.approx(0.9, abs=0.001)
    assert not found.near
    assert found.why_not[0].startswith("jobs that really waited until the history ends run here, for 89.98% of the")
    assert calibration_of(lived_again([*ran, *waits], 2)).near


def test_what_a_job_used_before_the_period_does_not_count() -> None:
    (slot,) = free(1)
    user = f"ann@{DOMAIN}"
    claim = {"State": "Claimed", "Activity": "Busy", "RemoteUser": user, "JobStart": NOW - 600}
    held = slot.replace({**claim, "GlobalJobId": f"ap1#1.0#{NOW - 700}", "EnteredCurrentState": NOW - 600})
    submitter = Ad({"Name": user, "ScheddName": "ap1", "IdleJobs": 0, "RunningJobs": 1, "SubmitterTag": ""})
    scenario = ScenarioData(Pool((held,), (submitter,)), Ledger.empty(), configured(KNOBS), NOW)
    ran = history_of([ended("ann", 1, -700, -600, 1000)])
    found = replay_history(scenario, ran, ReplayTerms(NOW, NOW + 600))
    assert found.in_force.everybody.used_weight_s == pytest.approx(400, abs=1)
    assert found.in_force.idle_weight_s == pytest.approx(200, abs=1)


def test_of_jobs_that_only_the_snapshot_knows_nobody_knows_whether_they_waited() -> None:
    idle = ended("bob", 3, -60, None, 0, JobStatus="1")
    pool = Pool(tuple(free(4)), (), (idle,))
    ran = history_of([ended("ann", number, 5, 60, 3600) for number in (1, 2)])
    found = calibration_of(
        replay_history(ScenarioData(pool, Ledger.empty(), configured(KNOBS), NOW), ran, ReplayTerms(NOW))
    )
    assert (found.really_waiting, found.near) == (0.0, True)


@pytest.mark.slow
def test_another_policy_stands_beside_the_one_in_force() -> None:
    """Two users on ten slots with quotas of 8 and 2, then the other way round."""
    groups = "GROUP_NAMES = a, b\nGROUP_QUOTA_a = 8\nGROUP_QUOTA_b = 2"
    ads = [
        ended(user, number + base, 0, 5, 120, AccountingGroup=f'"{user}.x"')
        for base, user in ((0, "a"), (100, "b"))
        for number in range(1, 21)
    ]
    found = lived_again(ads, 10, knobs=f"{KNOBS}\n{groups}", other="GROUP_QUOTA_a = 2\nGROUP_QUOTA_b = 8", ends=1800)
    assert [policy.name for policy in found.policies] == ["in force", "changed"]
    before, after = ({figures.name: figures.waits.median_s for figures in policy.groups} for policy in found.policies)
    assert before["a"] < after["a"] and before["b"] > after["b"]


@pytest.mark.slow
def test_the_same_comes_out_every_time() -> None:
    ads = [ended(user, number, 7 * number, 60, 90) for number, user in enumerate(["ann", "bob"] * 20, 1)]
    assert lived_again(ads, 5) == lived_again(ads, 5)


def test_jobs_that_were_removed_before_they_started_are_left_out_and_told() -> None:
    found = lived_again([ended("ann", 1, 0, 5, 60), ended("ann", 2, 0, None, 0, JobStatus="3")], 2)
    assert len(found.in_force.jobs) == 1
    assert "1 job removed before starting left out" in found.assumptions


def test_jobs_that_were_held_before_they_started_are_left_out_and_told() -> None:
    """The one that was held later had run for a minute by then."""
    held = {"JobStatus": "5", "EnteredCurrentStatus": str(NOW + 65)}
    on_hold = [ended("ann", 2, 0, None, 0, **held), ended("ann", 3, 1, 5, 60, CompletionDate="0", **held)]
    found = lived_again([ended("ann", 1, 0, 5, 100), *on_hold], 2, ends=300)
    assert [round(job.weight_s) for job in found.in_force.jobs] == [100, 60]
    assert "1 job held before starting left out" in found.assumptions


def test_jobs_of_the_snapshot_that_are_held_or_done_wait_for_nothing() -> None:
    on_hold = ended("ann", 2, -60, None, 0, JobStatus="5", EnteredCurrentStatus=str(NOW - 50))
    done = ended("ann", 3, -600, -500, 60)
    pool = Pool(tuple(free(2)), (), (on_hold, done))
    found = replay_history(
        ScenarioData(pool, Ledger.empty(), configured(KNOBS), NOW),
        history_of([ended("ann", 1, 5, 10, 60)]),
        ReplayTerms(NOW),
    )
    assert [job.past.id for job in found.in_force.jobs] == ["1.0"]


def test_a_job_that_is_still_being_prepared_is_left_out_and_told() -> None:
    found = lived_again([ended("ann", 1, 0, 5, 60), ended("ann", 2, 0, None, 0, JobStatus="10")], 2)
    assert [job.past.id for job in found.in_force.jobs] == ["1.0"]
    assert "1 job still being prepared left out" in found.assumptions


def test_a_job_that_was_being_prepared_when_the_period_began_and_ran_later_comes_then() -> None:
    preparing = ended("ann", 2, -60, None, 0, JobStatus="10")
    pool = Pool(tuple(free(2)), (), (preparing, ended("ann", 3, -60, None, 0, JobStatus="10")))
    found = replay_history(
        ScenarioData(pool, Ledger.empty(), configured(KNOBS), NOW),
        history_of([ended("ann", 1, 5, 10, 60), ended("ann", 2, -60, 30, 60)]),
        ReplayTerms(NOW),
    )
    assert {job.past.id: job.weight_s > 0 for job in found.in_force.jobs} == {"2.0": True, "1.0": True}
    assert "1 job still being prepared left out" in found.assumptions


def test_a_ledger_of_a_later_time_is_told() -> None:
    found = lived_again([ended("ann", 1, 0, 5, 60)], 2, ledger=ledger_of({"ann": {"Priority": 3.0}}, NOW + 10**6))
    assert "the ledger is of a later time than the beginning of the period" in " ".join(found.assumptions)


def test_attributes_that_a_history_was_not_asked_for_are_taken_from_the_slots() -> None:
    ad = ended("ann", 1, 0, 5, 60, Requirements="TARGET.FileSystemDomain == MY.FileSystemDomain")
    pool = Pool(tuple(free(1, FileSystemDomain='"pool.test"')))
    found = replay_history(ScenarioData(pool, Ledger.empty(), configured(KNOBS), NOW), history_of([ad]))
    assert found.in_force.everybody.started == 1
    assert any("lack FileSystemDomain" in told for told in found.assumptions)


def test_without_slots_or_jobs_there_is_nothing_to_replay() -> None:
    history = history_of([ended("ann", 1, 0, 5, 60)])
    with pytest.raises(BadInput, match="no slots to replay on"):
        replay_history(ScenarioData(Pool(), Ledger.empty(), configured(KNOBS), NOW), history)
    with pytest.raises(BadInput, match="over before it begins"):
        replay_history(
            ScenarioData(Pool(tuple(free(1))), Ledger.empty(), configured(KNOBS), NOW),
            history,
            ReplayTerms(NOW + 5, NOW),
        )


def test_a_period_of_more_than_ten_years_is_refused() -> None:
    ads = [ended("ann", 1, 0, 5, 60), ended("ann", 2, 10**12, 10**12 + 5, 60)]
    with pytest.raises(BadInput, match="longer than ten years"):
        lived_again(ads, 1)
