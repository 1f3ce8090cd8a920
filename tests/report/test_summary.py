"""What a cycle comes to."""

from dataclasses import replace

from userprio.report.summary import Refusal, gains, refusals, summarise

from .cycle import CURIE, EINSTEIN, GROUPED, HIGGS


def test_idle_jobs_are_those_of_the_first_visit_less_the_matches() -> None:
    """Einstein 20 - 6, Curie 20 - 3, Higgs 20 - 15."""
    assert summarise(GROUPED).idle_left == 14 + 17 + 5


def test_a_job_that_got_several_slots_does_not_make_fewer_than_none_idle() -> None:
    visits = tuple(replace(visit, idle_jobs=1) for visit in GROUPED.visits)
    assert summarise(replace(GROUPED, visits=visits)).idle_left == 0


def test_gains_belong_to_the_group_that_negotiated() -> None:
    assert gains(GROUPED) == {"group_chemistry": 9.0, "group_physics.hep": 15.0}


def test_a_request_refused_twice_counts_its_jobs_once() -> None:
    assert refusals(GROUPED) == [
        Refusal(EINSTEIN, "submitter limit exceeded", 2, 14),
        Refusal(CURIE, "submitter limit exceeded", 1, 17),
        Refusal(HIGGS, "no match found", 1, 5),
    ]
