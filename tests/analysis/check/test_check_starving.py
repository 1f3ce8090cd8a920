"""Who never starts, or waits for others to leave, is told with the numbers of the pool."""

from pathlib import Path

import pytest

from tests.analysis.check.planting import checked, slots_and_jobs
from userprio.analysis.check import Finding, Level

EIGHT = "[[slots]]\ncount = 3\nCpus = 8\n"
JOBS = '[[jobs]]\ngroup = "g"\nuser = "ann"\ncount = 5\n'


def of(folder: Path, code: str, config: str, pool: str) -> list[Finding]:
    return [each for each in checked(folder, config, pool=pool) if each.code == code]


@pytest.mark.parametrize(
    ("quota", "told"),
    [
        ("0.5", "Group g has a quota of 0.5, which is cut to the whole number 0: none of its 5 idle jobs starts"),
        (
            "2",
            "Group g may hold 2, less than the lightest slot that its jobs are given, 8: it gets one such slot, beyond "
            "its quota, and no second one",
        ),
    ],
)
def test_a_quota_of_less_than_a_slot_is_told(tmp_path: Path, quota: str, told: str) -> None:
    config = f"GROUP_NAMES = g\nGROUP_QUOTA_g = {quota}\n"
    (found,) = of(tmp_path, "quota-below-slot", config, EIGHT + JOBS)
    assert (found.level, found.line, found.happens) == (Level.WARNING, 2, told)


@pytest.mark.parametrize("more", ["GROUP_QUOTA_g = 8\n", "GROUP_ACCEPT_SURPLUS = True\n"])
def test_quotas_of_a_slot_and_groups_that_take_more_are_let_be(tmp_path: Path, more: str) -> None:
    config = f"GROUP_NAMES = g\nGROUP_QUOTA_g = 2\n{more}"
    assert of(tmp_path, "quota-below-slot", config, EIGHT + JOBS) == []


BIG = '[[jobs]]\nuser = "ann"\ncount = {}\nrequest_cpus = 16\n'


def test_twenty_jobs_that_match_nothing_block_those_behind_them_and_nineteen_do_not(tmp_path: Path) -> None:
    behind = '[[jobs]]\nuser = "ann"\ncount = 2\n'
    (found,) = of(tmp_path, "queue-blocked", "", EIGHT + BIG.format(20) + behind)
    assert found.happens == (
        "ann@pool.example gets nothing, as the 20 jobs that its schedd offers in a visit match no slot now; behind "
        "them are jobs that match, 2 matches at once"
    )
    assert of(tmp_path, "queue-blocked", "", EIGHT + BIG.format(19) + behind) == []
    unlimited = "MAX_CONCURRENT_UPLOADS_PER_USER = 0\n"
    assert of(tmp_path, "queue-blocked", unlimited, EIGHT + BIG.format(20) + behind) == []


def test_jobs_that_no_slot_could_take_are_told_and_jobs_that_wait_for_one_are_not(tmp_path: Path) -> None:
    (found,) = of(tmp_path, "never-matches", "", EIGHT + BIG.format(3))
    assert (found.level, found.happens) == (
        Level.NOTE,
        "No slot of this pool matches the 3 jobs of ann@pool.example, even if all of it were free",
    )
    assert of(tmp_path, "never-matches", "", slots_and_jobs(1, ("ann", 3), ("ben", 3))) == []


def test_jobs_that_wait_for_ones_own_slots_or_behind_others_would_match_a_free_pool(tmp_path: Path) -> None:
    """Ann holds all slots herself; of two who get nothing, one would take all of a free pool from the other."""
    own = '[[slots]]\ncount = 2\nRemoteUser = "ann@pool.example"\n[[jobs]]\nuser = "ann"\ncount = 4\n'
    assert of(tmp_path, "never-matches", "", own) == []
    held = '[[slots]]\ncount = 2\nRemoteUser = "cy@pool.example"\nRank = 1.0\n'
    two = "".join(f'[[jobs]]\nuser = "{user}"\ncount = 4\n' for user in ("ann", "ben"))
    assert of(tmp_path, "never-matches", "", held + two) == []


def test_jobs_that_no_slot_could_take_are_told_whoever_else_has_empty_limits_and_whatever_slots_wait_for(
    tmp_path: Path,
) -> None:
    """What others' jobs lack, and a slot that nothing matches in a first cycle, are other findings."""
    empty = '[[jobs]]\nuser = "ben"\nConcurrencyLimits = ""\n'
    choosy = '[[slots]]\nRequirements = "RemoteGroup =?= undefined || RemoteGroup == TARGET.Group"\n'
    for more in (empty, choosy.replace("RemoteGroup =?= undefined || ", ""), empty + choosy):
        (found,) = of(tmp_path, "never-matches", "", EIGHT + BIG.format(3) + more)
        assert "the 3 jobs of ann@pool.example, even" in found.happens


def test_slots_that_wait_for_a_second_cycle_may_match(tmp_path: Path) -> None:
    waiting = '[[slots]]\nCpus = 16\nRequirements = "RemoteGroup != TARGET.Group"\n'
    assert of(tmp_path, "never-matches", "", EIGHT + BIG.format(3) + waiting) == []


@pytest.mark.parametrize("quota", ["0", "0.5"])
def test_jobs_that_no_slot_could_take_are_told_of_a_group_that_gets_no_turn_too(tmp_path: Path, quota: str) -> None:
    config = f"GROUP_NAMES = g\nGROUP_QUOTA_g = {quota}\n"
    big, small = ('[[jobs]]\ngroup = "g"\nuser = "ann"\n' + size for size in ("request_cpus = 16\n", ""))
    (found,) = of(tmp_path, "never-matches", config, EIGHT + big)
    assert "the 1 job of g.ann@pool.example" in found.happens
    assert of(tmp_path, "never-matches", config, EIGHT + small + big.replace('"ann"', '"ben"')) != []
    assert of(tmp_path, "never-matches", config, EIGHT + small) == []
    held = '[[slots]]\ncount = 2\nRemoteUser = "cy@pool.example"\nCpus = 16\n'
    assert of(tmp_path, "never-matches", f"{config}NEGOTIATOR_CONSIDER_PREEMPTION = False\n", held + big) == []
