"""Proposed changes to knobs, ledger records, slots and jobs, as data, and how they are read.

Nothing is carried out here. CHANGES.toml is read strictly: every mistake is reported with file and line before any
cycle is run. Options such as `--slots` go through the same reader.

name = "spring quotas"            # optional; the operations log keeps it as the reason
to_config = "condor_config.new"   # optional: another configuration; relative to this file
to_snapshot = "bigger"            # optional: another pool; a folder or file relative to this file, or an example

[config]                          # knobs, as a configuration file would have them
GROUP_QUOTA_physics = 50
GROUP_NAMES = ["physics", "chemistry"]

[setfactor]                       # also [setprio], [setfloor], [setceiling]
"alice@lab.example" = 500
"bob@lab.example" = { value = 2000, duration = "2d", new = true }
"cay@lab.example" = { value = 2000, until = 2026-12-01T09:00:00Z, prior = 1000 }

[delete]
names = ["carol@lab.example"]

[[slots]]
add = 100                         # like = "slot1@exec*" makes copies of a slot; attributes as in pool.toml
Cpus = 8

[[slots]]
remove = "slot1@old*"             # names or machines; count = 10 takes ten of them at most

[[jobs]]
submitter = "bob@lab.example"
count = 0                         # idle jobs afterwards; or add = 20, remove = 20
request_cpus = 4                  # what added jobs are like, as in pool.toml
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias, TypeGuard

from msgspec import Struct, structs

from userprio.accounting import PLANNABLE, Edit, EditAction, Quantity
from userprio.base import JOBS, TOP, BadInput, Version, nearest_key, parse_length, parse_toml, placed
from userprio.base.patterns import lazy_pattern
from userprio.base.scalars import plain_number

if TYPE_CHECKING:
    from userprio.pool import JobTable, PoolTables, SlotTable
    from userprio.submission import SubmittedCluster


class ChangePlace(Struct, frozen=True):
    """Where a change was asked for, for errors: a file and perhaps a line, or an option as it was given."""

    path: Path | str | None = None
    line: int | None = None

    def sentence(self, message: str) -> str:
        """The message, prefixed with this place."""
        return placed(message, self.path, self.line)

    def unknown(self, message: str, *, creatable: bool) -> str:
        """The message about an unknown submitter; if `creatable`, with how to add it as a new one."""
        text = self.sentence(message)
        if not creatable:
            return text
        if self.path is None:
            how = "Give new=True"  # Asked for in Python
        else:
            how = "Give --new" if isinstance(self.path, str) else "Write new = true there"
        return f"{text}{'' if text.endswith('?') else '.'} {how} to add a new submitter"


NOWHERE: Final = ChangePlace()


class KnobChange(Struct, frozen=True):
    """A configuration knob set to another value."""

    name: str
    value: str
    """As written in a configuration file, before expansion."""
    place: ChangePlace = NOWHERE


class LedgerChange(Struct, frozen=True):
    """An edit of the ledger, as the edit commands make it."""

    edit: Edit
    create: bool = False
    """Create records for names that have none, instead of refusing them."""
    place: ChangePlace = NOWHERE


class SlotsAdded(Struct, frozen=True):
    """Slots to add, after the existing ones."""

    table: "SlotTable"
    like: str | None = None
    """Name pattern of the slot to copy; the attributes of `table` override the copy's."""
    place: ChangePlace = NOWHERE


class SlotsRemoved(Struct, frozen=True):
    """Slots to remove."""

    pattern: str
    """Matches slot or machine names, with `*`, `?` and `[...]`, ignoring case."""
    most: int | None = None
    """The most slots to remove, starting from the end of the pool; None: all that match."""
    place: ChangePlace = NOWHERE


class JobsChange(Struct, frozen=True):
    """More or fewer idle jobs of a submitter."""

    submitter: str
    count: int
    """Idle jobs afterwards; with `relative`, the number added, or removed if negative."""
    relative: bool
    like: "JobTable | None" = None
    """A model for added jobs; None: the submitter's last idle job, or one that requests a core."""
    create: bool = False
    """Accept a submitter that is not in the pool."""
    place: ChangePlace = NOWHERE


class Changes(Struct, frozen=True):
    """Everything that is to change together. Changes of a kind are applied in the order given."""

    name: str | None = None
    """A name for the set of changes; the operations log keeps it as the reason."""
    knobs: tuple[KnobChange, ...] = ()
    edits: tuple[LedgerChange, ...] = ()
    slots: tuple[SlotsAdded | SlotsRemoved, ...] = ()
    jobs: tuple[JobsChange, ...] = ()
    submissions: "tuple[SubmittedCluster, ...]" = ()
    """Jobs that are submitted, after all other jobs are changed."""
    to_config: Path | None = None
    """A configuration that replaces the present one before knobs are changed."""
    to_version: Version | None = None
    """Another version of HTCondor, for all daemons."""
    to_snapshot: str | None = None
    """A pool that replaces the present one before slots and jobs are changed: a folder, a file or an example's name."""

    def __bool__(self) -> bool:
        others = self.to_config or self.to_snapshot or self.to_version
        return bool(self.knobs or self.edits or self.slots or self.jobs or self.submissions or others)

    def and_then(self, later: "Changes") -> "Changes":
        """These changes followed by `later` ones, which take precedence."""
        return Changes(
            name=later.name or self.name,
            knobs=self.knobs + later.knobs,
            edits=self.edits + later.edits,
            slots=self.slots + later.slots,
            jobs=self.jobs + later.jobs,
            submissions=self.submissions + later.submissions,
            to_config=later.to_config or self.to_config,
            to_version=later.to_version or self.to_version,
            to_snapshot=later.to_snapshot or self.to_snapshot,
        )

    @property
    def overrides(self) -> Mapping[str, str]:
        """Knob values by name; if a knob is set twice, the last value counts."""
        return {change.name: change.value for change in self.knobs}


SETTERS: Final = {action.value: action for action in PLANNABLE}
"""The tables and options that set a value of a submitter."""

_KEYS: Final = ("name", "to_config", "to_snapshot", "config", *SETTERS, "delete", "slots", "jobs")
_EDIT_KEYS: Final = ("value", "duration", "until", "prior", "new")

_SUBMITTER: Final = lazy_pattern(r"[^\s@\"'\\]+@[^\s@\"'\\]+\Z")
_ADDED: Final = lazy_pattern(r"\+(\d{1,9})(?::(.*))?\Z", re.DOTALL)
_REMOVED: Final = lazy_pattern(r"-(?:(\d{1,9})(?::(.+))?|(.+))\Z", re.DOTALL)
_JOBS: Final = lazy_pattern(r"(?P<name>[^=]+)=(?P<sign>[+-]?)(?P<count>\d{1,9})(?::(?P<rest>.*))?\Z", re.DOTALL)
_SLOTS_HINT: Final = "Such as +100:Cpus=8,Memory=16000 or -slot1@old* or -10:slot1@old*"
_JOBS_HINT: Final = "Such as alice@lab.example=0, or =+20:request_cpus=4, or =-5"


def read_changes(path: Path) -> Changes:
    """Read a file of changes.

    Raises:
        BadInput: it cannot be read or understood; gives file, line and what to do.
        OSError: the file does not exist or is not readable.
    """
    text, top = parse_toml(path, "A file of changes")
    reader = _reader(path, text)
    tables = reader.tables
    tables.check_keys(top, _KEYS)
    to_config, to_snapshot = tables.text(top, "to_config"), tables.text(top, "to_snapshot")
    if to_snapshot is not None and (beside := path.parent / to_snapshot).exists():
        to_snapshot = str(beside)
    return Changes(
        name=tables.text(top, "name"),
        knobs=reader.knobs(top.get("config", {})),
        edits=(
            *(edit for kind, action in SETTERS.items() for edit in reader.setters(kind, action, top.get(kind, {}))),
            *reader.deletions(top.get("delete", {})),
        ),
        slots=tuple(reader.slots(number, table) for number, table in tables.tables(top, "slots")),
        jobs=tuple(reader.jobs(number, table) for number, table in tables.tables(top, "jobs")),
        to_config=None if to_config is None else path.parent / to_config,
        to_snapshot=to_snapshot,
    )


def _is_number(value: object) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


class ChangesReader:
    """Turns the tables of a file, or the options of a command line, into changes."""

    def __init__(self, tables: "PoolTables") -> None:
        self.tables = tables

    def place(self, kind: str, number: int, key: str | None = None) -> ChangePlace:
        """The location of a table, or of one of its keys."""
        return ChangePlace(self.tables.path, self.tables.line((kind, number), key))

    def knobs(self, table: object) -> tuple[KnobChange, ...]:
        """The `[config]` table."""
        knobs = self.tables.config(table)
        return tuple(KnobChange(name, value, self.place("config", 1, name)) for name, value in knobs.items())

    def setters(self, kind: str, action: EditAction, table: object) -> list[LedgerChange]:
        """A table that sets a value of submitters, such as `[setfactor]`."""
        if not isinstance(table, dict):
            self.tables.refuse(f"{kind} must be a table", TOP, kind, f"Write [{kind}] on a line of its own")
        return [self._setter(kind, action, name, value) for name, value in table.items()]

    def _setter(self, kind: str, action: EditAction, name: str, given: object) -> LedgerChange:
        place = (kind, 0)
        if isinstance(given, dict) and "value" not in given:
            hint = 'Write "name@domain" = 500, or = { value = 500, duration = "2d" }'
            self.tables.refuse(f"{name} has no value", place, name, hint)
        table = given if isinstance(given, dict) else {"value": given}
        for key in table:
            if key not in _EDIT_KEYS:
                self.tables.refuse(f"unknown key {key!r} of {name}", place, name, nearest_key(key, _EDIT_KEYS))
        value, new = table["value"], table.get("new", False)
        limit = action.spec.value is not None and action.spec.value.quantity is Quantity.LIMIT
        if limit and isinstance(value, str) and value.lower() in ("none", "unlimited"):
            value = -1
        if not _is_number(value):
            self.tables.refuse(f"the value of {name} must be a number", place, name)
        if not isinstance(new, bool):
            self.tables.refuse(f"new must be true or false for {name}", place, name)
        duration, until = (self._seconds(table.get(key), key, kind, name) for key in ("duration", "until"))
        prior = table.get("prior")
        if not (prior is None or _is_number(prior)):
            self.tables.refuse(f"prior must be a number for {name}", place, name)
        # A prior value without an end would never come into force.
        if (until is not None and duration is not None) or (prior is not None and until is None):
            hint = "A lease has either a duration, or until with or without prior"
            self.tables.refuse(f"the lease of {name} is not clear", place, name, hint)
        return LedgerChange(Edit(action, (name,), value, duration, until, prior), new, self.place(kind, 0, name))

    def _seconds(self, value: object, key: str, kind: str, name: str) -> int | None:
        if value is None or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        if key == "until":
            if isinstance(value, datetime) and value.tzinfo is not None:
                return int(value.timestamp())
            message = f"until must be a time with its zone for {name}"
            hint = "Such as 2026-12-01T09:00:00Z, without quotes, or seconds since 1970"
        else:
            with suppress(BadInput):
                return parse_length(value if isinstance(value, str) else "")
            message = f"the duration of {name} must be seconds, or text with units"
            hint = 'Such as 3600, "90m", "12h" or "2d"'
        return self.tables.refuse(message, (kind, 0), name, hint)

    def deletions(self, table: object) -> list[LedgerChange]:
        """The `[delete]` table."""
        names = table.get("names", []) if isinstance(table, dict) else None
        if (
            not isinstance(table, dict)
            or not isinstance(names, list)
            or not all(isinstance(name, str) for name in names)
        ):
            hint = 'Write [delete] on a line of its own, and names = ["alice@lab.example"] below it'
            place, key = (("delete", 0), "names") if isinstance(table, dict) else (TOP, "delete")
            self.tables.refuse("delete must be a table with a list of names", place, key, hint)
        self.tables.check_keys(table, ["names"], ("delete", 0))
        return [LedgerChange(Edit.deletion(name), place=self.place("delete", 0, "names")) for name in names]

    def slots(self, number: int, table: Mapping[str, object]) -> SlotsAdded | SlotsRemoved:
        """A `[[slots]]` table."""
        place = ("slots", number)
        if ("add" in table) == ("remove" in table):
            self.tables.refuse("it must have either add or remove", place, None, "Write add = 10")
        if "remove" in table:
            return self._removal(number, table)
        if (like := table.get("like")) is not None and not isinstance(like, str):
            self.tables.refuse("like must be a pattern of slot names", place, "like")
        count = self.tables.count(table["add"], place, "add")
        # What is left are attributes of slots, read as those of pool.toml are, with the same errors.
        own = {key: value for key, value in table.items() if key not in ("add", "like")}
        return SlotsAdded(self.tables.slots(number, {"count": count, **own}), like, self.place(*place))

    def _removal(self, number: int, table: Mapping[str, object]) -> SlotsRemoved:
        place, pattern = ("slots", number), table["remove"]
        for key in table:
            if key not in ("remove", "count"):
                hint = "Slots are removed by name alone; count says how many at most"
                self.tables.refuse(f"unknown key {key!r} beside remove", place, key, hint)
        if not isinstance(pattern, str) or not pattern:
            self.tables.refuse("remove must be a pattern of slot names", place, "remove")
        most = self.tables.count(table["count"], place, "count") if "count" in table else None
        return SlotsRemoved(pattern, most, self.place(*place))

    def jobs(self, number: int, table: Mapping[str, object]) -> JobsChange:
        """A `[[jobs]]` table."""
        place = ("jobs", number)
        submitter = table.get("submitter")
        if not isinstance(submitter, str) or not _SUBMITTER.match(submitter):
            hint = "Name it in full, such as physics.alice@lab.example"
            self.tables.refuse("submitter must be the name of a submitter", place, "submitter", hint)
        given = [key for key in ("count", "add", "remove") if key in table]
        if len(given) != 1:
            self.tables.refuse("it must have one of count, add and remove", place, None, "Write count = 0")
        key = given[0]
        count = self.tables.count(table[key], place, key, least=0 if key == "count" else 1)
        if key != "remove":
            self.tables.spend(JOBS, count, place, key)
        new = table.get("new", False)
        if not isinstance(new, bool):
            self.tables.refuse("new must be true or false", place, "new")
        own = {name: value for name, value in table.items() if name not in ("submitter", "new", *given)}
        return JobsChange(
            submitter=submitter,
            count=-count if key == "remove" else count,
            relative=key != "count",
            like=self._like(number, submitter, own) if own else None,
            create=new,
            place=self.place(*place),
        )

    def _like(self, number: int, submitter: str, own: Mapping[str, object]) -> "JobTable":
        from userprio.pool import GROUP_KEYS, USER_KEYS

        for key in own:
            if key.lower() in ("user", "schedd", "nice_user", *GROUP_KEYS, *USER_KEYS):
                hint = "The submitter's name says whose jobs they are, and its ad where they are"
                self.tables.refuse(f"{key} cannot be given here", ("jobs", number), key, hint)
        # The name is all there is: group_a.ann@lab is ann of group_a, as schedds make it.
        path, _, domain = submitter.rpartition("@")
        group, _, user = path.rpartition(".")
        whose = {"user": f"{user}@{domain}", **({"group": group} if group else {})}
        return self.tables.jobs(number, {**whose, **own}, domain)


def _reader(place: Path | str, text: str = "") -> ChangesReader:
    from userprio.pool import PoolTables  # Most commands have no changes to read

    return ChangesReader(PoolTables(place, text))


def parse_slots(text: str) -> SlotsAdded | SlotsRemoved:
    """The change of `--slots`: `+N[:NAME=VALUE,...]`, `-PATTERN`, `-N[:PATTERN]`; BadInput if none, or not valid."""
    reader = _reader(f"--slots {text}")
    if match := _ADDED.match(text):
        return reader.slots(1, {"add": int(match[1]), **_attributes("--slots", text, match[2])})
    if match := _REMOVED.match(text):
        if match[1] is None:
            return reader.slots(1, {"remove": match[3]})
        return reader.slots(1, {"remove": match[2] or "*", "count": int(match[1])})
    raise BadInput("this neither adds nor removes slots", f"--slots {text}", hint=_SLOTS_HINT)


def parse_jobs(text: str, *, new: bool) -> JobsChange:
    """The change of `--jobs`: `NAME=N`, `NAME=+N[:NAME=VALUE,...]`, `NAME=-N`; `new` admits unknown submitters.

    Raises:
        BadInput: it does not have this form, or an attribute is not valid.
    """
    if (match := _JOBS.match(text)) is None:
        raise BadInput("this is not a number of jobs of a submitter", f"--jobs {text}", hint=_JOBS_HINT)
    key = {"": "count", "+": "add", "-": "remove"}[match["sign"]]
    table = {"submitter": match["name"].strip(), key: int(match["count"]), "new": new}
    reader = _reader(f"--jobs {text}")
    return reader.jobs(1, {**table, **_attributes("--jobs", text, match["rest"])})


def parse_setter(kind: str, name: str, text: str, place: str, *, new: bool) -> LedgerChange:
    """The change of `--setfactor` or another of the `SETTERS` to a submitter; BadInput if the value is not a number."""
    table = {name: {"value": _value(text), "new": new}}
    [change] = _reader(place).setters(kind, SETTERS[kind], table)
    return structs.replace(change, place=ChangePlace(place))


def _attributes(option: str, text: str, given: str | None) -> dict[str, object]:
    """Names and values: numbers, booleans and quoted strings as in TOML, anything else as text."""
    attributes: dict[str, object] = {}
    for part in parts(given or ""):
        name, equals, value = part.partition("=")
        if not equals or not name.strip():
            raise BadInput(f"{part.strip()!r} is not of the form NAME=VALUE", f"{option} {text}")
        attributes[name.strip()] = _value(value.strip())
    return attributes


def parts(text: str) -> Iterator[str]:
    """Split at commas, except those inside quotes or brackets."""
    part, quoted, depth = "", False, 0
    # No parser of expressions: their commas are always within brackets or quotes.
    for character in text:
        quoted ^= character == '"'
        depth += 0 if quoted else (character in "([{") - (character in ")]}")
        if character == "," and not quoted and depth <= 0:
            yield part
            part = ""
        else:
            part += character
    if part.strip():
        yield part


def _value(text: str) -> object:
    # Imported here because most dry runs are without changes.
    import tomllib

    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (ValueError, RecursionError):
        return text


KnobValue: TypeAlias = str | bool | int | float | Iterable[str]
"""The value of a knob: text as in a configuration file, a number, a boolean, or a list of names."""
SlotsLike: TypeAlias = str | SlotsAdded | SlotsRemoved
"""Slots to add or remove; text has the form of `--slots`, such as `+100:Cpus=8` or `-10:slot1@*`."""
JobsLike: TypeAlias = str | JobsChange
"""Idle jobs to add or remove; text has the form of `--jobs`, such as `alice@lab.example=+20:request_cpus=4`."""


def changes_of(
    knobs: Mapping[str, KnobValue] | None,
    factors: Mapping[str, float] | None,
    slots: SlotsLike | Iterable[SlotsLike],
    jobs: JobsLike | Iterable[JobsLike] | Mapping[str, int | str],
    *,
    new: bool,
) -> Changes:
    """Knobs, factors, slots and jobs as changes; `new` admits unknown submitters. BadInput if a value is not clear."""
    if isinstance(slots, int | float) or isinstance(jobs, int | float):
        raise BadInput("slots and jobs are texts", hint="Such as slots='+4' or jobs='ann@lab=+20'")
    several_slots = [slots] if isinstance(slots, SlotsLike) else slots
    if isinstance(jobs, Mapping):
        jobs = [f"{name}={number}" for name, number in jobs.items()]
    several_jobs = [jobs] if isinstance(jobs, JobsLike) else jobs
    edits = (Edit(EditAction.SET_FACTOR, (name,), plain_number(factor)) for name, factor in (factors or {}).items())
    return Changes(
        knobs=tuple(KnobChange(name, knob_text(value)) for name, value in (knobs or {}).items()),
        edits=tuple(LedgerChange(edit, new) for edit in edits),
        slots=tuple(parse_slots(change) if isinstance(change, str) else change for change in several_slots),
        jobs=tuple(parse_jobs(change, new=new) if isinstance(change, str) else change for change in several_jobs),
    )


def changes_read(changes: Changes | str | Path | None, *, elsewhere: bool = False) -> Changes:
    """The changes, read from a file if given as a path.

    `elsewhere` says that the other configuration or pool that they may name has already been loaded.

    Raises:
        BadInput: a file cannot be read or understood, or the changes name another pool that was not loaded.
        TypeError: `changes` is none of these.
    """
    if isinstance(changes, (str, Path)):
        path = Path(changes)
        try:
            changes = read_changes(path)
        except OSError as error:
            raise BadInput(error.strerror or str(error), path, hint="Check the name") from error
    elif changes is None:
        changes = Changes()
    elif not isinstance(changes, Changes):
        raise TypeError("changes is the path of a file, or Changes; give knobs, factors, slots and jobs by keyword")
    # What the core plans with is passed in; it opens no file on the word of another.
    if not elsewhere and (changes.to_config is not None or changes.to_snapshot is not None):
        raise BadInput("these changes name another configuration or pool", hint="Load it and give it as other=")
    return changes


def knob_text(value: KnobValue) -> str:
    """The value as written in a configuration file; TypeError if a knob cannot have such a value."""
    value = plain_number(value)
    match value:
        case str():
            return value
        # True is an int to Python, too: this has to come first.
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
    if isinstance(value, Iterable):
        names = list(value)
        if all(isinstance(name, str) for name in names):
            return ", ".join(names)
    raise TypeError(f"a knob is set to text, a number, a boolean or a list of names, not to {value!r}")


def texts(given: str | Iterable[str]) -> tuple[str, ...]:
    """The texts given; a single string counts as one text."""
    return (given,) if isinstance(given, str) else tuple(given)
