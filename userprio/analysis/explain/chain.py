"""The chain from the pool to one submitter's limit.

It goes through the quotas down the tree of groups, their demand, surplus, order and limits, and the division of the pie
in a spin.
"""

from collections import Counter

from userprio.accounting.quotas import AllocationRound, Group, Skip
from userprio.analysis.explain.explanation import Competitor, LimitStep, PoolStep, QuotaStep, ShareStep, TurnStep
from userprio.base.cxx import total
from userprio.negotiation import PassKind, Spin, Trace, Turn, VisitTrace


def pool_step(trace: Trace, in_snapshot: int) -> PoolStep:
    """The pool: all slots, those considered, and the weight in use."""
    cycle = trace.cycle
    return PoolStep(
        slots_in_snapshot=in_snapshot,
        slots=cycle.weights.slots,
        weight=trace.weight,
        pie=cycle.weights.pie,
        in_use=cycle.in_use,
        candidates=cycle.candidates,
        smallest=cycle.weights.smallest if cycle.weights.slots else 0.0,
    )


def quota_steps(trace: Trace, number: int) -> tuple[QuotaStep, ...]:
    """The groups from the root down to this one; empty if the negotiator works without groups."""
    if not trace.rounds:
        return ()
    opened = trace.rounds[-1]
    ancestry = list(opened.start.tree.ancestry(number))
    return tuple(_quota_step(trace, opened, group) for group in reversed(ancestry))


def _quota_step(trace: Trace, opened: AllocationRound, group: Group) -> QuotaStep:
    tree, quotas = opened.start.tree, opened.quotas
    parent = None if group.parent is None else tree.groups[group.parent]
    above = max(quotas.pool, 0.0) if parent is None else quotas.subtree[parent.number]
    siblings = [] if parent is None else [tree.groups[child] for child in parent.children]
    static = total(sibling.configured for sibling in siblings if sibling.static)
    for_static = static if trace.cycle.quota_settings.oversubscription else min(static, above)
    return QuotaStep(
        group=group.name,
        configured=group.configured,
        static=group.static,
        accepts_surplus=group.accepts_surplus,
        autoregroup=group.autoregroup,
        parent=None if parent is None else parent.name,
        parent_quota=above,
        static_siblings=static,
        dynamic_siblings=total(sibling.configured for sibling in siblings if not sibling.static),
        for_static=for_static,
        for_dynamic=max(0.0, above - for_static),
        subtree_quota=quotas.subtree[group.number],
        children_quota=total(quotas.subtree[child] for child in group.children),
        effective_quota=quotas.effective[group.number],
    )


def turn_steps(trace: Trace, number: int) -> tuple[TurnStep, ...]:
    """Every turn of a group, and every round in which it was left out."""
    steps: list[TurnStep] = []
    before: list[str] = []
    for turn in trace.turns:
        if turn.number == turn.opened.order[0]:
            before = []
        if turn.number == number:
            steps.append(_turn_step(turn, tuple(before)))
        elif not isinstance(turn.limit, Skip):
            before.append(turn.opened.start.tree.groups[turn.number].name)
    return tuple(steps)


def _turn_step(turn: Turn, before: tuple[str, ...]) -> TurnStep:
    opened, number = turn.opened, turn.number
    start, limit = opened.start, turn.limit
    quota = opened.start.quotas.effective[number]
    own = min(start.requested[number], quota)
    allocated = opened.allocation.allocated[number]
    given = None if isinstance(limit, Skip) else limit
    return TurnStep(
        round=start.number,
        requested=start.requested[number],
        own=own,
        surplus_taken=allocated - own,
        surplus_given=quota - own,
        allocated=allocated,
        usage=start.usage[number],
        place=opened.order.index(number) + 1,
        groups=len(opened.order),
        before=before,
        sort_key=opened.keys[number],
        skipped=str(limit) if given is None else None,
        slots=None if given is None else given.slots,
        limit=None if given is None else given.limit,
        capped_by=None if given is None or given.capped_by is None else start.tree.groups[given.capped_by].name,
    )


def share_step(spin: Spin, pool: float) -> ShareStep:
    """Everybody who took part in a spin, and the shares that their priorities gave them."""
    competitors = []
    for name, ads in Counter(spin.names).items():
        place = spin.names.index(name)
        priority, factor = spin.priorities[place], spin.factors[place]
        competitors.append(
            Competitor(
                name=name,
                real_priority=priority / factor,
                factor=factor,
                priority=priority,
                parts=spin.normalisation.largest / priority,
                share=spin.normalisation.share(priority),
                usage=spin.usage[place],
                ads=ads,
            )
        )
    limit = None if spin.turn is None or isinstance(spin.turn.limit, Skip) else spin.turn.limit.limit
    return ShareStep(
        round=spin.round,
        group=spin.group,
        floor_pass=spin.kind is PassKind.FLOOR,
        spin=spin.number,
        pool=pool,
        group_limit=limit,
        pie=spin.pie,
        competitors=tuple(sorted(competitors, key=lambda competitor: competitor.priority)),
        parts=spin.normalisation.factor,
    )


def limit_step(seen: VisitTrace, floor: int) -> LimitStep:
    """What a submitter with this floor could win in a visit."""
    record, spin = seen.record, seen.spin
    goal = record.share * spin.pie
    return LimitStep(
        share=record.share,
        pie=spin.pie,
        goal=goal,
        usage=record.usage,
        allowed=max(goal - record.usage, 0.0),
        floor=floor,
        ceiling=None if record.ceiling_left is None else record.ceiling_left + int(record.usage),
        ceiling_left=record.ceiling_left,
        group_room=spin.room,
        limit=record.limit,
        unclaimed_limit=record.unclaimed_limit,
        won=seen.used,
    )
