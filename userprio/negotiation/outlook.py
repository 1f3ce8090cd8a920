"""What there is for requests at the moment, so that visits that can give nothing need not be made.

In a full pool most visits end without a match, for one and the same reason: of the slots that suit a request none is
free, or those that are cost more than the submitter may still win. What suits a request is found out once for all
submitters, and holds until a slot is given or dropped.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from userprio.classad import Ad
from userprio.matching import (
    Allowance,
    Displacement,
    MatchSide,
    Refusals,
    Search,
    SlotClass,
    SlotVerdict,
    displacement_of,
    out_of_reach,
    permits,
)
from userprio.negotiation.shares import Limits
from userprio.negotiation.state import CycleState, Requester
from userprio.schedd import Request

_NO_LIMIT: Final = Allowance(0.0, 0.0, 0.0, 0.0)


class Asker(NamedTuple):
    """Who asks in a visit."""

    requester: Requester
    protocols: frozenset[int]
    """IP protocols of its schedd."""
    schedd: str
    limits: Limits
    """What may be won."""
    rank_only: bool
    """That is nothing: only slots that strictly prefer a request may be given."""


_NOTHING: Final = Refusals()
_REFUSALS: Final = {
    (policy, limit): Refusals(policy=policy, limit=limit) for policy in (True, False) for limit in (True, False)
}


@dataclass(frozen=True, slots=True)
class Outlook:
    """What there is for a kind of request, whoever asks."""

    costs: frozenset[float]
    """Of the slots that suit it and that nobody holds."""
    holders: frozenset[str | None]
    """Those from whom PREEMPTION_REQUIREMENTS let nobody take a slot that suits it; two of them stand for all."""
    uncertain: bool
    """It takes a scan to tell: slots may be taken from somebody, or concurrency limits have a say."""

    def refusals(self, asker: Asker) -> Refusals | None:
        """Why there is nothing for a request of this one; None if there may be something."""
        if self.uncertain:
            return None
        if asker.rank_only:
            return _NOTHING
        for cost in self.costs:
            if permits(0.0, cost, asker.limits.unclaimed):
                return None
        # Policy keeps nobody from slots of their own.
        holders = self.holders
        policy = len(holders) > 1 or (bool(holders) and asker.requester.submitter not in holders)
        return _REFUSALS[policy, bool(self.costs)]


_UNCERTAIN: Final = Outlook(frozenset(), frozenset(), uncertain=True)


class Verdict(Enum):
    """What a class of slots is to a kind of request, whoever holds them and whoever asks."""

    NOTHING = 1
    HELD = 2
    """PREEMPTION_REQUIREMENTS leave them to whoever holds them; whether they suit the request was not asked yet."""
    KEPT = 3
    """They suit it, too."""
    TAKEN = 4
    """They may perhaps be taken from whoever holds them."""


Asking = tuple[MatchSide, frozenset[int], str]
"""A kind of request, IP protocols and name of its schedd."""
Verdicts = dict[Asking, dict[SlotClass, Verdict | float]]
"""Of slots that suit a request and that nobody holds, what they cost."""


class Outlooks:
    """Those of the kinds of requests that come up in a cycle.

    An outlook holds as long as no class of slots has been used up since; verdicts hold as long as there are classes,
    unless they depend on what users have in use.
    """

    def __init__(self, state: CycleState, verdicts: Verdicts) -> None:
        settings = state.settings
        self._state, self._verdicts = state, verdicts
        self._known: dict[Asking, Outlook] = {}
        self._since = (-1, -1)
        self.work = not (
            settings.ranks.ignore_job_ranks
            or settings.allow_pslot_preemption
            or (not settings.consider_preemption and not settings.charging.use_slot_weights)
        )
        """False where a scan has to look at slots one by one, or a visit may end before its requests do."""

    def of(self, ad: Ad, asker: Asker) -> Outlook:
        """What there is for a request with this ad."""
        state = self._state
        now = state.slots.turnover, len(state.matches) if state.volatile else 0
        if now != self._since:
            if now[1] != self._since[1] and state.volatile:
                self._verdicts.clear()
            self._since = now
            self._known.clear()
        key = state.request_side(ad, asker.requester), asker.protocols, asker.schedd
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._look(key)
        return known

    def _look(self, asking: Asking) -> Outlook:
        job, protocols, schedd = asking
        if "ConcurrencyLimits" in job.ad:
            return _UNCERTAIN
        # Whose slots they are, and what may still be won, is looked at when somebody asks.
        search = Search(
            job=job,
            submitter="",
            schedd_name=schedd,
            protocols=protocols,
            rank_only=False,
            consider_preemption=self._state.settings.consider_preemption,
            allowance=_NO_LIMIT,
            limits_reached=None,
            multi_match=None,
            stop_at_weight=None,
        )
        verdicts = self._verdicts.setdefault(asking, {})
        costs: set[float] = set()
        holders: set[str | None] = set()
        for each in self._state.slots.classes:
            verdict = verdicts.get(each)
            if verdict is None:
                verdict = verdicts[each] = self._judge(search, each)
            if verdict is Verdict.HELD and len(holders) < 2:
                verdict = verdicts[each] = Verdict.KEPT if self._suits(search, each) else Verdict.NOTHING
            if verdict is Verdict.TAKEN:
                return _UNCERTAIN
            if verdict is Verdict.KEPT and len(holders) < 2:
                holders.update(each.holders)
            elif not isinstance(verdict, Verdict):
                costs.add(verdict)
        return Outlook(frozenset(costs), frozenset(holders), uncertain=False)

    def _judge(self, search: Search, slots: SlotClass) -> Verdict | float:
        assessor = self._state.assessor
        displacement = displacement_of(search, slots.kind, assessor, held=slots.held, own=False)
        if displacement is SlotVerdict.POLICY:
            return Verdict.HELD
        if displacement is SlotVerdict.RANK or not self._suits(search, slots):
            return Verdict.NOTHING
        return assessor.of_match(search.job, slots.kind).cost if displacement is Displacement.NONE else Verdict.TAKEN

    def _suits(self, search: Search, slots: SlotClass) -> bool:
        return out_of_reach(search, slots.kind) is None and self._state.assessor.matches(search.job, slots.kind)

    def refused(self, requests: list[Request], asker: Asker) -> list[tuple[Request, Refusals]] | None:
        """The requests of a visit that can give nothing, each with why not; None where the visit has to be made.

        The rest of an autocluster is not asked for once a request of it was refused.
        """
        refused: list[tuple[Request, Refusals]] = []
        seen: set[int] = set()
        for request in requests:
            if request.autocluster in seen:
                continue
            why = self.of(request.ad, asker).refusals(asker)
            if why is None:
                return None
            if request.autocluster >= 0:
                seen.add(request.autocluster)
            refused.append((request, why))
        return refused
