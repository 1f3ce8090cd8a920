"""Job ads of random submit descriptions, compared with those of the real condor_submit's dry run."""

import re
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import structs

from tests.marks import fewer
from tests.negotiation.agreement import ASPECTS
from tests.pool.pool import Cluster, Pool
from tests.pool.root import PROGRAMS, HTCondor, version
from tests.pool.slots import SlotKind
from tests.submission.random_descriptions import FILES, description
from userprio.base import BadInput, parse_version
from userprio.classad import Dialect, parse, unparse
from userprio.config import read
from userprio.ledger import Ledger
from userprio.negotiation import negotiate
from userprio.pool import ScenarioData, read_snapshot, with_jobs
from userprio.submission import Description, SubmitHost, SubmittedJobs, jobs_of, place_of, submitted

_CONFIG = "UID_DOMAIN = lab.example\nFILESYSTEM_DOMAIN = lab.example\nSPOOL = /tmp\n"
_DECIDING = (
    "Requirements Rank JobPrio JobStatus JobUniverse AccountingGroup AcctGroup AcctGroupUser ConcurrencyLimits "
    "RequireGPUs WantDocker WantContainer WantDockerImage WantSIF WantSandboxImage DockerImage ContainerImage "
    "MaxJobRetirementTime ShouldTransferFiles WhenToTransferOutput FileSystemDomain ImageSize DiskUsage "
    "ExecutableSize TransferInputSizeMB JobLeaseDuration MinHosts MaxHosts GPUsMinCapability GPUsMaxCapability "
    "GPUsMinMemory GPUsMinRuntime DeferralTime DeferralWindow DeferralPrepTime HoldReasonCode "
    "WantTransferPluginMethods"
).split()
"""The attributes that decide a match, besides requests."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the files that descriptions refer to."""
    for name, text in {**FILES, "condor_config": _CONFIG}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    tmp_path.chmod(0o755)
    return tmp_path


def dry_run(htcondor: HTCondor, folder: Path) -> tuple[list[dict[str, str]] | None, str]:
    """The attributes of each job, in lower case, and what was said; None instead if the description is refused."""
    inside = htcondor.inside(folder)
    command = ["sh", "-c", f"cd {inside} && exec condor_submit -dry-run:full - job.sub"]
    env = {"PATH": PROGRAMS, "CONDOR_CONFIG": f"{inside}/condor_config", "HOME": "/home/ann"}
    argv = htcondor.argv(folder, command, submitting=True)
    done = subprocess.run(argv, capture_output=True, text=True, env=env, timeout=60, stdin=subprocess.DEVNULL)
    if done.returncode:
        return None, done.stderr
    counted = re.search(r"job\(s\) dry-run.*\n", done.stdout)
    blocks = "" if counted is None else done.stdout[counted.end() :]
    ads = [dict(re.findall(r"^(\S+) = (.*)$", block, re.M)) for block in blocks.split("\n\n")]
    return [{name.lower(): text for name, text in ad.items()} for ad in ads if ad], done.stderr


def own(htcondor: HTCondor, folder: Path) -> SubmittedJobs | None:
    """The same by our own reader."""
    release = parse_version(version(htcondor))
    config = read(folder / "condor_config", environ={}, version=release)
    config = config.with_overrides({"ARCH": "X86_64", "OPSYS": "LINUX"})
    host = SubmitHost(
        config, release, {"HOME": "/home/ann"}, folder, 1_772_442_000, ("2026", "03", "02"), user="submit"
    )
    try:
        return jobs_of((folder / "job.sub").read_text(), "job.sub", host)
    except BadInput:
        return None


def differences(theirs: list[dict[str, str]], ours: SubmittedJobs) -> list[str]:
    """In which attributes that decide a match the jobs differ."""
    if len(theirs) != len(ours.jobs):
        return [f"{len(theirs)} jobs, and not {len(ours.jobs)}"]
    result = []
    for number, (ad, job) in enumerate(zip(theirs, ours.jobs, strict=True)):
        requests = {name for name in (*ad, *(name.lower() for name in job)) if name.startswith("request")}
        for name in sorted(requests | {name.lower() for name in _DECIDING}):
            expr = job.expr(name)
            says = [
                None if ad.get(name) is None else unparse(parse(ad[name], Dialect.OLD)).lower(),
                None if expr is None else unparse(expr).lower(),
            ]
            if says[0] != says[1]:
                result.append(f"job {number}, {name}: {says[0]}, and not {says[1]}")
    return result


def test_job_ads_are_those_of_condor_submit(htcondor: HTCondor, folder: Path) -> None:
    wrong = {}
    for seed in range(fewer(300)):
        text = description(seed)
        (folder / "job.sub").write_text(text)
        theirs, said = dry_run(htcondor, folder)
        ours = own(htcondor, folder)
        if theirs is None or ours is None:
            if (theirs is None) != (ours is None):
                wrong[text] = [said if theirs is None else "refused"]
        elif found := differences(theirs, ours):
            wrong[text] = found
    assert wrong == {}


KNOBS = """
JOB_TRANSFORM_NAMES = Small
JOB_TRANSFORM_Small @=end
  REQUIREMENTS RequestMemory > 100 && RequestMemory <= 200
  SET RequestMemory 100
@end
SUBMIT_REQUIREMENT_NAMES = Modest
SUBMIT_REQUIREMENT_Modest = RequestMemory < 3000
APPEND_RANK = Memory
"""
JOBS = """
executable = /bin/sleep
request_memory = $(m)
request_cpus = $(c)
requirements = TARGET.Kind =!= "old"
accounting_group_user = ann
queue 10 m,c from (
  100, 1
  200, 1
  1500, 2
  900, 1
  2500, 4
)
"""


def test_jobs_get_the_slots_that_were_foretold_before_they_were_submitted(
    new_pool: Callable[..., Pool], tmp_path: Path
) -> None:
    pool = new_pool(KNOBS)
    kinds = ((12, 1, 150, "new"), (8, 2, 2000, "new"), (6, 4, 4000, "old"), (9, 4, 3000, "new"))
    pool.advertise(
        SlotKind(count, {"Cpus": str(cpus), "Memory": str(memory), "Kind": f'"{kind}"'})
        for count, cpus, memory, kind in kinds
    )
    # Who of two new submitters is served first hangs on the order in which they are heard of; this one gets nothing.
    pool.submit([Cluster("bob", 10, submit={"requirements": "false"})])
    pool.settle()
    pool.snapshot(tmp_path)
    found = read_snapshot(tmp_path)
    before = ScenarioData(found, Ledger.empty(), read(tmp_path / "condor_config", environ={}), int(time.time()))
    description_ = Description(JOBS, "job.sub", "submit", {}, Path("/"), ("2026", "03", "02"))
    place = place_of(description_, before)
    cluster = submitted(description_, before, place, jobs_of(JOBS, "job.sub", place.host))
    pool.submit_descriptions([(JOBS, 1)])
    pool.settle()
    decided = pool.negotiate()
    foretold = with_jobs(found, cluster.by_submitter(decided.at), cluster.schedd, decided.at)
    outcome = negotiate(structs.replace(before, pool=foretold, now=decided.at))
    assert ASPECTS["matches"](outcome, decided.events, foretold) == []
    assert len(outcome.matches) > 15
