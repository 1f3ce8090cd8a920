"""Descriptions that were given to condor_submit 25.14.1 and 23.9.6, and the job ads that these made."""

import pytest

from tests.submission.making import DISK, MEMORY, PLATFORM, TRANSFER, each, only, said, submit
from userprio.base import BadInput

BARE = " && ".join((PLATFORM, DISK, MEMORY, TRANSFER))


def test_a_bare_job_asks_for_the_defaults() -> None:
    job = only("")
    assert said(job, "RequestCpus") == "1"
    assert said(job, "RequestMemory") == "128"
    assert said(job, "RequestDisk") == "MAX({ 1024,(TransferInputSizeMB + 1) * 1.25 }) * 1024"
    assert said(job, "Requirements") == BARE
    assert said(job, "JobUniverse") == "5"
    assert said(job, "Rank") == "0.0"


def test_a_bare_job_of_23_9_asks_for_what_it_uses() -> None:
    job = only("", "23.9.6")
    memory = "ifthenelse(MemoryUsage =!= undefined,MemoryUsage,(ImageSize + 1023) / 1024)"
    assert said(job, "RequestMemory") == memory
    assert said(job, "RequestDisk") == "DiskUsage"
    assert said(job, "Requirements") == BARE.replace(DISK, "(TARGET.Disk >= RequestDisk)")


def test_requests_with_units_are_in_the_units_of_their_attributes() -> None:
    job = only("request_cpus = 4\nrequest_memory = 4G\nrequest_disk = 10 GB")
    assert [said(job, f"Request{what}") for what in ("Cpus", "Memory", "Disk")] == ["4", "4096", "10485760"]
    assert said(job, "Requirements") == BARE.replace(MEMORY, f"{MEMORY} && (TARGET.Cpus >= RequestCpus)")


def test_what_requirements_mention_is_not_added_again() -> None:
    job = only(
        'requirements = OpSysAndVer == "Debian13" && Disk > 5 && Cpus >= 2\nrequest_cpus = 2\nrequest_licenses = 2\n'
        'request_colour = "red"\nrequest_zero = 0'
    )
    assert said(job, "Requirements") == " && ".join(
        (
            '(OpSysAndVer == "Debian13" && Disk > 5 && Cpus >= 2)',
            '(TARGET.Arch == "X86_64")',
            "(TARGET.Disk >= RequestDisk)",
            MEMORY,
            "regexp(Requestcolour,TARGET.colour)",
            "(TARGET.licenses >= Requestlicenses)",
            TRANSFER,
        )
    )


def test_properties_of_gpus_are_required_of_each() -> None:
    job = only(
        "request_gpus = 2\ngpus_minimum_capability = 8.0\ngpus_maximum_capability = 9.0\ngpus_minimum_memory = 40000"
    )
    wanted = "Capability >= GPUsMinCapability && Capability <= GPUsMaxCapability && GlobalMemoryMb >= GPUsMinMemory"
    assert said(job, "RequireGPUs") == wanted
    counted = "(countMatches(MY.RequireGPUs,TARGET.AvailableGPUs) >= RequestGPUs)"
    assert said(job, "Requirements") == BARE.replace(MEMORY, f"{MEMORY} && {counted}")


def test_a_container_needs_no_operating_system() -> None:
    job = only("universe = container\ncontainer_image = docker://debian:12")
    container = '(TARGET.Arch == "X86_64") && TARGET.HasContainer && TARGET.HasDockerURL'
    assert said(job, "Requirements") == BARE.replace(PLATFORM, container)


def test_group_and_user_make_the_submitter_and_limits_are_sorted() -> None:
    job = only("accounting_group = group_physics.cms\naccounting_group_user = ann\nconcurrency_limits = SW_X:2, DB")
    assert said(job, "AccountingGroup") == '"group_physics.cms.ann"'
    assert said(job, "ConcurrencyLimits") == '"db,sw_x:2"'


def test_a_nice_user_has_a_group_of_its_own() -> None:
    job = only("nice_user = true")
    assert said(job, "AccountingGroup") == '"nice-user.submit"'
    assert said(job, "MaxJobRetirementTime") == "0"


def test_a_forced_attribute_wins_over_the_command() -> None:
    job = only('accounting_group_user = bob\n+AccountingGroup = "forced.name"')
    assert said(job, "AccountingGroup") == '"forced.name"'
    assert said(job, "AcctGroupUser") == '"bob"'


def test_each_row_of_items_makes_as_many_jobs_as_the_count_says() -> None:
    jobs = submit("request_memory = $(b)\nqueue 2 a,b from (\none, 100\ntwo 200\nthree, 300\n)\n")
    assert each(jobs, "RequestMemory") == ["100", "100", "200", "200", "300", "300"]


def test_forced_requirements_stand_alone() -> None:
    jobs = submit("MY.Requirements = TARGET.Foo == 1\nrequirements = Bar")
    assert each(jobs, "Requirements") == ["TARGET.Foo == 1"]
    assert any("replace requirements" in warning for warning in jobs.warnings)


def test_small_requests_need_no_clause() -> None:
    job = only("request_cpus = 0\nrequest_memory = 1\nrequest_disk = 0\n+JobPrio = 9\nJobPrio = 7")
    assert said(job, "Requirements") == f"{PLATFORM} && {TRANSFER}"
    assert said(job, "JobPrio") == "9"


def test_without_transfer_the_file_system_has_to_be_the_same() -> None:
    job = only("should_transfer_files = NO")
    assert said(job, "Requirements") == BARE.replace(TRANSFER, "(TARGET.FileSystemDomain == MY.FileSystemDomain)")


def test_further_memory_is_for_retries() -> None:
    job = only("request_memory = 1G, 2G, 4G")
    assert said(job, "RequestMemory") == "1024"
    assert said(job, "RetryRequestMemory") == "{ 2048,4096 }"
    assert said(job, "TransformOnEvict") == '"RequestMemory"'
    with pytest.raises(BadInput, match="is not an expression"):
        submit("request_memory = 1G, 2G, 4G", "23.9.6")


def test_a_job_of_the_scheduler_universe_transfers_nothing() -> None:
    job = only("universe = scheduler")
    assert said(job, "Requirements") == f"{PLATFORM} && (TARGET.Disk >= RequestDisk) && {MEMORY}"


def test_a_batch_job_of_the_grid_requires_nothing() -> None:
    job = only("universe = grid\ngrid_resource = batch slurm")
    assert said(job, "Requirements") == "true"
    assert not [name for name in job if name.startswith("Request")]


def test_a_slice_chooses_items() -> None:
    jobs = submit('+Is = "$(Item)"\nqueue 3 in [1:5:2] (a b c d e f)\n')
    assert each(jobs, "Is") == ['"b"'] * 3 + ['"d"'] * 3
