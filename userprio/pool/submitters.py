"""Submitter ads between the collector and matching: who takes part, and with what demand."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from userprio.classad import Ad, Evaluator, flag_of, integer_of, number_of, satisfies, text_of
from userprio.cxx import INT_MAX, INT_MIN, atof
from userprio.pool.settings import NegotiatorSettings
from userprio.quotas import GroupTree, QuotaSettings, group_demand, submitter_demand

TIE_BREAK: Final = 1009
"""Submitters that tie in everything else are ordered by `LastHeardFrom` modulo this."""


@dataclass(frozen=True, slots=True)
class JobPrioRange:
    """The job priorities that one visit is about (`USE_GLOBAL_JOB_PRIOS`), both ends included."""

    low: int = INT_MIN
    high: int = INT_MAX


@dataclass(frozen=True, slots=True)
class Submitter:
    """One submitter at one schedd."""

    name: str
    advertised_name: str
    """The name before a user map gave it a prefix: what its schedd calls it."""
    schedd_name: str | None
    schedd_address: str
    idle_jobs: int
    running_jobs: int
    weighted_idle: float | None
    weighted_running: float | None
    last_heard_from: int
    tagged: bool
    """It has the SubmitterTag without which negotiation with its schedd fails."""
    job_prio: int | None = None
    """With global job priorities: the one that this entry represents in the order."""
    job_prios: JobPrioRange = JobPrioRange()
    plays_job_prios: bool = False
    """Its schedd advertises `JobPrioArray`."""

    @property
    def tie_break(self) -> int:
        """Last key of the order of submitters."""
        return self.last_heard_from % TIE_BREAK


def fetched_submitters(
    ads: Iterable[Ad], settings: NegotiatorSettings, evaluator: Evaluator
) -> tuple[list[Submitter], list[str]]:
    """The submitters that take part in the cycle, and what was left out, in sentences (`obtainAdsFromCollector`)."""
    taken: list[Submitter] = []
    warnings: list[str] = []
    for ad in ads:
        if not satisfies(evaluator, ad, settings.submitter_constraint):
            continue
        name, address = text_of(evaluator, ad, "Name"), text_of(evaluator, ad, "ScheddIpAddr")
        if name is None or address is None:
            warnings.append(f"submitter ad of {name or 'nobody'} lacks Name or ScheddIpAddr and was left out")
            continue
        if any(character.isspace() for character in name):
            warnings.append(f"submitter {name!r} has white space in its name and was left out")
            continue
        submitter = _submitter(name, address, ad, evaluator)
        if submitter.schedd_name is None:
            warnings.append(f"submitter {name} is never asked for jobs: its ad names no schedd")
        if submitter.idle_jobs + submitter.running_jobs <= 0 or flag_of(evaluator, ad, "SkipMatchmaking"):
            continue
        taken.extend(_per_job_prio(submitter, ad, evaluator) if settings.use_global_job_prios else [submitter])
    return taken, warnings


def _renamed(name: str, evaluator: Evaluator) -> str:
    """The name with the prefix that the user map GROUP_PREFIX gives its domain (`TransformSubmitterAd`)."""
    domain = name.rpartition("@")[2] if "@" in name else None
    prefixes = evaluator.user_maps.get("group_prefix")
    prefix = None if prefixes is None or domain is None else prefixes(domain)
    return name if prefix is None else f"{prefix}.{name}"


def _submitter(name: str, address: str, ad: Ad, evaluator: Evaluator) -> Submitter:
    return Submitter(
        name=_renamed(name, evaluator),
        advertised_name=name,
        schedd_name=text_of(evaluator, ad, "ScheddName"),
        schedd_address=address,
        idle_jobs=integer_of(evaluator, ad, "IdleJobs"),
        running_jobs=integer_of(evaluator, ad, "RunningJobs"),
        weighted_idle=number_of(evaluator, ad, "WeightedIdleJobs"),
        weighted_running=number_of(evaluator, ad, "WeightedRunningJobs"),
        last_heard_from=integer_of(evaluator, ad, "LastHeardFrom"),
        tagged=text_of(evaluator, ad, "SubmitterTag") is not None,
    )


def _per_job_prio(submitter: Submitter, ad: Ad, evaluator: Evaluator) -> list[Submitter]:
    """One entry for each job priority that its schedd advertises."""
    array = text_of(evaluator, ad, "JobPrioArray")
    if array is None:
        return [replace(submitter, job_prio=INT_MIN)]
    prios = [int(atof(word)) for word in array.replace(",", " ").split()]
    return [replace(submitter, job_prio=prio, plays_job_prios=True) for prio in prios]


def demand_of(submitters: Iterable[Submitter], tree: GroupTree, settings: QuotaSettings) -> tuple[float, ...]:
    """What the submitters of each group ask for, by number of the group."""
    demands = (
        (
            each.name,
            submitter_demand(each.idle_jobs, each.running_jobs, each.weighted_idle, each.weighted_running, settings),
        )
        for each in submitters
    )
    return group_demand(tree, demands)


def consolidate_job_prios(submitters: list[Submitter]) -> list[Submitter]:
    """Neighbours of one name and schedd become one entry with the range of their job priorities.

    `consolidate_globaljobprio_submitter_ads`; entries of schedds that advertise no priorities are left alone and do
    not part others.
    """
    kept: list[Submitter] = []
    latest: int | None = None
    for entry in submitters:
        if entry.job_prio is None or not entry.plays_job_prios:
            kept.append(entry)
            continue
        if latest is not None and _same_origin(kept[latest], entry):
            job_prios = kept[latest].job_prios
            widened = JobPrioRange(min(job_prios.low, entry.job_prio), max(job_prios.high, entry.job_prio))
            kept[latest] = replace(kept[latest], job_prios=widened)
        else:
            latest = len(kept)
            kept.append(replace(entry, job_prios=JobPrioRange(entry.job_prio, entry.job_prio)))
    return kept


def _same_origin(one: Submitter, other: Submitter) -> bool:
    return (one.name, one.schedd_address) == (other.name, other.schedd_address)
