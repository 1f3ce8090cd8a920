"""What condor_submit adds to a job's Requirements (`SubmitHash::SetRequirements`)."""

import re
from collections.abc import Iterator
from typing import Final

from userprio.classad import UNDEFINED, Ad, Expr, Value, external_references, internal_references
from userprio.submission.draft import Draft

_VANILLA, _GRID, _JAVA, _PARALLEL, _LOCAL, _VM = 5, 9, 10, 11, 12, 13
_TRANSFERRING: Final = frozenset({_VANILLA, _JAVA, _PARALLEL, _VM})
_SYSTEMS: Final = {"opsys", "opsysandver", "opsyslongname", "opsysshortname", "opsysname", "opsyslegacy"}
_ENCRYPTED: Final = ("EncryptInputFiles", "EncryptOutputFiles", "DontEncryptInputFiles", "DontEncryptOutputFiles")
_TIMED: Final = ("CronMinute", "CronHour", "CronDayOfMonth", "CronMonth", "CronDayOfWeek", "DeferralTime")
_DUE: Final = (
    "(((time() + ScheddInterval) >= (DeferralTime - DeferralPrepTime)) && (time() < (DeferralTime + DeferralWindow)))"
)
_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://.")
_CUDA: Final = re.compile(r"(\d+)(?:\.(\d+))?")
_OWN_NETWORKS: Final = ("", "host", "none", "nat")


def needs_deferral(draft: Draft) -> bool:
    """Whether the job starts at a certain time."""
    return any(name in draft for name in _TIMED)


def set_requirements(draft: Draft) -> None:
    """Set Requirements to the description's own and what the job needs besides; MY.Requirements stand alone."""
    own = draft.command("requirements")
    if draft.command("MY.Requirements") is not None:
        if own is not None:
            draft.warnings.append("MY.Requirements replace requirements: remove one of the two")
        return
    universe = draft.value("JobUniverse")
    clauses = [f"({own})"] if own is not None else []
    config = draft.config
    by_universe = {_VANILLA: "APPEND_REQ_VANILLA", _VM: "APPEND_REQ_VM"}.get(universe if type(universe) is int else 0)
    more = (config.text(by_universe) if by_universe else None) or config.text("APPEND_REQUIREMENTS")
    if more is not None:
        clauses.append(f"({more})")
    if universe == _GRID and not (
        draft.text("GridResource").lower().startswith("condor")
        and config.boolean("SUBMIT_GENERATE_CONDOR_C_REQUIREMENTS", default=True)
    ):
        draft.express("Requirements", " && ".join(clauses) or "true", "requirements")
        return
    mentioned = _mentioned(draft, " && ".join(clauses))
    clauses += _of_platform(draft, mentioned)
    clauses += _of_requests(draft, mentioned)
    if "ToolDaemonCmd" in draft and "hastdp" not in mentioned:
        clauses.append("TARGET.HasTDP")
    if draft.value("EncryptExecuteDirectory") is True and "encryptexecutedirectory" not in mentioned:
        clauses.append("TARGET.HasEncryptExecuteDirectory")
    if universe in _TRANSFERRING:
        clauses += _of_transfer(draft, mentioned)
    if needs_deferral(draft):
        if universe != _LOCAL:
            clauses.append("TARGET.HasJobDeferral")
        if "ScheddInterval" not in draft:
            draft.express("ScheddInterval", config.text("SCHEDD_INTERVAL") or "300")
        clauses.append(_DUE)
    if draft.value("WantFTOnCheckpoint") is True and "hasselfcheckpointtransfers" not in mentioned:
        clauses.append("TARGET.HasSelfCheckpointTransfers")
    if version := draft.text("CUDAVersion"):
        match = _CUDA.fullmatch(version)
        if match is None:
            raise draft.error(f"cuda_version = {version} is not of the form x or x.y", "cuda_version", "CUDAVersion")
        major, minor = int(match[1]), match[2]
        draft.set("CUDAVersion", major if minor is None and major >= 1000 else major * 1000 + int(minor or 0) % 100)
        clauses.append("CUDAVersion <= TARGET.CUDAMaxSupportedVersion")
    if draft.value("OCUWanted") is True:
        clauses.append("TARGET.OCU =?= true")
    draft.express("Requirements", " && ".join(clauses))


def _mentioned(draft: Draft, text: str) -> frozenset[str]:
    """The attributes of machines that Requirements mention, in lower case."""
    if not text:
        return frozenset()
    own: dict[str, Expr | Value] = {"RequestMemory": 0, "VM_CkptMac": ""}
    ad = Ad({**own, "Requirements": draft.parsed("Requirements", text)})
    if draft.host.behaviour.requirements_are_not_circular and (
        "requirements" in internal_references(ad, ["Requirements"])
        or "requirements" in external_references(ad, ["Requirements"])
    ):
        raise draft.error("Requirements refer to themselves: is $(Requirements) meant?", "requirements")
    return external_references(ad, ["Requirements"])


def _of_platform(draft: Draft, mentioned: frozenset[str]) -> Iterator[str]:
    universe, config = draft.value("JobUniverse"), draft.config
    if universe == _JAVA:
        yield "TARGET.HasJava"
        return
    if "arch" not in mentioned:
        yield f'(TARGET.Arch == "{config.text("ARCH") or ""}")'
    if universe == _VM:
        yield from _of_vm(draft, mentioned)
    elif "WantDocker" in draft:
        yield "TARGET.HasDocker"
        if draft.text("DockerNetworkType") not in _OWN_NETWORKS:
            yield "StringListMember(My.DockerNetworkType, TARGET.DockerNetworks)"
    elif "WantContainer" in draft:
        yield "TARGET.HasContainer"
        image = draft.text("ContainerImage").strip()
        if "DockerImage" in draft or image.startswith("docker:"):
            yield "TARGET.HasDockerURL"
        else:
            yield "TARGET.HasSIF" if image.endswith(".sif") else "TARGET.HasSandboxImage"
    elif not mentioned & _SYSTEMS:
        yield f'(TARGET.OpSys == "{config.text("OPSYS") or ""}")'


def _of_vm(draft: Draft, mentioned: frozenset[str]) -> Iterator[str]:
    if "hasvm" not in mentioned:
        yield "(TARGET.HasVM =?= true)"
    if "vm_type" not in mentioned:
        yield "(TARGET.VM_Type == MY.JobVMType)"
    if "vm_availnum" not in mentioned:
        yield "(TARGET.VM_AvailNum > 0)"


def _of_requests(draft: Draft, mentioned: frozenset[str]) -> Iterator[str]:
    universe = draft.value("JobUniverse")
    if "disk" in mentioned:
        if "RequestDisk" in draft and universe != _VM:
            yield "(TARGET.Disk >= RequestDisk)"
    elif "RequestDisk" not in draft:
        yield "(TARGET.TotalDisk >= DiskUsage)" if universe == _VM else "(TARGET.Disk >= DiskUsage)"
    elif draft.exceeds("RequestDisk", 0):
        if universe == _VANILLA and draft.host.behaviour.newer_slots_check_disk:
            newer = 'versionGE(split(TARGET.CondorVersion)[1], "25.12.0")'
            yield f"({newer} || (TARGET.Disk >= RequestDisk))"
        else:
            yield "(TARGET.Disk >= RequestDisk)"
    if universe == _VM:
        yield "(TARGET.TotalMemory >= MY.JobVMMemory)"
        if "vm_memory" not in mentioned:
            yield "(TARGET.VM_Memory >= MY.JobVMMemory)"
        if draft.value("JobVMNetworking") is True and "vm_networking" not in mentioned:
            yield "TARGET.VM_Networking"
    elif draft.exceeds("RequestMemory", 1):
        yield "(TARGET.Memory >= RequestMemory)"
    if universe != _GRID and "cpus" not in mentioned and draft.exceeds("RequestCpus", 1):
        yield "(TARGET.Cpus >= RequestCpus)"
    yield from _of_resources(draft, mentioned)


def _of_resources(draft: Draft, mentioned: frozenset[str]) -> Iterator[str]:
    """A clause for each other resource that is requested, by name."""
    names = {name.lower(): name for name in draft.spelled() if name.lower().startswith("request")}
    if not draft.config.boolean("SUBMIT_GENERATE_CUSTOM_RESOURCE_REQUIREMENTS", default=True):
        names = {name: spelled for name, spelled in names.items() if name == "requestgpus"}
    for lower, name in sorted(names.items()):
        resource = name[len("Request") :]
        common = lower in ("requestcpus", "requestdisk", "requestmemory")
        if common or len(resource) < 2 or resource.startswith("_") or resource.lower() in mentioned:
            continue
        value = draft.value(name)
        if isinstance(value, str):
            if value:
                yield f"regexp({name}, TARGET.{resource})"
        elif value is UNDEFINED or (isinstance(value, int | float) and not isinstance(value, bool) and value > 0):
            if f"Require{resource}" in draft:
                yield f"(countMatches(MY.Require{resource}, TARGET.Available{resource}) >= {name})"
            else:
                yield f"(TARGET.{resource} >= {name})"


def _of_transfer(draft: Draft, mentioned: frozenset[str]) -> Iterator[str]:
    """The clause about how files get to the job."""
    should = draft.text("ShouldTransferFiles")
    same = "(TARGET.FileSystemDomain == MY.FileSystemDomain)"
    names_domain = "filesystemdomain" in mentioned
    if should == "NO":
        if not names_domain:
            yield same
        return
    if mentioned & {"hasfiletransfer", "hasjobtransferplugins"}:
        return
    plugins = draft.text("TransferPlugins")
    parts = ["TARGET.HasJobTransferPlugins" if plugins else "TARGET.HasFileTransfer"]
    if "hasperfileencryption" not in mentioned and any(name in draft for name in _ENCRYPTED):
        parts.append("TARGET.HasPerFileEncryption")
    if (
        draft.text("TransferCheckpoint")
        or draft.value("PreserveRelativePaths") is True
        or draft.text("WhenToTransferOutput") == "ON_SUCCESS"
    ):
        parts.append('versioncmp(split(TARGET.CondorVersion)[1], "8.9.7") >= 0')
    if draft.value("RequireCommonFilesTransfer") is True:
        parts.append("TARGET.HasCommonFilesTransfer >= 2")
    methods = _methods(draft, plugins)
    if "hasfiletransferpluginmethods" not in mentioned:
        parts += [f'stringListIMember("{method}", TARGET.HasFileTransferPluginMethods)' for method in methods]
    if methods:
        draft.set("WantTransferPluginMethods", ",".join(methods))
    transfer = f"({' && '.join(parts)})"
    yield f"({same} || {transfer})" if should == "IF_NEEDED" and not names_domain else transfer


def _methods(draft: Draft, plugins: str) -> list[str]:
    """The schemes of URLs that files come from or go to, except those for which the job brings a plugin."""
    brought = {
        name.strip().lower()
        for plugin in plugins.split(";")
        if "=" in plugin
        for name in plugin.partition("=")[0].split(",")
    }
    places = draft.text("TransferInput").split(",")
    places.append(draft.text("OutputDestination"))
    places += [remap.partition("=")[2] for remap in draft.text("TransferOutputRemaps").split(";")]
    found = {match[1].lower(): None for place in places if (match := _SCHEME.match(place.strip()))}
    methods = sorted(name for name in found if name not in brought)
    if draft.config.boolean("SIGN_S3_URLS", default=True) and {"s3", "gs"} & set(methods):
        for attribute, what in (("EC2AccessKeyId", "access"), ("EC2SecretAccessKey", "secret_access")):
            if attribute not in draft:
                raise draft.error(f"URLs of s3 and gs need a file with the key: aws_{what}_key_file or the like")
    return methods
