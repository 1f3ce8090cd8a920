"""Whether a real negotiator may run out of time in a cycle that was decided without a clock."""

from collections import defaultdict
from typing import Final

from userprio.negotiation.clock import MEASURED, PER_CYCLE, PER_SCHEDD, PER_SUBMITTER, PER_VISIT
from userprio.negotiation.outcome import Match, Outcome, Rejection, Visit
from userprio.pool import TimeLimits

_SLOWER: Final = 2
"""Estimates may be wrong by that factor."""
_Occasion = tuple[int | None, str | None, int, str, str]


def time_limit_remarks(outcome: Outcome, limits: TimeLimits) -> tuple[str, ...]:
    """A remark that time is not simulated, if by a rough estimate a limit is too short for this cycle; else none.

    The estimate needs no further cycle: each request is taken to look at every slot.
    """
    if outcome.estimated_s is not None:
        return ()
    slots = outcome.pool.slots
    visits: defaultdict[_Occasion, float] = defaultdict(float)
    for visit in outcome.visits:
        visits[_occasion(visit)] += MEASURED.visit + visit.matched * MEASURED.match
    matched = {(_occasion(match), match.request) for match in outcome.matches}
    requests = matched | {(_occasion(rejection), rejection.request) for rejection in outcome.rejections}
    for occasion, request in requests:
        looked = MEASURED.slot_scanned + ((occasion, request) in matched) * MEASURED.candidate
        visits[occasion] += MEASURED.request + slots * looked
    submitters: defaultdict[tuple[str, str], float] = defaultdict(float)
    schedds: defaultdict[str, float] = defaultdict(float)
    for (_, _, _, submitter, schedd), seconds in visits.items():
        submitters[submitter, schedd] += seconds
        schedds[schedd] += seconds
    longest = {
        PER_CYCLE: (limits.cycle_s, slots * MEASURED.slot_fetched + sum(visits.values())),
        PER_SUBMITTER: (limits.submitter_s, max(submitters.values(), default=0.0)),
        PER_SCHEDD: (limits.schedd_s, max(schedds.values(), default=0.0)),
        PER_VISIT: (limits.visit_s, max(visits.values(), default=0.0)),
    }
    short = [f"{knob} ({limit} s)" for knob, (limit, seconds) in longest.items() if 0 < limit < _SLOWER * seconds]
    if not short:
        return ()
    return (
        f"time is not simulated, and a real negotiator may run out of it: {' and '.join(short)} may be too little for "
        "this cycle. `userprio negotiate --real-time` estimates where it would stop",
    )


def _occasion(record: Visit | Match | Rejection) -> _Occasion:
    return record.round, record.group, record.spin, record.submitter, record.schedd
