"""A large pool: 1,560 slots, 50 groups in a tree of three levels, 200 submitters, most of whom wait."""

from pathlib import Path
from random import Random
from typing import Final

AT: Final = 1_772_442_000
SLOTS: Final = 1_560
SUBMITTERS: Final = 200
GROUPS: Final = tuple(
    [f"g{top}" for top in range(5)]
    + [f"g{top}.sub{middle}" for top in range(5) for middle in range(4)]
    + [f"g{top}.sub{middle}.team" for top in range(5) for middle in range(4)]
    + [f"h{top}" for top in range(5)]
)


def large_pool(folder: Path) -> Path:
    """Write pool.toml and a ledger into a folder, always the same; the folder is a snapshot."""
    random = Random(3)
    quotas = {f"g{top}": 200 for top in range(5)} | {f"h{top}": 80 for top in range(5)}
    quotas |= {group: 45 if group.count(".") == 1 else 30 for group in GROUPS if "." in group}
    knobs = [f"GROUP_QUOTA_{group} = {quota}" for group, quota in quotas.items()]
    names = ", ".join(GROUPS)
    slots = "\n\n".join(_slot(number, random) for number in range(SLOTS))
    jobs, submitters, ledger = [], [], ["107 1 CreationTimestamp 1772000000", "101 Accountant. * *"]
    ledger.append(f"103 Accountant. LastUpdateTime {AT - 60}")
    for number in range(SUBMITTERS):
        group = GROUPS[number % len(GROUPS)]
        who = f"{group}.user{number:03}@example.org"
        count = random.randrange(1, 40)
        jobs += [_job(number + 1, proc, group, f"user{number:03}") for proc in range(count)]
        submitters.append(_submitter(who, count))
        factor, used = random.choice((500, 1000, 4000)), random.randrange(0, 900)
        ledger += [
            f"101 Customer.{who} * *",
            f"103 Customer.{who} Priority {random.uniform(0.5, 300):.4f}",
            f"103 Customer.{who} PriorityFactor {factor}.0",
            f"103 Customer.{who} WeightedAccumulatedUsage {3600 * used}.0",
            f"103 Customer.{who} AccumulatedUsage {3600 * used}.0",
            f"103 Customer.{who} LastUsageTime {AT - random.randrange(1, 80_000)}",
        ]
    folder.mkdir(parents=True, exist_ok=True)
    files = {
        "slots.ads": slots,
        "submitters.ads": "\n\n".join(submitters),
        "jobs.ads": "\n\n".join(jobs),
        "condor_config": "\n".join((f"GROUP_NAMES = {names}", *knobs, "GROUP_ACCEPT_SURPLUS = true")),
        "qusers.ads": "",
        "Accountantnew.log": "\n".join(ledger),
    }
    for name, text in files.items():
        (folder / name).write_text(text + "\n", encoding="utf-8")
    return folder


def _slot(number: int, random: Random) -> str:
    return (
        f'MyType = "Machine"\nName = "slot1@exec{number:04}.example.org"\nMachine = "exec{number:04}.example.org"\n'
        f'MyAddress = "<10.0.{number // 250}.{number % 250}:9618>"\n'
        f'StartdIpAddr = "<10.0.{number // 250}.{number % 250}:9618>"\nState = "Unclaimed"\nActivity = "Idle"\n'
        f"Cpus = {random.choice((1, 1, 2))}\nMemory = 4096\nDisk = 100000\nSlotWeight = Cpus\nSlotID = 1\n"
        f"Start = true\nRequirements = START\nRank = 0.0\nCurrentRank = 0.0\nLastHeardFrom = {AT}"
    )


def _submitter(name: str, idle: int) -> str:
    return (
        f'MyType = "Submitter"\nName = "{name}"\nScheddName = "ap1.example.org"\nMachine = "ap1.example.org"\n'
        f'ScheddIpAddr = "<10.9.0.1:9618>"\nMyAddress = "<10.9.0.1:9618>"\nSubmitterTag = ""\nIdleJobs = {idle}\n'
        f"RunningJobs = 0\nWeightedIdleJobs = {idle}.0\nWeightedRunningJobs = 0.0\nHeldJobs = 0\nLastHeardFrom = {AT}"
    )


def _job(cluster: int, proc: int, group: str, user: str) -> str:
    return (
        f'ClusterId = {cluster}\nProcId = {proc}\nOwner = "{user}"\nUser = "{user}@example.org"\n'
        f'AccountingGroup = "{group}.{user}"\nAcctGroup = "{group}"\nAcctGroupUser = "{user}"\nJobStatus = 1\n'
        f"JobPrio = 0\nQDate = {AT - 7200}\nRequestCpus = 1\nRequestMemory = 1024\nRequestDisk = 1000\nRank = 0.0\n"
        f"Requirements = (TARGET.Memory >= RequestMemory) && (TARGET.Cpus >= RequestCpus)\nJobUniverse = 5"
    )
