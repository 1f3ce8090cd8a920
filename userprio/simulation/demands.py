"""Who asks for how much at the beginning, and how long everybody's jobs run."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from userprio.classad import Evaluator
from userprio.classad.lookup import integer_of, number_of, text_of
from userprio.pool import Pool
from userprio.quotas import GroupTree, QuotaSettings, submitter_demand
from userprio.schedd.jobs import submitter_of
from userprio.simulation.lengths import JobLengths, limit_of
from userprio.simulation.result import ForecastTerms
from userprio.simulation.slots import Slot


@dataclass(frozen=True, slots=True)
class Asked:
    """What one submitter asks for, at all schedds."""

    running: int = 0
    idle: int = 0
    demand: float = 0.0
    """Weight of both."""


def asked_by(pool: Pool, claimed: Iterable[Slot], settings: QuotaSettings, evaluator: Evaluator) -> dict[str, Asked]:
    """The demand of every submitter that its schedds advertise with jobs, or that holds a slot."""
    found: dict[str, Asked] = {}
    for ad in pool.submitters:
        name = text_of(evaluator, ad, "Name")
        idle, running = integer_of(evaluator, ad, "IdleJobs"), integer_of(evaluator, ad, "RunningJobs")
        if name is None or idle + running <= 0:
            continue
        weights = (number_of(evaluator, ad, "WeightedIdleJobs"), number_of(evaluator, ad, "WeightedRunningJobs"))
        before = found.get(name, Asked())
        found[name] = Asked(
            before.running + running,
            before.idle + idle,
            before.demand + submitter_demand(idle, running, *weights, settings),
        )
    for slot in claimed:
        if slot.claim is not None:
            found.setdefault(slot.claim.submitter, Asked())
    return found


def job_lengths(
    pool: Pool, claimed: Iterable[Slot], terms: ForecastTerms, tree: GroupTree, evaluator: Evaluator
) -> JobLengths:
    """The mean lengths of everybody's jobs."""
    limits: dict[str, list[float]] = defaultdict(list)
    elapsed: dict[str, list[float]] = defaultdict(list)
    names = {text_of(evaluator, ad, "Name") for ad in pool.submitters}
    for ad in pool.jobs:
        limit = limit_of(ad, evaluator)
        if limit is not None:
            limits[submitter_of(ad, evaluator)].append(limit)
    for slot in claimed:
        if slot.claim is not None:
            elapsed[slot.claim.submitter].append(evaluator.now - slot.claim.job_began_at)
    everybody = {name for name in names if name is not None} | set(elapsed) | set(limits)
    groups = {name: [group.name for group in tree.ancestry(tree.assigned(name).number)] for name in everybody}
    return JobLengths(terms, limits, elapsed, groups)
