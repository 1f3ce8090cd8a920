"""The pie as one spin divided it, and the limit that it made for one submitter."""

from userprio.explain.explanation import Competitor, LimitStep, ShareStep
from userprio.explain.trace import Spin, VisitTrace
from userprio.negotiation import PassKind
from userprio.negotiation.accounts import LiveAccounts
from userprio.quotas import Skip


def share_step(spin: Spin, pool: float) -> ShareStep:
    """Everybody who took part in a spin, and what its priority made of the pie."""
    ads: dict[str, int] = {}
    for name in spin.names:
        ads[name] = ads.get(name, 0) + 1
    competitors = []
    for name in ads:
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
                ads=ads[name],
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
        competitors=tuple(sorted(competitors, key=lambda one: one.priority)),
        parts=spin.normalisation.factor,
    )


def limit_step(seen: VisitTrace, accounts: LiveAccounts) -> LimitStep:
    """What a submitter could win in a visit."""
    record, spin = seen.record, seen.spin
    goal = record.share * spin.pie
    return LimitStep(
        share=record.share,
        pie=spin.pie,
        goal=goal,
        usage=record.usage,
        allowed=max(goal - record.usage, 0.0),
        floor=accounts.floor(record.submitter),
        ceiling=None if record.ceiling_left is None else record.ceiling_left + int(record.usage),
        ceiling_left=record.ceiling_left,
        group_room=spin.room,
        limit=record.limit,
        unclaimed_limit=record.unclaimed_limit,
        won=seen.used,
    )
