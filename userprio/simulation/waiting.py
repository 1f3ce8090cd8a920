"""When a job starts: the same pool is simulated many times, each time with other random lengths and arrivals."""

import math
import re
from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.classad import Evaluator, integer_of
from userprio.negotiation import Memory
from userprio.pool import ScenarioData
from userprio.simulation.claimed import Owner
from userprio.simulation.claims import Run
from userprio.simulation.drawn import Expected
from userprio.simulation.world import PHASE_S, CycleTimes, World

LOW, HIGH = 0.1, 0.9
"""The range of waits leaves out a tenth of them on each side."""
_DYNAMIC: Final = re.compile(r"(slot\d+)_\d+(@.*)", re.IGNORECASE | re.DOTALL)


class Awaited(Struct, frozen=True):
    """Whose start is waited for."""

    submitter: str
    job: tuple[str | None, str] | None = None
    """Schedd and cluster.proc; None: whichever of the submitter's jobs starts first."""

    def is_meant(self, owner: Owner, number: str) -> bool:
        """Whether a job of that owner and number is waited for."""
        return owner[0] == self.submitter if self.job is None else (owner[1], number) == self.job


class Start(Struct, frozen=True):
    """When it starts in one future."""

    wait_s: float | None
    """From the present to the start; None: not within the time that was looked at."""
    before: str | None = None
    """Whose job was the last to end on that slot, or on the one it was cut from; None: nobody's, it was free."""


class WaitRange(Struct, frozen=True):
    """How long it takes, over all futures."""

    futures: int
    started: int
    """In how many of them it started within the time that was looked at."""
    median_s: float | None
    """None: beyond that time, here and below."""
    low_s: float | None
    high_s: float | None

    @classmethod
    def of(cls, starts: Sequence[Start]) -> "WaitRange":
        """The range over these futures."""
        waits = sorted(math.inf if start.wait_s is None else start.wait_s for start in starts)
        median, low, high = (quantile(waits, part) for part in (0.5, LOW, HIGH))
        return cls(len(waits), sum(map(math.isfinite, waits)), median, low, high)


def quantile(ordered: Sequence[float], part: float) -> float | None:
    """The value below which this part of their distribution is expected to lie; None where it is infinite.

    The k-th of n values has k / (n + 1) of the distribution below it in the mean; in between it is interpolated.
    """
    place = min(max(part * (len(ordered) + 1) - 1, 0.0), len(ordered) - 1.0)
    lower = ordered[math.floor(place)]
    upper = ordered[math.ceil(place)]
    if math.isinf(upper):
        return None
    return lower + (upper - lower) * (place - math.floor(place))


def starts_in(
    scenario: ScenarioData,
    expected: Expected,
    targets: Sequence[Awaited],
    seed: str,
    horizon_s: float,
    memory: Memory | None = None,
) -> list[Start]:
    """When each of the targets starts in the future of that seed, if it does so within so many seconds.

    A `memory` that served other futures makes this one faster and changes nothing else.
    """
    now, until = float(scenario.now), scenario.now + horizon_s
    work = expected.draw(seed, now, until)
    at = _first_cycle_at(scenario, Random(f"{seed} cycle"))
    times = replace(CycleTimes.from_config(scenario.config), first_at=at)
    world = World(scenario, work, times, expected=work.owners, memory=memory)
    world.feed(work.coming())
    pending, found = set(targets), dict.fromkeys(targets, Start(None))
    while pending and world.now < until:
        at = min(at, until)
        world.run_until(at)
        at += max(scenario.config.integer("NEGOTIATOR_INTERVAL"), 1)
        begun = {target for target in pending if any(target.is_meant(*one) for one in work.started)}
        if not begun:
            work.started.clear()
            continue
        runs = [run for run in world.claims.all_runs() if run.started_at > now]
        for target in begun:
            own = [run for run in runs if target.is_meant((run.submitter, run.schedd), run.job)]
            # A job whose schedd makes it wait for its turn has been given a slot, and does not run yet.
            if own:
                first = min(own, key=lambda run: run.started_at)
                found[target] = Start(first.started_at - now, _before(first, world.claims.runs))
                pending.discard(target)
    return [found[target] for target in targets]


def _before(first: Run, over: Iterable[Run]) -> str | None:
    """Whose job was the last to end where that one started."""
    place = _place(first.slot)
    ended = [run for run in over if run.ended_at <= first.started_at and _place(run.slot) == place]
    return max(ended, key=lambda run: run.ended_at).submitter if ended else None


def _place(slot: str) -> str:
    """The slot, or the one that it was cut from."""
    dynamic = _DYNAMIC.fullmatch(slot)
    return slot if dynamic is None else dynamic[1] + dynamic[2]


def _first_cycle_at(scenario: ScenarioData, random: Random) -> float:
    """An interval after the last cycle, if the negotiator's ad has one that is recent, else at random within one."""
    now, interval = scenario.now, max(scenario.config.integer("NEGOTIATOR_INTERVAL"), 1)
    ad = scenario.pool.negotiator
    last = 0 if ad is None else integer_of(Evaluator(now), ad, "LastNegotiationCycleTime0")
    if now - 2 * interval < last <= now:
        return max(last + interval, now) + PHASE_S
    return now + PHASE_S + random.random() * interval
