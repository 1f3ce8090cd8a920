"""What would surprise, or stop, a real negotiator: in a configuration, a ledger, a snapshot of a pool.

Each module is a family of findings; `everything` runs them all, and `registry` has a page for each code.
"""

from userprio.analysis.check.everything import (
    CodePage,
    check,
    chosen,
    in_order,
    page_of,
    pages,
    unreadable_config,
    unreadable_ledger,
)
from userprio.analysis.check.findings import Finding, Level, fixed, without_ignored
from userprio.analysis.check.situation import LedgerLines, Situation, SubmitterLines
