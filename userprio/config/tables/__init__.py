"""The one table of knobs, everything this program reads and what else bears on priorities and negotiation; and the
built-in defaults of HTCondor 25.14 and, where this program reads them, of older versions, as texts before expansion.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from userprio.base.versions import NEWEST, Version
from userprio.config.knob import Knob, Reader
from userprio.config.tables.jobs import DEFRAG, EVERYBODY, NOBODY, SCHEDD, STARTD, TOOL
from userprio.config.tables.negotiator import ACCOUNTING, MATCHING

_BY_READER: Final = {
    Reader.NEGOTIATOR: (*ACCOUNTING, *MATCHING),
    Reader.STARTD: STARTD,
    Reader.SCHEDD: SCHEDD,
    Reader.DEFRAG: DEFRAG,
    Reader.TOOL: TOOL,
    Reader.EVERYBODY: EVERYBODY,
    Reader.NOBODY: NOBODY,
}
KNOBS: Final[Mapping[str, Knob]] = {
    knob.name: replace(knob, reader=reader) for reader, knobs in _BY_READER.items() for knob in knobs
}
"""By name, as HTCondor spells it; the names of families have `<...>` in them."""

_EXACT: Final = {knob.name.lower(): knob for knob in KNOBS.values() if not knob.is_pattern}
# The longest pattern first, so that GROUP_QUOTA_DYNAMIC_x is not taken for the quota of a group called DYNAMIC_x.
_PATTERNS: Final = sorted((knob for knob in KNOBS.values() if knob.is_pattern), key=lambda knob: -len(knob.name))

_OWN_DEFAULTS: Final = {knob.name.lower(): knob.default for knob in KNOBS.values() if knob.default is not None}
_DEFAULTS: Final = Path(__file__).with_name("defaults.txt")
"""`name = text`, one a line: the defaults of knobs that this program does not read but configurations refer to."""


def find_knob(name: str, version: Version = NEWEST) -> Knob | None:
    """What is known about `name`, in any case, with the defaults of a version; one of a family for a built name."""
    knob = _EXACT.get(name.lower()) or _of_a_family(name)
    return knob if knob is None or version is NEWEST else knob.as_of(version)


def _of_a_family(name: str) -> Knob | None:
    match = _families().fullmatch(name)
    return None if match is None or match.lastindex is None else _PATTERNS[match.lastindex - 1]


@cache
def _families() -> re.Pattern[str]:
    """A group for each family, as one search is faster than fifty where a configuration has thousands of macros."""
    return re.compile("|".join(f"({knob.pattern})" for knob in _PATTERNS), re.I)


def default_text(key: str, version: Version = NEWEST) -> str | None:
    """The default of the knob with this lower-case name, None where it has none. `subsystem.name` has its own.

    Of knobs that this program does not read, the default of the newest version.
    """
    own = (_OWN_DEFAULTS if version is NEWEST else _own_defaults(version)).get(key)
    if own is not None:
        return own
    return None if key in _OWN_DEFAULTS else _other_defaults().get(key)


@lru_cache(maxsize=16)
def _own_defaults(version: Version) -> Mapping[str, str]:
    knobs = (knob.as_of(version) for knob in KNOBS.values())
    defaults = {knob.name.lower(): knob.default for knob in knobs if knob.default is not None}
    return {**defaults, "condor_version": str(version)}


def default_names() -> Iterator[str]:
    """The lower-case names of all knobs that have a default."""
    yield from _OWN_DEFAULTS
    yield from _other_defaults()


@cache
def _other_defaults() -> Mapping[str, str]:
    pairs = (line.partition(" = ") for line in _DEFAULTS.read_text(encoding="utf-8").splitlines())
    return {name.lower(): text for name, _, text in pairs}
