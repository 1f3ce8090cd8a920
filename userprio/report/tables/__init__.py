"""Tables for people, drawn with Rich on a console that the caller made: width, colour and boxes are its business."""

from userprio.report.tables.explanation import print_comparison, print_explanation
from userprio.report.tables.findings import print_findings
from userprio.report.tables.forecast import print_forecast
from userprio.report.tables.listing import print_listing
from userprio.report.tables.negotiation import print_outcome
from userprio.report.tables.operations import print_edit, print_operations
from userprio.report.tables.resources import print_holdings

__all__ = [
    "print_comparison",
    "print_edit",
    "print_explanation",
    "print_findings",
    "print_forecast",
    "print_holdings",
    "print_listing",
    "print_operations",
    "print_outcome",
]
