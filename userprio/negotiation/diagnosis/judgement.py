"""Picks the reason why jobs were left without a slot, and writes the sentence with its numbers.

The obstacles come first: what became of the slots that the jobs could have had, and what their schedd did not offer.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Final, TypeAlias

import msgspec

from userprio.accounting.quotas import GroupLimit, Skip, subtree_usage
from userprio.base.credentials import masked
from userprio.base.formats import counted, figure, listed, percent
from userprio.classad import unparse
from userprio.negotiation.diagnosis.requirements import FLATTENED, Clause, RequirementsFound, Side
from userprio.negotiation.diagnosis.slots import JudgedSlots
from userprio.negotiation.diagnosis.trace import Spin, Trace, Turn, VisitTrace, Waiting
from userprio.negotiation.matching import SlotVerdict
from userprio.negotiation.outcome import PRECEDENCE, PassKind, Reason
from userprio.negotiation.schedd import CONSTRAINT, Job, PassedOver
from userprio.pool import Submitter

_LONGEST_POLICY = 60
_MOST_CULPRITS = 2
_MOST_HOLDERS: Final = 4
"""How many holders are named; those with the most slots come first."""
EMPTY: Final = 'the empty string "", which the negotiator treats as limits that are reached'

Sentence: TypeAlias = Callable[[], str]
"""Writes why a reason applies, with numbers; it may take longer than finding out that it does."""


def no_match(matching: RequirementsFound) -> str:
    """What keeps all slots from matching."""
    culprits = matching.culprits
    if not culprits:
        return f"each clause of the Requirements leaves some of the {matching.slots} slots, but no slot meets them all"
    worst, *more = culprits
    parts = [_refusing(worst)]
    if worst.without:
        parts.append(f"without this clause {counted(worst.without, 'slot')} would match")
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


def unreachable(judged: Sequence[JudgedSlots]) -> str:
    """What keeps all slots that match out of reach."""
    schedds: Counter[str | None] = Counter()
    for slots in judged:
        if slots.verdict is SlotVerdict.OTHER_SCHEDD:
            schedds.update(slots.holders)
    if schedds:
        names = listed(f"{schedd} {count}" for schedd, count in schedds.items())
        return f"the slots that match are claimed by another schedd ({names})"
    return "the slots that match share no IP protocol with its schedd"


def other_hands(trace: Trace, seen: VisitTrace, waiting: Waiting) -> tuple[Reason, Sentence]:
    """No limit of the submitter held it back: look at what its schedd offered, and where the slots that fit are."""
    if waiting.slots.have(SlotVerdict.NONE):
        return _not_offered(trace, seen, waiting)
    return held_by(trace, seen.record.submitter, waiting)


def held_by(trace: Trace, submitter: str, waiting: Waiting) -> tuple[Reason, Sentence]:
    """Where the slots are that fit jobs of a submitter, none of which is to be had."""
    fitting = waiting.slots.fitting
    fit = counted(fitting, "slot")
    taken = waiting.slots.given_to_others(submitter)
    if taken:
        return (
            Reason.SLOTS_TAKEN,
            lambda: (
                f"of {fit} that fit, {taken} went to others before its turn: "
                f"{_holders(waiting.slots.receivers(submitter))}"
            ),
        )
    by_reason: dict[Reason, list[JudgedSlots]] = {}
    for slots in waiting.slots.by_verdict:
        # With preemption, too, it would get none of its own.
        own = slots.verdict is SlotVerdict.CLAIMED and set(slots.holders) == {submitter}
        if slots.verdict in _HANDS and not own:
            by_reason.setdefault(_HANDS[slots.verdict], []).append(slots)
    if not by_reason:
        if fitting == trace.cycle.weights.slots:
            return Reason.ALL_ITS_OWN, lambda: "the pool is full: it has all of it"
        return Reason.ALL_ITS_OWN, lambda: f"it holds, or got in this cycle, the {fit} that fit"
    reason, held = min(by_reason.items(), key=lambda item: (-_count(item[1]), PRECEDENCE[item[0]]))
    return reason, lambda: f"of {fit} that fit, {_count(held)} {_why_held(reason, held, trace, waiting)}"


def _count(judged: Sequence[JudgedSlots]) -> int:
    return sum(slots.count for slots in judged)


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


def _why_held(reason: Reason, held: Sequence[JudgedSlots], trace: Trace, waiting: Waiting) -> str:
    users: Counter[str | None] = Counter()
    for slots in held:
        users.update(slots.holders)
    holders = _holders(users)
    match reason:
        case Reason.PREEMPTION_OFF:
            return f"are claimed ({holders}), and NEGOTIATOR_CONSIDER_PREEMPTION is False"
        case Reason.RETIREMENT:
            return f"run jobs that are within their MaxJobRetirementTime ({holders})"
        case Reason.PREEMPTION_REQUIREMENTS:
            return f"are held by others ({holders}), and {_policy(trace)}{_conditions(trace, waiting)}"
        case Reason.SLOT_RANK:
            return f"are held by others ({holders}), and do not rank it at least as high as what they run"
        case Reason.CONCURRENCY_LIMIT:
            return _limits_at(held, trace, waiting)
        case Reason.NO_CLAIM:
            return "have no claim to give: no StartdIpAddr, or no claims left"
    return "are about to shut down or kept for another pool"


def _limits_at(held: Sequence[JudgedSlots], trace: Trace, waiting: Waiting) -> str:
    """About slots on which the job's concurrency limits depend."""
    evaluator, parts = trace.cycle.state.evaluator, chain.from_iterable(slots.parts for slots in held)
    empty = sum(part.count for part in parts if evaluator.attribute("ConcurrencyLimits", waiting.ad, part.ad) == "")
    if not empty:
        return "would need a concurrency limit that is used up"
    rest = f"; with {empty} of these" if empty < _count(held) else ", as with them"
    return f"are refused{rest} its ConcurrencyLimits are {EMPTY}"


def _policy(trace: Trace) -> str:
    """PREEMPTION_REQUIREMENTS, with its text if short."""
    expr = trace.cycle.settings.ranks.preemption_requirements
    text = "" if expr is None else masked(unparse(expr)).strip()
    if text.lower() == "false":
        return "PREEMPTION_REQUIREMENTS is False"
    shown = f" ({text})" if len(text) <= _LONGEST_POLICY else ""
    return f"PREEMPTION_REQUIREMENTS{shown} is not true for them"


def _conditions(trace: Trace, waiting: Waiting) -> str:
    """How many slots each condition of PREEMPTION_REQUIREMENTS refuses, if it has several."""
    refusing = [
        f"{masked(unparse(condition)).strip()} refuses {count}" for condition, count in trace.unwilling(waiting)
    ]
    return f": {'; '.join(refusing)}" if refusing else ""


def _holders(users: Mapping[str | None, int]) -> str:
    """The holders of slots with their numbers, those of the most slots first."""
    named = sorted(((count, user) for user, count in users.items() if user is not None), key=lambda x: (-x[0], x[1]))
    shown = [f"{user} {count}" for count, user in named[:_MOST_HOLDERS]]
    rest = sum(count for count, _ in named[_MOST_HOLDERS:])
    return ", ".join([*shown, f"others {rest}"] if rest else shown) or "holders unknown"


def _not_offered(trace: Trace, seen: VisitTrace, waiting: Waiting) -> tuple[Reason, Sentence]:
    """Slots were available, so its schedd did not offer it: find out why."""
    settings, matches = trace.cycle.schedds.settings, seen.matched
    offer_cap = settings.offer_cap if seen.submitter.schedd.schedd_caps_offers else None
    refused = sum(rejection.jobs for rejection in seen.refused)
    if refused:
        # Jobs of one kind are refused together, though several requests name them.
        refused = max(refused, seen.offered - matches)
    first = dict.fromkeys(rejection.request.first for rejection in seen.refused)
    names = f"{listed(first)} and jobs like {'it' if len(first) == 1 else 'them'}"
    # Claims made in this visit still had room when it began.
    room = None if seen.schedd_room is None else seen.schedd_room + matches
    for cap, knob in ((offer_cap, "MAX_CONCURRENT_UPLOADS_PER_USER"), (room, "MAX_JOBS_RUNNING")):
        if cap is None or matches + refused < cap:
            continue
        offered = f"its schedd offers {counted(cap, 'job')} in a visit ({knob})"
        if refused:
            offered += f", and {refused} of them were jobs ahead of it that were refused ({names})"
            return Reason.BEHIND_UNMATCHABLE, offered.__str__
        offered += ", and it got that many"
        return Reason.OFFER_CAP, offered.__str__
    most = waiting.job.kind.most
    if most is not None and matches >= most:
        user = trace.cycle.schedds.starting.users.of(waiting.job.ad)
        return (
            Reason.USER_FULL,
            lambda: (
                f"its user {user.name} may run {counted(user.most or 0, 'job')} at once (MaxJobsRunning) and has "
                f"{user.running} running, so a request asks for no more than {most}"
            ),
        )
    if refused and settings.negotiate_all_jobs and not settings.fetching.use_counts:
        knobs = "NEGOTIATE_ALL_JOBS_IN_CLUSTER, and no USE_RESOURCE_REQUEST_COUNTS"
        return (
            Reason.BEHIND_UNMATCHABLE,
            lambda: (
                f"its schedd offered {listed(first)} again and again, so that nothing after it got its turn ({knobs})"
            ),
        )
    fit = counted(waiting.slots.number(SlotVerdict.NONE), "slot")
    queue = trace.queue(seen.submitter)
    if any(queue.job(queue.place(name)).group == waiting.job.group for name in first):
        return (
            Reason.LIST_USED_UP,
            lambda: f"the candidates listed for it were used up, though {fit} could still be given to it",
        )
    if trace.cycle.settings.depth_first and matches:
        got = counted(matches, "slot")
        return (
            Reason.PACKED,
            lambda: f"NEGOTIATOR_DEPTH_FIRST expects the {got} that it got to serve this job too, by cores and memory",
        )
    used = sum(queue.has_claim(place) for place in range(len(queue.jobs)))
    if matches > used:
        turned_down = f"its schedd turned down {counted(matches - used, 'match', 'matches')} of its visit"
        return Reason.NO_CLAIM, lambda: f"{turned_down}, having no job that may run there"
    if not settings.fetching.use_counts and offer_cap is not None and (matches or seen.refused):
        return (
            Reason.OFFER_CAP,
            lambda: (
                "asked for single jobs, its schedd counts each one that it looks for, not only those that it offers "
                "(MAX_CONCURRENT_UPLOADS_PER_USER)"
            ),
        )
    return Reason.NOT_SIMULATED, lambda: f"{fit} could be given to it"


_NEAR = 1e-9
"""The least that counts as left of a limit; anything smaller is rounding."""
_SHOWN = 0.005
"""What shows in two decimals. A limit that aging left a millionth above what is in use counts as reached."""


class Verdict(msgspec.Struct, frozen=True):
    """A reason, why it applies, and the visit that decided or, without one, the spin."""

    reason: Reason
    sentence: Sentence
    seen: VisitTrace | None = None
    spin: Spin | None = None


def judge(
    trace: Trace,
    submitter: Submitter,
    waiting: Waiting,
    visits: Sequence[VisitTrace],
    apart: Callable[[], RequirementsFound],
) -> Verdict:
    """Why these jobs of a submitter that takes part in the cycle have no slot.

    `visits` are those of the submitter at the jobs' schedd, and `waiting` is how the last of them left the jobs;
    without any, how they were when the cycle began. `apart` counts the slots that each clause of their Requirements
    leaves.
    """
    # In the order in which a cycle would come to them: neither a free slot nor a larger share helps jobs that are not
    # offered, and no share those that suit no slot.
    if not waiting.job.wanted:
        return Verdict(
            Reason.JOB_CONSTRAINT, lambda: "its ad does not meet NEGOTIATOR_JOB_CONSTRAINT, so it is not offered"
        )
    if waiting.job.kind.passed_over is not None:
        return _passed_over(trace, waiting.job)
    if not trace.cycle.weights.slots:
        return Verdict(Reason.NO_SLOTS, lambda: "the negotiator sees no slot")
    last = visits[-1] if visits else None
    if not waiting.slots.fitting:
        return _unfit(trace, waiting, last, apart)
    if last is not None and (obstacle := _at_schedd(trace, last)) is not None:
        return Verdict(*obstacle, last)
    if waiting.empty_limits:
        return Verdict(Reason.CONCURRENCY_LIMIT, lambda: f"its ConcurrencyLimits are {EMPTY}", last)
    if (refused := waiting.refusal) is not None:
        return Verdict(
            Reason.CONCURRENCY_LIMIT,
            lambda: (
                f"limit {refused.name} allows {figure(refused.maximum)}, of which {figure(refused.in_use)} are in use; "
                f"the job asks for {figure(refused.amount)}"
            ),
            last,
        )
    if last is None:
        return _never_visited(trace, submitter.name, waiting)
    return _visited(trace, visits, waiting)


def _unfit(trace: Trace, waiting: Waiting, last: VisitTrace | None, apart: Callable[[], RequirementsFound]) -> Verdict:
    if waiting.slots.have(SlotVerdict.UNREACHABLE, SlotVerdict.OTHER_SCHEDD, SlotVerdict.PART) and apart().matching:
        return Verdict(Reason.UNREACHABLE, partial(unreachable, waiting.slots.by_verdict), last)
    if CONSTRAINT in waiting.ad:
        asked = next((clause for clause in apart().culprits if CONSTRAINT in (clause.of, clause.text)), None)
        if asked is not None:
            text = asked.text
            return Verdict(
                Reason.START_VANILLA,
                lambda: f"START_VANILLA_UNIVERSE requires `{text}`, which no slot that it fits meets",
                last,
            )
    return Verdict(Reason.REQUIREMENTS, lambda: no_match(apart()), last)


def _at_schedd(trace: Trace, last: VisitTrace) -> tuple[Reason, Sentence] | None:
    """What kept its schedd from being asked, or from offering anything; None if nothing did."""
    schedds, record, address = trace.cycle.schedds, last.record, last.submitter.schedd_address
    if record.time_limit is not None:
        return Reason.OUT_OF_TIME, lambda: f"{record.time_limit} leaves the negotiator no time for it"
    if schedds.is_curbed(address):
        return Reason.CURBED, lambda: f"CURB_MATCHMAKING is true, so schedd {record.schedd} offers nothing"
    if last.schedd_room == 0:
        most = schedds.most(address)
        return (
            Reason.SCHEDD_FULL,
            lambda: f"schedd {record.schedd} runs, or has claims for, as many jobs as MAX_JOBS_RUNNING allows: {most}",
        )
    return None


def _passed_over(trace: Trace, job: Job) -> Verdict:
    if job.kind.passed_over is PassedOver.START_VANILLA:
        return Verdict(
            Reason.START_VANILLA, lambda: "START_VANILLA_UNIVERSE is false for it, so its schedd does not offer it"
        )
    user = trace.cycle.schedds.starting.users.of(job.ad)
    running = counted(user.running, "job")
    return Verdict(
        Reason.USER_FULL,
        lambda: f"its user {user.name} has {running} running, and MaxJobsRunning of its record is {user.most}",
    )


_LIMITS: Final = (SlotVerdict.LIMIT, SlotVerdict.CEILING)
"""Verdicts on slots that a higher limit would have let a submitter have."""


def _visited(trace: Trace, visits: Sequence[VisitTrace], waiting: Waiting) -> Verdict:
    """Judge by the last visit, unless the limit of an earlier one decided.

    A limit decided only if it kept the submitter from a slot that stayed free or went to others: where all slots that
    fit are its own or protected, a higher limit would give it nothing.
    """
    last = visits[-1]
    if waiting.slots.have(*_LIMITS):
        return Verdict(*_limited(trace, last, waiting), last)
    if not any(seen.matched for seen in visits):
        passes = (seen for seen in visits if seen.record.kind is PassKind.NORMAL)
        first = next((seen for seen in passes if seen.spin.group == last.spin.group), last)
        then = trace.waiting(first, waiting.job)
        spent = first.record.share * first.spin.pie <= first.record.usage
        if spent and (then.slots.have(*_LIMITS) or _lost_to_others(trace, first, then)):
            return Verdict(*_limited(trace, first, then), first)
    for seen in reversed(visits[:-1]):
        if not seen.may_be_limited:
            continue
        then = trace.waiting(seen, waiting.job)
        limited = [slots for slots in then.slots.by_verdict if slots.verdict in _LIMITS]
        if sum(slots.count for slots in limited) > trace.own_later(seen, limited):
            return Verdict(*_limited(trace, seen, then), seen)
    if last.over_limit and _lost_to_others(trace, last, waiting):
        # A larger share comes with a better priority, and so with an earlier turn.
        return Verdict(*_limited(trace, last, waiting), last)
    return Verdict(*other_hands(trace, last, waiting), last)


def _lost_to_others(trace: Trace, seen: VisitTrace, waiting: Waiting) -> bool:
    """Whether others got slots that suit the jobs because a limit kept the submitter from them."""
    reason, _ = _limited(trace, seen, waiting)
    if reason in (Reason.SUBMITTER_LIMIT, Reason.LIMIT_BELOW_SLOT):
        return trace.given_in_its_passes(seen, waiting.job)
    return waiting.slots.given_to_others(seen.record.submitter) > 0


# -- limits --------------------------------------------------------------------------------------------------------


def _limited(trace: Trace, seen: VisitTrace, waiting: Waiting) -> tuple[Reason, Sentence]:
    """The limit that binds: the group's, the ceiling, or the submitter's."""
    record, spin = seen.record, seen.spin
    costs = [(slots.verdict, slots.cheapest) for slots in waiting.slots.by_verdict if slots.cheapest is not None]
    limited = [cost for verdict, cost in costs if verdict in _LIMITS]
    cost = min(limited or [cost for _, cost in costs], default=trace.cycle.weights.smallest)
    if seen.group_usage is not None and record.group_limit is not None and spin.turn is not None:
        room = record.group_limit - seen.group_usage
        if room <= _NEAR or (room < cost and seen.unclaimed_used > 0):
            return _of_group(trace, spin.turn, seen.group_usage)
    in_use = record.usage + seen.used
    if seen.at_ceiling:
        assert record.ceiling_left is not None
        ceiling = record.ceiling_left + int(record.usage)
        return Reason.CEILING, lambda: f"its ceiling is {figure(ceiling)}, and it has {figure(in_use)} in use"
    goal = record.share * spin.pie
    own = max(goal - record.usage, 0.0)
    share = f"its share, {percent(record.share)} of {figure(spin.pie)}, comes to {figure(goal)}"
    if record.limit < own - _NEAR and own - seen.used > _NEAR and not waiting.slots.have(SlotVerdict.LIMIT):
        # Earlier submitters left less of the pie than its share, and so no slot for it.
        return other_hands(trace, seen, waiting)
    left = record.limit - seen.used
    if left < _SHOWN:
        return Reason.SUBMITTER_LIMIT, lambda: f"{share}, and it has {figure(in_use)} in use"
    some = figure(left) if figure(left) != figure(cost) else f"{left:.9g}"
    return (
        Reason.LIMIT_BELOW_SLOT,
        lambda: (
            f"{share} and it has {figure(in_use)} in use; the {some} that is left is less than a slot, which weighs "
            f"{figure(cost)}"
        ),
    )


def _of_group(trace: Trace, turn: Turn, usage: float) -> tuple[Reason, Sentence]:
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
            return Reason.GROUP_ZERO, lambda: f"nothing is allocated to {group.name}: its demand is {figure(wants)}"
        surplus = "no surplus reaches it" if group.accepts_surplus else "it accepts no surplus"
        quota = figure(quotas.effective[number])
        return Reason.GROUP_ZERO, lambda: f"the quota of {group.name} is {quota}, and {surplus}"
    if isinstance(limit, Skip):
        allocated = opened.allocation.allocated[number]
        return Reason.GROUP_LIMIT, lambda: f"{has} of the {figure(allocated)} allocated to {them}"
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
        return (
            Reason.PARENT_LIMIT,
            lambda: (
                f"group {above.name} accepts no surplus, and of its quota {figure(quota_above)} its groups have "
                f"{figure(held)} in use, so that the limit of {group.name} is {figure(limit.limit)}"
            ),
        )
    if limit.limit == 0 and limit.slots > 0:
        return (
            Reason.GROUP_FRACTION,
            lambda: f"the limit of {group.name} is {figure(limit.slots)}, and HTCondor drops the fraction",
        )
    dropped = f" ({figure(limit.slots)}, its fraction dropped)" if limit.slots > limit.limit else ""
    shown = "0/0, which lets nothing through" if unknown else f"{limit.limit}{dropped}"
    return Reason.GROUP_LIMIT, lambda: f"{has}, and {their} limit is {shown}"


def _is_number(limit: GroupLimit | Skip) -> bool:
    return not isinstance(limit, Skip) and limit.slots == limit.slots


_NOTHING_TO_GIVE: Final = frozenset({Reason.GROUP_ZERO, Reason.GROUP_FRACTION})
"""Groups that get nothing from any pool, however empty."""


def _never_visited(trace: Trace, name: str, waiting: Waiting) -> Verdict:
    """Why its turn never came: its group was left out or full, or everybody had their share.

    As with limits of visits, that decided only if there was a slot to be had when the cycle began.
    """
    tree, accounts = trace.cycle.tree, trace.cycle.state.accounts
    spins = [spin for spin in trace.spins if name in spin.names]
    obtainable = waiting.slots.have(*_LIMITS)
    if tree.group_mode:
        number = tree.assigned(name).number
        turns = [turn for turn in trace.turns if turn.number == number and turn.limit is not Skip.NO_SUBMITTERS]
        usage = accounts.usage(tree.groups[number].name)
        if turns:
            last = next((turn for turn in reversed(turns) if _is_number(turn.limit)), turns[0])
            if not spins or isinstance(last.limit, Skip) or usage >= last.limit.limit:
                reason, sentence = _of_group(trace, last, usage)
                if obtainable or reason in _NOTHING_TO_GIVE:
                    return Verdict(reason, sentence)
    if not obtainable:
        return Verdict(*held_by(trace, name, waiting))
    if not spins:
        return Verdict(Reason.NOT_SIMULATED, lambda: "the negotiator never got to it")
    spin = spins[-1]
    place = spin.names.index(name)
    share = spin.normalisation.share(spin.priorities[place])
    return Verdict(
        Reason.SUBMITTER_LIMIT,
        lambda: (
            f"its share, {percent(share)} of {figure(spin.pie)}, comes to {figure(share * spin.pie)}, it has "
            f"{figure(spin.usage[place])} in use, and nobody's share allows anything more"
        ),
        spin=spin,
    )
