"""Submitters between the collector and matching."""

import pytest

from tests.negotiation.builders import NOW, configured, cycle, free, jobs, submitter, told, won
from userprio.base.versions import NEWEST, Behaviour
from userprio.classad import Ad, Evaluator
from userprio.pool.fetched import JobPrioRange, Submitter, consolidate_job_prios, fetched_submitters
from userprio.pool.settings import NegotiatorSettings


def fetched(ads: list[Ad], knobs: str = "", evaluator: Evaluator | None = None) -> tuple[list[Submitter], list[str]]:
    return fetched_submitters(ads, NegotiatorSettings.from_config(configured(knobs)), evaluator or Evaluator(NOW))


@pytest.mark.parametrize(
    "ad",
    [
        submitter("a", 0),
        submitter("a", 5, SkipMatchmaking="true"),
        submitter("a b", 5),
        submitter("a", 5).replace({"ScheddIpAddr": None}),
        submitter("a", 5).replace({"Name": None}),
    ],
    ids=["no jobs", "asked to be skipped", "white space in its name", "no address", "no name"],
)
def test_who_cannot_or_will_not_take_part_is_left_out(ad: Ad) -> None:
    taken, _ = fetched([ad])
    assert not taken


def test_what_is_left_out_for_a_fault_is_said() -> None:
    _, warnings = fetched([submitter("a b", 5), submitter("c", 5).replace({"ScheddIpAddr": None})])
    assert warnings == [
        "submitter 'a b@pool.test' has white space in its name and was left out",
        "submitter ad of c@pool.test lacks Name or ScheddIpAddr and was left out",
    ]


def test_who_has_jobs_and_is_kept_from_taking_part_is_said() -> None:
    knobs = 'NEGOTIATOR_SUBMITTER_CONSTRAINT = Name != "b@pool.test" && Name != "d@pool.test"\n'
    _, warnings = fetched(
        [submitter("a", 5, SkipMatchmaking="true"), submitter("b", 1), submitter("c", 4), submitter("d", 0)], knobs
    )
    assert warnings == [
        "5 idle jobs of a@pool.test take no part: its ad says SkipMatchmaking",
        "1 idle job of b@pool.test takes no part: NEGOTIATOR_SUBMITTER_CONSTRAINT leaves it out",
    ]


def test_the_submitter_constraint_makes_others_invisible() -> None:
    taken, _ = fetched([submitter("a", 5), submitter("b", 50)], "NEGOTIATOR_SUBMITTER_CONSTRAINT = IdleJobs > 9")
    assert [one.name for one in taken] == ["b@pool.test"]


def test_a_user_map_gives_submitters_of_a_domain_a_group() -> None:
    maps = Evaluator(NOW, user_maps={"group_prefix": {"pool.test": "group_a"}.get})
    (taken,), _ = fetched([submitter("ann", 5)], evaluator=maps)
    assert (taken.name, taken.advertised_name) == ("group_a.ann@pool.test", "ann@pool.test")


def entry(name: str, prio: int, *, plays: bool = True) -> Submitter:
    return Submitter(
        name, name, "ap1", "<ap1>", 1, 0, None, None, 0, True, Behaviour(NEWEST), job_prio=prio, plays_job_prios=plays
    )


def test_neighbours_of_one_submitter_become_one_with_a_range_of_job_priorities() -> None:
    merged = consolidate_job_prios([entry("a", 9), entry("a", 5), entry("b", 5), entry("a", 0)])
    assert [(one.name, one.job_prios) for one in merged] == [
        ("a", JobPrioRange(5, 9)),
        ("b", JobPrioRange(5, 5)),
        ("a", JobPrioRange(0, 0)),
    ]


def test_a_schedd_that_advertises_no_priorities_keeps_its_entry_and_parts_nobody() -> None:
    merged = consolidate_job_prios([entry("a", 9), entry("old", -(2**31), plays=False), entry("a", 5)])
    assert [(one.name, one.job_prios) for one in merged] == [("a", JobPrioRange(5, 9)), ("old", JobPrioRange())]


def test_with_global_job_priorities_urgent_jobs_of_any_schedd_come_first() -> None:
    """One user, two schedds: the second's job of priority 7 goes before the first's of priority 3."""
    second = {"ScheddName": '"ap2"', "ScheddIpAddr": '"<10.1.0.2:9618>"'}
    outcome = cycle(
        free(2),
        [submitter("a", 1, JobPrioArray='"3"'), submitter("a", 1, JobPrioArray='"7"', **second)],
        [*jobs("a", 1, 1, JobPrio=3), *jobs("a", 1, 2, schedd="ap2", JobPrio=7)],
        knobs="USE_GLOBAL_JOB_PRIOS = True",
    )
    assert [match.request for match in outcome.matches] == ["2.0", "1.0"]


def test_a_submitter_without_a_tag_cannot_be_negotiated_with_and_leaves_the_list() -> None:
    outcome = cycle(
        free(2),
        [submitter("a", 1).replace({"SubmitterTag": None}), submitter("b", 1)],
        [*jobs("a", 1, 1), *jobs("b", 1, 2)],
    )
    assert won(outcome) == {"b": 1}
    assert told(outcome, "submitter", "outcome")[0] == ("a", "no submitter tag")


def test_a_submitter_without_a_schedd_is_never_asked_which_is_said() -> None:
    outcome = cycle(free(2), [submitter("a", 1).replace({"ScheddName": None})], jobs("a", 1, 1))
    assert not outcome.visits
    assert "submitter a@pool.test is never asked for jobs: its ad names no schedd" in outcome.warnings
