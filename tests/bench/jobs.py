"""Submitter ads, and job ads as `condor_q -long` prints them: some seventy attributes, alike within a cluster."""

from collections.abc import Iterator
from random import Random

from tests.bench.people import DOMAIN, Person
from tests.bench.sizes import Size
from tests.bench.slots import NOW


def submitter_ads(size: Size, people: list[Person], running: dict[str, int]) -> Iterator[str]:
    """One ad of each submitter; `running` says how many slots each holds."""
    random = Random(size.seed + 2)
    idle = _shares(size.jobs, len(people))
    for person, jobs in zip(people, idle, strict=True):
        sinful = f"<10.200.0.{person.schedd}:9618?addrs=10.200.0.{person.schedd}-9618>"
        holds = running.get(person.name, 0)
        yield f"""AuthenticatedIdentity = "condor@{DOMAIN}"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1 $"
FlockedJobs = 0
HeldJobs = 0
IdleJobs = {jobs}
LastHeardFrom = {NOW - random.randrange(300)}
Machine = "ap{person.schedd}.{DOMAIN}"
MyAddress = "{sinful}"
MyType = "Submitter"
Name = "{person.name}"
RunningJobs = {holds}
ScheddIpAddr = "{sinful}"
ScheddName = "ap{person.schedd}.{DOMAIN}"
SubmitterTag = ""
WeightedIdleJobs = {jobs}
WeightedRunningJobs = {holds}
"""


def job_ads(size: Size, people: list[Person]) -> Iterator[str]:
    """The idle jobs in long form, without the blank lines between them; as many clusters as autoclusters."""
    random = Random(size.seed + 3)
    clusters = _shares(size.autoclusters, len(people))
    cluster = 0
    for person, jobs, theirs in zip(people, _shares(size.jobs, len(people)), clusters, strict=True):
        for procs in _shares(jobs, max(theirs, 1)):
            cluster += 1
            before, between, after = _cluster(random, person, cluster, procs)
            for proc in range(procs):
                name = f"ap{person.schedd}.{DOMAIN}#{cluster}.{proc}#{NOW - 5000 - cluster % 4000}"
                yield f"{before}{proc}{between}{name}{after}"


def _cluster(random: Random, person: Person, cluster: int, procs: int) -> tuple[str, str, str]:
    """What jobs of one cluster have in common, around their number and their name."""
    cpus = random.choice((1, 1, 1, 1, 1, 2, 4, 8))
    memory = cpus * (random.randrange(200, 1900) if random.random() < 0.8 else random.randrange(1900, 6000))
    disk = random.randrange(1000, 4_000_000)
    submitted = NOW - 5000 - cluster % 4000
    user = f"user{person.number:05}"
    wanted = random.choice(
        ("", "", "", ' && (TARGET.OpSysAndVer == "AlmaLinux9")', ' && (TARGET.Microarch >= "x86_64-v4")')
    )
    rank = random.choice(("0.0", "0.0", "0.0", "KFlops", "TARGET.Memory"))
    common = f"""AccountingGroup = "{person.accounting_group}"
AcctGroupUser = "{user}"
Args = "--seed 17 --events 250000"
BufferBlockSize = 32768
BufferSize = 524288
ClusterId = {cluster}
Cmd = "/home/{user}/run{cluster % 50}/simulate.sh"
CommittedSlotTime = 0
CommittedSuspensionTime = 0
CommittedTime = 0
CondorPlatform = "$CondorPlatform: X86_64-AlmaLinux_9 $"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
CumulativeRemoteSysCpu = 0.0
CumulativeRemoteUserCpu = 0.0
CumulativeSlotTime = 0
CumulativeSuspensionTime = 0
CurrentHosts = 0
DiskUsage = {disk}
DiskUsage_RAW = {disk}
EnteredCurrentStatus = {submitted}
Environment = ""
Err = "err.$(Process)"
ExecutableSize = 47
ExitBySignal = false
ExitStatus = 0
ImageSize = {disk}
In = "/dev/null"
Iwd = "/home/{user}/run{cluster % 50}"
JobLeaseDuration = 2400
JobNotification = 0
JobPrio = {random.choice((0, 0, 0, 0, 5, -3))}
JobStatus = 1
JobUniverse = 5
LastSuspensionTime = 0
LeaveJobInQueue = false
MaxHosts = 1
MinHosts = 1
MyType = "Job"
NumCkpts = 0
NumJobCompletions = 0
NumJobStarts = 0
NumRestarts = 0
NumSystemHolds = 0
Out = "out.$(Process)"
Owner = "{user}"
QDate = {submitted}
Rank = {rank}
RemoteSysCpu = 0.0
RemoteUserCpu = 0.0
RemoteWallClockTime = 0.0
RequestCpus = {cpus}
RequestDisk = DiskUsage
RequestMemory = {memory}
Requirements = (TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX") && (TARGET.Disk >= RequestDisk) && \
(TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus) && (TARGET.HasFileTransfer){wanted}
ServerTime = {NOW}
ShouldTransferFiles = "YES"
StreamErr = false
StreamOut = false
SubmitVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1-1 $"
TargetType = "Machine"
TotalSubmitProcs = {procs}
TotalSuspensions = 0
TransferErr = false
TransferIn = false
TransferInputSizeMB = 1
User = "{user}@{DOMAIN}"
WantCheckpoint = false
WhenToTransferOutput = "ON_EXIT"
"""
    return f"{common}ProcId = ", '\nGlobalJobId = "', '"\n'


def _shares(total: int, parts: int) -> list[int]:
    """A number in parts that are as equal as can be."""
    return [total * (part + 1) // parts - total * part // parts for part in range(parts)]
