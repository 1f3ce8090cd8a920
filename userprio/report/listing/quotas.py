"""The columns of `userprio quotas` that condor_userprio lacks: what groups have in use, against their quotas."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from userprio.accounting.quotas import excess
from userprio.report.bars import bar, scale
from userprio.report.formats import AnyColumn, Cell, Kind, TableColumn
from userprio.report.listing.model import NOTHING, QUOTAS, Column, Listing, Subtree
from userprio.report.table import WEIGHT, Table
from userprio.report.text import ROOT

OF_QUOTA: Final = 2
"""The place of the percentage among the columns."""
_BAR: Final = 20
_IN_USE: Final = "cyan"
_OVER: Final = "yellow"


class _Held(Struct, frozen=True):
    """A group with its subgroups; without quotas, which only a pool sets, nothing is compared with them."""

    subtree: Subtree
    quotas_set: bool

    @property
    def over(self) -> float | None:
        subtree = self.subtree
        if not self.quotas_set or subtree.in_use is None or subtree.quota is None:
            return None
        return excess(subtree.in_use, subtree.quota) or None

    @property
    def percent(self) -> float | None:
        subtree = self.subtree
        return 100 * subtree.in_use / subtree.quota if subtree.in_use is not None and subtree.quota else None


def _warning(held: _Held) -> str:
    return _OVER if held.over else ""


_USE: Final = Table[_Held]("quotas", scripts=False).of(
    TableColumn("in_use", "in\nuse", lambda held: held.subtree.in_use, WEIGHT, inclusive=True, optional=True),
    TableColumn("quota", "quota", lambda held: held.subtree.quota, WEIGHT, inclusive=True, aliases=("subtree_quota",)),
    TableColumn(
        "of_quota",
        "% of\nquota",
        lambda held: held.percent,
        "percent",
        write=lambda percent: f"{percent:.0f}%",
        style=_warning,
        inclusive=True,
        optional=True,
    ),
    TableColumn("over", "over", lambda held: held.over, WEIGHT, style=_warning, inclusive=True, optional=True),
)
_DEMAND: Final = Table[_Held]("quotas", scripts=False).of(
    TableColumn("demand", "demand", lambda held: held.subtree.requested, WEIGHT, inclusive=True, gives_way=5)
)
_CHART: Final[AnyColumn] = TableColumn(
    "chart", "use \N{BOX DRAWINGS LIGHT VERTICAL} quota".ljust(_BAR), kind=Kind.TEXT, optional=True, gives_way=4
)


def is_of_quotas(listing: Listing) -> bool:
    """Whether a listing is one of quotas alone."""
    own = [column for column in listing.columns if not column & listing.extra]
    return Column.SUBTREE_QUOTA in own and not any(column & ~QUOTAS for column in own)


def shown_elsewhere(listing: Listing) -> Column:
    """The listing's own columns that say nothing beside those of this module."""
    groups = [row.record for row in listing.entries if row.record.name != ROOT]
    figures = [record.group_figures for record in groups if record.group_figures]
    alike = all(figure.effective_quota == figure.subtree_quota for figure in figures)
    return Column.REQUESTED | Column.SUBTREE_QUOTA | (Column.EFFECTIVE_QUOTA if alike else NOTHING)


def use_columns() -> tuple[AnyColumn, ...]:
    """The columns."""
    return (*_USE.columns, _CHART, *_DEMAND.columns)


def use_cells(listing: Listing) -> Iterator[tuple[Cell, ...]]:
    """The cells of each of the listing's groups, in its order."""
    quotas_set = any(subtree.quota for subtree in listing.subtrees.values())
    unknown = Subtree(None, None, None)
    groups = [_Held(listing.subtrees.get(row.record.name, unknown), quotas_set) for row in listing.entries]
    most = scale([max(held.subtree.in_use or 0.0, held.subtree.quota or 0.0) for held in groups])
    for held in groups:
        yield (*_USE.row(held).cells, _chart(held, most), *_DEMAND.row(held).cells)


def _chart(held: _Held, most: float) -> Cell:
    """Use as a bar on the scale of all groups, the quota as a tick on it."""
    subtree = held.subtree
    if not held.quotas_set or subtree.in_use is None:
        return Cell()
    pieces = bar(subtree.in_use, subtree.quota, most, _BAR, _IN_USE, _OVER)
    return Cell("".join(text for text, _ in pieces), "", held.percent, tuple(pieces))
