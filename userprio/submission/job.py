"""The ad of a job, as condor_submit makes it (`SubmitHash::make_job_ad`)."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

from userprio.base import BadInput
from userprio.classad import Ad, Binary, Conditional, Expr, Literal, Value, internal_references, unparse
from userprio.config import integer_of, quoted
from userprio.submission.draft import Draft, amount_of, commands, obey
from userprio.submission.language import MY
from userprio.submission.requirements import needs_deferral, set_requirements

VANILLA: Final = 5
_UNIVERSES: Final = {
    "vanilla": VANILLA,
    "scheduler": 7,
    "grid": 9,
    "java": 10,
    "parallel": 11,
    "local": 12,
    "vm": 13,
    "docker": VANILLA,
    "container": VANILLA,
}
_GRIDS: Final = ("condor", "batch", "arc", "ec2", "gce", "azure", "pbs", "lsf", "nqs", "sge", "slurm", "blah")
_COUNTERS: Final = (
    "ExitStatus NumCkpts NumJobStarts NumJobCompletions NumRestarts NumSystemHolds CommittedTime CommittedSlotTime "
    "CumulativeSlotTime TotalSuspensions LastSuspensionTime CumulativeSuspensionTime CommittedSuspensionTime "
    "CurrentHosts"
).split()
_RECONNECTING: Final = frozenset(map(_UNIVERSES.__getitem__, ("vanilla", "java", "parallel", "vm")))
_MIB: Final = 1 << 20
_COMMON: Final = ("request_cpus", "request_gpus", "request_disk", "request_memory")
_MISTAKEN: Final = ("request_gpu_memory", "request_gpus_memory")
_KIB: Final = 1 << 10
_HELD: Final = 5
_IDLE: Final = 1
_LIMIT: Final = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?(?::.*)?", re.A)
_RUNTIME: Final = re.compile(r"(\d+)(?:\.(\d{1,2}))?")
_PROPERTIES: Final = (
    ("GPUsMinCapability", "Capability", ">="),
    ("GPUsMaxCapability", "Capability", "<="),
    ("GPUsMinMemory", "GlobalMemoryMb", ">="),
    ("GPUsMinRuntime", "MaxSupportedVersion", ">="),
)
"""Attributes of a job that limit a property of its GPUs."""
# Commands by both of their names, for errors about them.
_UNIVERSE: Final = ("universe", "JobUniverse")
_SHOULD: Final = ("should_transfer_files", "ShouldTransferFiles")
_WHEN: Final = ("when_to_transfer_output", "WhenToTransferOutput")
_TRANSFERS: Final = {
    **dict.fromkeys(("YES", "TRUE", "ALWAYS"), "YES"),
    **dict.fromkeys(("NO", "FALSE", "NEVER"), "NO"),
    **dict.fromkeys(("IF_NEEDED", "AUTO"), "IF_NEEDED"),
}
_OUTPUTS: Final = {
    **dict.fromkeys(("ON_EXIT_OR_EVICT", "ALWAYS"), "ON_EXIT_OR_EVICT"),
    **dict.fromkeys(("ON_EXIT", "ONEXIT"), "ON_EXIT"),
    **dict.fromkeys(("ON_SUCCESS", "ONSUCCESS"), "ON_SUCCESS"),
    "NEVER": "ON_EXIT",
    "NONE": "NONE",
}
_URL: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")


def make_job(draft: Draft, proc: int) -> Ad:
    """The ad of a job with this number, as a description's commands make it.

    Raises:
        BadInput: condor_submit refuses the description.
    """
    forced = _base(draft)
    _set_universe(draft)
    _set_executable(draft)
    held = draft.flag("hold")
    draft.set("JobStatus", _HELD if held else _IDLE)
    if held:
        draft.set("HoldReasonCode", 15)
    _set_rank(draft)
    _set_requests(draft)
    _set_limits(draft)
    _set_account(draft)
    given = ""
    for command in commands():
        # Of two names of a command that follow each other, the first counts.
        if command.kind != "-" and command.attribute != given:
            given = command.attribute if obey(draft, command) else ""
    _set_deferral(draft)
    _set_sizes_and_transfer(draft)
    if "MaxHosts" not in draft:
        draft.set("MinHosts", 1)
        draft.set("MaxHosts", 1)
    if "SuccessCheckpointExitCode" in draft:
        draft.set("WantFTOnCheckpoint", True)
    if "JobPrio" not in draft:
        draft.set("JobPrio", 0)
    lease = draft.config.text("JOB_DEFAULT_LEASE_DURATION")
    reconnects = draft.value("JobUniverse") in _RECONNECTING
    if "JobLeaseDuration" not in draft and lease is not None and reconnects:
        draft.express("JobLeaseDuration", lease)
    for name, text in forced.items():
        draft.express(name, text)
    for name in draft.names():
        if name.startswith(MY):
            draft.express(draft.written(name)[len(MY) :], draft.command(name) or "undefined", name)
    draft.set("ProcId", proc)
    _complete_gpus(draft)
    set_requirements(draft)
    return draft.ad()


def _base(draft: Draft) -> dict[str, str]:
    """Set what every job begins with; returns the attributes that the configuration sets at the end."""
    draft.set("MyType", "Job")
    draft.set("TargetType", "Machine")
    draft.set("QDate", draft.host.now)
    draft.set("EnteredCurrentStatus", draft.host.now)
    draft.set("ClusterId", 1)
    draft.set("Owner", draft.parsed("Owner", "undefined"))
    for name in _COUNTERS:
        draft.set(name, 0)
    draft.set("OnExitBySignal", False)
    folder = draft.command("initialdir", "Iwd") or draft.command("initial_dir", "job_iwd") or ""
    draft.set("Iwd", str(draft.host.folder / folder))
    if folder and not (draft.host.folder / folder).is_dir():
        draft.warnings.append(f"the folder {quoted(folder)} is not here; condor_submit refuses a job without it")
    forced = {}
    listed = dict.fromkeys(
        name for knob in ("SUBMIT_ATTRS", "SUBMIT_EXPRS", "SYSTEM_SUBMIT_ATTRS") for name in draft.config.words(knob)
    )
    for name in listed:
        own = name.removeprefix("+")
        own = own[len(MY) :] if own.lower().startswith(MY) else own
        text = draft.config.text(own)
        if text is None:
            continue
        if own != name:
            forced[own] = text
            continue
        try:
            draft.express(name, text)
        except BadInput:  # condor_submit leaves it out without a word
            continue
    return forced


def _set_universe(draft: Draft) -> None:
    written = draft.command(*_UNIVERSE) or draft.config.text("DEFAULT_UNIVERSE") or "vanilla"
    name = written.lower()
    number = integer_of(name) if name.isdigit() else _UNIVERSES.get(name)
    if number is None or number not in _UNIVERSES.values():
        raise draft.error(f"there is no universe {quoted(written)}", *_UNIVERSE)
    draft.set("JobUniverse", number)
    if number == _UNIVERSES["grid"]:
        resource = draft.command("grid_resource", "GridResource")
        if resource is None:
            raise draft.error("a job of the grid universe needs a grid_resource", *_UNIVERSE)
        draft.set("GridResource", resource)
        if _grid_type(draft) not in _GRIDS:
            raise draft.error(f"{quoted(resource)} is not a grid_resource", "grid_resource", "GridResource")
    container, docker = draft.command("container_image", "ContainerImage"), draft.command("docker_image", "DockerImage")
    if number not in (VANILLA, _UNIVERSES["local"]):
        return
    if name == "docker":
        if container is not None or docker is None:
            which = "does not allow a container_image" if container is not None else "needs a docker_image"
            raise draft.error(f"the docker universe {which}", *_UNIVERSE)
        draft.set("WantDocker", True)
        draft.set("DockerImage", _unquoted(docker))
        return
    if container is not None and docker is not None:
        raise draft.error("there are both docker_image and container_image", "docker_image", "DockerImage")
    if container is None and docker is None:
        if name == "container":
            raise draft.error("the container universe needs a container_image or a docker_image", *_UNIVERSE)
        return
    draft.set("WantContainer", True)
    if docker is not None:
        draft.set("WantDockerImage", True)
        draft.set("DockerImage", _unquoted(docker))
        return
    image = _unquoted(container or "")
    if not image or image.startswith(("instance://", "library://", "shub://")):
        raise draft.error(f"{quoted(image)} is not a container_image", "container_image", "ContainerImage")
    draft.set("ContainerImage", image)
    kind = "WantDockerImage" if image.startswith("docker:") else "WantSIF" if image.endswith(".sif") else None
    draft.set(kind or "WantSandboxImage", True)


def _grid_type(draft: Draft) -> str:
    return (draft.text("GridResource").split() or [""])[0].lower()


def _unquoted(text: str) -> str:
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def _set_executable(draft: Draft) -> None:
    if draft.command("shell") is not None:
        draft.set("Cmd", "/bin/sh")
        draft.set("TransferExecutable", False)
        return
    name = draft.command("executable", "Cmd")
    is_java = draft.value("JobUniverse") == _UNIVERSES["java"]
    if is_java and (draft.command("arguments", "Args") or draft.command("arguments2")) is None:
        raise draft.error("a java job needs arguments, with the name of its class", *_UNIVERSE)
    in_image = "WantDocker" in draft or "WantContainer" in draft
    if name is None and not in_image:
        raise draft.error("there is no executable")
    wanted = draft.command("transfer_executable", "TransferExecutable")
    transfers = name is not None and (wanted is None or wanted[0] not in "Ff")
    if not transfers:
        draft.set("TransferExecutable", False)
    draft.set("Cmd", str(draft.host.folder / name) if transfers and name is not None else name or "")
    if transfers and name is not None and "$$" not in name and draft.value("JobUniverse") != _UNIVERSES["vm"]:
        path = draft.host.folder / name
        if not path.is_file() and not path.is_dir():
            draft.warnings.append(f"the executable {quoted(name)} is not here; condor_submit refuses a job without it")


def _set_rank(draft: Draft) -> None:
    rank, config = draft.command("rank", "preferences"), draft.config
    vanilla = draft.value("JobUniverse") == VANILLA
    rank = rank or (vanilla and config.text("DEFAULT_RANK_VANILLA")) or config.text("DEFAULT_RANK")
    more = (vanilla and config.text("APPEND_RANK_VANILLA")) or config.text("APPEND_RANK")
    if more:
        rank = f"({rank}) + ({more})" if rank else more
    if rank:
        draft.express("Rank", rank, "rank", "preferences")
    else:
        draft.set("Rank", 0.0)


def _set_requests(draft: Draft) -> None:
    if draft.value("JobUniverse") == _UNIVERSES["parallel"] or draft.flag("WantParallelScheduling"):
        _set_hosts(draft)
    for name in draft.names():
        resource = draft.written(name)[len("request_") :]
        if not name.startswith("request_") or name in (
            "request_cpus",
            "request_gpus",
            "request_disk",
            "request_memory",
        ):
            continue
        if name in ("request_cpu", "request_gpu"):
            draft.command(name)
            draft.warnings.append(f"{name} is not a command: {name}s is meant")
        elif (
            len(resource) > 1
            and not resource.startswith("_")
            and name not in ("request_gpu_memory", "request_gpus_memory")
        ):
            text = draft.command(name)
            if text is None:
                raise draft.error(f"{name} has no value", name)
            draft.express(f"Request{resource}", text, name)
    _set_request(draft, "cpus", "RequestCpus")
    _set_request(draft, "gpus", "RequestGPUs")
    _set_request(draft, "disk", "RequestDisk", _KIB)
    _set_request(draft, "memory", "RequestMemory", _MIB)
    if "RequestGPUs" in draft:
        _set_gpus(draft)


def _set_hosts(draft: Draft) -> None:
    count = draft.command("machine_count", "MachineCount") or draft.command("node_count", "NodeCount")
    if count is None:
        raise draft.error("a parallel job needs a machine_count", *_UNIVERSE)
    number = int(match[0]) if (match := re.match(r"\s*[-+]?\d+", count)) else 0
    draft.set("MinHosts", number)
    draft.set("MaxHosts", number)
    draft.set("RequestCpus", 1)


def _set_request(draft: Draft, resource: str, attribute: str, unit: int | None = None) -> None:
    """Set a request for cores, memory and the like, in its own unit, from its command or the configuration."""
    command = f"request_{resource}"
    text = draft.command(command, attribute)
    if text is None and attribute not in draft:
        if _grid_type(draft) == "batch":
            return
        if resource == "memory" and "JobVMMemory" in draft:
            text = "MY.JobVMMemory"
        else:
            text = draft.config.text(f"JOB_DEFAULT_{attribute.upper()}")
    if text is None or text.lower() == "undefined":
        return
    amount = None if unit is None else amount_of(text, unit)
    if amount is None or unit is None:
        draft.express(attribute, text, command)
        return
    value, has_unit, rest = amount
    _ask_for_unit(draft, command, text, has_unit=has_unit)
    grows = draft.host.behaviour.requests_may_grow
    if rest.strip() and not grows:
        raise draft.error(f"{command} = {quoted(text)} is not an expression", command, attribute)
    draft.set(attribute, value)
    more = (rest.strip() or draft.command(f"retry_{command}")) if grows else None
    largest = draft.command(f"retry_{command}_max") if grows and resource == "memory" else None
    increase = draft.command(f"retry_{command}_increase") if grows and resource == "memory" else None
    if more:
        steps = [step for piece in more.split(",") if (step := amount_of(piece, unit))]
        values = [step[0] for step in steps] if len(steps) == len(more.split(",")) else []
        if any(later <= earlier for earlier, later in pairwise(values)):
            raise draft.error(f"the values of {command} must increase", f"retry_{command}", command, attribute)
        if len(values) > 1:
            draft.express(f"Retry{attribute}", "{" + ",".join(map(str, values)) + "}")
    if more or largest or increase:
        draft.set("TransformOnEvict", attribute)


def _ask_for_unit(draft: Draft, command: str, text: str, *, has_unit: bool) -> None:
    wanted = draft.config.text("SUBMIT_REQUEST_MISSING_UNITS")
    if has_unit or wanted is None:
        return
    message = f"{command} = {quoted(text)} has no unit, such as M or G"
    if wanted.lower() == "error":
        raise draft.error(f"{message}, and SUBMIT_REQUEST_MISSING_UNITS demands one", command)
    draft.warnings.append(message)


def _set_gpus(draft: Draft) -> None:
    for command, attribute in (
        ("require_gpus", "RequireGPUs"),
        ("gpus_minimum_capability", "GPUsMinCapability"),
        ("gpus_maximum_capability", "GPUsMaxCapability"),
    ):
        if (text := draft.command(command, attribute)) is not None:
            draft.express(attribute, text, command)
    memory = draft.command("gpus_minimum_memory", "GPUsMinMemory")
    if memory is not None:
        amount = amount_of(memory, _MIB)
        if amount is None or amount[2]:
            draft.express("GPUsMinMemory", memory, "gpus_minimum_memory")
        else:
            _ask_for_unit(draft, "gpus_minimum_memory", memory, has_unit=amount[1])
            draft.set("GPUsMinMemory", amount[0])
    elif draft.command("request_gpu_memory", "request_gpus_memory") is not None:
        draft.warnings.append("request_gpu_memory is not a command: gpus_minimum_memory is meant")
    runtime = draft.command("gpus_minimum_runtime", "GPUsMinRuntime")
    if runtime is not None:
        version = _RUNTIME.fullmatch(runtime)
        if version is None:
            draft.express("GPUsMinRuntime", runtime, "gpus_minimum_runtime")
        else:
            whole = version[2] is None and int(version[1]) > 1000
            draft.set("GPUsMinRuntime", int(version[1]) * (1 if whole else 1000) + int(version[2] or 0) * 10)


def _complete_gpus(draft: Draft) -> None:
    """Complete RequireGPUs by the properties that it does not mention (`SetResourceRequirements`)."""
    if "RequestGPUs" not in draft:
        return
    own = draft.expr("RequireGPUs")
    mentioned: frozenset[str] = frozenset()
    if own is not None:
        named: dict[str, Value | Expr] = {name: 1 for _, name, _ in _PROPERTIES}
        mentioned = internal_references(Ad({"RequireGPUs": own, **named}), ["RequireGPUs"])
    clauses = [
        f"{name} {operator} {attribute}"
        for attribute, name, operator in _PROPERTIES
        if attribute in draft and name.lower() not in mentioned
    ]
    if not clauses:
        return
    if own is not None:
        clauses.insert(0, wrapped(own))
    draft.express("RequireGPUs", " && ".join(clauses))


def wrapped(expr: Expr) -> str:
    """An expression as one of several clauses, in parentheses where it needs them."""
    text = unparse(expr)
    return f"({text})" if isinstance(expr, Conditional) or (isinstance(expr, Binary) and expr.op == "||") else text


def _set_limits(draft: Draft) -> None:
    names, expression = draft.command("concurrency_limits"), draft.command("concurrency_limits_expr")
    if names is not None and expression is not None:
        raise draft.error("there are both concurrency_limits and concurrency_limits_expr", "concurrency_limits")
    if expression is not None:
        draft.express("ConcurrencyLimits", expression, "concurrency_limits_expr")
    if names is None:
        return
    limits = sorted(limit for limit in re.split(r"[,\s]+", names.lower()) if limit)
    for limit in limits:
        if not _LIMIT.fullmatch(limit):
            raise draft.error(f"{quoted(limit)} is not a concurrency limit", "concurrency_limits")
    if limits:
        draft.set("ConcurrencyLimits", ",".join(limits))


def _set_account(draft: Draft) -> None:
    group = draft.command("accounting_group", "AccountingGroup")
    if draft.flag("nice_user", "NiceUser"):
        nice = draft.config.text("NICE_USER_ACCOUNTING_GROUP_NAME")
        if group is None:
            group = nice
        elif group != nice:
            draft.warnings.append("nice_user is ignored, because there is an accounting_group")
        draft.set("MaxJobRetirementTime", 0)
    user = draft.command("accounting_group_user", "AcctGroupUser")
    if group is None and user is None:
        return
    user = user or draft.host.user
    for name, attribute, text in (
        ("accounting_group", "AccountingGroup", group),
        ("accounting_group_user", "AcctGroupUser", user),
    ):
        if text is not None and re.search(r"\s", text):
            raise draft.error(f"{name} = {quoted(text)} has a blank in it", name, attribute)
    draft.set("AcctGroupUser", user)
    if group is not None:
        draft.set("AcctGroup", group)
    draft.set("AccountingGroup", user if group is None else f"{group}.{user}")


def _set_deferral(draft: Draft) -> None:
    time = draft.command("deferral_time", "DeferralTime")
    if time is not None:
        _set_seconds(draft, "DeferralTime", "deferral_time", time)
    if not needs_deferral(draft):
        return
    for attribute, default, names in (
        ("DeferralWindow", 0, ("cron_window", "CronWindow", "deferral_window", "DeferralWindow")),
        ("DeferralPrepTime", 300, ("cron_prep_time", "CronPrepTime", "deferral_prep_time", "DeferralPrepTime")),
    ):
        text = draft.command(*names[:2]) or draft.command(*names[2:])
        if text is None:
            draft.set(attribute, default)
        else:
            _set_seconds(draft, attribute, names[2], text)


def _set_seconds(draft: Draft, attribute: str, command: str, text: str) -> None:
    draft.express(attribute, text, command)
    expr = draft.expr(attribute)
    if isinstance(expr, Literal) and not (type(expr.value) is int and expr.value >= 0):
        raise draft.error(f"{command} = {quoted(text)} is not a whole number of seconds", command, attribute)


def _set_sizes_and_transfer(draft: Draft) -> None:
    executable = size_kib(draft, draft.text("Cmd"))
    draft.set("ExecutableSize", executable)
    draft.set("ImageSize", _size_given(draft, "image_size", "ImageSize") or executable)
    inputs = _listed(draft.command("transfer_input_files", "TransferInputFiles"))
    inputs += _image_sent(draft)
    output = draft.command("transfer_output_files", "TransferOutputFiles")
    should = _set_transfer(draft, bool(inputs), output is not None)
    if should != "NO":
        if draft.value("JobUniverse") == _UNIVERSES["java"]:
            inputs += [draft.text("Cmd"), *_listed(draft.text("JarFiles"))]
            draft.set("Cmd", "java")
        if inputs:
            draft.set("TransferInput", ",".join(inputs))
    total = executable + sum(size_kib(draft, name) for name in inputs)
    if (draft.command("transfer_input", "TransferIn") or "true").lower() == "true":
        total += size_kib(draft, draft.command("input", "In") or draft.command("stdin") or "")
    usage = _size_given(draft, "disk_usage", "DiskUsage")
    if usage is None:
        rounds_up = draft.host.behaviour.requests_may_grow
        draft.set("TransferInputSizeMB", (total + 1023) // 1024 if rounds_up else total // 1024)
    draft.set("DiskUsage", usage or total)
    remaps = draft.command("transfer_output_remaps", "TransferOutputRemaps")
    if remaps is not None:
        draft.set("TransferOutputRemaps", _unquoted(remaps))


def _size_given(draft: Draft, command: str, attribute: str) -> int | None:
    """The size in KiB that a command gives; None if it is not there."""
    text = draft.command(command, attribute)
    if text is None:
        return None
    amount = amount_of(text, _KIB)
    if amount is None or amount[0] < 1:
        raise draft.error(f"{command} = {quoted(text)} is not a size of at least 1", command, attribute)
    return amount[0]


def _listed(names: str | None) -> list[str]:
    """The names of a list with commas."""
    return [name.strip() for name in _unquoted(names or "").split(",") if name.strip()]


def _image_sent(draft: Draft) -> list[str]:
    """The image of a container if it is sent with the job, which then calls it by its last name."""
    image = draft.text("ContainerImage")
    if not image or image.startswith(("docker://", "oras://")) or draft.value("TransferContainer") is False:
        return []
    if any(image.startswith(folder) for folder in draft.config.words("CONTAINER_SHARED_FS")):
        return []
    draft.set("ContainerImage", image.removesuffix("/").rpartition("/")[2])
    return [image]


def _set_transfer(draft: Draft, has_inputs: bool, has_outputs: bool) -> str:
    """Set ShouldTransferFiles and WhenToTransferOutput, which have to go together; returns the former."""
    named = draft.command("ShouldTransferFiles", "should_transfer_files")
    should = _TRANSFERS.get((named or draft.text("ShouldTransferFiles")).upper())
    if named is not None and should is None:
        raise draft.error(f"should_transfer_files = {quoted(named)} is not YES, NO or IF_NEEDED", *_SHOULD)
    is_default = should is None
    configured = draft.config.text("SUBMIT_DEFAULT_SHOULD_TRANSFER_FILES") or ""
    should = should or _TRANSFERS.get(configured.upper(), "IF_NEEDED")
    if should == "NO" and (has_inputs or has_outputs):
        raise draft.error("there are files to transfer, but should_transfer_files is NO", *_SHOULD)
    written = draft.command("WhenToTransferOutput", "when_to_transfer_output")
    when = _OUTPUTS.get((written or draft.text("WhenToTransferOutput")).upper())
    if written is not None and when is None:
        raise draft.error(
            f"when_to_transfer_output = {quoted(written)} is not ON_EXIT, ON_EXIT_OR_EVICT or ON_SUCCESS", *_WHEN
        )
    if when is None:
        when = "NONE" if should == "NO" and not is_default else "ON_EXIT"
    if (should == "NO") != (when == "NONE"):
        raise draft.error(f"when_to_transfer_output is {when}, but should_transfer_files is {should}", *_WHEN)
    if when == "ON_EXIT_OR_EVICT" and should == "IF_NEEDED":
        if not is_default:
            raise draft.error("when_to_transfer_output = ON_EXIT_OR_EVICT needs should_transfer_files = YES", *_WHEN)
        should = "YES"
    draft.set("ShouldTransferFiles", should)
    if should != "NO":
        draft.set("WhenToTransferOutput", when)
    domain = draft.config.text("FILESYSTEM_DOMAIN")
    if should != "YES" and "FileSystemDomain" not in draft and domain is not None:
        draft.set("FileSystemDomain", domain)
    return should


def size_kib(draft: Draft, name: str) -> int:
    """The size of a file, or of all in a folder, rounded up to KiB; 0 for a URL, or if it cannot be read."""
    if not name or _URL.match(name):
        return 0
    path = draft.host.folder / draft.text("Iwd") / name
    try:
        return sum(-(-file.stat().st_size // _KIB) for file in _files(path))
    except OSError:
        return 0


def _files(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    for entry in path.iterdir():
        yield from _files(entry)
