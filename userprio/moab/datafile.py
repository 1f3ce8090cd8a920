"""Jobs, usage and system totals from a file in TOML or JSON, read strictly.

now = 2026-03-02T09:00:00Z            # optional

[system]                              # totals; [partitions.NAME] has those of one partition
procs = 128
memory_mb = 262144
default_wallclock = "4:00:00"         # of jobs without a limit

[usage]                               # amounts by window, the current one first; or [[history]]
total = [110, 125, 100, 150]
user.john = [60, 0, 10, 50]

[[jobs]]
id = 4711
user = "john"
submitted = 2026-03-02T07:30:00Z
wallclock = "3:00:00"
procs = 16                            # for each of its `tasks`, one if not given
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from userprio.files import read_file
from userprio.limits import OTHER_FILE
from userprio.moab.fairshare import HistoryRecord, UsageWindows
from userprio.moab.fields import (
    Place,
    Reader,
    Unfit,
    amount,
    amounts,
    count,
    flag,
    fraction,
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
from userprio.moab.jobs import (
    ACTIVE,
    BLOCKED,
    WAITING,
    AdminPriority,
    Block,
    MoabJob,
    PartitionTotals,
    Site,
    TaskGroup,
    UserActivity,
)
from userprio.moab.parameters import GLOBAL, MOST_SYSTEM_PRIORITY, CredentialKind
from userprio.moab.priority import HIGHEST
from userprio.moab.values import REASONS, MoabError
from userprio.tomltables import parse_toml

_STATES: Final = ACTIVE | WAITING | BLOCKED

_TASK_KEYS: Final[dict[str, tuple[str, Reader]]] = {
    "procs": ("procs", amount),
    "memory_mb": ("mem_mb", amount),
    "swap_mb": ("swap_mb", amount),
    "disk_mb": ("disk_mb", amount),
    "nodes": ("nodes", amount),
}

_CREDENTIAL_KEYS: Final[dict[str, tuple[str, Reader]]] = {
    "user": ("user", text),
    "group": ("group", text),
    "account": ("account", text),
    "qos": ("qos", text),
    "class": ("class_", text),
}

_HISTORY_KEYS: Final[dict[str, tuple[str, Reader]]] = {
    **_CREDENTIAL_KEYS,
    "started": ("begin", moment),
    "ended": ("end", moment),
    "procs": ("procs", amount),
    "pes": ("pes", amount),
    "used_proc_seconds": ("used_proc_s", amount),
    "wallclock": ("wallclock_s", limit),
}

SYSTEM_KEYS: Final[dict[str, tuple[str, Reader]]] = {
    "procs": ("procs", size),
    "memory_mb": ("mem_mb", size),
    "swap_mb": ("swap_mb", size),
    "disk_mb": ("disk_mb", size),
}
"""Keys of the totals of a partition."""

_USER_KEYS: Final[dict[str, tuple[str, Reader]]] = {
    "active_jobs": ("jobs", amount),
    "active_procs": ("procs", amount),
    "active_proc_seconds": ("proc_s", amount),
    "accuracy": ("accuracy", fraction),
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
"""Keys of a job, the field of `MoabJob` that each fills, and how it is read."""


def read_job(table: object, place: Place) -> MoabJob:
    """One table of `jobs`.

    Raises:
        MoabError: it is not understood.
    """
    found = read_fields(table, _KEYS, place)
    if "id" not in found:
        place.refuse("it has no id")
    found["tasks"] = _tasks(found, place)
    if "blocks" in found:
        found["blocks"] = tuple(_block(block, place) for block in found["blocks"])
    relative = found.pop("admin adjustment", None)
    if relative is not None:
        if "admin" in found:
            place.refuse("admin_priority and admin_adjustment cannot both be set")
        found["admin"] = relative
    return MoabJob(**found)


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


def read_site(path: Path) -> Site:
    """Everything that a data file holds; its format follows from its name, `.json` or else TOML.

    Raises:
        BadInput: with the table and what was expected; a MoabError, if the file is well formed.
        OSError: the file cannot be read.
    """
    try:
        if path.suffix.lower() != ".json":
            return site_of(parse_toml(path, "A data file", OTHER_FILE)[1], path)
        document = json.loads(read_file(path, OTHER_FILE).decode("utf-8"))
    except UnicodeDecodeError as error:
        raise MoabError("this is not text in UTF-8", path, hint="Jobs and usage stand in TOML or JSON") from error
    except json.JSONDecodeError as error:
        raise MoabError(f"not valid JSON: {error.msg}", path, error.lineno, error.colno) from error
    except (ValueError, RecursionError) as error:
        raise MoabError("a number or a nesting in it is too large to read", path) from error
    return site_of(document, path)


def site_of(document: object, path: Path) -> Site:
    """Everything in a document that was read; `path` is for messages.

    Raises:
        MoabError: with the table and what was expected.
    """

    def table(name: str, value: object) -> Mapping[str, Any]:
        if not isinstance(value, dict):
            Place(path, name).refuse("it is to be a table")
        return value

    def tables(name: str, value: object) -> list[Any]:
        if not isinstance(value, list):
            Place(path, name).refuse("it is to be a list of tables")
        return value

    readers: dict[str, tuple[str, Reader]] = {
        "now": ("now", lambda value: int(moment(value))),
        "system": ("system", lambda value: table("system", value)),
        "partitions": ("partitions", lambda value: table("partitions", value)),
        "queues": ("queues", lambda value: table("queues", value)),
        "users": ("users", lambda value: table("users", value)),
        "usage": ("usage", lambda value: _usage(value, Place(path, "usage"))),
        "global_usage": ("global_usage", lambda value: _usage(value, Place(path, "global_usage"))),
        "history": ("history", lambda value: tables("history", value)),
        "jobs": ("jobs", lambda value: tables("jobs", value)),
    }
    found = read_fields(document, readers, Place(path, ""))
    history = found.get("history", [])
    if history and "usage" in found:
        Place(path, "").refuse("usage and history are both given", "Usage is worked out from history: give one of them")
    system = read_fields(
        found.get("system", {}), {**SYSTEM_KEYS, "default_wallclock": ("default", limit)}, Place(path, "system")
    )
    default = system.pop("default", None)
    totals = {GLOBAL: PartitionTotals(**system)} if system else {}
    for name, one in found.get("partitions", {}).items():
        totals[name] = PartitionTotals(**read_fields(one, SYSTEM_KEYS, Place(path, f"partitions.{name}")))
    queues = read_fields(
        found.get("queues", {}), {name: (name, signed) for name in found.get("queues", {})}, Place(path, "queues")
    )
    return Site(
        jobs=_jobs(found.get("jobs", []), path),
        totals=totals,
        default_wallclock_s=default,
        users={
            name: UserActivity(**read_fields(one, _USER_KEYS, Place(path, f"users.{name}")))
            for name, one in found.get("users", {}).items()
        },
        usage=found.get("usage"),
        history=tuple(read_history(one, Place(path, f"history number {n}")) for n, one in enumerate(history, 1)),
        global_usage=found.get("global_usage"),
        queues=queues,
        now=found.get("now"),
    )


def joined(first: Site, second: Site) -> Site:
    """One site with what a second has to say besides; what both say counts as the second says it."""
    return replace(
        first,
        jobs=second.jobs or first.jobs,
        totals={**first.totals, **second.totals},
        default_wallclock_s=second.default_wallclock_s or first.default_wallclock_s,
        users={**first.users, **second.users},
        usage=second.usage or first.usage,
        history=second.history or first.history,
        global_usage=second.global_usage or first.global_usage,
        queues={**first.queues, **second.queues},
        now=first.now if second.now is None else second.now,
    )


def _jobs(tables: list[Any], path: Path) -> tuple[MoabJob, ...]:
    jobs = tuple(read_job(one, Place(path, f"jobs number {number}")) for number, one in enumerate(tables, 1))
    seen: set[str] = set()
    for number, job in enumerate(jobs, 1):
        if job.id in seen:
            Place(path, f"jobs number {number}").refuse(f"there is another job {job.id}")
        seen.add(job.id)
    return jobs


def _usage(value: object, place: Place) -> UsageWindows:
    kinds = {kind.value: (kind.value, lambda one: one) for kind in CredentialKind}
    found = read_fields(value, {"total": ("total", amounts), "capacity": ("capacity", amounts), **kinds}, place)
    if "total" not in found:
        place.refuse("it has no total", "Percentages are taken of `total`, the amounts delivered to all")
    named = {}
    for kind in CredentialKind:
        table = found.get(kind.value, {})
        keys: dict[str, tuple[str, Reader]] = (
            {name: (name, amounts) for name in table} if isinstance(table, dict) else {}
        )
        named[kind] = read_fields(table, keys, Place(place.path, f"{place.name}.{kind.value}"))
    return UsageWindows(found["total"], named, found.get("capacity", ()))
