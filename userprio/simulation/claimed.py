"""Who holds a slot, and what its startd publishes about that."""

import math
from typing import Final

from msgspec import Struct

from userprio.classad import Ad, Evaluator, Expr, Value, parse, text_of
from userprio.negotiation import NOTHING_GRANTED, Vacating, finite
from userprio.negotiation.schedd import Job

Owner = tuple[str, str | None]
"""Submitter and schedd of a job."""

RUN_TIME: Final = parse("time() - JobStart")
OF_A_CLAIM: Final = (
    "AccountingGroup RemoteUser RemoteOwner RemoteGroup RemoteNegotiatingGroup RemoteAutoregroup RemoteScheddName "
    "ClientMachine PreemptingUser PreemptingOwner PreemptingAccountingGroup PreemptingRank "
    "PreemptingConcurrencyLimits ConcurrencyLimits JobId GlobalJobId JobStart TotalJobRunTime TotalJobSuspendTime "
    "RetirementTimeRemaining ImageSize NumJobStarts"
).split()
"""Attributes that a slot has only while it is claimed."""


class Claim(Struct, eq=False):
    """Who holds a slot, and the job in it."""

    submitter: str
    owner: Owner | None
    """Whose queue its job came from; None: the snapshot does not say."""
    job: Job | None
    began_at: float
    """Start of the claim, seconds since the epoch."""
    job_began_at: float
    """When its job began, or will begin if its schedd makes it wait."""
    ends_at: float = math.inf
    """When its job is over."""
    limits: str = ""
    """Concurrency limits of the job for which it was made, in lower case: it serves only jobs with the same."""
    rank: float = 0.0
    """The slot's rank of that job: it serves none that the slot wants less."""
    granted: Vacating = NOTHING_GRANTED
    successor: "Claim | None" = None
    """A claim that waits for this one to end: its job retires, and no other follows it."""
    vacating: bool = False
    """Its job has been told to go."""
    keep_s: int = 0
    """How long it is kept without a job: `KeepClaimIdle` of the job for which its shadow was started, whichever jobs
    the shadow ran after that."""
    kept_until: float | None = None
    """While it is kept without a job: until when at least. `job` is then its last one."""


def limits_of(job: Ad, slot: Ad, evaluator: Evaluator) -> str:
    """The concurrency limits of a job as text, in lower case, by which a schedd compares them."""
    limits = evaluator.attribute("ConcurrencyLimits", job, slot)
    return limits.lower() if isinstance(limits, str) else ""


def rank_of(slot: Ad, job: Ad, evaluator: Evaluator) -> float:
    """How much a slot wants a job."""
    return finite(evaluator.attribute("Rank", slot, job))


def of_claim(idle: Ad, claim: Claim, job: Ad, evaluator: Evaluator) -> dict[str, Expr | Value | None]:
    """What a startd publishes about a claim."""
    limits, start = limits_of(job, idle, evaluator), int(claim.job_began_at)
    return {
        "State": "Claimed",
        "Activity": "Busy" if claim.successor is None else "Retiring",
        "EnteredCurrentState": int(claim.began_at),
        "EnteredCurrentActivity": start,
        "RemoteUser": claim.submitter,
        "RemoteOwner": text_of(evaluator, job, "User") or claim.submitter,
        "AccountingGroup": claim.submitter,
        "JobStart": start,
        "TotalJobRunTime": RUN_TIME,
        "CurrentRank": rank_of(idle, job, evaluator),
        "ConcurrencyLimits": limits or None,
        "RetirementTimeRemaining": claim.granted.retirement_s,
    }


def of_successor(idle: Ad, successor: Claim | None, evaluator: Evaluator) -> dict[str, Expr | Value | None]:
    """What it publishes about a claim that waits for the present one, if any (`Claim::publishPreemptingClaim`)."""
    if successor is None or successor.job is None:
        return dict.fromkeys(name for name in OF_A_CLAIM if name.startswith("Preempting"))
    job = successor.job.ad
    return {
        "PreemptingUser": successor.submitter,
        "PreemptingOwner": text_of(evaluator, job, "User") or successor.submitter,
        "PreemptingAccountingGroup": successor.submitter,
        "PreemptingRank": rank_of(idle, job, evaluator),
        "PreemptingConcurrencyLimits": limits_of(job, idle, evaluator) or None,
    }
