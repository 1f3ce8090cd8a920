"""Names that nobody reads as they are written: of groups and of knobs about them, and mistyped or dead knobs."""

from collections.abc import Iterator
from typing import Final

from userprio.check.situation import Finding, Level, Situation, few, finding, knob_place, place_of, unprefixed, verb
from userprio.config import (
    Config,
    Definition,
    KnobType,
    find_knob,
    group_knob,
    is_known,
    likely_knob,
    nearest_group_knob,
    used_by_others,
)
from userprio.naming import likeliest
from userprio.quotas import ROOT, GroupTree, GroupWarning, GroupWarningKind, fold

_QUOTA: Final = "GROUP_QUOTA_"
_NEVER: Final = {
    "HFS_MAX_ALLOCATION_ROUNDS": "GROUP_QUOTA_MAX_ALLOCATION_ROUNDS",
    "HFS_ROUND_ROBIN_RATE": "GROUP_QUOTA_ROUND_ROBIN_RATE",
    "SlotWeight": "SLOT_WEIGHT",
}
"""Names that are only looked at if another has no value, which it always has."""
_LISTS: Final = (KnobType.LIST, KnobType.KNOBS)


def check_groups(situation: Situation) -> Iterator[Finding]:
    """Names that are not groups, groups without a quota, knobs of groups that do not exist."""
    config, tree = situation.config, situation.tree
    if (config.text("GROUP_NAMES") or "").startswith('"'):
        return  # these are not the names that somebody meant
    for warning in tree.warnings:
        if warning.trouble is not GroupWarningKind.NO_QUOTA:
            yield _ignored(config, tree, warning)
    yield from _without_quota(config, tree)
    yield from _odd_names(config, tree)
    yield from _two_quotas(config, tree)
    yield from _of_no_group(config, tree)


def _own_knobs(config: Config) -> Iterator[tuple[str, str, str]]:
    """Every knob about a single group that is set: its name as spelled, its stem, and the group that it names."""
    for spelled in config.names():
        stem, group = group_knob(unprefixed(config, spelled))
        if stem is not None:
            yield spelled, stem, group


def _ignored(config: Config, tree: GroupTree, warning: GroupWarning) -> Finding:
    place, name = knob_place(config, "GROUP_NAMES"), warning.group
    match warning.trouble:
        case GroupWarningKind.RESERVED_NAME:
            what = (
                f"GROUP_NAMES lists {ROOT}, which is the name of the root; condor_negotiator logs an error and goes on"
            )
            return finding(Level.WARNING, "reserved-group", place, what, f"Take {ROOT} out of GROUP_NAMES")
        case GroupWarningKind.MISSING_PARENT:
            parent = name.rpartition(".")[0]
            members = tree.assigned(f"{name}.user@domain").name
            what = f"Group {name} is ignored, because its parent is not in GROUP_NAMES; its members count as {members}"
            return finding(Level.WARNING, "missing-parent", place, what, f"Put {parent} into GROUP_NAMES, with a quota")
    group = tree.find(name)
    if group is None or group.name == name:
        what = f"GROUP_NAMES lists {name} twice, and the second is ignored"
    else:
        both = f"as {group.name} and as {name}; {group.name} counts"
        what = f"GROUP_NAMES lists a group twice, {both}, as case does not matter"
    return finding(Level.WARNING, "duplicate-group", place, what, "Keep one of them")


def _without_quota(config: Config, tree: GroupTree) -> Iterator[Finding]:
    """Groups that have none, all that fare alike in one finding."""
    alike: dict[bool, list[str]] = {}
    for warning in tree.warnings:
        if warning.trouble is GroupWarningKind.NO_QUOTA:
            group = tree.find(warning.group)
            surplus = group is not None and (group.accepts_surplus or group.autoregroup)
            alike.setdefault(surplus, []).append(warning.group)
    quotas = ((knob, group) for knob, stem, group in _own_knobs(config) if stem.startswith(_QUOTA))
    unlisted = {group: knob for knob, group in quotas if tree.find(group) is None}
    for surplus, names in alike.items():
        one = len(names) == 1
        then = "it only gets" if one else "they only get"
        nothing = f"{'its' if one else 'their'} members and subgroups get nothing"
        what = (
            f"{'Group ' if one else ''}{verb(names, 'has', 'have')} no quota, which counts as 0: "
            f"{f'{then} what others leave over' if surplus else nothing}"
        )
        near = next((unlisted[near] for name in names if (near := likeliest(name, unlisted)) is not None), None)
        meant = "" if near is None else f"; {near} may have been meant for one"
        hint = f"Set GROUP_QUOTA_{names[0]} or GROUP_QUOTA_DYNAMIC_{names[0]}{'' if one else ', and so on'}{meant}"
        level = Level.NOTE if surplus else Level.WARNING
        yield finding(level, "group-without-quota", knob_place(config, "GROUP_NAMES"), what, hint)


def _odd_names(config: Config, tree: GroupTree) -> Iterator[Finding]:
    place = knob_place(config, "GROUP_NAMES")
    for group in tree.groups[1:]:
        if "@" in group.name:
            what = f"Group {group.name} has an @ in its name, so that its own record is listed as a user's"
            yield finding(Level.WARNING, "group-with-at", place, what, "Name the group without @")
        if group.name.endswith("."):
            what = f"Group {group.name} ends in a dot, and is a subgroup without a name"
            yield finding(Level.WARNING, "group-with-dot", place, what, "Remove the dot, or complete the name")


def _two_quotas(config: Config, tree: GroupTree) -> Iterator[Finding]:
    for group in tree.groups[1:]:
        fixed, share = (f"{stem}{group.name}" for stem in ("GROUP_QUOTA_", "GROUP_QUOTA_DYNAMIC_"))
        if config.is_set(fixed) and config.is_set(share):
            what = f"{share} is never read, because {fixed} is set as well and takes precedence"
            yield finding(Level.WARNING, "two-quotas", knob_place(config, share), what, "Remove one of them")


def _of_no_group(config: Config, tree: GroupTree) -> Iterator[Finding]:
    """Knobs of groups that are not in the tree."""
    ignored = {fold(warning.group) for warning in tree.warnings}
    used = used_by_others(config)
    for knob, stem, group in _own_knobs(config):
        if knob.lower() in used or tree.find(group) is not None or fold(group) in ignored or not config.is_set(knob):
            continue
        meant = nearest_group_knob(knob, [other.name for other in tree.groups[1:]])
        what = f"{knob} is never read, because {group} is not in GROUP_NAMES"
        hint = (
            f"Write {meant}, if that is what you mean" if meant else f"Put {group} into GROUP_NAMES, or remove the line"
        )
        code = "quota-without-group" if stem.startswith(_QUOTA) else "knob-without-group"
        fix = None if meant is None else (knob, meant)
        yield finding(Level.WARNING, code, knob_place(config, knob), what, hint, fix)


def check_spelling(situation: Situation) -> Iterator[Finding]:
    """Names that HTCondor does not know and that come close to one it knows, and names that it no longer reads."""
    config, tree = situation.config, situation.tree
    yield from _dead(config)
    yield from _quoted(config)
    yield from _set_twice(config)
    used = used_by_others(config)
    about_groups = {knob for knob, _, _ in _own_knobs(config)}
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
    """Knobs that one file sets to two values; the first counts for nothing."""
    by_file: dict[str | None, list[tuple[Definition, Definition]]] = {}
    for pair in config.set_again:
        by_file.setdefault(pair[1].origin.path, []).append(pair)
    for pairs in by_file.values():
        (first, last), *others = pairs
        also = f"; so {'is' if len(others) == 1 else 'are'} {few([each.name for _, each in others])}" if others else ""
        line = first.origin.line
        what = f"{last.name} is set again here, so that line {line} of this file counts for nothing{also}"
        yield finding(Level.NOTE, "set-twice", place_of(last.origin), what, "Keep one of the lines")
