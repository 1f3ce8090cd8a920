"""What may start a job sooner: smaller requests, other accounting groups, holding jobs that are in its way.

Each is tried on a pool of its own.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from msgspec import structs

from userprio.accounting.quotas import ROOT, GroupTree, build_tree
from userprio.classad import Ad, Evaluator, number_of, text_of
from userprio.negotiation.schedd import Job, schedd_of
from userprio.pool import Pool, ScenarioData
from userprio.simulation import EligibleSlots, Owner, StartTarget

_REQUESTS: Final = (("RequestMemory", "Memory", "memory", 2.0), ("RequestCpus", "Cpus", "cores", 2.0))
"""The request to reduce, the slot attribute it is met from, its name in words, and the least value to try."""
GROUP: Final = "AccountingGroup"
STATUS: Final = "JobStatus"
_HELD: Final = 5
_OFFERS: Final = "MAX_CONCURRENT_UPLOADS_PER_USER"
_PER_JOB: Final = "WeightedIdleJobs"


@dataclass(frozen=True, slots=True, eq=False)
class Attempt:
    """A scenario with some jobs changed, and whom it is tried for."""

    kind: str
    """The job attribute that is changed."""
    what: str
    """The change in words, without a full stop."""
    scenario: ScenarioData
    target: StartTarget
    jobs: tuple[Ad, ...]
    """The jobs concerned, with the change made."""
    unfit: bool = False
    """The target is a job that fits no slot without the change, whatever else its submitter has waiting."""


def attempts(
    scenario: ScenarioData,
    target: StartTarget,
    queue: Sequence[tuple[Owner, Job]],
    reach: EligibleSlots,
    known: Collection[str],
    groups: Collection[str],
) -> Iterator[Attempt]:
    """What may help a target, whose submitter has this queue: half the request, a request that fits, other groups.

    `known` are the names of all submitters, `groups` further groups to try.
    """
    jobs = [job.ad for owner, job in queue if target.is_meant(owner, job.id)]
    for attribute, resource, what, least in _REQUESTS:
        yield from _with_less(scenario, target, jobs, (attribute, resource, what, least), reach)
    yield from _of_unfit(scenario, target, queue, jobs, reach)
    tree, evaluator = build_tree(scenario.config), Evaluator(scenario.now)
    for name in other_names(target.submitter, known, groups, tree):
        account = name.rpartition("@")[0]
        moved = [ad.replace({GROUP: account, "AcctGroup": None}) for ad in jobs]
        changed = _with_jobs(scenario.pool, jobs, moved, target.submitter, name, evaluator)
        group = tree.assigned(name).name
        what = "no accounting group" if group == ROOT else f"accounting group {group}"
        yield Attempt(
            GROUP,
            f"{what} ({name})",
            replace(scenario, pool=changed),
            structs.replace(target, submitter=name),
            tuple(moved),
        )


def _with_less(
    scenario: ScenarioData,
    target: StartTarget,
    jobs: Sequence[Ad],
    request: tuple[str, str, str, float],
    reach: EligibleSlots,
) -> Iterator[Attempt]:
    """Half of a request, and as much as opens further slots."""
    (attribute, resource, what, least), evaluator = request, Evaluator(scenario.now)
    asked = [number_of(evaluator, ad, attribute) or 0.0 for ad in jobs]
    if max(asked, default=0.0) < least:
        return
    now = _range(asked)
    halves = [value // 2 if value >= least else value for value in asked]
    tried = {f"half the {what} ({attribute} is {now})": halves}
    room = reach.next_size(jobs, attribute, resource)
    if room is not None:
        tried[f"{attribute} of at most {room:g}, which fits further slots (it is {now})"] = [
            min(value, room) for value in asked
        ]
    for words, values in tried.items():
        less = [ad.replace({attribute: int(value)}) for ad, value in zip(jobs, values, strict=True)]
        changed = _with_jobs(scenario.pool, jobs, less, target.submitter, target.submitter, evaluator)
        yield Attempt(attribute, words, replace(scenario, pool=changed), target, tuple(less))


def _of_unfit(
    scenario: ScenarioData,
    target: StartTarget,
    queue: Sequence[tuple[Owner, Job]],
    jobs: Sequence[Ad],
    reach: EligibleSlots,
) -> Iterator[Attempt]:
    """Where some jobs of the queue fit no slot: requests with which they do, and holding them out of others' way."""
    fitting = reach.fitting(job.ad for _, job in queue)
    unfit = [place for (place, fits) in zip(queue, fitting, strict=True) if not fits]
    waiting = [ad for ad, fits in zip(jobs, reach.fitting(jobs), strict=True) if fits]
    if not (unfit and waiting):
        return
    evaluator, submitter = Evaluator(scenario.now), target.submitter
    ads = [job.ad for _, job in unfit]
    more = f" and {len(unfit) - 1} more" if len(unfit) > 1 else ""
    which = f"job {unfit[0][1].id}{more}, which {'fit' if more else 'fits'} no slot"
    for attribute, resource, _, _ in _REQUESTS if target.job is None else ():
        room = reach.next_size(ads, attribute, resource)
        if room is None:
            continue
        asked = [number_of(evaluator, ad, attribute) or 0.0 for ad in ads]
        less = [ad.replace({attribute: int(min(value, room))}) for ad, value in zip(ads, asked, strict=True)]
        (owner, job), ad = next(
            (place, ad) for place, ad, fits in zip(unfit, less, reach.fitting(less), strict=True) if fits
        )
        changed = _with_jobs(scenario.pool, ads, less, submitter, submitter, evaluator)
        what = f"{attribute} of at most {room:g} for {which} (it is {_range(asked)})"
        awaited = StartTarget(submitter, (owner[1], job.id))
        yield Attempt(attribute, what, replace(scenario, pool=changed), awaited, (ad,), unfit=True)
    if 0 < scenario.config.integer(_OFFERS, default=0) < len(queue):  # they count among the jobs that are offered
        changed = _without_jobs(scenario.pool, ads, submitter, evaluator)
        yield Attempt(STATUS, f"holding {which}", replace(scenario, pool=changed), target, tuple(waiting))


def _range(values: Sequence[float]) -> str:
    return f"{values[0]:g}" if len(set(values)) == 1 else f"{min(values):g} to {max(values):g}"


def other_names(name: str, known: Collection[str], groups: Collection[str], tree: GroupTree) -> list[str]:
    """The same user's submitter names in other groups: the known ones, and those in `groups`."""
    user, domain = _user(name, tree)
    same = [other for other in known if "@" in other and _user(other, tree) == (user, domain)]
    named = [f"{user}@{domain}" if group == ROOT else f"{group}.{user}@{domain}" for group in groups]
    return [other for other in dict.fromkeys([*sorted(same), *named]) if other != name]


def _user(name: str, tree: GroupTree) -> tuple[str, str]:
    """The user's own name, without the group, and the domain."""
    local, _, domain = name.rpartition("@")
    group = tree.assigned(name).name
    return (local if group == ROOT else local[len(group) + 1 :]), domain


def _without_jobs(pool: Pool, held: Sequence[Ad], owner: str, evaluator: Evaluator) -> Pool:
    """The pool with some idle jobs held, submitter ads included."""
    become = {id(ad): ad.replace({STATUS: _HELD}) for ad in held}
    submitters = list(pool.submitters)
    for schedd in dict.fromkeys(schedd_of(ad, evaluator) for ad in held):
        _count(submitters, owner, schedd, [(-1, ad) for ad in held if schedd_of(ad, evaluator) == schedd], evaluator)
    return replace(pool, jobs=tuple(become.get(id(ad), ad) for ad in pool.jobs), submitters=tuple(submitters))


def _with_jobs(
    pool: Pool, before: Sequence[Ad], after: Sequence[Ad], owner: str, to: str, evaluator: Evaluator
) -> Pool:
    """The pool with some idle jobs moved to another submitter, submitter ads included."""
    become = {id(old): new for old, new in zip(before, after, strict=True)}
    jobs = tuple(become.get(id(ad), ad) for ad in pool.jobs)
    submitters = list(pool.submitters)
    for schedd in dict.fromkeys(schedd_of(ad, evaluator) for ad in before):
        old = [ad for ad in before if schedd_of(ad, evaluator) == schedd]
        new = [become[id(ad)] for ad in old]
        _count(submitters, owner, schedd, [(-1, ad) for ad in old], evaluator)
        if to != owner and _place(submitters, to, schedd, evaluator) is None:
            like = _place(submitters, owner, schedd, evaluator)
            if like is not None:
                nothing = {name: 0 for name in _COUNTS if name in submitters[like]}
                submitters.append(submitters[like].replace({"Name": to, **nothing}))
        _count(submitters, to, schedd, [(1, ad) for ad in new], evaluator)
    return replace(pool, jobs=jobs, submitters=tuple(submitters))


_COUNTS: Final = ("IdleJobs", "RunningJobs", "WeightedIdleJobs", "WeightedRunningJobs")


def _place(submitters: Sequence[Ad], name: str, schedd: str | None, evaluator: Evaluator) -> int | None:
    """The index of a submitter's ad at a schedd, or else at any other."""
    own = [number for number, ad in enumerate(submitters) if text_of(evaluator, ad, "Name") == name]
    there = [number for number in own if text_of(evaluator, submitters[number], "ScheddName") == schedd]
    return next(iter(there or own), None)


def _count(
    submitters: list[Ad], name: str, schedd: str | None, jobs: Sequence[tuple[int, Ad]], evaluator: Evaluator
) -> None:
    """Adjust the job counts of a submitter's ad; each job comes with 1 to add it or -1 to remove it."""
    place = _place(submitters, name, schedd, evaluator)
    if place is None:
        return
    ad = submitters[place]
    by = {
        "IdleJobs": sum(sign for sign, _ in jobs),
        _PER_JOB: sum(sign * (number_of(evaluator, job, "RequestCpus") or 1) for sign, job in jobs),
    }
    there = {attribute: number_of(evaluator, ad, attribute) for attribute in by}
    submitters[place] = ad.replace(
        {attribute: max(value + by[attribute], 0) for attribute, value in there.items() if value is not None}
    )
