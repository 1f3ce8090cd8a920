"""Knobs that nobody reads as they are written: mistyped, out of use, in quotes, or set once more further down."""

from collections.abc import Iterator
from typing import Final

from userprio.check.groups import own_knobs
from userprio.check.situation import Finding, Level, Situation, few, finding, knob_place, place_of
from userprio.config import Config, Definition, KnobType, find_knob, is_known, likely_knob, used_by_others

_NEVER: Final = {
    "HFS_MAX_ALLOCATION_ROUNDS": "GROUP_QUOTA_MAX_ALLOCATION_ROUNDS",
    "HFS_ROUND_ROBIN_RATE": "GROUP_QUOTA_ROUND_ROBIN_RATE",
    "SlotWeight": "SLOT_WEIGHT",
}
"""Names that are only looked at if another has no value, which it always has."""
_LISTS: Final = (KnobType.LIST, KnobType.KNOBS)


def check_spelling(situation: Situation) -> Iterator[Finding]:
    """Names that HTCondor does not know and that come close to one it knows, and names that it no longer reads."""
    config, tree = situation.config, situation.tree
    yield from _dead(config)
    yield from _quoted(config)
    yield from _set_twice(config)
    used = used_by_others(config)
    about_groups = {knob for knob, _, _ in own_knobs(config)}
    for name in config.names():
        if name in about_groups or name.lower() in used or is_known(name, config) or not config.is_set(name):
            continue
        if is_known(name.rstrip("0123456789"), config):  # a macro of one's own beside the knob
            continue
        meant = likely_knob(name, [group.name for group in tree.groups[1:]])
        if meant is not None:
            what = f"{name} is not a known knob, and nothing else refers to it: it probably has no effect"
            hint = f"Write {meant}, if that is what you mean"
            yield finding(Level.WARNING, "misspelt-knob", knob_place(config, name), what, hint, (name, meant))


def _dead(config: Config) -> Iterator[Finding]:
    for old, new in _NEVER.items():
        if config.is_set(old) and config.raw(new):
            what = f"{old} is never used: {new} takes precedence, and always has a value, here `{config.raw(new)}`"
            yield finding(Level.WARNING, "dead-knob", knob_place(config, old), what, f"Write {new}", (old, new))
    old, new = "GROUP_DYNAMIC_MACH_CONSTRAINT", "NEGOTIATOR_SLOT_POOLSIZE_CONSTRAINT"
    if config.is_set(old) and config.is_set(new):
        what = f"{old} is never read: {new} takes precedence"
        yield finding(Level.WARNING, "dead-knob", knob_place(config, old), what, "Take it out")


def _quoted(config: Config) -> Iterator[Finding]:
    """Lists in quotes, which become part of the first and the last item."""
    for name in config.names():
        knob, text = find_knob(name), (config.raw(name) or "").strip()
        if knob is None or knob.type not in _LISTS or len(text) < 2 or not (text[0] == text[-1] == '"'):
            continue
        items, plain = config.words(name), text.strip('"')
        what = f"{name} is in quotes, which count as part of its items: {few(items)}"
        hint = f"Write {name} = {plain}"
        yield finding(Level.WARNING, "quoted-list", knob_place(config, name), what, hint, (text, plain))


def _set_twice(config: Config) -> Iterator[Finding]:
    """Knobs that one file sets to two values, of which the first counts for nothing."""
    by_file: dict[str | None, list[tuple[Definition, Definition]]] = {}
    for pair in config.set_again:
        by_file.setdefault(pair[1].origin.path, []).append(pair)
    for pairs in by_file.values():
        (first, last), *others = pairs
        also = f"; so {'is' if len(others) == 1 else 'are'} {few([each.name for _, each in others])}" if others else ""
        line = first.origin.line
        what = f"{last.name} is set again here, so that line {line} of this file counts for nothing{also}"
        yield finding(Level.NOTE, "set-twice", place_of(last.origin), what, "Keep one of the lines")
