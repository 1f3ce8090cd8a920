"""The state of a cycle: what every visit reads and changes, and the terms of the pass that visits belong to."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from userprio.classad import Ad, Evaluator, Partition, ReferenceClosure
from userprio.matching import Assessor, MatchList, MatchSide, Slot, SlotKind, SlotList
from userprio.negotiation.accounts import ConcurrencyLimits, LiveAccounts
from userprio.negotiation.ephemeral import Requester
from userprio.negotiation.outcome import Match, PassKind, Rejection
from userprio.pool import NegotiatorSettings
from userprio.schedd import Taken


@dataclass(frozen=True, slots=True)
class PassTerms:
    """Under what terms a list of submitters is negotiated."""

    kind: PassKind
    round: int | None
    group: str | None
    """For the record: the group of the pass, None without groups."""
    limited_group: str | None
    """The group whose quota and usage bound the pass: None without groups, and for all under autoregroup."""
    quota: int
    pool: float
    """Weight of the pool."""
    smallest_slot: float
    requester: Callable[[str], Requester]
    """What the requests of a submitter of this name show about it."""


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
    _sides: dict[Ad, MatchSide] = field(default_factory=dict)

    def job_side(self, ad: Ad) -> MatchSide:
        """What jobs with this ad are for expressions, apart from what requests say about their submitter."""
        known = self._sides.get(ad)
        if known is None:
            known = self._sides[ad] = self.job_kinds.of(ad)
        return known
