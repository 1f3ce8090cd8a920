"""Numbers and order of accounting groups in a listing, and in a printed tree."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from userprio.accounting import AccountingRecord
from userprio.cxx import std_sort
from userprio.report.listing.columns import Column

ROOT: Final = "<none>"
ROOT_NAMES: Final = frozenset({ROOT, "."})

LAST: Final = 3.4e38
"""Display order of what comes last; the root's default sort key as well."""


def name_key(name: str) -> bytes:
    """Names compare as their bytes do."""
    return name.encode(errors="surrogateescape")


def within_group(name: str, group: str) -> str:
    """A member's name without its group and the dot; the whole name if it does not begin with them."""
    prefix = f"{group}."
    return name[len(prefix) :] if name[: len(prefix)].lower() == prefix.lower() else name


def in_root(record: AccountingRecord) -> bool:
    """Whether it is the root or belongs to no configured group."""
    return (record.name if record.is_group else record.accounting_group) in ROOT_NAMES


@dataclass(frozen=True, slots=True)
class GroupPlace:
    """Where a record stands among the groups."""

    number: int
    """0 for the root and its users, positive for groups with users, else negative."""
    order: float | None
    """Where the group stands in a hierarchical listing, small first; None where groups are not numbered."""


def places(records: Sequence[AccountingRecord], shown: Column) -> list[GroupPlace]:
    """The place of each record (`CollectInfo`).

    The root and its users have 0. Groups are numbered from 1 in the order of their names once some user belongs to
    one; members share the place of the first group named exactly as their `AccountingGroup`. A group without a number
    gets a negative one of its own; users whose group is not listed share one below all of those. Users of the root take
    the order of the root, or of the group of the first name where the root is not listed.
    """
    homeless = -2 * len(records)
    numbers = [
        0 if in_root(record) else -position if record.is_group else homeless
        for position, record in enumerate(records, start=1)
    ]
    if homeless not in numbers:
        return [GroupPlace(number, None) for number in numbers]
    groups = std_sort(
        [(position, record) for position, record in enumerate(records) if record.is_group],
        lambda pair: (in_root(pair[1]), name_key(pair[1].name)),
    )
    keyed = any(record.group_figures and record.group_figures.sort_key is not None for record in records)
    of_position = {
        position: _group_place(record, number, shown, keyed)
        for number, (position, record) in enumerate(groups, start=1)
    }
    of_name: dict[str, GroupPlace] = {}
    for position, record in groups:
        of_name.setdefault(record.name, of_position[position])
    in_order = list(of_position.values())
    root = next((place for place in reversed(in_order) if place.number == 0), in_order[0] if in_order else None)
    root_user = GroupPlace(0, root.order if root else None)
    return [
        of_position[position]
        if record.is_group
        else root_user
        if in_root(record)
        else of_name.get(record.accounting_group, GroupPlace(homeless, None))
        for position, record in enumerate(records)
    ]


def _group_place(record: AccountingRecord, number: int, shown: Column, keyed: bool) -> GroupPlace:
    """With effective priorities a group is ordered by its sort key (without any sort keys by its effective priority),
    with usage by its own usage in hours, else by its number."""
    root = in_root(record)
    if Column.PRIORITY in shown:
        if keyed:
            order = (record.group_figures and record.group_figures.sort_key) or 0.0
        else:
            order = LAST if root else record.priority
    elif shown & (Column.IN_USE | Column.USAGE):
        order = (record.weighted_accumulated_usage or 0.0) / 3600
    else:
        order = LAST if root else float(number)
    return GroupPlace(0 if root else number, order)


def breadth_first(name: str) -> tuple[int, tuple[str, ...]]:
    """Sort key that puts the root first, then groups level by level, siblings by name whatever their case."""
    if name in ROOT_NAMES:
        return 0, ()
    path = tuple(name.lower().split("."))
    return len(path), path


def total_surplus_policy(records: Sequence[AccountingRecord]) -> str | None:
    """The word on the line of totals."""
    figures = [record.group_figures for record in records if record.is_group and record.group_figures]
    policies = [(figure.surplus_policy or "").lower() for figure in reversed(figures)]
    return next((policy for policy in policies if policy in ("byquota", "regroup")), None)


T = TypeVar("T")


def depth_first(groups: Sequence[T], name: Callable[[T], str]) -> list[tuple[int, str, T]]:
    """Depth, name without the parent's, and group: parents before children, siblings in the order given.

    The parent is the longest dotted prefix, whatever its case, that is itself among the groups. The root and its
    children stand side by side at depth 0: everything descends from the root, an indent for it would say nothing.
    """
    present = {name(group).lower() for group in groups}
    children: dict[str | None, list[tuple[str, T]]] = {}
    for group in groups:
        parent = _nearest_ancestor(name(group).lower(), present)
        label = name(group) if parent is None else name(group)[len(parent) + 1 :]
        children.setdefault(parent, []).append((label, group))
    ordered: list[tuple[int, str, T]] = []
    waiting = [(0, label, group) for label, group in reversed(children.get(None, []))]
    while waiting:
        depth, label, group = waiting.pop()
        ordered.append((depth, label, group))
        below = children.pop(name(group).lower(), [])
        waiting += [(depth + 1, label, child) for label, child in reversed(below)]
    return ordered


def _nearest_ancestor(name: str, present: set[str]) -> str | None:
    while name != ROOT and "." in name:
        name = name.rpartition(".")[0]
        if name in present:
            return name
    return None
