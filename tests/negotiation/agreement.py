"""Where a dry run and a negotiator's log of the same cycle part: one sentence for each difference, none if they agree.

The log shows six digits. What depends on priorities is compared more loosely, see `aged`; slots that differ in nothing
that a request can see stand for each other.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from typing import Final, TypeVar

from tests.negotiation.recorded import Event, aged, given, limit_agrees, near, request, rounds, slot_kinds
from tests.negotiation.told import told_by
from userprio.base.cxx import INT_MAX
from userprio.classad import Ad
from userprio.negotiation import GroupOutcome, Match, Outcome, Visit, VisitOutcome
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
    """The same submitters on the same occasions, with the same figures, and left for the same reason."""
    schedds, idle = _schedds(pool), _idle_jobs(pool)
    theirs = [_known(visit, schedds) for visit in told_by(events).visits]
    for visit in theirs:
        jobs = idle.get((visit["submitter"], visit.get("schedd")))
        if jobs is not None:
            visit["idle_jobs"] = jobs
    return _first_difference("visit", theirs, outcome.visits, _same_visit)


_FIGURES: Final[Mapping[str, Callable[[float, float], bool]]] = {
    "priority": aged,
    "factor": near,
    "share": aged,
    "limit": lambda one, other: aged(one, other, 2e-3),
    "unclaimed_limit": lambda one, other: aged(one, other, 2e-3),
    "usage": near,
    "won": near,
}
_OCCASION: Final = ("round", "group", "kind", "spin", "submitter", "schedd")
_EXACT: Final = (*_OCCASION, "matched", "idle_jobs")


def _same_visit(theirs: Event, ours: Visit) -> bool:
    return (
        _same(theirs, ours, _EXACT)
        and all(compare(theirs[name], getattr(ours, name)) for name, compare in _FIGURES.items() if name in theirs)
        and near(theirs.get("ceiling", NO_CEILING), NO_CEILING if ours.ceiling_left is None else ours.ceiling_left)
        and _same_group_limit(theirs.get("group_limit"), ours.group_limit)
        and ours.outcome in theirs.get("outcomes", VisitOutcome)
        and ("starvation" not in theirs or _same_starvation(*theirs["starvation"], ours.starvation))
    )


def _same_group_limit(logged: float | None, ours: int | None) -> bool:
    return logged is None or (ours is not None and limit_agrees(ours, logged))


def _same_starvation(used: float, allotted: float, ours: float) -> bool:
    """Part used of what is used or may be won; nothing may be shown where that is a rounded zero."""
    return allotted < 1e-5 or aged(used / allotted, ours)


def _same(theirs: Event, ours: object, names: Sequence[str]) -> bool:
    """Whether these values are the same, as far as they are told."""
    return all(theirs[name] == getattr(ours, name) for name in names if name in theirs)


def _known(told: Event, schedds: Mapping[str, str]) -> Event:
    """With the schedd's name for its address; without the schedd where an address is not that of one."""
    address = told.get("schedd")
    known = {name: value for name, value in told.items() if name != "schedd"}
    return {**known, "schedd": schedds[address]} if address in schedds else known


def _schedds(pool: Pool) -> dict[str, str]:
    """Names of schedds by address."""
    return {_text(ad, "ScheddIpAddr"): _text(ad, "ScheddName") for ad in pool.submitters}


def _idle_jobs(pool: Pool) -> dict[tuple[str, str | None], int]:
    """Waiting jobs by submitter and schedd, of those that have one ad."""
    ads = [((_text(ad, "Name"), _text(ad, "ScheddName")), _text(ad, "IdleJobs")) for ad in pool.submitters]
    often = Counter(key for key, _ in ads)
    return {key: int(jobs) for key, jobs in ads if often[key] == 1 and jobs.isdigit()}


def _text(ad: Ad, name: str) -> str:
    return (ad.source(name) or "").strip('"')


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


def occasions(outcome: Outcome, events: Sequence[Event], pool: Pool) -> list[str]:
    """Each match and each rejection is of the same round, group, spin and schedd; a match has the same cost and way."""
    told, schedds = told_by(events), _schedds(pool)
    names = ("round", "group", "spin", "submitter", "schedd")
    return [
        *_first_difference(
            "occasion of match",
            [_known(event, schedds) for event in told.matches],
            outcome.matches,
            lambda theirs, ours: _same(theirs, ours, names) and _same_match(theirs, ours),
        ),
        *_first_difference(
            "occasion of rejection",
            [_known(event, schedds) for event in told.rejections],
            outcome.rejections,
            lambda theirs, ours: _same(theirs, ours, names),
        ),
    ]


def _same_match(theirs: Event, ours: Match) -> bool:
    because = theirs.get("because")
    return (because is None or ours.because == because) and ("cost" not in theirs or near(theirs["cost"], ours.cost))


def sizes(outcome: Outcome, events: Sequence[Event], pool: Pool) -> list[str]:
    """As many slots are left after trimming, the pool weighs the same, and so does its lightest slot."""
    found = []
    size = outcome.pool
    for event in _of(events, "numSlots")[:1]:
        if event["after_trimming"] not in (None, size.candidates):
            found.append(_differ("slots left after trimming", event["after_trimming"], size.candidates))
    for event in _of(events, "minSlotWeight")[:1]:
        # Where there are no slots HTCondor's minimum is DBL_MAX.
        if size.slots and not near(event["value"], size.smallest_weight):
            found.append(_differ("the smallest weight", event["value"], size.smallest_weight))
    limit = float(INT_MAX)
    for event in _of(events, "begin_group", "slotWeightTotal"):
        if event["event"] == "begin_group":
            limit = event["limit"]
        elif not _same_pie(event["value"], size.weight, limit):
            found.append(_differ("pie of a spin", event["value"], f"{size.weight}, under a limit of {limit}"))
    return found


def _same_pie(logged: float, ours: float, limit: float) -> bool:
    """Whether that is the weight of the pool, or what a group's limit leaves of it."""
    return near(logged, ours) or (logged < ours and limit_agrees(int(logged), limit))


def groups(outcome: Outcome, events: Sequence[Event], pool: Pool) -> list[str]:
    """Each group has the same quota, settings, usage and demand as the cycle begins, and the same key in the end."""
    ours = {group.name: group for group in outcome.groups}
    theirs = {event["group"]: event for event in _of(events, "group_row") if event["group"] in ours}
    found = [
        _differ(f"group {name}", row, ours[name]) for name, row in theirs.items() if not _same_row(row, ours[name])
    ]
    for kind, value, name in (("sortkey", "sortkey", "sort_key"), ("subtree", "quota", "subtree_quota")):
        last = {event["group"]: event[value] for event in _of(events, kind)}
        found += [
            _differ(f"{name} of {group}", their, getattr(ours[group], name))
            for group, their in last.items()
            if group in ours and not near(their, getattr(ours[group], name))
        ]
    return found


def _same_row(row: Event, ours: GroupOutcome) -> bool:
    return (
        near(row["configured"], ours.configured_quota)
        and near(row["usage"], ours.usage)
        and near(row["requested"], ours.requested)
        and (row["static"], row["surplus"], row["regroup"])
        == tuple("NY"[flag] for flag in (ours.static, ours.accepts_surplus, ours.autoregroup))
    )


ASPECTS: Final[Mapping[str, Callable[[Outcome, Sequence[Event], Pool], list[str]]]] = {
    "quotas": quotas,
    "allocations": allocations,
    "passes": passes,
    "visits": visited,
    "matches": matches,
    "rejections": rejections,
    "requests": requests,
    "occasions": occasions,
    "sizes": sizes,
    "groups": groups,
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
