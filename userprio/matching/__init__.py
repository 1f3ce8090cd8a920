"""Which slot suits which request: Requirements of both sides, ranks, costs, and who would be displaced.

`scan` looks through the slots for one request; `assessment` says what a slot and a request make of each other;
`classes` and `predicates` ensure that what is equal in all that matters is looked at once.
"""

from typing import TYPE_CHECKING

from userprio.ondemand import on_demand

if TYPE_CHECKING:
    from userprio.matching.assessment import Assessment, Assessor, Displacement, Rank, SlotKind
    from userprio.matching.candidates import Candidate, MatchList, Refusals, Slot, SlotList
    from userprio.matching.predicates import MatchPredicates, MatchSide
    from userprio.matching.scan import Allowance, Search, scan
else:
    __all__, __getattr__ = on_demand(__file__)
