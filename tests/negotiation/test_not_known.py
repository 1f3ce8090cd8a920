"""What a snapshot does not tell is said where it can make a difference, and only there."""

import pytest

from tests.negotiation.builders import NOW, configured, cycle, free, jobs, submitter
from tests.negotiation.recorded import recorded
from userprio.classad import Ad
from userprio.ledger import Ledger
from userprio.negotiation import Outcome, negotiate
from userprio.pool import FIRST_CYCLE, Pool, ScenarioData


def limits(recorded: bool = True, users: tuple[Ad, ...] = (), version: str = "25.14.1", idle: int = 2) -> Outcome:
    """Two slots, and jobs of one schedd."""
    ad = submitter("a", idle, CondorVersion=f'"$CondorVersion: {version} 2026-07-12 $"')
    pool = Pool(tuple(free(2, 1)), (ad,), tuple(jobs("a", idle, 1)), users, recorded=recorded)
    return negotiate(ScenarioData(pool, Ledger.empty(), configured(), NOW))


def test_without_a_record_of_its_users_a_schedd_is_named_and_its_users_have_no_limit() -> None:
    found = limits()
    assert found.user_limits_unknown == ("ap1",) and len(found.matches) == 2
    (warning,) = found.warnings
    assert "MaxJobsRunning) are not known for ap1; users there are assumed to have none" in warning


def test_a_record_of_any_user_tells_that_the_schedd_was_asked() -> None:
    assert limits(users=(Ad({"User": "b@pool.test", "ScheddName": "ap1"}),)).user_limits_unknown == ()
    assert limits(users=(Ad({"User": "b@pool.test"}),)).user_limits_unknown == ()
    assert limits(users=(Ad({"User": "b@pool.test", "ScheddName": "ap2"}),)).user_limits_unknown == ("ap1",)


def test_nothing_is_said_where_it_cannot_matter() -> None:
    """A pool that somebody wrote has what is written; before 25.4 no schedd limits users; nobody waits."""
    for found in (limits(recorded=False), limits(version="25.3.1"), limits(idle=0)):
        assert (found.user_limits_unknown, found.warnings) == ((), ())


def test_a_snapshot_that_is_read_counts_as_recorded() -> None:
    assert recorded("requirements-of-slots").pool.recorded


@pytest.mark.parametrize(("user", "knobs", "given"), [("root", "", 1), ("ann", "", 0), ("root", "false", 0)])
def test_only_the_home_of_root_is_known_which_is_said(user: str, knobs: str, given: int) -> None:
    slots = free(1, Requirements=f'userHome("{user}") == "/root"')
    config = f"CLASSAD_ENABLE_USER_HOME = {knobs}" if knobs else ""
    found = cycle(slots, [submitter("a", 1)], jobs("a", 1, 1), knobs=config)
    assert len(found.matches) == given
    assert any("userHome()" in warning for warning in found.warnings) is (not knobs)


@pytest.mark.parametrize(
    ("marked", "is_first", "said"), [("true", False, True), ("true", True, False), ("false", False, False)]
)
def test_a_running_negotiators_own_copies_of_slot_ads_are_not_known_which_is_said(
    marked: str, is_first: bool, said: bool
) -> None:
    pool = Pool(tuple(free(1, WantAdRevaluate=marked)), recorded=True)
    given = ScenarioData(pool, Ledger.empty(), configured(), NOW, FIRST_CYCLE if is_first else None)
    assert any("WantAdRevaluate" in warning for warning in negotiate(given).warnings) is said
