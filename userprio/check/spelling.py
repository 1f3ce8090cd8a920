"""Knobs that nobody reads, because their names are mistyped."""

from collections.abc import Iterator
from typing import Final

from userprio.check.finding import Finding, Level, finding, knob_place
from userprio.check.groups import own_knobs
from userprio.config import Config
from userprio.config.spelling import is_known, likely_knob, used_by_others
from userprio.quotas import GroupTree

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
        if name in about_groups or name.lower() in used or is_known(name, config) or not config.is_set(name):
            continue
        meant = likely_knob(name, [group.name for group in tree.groups[1:]])
        if meant is not None:
            what = f"{name} is no knob that is known here, and nothing else refers to it: it hardly has an effect"
            yield finding(
                Level.WARNING, "misspelt-knob", knob_place(config, name), what, f"Write {meant}, if that is meant"
            )
