"""What a snapshot keeps of a negotiator's configuration: what this program reads, and nothing else.

A daemon's configuration has passwords in places that nobody can list. So only knobs that are known here stay, and those
that they refer to; and of their texts not what has the shape of a credential.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from userprio.config import KNOBS, KnobType, find_knob, needed
from userprio.credentials import MASK, is_credential, masked

_ELSEWHERE: Final = frozenset(
    "LOCAL_CONFIG_FILE LOCAL_CONFIG_DIR LOCAL_CONFIG_DIR_EXCLUDE_REGEXP REQUIRE_LOCAL_CONFIG_FILE USER_CONFIG_FILE "
    "LOCAL_ROOT_CONFIG_FILE".split()
)
"""Knobs that name more files to read: what those said is in the dump already, and here they would be others."""
_FREE_TEXT: Final = frozenset({"JOB_TRANSFORM_<name>", "SUBMIT_REQUIREMENT_<name>"})
"""Families that are known and not read: what a schedd does to jobs before there is anything to negotiate."""
_FAMILIES: Final = ("GROUP_", "NEGOTIATOR_", "DEFRAG_", "AUTO_USE_")
"""Where a knob that is not known is kept too: `check` says if it is mistyped."""

_ASSIGNMENT: Final = re.compile(r"\s*([A-Za-z0-9_.$:/]+)\s*(?:@=(\w+)\s*$|=(.*))", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Entry:
    name: str
    tag: str | None
    """The mark of a text of several lines."""
    text: str


@dataclass(frozen=True, slots=True)
class KeptKnobs:
    """Lines of configuration, and in sentences what of the knobs in them was left out or masked."""

    lines: tuple[str, ...]
    remarks: tuple[str, ...]


def kept_knobs(dump: Iterable[str]) -> KeptKnobs:
    """The lines of a daemon's configuration that a snapshot keeps.

    In a dump each knob has a line of its own, or several between marks (`@=end`).
    """
    entries = list(_entries(dump))
    texts = {entry.name: entry.text for entry in entries}
    listed = (word for name, text in texts.items() if _lists_knobs(name) for word in re.split(r"[\s,]+", text))
    roots = {name for name in texts if _is_read(name)}
    plain = (name for name in KNOBS if "<" not in name)
    reached = needed(texts, (*roots, *plain, *listed))
    lines: list[str] = []
    remarks: list[str] = []
    for entry in entries:
        if (entry.name not in roots and entry.name.lower() not in reached) or _plain(entry.name).upper() in _ELSEWHERE:
            continue
        if _knob(entry.name) is None and is_credential(entry.name):
            remarks.append(f"{entry.name}, which others refer to, has the name of a secret and was left out")
            continue
        text = masked(entry.text)
        if text != entry.text:
            remarks.append(f"{entry.name} has what looks like a credential in it; {MASK} stands in its place")
        lines += _written(entry, text)
    return KeptKnobs(tuple(lines), tuple(remarks))


def _entries(dump: Iterable[str]) -> Iterator[_Entry]:
    """The knobs; headings and the list of files at the end are none."""
    lines = iter(dump)
    for line in lines:
        found = _ASSIGNMENT.match(line.rstrip("\r\n"))
        if found is None or line.startswith("#"):
            continue
        name, tag, text = found.groups()
        if tag is None:
            # A value that ends in a backslash would make the next knob a part of it.
            yield _Entry(name, None, text.strip().rstrip("\\"))
            continue
        body: list[str] = []
        for each in lines:
            if each.strip() == f"@{tag}":
                break
            body.append(each.rstrip("\r\n"))
        yield _Entry(name, tag, "\n".join(body))


def _written(entry: _Entry, text: str) -> Iterator[str]:
    if entry.tag is None:
        yield f"{entry.name} = {text}".rstrip()
    else:
        yield f"{entry.name} @={entry.tag}"
        yield from text.split("\n") if text else ()
        yield f"@{entry.tag}"


def _is_read(name: str) -> bool:
    knob = _knob(name)
    if knob is None:
        return name.upper().startswith(_FAMILIES) or _plain(name).upper().startswith(_FAMILIES)
    return knob not in _FREE_TEXT


def _lists_knobs(name: str) -> bool:
    """Whether the value are the names of knobs whose values the negotiator reads."""
    known = find_knob(_plain(name))
    return known is not None and known.type is KnobType.KNOBS and known.name.startswith("NEGOTIATOR_")


def _knob(name: str) -> str | None:
    """What the table of knobs calls it, with or without the daemon in front."""
    known = find_knob(name) or find_knob(_plain(name))
    return None if known is None else known.name


def _plain(name: str) -> str:
    """The name behind the dot: `NEGOTIATOR.X` is `X` for one daemon."""
    return name.rpartition(".")[2]
