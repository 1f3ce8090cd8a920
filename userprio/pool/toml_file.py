"""A pool written by hand: `pool.toml`, read strictly, for people who have no pool to record.

domain = "lab.example"            # optional, what follows the @ in names
time = 2026-03-02T09:00:00Z       # optional, the moment that it shows; else the present

[config]                          # optional: knobs, used if no configuration file is given
GROUP_NAMES = ["field", "theory"]

[[slots]]                         # any attribute; text is a string, { expr = "..." } an expression
count = 30
Cpus = 1

[[jobs]]                          # user, group, count, schedd, submit commands, any attribute
user = "inge"
group = "field"                   # or accounting_group, and accounting_group_user
count = 60
request_cpus = 1
"+Group" = "blue"                 # with + or MY. it is an attribute, whatever its name
"""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from msgspec import Struct

from userprio.base.errors import BadInput
from userprio.base.limits import JOBS, SLOTS
from userprio.base.patterns import lazy_pattern
from userprio.base.snapshot_trust import SnapshotRoot
from userprio.base.tomltables import TOP, TablePlace, TomlTables, parse_toml
from userprio.classad import ClassAdSyntaxError, Expr, ListValue, Value, parse
from userprio.pool.scenario import Pool
from userprio.pool.synthetic import (
    GPU_COMMANDS,
    GROUP_KEYS,
    UNIVERSES,
    USER_KEYS,
    JobTable,
    SlotTable,
    cuda_version,
    meant_for_jobs,
    meant_for_slots,
    synthesize,
)

DOMAIN: Final = "pool.example"
"""Domain of names if the file gives none."""

_TOP_KEYS = ("domain", "time", "config", "slots", "jobs")
_OURS = frozenset(("user", "count", "schedd", "nice_user", *GROUP_KEYS, *USER_KEYS))
"""Keys of `[[jobs]]` that are read before all others, in lower case."""
_EXPRESSIONS = frozenset(
    {"requirements", "rank", "start", "slotweight", "negotiatorrequirements", *map(str.lower, GPU_COMMANDS.values())}
)
_REQUESTS = {f"request{resource}": f"request_{resource}" for resource in ("cpus", "memory", "disk", "gpus")}
_OWN = lazy_pattern(r"(?:\+|my\.)", re.IGNORECASE)
"""Marks a key as the name of an attribute, as in a submit file."""
_UNITS = {"": 0, "K": 10, "M": 20, "G": 30, "T": 40}
_ATTRIBUTE = lazy_pattern(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_KNOB = lazy_pattern(r"[A-Za-z0-9_./]+\Z")
_NAME = lazy_pattern(r"[^\s@\"'\\]+(@[^\s@\"'\\]+)?\Z")
_AMOUNT = lazy_pattern(r"\s*(\d{1,15})\s*([KMGT]?)B?\s*\Z", re.IGNORECASE)
_VERSION = lazy_pattern(r"(\d{1,6})(?:\.(\d{1,2}))?\Z")


class TomlPool(Struct, frozen=True):
    """What a pool.toml holds."""

    pool: Pool
    config: Mapping[str, str] = {}
    """Knobs of its `[config]` table, with values as in a configuration file."""
    lines: Mapping[str, int] = {}
    """The lines of these knobs, of those that have lines of their own."""
    time: int | None = None
    """The moment that it shows, seconds since the epoch; None if it does not say."""


def read_toml_pool(path: Path, now: int, within: SnapshotRoot | None = None) -> TomlPool:
    """The pool that a pool.toml describes; its ads were last heard from at its `time`, or `now` without one.

    `within` is as for `read_file`.

    Raises:
        BadInput: something is not understood; it names the file, the line and the table.
    """
    try:
        text, top = parse_toml(path, "A pool written by hand", within=within)
    except BadInput as error:
        error.hint = error.hint or "If it has ads that HTCondor's tools printed, name the folder that it is in"
        raise
    reader = PoolTables(path, text)
    reader.check_keys(top, _TOP_KEYS)
    domain = top.get("domain", DOMAIN)
    if not isinstance(domain, str) or not _NAME.match(domain) or "@" in domain:
        reader.refuse("domain must be a name such as lab.example", TOP, "domain")
    moment = top.get("time")
    if moment is not None and not (isinstance(moment, datetime) and moment.tzinfo and moment.timestamp() > 0):
        reader.refuse("time must be a date and time with its zone", TOP, "time", "Such as 2026-03-02T09:00:00Z")
    time = None if moment is None else int(moment.timestamp())
    slots = [reader.slots(number, table) for number, table in reader.tables(top, "slots")]
    jobs = [reader.jobs(number, table, domain) for number, table in reader.tables(top, "jobs")]
    knobs = reader.config(top.get("config", {}))
    pool = synthesize(slots, jobs, domain, now if time is None else time)
    return TomlPool(pool, knobs, reader.lines(("config", 1), knobs), time)


def _spread(table: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """Keys and values; TOML makes `MY.Name` a table called MY, of which each key is given in full."""
    for key, value in table.items():
        if key.lower() == "my" and isinstance(value, dict):
            yield from ((f"{key}.{name}", inner) for name, inner in value.items())
        else:
            yield key, value


class PoolTables(TomlTables, frozen=True):
    """Tables that describe a pool."""

    def slots(self, number: int, table: Mapping[str, object]) -> SlotTable:
        """A table of slots: `count`, and any attribute."""
        place = ("slots", number)
        attributes: dict[str, Expr | Value] = {}
        count = 1
        for key, value in _spread(table):
            if key.lower() == "count":
                count = self.count(value, place, key)
            else:
                name = self._attribute(key, place, meant_for_slots)
                attributes[name] = self._value(name, value, place)
        self.spend(SLOTS, count, place, "count")
        given = {key.lower(): key for key in attributes}
        if "name" in given and count > 1:
            self.refuse(f"{count} slots cannot have one Name", place, given["name"], "Leave it out, or give Machine")
        for key in ("name", "machine"):
            if key in given and not isinstance(attributes[given[key]], str):
                self.refuse(f"{given[key]} must be text", place, given[key])
        user = attributes.get(given.get("remoteuser", ""))
        if "remoteuser" in given and not (isinstance(user, str) and "@" in user and _NAME.match(user)):
            self.refuse(
                "RemoteUser must be a whole submitter name", place, given["remoteuser"], 'Such as "ann@lab.example"'
            )
        return SlotTable(count, attributes)

    def jobs(self, number: int, table: Mapping[str, object], domain: str) -> JobTable:
        """A table of jobs: submit commands, and any attribute."""
        place = ("jobs", number)
        spelled = {key.lower(): key for key in table}
        if "user" not in spelled:
            near = get_close_matches("user", spelled, n=1)
            self.refuse(
                "it does not name a user", place, None, f"Is {spelled[near[0]]} meant to be user?" if near else None
            )
        user = self._name(table, spelled["user"], place, "user")
        schedd = self._name(table, spelled["schedd"], place, "schedd") if "schedd" in spelled else f"ap.{domain}"
        group = self._group(table, user, place)
        group_user = self._one_of(USER_KEYS, table, place, "a user is a name without @")
        if "nice_user" in spelled and not isinstance(table[spelled["nice_user"]], bool):
            self.refuse("nice_user must be true or false", place, spelled["nice_user"])
        # Nice users are a group of their own, so that an accounting group overrides it.
        nice = group is None and bool(table.get(spelled.get("nice_user", ""), False))
        requests: dict[str, Expr | int] = {}
        attributes: dict[str, Expr | Value] = {}
        for key, value in _spread(table):
            lower = key.lower()
            if lower in _OURS:
                continue
            command = _REQUESTS.get(lower, lower)
            if command.startswith("request_"):
                requests[self._resource(key, command, place)] = self._amount(key, command, value, place)
            else:
                name, content = self._of_job(key, value, place)
                attributes[name] = content
        self._check_gpus(spelled, requests, place)
        count = self.count(table[spelled["count"]], place, spelled["count"]) if "count" in spelled else 1
        self.spend(JOBS, count, place, spelled.get("count"))
        return JobTable(count, user, "nice-user" if nice else group, schedd, requests, attributes, group_user)

    def _group(self, table: Mapping[str, object], user: str, place: TablePlace) -> str | None:
        """The accounting group. In a job's ad AccountingGroup includes the user, but not in a submit file."""
        for key in table:
            if key.lower() == "group" and key != "group":
                hint = f'Write group for the accounting group, or "+{key}" for an attribute of the jobs'
                self.refuse(f"{key} may be either of two things", place, key, hint)
            if key.lower() == "accountinggroup" and str(table[key]).endswith(f".{user.partition('@')[0]}"):
                self.refuse(f"{key} must name only the group", place, key, "The user is added to it automatically")
        return self._one_of(GROUP_KEYS, table, place, "a group is a dotted name without @")

    def _one_of(self, keys: tuple[str, ...], table: Mapping[str, object], place: TablePlace, rule: str) -> str | None:
        """The name that these keys give, which has to be the same for all; None if there are none."""
        given = {key: self._name(table, key, place, key) for key in table if key.lower() in keys}
        for key, name in given.items():
            if "@" in name:
                self.refuse(rule, place, key)
            other = next(iter(given))
            if name != given[other]:
                self.refuse(f"{other} and {key} contradict each other", place, key, "Give one of them")
        return next(iter(given.values()), None)

    def _of_job(self, key: str, value: object, place: TablePlace) -> tuple[str, Expr | Value]:
        """Name and value of the attribute that a command sets, or that is given by its own name."""
        match key.lower():
            case "priority":
                return "JobPrio", self.integer(value, place, key)
            case "concurrency_limits":
                return "ConcurrencyLimits", self._value(key, value, place)
            case "concurrency_limits_expr" if isinstance(value, str):
                return "ConcurrencyLimits", self._expression(key, value, place)
            case "universe":
                number = UNIVERSES.get(value.lower()) if isinstance(value, str) else None
                if number is None:
                    self.refuse("there is no such universe", place, key, f"There are {', '.join(UNIVERSES)}")
                return "JobUniverse", number
            case "gpus_minimum_memory":
                return GPU_COMMANDS["gpus_minimum_memory"], self._amount(key, "request_memory", value, place)
            case "gpus_minimum_runtime" if version := _VERSION.match(str(value)):
                return GPU_COMMANDS["gpus_minimum_runtime"], cuda_version(int(version[1]), int(version[2] or 0))
            case command if command in GPU_COMMANDS:
                name = GPU_COMMANDS[command]
                return name, self._value(name, value, place)
        name = self._attribute(key, place, meant_for_jobs)
        if name.lower() in GROUP_KEYS[1:] and name != key:
            self.refuse(f"{key} cannot be given in this form", place, key, "Write group, and accounting_group_user")
        return name, self._value(name, value, place)

    def _check_gpus(self, spelled: Mapping[str, str], requests: Mapping[str, Expr | int], place: TablePlace) -> None:
        command = next((key for key in (*GPU_COMMANDS, "requiregpus") if key in spelled), None)
        if command is not None and "Gpus" not in requests:
            self.refuse(f"{spelled[command]} means nothing without request_gpus", place, spelled[command])

    def config(self, table: object) -> dict[str, str]:
        """The knobs of the table, with values as in a configuration file."""
        place = ("config", 1)
        if not isinstance(table, dict):
            self.refuse("config must be a table", TOP, "config", "Write [config] on a line of its own")
        knobs: dict[str, str] = {}
        # A stack, because tables may be nested deeper than Python recurses.
        waiting: list[tuple[str, object]] = list(reversed(table.items()))
        while waiting:
            name, value = waiting.pop()
            if isinstance(value, dict):
                # To TOML an unquoted name with a dot, such as GROUP_QUOTA_a.b = 1, is a table.
                waiting += reversed([(f"{name}.{rest}", inner) for rest, inner in value.items()])
            elif not _KNOB.match(name):
                self.refuse(f"{name!r} cannot be the name of a knob", place, name)
            elif isinstance(value, list) and all(isinstance(word, str) for word in value):
                knobs[name] = ", ".join(value)
            elif isinstance(value, bool):
                knobs[name] = str(value).lower()
            elif isinstance(value, str | int | float):
                knobs[name] = str(value)
            else:
                self.refuse(f"{name} must be text, a number, true or false, or a list of words", place, name)
            if "\n" in knobs.get(name, ""):
                self.refuse(f"the value of {name} holds a line break", place, name)
        return knobs

    def _attribute(self, key: str, place: TablePlace, meant: Callable[[str], str | None]) -> str:
        """The name of an attribute. Any is allowed, except what looks like a slip for another key."""
        mark = _OWN.match(key)
        name = key[mark.end() :] if mark else key
        if not _ATTRIBUTE.match(name):
            self.refuse(f"{key!r} cannot be the name of an attribute", place, key)
        # With + or MY. the user says that an attribute is meant, whatever it resembles.
        near = None if mark else meant(name)
        if near is not None:
            hint = f'Did you mean {near}? An attribute of that name is written "+{key}"'
            self.refuse(f"unknown key {key!r}", place, key, hint)
        return name

    def _value(self, key: str, value: object, place: TablePlace) -> Expr | Value:
        if isinstance(value, dict):
            if set(value) != {"expr"} or not isinstance(value["expr"], str):
                self.refuse(
                    f"{key} must not be a table", place, key, f'Write {key} = {{ expr = "..." }} for an expression'
                )
            return self._expression(key, value["expr"], place)
        lower = key.lower()
        if isinstance(value, str) and (lower in _EXPRESSIONS or lower.startswith("consumption")):
            return self._expression(key, value, place)
        if isinstance(value, list):
            return ListValue.of([self._plain(key, item, place) for item in value])
        if not isinstance(value, bool | float | str | int):
            self.refuse(f"{key} has a value that ClassAds do not have", place, key, "Times are seconds since the epoch")
        return self._plain(key, value, place)

    def _plain(self, key: str, value: object, place: TablePlace) -> Value:
        if isinstance(value, bool | float | str):
            return value
        return self.integer(value, place, key)

    def _expression(self, key: str, text: str, place: TablePlace) -> Expr:
        try:
            return parse(text)
        except ClassAdSyntaxError as error:
            self.refuse(f"{key} is not an expression: {error.message} at column {error.column} of its text", place, key)

    def _name(self, table: Mapping[str, object], key: str, place: TablePlace, what: str) -> str:
        value = table[key]
        if not isinstance(value, str) or not _NAME.match(value):
            self.refuse(f"{what} must be a name without spaces and quotes", place, key)
        return value

    def _resource(self, key: str, command: str, place: TablePlace) -> str:
        """The name of a resource: `Gpus` for `request_gpus`, as case does not matter in ads."""
        tag = command[len("request_") :]
        if not _ATTRIBUTE.match(tag):
            self.refuse(f"{key!r} does not name a resource", place, key)
        near = meant_for_jobs(command)
        if near is not None:
            self.refuse(f"unknown key {key!r}", place, key, f"Did you mean {near}?")
        return tag.capitalize()

    def _amount(self, key: str, command: str, value: object, place: TablePlace) -> Expr | int:
        """An amount: of memory in MiB and of disk in KiB, as in a submit file; text may have another unit."""
        if isinstance(value, dict):
            expression = self._value(key, value, place)
            assert isinstance(expression, Expr)
            return expression
        base = {"request_memory": 20, "request_disk": 10}.get(command)
        if isinstance(value, str) and base is not None and (match := _AMOUNT.match(value)):
            shift = _UNITS[match[2].upper()] if match[2] else base
            amount = int(match[1]) << shift
            # Rounded up: a job that asks for 1 KB of memory needs a MiB, not none.
            return -(-amount >> base)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**63:
            example = ' or text such as "2 GB"' if base is not None else ""
            self.refuse(f"{key} must be a whole number, not negative,{example or ' without a unit'}", place, key)
        return value
