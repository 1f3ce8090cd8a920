"""What may help a job to start: smaller requests, other accounting groups, holding jobs that are in the way.

Each is a scenario of its own, in which the same futures are drawn.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.accounting.quotas import ROOT, GroupTree, build_tree
from userprio.analysis.wait.queues import with_changed_jobs
from userprio.classad import Ad, Evaluator, number_of
from userprio.negotiation.schedd import Job
from userprio.pool import ScenarioData
from userprio.simulation import EligibleSlots, Owner, StartTarget

_REQUESTS: Final = (("RequestMemory", "Memory", "memory", 2.0), ("RequestCpus", "Cpus", "cores", 2.0))
"""The request to reduce, the slot attribute it is met from, its name in words, and the least value to try."""
GROUP: Final = "AccountingGroup"
STATUS: Final = "JobStatus"
_HELD: Final = 5
_OFFERS: Final = "MAX_CONCURRENT_UPLOADS_PER_USER"


class Attempt(Struct, frozen=True, eq=False):
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


class Attempts(Struct, frozen=True):
    """What may help a target, whose submitter has this queue: half the request, a request that fits, other groups."""

    scenario: ScenarioData
    target: StartTarget
    queue: Sequence[tuple[Owner, Job]]
    reach: EligibleSlots

    def all(self, known: Collection[str], groups: Collection[str]) -> Iterator[Attempt]:
        """Every attempt; `known` are the names of all submitters, `groups` further groups to try."""
        jobs = [job.ad for owner, job in self.queue if self.target.is_meant(owner, job.id)]
        for request in _REQUESTS:
            yield from self._with_less(jobs, *request)
        yield from self._of_unfit(jobs)
        tree = build_tree(self.scenario.config)
        for name in other_names(self.target.submitter, known, groups, tree):
            account, group = name.rpartition("@")[0], tree.assigned(name).name
            moved = [ad.replace({GROUP: account, "AcctGroup": None}) for ad in jobs]
            what = f"{'no accounting group' if group == ROOT else f'accounting group {group}'} ({name})"
            target = replace(self.target, submitter=name)
            yield Attempt(GROUP, what, self._changed(jobs, moved, name), target, tuple(moved))

    def _with_less(
        self, jobs: Sequence[Ad], attribute: str, resource: str, what: str, least: float
    ) -> Iterator[Attempt]:
        """Half of a request, and as much as opens further slots."""
        asked = self._asked(jobs, attribute)
        if max(asked, default=0.0) < least:
            return
        now = _range(asked)
        tried = {f"half the {what} ({attribute} is {now})": [own // 2 if own >= least else own for own in asked]}
        # The largest request at which further slots fit: asking for less would help no more.
        if (room := self.reach.next_size(jobs, attribute, resource)) is not None:
            words = f"{attribute} of at most {room:g}, which fits further slots (it is {now})"
            tried[words] = [min(value, room) for value in asked]
        for words, values in tried.items():
            less = [ad.replace({attribute: int(value)}) for ad, value in zip(jobs, values, strict=True)]
            yield Attempt(attribute, words, self._changed(jobs, less, self.target.submitter), self.target, tuple(less))

    def _of_unfit(self, jobs: Sequence[Ad]) -> Iterator[Attempt]:
        """Where some jobs of the queue fit no slot: requests with which they do, or holding them out of others' way."""
        fitting = zip(self.queue, self.reach.fitting(job.ad for _, job in self.queue), strict=True)
        unfit = [place for place, fits in fitting if not fits]
        waiting = [ad for ad, fits in zip(jobs, self.reach.fitting(jobs), strict=True) if fits]
        # If none fits, the request itself is tried; if all do, none is in another's way.
        if not (unfit and waiting):
            return
        ads = [job.ad for _, job in unfit]
        more = f" and {len(unfit) - 1} more" if len(unfit) > 1 else ""
        which = f"job {unfit[0][1].id}{more}, which {'fit' if more else 'fits'} no slot"
        for attribute, resource, _, _ in _REQUESTS if self.target.job is None else ():
            if (room := self.reach.next_size(ads, attribute, resource)) is None:
                continue
            asked = self._asked(ads, attribute)
            less = [ad.replace({attribute: int(min(value, room))}) for ad, value in zip(ads, asked, strict=True)]
            fitting_now = zip(unfit, less, self.reach.fitting(less), strict=True)
            (owner, job), ad = next((place, ad) for place, ad, fits in fitting_now if fits)
            what = f"{attribute} of at most {room:g} for {which} (it is {_range(asked)})"
            awaited = StartTarget(self.target.submitter, (owner[1], job.id))
            yield Attempt(attribute, what, self._changed(ads, less, awaited.submitter), awaited, (ad,), unfit=True)
        offered = self.scenario.config.integer(_OFFERS, default=0)
        if 0 < offered < len(self.queue):  # they count among the jobs that are offered
            held = self._changed(ads, [ad.replace({STATUS: _HELD}) for ad in ads], None)
            yield Attempt(STATUS, f"holding {which}", held, self.target, tuple(waiting))

    def _asked(self, jobs: Sequence[Ad], attribute: str) -> list[float]:
        evaluator = Evaluator(self.scenario.now)
        return [number_of(evaluator, ad, attribute) or 0.0 for ad in jobs]

    def _changed(self, before: Sequence[Ad], after: Sequence[Ad], to: str | None) -> ScenarioData:
        """The scenario with some jobs changed, and moved `to` another submitter (None: held)."""
        pool, evaluator = self.scenario.pool, Evaluator(self.scenario.now)
        return replace(self.scenario, pool=with_changed_jobs(pool, before, after, self.target.submitter, to, evaluator))


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
