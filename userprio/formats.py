"""How results are shown: their formats, what somebody asked to see of their tables, and wording."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import Final

from userprio.errors import UserprioError


class Format(StrEnum):
    """How a result is written."""

    AUTO = "auto"
    """A table on a terminal; elsewhere condor_userprio's text, or the table without colour where it has no text."""
    TABLE = "table"
    CLASSIC = "classic"
    JSON = "json"
    CSV = "csv"
    LONG = "long"
    """Whole ads, of listings only."""
    JSONL = "jsonl"
    """The lines of CSV, each an object of JSON on a line of its own."""
    MARKDOWN = "markdown"
    """The tables, for a page, a ticket or a review."""
    SARIF = "sarif"
    """Findings for code scanning."""
    GITHUB = "github"
    """Findings as annotations in the log of a GitHub action."""


def figure(value: float) -> str:
    """At most two decimals, no trailing zeros; four digits where it is very large."""
    if value != value or abs(value) >= 1e9:
        return f"{value:.4g}"
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    # What is not nothing must not look like it.
    return f"{value:.2g}" if text in ("0", "-0") and abs(value) > 1e-9 else "0" if text == "-0" else text


def percent(fraction: float) -> str:
    """A fraction of 1 in percent."""
    return "<0.01%" if 0 < fraction < 1e-4 else f"{figure(100 * fraction)}%"


def counted(number: int, one: str, many: str | None = None) -> str:
    """A number with its noun: `1 slot`, `2 slots`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def listed(items: Iterable[str], most: int | None = None, joined_by: str = "and") -> str:
    """`a, b and c`; of more than `most` the first few, as in `a, b and 3 more`."""
    *first, last = list(items) or [""]
    if most is not None and len(first) >= most:
        first, last = first[: most - 1], f"{len(first) - most + 2} more"
    return f"{', '.join(first)} {joined_by} {last}" if first else last


class ViewError(UserprioError):
    """What was asked for cannot be shown: a mistake in the command line."""


@dataclass(frozen=True, slots=True)
class View:
    """Which rows and columns, in which order."""

    sort: str | None = None
    """The name of a column."""
    ascending: bool | None = None
    """None: numbers the largest first, words as in a dictionary."""
    top: int | None = None
    """So many rows of each table."""
    every: bool = False
    """All rows, whatever fits."""
    groups: tuple[str, ...] = ()
    """Patterns with `*` and `?`, in any case, of groups, whose subgroups belong to them."""
    users: tuple[str, ...] = ()
    """The same of submitters, with or without their group and what follows the @."""
    columns: tuple[str, ...] = ()
    depth: int | None = None
    """Groups that are deeper count as their ancestor at this depth, where groups at the top have 1."""
    fits: bool = False
    """A table that is longer than a screen is cut, unless `every` or `top` says otherwise."""
    whole: bool = False
    """Each row stands by itself, with whole names."""

    @property
    def asked(self) -> bool:
        """Whether rows or columns were chosen at all; to ask for every row is not to choose."""
        chosen = self.sort, self.top, self.groups, self.users, self.columns, self.depth
        return any(one not in (None, ()) for one in chosen)

    @property
    def rearranged(self) -> bool:
        """Whether rows are in another order than their own, or only some of them are wanted."""
        return self.sort is not None or self.top is not None

    def takes_user(self, name: str, group: str) -> bool:
        """Whether a submitter of this whole name is asked for."""
        return not self.users or any(matches(name, pattern, group) for pattern in self.users)

    def takes_group(self, name: str) -> bool:
        """Whether a group is asked for, by itself or with one above it."""
        low = name.lower()
        patterns = [pattern.lower() for pattern in self.groups]
        return not patterns or any(fnmatchcase(low, each) or fnmatchcase(low, f"{each}.*") for each in patterns)


EVERYTHING: Final = View()
"""All of it, as it comes."""


def matches(name: str, pattern: str, group: str = "") -> bool:
    """Whether a pattern is of a submitter: of its whole name, or of that without its group, its domain, or both."""
    whole, wanted = name.lower(), pattern.lower()
    prefix = f"{group.lower()}."
    own = whole.removeprefix(prefix) if group else whole
    names = {whole, own, whole.rpartition("@")[0] or whole, own.rpartition("@")[0] or own}
    return any(fnmatchcase(each, wanted) for each in names)


def no_such_column(name: str, known: Iterable[str], also: Iterable[str] = ()) -> ViewError:
    """What to raise for a column that is not there; `also` are further names of those that are."""
    from difflib import get_close_matches

    there: Sequence[str] = list(dict.fromkeys(known))
    near = get_close_matches(name, [*there, *also], n=1)
    guess = f" Did you mean {near[0]}?" if near else ""
    return ViewError(f"There is no column {name!r} here.{guess} There are {', '.join(there)}.")
