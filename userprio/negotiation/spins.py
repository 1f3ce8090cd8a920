"""Spinning the pie: one pass over a list of submitters (`Matchmaker::negotiateWithGroup`)."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count

from userprio.cxx import INT_MAX, INT_MIN, std_sort
from userprio.negotiation.observer import CycleObserver
from userprio.negotiation.outcome import PassKind, Rejection, Visit, VisitOutcome
from userprio.negotiation.shares import Limits, Normalisation, group_room, normalise, starvation, submitter_limits
from userprio.negotiation.state import CycleState, PassTerms
from userprio.negotiation.visit import LiveVisit, Occasion, VisitResult, VisitTerms
from userprio.pool import Submitter, consolidate_job_prios, ip_protocols
from userprio.schedd import RequestList, Schedds


@dataclass(frozen=True, slots=True)
class _Spin:
    """One spin of the pie, as it begins."""

    number: int
    ignore_limit: bool
    """Submitter limits do not hold back slots that strictly prefer a request."""
    room: float | None
    """What the group may still win; None where no group bounds the pass."""
    normalisation: Normalisation
    pie: float


def negotiate_pass(
    state: CycleState,
    terms: PassTerms,
    submitters: list[Submitter],
    schedds: Schedds,
    observer: CycleObserver,
) -> tuple[list[Submitter], list[Visit]]:
    """Spin the pie until nobody gains: the submitters that are left, in their new order, and every visit."""
    settings, accounts = state.settings, state.accounts
    visits: list[Visit] = []
    for number in count(1):
        ignore_limit = number == 1 and settings.consider_preemption
        if not ignore_limit and _quota_met(state, terms):
            break
        # A list may lack slots that weighed too much under the limits of the spin before.
        state.match_list = None
        if not settings.consider_preemption:
            submitters = [submitter for submitter in submitters if submitter.idle_jobs > 0]
        group = terms.limited_group
        spin = _Spin(
            number,
            ignore_limit,
            None if group is None else group_room(terms.quota, accounts.usage(group)),
            normalise([submitter.name for submitter in submitters], accounts.priority),
            min(terms.pool, float(terms.quota)),
        )
        whole = [_limits(state, terms, spin, submitter, floor=False) for submitter in submitters]
        observer.spin(terms, number, submitters, whole, spin.normalisation, spin.pie, spin.room)
        limits = [limit.limit for limit in whole]
        pie_left = 0.0
        for limit in limits:
            pie_left += limit
        if not settings.consider_preemption and pie_left <= 0:
            break
        if number == 1:
            submitters = _in_order(state, submitters, limits)
        pie_before, count_before = pie_left, len(submitters)
        submitters, pie_left = _walk(state, terms, spin, submitters, schedds, pie_left, visits, observer)
        gained = pie_left < pie_before or len(submitters) < count_before
        if not gained or not submitters or not len(state.slots) or terms.kind is PassKind.FLOOR:
            break
    return submitters, visits


def _quota_met(state: CycleState, terms: PassTerms) -> bool:
    group = terms.limited_group
    return group is not None and state.accounts.usage(group) >= terms.quota


def _limits(state: CycleState, terms: PassTerms, spin: _Spin, submitter: Submitter, *, floor: bool) -> Limits:
    accounts, settings = state.accounts, state.settings
    return submitter_limits(
        spin.normalisation.share(accounts.priority(submitter.name)),
        spin.pie,
        accounts.usage(submitter.name),
        group_room=spin.room,
        consider_preemption=settings.consider_preemption,
        ignore_user_priorities=settings.ignore_user_priorities,
        floor=float(accounts.floor(submitter.name)) if floor else None,
    )


def _in_order(state: CycleState, submitters: list[Submitter], limits: list[float]) -> list[Submitter]:
    """The order of visits (`submitterLessThan`): priority, job priority, starvation, then as good as chance."""
    accounts = state.accounts

    def key(place: int) -> tuple[float, int, float, int]:
        one = submitters[place]
        prio = INT_MIN if one.job_prio is None else one.job_prio
        return (
            accounts.priority(one.name),
            -prio,
            starvation(accounts.usage(one.name), limits[place]),
            one.tie_break,
        )

    ordered = [submitters[place] for place in std_sort(range(len(submitters)), key=key)]
    return consolidate_job_prios(ordered) if state.settings.use_global_job_prios else ordered


def _walk(
    state: CycleState,
    terms: PassTerms,
    spin: _Spin,
    submitters: list[Submitter],
    schedds: Schedds,
    pie_left: float,
    visits: list[Visit],
    observer: CycleObserver,
) -> tuple[list[Submitter], float]:
    """Visit each submitter once: those that stay for the next spin, and what is left of the pie."""
    staying: list[Submitter] = []
    offers = schedds.prefetched(submitters)
    for place, submitter in enumerate(submitters):
        if not spin.ignore_limit and _quota_met(state, terms):
            staying += submitters[place:]
            break
        if submitter.schedd_name is None or submitter.idle_jobs <= 0:
            continue
        record, result = _visit(
            state, terms, spin, submitter, submitter.schedd_name, offers[place], schedds, pie_left, observer
        )
        visits.append(record)
        pie_left = result.pie_left
        if result.resume:
            staying.append(submitter)
    return staying, pie_left


def _visit(
    state: CycleState,
    terms: PassTerms,
    spin: _Spin,
    submitter: Submitter,
    schedd_name: str,
    requests: Callable[[], RequestList],
    schedds: Schedds,
    pie_left: float,
    observer: CycleObserver,
) -> tuple[Visit, VisitResult]:
    accounts, name = state.accounts, submitter.name
    priority, usage = accounts.priority(name), accounts.usage(name)
    limits = _limits(state, terms, spin, submitter, floor=terms.kind is PassKind.FLOOR)
    limit = min(limits.limit, pie_left)
    ceiling_left = accounts.ceiling_left(name)
    skipped = _skipped(terms, spin, limit, pie_left, ceiling_left, submitter)
    visit, matches_before, rejections_before = None, len(state.matches), len(state.rejections)
    if skipped is not None:
        result = VisitResult(skipped, skipped in RESUMED, 0, pie_left)
    else:
        occasion = Occasion(
            round=terms.round,
            group=terms.group,
            spin=spin.number,
            submitter=name,
            schedd_name=schedd_name,
            schedd_address=submitter.schedd_address,
            protocols=ip_protocols(submitter.schedd_address),
        )
        visit_terms = VisitTerms(priority, limit, limits.unclaimed, ceiling_left, spin.ignore_limit)
        claim, refuse = partial(schedds.claim, submitter), schedds.queue(submitter).refuse
        visit = LiveVisit(state, occasion, visit_terms, terms.requester(name), requests(), claim, refuse)
        result = visit.run(pie_left)
    record = Visit(
        round=terms.round,
        group=terms.group,
        group_limit=None if terms.group is None else terms.quota,
        kind=terms.kind,
        spin=spin.number,
        submitter=name,
        schedd=schedd_name,
        priority=priority,
        factor=accounts.factor(name),
        share=spin.normalisation.share(priority),
        limit=limit,
        unclaimed_limit=limits.unclaimed,
        ceiling_left=None if ceiling_left is None else float(ceiling_left),
        usage=usage,
        starvation=starvation(usage, limits.limit),
        idle_jobs=submitter.idle_jobs,
        matched=result.matched,
        outcome=result.outcome,
        refused=_main_reason(state.rejections[rejections_before:]),
        won=sum(match.cost for match in state.matches[matches_before:]),
    )
    observer.visit(state, terms, submitter, schedds, record, visit)
    return record, result


def _main_reason(rejections: Sequence[Rejection]) -> str | None:
    """That of most jobs, the first of equals."""
    jobs: Counter[str] = Counter()
    for rejection in rejections:
        jobs[rejection.reason] += rejection.jobs
    return max(jobs, key=jobs.__getitem__, default=None)


RESUMED = frozenset({VisitOutcome.SHARE_TOO_SMALL, VisitOutcome.PIE_TOO_SMALL})
"""Reasons to skip a submitter that keep it for the next spin."""


def _skipped(
    terms: PassTerms, spin: _Spin, limit: float, pie_left: float, ceiling_left: int | None, submitter: Submitter
) -> VisitOutcome | None:
    """Why a submitter is not asked for requests, None if it is."""
    smallest = terms.smallest_slot
    if spin.number > 1 and limit < smallest:
        return VisitOutcome.SHARE_TOO_SMALL
    if spin.number > 1 and pie_left < smallest:
        return VisitOutcome.PIE_TOO_SMALL
    # Without a ceiling there is still the largest integer, below the smallest slot of a pool that has none.
    room = INT_MAX if ceiling_left is None else ceiling_left
    if room == 0 or room < smallest:
        return VisitOutcome.CEILING
    if not submitter.tagged:
        return VisitOutcome.NO_TAG
    return None
