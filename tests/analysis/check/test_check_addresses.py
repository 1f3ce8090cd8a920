"""Slots that a negotiator cannot hand to anybody, because their ads lack an address, are reported."""

import pytest
from msgspec.structs import replace

from tests.negotiation.builders import free, held, jobs, scenario, submitter
from userprio.analysis.check import Finding, Level, Situation, check
from userprio.classad import Value
from userprio.negotiation import negotiate
from userprio.pool import ScenarioData


def lacking(*names: str, **more: Value) -> ScenarioData:
    """Five slots, the first three without some attributes, and seven jobs."""
    slots = free(5)
    changed = [ad.replace({**dict.fromkeys(names), **more}) for ad in slots[:3]]
    return scenario([*changed, *slots[3:]], [submitter("ann", 7)], jobs("ann", 7, 1))


def of(pool: ScenarioData) -> list[Finding]:
    return [each for each in check(Situation(pool)) if each.code == "slots-without-address"]


def test_slots_without_an_address_are_one_finding_with_an_example_and_what_to_do() -> None:
    pool = lacking("StartdIpAddr", "MyAddress")
    assert len(negotiate(pool).matches) == 2
    (warning,) = of(pool)
    assert warning.level is Level.WARNING
    assert warning.happens == (
        "3 of 5 slots have no StartdIpAddr, such as slot1@exec1: a negotiator cannot give them to anybody, and nothing "
        "new starts on them in a dry run either"
    )
    assert warning.advice == (
        "Startds publish it; a list that was made with -attributes needs StartdIpAddr, and MyAddress for the protocol, "
        "among them: write it again with condor_status -long"
    )


@pytest.mark.parametrize("names", [(), ("MyAddress",)])
def test_an_address_under_the_one_name_is_enough(names: tuple[str, ...]) -> None:
    pool = lacking(*names)
    assert len(negotiate(pool).matches) == 5
    assert of(pool) == []


@pytest.mark.parametrize("more", [{"Offline": True}, {"WantClaiming": False}])
def test_slots_that_give_no_claim_need_no_address(more: dict[str, bool]) -> None:
    pool = lacking("StartdIpAddr", **more)
    assert len(negotiate(pool).matches) > 2
    assert of(pool) == []


def test_slots_that_the_negotiator_does_not_fetch_do_not_count() -> None:
    pool = lacking("StartdIpAddr", Foreign=True)
    knobs = {"NEGOTIATOR_SLOT_CONSTRAINT": "Foreign =!= true"}
    assert of(replace(pool, config=pool.config.with_overrides(knobs))) == []


def test_a_single_slot_without_an_address_is_told_in_the_singular() -> None:
    pool = lacking("StartdIpAddr")
    single = replace(pool, pool=replace(pool.pool, slots=pool.pool.slots[2:]))
    assert of(single)[0].happens.startswith(
        "1 of 3 slots has no StartdIpAddr, slot1@exec3: a negotiator cannot give it to"
    )


def test_jobs_that_such_slots_would_fit_are_not_called_unmatchable_besides() -> None:
    pool = lacking("StartdIpAddr")
    none = replace(pool, pool=replace(pool.pool, slots=pool.pool.slots[:3]))
    assert [each.code for each in check(Situation(none))] == ["slots-without-address"]


def test_claimed_slots_have_their_address_where_only_free_ones_are_matched() -> None:
    pool = scenario(
        held("bob", 2, 1), [submitter("ann", 1)], jobs("ann", 1, 1), knobs="NEGOTIATOR_CONSIDER_PREEMPTION = False\n"
    )
    assert of(pool) == []
