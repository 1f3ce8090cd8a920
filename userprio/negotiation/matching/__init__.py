"""Which slot suits which request: Requirements of both sides, ranks, costs, and who would be displaced.

`scan` looks through the slots for one request and `candidates` decides which of them may be given; `assessment` works
out match, cost and ranks of a slot and a request; classes of slots (in `candidates`) and `predicates` ensure that equal
things are evaluated once. `predicates` also says when Requirements are flattened first, and what a match consumes.
"""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.negotiation.matching.answers import (
        PRIORITY_NAMES,
        MatchSide,
        PassingRecord,
        reads_priority,
        with_priority,
    )
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
        Passed,
        SlotKind,
        as_matched,
        as_sent,
        claims_of,
        is_content,
        jobs_in_slot,
        keeps_its_job,
        noted_offline,
        ranked_once,
        slot_kind,
        with_figures,
    )
    from userprio.negotiation.matching.candidates import (
        TRIMMED,
        UNFIT,
        Allowance,
        Candidate,
        ListKey,
        MatchList,
        Refusals,
        Search,
        Slot,
        SlotClass,
        SlotClasses,
        SlotDecision,
        SlotVerdict,
        afforded,
        decide_displacement,
        fitness,
        out_of_reach,
        permits,
        slot_verdict,
    )
    from userprio.negotiation.matching.children import LowestRanks, eligible_children, lowest_ranks, of_child, rolled_up
    from userprio.negotiation.matching.cuts import Comparison, keeps_order, only_ordering
    from userprio.negotiation.matching.held import Conditions, flags_of, memoized
    from userprio.negotiation.matching.kinds import SlotKinds
    from userprio.negotiation.matching.lineup import Lineup
    from userprio.negotiation.matching.predicates import (
        CONSUMPTION,
        UNOPTIMIZED,
        WHOLE,
        MatchPredicates,
        Requirement,
        conjuncts,
        consumption_attributes,
        consumption_of,
        deducted,
        flattened,
        flattens_requests,
        is_met,
        policy_resources,
        refusing,
        requesting,
        suffices,
        unflattened,
        with_own_requirements,
    )
    from userprio.negotiation.matching.scan import any_may_be_taken
    from userprio.negotiation.matching.slots import SlotList
else:
    __all__, __getattr__ = lazy_exports(__file__)
