"""condor_userprio's defect, played back: a value that a record lacks is that of the record before it.

The borrowed value decides about hiding, order and totals while its cell stays blank. Before any record had a value
there is one of the program's own, of which only the usage of -1 shows.
"""

from collections.abc import Sequence
from datetime import UTC

from msgspec.structs import replace

from userprio.accounting import AccountingRecord
from userprio.report import Column, Listing, ListingOptions, build_listing
from userprio.report.classic import classic_text
from userprio.report.listing.model import NOTHING

_OWN_USAGE = -1.0


def text_with_borrowed_values(records: Sequence[AccountingRecord], options: ListingOptions) -> str:
    lacking = {record.name: _blank(record) for record in records}
    return classic_text(_blanked(build_listing(_borrowed(records), options), lacking), UTC)


def _borrowed(records: Sequence[AccountingRecord]) -> list[AccountingRecord]:
    known = any(record.weighted_accumulated_usage is not None for record in records)
    usage = _OWN_USAGE if known else None
    slots = begin = last = None
    lent = []
    for record in records:
        slots = slots if record.resources_used is None else record.resources_used
        begin = begin if record.begin_usage_time is None else record.begin_usage_time
        last = last if record.last_usage_time is None else record.last_usage_time
        usage = usage if record.weighted_accumulated_usage is None else record.weighted_accumulated_usage
        weight = slots if record.weighted_resources_used is None else record.weighted_resources_used
        lent.append(
            replace(
                record,
                resources_used=slots,
                weighted_resources_used=weight,
                begin_usage_time=begin,
                last_usage_time=last,
                weighted_accumulated_usage=usage,
            )
        )
    return lent


def _blank(record: AccountingRecord) -> Column:
    """The columns in which a record has nothing of its own to show."""
    blank = NOTHING
    if record.resources_used is None and record.weighted_accumulated_usage is None:
        blank |= Column.IN_USE
        if record.weighted_resources_used is None:
            blank |= Column.USAGE
    if record.begin_usage_time is None:
        blank |= Column.FIRST_USED
    if record.last_usage_time is None:
        blank |= Column.LAST_USED | Column.IDLE_FOR
    return blank


def _blanked(listing: Listing, lacking: dict[str, Column]) -> Listing:
    rows = [
        replace(
            row,
            cells=tuple(
                None if column in lacking[row.record.name] else cell
                for column, cell in zip(listing.columns, row.cells, strict=True)
            ),
        )
        for row in listing.entries
    ]
    return replace(listing, entries=tuple(rows))
