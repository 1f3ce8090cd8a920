"""What real pools did over minutes, and what the simulation makes of the same beginnings (HTCondor 25.14.1).

Each life is run from its negotiator's start with the jobs that were there, those that came, and the lengths they had.
Nothing else is taken from it. Where it depends on a fraction of a second who is served first, lives part a little.
"""

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.simulation.lives import read_life
from tests.simulation.measure import Measured, measured

LIVES = Path(__file__).parent / "lives"


class Within(NamedTuple):
    """How near a life comes, as a part of what really was."""

    use: float
    """At the end of every minute, what each submitter had used since the beginning."""
    priority: float
    """At the end, with the use that the ledger says."""


NEAR = {
    "cut-machines": Within(0.01, 0.001),
    "groups-on-cut-machines": Within(0.01, 0.007),
    "mixed-cores": Within(0.01, 0.001),
    "two-schedds": Within(0.1, 0.05),
    "newcomer-preempts": Within(0.1, 0.07),
    "kept-claims": Within(0.15, 0.06),
    "soft-kill-ignored": Within(0.1, 0.09),
}
"""In the first three every job starts in its second. A user of the fourth has jobs at two schedds. In the fifth and the
last it is seconds of use that decide whose slot is taken, in the last but one when a schedd looks after its claims."""


@pytest.fixture(scope="module", params=NEAR)
def life(request: pytest.FixtureRequest) -> Measured:
    return measured(read_life(LIVES / request.param))


def test_as_many_jobs_are_done_and_evicted_in_the_end(life: Measured) -> None:
    for how in ("ended", "evicted"):
        real, ours = life.counts(how)
        assert abs(ours - real) <= max(0.05 * real, 1), how


def test_priorities_and_charges_end_where_they_did(life: Measured) -> None:
    within = NEAR[life.life.folder.name].priority
    assert life.priority.part <= within, life.priority
    assert life.charged.part <= within, life.charged


def test_submitters_have_used_as_much_in_all_and_by_the_end_of_every_minute(life: Measured) -> None:
    assert life.use.part <= 0.1, life.use
    assert life.so_far.part <= NEAR[life.life.folder.name].use, life.so_far


@pytest.mark.parametrize("name", ["cut-machines", "groups-on-cut-machines", "mixed-cores"])
def test_on_cut_machines_every_job_starts_in_its_second(name: str) -> None:
    """105 to 163 jobs of one to eight cores: no other order of claims and leftovers comes near it."""
    life = measured(read_life(LIVES / name))
    last = life.life.end - life.life.scenario.now
    real, ours = ({run.job: run.start for run in runs if run.start < last} for runs in (life.real, life.ours))
    assert len(real) >= 105
    assert ours == pytest.approx(real, abs=1.5)
