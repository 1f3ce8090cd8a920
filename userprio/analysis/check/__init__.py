"""What would surprise, or stop, a real negotiator: in a configuration, a ledger, a snapshot of a pool.

Each module is a family of findings; `everything` runs them all, and `registry` has a page for each code.
"""

from userprio.analysis.check.everything import check, in_order, unreadable_config, unreadable_ledger
from userprio.analysis.check.registry import CodePage, chosen, page_of, pages
from userprio.analysis.check.situation import Finding, LedgerLines, Level, Situation, SubmitterLines
from userprio.analysis.check.statements import fixed, without_ignored
