"""Slot ads as startds send them: more than a hundred attributes, most of them the same on every machine of a kind."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from tests.bench.people import Person
from tests.bench.sizes import Size

NOW = 1_795_000_000


@dataclass(frozen=True, slots=True)
class _Hardware:
    """A purchase of machines."""

    model: str
    microarch: str
    system: str
    cores: int
    memory: int
    """MiB of a core."""
    kflops: int
    gpus: int


def _purchases(random: Random) -> list[_Hardware]:
    kinds = [("EPYC 7452", "x86_64-v3"), ("Xeon Gold 6230", "x86_64-v4"), ("EPYC 9654", "x86_64-v4")]
    made = []
    for number in range(24):
        model, microarch = kinds[number % len(kinds)]
        made.append(
            _Hardware(
                model=f"{model} rev {number}",
                microarch=microarch,
                system="AlmaLinux9" if number % 4 else "Debian12",
                cores=random.choice((16, 32, 64, 128)),
                memory=random.choice((2000, 2048, 4096, 4096, 8192)),
                kflops=random.randrange(900_000, 2_400_000),
                gpus=number % 8 == 0,
            )
        )
    return made


def slot_ads(size: Size, people: list[Person]) -> Iterator[str]:
    """The ads in long form, without the blank lines between them."""
    random = Random(size.seed)
    purchases = _purchases(random)
    written = machine = 0
    while written < size.slots:
        hardware = random.choice(purchases)
        machine += 1
        if random.random() < size.partitionable:
            left = random.choice((0, 2, 4, 8, 16, hardware.cores))
            yield _partitionable(random, hardware, machine, left)
            written += 1
            continue
        number = left = 0
        total = hardware.cores
        while total > 0 and written < size.slots:
            cores = min(random.choice((1, 1, 1, 1, 2, 4, 8)), total)
            total -= cores
            number += 1
            user = random.choice(people) if random.random() < size.claimed else None
            yield _static(random, hardware, machine, number, cores, user)
            written += 1


def _static(random: Random, hardware: _Hardware, machine: int, number: int, cores: int, user: Person | None) -> str:
    state = "" if user is None else _claim(random, machine, user)
    return _ad(
        random,
        hardware,
        machine,
        number,
        cores,
        f"""Activity = "{"Idle" if user is None else "Busy"}"
State = "{"Unclaimed" if user is None else "Claimed"}"
SlotType = "Static"
Requirements = START
Start = (TARGET.RequestCpus <= Cpus) && (TARGET.RequestMemory <= Memory) && (TARGET.RequestDisk <= Disk)
{state}""",
    )


def _partitionable(random: Random, hardware: _Hardware, machine: int, left: int) -> str:
    return _ad(
        random,
        hardware,
        machine,
        1,
        left,
        f"""Activity = "Idle"
State = "Unclaimed"
SlotType = "Partitionable"
PartitionableSlot = true
NumDynamicSlots = {hardware.cores - left}
ChildCpus = {{ {", ".join("1" for _ in range(hardware.cores - left))} }}
Requirements = (START) && (WithinResourceLimits)
Start = true
WithinResourceLimits = (MY.Cpus > 0 && TARGET.RequestCpus <= MY.Cpus && TARGET.RequestMemory <= MY.Memory && \
TARGET.RequestDisk <= MY.Disk)
""",
    )


def _claim(random: Random, machine: int, user: Person) -> str:
    since = random.randrange(80_000)
    return f"""AccountingGroup = "{user.name}"
ClientMachine = "ap{user.schedd}.pool.test"
JobId = "{random.randrange(90_000)}.{random.randrange(200)}"
JobStart = {NOW - since}
RemoteOwner = "{user.name}"
RemoteScheddName = "ap{user.schedd}.pool.test"
RemoteUser = "{user.name}"
TotalJobRunTime = {since}
TotalJobSuspendTime = 0
"""


def _ad(random: Random, hardware: _Hardware, machine: int, number: int, cores: int, more: str) -> str:
    host = f"exec{machine:06}.pool.test"
    address = f"10.{machine >> 16 & 255}.{machine >> 8 & 255}.{machine & 255}"
    sinful = f"<{address}:9618?addrs={address}-9618&alias={host}&noUDP&sock=startd_{machine % 5000}_{machine % 97:04x}>"
    load = random.randrange(1000) / 100
    heard = NOW - random.randrange(300)
    born = NOW - 86_400 * (machine % 40) - machine % 3600
    return f"""{more}AcceptedWhileDraining = false
AddressV1 = "{{[ p=\\"primary\\"; a=\\"{address}\\"; port=9618; n=\\"Internet\\"; alias=\\"{host}\\"; ]}}"
Arch = "X86_64"
AuthenticatedIdentity = "condor@pool.test"
AuthenticationMethod = "IDTOKENS"
CanHibernate = false
ClockDay = 2
ClockMin = {machine % 7 + 600}
CondorLoadAvg = {load}
CondorPlatform = "$CondorPlatform: X86_64-{hardware.system} $"
CondorVersion = "$CondorVersion: 25.14.1 2026-10-16 PackageID: 25.14.1 $"
ConsoleIdle = {NOW - born}
CpuBusy = ((LoadAvg - CondorLoadAvg) >= 0.5)
CpuBusyTime = 0
CpuCacheSize = 512
CpuFamily = 23
CpuIsBusy = false
CpuModel = "{hardware.model}"
CpuModelNumber = 49
Cpus = {cores}
CurrentRank = 0.0
DaemonCoreDutyCycle = {machine % 100 / 1e4 + 0.0001}
DaemonLastReconfigTime = {born}
DaemonStartTime = {born}
DetectedCpus = {hardware.cores}
DetectedGPUs = {hardware.gpus}
DetectedMemory = {hardware.cores * hardware.memory}
Disk = {cores * 20_000_000}
EnteredCurrentActivity = {heard - random.randrange(50_000)}
EnteredCurrentState = {heard - random.randrange(90_000)}
ExpectedMachineGracefulDrainingBadput = 0
ExpectedMachineGracefulDrainingCompletion = {heard}
ExpectedMachineQuickDrainingBadput = 0
ExpectedMachineQuickDrainingCompletion = {heard}
FileSystemDomain = "pool.test"
GPUs = {hardware.gpus}
HardwareAddress = "52:54:{machine >> 16 & 255:02x}:{machine >> 8 & 255:02x}:{machine & 255:02x}:01"
HasContainer = true
HasDocker = false
HasEncryptExecuteDirectory = true
HasFileTransfer = true
HasFileTransferPluginMethods = "data,ftp,http,https,osdf,stash"
HasIOProxy = true
HasJICLocalConfig = true
HasJICLocalStdin = true
HasJobDeferral = true
HasJobTransferPlugins = true
HasPerFileEncryption = true
HasReconnect = true
HasSelfCheckpointTransfers = true
HasSingularity = true
HasTDP = true
HasTransferInputRemaps = true
HasUserNamespaces = true
HasVM = false
HibernationLevel = 0
HibernationState = "NONE"
HibernationSupportedStates = "S5"
IsLocalStartd = false
IsWakeAble = false
IsWakeOnLanEnabled = false
IsWakeOnLanSupported = true
JobPreemptions = 0
JobRankPreemptions = 0
JobStarts = {machine * 7 % 900}
JobUserPrioPreemptions = 0
KeyboardIdle = {NOW - born}
KFlops = {hardware.kflops}
LastBenchmark = {born + 40}
LastFetchWorkCompleted = 0
LastFetchWorkSpawned = 0
LastHeardFrom = {heard}
LoadAvg = {load}
Machine = "{host}"
MachineMaxVacateTime = 600
MachineResources = "Cpus Memory Disk Swap GPUs"
MaxJobRetirementTime = 0
Memory = {cores * hardware.memory}
Microarch = "{hardware.microarch}"
Mips = {hardware.kflops // 50}
MonitorSelfAge = {NOW - born}
MonitorSelfCPUUsage = {machine % 30 / 100 + 0.01}
MonitorSelfImageSize = {60_000 + machine % 900}
MonitorSelfRegisteredSocketCount = 0
MonitorSelfResidentSetSize = {20_000 + machine % 900}
MonitorSelfSecuritySessions = 4
MonitorSelfTime = {heard}
MyAddress = "{sinful}"
MyCurrentTime = {heard}
MyType = "Machine"
Name = "slot{number}@{host}"
NextFetchWorkDelay = -1
NumPids = 0
OpSys = "LINUX"
OpSysAndVer = "{hardware.system}"
OpSysLegacy = "LINUX"
OpSysMajorVer = 9
OpSysName = "{hardware.system}"
OpSysVer = 900
Rank = 0.0
RecentDaemonCoreDutyCycle = {machine % 100 / 1e4 + 0.0002}
RecentJobPreemptions = 0
RecentJobRankPreemptions = 0
RecentJobStarts = {machine % 3}
RecentJobUserPrioPreemptions = 0
RetirementTimeRemaining = 0
SingularityVersion = "apptainer version 1.3.4"
SlotID = {number}
SlotTypeID = 1
SlotWeight = Cpus
StarterAbilityList = "HasFileTransfer,HasJICLocalConfig,HasPerFileEncryption,HasReconnect,HasTDP,HasVM"
StartdIpAddr = "{sinful}"
SubnetMask = "255.255.0.0"
TimeToLive = 2147483647
TotalCondorLoadAvg = {load}
TotalCpus = {hardware.cores}.0
TotalDisk = {hardware.cores * 20_000_000}
TotalLoadAvg = {load}
TotalMemory = {hardware.cores * hardware.memory}
TotalSlotCpus = {cores}
TotalSlotDisk = {cores * 20_000_000}.0
TotalSlotMemory = {cores * hardware.memory}
TotalSlots = {hardware.cores}
TotalVirtualMemory = {hardware.cores * hardware.memory * 1024}
UidDomain = "pool.test"
Unhibernate = MY.MachineLastMatchTime =!= undefined
UpdateSequenceNumber = {machine * 13 % 4000}
UpdatesHistory = "00000000000000000000000000000000"
UpdatesLost = 0
UpdatesSequenced = {machine * 13 % 4000}
UpdatesTotal = {machine * 13 % 4000 + 1}
UtsnameMachine = "x86_64"
UtsnameNodename = "{host}"
UtsnameRelease = "5.14.0-427.el9.x86_64"
UtsnameSysname = "Linux"
VirtualMemory = {cores * hardware.memory * 1024}
"""
