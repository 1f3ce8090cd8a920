"""The ads that the daemons of a pool would send, made from a few words about its slots and jobs."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from userprio.classad import Ad, Expr, Value, parse
from userprio.pool.scenario import PREPARING, UNMATCHED_UNIVERSES, Pool, parallel_remark, preparing_remark
from userprio.pool.submit import UNIVERSES, required_gpus, requirements

_MEMORY_PER_CORE_MIB: Final = 2000
_DISK_PER_CORE_KIB: Final = 10_000_000
_REQUIREMENTS: Final = parse("START")
_SLOT_WEIGHT: Final = parse("Cpus")
_VANILLA: Final = UNIVERSES["vanilla"]
_IDLE: Final = 1
_HELD: Final = 5
_RESOURCES: Final = ("Cpus", "Memory", "Disk", "Swap")
"""What every startd lists in MachineResources, before the resources that only some machines have."""
_CONSUMPTION: Final = "consumption"
_CONSUMPTIONS: Final = {
    "ConsumptionCpus": parse("quantize(TARGET.RequestCpus, {1})"),
    "ConsumptionMemory": parse("quantize(TARGET.RequestMemory, {128})"),
    "ConsumptionDisk": parse("quantize(TARGET.RequestDisk, {1024})"),
}
"""The defaults of CONSUMPTION_CPUS and the like."""
_CONSUMED_GPUS: Final = parse("ifThenElse(TARGET.RequestGPUs =?= undefined, 0, TARGET.RequestGPUs)")
"""What a startd publishes of a resource of which no knob says how much is consumed."""


class SlotTable(Struct, frozen=True):
    """Equal slots. Other attributes are those of a single-core machine, busy with a RemoteUser and idle without."""

    count: int
    attributes: Mapping[str, Expr | Value]

    @property
    def given(self) -> dict[str, Expr | Value]:
        """The attributes by their names in lower case."""
        return {name.lower(): value for name, value in self.attributes.items()}


class JobTable(Struct, frozen=True):
    """One submission: a cluster of equal idle jobs."""

    count: int
    user: str
    """Gets the pool's domain if it has none."""
    group: str | None
    schedd: str
    requests: Mapping[str, Expr | int]
    """Amount wanted by resource: cores, MiB of `Memory`, KiB of `Disk`, units of anything else."""
    attributes: Mapping[str, Expr | Value]
    """May include `Requirements`, to which the usual conditions of condor_submit are added."""
    group_user: str | None = None
    """Who is charged instead of its user, within a group or without one (`accounting_group_user`)."""

    @property
    def charged(self) -> str:
        """The user who is charged, without the domain."""
        return self.group_user or self.user.partition("@")[0]

    @property
    def submitter(self) -> str:
        """The name that its usage is charged to, without the domain (`SubmitHash::SetAccountingGroup`)."""
        return self.charged if self.group is None else f"{self.group}.{self.charged}"

    @property
    def universe(self) -> Expr | Value:
        """Its JobUniverse."""
        return self._value("jobuniverse", _VANILLA)

    @property
    def status(self) -> Expr | Value:
        """Its JobStatus."""
        return self._value("jobstatus", _IDLE)

    def _value(self, wanted: str, default: int) -> Expr | Value:
        return next((value for name, value in self.attributes.items() if name.lower() == wanted), default)

    def domain(self, default: str) -> str:
        """What follows the `@` of its user, or the pool's domain."""
        return self.user.partition("@")[2] or default


def synthesize(slots: Sequence[SlotTable], jobs: Sequence[JobTable], domain: str, now: int) -> Pool:
    """The pool of those slots and jobs, its ads last heard from at `now` (seconds since the epoch).

    Submitter ads are those that schedds would send: one for each submitter and schedd, with the number of its jobs.
    Running jobs are slots with the submitter as RemoteUser; they are counted at the first schedd where it has idle
    jobs, else at the first schedd of all.
    """
    slot_ads = tuple(_slots(slots, domain, now))
    schedds = {name: _sinful(number) for number, name in enumerate(dict.fromkeys(table.schedd for table in jobs), 1)}
    parallel = sum(table.count for table in jobs if table.universe == UNIVERSES["parallel"])
    preparing = sum(table.count for table in jobs if table.status == PREPARING)
    return Pool(
        slots=slot_ads,
        submitters=tuple(_submitters(slots, jobs, schedds, domain, now)),
        jobs=tuple(_jobs(jobs, domain, now)),
        problems=(
            *([parallel_remark(parallel)] if parallel else ()),
            *([preparing_remark(preparing)] if preparing else ()),
        ),
    )


def _sinful(number: int) -> str:
    """An address for each number, since the accountant distinguishes slots by their addresses."""
    host = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
    return f"<{host}:9618?addrs={host}-9618>"


def _slots(tables: Sequence[SlotTable], domain: str, now: int) -> Iterator[Ad]:
    machines = 0
    for table in tables:
        given = table.given
        own = Ad({**_slot_defaults(table, now), "MyType": "Machine"}).replace(dict(table.attributes))
        for number in range(1, table.count + 1):
            machines += 1
            machine = given.get("machine", f"exec{machines:03}.{domain}")
            slot_id = number if "machine" in given else 1
            address = _sinful(machines)
            yield own.replace(
                {
                    "Name": given.get("name", f"slot{slot_id}@{machine}"),
                    "Machine": machine,
                    "SlotID": given.get("slotid", slot_id),
                    "MyAddress": given.get("myaddress", address),
                    "StartdIpAddr": given.get("startdipaddr", address),
                }
            )


def _slot_defaults(table: SlotTable, now: int) -> dict[str, Expr | Value]:
    """What a startd publishes of an idle machine, or of a busy one where the table names a RemoteUser."""
    given = table.given
    cpus = _cores(given.get("cpus", 1))
    memory = given.get("memory", cpus * _MEMORY_PER_CORE_MIB)
    disk = given.get("disk", cpus * _DISK_PER_CORE_KIB)
    user = given.get("remoteuser")
    attributes: dict[str, Expr | Value] = {
        "Arch": "X86_64",
        "OpSys": "LINUX",
        "HasFileTransfer": True,
        "Cpus": 1,
        "Memory": memory,
        "Disk": disk,
        "MachineResources": " ".join((*_RESOURCES, *_custom_resources(table))),
        "SlotWeight": _SLOT_WEIGHT,
        "SlotType": "Static",
        "Start": True,
        "Requirements": _REQUIREMENTS,
        "Rank": 0.0,
        "CurrentRank": 0.0,
        "State": "Unclaimed" if user is None else "Claimed",
        "Activity": "Idle" if user is None else "Busy",
        "EnteredCurrentState": now,
        "EnteredCurrentActivity": now,
        "LastHeardFrom": now,
    }
    if given.get("partitionableslot") is True:
        attributes["SlotType"] = "Partitionable"
        gpus = {"GPUs": given["gpus"]} if "gpus" in given else {}
        for name, left in {"Cpus": given.get("cpus", 1), "Memory": memory, "Disk": disk, **gpus}.items():
            attributes[f"TotalSlot{name}"] = attributes[f"Total{name}"] = left
        if any(name.startswith(_CONSUMPTION) for name in given):
            attributes |= _CONSUMPTIONS | ({"ConsumptionGPUs": _CONSUMED_GPUS} if gpus else {})
            attributes["NumClaims"] = _claims(given)
    if user is not None:
        attributes |= {"RemoteOwner": user, "AccountingGroup": user}
    return attributes


def _custom_resources(table: SlotTable) -> list[str]:
    """The resources of a machine beside those that all have: GPUs, and what its consumption policy covers."""
    names = {"gpus": "GPUs"} if "gpus" in table.given else {}
    of_policy = (name[len(_CONSUMPTION) :] for name in table.attributes if name.lower().startswith(_CONSUMPTION))
    for name in of_policy:
        names.setdefault(name.lower(), name)
    common = {name.lower() for name in _RESOURCES}
    return sorted((name for lower, name in names.items() if name and lower not in common), key=str.lower)


def _claims(given: Mapping[str, Expr | Value]) -> int:
    """How many claims a startd makes for a slot with a consumption policy if NUM_CLAIMS is not set.

    As many as it has cores, rounded up, and at least one (`Resource::Resource`).
    """
    cores = given.get("totalslotcpus", given.get("cpus", 1))
    return max(math.ceil(cores), 1) if isinstance(cores, int | float) else 1


def _jobs(tables: Sequence[JobTable], domain: str, now: int) -> Iterator[Ad]:
    clusters: Counter[str] = Counter()
    for table in tables:
        clusters[table.schedd] += 1
        cluster = clusters[table.schedd]
        own = Ad(_job_attributes(table, domain, now)).replace(
            {
                **table.attributes,
                "RequireGPUs": required_gpus(table.attributes),
                "Requirements": requirements(table.requests, table.attributes),
                "ClusterId": cluster,
            }
        )
        for process in range(table.count):
            yield own.replace({"ProcId": process, "GlobalJobId": f"{table.schedd}#{cluster}.{process}#{now}"})


def _job_attributes(table: JobTable, domain: str, now: int) -> dict[str, Expr | Value]:
    owner = table.user.partition("@")[0]
    attributes: dict[str, Expr | Value] = {
        "MyType": "Job",
        "Owner": owner,
        "User": f"{owner}@{table.domain(domain)}",
        "JobStatus": 1,
        "JobUniverse": _VANILLA,
        "JobPrio": 0,
        "QDate": now,
        "EnteredCurrentStatus": now,
        "CurrentHosts": 0,
        "MinHosts": 1,
        "MaxHosts": 1,
        "Rank": 0.0,
        "RequestCpus": 1,
        "RequestMemory": 1,
        "RequestDisk": 1,
    }
    attributes |= {f"Request{resource}": amount for resource, amount in table.requests.items()}
    if table.group is not None or table.group_user is not None:
        attributes |= {"AccountingGroup": table.submitter, "AcctGroupUser": table.charged}
    if table.group is not None:
        attributes["AcctGroup"] = table.group
    return attributes


def _submitters(
    slots: Sequence[SlotTable], jobs: Sequence[JobTable], schedds: Mapping[str, str], domain: str, now: int
) -> Iterator[Ad]:
    idle: Counter[tuple[str, str]] = Counter()
    weighted_idle: Counter[tuple[str, str]] = Counter()
    held: Counter[tuple[str, str]] = Counter()
    for table in jobs:
        if table.universe in UNMATCHED_UNIVERSES:
            continue
        key = (f"{table.submitter}@{table.domain(domain)}", table.schedd)
        waiting = 0 if isinstance(table.status, int) and table.status != _IDLE else table.count
        idle[key] += waiting
        held[key] += table.count if table.status == _HELD else 0
        # A schedd weighs an idle job by the cores that it asks for.
        weighted_idle[key] += waiting * _cores(table.requests.get("Cpus", 1))
    running: Counter[str] = Counter()
    weight: Counter[str] = Counter()
    for given, count in ((slot.given, slot.count) for slot in slots):
        user = given.get("remoteuser")
        if isinstance(user, str):
            running[user] += count
            weight[user] += count * _cores(given.get("cpus", 1))
    first_schedd = next(iter(schedds), f"ap.{domain}")
    for name in running:
        if not any(name == submitter for submitter, _ in idle):
            idle[name, first_schedd] = 0
    counted: set[str] = set()
    for (name, schedd), count in idle.items():
        address = schedds.get(schedd, _sinful(1))
        here = name not in counted
        counted.add(name)
        attributes: dict[str, Expr | Value] = {
            "MyType": "Submitter",
            "Name": name,
            "ScheddName": schedd,
            "ScheddIpAddr": address,
            "MyAddress": address,
            "SubmitterTag": "",
            "IdleJobs": count,
            "RunningJobs": running[name] if here else 0,
            "WeightedIdleJobs": weighted_idle[name, schedd],
            "WeightedRunningJobs": float(weight[name]) if here else 0.0,
            "FlockedJobs": 0,
            "HeldJobs": held[name, schedd],
            "LastHeardFrom": now,
        }
        yield Ad(attributes)


def _cores(number: Expr | Value) -> int:
    """A number of cores; 1 if it is not an integer."""
    return number if isinstance(number, int) else 1
