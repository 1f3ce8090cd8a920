"""How results are shown: formats, the requested view of tables, and wording."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import Final

from userprio.base.errors import UserprioError
from userprio.base.records import Record


class Format(StrEnum):
    """How a result is written."""

    AUTO = "auto"
    """A table on a terminal; elsewhere condor_userprio's text, or the table without colour where it has no text."""
    TABLE = "table"
    CLASSIC = "classic"
    JSON = "json"
    CSV = "csv"
    LONG = "long"
    """Whole ads, for listings only."""
    JSONL = "jsonl"
    """The rows of CSV, as JSON objects, one per line."""
    MARKDOWN = "markdown"
    """The tables, for a page, a ticket or a review."""
    SARIF = "sarif"
    """Findings for code scanning."""
    GITHUB = "github"
    """Findings as annotations in the log of a GitHub action."""
    JUNIT = "junit"
    """A test report in JUnit's XML, which services that run tests show."""


def figure(value: float) -> str:
    """A number with at most two decimals and no trailing zeros; tiny ones have two digits, very large ones four."""
    if value != value or abs(value) >= 1e9:
        return f"{value:.4g}"
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    # A small number must not look like 0.
    return f"{value:.2g}" if text in ("0", "-0") and abs(value) > 1e-9 else "0" if text == "-0" else text


def percent(fraction: float) -> str:
    """A fraction of 1 as a percentage."""
    if fraction != fraction:
        return "nan"
    return "<0.01%" if 0 < fraction < 1e-4 else f"{figure(100 * fraction)}%"


def counted(number: int, singular: str, plural: str | None = None) -> str:
    """A number with its noun: `1 slot`, `2 slots`."""
    return f"{number} {singular if number == 1 else plural or singular + 's'}"


def listed(items: Iterable[str], most: int | None = None, joined_by: str = "and") -> str:
    """`a, b and c`; if there are more than `most`, only the first few, as in `a, b and 3 more`."""
    *first, last = list(items) or [""]
    if most is not None and len(first) >= most:
        first, last = first[: most - 1], f"{len(first) - most + 2} more"
    return f"{', '.join(first)} {joined_by} {last}" if first else last


class ViewError(UserprioError):
    """The requested view does not exist: a mistake on the command line."""


class View(Record):
    """Which rows and columns, in which order."""

    sort: str | None = None
    """The name of a column."""
    ascending: bool | None = None
    """None: numbers in descending order, words in alphabetical order."""
    top: int | None = None
    """The largest number of rows of each table."""
    every: bool = False
    """All rows, even if they do not fit."""
    groups: tuple[str, ...] = ()
    """Patterns with `*` and `?`, ignoring case, for groups; subgroups are included."""
    users: tuple[str, ...] = ()
    """Patterns for submitters, with or without their group and domain."""
    columns: tuple[str, ...] = ()
    depth: int | None = None
    """Deeper groups count as their ancestor at this depth; top-level groups have depth 1."""
    fits: bool = False
    """Cut tables that are longer than a screen, unless `every` or `top` says otherwise."""
    height: int = 0
    """The lines of that screen; 0: unknown."""
    whole: bool = False
    """Each row can be read on its own, with full names."""

    @property
    def asked(self) -> bool:
        """Whether rows or columns were selected at all; `every` does not count."""
        chosen = self.sort, self.top, self.groups, self.users, self.columns, self.depth
        return any(choice not in (None, ()) for choice in chosen)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of columns, those to show and that to sort by."""
        return (*self.columns, *(() if self.sort is None else (self.sort,)))

    @property
    def rearranged(self) -> bool:
        """Whether rows are sorted differently, or only the first are wanted."""
        return self.sort is not None or self.top is not None

    @property
    def flat(self) -> bool:
        """Whether members stand by themselves rather than under their groups."""
        return self.whole or self.sort is not None

    def takes_user(self, name: str, group: str) -> bool:
        """Whether the submitter of this full name is asked for."""
        return not self.users or any(matches(name, pattern, group) for pattern in self.users)

    def takes_group(self, name: str) -> bool:
        """Whether a group is asked for, by its own name or an ancestor's."""
        low = name.lower()
        patterns = [pattern.lower() for pattern in self.groups]
        return not patterns or any(fnmatchcase(low, parent) or fnmatchcase(low, f"{parent}.*") for parent in patterns)


EVERYTHING: Final = View()
"""All of it, as it comes."""


def matches(name: str, pattern: str, group: str = "") -> bool:
    """Whether a pattern matches a submitter: its full name, or that without its group, its domain, or both."""
    full_name, wanted = name.lower(), pattern.lower()
    prefix = f"{group.lower()}."
    own = full_name.removeprefix(prefix) if group else full_name
    names = {full_name, own, full_name.rpartition("@")[0] or full_name, own.rpartition("@")[0] or own}
    return any(fnmatchcase(spelling, wanted) for spelling in names)


def no_such_column(name: str, known: Iterable[str], also: Iterable[str] = ()) -> ViewError:
    """The error for a column that does not exist; `also` has other names of existing ones."""
    from difflib import get_close_matches

    columns: Sequence[str] = list(dict.fromkeys(known))
    near = get_close_matches(name, [*columns, *also], n=1)
    guess = f" Did you mean {near[0]}?" if near else ""
    return ViewError(f"There is no column {name!r} here.{guess} There are {', '.join(columns)}.")
