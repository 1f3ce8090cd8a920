"""What is asked of a listing, and a listing: rows with typed cells and totals, before any text is made of them."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from userprio.accounting.records import AccountingRecord
from userprio.report.listing.columns import NOTHING, Cell, Column

EVERYBODY: Final = -1
"""Activity limit that hides nobody."""

DAY_S: Final = 86_400


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
    details: Column = NOTHING
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


@dataclass(frozen=True, slots=True)
class Row:
    """One printed record."""

    record: AccountingRecord
    label: str
    """The name as it is shown: under its group a member loses the group's name and dot."""
    member: bool
    """It stands under its group."""
    group_number: int
    """0 for `<none>` and its users, 1 and up where groups are numbered, negative where they are not."""
    group_order: float | None
    """Where its group stands among the groups, None where groups are not numbered."""
    cells: tuple[Cell, ...]
    """One for each column of the listing."""


@dataclass(frozen=True, slots=True)
class Totals:
    """The figures under a listing."""

    users: int
    """Visible users, printed or not; groups do not count."""
    records: int
    """All records, groups and hidden ones included."""
    surplus_policy: str | None
    """Policy of the last group, in order of arrival, that accepts surplus at all."""
    in_use: float
    """Weight in use by the printed users."""
    usage: float
    """Weight-seconds of the printed users."""


@dataclass(frozen=True, slots=True)
class Listing:
    """What condor_userprio would print, as data."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    totals: Totals
    hierarchical: bool
    users_hidden: bool
    """Only quota columns are left, which users do not have: groups alone are printed."""
    usage_known: bool
    """At least one record, hidden ones included, has accumulated usage."""
    longest_name: int
    """Bytes of the longest name of a visible record; under a group a member counts its own part of it, plus 2."""
    last_update: int
    """When priorities were last updated, epoch seconds, 0 if unknown."""
    activity_limit: int
    now: int
