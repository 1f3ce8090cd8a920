"""What is said of single slots agrees with what a scan gives."""

from collections import Counter
from collections.abc import Iterator

import pytest

from tests.negotiation.recorded import NAMES, recorded
from userprio.negotiation import CycleObserver, Visit, negotiate
from userprio.negotiation.added_attributes import request_attributes
from userprio.negotiation.diagnosis.slots import RequestFits, SlotCounts, judge_slots
from userprio.negotiation.matching import Allowance, Displacement, Search, SlotVerdict
from userprio.negotiation.matching.candidates import UNFIT, slot_verdict
from userprio.negotiation.matching.scan import scan
from userprio.negotiation.schedd.requests import Schedds
from userprio.negotiation.state import CycleState, PassTerms
from userprio.negotiation.visit import LiveVisit
from userprio.pool.fetched import Submitter, ip_protocols

MOST_JOBS = 3


class Comparer(CycleObserver):
    """After each visit, looks for slots for the submitter's next jobs in all ways."""

    def __init__(self) -> None:
        self.seen: set[SlotVerdict] = set()
        self.counted: set[SlotVerdict] = set()

    def visit(
        self,
        state: CycleState,
        terms: PassTerms,
        submitter: Submitter,
        schedds: Schedds,
        record: Visit,
        visit: LiveVisit | None,
    ) -> None:
        """Every slot that a scan gives could be given, and no other; slots are counted as each of them is judged."""
        census = SlotCounts(state, singly=False).snapshot()
        for search in searches(state, terms, submitter, schedds, record):
            found, refusals = scan(search, state.slots, state.assessor)
            given = {candidate.slot.name for candidate in found.best_first()}
            verdicts = {slot.name: slot_verdict(search, slot, state.assessor).verdict for slot in state.slots}
            assert given == {name for name, verdict in verdicts.items() if verdict is SlotVerdict.NONE}
            said = set(verdicts.values())
            assert refusals.limit == (SlotVerdict.LIMIT in said)
            assert not refusals.policy or SlotVerdict.POLICY in said
            self.seen |= said
            judged = judge_slots(search, census, state, RequestFits(state).of(search), ())
            if not judged.have(SlotVerdict.NO_CLAIM):
                assert Counter(verdicts.values()) == {slots.verdict: slots.count for slots in judged.by_verdict}
                self.counted |= said


def searches(
    state: CycleState, terms: PassTerms, submitter: Submitter, schedds: Schedds, record: Visit
) -> Iterator[Search]:
    queue = schedds.queues.get((submitter.advertised_name, submitter.schedd_address))
    added = request_attributes(terms.requester(submitter.name), state.accounts)
    for job in () if queue is None else queue.jobs[:MOST_JOBS]:
        for limit in (record.limit, 0.5, 0.0):
            yield Search(
                job=state.job_kinds.of(job.ad.replace(added)),
                submitter=submitter.name,
                schedd_name=record.schedd,
                protocols=ip_protocols(submitter.schedd_address),
                rank_only=False,
                consider_preemption=state.settings.consider_preemption,
                allowance=Allowance(limit, 0.5, limit, 0.5),
                limits_reached=None,
                multi_match=None,
                stop_at_weight=None,
            )


@pytest.mark.slow
def test_a_slot_could_be_given_exactly_where_a_scan_gives_it() -> None:
    comparer = Comparer()
    for name in NAMES[::2]:
        negotiate(recorded(name).scenario, observer=comparer)
    assert comparer.seen >= {
        SlotVerdict.NONE,
        SlotVerdict.LIMIT,
        SlotVerdict.REQUIREMENTS,
        SlotVerdict.OWN,
        SlotVerdict.POLICY,
    }
    assert comparer.seen == comparer.counted
    assert comparer.seen & UNFIT


@pytest.mark.parametrize(
    ("closed", "open_to_rank", "by_rank", "free"),
    [
        (None, False, None, None),
        (SlotVerdict.LIMIT, False, SlotVerdict.LIMIT, SlotVerdict.LIMIT),
        (SlotVerdict.LIMIT, True, None, SlotVerdict.LIMIT),
        (SlotVerdict.CEILING, False, SlotVerdict.CEILING, SlotVerdict.CEILING),
    ],
)
def test_a_visit_that_asks_for_nothing_more_gives_what_prefers_the_request_alone(
    closed: SlotVerdict | None, open_to_rank: bool, by_rank: SlotVerdict | None, free: SlotVerdict | None
) -> None:
    allowance = Allowance(10.0, 1.0, 10.0, 1.0, closed, open_to_rank)
    assert allowance.refusal(1.0, Displacement.RANK) is by_rank
    assert allowance.refusal(1.0, Displacement.NONE) is free
    assert allowance.refusal(1.0, Displacement.PRIORITY) is free
