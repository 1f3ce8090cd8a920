"""Guards as data, and their file: read strictly, with the line of every mistake, and written for a pool as it is.

[[guard]]
group = "group_chemistry"         # or user = "alice@*", or pool = true
holds = ">= 0.9 * before"         # any column, or several: each is a condition
share = [">= 5%", "<= 50%"]
name = "chemistry's contract"     # optional

[[guard]]
user = "*"
expression = "After.Holds >= 0.9 * Before.Holds || After.Idle == 0"

[[guard]]
findings = "none new"             # of userprio check
level = "warning"                 # optional: of this level or a worse one
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path
from typing import Final, NoReturn

from msgspec import Struct

from userprio.analysis.check import Level
from userprio.analysis.guards.comparison import (
    GuardColumn,
    GuardComparison,
    GuardHorizon,
    GuardSubject,
    parse_comparison,
)
from userprio.base import BadInput, TomlTables, listed, parse_toml
from userprio.classad import AttributeRef, ClassAdSyntaxError, parse, walk

BEFORE, AFTER, NAME, GROUP = "Before", "After", "Name", "Group"
"""What an expression may name: the two sides, with a column each, and whom the row is about."""
_KIND: Final = "guard"
_COLUMNS: Final = {column.value: column for column in GuardColumn}
_ATTRIBUTES: Final = {column.attribute.lower(): column for column in GuardColumn}
_ALL: Final = listed(column.attribute for column in GuardColumn)
_KEYS: Final = (*(subject.value for subject in GuardSubject), *_COLUMNS, "expression", "findings", "level", "name")
_NONE_NEW: Final = "none new"


class GuardCondition(Struct, frozen=True):
    """One condition of a guard: a comparison, an expression or, with neither, no new findings."""

    text: str
    """As it was written, with its column."""
    line: int | None
    columns: tuple[GuardColumn, ...] = ()
    """The figures that it reads."""
    comparison: GuardComparison | None = None
    expression: str | None = None


class Guard(Struct, frozen=True):
    """What somebody is to keep."""

    number: int
    """From 1, in the order of the file."""
    path: Path
    line: int | None
    subject: GuardSubject | None
    """None: the findings of `check`."""
    pattern: str
    conditions: tuple[GuardCondition, ...]
    name: str | None = None
    level: Level = Level.NOTE
    """The mildest level of findings that counts."""

    @property
    def whom(self) -> str:
        """Whom it is about, such as `user *`."""
        return "findings" if self.subject is None else f"{self.subject} {self.pattern}".strip()


def read_guards(path: Path) -> tuple[Guard, ...]:
    """The guards in a file.

    Raises:
        BadInput: it cannot be understood; gives file, line and what to do.
        OSError: it cannot be read.
    """
    source, top = parse_toml(path, "A file of guards")
    tables = TomlTables(path, source)
    tables.check_keys(top, (_KIND,))
    guards = tuple(_guard(tables, path, number, table) for number, table in tables.tables(top, _KIND))
    if not guards:
        raise BadInput(
            "there is no guard in it", path, hint="`userprio plan --write-guards FILE` writes some to begin with"
        )
    return guards


def _guard(tables: TomlTables, path: Path, number: int, table: Mapping[str, object]) -> Guard:
    place = (_KIND, number)
    tables.check_keys(table, _KEYS, place)
    about = [key for key in (*(subject.value for subject in GuardSubject), "findings") if key in table]
    if len(about) != 1:
        hint = "Give one of user, group, pool and findings"
        message = f"it is about {listed(about)} at once" if about else "it does not say whom it is about"
        tables.refuse(message, place, about[1] if about else None, hint)
    subject = None if about == ["findings"] else GuardSubject(about[0])
    pattern, conditions = "", tuple(_conditions(tables, place, table, subject))
    if subject is GuardSubject.POOL:
        if table["pool"] is not True:
            tables.refuse("pool must be true", place, "pool", "Write pool = true")
    elif subject is not None:
        pattern = _text(tables, place, table, subject.value)
    if not conditions:
        tables.refuse(
            "it has no condition", place, None, f'Such as holds = ">= 0.9 * before"; columns are {listed(GuardColumn)}'
        )
    level = Level.NOTE
    if "level" in table:
        if subject is not None or table["level"] not in [own.value for own in Level]:
            hint = f"It is one of {listed(Level)}, and goes with findings"
            tables.refuse(f"{table['level']!r} cannot be the level", place, "level", hint)
        level = Level(table["level"])
    name = _text(tables, place, table, "name") if "name" in table else None
    return Guard(number, path, tables.line(place, None), subject, pattern, conditions, name, level)


def _text(tables: TomlTables, place: tuple[str, int], table: Mapping[str, object], key: str) -> str:
    value = table[key]
    if not isinstance(value, str) or not value.strip() or "\n" in value:
        tables.refuse(f"{key} must be a single line of text", place, key)
    return value.strip()


def _conditions(
    tables: TomlTables, place: tuple[str, int], table: Mapping[str, object], subject: GuardSubject | None
) -> Iterator[GuardCondition]:
    for key, value in table.items():
        line = tables.line(place, key)
        if key == "findings":
            if value != _NONE_NEW:
                tables.refuse(f"{value!r} cannot be asked of findings", place, key, f'Write findings = "{_NONE_NEW}"')
            yield GuardCondition(_NONE_NEW, line)
        elif key == "expression":
            if subject is None:
                tables.refuse("findings have no figures", place, key, "Make it a guard of its own")
            text = _text(tables, place, table, key)
            columns = _columns_of(text, subject, tables, place)
            yield GuardCondition(text, line, columns, expression=text)
        elif key in _COLUMNS:
            column = _COLUMNS[key]
            if (objection := _not_of(column, subject)) is not None:
                tables.refuse(objection, place, key, _instead(subject))
            for written in value if isinstance(value, list) else [value]:
                if not isinstance(written, str):
                    tables.refuse(
                        f"{key} must be a comparison in quotes", place, key, f'Such as {key} = ">= 0.9 * before"'
                    )
                try:
                    comparison = parse_comparison(column, written)
                except BadInput as error:
                    tables.refuse(error.message, place, key, error.hint)
                yield GuardCondition(f"{column} {comparison.text}", line, (column,), comparison)


def _not_of(column: GuardColumn, subject: GuardSubject | None) -> str | None:
    whose = "findings have" if subject is None else f"a {subject} has"
    return None if subject in column.subjects else f"{whose} no {column}, which is {column.about}"


def _instead(subject: GuardSubject | None) -> str | None:
    return (
        None if subject is None else f"It has {listed(column for column in GuardColumn if subject in column.subjects)}"
    )


def _columns_of(
    text: str, subject: GuardSubject, tables: TomlTables, place: tuple[str, int]
) -> tuple[GuardColumn, ...]:
    """The columns that an expression reads; a name that means nothing is refused, as it would be undefined."""

    def refuse(message: str, hint: str | None = None) -> NoReturn:
        tables.refuse(message, place, "expression", hint)

    try:
        references = [node for node in walk(parse(text)) if isinstance(node, AttributeRef)]
    except ClassAdSyntaxError as error:
        refuse(f"{error.message}, at column {error.column} of the expression")
    bases = {id(node.base) for node in references if node.base is not None}
    columns: dict[GuardColumn, None] = {}
    sides: set[str] = set()
    for node in references:
        base = node.base
        side = base.name.lower() if isinstance(base, AttributeRef) and base.base is None else ""
        if side in (BEFORE.lower(), AFTER.lower()):
            column = _ATTRIBUTES.get(node.name.lower())
            if column is None:
                near = get_close_matches(node.name.lower(), _ATTRIBUTES, n=1, cutoff=0.75)
                names = f"Did you mean {_ATTRIBUTES[near[0]].attribute}?" if near else f"There are {_ALL}"
                refuse(f"there is no column {node.name}", names)
            if (objection := _not_of(column, subject)) is not None:
                refuse(objection, _instead(subject))
            columns[column] = None
            sides.add(side)
        elif id(node) not in bases and node.name.lower() not in (NAME.lower(), GROUP.lower()):
            hint = f"Write {AFTER}.{node.name} or {BEFORE}.{node.name}" if node.name.lower() in _ATTRIBUTES else None
            refuse(f"{node.name} has no meaning here", hint or f"There are {AFTER}, {BEFORE}, {NAME} and {GROUP}")
    if AFTER.lower() not in sides:
        refuse("it says nothing about the figures after the changes", f"Such as {AFTER}.Holds >= 0.9 * {BEFORE}.Holds")
    return tuple(column for column in GuardColumn if column in columns)


def check_horizon(guards: Iterable[Guard], over: GuardHorizon) -> None:
    """Raise BadInput at the first condition that has no meaning over that time."""
    for guard in guards:
        for condition in guard.conditions:
            for column in condition.columns:
                if over not in column.horizons:
                    others = listed((f"--over {own}" for own in GuardHorizon if own in column.horizons), joined_by="or")
                    message = f"{column} has no meaning over a {over}: it is {column.about}"
                    raise BadInput(message, guard.path, condition.line, hint=f"It goes with {others}")


def guards_text(groups: Iterable[str], has_users: bool) -> str:
    """The text of a file with guards that hold if nothing is changed: for each of the groups, and for everybody."""
    import tomli_w

    lines = [
        "# What no change of policy may do; `userprio plan CHANGES --expect FILE` holds a change against it, and",
        "# `userprio help guards` says what else a guard can say. Each of these holds if nothing is changed.",
    ]
    for name in groups:
        # A name that is not UTF-8 cannot be written in TOML.
        with suppress(UnicodeEncodeError):
            name.encode("utf-8")
            lines.append(f'\n[[guard]]\n{tomli_w.dumps({"group": name})}holds = ">= 0.9 * before"')
    if has_users:
        lines.append('\n[[guard]]\nuser = "*"\nloses = "<= 10%"')
    lines.append('\n[[guard]]\npool = true\npreemptions = "<= before"\nidle_weight = "<= before"')
    lines.append('\n[[guard]]\nfindings = "none new"')
    return "".join(f"{line}\n" for line in lines)
