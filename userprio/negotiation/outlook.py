"""Which slots requests could get at the moment, so that visits that cannot match anything need not be simulated.

In a full pool most visits end without a match, for one and the same reason: none of the slots that suit a request is
free, or the free ones cost more than the submitter may still win. Which classes of slots suit a request is found out
once for all submitters, and holds from cycle to cycle; whether they have slots left is checked in each visit.
"""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from userprio.classad import Ad
from userprio.negotiation.matching import (
    Allowance,
    Assessor,
    MatchSide,
    Refusals,
    Search,
    SlotClass,
    SlotList,
    any_may_be_taken,
    permits,
)
from userprio.negotiation.schedd import Request
from userprio.negotiation.state import Requester
from userprio.pool import NegotiatorSettings

_NO_LIMIT: Final = Allowance(0.0, 0.0, 0.0, 0.0)
_MOST_KINDS: Final = 1 << 13
"""Largest number of kinds of requests whose outlook is cached."""
_NOTHING: Final = Refusals()
_REFUSALS: Final = {
    (policy, limit): Refusals(policy=policy, limit=limit) for policy in (True, False) for limit in (True, False)
}


class Asker(NamedTuple):
    """The submitter and schedd that ask in a visit."""

    requester: Requester
    protocols: frozenset[int]
    """IP protocols of its schedd."""
    schedd: str
    unclaimed_limit: float
    """The weight of free slots that may be won."""
    rank_only: bool
    """The submitter is at its limit: only slots that strictly prefer a request may be given."""


class Outlook:
    """What is available to a kind of request, whoever its submitter is."""

    def __init__(self, search: Search, slots: SlotList, assessor: Assessor) -> None:
        """The outlook for requests that search like this."""
        self._search, self._slots, self._assessor = search, slots, assessor
        self._free, self._held = (slots.suiting(search, held=held) for held in (False, True))
        self._costs: list[tuple[SlotClass, float]] = []
        """The cost of free slots that suit it, by class."""
        self._at: int | None = None
        """The turnover of slots at which it was last checked whether any may be taken."""
        self._taken = False

    def refusals(self, asker: Asker) -> Refusals | None:
        """Why no slot can be given for a request of this asker; None if one might be."""
        if self._any_may_be_taken():
            return None
        if asker.rank_only:
            return _NOTHING
        free, costs, dear = self._free.every(self._search, self._assessor), self._costs, False
        if len(costs) < len(free):
            costs += [
                (slot_class, self._assessor.of_match(self._search.job, slot_class.kind).cost)
                for slot_class in free[len(costs) :]
            ]
        for slot_class, cost in costs:
            if slot_class.holders:
                if permits(0.0, cost, asker.unclaimed_limit):
                    return None
                dear = True
        return _REFUSALS[self._others_hold_some(asker.requester.submitter), dear]

    def _any_may_be_taken(self) -> bool:
        """Whether the request might take a slot from its user."""
        slots, job, assessor = self._slots, self._search.job, self._assessor
        if slots.may_lose_any(job, assessor) is False:
            return False
        if self._at != slots.turnover:
            held = (slot_class for slot_class in self._held.asked_for(self._search, assessor) if slot_class.holders)
            self._taken = any_may_be_taken(held, job, slots, assessor)
            self._at = slots.turnover
        return self._taken

    def _others_hold_some(self, submitter: str) -> bool:
        """Whether PREEMPTION_REQUIREMENTS refused a slot that suits the request; they are not asked about its own."""
        for slot_class in self._held.asked_for(self._search, self._assessor):
            holders = slot_class.holders
            if holders and (len(holders) > 1 or submitter not in holders):
                return True
        return False


Asking = tuple[MatchSide, frozenset[int], str]
"""A kind of request, IP protocols and name of its schedd."""


class Outlooks:
    """The outlooks of all kinds of requests that occur, for one list of slots."""

    def __init__(
        self,
        settings: NegotiatorSettings,
        slots: SlotList,
        assessor: Assessor,
        side: Callable[[Ad, Requester], MatchSide],
    ) -> None:
        """`side` is a request as expressions see it."""
        self._settings, self._slots, self._assessor, self._side = settings, slots, assessor, side
        self._known: dict[Asking, Outlook | None] = {}
        """None: only a scan can tell, because of concurrency limits."""
        self._forgotten = slots.forgotten
        self.work = not (
            settings.ranks.ignore_job_ranks
            or settings.allow_pslot_preemption
            or (not settings.consider_preemption and not settings.charging.use_slot_weights)
        )
        """False if scans have to judge slots one by one, or a visit may end before its requests do."""

    def of(self, ad: Ad, asker: Asker) -> Outlook | None:
        """The outlook for a request with this ad; None if only a scan can tell."""
        if self._forgotten != self._slots.forgotten or len(self._known) >= _MOST_KINDS:
            self._forgotten = self._slots.forgotten
            self._known.clear()
        key = self._side(ad, asker.requester), asker.protocols, asker.schedd
        try:
            return self._known[key]
        except KeyError:
            known = self._known[key] = self._look(*key)
            return known

    def _look(self, job: MatchSide, protocols: frozenset[int], schedd: str) -> Outlook | None:
        if "ConcurrencyLimits" in job.ad:
            return None
        # Whose slots they are and what may still be won is checked in each visit.
        search = Search(
            job=job,
            submitter="",
            schedd_name=schedd,
            protocols=protocols,
            rank_only=False,
            consider_preemption=self._settings.consider_preemption,
            allowance=_NO_LIMIT,
            limits_reached=None,
            multi_match=None,
            stop_at_weight=None,
        )
        return Outlook(search, self._slots, self._assessor)

    def refused(self, requests: Iterable[Request], asker: Asker) -> list[tuple[Request, Refusals]] | None:
        """The requests of a visit that cannot match anything, each with the reasons; None if the visit has to be made.

        The rest of an autocluster is not asked for once a request of it was refused.
        """
        refused: list[tuple[Request, Refusals]] = []
        seen: set[int] = set()
        for request in requests:
            if request.autocluster in seen:
                continue
            outlook = self.of(request.ad, asker)
            why = None if outlook is None else outlook.refusals(asker)
            if why is None:
                return None
            if request.autocluster >= 0:
                seen.add(request.autocluster)
            refused.append((request, why))
        return refused
