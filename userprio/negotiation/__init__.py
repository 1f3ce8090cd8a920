"""One negotiation cycle, run dry: pool, ledger and configuration in, every decision with its reasons out.

Pure: nothing here reads a clock or writes anything. `cycle` tells the story from the top.
"""

from typing import TYPE_CHECKING, Final

from userprio.ondemand import on_demand

if TYPE_CHECKING:
    from userprio.negotiation.cycle import negotiate
    from userprio.negotiation.figures import group_figures
    from userprio.negotiation.jobs import Job, JobOrder, offered_jobs
    from userprio.negotiation.outcome import (
        Because,
        GroupOutcome,
        GroupRound,
        Match,
        Outcome,
        Pass,
        PassKind,
        PoolSize,
        Refusal,
        Rejection,
        Round,
        Unvisited,
        Visit,
        VisitOutcome,
    )
    from userprio.negotiation.pool import Pool
    from userprio.negotiation.previous import FIRST_CYCLE, first_cycle_remarks, with_first_cycle_remarks
    from userprio.negotiation.reports import Reported, before_any_cycle, reported
    from userprio.negotiation.snapshot import read_snapshot
    from userprio.negotiation.witness import Witness

__all__ = [
    "FIRST_CYCLE",
    "Because",
    "GroupOutcome",
    "GroupRound",
    "Job",
    "JobOrder",
    "Match",
    "Outcome",
    "Pass",
    "PassKind",
    "Pool",
    "PoolSize",
    "Refusal",
    "Rejection",
    "Reported",
    "Round",
    "Unvisited",
    "Visit",
    "VisitOutcome",
    "Witness",
    "before_any_cycle",
    "first_cycle_remarks",
    "group_figures",
    "negotiate",
    "offered_jobs",
    "read_snapshot",
    "reported",
    "with_first_cycle_remarks",
]

_MODULES: Final = {
    "cycle": "negotiate",
    "figures": "group_figures",
    "jobs": "Job JobOrder offered_jobs",
    "outcome": "Because GroupOutcome GroupRound Match Outcome Pass PassKind PoolSize Refusal Rejection Round "
    "Unvisited Visit VisitOutcome",
    "pool": "Pool",
    "previous": "FIRST_CYCLE first_cycle_remarks with_first_cycle_remarks",
    "reports": "Reported before_any_cycle reported",
    "snapshot": "read_snapshot",
    "witness": "Witness",
}
"""What is found where. The engine is loaded when it is first wanted: listings know the types of its results only."""

__getattr__ = on_demand(__name__, _MODULES)
