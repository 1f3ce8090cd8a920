"""Queues whose waiting times are known in closed form: one user, Poisson arrivals, first come, first served.

Jobs pass from one to the next on their claim at once; one that comes while slots are free waits for a cycle. Cycles
come at once when a job comes (NEGOTIATOR_MIN_INTERVAL of a second), which is little against the length of jobs.
"""

from collections.abc import Callable, Iterator
from functools import partial
from heapq import heapreplace
from itertools import count
from math import factorial, log, sqrt
from random import Random
from statistics import NormalDist, fmean

import pytest

from tests.marks import slow_sample
from tests.negotiation.builders import DOMAIN, NOW, configured, free
from userprio.classad import Ad, Expr, Value, parse
from userprio.ledger import Ledger
from userprio.pool import Pool
from userprio.pool.scenario import ScenarioData
from userprio.simulation import ReplayTerms, replay_history
from userprio.simulation.history import Fate, History, PastJob

Job = tuple[float, float]
"""When it comes, and how long it runs, in seconds."""
MEAN_S = 10_000.0
KNOBS = (
    "NEGOTIATOR_INTERVAL = 150\nNEGOTIATOR_MIN_INTERVAL = 1\nNEGOTIATOR_CYCLE_DELAY = 0\n"
    "CLAIM_WORKLIFE = -1\nSCHEDD_MIN_INTERVAL = 0"
)
DRAWN = 2_000
FITS = parse("TARGET.Cpus >= RequestCpus")


def erlang_c(servers: int, load: float) -> float:
    """The probability of having to wait, of a load of so many servers (A. K. Erlang, 1917)."""
    last = load**servers / factorial(servers) * servers / (servers - load)
    return last / (sum(load**number / factorial(number) for number in range(servers)) + last)


def drawn(number: int, servers: int, use: float, lengths: Iterator[float], seed: int) -> list[Job]:
    """When jobs come, and how long they run; slots are in use to that part."""
    draw, at, jobs = Random(seed), 0.0, []
    for _ in range(number):
        at += -log(1 - draw.random()) * MEAN_S / (servers * use)
        jobs.append((at, next(lengths)))
    return jobs


def served(jobs: list[Job], servers: int) -> tuple[float, float]:
    """The mean wait of these very jobs, first come, first served (Kiefer and Wolfowitz), and when the last ends."""
    free_at = [0.0] * servers
    waits = []
    for at, length in jobs:
        start = max(at, free_at[0])
        waits.append(start - at)
        heapreplace(free_at, start + length)
    return fmean(waits), max(free_at)


def replayed(jobs: list[Job], servers: int) -> float:
    """The mean wait of these jobs in a replay, which takes a little longer."""
    end = NOW + 1.05 * served(jobs, servers)[1] + MEAN_S
    history = History(tuple(past(number, at, length) for number, (at, length) in enumerate(jobs, 1)))
    scenario = ScenarioData(Pool(tuple(free(servers))), Ledger.empty(), configured(KNOBS), NOW)
    return replay_history(scenario, history, ReplayTerms(NOW, end)).in_force.everybody.waits.mean_s


def past(number: int, at: float, length: float) -> PastJob:
    attributes: dict[str, Expr | Value] = {
        "ClusterId": number,
        "ProcId": 0,
        "GlobalJobId": f"ap1#{number}.0#1",
        "Owner": "ann",
        "User": f"ann@{DOMAIN}",
        "RequestCpus": 1,
        "Requirements": FITS,
    }
    return PastJob(
        schedd="ap1",
        id=f"{number}.0",
        submitter=f"ann@{DOMAIN}",
        queued_at=NOW + at,
        started_at=None,
        last_started_at=None,
        ended_at=None,
        length_s=length,
        earlier_s=0.0,
        runs=0,
        weight=1.0,
        fate=Fate.COMPLETED,
        ad=Ad(attributes),
    )


def exponential(seed: int) -> Iterator[float]:
    draw = Random(seed)
    while True:
        yield -log(1 - draw.random()) * MEAN_S


def lognormal(seed: int, variation: float) -> Iterator[float]:
    """Lengths with that coefficient of variation."""
    draw, spread = Random(seed), sqrt(log(1 + variation**2))
    while True:
        yield MEAN_S * pow(2.718281828459045, NormalDist().inv_cdf(draw.random()) * spread - spread**2 / 2)


@pytest.mark.parametrize("servers", [1, 4])
def test_jobs_wait_as_the_very_same_jobs_would_in_a_queue(servers: int) -> None:
    jobs = drawn(30, servers, 0.8, exponential(servers), servers)
    assert replayed(jobs, servers) == pytest.approx(served(jobs, servers)[0], rel=0.03)


def typical(servers: int, use: float, lengths: Callable[[int], Iterator[float]], expected: float) -> list[Job]:
    """A draw whose own mean wait, in the plain queue, is within half a percent of what is expected of all draws: what
    the replay is off by is then not the chance of the draw.
    """
    draws = (drawn(DRAWN, servers, use, lengths(seed), seed + 1000) for seed in count())
    return next(jobs for jobs in draws if abs(served(jobs, servers)[0] / expected - 1) < 0.005)


def erlang(servers: int, use: float) -> float:
    """The mean wait in M/M/c: C(c, a) / (c - a) mean lengths."""
    return erlang_c(servers, servers * use) / (servers - servers * use) * MEAN_S


def pollaczek_khinchine(use: float, variation: float) -> float:
    """The mean wait in M/G/1: load / (1 - load) * (1 + the squared coefficient of variation) / 2 mean lengths."""
    return use / (1 - use) * (1 + variation**2) / 2 * MEAN_S


QUEUES = {
    "M/M/4": (4, 0.7, exponential, erlang(4, 0.7)),
    "M/M/10": (10, 0.8, exponential, erlang(10, 0.8)),
    "M/G/1": (1, 0.6, partial(lognormal, variation=0.5), pollaczek_khinchine(0.6, 0.5)),
}
"""Servers, the part of the time that they are in use, lengths, and the mean wait."""


@pytest.mark.parametrize("queue", slow_sample([*QUEUES]))
def test_waits_are_those_of_erlang_and_of_pollaczek_and_khinchine(queue: str) -> None:
    servers, use, lengths, expected = QUEUES[queue]
    assert replayed(typical(servers, use, lengths, expected), servers) == pytest.approx(expected, rel=0.03)
