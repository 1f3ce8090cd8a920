"""HTCondor's job and slot ads as Moab would see them.

| Moab | job ad |
| --- | --- |
| id, name | `ClusterId.ProcId`; `JobBatchName`, else the last part of `Cmd` |
| user, group, account | `AcctGroupUser`, else `Owner`; `MoabGroup`; `AcctGroup` |
| QoS, class | `MoabQOS`, `MoabClass` (submit files say `+MoabQOS = "high"`) |
| state | `JobStatus`; removed and completed jobs are left out |
| submitted, started | `QDate`; `JobCurrentStartDate` |
| wallclock limit | `AllowedExecuteDuration`, else `AllowedJobDuration`, else `MaxWallTimeMins` |
| tasks, nodes | `MaxHosts` in the parallel universe, else 1 |
| processors, memory, disk | `RequestCpus`, `RequestMemory`, `RequestDisk` in KiB, for each task |
| generic resources | other requests, such as `RequestGPUs`; names in `ConcurrencyLimits` |
| restarts | `NumJobStarts`, without the present run |
| user priority | `JobPrio` |
| held | from `EnteredCurrentStatus` on: USERHOLD if the user did it, else SYSTEMHOLD |

`ad_order` is the reverse: Moab's priority as the order in which a schedd offers its jobs.
"""

from collections.abc import Callable, Iterable
from math import inf
from typing import Final

from userprio.classad import Ad, Evaluator, as_number
from userprio.moab.datafile import LARGEST, LATEST
from userprio.moab.jobs import Block, MoabJob, PartitionTotals, TaskGroup
from userprio.moab.priority import breakdown
from userprio.moab.rules import MoabRules

_STATES: Final = {1: "idle", 2: "running", 5: "hold", 6: "running", 7: "suspended", 10: "notqueued"}
_HELD: Final = 5
_PARALLEL: Final = 11
_USER_REQUEST: Final = 1
"""`HoldReasonCode` of a job that its user holds."""
_STANDARD: Final = frozenset({"requestcpus", "requestmemory", "requestdisk"})
_REQUEST: Final = "request"
_LIMITS: Final[tuple[tuple[str, float], ...]] = (
    ("AllowedExecuteDuration", 1),
    ("AllowedJobDuration", 1),
    ("MaxWallTimeMins", 60),
)


def jobs_of(ads: Iterable[Ad], now: int) -> tuple[MoabJob, ...]:
    """The jobs of these ads, except removed and completed ones."""
    evaluator = Evaluator(now)
    return tuple(job for ad in ads if (job := job_of(ad, evaluator)) is not None)


def job_of(ad: Ad, evaluator: Evaluator) -> MoabJob | None:
    """The job of an ad; None if it is removed or completed."""
    status = int(_number(ad, "JobStatus", evaluator, 1))
    state = _STATES.get(status)
    if state is None:
        return None
    # Output is transferred in state 6, and the slot is held meanwhile.
    active = state in ("running", "suspended")
    parallel = _number(ad, "JobUniverse", evaluator) == _PARALLEL
    tasks = max(1, int(_number(ad, "MaxHosts", evaluator, 1))) if parallel else 1
    task = TaskGroup(
        tasks=tasks,
        procs=_number(ad, "RequestCpus", evaluator, 1),
        mem_mb=_number(ad, "RequestMemory", evaluator),
        disk_mb=_number(ad, "RequestDisk", evaluator) / 1024,
        nodes=tasks,
    )
    return MoabJob(
        id=f"{int(_number(ad, 'ClusterId', evaluator))}.{int(_number(ad, 'ProcId', evaluator))}",
        name=_text(ad, "JobBatchName", evaluator) or (_text(ad, "Cmd", evaluator) or "").rpartition("/")[2] or None,
        user=_text(ad, "AcctGroupUser", evaluator) or _text(ad, "Owner", evaluator),
        group=_text(ad, "MoabGroup", evaluator),
        account=_text(ad, "AcctGroup", evaluator),
        qos=_text(ad, "MoabQOS", evaluator),
        class_=_text(ad, "MoabClass", evaluator),
        state=state,
        submitted=_time(ad, "QDate", evaluator),
        started=_time(ad, "JobCurrentStartDate", evaluator) if active else None,
        wallclock_s=_limit(ad, evaluator),
        blocks=_hold(ad, evaluator) if status == _HELD else (),
        tasks=(task,),
        resources=_resources(ad, evaluator),
        # The present run is a start, and not a restart.
        restarts=max(0, int(_number(ad, "NumJobStarts", evaluator)) - active),
        user_priority=int(_signed(ad, "JobPrio", evaluator)),
    )


def totals_of(slots: Iterable[Ad]) -> PartitionTotals:
    """The total resources of a pool's slots; dynamic slots are part of their partitionable one."""
    evaluator = Evaluator(now=0)
    procs = mem_mb = disk_mb = 0.0
    for ad in slots:
        # Its resources are in TotalSlotCpus of the slot that it was cut from.
        if evaluator.attribute("DynamicSlot", ad) is True:
            continue
        procs += _number(ad, "TotalSlotCpus", evaluator) or _number(ad, "Cpus", evaluator, 1)
        mem_mb += _number(ad, "TotalSlotMemory", evaluator) or _number(ad, "Memory", evaluator)
        disk_mb += (_number(ad, "TotalSlotDisk", evaluator) or _number(ad, "Disk", evaluator)) / 1024
    return PartitionTotals(procs=procs, mem_mb=mem_mb, disk_mb=disk_mb)


def _signed(ad: Ad, name: str, evaluator: Evaluator, default: float = 0) -> float:
    value = as_number(evaluator.attribute(name, ad))
    return value if value is not None and abs(value) <= LARGEST else default


def _number(ad: Ad, name: str, evaluator: Evaluator, default: float = 0) -> float:
    """An attribute's value if it makes sense as an amount; the default otherwise, for instance if negative."""
    value = _signed(ad, name, evaluator, default)
    return value if value >= 0 else default


def _text(ad: Ad, name: str, evaluator: Evaluator) -> str | None:
    value = evaluator.attribute(name, ad)
    return value or None if isinstance(value, str) else None


def _time(ad: Ad, name: str, evaluator: Evaluator) -> float | None:
    value = _number(ad, name, evaluator)
    return value if 0 < value <= LATEST else None


def _limit(ad: Ad, evaluator: Evaluator) -> float | None:
    limits = (_number(ad, name, evaluator) * unit for name, unit in _LIMITS)
    return next((limit for limit in limits if limit >= 1), None)


def _hold(ad: Ad, evaluator: Evaluator) -> tuple[Block, ...]:
    since = _time(ad, "EnteredCurrentStatus", evaluator)
    by_user = _number(ad, "HoldReasonCode", evaluator) == _USER_REQUEST
    return () if since is None else (Block(since, None, "USERHOLD" if by_user else "SYSTEMHOLD"),)


def _resources(ad: Ad, evaluator: Evaluator) -> tuple[str, ...]:
    requested = [
        name[len(_REQUEST) :]
        for name in ad
        if name.lower().startswith(_REQUEST)
        and name.lower() not in _STANDARD
        and len(name) > len(_REQUEST)
        and _number(ad, name, evaluator) > 0
    ]
    limits = (_text(ad, "ConcurrencyLimits", evaluator) or "").replace(",", " ").split()
    return (*requested, *(limit.partition(":")[0] for limit in limits))


def ad_order(rules: MoabRules) -> Callable[[Ad], tuple[float, ...]]:
    """A key that sorts job ads by Moab's priority, highest first."""
    evaluator = Evaluator(rules.now)

    def key(ad: Ad) -> tuple[float, ...]:
        job = job_of(ad, evaluator)
        return (inf,) if job is None else (-float(breakdown(job, rules).priority),)

    return key
