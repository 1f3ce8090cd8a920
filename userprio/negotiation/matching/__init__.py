"""Which slot suits which request: Requirements of both sides, ranks, costs, and who would be displaced.

`scan` looks through the slots for one request and `verdicts` decides which of them may be given; `assessment` works out
match, cost and ranks of a slot and a request; `classes` and `predicates` ensure that equal things are evaluated once;
`flattening` says when Requirements are flattened first.
"""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.negotiation.matching.assessment import (
        EQUALLY_PREFERRED,
        KEPT_POST_JOB_RANK,
        KEPT_PRE_JOB_RANK,
        STRICTLY_PREFERRED,
        USER_NAMES,
        WRITTEN,
        Assessment,
        Assessor,
        Displacement,
        SlotKind,
        as_matched,
        claims_of,
        is_content,
        jobs_in_slot,
        keeps_its_job,
        noted_offline,
        ranked_once,
        slot_kind,
    )
    from userprio.negotiation.matching.candidates import Candidate, ListKey, MatchList, Refusals, Slot
    from userprio.negotiation.matching.classes import SlotClass, SlotClasses
    from userprio.negotiation.matching.flattening import (
        UNOPTIMIZED,
        WHOLE,
        flattened,
        flattens_requests,
        is_met,
        unflattened,
        with_own_requirements,
    )
    from userprio.negotiation.matching.predicates import MatchPredicates, MatchSide, Requirement, conjuncts, refusing
    from userprio.negotiation.matching.slots import SlotList
    from userprio.negotiation.matching.taking import any_may_be_taken
    from userprio.negotiation.matching.verdicts import (
        TRIMMED,
        UNFIT,
        Allowance,
        Search,
        SlotDecision,
        SlotVerdict,
        afforded,
        displacement_of,
        fitness,
        out_of_reach,
        permits,
        slot_verdict,
        verdict_of,
    )
else:
    __all__, __getattr__ = lazy_exports(__file__)
