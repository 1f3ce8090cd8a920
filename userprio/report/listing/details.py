"""What a listing may show, and what is asked of one listing."""

from dataclasses import dataclass
from enum import Enum, Flag, auto
from typing import Final

EVERYBODY: Final = -1
"""Activity limit that hides nobody."""

DAY_S: Final = 86_400


class Detail(Flag):
    """One column of a listing; iteration gives the columns from left to right."""

    GROUP_ID = auto()
    GROUP_ORDER = auto()
    SORT_KEY = auto()
    EFFECTIVE_QUOTA = auto()
    CONFIG_QUOTA = auto()
    SURPLUS = auto()
    SUBTREE_QUOTA = auto()
    PRIORITY = auto()
    """Effective priority."""
    REAL_PRIORITY = auto()
    FACTOR = auto()
    IN_USE = auto()
    USAGE = auto()
    """Accumulated weight-seconds."""
    FIRST_USED = auto()
    LAST_USED = auto()
    IDLE_FOR = auto()
    """Seconds from the last usage to the last update of priorities."""
    REQUESTED = auto()
    FLOOR = auto()
    CEILING = auto()


NOTHING: Final = Detail(0)
QUOTAS: Final = Detail.EFFECTIVE_QUOTA | Detail.CONFIG_QUOTA | Detail.SURPLUS | Detail.SUBTREE_QUOTA | Detail.REQUESTED
PRIORITIES: Final = Detail.PRIORITY | Detail.REAL_PRIORITY | Detail.FACTOR
USAGES: Final = Detail.IN_USE | Detail.USAGE | Detail.FIRST_USED | Detail.LAST_USED
ALL: Final = QUOTAS | PRIORITIES | USAGES | Detail.IDLE_FOR | Detail.FLOOR | Detail.CEILING
"""What `-all` shows: everything but the group's number, order and sort key."""
MOST: Final = ALL & ~(
    Detail.EFFECTIVE_QUOTA | Detail.SUBTREE_QUOTA | Detail.REAL_PRIORITY | Detail.FIRST_USED | Detail.LAST_USED
)
"""What is shown where no detail is asked for."""


class Layout(Enum):
    """How groups and users are arranged."""

    HIERARCHICAL = "hierarchical"
    """Members under their group."""
    FLAT = "flat"
    """Groups and users in one list."""
    GROUPS_FIRST = "grouporder"
    """All groups breadth first, then all users."""


@dataclass(frozen=True, slots=True)
class ListingOptions:
    """What is asked of one listing; times are seconds since the epoch."""

    now: int
    details: Detail = NOTHING
    """Columns asked for; nothing stands for `MOST`."""
    keep_quotas: bool = False
    """Quota columns were asked for by name (`-quotas`, `-surplus`): they stay although no user has a group."""
    layout: Layout | None = None
    """None where nobody asked: hierarchical, but flat for priorities alone."""
    active_since: int | None = None
    """Records last used before this are hidden. None: a day before `now`; `EVERYBODY`: none hidden."""

    @property
    def activity_limit(self) -> int:
        """Oldest last usage still shown, `EVERYBODY` for no limit."""
        return self.now - DAY_S if self.active_since is None else self.active_since

    def shows(self, last_used: int | None) -> bool:
        """Whether a record, user or group, last used then is shown: what was never used only without a limit."""
        return (last_used or -1) >= self.activity_limit
