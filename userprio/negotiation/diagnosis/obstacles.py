"""What became of the slots that jobs without a slot could have had, and what their schedd did not offer."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Final, TypeAlias

from userprio.base.credentials import masked
from userprio.base.formats import counted, listed
from userprio.classad import unparse
from userprio.negotiation.diagnosis.requirements import FLATTENED, Clause, RequirementsFound, Side
from userprio.negotiation.diagnosis.slots import JudgedSlots
from userprio.negotiation.diagnosis.trace import Trace, VisitTrace, Waiting
from userprio.negotiation.matching import SlotVerdict
from userprio.negotiation.outcome import PRECEDENCE, Reason

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
    by_reason: dict[Reason, list[JudgedSlots]] = {}
    for slots in waiting.slots.by_verdict:
        # With preemption, too, it would get none of its own.
        own = slots.verdict is SlotVerdict.CLAIMED and set(slots.holders) == {submitter}
        if slots.verdict in _HANDS and not own:
            by_reason.setdefault(_HANDS[slots.verdict], []).append(slots)
    if taken:
        return (
            Reason.SLOTS_TAKEN,
            lambda: f"of {fit} that fit, {taken.total()} went to others before its turn: {_holders(taken)}",
        )
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
