"""Idle jobs in a pool are changed, or were submitted only now: what the ads of their submitters count then."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from userprio.classad import Ad, Evaluator, number_of, text_of
from userprio.negotiation.schedd import Job, offered_jobs, schedd_of
from userprio.pool import Pool, ScenarioData
from userprio.simulation import JobNumber, Owner


def before_submission(scenario: ScenarioData, cluster: JobNumber) -> tuple[ScenarioData, list[tuple[Owner, Job]]]:
    """The scenario without the jobs of a cluster, which no submitter ad counts then, and these jobs."""
    pool, evaluator = scenario.pool, Evaluator(scenario.now)
    submitters, submitted = list(pool.submitters), list[tuple[Owner, Job]]()
    for (name, schedd), queue in offered_jobs(pool.jobs, evaluator).items():
        own = [job for job in queue if (schedd, str(job.cluster)) == cluster]
        _count(submitters, name, schedd, -1, [job.ad for job in own], evaluator)
        submitted += [((name, schedd), job) for job in own]
    gone = {id(job.ad) for _, job in submitted}
    jobs = tuple(ad for ad in pool.jobs if id(ad) not in gone)
    return replace(scenario, pool=replace(pool, jobs=jobs, submitters=tuple(submitters))), submitted


def with_changed_jobs(
    pool: Pool, before: Sequence[Ad], after: Sequence[Ad], owner: str, to: str | None, evaluator: Evaluator
) -> Pool:
    """The pool with some idle jobs moved to another submitter (None: held), submitter ads included."""
    become = {id(old): new for old, new in zip(before, after, strict=True)}
    submitters = list(pool.submitters)
    for schedd in dict.fromkeys(schedd_of(ad, evaluator) for ad in before):
        old = [ad for ad in before if schedd_of(ad, evaluator) == schedd]
        _count(submitters, owner, schedd, -1, old, evaluator)
        if to is None:
            continue
        # A negotiator visits only who has an ad: a new name at this schedd needs one, with nothing counted yet.
        like = _place(submitters, owner, schedd, evaluator)
        if to != owner and _place(submitters, to, schedd, evaluator) is None and like is not None:
            nothing = {name: 0 for name in _COUNTS if name in submitters[like]}
            submitters.append(submitters[like].replace({"Name": to, **nothing}))
        _count(submitters, to, schedd, 1, [become[id(ad)] for ad in old], evaluator)
    return replace(pool, jobs=tuple(become.get(id(ad), ad) for ad in pool.jobs), submitters=tuple(submitters))


_COUNTS: Final = ("IdleJobs", "RunningJobs", "WeightedIdleJobs", "WeightedRunningJobs")


def _place(submitters: Sequence[Ad], name: str, schedd: str | None, evaluator: Evaluator) -> int | None:
    """The index of a submitter's ad at a schedd, or else at any other."""
    own = [number for number, ad in enumerate(submitters) if text_of(evaluator, ad, "Name") == name]
    at_schedd = [number for number in own if text_of(evaluator, submitters[number], "ScheddName") == schedd]
    return next(iter(at_schedd or own), None)


def _count(
    submitters: list[Ad], name: str, schedd: str | None, sign: int, jobs: Sequence[Ad], evaluator: Evaluator
) -> None:
    """Add idle jobs to the counts of a submitter's ad (`sign` is 1), or subtract them (-1)."""
    if (place := _place(submitters, name, schedd, evaluator)) is None:
        return
    weight = sum(number_of(evaluator, job, "RequestCpus") or 1 for job in jobs)
    counts = {}
    for attribute, idle in {"IdleJobs": len(jobs), "WeightedIdleJobs": weight}.items():
        if (count := number_of(evaluator, submitters[place], attribute)) is not None:
            counts[attribute] = max(count + sign * idle, 0)
    submitters[place] = submitters[place].replace(counts)
