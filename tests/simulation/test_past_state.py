"""A pool in its past, from the history of its jobs: who held and wanted how much then, and with which priorities."""

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from tests.negotiation.builders import DOMAIN, NOW
from tests.simulation.worlds import BEGIN, HOUR, WORLDS, Life, coming
from userprio.analysis.wait.past import known_jobs
from userprio.classad import Evaluator, text_of
from userprio.ledger import Customer
from userprio.negotiation.schedd import offered_jobs
from userprio.pool import ScenarioData
from userprio.simulation import claims_of, past_scenario


def seen(scenario: ScenarioData) -> tuple[Counter[str], dict[str, int]]:
    """Slots in use by submitter, and idle jobs."""
    idle = {owner[0]: len(jobs) for owner, jobs in offered_jobs(scenario.pool.jobs, Evaluator(scenario.now)).items()}
    return Counter(claim.submitter for claim in claims_of(scenario)), idle


@pytest.mark.parametrize("hours", [3, 20, 40])
def test_the_past_of_a_life_is_what_it_was(hours: int) -> None:
    """A life of two days and six hours, whose history is complete; it is looked at some hours after its beginning."""
    users = ["ann", "bob", "cid"]
    jobs, at = coming(WORLDS["both"], 12, users, Random(5)), int(BEGIN + hours * HOUR)
    life = Life(12, jobs, 20.0)
    life.run_until(at)
    then, priority = life.snapshot(), dict(life.priority)
    life.run_until(NOW)
    history = life.history()
    now = life.snapshot()
    known, until = known_jobs(history, now)
    past = past_scenario(now, known, at)
    assert until == NOW
    assert seen(past) == seen(then)
    assert sum(seen(then)[0].values()) > 0
    assert {claim.job_began_at for claim in claims_of(past)} == {claim.job_began_at for claim in claims_of(then)}
    for name in users:
        customer = past.ledger.customers.get(f"{name}@{DOMAIN}") or Customer(f"{name}@{DOMAIN}")
        assert customer.priority == pytest.approx(priority.get(name, 0.5), rel=0.02)


def test_a_job_runs_on_the_machine_that_its_record_names() -> None:
    life = Life(6, coming(WORLDS["as the model"], 6, ["ann", "bob"], Random(2)), 20.0)
    life.run_until(NOW)
    scenario, history = life.snapshot(), life.history()
    at = int(NOW - 8 * HOUR)
    known, _ = known_jobs(history, scenario)
    running = [job for job in known if (job.started_at or NOW) <= at < (job.ended_at or NOW)]
    named = [replace(job, machine="exec6") if job is running[0] else job for job in known]
    past = past_scenario(scenario, named, at)
    evaluator = Evaluator(at)
    (slot,) = [ad for ad in past.pool.slots if text_of(evaluator, ad, "Name") == "slot1@exec6"]
    assert text_of(evaluator, slot, "RemoteUser") == running[0].submitter
