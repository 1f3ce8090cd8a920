"""A second opinion on a cycle: whether the reference engine, which works slowly and by itself, decides the same."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, zip_longest
from typing import Any, Final

from userprio.accounting import MIN_FACTOR
from userprio.base.versions import LATEST, DecidedBy, rules
from userprio.negotiation.outcome import Outcome, SecondOpinion
from userprio.negotiation.reference import Cycle
from userprio.pool import ScenarioData, schedd_states

MOST_WORK: Final = 1_000_000
"""Slots times requests that the reference engine takes on: work of some minutes."""
_MOST_SHOWN: Final = 5
"""So many differences of each kind are described; those behind them mostly follow from the first."""
_ROUNDS_SHOWN: Final = 20
"""More rounds of allocation may be cut short, see `Outcome.repeated_rounds`."""
_DECIDING: Final = tuple(
    rule.name for rule in rules() if rule.simulated and rule.decided_by in (DecidedBy.NEGOTIATOR, DecidedBy.SCHEDD)
)
"""Behaviours that differ between versions in what they negotiate, or in which jobs they offer."""


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
    settings, schedd, limits = cycle.settings, cycle.settings.schedd, cycle.settings.time_limits
    of_schedds = (queue.submitter.schedd for queue in cycle.queues)
    for behaviour in dict.fromkeys((settings.behaviour, settings.versions.of_schedds, *of_schedds)):
        if any(getattr(behaviour, name) is not getattr(LATEST, name) for name in _DECIDING):
            yield f"HTCondor {behaviour.version}, which decides otherwise than {LATEST.version} in some things"
    entries = Counter((queue.submitter.advertised_name, queue.submitter.schedd_address) for queue in cycle.queues)
    requests = [sum(1 for _ in groupby(queue.jobs, key=lambda job: job.group)) for queue in cycle.queues]
    slots, users, rules = [slot.ad for slot in cycle.slots], cycle.scenario.pool.users, cycle.rules
    outside = {
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
        "a schedd that has not the room for all its jobs (MaxJobsRunning), or is curbed": not _have_room(cycle),
        "requests that are fetched one by one": schedd.fetching.list_size <= 1 or not schedd.fetching.use_counts,
        "a time limit of zero": min(limits.cycle_s, limits.submitter_s, limits.schedd_s, limits.visit_s) <= 0,
        f"GROUP_QUOTA_MAX_ALLOCATION_ROUNDS above {_ROUNDS_SHOWN}": cycle.quota_settings.max_rounds > _ROUNDS_SHOWN,
        "priority factors below 1": cycle.priorities.least_factor < MIN_FACTOR,
        "slots with WantAdRevaluate": any(rules.flag(ad, "WantAdRevaluate") for ad in slots),
        "slots with a consumption policy that give no claim": any(
            rules.policy_resources(ad) and not rules.claimable(ad) for ad in slots
        ),
        "several ads of a submitter at one schedd": any(number > 1 for number in entries.values()),
        "MaxJobsRunning of a user whose record does not count running jobs": any(
            "MaxJobsRunning" in record and "NumRunning" not in record for record in users
        ),
        "more requests of a submitter than one list has (NEGOTIATOR_RESOURCE_REQUEST_LIST_SIZE)": (
            max(requests, default=0) >= schedd.fetching.list_size
        ),
    }
    yield from (phrase for phrase, is_outside in outside.items() if is_outside)
    if len(slots) * sum(requests) > MOST_WORK:
        yield (
            f"so large a pool: it looks at each of {len(slots):,} slots for each of {sum(requests):,} requests, "
            "one by one. Take a snapshot of a part of it, with condor_status -constraint"
        )


def _have_room(cycle: Cycle) -> bool:
    """Whether all schedds may offer and run all their idle jobs, as far as their own ads say.

    Jobs that got a claim still count in later lists of the cycle, and as claims besides.
    """
    states = schedd_states(cycle.scenario.pool, cycle.scenario.config, cycle.evaluator)
    waiting: Counter[str | None] = Counter()
    for queue in cycle.queues:
        waiting[queue.submitter.schedd_name] += len(queue.jobs)
    return all(
        not state.curbed and (state.most is None or 2 * waiting[name] <= state.most - state.begun)
        for name, state in states.items()
    )


def _differences(cycle: Cycle, outcome: Outcome) -> Iterator[str]:
    """Sentences on where the two part, the earliest steps of a cycle first."""
    groups = [
        {"name": group.name, "requested": group.demand, "effective_quota": group.quota}
        | {"subtree_quota": group.subtree_quota, "sort_key": group.sort_key, "served_at": group.served_at}
        for group in cycle.groups
    ]
    rounds = [
        {"round": step.round, "group": group.name, "requested": group.requested}
        | {"allocated": group.allocated, "unallocated": group.unallocated}
        for step in outcome.rounds
        for group in step.groups
    ]
    yield from _compared("group", groups if cycle.group_mode else [], outcome.groups)
    yield from _compared("allocation", cycle.decided["allocation"], rounds)
    yield from _compared("pass", cycle.decided["pass"], outcome.passes)
    yield from _compared("visit", cycle.decided["visit"], outcome.visits)
    yield from _compared("rejection", cycle.decided["rejection"], outcome.rejections)
    yield from _compared("match", cycle.decided["match"], outcome.matches)


def _compared(what: str, expected: Sequence[dict[str, Any]], records: Sequence[Any]) -> Iterator[str]:
    """The first differences between two lists of one kind, and how many more there are."""
    pairs = enumerate(zip_longest(expected, map(_fields, records)), start=1)
    differences = [text for number, (row, fields) in pairs for text in _difference(f"{what} {number}", row, fields)]
    yield from differences[:_MOST_SHOWN]
    if len(differences) > _MOST_SHOWN:
        yield f"{len(differences) - _MOST_SHOWN:,} more differences of this kind ({what})"


def _difference(place: str, row: dict[str, Any] | None, fields: dict[str, Any] | None) -> Iterator[str]:
    """Where the engine's fields differ from the reference engine's row, if they do; None: only the other has it."""
    if row is None or fields is None:
        here, reference = ("none" if decided is None else _words(decided) for decided in (fields, row))
        yield f"{place}: {here}; the reference engine has {reference}"
        return
    # Figures are equal exactly; what is not a number, and so differs from itself, equals the same.
    alike = {name for name, value in row.items() if value != value and fields[name] != fields[name]}
    parts = [name for name, value in row.items() if value != fields[name] and name not in alike]
    if parts:
        yield f"{place}, {_words(row)}: " + ", ".join(f"{name} is {fields[name]}, not {row[name]}" for name in parts)


def _fields(record: Any) -> dict[str, Any]:
    return record if isinstance(record, dict) else {name: getattr(record, name) for name in record.__slots__}


_NAMING: Final = "name round group kind spin submitter schedd request slot outcome reason".split()


def _words(row: dict[str, Any]) -> str:
    """What it is about: where in the cycle, who, and which request and slot."""
    return ", ".join(f"{name} {row[name]}" for name in _NAMING if row.get(name) is not None)
