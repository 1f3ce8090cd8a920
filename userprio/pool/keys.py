"""Keys of a pool.toml's tables that look like a slip: any attribute may be given, so few others are refused."""

from collections.abc import Mapping
from typing import Final

from userprio.likeness import likeliest, one_slip, swapped
from userprio.pool.submit import GPU_COMMANDS

GROUP_KEYS: Final = ("group", "accounting_group", "accountinggroup", "acctgroup")
"""Spellings of the accounting group, in lower case: ours, condor_submit's two, and the attribute of the job."""
USER_KEYS: Final = ("accounting_group_user", "acctgroupuser")
"""Spellings of the user whom the group's use is booked on, in lower case."""

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


def meant_for_slots(key: str) -> str | None:
    """The key that one of `[[slots]]` may have been meant for; None for a known one, and for an attribute."""
    lower = key.lower()
    if lower == "count" or lower in (known.lower() for known in _SLOT_ATTRIBUTES):
        return None
    resource = _resource(lower.removeprefix("request_"))
    if resource is not None:
        return {"gpus": "GPUs"}.get(resource, resource.capitalize())
    return _slip(lower, {"count": "count", **{known.lower(): known for known in _SLOT_ATTRIBUTES}})


def meant_for_jobs(key: str) -> str | None:
    """The same of `[[jobs]]`."""
    lower = key.lower()
    known = {
        **{each: each for each in (*_OWN_COMMANDS, *_REQUESTS)},
        **{each.lower(): each for each in _JOB_ATTRIBUTES},
    }
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
    """The resource that a word in lower case means: in other words, with a unit, or with a slip."""
    plain = next((lower.removesuffix(f"_{unit}") for unit in _UNITS if lower.endswith(f"_{unit}")), lower)
    if plain in _RESOURCES:
        return plain
    return _COMMON_WORDS.get(plain) or next((each for each in _RESOURCES if _slipped(plain, each)), None)


def _slipped(word: str, known: str) -> bool:
    """Whether the words are one slip apart; in a short one another letter makes another word, such as risk of disk."""
    return one_slip(word, known) and (len(known) > _SHORT or len(word) != len(known) or swapped(word, known))


def _slip(lower: str, known: Mapping[str, str]) -> str | None:
    """The known key that is one slip away, or has the same letters; short ones are alike by chance."""
    for other, spelled in known.items():
        if lower.replace("_", "") == other.replace("_", "") or _slipped(lower, other):
            return spelled
    return None
