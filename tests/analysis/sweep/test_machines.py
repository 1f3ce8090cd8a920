"""More or fewer machines through a past period, and how many keep waits to a bound."""

from concurrent.futures import Executor

import pytest
from msgspec import structs

from tests.negotiation.builders import DOMAIN, NOW, configured, free, held, jobs, slot, submitter
from userprio.analysis.plan import NOWHERE, Horizon, change_slots
from userprio.analysis.sweep import PeriodFigures, Sweep, machine_range, sweep
from userprio.analysis.sweep.machines import machine_changes, machines_like
from userprio.base.errors import BadInput
from userprio.base.executors import Processes
from userprio.classad import Evaluator, text_of
from userprio.ledger import Ledger
from userprio.pool import Pool, ScenarioData
from userprio.simulation import ReplayTerms, parse_wait_bound
from userprio.simulation.history import Fate, History, PastJob

EVALUATOR = Evaluator(NOW)


def scene(pool: Pool) -> ScenarioData:
    return ScenarioData(pool, Ledger.empty(), configured("CLAIM_WORKLIFE = 0\n"), NOW)


def past(user: str, number: int, queued: float, length: float) -> PastJob:
    """A job that started a minute after it came."""
    started = NOW + queued + 60
    return PastJob(
        "ap1", f"{number}.0", f"{user}@{DOMAIN}", NOW + queued, started, started, started + length, length, length, 1,
        1.0, Fate.COMPLETED, jobs(user, 1, number)[0],
    )  # fmt: skip


ALL_AT_ONCE = History(tuple(past("ann", number, 100, 595) for number in range(1, 9)))
"""Eight jobs of ten minutes, but for the seconds until a cycle, that all came at once."""


def sized(*machines: int, slots: int = 2, executor: Executor | None = None, until_wait: str | None = None) -> Sweep:
    """The sweep over the present machines, and so many more or fewer."""
    return sweep(
        scene(Pool(tuple(free(slots)), (submitter("ann", 0),))),
        [machine_range((0, *machines))],
        over=Horizon.REPLAY,
        history=ALL_AT_ONCE,
        period=ReplayTerms(NOW + 90, NOW + 3600),
        until_wait=None if until_wait is None else parse_wait_bound(until_wait),
        executor=executor,
    )


def periods(found: Sweep) -> dict[str, PeriodFigures]:
    """The period with each number of machines."""
    return {point.values[0]: point.period for point in found.points if point.period is not None}


def first(found: Sweep) -> str | None:
    """The first number of machines that keeps to the bound."""
    assert found.past is not None and found.past.enough is not None
    place = found.past.enough.first
    return None if place is None else found.points[place].values[0]


@pytest.mark.slow
def test_waits_fall_with_machines_and_idle_cores_grow() -> None:
    """Two slots take four rounds of about ten minutes, of which jobs wait 0, 1, 2 and 3: 15 minutes in the mean.

    With four there are two rounds: 5 minutes; with eight all start at once. The pool has 2, 4 or 8 slot-hours less
    what eight jobs of ten minutes take.
    """
    found = sized(2, 6)
    points = periods(found)
    assert {machines: each.weight for machines, each in points.items()} == {"0": 2, "+2": 4, "+6": 8}
    assert [each.started for each in points.values()] == [8, 8, 8]
    assert [each.mean_wait_s for each in points.values()] == [pytest.approx(m * 60, abs=60) for m in (15, 5, 0.5)]
    length_s = 3600 - 90
    assert [each.idle_weight_s for each in points.values()] == [
        pytest.approx(weight * length_s - 8 * 595, rel=0.005) for weight in (2, 4, 8)
    ]
    assert found.models == ("machines that are added are like exec1, of 1 slot",)
    assert [point.as_it_is for point in found.points] == [True, False, False]


@pytest.mark.slow
def test_progress_is_told_while_each_size_is_lived_and_never_goes_back() -> None:
    told: list[float] = []
    pool = Pool(tuple(free(2)), (submitter("ann", 0),))
    sweep(
        scene(pool),
        [machine_range((0, 1))],
        over=Horizon.REPLAY,
        history=ALL_AT_ONCE,
        period=ReplayTerms(NOW + 90, NOW + 600),
        progress=lambda done, of: told.append(done / of),
    )
    assert len(told) > 10
    assert told == sorted(told) and told[-1] == 1


@pytest.mark.slow
def test_machines_that_are_taken_away_are_the_last() -> None:
    points = periods(sized(-1))
    assert {machines: each.weight for machines, each in points.items()} == {"-1": 1, "0": 2}
    assert points["-1"].mean_wait_s > points["0"].mean_wait_s
    with pytest.raises(BadInput, match="2 machines cannot be removed: they are all that there are"):
        sized(-2)
    with pytest.raises(BadInput, match="3 machines cannot be removed: there are 2 machines"):
        sized(-3)


@pytest.mark.slow
def test_processes_change_nothing_about_the_answer() -> None:
    with Processes(3) as executor:
        assert sized(-1, 3, executor=executor) == sized(-1, 3)


def test_the_smallest_size_that_keeps_to_a_bound_does_not_depend_on_the_range() -> None:
    """Mean waits are 15, 5 and half a minute with 2, 4 and 8 slots, whatever else is tried."""
    for machines in ((2,), (2, 6), (1, 2, 6)):
        assert first(sized(*machines, until_wait="mean <= 6m")) == "+2"
    assert first(sized(2, until_wait="p95 <= 2m")) is None


def test_that_the_present_pool_keeps_to_a_bound_is_known_though_it_is_not_in_the_range() -> None:
    """Means are 15 minutes with two slots, and 5 with four."""
    for bound, holds in (("mean <= 20m", True), ("mean <= 6m", False)):
        past = sweep(
            scene(Pool(tuple(free(2)), (submitter("ann", 0),))),
            [machine_range((2,))],
            over=Horizon.REPLAY,
            history=ALL_AT_ONCE,
            period=ReplayTerms(NOW + 90, NOW + 3600),
            until_wait=parse_wait_bound(bound),
        ).past
        assert past is not None and past.enough is not None
        assert (past.enough.first, past.holds_as_it_is) == (0, holds)


def test_the_waiting_that_a_core_hour_saves_is_that_of_all_jobs() -> None:
    """Two slots more save ten minutes in the mean to each of eight jobs, and come to 2 x 3510 slot-seconds."""
    points = periods(sized(2))
    present, more = points["0"], points["+2"]
    assert present.saved_s is None
    saved_s = (present.mean_wait_s - more.mean_wait_s) * 8
    assert more.saved_s == pytest.approx(saved_s / (2 * 3510 / 3600))


def names(scenario: ScenarioData) -> list[str | None]:
    return [text_of(EVALUATOR, ad, "Name") for ad in scenario.pool.slots]


def with_machines(scenario: ScenarioData, number: int, pattern: str = "*") -> ScenarioData:
    changes = machine_changes(number, machines_like(scenario, pattern), NOWHERE)
    return structs.replace(scenario, pool=change_slots(scenario.pool, changes, scenario.now).pool)


def test_a_machine_has_all_its_slots() -> None:
    """A machine of two slots comes twice: four slots more, none of them held."""
    pool = Pool((*held("bob", 1, 1), slot(1, Name='"slot2@exec1"')))
    more = with_machines(scene(pool), 2)
    assert len(names(more)) == 6
    assert len(set(names(more))) == 6
    assert [text_of(EVALUATOR, ad, "State") for ad in more.pool.slots[2:]] == ["Unclaimed"] * 4


def test_what_is_cut_from_a_machine_goes_with_it_and_machines_with_longer_names_stay() -> None:
    machine = slot(1, PartitionableSlot="true", Cpus=6, Memory=8192, Disk=10**6)
    cut = slot(1, Name='"slot1_1@exec1"', DynamicSlot="true", State='"Claimed"', RemoteUser=f'"bob@{DOMAIN}"')
    pool = Pool((slot(11), machine, cut))
    fewer = with_machines(scene(pool), -1, "exec1")
    assert names(fewer) == ["slot1@exec11"]


def test_no_machine_of_such_a_name_is_told_with_one_that_there_is() -> None:
    with pytest.raises(BadInput, match=r"no slot or machine is called gpu.*The first slot is called slot1@exec1"):
        sweep(scene(Pool(tuple(free(2)))), [machine_range((1,), "gpu*")])
