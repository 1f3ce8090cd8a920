"""Knobs set to other texts: whether they mean anything, and what they make of a configuration."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from difflib import SequenceMatcher, get_close_matches
from math import inf
from typing import Final

from userprio.accounting import LimitRules, PriorityRules
from userprio.config import KNOBS, Config, ConfigError, Knob, KnobError, KnobType, find_knob
from userprio.config.defaults import default_text
from userprio.errors import BadInput
from userprio.plan.changes import NOWHERE, KnobChange, Place
from userprio.pool.settings import NegotiatorSettings
from userprio.quotas import QuotaSettings, build_tree
from userprio.quotas.tree import GroupTree

_ALIKE: Final = 0.8
_REFERENCE: Final = re.compile(r"\$\(([A-Za-z0-9_./]+)")
_GROUP_PART: Final = "<group>"
_SUBSYSTEMS: Final = frozenset({"NEGOTIATOR", "SCHEDD", "COLLECTOR", "MASTER", "STARTD", "SHARED_PORT"})


@dataclass(frozen=True, slots=True)
class KnobDifference:
    """A knob whose text differs between two configurations; None where there is none, not even a default."""

    name: str
    before: str | None
    after: str | None
    place: Place = NOWHERE
    """Where the text before comes from."""
    new_place: Place = NOWHERE
    """Where the text after comes from, if that is a file."""
    removed: bool = False
    """Nothing sets it any more; what is left is HTCondor's default, if it has one."""


def with_knobs(config: Config, changes: Iterable[KnobChange]) -> Config:
    """The configuration with these knobs set last of all.

    Raises:
        BadInput: there is no such knob or group, or a value would stop a real negotiator.
    """
    changes = tuple(changes)
    for change in changes:
        _check_known(change, config, changes)
        if "\n" in change.value or change.value.endswith("\\"):
            message = f"the value of {change.name} cannot stand on one line of a configuration"
            raise BadInput(
                message, change.place.path, change.place.line, hint="Leave out line breaks, and \\ at its end"
            )
    changed = config
    for change in changes:
        with _told_at(change.place):
            changed = changed.with_overrides({change.name: change.value})
    by_name = {change.name.lower(): change for change in changes}
    for change in by_name.values():
        with _told_at(change.place):
            _check_type(change.name, changed)
    try:
        tree = check_settings(changed)
    except KnobError as error:
        culprit = by_name.get(error.knob.lower())
        if culprit is None:
            raise
        raise replace(error, path=culprit.place.path, line=culprit.place.line) from error
    for change in by_name.values():
        _check_group(change, tree)
    return changed


def check_settings(config: Config) -> GroupTree:
    """Read every knob that a cycle reads; the tree of groups.

    Raises:
        BadInput: one has a value that would stop a real negotiator.
    """
    NegotiatorSettings.from_config(config)
    QuotaSettings.from_config(config)
    LimitRules.from_config(config)
    tree = build_tree(config)
    PriorityRules.from_config(config, [group.name for group in tree.groups])
    return tree


def knob_differences(before: Config, after: Config) -> tuple[KnobDifference, ...]:
    """The knobs whose text differs, those of `before` first, each in the order in which it was set."""
    names = {name.lower(): name for name in (*after.names(), *before.names())}
    order = dict.fromkeys(name.lower() for name in (*before.names(), *after.names()))
    found = []
    for lower in order:
        name = names[lower]
        old, new = before.raw(name) or None, after.raw(name) or None
        if old != new:
            removed = before.is_set(name) and not after.is_set(name)
            found.append(KnobDifference(name, old, new, _origin(before, name), _origin(after, name), removed))
    return tuple(found)


def _origin(config: Config, name: str) -> Place:
    origin = config.origin(name)
    return Place() if origin is None else Place(origin.path, origin.line)


@contextmanager
def _told_at(place: Place) -> Iterator[None]:
    """Errors of a knob that was given there are told there."""
    try:
        yield
    except (ConfigError, KnobError) as error:
        raise replace(error, path=place.path, line=place.line) from error


def _check_known(change: KnobChange, config: Config, changes: Iterable[KnobChange]) -> None:
    """A knob that nobody reads would change nothing, and is most likely mistyped.

    Known is what this program or HTCondor has in its tables, what the configuration defines, and what another of the
    changes refers to.
    """
    plain = _without_subsystem(change.name)
    referred = {name.lower() for other in changes for name in _REFERENCE.findall(other.value)}
    for name in (change.name, plain):
        if find_knob(name) is not None or default_text(name.lower()) is not None or config.origin(name) is not None:
            return
    if plain.lower() in referred:
        return
    near = _near_knob(plain, config)
    hint = f"Did you mean {near}?" if near else "Knobs that nothing reads change nothing"
    raise BadInput(f"there is no knob {change.name}", change.place.path, change.place.line, hint=hint)


def _without_subsystem(name: str) -> str:
    """The name behind NEGOTIATOR. or the like; GROUP_QUOTA_a.b has its dot elsewhere."""
    prefix, dot, rest = name.partition(".")
    return rest if dot and prefix.isalpha() and prefix.upper() in _SUBSYSTEMS else name


def _near_knob(name: str, config: Config) -> str | None:
    """The knob that may have been meant: one of the exact names, or one of a family with the rest of the name."""
    families = [family for knob in KNOBS.values() if knob.is_pattern and (family := _of_family(knob, name))]
    exact = [knob.name for knob in KNOBS.values() if not knob.is_pattern]
    spelled = {known.upper(): known for known in (*config.names(), *exact, *families)}
    close = get_close_matches(name.upper(), spelled, n=1, cutoff=_ALIKE)
    return spelled[close[0]] if close else None


def _of_family(knob: Knob, name: str) -> str | None:
    """What the name would be in a family such as GROUP_QUOTA_<group>, if it begins nearly like that."""
    prefix = knob.name.partition("<")[0]
    likeness = {
        length: SequenceMatcher(None, name[:length].upper(), prefix).ratio()
        for length in range(len(prefix) - 1, len(prefix) + 2)
        if 0 < length < len(name)
    }
    best = max(likeness, key=lambda length: likeness[length], default=0)
    return prefix + name[best:] if prefix and likeness.get(best, 0.0) >= _ALIKE else None


def _check_type(name: str, config: Config) -> None:
    """See to it that the text of a knob that we know can be read as its kind of value."""
    plain = _without_subsystem(name)
    knob = find_knob(plain)
    if knob is None or config.text(plain) is None:
        return
    match knob.type:
        case KnobType.INTEGER:
            config.integer(plain)
        case KnobType.REAL | KnobType.LEADING_NUMBER:
            config.real(plain, low=-inf if knob.low is None else knob.low, high=inf if knob.high is None else knob.high)
        case KnobType.BOOLEAN:
            config.boolean(plain)
        case KnobType.EXPRESSION:
            config.expression(plain)


def _check_group(change: KnobChange, tree: GroupTree) -> None:
    """A knob of one group needs that group."""
    plain = _without_subsystem(change.name)
    knob = find_knob(plain)
    if knob is None or not knob.name.endswith(_GROUP_PART):
        return
    name = plain[len(knob.name) - len(_GROUP_PART) :]
    if tree.find(name) is not None:
        return
    near = get_close_matches(name.lower(), [group.name.lower() for group in tree.groups[1:]], n=1)
    known = next((group.name for group in tree.groups if near and group.name.lower() == near[0]), None)
    hint = f"Did you mean {knob.name.removesuffix(_GROUP_PART)}{known}?" if known else "GROUP_NAMES lists the groups"
    message = f"{change.name} changes nothing: there is no group {name}"
    raise BadInput(message, change.place.path, change.place.line, hint=hint)
