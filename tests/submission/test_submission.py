"""Where and as whom jobs are submitted to a pool."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.submission.making import said
from userprio.base import BadInput
from userprio.classad import Ad
from userprio.config import read
from userprio.ledger import Ledger
from userprio.pool import Pool, ScenarioData, with_jobs
from userprio.submission import Description, SubmittedCluster, jobs_of, place_of, submitted

NOW = 1_772_442_000


def submitter(name: str, schedd: str, version: str = "25.14.1") -> Ad:
    return Ad(
        {"MyType": "Submitter", "Name": name, "ScheddName": schedd, "ScheddIpAddr": f"<{schedd}>", "IdleJobs": 1,
         "RunningJobs": 2, "CondorVersion": f"$CondorVersion: {version} 2026-01-01 $", "LastHeardFrom": NOW - 5}
    )  # fmt: skip


def job(user: str, schedd: str, cluster: int = 7) -> Ad:
    return Ad(
        {"User": user, "ClusterId": cluster, "ProcId": 0, "GlobalJobId": f"{schedd}#{cluster}.0#1", "JobStatus": 1}
    )


def scenario(*ads: Ad, jobs: tuple[Ad, ...] = (), knobs: dict[str, str] | None = None) -> ScenarioData:
    slots = (Ad({"Name": "slot1@a", "Arch": "aarch64", "OpSys": "LINUX"}),)
    config = read(None, environ={}).with_overrides(knobs or {})
    return ScenarioData(Pool(slots=slots, submitters=ads, jobs=jobs), Ledger.empty(), config, NOW)


def submit(to: ScenarioData, user: str = "ann", text: str = "queue\n") -> SubmittedCluster:
    whole = f"executable = /bin/sh\n{text}"
    description = Description(whole, "job.sub", user, {}, Path("/"), ("2026", "03", "02"))
    place = place_of(description, to)
    return submitted(description, to, place, jobs_of(whole, "job.sub", place.host))


def test_jobs_go_to_the_only_schedd_under_the_domain_of_its_users() -> None:
    cluster = submit(scenario(submitter("bob@lab", "ap1"), jobs=(job("bob@lab", "ap1", 7),)))
    assert (cluster.user, cluster.schedd, cluster.cluster) == ("ann@lab", "ap1", 8)


def test_jobs_go_where_the_user_has_some() -> None:
    ads = (submitter("bob@lab", "ap1"), submitter("ann@lab", "ap2"))
    cluster = submit(scenario(*ads, jobs=(job("bob@lab", "ap1"), job("ann@lab", "ap2"))))
    assert cluster.schedd == "ap2"


def test_a_user_of_no_schedd_gets_one_and_that_is_said() -> None:
    cluster = submit(scenario(submitter("bob@lab", "ap1"), submitter("eve@lab", "ap2")))
    assert cluster.schedd == "ap.lab"
    assert any("none of the 2 schedds has jobs of ann@lab" in remark for remark in cluster.remarks)


def test_the_version_of_the_schedd_makes_the_rules_and_the_slots_the_platform() -> None:
    new, old = (submit(scenario(submitter("bob@lab", "ap1", version))) for version in ("25.14.1", "23.9.6"))
    assert said(old.jobs[0], "RequestDisk") == "DiskUsage"
    assert "versionGE" in (said(new.jobs[0], "Requirements") or "")
    assert '(TARGET.Arch == "aarch64")' in (said(new.jobs[0], "Requirements") or "")


def test_unknown_transforms_are_said_to_be_unless_the_configuration_is_that_of_a_schedd() -> None:
    bob = submitter("bob@lab", "ap1")

    def says(knobs: dict[str, str]) -> bool:
        return any("JOB_TRANSFORM_NAMES" in remark for remark in submit(scenario(bob, knobs=knobs)).remarks)

    assert says({})
    assert not says({"DAEMON_LIST": "MASTER, SCHEDD"})
    assert not says({"SUBMIT_REQUIREMENT_NAMES": "A", "SUBMIT_REQUIREMENT_A": "true"})


def test_local_jobs_are_said_to_need_no_slot() -> None:
    remarks = submit(scenario(submitter("bob@lab", "ap1")), text="universe = local\nqueue 2\n").remarks
    assert "2 jobs of the local or scheduler universe need no slot" in remarks


def test_no_items_is_no_jobs() -> None:
    with pytest.raises(BadInput, match="it makes no jobs"):
        submit(scenario(submitter("bob@lab", "ap1")), text="queue x in ()\n")


def test_jobs_are_counted_by_submitter_with_ads_like_those_of_others_at_the_schedd() -> None:
    to = scenario(submitter("bob@lab", "ap1"))
    text = "accounting_group = $(g)\nrequest_cpus = 2\nqueue 2 g in (g1 g2)\n"
    cluster = submit(to, user="bob", text=text)
    jobs = cluster.by_submitter(NOW)
    assert {name: len(own) for name, own in jobs.items()} == {"g1.bob@lab": 2, "g2.bob@lab": 2}
    pool = with_jobs(to.pool, jobs, cluster.schedd, NOW)
    assert len(pool.jobs) == 4
    counted = {str(ad.raw_value("name")): ad for ad in pool.submitters}
    assert len(counted) == 3
    new = pool.submitters[1]
    assert [said(new, name) for name in ("Name", "IdleJobs", "RunningJobs", "LastHeardFrom")] == [
        '"g1.bob@lab"', "2", "0", str(NOW - 5)
    ]  # fmt: skip
    held = {"bob@lab": [ad.replace({"JobStatus": 5}) for ad in cluster.jobs]}
    assert said(with_jobs(to.pool, held, "ap1", NOW).submitters[0], "IdleJobs") == "1"


def test_a_pool_without_anybody_takes_jobs() -> None:
    to = scenario()
    cluster = submit(replace(to, pool=Pool(slots=to.pool.slots)))
    assert cluster.schedd == "ap.pool.example"
    assert len(with_jobs(to.pool, cluster.by_submitter(NOW), cluster.schedd, NOW).submitters) == 1
