"""The jobs that run in a snapshot: which they are, or what they must be like."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from userprio.classad import Ad, Evaluator
from userprio.classad.lookup import integer_of, number_of, text_of
from userprio.schedd import Job, offered_jobs
from userprio.simulation.jobs import Jobs, Owner
from userprio.simulation.slots import Slot, fits

_IDLE, _RUNNING = 1, 2


def running_jobs(
    claimed: Iterable[Slot], ads: Iterable[Ad], waiting: Jobs, schedds: Mapping[str, str], evaluator: Evaluator
) -> Iterator[tuple[Slot, Owner, Job]]:
    """The job of each claimed slot and whose it is; a slot of a submitter that no schedd advertises is left out.

    It is the job that the slot names, if its ad is there. Otherwise one of the submitter's waiting jobs that would fit
    stands for it, or without any a job that asks for the slot as it is. `schedds` names one for each submitter.
    """
    named = {
        text_of(evaluator, ad, "GlobalJobId"): ad for ad in ads if integer_of(evaluator, ad, "JobStatus") == _RUNNING
    }
    for slot in claimed:
        assert slot.claim is not None
        submitter = slot.claim.submitter
        if submitter not in schedds:
            continue
        number = text_of(evaluator, slot.ad, "GlobalJobId")
        own = None if number is None else named.get(number)
        if own is not None:
            found = offered_jobs([own.replace({"JobStatus": _IDLE, "CurrentHosts": 0})], evaluator)
            yield from ((slot, owner, job) for owner, jobs in found.items() for job in jobs)
            continue
        owner = waiting.owner_of(schedds[submitter], submitter) or (submitter, schedds[submitter])
        like = waiting.first(owner, partial(_as_large, slot=slot, evaluator=evaluator))
        yield slot, owner, waiting.another(owner, like or _imagined(slot, owner, evaluator))


def _as_large(job: Job, slot: Slot, evaluator: Evaluator) -> bool:
    cores = number_of(evaluator, job.ad, "RequestCpus") or 1
    return cores == (number_of(evaluator, slot.ad, "Cpus") or 1) and fits(job, slot, evaluator)


def _imagined(slot: Slot, owner: Owner, evaluator: Evaluator) -> Job:
    """A job that asks for just what the slot has."""
    submitter, schedd = owner
    name, at, domain = submitter.rpartition("@")
    asked = {f"Request{what}": number_of(evaluator, slot.ad, what) or 0 for what in ("Cpus", "Memory", "Disk")}
    user = name.rpartition(".")[2]
    ad = Ad(
        {
            **asked,
            "JobStatus": _IDLE,
            "JobUniverse": 5,
            "Owner": user,
            "User": f"{user}{at}{domain}",
            "AccountingGroup": name,
            "Requirements": True,
            "Rank": 0.0,
            "ClusterId": 0,
            "ProcId": 0,
        }
    )
    if schedd is not None:
        ad = ad.replace({"GlobalJobId": f"{schedd}#0.0"})
    return next(job for jobs in offered_jobs([ad], evaluator).values() for job in jobs)
