"""Matches of the cycle before whose claims the ads do not show yet: their jobs and slots would be matched again.

A schedd remembers such jobs and does not offer them; their ads say idle, as the ads of their slots say unclaimed. What
tells of them is what the negotiator counted at the end of its cycle, its records of slots, and the schedds' numbers.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from userprio.base.formats import counted
from userprio.classad import Ad, Evaluator, text_of
from userprio.ledger import Ledger
from userprio.negotiation.outcome import PendingMatches
from userprio.negotiation.roster import Roster, SlotFacts
from userprio.pool import LastCycle, Pool, last_cycle

_SETTLED_S: Final = 5
"""So long after a cycle its claims are in the ads: startds report at once, with a schedd's connection in between."""
_REPORTED_S: Final = 10
"""How recent a schedd's ad must be: claims that were pending longer ago may be in the ads by now."""
_NEXT_CYCLE_S: Final = 60
"""So long, by default, records of slots stand that nobody has claimed: the next cycle removes them."""
_NAMES: Final = 4


def pending_matches(pool: Pool, ledger: Ledger, roster: Roster, now: int) -> PendingMatches | None:
    """What tells of pending matches; None if nothing does. `now` is in seconds since the epoch."""
    told_by = pool.accounting or pool.schedds or pool.negotiator or ledger.resources
    if not pool.recorded or not (told_by or pool.assumed_claims):
        return None
    last, evaluator = last_cycle(pool), Evaluator(now)
    in_ads: Counter[str] = Counter()
    for (user, _), count in roster.charges.items():
        in_ads[user] += count
    since = None if last.ended is None else max(now - last.ended, 0)
    counted_more = _beyond(last, in_ads) if since is not None and since <= _SETTLED_S else Counter()
    # Of the snapshot's own records it is known that they were made in the last cycle.
    least = 1 if pool.pending is None else 0
    by_record = _by_record(match_records(pool, ledger), ledger.last_update_time, roster.slots, evaluator, least)
    submitters, schedds = counted_more | by_record, _by_schedd(pool.schedds, evaluator)
    # Numbers may be those of claims that have ended since, or are there by now. The negotiator's own records are not.
    if pool.pending is not None:
        submitters, schedds = by_record, {}
    claimed = pool.assumed_claims
    if not submitters and not schedds and not claimed:
        told = bool(pool.accounting) or pool.pending is not None or since is None or since > _SETTLED_S
        return None if told or not last.matches else PendingMatches(None, {}, {}, since)
    number = max(submitters.total(), sum(schedds.values()))
    return PendingMatches(number, dict(submitters), schedds, since, claimed)


def match_records(pool: Pool, ledger: Ledger) -> dict[str, str]:
    """The users of slots by the negotiator's records, by name of the slot: of the snapshot itself, or of the ledger."""
    evaluator = Evaluator(now=0)
    records = {
        resource.name.partition("@<")[0]: resource.remote_user
        for resource in ledger.resources.values()
        if resource.remote_user is not None
    }
    for ad in pool.pending or ():
        name, user = (text_of(evaluator, ad, attribute) for attribute in ("Name", "RemoteUser"))
        if name is not None and user is not None:
            records[name] = user
    return records


def _beyond(last: LastCycle, in_ads: Mapping[str, int]) -> Counter[str]:
    """The slots that submitters had at the end of the cycle, beyond those of the ads.

    Fewer than in the ads are no sign of anything: a claim may be used for several slots.
    """
    return Counter({user: more for user, slots in last.slots.items() if (more := slots - in_ads[user]) > 0})


def _by_record(
    records: Mapping[str, str], updated: int, slots: Sequence[SlotFacts], evaluator: Evaluator, least: int
) -> Counter[str]:
    """The records of slots that the last cycle must have made for new matches, by submitter: nobody has claimed them.

    A record also stands when its claim has ended, until the next cycle. So it counts if the slot has been unclaimed
    since before the last update of priorities; of a partitionable slot if it is some seconds old, and none of the slots
    taken from it since is the submitter's.
    """
    if not records or evaluator.now - updated > _NEXT_CYCLE_S:
        return Counter()
    unclaimed = [facts for facts in slots if facts.name in records and _is_unclaimed(facts)]
    taken = {
        (_partitionable_of(facts.name), facts.standing.user)
        for facts in slots
        if unclaimed and facts.standing.user is not None and _entered(facts.ad, evaluator) >= updated
    }
    submitters: Counter[str] = Counter()
    for facts in unclaimed:
        user = records[facts.name]
        if evaluator.attribute("PartitionableSlot", facts.ad) is True:
            recent = evaluator.now - updated <= _SETTLED_S
            submitters[user] += recent and (facts.name, user) not in taken
        else:
            submitters[user] += least <= _entered(facts.ad, evaluator) < updated
    return +submitters


def _is_unclaimed(facts: SlotFacts) -> bool:
    return facts.standing.user is None and not facts.standing.matched


def _entered(ad: Ad, evaluator: Evaluator) -> int:
    """When the slot entered its state, seconds since the epoch; 0 if that is not known."""
    value = evaluator.attribute("EnteredCurrentState", ad)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _partitionable_of(name: str) -> str:
    """The name of the slot that a dynamic one was taken from: `slot1@host` of `slot1_3@host`."""
    slot, at, host = name.partition("@")
    return slot.partition("_")[0] + at + host


def _by_schedd(ads: Sequence[Ad], evaluator: Evaluator) -> dict[str, int]:
    """The pending claims of each schedd that has reported lately."""
    return {name: claims for ad in ads for name, claims in _reported(ad, evaluator)}


def _reported(ad: Ad, evaluator: Evaluator) -> Iterator[tuple[str, int]]:
    claims, heard = (evaluator.attribute(name, ad) for name in ("NumPendingClaims", "LastHeardFrom"))
    if isinstance(claims, int) and claims > 0 and isinstance(heard, int) and evaluator.now - heard <= _REPORTED_S:
        yield text_of(evaluator, ad, "Name") or "", claims


def pending_remarks(pending: PendingMatches) -> Iterator[str]:
    """The warnings about pending matches."""
    when = "" if pending.cycle_ended_s is None else f", which ended {pending.cycle_ended_s} s before,"
    if pending.claimed:
        whose = _names(Counter(claim.submitter for claim in pending.claimed))
        jobs, are = counted(len(pending.claimed), "job"), "is" if len(pending.claimed) == 1 else "are"
        yield (
            f"{jobs} of matches of the last cycle{when} {are} taken to run in slots whose ads do not show it yet "
            f"({whose})"
        )
    advice = "Take the snapshot some seconds later"
    if pending.matches is None:
        yield (
            f"this is right after a cycle{when} and matches of it that are not claimed yet cannot be seen: their jobs "
            f"may be matched again. {advice}"
        )
    if not pending.matches:
        return
    matches = "1 match" if pending.matches == 1 else f"{pending.matches:,} matches"
    by_whom = {name: str(number) for name, number in pending.submitters.items()} or {
        name: counted(number, "pending claim") for name, number in pending.schedds.items()
    }
    whose = _names(by_whom)
    verb, they = ("is", "it has") if pending.matches == 1 else ("are", "they have")
    yield (
        f"{matches} of the last cycle{when} {verb} not visible in the ads ({whose}), unless {they} ended already: the "
        f"jobs look idle and may be matched again. {advice}"
    )


def _names(numbers: Mapping[str, object]) -> str:
    """The first names, each with what there is of it."""
    names = [f"{name}: {number}" for name, number in numbers.items()]
    return ", ".join([*names[:_NAMES], *([f"{len(names) - _NAMES:,} more"] if len(names) > _NAMES else [])])
