"""Picks the reason why jobs were left without a slot, and the sentence with its numbers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from userprio.accounting.quotas import GroupLimit, Skip, subtree_usage
from userprio.base.formats import counted, figure, percent
from userprio.negotiation.diagnosis.obstacles import (
    EMPTY,
    Sentence,
    held_by,
    no_match,
    other_hands,
    unreachable,
)
from userprio.negotiation.diagnosis.requirements import RequirementsFound
from userprio.negotiation.diagnosis.trace import Spin, Trace, Turn, VisitTrace, Waiting
from userprio.negotiation.matching import SlotVerdict
from userprio.negotiation.outcome import PassKind, Reason
from userprio.negotiation.schedd import CONSTRAINT, Job, PassedOver
from userprio.pool import Submitter

_NEAR = 1e-9
"""The least that counts as left of a limit; anything smaller is rounding."""
_SHOWN = 0.005
"""What shows in two decimals. A limit that aging left a millionth above what is in use counts as reached."""


@dataclass(frozen=True, slots=True)
class Verdict:
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
    """Why no slot suits the jobs."""
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
    settings, record = trace.cycle.schedds.settings, last.record
    if record.time_limit is not None:
        return Reason.OUT_OF_TIME, lambda: f"{record.time_limit} leaves the negotiator no time for it"
    if settings.curbed:
        return Reason.CURBED, lambda: f"CURB_MATCHMAKING is true, so schedd {record.schedd} offers nothing"
    if last.schedd_room == 0:
        most = settings.max_jobs_running
        return (
            Reason.SCHEDD_FULL,
            lambda: f"schedd {record.schedd} runs, or has claims for, as many jobs as MAX_JOBS_RUNNING allows: {most}",
        )
    return None


def _passed_over(trace: Trace, job: Job) -> Verdict:
    """Why its schedd does not offer the job."""
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
    return bool(waiting.slots.given_to_others(seen.record.submitter))


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
