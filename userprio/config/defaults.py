"""The built-in defaults of HTCondor 25.14, as texts before expansion."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from userprio.config.knobs import KNOBS

_DEFAULTS: Final = Path(__file__).with_name("defaults.txt")
"""`name = text`, one a line: the defaults of knobs that this program does not read but configurations refer to."""


def default_text(key: str) -> str | None:
    """The default of the knob with this lower-case name, None where it has none. `subsystem.name` has its own."""
    own = _own_defaults().get(key)
    return own if own is not None else _other_defaults().get(key)


def default_names() -> Iterator[str]:
    """The lower-case names of all knobs that have a default."""
    yield from _own_defaults()
    yield from _other_defaults()


@cache
def _own_defaults() -> Mapping[str, str]:
    return {knob.name.lower(): knob.default for knob in KNOBS.values() if knob.default is not None}


@cache
def _other_defaults() -> Mapping[str, str]:
    lines = _DEFAULTS.read_text(encoding="utf-8").splitlines()
    pairs = (line.partition(" = ") for line in lines)
    return {name.lower(): text for name, _, text in pairs}
