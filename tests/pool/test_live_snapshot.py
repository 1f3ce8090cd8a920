"""A snapshot of a running pool, and then the cycle that its negotiator really runs: the dry run decides the same."""

import time
from dataclasses import replace
from pathlib import Path

import pytest

from tests.negotiation.agreement import disagreements
from tests.pool.living import VIAS, Living, living
from tests.pool.negotiator_log import read_cycle
from tests.pool.pool import Cluster
from tests.pool.root import HTCondor, version
from tests.pool.scenario import Scenario
from tests.pool.slots import SlotKind
from tests.pool.traits import draw
from userprio import config
from userprio.ledger import Ledger
from userprio.negotiation import negotiate
from userprio.pool import read_snapshot
from userprio.pool import scenario as given
from userprio.pool.accounting_ads import previous_quotas
from userprio.pool.scenario import versions_of

SECRET = "open-sesame"
KNOBS = f"""
NEGOTIATOR_MIN_INTERVAL = 1
NEGOTIATOR_CYCLE_DELAY = 1
SITE_PASSWORD = {SECRET}
"""
THEMES = ("groups", "mixed", "preemption")


def prepare(here: Living, scenario: Scenario) -> None:
    """The scenario in a pool whose negotiator has run a cycle over nothing, with the scenario's memory."""
    ledger = scenario.ledger_at(int(time.time()), "127.1")
    if ledger is not None:
        here.pool.put_ledger(ledger)
    here.pool.negotiate()
    secrets = {"ClaimId": f'"<127.0.0.1:9618>#1#{SECRET}"', "PublicClaimIds": f'"{SECRET}"'}
    here.pool.advertise([SlotKind(kind.count, {**kind.attributes, **secrets}) for kind in scenario.slots])
    environment = {"environment": f"PASSWORD={SECRET}"}
    here.pool.submit([replace(cluster, submit={**cluster.submit, **environment}) for cluster in scenario.clusters])
    if scenario.user_limit is not None:
        here.pool.limit_user(scenario.user_limit)
    here.pool.settle()


def held(user: str, count: int) -> SlotKind:
    """Slots that a user holds."""
    holder = f'"{user}"'
    claim = {"State": '"Claimed"', "Activity": '"Busy"', "RemoteUser": holder, "RemoteOwner": holder}
    return SlotKind(count, {**claim, "AccountingGroup": holder})


QUOTAS = Scenario(
    "quotas of the cycle before",
    """
GROUP_NAMES = a, b
GROUP_QUOTA_a = 6
GROUP_QUOTA_b = 4
PREEMPTION_REQUIREMENTS = RemoteGroupResourcesInUse > RemoteGroupQuota
NEGOTIATOR_CONSIDER_PREEMPTION = True
""",
    [held("b.bob@pool.test", 7), held("a.amy@pool.test", 3)],
    [Cluster("ann", 6, "a")],
)
"""Who is preempted depends on quotas that the cycle before left: a negotiator's memory, and in no ledger of its own."""


LIMITED = Scenario(
    "limits of users",
    "START_VANILLA_UNIVERSE = JOB.Note =!= 1 && SLOT.Cpus > 0",
    [SlotKind(12, {})],
    [Cluster("ann", 6), Cluster("bob", 6), Cluster("eve", 6, None, {"+Note": "1"})],
    user_limit=3,
)
"""Of eve nothing is offered, and of the others three jobs each, because one user submits them all."""


def scenarios() -> dict[str, Scenario]:
    return {QUOTAS.name: QUOTAS, LIMITED.name: LIMITED, **{theme: draw(theme, 11) for theme in THEMES}}


@pytest.mark.parametrize("scenario", scenarios().values(), ids=scenarios().keys())
def test_the_cycle_over_a_snapshot_is_the_one_that_the_pool_then_runs(
    scenario: Scenario, htcondor: HTCondor, tmp_path: Path
) -> None:
    assert scenario.schedds == 1
    with living(htcondor, scenario.knobs + KNOBS) as here:
        prepare(here, scenario)
        for via in VIAS:
            done = here.userprio("snapshot", str(tmp_path / via), via=via)
            # What takes long on a busy machine says from time to time that it goes on.
            said = [line for line in done.stderr.splitlines() if "still at work" not in line]
            assert (done.returncode, said) == (0, [])
        in_memory = here.json("negotiate")
        here.cycle()
        log = here.pool.said("NegotiatorLog")
        decided = read_cycle(log)
        moments = here.pool.aged_at()
    at = max(decided.at, *moments)
    for via in VIAS:
        folder = tmp_path / via
        found = read_snapshot(folder)
        assert found.negotiator is not None
        assert str(versions_of(found, None).negotiator) == version(htcondor)
        knobs = config.read(folder / "condor_config", environ={})
        ledger = Ledger.read(folder / "Accountantnew.log")
        outcome = negotiate(given.ScenarioData(found, ledger, knobs, at, previous_quotas(found, ledger)[0]))
        assert disagreements(outcome, decided.events, found) == []
        assert outcome.matches
        assert not [path.name for path in folder.iterdir() if SECRET in path.read_text()]
    assert len(in_memory["matches"]) == sum(event["event"] == "match" for event in decided.events)
