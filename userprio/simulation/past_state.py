"""A pool at a moment of its past, as far as the history of its jobs tells.

Which jobs waited and ran is known; on which slots, only where records name machines. Priorities follow from what ran
since the history begins. Slots, configuration, factors and limits are those of the present.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter

from msgspec.structs import replace

from userprio.accounting import priority_at, real_priority
from userprio.classad import Ad, Evaluator, number_of, text_of
from userprio.ledger import CUSTOMER_PREFIX, Customer, Record, SetAttribute, real_text
from userprio.negotiation.schedd import Job, offered_jobs
from userprio.pool import Pool, ScenarioData, priority_rules
from userprio.simulation.history import PastJob
from userprio.simulation.replay_state import emptied
from userprio.simulation.schedds import COUNTED, advertised
from userprio.simulation.slots import Claim, EventClock, Owner, SimulatedSlot, SimulatedSlots

_IDLE, _RUNNING = 1, 2


def past_scenario(scenario: ScenarioData, jobs: Sequence[PastJob], at: int) -> ScenarioData:
    """The pool as it was `at` seconds since the epoch: these jobs are all that are known, as they were submitted.

    Jobs for which no slot of the present has room any more are left out.
    """
    evaluator = Evaluator(at)
    waiting = [job for job in jobs if waits_at(job, at)]
    clock, start = EventClock(at), emptied(scenario, at)
    slots = SimulatedSlots(start.slots, scenario.config, clock)
    ads: list[Ad] = [job.ad for job in waiting]
    running: Counter[Owner] = Counter()
    for past in sorted((job for job in jobs if _runs(job, at)), key=attrgetter("last_started_at", "id")):
        for owner, (job,) in offered_jobs([past.ad.replace({"JobStatus": _IDLE})], evaluator).items():
            slot = _slot_for(past, job, slots, evaluator)
            if slot is None:
                continue
            slot = slots.cut(slot, job) if slot.partitionable else slot
            # How old its claim was is not known: no younger than the job.
            slots.claim(slot, Claim(owner[0], owner, job, past.last_started_at or 0.0, past.last_started_at or 0.0))
            slot.ad = slot.ad.replace({"GlobalJobId": job.ad.expr("GlobalJobId")})
            ads.append(past.ad.replace({"JobStatus": _RUNNING, "CurrentHosts": 1}))
            running[owner] += 1
    submitters = tuple(_submitters(start, ads, running, evaluator))
    pool = replace(start, slots=tuple(slot.ad for slot in slots), submitters=submitters, jobs=tuple(ads), users=())
    records = list(_priorities(scenario, jobs, at))
    ledger = scenario.ledger.replay(records).with_update_time(at)
    return replace(scenario, pool=pool, ledger=ledger, now=at, previous_quotas=None, groups_served_at=None)


def waits_at(job: PastJob, at: int) -> bool:
    """Whether it was queued at that time, and had not started."""
    begins, ends = (math.inf if moment is None else moment for moment in (job.started_at, job.ended_at))
    return job.queued_at <= at < min(begins, ends)


def _runs(job: PastJob, at: int) -> bool:
    """Whether its last run went on at that time."""
    begun = job.last_started_at
    return begun is not None and begun <= at and (job.ended_at is None or job.ended_at > at)


def _slot_for(past: PastJob, job: Job, slots: SimulatedSlots, evaluator: Evaluator) -> SimulatedSlot | None:
    """A free slot that fits the job, on the machine that the record names if it can be."""
    own = [] if past.machine is None else slots.on(past.machine)
    candidates = (slot for group in (own, slots) for slot in group if slot.claim is None)
    return next((slot for slot in candidates if slot.fits(job, evaluator)), None)


def _submitters(pool: Pool, ads: Iterable[Ad], running: Counter[Owner], evaluator: Evaluator) -> Iterator[Ad]:
    """An ad of each submitter at each schedd with what it has."""
    idle = {owner: own for owner, own in offered_jobs(ads, evaluator).items() if own}
    addresses = {text_of(evaluator, ad, "ScheddName"): text_of(evaluator, ad, "ScheddIpAddr") for ad in pool.submitters}
    for name, schedd in sorted({*idle, *running}, key=repr):
        address, own = addresses.get(schedd) or f"<{schedd}:9618>", idle.get((name, schedd), [])
        weight = sum(number_of(evaluator, job.ad, "RequestCpus") or 1.0 for job in own)
        counts = len(own), running[name, schedd], weight, running[name, schedd]
        ad = advertised(name, schedd, address, int(evaluator.now))
        yield ad.replace(dict(zip(COUNTED, counts, strict=True)))


def _priorities(scenario: ScenarioData, jobs: Iterable[PastJob], at: int) -> Iterator[Record]:
    """The real priority of everybody: what ran moves it, by halves in each half-life."""
    half_life_s = priority_rules(scenario.config)[0].half_life_s
    steps: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for job in jobs:
        begun = job.last_started_at
        if begun is not None and begun < at:
            steps[job.submitter] += [(begun, job.weight), (min(job.ended_at or at, at), -job.weight)]
    for name in {*scenario.ledger.customers, *steps}:
        customer, in_use, then = Customer(name), 0.0, 0
        for moment, change in [*sorted(steps.get(name, ())), (at, 0.0)]:
            held = replace(customer, weighted_resources_used=in_use)
            customer = Customer(name, priority=priority_at(held, then, int(moment), half_life_s))
            in_use, then = in_use + change, int(moment)
        yield SetAttribute(CUSTOMER_PREFIX + name, "Priority", real_text(real_priority(customer)))
