"""Tables for people, drawn with Rich on a console that the caller made: width, colour and boxes are its business.

Those of explanations, findings, forecasts and plans are not imported here: what they show is only loaded for them.
"""

from userprio.report.tables.listing import print_listing
from userprio.report.tables.negotiation import print_outcome
from userprio.report.tables.operations import print_edit, print_history
from userprio.report.tables.resources import print_holdings

__all__ = ["print_edit", "print_history", "print_holdings", "print_listing", "print_outcome"]
