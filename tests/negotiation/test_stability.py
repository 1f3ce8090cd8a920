"""What of a cycle hangs on the second in which priorities are updated, on a digit or on a tie is said; its stable twin
is not.

A real priority p with u cores in use becomes p * b + u * (1 - b) after a second, where b = 0.5 ** (1 / half-life).
All ledgers here were last updated a second before the cycle.
"""

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from tests.marks import slow
from tests.negotiation.builders import DOMAIN, NOW, free, held, jobs, scenario, slot, submitter
from tests.negotiation.random_pools import draw, scenario_of
from tests.negotiation.recorded import NAMES, UNSTABLE, recorded, slot_kinds
from userprio.ledger import Ledger, SetAttribute
from userprio.negotiation import (
    Chance,
    Decided,
    Outcome,
    Stability,
    decide,
    diagnosed,
    negotiate,
    with_stability_remarks,
)
from userprio.negotiation.agreement import second_opinion
from userprio.pool import FIRST_CYCLE, ScenarioData


def ledger(**users: tuple[float, int]) -> Ledger:
    """Users with their real priority and what they have in use, all with factor 1000, updated a second before."""
    lines = [f"107 1 CreationTimestamp {NOW}", "101 Accountant. * *", f"103 Accountant. LastUpdateTime {NOW - 1}"]
    for user, (priority, used) in users.items():
        name = f"Customer.{user}@{DOMAIN}"
        lines += [f"101 {name} * *", f"103 {name} Priority {priority:.6f}", f"103 {name} PriorityFactor 1000.000000"]
        lines += [f"103 {name} ResourcesUsed {used}", f"103 {name} WeightedResourcesUsed {used:f}"]
    return Ledger.of_bytes("".join(f"{line}\n" for line in lines).encode())


def judged(at: ScenarioData) -> tuple[Outcome, Stability]:
    outcome = with_stability_remarks(diagnosed(at, stability=True))
    assert outcome.stability is not None
    return outcome, outcome.stability


def reasons(stability: Stability) -> set[Chance]:
    return {own.reason for own in stability.unstable}


def overtaking(ann: float) -> ScenarioData:
    """One free core that suits the jobs of two users, among 30 that do not. `ben` stays at 10: he has 10 cores in use.

    With a half-life of 69.3 s, b is 0.990048: ann, who uses nothing, falls to that part of hers in each second.
    """
    special = slot(1, Special="true")
    slots = [special, *free(30, 2, Special="false"), *held("ben", 10, 32, Special="false")]
    people = [submitter("ann", 5), submitter("ben", 5, 10)]
    fussy = {"Requirements": "TARGET.Special"}
    waiting = [*jobs("ann", 5, 1, **fussy), *jobs("ben", 5, 2, **fussy)]
    return scenario(slots, people, waiting, ledger(ann=(ann, 0), ben=(10.0, 10)), "PRIORITY_HALFLIFE = 69.3\n")


def test_users_who_change_places_a_second_later_make_their_matches_unstable() -> None:
    # ann: 10.15 is 10.04899 at once and 9.94898 a second later.
    outcome, stability = judged(overtaking(10.15))
    (match,) = outcome.matches
    assert match.submitter == "ben@pool.test"
    (unstable,) = stability.unstable
    assert (unstable.match, unstable.reason, unstable.later_s) == (0, Chance.PRIORITY_ORDER, 1)
    assert unstable.instead == "the slot goes to ann@pool.test"
    assert Chance.PRIORITY_ORDER in outcome.left_to_chance
    (warning,) = [text for text in outcome.warnings if "change places" in text]
    assert warning == (
        "1 of 1 match would differ 1 s later: submitters change places as priorities are updated again. The first: "
        "slot1@exec1 for ben@pool.test; instead the slot goes to ann@pool.test"
    )


def test_who_stays_ahead_for_the_whole_interval_is_stable() -> None:
    # ann: 10 is 9.90048 at once, and ever less.
    outcome, stability = judged(overtaking(10.0))
    assert [match.submitter for match in outcome.matches] == ["ann@pool.test"]
    assert (stability.unstable, outcome.warnings) == ((), negotiate(overtaking(10.0)).warnings)


def test_what_differs_an_interval_later_only_is_told_with_its_seconds() -> None:
    # ann: 12.5 falls below 10 after 22.3 seconds, the first of which was before the cycle.
    outcome, stability = judged(overtaking(12.5))
    assert [match.submitter for match in outcome.matches] == ["ben@pool.test"]
    assert [own.later_s for own in stability.unstable] == [30]
    assert [variant.later_s for variant in stability.variants if variant.matches] == [30, 45, 60]


def test_what_happens_after_the_interval_is_not_looked_at() -> None:
    at = overtaking(12.5)
    shorter = at.config.with_overrides({"NEGOTIATOR_INTERVAL": "10"})
    assert judged(replace(at, config=shorter))[1].unstable == ()


def leased(ended: int, began: int | None = None) -> ScenarioData:
    """Four free cores; a ceiling of one core for ann ended so many seconds before priorities are updated."""
    lease = {"Ceiling": 1, "CeilingLeaseExpiration": NOW - ended, "CeilingPreLeaseValue": -1}
    records = [SetAttribute(f"Customer.ann@{DOMAIN}", name, str(value)) for name, value in lease.items()]
    given = scenario(free(4), [submitter("ann", 4)], jobs("ann", 4, 1), ledger(ann=(10.0, 0)).replay(records))
    return replace(given, began=began)


def test_a_lease_that_ends_while_the_ads_are_fetched_still_holds_in_the_cycle() -> None:
    """A negotiator ends leases when a cycle begins, and updates priorities when it has the ads."""
    for began, matches in ((None, 4), (NOW - 3, 4), (NOW - 4, 1), (NOW + 5, 4)):
        given = leased(3, began)
        assert len(negotiate(given).matches) == matches
        assert second_opinion(given, negotiate(given)).agrees


def test_a_lease_that_has_just_ended_makes_matches_unstable_unless_it_is_known_when_the_cycle_began() -> None:
    outcome, stability = judged(leased(3))
    assert (reasons(stability), len(stability.unstable)) == ({Chance.LEASE_END}, 3)
    (warning,) = [text for text in outcome.warnings if "floor, ceiling or factor" in text]
    assert warning.startswith("3 of 4 matches would differ had the lease held: a floor, ceiling or factor ends about")
    for stable in (leased(3, NOW - 3), leased(3, NOW - 4), leased(11)):
        assert judged(stable)[1].unstable == ()


def equals(heard: int, other: int = 3, count: int = 1) -> ScenarioData:
    """One free core, and two new users, whose priority is 0.5 * 1000 each."""
    people = [submitter("ann", 1, heard=other), submitter("ben", 1, heard=heard)]
    return scenario(free(count), people, [*jobs("ann", 1, 1), *jobs("ben", 1, 2)])


def test_equals_hang_on_when_their_schedds_were_heard_from() -> None:
    for heard, first in ((2, "ben"), (1009 + 2, "ben"), (4, "ann")):
        outcome, stability = judged(equals(heard))
        assert [match.submitter for match in outcome.matches] == [f"{first}@pool.test"]
        assert reasons(stability) == {Chance.LAST_HEARD_FROM}
        assert stability.unstable[0].later_s == 0


def test_equals_who_both_get_what_they_want_are_stable() -> None:
    # They are visited in another order, and that is all.
    outcome, stability = judged(equals(2, count=2))
    assert (stability.unstable, outcome.warnings) == ((), negotiate(equals(2, count=2)).warnings)
    assert [(variant.reason, variant.matches) for variant in stability.variants] == [(Chance.LAST_HEARD_FROM, 0)]


def test_a_user_at_two_schedds_hangs_on_which_of_them_was_heard_from() -> None:
    people = [
        submitter("ann", 1, heard=1),
        submitter("ann", 1, heard=2, ScheddName='"ap2"', ScheddIpAddr='"<10.1.0.2:1>"'),
    ]
    waiting = [*jobs("ann", 1, 1), *jobs("ann", 1, 2, schedd="ap2")]
    outcome, stability = judged(scenario(free(1), people, waiting))
    assert [match.schedd for match in outcome.matches] == ["ap1"]
    assert reasons(stability) == {Chance.LAST_HEARD_FROM}
    assert [own.instead for own in stability.unstable] == ["the slot goes to another job of its submitter"]


def close(ben: float) -> ScenarioData:
    """One free core, and two users in a pool whose priorities hardly move."""
    people = [submitter("ann", 1), submitter("ben", 1)]
    waiting = [*jobs("ann", 1, 1), *jobs("ben", 1, 2)]
    return scenario(free(1), people, waiting, ledger(ann=(7.0, 0), ben=(ben, 0)), "PRIORITY_HALFLIFE = 1e12\n")


@pytest.mark.parametrize(("ben", "told"), [(7.000001, {Chance.DIGITS}), (7.000003, set()), (6.999997, set())])
def test_priorities_that_differ_in_the_last_digit_only_are_told(ben: float, told: set[Chance]) -> None:
    assert reasons(judged(close(ben))[1]) == told


def ranked(run_times: tuple[int, int], times: str = "1000000") -> ScenarioData:
    """A user without use, and two slots of `hog`, whose real priority is 500 and factor 1000.

    Aged, that is 499996.005 as the cycle begins and 499992.010 a second later. PREEMPTION_RANK is a million times that
    less the job's run time, rounded to single precision, which has steps of 32768 there:

    =========  ============  ====================  ====================
    run times  at            24096                 15096
    =========  ============  ====================  ====================
    rank       the cycle     499995971584          499996004352, higher
    rank       a second on   499991969792 - 32768  the same step
    =========  ============  ====================  ====================
    """
    slots = [
        slot(
            at, State='"Claimed"', RemoteUser='"hog@pool.test"', RemoteOwner='"hog@pool.test"', TotalJobRunTime=seconds
        )
        for at, seconds in enumerate(run_times, 1)
    ]
    knobs = (
        "PREEMPTION_REQUIREMENTS = RemoteUserPrio > SubmitterUserPrio\nPRIORITY_HALFLIFE = 86400\n"
        f"PREEMPTION_RANK = RemoteUserPrio * {times} - TotalJobRunTime\n"
    )
    people = [submitter("ann", 1), submitter("hog", 0, 2)]
    return scenario(slots, people, jobs("ann", 1, 1), ledger(hog=(500.0, 2)), knobs)


def test_a_preemption_rank_that_falls_on_a_step_of_single_precision_is_told() -> None:
    outcome, stability = judged(ranked((24096, 15096)))
    assert [match.slot for match in outcome.matches] == ["slot1@exec2"]
    (unstable,) = stability.unstable
    assert (unstable.reason, unstable.later_s) == (Chance.PASSING_VALUES, 1)
    assert unstable.instead == "it gets slot1@exec1 of hog@pool.test"


@pytest.mark.parametrize(("run_times", "times"), [((36384, 27384), "1000000"), ((24096, 15096), "0")])
def test_a_preemption_rank_is_stable_within_a_step_and_without_priorities(
    run_times: tuple[int, int], times: str
) -> None:
    assert judged(ranked(run_times, times))[1].unstable == ()


def aging(left_s: int) -> ScenarioData:
    """A slot that may be taken once it has been claimed for two hours, which is so in `left_s` seconds."""
    claimed = slot(1, State='"Claimed"', RemoteUser='"hog@pool.test"', RemoteOwner='"hog@pool.test"')
    since = claimed.replace({"EnteredCurrentState": NOW - 7200 + left_s})
    knobs = "PREEMPTION_REQUIREMENTS = time() - EnteredCurrentState >= 7200\n"
    people = [submitter("ann", 1), submitter("hog", 0, 1)]
    return scenario([since], people, jobs("ann", 1, 1), ledger(hog=(500.0, 1)), knobs)


def test_a_slot_that_may_be_taken_a_second_later_shows_in_a_variant() -> None:
    outcome, stability = judged(aging(1))
    assert outcome.matches == ()
    later = [variant for variant in stability.variants if variant.reason is Chance.PASSING_VALUES]
    assert later[0].later_s == 1
    assert later[0].changes == {"ann@pool.test": 1.0, "hog@pool.test": -1.0}
    assert judged(aging(-1))[1].unstable == judged(aging(100))[1].unstable == ()


def limited(ann: float) -> ScenarioData:
    """Ten free cores for two users who want all of them; ann, whose real priority is given, goes first.

    Her limit is 10 * 9 / (ann + 9), which both priorities move by about 0.0001 in a second.
    """
    people = [submitter("ann", 10), submitter("ben", 10)]
    waiting = [*jobs("ann", 10, 1), *jobs("ben", 10, 2)]
    more = ledger(ann=(ann, 0), ben=(9.0, 60))
    return scenario(free(10), people, waiting, more, "PRIORITY_HALFLIFE = 86400\n")


@pytest.mark.parametrize(("ann", "first_s"), [(6.0005, 1), (6.002, 8)])
def test_a_limit_that_reaches_another_core_within_the_interval_is_told(ann: float, first_s: int) -> None:
    # 5.99993 as the cycle begins, or 5.99933.
    outcome, stability = judged(limited(ann))
    assert outcome.visits[0].limit < 6
    (unstable,) = stability.unstable
    assert (unstable.reason, unstable.later_s) == (Chance.SUBMITTER_LIMITS, first_s)
    assert stability.variants[0].changes == {"ann@pool.test": 1.0, "ben@pool.test": -1.0}


@pytest.mark.parametrize("seed", [*range(20), *slow(range(20, 400))])
def test_the_stability_of_any_pool_can_be_asked_for(seed: int) -> None:
    """Also of one with slots that slice themselves, which cost a request nothing if they do not fit it."""
    outcome, stability = judged(scenario_of(draw(seed)))
    assert outcome.matches or not stability.unstable
    assert {own.match for own in stability.unstable} <= set(range(len(outcome.matches)))


@pytest.mark.parametrize("ann", [6.0003, 5.5])
def test_a_limit_that_stays_between_two_cores_is_stable(ann: float) -> None:
    # 6.000008 and 6.207, and both rise.
    assert judged(limited(ann))[1].variants == ()


def judging(policy: str) -> ScenarioData:
    """Three slots of `hog`, whose effective priority falls from 499996 by 4 in each second, and two jobs of ann."""
    slots = held("hog", 3, 1)
    people = [submitter("ann", 2), submitter("hog", 0, 3)]
    knobs = f"PREEMPTION_REQUIREMENTS = {policy}\nPRIORITY_HALFLIFE = 86400\nPREEMPTION_RANK = RemoteUserPrio\n"
    return scenario(slots, people, jobs("ann", 2, 1), ledger(hog=(500.0, 3)), knobs)


ALIKE = (
    "RemoteUserPrio > SubmitterUserPrio * 1.2",
    "RemoteUserPrio / SubmitterUserPrio < 0.5 || time() < 0",
    "SubmitterUserPrio < 600 && RemoteUserResourcesInUse > 1",
    "RemoteUserPrio > SubmitterUserPrio && RemoteUserResourcesInUse > 2",
    "RemoteUserResourcesInUse > 2",
)
"""Policies that decide the same for a minute, though they read what passes; each match changes what is in use."""


def starting_few() -> ScenarioData:
    """A schedd that starts jobs by how many its users have: another second does not change that."""
    at = scenario(free(2), [submitter("ann", 2)], jobs("ann", 2, 1))
    return replace(at, config=at.config.with_overrides({"START_VANILLA_UNIVERSE": "OWNER.JobsRunning < 9"}))


def starting(policy: str, wanted: str = "true") -> ScenarioData:
    """Two free cores that take jobs by a policy, and two jobs of ann that want some cores; both read what passes.

    Her real priority is 100 and falls, as she uses nothing.
    """
    people, queue = [submitter("ann", 2)], jobs("ann", 2, 1, QDate=NOW - 30, Requirements=f"({wanted})")
    slots = free(2, Start=policy, Requirements="START")
    return scenario(slots, people, queue, ledger(ann=(100.0, 0)), "PRIORITY_HALFLIFE = 86400\n")


SETTLED = (
    starting(f"time() > {NOW - 100}"),
    starting("time() - TARGET.QDate > 20"),
    starting("TARGET.QDate > 0", "SubmitterUserPrio > 50000"),
    starting("time() - TARGET.QDate > 20", "SubmitterUserPrio - TARGET.Cpus > 50000"),
)
"""Requirements that decide the same for a minute, though flattening puts the time or a priority into them."""


@pytest.mark.parametrize(
    ("at", "first_s"),
    [
        *((at, None) for at in SETTLED),
        (starting("time() - TARGET.QDate > 44"), 15),
        (starting(f"time() <= {NOW}"), 1),
        (starting("TARGET.QDate > 0", "SubmitterUserPrio > 99990"), 15),
        # Before, flattening leaves an operand that is lost with the other one.
        (starting(f"(time() > {NOW + 40} ? 1 : undefined) && TARGET.QDate > 0"), 60),
    ],
)
def test_requirements_that_are_flattened_otherwise_in_another_second_are_told_if_they_decide_otherwise(
    at: ScenarioData, first_s: int | None
) -> None:
    """Of flattened Requirements it is their decision that counts, not that the second stands in them."""
    outcome, stability = judged(at)
    moved = [variant.later_s for variant in stability.variants if variant.reason is Chance.PASSING_VALUES]
    for later_s in (1, 15, 60):
        again = negotiate(replace(at, now=NOW + later_s))
        assert (again.matches != outcome.matches) == (first_s is not None and later_s >= first_s)
        assert second_opinion(replace(at, now=NOW + later_s), again).agrees
    assert min(moved, default=None) == first_s


@pytest.mark.parametrize("policy", [*ALIKE, "RemoteUserPrio < 499994", "RemoteUserPrio > 499994 && time() > 0"])
@pytest.mark.parametrize("factor", ["1000", "0.5"])
def test_what_policies_are_told_to_decide_in_another_second_is_what_they_decide(policy: str, factor: str) -> None:
    at = judging(policy)
    at = replace(at, config=at.config.with_overrides({"DEFAULT_PRIO_FACTOR": factor}))
    outcome, stability = judged(at)
    told = {variant.later_s: variant for variant in stability.variants if variant.reason is Chance.PASSING_VALUES}
    for later_s in (1, 15, 60):
        again = negotiate(replace(at, now=NOW + later_s))
        assert (again.matches != outcome.matches) == (later_s in told and told[later_s].moves_matches)
        # The reference does not know factors below 1.
        assert second_opinion(replace(at, now=NOW + later_s), again).agrees is (None if factor == "0.5" else True)


def test_nothing_is_run_again_where_nothing_is_close(monkeypatch: pytest.MonkeyPatch) -> None:
    from userprio.negotiation.diagnosis import stability

    again: list[ScenarioData] = []

    def counted(at: ScenarioData, *more: Any) -> Decided:
        again.append(at)
        return decide(at, *more)

    monkeypatch.setattr(stability, "decide", counted)
    # A negotiator that starts finds no slot of ben in the ledger, so that both fall alike.
    begun = replace(overtaking(12.5), previous_quotas=FIRST_CYCLE)
    for at in (overtaking(9.0), limited(5.5), close(6.999997), *map(judging, ALIKE), *SETTLED, starting_few(), begun):
        diagnosed(at, stability=True)
    assert again == []
    # From the first second on ann goes first, and all these cycles come out alike.
    diagnosed(overtaking(10.15), stability=True)
    # So they do once she may take a slot of hog.
    diagnosed(judging("RemoteUserPrio < 499994"), stability=True)
    # At 15 and 60 seconds she may, at the first second not yet.
    diagnosed(judging(f"time() >= {NOW + 10}"), stability=True)
    assert [at.now for at in again] == [NOW + 1, NOW + 1, NOW + 15]


TWO = ("preempt-by-priority", "steady-ceilings")


@pytest.mark.parametrize("name", [*TWO, *slow(name for name in NAMES if name not in TWO)])
def test_what_is_told_of_a_recorded_pool_comes_true_when_the_cycle_is_run_then(name: str) -> None:
    at = recorded(name).scenario
    kinds = slot_kinds(at.pool)

    def matches(outcome: Outcome) -> Counter[tuple[str, str, int, str | None]]:
        return Counter((own.submitter, own.request, kinds[own.slot], own.preempts) for own in outcome.matches)

    outcome, stability = judged(at)
    for variant in stability.variants:
        if variant.later_s and variant.reason is not Chance.FIGURES:
            again = negotiate(replace(at, now=at.now + variant.later_s))
            assert (matches(outcome) - matches(again)).total() >= variant.matches
            assert (matches(again) - matches(outcome)).total() >= variant.others
            told = [own for own in stability.unstable if own.later_s == variant.later_s]
            assert variant.moves_matches or not told
            assert (again.visits, again.rejections) != (outcome.visits, outcome.rejections)


HANGING = {
    "fast-priorities": Chance.FIGURES,
    "fast-priorities-of-another": Chance.FIGURES,
    "one-user-at-two-schedds": Chance.LAST_HEARD_FROM,
}


@pytest.mark.parametrize("name", HANGING)
def test_recorded_cycles_that_hang_on_a_second_or_a_tie_are_told_with_the_reason(name: str) -> None:
    outcome, stability = judged(recorded(name, UNSTABLE).scenario)
    assert outcome.left_to_chance == (HANGING[name],)
    assert {variant.reason for variant in stability.variants} == {HANGING[name]}


@pytest.mark.parametrize("name", [name for name, reason in HANGING.items() if reason is Chance.FIGURES])
def test_their_negotiators_updated_priorities_in_the_second_after_the_start(name: str) -> None:
    cycle = recorded(name, UNSTABLE)
    logged = [event["value"] for event in cycle.of_kind("SubmitterPrio")]

    def priorities(later_s: int) -> list[float]:
        return [visit.priority for visit in negotiate(replace(cycle.scenario, now=cycle.at + later_s)).visits]

    assert priorities(1) == pytest.approx(logged, rel=1e-5)
    assert priorities(0) != pytest.approx(logged, rel=1e-5)


def test_simulations_do_not_ask() -> None:
    assert negotiate(overtaking(10.15)).stability is None
    assert diagnosed(overtaking(10.15)).stability is None
