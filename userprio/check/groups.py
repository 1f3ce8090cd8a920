"""The list of groups, and the knobs that are about single groups."""

from collections.abc import Iterator
from typing import Final

from userprio.check.finding import Finding, Level, finding, knob_place
from userprio.config import Config
from userprio.config.spelling import group_knob, nearest_group_knob, used_by_others
from userprio.likeness import likeliest
from userprio.quotas import ROOT, GroupTree, GroupWarning, GroupWarningKind, fold

_QUOTA: Final = "GROUP_QUOTA_"


def check_groups(config: Config, tree: GroupTree) -> Iterator[Finding]:
    """Names that are no groups, groups without a quota, knobs of groups that there are not."""
    for warning in tree.warnings:
        yield _ignored(config, tree, warning)
    yield from _odd_names(config, tree)
    yield from _two_quotas(config, tree)
    yield from _of_no_group(config, tree)


def own_knobs(config: Config) -> Iterator[tuple[str, str, str]]:
    """Every knob about a single group that is set: its name as spelled, its stem, and the group that it names."""
    prefixes = tuple(f"{prefix}." for prefix in config.scope.prefixes)
    for spelled in config.names():
        name = next((spelled[len(each) :] for each in prefixes if spelled.lower().startswith(each)), spelled)
        stem, group = group_knob(name)
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
        case GroupWarningKind.LISTED_TWICE:
            group = tree.find(name)
            kept = name if group is None else group.name
            twin = "" if kept == name else f", as {kept} and as {name}; {kept} counts"
            what = f"GROUP_NAMES lists a group twice{twin or f': {name}'}, as case makes no difference"
            if kept == name:
                what = f"GROUP_NAMES lists {name} twice, and the second is ignored"
            return finding(Level.WARNING, "duplicate-group", place, what, "Keep one of them")
    group = tree.find(name)
    surplus = group is not None and (group.accepts_surplus or group.autoregroup)
    then = "it lives on what others leave" if surplus else "its members and subgroups get nothing"
    what = f"Group {name} has no quota, which counts as 0: {then}"
    near = _unlisted_quota(config, tree, name)
    hint = f"; {near} may have been meant for it" if near else ""
    return finding(
        Level.NOTE if surplus else Level.WARNING,
        "group-without-quota",
        place,
        what,
        f"Set GROUP_QUOTA_{name} or GROUP_QUOTA_DYNAMIC_{name}{hint}",
    )


def _unlisted_quota(config: Config, tree: GroupTree, name: str) -> str | None:
    quotas = ((knob, group) for knob, stem, group in own_knobs(config) if stem.startswith(_QUOTA))
    unlisted = {group: knob for knob, group in quotas if tree.find(group) is None}
    near = likeliest(name, unlisted)
    return None if near is None else unlisted[near]


def _odd_names(config: Config, tree: GroupTree) -> Iterator[Finding]:
    place = knob_place(config, "GROUP_NAMES")
    for group in tree.groups[1:]:
        if "@" in group.name:
            what = f"Group {group.name} has an @ in its name, so that its own record is listed as a user's"
            yield finding(Level.WARNING, "group-with-at", place, what, "Name the group without @")
        if group.name.endswith("."):
            what = f"Group {group.name} ends in a dot, and is a subgroup without a name"
            yield finding(Level.WARNING, "group-with-dot", place, what, "Take the dot out, or finish the name")


def _two_quotas(config: Config, tree: GroupTree) -> Iterator[Finding]:
    for group in tree.groups[1:]:
        fixed, share = (f"{stem}{group.name}" for stem in ("GROUP_QUOTA_", "GROUP_QUOTA_DYNAMIC_"))
        if config.is_set(fixed) and config.is_set(share):
            what = f"{share} is never read, because {fixed} is set as well and goes before it"
            yield finding(Level.WARNING, "two-quotas", knob_place(config, share), what, "Take one of them out")


def _of_no_group(config: Config, tree: GroupTree) -> Iterator[Finding]:
    """Knobs that name a group which is not in the tree."""
    ignored = {fold(warning.group) for warning in tree.warnings}
    used = used_by_others(config)
    for knob, stem, group in own_knobs(config):
        if knob.lower() in used or tree.find(group) is not None or fold(group) in ignored or not config.is_set(knob):
            continue
        meant = nearest_group_knob(knob, [each.name for each in tree.groups[1:]])
        what = f"{knob} is never read, because {group} is not in GROUP_NAMES"
        advice = f"Write {meant}, if that is meant" if meant else f"Put {group} into GROUP_NAMES, or take the line out"
        code = "quota-without-group" if stem.startswith(_QUOTA) else "knob-without-group"
        yield finding(Level.WARNING, code, knob_place(config, knob), what, advice)
