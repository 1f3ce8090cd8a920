"""Groups in the order of a printed tree, each with its depth."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from userprio.report.listing import ROOT

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
