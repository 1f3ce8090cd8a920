"""Faults planted in a ledger or among submitters are found at their lines, and nothing else is."""

from pathlib import Path

import pytest

from tests.analysis.check.planting import DAY, LEDGER_HEAD, NOW, checked, places, record, slots_and_jobs
from userprio.analysis.check import Level, unreadable_file
from userprio.ledger import Ledger, LedgerError

GROUPS = "GROUP_NAMES = physics, physics.hep, chemistry\nGROUP_QUOTA_physics = 6\nGROUP_QUOTA_chemistry = 2\n"
GROUPS += "GROUP_QUOTA_physics.hep = 3\n"
HEAD = LEDGER_HEAD.count("\n")
CLEAN = record("<none>") + record("ann@lab.example") + record("ben@lab.example") + record("cy@lab.example")
NEXT = HEAD + CLEAN.count("\n") + 1
"""The line of a record that follows those."""


def test_a_sound_ledger_is_without_a_finding(tmp_path: Path) -> None:
    assert checked(tmp_path, GROUPS, CLEAN) == ()


RECORDS = [
    ("vanished-group", record("biology", WeightedAccumulatedUsage=36000), NEXT),
    ("vanished-group", record("Physics"), NEXT),
    ("vanished-group", record("phisics"), NEXT),
    ("mistyped-group", record("phisics.dan@lab.example"), NEXT),
    ("mistyped-group", record("physics.hpe.dan@lab.example"), NEXT),
    ("mistyped-group", record("hep.dan@lab.example"), NEXT),
    ("unlisted-group", record("bio.dan@lab.example") + record("bio.eve@lab.example"), NEXT),
    ("dotted-user", record("john.smith@lab.example"), NEXT),
    ("dotted-user", record("physics.john.smith@lab.example"), NEXT),
    ("odd-domain", record("dan@lab.exmaple"), NEXT),
    ("odd-domain", record("dan@Lab.example"), NEXT),
    ("case-twins", record("Ann@lab.example"), NEXT),
    ("lease-ending", record("dan@lab.example", PriorityFactorLeaseExpiration=NOW + 3600), NEXT + 4),
    ("lease-expired", record("dan@lab.example", CeilingLeaseExpiration=NOW - 3 * DAY), NEXT + 4),
    (
        "lease-forgotten",
        record("dan@lab.example", LastUsageTime=NOW - 60 * DAY, FloorLeaseExpiration=NOW + 60 * DAY),
        NEXT + 4,
    ),
    ("absurd-priority", record("dan@lab.example", Priority=1e300), NEXT + 2),
    ("absurd-priority", record("dan@lab.example", Priority='real("NaN")'), NEXT + 2),
    ("absurd-priority", record("dan@lab.example", PriorityFactor='real("INF")'), NEXT + 1),
    ("floor-above-ceiling", record("dan@lab.example", Ceiling=4, Floor=8), NEXT + 5),
    (
        "inflated-counts",
        record("dan@lab.example", ResourcesUsed=40, WeightedResourcesUsed=4.0)
        + '101 Resource.slot1@e@<1> * *\n103 Resource.slot1@e@<1> RemoteUser "dan@lab.example"\n'
        + "103 Resource.slot1@e@<1> SlotWeight 4.0\n",
        NEXT + 4,
    ),
]


@pytest.mark.parametrize(
    ("code", "lines", "line"), RECORDS, ids=[f"{code}-{i}" for i, (code, _, _) in enumerate(RECORDS)]
)
def test_a_planted_fault_is_found_at_its_line_and_alone(tmp_path: Path, code: str, lines: str, line: int) -> None:
    assert places(checked(tmp_path, GROUPS, CLEAN + lines)) == [(code, "Accountantnew.log", line)]


def test_a_priority_that_is_ahead_of_the_clock_is_found(tmp_path: Path) -> None:
    late = f"103 Accountant. LastUpdateTime {NOW + DAY}\n"
    assert places(checked(tmp_path, "", late)) == [("future-update", "Accountantnew.log", HEAD + 1)]


def test_what_no_reader_takes_at_the_end_is_found(tmp_path: Path) -> None:
    findings = checked(tmp_path, "", CLEAN + "103 Customer.ann@lab.example Prio")
    assert places(findings) == [("ledger-damaged", "Accountantnew.log", NEXT)]


def test_a_ledger_on_which_no_negotiator_starts_is_an_error(tmp_path: Path) -> None:
    log = tmp_path / "Accountantnew.log"
    log.write_text(LEDGER_HEAD + "108 what\n105 \n103 Accountant. LastUpdateTime 5\n106 \n")
    with pytest.raises(LedgerError) as caught:
        Ledger.read(log)
    found = unreadable_file(caught.value)
    assert (found.level, found.code, found.line) == (Level.ERROR, "ledger-corrupt", HEAD + 1)


def test_groups_that_nobody_configured_are_nothing_to_slip_on(tmp_path: Path) -> None:
    assert checked(tmp_path, "", CLEAN + record("bio.dan@lab.example") + record("john.smith@lab.example")) == ()


def test_where_names_have_dots_as_a_rule_two_johns_make_no_group(tmp_path: Path) -> None:
    names = ("john.smith", "john.doe", "mary.major", "ann.onymous", "joe.public")
    [found] = checked(tmp_path, GROUPS, CLEAN + "".join(record(f"{name}@lab.example") for name in names))
    assert (found.code, found.line) == ("dotted-user", NEXT)
    assert found.happens.startswith(
        "john.smith@lab.example, john.doe@lab.example, mary.major@lab.example and 2 more have"
    )


def test_history_is_left_alone(tmp_path: Path) -> None:
    old = record("phisics.dan@lab.example", LastUsageTime=NOW - 30 * DAY)
    assert checked(tmp_path, GROUPS, CLEAN + old) == ()


def test_nice_users_need_no_group(tmp_path: Path) -> None:
    assert checked(tmp_path, GROUPS, CLEAN + record("nice-user.ann@lab.example")) == ()


@pytest.mark.parametrize(("dead", "level"), [(900, None), (1500, Level.NOTE), (10_500, Level.WARNING)])
def test_a_ledger_heavy_with_dead_submitters_says_how_many_could_go_and_how(
    tmp_path: Path, dead: int, level: Level | None
) -> None:
    gone = "".join(record(f"u{number}@lab.example", LastUsageTime=NOW - 200 * DAY) for number in range(dead))
    spared = record("boss@lab.example", LastUsageTime=NOW - 200 * DAY, Ceiling=4)
    findings = checked(tmp_path, "", CLEAN + gone + spared)
    if level is None:
        assert findings == ()
        return
    [found] = findings
    assert (found.level, found.code, found.line) == (level, "dead-submitters", NEXT)
    assert f"{dead} of {dead + 4} submitters" in found.happens
    ledger = tmp_path / "Accountantnew.log"
    assert f"run: userprio delete --unused-since 2025-12-02 --ledger {ledger}; it spares 1 more" in found.advice


# Submitters of a snapshot: the line of the group in a pool written by hand, or of the user without one.
SUBMITTERS = [
    ("mistyped-group", "phisics.dan", "phisics"),
    ("dotted-user", "john.smith", "john"),
]


@pytest.mark.parametrize(("code", "name", "word"), SUBMITTERS)
def test_submitters_of_a_snapshot_are_found_where_it_names_them(
    tmp_path: Path, code: str, name: str, word: str
) -> None:
    pool = slots_and_jobs(20, ("physics.ann", 1), (name, 1))
    line = pool.split("\n").index(f'group = "{word}"') + 1
    assert places(checked(tmp_path, GROUPS, pool=pool)) == [(code, "pool.toml", line)]


@pytest.mark.parametrize(("length", "codes"), [(199, []), (200, ["name-too-long"])])
def test_a_name_longer_than_its_schedd_reads_is_found(tmp_path: Path, length: int, codes: list[str]) -> None:
    name = "d" * (length - len("@lab.example"))
    found = checked(tmp_path, GROUPS, pool=slots_and_jobs(20, (name, 1)))
    assert [each.code for each in found] == codes
    assert all("has 200 characters, and schedd" in each.happens and "than 199:" in each.happens for each in found)


def test_three_users_on_eight_slots_leave_two_idle(tmp_path: Path) -> None:
    pool = slots_and_jobs(8, ("ann", 10), ("ben", 10), ("cy", 10))
    [found] = checked(tmp_path, pool=pool)
    assert (found.code, found.line) == ("fractional-shares", pool.split("\n").index('user = "ann"') + 1)
    assert "slots of weight 2 out of 8 stay idle" in found.happens
    assert "userprio set ann@lab.example floor=3, and likewise ben@lab.example" in found.advice
    floors = record("ann@lab.example", Floor=3) + record("ben@lab.example", Floor=3) + record("cy@lab.example")
    assert checked(tmp_path, "", floors, pool) == ()


@pytest.mark.parametrize(
    ("slots", "jobs"),
    [
        pytest.param(9, (10, 10, 10), id="shares that come out whole"),
        pytest.param(8, (2, 2, 2), id="jobs enough for nobody's share"),
        pytest.param(8, (10, 10, 0), id="two users"),
    ],
)
def test_slots_that_stay_idle_for_other_reasons_are_no_matter_of_fractions(
    tmp_path: Path, slots: int, jobs: tuple[int, ...]
) -> None:
    users = [(user, number) for user, number in zip(("ann", "ben", "cy"), jobs, strict=True) if number]
    assert checked(tmp_path, pool=slots_and_jobs(slots, *users)) == ()


def test_quotas_cut_to_whole_slots_are_found_at_the_first_of_them(tmp_path: Path) -> None:
    config = "GROUP_NAMES = a, b, c\n" + "".join(f"GROUP_QUOTA_DYNAMIC_{name} = 0.3333333\n" for name in "abc")
    pool = slots_and_jobs(11, ("a.ann", 20), ("b.ben", 20), ("c.cy", 20))
    [found] = checked(tmp_path, config, pool=pool)
    assert (found.code, found.line) == ("fractional-quotas", 2)
    assert "slots of weight 2 out of 11 stay idle" in found.happens or "of weight 1" in found.happens


def test_quotas_above_the_pool_are_found_where_the_pool_is_known(tmp_path: Path) -> None:
    config = "GROUP_NAMES = a, b\nGROUP_QUOTA_a = 20\nGROUP_QUOTA_b = 10\n"
    assert checked(tmp_path, config) == ()
    findings = checked(tmp_path, config, pool=slots_and_jobs(15, ("a.ann", 1)))
    assert places(findings) == [("quotas-above-parent", "condor_config", 2)]


def test_limits_that_jobs_ask_for_and_nobody_set_are_found(tmp_path: Path) -> None:
    pool = slots_and_jobs(8, ("ann", 1)) + 'concurrency_limits = "matlab"\n'
    assert checked(tmp_path, "MATLAB_LIMIT = 10\n", pool=pool) == ()
    assert places(checked(tmp_path, "MATLAB_LICENSE_LIMIT = 10\n", pool=pool)) == [("unlimited", "condor_config", 1)]
    assert places(checked(tmp_path, "MATLAB_LIMIT = ten\n", pool=pool)) == [("bad-value", "condor_config", 1)]


@pytest.mark.parametrize(
    ("limits", "told"),
    [
        ('""', '2 jobs have ConcurrencyLimits = "", which the negotiator takes for limits that are reached: they will'),
        ('{ expr = \'TARGET.Fast ? "matlab" : ""\' }', '2 jobs have ConcurrencyLimits that may come out as ""'),
    ],
)
def test_empty_limits_are_found(tmp_path: Path, limits: str, told: str) -> None:
    pool = slots_and_jobs(8, ("ann", 2)) + f"concurrency_limits = {limits}\n"
    [found] = checked(tmp_path, "MATLAB_LIMIT = 10\n", pool=pool)
    assert (found.code, found.level) == ("empty-limits", Level.WARNING)
    assert told in found.happens


@pytest.mark.parametrize(
    ("policy", "never"),
    [
        ("RemoteGroupResourcesInUse > RemoteGroupQuota", True),
        (
            "(SubmitterGroupResourcesInUse < SubmitterGroupQuota) && (RemoteGroupResourcesInUse > RemoteGroupQuota)",
            True,
        ),
        ("RemoteUserPrio > SubmitterUserPrio * 1.2 || RemoteGroupResourcesInUse > RemoteGroupQuota", False),
        ('RemoteGroup =!= "a"', False),
        ("ifThenElse(isUndefined(RemoteGroupQuota), False, RemoteGroupResourcesInUse > RemoteGroupQuota)", False),
        ("!(RemoteGroupResourcesInUse <= RemoteGroupQuota * 1.1)", True),
        ("RemoteGroupQuota < 5 ? True : RemoteUserPrio > 10", True),
    ],
)
def test_policies_that_are_never_true_in_a_first_cycle_are_named(tmp_path: Path, policy: str, never: bool) -> None:
    config = f"{GROUPS}PREEMPTION_REQUIREMENTS = {policy}\n"
    assert places(checked(tmp_path, config)) == ([("first-cycle", "condor_config", 5)] if never else [])


def test_without_groups_such_policies_are_never_true(tmp_path: Path) -> None:
    config = "PREEMPTION_REQUIREMENTS = RemoteGroupResourcesInUse > RemoteGroupQuota\n"
    assert places(checked(tmp_path, config)) == [("remote-group-without-groups", "condor_config", 1)]


def test_start_expressions_that_are_never_true_in_a_first_cycle_are_counted(tmp_path: Path) -> None:
    pool = slots_and_jobs(8, ("physics.ann", 2)).replace(
        "[[jobs]]", 'Requirements = { expr = "RemoteGroupQuota > 1" }\n[[jobs]]', 1
    )
    [found] = checked(tmp_path, GROUPS, pool=pool)
    assert found.code == "first-cycle"
    assert "the Requirements (START) of 8 slots are not true then" in found.happens
