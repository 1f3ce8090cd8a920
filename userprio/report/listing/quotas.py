"""The columns of `userprio quotas` that condor_userprio lacks: what groups have in use, against their quotas."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.accounting.quotas import excess
from userprio.report.bars import bar, scale
from userprio.report.formats import AnyColumn, Cell, Kind, TableColumn
from userprio.report.listing.model import NOTHING, QUOTAS, Column, Listing, Subtree
from userprio.report.table import WEIGHT, Table
from userprio.report.text import ROOT

_BAR: Final = 20
_LEGEND: Final = "use \N{BOX DRAWINGS LIGHT VERTICAL} quota"
_IN_USE: Final = "cyan"
_OVER: Final = "yellow"


class UseOfGroup(Struct, frozen=True):
    """A group with its subgroups; without quotas, which only a pool sets, nothing is compared with them."""

    subtree: Subtree
    quotas_set: bool

    @property
    def over(self) -> float | None:
        """The weight in use beyond the quota; None: nothing is, or it is not known."""
        subtree = self.subtree
        if not self.quotas_set or subtree.in_use is None or subtree.quota is None:
            return None
        return excess(subtree.in_use, subtree.quota) or None

    @property
    def percent(self) -> float | None:
        """The weight in use as a percentage of the quota; None: there is no quota."""
        subtree = self.subtree
        return 100 * subtree.in_use / subtree.quota if subtree.in_use is not None and subtree.quota else None


def _warning(held: UseOfGroup) -> str:
    return _OVER if held.over else ""


USE: Final = Table[UseOfGroup]("quotas").of(
    TableColumn(
        "in_use",
        "in\nuse",
        lambda held: held.subtree.in_use,
        WEIGHT,
        "by the group with its subgroups",
        style=lambda held: "" if held.subtree.in_use else "dim",
        inclusive=True,
        optional=True,
    ),
    TableColumn(
        *("quota", "quota", lambda held: held.subtree.quota, WEIGHT, "of the group with its subgroups"),
        inclusive=True,
        aliases=("subtree_quota",),
    ),
    TableColumn(
        *("of_quota", "% of\nquota", lambda held: held.percent, "percent", "in use, of the quota"),
        write=lambda percent: f"{percent:.0f}%",
        style=_warning,
        inclusive=True,
        optional=True,
    ),
    TableColumn(
        *("over", "over", lambda held: held.over, WEIGHT, "in use beyond the quota"),
        style=_warning,
        inclusive=True,
        optional=True,
    ),
    TableColumn(
        *("chart", _LEGEND.ljust(_BAR), lambda held: held.percent, "", "use as a bar, the quota as a tick on it"),
        kind=Kind.TEXT,
        optional=True,
        gives_way=4,
        in_rows=False,
    ),
    TableColumn(
        *("demand", "demand", lambda held: held.subtree.requested, WEIGHT, "of the group with its subgroups"),
        inclusive=True,
        gives_way=5,
    ),
)
_OF_QUOTA: Final = 2
_CHART: Final = 4
_DEMAND: Final = 5


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


def use_columns(*, charts: bool) -> tuple[AnyColumn, ...]:
    """The columns; bars are for terminals, and elsewhere shown only if they are asked for."""
    columns = USE.columns
    return columns if charts else tuple(replace(column, extra=column.key == "chart") for column in columns)


def use_of_groups(listing: Listing) -> list[UseOfGroup]:
    """What each of the listing's groups has in use, in its order."""
    quotas_set = any(subtree.quota for subtree in listing.subtrees.values())
    unknown = Subtree(None, None, None)
    return [UseOfGroup(listing.subtrees.get(row.record.name, unknown), quotas_set) for row in listing.entries]


def use_cells(listing: Listing) -> Iterator[tuple[Cell, ...]]:
    """The cells of each of the listing's groups, in its order."""
    groups = use_of_groups(listing)
    most = scale([max(held.subtree.in_use or 0.0, held.subtree.quota or 0.0) for held in groups])
    for held in groups:
        cells = USE.row(held).cells
        yield (*cells[:_CHART], _chart(held, most), *cells[_CHART + 1 :])


def ranked_by(cells: Iterable[Sequence[Cell]]) -> str:
    """The column of which the largest are shown if not all groups fit: use of the quota, else demand; empty: none."""
    rows = list(cells)
    return next((USE.columns[place].key for place in (_OF_QUOTA, _DEMAND) if any(row[place].value for row in rows)), "")


def _chart(held: UseOfGroup, most: float) -> Cell:
    """Use as a bar on the scale of all groups, the quota as a tick on it."""
    subtree = held.subtree
    if not held.quotas_set or subtree.in_use is None:
        return Cell()
    pieces = bar(subtree.in_use, subtree.quota, most, _BAR, _IN_USE, _OVER)
    return Cell("".join(text for text, _ in pieces), "", held.percent, tuple(pieces))
