"""What a cycle comes to, and why the negotiator left a submitter, in words that hold."""

from msgspec.structs import replace

from tests.negotiation.builders import cycle, free, jobs, priorities, submitter
from tests.negotiation.test_starts import machine
from userprio.negotiation import Eviction, Refusal, Unvisited, summarise
from userprio.report.visits import (
    Tone,
    eviction_note,
    gains,
    groups_beyond,
    refusals,
    starts_differ,
    tone,
    visits_beyond,
)

from .cycle import CURIE, EINSTEIN, FLAT, GROUPED, HIGGS


def test_idle_jobs_are_those_that_last_visits_left() -> None:
    """Einstein 20 - 6, Curie 20 - 3, Higgs 20 - 15."""
    assert summarise(GROUPED).idle_left == 14 + 17 + 5


def test_of_preemption_it_is_said_when_slots_are_free_and_what_is_lost_as_far_as_that_is_known() -> None:
    """A job of 300 s on a slot of weight 2 that may stay for 600 s: 1,800 weight-seconds."""
    known = replace(FLAT.matches[0], eviction=Eviction(0.0, 600.0, 1800.0))
    unknown = replace(known, eviction=Eviction(0.0, 600.0, None))
    assert eviction_note([FLAT.matches[0]]) == ""
    start = "The 2 jobs that lose their slots are told to go at once, and gone in 10m at the latest; "
    lost = "at most 0.5 weight-hours of work are lost, not counting 1 job whose age the ads do not say."
    assert eviction_note([known, unknown]) == start + lost
    assert eviction_note([unknown, unknown]) == f"{start}the ads do not say how much work is lost."
    later = replace(known, eviction=Eviction(3600.0, 4200.0, 1800.0))
    assert eviction_note([later]).startswith(
        "The job that loses its slot is told to go after 1h of retirement, and gone"
    )


def test_those_of_submitters_never_visited_are_among_them() -> None:
    summary = summarise(replace(FLAT, unvisited=(Unvisited("carl@pool.test", None, None, 9),)))
    assert (summary.asking, summary.idle_left) == (3, 17 + 20 + 9)


def test_matches_that_start_several_jobs_leave_fewer_idle_than_unmatched() -> None:
    matches = (replace(FLAT.matches[0], jobs=8), *FLAT.matches[1:])
    visits = tuple(replace(visit, left=visit.left - 7) for visit in FLAT.visits)
    outcome = replace(FLAT, matches=matches, visits=visits)
    summary = summarise(outcome)
    assert (summary.matches, summary.jobs) == (3, 10)
    assert starts_differ(outcome)
    assert not starts_differ(FLAT)
    assert summary.unmatched == summary.idle_left + 7


def test_gains_belong_to_the_group_that_negotiated() -> None:
    assert gains(GROUPED) == {"group_chemistry": 9.0, "group_physics.hep": 15.0}


def test_refusals_at_several_schedds_are_one_line() -> None:
    other = Refusal(HIGGS, "ap2", "no match found", 2, 3)
    told = refusals(replace(GROUPED, refusals=(*GROUPED.refusals, other)))
    assert [(one.submitter, one.rejections, one.jobs) for one in told] == [
        (EINSTEIN, 2, 14),
        (CURIE, 1, 17),
        (HIGGS, 3, 8),
    ]


def test_green_means_that_nobody_waits_and_red_that_who_waits_holds_nothing() -> None:
    assert tone(0, 0.0) is Tone.GOOD
    assert tone(3, 0.5) is Tone.HELD
    assert tone(3, 0.0) is Tone.REFUSED


def test_a_match_that_rounds_a_limit_up_is_an_excess_of_visit_and_group() -> None:
    knobs = "GROUP_NAMES = g\nGROUP_QUOTA_g = 4\nGROUP_ACCEPT_SURPLUS = False\n"
    outcome = cycle([machine(cpus=12)], [submitter("g.ann", 9)], jobs("g.ann", 9, 1), knobs=knobs)
    assert [(visit.submitter, visit.won, visit.limit) for visit in outcome.visits[:1]] == [("g.ann@pool.test", 12, 4)]
    assert (visits_beyond(outcome), groups_beyond(outcome)) == ({0}, {"g"})


def test_within_the_limit_nobody_is_in_excess() -> None:
    ads = [submitter("ann", 9), submitter("bob", 9)]
    outcome = cycle(free(8), ads, [*jobs("ann", 9, 1), *jobs("bob", 9, 2)], priorities({"ann": 500, "bob": 500}))
    assert visits_beyond(outcome) == frozenset()
