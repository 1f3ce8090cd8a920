"""What condor_submit makes of its commands (`submit_utils.cpp`), and what a mistyped key of a pool.toml may mean.

A table of a pool.toml may contain any attribute, so the only unknown keys refused are those that look like typing
errors.
"""

from collections.abc import Mapping
from typing import Final

from userprio.base.naming import likeliest, one_slip, swapped
from userprio.classad import Expr, Value, parse, references, unparse

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

_RESOURCES: Final = ("cpus", "memory", "disk", "gpus")
_REQUESTS: Final = tuple(f"request_{resource}" for resource in _RESOURCES)

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
_UNITS: Final = ("kb", "mb", "gb", "tb", "kib", "mib", "gib", "tib")


def cuda_version(major: int, minor: int) -> int:
    """The number of a version of the GPU runtime, 12010 for 12.1; one above 1000 is such a number already."""
    return major if major > 1000 and not minor else 1000 * major + 10 * minor


def required_gpus(attributes: Mapping[str, Expr | Value]) -> Expr | None:
    """The condition on a job's GPUs: its RequireGPUs, and limits on properties that this does not mention; or None."""
    given = {name.lower(): value for name, value in attributes.items()}
    own = given.get(_REQUIRED)
    spoken_of = _names(own) if isinstance(own, Expr) else set[str]()
    clauses = [f"({unparse(own)})"] if isinstance(own, Expr) else []
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
    if one_slip(head, "request"):
        return f"request_{_resource(last) or last}"
    near = likeliest(lower, _OWN_COMMANDS)
    return near if near is not None and (len(near) > _SHORT or _slipped(lower, near)) else _slip(lower, known)


def _resource(lower: str) -> str | None:
    """The resource that a word in lower case means: a synonym, with a unit, or mistyped."""
    plain = next((lower.removesuffix(f"_{unit}") for unit in _UNITS if lower.endswith(f"_{unit}")), lower)
    if plain in _RESOURCES:
        return plain
    return _COMMON_WORDS.get(plain) or next((resource for resource in _RESOURCES if _slipped(plain, resource)), None)


def _slipped(word: str, known: str) -> bool:
    """Whether one typing error makes one word the other; not a wrong letter in a short one, as in risk and disk."""
    return one_slip(word, known) and (len(known) > _SHORT or len(word) != len(known) or swapped(word, known))


def _slip(lower: str, known: Mapping[str, str]) -> str | None:
    """The known key that is one typing error away, or differs only in underscores."""
    for other, spelled in known.items():
        if lower.replace("_", "") == other.replace("_", "") or _slipped(lower, other):
            return spelled
    return None
