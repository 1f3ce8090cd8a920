"""What would surprise, or stop, a real negotiator: in a configuration, a ledger, a snapshot of a pool.

Start reading at `everything.check`, which runs all checks. What they report is in `findings`, what they may look at in
`situation`; each of the other modules is a family of checks.
"""

from userprio.analysis.check.everything import CodePage, check, chosen, in_order, page_of, pages, unreadable_file
from userprio.analysis.check.findings import Finding, LedgerLines, Level, Situation, SubmitterLines, fixed, not_ignored
