"""TOML files read strictly: errors in a table are reported with the file, the line and what to do."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final, NoReturn

import msgspec

from userprio.base.errors import BadInput
from userprio.base.limits import KEY_PARTS, TOML_FILE, Exceeded, Opener, budget, read_file
from userprio.base.patterns import lazy_pattern

MOST: Final = 100_000
"""Largest count in a hand-written file; more must be a typing error."""
_PARSERS_PLACE: Final = lazy_pattern(r"\s*\(?at (?:line (\d+), column (\d+)|end of document)\)?\Z")

TablePlace = tuple[str | None, int]
"""Kind and number of a table, from 1; number 0: the only one of its kind; kind None: the top level of the file."""
TOP: Final[TablePlace] = (None, 0)


_HEAD: Final = lazy_pattern(r"\s*\[\[?\s*(\w+)")
_LONG_KEY: Final = (
    rf"""(?<![\w-])(?>(?:(?:[\w-]++|"(?>(?:[^"\\\n]++|\\.)*)"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{KEY_PARTS}}})"""
)


def parse_toml(
    path: Path, what: str, size: str = TOML_FILE, within: Opener | None = None
) -> tuple[str, dict[str, object]]:
    """Text and contents of a TOML file; `what` names the kind of file in errors, `size` is the bound on its size.

    `within` is as for `read_file`.

    Raises:
        BadInput: it is not valid TOML, with line and column.
        OSError: it cannot be read.
    """
    try:
        text = read_file(path, size, within).decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise BadInput("this is not text in UTF-8", path, hint=f"{what} is a TOML file") from error
    return text, toml_of(text, path)


def toml_of(text: str, path: Path) -> dict[str, object]:
    """The contents of a TOML text; `path` is named in errors.

    Raises:
        BadInput: it is not valid TOML, with line and column.
    """
    # The parser's time grows with the square of the number of parts.
    if (long := re.search(_LONG_KEY, text)) is not None:
        line = text.count("\n", 0, long.start()) + 1
        raise BadInput(f"a dotted name has more than {KEY_PARTS} parts", path, line, hint="Write a shorter one")
    # Imported here because most commands read no TOML file, but know how.
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _syntax_error(path, str(error)) from error
    except (ValueError, RecursionError) as error:
        raise BadInput("it contains a number or nesting that is too large to read", path) from error


def _syntax_error(path: Path, message: str) -> BadInput:
    """The parser's error, with its place parsed out of the message."""
    match = _PARSERS_PLACE.search(message)
    line, column = (int(match[1]), int(match[2])) if match and match[1] else (None, None)
    text = _PARSERS_PLACE.sub("", message)
    hint = None
    if "overwrite" in text or "after a key" in text:
        hint = f"A name that contains {'a dot' if 'overwrite' in text else 'an @'} must be in quotes here"
    return BadInput(f"not valid TOML: {text[:1].lower()}{text[1:]}", path, line, column, hint)


def nearest_key(key: str, known: Iterable[str]) -> str:
    """A hint for an unknown key."""
    from difflib import get_close_matches  # Only for a mistake

    names = list(known)
    near = get_close_matches(key.lower(), names, n=1, cutoff=0.75)
    return f"Did you mean {near[0]}?" if near else f"Known {'is' if len(names) == 1 else 'are'} {', '.join(names)}"


class _WrittenTable(msgspec.Struct):
    """The lines of a table: that of its header, and those of its keys."""

    head: int | None
    lines: dict[str, int] = msgspec.field(default_factory=dict)


@lru_cache(maxsize=4)
def _written(source: str) -> dict[str | None, list[_WrittenTable]]:
    """The tables of each kind, in order; kind None is the top level of the file."""
    table = _WrittenTable(None)
    tables: dict[str | None, list[_WrittenTable]] = {None: [table]}
    for number, line in enumerate(source.split("\n"), 1):
        if header := _HEAD.match(line):
            table = _WrittenTable(number)
            tables.setdefault(header[1], []).append(table)
        else:
            stem, _, _ = line.partition("=")
            name = stem.strip().replace('"', "").replace("'", "")
            while name:
                # To TOML an unquoted name with a dot is a table.
                table.lines.setdefault(name, number)
                name = name.rpartition(".")[0]
    return tables


class TomlTables(msgspec.Struct, frozen=True):
    """Validates the tables of one file, and knows the line of everything in it."""

    path: Path | str
    """Named in errors."""
    source: str
    """Its text; empty if there is no file, so that errors have neither line nor table."""

    def refuse(self, message: str, place: TablePlace, key: str | None = None, hint: str | None = None) -> NoReturn:
        """Raise BadInput about a table, or a key of it."""
        raise BadInput(self._title(place) + message, self.path, self.line(place, key), None, hint)

    def _title(self, place: TablePlace) -> str:
        kind, number = place
        if kind is None or not self.source:
            return ""
        return f"[{kind}]: " if kind == "config" or not number else f"[[{kind}]] number {number}: "

    def line(self, place: TablePlace, key: str | None) -> int | None:
        """The line of a table's key, or else of its header; None if it is written in some other way."""
        kind, number = place
        written = _written(self.source)
        if kind is None and key in written:
            return written[key][0].head
        tables = written.get(kind, [])
        if len(tables) < max(number, 1):
            return None
        table = tables[max(number, 1) - 1]
        return table.lines.get(key or "", table.head)

    def lines(self, place: TablePlace, keys: Iterable[str]) -> dict[str, int]:
        """The lines of a table's keys, without keys for which only the table's header is found."""
        head = self.line(place, None)
        lines = {key: self.line(place, key) for key in keys}
        return {key: line for key, line in lines.items() if line is not None and line != head}

    def tables(self, top: Mapping[str, object], kind: str) -> list[tuple[int, Mapping[str, object]]]:
        """The tables of a list such as `[[slots]]`, numbered from 1."""
        tables = top.get(kind, [])
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            self.refuse(f"{kind} must be a list of tables", (None, 0), kind, f"Write [[{kind}]] with two brackets")
        return list(enumerate(tables, 1))

    def check_keys(self, table: Mapping[str, object], known: Iterable[str], place: TablePlace = TOP) -> None:
        """Refuse the first unknown key."""
        names = list(known)
        for key in table:
            if key not in names:
                self.refuse(f"unknown key {key!r}", place, key, nearest_key(key, names))

    def spend(self, name: str, number: int, place: TablePlace, key: str | None) -> None:
        """Charge what a table makes to the run's budget.

        Raises:
            Exceeded: it is more than is left.
        """
        try:
            budget().spend(name, number)
        except Exceeded as error:
            raise error.at(self.path, self.line(place, key)) from None

    def text(self, table: Mapping[str, object], key: str) -> str | None:
        """A single-line text at the top level; None if the key is missing."""
        value = table.get(key)
        if value is not None and (not isinstance(value, str) or not value.strip() or "\n" in value):
            self.refuse(f"{key} must be a single line of text", TOP, key)
        return value if isinstance(value, str) else None

    def integer(self, value: object, place: TablePlace, key: str) -> int:
        """A whole number that fits in 64 bits."""
        if isinstance(value, bool) or not isinstance(value, int) or not -(2**63) <= value < 2**63:
            self.refuse(f"{key} must be a whole number", place, key)
        return value

    def count(self, value: object, place: TablePlace, key: str, *, least: int = 1) -> int:
        """A count from `least` to `MOST`."""
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= MOST:
            self.refuse(f"{key} must be a whole number from {least} to {MOST}", place, key)
        return value
