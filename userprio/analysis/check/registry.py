"""The registry of codes: a page for each kind of finding, shown by `userprio check --explain CODE`.

The pages are in `pages/*.toml`, one table per code. Its examples are files of a snapshot; the passing example takes
over the files of the failing one that it does not have itself.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Final

from msgspec import Struct

from userprio.base.errors import BadInput
from userprio.base.naming import likeliest

_PAGES: Final = Path(__file__).with_name("pages")


class CodePage(Struct, frozen=True):
    """What a code means."""

    code: str
    what: str
    """One sentence: what is wrong."""
    why: str
    """Why it matters, and what HTCondor does."""
    fails: Mapping[str, str]
    """Files, by name, of a pool that has the finding."""
    passes: Mapping[str, str]
    """The same pool, corrected."""
    since: str | None = None
    """The first version of HTCondor that it applies to; None: all that are known."""
    version: str | None = None
    """The version that the examples are read for; None: the newest."""


@cache
def pages() -> Mapping[str, CodePage]:
    """All pages by code, in alphabetical order."""
    tables = {code: table for file in _PAGES.glob("*.toml") for code, table in tomllib.loads(file.read_text()).items()}
    return {code: _page(code, table) for code, table in sorted(tables.items())}


def _page(code: str, table: Mapping[str, object]) -> CodePage:
    def words(key: str) -> str | None:
        value = table.get(key)
        return value if isinstance(value, str) else None

    def files(key: str) -> dict[str, str]:
        value = table.get(key)
        return {name: str(text) for name, text in value.items()} if isinstance(value, dict) else {}

    fails = files("fails")
    passes = {name: text for name, text in {**fails, **files("passes")}.items() if text}
    what, why = words("what") or "", words("why") or ""
    return CodePage(code, what, why, fails, passes, words("since"), words("version"))


def page_of(code: str) -> CodePage:
    """The page of a code.

    Raises:
        BadInput: there is no such code.
    """
    page = pages().get(code.lower())
    if page is None:
        raise _unknown_code(code)
    return page


def _unknown_code(code: str) -> BadInput:
    """The error for a code that does not exist."""
    near = likeliest(code, pages())
    hint = f"Did you mean {near}?" if near else "`userprio check --explain all` lists them"
    return BadInput(f"there is no code {code!r}", hint=hint)


def chosen(patterns: Iterable[str]) -> frozenset[str]:
    """The codes that match names or patterns such as `group-*`.

    Raises:
        BadInput: one of them matches none.
    """
    return frozenset(code for pattern in patterns for code in _matching(pattern))


def _matching(pattern: str) -> Iterator[str]:
    codes = [code for code in pages() if pattern.lower() == "all" or fnmatchcase(code, pattern.lower())]
    if not codes:
        raise _unknown_code(pattern)
    yield from codes
