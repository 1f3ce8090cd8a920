"""Targets over a past period that is replayed: shares of it, and how long jobs may wait."""

from typing import Any

import pytest

from tests.analysis.aim.pools import because, turned
from tests.negotiation.builders import NOW, configured, free
from tests.simulation.pools import ledger_of
from tests.simulation.test_replay import ended
from userprio.analysis.aim import Aim, aim, parse_share, parse_turn, parse_wait
from userprio.analysis.plan import Horizon
from userprio.base.errors import BadInput
from userprio.classad import Ad
from userprio.pool import Pool
from userprio.pool.scenario import ScenarioData
from userprio.simulation import ReplayTerms, Sampling
from userprio.simulation.history import history_of

CYCLES = "NEGOTIATOR_INTERVAL = 60\nNEGOTIATOR_MIN_INTERVAL = 60\nNEGOTIATOR_CYCLE_DELAY = 0\nCLAIM_WORKLIFE = 0\n"
GROUPS = "GROUP_NAMES = atlas, theory\nGROUP_QUOTA_atlas = 9\nGROUP_QUOTA_theory = 1\n"
HOUR = 3600


def past() -> list[Ad]:
    """Two bursts at the same time: of ada's 60 jobs of an hour, and of eve's 12 of half an hour."""
    ada = [ended("atlas.ada", number, 0, 60, HOUR) for number in range(1, 61)]
    eve = [ended("theory.eve", number, 0, 60, HOUR // 2) for number in range(61, 73)]
    return [*ada, *eve]


def sought(*texts: str, turn: tuple[str, ...] = (), knobs: str = GROUPS) -> Aim:
    scenario = ScenarioData(Pool(tuple(free(10))), ledger_of({}), configured(CYCLES + knobs), NOW)
    targets = [parse_wait(text) if not text.endswith("%") else parse_share(text) for text in texts]
    period = ReplayTerms(ends_at=NOW + 8 * HOUR)
    return aim(
        scenario, targets, list(map(parse_turn, turn)), over=Horizon.REPLAY, history=history_of(past()), period=period
    )


@pytest.mark.slow
def test_jobs_that_may_not_wait_long_get_a_quota_for_it() -> None:
    """With one slot eve's 12 jobs take six hours; with three, which atlas has to leave, two.

    A larger quota alone does nothing: atlas, whose jobs end all at once, comes first and takes its nine again.
    """
    assert not sought("theory=2h").reached
    found = sought("theory=2h", turn=("quotas:*",))
    assert found.reached
    assert found.targets[0].before > 5 * HOUR
    assert found.targets[0].after <= 2 * HOUR
    quotas = turned(found)
    assert quotas["GROUP_QUOTA_atlas"] <= 7
    assert quotas["GROUP_QUOTA_theory"] in (3, 4)


@pytest.mark.slow
def test_a_share_of_a_past_period_is_found() -> None:
    """Over the six and a half hours that all takes, eve uses 6 of 66 core-hours whatever is done."""
    found = sought("theory=60%")
    assert not found.reached


@pytest.mark.slow
def test_a_wait_that_no_quota_brings_about_is_told() -> None:
    """Cycles come every minute, and 12 jobs have 10 slots: two of them wait for half an hour and a cycle."""
    found = sought("theory=5m", turn=("quotas:theory",))
    assert not found.reached
    assert because(found) == ["with the pool to itself 95% of its jobs would wait 32 minutes"]


def test_waits_are_a_matter_of_replays() -> None:
    scenario = ScenarioData(Pool(tuple(free(10))), ledger_of({}), configured(CYCLES + GROUPS), NOW)
    with pytest.raises(BadInput, match="only a replay shows how long jobs wait"):
        aim(scenario, [parse_wait("theory=2h")])
    with pytest.raises(BadInput, match="a replay needs a history"):
        aim(scenario, [parse_wait("theory=2h")], over=Horizon.REPLAY)


@pytest.mark.slow
def test_jobs_that_may_not_wait_long_get_a_factor_for_it() -> None:
    """Without groups both have half of the slots at first; eve's 12 jobs are to begin within an hour."""
    found = sought("theory.eve=40m", knobs="")
    assert found.reached
    assert found.targets[0].after <= 40 * 60 < found.targets[0].before
    assert list(turned(found)) == ["setfactor:theory.eve"]
    assert turned(found)["setfactor:theory.eve"] < 1000


def test_a_replay_that_is_not_near_the_truth_is_doubted() -> None:
    """Jobs that began at once had to wait for hours on the slots that are left; with all of them they do not."""
    ads = [ended("ada", number, 0, 60, HOUR) for number in range(1, 9)]

    def remarks(slots: int) -> list[str]:
        scenario = ScenarioData(Pool(tuple(free(slots))), ledger_of({}), configured(CYCLES), NOW)
        target = [parse_wait("ada=20h")]
        return [*aim(scenario, target, over=Horizon.REPLAY, history=history_of(ads)).remarks]

    assert any(
        told.startswith("the replay is not close to what really happened: 25% of 8 jobs start") for told in remarks(2)
    )
    assert not any("not close" in told for told in remarks(8))
    assert "machines are there all the time: nothing says when one came or went" in remarks(8)


def test_cycles_come_as_often_as_is_asked() -> None:
    """A job that comes just after a cycle waits for the next: a minute, or ten."""

    def waits(interval_s: int | None) -> float:
        scenario = ScenarioData(Pool(tuple(free(2))), ledger_of({}), configured(CYCLES), NOW)
        past = history_of([ended("ada", 1, 0, 2, HOUR), ended("eve", 2, 5, 60, HOUR)])
        period = ReplayTerms(interval_s=interval_s)
        return aim(scenario, [parse_wait("eve=1h")], over=Horizon.REPLAY, history=past, period=period).targets[0].before

    assert waits(None) < 120 < 500 < waits(600)


@pytest.mark.slow
def test_the_answer_is_held_against_drawn_periods_and_a_short_period_is_refused_before_the_search() -> None:
    """Each day of a week eve and ada have eight jobs of four hours, for four slots; eve gets more of them."""
    day = 24 * HOUR
    every = [
        ended(user, 1 + 20 * at + 8 * who + number, at * day, at * day + 60, 4 * HOUR)
        for at in range(8)
        for who, user in enumerate(("ada", "eve"))
        for number in range(8)
    ]
    knobs = "NEGOTIATOR_INTERVAL = 3600\nCLAIM_WORKLIFE = 0\n"
    scenario = ScenarioData(Pool(tuple(free(4))), ledger_of({}), configured(knobs), NOW)
    terms: dict[str, Any] = {
        "over": Horizon.REPLAY,
        "history": history_of(every),
        "sampling": Sampling(10),
    }
    targets = [parse_wait("eve=11h")]
    week = ReplayTerms(ends_at=NOW + 7 * day)
    found = aim(scenario, targets, [parse_turn("factors:eve")], period=week, **terms)
    assert found.turned and found.differences is not None
    waits = {part.name.partition("@")[0]: part.difference for part in found.differences.waits.submitters}
    assert waits["eve"].high < 0 < waits["ada"].low
    with pytest.raises(BadInput, match="a range takes a period of 7 days at least"):
        aim(scenario, targets, period=ReplayTerms(ends_at=NOW + 6 * day), **terms)
