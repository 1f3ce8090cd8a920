"""What real pools did over minutes, and what the simulation makes of the same beginnings (HTCondor 25.14.1).

Each life is run from its negotiator's start with the jobs that were there, those that came, and the lengths they had.
Nothing else is taken from it. Where it depends on a fraction of a second who is served first, lives part a little.
"""

import csv
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.simulation.lives import Life, read_life
from userprio.accounting import real_priority
from userprio.classad import Evaluator, integer_of
from userprio.ledger import Ledger
from userprio.schedd import schedd_of, submitter_of
from userprio.simulation.claims import Ending
from userprio.simulation.world import World

LIVES = Path(__file__).parent / "lives"
WITHIN = {"cut-machines": 1e-3, "two-schedds": 0.05, "newcomer-preempts": 0.07}
"""How near priorities and use come in the end. The first has partitionable slots, groups and claims of one job, the
second a user at two schedds, the third preemption after a retirement."""


class Ran(NamedTuple):
    """A run of a job; seconds since the negotiator's start."""

    schedd: str
    job: str
    start: float
    end: float
    how: str


def recorded(life: Life) -> list[Ran]:
    begun = life.scenario.now
    with (life.folder / "runs.csv").open() as file:
        return [
            Ran(
                row["schedd"],
                row["job"],
                float(row["start"]) - begun,
                float(row["end"] or life.end) - begun,
                row["how"] or "running",
            )
            for row in csv.DictReader(file)
        ]


def simulated(life: Life, lived: World) -> list[Ran]:
    words = {Ending.DONE: "ended", Ending.EVICTED: "evicted", Ending.RUNNING: "running"}
    return [
        Ran(
            (run.schedd or "").partition("@")[0],
            run.job,
            run.started_at - life.scenario.now,
            run.ended_at - life.scenario.now,
            words[run.ending],
        )
        for run in lived.claims.all_runs()
    ]


def jobs_of(life: Life) -> Iterator[tuple[str, str, str, int]]:
    """Schedd, number, submitter and cores of every job of a life."""
    evaluator = Evaluator(life.scenario.now)
    for ad in (*life.scenario.pool.jobs, *(arrival.ad for arrival in life.work.arrivals)):
        number = f"{integer_of(evaluator, ad, 'ClusterId')}.{integer_of(evaluator, ad, 'ProcId')}"
        cores = integer_of(evaluator, ad, "RequestCpus")
        yield schedd_of(ad, evaluator) or "", number, submitter_of(ad, evaluator), cores


def core_seconds(runs: Iterable[Ran], life: Life, until: float) -> dict[str, float]:
    """What each submitter had used by a second of the life."""
    whose = {(name.partition("@")[0], job): (user, cores) for name, job, user, cores in jobs_of(life)}
    used: dict[str, float] = defaultdict(float)
    for run in runs:
        user, cores = whose[run.schedd, run.job]
        used[user] += cores * max(min(run.end, until) - run.start, 0)
    return used


Lives = tuple[Life, World]


@pytest.fixture(scope="module", params=WITHIN)
def lives(request: pytest.FixtureRequest) -> Lives:
    """A recorded life, and the same simulated."""
    life = read_life(LIVES / request.param)
    lived = World(life.scenario, life.work)
    lived.run_until(life.end)
    return life, lived


def test_as_many_jobs_are_done_and_evicted_in_the_end(lives: Lives) -> None:
    life, lived = lives
    for how in ("ended", "evicted"):
        real, ours = (sum(run.how == how for run in runs) for runs in (recorded(life), simulated(life, lived)))
        assert abs(ours - real) <= max(0.05 * real, 1), how


def test_priorities_end_where_they_did(lives: Lives) -> None:
    life, lived = lives
    within = WITHIN[life.folder.name]
    after, ours = Ledger.read(life.folder / "ledger.after.log"), lived.present()
    assert len(after.customers) >= 4
    for name, customer in after.customers.items():
        found = ours.customers[name]
        assert real_priority(found) == pytest.approx(real_priority(customer), rel=within), name
        assert found.weighted_accumulated_usage == pytest.approx(customer.weighted_accumulated_usage, rel=within), name


def test_every_minute_the_submitters_have_used_as_much(lives: Lives) -> None:
    """Within 6 % of what all of them together have used by then."""
    life, lived = lives
    real, ours = recorded(life), simulated(life, lived)
    for until in range(60, life.end - life.scenario.now + 1, 60):
        used, used_here = core_seconds(real, life, until), core_seconds(ours, life, until)
        for name, seconds in used.items():
            assert used_here[name] == pytest.approx(seconds, abs=0.06 * sum(used.values())), (until, name)


def test_claims_of_one_job_on_cut_machines_start_every_job_in_its_second() -> None:
    """105 jobs of one, two and four cores, in two groups with surplus: no other order comes near it."""
    life = read_life(LIVES / "cut-machines")
    lived = World(life.scenario, life.work)
    lived.run_until(life.end)
    real, ours = ({run.job: run.start for run in runs} for runs in (recorded(life), simulated(life, lived)))
    assert len(real) == 105
    assert ours == pytest.approx(real, abs=1.5)
