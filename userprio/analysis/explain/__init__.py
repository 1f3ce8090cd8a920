"""Why a submitter, group or job gets what it gets: a dry run of a cycle, explained from the pool down to single slots.

Start reading at `explain.explain_submitter`; `explanation` has the parts of an answer, and
`userprio.negotiation.diagnosis` picks the reasons.
"""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.analysis.explain.explain import compare, explain_group, explain_job, explain_submitter
    from userprio.analysis.explain.explanation import (
        BlockedSlots,
        Competitor,
        EligibleStep,
        ExplainedPair,
        Explanation,
        LimitStep,
        Member,
        Point,
        QuotaStep,
        RequestStep,
        ShareStep,
        SmallerRequest,
        Subject,
        TurnStep,
        known_submitters,
    )
    from userprio.analysis.explain.slots import (
        ExplainedFree,
        ExplainedSlot,
        ExplainedSlots,
        FreeSlots,
        FreeTurn,
        JobsAtSlot,
        Room,
        explain_free,
        explain_slots,
    )
    from userprio.base.naming import NothingFound
    from userprio.negotiation import FLATTENED, Cause, Clause, Reason, Side
else:
    __all__, __getattr__ = lazy_exports(__file__)
