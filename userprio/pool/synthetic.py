"""The ads that the daemons of a pool would send, made from a few words about its slots and jobs.

First what condor_submit makes of its commands (`submit_utils.cpp`), and what a mistyped key of a pool.toml may mean: a
table there may contain any attribute, so the only unknown keys refused are those that look like typing errors.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from userprio.base.naming import likeliest, one_slip, swapped
from userprio.classad import Ad, Expr, Value, parse, references, unparse
from userprio.pool.scenario import PREPARING, UNMATCHED_UNIVERSES, Pool, parallel_remark, preparing_remark

UNIVERSES: Final = {
    "vanilla": 5,
    "container": 5,
    "docker": 5,
    "scheduler": 7,
    "grid": 9,
    "java": 10,
    "parallel": 11,
    "local": 12,
    "vm": 13,
}
"""JobUniverse by the value of the command `universe`."""

GPU_COMMANDS: Final = {
    "require_gpus": "RequireGPUs",
    "gpus_minimum_capability": "GPUsMinCapability",
    "gpus_maximum_capability": "GPUsMaxCapability",
    "gpus_minimum_memory": "GPUsMinMemory",
    "gpus_minimum_runtime": "GPUsMinRuntime",
}
"""The attributes that commands about suitable GPUs set. Without request_gpus they mean nothing."""

_HERE: Final = '(TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX")'
_REQUIRED: Final = "requiregpus"
_LIMITS: Final = (
    ("GPUsMinCapability", "Capability", ">="),
    ("GPUsMaxCapability", "Capability", "<="),
    ("GPUsMinMemory", "GlobalMemoryMb", ">="),
    ("GPUsMinRuntime", "MaxSupportedVersion", ">="),
)
"""Attribute of the job, property of a GPU, and how they are compared (`SubmitHash::SetResourceRequirements`)."""

GROUP_KEYS: Final = ("group", "accounting_group", "accountinggroup", "acctgroup")
"""Spellings of the accounting group, in lower case: ours, condor_submit's two, and the attribute of the job."""

USER_KEYS: Final = ("accounting_group_user", "acctgroupuser")
"""Spellings of the user that is charged within the group, in lower case."""

_REQUESTED: Final = ("cpus", "memory", "disk", "gpus")
_REQUESTS: Final = tuple(f"request_{resource}" for resource in _REQUESTED)

_OWN_COMMANDS: Final = (
    *("user", "group", "count", "schedd", "priority", "nice_user", "requirements", "rank", "universe"),
    *("concurrency_limits", "concurrency_limits_expr", "accounting_group", "accounting_group_user"),
    *GPU_COMMANDS,
)

_JOB_ATTRIBUTES: Final = (
    *("JobPrio", "JobStatus", "JobUniverse", "ConcurrencyLimits", "NiceUser", "WantMatching", "MaxJobRetirementTime"),
    *("AcctGroup", "AcctGroupUser", "AccountingGroup", "RequireGPUs"),
)

_SLOT_ATTRIBUTES: Final = (
    *("Cpus", "Memory", "Disk", "GPUs", "Name", "Machine", "State", "Activity", "Start", "Requirements", "Rank"),
    *("SlotWeight", "PartitionableSlot", "SlotType", "DynamicSlot", "RemoteUser", "RemoteOwner", "AccountingGroup"),
    *("Arch", "OpSys", "OpSysAndVer", "CurrentRank", "MachineResources", "NumClaims", "SlotID", "ConsumptionCpus"),
    *("ConsumptionMemory", "ConsumptionDisk", "ConcurrencyLimits", "MyAddress", "NegotiatorRequirements"),
)

_COMMON_WORDS: Final = {
    **dict.fromkeys(("core", "cores", "cpu", "ncpus", "num_cpus", "cpu_count"), "cpus"),
    **dict.fromkeys(("ram", "mem"), "memory"),
    **dict.fromkeys(("gpu", "ngpus", "num_gpus", "gpu_count"), "gpus"),
}

_SHORT: Final = 5
_SIZES: Final = ("kb", "mb", "gb", "tb", "kib", "mib", "gib", "tib")


def cuda_version(major: int, minor: int) -> int:
    """The number of a version of the GPU runtime, 12010 for 12.1; one above 1000 is such a number already."""
    return major if major > 1000 and not minor else 1000 * major + 10 * minor


def required_gpus(attributes: Mapping[str, Expr | Value]) -> Expr | None:
    """The condition on a job's GPUs: its RequireGPUs, and limits on properties that this does not mention; or None."""
    given = {name.lower(): value for name, value in attributes.items()}
    own = given.get(_REQUIRED)
    spoken_of = _names(own) if isinstance(own, Expr) else set[str]()
    clauses = [f"({unparse(own)})"] if isinstance(own, Expr) else []
    # As condor_submit: a property that RequireGPUs mentions is the user's own affair, and gets no second condition.
    for limit, its, compared in _LIMITS:
        if limit.lower() in given and its.lower() not in spoken_of:
            clauses.append(f"{its} {compared} {limit}")
    return parse(" && ".join(clauses)) if clauses else None


def requirements(requests: Mapping[str, Expr | int], attributes: Mapping[str, Expr | Value]) -> Expr:
    """The user's own Requirements, and the conditions that condor_submit adds on what these do not mention.

    Of a resource with an attribute Require<resource>, the slot must have as many units that meet it as are requested.
    """
    given = {name.lower(): value for name, value in attributes.items()}
    wanted = given.get("requirements")
    own = wanted if isinstance(wanted, Expr) else None
    spoken_of = set[str]() if own is None else _names(own)
    clauses = [] if own is None else [f"({unparse(own)})"]
    # Either of the two is enough for condor_submit to leave both out.
    if not spoken_of & {"arch", "opsys"}:
        clauses.append(_HERE)
    for resource in dict.fromkeys(["Disk", "Memory", *requests]):
        if resource.lower() in spoken_of or requests.get(resource) == 0:
            continue
        if f"require{resource.lower()}" in given:
            clauses.append(f"(countMatches(MY.Require{resource}, TARGET.Available{resource}) >= Request{resource})")
        else:
            clauses.append(f"(TARGET.{resource} >= Request{resource})")
    return parse(" && ".join(clauses) or "true")


def job_number(schedd: str | None, cluster: int, proc: int, queued_at: int) -> dict[str, Value]:
    """The attributes that tell a job from all others, as its schedd writes them."""
    return {"ClusterId": cluster, "ProcId": proc, "GlobalJobId": f"{schedd}#{cluster}.{proc}#{queued_at}"}


def _names(expr: Expr) -> set[str]:
    """The names, in lower case, that the expression refers to, except with MY."""
    return {reference.name for reference in references(expr) if reference.scope != "my"}


def meant_for_slots(key: str) -> str | None:
    """The key that was probably meant by one in `[[slots]]`; None for a known one, or one unlike any."""
    lower = key.lower()
    known = {key.lower(): key for key in ("count", *_SLOT_ATTRIBUTES)}
    if lower in known:
        return None
    resource = _resource(lower.removeprefix("request_"))
    if resource is not None:
        return {"gpus": "GPUs"}.get(resource, resource.capitalize())
    return _slip(lower, known)


def meant_for_jobs(key: str) -> str | None:
    """The same for `[[jobs]]`."""
    lower = key.lower()
    known = {key.lower(): key for key in (*_OWN_COMMANDS, *_REQUESTS, *_JOB_ATTRIBUTES)}
    if lower in known:
        return None
    if lower == "queue":
        return "count"
    resource = _resource(lower.removeprefix("request_"))
    if resource is not None:
        return f"request_{resource}"
    head, _, last = lower.partition("_")
    # `requst_memory`, `reqest_gpus`: what follows the underscore says which.
    if one_slip(head, "request"):
        return f"request_{_resource(last) or last}"
    near = likeliest(lower, _OWN_COMMANDS)
    return near if near is not None and (len(near) > _SHORT or _slipped(lower, near)) else _slip(lower, known)


def _resource(lower: str) -> str | None:
    """The resource that a word in lower case means: a synonym, with a unit, or mistyped."""
    plain = next((lower.removesuffix(f"_{unit}") for unit in _SIZES if lower.endswith(f"_{unit}")), lower)
    if plain in _REQUESTED:
        return plain
    return _COMMON_WORDS.get(plain) or next((resource for resource in _REQUESTED if _slipped(plain, resource)), None)


def _slipped(word: str, known: str) -> bool:
    """Whether one typing error makes one word the other; not a wrong letter in a short one, as in risk and disk."""
    return one_slip(word, known) and (len(known) > _SHORT or len(word) != len(known) or swapped(word, known))


def _slip(lower: str, known: Mapping[str, str]) -> str | None:
    """The known key that is one typing error away, or differs only in underscores."""
    for other, spelled in known.items():
        if lower.replace("_", "") == other.replace("_", "") or _slipped(lower, other):
            return spelled
    return None


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
            yield own.replace(job_number(table.schedd, cluster, process, now))


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
    # Who has only running jobs needs an ad as well, or its slots would count for nobody.
    for name in running:
        if not any(name == submitter for submitter, _ in idle):
            idle[name, first_schedd] = 0
    counted: set[str] = set()
    for (name, schedd), count in idle.items():
        address = schedds.get(schedd, _sinful(1))
        # Running jobs are counted once, though there may be an ad at each schedd.
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
