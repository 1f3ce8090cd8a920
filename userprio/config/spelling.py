"""Knob names: which are known, which ones a text refers to, and which one a mistyped name was probably meant for."""

import re
from collections import UserDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from difflib import SequenceMatcher
from functools import cache
from typing import Final

import msgspec

from userprio.base.naming import OneSlip, likeliest, one_slip, swapped
from userprio.config.config import Config
from userprio.config.errors import ConfigError, ConfigWarning, KnobError, Origin, OriginKind, UnknownKnob, WarningKind
from userprio.config.functions import Definition, Scope
from userprio.config.knob import KnobType
from userprio.config.macros import expand
from userprio.config.tables import KNOBS, default_text, find_knob

_STEMS: Final = tuple(
    sorted((name.removesuffix("<group>") for name in KNOBS if name.endswith("<group>")), key=len, reverse=True)
)
"""The fixed beginnings of knobs about a single group, the longest first."""

REFERENCE: Final = re.compile(r"\$\w*\(([A-Za-z0-9_./]+)")
"""`$(NAME`, `$INT(NAME` and the like; the name is the first group."""

_FAMILIES: Final = ("GROUP_", "NEGOTIATOR_")
_ALIKE: Final = 0.8
_SUBSYSTEMS: Final = frozenset(
    "COLLECTOR CREDD DEFRAG GRIDMANAGER HAD JOB_ROUTER KBDD MASTER NEGOTIATOR SCHEDD SHADOW SHARED_PORT STARTD STARTER "
    "SUBMIT TOOL".split()
)
_PREFIXES: Final = {knob.name.partition("<")[0] for knob in KNOBS.values() if knob.is_pattern} - {"", *_STEMS}
"""The fixed beginnings of other families of knobs."""
_TOLD: Final = Origin(None, None, OriginKind.FILE)


class Doubt(msgspec.Struct, frozen=True):
    """Why a knob that is set probably has no effect."""

    message: str
    """One sentence without its full stop."""
    meant: str | None
    """The knob that may have been meant."""
    group: str | None = None
    """The group that the knob is about, if that does not exist."""

    @property
    def hint(self) -> str:
        """What to do about it."""
        if self.meant is not None:
            return f"Did you mean {self.meant}?"
        return "It changes nothing" if self.group is None else "GROUP_NAMES lists the groups"


def checked(before: Config, after: Config, places: Mapping[str, Origin], *, typed: bool, refuse: bool = True) -> Config:
    """The configuration `after` with a warning about each of the knobs in `places` that probably has no effect.

    Knobs and macros that `before` defines may be set at will. `places` says where the knobs are set. With `typed` they
    come from the command line; otherwise they may be about groups that are no longer listed. Without `refuse`,
    mistyped ones are left to the checks of the whole configuration.

    Raises:
        UnknownKnob: there is no such knob, but one with a similar name; or no such group.
    """
    warnings: list[ConfigWarning] = []
    for name, doubt in _doubts(places, before, after):
        origin = places[name]
        if typed if doubt.group is not None else doubt.meant is not None:
            if not refuse:
                continue
            raise UnknownKnob(doubt.message, origin.path, origin.line, hint=doubt.hint)
        kind = WarningKind.UNKNOWN_KNOB if doubt.group is None else WarningKind.NO_SUCH_GROUP
        warnings.append(ConfigWarning(origin.path, origin.line, f"{doubt.message}. {doubt.hint}", kind))
    return after.with_warnings(warnings)


def _doubts(names: Iterable[str], before: Config, after: Config) -> Iterator[tuple[str, Doubt]]:
    """Those of `names`, which `after` sets and `before` does not, that probably have no effect."""
    try:
        groups = after.words("GROUP_NAMES")
    except (ConfigError, KnobError):
        return
    used = used_by_others(after)  # A name that another knob refers to is a macro of the admin's own
    own = {known.lower() for known in before.names() if not _is_of_another(known, plain_name(known, before), before)}
    for name in names:
        if name.lower() not in own and name.lower() not in used:
            doubt = _doubt(name, before, groups)
            if doubt is not None:
                yield name, doubt


def _doubt(name: str, config: Config, groups: Sequence[str]) -> Doubt | None:
    plain = plain_name(name, config)
    lead = name[: len(name) - len(plain)]
    stem, group = group_knob(plain)
    if stem is not None:
        if group.lower() in (other.lower() for other in groups):
            return None
        meant = _slips().first(plain.upper()) or nearest_group_knob(plain, groups)
        return Doubt(f"{name} changes nothing: there is no group {group}", meant and lead + meant, group)
    if is_known(name, config):
        # Knobs of a daemon with a local name count for no other.
        return Doubt(f"nothing reads {name} here", None) if _is_of_another(name, plain, config) else None
    macros = (other for other in config.names() if swapped(other.upper(), plain.upper()))
    meant = likely_knob(plain, groups) or next(macros, None)
    if meant is None:
        # HTCondor has knobs without a default, which are not known here.
        return Doubt(f"nothing reads {name} here", None)
    return Doubt(f"there is no knob {name}", lead + meant)


def used_by_others(config: Config) -> set[str]:
    """The lower-case names that the texts of other knobs refer to: these are the user's own macros."""
    used: set[str] = set()
    for name in config.names():
        for reference in REFERENCE.finditer(config.raw(name) or ""):
            if reference[1].lower() != name.lower():
                used.add(reference[1].lower())
    for knob in KNOBS.values():
        if knob.type is KnobType.KNOBS:
            used.update(re.split(r"[\s,]+", (config.raw(knob.name) or "").lower()))
    return used


def is_known(name: str, config: Config) -> bool:
    """Whether this program knows the knob, or HTCondor has a default for it."""
    plain = plain_name(name, config)
    defaults = (default_text(spelling.lower()) for spelling in (name, plain))
    return find_knob(plain) is not None or any(text is not None for text in defaults)


def plain_name(name: str, config: Config) -> str:
    """The name without `NEGOTIATOR.` or another daemon's prefix; the dot in GROUP_QUOTA_a.b is not one of a prefix."""
    prefix, _, rest = name.partition(".")
    daemon = prefix.upper() in _SUBSYSTEMS or prefix.lower() in config.scope.prefixes
    return rest if rest and (daemon or rest.upper() in KNOBS) else name


def _is_of_another(name: str, plain: str, config: Config) -> bool:
    prefix = name.removesuffix(plain).removesuffix(".")
    return bool(prefix) and prefix.upper() not in _SUBSYSTEMS and prefix.lower() not in config.scope.prefixes


def group_knob(name: str) -> tuple[str | None, str]:
    """The stem of a knob about a single group, and the group's name; None and "" for other knobs."""
    if name.upper() in KNOBS:
        return None, ""
    stem = next((stem for stem in _STEMS if name.lower().startswith(stem.lower())), None)
    return (None, "") if stem is None or len(name) == len(stem) else (stem, name[len(stem) :])


def likely_knob(name: str, groups: Sequence[str]) -> str | None:
    """The knob that an unknown name was probably meant for; None if there is no good candidate.

    For GROUP_ and NEGOTIATOR_ names similarity is enough; elsewhere, where other daemons have knobs not known here and
    people have macros of their own, only a single typing error counts.
    """
    upper = name.upper()
    exact = _by_letters().get(_squeezed(name))  # DEFAULT_PRIORITY_FACTOR for DEFAULT_PRIO_FACTOR
    if exact is not None:
        return exact
    if upper.startswith(_FAMILIES) or one_slip(upper.partition("_")[0] + "_", _FAMILIES[0]):
        of_group = nearest_group_knob(name, groups)
        if of_group is not None:
            return of_group
        # Compare without the prefix that all names of the family have in common.
        family = next((prefix for prefix in _FAMILIES if upper.startswith(prefix)), _FAMILIES[0])
        rests = {known[len(family) :]: known for known in KNOBS if known.startswith(family) and "<" not in known}
        near = likeliest(upper.removeprefix(family), rests)
        return None if near is None else rests[near]
    return _slips().first(upper) or _of_family(name)


@cache
def _slips() -> OneSlip:
    return OneSlip(known for known in KNOBS if "_" in known)


@cache
def _by_letters() -> Mapping[str, str]:
    return {_squeezed(known): known for known in KNOBS}


def _of_family(name: str) -> str | None:
    """The knob meant if the fixed part of a family's name is mistyped, as in JOB_TRANSFORM_<name> or <name>_LIMIT."""
    upper = name.upper()
    for prefix in _PREFIXES:
        for length in range(len(prefix) - 1, min(len(prefix) + 2, len(name))):
            if upper[length - 1] == "_" and one_slip(upper[:length], prefix):
                return prefix + name[length:]
    head, _, last = name.rpartition("_")
    is_limit = head and last.upper() != "LIMITS" and one_slip(last.upper(), "LIMIT")
    return f"{head}_LIMIT" if is_limit else None


def nearest_group_knob(name: str, groups: Sequence[str]) -> str | None:
    """The knob of a listed group that a name was probably meant for."""
    exact = next((group for group in groups if name.lower().endswith(f"_{group.lower()}")), None)
    if exact is not None:
        stem = _nearest_stem(name[: -len(exact)])
        if stem is not None:
            return stem + exact
    stem = next((stem for stem in _STEMS if name.lower().startswith(stem.lower())), None)
    near = None if stem is None else likeliest(name[len(stem) :], groups)
    return None if stem is None or near is None else stem + near


def _nearest_stem(text: str) -> str | None:
    """The stem of a group's knob that a text was probably meant for: misspelt, or with its words in another order."""
    words = sorted(text.lower().strip("_").split("_"))
    for stem in _STEMS:
        if words == sorted(stem.lower().strip("_").split("_")) or _squeezed(text) == _squeezed(stem):
            return stem
    upper = text.upper()
    ratio, best = max((SequenceMatcher(None, upper, stem, autojunk=False).ratio(), stem) for stem in _STEMS)
    return best if ratio >= _ALIKE else None


def _squeezed(name: str) -> str:
    """The name without underscores and case, and with `prio` for `priority`, which are easily confused."""
    return name.lower().replace("_", "").replace("priority", "prio")


class _Asked(UserDict[str, Definition]):
    """Definitions that record which of them are looked up."""

    def __init__(self, definitions: Mapping[str, Definition]) -> None:
        super().__init__(definitions)
        self.names: set[str] = set()

    def __getitem__(self, key: str) -> Definition:
        definition = self.data[key]
        self.names.add(key)
        return definition


def needed(knobs: Mapping[str, str], roots: Iterable[str]) -> frozenset[str]:
    """The lower-case names that the values of `roots` depend on, including the roots themselves.

    `knobs` has texts by name; for other names HTCondor's default counts. References that have no effect count too, such
    as in a default that is not used, and so do computed names, `$(A_$(B))`, as a negotiator computes them.
    """
    table = _Asked({name.lower(): Definition(name, text, _TOLD) for name, text in knobs.items()})
    scope = Scope(table, "NEGOTIATOR", None, {})
    reached: set[str] = set()
    left = [name.lower() for name in roots]
    while left:
        key = left.pop()
        if key in reached:
            continue
        reached.add(key)
        table.names.clear()  # Only what this one name needs
        resolved = scope.resolve(key)
        if resolved is None:
            continue
        with suppress(ConfigError):  # A circle still has its names looked up, which is all that counts here
            expand(resolved[1], scope, resolved[0])
        left += table.names
        left += (reference[1].lower() for reference in REFERENCE.finditer(resolved[1]))
    return frozenset(reached)
