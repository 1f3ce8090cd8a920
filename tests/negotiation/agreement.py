"""Where a dry run and a negotiator's log of the same cycle part: one sentence for each difference, none if they agree.

The log shows six digits. What depends on priorities is compared more loosely, see `aged`; slots that differ in nothing
that a request can see stand for each other.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from typing import Final, TypeVar

from tests.negotiation.recorded import (
    Event,
    aged,
    given,
    limit_agrees,
    near,
    request,
    rounds,
    slot_kinds,
    visits,
)
from userprio.negotiation import Outcome
from userprio.pool import Pool

T = TypeVar("T")
U = TypeVar("U")

NO_CEILING: Final = 2147483647.0
"""What the log shows to be left where there is no ceiling."""
UNCOUNTED: Final = -1
"""Stands for the jobs of a request whose schedd offers one job at a time."""


def quotas(outcome: Outcome, events: Sequence[Event], pool: Pool) -> list[str]:
    """Every group ends the cycle with the quota that was logged last."""
    ours = {group.name: group.effective_quota for group in outcome.groups}
    theirs = {event["group"]: event["quota"] for event in _of(events, "quota_assigned", "allocation")}
    return [
        _differ(f"effective quota of {name}", quota, ours.get(name))
        for name, quota in theirs.items()
        if name not in ours or not near(quota, ours[name])
    ]


def allocations(outcome: Outcome, events: Sequence[Event], pool: Pool) -> list[str]:
    """Rounds are as many, and allocate to each group, and deny it, what was logged."""
    ours = {
        (step.round, group.name): (group.allocated, group.unallocated)
        for step in outcome.rounds
        for group in step.groups
    }
    theirs = rounds(list(events))
    return [
        _differ(f"round {key[0]}, allocated to {key[1]} and denied", theirs.get(key), ours.get(key))
        for key in {**theirs, **ours}
        if key not in ours or key not in theirs or not all(map(near, ours[key], theirs[key]))
    ]


def passes(outcome: Outcome, events: Sequence[Event], pool: Pool) -> list[str]:
    """The same groups are served in the same order under the same limits."""
    return _first_difference(
        "group served",
        [(event["group"], event["limit"]) for event in _of(events, "begin_group")],
        [(step.group, step.limit) for step in outcome.passes],
        lambda theirs, ours: theirs[0] == ours[0] and limit_agrees(ours[1], theirs[1]),
    )


def visited(outcome: Outcome, events: Sequence[Event], pool: Pool) -> list[str]:
    """The same submitters in the same order, with their priority, factor, share, limit, usage and ceiling."""
    ours: list[Event] = [
        {
            "spin": visit.spin,
            "submitter": visit.submitter,
            "priority": visit.priority,
            "factor": visit.factor,
            "share": visit.share,
            "limit": visit.limit,
            "usage": visit.usage,
            "ceiling": NO_CEILING if visit.ceiling_left is None else visit.ceiling_left,
        }
        for visit in outcome.visits
    ]
    return _first_difference("visit", list(visits(list(events))), ours, _same_visit)


def _same_visit(theirs: Event, ours: Event) -> bool:
    close: dict[str, Callable[[float, float], bool]] = {
        "priority": aged,
        "factor": near,
        "share": aged,
        "limit": lambda one, other: aged(one, other, 2e-3),
        "usage": near,
        "ceiling": near,
    }
    return (theirs["spin"], theirs["submitter"]) == (ours["spin"], ours["submitter"]) and all(
        compare(theirs[name], ours[name]) for name, compare in close.items() if name in theirs
    )


def matches(outcome: Outcome, events: Sequence[Event], pool: Pool) -> list[str]:
    """The same slots go to the same requests, in the same order, from the same users."""
    theirs = [
        (event["submitter"], request(event), event["slot"], _preempted(event["preempting"]))
        for event in _of(events, "match")
    ]
    ours = [(match.submitter, match.request, match.slot, match.preempts) for match in outcome.matches]
    kinds = slot_kinds(pool)
    pairs = zip_longest(given(theirs, kinds), given(ours, kinds))
    for number, (pair, shown) in enumerate(zip(pairs, zip_longest(theirs, ours), strict=True), 1):
        if pair[0] != pair[1]:
            return [_differ(f"match {number} of {len(theirs)}", *shown)]
    return []


def rejections(outcome: Outcome, events: Sequence[Event], pool: Pool) -> list[str]:
    """The same requests are refused for the same reasons, in the negotiator's words and order."""
    return _first_difference(
        "rejection",
        [(event["submitter"], request(event), event["why"]) for event in _of(events, "reject")],
        [(one.submitter, one.request, one.reason) for one in outcome.rejections],
        lambda theirs, ours: theirs == ours,
    )


def requests(outcome: Outcome, events: Sequence[Event], pool: Pool) -> list[str]:
    """Which match of its request each one is, and how many jobs each refused request leaves."""
    numbers, left = [], []
    number = of = 0
    for event in events:
        match event["event"]:
            case "request":
                number, of = int(event["number"]), int(event["of"])
            case "match":
                numbers.append(number)
            case "reject":
                left.append(of - number + 1 if of else UNCOUNTED)
    return [
        *_first_difference(
            "number within its request of match", numbers, [one.number for one in outcome.matches], int.__eq__
        ),
        *_first_difference(
            "jobs left by rejection",
            left,
            [one.jobs for one in outcome.rejections],
            lambda theirs, ours: theirs in (UNCOUNTED, ours),
        ),
    ]


ASPECTS: Final[Mapping[str, Callable[[Outcome, Sequence[Event], Pool], list[str]]]] = {
    "quotas": quotas,
    "allocations": allocations,
    "passes": passes,
    "visits": visited,
    "matches": matches,
    "rejections": rejections,
    "requests": requests,
}
"""What is compared."""


def disagreements(outcome: Outcome, events: Sequence[Event], pool: Pool) -> list[str]:
    """All differences, of every aspect."""
    return [line for compare in ASPECTS.values() for line in compare(outcome, events, pool)]


def decisions(outcome: Outcome, events: Sequence[Event], pool: Pool) -> list[str]:
    """The differences in matches and rejections alone."""
    return [line for aspect in ("matches", "rejections") for line in ASPECTS[aspect](outcome, events, pool)]


def _of(events: Sequence[Event], *kinds: str) -> list[Event]:
    return [event for event in events if event["event"] in kinds]


def _first_difference(what: str, theirs: Sequence[T], ours: Sequence[U], same: Callable[[T, U], bool]) -> list[str]:
    """Of two lists in order only the first difference counts: the later ones follow from it."""
    for number, (their, our) in enumerate(zip_longest(theirs, ours), 1):
        if their is None or our is None or not same(their, our):
            return [_differ(f"{what} {number} of {len(theirs)}", their, our)]
    return []


def _differ(what: str, theirs: object, ours: object) -> str:
    return f"{what}: HTCondor {theirs}, here {ours}"


def _preempted(logged: str) -> str | None:
    user = re.sub(r" \(.*", "", logged)
    return None if user == "none" else user
