"""What giving slots to a request would do to their users, found out for all slots of a cycle at once.

Slots that agree in everything that decides about it are of one sort. What is true of a sort is a byte of flags, and
conditions such as PREEMPTION_REQUIREMENTS are answered for all sorts in a few operations, as the engine does for lists
of slots.
"""

from typing import Final

from userprio.negotiation.matching import (
    EQUALLY_PREFERRED,
    STRICTLY_PREFERRED,
    Assessor,
    Conditions,
    Displacement,
    MatchSide,
    SlotKind,
    SlotVerdict,
    decide_displacement,
    flags_of,
    memoized,
)

HELD: Final = 1
"""Somebody holds these slots, and preemption is considered."""
_PREFERS: Final = 2
_ALLOWED: Final = 4
_CONTENT: Final = 8
CLAIMLESS: Final = 16
"""A match would have to give its schedd a claim, but there is none to give."""


def displaced(flags: int, *, own: bool) -> Displacement | SlotVerdict:
    """What giving slots with these flags to a request that matches does to their users, or why they are not given."""
    return decide_displacement(
        held=bool(flags & HELD),
        own=own,
        rank_only=False,
        prefers=lambda: bool(flags & _PREFERS),
        allowed=lambda: bool(flags & _ALLOWED),
        content=lambda: bool(flags & _CONTENT),
    )


class SlotSorts:
    """The sorts of slots that were met in a cycle, numbered as they were met."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[int | None, bool], int] = {}
        self._kinds: list[SlotKind] = []
        """The first kind of each."""
        self._known = bytearray()
        """HELD and CLAIMLESS, by sort."""
        self._conditions: Conditions | None = None
        self._flags: dict[MatchSide, bytes] = {}
        self._forgotten = 0

    def number(self, kind: SlotKind, taking: int | None, *, claimless: bool) -> int:
        """The sort of slots of a kind; `taking` is its number in `SlotList.taking` if somebody holds them."""
        number = self._numbers.setdefault((taking, claimless), len(self._kinds))
        if number == len(self._kinds):
            self._kinds.append(kind)
            self._known.append((taking is not None and HELD) | (claimless and CLAIMLESS))
            self._conditions = None
        return number

    def claimless(self, number: int) -> bool:
        """Whether slots of a sort would have to give a claim, but have none."""
        return bool(self._known[number] & CLAIMLESS)

    def flags(self, job: MatchSide, assessor: Assessor, forgotten: int) -> bytes:
        """The flags of each sort for a request; cached while `forgotten`, see `SlotList`, stays the same."""
        if self._conditions is None or forgotten != self._forgotten:
            self._forgotten = forgotten
            held = [number for number, known in enumerate(self._known) if known & HELD]
            kinds = [self._kinds[number] for number in held]
            self._conditions = Conditions(held, kinds, len(self._known), assessor)
            self._flags.clear()
        conditions = self._conditions
        return memoized(self._flags, job, lambda: self._worked_out(job, assessor, conditions))

    def _worked_out(self, job: MatchSide, assessor: Assessor, conditions: Conditions) -> bytes:
        known = flags_of(self._known)
        held = known & conditions.every
        if held:
            policy = assessor.policy
            prefers, content = conditions.true(STRICTLY_PREFERRED, job), conditions.true(EQUALLY_PREFERRED, job)
            allowed = held if policy is None else conditions.true(policy, job)
            known |= (prefers & held) * _PREFERS | (allowed & held) * _ALLOWED | (content & held) * _CONTENT
        return known.to_bytes(len(self._known), "little")
