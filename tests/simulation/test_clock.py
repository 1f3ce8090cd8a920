"""When daemons do what their timers say: whole seconds, and the fraction of a second at which they were awake last."""

import pytest

from userprio.classad import Ad
from userprio.simulation.slots import Daemon, SimulatedSlot, Startd, rounded


@pytest.mark.parametrize(("awake_at", "goes_off_at"), [(3.25, 10.25), (9.75, 10.75), (10.125, 10.125)])
def test_a_timer_goes_off_at_the_fraction_at_which_the_daemon_was_awake_last(
    awake_at: float, goes_off_at: float
) -> None:
    """It is set for second 10. What wakes the daemon in that second sets it off."""
    assert Daemon(awake_at).goes_off_at(10) == goes_off_at


def test_timers_of_schedds_are_set_for_the_nearest_second() -> None:
    assert [rounded(at) for at in (5.25, 5.5, 5.75, 6.25)] == [5, 6, 6, 6]


@pytest.mark.parametrize(("changes", "told_at"), [([7.25], 8.25), ([7.25, 7.5], 8.5), ([7.25, 8.125], 8.125)])
def test_a_startd_tells_in_the_second_after_a_change_what_changed_by_then(changes: list[float], told_at: float) -> None:
    slot = SimulatedSlot("slot1@m", Ad(), Ad(), Ad())
    startd = Startd(0.0, 0)
    for at in changes:
        startd.change(slot, Ad({"At": at}), at)
    assert not startd.reports_by(told_at - 0.0625)
    assert startd.reports_by(told_at)
    assert list(startd.unreported) == [slot]


@pytest.mark.parametrize(("now", "sent_at"), [(20.5, 15), (20.75, 20), (24.0, 20)])
def test_what_drifts_is_as_old_as_the_last_update_of_all_slots(now: float, sent_at: int) -> None:
    """Updates every five seconds since second 10, three quarters past them: after a cycle at half past."""
    startd = Startd(12.75, 10)
    assert startd.last_full_update(now, 5) == sent_at
