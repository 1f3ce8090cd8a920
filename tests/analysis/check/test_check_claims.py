"""What schedds and startds do whatever the negotiator decided is told, with the numbers of the pool."""

from pathlib import Path

import pytest

from tests.analysis.check.planting import NOW, checked
from tests.negotiation.builders import configured
from userprio.analysis.check import Finding, Level, Situation, check
from userprio.classad import Ad, parse
from userprio.ledger import Ledger
from userprio.pool.scenario import Pool, ScenarioData

QUOTA = "GROUP_NAMES = g\nGROUP_QUOTA_g = 4\n"
MACHINE = "[[slots]]\ncount = 1\nCpus = 12\nPartitionableSlot = true\n"
JOBS = '[[jobs]]\ngroup = "g"\nuser = "ann"\ncount = 9\n'


def leftovers(folder: Path, knobs: str, pool: str = MACHINE + JOBS) -> list[Finding]:
    return [each for each in checked(folder, QUOTA + knobs, pool=pool) if each.code == "leftovers-beyond-quota"]


def test_a_group_that_leftovers_take_beyond_its_quota_is_told_with_the_numbers(tmp_path: Path) -> None:
    """A real pool of 12 cores and a quota of 4 ran 9 jobs of one core from one match within a second."""
    (found,) = leftovers(tmp_path, "")
    assert (found.level, found.line) == (Level.WARNING, 2)
    assert found.happens == (
        "In the next cycle group g comes to 9 of its quota of 4, since schedds put further jobs on what a job leaves "
        "of a partitionable slot, whatever the quota: 1 match starts 9 jobs; slot1@exec001.pool.example, of which 12 "
        "is free, takes 9 of them"
    )
    assert found.advice.startswith("CLAIM_PARTITIONABLE_LEFTOVERS = False at the schedds keeps to quotas")


def test_what_a_job_weighs_counts(tmp_path: Path) -> None:
    """Two jobs of two cores come to the quota of 4; three of them to 6."""
    large = MACHINE + JOBS.replace("9", "{}") + "request_cpus = 2\n"
    assert leftovers(tmp_path, "", large.format(2)) == []
    assert "comes to 6 of its quota of 4" in leftovers(tmp_path, "", large.format(3))[0].happens


@pytest.mark.parametrize(
    "knob",
    [
        "CLAIM_PARTITIONABLE_LEFTOVERS = False",
        "GROUP_ACCEPT_SURPLUS = True",
        "GROUP_AUTOREGROUP_g = True",
        "GROUP_QUOTA_g = 9",
    ],
)
def test_nothing_is_said_where_leftovers_stay_within_quotas_or_these_are_no_limits(tmp_path: Path, knob: str) -> None:
    assert leftovers(tmp_path, knob + "\n") == []


def test_nothing_is_said_of_leftovers_without_partitionable_slots(tmp_path: Path) -> None:
    assert leftovers(tmp_path, "", "[[slots]]\ncount = 30\nCpus = 1\n" + JOBS) == []


def slot(number: int, **given: str | int | float) -> Ad:
    own = {"State": "Claimed", "Activity": "Busy", "RemoteUser": "ann@lab", "JobUniverse": 5, "LoadAvg": 2.0}
    return Ad({"Name": f"slot1@exec{number}", "Cpus": 1, **own, **given})


def policy(knobs: str, *slots: Ad, jobs: tuple[Ad, ...] = ()) -> list[Finding]:
    found = check(Situation(ScenarioData(Pool(slots=slots, jobs=jobs), Ledger.empty(), configured(knobs), NOW)))
    return [each for each in found if each.code == "startd-policy"]


@pytest.mark.parametrize(
    ("knobs", "told"),
    [
        (
            "PREEMPT = LoadAvg > 1",
            "true of 1 of 2 claimed slots (slot1@exec1): the job in each is told to go",
        ),
        ("PREEMPT = LoadAvg > 1\nWANT_VACATE = False", "is killed, without time to vacate, once its retirement"),
        ("PREEMPT = LoadAvg > 1\nKILL = True", "is killed, without time to vacate, once its retirement"),
        ("PREEMPT_VANILLA = LoadAvg > 1", "PREEMPT is true of 1 of 2 claimed slots"),
        ("PREEMPT = LoadAvg > 1\nPREEMPT_VANILLA = NoSuch", "PREEMPT is true of 1 of 2 claimed slots"),
        ("SUSPEND = LoadAvg > 1\nWANT_SUSPEND = True", "SUSPEND is true of 1 of 2 claimed slots (slot1@exec1)"),
    ],
)
def test_startds_that_would_now_end_or_suspend_jobs_are_told(knobs: str, told: str) -> None:
    (found,) = policy(knobs + "\n", slot(1), slot(2, LoadAvg=0.5), slot(3, State="Unclaimed", Activity="Idle"))
    assert found.level is Level.NOTE and found.line is not None
    assert told in found.happens


@pytest.mark.parametrize(
    "knobs",
    [
        "",
        "PREEMPT = LoadAvg > 3",
        "PREEMPT = NoSuch > 1",
        "PREEMPT = True\nPREEMPT_VANILLA = False",
        "PREEMPT = True\nWANT_SUSPEND = True",
        "SUSPEND = True",
    ],
)
def test_nothing_is_said_where_none_would(knobs: str) -> None:
    """What is undefined is not true; with WANT_SUSPEND a startd looks at PREEMPT only once the job is suspended."""
    assert policy(knobs + "\n", slot(1)) == []


def test_a_suspended_job_is_preempted_whatever_want_suspend_says() -> None:
    knobs = "PREEMPT = time() - EnteredCurrentActivity > 600\nWANT_SUSPEND = True\n"
    ages = {60: 0, 601: 1}
    for age, number in ages.items():
        assert len(policy(knobs, slot(1, Activity="Suspended", EnteredCurrentActivity=NOW - age))) == number


def test_the_job_is_target_where_the_snapshot_has_it_and_what_a_slot_publishes_counts_first() -> None:
    job = Ad({"GlobalJobId": "ap#1.0#1", "ClusterId": 1, "ProcId": 0, "JobStatus": 2, "Long": True})
    knobs = "PREEMPT = TARGET.Long\n"
    assert policy(knobs, slot(1, GlobalJobId="ap#1.0#1")) == []
    assert len(policy(knobs, slot(1, GlobalJobId="ap#1.0#1"), jobs=(job,))) == 1
    assert policy(knobs, slot(1, GlobalJobId="ap#1.0#1").replace({"PREEMPT": parse("LoadAvg > 3")}), jobs=(job,)) == []
