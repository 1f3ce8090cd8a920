"""One scenario, both ways: a real negotiator's cycles over it, and dry runs over what that negotiator read."""

import random
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from msgspec import structs

from tests.negotiation.agreement import decisions, disagreements
from tests.negotiation.told import told_by
from tests.pool.between import Between
from tests.pool.daemons import PoolFailed
from tests.pool.negotiator_log import Decided
from tests.pool.pool import NegotiatorEnded, Pool, running_pool
from tests.pool.root import HTCondor
from tests.pool.scenario import Scenario
from userprio import config
from userprio.base.errors import BadInput
from userprio.ledger import Ledger
from userprio.negotiation import GroupOutcome, Match, Rejection, negotiate
from userprio.pool import FIRST_CYCLE, read_snapshot
from userprio.pool import scenario as engine

T = TypeVar("T", Match, Rejection)
_ORDERS = 12
"""Orders of equal slots that are tried, where the real one is unknown."""


@dataclass(frozen=True, slots=True)
class Trial:
    """How a scenario went."""

    scenario: Scenario
    differences: tuple[str, ...]
    """A sentence for each; none: the dry run agreed."""
    matches: int = 0
    rejections: int = 0
    took_s: float = 0.0


def run_trial(htcondor: HTCondor, scenario: Scenario, folder: Path | None = None) -> Trial:
    """Play a scenario in a pool of its own and hold the dry run against it.

    What the negotiator read and logged stays in `folder`, if one is given. A real pool that makes no cycle is a
    difference too, unless the negotiator died over it, or went on without end, and the dry run says that it would.
    """
    began = time.monotonic()
    with TemporaryDirectory() as scratch:
        try:
            differences, matches, rejections = _hold(htcondor, scenario, folder or Path(scratch))
        except (PoolFailed, BadInput) as failed:
            differences, matches, rejections = [f"{type(failed).__name__}: {failed}"], 0, 0
    return Trial(scenario, tuple(differences), matches, rejections, time.monotonic() - began)


@dataclass(frozen=True, slots=True)
class _Cycle:
    """One cycle of a real negotiator."""

    folder: Path
    """What it read."""
    decided: Decided
    at: int
    """When it aged the priorities, seconds since the epoch."""
    ended: NegotiatorEnded | None = None
    """It died over the cycle, or did not come to its end."""


def _hold(htcondor: HTCondor, scenario: Scenario, folder: Path) -> tuple[list[str], int, int]:
    cycles = _play(htcondor, scenario, folder)
    differences: list[str] = []
    left: Mapping[str, float] | None = FIRST_CYCLE
    served_at: Mapping[str, float] = {}
    for number, (cycle, step) in enumerate(zip(cycles, (None, *scenario.steps), strict=False), 1):
        if step is not None and step.knobs is not None:
            served_at = {}
        found, groups = _differences(cycle, left, served_at)
        # Without groups there are none to leave.
        left = {group.name: group.effective_quota for group in groups} or left or None
        served_at = {group.name: group.served_at for group in groups}
        differences += [f"cycle {number}: {line}" for line in found] if scenario.steps else found
    return differences, *(sum(cycle.decided.count(kind) for cycle in cycles) for kind in ("match", "reject"))


def _play(htcondor: HTCondor, scenario: Scenario, folder: Path) -> list[_Cycle]:
    """The cycles of one negotiator; what each of several reads stays in a folder of its own."""
    with running_pool(htcondor, scenario.knobs, schedds=scenario.schedds) as pool:
        pool.advertise(scenario.slots)
        pool.submit(scenario.clusters)
        if scenario.user_limit is not None:
            pool.limit_user(scenario.user_limit)
        pool.settle()
        ledger = scenario.ledger_at(int(time.time()), pool.network)
        if ledger is not None:
            pool.put_ledger(ledger)
        between = Between(pool)
        cycles: list[_Cycle] = []
        try:
            cycles.append(_first_cycle(pool, folder / "1" if scenario.steps else folder))
            for number, step in enumerate(scenario.steps, 2):
                if cycles[-1].ended is not None:
                    break
                between.live(step, cycles[-1].decided)
                cycles.append(_next_cycle(pool, folder / str(number)))
        finally:
            for log in ("NegotiatorLog", "SchedLog"):
                (folder / log).write_text(pool.said(log), errors="surrogateescape")
    return cycles


def _first_cycle(pool: Pool, folder: Path) -> _Cycle:
    pool.snapshot(folder)
    cycle = _cycle(pool, folder, pool.negotiate)
    # The second in which the cycle began may have been over when it aged the priorities.
    return replace(cycle, at=max(cycle.at, *pool.aged_at()))


def _next_cycle(pool: Pool, folder: Path) -> _Cycle:
    pool.snapshot(folder)
    cycle = _cycle(pool, folder, pool.negotiate_again)
    if cycle.ended is None:
        pool.flush_ledger()
    return replace(cycle, at=max(cycle.at, pool.aged_at()[-1]))


def _cycle(pool: Pool, folder: Path, negotiate: Callable[[], Decided]) -> _Cycle:
    ended: NegotiatorEnded | None = None
    try:
        decided = negotiate()
    except NegotiatorEnded as error:
        decided, ended = error.decided, error
    else:
        pool.tell_negotiator(folder)
    if "NEGOTIATE_ALL_JOBS_IN_CLUSTER" in (folder / "condor_config").read_text().upper():
        _number_autoclusters(folder / "jobs.ads", pool.autoclusters())
    return _Cycle(folder, decided, decided.at, ended)


def _differences(
    cycle: _Cycle, left: Mapping[str, float] | None, served_at: Mapping[str, float]
) -> tuple[list[str], Sequence[GroupOutcome]]:
    """How the dry run parts from a cycle, and the groups as it leaves them.

    `left` are the effective quotas that the cycle before left, and `served_at` when cycles before last served groups.
    """
    given, decided, ended = _given(cycle, left, served_at), cycle.decided, cycle.ended
    found, outcome = given.pool, negotiate(given)
    if ended is None:
        lines = disagreements(outcome, decided.events, found)
        if lines and given.config.boolean("NEGOTIATOR_IGNORE_JOB_RANKS"):
            for pool in _orders(found, decided):
                given = structs.replace(given, pool=pool)
                outcome = negotiate(given)
                if not (lines := disagreements(outcome, decided.events, found)):
                    break
        quotas = {group.name: group.effective_quota for group in outcome.groups}
        if left and quotas == left:
            steady = negotiate(structs.replace(given, previous_quotas=None))
            if structs.replace(steady, previous_quotas_source=outcome.previous_quotas_source) != outcome:
                lines.append("with the same quotas as before, the cycle is not that of a steady state")
        return lines, outcome.groups
    foretold = "until its time for the cycle is up" if ended.endless else "ends with an error"
    if not any(foretold in warning for warning in outcome.warnings):
        return [f"the negotiator made no whole cycle, and here nothing foretells it: {ended}"], outcome.groups
    matches, rejections = decided.of("match"), decided.of("reject")
    ours, refused = outcome.matches, outcome.rejections
    if ended.endless:
        told = told_by(decided.events)
        ours, refused = _until(ours, told.matches), _until(refused, told.rejections)
        matches, rejections = matches[: len(ours)], rejections[: len(refused)]
    until_then = structs.replace(outcome, matches=ours[: len(matches)], rejections=refused[: len(rejections)])
    return decisions(until_then, [*matches, *rejections], found), outcome.groups


def _until(ours: tuple[T, ...], told: Sequence[Mapping[str, Any]]) -> tuple[T, ...]:
    """Those up to the end of the pass that HTCondor came to last, and does not come to the end of."""
    passes = len(_ends([(event["round"], event["group"], event["spin"]) for event in told]))
    ends = _ends([(one.round, one.group, one.spin) for one in ours])
    return ours[: ends[passes - 1]] if passes <= len(ends) else ours


def _ends(occasions: Sequence[tuple[Any, Any, int]]) -> list[int]:
    """Where another pass begins, and the end: the group is another, or spins are counted anew."""
    pairs = enumerate(pairwise(occasions), 1)
    return [place for place, (one, next_) in pairs if one[:2] != next_[:2] or next_[2] < one[2]] + [len(occasions)]


def _orders(pool: engine.Pool, decided: Decided) -> Iterator[engine.Pool]:
    """The pool with its slots in orders of which one must explain all that was decided.

    That in which the negotiator looked at them, if its log tells it; else that in which they were given, or any.
    """
    if looked_at := decided.slots_looked_at():
        yield _in_order(pool, {name: number for number, name in enumerate(looked_at)})
    for attempt in range(_ORDERS):
        yield _as_given(pool, decided, attempt)


def _as_given(pool: engine.Pool, decided: Decided, attempt: int) -> engine.Pool:
    """The pool with its slots in the order in which they were matched, the others behind them; later among them."""
    matched = dict.fromkeys(event["slot"] for event in decided.of("match"))
    place = {name: float(number) for number, name in enumerate(matched)}
    rng, last = random.Random(attempt), len(place)
    others = {name: rng.uniform(-1, last) for name in _names(pool) if name not in place} if attempt else {}
    return _in_order(pool, place | others)


def _in_order(pool: engine.Pool, places: Mapping[str, float]) -> engine.Pool:
    """The pool with its slots in the order of their places, those without one behind them."""
    names = _names(pool)
    order = sorted(range(len(names)), key=lambda number: places.get(names[number], len(names)))
    return structs.replace(pool, slots=tuple(pool.slots[number] for number in order))


def _names(pool: engine.Pool) -> list[str]:
    return [(ad.source("Name") or "").strip('"') for ad in pool.slots]


def _given(cycle: _Cycle, left: Mapping[str, float] | None, served_at: Mapping[str, float]) -> engine.ScenarioData:
    """What the dry run is given: what the negotiator read. Which HTCondor it is, the ads have to say."""
    kept = cycle.folder / "Accountantnew.log"
    ledger = Ledger.read(kept) if kept.exists() else Ledger.empty()
    knobs = config.read(cycle.folder / "condor_config", environ={})
    return engine.ScenarioData(read_snapshot(cycle.folder), ledger, knobs, cycle.at, left, groups_served_at=served_at)


def _number_autoclusters(path: Path, numbers: Mapping[str, int]) -> None:
    """Add to job ads what a schedd does not know yet before it negotiates, or not as it is then."""
    text = re.sub(r"^AutoClusterId = .*\n", "", path.read_text(), flags=re.MULTILINE)
    text = re.sub(
        r'^GlobalJobId = "(.*)"$',
        lambda found: found[0] + (f"\nAutoClusterId = {numbers[found[1]]}" if found[1] in numbers else ""),
        text,
        flags=re.MULTILINE,
    )
    path.write_text(text)
