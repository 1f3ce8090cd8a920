"""`userprio plan` from one recorded pool to its sibling, as typed."""

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tests.analysis.plan.test_recorded_pools import logged_matches, logged_quotas
from tests.negotiation.recorded import POOLS, near, recorded

Run = Callable[..., Any]


@pytest.mark.parametrize(
    ("pool", "configured_as"),
    [
        ("manual-static-15", "manual-static-15-scaled"),
        ("manual-static-15-scaled", "manual-static-15-oversubscribed"),
        ("manual-surplus", "manual-surplus-scaled"),
    ],
)
def test_another_configuration_on_the_same_pool_comes_out_as_it_was_recorded(
    userprio: Run, pool: str, configured_as: str
) -> None:
    """Oversubscription off and on: the siblings have equal slots and jobs, so that only the configuration counts."""
    document = command_line(userprio, pool, "--to-config", POOLS / configured_as / "condor_config")
    quotas = {group["name"]: group["effective_quota"] for group in document["after"]["groups"]}
    logged = logged_quotas(recorded(configured_as))
    assert quotas.keys() == logged.keys()
    assert all(near(quotas[name], logged[name]) for name in logged)
    assert Counter(match["submitter"] for match in document["after"]["matches"]) == logged_matches(
        recorded(configured_as)
    )
    knobs = [change["name"] for change in document["changes"]]
    assert "NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION" in knobs


def test_the_command_shows_the_same_from_thirty_slots_to_fifteen_to_sixty(userprio: Run) -> None:
    """Example A of the group quotas: 10 and 20 of 30 slots, 10 and 5 of 15, 10 and 20 of 60."""
    chemistry, physics = "group_chemistry.linus@pool.test", "group_physics.albert@pool.test"
    shrunk = command_line(userprio, "manual-static-30", "--to-snapshot", POOLS / "manual-static-15")
    assert shrunk["gains"] == []
    assert [(loss["submitter"], loss["by"]) for loss in shrunk["losses"]] == [(physics, -15.0)]
    pool = shrunk["difference"]["pool"]
    assert (pool["slots"], pool["matches"]) == ({"before": 30, "after": 15}, {"before": 30, "after": 15})
    grown = command_line(userprio, "manual-static-15", "--to-snapshot", POOLS / "manual-static-60")
    assert [(gain["submitter"], gain["by"]) for gain in grown["gains"]] == [(physics, 15.0)]
    assert grown["difference"]["pool"]["idle_weight"] == {"before": 0.0, "after": 30.0}
    root = next(group for group in grown["difference"]["groups"] if group["name"] == "<none>")
    assert root["effective_quota"] == {"before": 0.0, "after": 30.0}
    assert chemistry not in json.dumps([grown["gains"], grown["losses"]])


def command_line(userprio: Run, pool: str, *arguments: object) -> Any:
    folder = POOLS / pool
    done = userprio("--snapshot", folder, "--ledger", folder / "ledger.log", "plan", *arguments, "--format", "json")
    assert done.status == 3, done.err
    return json.loads(done.out)
