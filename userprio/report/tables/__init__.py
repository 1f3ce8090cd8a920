"""Tables for people, drawn with Rich on a console that the caller made: width, colour and boxes are its business."""

from userprio.report.tables.listing import print_listing
from userprio.report.tables.negotiation import print_outcome

__all__ = ["print_listing", "print_outcome"]
