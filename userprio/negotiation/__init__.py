"""One negotiation cycle, run dry: pool, ledger and configuration in, every decision with its reasons out.

Pure: nothing here reads a clock or writes anything. `cycle` tells the story from the top.
"""

from userprio.negotiation.cycle import negotiate
from userprio.negotiation.figures import group_figures
from userprio.negotiation.outcome import (
    Because,
    GroupOutcome,
    GroupRound,
    Match,
    Outcome,
    Pass,
    PassKind,
    PoolSize,
    Rejection,
    Round,
    Visit,
    VisitOutcome,
)
from userprio.negotiation.pool import Pool
from userprio.negotiation.snapshot import read_snapshot

__all__ = [
    "Because",
    "GroupOutcome",
    "GroupRound",
    "Match",
    "Outcome",
    "Pass",
    "PassKind",
    "Pool",
    "PoolSize",
    "Rejection",
    "Round",
    "Visit",
    "VisitOutcome",
    "group_figures",
    "negotiate",
    "read_snapshot",
]
