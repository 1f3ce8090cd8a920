"""A running pool watched: what its negotiator logged, whether a dry run would have foretold it, and its past."""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.monitoring.agreement import (
        AgreementSummary,
        VerifiedMoment,
        add_verified,
        agreement_between,
        verified_between,
        verified_moment,
    )
    from userprio.monitoring.billing import Bill, BillEntry, Rates, bill, read_rates
    from userprio.monitoring.decisions import (
        LoggedDecisions,
        LoggedGroup,
        LoggedMatch,
        LoggedRefusal,
        LoggedVisit,
        decisions_of,
    )
    from userprio.monitoring.history import (
        Condition,
        Period,
        ReasonTime,
        RecentPast,
        Timeline,
        TimelineStep,
        period_of,
        reason_times,
        recent_past,
        recorded_names,
        recorded_span,
        standings,
        timeline,
    )
    from userprio.monitoring.metrics import OTHERS, Family, Sample, agreement_families, families
    from userprio.monitoring.movement import EarlierCycles
    from userprio.monitoring.negotiator_log import CycleStatus, Log, LoggedCycle, LogRemark, read_cycles
    from userprio.monitoring.recording import (
        Recording,
        UsageCounter,
        UsageRemark,
        UsageRemarkKind,
        charges_since,
        recording_of,
    )
    from userprio.monitoring.states import FullState, first_state, state_at, unverified, write_state
    from userprio.monitoring.store import Recorded, opened, record, remarks_between
    from userprio.monitoring.verification import Agreement, Divergence, Verification, verify
else:
    __all__, __getattr__ = lazy_exports(__file__)
