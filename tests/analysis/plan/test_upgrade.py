"""What an upgrade of HTCondor changes in a cycle, and which behaviours are to blame."""

import pytest
from msgspec.structs import replace

from tests.negotiation.recorded import recorded
from userprio.analysis.plan import Changes, Plan, plan
from userprio.base.versions import parse_version


def upgraded(name: str, version: str) -> Plan:
    return plan(recorded(name).scenario, Changes(to_version=parse_version(version)))


@pytest.mark.slow
def test_an_upgrade_shows_what_the_recorded_pools_of_both_versions_show() -> None:
    """talk-surplus: 60 matches of 23.9.6 become 43 of 25.14.1, as both real negotiators decided."""
    found = upgraded("talk-surplus-23.9.6", "25.14.1")
    assert len(found.before.matches) == 60
    assert len(found.after.matches) == 43


@pytest.mark.slow
def test_the_behaviours_that_make_the_difference_are_to_blame_and_no_others() -> None:
    """One decides how many jobs are offered, the other makes autoclusters, so that equal slots are given in turn."""
    upgrade = upgraded("talk-surplus-23.9.6", "25.14.1").upgrade
    assert upgrade is not None
    assert [rule.name for rule in upgrade.to_blame] == ["few_significant_attributes", "schedd_caps_offers"]
    assert (str(upgrade.before), str(upgrade.after)) == ("23.9.6", "25.14.1")


@pytest.mark.slow
def test_who_was_preempted_keeps_the_usage_after_an_upgrade() -> None:
    upgrade = upgraded("random-1-23.9.6", "25.14.1").upgrade
    assert upgrade is not None
    assert "preempted_users_keep_usage" in [rule.name for rule in upgrade.to_blame]


def test_the_same_version_changes_nothing() -> None:
    found = upgraded("talk-surplus-23.9.6", "23.9.6")
    assert not found.difference
    assert found.upgrade is not None and found.upgrade.changes == ()


def test_a_version_that_is_given_goes_before_what_the_ads_say() -> None:
    scenario = recorded("talk-surplus-23.9.6").scenario
    assert str(scenario.versions.negotiator) == "23.9.6"
    newer = replace(scenario, version=parse_version("25.14.1"))
    assert newer.versions.of_schedd(newer.pool.submitters[0]).schedd_caps_offers
