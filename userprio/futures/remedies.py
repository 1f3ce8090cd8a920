"""What may start a job sooner: smaller requests, other accounting groups. Each is tried on a pool of its own."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from userprio.classad import Ad, Evaluator, number_of, text_of
from userprio.pool import Pool, Scenario
from userprio.quotas import ROOT, GroupTree, build_tree
from userprio.schedd import schedd_of
from userprio.simulation import Awaited, Reach

_REQUESTS: Final = (("RequestMemory", "Memory", "memory", 2.0), ("RequestCpus", "Cpus", "cores", 2.0))
"""The request to reduce, the slot attribute it is met from, its name in words, and the least value to try."""
GROUP: Final = "AccountingGroup"
_PER_JOB: Final = "WeightedIdleJobs"


@dataclass(frozen=True, slots=True, eq=False)
class Attempt:
    """A scenario with some jobs changed, and whom it is tried for."""

    kind: str
    """The job attribute that is changed."""
    what: str
    """The change in words, without a full stop."""
    scenario: Scenario
    target: Awaited
    jobs: tuple[Ad, ...]
    """The jobs concerned, with the change made."""


def attempts(
    scenario: Scenario,
    target: Awaited,
    jobs: Sequence[Ad],
    reach: Reach,
    known: Collection[str],
    groups: Collection[str],
) -> Iterator[Attempt]:
    """What may help these jobs of a target: half the request, a request that fits further slots, other groups.

    `known` are the names of all submitters, `groups` further groups to try.
    """
    evaluator = Evaluator(scenario.now)
    for attribute, resource, what, least in _REQUESTS:
        asked = [number_of(evaluator, ad, attribute) or 0.0 for ad in jobs]
        most = max(asked, default=0.0)
        if most < least:
            continue
        now = f"{most:g}" if len(set(asked)) == 1 else f"{min(asked):g} to {most:g}"
        halves = [value // 2 if value >= least else value for value in asked]
        tried = {f"half the {what} ({attribute} is {now})": halves}
        room = reach.next_size(jobs, attribute, resource)
        if room is not None:
            tried[f"{attribute} of at most {room:g}, which fits further slots (it is {now})"] = [
                min(value, room) for value in asked
            ]
        for told, values in tried.items():
            less = [ad.replace({attribute: int(value)}) for ad, value in zip(jobs, values, strict=True)]
            changed = _with_jobs(scenario.pool, jobs, less, target.submitter, target.submitter, evaluator)
            yield Attempt(attribute, told, replace(scenario, pool=changed), target, tuple(less))
    tree = build_tree(scenario.config)
    for name in other_names(target.submitter, known, groups, tree):
        account = name.rpartition("@")[0]
        moved = [ad.replace({GROUP: account, "AcctGroup": None}) for ad in jobs]
        changed = _with_jobs(scenario.pool, jobs, moved, target.submitter, name, evaluator)
        group = tree.assigned(name).name
        what = "no accounting group" if group == ROOT else f"accounting group {group}"
        yield Attempt(
            GROUP, f"{what} ({name})", replace(scenario, pool=changed), replace(target, submitter=name), tuple(moved)
        )


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
