"""The arithmetic of the pie: each submitter's share, and how much it may still win in a spin."""

import sys
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from userprio.base.cxx import FLT_MAX, float32

UNLIMITED: Final = sys.float_info.max
"""`DBL_MAX`: the limit where user priorities are ignored."""


class Normalisation(Struct, frozen=True):
    """What turns effective priorities into shares that add up to one (`calculateNormalizationFactor`)."""

    largest: float
    """The worst, i.e. largest, effective priority."""
    factor: float
    """Sum of largest / priority over distinct names."""

    def share(self, priority: float) -> float:
        """Fraction of the pie of a submitter with this effective priority."""
        return self.largest / (priority * self.factor)


def normalise(names: Sequence[str], priority: Callable[[str], float]) -> Normalisation:
    """The normalisation over submitters of these names; a name that occurs more than once counts once in the sum.

    `priority` gives effective priorities. It is called twice, since its first answer may differ from the following ones
    (`LiveAccounts.priority`).
    """
    # First answers are 0 if a factor from configuration is 0: it is raised only when it is stored.
    largest = max([sys.float_info.min, *map(priority, names)])
    factor = 0.0
    for name in dict.fromkeys(names):  # added one by one: sum() of newer Pythons rounds differently from C++
        factor += largest / priority(name)
    return Normalisation(largest, factor)


class Limits(Struct, frozen=True):
    """What a submitter may still win, in weight: in general, and of slots that nobody holds."""

    limit: float
    unclaimed: float


def submitter_limits(
    share: float,
    pie: float,
    usage: float,
    *,
    group_room: float | None,
    consider_preemption: bool,
    ignore_user_priorities: bool,
    floor: float | None = None,
) -> Limits:
    """`calculateSubmitterLimit`: share of the pie minus usage, at least 0, all in weight.

    What is left of the group's quota, `group_room`, cuts the limit for slots that nobody holds, and without preemption
    both; None: there is no group. `floor`, given in a floor pass only, cuts the limit to the whole floor, not to what
    is missing to it.
    """
    limit = UNLIMITED if ignore_user_priorities else max(share * pie - usage, 0.0)
    unclaimed = limit if group_room is None else min(limit, group_room)
    if not consider_preemption:
        limit = unclaimed
    if floor is not None:
        limit = min(floor, limit)
    return Limits(limit, unclaimed)


def group_room(quota: float, usage: float) -> float:
    """Quota minus usage of a group, at least 0; all three are rounded to single precision."""
    return max(float32(float32(quota) - float32(usage)), 0.0)


def starvation(usage: float, limit: float) -> float:
    """`SubmitterStarvation`: usage divided by usage plus limit; FLT_MAX if both are 0."""
    allotted = usage + limit
    return usage / allotted if allotted > 0 else FLT_MAX
