"""A second opinion on a cycle: whether the reference engine, which works slowly and by itself, decides the same."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, zip_longest
from typing import Any, Final

from userprio.accounting import MIN_FACTOR
from userprio.base.versions import LATEST, Behaviour, DecidedBy, rules
from userprio.negotiation.outcome import Outcome, SecondOpinion
from userprio.negotiation.reference import Cycle
from userprio.pool import ScenarioData

MOST_WORK: Final = 1_000_000
"""Slots times requests that the reference engine takes on: work of some minutes."""
_MOST_SHOWN: Final = 5
"""So many differences of each kind are described; those behind them mostly follow from the first."""
_ROUNDS_SHOWN: Final = 20
"""More rounds of allocation may be cut short, see `Outcome.repeated_rounds`."""


def second_opinion(
    scenario: ScenarioData, outcome: Outcome, on_visit: Callable[[], None] = lambda: None
) -> SecondOpinion:
    """Whether the reference engine decides this scenario as the outcome says, and where not.

    `on_visit` is called after each of its visits.
    """
    cycle = Cycle(scenario)
    outside = tuple(not_covered(cycle))
    if outside:
        return SecondOpinion(None, (), outside)
    cycle.on_visit = on_visit
    cycle.run()
    differences = tuple(_differences(cycle, outcome))
    return SecondOpinion(not differences, differences, ())


def not_covered(cycle: Cycle) -> Iterator[str]:
    """What the reference engine cannot judge in this scenario: one phrase each, nothing if it covers all of it."""
    settings, schedd = cycle.settings, cycle.settings.schedd
    for behaviour in dict.fromkeys((settings.behaviour, settings.versions.of_schedds, *_schedds(cycle))):
        if _differs(behaviour):
            yield f"HTCondor {behaviour.version}, which decides otherwise than {LATEST.version} in some things"
    limits = settings.time_limits
    knobs = {
        "USE_GLOBAL_JOB_PRIOS": settings.use_global_job_prios,
        "NEGOTIATOR_DEPTH_FIRST": settings.depth_first,
        "NEGOTIATOR_CROSS_SLOT_PRIOS": settings.cross_slot_prios,
        "NEGOTIATOR_IGNORE_JOB_RANKS": settings.ranks.ignore_job_ranks,
        "PREEMPTION_REQUIREMENTS_STABLE = False": not settings.ranks.requirements_stable,
        "PREEMPTION_RANK_STABLE = False": not settings.ranks.rank_stable,
        "NEGOTIATOR_NUM_THREADS": settings.parallel,
        "MAX_JOBS_RUNNING": schedd.max_jobs_running is not None,
        "START_VANILLA_UNIVERSE": schedd.start_vanilla is not None,
        "NEGOTIATE_ALL_JOBS_IN_CLUSTER": schedd.negotiate_all_jobs,
        "CURB_MATCHMAKING": schedd.curbed,
        "requests that are fetched one by one": schedd.fetching.list_size <= 1 or not schedd.fetching.use_counts,
        "a time limit of zero": min(limits.cycle_s, limits.submitter_s, limits.schedd_s, limits.visit_s) <= 0,
        f"GROUP_QUOTA_MAX_ALLOCATION_ROUNDS above {_ROUNDS_SHOWN}": cycle.quota_settings.max_rounds > _ROUNDS_SHOWN,
        "priority factors below 1": cycle.priorities.least_factor < MIN_FACTOR,
    }
    yield from (knob for knob, outside in knobs.items() if outside)
    yield from _of_ads(cycle)


def _schedds(cycle: Cycle) -> Iterator[Behaviour]:
    return (submitter.schedd for submitter in cycle.submitters)


def _differs(behaviour: Behaviour) -> bool:
    """Whether a version negotiates, or offers jobs, otherwise than the newest."""
    return any(
        getattr(behaviour, rule.name) is not getattr(LATEST, rule.name)
        for rule in rules()
        if rule.simulated and rule.decided_by in (DecidedBy.NEGOTIATOR, DecidedBy.SCHEDD)
    )


def _of_ads(cycle: Cycle) -> Iterator[str]:
    slot_rules, submitters = cycle.rules, cycle.submitters
    if any(slot_rules.flag(slot.ad, "WantAdRevaluate") for slot in cycle.slots):
        yield "slots with WantAdRevaluate"
    if any(slot_rules.policy_resources(slot.ad) and not slot_rules.claimable(slot.ad) for slot in cycle.slots):
        yield "slots with a consumption policy that give no claim"
    entries = Counter((submitter.advertised_name, submitter.schedd_address) for submitter in submitters)
    if any(number > 1 for number in entries.values()):
        yield "several ads of a submitter at one schedd"
    if any("MaxJobsRunning" in record and "NumRunning" not in record for record in cycle.scenario.pool.users):
        yield "MaxJobsRunning of a user whose record does not count running jobs"
    requests = [sum(1 for _ in groupby(queue.jobs, key=lambda job: job.group)) for queue in cycle.queues]
    if max(requests, default=0) >= cycle.settings.schedd.fetching.list_size:
        yield "more requests of a submitter than one list has (NEGOTIATOR_RESOURCE_REQUEST_LIST_SIZE)"
    if len(cycle.slots) * sum(requests) > MOST_WORK:
        yield (
            f"so large a pool: it looks at each of {len(cycle.slots):,} slots for each of {sum(requests):,} requests, "
            "one by one. Take a snapshot of a part of it, with condor_status -constraint"
        )


def _differences(cycle: Cycle, outcome: Outcome) -> Iterator[str]:
    """Sentences on where the two part, the earliest steps of a cycle first."""
    groups = [
        {
            "name": group.name,
            "requested": group.demand,
            "effective_quota": group.quota,
            "subtree_quota": group.subtree_quota,
            "sort_key": group.sort_key,
            "served_at": group.served_at,
        }
        for group in cycle.tree.groups
    ]
    yield from _compared("group", groups if cycle.tree.group_mode else [], outcome.groups)
    rounds = [
        {"round": step.round, "group": group.name, "requested": group.requested}
        | {"allocated": group.allocated, "unallocated": group.unallocated}
        for step in outcome.rounds
        for group in step.groups
    ]
    yield from _compared("allocation", [row._asdict() for row in cycle.rounds], rounds)
    yield from _compared("pass", [row._asdict() for row in cycle.passes], outcome.passes)
    yield from _compared("visit", [row._asdict() for row in cycle.visits], outcome.visits)
    yield from _compared("rejection", [row._asdict() for row in cycle.rejections], outcome.rejections)
    yield from _compared("match", [row._asdict() for row in cycle.matches], outcome.matches)


def _compared(what: str, expected: Sequence[dict[str, Any]], records: Sequence[Any]) -> Iterator[str]:
    """The first differences between two lists of one kind, and how many more there are."""
    differing = 0
    for number, (row, record) in enumerate(zip_longest(expected, records), start=1):
        if row is None or record is None:
            differing += 1
            if differing <= _MOST_SHOWN:
                here, reference = ("none", _words(row)) if record is None else (_words(_fields(record)), "none")
                yield f"{what} {number}: {here}; the reference engine has {reference}"
            continue
        fields = _fields(record)
        parts = [name for name, value in row.items() if not _same(value, fields[name])]
        if parts:
            differing += 1
            if differing <= _MOST_SHOWN:
                figures = ", ".join(f"{name} is {fields[name]}, not {row[name]}" for name in parts)
                yield f"{what} {number}, {_words(row)}: {figures}"
    if differing > _MOST_SHOWN:
        yield f"{differing - _MOST_SHOWN:,} more differences of this kind ({what})"


def _fields(record: Any) -> dict[str, Any]:
    return record if isinstance(record, dict) else {name: getattr(record, name) for name in record.__slots__}


def _same(expected: Any, value: Any) -> bool:
    """Whether two figures are equal, exactly; what is not a number equals the same."""
    return bool(expected == value) or (expected != expected and value != value)


_NAMING: Final = (
    *("name", "round", "group", "kind", "spin", "submitter", "schedd", "request", "slot", "outcome", "reason"),
)


def _words(row: dict[str, Any]) -> str:
    """What it is about: where in the cycle, who, and which request and slot."""
    return ", ".join(f"{name} {row[name]}" for name in _NAMING if row.get(name) is not None)
