"""Picks the primary reason why jobs were left without a slot, and the sentence with its numbers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from userprio.classad import unparse
from userprio.credentials import masked
from userprio.explain.explanation import PRECEDENCE, Reason
from userprio.explain.requirements import FLATTENED, Clause, RequirementsFound, Side
from userprio.explain.slots import JudgedSlots, fitting, under_verdict
from userprio.explain.trace import Spin, Trace, Turn, VisitTrace, Waiting
from userprio.formats import counted, figure, listed, percent
from userprio.matching import SlotVerdict
from userprio.negotiation import PassKind
from userprio.pool import Submitter
from userprio.quotas import GroupLimit, Skip, subtree_usage
from userprio.schedd import CONSTRAINT, Job, PassedOver

_NEAR = 1e-9
"""The least that counts as left of a limit; anything smaller is rounding."""
_SHOWN = 0.005
"""What shows in two decimals. A limit that aging left a millionth above what is in use counts as reached."""
_LONGEST_POLICY = 60
_MOST_CULPRITS = 2
_EMPTY: Final = 'the empty string "", which the negotiator treats as limits that are reached'
_MOST_HOLDERS: Final = 4
"""How many holders are named; those with the most slots come first."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A reason, why it applies, and the visit that decided or, without one, the spin."""

    reason: Reason
    sentence: str
    seen: VisitTrace | None = None
    spin: Spin | None = None


def judge(trace: Trace, submitter: Submitter, waiting: Waiting, matching: RequirementsFound) -> Verdict:
    """Why these jobs of a submitter that takes part in the cycle have no slot.

    `waiting` is their last state, `matching` what their Requirements leave of the pool.
    """
    visit_traces = [
        seen
        for seen in trace.visit_traces
        if seen.record.submitter == submitter.name and seen.submitter.schedd_address == submitter.schedd_address
    ]
    if not waiting.job.wanted:
        return Verdict(Reason.JOB_CONSTRAINT, "its ad does not meet NEGOTIATOR_JOB_CONSTRAINT, so it is not offered")
    if waiting.job.kind.passed_over is not None:
        return _passed_over(trace, waiting.job)
    if not trace.places:
        return Verdict(Reason.NO_SLOTS, "the negotiator sees no slot")
    last = visit_traces[-1] if visit_traces else None
    if not matching.matching and not fitting(waiting.slots):
        if (
            asked := next((clause for clause in matching.culprits if CONSTRAINT in (clause.of, clause.text)), None)
        ) is not None:
            told = f"START_VANILLA_UNIVERSE requires `{asked.text}`, which no slot that it fits meets"
            return Verdict(Reason.START_VANILLA, told, last)
        return Verdict(Reason.REQUIREMENTS, _no_match(matching), last)
    if last is not None and not fitting(waiting.slots):
        return Verdict(Reason.UNREACHABLE, _unreachable(waiting.slots), last)
    if last is not None and last.record.time_limit is not None:
        told = f"{last.record.time_limit} leaves the negotiator no time for it"
        return Verdict(Reason.OUT_OF_TIME, told, last)
    settings = trace.cycle.schedds.settings
    if last is not None and settings.curbed:
        told = f"CURB_MATCHMAKING is true, so schedd {last.record.schedd} offers nothing"
        return Verdict(Reason.CURBED, told, last)
    if last is not None and last.schedd_room == 0:
        most = trace.cycle.schedds.settings.max_jobs_running
        told = f"schedd {last.record.schedd} runs, or has claims for, as many jobs as MAX_JOBS_RUNNING allows: {most}"
        return Verdict(Reason.SCHEDD_FULL, told, last)
    if waiting.empty_limits:
        return Verdict(Reason.CONCURRENCY_LIMIT, f"its ConcurrencyLimits are {_EMPTY}", last)
    if (refused := waiting.refusal) is not None:
        told = (
            f"limit {refused.name} allows {figure(refused.maximum)}, of which {figure(refused.in_use)} are in use; the "
            f"job asks for {figure(refused.amount)}"
        )
        return Verdict(Reason.CONCURRENCY_LIMIT, told, last)
    if last is None:
        return _never_visited(trace, submitter.name)
    return _visited(trace, visit_traces, waiting)


def _passed_over(trace: Trace, job: Job) -> Verdict:
    """Why its schedd does not offer the job."""
    if job.kind.passed_over is PassedOver.START_VANILLA:
        return Verdict(Reason.START_VANILLA, "START_VANILLA_UNIVERSE is false for it, so its schedd does not offer it")
    user = trace.cycle.schedds.starting.users.of(job.ad)
    running = counted(user.running, "job")
    told = f"its user {user.name} has {running} running, and MaxJobsRunning of its record is {user.most}"
    return Verdict(Reason.USER_FULL, told)


def _visited(trace: Trace, visit_traces: Sequence[VisitTrace], waiting: Waiting) -> Verdict:
    """Judge by the last visit, unless the limit of an earlier one decided.

    An earlier limit decides if the submitter had more in use than its share and won nothing, or if the limit kept it
    from slots that others got later or that stayed free.
    """
    last = visit_traces[-1]
    if last.at_ceiling or last.over_limit or under_verdict(waiting.slots, SlotVerdict.LIMIT, SlotVerdict.CEILING):
        return Verdict(*_limited(trace, last, waiting), last)
    if not any(seen.matches for seen in visit_traces):
        passes = (seen for seen in visit_traces if seen.record.kind is PassKind.NORMAL)
        first = next((seen for seen in passes if seen.spin.group == last.spin.group), last)
        then = _same(waiting, first)
        if then is not None and first.record.share * first.spin.pie <= first.record.usage:
            return Verdict(*_limited(trace, first, then), first)
    own = {number for number, name in trace.given.items() if name == last.record.submitter}
    for seen in reversed(visit_traces[:-1]):
        then = _same(waiting, seen)
        if then is not None and under_verdict(then.slots, SlotVerdict.LIMIT, SlotVerdict.CEILING) - own:
            return Verdict(*_limited(trace, seen, then), seen)
    return Verdict(*_other_hands(trace, last, waiting), last)


def _same(waiting: Waiting, seen: VisitTrace) -> Waiting | None:
    """The jobs of the same kind, as another visit left them."""
    return next((other for other in seen.waiting if other.job.standing == waiting.job.standing), None)


# -- limits --------------------------------------------------------------------------------------------------------


def _limited(trace: Trace, seen: VisitTrace, waiting: Waiting) -> tuple[Reason, str]:
    """The limit that binds: the group's, the ceiling, or the submitter's."""
    record, spin = seen.record, seen.spin
    costs = [(slots.verdict, slots.cheapest) for slots in waiting.slots if slots.cheapest is not None]
    limited = [cost for verdict, cost in costs if verdict in (SlotVerdict.LIMIT, SlotVerdict.CEILING)]
    cost = min(limited or [cost for _, cost in costs], default=trace.cycle.weights.smallest)
    if seen.group_usage is not None and record.group_limit is not None and spin.turn is not None:
        room = record.group_limit - seen.group_usage
        if room <= _NEAR or (room < cost and seen.unclaimed_used > 0):
            return _of_group(trace, spin.turn, seen.group_usage)
    in_use = record.usage + seen.used
    if seen.at_ceiling:
        assert record.ceiling_left is not None
        ceiling = record.ceiling_left + int(record.usage)
        return Reason.CEILING, f"its ceiling is {figure(ceiling)}, and it has {figure(in_use)} in use"
    goal = record.share * spin.pie
    own = max(goal - record.usage, 0.0)
    share = f"its share, {percent(record.share)} of {figure(spin.pie)}, comes to {figure(goal)}"
    if record.limit < own - _NEAR and own - seen.used > _NEAR and not under_verdict(waiting.slots, SlotVerdict.LIMIT):
        # Earlier submitters left less of the pie than its share, and so no slot for it.
        return _other_hands(trace, seen, waiting)
    left = record.limit - seen.used
    if left < _SHOWN:
        return Reason.SUBMITTER_LIMIT, f"{share}, and it has {figure(in_use)} in use"
    some = figure(left) if figure(left) != figure(cost) else f"{left:.9g}"
    return Reason.LIMIT_BELOW_SLOT, (
        f"{share} and it has {figure(in_use)} in use; the {some} that is left is less than a slot, which weighs "
        f"{figure(cost)}"
    )


def _of_group(trace: Trace, turn: Turn, usage: float) -> tuple[Reason, str]:
    """Why a group gets nothing more in its turn; `usage` is its weight in use."""
    opened, number, limit = turn.opened, turn.number, turn.limit
    tree, quotas = opened.start.tree, opened.quotas
    group = tree.groups[number]
    if group.parent is None:
        has, them, their = f"submitters without a group have {figure(usage)} in use", "them", "their"
    else:
        has, them, their = f"group {group.name} has {figure(usage)} in use", "it", "its"
    if limit is Skip.ZERO_ALLOCATED:
        wants = opened.start.requested[number]
        if wants <= 0:
            return Reason.GROUP_ZERO, f"nothing is allocated to {group.name}: its demand is {figure(wants)}"
        surplus = "no surplus reaches it" if group.accepts_surplus else "it accepts no surplus"
        return Reason.GROUP_ZERO, f"the quota of {group.name} is {figure(quotas.effective[number])}, and {surplus}"
    if isinstance(limit, Skip):
        allocated = opened.allocation.allocated[number]
        return Reason.GROUP_LIMIT, f"{has} of the {figure(allocated)} allocated to {them}"
    unknown = not _is_number(limit)
    if unknown:
        # The limit became 0/0, which lets nothing through, because that of an earlier round was used up.
        known = [past for past in trace.turns if past.number == number and _is_number(past.limit)]
        if known:
            return _of_group(trace, known[-1], usage)
    capped = limit.capped_by
    if capped is not None and capped != number:
        above = tree.groups[capped]
        quota_above = above.configured if above.static else quotas.subtree[capped]
        held = subtree_usage(tree, capped, [trace.cycle.state.accounts.usage(below.name) for below in tree.groups])
        return Reason.PARENT_LIMIT, (
            f"group {above.name} accepts no surplus, and of its quota {figure(quota_above)} its groups have "
            f"{figure(held)} in use, so that the limit of {group.name} is {figure(limit.limit)}"
        )
    if limit.limit == 0 and limit.slots > 0:
        told = f"the limit of {group.name} is {figure(limit.slots)}, and HTCondor drops the fraction"
        return Reason.GROUP_FRACTION, told
    dropped = f" ({figure(limit.slots)}, its fraction dropped)" if limit.slots > limit.limit else ""
    shown = "0/0, which lets nothing through" if unknown else f"{limit.limit}{dropped}"
    return Reason.GROUP_LIMIT, f"{has}, and {their} limit is {shown}"


def _is_number(limit: GroupLimit | Skip) -> bool:
    return not isinstance(limit, Skip) and limit.slots == limit.slots


def _never_visited(trace: Trace, name: str) -> Verdict:
    """Why its turn never came: its group was left out or full, or everybody had their share."""
    tree, accounts = trace.cycle.tree, trace.cycle.state.accounts
    spins = [spin for spin in trace.spins if name in spin.names]
    if tree.group_mode:
        number = tree.assigned(name).number
        turns = [turn for turn in trace.turns if turn.number == number and turn.limit is not Skip.NO_SUBMITTERS]
        usage = accounts.usage(tree.groups[number].name)
        if turns:
            last = next((turn for turn in reversed(turns) if _is_number(turn.limit)), turns[0])
            if not spins or isinstance(last.limit, Skip) or usage >= last.limit.limit:
                return Verdict(*_of_group(trace, last, usage))
    if not spins:
        return Verdict(Reason.NOT_SIMULATED, "the negotiator never got to it")
    spin = spins[-1]
    place = spin.names.index(name)
    share = spin.normalisation.share(spin.priorities[place])
    told = (
        f"its share, {percent(share)} of {figure(spin.pie)}, comes to {figure(share * spin.pie)}, it has "
        f"{figure(spin.usage[place])} in use, and nobody's share allows anything more"
    )
    return Verdict(Reason.SUBMITTER_LIMIT, told, spin=spin)


# -- slots ---------------------------------------------------------------------------------------------------------


def _no_match(matching: RequirementsFound) -> str:
    """What keeps all slots from matching."""
    culprits = matching.culprits
    if not culprits:
        return f"each clause of the Requirements leaves some of the {matching.slots} slots, but no slot meets them all"
    one, *more = culprits
    parts = [_refusing(one)]
    if one.without:
        parts.append(f"without this clause {counted(one.without, 'slot')} would match")
    elif more:
        parts.append(listed(_named(clause) for clause in more[:_MOST_CULPRITS]) + " would also refuse them all")
    return "; ".join(parts)


def _refusing(clause: Clause) -> str:
    """How a clause keeps the job from the slots."""
    if clause.side is Side.POLICY:
        return "the consumption policy requires enough of each resource to be left, which is not the case"
    how = "no slot meets" if not clause.alone else "no slot that meets the rest meets"
    if clause.side is Side.SLOT:
        how = "the job does not meet"
    text = f"{how} {_named(clause)}"
    if clause.flattened is not None:
        text += f", {FLATTENED} `{clause.flattened}`"
    if clause.unknown:
        return f"{text}; no slot has {listed(clause.unknown)}"
    values = listed(f"{name} is {value}" for name, value in clause.values.items())
    return f"{text}; {values}" if values else text


def _named(clause: Clause) -> str:
    whose = "the job's" if clause.side is Side.JOB else f"the slots' {clause.of or 'Requirements'}"
    return f"{whose} `{clause.text}`"


def _unreachable(found: Sequence[JudgedSlots]) -> str:
    apart = [slots for slots in found if slots.verdict is SlotVerdict.OTHER_SCHEDD]
    if apart:
        schedds = listed(f"{slots.who} {slots.count}" for slots in apart)
        return f"the slots that match are claimed by another schedd ({schedds})"
    return "the slots that match share no IP protocol with its schedd"


def _other_hands(trace: Trace, seen: VisitTrace, waiting: Waiting) -> tuple[Reason, str]:
    """No limit of the submitter held it back: look at what its schedd offered, and where the slots that fit are."""
    judged = waiting.slots
    if under_verdict(judged, SlotVerdict.NONE):
        return _not_offered(trace, seen, waiting)
    submitter = seen.record.submitter
    taken = [slots for slots in judged if slots.verdict is SlotVerdict.GIVEN and slots.who not in (submitter, None)]
    fit = counted(len(fitting(judged)), "slot")
    if taken:
        told = f"of {fit} that fit, {_count(taken)} went to others before its turn: {_holders(taken)}"
        return Reason.SLOTS_TAKEN, told
    by_reason: dict[Reason, list[JudgedSlots]] = {}
    for slots in judged:
        if slots.verdict in _HANDS:
            by_reason.setdefault(_HANDS[slots.verdict], []).append(slots)
    if not by_reason:
        return Reason.HELD_BY_ITSELF, f"it holds, or got in this cycle, the {fit} that fit"
    reason, theirs = min(by_reason.items(), key=lambda item: (-_count(item[1]), PRECEDENCE[item[0]]))
    return reason, f"of {fit} that fit, {_count(theirs)} {_told(reason, theirs, trace, waiting)}"


def _count(found: Iterable[JudgedSlots]) -> int:
    return sum(slots.count for slots in found)


_HANDS = {
    SlotVerdict.CLAIMED: Reason.PREEMPTION_OFF,
    SlotVerdict.RETIRING: Reason.RETIREMENT,
    SlotVerdict.POLICY: Reason.PREEMPTION_REQUIREMENTS,
    SlotVerdict.RANK: Reason.SLOT_RANK,
    SlotVerdict.SHUTTING_DOWN: Reason.SLOT_LEAVING,
    SlotVerdict.CLAIMED_FOR_ANOTHER: Reason.SLOT_LEAVING,
    SlotVerdict.CONCURRENCY: Reason.CONCURRENCY_LIMIT,
    SlotVerdict.NO_CLAIM: Reason.NO_CLAIM,
}


def _told(reason: Reason, theirs: Sequence[JudgedSlots], trace: Trace, waiting: Waiting) -> str:
    holders = _holders(theirs)
    match reason:
        case Reason.PREEMPTION_OFF:
            return f"are claimed ({holders}), and NEGOTIATOR_CONSIDER_PREEMPTION is False"
        case Reason.RETIREMENT:
            return f"run jobs that are within their MaxJobRetirementTime ({holders})"
        case Reason.PREEMPTION_REQUIREMENTS:
            return f"are held by others ({holders}), and {_policy(trace)}{_conditions(waiting)}"
        case Reason.SLOT_RANK:
            return f"are held by others ({holders}), and do not rank it at least as high as what they run"
        case Reason.CONCURRENCY_LIMIT:
            return _limits_at(theirs, trace, waiting)
        case Reason.NO_CLAIM:
            return "have no claim to give: no StartdIpAddr, or no claims left"
    return "are about to shut down or kept for another pool"


def _limits_at(theirs: Sequence[JudgedSlots], trace: Trace, waiting: Waiting) -> str:
    """About slots on which the job's concurrency limits depend."""
    evaluator, parts = trace.cycle.state.evaluator, [part for slots in theirs for part in slots.parts]
    empty = sum(
        len(part.numbers) for part in parts if evaluator.attribute("ConcurrencyLimits", waiting.ad, part.first.ad) == ""
    )
    if not empty:
        return "would need a concurrency limit that is used up"
    rest = f"; with {empty} of these" if empty < _count(theirs) else ", as with them"
    return f"are refused{rest} its ConcurrencyLimits are {_EMPTY}"


def _policy(trace: Trace) -> str:
    """PREEMPTION_REQUIREMENTS, with its text if short."""
    expr = trace.cycle.settings.ranks.preemption_requirements
    text = "" if expr is None else masked(unparse(expr)).strip()
    if text.lower() == "false":
        return "PREEMPTION_REQUIREMENTS is False"
    shown = f" ({text})" if len(text) <= _LONGEST_POLICY else ""
    return f"PREEMPTION_REQUIREMENTS{shown} is not true for them"


def _conditions(waiting: Waiting) -> str:
    """How many slots each condition of PREEMPTION_REQUIREMENTS refuses, if it has several."""
    told = [f"{masked(unparse(condition)).strip()} refuses {count}" for condition, count in waiting.unwilling]
    return f": {'; '.join(told)}" if told else ""


def _holders(found: Sequence[JudgedSlots]) -> str:
    """The holders of the slots with their numbers."""
    named = sorted((slots for slots in found if slots.who is not None), key=lambda slots: (-slots.count, slots.who))
    told = [f"{slots.who} {slots.count}" for slots in named[:_MOST_HOLDERS]]
    rest = _count(named[_MOST_HOLDERS:])
    return ", ".join([*told, f"others {rest}"] if rest else told) or "holders unknown"


def _not_offered(trace: Trace, seen: VisitTrace, waiting: Waiting) -> tuple[Reason, str]:
    """Slots were available, so its schedd did not offer it: find out why."""
    settings, matches = trace.cycle.schedds.settings, len(seen.matches)
    offer_cap = settings.offer_cap if seen.submitter.schedd.schedd_caps_offers else None
    refused = sum(rejection.jobs for rejection in seen.rejections)
    if refused:
        # Jobs of one kind are refused together, though several requests name them.
        refused = max(refused, seen.offered - matches)
    first = dict.fromkeys(rejection.request for rejection in seen.rejections)
    names = f"{listed(first)} and jobs like {'it' if len(first) == 1 else 'them'}"
    # Claims made in this visit still had room when it began.
    room = None if seen.schedd_room is None else seen.schedd_room + matches
    for cap, knob in ((offer_cap, "MAX_CONCURRENT_UPLOADS_PER_USER"), (room, "MAX_JOBS_RUNNING")):
        if cap is None or matches + refused < cap:
            continue
        offered = f"its schedd offers {counted(cap, 'job')} in a visit ({knob})"
        if refused:
            told = f"{offered}, and {refused} of them were jobs ahead of it that were refused ({names})"
            return Reason.BEHIND_UNMATCHABLE, told
        return Reason.OFFER_CAP, f"{offered}, and it got that many"
    most = waiting.job.kind.most
    if most is not None and matches >= most:
        user = trace.cycle.schedds.starting.users.of(waiting.job.ad)
        told = (
            f"its user {user.name} may run {counted(user.most or 0, 'job')} at once (MaxJobsRunning) and has "
            f"{user.running} running, so a request asks for no more than {most}"
        )
        return Reason.USER_FULL, told
    if refused and settings.negotiate_all_jobs and not settings.fetching.use_counts:
        told = f"its schedd offered {listed(first)} again and again, so that nothing after it got its turn"
        knobs = "NEGOTIATE_ALL_JOBS_IN_CLUSTER, and no USE_RESOURCE_REQUEST_COUNTS"
        return Reason.BEHIND_UNMATCHABLE, f"{told} ({knobs})"
    fit = counted(len(under_verdict(waiting.slots, SlotVerdict.NONE)), "slot")
    queue = trace.cycle.schedds.queues[seen.submitter.advertised_name, seen.submitter.schedd_address]
    if any(queue.job(queue.place(rejection.request)).group == waiting.job.group for rejection in seen.rejections):
        told = f"the candidates listed for it were used up, though {fit} could still be given to it"
        return Reason.LIST_USED_UP, told
    if trace.cycle.settings.depth_first and matches:
        got = counted(matches, "slot")
        told = f"NEGOTIATOR_DEPTH_FIRST expects the {got} that it got to serve this job too, by cores and memory"
        return Reason.PACKED, told
    used = sum(queue.has_claim(place) for place in range(len(queue.jobs)))
    if matches > used:
        turned_down = f"its schedd turned down {counted(matches - used, 'match', 'matches')} of its visit"
        return Reason.NO_CLAIM, f"{turned_down}, having no job that may run there"
    if not settings.fetching.use_counts and offer_cap is not None and (matches or seen.rejections):
        told = "asked for single jobs, its schedd counts each one that it looks for, not only those that it offers"
        return Reason.OFFER_CAP, f"{told} (MAX_CONCURRENT_UPLOADS_PER_USER)"
    return Reason.NOT_SIMULATED, f"{fit} could be given to it"
