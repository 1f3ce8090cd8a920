"""What lies on the negotiator's state during a cycle."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from userprio.classad import Ad, Evaluator
from userprio.classad.equivalence import Partition, ReferenceClosure
from userprio.matching.assessment import Assessor, SlotKind
from userprio.matching.candidates import MatchList, Slot, SlotList
from userprio.matching.predicates import MatchSide
from userprio.negotiation.accounts import ConcurrencyLimits, LiveAccounts
from userprio.negotiation.observer import CycleObserver
from userprio.negotiation.outcome import Match, Rejection
from userprio.pool.settings import NegotiatorSettings
from userprio.schedd.schedds import Taken


@dataclass(frozen=True, slots=True)
class Given:
    """A slot that was given, as it was then, and the claim that came of it."""

    slot: Slot
    kind: SlotKind
    ad: Ad
    taken: Taken | None
    """None: no job starts. The slot gives no claim, or the schedd turned it down."""


@dataclass(slots=True)
class CycleState:
    """What every visit reads and changes; the rest of the cycle's state is its caller's."""

    settings: NegotiatorSettings
    evaluator: Evaluator
    accounts: LiveAccounts
    concurrency: ConcurrencyLimits
    slots: SlotList
    by_name: Mapping[str, Ad]
    """Ads of all fetched slots by name."""
    assessor: Assessor
    job_kinds: Partition[MatchSide]
    slot_kinds: Callable[[Ad], SlotKind]
    relevant: ReferenceClosure
    """What decides about matches."""
    volatile: frozenset[str]
    """Functions in play that tell what users have in use, so that what depends on them does not outlast a match."""
    match_list: MatchList | None = None
    matches: list[Match] = field(default_factory=list)
    given: list[Given] = field(default_factory=list)
    """What each match gave."""
    rejections: list[Rejection] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    observer: CycleObserver = field(default_factory=CycleObserver)
    _parties: dict[Ad, MatchSide] = field(default_factory=dict)

    def party_of(self, ad: Ad) -> MatchSide:
        """What jobs with this ad are for expressions, apart from what requests say about their submitter."""
        known = self._parties.get(ad)
        if known is None:
            known = self._parties[ad] = self.job_kinds.of(ad)
        return known
