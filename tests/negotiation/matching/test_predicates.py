"""Predicates remembered by class answer as the evaluator does that looks at whole ads."""

import pytest
from hypothesis import given, settings

from tests.classad.small_ads import EXPRESSIONS, MANY_ADS, endless_ones_rejected
from tests.marks import fewer
from userprio.classad import Ad, Evaluator
from userprio.classad.equivalence import ReferenceIndex
from userprio.negotiation.matching.predicates import (
    MatchPredicates,
    MatchSide,
    flattened,
    is_met,
    with_own_requirements,
)

EVALUATOR = Evaluator(now=1_800_000_000)


def ad(**attributes: str) -> Ad:
    return Ad.lazy(attributes.items())


@settings(max_examples=10)
@given(MANY_ADS, EXPRESSIONS)
def test_slots_and_requests_match_as_whole_ads_do(ads: list[Ad], requirements: str) -> None:
    hold_to_whole_ads(ads, requirements)


@pytest.mark.slow
@settings(max_examples=fewer(1000))
@given(MANY_ADS, EXPRESSIONS)
def test_many_slots_and_requests_match_as_whole_ads_do(ads: list[Ad], requirements: str) -> None:
    hold_to_whole_ads(ads, requirements)


def hold_to_whole_ads(ads: list[Ad], requirements: str) -> None:
    with endless_ones_rejected():
        match_as_whole_ads(ads, requirements)


def match_as_whole_ads(ads: list[Ad], requirements: str) -> None:
    evaluator = Evaluator(now=1_800_000_000)
    ads = [
        *ads,
        *(
            Ad.lazy([*((name, str(one.source(name) or 1)) for name in one), ("Requirements", text)])
            for one in ads
            for text in (requirements, f"A && ({requirements})", "B")
        ),
    ]
    predicates = MatchPredicates(ReferenceIndex(ads), evaluator)
    slots, jobs = ([MatchSide(one) for one in ads] for _ in range(2))
    flat = {(id(one), of_slot): flattened(one, evaluator, of_slot=of_slot) for one in ads for of_slot in (True, False)}
    at_once = MatchPredicates(ReferenceIndex(ads), evaluator)
    others = [MatchSide(one) for one in ads]
    for job in jobs:
        fitting = [slot.ad for slot in slots if predicates.match(slot, job)]
        assert [slot.ad for slot in at_once.matching(others, MatchSide(job.ad))] == fitting
    for slot in slots:
        for job in jobs:
            assert predicates.match_unflattened(slot, job) is evaluator.matches(job.ad, slot.ad)
            theirs, mine = flat[id(slot.ad), True], flat[id(job.ad), False]
            assert predicates.match(slot, job) is (
                is_met(mine, theirs, evaluator, leads=True) and is_met(theirs, mine, evaluator, leads=False)
            )


@pytest.mark.parametrize(
    ("start", "unflattened", "fits"),
    [
        # The string makes the comparison an error; as a constant it moves to the left, where an error decides.
        ('(TARGET.Team == "x") || (Site > 3)', True, False),
        # Called without a target, eval finds no name there.
        ('eval("TARGET.Team") == "x"', True, False),
        ('isUndefined(eval("TARGET.Team"))', False, True),
        # An error on the left of && is no better than a false on its right.
        ('(Site > 3) && (TARGET.Team == "x")', False, False),
        # All is left as it was where a list is handed to a function.
        ('member(TARGET.Team, split("x y")) && ((TARGET.Team == "x") || (Site > 3))', True, True),
        # The constant of a sum in a chain is lost, so that only the request's number is asked.
        ("true && -1 + TARGET.Size", False, True),
    ],
)
def test_requirements_are_asked_as_flattening_leaves_them(start: str, unflattened: bool, fits: bool) -> None:
    slot = ad(Requirements="START && Cpus > 0", Start=start, Site='"north"', Cpus="1")
    job = ad(Requirements="true", Team='"x"', Size="1")
    predicates = MatchPredicates(ReferenceIndex([slot, job]), EVALUATOR)
    assert predicates.match_unflattened(MatchSide(slot), MatchSide(job)) is unflattened
    assert predicates.match(MatchSide(slot), MatchSide(job)) is fits
    assert predicates.match(MatchSide(slot, flattens=False), MatchSide(job)) is unflattened


@pytest.mark.parametrize(
    ("start", "unflattened"),
    [
        ("countMatches(TARGET.Want, Gpus) >= TARGET.Size", False),
        ("countMatches(TARGET.Want, Gpus) == 1 && TARGET.Size == 1", False),
        ("TARGET.Size == 1 && countMatches(TARGET.Want, Gpus) == 1", True),
        ("unresolved(TARGET.Nope) == true || TARGET.Size == 1", False),
    ],
)
def test_flattened_requirements_find_the_request_wherever_a_call_has_led_them(start: str, unflattened: bool) -> None:
    """A negotiator asks for `.LEFT.Size`; the schedd, for `TARGET.Size` where `countMatches` ended, in the job."""
    slot = ad(Requirements="START", Start=start, Gpus="{ G1 }", G1="[ Capability = 8.0 ]")
    job = ad(Requirements="true", Want="Capability > 7", Size="1")
    predicates = MatchPredicates(ReferenceIndex([slot, job]), EVALUATOR)
    assert predicates.match(MatchSide(slot), MatchSide(job))
    assert predicates.match_unflattened(MatchSide(slot), MatchSide(job)) is unflattened


def test_what_was_flattened_shows_its_original_requirements() -> None:
    slot, job = ad(Requirements="TARGET.UnoptimizedRequirements is undefined"), ad(Requirements="true")
    predicates = MatchPredicates(ReferenceIndex([slot, job]), EVALUATOR)
    assert not predicates.match(MatchSide(slot), MatchSide(job))
    assert predicates.match_unflattened(MatchSide(slot), MatchSide(job))


def test_the_request_is_the_left_ad_of_a_match_on_both_sides() -> None:
    slot, job = ad(Requirements="LEFT.Level == 1"), ad(Requirements="RIGHT.Level =?= undefined", Level="1")
    assert MatchPredicates(ReferenceIndex([slot, job]), EVALUATOR).match(MatchSide(slot), MatchSide(job))
    assert MatchPredicates(ReferenceIndex([slot, job]), EVALUATOR).match_unflattened(MatchSide(slot), MatchSide(job))


@pytest.mark.parametrize("name", ["UnoptimizedRequirements", "My", "Target", "Other"])
def test_an_ad_with_a_name_that_is_in_the_way_is_not_flattened(name: str) -> None:
    slot = ad(Requirements="(TARGET.Size == 1) || (Site > 3)", Site='"north"')
    assert flattened(slot, EVALUATOR, of_slot=True) is not slot
    slot = slot.replace({name: 1})
    assert flattened(slot, EVALUATOR, of_slot=True) is slot
    job = ad(Requirements="true", Size="1")
    assert MatchPredicates(ReferenceIndex([slot, job]), EVALUATOR).match(MatchSide(slot), MatchSide(job)) is (
        name == "UnoptimizedRequirements" or name == "My" or name == "Other"
    )


@pytest.mark.parametrize(
    ("requirements", "fits"),
    [
        ("TARGET.MY.Flag", False),
        ("MY.Flag", True),
        ("SELF.Start", True),
        ("Start && TARGET.Start", False),
        ("Requirements =?= undefined", True),
        ("Flag && (Requirements =?= undefined)", True),
    ],
)
def test_an_operand_of_requirements_is_looked_for_where_its_name_says(requirements: str, fits: bool) -> None:
    slot = ad(Flag="true", Start="Flag", Requirements=requirements)
    job = ad(Flag="false", Requirements="true")
    assert EVALUATOR.matches(job, slot) is fits
    assert MatchPredicates(ReferenceIndex([slot, job]), EVALUATOR).match(MatchSide(slot), MatchSide(job)) is fits


@pytest.mark.parametrize("requirements", ["true", "Requirements"])
def test_what_saved_requirements_refer_to_counts_once_a_match_has_put_them_back(requirements: str) -> None:
    slot = ad(Requirements=requirements, SavedRequirements="(TARGET.Requirements =!= 5) && TARGET.Wanted")
    jobs = [ad(Wanted=wanted, Requirements="true") for wanted in ("true", "false")]
    predicates = MatchPredicates(ReferenceIndex([slot, *jobs]), EVALUATOR)
    assert predicates.match(MatchSide(slot), MatchSide(jobs[0])) is (requirements == "true")
    matched = MatchSide(with_own_requirements(slot))
    assert [predicates.match(matched, MatchSide(job)) for job in jobs] == [True, False]


def test_answers_are_dropped_where_a_function_of_theirs_may_be_called() -> None:
    answers = iter("abcdef")
    slot, job = ad(Use="InUse()", Asked="eval(Name)", Cpus="1"), ad()
    predicates = MatchPredicates(ReferenceIndex([slot, job]), EVALUATOR)
    told = [predicates.about([], [name], lambda slot, job: next(answers)) for name in ("Use", "Asked", "Cpus")]
    sides = MatchSide(slot), MatchSide(job)
    assert [each.of(*sides) for each in told] == ["a", "b", "c"]
    predicates.forget(frozenset({"inuse"}))
    assert [each.of(*sides) for each in told] == ["d", "e", "c"]
