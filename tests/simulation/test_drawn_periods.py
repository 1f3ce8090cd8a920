"""Periods drawn from the days of a past one, and what two policies differ by in them."""

from collections import Counter

import pytest
from msgspec import structs

from tests.negotiation.builders import DOMAIN, NOW, configured, free, jobs, submitter
from userprio.base.errors import BadInput, Stopped
from userprio.base.executors import Processes
from userprio.classad import Evaluator, integer_of
from userprio.ledger import Ledger
from userprio.pool import Pool, ScenarioData
from userprio.simulation import LEAST_DAYS, ReplayTerms, Sampling, drawn_period, replay_differences
from userprio.simulation.history import Fate, History, PastJob

DAY = 86_400
MONDAY = 1_767_571_200
"""2026-01-05 00:00 UTC."""
HOUR = 3600


def past(user: str, number: int, queued: float, length: float = HOUR) -> PastJob:
    """A job that started a minute after it came; the number says when it came, and who it is."""
    started = queued + 60
    return PastJob(
        "ap1", f"{number}.0", f"{user}@{DOMAIN}", queued, started, started, started + length, length, length, 1,
        1.0, Fate.COMPLETED, jobs(user, 1, number)[0],
    )  # fmt: skip


def a_day_each(days: int, begins: int = MONDAY) -> History:
    """On the first day one job at one o'clock, on the second two at two, and so on."""
    every = ((day, count) for day in range(days) for count in range(day + 1))
    return History(
        tuple(
            past("ann", number, begins + day * DAY + (day + 1) * HOUR + count)
            for number, (day, count) in enumerate(every, 1)
        )
    )


def by_day(history: History, begins: int = MONDAY) -> dict[int, list[float]]:
    """The times of day at which jobs come, by day."""
    days: dict[int, list[float]] = {}
    for job in history.jobs:
        days.setdefault(int((job.queued_at - begins) // DAY), []).append((job.queued_at - begins) % DAY)
    return days


def test_each_day_is_one_of_those_that_were_and_weekends_are_weekends() -> None:
    days = 14
    history = a_day_each(days)
    true = by_day(history)
    seen: Counter[int] = Counter()
    for seed in range(40):
        drawn = by_day(drawn_period(history, MONDAY, MONDAY + days * DAY, str(seed)))
        for day in range(days):
            [source] = [place for place, moments in true.items() if moments == drawn[day]]
            assert (source % 7 >= 5) is (day % 7 >= 5)
            seen[source] += 1
    assert seen.keys() == set(range(days))
    # Each of ten weekdays is drawn as often as another, 40 times in the mean.
    assert all(20 <= seen[day] <= 65 for day in range(days))


def test_every_job_of_a_drawn_period_has_a_number_of_its_own_and_its_ad_says_so() -> None:
    days = 7
    drawn = drawn_period(a_day_each(days), MONDAY, MONDAY + days * DAY, "3")
    assert len({job.key for job in drawn.jobs}) == len(drawn.jobs)
    for job in drawn.jobs:
        assert integer_of(Evaluator(NOW), job.ad, "ClusterId") == int(job.id.partition(".")[0])
        assert (job.length_s, job.started_at) == (HOUR, job.queued_at + 60)
    assert [*drawn.jobs] == sorted(drawn.jobs, key=lambda job: job.queued_at)


def test_what_was_queued_before_the_period_stays_and_nothing_comes_after_it() -> None:
    history, begins, ends = a_day_each(10), MONDAY + DAY, MONDAY + 9 * DAY + HOUR
    for seed in "abcde":
        drawn = drawn_period(history, begins, ends, seed)
        assert drawn.jobs[0] == history.jobs[0]
        assert all(begins <= job.queued_at <= ends for job in drawn.jobs[1:])


def scene(slots: int, knobs: str = "") -> ScenarioData:
    config = configured("NEGOTIATOR_INTERVAL = 7200\nCLAIM_WORKLIFE = 0\n" + knobs)
    return ScenarioData(Pool(tuple(free(slots)), (submitter("ann", 0),)), Ledger.empty(), config, NOW)


TERMS = ReplayTerms(float(MONDAY), float(MONDAY + LEAST_DAYS * DAY))


@pytest.mark.slow
def test_one_policy_does_not_differ_from_itself_in_any_drawn_period() -> None:
    [same] = replay_differences(scene(2), {"same": scene(2)}, a_day_each(LEAST_DAYS), TERMS, Sampling(10))
    for part in (*same.use.submitters, *same.waits.submitters, same.all_waits):
        assert (part.difference.low, part.difference.median, part.difference.high, part.more) == (0, 0, 0, 0)
        assert part.before == part.after
    # Periods do differ.
    assert same.all_waits.before.low < same.all_waits.before.high


@pytest.mark.slow
def test_more_slots_shorten_waits_in_every_drawn_period_and_processes_change_nothing() -> None:
    others = {"more": scene(8), "fewer": scene(1)}
    more, fewer = replay_differences(scene(2), others, a_day_each(LEAST_DAYS), TERMS, Sampling(10, 5))
    assert (more.policy, fewer.policy, more.futures, more.seed) == ("more", "fewer", 10, 5)
    assert more.all_waits.difference.high < 0 < fewer.all_waits.difference.low
    assert more.all_waits.more == 0
    assert fewer.all_waits.more == 1
    with Processes(2) as executor:
        again = replay_differences(scene(2), others, a_day_each(LEAST_DAYS), TERMS, Sampling(10, 5), executor)
    assert again == (more, fewer)


def test_a_period_of_few_days_is_refused() -> None:
    with pytest.raises(BadInput, match="a range takes a period of 7 days at least, and this one has 6 whole days"):
        short = structs.replace(TERMS, ends_at=float(MONDAY + 7 * DAY - 1))
        replay_differences(scene(2), {"same": scene(2)}, a_day_each(7), short, Sampling(10))


def test_it_is_stopped_where_too_few_periods_are_done() -> None:
    def progress(done: int, of: int) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        replay_differences(scene(2), {"same": scene(2)}, a_day_each(7), TERMS, Sampling(10), None, progress)
