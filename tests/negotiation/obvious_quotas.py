"""Accounting groups, plainly: what each gets of the pool, round by round, and under what limit it is negotiated.

Slots count by weight; NEGOTIATOR_USE_SLOT_WEIGHTS = False, which deals whole slots by turns, is not told here.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from userprio.classad import Ad, Evaluator, as_number
from userprio.config import Config
from userprio.cxx import FLT_MAX, std_sort, to_int, total

ROOT = "<none>"


@dataclass(eq=False)
class Group:
    """A group as configured, and what becomes of it in a cycle."""

    name: str
    configured: float = 0.0
    static: bool = False
    accepts: bool = True  # quota that others leave
    regroups: bool = False  # its members take part in the pass of all
    parent: "Group | None" = None
    children: list["Group"] = field(default_factory=list)
    subtree: float = 0.0  # quota of the group with all below it
    quota: float = 0.0  # what of that is its own
    wanted: float = 0.0  # demand that nothing is allocated for yet
    allocated: float = 0.0
    unmet_demand: float = 0.0  # what it and those below it that accept surplus still want
    used: float = 0.0  # by exactly this group, now
    held: float = 0.0  # the same when the round began

    def of(self, user: str) -> "Group":
        """The deepest group below this one that exists on the way to `group.group.user@domain`."""
        found, path = self, user.rpartition("@")[0].lower().split(".")
        for depth in range(1, len(path)):
            name = ".".join(path[:depth])
            found = next((group for group in found.children if group.name.lower() == name), found)
        return found

    def used_below(self) -> float:
        return total(child.used_below() for child in self.children) + self.used


def tree(configured: Mapping[str, tuple[float, bool, bool, bool]]) -> list[Group]:
    """The groups level by level and by name within, the root first."""
    found = {ROOT: Group(ROOT, regroups=any(regroups for *_, regroups in configured.values()))}
    for name in sorted(configured, key=lambda name: (name.count("."), name.lower().split("."))):
        parent = found[name.rpartition(".")[0] or ROOT]
        found[name] = Group(name, *configured[name], parent)
        parent.children.append(found[name])
    return list(found.values())


def hand_down(group: Group, got: float, oversubscription: bool) -> None:
    """Static children first, dynamic ones share what is left; who gets nothing has nothing to hand down."""
    if got <= 0:
        return
    static = total(child.configured for child in group.children if child.static)
    fractions = total(child.configured for child in group.children if not child.static)
    for_static = static if oversubscription else min(static, got)
    per_static = for_static / static if static > 0 else 0.0
    per_dynamic = max(0.0, got - for_static) / max(fractions, 1.0)
    parts = [child.configured * (per_static if child.static else per_dynamic) for child in group.children]
    for child, part in zip(group.children, parts, strict=True):
        hand_down(child, part, oversubscription)
    # With oversubscription an inner group counts for itself what its children have as well.
    twice = oversubscription and group.parent is not None
    group.subtree, group.quota = got, got if twice else max(0.0, got - total(parts))


def allocate(group: Group) -> float:
    """Quota as far as it is wanted; what a group leaves is offered around its place first, the rest one level up."""
    group.allocated = min(group.wanted, group.quota)
    group.wanted -= group.allocated
    group.unmet_demand = group.wanted
    surplus = group.quota - group.allocated
    for child in group.children:
        surplus += allocate(child)
        group.unmet_demand += child.unmet_demand if child.accepts else 0.0
    return _distribute(group, surplus) if group.children else surplus


def _distribute(group: Group, surplus: float) -> float:
    """The group of the place always competes, its children if they accept surplus; returns what nobody takes.

    Everybody gets enough if there is enough; else shares go by quota, and what is left then by head.
    """
    if surplus <= 0 or group.unmet_demand <= 0:
        return max(surplus, 0.0)
    eaters = [child for child in group.children if child.accepts]
    unmet = [*(child.unmet_demand for child in eaters), group.wanted]
    given = [0.0] * len(unmet)
    if surplus >= group.unmet_demand:
        given, surplus, group.unmet_demand = unmet, surplus - group.unmet_demand, 0.0
    for weights in ([*(child.subtree for child in eaters), group.quota], [1.0] * len(unmet)):
        while surplus > 0 and group.unmet_demand > 0:
            weights = [weight if left > 0 else 0.0 for weight, left in zip(weights, unmet, strict=True)]
            norm = total(weights)
            if norm <= 0:
                break
            offers = [surplus * (weight / norm) for weight in weights]
            parts = [min(offer, left) for offer, left in zip(offers, unmet, strict=True)]
            given = [before + part for before, part in zip(given, parts, strict=True)]
            unmet = [left - part for left, part in zip(unmet, parts, strict=True)]
            group.unmet_demand -= total(parts)
            surplus = 0.0 if parts == offers else surplus - total(parts)
    group.allocated += given[-1]
    group.wanted -= given[-1]
    for child, part in zip(eaters, given, strict=False):
        _distribute(child, part)
    return max(surplus, 0.0)


def order(groups: Sequence[Group], config: Config, evaluator: Evaluator) -> list[Group]:
    """By the sort expression, smallest first; the root last where anybody regroups."""
    expr = config.expression("GROUP_SORT_EXPR")
    assert expr is not None

    def key(group: Group) -> tuple[bool, float]:
        about = {"GroupQuota": group.quota, "GroupResourcesAllocated": group.allocated}
        ad = Ad({"AccountingGroup": group.name, "GroupResourcesInUse": group.held, **about})
        value = as_number(evaluator.evaluate(expr, ad))
        return group.parent is None and group.regroups, FLT_MAX if value is None else float(value)

    return std_sort(groups, key=key)


def limit_of(group: Group, growth: float, most: float, strict: bool) -> int:
    """What a group may hold after a pass in which the furthest grows so far, of `most` in the round; no fractions."""
    slots = target = max(group.allocated, group.quota)
    if target > group.held:
        grown = group.held + (target - group.held) * (growth / most if most else math.nan)
        slots = target if target < grown else grown
    if not strict:
        return to_int(slots)
    new, above = slots - group.held, group
    while above.parent is not None:
        # Who accepts no surplus caps what its whole subtree may hold.
        room = max(0.0, (above.configured if above.static else above.subtree) - above.used_below())
        new = room if new > room and not above.accepts else new
        above = above.parent
    return to_int(new + group.held)


def another_round(groups: Sequence[Group]) -> bool:
    """Whether something allocated is not in use; who could not use it asks for no more than it has from now on."""
    credit = total(min(group.used, group.allocated) for group in groups)
    for group in groups:
        group.held = group.used
        group.wanted = group.held if group.held < group.allocated else group.wanted + group.allocated
    return credit < total(group.allocated for group in groups)
