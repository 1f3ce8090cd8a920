"""What condor_defrag chooses, by the worked numbers of its rules; each was seen in a run of the real daemon."""

from datetime import UTC, datetime

import pytest

from tests.negotiation.builders import configured
from userprio.base.errors import UserprioError
from userprio.classad import Ad, parse
from userprio.simulation import DefragPolicy, Poll, daemon_name, poll
from userprio.simulation.defrag import Rate

NOW = 1_795_305_893
DAEMON = "DEFRAG@cm.pool.test"


def machine(name: str, **attributes: str | int | bool) -> Ad:
    """The partitionable slot of a machine of 16 cores, four of them free; texts are expressions."""
    given = {"PartitionableSlot": True, "Cpus": 4, "TotalSlotCpus": 16, **attributes}
    exprs = {key: parse(value) if isinstance(value, str) else value for key, value in given.items()}
    return Ad({"Name": f"slot1@{name}", "Machine": name, **exprs})


def badput(seconds: int) -> dict[str, int]:
    return {"ExpectedMachineGracefulDrainingBadput": seconds}


def polled(slots: list[Ad], knobs: str = "", at: int = NOW, previous: int | None = None, **given: object) -> Poll:
    base = "DEFRAG_INTERVAL = 5\nDEFRAG_DRAINING_MACHINES_PER_HOUR = 2160\n"
    return poll(DefragPolicy.from_config(configured(base + knobs), DAEMON), slots, at, previous, **given)  # type: ignore[arg-type]


def drained(found: Poll) -> list[str]:
    return [name.removeprefix("slot1@") for name in found.drained]


@pytest.mark.parametrize(
    ("interval", "per_hour", "shares", "polls"),
    [
        (600, 10.0, (1, 4, 0), [("22 08:42", 1), ("22 08:52", 1), ("22 09:02", 5), ("22 09:12", 1)]),
        (1800, 0.27, (0, 0, 6), [("22 22:50", 0), ("22 23:20", 0), ("22 23:50", 0), ("23 00:20", 6)]),
        (600, 11.4, (1, 5, 10), [("22 08:50", 1), ("22 09:40", 1 + 3), ("22 09:50", 1), ("23 00:50", 1 + 2 + 10)]),
        (7200, 6.0, (12, 0, 0), [("22 08:00", 12)]),
    ],
)
def test_the_rest_of_the_rate_falls_due_at_the_first_poll_of_an_hour_or_day(
    interval: int, per_hour: float, shares: tuple[int, int, int], polls: list[tuple[str, int]]
) -> None:
    """What a late poll misses of the hour is missed of its share: 5 · (1200 + 600)/3600 + 1/2 is cut to 3."""
    rate = Rate.of(per_hour, interval)
    assert (rate.per_poll, rate.per_hour, rate.per_day) == shares
    previous: int | None = None
    for text, number in polls:
        at = int(datetime.strptime(f"2026-11-{text}", "%Y-%m-%d %H:%M").replace(tzinfo=UTC).timestamp())
        assert rate.due(at, previous, interval) == number
        previous = at


def test_a_rate_beyond_the_daemons_integers_is_none_at_all() -> None:
    """10¹² · 600/3600 machines do not fit in 32 bits: "0/interval + -2147483648/hour + 0/day", and nothing is done."""
    assert Rate.of(1e12, 600) == Rate(0, -(2**31), 0)
    assert Rate.of(1e308, 3600) == Rate(0, -(2**31), 0)
    for per_hour in ("1e12", "1e308"):
        knobs = f"DEFRAG_INTERVAL = 600\nDEFRAG_DRAINING_MACHINES_PER_HOUR = {per_hour}\n"
        found = polled([machine("a")], knobs, previous=NOW - 3600)
        assert found.drained == ()
        assert "more than condor_defrag can count, so that none is ever due" in (found.nothing_because or "")


def test_a_share_below_zero_shrinks_with_the_hour_too() -> None:
    """3599.982 an hour are 0.999995 a second, rounded up to 1, so that the hour has one too many."""
    rate = Rate.of(3599.982, 1)
    assert rate == Rate(1, -1, 24)
    hour = NOW // 3600 * 3600 + 3600
    # A share of -1 · 3601/3600 is -1; of -1 · 1201/3600, floor(-0.33 + 0.5) = 0.
    assert [rate.due(hour + late, hour - 1, 1) for late in (0, 2400)] == [0, 1]


def test_machines_with_the_least_work_to_lose_come_first_and_those_that_do_not_say_before_all() -> None:
    slots = [machine("a", **badput(7000)), machine("b", **badput(90)), machine("c"), machine("d", **badput(300))]
    found = polled(slots)
    assert drained(found) == ["c", "b", "d"]
    assert found.candidates == (("slot1@c",), ("slot1@b",), ("slot1@d",), ("slot1@a",))
    assert found.by_chance == ()


def test_of_equals_chance_decides_and_all_of_them_are_named() -> None:
    slots = [machine(name, **badput(50)) for name in "abcd"] + [machine("e", **badput(10))]
    found = polled(slots)
    assert len(found.drained) == 3
    assert found.by_chance == ("slot1@a", "slot1@b", "slot1@c", "slot1@d")


def test_two_slots_of_one_machine_leave_nothing_to_chance() -> None:
    """Of a, b and c, and a second slot of c that ranks as the first one, three machines are drained in any order."""
    second = machine("c", **badput(50)).replace({"Name": "slot2@c"})
    assert polled([*(machine(name, **badput(50)) for name in "abc"), second]).by_chance == ()


def test_a_second_slot_of_a_machine_that_comes_first_anyway_leaves_nothing_to_chance() -> None:
    """Slot 1 of a comes first; b is the second machine, whether slot 2 of a, its equal, comes before it or not."""
    second = machine("a", **badput(50)).replace({"Name": "slot2@a"})
    for slots in ([machine("b", **badput(50)), second], [second, machine("b", **badput(50))]):
        found = polled([machine("a", **badput(1)), *slots], "DEFRAG_DRAINING_MACHINES_PER_HOUR = 1440\n")
        assert (drained(found), found.by_chance) == (["a", "b"], ())


def test_machines_that_refuse_are_not_left_to_chance() -> None:
    slots = [machine(name, **badput(50)) for name in "abcde"]
    assert polled(slots, refusing={"e"}).by_chance == tuple(f"slot1@{name}" for name in "abcd")


def test_what_the_rank_calls_rank_is_itself_and_not_that_of_the_slot() -> None:
    slots = [machine(name, Rank=number) for number, name in enumerate("abc")]
    assert len(polled(slots, "DEFRAG_RANK = Rank\n").candidates) == 1
    assert len(polled(slots, "DEFRAG_RANK = 7 + Rank\n").candidates) == 1
    assert drained(polled(slots, "DEFRAG_RANK = TARGET.Rank\n")) == ["c", "b", "a"]


def test_a_daemon_that_never_polls_cancels_nothing() -> None:
    again = machine("a", Draining=True, Cpus=16)
    assert polled([again]).cancelled == ("slot1@a",)
    assert polled([again], "DEFRAG_INTERVAL = 0\n").cancelled == ()


def test_whole_machines_among_the_equals_leave_nothing_to_chance() -> None:
    """Three of a, b, c and the whole d: the first three are drained wherever d comes in between."""
    slots = [machine(name, **badput(50)) for name in "abc"] + [machine("d", Cpus=16, **badput(50))]
    assert polled(slots).by_chance == ()
    assert polled([*slots, machine("e", **badput(50))]).by_chance == tuple(f"slot1@{name}" for name in "abce")


def test_a_machine_is_what_follows_the_first_at_of_a_slots_name() -> None:
    slots = [machine("exec1@host", **badput(1)), machine("exec2@host", **badput(2))]
    assert drained(polled(slots)) == ["exec1@host", "exec2@host"]


def test_the_maxima_stop_a_poll_and_do_not_cap_it() -> None:
    """With two draining of at most three, three more are drained; with three none."""
    draining = [machine(name, Draining=True, Cpus=8) for name in "xyz"]
    others = [machine(name, **badput(1)) for name in "abcde"]
    knob = "DEFRAG_MAX_CONCURRENT_DRAINING = 3\n"
    assert len(polled(draining[:2] + others, knob).drained) == 3
    stopped = polled(draining + others, knob)
    assert stopped.drained == ()
    assert stopped.nothing_because == "DEFRAG_MAX_CONCURRENT_DRAINING = 3, and there are 3 draining machines"
    whole = [machine(name, Cpus=16) for name in "xy"]
    assert polled(whole + others, "DEFRAG_MAX_WHOLE_MACHINES = 2\n").drained == ()
    assert len(polled(whole[:1] + others, "DEFRAG_MAX_WHOLE_MACHINES = 2\n").drained) == 3


def test_without_a_rate_none_is_ever_due_and_with_a_small_one_none_at_most_polls() -> None:
    never = polled([machine("a")], "DEFRAG_DRAINING_MACHINES_PER_HOUR = 0\n")
    assert never.nothing_because == "DEFRAG_DRAINING_MACHINES_PER_HOUR = 0, so that none is ever due"
    later = polled([machine("a")], "DEFRAG_DRAINING_MACHINES_PER_HOUR = 2\n")
    assert later.nothing_because == "none is due at this poll"


def test_whole_machines_are_passed_over() -> None:
    found = polled([machine("a", Cpus=16), machine("b", **badput(1))])
    assert (found.whole, drained(found)) == (("a",), ["b"])
    assert found.skipped == (("slot1@a", "its machine is whole"),)


def test_an_or_without_brackets_makes_whole_what_is_not_even_partitionable() -> None:
    knob = "DEFRAG_WHOLE_MACHINE_EXPR = Big || Cpus == TotalSlotCpus\n"
    static = machine("a", Big=True, PartitionableSlot=False)
    assert polled([static, machine("b")], knob).whole == ("a",)
    assert polled([static, machine("b")], "DEFRAG_WHOLE_MACHINE_EXPR = (Big || Cpus == TotalSlotCpus)\n").whole == ()


def test_what_is_whole_again_is_cancelled_and_not_drained_at_the_same_poll() -> None:
    reason = f'"Defrag {DAEMON}"'
    again = machine("a", Draining=True, DrainReason=reason, Cpus=16)
    found = polled([again, machine("b", **badput(1))])
    assert found.cancelled == ("slot1@a",)
    assert drained(found) == ["b"]


def test_what_somebody_else_drains_neither_counts_nor_is_touched() -> None:
    foreign = machine("a", Draining=True, DrainReason='"by root"', Cpus=16)
    found = polled([foreign, machine("b", **badput(1))], "DEFRAG_MAX_CONCURRENT_DRAINING = 1\n")
    assert (found.draining, found.cancelled, drained(found)) == ((), (), ["b"])


def test_a_machine_that_refuses_is_not_counted() -> None:
    slots = [machine(name, **badput(number)) for number, name in enumerate("abcde")]
    assert drained(polled(slots, refusing={"a", "c"})) == ["b", "d", "e"]


def test_an_interval_above_an_hour_drains_nothing_at_all() -> None:
    found = polled([machine("a")], "DEFRAG_INTERVAL = 7200\n")
    assert found.drained == ()
    assert found.nothing_because is not None and "more than an hour" in found.nothing_because


def test_the_daemon_is_known_by_the_machines_that_drain_for_it() -> None:
    slots = [machine("a", DrainReason='"Defrag DEFRAG@cm.lab"'), machine("b", DrainReason='"Defrag other@x"')]
    assert daemon_name(configured(""), slots) == "DEFRAG@cm.lab"
    assert daemon_name(configured("DEFRAG_NAME = big@cm\n"), slots) == "big@cm"
    assert daemon_name(configured("CONDOR_HOST = cm2.lab:9618\n"), []) == "DEFRAG@cm2.lab"


@pytest.mark.parametrize(
    "knob",
    [
        "DEFRAG_REQUIREMENTS = true) || (true",
        "DEFRAG_CANCEL_REQUIREMENTS = ==",
        "DEFRAG_RANK = (1",
        "DEFRAG_DRAINING_START_EXPR = 1 1",
        "DEFRAG_WHOLE_MACHINE_EXPR =",
        "DEFRAG_WHOLE_MACHINE_EXPR = Cpus == 8 // whole",
        "DEFRAG_DRAINING_SCHEDULE = gentle",
        "DEFRAG_MAX_WHOLE_MACHINES = -2",
        "DEFRAG_DRAINING_MACHINES_PER_HOUR = -1",
        "DEFRAG_INTERVAL = often",
    ],
)
def test_what_ends_the_daemon_is_an_error(knob: str) -> None:
    with pytest.raises(UserprioError):
        polled([machine("a")], knob + "\n")


@pytest.mark.parametrize(
    "knob", ["DEFRAG_INTERVAL = 0", "DEFRAG_RANK =", "DEFRAG_DRAINING_MACHINES_PER_HOUR = 2 * 360"]
)
def test_what_the_daemon_puts_up_with_is_none(knob: str) -> None:
    polled([machine("a")], knob + "\n")
