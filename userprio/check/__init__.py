"""What would surprise, or stop, a real negotiator: in a configuration, a ledger, a snapshot of a pool.

Each module is a family of findings; `everything` asks them all.
"""

from userprio.check.everything import check, in_order, unreadable_config, unreadable_ledger
from userprio.check.situation import Finding, LedgerLines, Level, Situation, SubmitterLines
