"""What would surprise, or stop, a real negotiator: in a configuration, a ledger, a snapshot of a pool.

Each module is a family of findings; `everything` asks them all.
"""

from userprio.planning.check.everything import check, in_order, unreadable_config, unreadable_ledger
from userprio.planning.check.finding import Finding, Level, Place
from userprio.planning.check.places import LedgerLines, SubmitterLines
from userprio.planning.check.situation import Situation

__all__ = [
    "Finding",
    "LedgerLines",
    "Level",
    "Place",
    "Situation",
    "SubmitterLines",
    "check",
    "in_order",
    "unreadable_config",
    "unreadable_ledger",
]
