"""HTCondor's ads as Moab's jobs."""

from tests.moab.building import NOW, parse_config
from userprio.classad import Ad, Evaluator
from userprio.moab import JobClass, MoabRules, Site, ad_order, jobs_of, totals_of
from userprio.moab.rules import MoabJob, PartitionTotals
from userprio.moab.sitedata import job_of


def ad(**attributes: str) -> Ad:
    return Ad.lazy(attributes.items())


def found(**attributes: str) -> MoabJob:
    job = job_of(ad(ClusterId="12", ProcId="3", **attributes), Evaluator(NOW))
    assert job is not None
    return job


def test_a_vanilla_job_is_one_task() -> None:
    job = found(
        Owner='"ann"',
        AcctGroup='"phys"',
        AcctGroupUser='"anna"',
        MoabQOS='"high"',
        MoabClass='"long"',
        MoabGroup='"staff"',
        JobStatus="1",
        QDate=str(NOW - 600),
        RequestCpus="2 * 4",
        RequestMemory="2048",
        RequestDisk="10240",
        RequestGPUs="1",
        RequestFpgas="0",
        ConcurrencyLimits='"Matlab:2, ansys"',
        AllowedJobDuration="7200",
        JobPrio="-5",
        NumJobStarts="2",
        MaxHosts="4",
        Cmd='"/home/ann/run.sh"',
    )
    assert (job.id, job.name, job.user, job.account) == ("12.3", "run.sh", "anna", "phys")
    assert (job.qos, job.class_, job.group) == ("high", "long", "staff")
    assert (job.state, job.submitted, job.wallclock_s) == ("idle", NOW - 600, 7200)
    assert (job.tasks[0].tasks, job.procs, job.tasks[0].mem_mb, job.tasks[0].disk_mb) == (1, 8, 2048, 10)
    assert job.resources == ("GPUs", "Matlab", "ansys")
    assert (job.user_priority, job.restarts) == (-5, 2)


def test_a_parallel_job_has_as_many_tasks_as_hosts() -> None:
    job = found(JobUniverse="11", MaxHosts="4", RequestCpus="8")
    assert (job.procs, job.tasks[0].nodes) == (32, 4)


def test_a_running_job_has_restarted_once_less_than_it_started() -> None:
    job = found(JobStatus="2", NumJobStarts="3", JobCurrentStartDate=str(NOW - 60), MaxWallTimeMins="90")
    assert (job.active, job.restarts, job.started, job.wallclock_s) == (True, 2, NOW - 60, 5400)


def test_a_held_job_is_blocked_since_it_was_held() -> None:
    job = found(JobStatus="5", EnteredCurrentStatus=str(NOW - 60), HoldReasonCode="1", QDate=str(NOW - 100))
    assert job.job_class(NOW) is JobClass.BLOCKED
    assert [(block.begin, block.reason) for block in job.blocks] == [(NOW - 60, "USERHOLD")]


def test_a_job_that_is_still_being_prepared_is_not_queued_yet() -> None:
    assert found(JobStatus="10").job_class(NOW) is JobClass.BLOCKED


def test_jobs_that_are_gone_are_left_out() -> None:
    assert jobs_of([ad(JobStatus="3"), ad(JobStatus="4"), ad(JobStatus="1")], NOW)[0].id == "0.0"


def test_values_that_make_no_sense_are_not_there() -> None:
    job = found(RequestCpus='"many"', RequestMemory="-1", QDate="undefined", Owner="7", JobPrio="1.0e300 * 1.0e300")
    assert (job.procs, job.tasks[0].mem_mb, job.submitted, job.user, job.user_priority) == (1, 0, None, None, 0)


def test_slots_add_up_without_counting_dynamic_ones_twice() -> None:
    slots = [
        ad(PartitionableSlot="true", TotalSlotCpus="16", Cpus="3", TotalSlotMemory="64000", TotalSlotDisk="2048"),
        ad(DynamicSlot="true", Cpus="13", Memory="1000"),
        ad(Cpus="1", Memory="2000", Disk="1024"),
    ]
    assert totals_of(slots) == PartitionTotals(procs=17, mem_mb=66_000, disk_mb=3)


def test_moabs_priority_orders_ads() -> None:
    ads = [ad(ClusterId=str(n), RequestCpus=str(cpus), QDate=str(NOW)) for n, cpus in ((1, 2), (2, 9), (3, 4))]
    rules = MoabRules.of(parse_config("PROCWEIGHT 10"), Site(jobs=jobs_of(ads, NOW)), NOW)
    ordered = sorted(ads, key=ad_order(rules))
    assert [one.source("ClusterId") for one in ordered] == ["2", "3", "1"]
