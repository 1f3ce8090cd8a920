"""A running pool watched: what its negotiator logged, and whether a dry run would have foretold it."""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.monitoring.decisions import (
        LoggedDecisions,
        LoggedGroup,
        LoggedMatch,
        LoggedRefusal,
        LoggedVisit,
        decisions_of,
    )
    from userprio.monitoring.metrics import OTHERS, Family, Sample, families
    from userprio.monitoring.negotiator_log import CycleStatus, Log, LoggedCycle, LogRemark, read_cycles
    from userprio.monitoring.verification import Agreement, Divergence, Verification, verify
else:
    __all__, __getattr__ = lazy_exports(__file__)
