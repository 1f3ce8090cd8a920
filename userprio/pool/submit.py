"""What condor_submit makes of its commands: GPUs and Requirements (`submit_utils.cpp`)."""

from collections.abc import Mapping
from typing import Final

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
"""JobUniverse by what the command `universe` says."""

GPU_COMMANDS: Final = {
    "require_gpus": "RequireGPUs",
    "gpus_minimum_capability": "GPUsMinCapability",
    "gpus_maximum_capability": "GPUsMaxCapability",
    "gpus_minimum_memory": "GPUsMinMemory",
    "gpus_minimum_runtime": "GPUsMinRuntime",
}
"""Attributes of commands that say which GPUs will do. Without request_gpus they mean nothing."""

_HERE: Final = '(TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX")'
_REQUIRED: Final = "requiregpus"
_LIMITS: Final = (
    ("GPUsMinCapability", "Capability", ">="),
    ("GPUsMaxCapability", "Capability", "<="),
    ("GPUsMinMemory", "GlobalMemoryMb", ">="),
    ("GPUsMinRuntime", "MaxSupportedVersion", ">="),
)
"""Attribute of the job, property of a GPU, and how they are compared (`SubmitHash::SetResourceRequirements`)."""


def cuda_version(major: int, minor: int) -> int:
    """The number of a version of the GPU's runtime, 12010 for 12.1; a large one is such a number already."""
    return major if major > 1000 and not minor else 1000 * major + 10 * minor


def required_gpus(attributes: Mapping[str, Expr | Value]) -> Expr | None:
    """Which of a slot's GPUs will do for the job: what it says itself, and the limits on what it does not speak of."""
    given = {name.lower(): value for name, value in attributes.items()}
    own = given.get(_REQUIRED)
    spoken_of = _names(own) if isinstance(own, Expr) else set[str]()
    clauses = [f"({unparse(own)})"] if isinstance(own, Expr) else []
    for limit, its, compared in _LIMITS:
        if limit.lower() in given and its.lower() not in spoken_of:
            clauses.append(f"{its} {compared} {limit}")
    return parse(" && ".join(clauses)) if clauses else None


def requirements(requests: Mapping[str, Expr | int], attributes: Mapping[str, Expr | Value]) -> Expr:
    """The user's own, and for what it does not speak of itself the conditions that condor_submit adds.

    A resource with an attribute Require<resource> must have as many units as are asked for that meet this.
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
    """The lower-case names that the expression asks of others than its own ad."""
    return {reference.name for reference in references(expr) if reference.scope != "my"}
