"""What there is for requests at the moment, so that visits that can give nothing need not be made.

In a full pool most visits end without a match, for one and the same reason: of the slots that suit a request none is
free, or those that are cost more than the submitter may still win. What suits a request is found out once for all
submitters, and holds until a slot is given or dropped.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from userprio.classad import Ad
from userprio.matching import Allowance, MatchSide, Refusals, Search, SlotClass, any_may_be_taken, out_of_reach
from userprio.negotiation.state import CycleState, Requester
from userprio.schedd import Request

_NO_LIMIT: Final = Allowance(0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Outlook:
    """What there is for a kind of request, whoever asks."""

    costs: frozenset[float]
    """Of the slots that suit it and that nobody holds."""
    holders: frozenset[str | None]
    """Those from whom PREEMPTION_REQUIREMENTS let nobody take a slot that suits it."""
    uncertain: bool
    """It takes a scan to tell: slots may be taken from somebody, or concurrency limits have a say."""

    def refusals(self, submitter: str, allowance: Allowance, *, rank_only: bool) -> Refusals | None:
        """Why there is nothing for a request of that submitter; None if there may be something."""
        if self.uncertain:
            return None
        if rank_only:
            return Refusals()
        for cost in self.costs:
            if allowance.permits_unclaimed(cost):
                return None
        # Policy keeps nobody from slots of their own.
        policy = len(self.holders) > 1 or (bool(self.holders) and submitter not in self.holders)
        return Refusals(policy=policy, limit=bool(self.costs))


_UNCERTAIN: Final = Outlook(frozenset(), frozenset(), uncertain=True)


Asking = tuple[MatchSide, frozenset[int], str]
"""A kind of request, IP protocols and name of its schedd."""
Verdicts = dict[Asking, dict[SlotClass, float | None]]
"""What slots cost that suit a request if nobody holds them, or whoever holds them; None: they do not suit it."""


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

    def of(self, ad: Ad, requester: Requester, protocols: frozenset[int], schedd: str) -> Outlook:
        """What there is for a request with this ad; `protocols` are those of its schedd."""
        state = self._state
        now = state.slots.turnover, len(state.matches) if state.volatile else 0
        if now != self._since:
            if now[1] != self._since[1] and state.volatile:
                self._verdicts.clear()
            self._since = now
            self._known.clear()
        key = state.request_side(ad, requester), protocols, schedd
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
        verdicts = self._verdicts.setdefault(asking, {})

        def suiting(classes: Iterable[SlotClass]) -> Iterator[tuple[SlotClass, float]]:
            for each in classes:
                if each not in verdicts:
                    suits = out_of_reach(search, each.kind) is None and assessor.matches(job, each.kind)
                    verdicts[each] = assessor.of_match(job, each.kind).cost if suits else None
                if (cost := verdicts[each]) is not None:
                    yield each, cost

        held = [each for each, _ in suiting(slots.held_classes)]
        if held and any_may_be_taken(held, job, slots, assessor):
            return _UNCERTAIN
        costs = frozenset(cost for _, cost in suiting(slots.free_classes))
        return Outlook(costs, frozenset(holder for each in held for holder in each.holders), uncertain=False)

    def refused(
        self,
        requests: list[Request],
        requester: Requester,
        protocols: frozenset[int],
        schedd: str,
        allowance: Allowance,
        rank_only: bool,
    ) -> list[tuple[Request, Refusals]] | None:
        """The requests of a visit that can give nothing, each with why not; None where the visit has to be made.

        The rest of an autocluster is not asked for once a request of it was refused.
        """
        refused: list[tuple[Request, Refusals]] = []
        seen: set[int] = set()
        for request in requests:
            if request.autocluster in seen:
                continue
            outlook = self.of(request.ad, requester, protocols, schedd)
            why = outlook.refusals(requester.submitter, allowance, rank_only=rank_only)
            if why is None:
                return None
            if request.autocluster >= 0:
                seen.add(request.autocluster)
            refused.append((request, why))
        return refused
