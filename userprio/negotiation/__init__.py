"""One negotiation cycle, run dry: pool, ledger and configuration in, every decision with its reasons out.

Pure: nothing here reads a clock or writes anything. Begin with `cycle` (groups), then `spins` (the order of
submitters), `visit` (one submitter, and why requests are rejected) and `matching.scan` (one request).
`reference` decides the same cycle slowly, straight from the rules; both are compared on small pools.
"""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.negotiation.added_attributes import MISSING_IN_FIRST_CYCLE, request_attributes
    from userprio.negotiation.agreement import second_opinion
    from userprio.negotiation.clock import MEASURED, NO_TIME, Costs
    from userprio.negotiation.cycle import Decided, decide, negotiate
    from userprio.negotiation.diagnosis.diagnosis import Diagnosis, HeldJobs, diagnosed, requested_amounts
    from userprio.negotiation.diagnosis.judgement import Verdict
    from userprio.negotiation.diagnosis.requirements import (
        FLATTENED,
        Clause,
        RequirementsFound,
        Side,
        meets,
        take_apart,
    )
    from userprio.negotiation.diagnosis.slots import RequestFits
    from userprio.negotiation.diagnosis.stability import (
        instabilities,
        with_stability,
        with_stability_remarks,
    )
    from userprio.negotiation.diagnosis.trace import Spin, Trace, Turn, VisitTrace, Waiting
    from userprio.negotiation.memory import Memory
    from userprio.negotiation.observer import CycleObserver
    from userprio.negotiation.outcome import (
        PRECEDENCE,
        Because,
        Cause,
        Chance,
        Eviction,
        GroupOutcome,
        GroupRound,
        Instability,
        LeftJobs,
        Loss,
        Match,
        Outcome,
        PassKind,
        PendingMatches,
        PoolSize,
        Reason,
        Refusal,
        Rejection,
        SecondOpinion,
        Stability,
        UnstableMatch,
        Unvisited,
        Variant,
        Visit,
        VisitOutcome,
    )
    from userprio.negotiation.pending import match_records
    from userprio.negotiation.prepare import Prepared
    from userprio.negotiation.remembered import (
        assumed_quota_remarks,
        changed_quota_remarks,
        first_cycle_remarks,
        with_remarks,
    )
    from userprio.negotiation.reports import (
        Reported,
        before_any_cycle,
        group_figures,
        reported,
        standing_shares,
        with_use_of_slots,
    )
    from userprio.negotiation.roster import Roster
    from userprio.negotiation.shares import Limits, Normalisation
    from userprio.negotiation.starts import amounts_of, cut, finite, requested, whole
    from userprio.negotiation.state import CycleState, PassTerms
    from userprio.negotiation.summary import (
        CycleSummary,
        GroupSummary,
        GroupTotals,
        IdleJobs,
        Loser,
        SubmitterSummary,
        Takeover,
        last_visits,
        own_turn,
        reasons_of,
        summarise,
        visit_reasons,
    )
    from userprio.negotiation.vacating import NOTHING_GRANTED, Vacating, VacatingRules, granted_by_ad
    from userprio.negotiation.visit import LiveVisit, multi_match
else:
    __all__, __getattr__ = lazy_exports(__file__)
