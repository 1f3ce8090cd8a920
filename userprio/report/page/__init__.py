"""Pages of HTML for colleagues: a negotiation cycle, two of them side by side, and a past period lived again.

Each is one file that needs nothing else. `parts` has what pages are made of, page.css how they look, and page.js
what lets one sort, fold and search their tables; without a script everything shows.
"""

from typing import TYPE_CHECKING

from userprio.ondemand import on_demand

if TYPE_CHECKING:
    from userprio.report.page.comparison import comparison_page
    from userprio.report.page.cycle import report_page
    from userprio.report.page.parts import PageHead
    from userprio.report.page.replay import replay_page
else:
    __all__, __getattr__ = on_demand(__file__)
