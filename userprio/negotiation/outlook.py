"""What there is for requests at the moment, so that visits that can give nothing need not be made.

In a full pool most visits end without a match, for one and the same reason: of the slots that suit a request none is
free, or those that are cost more than the submitter may still win. What suits a request is found out once for all
submitters, and holds until a slot is given or dropped.
"""

from dataclasses import dataclass
from itertools import islice
from typing import Final, NamedTuple

from userprio.classad import Ad
from userprio.matching import Allowance, MatchSide, Refusals, Search, any_may_be_taken, permits
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


Asking = tuple[MatchSide, frozenset[int], str]
"""A kind of request, IP protocols and name of its schedd."""


class Outlooks:
    """Those of the kinds of requests that come up in a cycle.

    An outlook holds as long as no class of slots has been used up since, and if it depends on what users have in use,
    until the next match.
    """

    def __init__(self, state: CycleState) -> None:
        settings = state.settings
        self._state = state
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
        slots, assessor = self._state.slots, self._state.assessor
        # Where nobody may lose anything, two holders are enough to know; else all that fit are looked at.
        if slots.may_lose_any(job, assessor) is not False:
            held = list(slots.fitting(search, assessor, held=True))
            if held and any_may_be_taken(held, job, slots, assessor):
                return _UNCERTAIN
        free = slots.fitting(search, assessor, held=False)
        costs = frozenset(assessor.of_match(job, each.kind).cost for each in free)
        holders: set[str | None] = set()
        for each in slots.fitting(search, assessor, held=True):
            holders.update(islice(each.holders, 2))
            if len(holders) > 1:
                break
        return Outlook(costs, frozenset(holders), uncertain=False)

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
