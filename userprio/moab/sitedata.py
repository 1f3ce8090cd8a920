"""Jobs, usage and system totals: from a file in TOML or JSON, read strictly, or from HTCondor's ads.

A data file:

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
procs = 16                            # for each of its `tasks`, of which there is one by default

HTCondor's job ads as Moab would see them:

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

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from math import inf
from pathlib import Path
from sys import float_info
from typing import Any, Final, NoReturn

from msgspec import Struct

from userprio.base.limits import OTHER_FILE, read_file
from userprio.base.snapshot_trust import SnapshotRoot
from userprio.base.tomltables import nearest_key, parse_toml
from userprio.classad import Ad, Evaluator, as_number
from userprio.moab.fairshare import HistoryRecord, UsageWindows
from userprio.moab.parameters import GLOBAL, MOST_SYSPRIO, REASONS, STATES, CredentialKind, MoabError, duration, words
from userprio.moab.priority import HIGHEST, breakdown
from userprio.moab.rules import AdminPriority, Block, MoabJob, MoabRules, PartitionTotals, Site, TaskGroup, UserActivity

LARGEST: Final = 1e15
"""The largest amount of anything; sums and products of such numbers stay well within the range of a float."""
LATEST: Final = 253_402_300_799
"""The last second of the year 9999."""


class Unfit(Exception):
    """A value that a reader does not accept; the text completes the sentence `x must be ...`."""


Reader = Callable[[Any], Any]
Keys = Mapping[str, tuple[str, Reader]]
"""For each key of a table, its field and the reader of its value."""


class Place(Struct, frozen=True):
    """The location of a table in a data file, for messages."""

    path: Path
    name: str

    def refuse(self, message: str, hint: str | None = None) -> NoReturn:
        """Raise a MoabError about this table."""
        raise MoabError(f"{self.name}: {message}" if self.name else message, self.path, hint=hint)


def keys(read: Reader, **fields: str) -> dict[str, tuple[str, Reader]]:
    """Keys and fields that share a reader."""
    return {key: (field, read) for key, field in fields.items()}


def _read_fields(table: object, known: Keys, place: Place) -> dict[str, Any]:
    """The fields that a table has; MoabError if a key is unknown, or a value is not accepted by its reader."""
    if not isinstance(table, dict):
        place.refuse("it must be a table")
    fields: dict[str, Any] = {}
    for key, value in table.items():
        # Strict, since a misspelt key would silently mean its default.
        if key not in known:
            place.refuse(f"unknown key {key!r}", nearest_key(key, known))
        name, read = known[key]
        try:
            fields[name] = read(value)
        except Unfit as unfit:
            place.refuse(f"{key} must be {unfit}")
    return fields


def _read_named(table: object, read: Reader, place: Place) -> dict[str, Any]:
    """A table with arbitrary names as keys and a single reader for all values."""
    return _read_fields(table, {name: (name, read) for name in table} if isinstance(table, dict) else {}, place)


def anything(value: object) -> object:
    """Any value, to be read later."""
    return value


def text(value: object) -> str:
    """A non-empty name; a number is taken as its digits."""
    if type(value) is int:
        return str(value)
    if not isinstance(value, str) or not value.strip():
        raise Unfit("a name")
    return value.strip()


def number(expected: str, lowest: float, highest: float, *, integral: bool = False) -> Reader:
    """A reader of numbers within bounds; true and false are not numbers."""
    kinds = (int,) if integral else (int, float)

    def read(value: Any) -> Any:
        # By type: True is an int for isinstance.
        if type(value) not in kinds or not lowest <= value <= highest:
            raise Unfit(expected)
        return value

    return read


def choice(known: Sequence[str], case: Callable[[str], str]) -> Reader:
    """A reader of one of several words, which are all upper-case or all lower-case."""

    def read(value: object) -> str:
        if not isinstance(value, str) or case(value) not in known:
            raise Unfit(f"one of {', '.join(known)}")
        return case(value)

    return read


amount: Final = number(f"a number from 0 to {LARGEST:.0g}", 0, LARGEST)
fraction: Final = number("a number from 0 to 1", 0, 1)
count: Final = number("a whole number, not negative", 0, LARGEST, integral=True)
signed: Final = number("a whole number", -LARGEST, LARGEST, integral=True)
_not_negative: Final = number("a list of numbers that are not negative", 0, float_info.max)
_seconds: Final = number('a duration: seconds, or text such as "4:00:00"', 0, LARGEST)
_seconds_since_1970: Final = number("seconds since 1970, or a time such as 2026-03-02T09:00:00Z", 0, LATEST)


def size(value: object) -> Any:
    """An amount that is 0 or at least 1, such as processors or megabytes."""
    if 0 < amount(value) < 1:
        raise Unfit("0 or at least 1")
    return value


def positive(value: object) -> Any:
    """A whole number that is at least 1."""
    if count(value) == 0:
        raise Unfit("a whole number from 1")
    return value


def flag(value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise Unfit("true or false")
    return value


def seconds(value: object) -> Any:
    """A duration: a number of seconds, or text such as 4:00:00."""
    return _seconds(duration(value) if isinstance(value, str) else value)


def limit(value: object) -> Any:
    """A duration of at least a second."""
    if seconds(value) < 1:
        raise Unfit("a duration of a second or more")
    return seconds(value)


def moment(value: object) -> Any:
    """Seconds since the epoch, or a date and time with its zone."""
    if isinstance(value, str):
        with suppress(ValueError):
            value = datetime.fromisoformat(value)
    if isinstance(value, datetime):
        # Whose noon it is nothing says, and shares would be off by hours.
        if value.tzinfo is None:
            raise Unfit("a time with its zone, such as 2026-03-02T09:00:00Z")
        value = value.timestamp()
    return _seconds_since_1970(value)


def names(value: object) -> tuple[str, ...]:
    """A list of names, or comma-separated text."""
    items = words(value) if isinstance(value, str) else value
    if not isinstance(items, list | tuple) or not all(isinstance(item, str) and item.strip() for item in items):
        raise Unfit("a list of names")
    return tuple(item.strip() for item in items)


def amounts(value: object) -> tuple[float, ...]:
    """A list of amounts, the current window first."""
    if not isinstance(value, list):
        raise Unfit("a list of amounts, the current window first")
    for item in value:
        if _not_negative(item) > LARGEST or 0 < item < 1 / LARGEST:
            raise Unfit(f"a list of numbers, each 0 or from {1 / LARGEST:.0g} to {LARGEST:.0g}")
    return tuple(value)


_absolute: Final = number(f"a whole number from 0 to {MOST_SYSPRIO}", 0, MOST_SYSPRIO, integral=True)
_relative: Final = number(f"a whole number from -{HIGHEST} to {HIGHEST}", -HIGHEST, HIGHEST, integral=True)

_CREDENTIAL_KEYS: Final = {kind.value: (kind.field, text) for kind in CredentialKind}
_TASK_KEYS: Final = keys(amount, procs="procs", memory_mb="mem_mb", swap_mb="swap_mb", disk_mb="disk_mb", nodes="nodes")
_SYSTEM_KEYS: Final = keys(size, procs="procs", memory_mb="mem_mb", swap_mb="swap_mb", disk_mb="disk_mb")
_ACTIVE_KEYS: Final = keys(amount, active_jobs="jobs", active_procs="procs", active_proc_seconds="proc_s")
_USER_KEYS: Final = _ACTIVE_KEYS | keys(fraction, accuracy="accuracy")
_HISTORY_KEYS: Final = {
    **_CREDENTIAL_KEYS,
    **keys(moment, started="begin", ended="end"),
    **keys(amount, procs="procs", pes="pes", used_proc_seconds="used_proc_s"),
    **keys(limit, wallclock="wallclock_s"),
}


_REASON: Final = choice(REASONS, str.upper)
_BLOCK_KEYS: Final[Keys] = {"from": ("begin", moment), "to": ("end", moment), "reason": ("reason", _REASON)}

_KEYS: Final[Keys] = {
    **keys(text, id="id", name="name"),
    **_CREDENTIAL_KEYS,
    "state": ("state", choice(STATES, str.lower)),
    **keys(moment, submitted="submitted", started="started"),
    "wallclock": ("wallclock_s", limit),
    "eligible": ("eligible_s", seconds),
    "blocks": ("blocks", anything),
    "tasks": ("tasks", anything),
    **{key: (f"task {name}", read) for key, (name, read) in _TASK_KEYS.items()},
    **keys(names, resources="resources", attributes="attributes", features="features"),
    **keys(count, bypassed="bypassed", restarts="restarts"),
    "deadline": ("deadline", moment),
    "soft_violation": ("soft_violation", flag),
    "user_priority": ("user_priority", signed),
    "hunger": ("hunger", amount),
    "admin_priority": ("admin", lambda value: AdminPriority(_absolute(count(value)), relative=False)),
    "admin_adjustment": ("admin adjustment", lambda value: AdminPriority(_relative(signed(value)), relative=True)),
}
"""Keys of a job; the fields are those of `MoabJob`, except for parts that are combined later."""

_KINDS: Final = {kind.value: kind.value for kind in CredentialKind}
_USAGE_KEYS: Final = keys(amounts, total="total", capacity="capacity") | keys(anything, **_KINDS)
_SECTIONS: Final = "system partitions queues users usage global_usage history jobs".split()
_NOW: Final[Keys] = {"now": ("now", lambda value: int(moment(value)))}
_SITE_KEYS: Final[Keys] = {**_NOW, **keys(anything, **{name: name for name in _SECTIONS})}


def _job(table: object, place: Place) -> MoabJob:
    fields = _read_fields(table, _KEYS, place)
    if "id" not in fields:
        place.refuse("it has no id")
    fields["tasks"] = _tasks(fields, place)
    blocks = fields.pop("blocks", [])
    if not isinstance(blocks, list):
        place.refuse("blocks must be a list of tables")
    fields["blocks"] = tuple(_block(block, place) for block in blocks)
    relative = fields.pop("admin adjustment", None)
    if relative is not None:
        if "admin" in fields:
            place.refuse("admin_priority and admin_adjustment cannot both be set")
        fields["admin"] = relative
    return MoabJob(**fields)


def _tasks(fields: dict[str, Any], place: Place) -> tuple[TaskGroup, ...]:
    """The tasks, given as a number or as a list of tables if they differ; one task by default."""
    own = {key.removeprefix("task "): fields.pop(key) for key in list(fields) if key.startswith("task ")}
    tasks = fields.pop("tasks", 1)
    if not isinstance(tasks, list):
        try:
            return (TaskGroup(tasks=positive(tasks), **own),)
        except Unfit as unfit:
            place.refuse(f"tasks must be {unfit}, or a list of tables")
    # What `procs` beside a list of tables would be of, the whole job or each task, nobody could tell.
    if own:
        place.refuse("with tables of tasks, the needs of a task must be given there")
    if not tasks:
        place.refuse("tasks is an empty list")
    of_one = {"count": ("tasks", positive), **_TASK_KEYS}
    places = (Place(place.path, f"{place.name}, tasks number {number}") for number, _ in enumerate(tasks, 1))
    return tuple(TaskGroup(**_read_fields(table, of_one, own)) for table, own in zip(tasks, places, strict=True))


def _block(table: Any, place: Place) -> Block:
    fields = _read_fields(table, _BLOCK_KEYS, Place(place.path, f"{place.name}, blocks"))
    for key in ("from", "reason"):
        if key not in table:
            place.refuse(f"blocks: {key} is missing")
    block = Block(**{"end": None, **fields})
    if block.end is not None and block.end < block.begin:
        place.refuse("blocks: it ended before it began")
    return block


def _run(table: object, place: Place) -> HistoryRecord:
    fields = _read_fields(table, _HISTORY_KEYS, place)
    if "begin" not in fields:
        place.refuse("started is missing")
    record = HistoryRecord(**fields)
    if record.end is not None and record.end < record.begin:
        place.refuse("it ended before it started")
    return record


def read_site(path: Path, within: SnapshotRoot | None = None) -> Site:
    """The contents of a data file, which is JSON if its name ends in `.json`, else TOML; `within` as for `read_file`.

    Raises:
        BadInput: gives the table and what was expected; a MoabError if the file is well-formed.
        OSError: the file cannot be read.
    """
    try:
        if path.suffix.lower() != ".json":
            return site_of(parse_toml(path, "A data file", OTHER_FILE, within)[1], path)
        document = json.loads(read_file(path, OTHER_FILE, within).decode("utf-8"))
    except UnicodeDecodeError as error:
        hint = "Jobs and usage must be given as TOML or JSON"
        raise MoabError("this is not text in UTF-8", path, hint=hint) from error
    except json.JSONDecodeError as error:
        raise MoabError(f"not valid JSON: {error.msg}", path, error.lineno, error.colno) from error
    except (ValueError, RecursionError) as error:
        raise MoabError("it contains a number or nesting that is too large to read", path) from error
    return site_of(document, path)


def site_of(document: object, path: Path) -> Site:
    """The contents of a parsed document; a MoabError names `path` and the table, and says what was expected."""
    sections = _read_fields(document, _SITE_KEYS, Place(path, ""))
    # They could contradict each other, and nothing says which is newer.
    if sections.get("history") and "usage" in sections:
        hint = "Usage is computed from history: give only one of them"
        Place(path, "").refuse("usage and history are both given", hint)
    system_keys = {**_SYSTEM_KEYS, "default_wallclock": ("default", limit)}
    system = _read_fields(sections.get("system", {}), system_keys, Place(path, "system"))
    default = system.pop("default", None)
    partitions = {GLOBAL: system} if system else {}
    partitions |= _tables(sections, "partitions", _SYSTEM_KEYS, path)
    jobs: dict[str, MoabJob] = {}
    for table, place in _numbered(sections, "jobs", path):
        job = _job(table, place)
        if job.id in jobs:
            place.refuse(f"there is another job {job.id}")
        jobs[job.id] = job
    return Site(
        jobs=tuple(jobs.values()),
        totals={name: PartitionTotals(**fields) for name, fields in partitions.items()},
        default_wallclock_s=default,
        users={name: UserActivity(**fields) for name, fields in _tables(sections, "users", _USER_KEYS, path).items()},
        usage=_usage(sections, "usage", path),
        history=tuple(_run(table, place) for table, place in _numbered(sections, "history", path)),
        global_usage=_usage(sections, "global_usage", path),
        queues=_read_named(sections.get("queues", {}), signed, Place(path, "queues")),
        now=sections.get("now"),
    )


def _tables(sections: Mapping[str, Any], name: str, known: Keys, path: Path) -> dict[str, dict[str, Any]]:
    tables = _read_named(sections.get(name, {}), anything, Place(path, name))
    return {key: _read_fields(table, known, Place(path, f"{name}.{key}")) for key, table in tables.items()}


def _numbered(sections: Mapping[str, Any], name: str, path: Path) -> Iterator[tuple[object, Place]]:
    """The tables in the list of that name, with their locations."""
    tables = sections.get(name, [])
    if not isinstance(tables, list):
        Place(path, name).refuse("it must be a list of tables")
    for number, table in enumerate(tables, 1):
        yield table, Place(path, f"{name} number {number}")


def _usage(sections: Mapping[str, Any], name: str, path: Path) -> UsageWindows | None:
    if name not in sections:
        return None
    windows = _read_fields(sections[name], _USAGE_KEYS, Place(path, name))
    if "total" not in windows:
        Place(path, name).refuse("it has no total", "Percentages are of `total`, the amounts delivered to everybody")
    places = {kind: Place(path, f"{name}.{kind.value}") for kind in CredentialKind}
    named = {kind: _read_named(windows.get(kind.value, {}), amounts, place) for kind, place in places.items()}
    return UsageWindows(windows["total"], named, windows.get("capacity", ()))


_STATES: Final = {1: "idle", 2: "running", 5: "hold", 6: "running", 7: "suspended", 10: "notqueued"}
_HELD: Final = 5
_PARALLEL: Final = 11
_USER_REQUEST: Final = 1
"""`HoldReasonCode` of a job that its user holds."""
_STANDARD: Final = frozenset({"request", "requestcpus", "requestmemory", "requestdisk"})
_REQUEST: Final = "request"
_LIMITS: Final = (("AllowedExecuteDuration", 1.0), ("AllowedJobDuration", 1.0), ("MaxWallTimeMins", 60.0))


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
    procs, mem_mb = _number(ad, "RequestCpus", evaluator, 1), _number(ad, "RequestMemory", evaluator)
    disk_mb = _number(ad, "RequestDisk", evaluator) / 1024
    limits = (_number(ad, name, evaluator) * unit for name, unit in _LIMITS)
    held_since = _time(ad, "EnteredCurrentStatus", evaluator) if status == _HELD else None
    by_user = _number(ad, "HoldReasonCode", evaluator) == _USER_REQUEST
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
        wallclock_s=next((limit for limit in limits if limit >= 1), None),
        blocks=() if held_since is None else (Block(held_since, None, "USERHOLD" if by_user else "SYSTEMHOLD"),),
        tasks=(TaskGroup(tasks=tasks, procs=procs, mem_mb=mem_mb, disk_mb=disk_mb, nodes=tasks),),
        resources=_resources(ad, evaluator),
        # The present run is a start, and not a restart.
        restarts=max(0, int(_number(ad, "NumJobStarts", evaluator)) - active),
        user_priority=int(_signed(ad, "JobPrio", evaluator)),
    )


def totals_of(slots: Iterable[Ad]) -> PartitionTotals:
    """The total resources of a pool's slots; dynamic slots are part of their partitionable one."""
    evaluator = Evaluator(now=0)
    procs = mem_mb = disk_mb = 0.0
    # The resources of a dynamic slot are in TotalSlotCpus of the slot that it was cut from.
    for ad in (ad for ad in slots if evaluator.attribute("DynamicSlot", ad) is not True):
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


def _resources(ad: Ad, evaluator: Evaluator) -> tuple[str, ...]:
    requests = [name for name in ad if name.lower().startswith(_REQUEST) and name.lower() not in _STANDARD]
    requested = [name[len(_REQUEST) :] for name in requests if _number(ad, name, evaluator) > 0]
    limits = (_text(ad, "ConcurrencyLimits", evaluator) or "").replace(",", " ").split()
    return (*requested, *(limit.partition(":")[0] for limit in limits))


def ad_order(rules: MoabRules) -> Callable[[Ad], tuple[float, ...]]:
    """A key that sorts job ads by Moab's priority, highest first."""
    evaluator = Evaluator(rules.now)

    def key(ad: Ad) -> tuple[float, ...]:
        job = job_of(ad, evaluator)
        return (inf,) if job is None else (-float(breakdown(job, rules).priority),)

    return key
