"""Why somebody gets what it gets: a cycle is run dry, watched, and explained from the pool down to single slots.

`explain` begins; `trace` is what was seen of the cycle, `primary` picks the one reason that comes first.
"""

from typing import TYPE_CHECKING

from userprio.ondemand import on_demand

if TYPE_CHECKING:
    from userprio.explain.comparison import compare
    from userprio.explain.explain import explain_group, explain_job, explain_submitter
    from userprio.explain.explanation import (
        Cause,
        ExplainedPair,
        Explanation,
        Hands,
        LimitStep,
        Point,
        QuotaStep,
        Reason,
        RequestStep,
        ShareStep,
        Subject,
        TurnStep,
    )
    from userprio.explain.names import known_submitters
    from userprio.explain.requirements import FLATTENED, Clause, Side
    from userprio.naming import NothingFound
else:
    __all__, __getattr__ = on_demand(__file__)
