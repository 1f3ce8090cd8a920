"""A listing: rows with typed cells and totals, before any text is made of them."""

from dataclasses import dataclass

from userprio.accounting.records import AccountingRecord
from userprio.report.listing.details import Detail

Cell = float | str | None
"""Numbers in the units of the record (weight, weight-seconds, seconds, epoch seconds), the word of a surplus policy,
or None where the record has no such value."""


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

    columns: tuple[Detail, ...]
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
