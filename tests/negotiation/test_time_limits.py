"""NEGOTIATOR_MAX_TIME_PER_…: no time at all, and the time that a real negotiator is estimated to need."""

import pytest
from msgspec.structs import replace

from tests.negotiation.builders import NOW, configured, cycle, free, jobs, submitter, told, won
from userprio.ledger import Ledger
from userprio.negotiation import Costs, Outcome, negotiate
from userprio.negotiation.time_limits import time_limit_remarks
from userprio.pool import Pool, TimeLimits
from userprio.pool.scenario import ScenarioData

SECOND_A_MATCH = Costs(match=1.0)


def crowd(knobs: str, costs: Costs = SECOND_A_MATCH, **bobs: str) -> Outcome:
    """Ann and Bob with four jobs each for six slots of one core, a limit of three each; a match takes a second."""
    ads = [submitter("ann", 4, heard=1), submitter("bob", 4, heard=2, **bobs)]
    waiting = [*jobs("ann", 4, 1), *jobs("bob", 4, 2, schedd=bobs.get("ScheddName", "ap1").strip('"'))]
    scenario = ScenarioData(Pool(tuple(free(6)), tuple(ads), tuple(waiting)), Ledger.empty(), configured(knobs), NOW)
    return negotiate(scenario, costs=costs)


@pytest.mark.parametrize("limit", [0, -5])
@pytest.mark.parametrize("what", ["CYCLE", "SCHEDD", "SUBMITTER"])
def test_a_limit_of_no_seconds_skips_every_submitter_for_good(what: str, limit: int) -> None:
    """None of them is left for a second spin."""
    knob = f"NEGOTIATOR_MAX_TIME_PER_{what}"
    outcome = cycle(free(3), [submitter("ann", 4)], jobs("ann", 4, 1), knobs=f"{knob} = {limit}")
    assert told(outcome, "spin", "submitter", "matched", "outcome", "time_limit") == [
        (1, "ann", 0, "no time left", knob),
    ]


def test_a_visit_of_no_seconds_ends_before_the_first_request() -> None:
    """The submitter would take part in the next spin, but there is none where nobody gained anything."""
    knob = "NEGOTIATOR_MAX_TIME_PER_PIESPIN"
    outcome = cycle(free(3), [submitter("ann", 4)], jobs("ann", 4, 1), knobs=f"{knob} = 0")
    assert told(outcome, "spin", "submitter", "matched", "outcome", "time_limit") == [(1, "ann", 0, "deadline", knob)]
    assert not outcome.rejections


def test_time_above_zero_is_time_enough_where_it_is_not_estimated() -> None:
    """A dry cycle takes no time."""
    outcome = crowd("NEGOTIATOR_MAX_TIME_PER_CYCLE = 1", costs=Costs())
    assert won(outcome) == {"ann": 3, "bob": 3}
    assert all(visit.time_limit is None for visit in outcome.visits)


def test_a_visit_is_stopped_by_its_own_limit_and_goes_on_in_the_next_spin() -> None:
    """Two seconds a visit are two matches; of six slots two are left, and the second spin gives one to each."""
    outcome = crowd("NEGOTIATOR_MAX_TIME_PER_PIESPIN = 2")
    assert told(outcome, "spin", "submitter", "limit", "matched", "outcome", "took_s") == [
        (1, "ann", 3.0, 2, "deadline", 2.0),
        (1, "bob", 3.0, 2, "deadline", 2.0),
        (2, "ann", 1.0, 1, "submitter limit", 1.0),
        (2, "bob", 1.0, 1, "submitter limit", 1.0),
    ]
    assert outcome.estimated_s == 6.0


def test_a_submitter_out_of_time_is_not_visited_again() -> None:
    """Two seconds in the whole cycle, spent in the first spin: two slots stay free."""
    outcome = crowd("NEGOTIATOR_MAX_TIME_PER_SUBMITTER = 2")
    assert told(outcome, "spin", "submitter", "matched", "outcome") == [
        (1, "ann", 2, "deadline"),
        (1, "bob", 2, "deadline"),
        (2, "ann", 0, "no time left"),
        (2, "bob", 0, "no time left"),
    ]


def test_submitters_of_one_schedd_share_its_time() -> None:
    """Four seconds for the schedd: Ann's three slots leave Bob one. At a schedd of his own he gets three."""
    knobs = "NEGOTIATOR_MAX_TIME_PER_SCHEDD = 4"
    assert won(crowd(knobs)) == {"ann": 3, "bob": 1}
    assert won(crowd(knobs, ScheddName='"ap2"', ScheddIpAddr='"<10.1.0.2:9618>"')) == {"ann": 3, "bob": 3}


def test_the_cycle_is_over_when_its_time_is_up() -> None:
    """A second for taking in each of six slots, then three for Ann: of ten, one is left for Bob."""
    outcome = crowd("NEGOTIATOR_MAX_TIME_PER_CYCLE = 10", Costs(slot_fetched=1.0, match=1.0))
    assert told(outcome, "spin", "submitter", "matched", "outcome", "time_limit") == [
        (1, "ann", 3, "submitter limit", None),
        (1, "bob", 1, "deadline", "NEGOTIATOR_MAX_TIME_PER_CYCLE"),
        (2, "ann", 0, "no time left", "NEGOTIATOR_MAX_TIME_PER_CYCLE"),
        (2, "bob", 0, "no time left", "NEGOTIATOR_MAX_TIME_PER_CYCLE"),
    ]


def test_what_is_looked_at_takes_its_time() -> None:
    """Ann: a visit, a request, six slots looked at, all candidates; then the three left, for slots that prefer her."""
    more = "\n".join(
        f"NEGOTIATOR_MAX_TIME_PER_{what} = 1000000" for what in ("CYCLE", "SCHEDD", "SUBMITTER", "PIESPIN")
    )
    outcome = crowd(more, Costs(visit=1000.0, request=100.0, slot_scanned=1.0, candidate=10.0))
    assert outcome.visits[0].took_s == 1000 + 100 + 6 * 1 + 6 * 10 + 3 * 1


def test_rounds_that_would_repeat_the_last_are_left_out_and_told() -> None:
    """Under autoregroup the root is allocated the whole pool in each round, and with one job never fills it."""
    knobs = "GROUP_NAMES = g\nGROUP_QUOTA_g = 2\nGROUP_AUTOREGROUP = True\nGROUP_QUOTA_MAX_ALLOCATION_ROUNDS = {}\n"
    few, many = (
        cycle(free(6), [submitter("g.ann", 1)], jobs("g.ann", 1, 1), knobs=knobs.format(rounds))
        for rounds in (12, 10**9)
    )
    assert (len(few.rounds), few.repeated_rounds) == (12, 0)
    assert (len(many.rounds), many.repeated_rounds) == (20, 10**9 - 20)
    assert many.matches == few.matches and "999,999,980 more rounds" in many.warnings[-1]


@pytest.fixture(scope="module")
def a_second_of_matches() -> Outcome:
    """Five thousand, at 200 µs each, in one visit; to look at all slots once takes 29 ms, and to fetch them 400 ms."""
    many = 5000
    return cycle(
        free(many), [submitter("ann", many)], jobs("ann", many, 1), knobs="MAX_CONCURRENT_UPLOADS_PER_USER = 0"
    )


@pytest.mark.parametrize("what", ["CYCLE", "SUBMITTER", "SCHEDD", "PIESPIN"])
def test_a_limit_that_is_too_short_for_a_cycle_without_a_clock_is_told(a_second_of_matches: Outcome, what: str) -> None:
    def told_with(seconds: int) -> tuple[str, ...]:
        limits = TimeLimits.from_config(configured(f"NEGOTIATOR_MAX_TIME_PER_{what} = {seconds}"))
        return time_limit_remarks(a_second_of_matches, limits)

    (remark,) = told_with(1)
    assert remark.startswith("time is not simulated") and f"NEGOTIATOR_MAX_TIME_PER_{what} (1 s)" in remark
    # Twice the estimate is still possible, and three seconds are more than twice of each.
    assert told_with(2) != ()
    assert told_with(3) == ()
    # No time at all is simulated.
    assert told_with(0) == ()


def test_where_time_is_estimated_nothing_more_is_told(a_second_of_matches: Outcome) -> None:
    limits = TimeLimits.from_config(configured("NEGOTIATOR_MAX_TIME_PER_CYCLE = 1"))
    assert time_limit_remarks(a_second_of_matches, limits)
    assert time_limit_remarks(replace(a_second_of_matches, estimated_s=1.4), limits) == ()
