"""What means something else than one would think is told, with the numbers of the pool where there is one."""

from pathlib import Path

import pytest

from tests.analysis.check.planting import checked, places, slots_and_jobs
from userprio.analysis.check import Finding, Level

GROUPS = "GROUP_NAMES = physics, chemistry\nGROUP_QUOTA_physics = 5\nGROUP_QUOTA_chemistry = 5\n"


def only(folder: Path, config: str, pool: str | None = None, code: str = "") -> Finding:
    (found,) = (each for each in checked(folder, config, pool=pool) if not code or each.code == code)
    return found


@pytest.mark.parametrize(
    ("code", "line", "told"),
    [
        (
            "misspelt-literal",
            "NEGOTIATOR_PRE_JOB_RANK = RemoteOwner =?= UNDEFIEND",
            "NEGOTIATOR_PRE_JOB_RANK asks for the attribute UNDEFIEND, which looks like UNDEFINED, and is undefined",
        ),
        (
            "misspelt-literal",
            "PREEMPTION_REQUIREMENTS = Flase",
            "PREEMPTION_REQUIREMENTS asks for the attribute Flase, which looks like FALSE, and is undefined",
        ),
        (
            "sort-group",
            'GROUP_SORT_EXPR = ifThenElse(AccountingGroup =?= "phyiscs", 1, 2)',
            "GROUP_SORT_EXPR asks for phyiscs, which is not in GROUP_NAMES, so that this never holds",
        ),
        (
            "preemption-open",
            "PREEMPTION_REQUIREMENTS = True",
            "PREEMPTION_REQUIREMENTS is True: any submitter below its share may end the jobs of others, even of those "
            "with a better priority",
        ),
        (
            "autoregroup-unknown",
            "PREEMPTION_REQUIREMENTS = RemoteAutoregroup && RemoteUserPrio > SubmitterUserPrio * 1.2",
            "PREEMPTION_REQUIREMENTS asks for RemoteAutoregroup, which is False in every slot, however its job came "
            "there",
        ),
        (
            "misspelt-knob",
            "DEFAULT_PRIORITY_FACTOR = 100",
            "DEFAULT_PRIORITY_FACTOR is not a known knob, and nothing else refers to it: it probably has no effect",
        ),
        (
            "dead-knob",
            "SlotWeight = Cpus + Memory / 2000",
            "SlotWeight is never used: SLOT_WEIGHT takes precedence, and always has a value, here `Cpus`",
        ),
    ],
)
def test_a_line_that_means_something_else_is_told(tmp_path: Path, code: str, line: str, told: str) -> None:
    found = only(tmp_path, GROUPS + line + "\n")
    assert (found.level, found.code, found.line, found.happens) == (Level.WARNING, code, 4, told)


@pytest.mark.parametrize(
    "line",
    [
        "NEGOTIATOR_PRE_JOB_RANK = RemoteOwner =?= UNDEFINED",
        'GROUP_SORT_EXPR = ifThenElse(AccountingGroup =?= "<none>", 3.4e+38, GroupQuota)',
        'GROUP_SORT_EXPR = ifThenElse(AccountingGroup == "Physics", 1, 2)',
        "PREEMPTION_REQUIREMENTS = RemoteUserPrio > SubmitterUserPrio * 1.2",
        "SLOT_WEIGHT =\nSlotWeight = Cpus * 2",
        "PREEMPTION_RANK = (RemoteUserPrio * 1000000) - ifThenElse(isUndefined(TotalJobRuntime), 0, TotalJobRuntime)",
        "PREEMPTION_RANK = RemoteUserPrio * 1000 - ImageSize",
        "A = 1\nA = $(A) 2\nA += 3",
    ],
)
def test_what_is_as_it_looks_is_not(tmp_path: Path, line: str) -> None:
    assert checked(tmp_path, GROUPS + line + "\n") == ()


def test_digits_that_a_rank_loses_are_told_in_numbers(tmp_path: Path) -> None:
    """500 * 1,000,000 is between 2**28 and 2**29, where numbers of 24 bits are 32 apart."""
    found = only(tmp_path, "PREEMPTION_RANK = (RemoteUserPrio * 1000000) - ImageSize\n")
    assert (found.level, found.code) == (Level.NOTE, "rank-precision")
    assert "RemoteUserPrio * 1000000, which is 500000000 for a priority of 500" in found.happens
    assert found.happens.endswith("what ImageSize adds counts in steps of 32 only")


def test_the_advice_for_a_list_in_quotes_is_the_list_without_them(tmp_path: Path) -> None:
    found = only(tmp_path, 'GROUP_NAMES = "physics, chemistry"\nGROUP_QUOTA_DYNAMIC_physics = 0.5\n')
    assert (found.code, found.line, found.advice) == ("quoted-list", 1, "Write GROUP_NAMES = physics, chemistry")


def test_knobs_that_one_file_sets_twice_are_one_note(tmp_path: Path) -> None:
    config = "NEGOTIATOR_INTERVAL = 60\nSTART = True\nNEGOTIATOR_INTERVAL = 120\nSTART = False\n"
    found = only(tmp_path, config)
    assert (found.level, found.code, found.line) == (Level.NOTE, "set-twice", 3)
    assert found.happens == (
        "NEGOTIATOR_INTERVAL is set again here, so that line 1 of this file counts for nothing; so is START"
    )


def test_quotas_that_are_to_be_priorities_are_told_who_comes_first_instead(tmp_path: Path) -> None:
    """4 slots that nobody has used: usage divided by quota is 0 for each group, so that the last comes first."""
    config = "GROUP_NAMES = physics, chemistry\nGROUP_QUOTA_physics = 1000000\nGROUP_QUOTA_chemistry = 10000\n"
    pool = slots_and_jobs(4, ("physics.ann", 10), ("chemistry.cy", 10))
    found = only(tmp_path, config, pool, "quota-priority")
    assert (found.level, found.line) == (Level.WARNING, 2)
    assert found.happens.endswith(
        "In the next cycle 4 jobs of chemistry (quota 10000) start, and 0 of physics (quota 1e+06)"
    )
    mended = config + "GROUP_SORT_EXPR = 0 - GroupQuota\n"
    assert "quota-priority" not in {code for code, _, _ in places(checked(tmp_path, mended, pool=pool))}


def test_surplus_that_an_inner_group_counts_twice_is_told_in_numbers(tmp_path: Path) -> None:
    """The example of a talk on negotiator policy: 60 slots, of which it says that b gets 22 and c 34."""
    config = "GROUP_NAMES = r, r.a, r.b, r.c\nGROUP_ACCEPT_SURPLUS = True\nGROUP_QUOTA_r = 60\n"
    config += "GROUP_QUOTA_r.a = 10\nGROUP_QUOTA_r.b = 20\nGROUP_QUOTA_r.c = 30\n"
    pool = slots_and_jobs(60, ("r.a.ann", 3), ("r.b.ben", 100), ("r.c.cy", 100))
    found = only(tmp_path, config, pool)
    assert (found.code, found.line) == ("surplus-twice", 3)
    assert "r.a may hold 10, r.b may hold 46 and r.c may hold 70; counted once, r.a may hold 10, r.b may" in (
        found.happens
    )
    assert found.happens.endswith("r.b may hold 22 and r.c may hold 34")
    assert checked(tmp_path, config + "NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION = False\n", pool=pool) == ()
