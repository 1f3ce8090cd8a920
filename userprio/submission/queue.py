"""The arguments of a queue statement, and the jobs that it makes: `queue [count] [names in|from|matching items]`."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.base import Behaviour
from userprio.base.cxx import INT_MAX
from userprio.base.limits import OTHER_FILE, read_file
from userprio.config import (
    BLANKS,
    ErrorKind,
    LogicalLines,
    StatementPlace,
    boolean_of,
    integer_of,
    quoted,
)

_KEYWORD: Final = re.compile(r"(?:(?<=[\s(])|^)(in|from|matching)(?=[\s(])", re.I)
_QUALIFIER: Final = re.compile(r"(files|dirs|any|table)(?=[\s(])|(\[[^\s(]*)(?=[\s(])", re.I)
_BACKWARDS: Final = re.compile(r"(?:[0-9]+[A-Za-z]|[\s,_.A-Za-z])*")
"""The variables before the keyword, read backwards: what stands in front of them is a number of jobs."""
_SLICE: Final = re.compile(r"\[([+-]?\d*)(?::([+-]?\d*))?(?::([+-]?\d*))?\](.*)", re.S)
_TABLE: Final = re.compile(r"\(((?:[^()]|\([^()]*\))*)\)")
_SEPARATORS: Final = re.compile(r"[,\s]+")
_UNIT: Final = "\x1f"


class ItemTable(Struct, frozen=True):
    """How rows of a table are read: `table(csv,header=0,…)`."""

    header: int = -1
    """The row with the names; -1: none."""
    skip: int = 0
    """Rows after it that are left out."""
    separators: str = ", \t"
    trims: bool = True


_PLAIN: Final = ItemTable()


class Queue(Struct, frozen=True):
    """The arguments of a queue statement."""

    count: int = 1
    """Jobs for each item."""
    variables: tuple[str, ...] = ()
    keyword: str = ""
    """`in`, `from` or `matching`; empty: there are no items."""
    kind: str = ""
    """What `matching` looks for: `files`, `dirs` or `any`; empty: both."""
    items: tuple[str, ...] = ()
    source: str = ""
    """A file, or a command with a `|` at its end, to read items from."""
    is_open: bool = False
    """Whether the list goes on in the lines that follow."""
    table: ItemTable = _PLAIN
    bounds: tuple[int | None, int | None, int | None] = (None, None, None)
    """Which of the items: start, end and step, as in Python."""


def parse_queue(arguments: str, place: StatementPlace, behaviour: Behaviour) -> Queue:
    """Parse what follows `queue`, expanded (`SubmitForeachArgs::parse_queue_args`). Raises ConfigError."""
    arguments = arguments.strip(BLANKS)
    match = _KEYWORD.search(arguments)
    if match is None:
        return Queue(_count(arguments, place))
    keyword, rest = match[1].lower(), arguments[match.end() :].lstrip(BLANKS)
    queue = Queue(keyword=keyword)
    while not rest.startswith("(") and (word := _QUALIFIER.match(rest)):
        name, after = (word[1] or "").lower(), rest[word.end() :]
        if name == "table" and not behaviour.items_may_be_a_table:
            break
        if word[2]:
            bounds = _SLICE.fullmatch(word[2])
            if bounds is None or bounds[3] in ("0", "+0", "-0"):
                raise place.error(f"{quoted(word[2])} is not a slice", ErrorKind.SYNTAX, "Such as [2:10:2]")
            start, end, step = (int(text) if text and text not in "+-" else None for text in bounds.groups()[:3])
            queue, after = replace(queue, bounds=(start, end, step)), bounds[4] + after
        elif (name == "table") != (keyword == "from") or keyword == "in":
            raise place.error(f"{name} does not go with {keyword}", ErrorKind.SYNTAX, f"Leave out {name}")
        elif name == "table":
            options = _TABLE.match(after)
            queue = replace(queue, table=_table(options[1] if options else ""))
            after = after[options.end() :] if options else after
        else:
            queue = replace(queue, kind=name)
        rest = after.lstrip(BLANKS)
    before = arguments[: match.start()].rstrip(BLANKS)
    names = _BACKWARDS.match(before[::-1])
    at = len(before) - (names.end() if names else 0)
    queue = replace(queue, count=_count(before[:at], place), variables=tuple(_split(before[at:])))
    closed = rest.startswith("(") and rest.endswith(")")
    is_open = rest.startswith("(") and not closed
    text = rest[1:-1] if closed else rest[1:] if is_open else rest
    if keyword == "from" and not (closed or is_open):
        return replace(queue, source=text.strip(BLANKS))
    return replace(queue, items=_items(keyword, [text.lstrip(BLANKS)] if text.strip(BLANKS) else []), is_open=is_open)


def _count(text: str, place: StatementPlace) -> int:
    """The number of jobs for each item."""
    if not text.strip(BLANKS):
        return 1
    count = integer_of(text)
    if count is None:
        hint = "Write queue COUNT, or queue COUNT NAME in LIST"
        raise place.error(f"{quoted(text.strip(BLANKS))} is not a number of jobs", ErrorKind.SYNTAX, hint)
    if not 0 <= count < INT_MAX:
        raise place.error(f"{count} jobs cannot be queued", ErrorKind.SYNTAX, f"Queue at most {INT_MAX - 1}")
    return count


def _split(text: str) -> list[str]:
    return [word for word in _SEPARATORS.split(text) if word]


def _items(keyword: str, lines: Sequence[str]) -> tuple[str, ...]:
    """The items on lines of a list: for `from`, each line is one."""
    return tuple(lines) if keyword == "from" else tuple(word for line in lines for word in _split(line))


def _table(options: str) -> ItemTable:
    table = ItemTable(header=0, separators=",")
    for option in _split(options.replace(" ", "")):
        name, equals, value = option.partition("=")
        number = integer_of(value) if equals else None
        truth = boolean_of(value) if equals else None
        match name.lower():
            case "standard":
                table = _PLAIN
            case "csv":
                table = ItemTable(separators=",")
            case "header" if number is not None or value.lower() == "none":
                table = replace(table, header=-1 if number is None else number)
            case "skip" if number is not None:
                table = replace(table, skip=number)
            case "trim" if truth is not None:
                table = replace(table, trims=truth)
            case "comma_sep" if truth is not None:
                table = replace(table, separators="," if truth else "")
            case "sep" if value:
                table = replace(table, separators=value[0])
    return table


class Items(Struct, frozen=True):
    """The items of a queue statement, all of them read."""

    queue: Queue
    variables: tuple[str, ...]
    rows: tuple[str, ...]
    warnings: tuple[str, ...] = ()

    def chosen(self) -> range:
        """The numbers of the items for which there are jobs; a queue without items counts as one."""
        if not self.queue.keyword:
            return range(1)
        start, end, step = self.queue.bounds
        count = len(self.rows)
        first = 0 if start is None else start + count if start < 0 else start
        last = count if end is None else end + count if end < 0 else end
        return range(max(first, 0), max(min(last, count), 0), max(step or 1, 1))


def load_items(
    queue: Queue,
    rows: Sequence[str],
    place: StatementPlace,
    folder: Path,
    run: Callable[[str], bytes],
    option: Callable[[str], str | None],
) -> Items:
    """Read the items of a queue statement, from the lines of the file itself (`rows`), another file, or a command.

    `run` returns what a command prints, and `option` says what the description sets, such as SubmitFailEmptyMatches.

    Raises:
        ConfigError: they cannot be read.
    """
    variables = queue.variables or (("Item",) if queue.keyword else ())
    lines = [*queue.items, *_items(queue.keyword, rows)]
    if queue.source == "-":
        raise place.error("items on standard input are not read", ErrorKind.SYNTAX, "Write them into a file")
    if queue.source:
        try:
            is_command = queue.source.endswith("|")
            data = run(queue.source.rstrip(f"|{BLANKS}")) if is_command else _bytes(folder / queue.source)
        except OSError as error:
            message = f"the items in {quoted(queue.source)} cannot be read: {error.strerror}"
            raise place.error(message, ErrorKind.INCLUDE_MISSING, "Names are relative to the working folder") from None
        lines = [line.text.strip(BLANKS) for line in LogicalLines(data.decode(errors="surrogateescape"))]
    if queue.keyword == "matching":
        return _matching(queue, variables, lines, place, folder, option)
    table = queue.table
    if table.header >= 0 and queue.source + "".join(lines):
        if table.header >= len(lines):
            raise place.error(f"the table has no row {table.header} with names", ErrorKind.SYNTAX, "Correct header=")
        variables = tuple(fields_of(lines.pop(table.header), INT_MAX, table))
        # Rows before the one with the names are no items either.
        del lines[: table.skip + table.header - 1 if table.header else 0]
    return Items(queue, variables, tuple(lines))


def _bytes(path: Path) -> bytes:
    return read_file(str(path), OTHER_FILE, None)


def _matching(
    queue: Queue,
    variables: tuple[str, ...],
    patterns: Sequence[str],
    place: StatementPlace,
    folder: Path,
    option: Callable[[str], str | None],
) -> Items:
    """The files and folders whose names match patterns, each pattern's sorted; folders end in a slash."""
    kind = queue.kind
    if not kind:
        wanted = (option("SubmitMatchDirectories") or "yes").lower()
        kind = {"never": "files", "no": "files", "false": "files", "only": "dirs"}.get(wanted, "")
    names: dict[str, None] = {}
    warnings = []
    for pattern in patterns:
        matches = sorted(_matching_names(pattern, folder))
        marked = [f"{name.rstrip('/')}/" if (folder / name).is_dir() else name for name in matches]
        chosen = [name for name in marked if kind not in ("files", "dirs") or name.endswith("/") == (kind == "dirs")]
        if not chosen:
            warnings.append(f"{quoted(pattern)} matches nothing in {folder}")
            if boolean_of(option("SubmitFailEmptyMatches") or "false"):
                raise place.error(warnings[-1], ErrorKind.SYNTAX, "Correct the pattern")
        if any(name in names for name in chosen):
            warnings.append(f"{quoted(pattern)} matches something that another pattern matches: it counts once")
        names |= dict.fromkeys(chosen)
    return Items(queue, variables, tuple(names), tuple(warnings))


def _matching_names(pattern: str, folder: Path) -> Iterator[str]:
    """The names of files and folders that a pattern matches, except hidden ones (`glob(3)`)."""
    head, slash, last = pattern.rstrip("/").rpartition("/")
    # Folders may be patterns as well.
    heads = [head] if not re.search(r"[*?[]", head) else sorted(_matching_names(head, folder))
    for parent in heads:
        place = folder / (parent + slash)
        if place.is_dir():
            names = sorted(entry.name for entry in place.iterdir())
            hidden = last.startswith(".")
            yield from (
                f"{parent}{slash}{name}" for name in names if fnmatchcase(name, last) and name.startswith(".") <= hidden
            )


def fields_of(row: str, count: int, table: ItemTable) -> list[str]:
    """The fields of a row: at most `count`, of which the last takes the rest; fewer only if the row is blank."""
    separators = table.separators
    if _UNIT in row and table == _PLAIN:
        separators = _UNIT
    blanks = " \t" if table.trims else ""
    row = row.strip(blanks) if blanks else row
    if not row:
        return []
    fields = [row]
    while len(fields) < count:
        at = next((at for at, char in enumerate(fields[-1]) if char in separators), None)
        if at is None:
            break
        rest = fields[-1][at + 1 :]
        fields[-1:] = [fields[-1][:at].rstrip(blanks), rest.lstrip(blanks)] if blanks else [fields[-1][:at], rest]
    return fields


def values_of(items: Items, behaviour: Behaviour) -> Iterator[tuple[int, Mapping[str, str]]]:
    """For each chosen item its number and the values of the queue's variables, by lower-case name."""
    names = [name.lower() for name in items.variables]
    values = dict.fromkeys(names, "")
    for number in items.chosen():
        if names and number < len(items.rows):
            fields = fields_of(items.rows[number], len(names), items.queue.table)
            # What a blank row lacks is as in the row before, and in older versions what any row lacks.
            if fields and behaviour.items_may_be_a_table:
                fields += [""] * (len(names) - len(fields))
            values |= dict(zip(names, fields, strict=False))
        yield number, dict(values)
