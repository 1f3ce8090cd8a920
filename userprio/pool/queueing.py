"""Idle jobs are added to a pool, and counted in the ads of their submitters."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from userprio.classad import Ad, Evaluator, Expr, Value, number_of, text_of
from userprio.pool.scenario import Pool

_COUNTS: Final = ("IdleJobs", "RunningJobs", "HeldJobs", "FlockedJobs", "WeightedIdleJobs", "WeightedRunningJobs")
_IDLE: Final = 1


def with_jobs(pool: Pool, jobs: Mapping[str, Sequence[Ad]], schedd: str, now: int) -> Pool:
    """The pool with more jobs of one schedd, at `now` (seconds since the epoch); `jobs` has them by submitter.

    A submitter without an ad at this schedd gets one, like those of others there.
    """
    evaluator = Evaluator(now)
    submitters = list(pool.submitters)
    for name, own in jobs.items():
        idle = [ad for ad in own if number_of(evaluator, ad, "JobStatus") == _IDLE]
        more = {"IdleJobs": float(len(idle)), "WeightedIdleJobs": sum(weight_of(ad, evaluator) for ad in idle)}
        places = [
            at
            for at, ad in enumerate(submitters)
            if text_of(evaluator, ad, "Name") == name and text_of(evaluator, ad, "ScheddName") == schedd
        ]
        if not places:
            submitters.append(_submitter(name, submitters, schedd, now, evaluator))
        place = places[0] if places else -1
        ad = completed(submitters[place], evaluator)
        counts = {count: number_of(evaluator, ad, count) for count in more}
        submitters[place] = ad.replace(
            {count: _whole(old + more[count]) for count, old in counts.items() if old is not None}
        )
    added = tuple(ad for own in jobs.values() for ad in own)
    return replace(pool, jobs=(*pool.jobs, *added), submitters=tuple(submitters))


def completed(ad: Ad, evaluator: Evaluator) -> Ad:
    """A submitter's ad as its schedd sends it once there are jobs: without any, it leaves SubmitterTag out."""
    if "SubmitterTag" in ad or any(number_of(evaluator, ad, count) for count in _COUNTS):
        return ad
    return ad.replace({"SubmitterTag": ""})


def weight_of(job: Ad, evaluator: Evaluator) -> float:
    """A schedd's weight for an idle job: the cores it requests."""
    return number_of(evaluator, job, "RequestCpus") or 1


def _whole(number: float) -> float | int:
    return int(number) if number == int(number) else number


def _submitter(name: str, submitters: Sequence[Ad], schedd: str, now: int, evaluator: Evaluator) -> Ad:
    """The ad of a submitter without jobs, as a schedd would send it together with those of others."""
    nothing: dict[str, Expr | Value] = dict.fromkeys(_COUNTS, 0)
    neighbour = next((ad for ad in submitters if text_of(evaluator, ad, "ScheddName") == schedd), None)
    if neighbour is not None:
        return neighbour.replace({"Name": name, "SubmitterTag": "", **nothing})
    address = "<198.18.255.254:9618?addrs=198.18.255.254-9618>"
    return Ad(
        {
            "MyType": "Submitter",
            "Name": name,
            "ScheddName": schedd,
            "ScheddIpAddr": address,
            "MyAddress": address,
            "SubmitterTag": "",
            **nothing,
            "LastHeardFrom": now,
        }
    )
