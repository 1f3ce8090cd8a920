"""Jobs and history as a data file writes them."""

from typing import Any, Final

from userprio.moab.accrual import REASONS, Block
from userprio.moab.credentials import MOST_SYSTEM_PRIORITY
from userprio.moab.fields import (
    Place,
    Reader,
    Unfit,
    amount,
    count,
    flag,
    limit,
    moment,
    names,
    positive,
    read_fields,
    seconds,
    signed,
    size,
    text,
)
from userprio.moab.history import HistoryRecord
from userprio.moab.jobs import ACTIVE, BLOCKED, WAITING, AdminPriority, Job, TaskGroup
from userprio.moab.priority import HIGHEST

_STATES: Final = ACTIVE | WAITING | BLOCKED

_TASK_KEYS: Final[dict[str, tuple[str, Reader]]] = {
    "procs": ("procs", amount),
    "memory_mb": ("mem_mb", amount),
    "swap_mb": ("swap_mb", amount),
    "disk_mb": ("disk_mb", amount),
    "nodes": ("nodes", amount),
}


def _state(value: object) -> str:
    if not isinstance(value, str) or value.lower() not in _STATES:
        raise Unfit(f"one of {', '.join(sorted(_STATES))}")
    return value.lower()


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise Unfit("a list of tables")
    return value


def _reason(value: object) -> str:
    if not isinstance(value, str) or value.upper() not in REASONS:
        raise Unfit(f"one of {', '.join(REASONS)}")
    return value.upper()


def _absolute(value: object) -> AdminPriority:
    if count(value) > MOST_SYSTEM_PRIORITY:
        raise Unfit(f"a whole number from 0 to {MOST_SYSTEM_PRIORITY}")
    return AdminPriority(count(value), relative=False)


def _relative(value: object) -> AdminPriority:
    if abs(signed(value)) > HIGHEST:
        raise Unfit(f"a whole number from -{HIGHEST} to {HIGHEST}")
    return AdminPriority(signed(value), relative=True)


_BLOCK_KEYS: Final[dict[str, tuple[str, Reader]]] = {
    "from": ("begin", moment),
    "to": ("end", moment),
    "reason": ("reason", _reason),
}

_CREDENTIAL_KEYS: Final[dict[str, tuple[str, Reader]]] = {
    "user": ("user", text),
    "group": ("group", text),
    "account": ("account", text),
    "qos": ("qos", text),
    "class": ("class_", text),
}

_KEYS: Final[dict[str, tuple[str, Reader]]] = {
    "id": ("id", text),
    "name": ("name", text),
    **_CREDENTIAL_KEYS,
    "state": ("state", _state),
    "submitted": ("submitted", moment),
    "started": ("started", moment),
    "wallclock": ("wallclock_s", limit),
    "eligible": ("eligible_s", seconds),
    "blocks": ("blocks", _list),
    "tasks": ("tasks", lambda value: value),
    **{key: (f"task {name}", read) for key, (name, read) in _TASK_KEYS.items()},
    "resources": ("resources", names),
    "attributes": ("attributes", names),
    "features": ("features", names),
    "bypassed": ("bypassed", count),
    "restarts": ("restarts", count),
    "deadline": ("deadline", moment),
    "soft_violation": ("soft_violation", flag),
    "user_priority": ("user_priority", signed),
    "hunger": ("hunger", amount),
    "admin_priority": ("admin", _absolute),
    "admin_adjustment": ("admin adjustment", _relative),
}
"""Keys of a job, the field of `Job` that each fills, and how it is read."""

_HISTORY_KEYS: Final[dict[str, tuple[str, Reader]]] = {
    **_CREDENTIAL_KEYS,
    "started": ("begin", moment),
    "ended": ("end", moment),
    "procs": ("procs", amount),
    "pes": ("pes", amount),
    "used_proc_seconds": ("used_proc_s", amount),
    "wallclock": ("wallclock_s", limit),
}


def read_job(table: object, place: Place) -> Job:
    """One table of `jobs`.

    Raises:
        MoabError: it is not understood.
    """
    found = read_fields(table, _KEYS, place)
    if "id" not in found:
        place.refuse("it has no id")
    found["tasks"] = _tasks(found, place)
    if "blocks" in found:
        found["blocks"] = tuple(_block(one, place) for one in found["blocks"])
    relative = found.pop("admin adjustment", None)
    if relative is not None:
        if "admin" in found:
            place.refuse("admin_priority and admin_adjustment cannot both be set")
        found["admin"] = relative
    return Job(**found)


def _tasks(found: dict[str, Any], place: Place) -> tuple[TaskGroup, ...]:
    """A number of tasks, a list of tables of different ones, or nothing: one task."""
    own = {key.removeprefix("task "): found.pop(key) for key in list(found) if key.startswith("task ")}
    tasks = found.pop("tasks", 1)
    if not isinstance(tasks, list):
        try:
            return (TaskGroup(tasks=positive(tasks), **own),)
        except Unfit as unfit:
            place.refuse(f"tasks is to be {unfit}, or a list of tables")
    if own:
        place.refuse("what a task needs stands in the tables of tasks, where there are any")
    if not tasks:
        place.refuse("tasks is an empty list")
    keys = {"count": ("tasks", positive), **_TASK_KEYS}
    return tuple(
        TaskGroup(**read_fields(one, keys, Place(place.path, f"{place.name}, tasks number {number}")))
        for number, one in enumerate(tasks, 1)
    )


def _block(table: object, place: Place) -> Block:
    found = read_fields(table, _BLOCK_KEYS, Place(place.path, f"{place.name}, blocks"))
    for key in ("begin", "reason"):
        if key not in found:
            place.refuse(f"blocks: {'from' if key == 'begin' else key} is missing")
    return Block(found["begin"], found.get("end"), found["reason"])


def read_history(table: object, place: Place) -> HistoryRecord:
    """One table of `history`.

    Raises:
        MoabError: it is not understood.
    """
    found = read_fields(table, _HISTORY_KEYS, place)
    if "begin" not in found:
        place.refuse("started is missing")
    record = HistoryRecord(**{"end": None, **found})
    if record.end is not None and record.end < record.begin:
        place.refuse("it ended before it started")
    return record


SYSTEM_KEYS: Final[dict[str, tuple[str, Reader]]] = {
    "procs": ("procs", size),
    "memory_mb": ("mem_mb", size),
    "swap_mb": ("swap_mb", size),
    "disk_mb": ("disk_mb", size),
}
"""Keys of the totals of a partition."""
