"""What is true of held slots, found out at once, is what is true of each by itself."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.marks import fewer
from tests.negotiation.builders import NOW, configured, slot
from userprio.classad import Ad, Evaluator, ReferenceIndex, parse
from userprio.negotiation.matching import Assessor, MatchSide, slot_kind
from userprio.negotiation.matching.held import Conditions
from userprio.pool import NegotiatorSettings

PARTS = (
    "RemoteUserPrio > SubmitterUserPrio * 1.2",
    "RemoteUserPrio - SubmitterUserPrio > 100",
    "SubmitterUserPrio / 2 <= (RemoteUserPrio)",
    "TotalJobRunTime * Factor < 3600",
    "time() - JobStart >= 600",
    "TotalJobRunTime % 3 == 1",
    "TotalJobRunTime",
    "RemoteUserPrio == SubmitterUserPrio",
    "RemoteGroup =?= SubmitterGroup",
    "RemoteGroup",
    "Memory > RequestMemory * Spread",
    "undefined",
    "error",
    "true",
    "Strange < 3",
    "TotalJobRunTime < RemoteUserPrio",
)
CONDITIONS = st.recursive(
    st.sampled_from(PARTS).map("({})".format),
    lambda inner: st.one_of(
        st.lists(inner, min_size=2, max_size=4).map(" && ".join).map("({})".format),
        st.lists(inner, min_size=2, max_size=4).map(" || ".join).map("({})".format),
        inner.map("!{}".format),
        inner.map("({} ? TotalJobRunTime > 10 : false)".format),
    ),
    max_leaves=6,
)


def held_ad(random: Random, number: int) -> Ad:
    """A slot that somebody holds; some lack a figure or have a text or a boolean in its place."""
    run_time = random.choice((str(random.randrange(9000)), f"{random.random() * 9000:.3f}", "undefined", '"x"', "true"))
    given: dict[str, str | float] = {
        "RemoteUser": '"ann@pool.test"',
        "RemoteUserPrio": random.choice(("500.0", "600.0", "1000.0", "1200", "2000.5", "-1.0", "error")),
        "TotalJobRunTime": random.choice((run_time, str(random.randrange(9000)))),
        "JobStart": NOW - random.randrange(1200),
        "RemoteGroup": random.choice(('"a"', '"b"', "1", "0")),
        "Spread": random.choice((1, 2)),
    }
    if random.random() < 0.1:
        del given["TotalJobRunTime"]
    return slot(number, **given)


def job_ad(random: Random) -> Ad:
    return Ad(
        {
            "SubmitterUserPrio": random.choice((500.0, 1000.0, 1000, 0.0)),
            "Factor": random.choice((2, -1, 0, 0.5, 2**62)),
            "SubmitterGroup": random.choice(("a", "b", 1)),
            "RequestMemory": random.choice((100, 2000)),
            "Strange": random.choice((1, 5, "text")),
        }
    )


def hold_to_single_slots(text: str, seed: int, count: int) -> None:
    random, evaluator, expr = Random(seed), Evaluator(NOW), parse(text)
    ads = [held_ad(random, number) for number in range(count)]
    jobs = [job_ad(random) for _ in range(4)]
    given = NegotiatorSettings.from_config(configured())
    assessor = Assessor(given, evaluator, ReferenceIndex([*ads, *jobs]))
    places = sorted(random.sample(range(2 * count), count))
    kinds = [slot_kind(ad, given, evaluator, flattens=True) for ad in ads]
    conditions = Conditions(places, kinds, 2 * count, assessor)
    for job in jobs * 2:
        found = conditions.true(expr, MatchSide(job)).to_bytes(2 * count, "little")
        expected = [evaluator.evaluate(expr, ad, job) is True for ad in ads]
        assert [bool(found[place]) for place in places] == expected, text


@given(CONDITIONS, st.integers(0, 10**6))
def test_conditions_hold_for_slots_as_they_do_one_by_one(text: str, seed: int) -> None:
    hold_to_single_slots(text, seed, 20)


@pytest.mark.slow
@settings(max_examples=fewer(3000))
@given(CONDITIONS, st.integers(0, 10**6))
def test_many_conditions_do_so(text: str, seed: int) -> None:
    hold_to_single_slots(text, seed, 40)


@pytest.mark.parametrize("part", PARTS)
def test_so_do_more_values_than_fit_in_a_byte(part: str) -> None:
    hold_to_single_slots(f"{part} && true", 7, 700)


def test_what_is_nested_without_end_is_asked_as_a_whole() -> None:
    text = "RemoteUserPrio > 700"
    for _ in range(60):
        text = f"!(false || {text})"
    hold_to_single_slots(text, 1, 10)
