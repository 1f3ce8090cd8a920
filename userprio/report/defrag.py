"""What condor_defrag would do, as data."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from userprio.report.data import Field, Rows
from userprio.simulation import Defrag, Drain, Poll

COLUMNS = ("machine", "rank", "cores", "free_cores", "jobs", "badput_core_s", "idle_core_s", "after_s")


def defrag_document(found: Defrag) -> dict[str, Any]:
    """Schema `userprio.defrag/1`."""
    policy = found.policy
    return {
        "schema": "userprio.defrag/1",
        "at": found.at,
        "daemon": policy.daemon,
        "schedule": policy.schedule,
        "interval_s": policy.interval_s,
        "rate": asdict(policy.rate),
        "partitionable_slots": found.partitionable,
        "unranked": list(found.unranked),
        "polls": [_poll(poll) for poll in found.polls],
        "drains": list(_rows(found.drains)),
        "whole_now": found.whole_now,
        "whole_then": found.whole_then,
        "badput_core_s": found.badput_core_s,
        "gains": [asdict(gain) for gain in found.gains],
        "large_jobs": found.large_jobs,
        "length_s": found.length_s,
        "courses": [asdict(course) for course in found.courses],
        "warnings": list(found.warnings),
    }


def _poll(poll: Poll) -> dict[str, Any]:
    return {
        "at": poll.at,
        "to_drain": poll.to_drain,
        "draining": list(poll.draining),
        "whole": list(poll.whole),
        "cancelled": list(poll.cancelled),
        "candidates": [list(equals) for equals in poll.candidates],
        "drained": list(poll.drained),
        "skipped": [list(each) for each in poll.skipped],
        "nothing_because": poll.nothing_because,
        "left_to_chance": list(poll.by_chance),
    }


def defrag_rows(found: Defrag) -> Rows:
    """A line for each machine that would be drained at the first poll."""
    return COLUMNS, _rows(found.drains)


def _rows(drains: tuple[Drain, ...]) -> Iterator[dict[str, Field]]:
    for drain in drains:
        yield {"machine": drain.machine, "rank": drain.rank, **asdict(drain.cost)}
