"""The rules between raw values and a priority that no worked example shows."""

from typing import Any

import pytest

from tests.moab.building import NOW, job, parse_config, points, terms, weighed
from userprio.moab import Component, JobClass, Site, compare, prioritise
from userprio.moab.fairshare import HistoryRecord
from userprio.moab.parameters import MoabError
from userprio.moab.priority import id_order
from userprio.moab.rules import AdminPriority, Block, MoabJob, MoabRules, PartitionTotals, TaskGroup, UserActivity


def raw(config: str, name: str, one: MoabJob, **site: Any) -> float | None:
    found = weighed(config, one, **site)
    return next(term.raw for share in found.shares for term in share.terms if term.subfactor.name == name)


def test_a_subfactor_cap_bounds_the_raw_value_on_both_sides() -> None:
    config = "USERWEIGHT 3\nUSERCAP 100\nUSERCFG[up] PRIORITY=500\nUSERCFG[down] PRIORITY=-500"
    assert terms(weighed(config, job(user="up")), Component.CRED)["USER"].points == 300
    assert terms(weighed(config, job(user="down")), Component.CRED)["USER"].points == -300


@pytest.mark.parametrize("cap", ["0", "-5"])
def test_a_cap_of_nothing_or_less_is_none(cap: str) -> None:
    assert points(weighed(f"USERWEIGHT 1\nUSERCAP {cap}\nUSERCFG[u] PRIORITY=500", job(user="u")))["CRED"] == 500


def test_a_priority_never_exceeds_the_highest() -> None:
    found = weighed("QUEUETIMEWEIGHT 1000000", job(1e6))
    assert found.priority == 1_000_000_000
    assert found.adjustments[0].name == "upper bound"
    lifted = weighed("QUEUETIMEWEIGHT 1000000", job(1e6, admin=AdminPriority(7, relative=True)))
    assert lifted.priority == 1_000_000_007


def test_the_priority_is_rounded() -> None:
    """A published table has 50.0 for credentials and 86.8 for the rest, and a priority of 137."""
    assert weighed("USERWEIGHT 1\nUSERCFG[u] PRIORITY=50", job(86.8 * 60, user="u")).priority == 137
    assert weighed("", job(99.6 * 60)).priority == 100
    assert weighed("", job(99.4 * 60)).priority == 99
    assert weighed("QUEUETIMEWEIGHT -1\nENABLENEGJOBPRIORITY yes", job(99.6 * 60)).priority == -100
    assert weighed("", job(0)).priority == 1


def test_a_qos_can_carry_an_administrators_priority() -> None:
    config = "QOSCFG[q] SYSPRIO=9"
    assert weighed(config, job(qos="q")).priority == 1_000_000_009
    own = weighed(config, job(600, qos="q", admin=AdminPriority(100, relative=True)))
    assert (own.priority, own.administered) == (110, True)
    assert not weighed(config, job(600, qos="q", admin=AdminPriority(0, relative=False))).administered


def test_credentials_add_to_weights() -> None:
    config = """
    QTWEIGHT 9
    QOSCFG[q] QTWEIGHT=10
    USERCFG[u] QTWEIGHT=-3
    GROUPCFG[g] FSWEIGHT=4
    FSPOLICY DEDICATEDPS
    FSWEIGHT 0
    FSJPUWEIGHT 1
    """
    found = weighed(config, job(60, qos="q", user="u", group="g"), users={"u": UserActivity(jobs=5)})
    assert terms(found, Component.SERVICE)["QUEUETIME"].weight == 1 + 10 - 3
    assert points(found)["FS"] == 4 * 5
    assert "FS" in points(weighed(config, job(60)))
    assert points(weighed(config, job(60)))["FS"] == 0


def test_a_partition_has_its_own_weights_and_totals() -> None:
    config = "QUEUETIMEWEIGHT 0\nPEWEIGHT 1\nPEWEIGHT[fat] 10"
    totals = {"ALL": PartitionTotals(procs=100, mem_mb=1000), "fat": PartitionTotals(procs=10, mem_mb=1000)}
    one = job(procs=1, mem_mb=500)
    assert weighed(config, one, totals=totals).priority == 50
    assert weighed(config, one, partition="fat", totals=totals).priority == 10 * 5
    with pytest.raises(MoabError, match="Did you mean fat"):
        weighed(config, one, partition="fa", totals=totals)


def test_a_class_has_moabs_priority_before_the_resource_managers() -> None:
    config = "CLASSWEIGHT 1\nCLASSCFG[a] PRIORITY=0\nCLASSCFG[DEFAULT] PRIORITY=3"
    queues = {"a": 50, "b": 60}
    found = [raw(config, "CLASS", job(class_=name), queues=queues) for name in ("a", "b", "c")]
    assert found == [0, 60, 3]


def test_active_jobs_speak_for_their_users() -> None:
    config = "FSJPUWEIGHT 1\nFSPPUWEIGHT 1\nFSPSPUWEIGHT 1\nWCACCURACYWEIGHT 1"
    running = [job(id=f"r{n}", user="u", state="running", procs=4, wallclock_s=100) for n in (1, 2)]
    history = (
        HistoryRecord(0, 50, procs=2, wallclock_s=100, user="u"),
        HistoryRecord(0, 90, procs=1, wallclock_s=100, user="u"),
        HistoryRecord(0, None, procs=1, wallclock_s=100, user="u"),
    )
    waiting = job(id="w", user="u")
    rules = MoabRules.of(parse_config(config), Site(jobs=(*running, waiting), history=history), NOW)
    found = {one.job.id: one for one in prioritise((waiting,), rules)}["w"]
    raws = {name: term.raw for name, term in terms(found, Component.FS).items()}
    assert raws == {"FSJPU": 2, "FSPPU": 8, "FSPSPU": 800, "WCACCURACY": pytest.approx(190 / 300)}
    assert raw("WCACCURACYWEIGHT 1", "WCACCURACY", job(user="nobody")) == 0


def test_active_jobs_without_a_limit_hold_what_their_class_allows() -> None:
    running = job(user="u", class_="c", state="running", procs=4)
    config = "FSPSPUWEIGHT 1\nCLASSCFG[c] DEFAULT.WCLIMIT=50"
    assert raw(config, "FSPSPU", running, default_wallclock_s=600) == 4 * 50
    assert raw("FSPSPUWEIGHT 1", "FSPSPU", running, default_wallclock_s=600) == 4 * 600


def test_only_jobs_that_have_ended_tell_how_well_a_user_estimates() -> None:
    past = (
        HistoryRecord(NOW - 90, NOW, wallclock_s=100, user="u"),
        HistoryRecord(NOW - 1, NOW + 9, wallclock_s=10, user="u"),
    )
    assert raw("WCACCURACYWEIGHT 1", "WCACCURACY", job(user="u"), history=past) == 0.9


def test_requests_are_summed_over_tasks() -> None:
    config = "NODEWEIGHT 1\nPROCWEIGHT 1\nMEMWEIGHT 1\nSWAPWEIGHT 1\nDISKWEIGHT 1\nPSWEIGHT 1\nWALLTIMEWEIGHT 1"
    groups = (TaskGroup(tasks=3, procs=2, mem_mb=10, swap_mb=20, disk_mb=30, nodes=3), TaskGroup(procs=1))
    found = weighed(config, job(tasks=groups, wallclock_s=50))
    raws = {name: term.raw for name, term in terms(found, Component.RES).items()}
    assert raws == {"NODE": 4, "PROC": 7, "MEM": 30, "SWAP": 60, "DISK": 90, "PS": 350, "WALLTIME": 50}


def test_an_ideal_size_is_worth_most() -> None:
    config = "PROCWEIGHT 1\nPRIORITYTARGETPROCCOUNT 10"
    assert [raw(config, "PROC", job(procs=procs)) for procs in (1, 9, 10, 12, 20, 30)] == [1, 9, 10, 8, 0, 0]
    config = "WALLTIMEWEIGHT 1\nPRIORITYTARGETDURATION 1:00:00"
    assert [raw(config, "WALLTIME", job(wallclock_s=limit)) for limit in (1800, 3600, 5400)] == [1800, 3600, 1800]


@pytest.mark.parametrize(("given", "counted"), [(5, 0), (-7, -7), (-9999, -1024), (0, 0)])
def test_users_may_only_lower_their_own_priority(given: int, counted: int) -> None:
    assert raw("USERPRIOWEIGHT 1", "USERPRIO", job(user_priority=given)) == counted


def test_users_may_raise_it_where_that_is_allowed() -> None:
    config = "USERPRIOWEIGHT 1\nENABLEPOSUSERPRIORITY TRUE"
    assert [raw(config, "USERPRIO", job(user_priority=n)) for n in (5, 5000, -5000)] == [5, 1023, -1024]


def test_the_smaller_service_factors() -> None:
    config = "BYPASSWEIGHT 1\nSTARTCOUNTWEIGHT 1\nSPVIOLATIONWEIGHT -1\nDEADLINEWEIGHT 1"
    one = job(bypassed=3, restarts=2, soft_violation=True, submitted=NOW - 300, deadline=NOW + 100)
    found = terms(weighed(config, one), Component.SERVICE)
    assert [found[name].raw for name in ("BYPASS", "STARTCOUNT", "SPVIOLATION", "DEADLINE")] == [3, 2, 1, 0.75]
    late = job(submitted=NOW - 300, deadline=NOW - 100)
    assert raw(config, "DEADLINE", late) == 1.5
    assert raw(config, "DEADLINE", job(submitted=NOW - 300)) == 0
    assert raw(config, "DEADLINE", job(submitted=NOW + 300, deadline=NOW + 600)) == 0


@pytest.mark.parametrize(
    ("job_id", "name", "numbers"),
    [
        ("4711.head", "run12b7", (4711, 12)),
        ("88[3]", None, (88, 0)),
        ("abc", "x", (0, 0)),
        ("0123456789012345", "20260302090000123", (123456789012345, 10**15)),
        ("7" * 5000, "007", (10**15, 7)),
    ],
)
def test_ids_and_names_are_worth_their_digits(job_id: str, name: str | None, numbers: tuple[int, int]) -> None:
    found = terms(weighed("JOBIDWEIGHT 1\nJOBNAMEWEIGHT 1", job(id=job_id, name=name)), Component.ATTR)
    assert (found["JOBID"].raw, found["JOBNAME"].raw) == numbers


def test_attributes_and_resources_count_once_each_whatever_their_case() -> None:
    config = "ATTRATTRWEIGHT 1\nATTRGRESWEIGHT 1\nJOBPRIOF ATTR[fast]=3\nJOBPRIOF ATTR[FAST]=5 GRES[Matlab]=7"
    one = job(attributes=("Fast", "FAST", "other"), features=("fast",), resources=("MATLAB", "matlab"))
    found = terms(weighed(config, one), Component.ATTR)
    assert (found["ATTRATTR"].raw, found["ATTRGRES"].raw) == (5, 7)


def test_usage_counts_for_active_jobs_only() -> None:
    config = "QUEUETIMEWEIGHT 0\nUSAGEHUNGERWEIGHT 2"
    assert points(weighed(config, job(hunger=4))) == {}
    for state in ("starting", "running", "suspended"):
        assert points(weighed(config, job(hunger=4, state=state))) == {"USAGE": 8}


def test_what_the_data_do_not_tell_counts_as_nothing_and_is_named() -> None:
    found = weighed("XFACTORWEIGHT 10\nQUEUETIMEWEIGHT 0", job(3600))
    assert found.missing == ("XFACTOR",)
    assert found.sum == 0
    assert weighed("XFACTORWEIGHT 10", job(3600), default_wallclock_s=3600).missing == ()
    assert weighed("XFACTORWEIGHT 1\nCLASSCFG[c] DEFAULT.WCLIMIT=1:00:00", job(3600, class_="c")).sum == 62
    assert weighed("", job(eligible_s=None)).missing == ("QUEUETIME",)
    others = "XFACTORWEIGHT 0\nQOSCFG[q] XFWEIGHT=10"
    assert raw(others, "XFACTOR", job(3600)) is None
    assert weighed(others, job(3600)).missing == ()


SINCE = NOW - 1000


def queued(config: str, *blocks: Block, **fields: Any) -> float:
    one = job(eligible_s=None, submitted=SINCE, blocks=blocks, **fields)
    return round(60 * raw(config, "QUEUETIME", one), 6)


BLOCKS = (Block(SINCE + 100, SINCE + 300, "USERHOLD"), Block(SINCE + 200, SINCE + 400, "SOFTPOLICY"))


@pytest.mark.parametrize(
    ("config", "seconds"),
    [
        ("", 700),
        ("JOBPRIOACCRUALPOLICY RESET", 600),
        ("JOBPRIOEXCEPTIONS ALL", 1000),
        ("JOBPRIOEXCEPTIONS NONE", 700),
        ("JOBPRIOEXCEPTIONS SOFTPOLICY,HARDPOLICY", 800),
        ("JOBPRIOACCRUALPOLICY ALWAYS", 1000),
        ("JOBPRIOACCRUALPOLICY QUEUEPOLICY", 800),
        ("JOBPRIOACCRUALPOLICY QUEUEPOLICYRESET", 700),
        ("JOBPRIOACCRUALPOLICY FULLPOLICYRESET", 600),
        ("QOSCFG[q] JOBPRIOEXCEPTIONS=USERHOLD", 800),
        ("JOBPRIOEXCEPTIONS ALL\nQOSCFG[DEFAULT] JOBPRIOACCRUALPOLICY=RESET JOBPRIOEXCEPTIONS=NONE", 600),
    ],
)
def test_queue_time_stands_still_or_starts_anew_while_a_job_violates_something(config: str, seconds: float) -> None:
    assert queued(config, *BLOCKS, qos="q") == seconds


def test_a_job_that_violates_something_now_is_blocked() -> None:
    open_block = Block(SINCE + 900, None, "USERHOLD")
    assert queued("", open_block) == 900
    assert queued("JOBPRIOACCRUALPOLICY RESET", open_block) == 0
    assert job(blocks=(open_block,)).job_class(NOW) is JobClass.BLOCKED
    assert job(blocks=BLOCKS).job_class(NOW) is JobClass.ELIGIBLE
    assert job(state="running", blocks=(open_block,)).job_class(NOW) is JobClass.ACTIVE


def test_the_queue_time_of_an_active_job_ends_with_its_start() -> None:
    assert queued("", state="running", started=SINCE + 250) == 250
    assert queued("", state="running", started=NOW + 500) == 1000


def test_jobs_stand_by_priority_and_then_by_the_numbers_in_their_ids() -> None:
    waits = {"10.0": 60, "9.0": 60, "9.10": 60, "9.9": 60, "x": 60, "7.0": 600}
    jobs = [job(60 * minutes, id=job_id) for job_id, minutes in waits.items()]
    found = prioritise(jobs, MoabRules.of(parse_config(""), Site(jobs=tuple(jobs)), NOW))
    assert [one.job.id for one in found] == ["7.0", "9.0", "9.9", "9.10", "10.0", "x"]
    assert id_order("88[3]") == id_order("88.3")


def test_another_configuration_is_compared_job_by_job() -> None:
    jobs = (job(3600, id="a", procs=1), job(60, id="b", procs=9))
    old, new = (
        prioritise(jobs, MoabRules.of(parse_config(text), Site(jobs=jobs), NOW)) for text in ("", "PROCWEIGHT 10")
    )
    moved = compare(old, new)
    assert [(one.after.job.id, one.rank_before, one.rank_after, one.gained) for one in moved] == [
        ("b", 2, 1, 90),
        ("a", 1, 2, 10),
    ]
