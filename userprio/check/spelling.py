"""Knobs that nobody reads, because their names are mistyped."""

from collections.abc import Iterator
from typing import Final

from userprio.check.finding import Finding, Level, finding, knob_place
from userprio.check.groups import nearest_group_knob, own_knobs
from userprio.check.likeness import likeliest, one_slip
from userprio.check.macros import used_by_others
from userprio.config import KNOBS, Config, find_knob
from userprio.config.defaults import default_text
from userprio.quotas import GroupTree

_FAMILIES: Final = ("GROUP_", "NEGOTIATOR_")
_DEAD: Final = {
    "HFS_MAX_ALLOCATION_ROUNDS": "GROUP_QUOTA_MAX_ALLOCATION_ROUNDS",
    "HFS_ROUND_ROBIN_RATE": "GROUP_QUOTA_ROUND_ROBIN_RATE",
}
"""Old names that are only looked at if the new one has no value, which it always has."""


def check_spelling(config: Config, tree: GroupTree) -> Iterator[Finding]:
    """Names that are set, that HTCondor does not know, and that come close to one it knows; and names gone dead."""
    for old, new in _DEAD.items():
        if config.is_set(old):
            what = f"{old} is never read: {new} goes before it, and always has a value"
            yield finding(Level.WARNING, "dead-knob", knob_place(config, old), what, f"Write {new}")
    if config.is_set("GROUP_DYNAMIC_MACH_CONSTRAINT") and config.is_set("NEGOTIATOR_SLOT_POOLSIZE_CONSTRAINT"):
        old = "GROUP_DYNAMIC_MACH_CONSTRAINT"
        what = f"{old} is never read: NEGOTIATOR_SLOT_POOLSIZE_CONSTRAINT goes before it"
        yield finding(Level.WARNING, "dead-knob", knob_place(config, old), what, "Take it out")
    used = used_by_others(config)
    about_groups = {knob for knob, _, _ in own_knobs(config)}
    for name in config.names():
        if name in about_groups or name.lower() in used or _is_known(config, name) or not config.is_set(name):
            continue
        meant = _meant(name, tree)
        if meant is not None:
            what = f"{name} is no knob that is known here, and nothing else refers to it: it hardly has an effect"
            yield finding(
                Level.WARNING, "misspelt-knob", knob_place(config, name), what, f"Write {meant}, if that is meant"
            )


def _is_known(config: Config, name: str) -> bool:
    prefix, dot, rest = name.partition(".")
    plain = rest if dot and f"{prefix}.".lower() in {f"{each}." for each in config.scope.prefixes} else name
    defaults = (default_text(each.lower()) for each in (name, plain))
    return find_knob(plain) is not None or any(text is not None for text in defaults)


def _meant(name: str, tree: GroupTree) -> str | None:
    """The knob that a name may have been meant for.

    Within the families of groups and the negotiator likeness will do; elsewhere, where other daemons have knobs of
    which nothing is known here, it takes a single slip.
    """
    upper = name.upper()
    exact = next((known for known in KNOBS if _squeezed(known) == _squeezed(name)), None)
    if exact is not None:
        return exact
    if upper.startswith(_FAMILIES) or one_slip(upper.partition("_")[0] + "_", _FAMILIES[0]):
        of_group = nearest_group_knob(name, tree)
        if of_group is not None:
            return of_group
        # What all names of the family have in common says nothing.
        family = next((each for each in _FAMILIES if upper.startswith(each)), _FAMILIES[0])
        rests = {known[len(family) :]: known for known in KNOBS if known.startswith(family) and "<" not in known}
        near = likeliest(upper.removeprefix(family), rests)
        return None if near is None else rests[near]
    slips = [known for known in KNOBS if "_" in known and one_slip(upper, known.upper())]
    return slips[0] if slips else None


def _squeezed(name: str) -> str:
    return name.replace("_", "").lower()
