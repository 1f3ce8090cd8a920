"""A cycle with the reason of every job that waits after it."""

from dataclasses import replace

from userprio.negotiation.costs import NO_TIME, Costs
from userprio.negotiation.cycle import negotiate
from userprio.negotiation.diagnosis.diagnosis import Diagnosis
from userprio.negotiation.diagnosis.trace import Trace
from userprio.negotiation.observer import CycleObserver
from userprio.negotiation.outcome import Outcome
from userprio.negotiation.schedd import JobOrder
from userprio.pool import ScenarioData, as_its_negotiator


def diagnosed(
    scenario: ScenarioData,
    job_order: JobOrder | None = None,
    observer: CycleObserver | None = None,
    costs: Costs = NO_TIME,
) -> Outcome:
    """Like `negotiate`, with `Outcome.waiting`: the jobs that wait after the cycle, each with its reason."""
    trace = Trace(as_its_negotiator(scenario).pool, lambda _: True, observer)
    outcome = negotiate(scenario, job_order, trace, costs)
    return replace(outcome, waiting=tuple(Diagnosis(trace).waiting()))
