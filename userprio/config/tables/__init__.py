"""The one table of knobs, everything this program reads and what else bears on priorities and negotiation; and the
built-in defaults of HTCondor 25.14, as texts before expansion.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

from userprio.config.knob import Knob, Reader
from userprio.config.tables.jobs import EVERYBODY, NOBODY, SCHEDD, STARTD, TOOL
from userprio.config.tables.negotiator import ACCOUNTING, MATCHING

_BY_READER: Final = {
    Reader.NEGOTIATOR: (*ACCOUNTING, *MATCHING),
    Reader.STARTD: STARTD,
    Reader.SCHEDD: SCHEDD,
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


def find_knob(name: str) -> Knob | None:
    """What is known about `name`, in any case; one of a family for a built name."""
    return _EXACT.get(name.lower()) or next((knob for knob in _PATTERNS if knob.matches(name)), None)


def default_text(key: str) -> str | None:
    """The default of the knob with this lower-case name, None where it has none. `subsystem.name` has its own."""
    own = _OWN_DEFAULTS.get(key)
    return own if own is not None else _other_defaults().get(key)


def default_names() -> Iterator[str]:
    """The lower-case names of all knobs that have a default."""
    yield from _OWN_DEFAULTS
    yield from _other_defaults()


@cache
def _other_defaults() -> Mapping[str, str]:
    lines = _DEFAULTS.read_text(encoding="utf-8").splitlines()
    pairs = (line.partition(" = ") for line in lines)
    return {name.lower(): text for name, _, text in pairs}
