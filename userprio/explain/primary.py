"""Which reason of the closed list holds for jobs that were left without a slot, and the sentence with its numbers."""

from collections.abc import Sequence
from dataclasses import dataclass

from userprio.classad import unparse
from userprio.explain.figures import figure, listed, number_of, percent
from userprio.explain.reasons import Reason
from userprio.explain.requirements import Clause, Matching, Side
from userprio.explain.slots import JudgedSlots, fitting, under_verdict
from userprio.explain.trace import Spin, Trace, Turn, VisitTrace, Waiting
from userprio.matching import SlotVerdict
from userprio.negotiation import PassKind
from userprio.pool import Submitter
from userprio.quotas import Group, GroupLimit, Skip, subtree_usage

_NEAR = 1e-9
"""What is left of a limit counts from here on; smaller numbers are the rounding of doubles."""
_SHOWN = 0.005
"""What shows in two decimals. A limit that ageing left a millionth above what is in use is a limit that is reached."""
_LONGEST_POLICY = 60
_MOST_CULPRITS = 2


@dataclass(frozen=True, slots=True)
class Verdict:
    """A reason, why it holds, and the visit and the spin that decided."""

    reason: Reason
    sentence: str
    visit_trace: VisitTrace | None = None
    spin: Spin | None = None


def judge(trace: Trace, submitter: Submitter, waiting: Waiting, matching: Matching) -> Verdict:
    """Why these jobs of a submitter, which takes part in the cycle, have no slot.

    `waiting` is their last state, `matching` what their Requirements leave of the pool.
    """
    visit_traces = [
        seen
        for seen in trace.visit_traces
        if seen.record.submitter == submitter.name and seen.submitter.schedd_address == submitter.schedd_address
    ]
    if not waiting.job.wanted:
        return Verdict(Reason.JOB_CONSTRAINT, "its ad does not meet NEGOTIATOR_JOB_CONSTRAINT, so it is not offered")
    if not trace.places:
        return Verdict(Reason.NO_SLOTS, "the negotiator sees no slot")
    last = visit_traces[-1] if visit_traces else None
    if not matching.matching and not fitting(waiting.slots):
        return Verdict(Reason.REQUIREMENTS, no_match(matching), last)
    if last is not None and not fitting(waiting.slots):
        return Verdict(Reason.UNREACHABLE, _unreachable(waiting.slots), last)
    if last is not None and last.schedd_room == 0:
        most = trace.cycle.schedds.settings.max_jobs_running
        return Verdict(
            Reason.SCHEDD_FULL,
            f"schedd {last.record.schedd} runs, or has claims for, as many jobs as MAX_JOBS_RUNNING lets it: {most}",
            last,
        )
    if waiting.refusal is not None:
        refused = waiting.refusal
        return Verdict(
            Reason.CONCURRENCY_LIMIT,
            f"limit {refused.name} allows {figure(refused.maximum)}, of which {figure(refused.in_use)} are in use; the "
            f"job asks for {figure(refused.amount)}",
            last,
        )
    if last is None:
        return _never_visited(trace, submitter.name)
    return _visited(trace, visit_traces, waiting)


def _visited(trace: Trace, visit_traces: Sequence[VisitTrace], waiting: Waiting) -> Verdict:
    """The last visit decides, unless an earlier limit does.

    That is so where it came with more in use than its share and won nothing, and where its limit kept it from slots
    that others got later, or that stayed free.
    """
    last = visit_traces[-1]
    if last.at_ceiling or last.over_limit or under_verdict(waiting.slots, SlotVerdict.LIMIT, SlotVerdict.CEILING):
        return _limited(trace, last, waiting)
    if not any(seen.matches for seen in visit_traces):
        passes = (seen for seen in visit_traces if seen.record.kind is PassKind.NORMAL)
        first = next((seen for seen in passes if seen.spin.group == last.spin.group), last)
        then = _same(waiting, first)
        if then is not None and first.record.share * first.spin.pie <= first.record.usage:
            return _limited(trace, first, then)
    own = {number for number, name in trace.given.items() if name == last.record.submitter}
    for visit_trace in reversed(visit_traces[:-1]):
        then = _same(waiting, visit_trace)
        if then is not None and under_verdict(then.slots, SlotVerdict.LIMIT, SlotVerdict.CEILING) - own:
            return _limited(trace, visit_trace, then)
    return _other_hands(trace, last, waiting)


def _same(waiting: Waiting, visit_trace: VisitTrace) -> Waiting | None:
    """The jobs of the same kind as another visit left them."""
    key = waiting.job.group, waiting.job.wanted
    return next((other for other in visit_trace.waiting if (other.job.group, other.job.wanted) == key), None)


# -- limits --------------------------------------------------------------------------------------------------------


def _limited(trace: Trace, seen: VisitTrace, waiting: Waiting) -> Verdict:
    """The limit that binds: the group's, the ceiling, or its own."""
    record, spin = seen.record, seen.spin
    costs = [
        slots.cheapest
        for slots in waiting.slots
        if slots.cheapest is not None and slots.verdict in (SlotVerdict.LIMIT, SlotVerdict.CEILING)
    ]
    costs = costs or [slots.cheapest for slots in waiting.slots if slots.cheapest is not None]
    cost = min(costs, default=trace.cycle.weights.smallest)
    if seen.group_usage is not None and record.group_limit is not None and spin.turn is not None:
        room = record.group_limit - seen.group_usage
        if room <= _NEAR or (room < cost and seen.unclaimed_used > 0):
            return group_verdict(trace, spin.turn, seen.group_usage, seen, spin)
    in_use = record.usage + seen.used
    if seen.at_ceiling:
        assert record.ceiling_left is not None
        ceiling = record.ceiling_left + int(record.usage)
        return Verdict(
            Reason.CEILING, f"its ceiling is {figure(ceiling)}, and it has {figure(in_use)} in use", seen, spin
        )
    goal = record.share * spin.pie
    own = max(goal - record.usage, 0.0)
    share = f"its share, {percent(record.share)} of {figure(spin.pie)}, comes to {figure(goal)}"
    if record.limit < own - _NEAR and own - seen.used > _NEAR and not under_verdict(waiting.slots, SlotVerdict.LIMIT):
        # Those before it left less of the pie than its share, and with it no slot.
        return _other_hands(trace, seen, waiting)
    left = record.limit - seen.used
    if left >= _SHOWN:
        some = figure(left) if figure(left) != figure(cost) else f"{left:.9g}"
        return Verdict(
            Reason.LIMIT_BELOW_SLOT,
            f"{share} and it has {figure(in_use)} in use; the {some} that is left is less than a slot, "
            f"which weighs {figure(cost)}",
            seen,
            spin,
        )
    return Verdict(Reason.SUBMITTER_LIMIT, f"{share}, and it has {figure(in_use)} in use", seen, spin)


def group_verdict(
    trace: Trace, turn: Turn, usage: float, seen: VisitTrace | None = None, spin: Spin | None = None
) -> Verdict:
    """Why a group gets nothing more in its turn; `usage` is what it has in use."""
    opened, number, limit = turn.opened, turn.number, turn.limit
    tree, quotas = opened.start.tree, opened.quotas
    group = tree.groups[number]
    if limit is Skip.ZERO_ALLOCATED:
        wants = opened.start.requested[number]
        quota = f"the quota of {group.name} is {figure(quotas.effective[number])}"
        if wants <= 0:
            return Verdict(Reason.GROUP_ZERO, f"nothing is allocated to {group.name}: its demand is {figure(wants)}")
        surplus = "no surplus reaches it" if group.accepts_surplus else "it accepts no surplus"
        return Verdict(Reason.GROUP_ZERO, f"{quota}, and {surplus}")
    if isinstance(limit, Skip):
        allocated = opened.allocation.allocated[number]
        return Verdict(
            Reason.GROUP_LIMIT,
            f"{_has(group)} {figure(usage)} in use of the {figure(allocated)} allocated to {_them(group)}",
        )
    if limit.slots != limit.slots:
        # A limit of 0/0 lets nothing through because the one of an earlier round was used up.
        known = [past for past in trace.turns if past.number == number and _is_number(past.limit)]
        if known:
            return group_verdict(trace, known[-1], usage, seen, spin)
    capped = limit.capped_by
    if capped is not None and capped != number:
        above = tree.groups[capped]
        quota_above = above.configured if above.static else quotas.subtree[capped]
        held = subtree_usage(tree, capped, [trace.cycle.state.accounts.usage(below.name) for below in tree.groups])
        return Verdict(
            Reason.PARENT_LIMIT,
            f"group {above.name} accepts no surplus, and of its quota {figure(quota_above)} its groups have "
            f"{figure(held)} in use, so that the limit of {group.name} is {figure(limit.limit)}",
            seen,
            spin,
        )
    if limit.limit == 0 and limit.slots > 0:
        return Verdict(
            Reason.GROUP_FRACTION,
            f"the limit of {group.name} is {figure(limit.slots)}, and HTCondor drops the fraction",
            seen,
            spin,
        )
    dropped = f" ({figure(limit.slots)}, its fraction dropped)" if limit.slots > limit.limit else ""
    shown = "0/0, which lets nothing through" if limit.slots != limit.slots else f"{limit.limit}{dropped}"
    whose = "its" if group.parent is not None else "their"
    told = f"{_has(group)} {figure(usage)} in use, and {whose} limit is {shown}"
    return Verdict(Reason.GROUP_LIMIT, told, seen, spin)


def _is_number(limit: GroupLimit | Skip) -> bool:
    return not isinstance(limit, Skip) and limit.slots == limit.slots


def _has(group: Group) -> str:
    return "submitters without a group have" if group.parent is None else f"group {group.name} has"


def _them(group: Group) -> str:
    return "them" if group.parent is None else "it"


def _never_visited(trace: Trace, name: str) -> Verdict:
    """Its turn never came: its group was left out or full, or everybody had their share."""
    tree, accounts = trace.cycle.tree, trace.cycle.state.accounts
    spins = [spin for spin in trace.spins if name in spin.names]
    if tree.group_mode:
        number = tree.assigned(name).number
        turns = [turn for turn in trace.turns if turn.number == number and turn.limit is not Skip.NO_SUBMITTERS]
        usage = accounts.usage(tree.groups[number].name)
        if turns:
            last = next((turn for turn in reversed(turns) if _is_number(turn.limit)), turns[0])
            if not spins or isinstance(last.limit, Skip) or usage >= last.limit.limit:
                return group_verdict(trace, last, usage)
    if spins:
        spin = spins[-1]
        place = spin.names.index(name)
        share = spin.normalisation.share(spin.priorities[place])
        return Verdict(
            Reason.SUBMITTER_LIMIT,
            f"its share, {percent(share)} of {figure(spin.pie)}, comes to {figure(share * spin.pie)}, it has "
            f"{figure(spin.usage[place])} in use, and nobody's share allows anything more",
            None,
            spin,
        )
    return Verdict(Reason.NOT_SIMULATED, "the negotiator never came to it")


# -- slots ---------------------------------------------------------------------------------------------------------


def no_match(matching: Matching) -> str:
    """What keeps every slot from matching."""
    culprits = matching.culprits
    if not culprits:
        return f"each clause of the Requirements leaves some of the {matching.slots} slots, but no slot meets them all"
    one, *more = culprits
    parts = [_refusing(one)]
    if one.without:
        parts.append(f"without this clause {number_of(one.without, 'slot')} would match")
    elif more:
        parts.append(listed(_named(clause) for clause in more[:_MOST_CULPRITS]) + " would refuse them all too")
    return "; ".join(parts)


def _refusing(clause: Clause) -> str:
    """A clause that stands between the job and the slots."""
    if clause.side is Side.POLICY:
        return "the consumption policy wants that enough of each resource is left, and it is not"
    how = "no slot meets" if not clause.alone else "no slot that meets the rest meets"
    if clause.side is Side.SLOT:
        how = "the job does not meet"
    text = f"{how} {_named(clause)}"
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


def _other_hands(trace: Trace, seen: VisitTrace, waiting: Waiting) -> Verdict:
    """No limit of the submitter held it back: what its schedd offered, and where the slots that fit are."""
    judged = waiting.slots
    if under_verdict(judged, SlotVerdict.NONE):
        return _not_offered(trace, seen, waiting)
    submitter = seen.record.submitter
    taken = [slots for slots in judged if slots.verdict is SlotVerdict.GIVEN and slots.who not in (submitter, None)]
    fit = number_of(len(fitting(judged)), "slot")
    if taken:
        count = sum(slots.count for slots in taken)
        return Verdict(
            Reason.SLOTS_TAKEN,
            f"of {fit} that fit, {count} went to others before its turn: {_holders(taken)}",
            seen,
            seen.spin,
        )
    by_reason: dict[Reason, list[JudgedSlots]] = {}
    for slots in judged:
        reason = _HANDS.get(slots.verdict)
        if reason is not None:
            by_reason.setdefault(reason, []).append(slots)
    if by_reason:
        order = list(Reason)
        reason, theirs = min(
            by_reason.items(), key=lambda item: (-sum(slots.count for slots in item[1]), order.index(item[0]))
        )
        count = sum(slots.count for slots in theirs)
        return Verdict(reason, f"of {fit} that fit, {count} {_told(reason, theirs, trace)}", seen, seen.spin)
    return Verdict(Reason.HELD_BY_ITSELF, f"it holds, or got in this cycle, the {fit} that fit", seen, seen.spin)


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


def _told(reason: Reason, theirs: Sequence[JudgedSlots], trace: Trace) -> str:
    holders = _holders(theirs)
    match reason:
        case Reason.PREEMPTION_OFF:
            return f"are claimed ({holders}), and NEGOTIATOR_CONSIDER_PREEMPTION is False"
        case Reason.RETIREMENT:
            return f"run jobs that are within their MaxJobRetirementTime ({holders})"
        case Reason.PREEMPTION_REQUIREMENTS:
            return f"are held by others ({holders}), and {_policy(trace)}"
        case Reason.SLOT_RANK:
            return f"are held by others ({holders}), and rank their present jobs higher"
        case Reason.CONCURRENCY_LIMIT:
            return "would need a concurrency limit that is used up"
        case Reason.NO_CLAIM:
            return "have no claim to give: no StartdIpAddr, or no claims left"
    return "are about to shut down or kept for another pool"


def _policy(trace: Trace) -> str:
    """What PREEMPTION_REQUIREMENTS say, if that is short."""
    expr = trace.cycle.settings.ranks.preemption_requirements
    text = "" if expr is None else unparse(expr).strip()
    if text.lower() == "false":
        return "PREEMPTION_REQUIREMENTS is False"
    shown = f" ({text})" if len(text) <= _LONGEST_POLICY else ""
    return f"PREEMPTION_REQUIREMENTS{shown} is not true for them"


def _holders(found: Sequence[JudgedSlots], most: int = 4) -> str:
    """Who has how many, those with the most first."""
    named = sorted((slots for slots in found if slots.who is not None), key=lambda slots: (-slots.count, slots.who))
    told = [f"{slots.who} {slots.count}" for slots in named[:most]]
    rest = sum(slots.count for slots in named[most:])
    return ", ".join([*told, f"others {rest}"] if rest else told) or "nobody knows who"


def _not_offered(trace: Trace, seen: VisitTrace, waiting: Waiting) -> Verdict:
    """Slots were there for it, so its schedd did not offer it."""
    settings = trace.cycle.schedds.settings
    refused = sum(rejection.jobs for rejection in seen.rejections)
    names = listed(dict.fromkeys(rejection.request for rejection in seen.rejections))
    # Claims that it got in this visit had room when the visit began.
    room = None if seen.schedd_room is None else seen.schedd_room + len(seen.matches)
    caps = [(settings.offer_cap, "MAX_CONCURRENT_UPLOADS_PER_USER"), (room, "MAX_JOBS_RUNNING")]
    for cap, knob in caps:
        if cap is None or len(seen.matches) + refused < cap:
            continue
        offered = f"its schedd offers {number_of(cap, 'job')} in a visit ({knob})"
        if refused:
            told = f"{offered}, and {refused} of them were jobs ahead of it that were refused ({names} and its like)"
            return Verdict(Reason.BEHIND_UNMATCHABLE, told, seen, seen.spin)
        return Verdict(Reason.OFFER_CAP, f"{offered}, and it got as many", seen, seen.spin)
    if refused and settings.negotiate_all_jobs and not settings.fetching.use_counts:
        told = f"its schedd offered {names} again and again, so that nothing behind it had its turn"
        knobs = "NEGOTIATE_ALL_JOBS_IN_CLUSTER, and no USE_RESOURCE_REQUEST_COUNTS"
        return Verdict(Reason.BEHIND_UNMATCHABLE, f"{told} ({knobs})", seen, seen.spin)
    fit = number_of(len(under_verdict(waiting.slots, SlotVerdict.NONE)), "slot")
    queue = trace.cycle.schedds.queues[seen.submitter.advertised_name, seen.submitter.schedd_address]
    if any(queue.job(queue.place(rejection.request)).group == waiting.job.group for rejection in seen.rejections):
        listed_for = f"the candidates listed for it were used up, though {fit} could still be given to it"
        return Verdict(Reason.LIST_USED_UP, listed_for, seen, seen.spin)
    if trace.cycle.settings.depth_first and seen.matches:
        got = number_of(len(seen.matches), "slot")
        packed = f"NEGOTIATOR_DEPTH_FIRST takes the {got} that it got to serve this job too, by cores and memory"
        return Verdict(Reason.PACKED, packed, seen, seen.spin)
    used = sum(queue.has_claim(place) for place in range(len(queue.jobs)))
    if len(seen.matches) > used:
        turned_down = f"its schedd turned down {number_of(len(seen.matches) - used, 'match', 'matches')} of its visit"
        return Verdict(Reason.NO_CLAIM, f"{turned_down}, having no job that may run there", seen, seen.spin)
    if not settings.fetching.use_counts and settings.offer_cap is not None and (seen.matches or seen.rejections):
        told = "asked for single jobs, its schedd counts each one that it looks for, not only those that it offers"
        return Verdict(Reason.OFFER_CAP, f"{told} (MAX_CONCURRENT_UPLOADS_PER_USER)", seen, seen.spin)
    return Verdict(
        Reason.NOT_SIMULATED,
        f"{fit} could be given to it",
        seen,
        seen.spin,
    )
