"""Concurrency limits."""

import pytest

from userprio.accounting import (
    LimitRefusal,
    LimitRules,
    count,
    limits_in_use,
    limits_reported,
    named,
    parse_limits,
    refusal,
)
from userprio.accounting.usage import ConcurrencyLimit
from userprio.classad import Ad, Evaluator
from userprio.ledger import Resource


def rules(knobs: dict[str, float]) -> LimitRules:
    lowered = {name.lower(): value for name, value in knobs.items()}
    return LimitRules(lambda name: lowered.get(name.lower()))


RULES = rules(
    {
        "SWLICENSE_LIMIT": 3,
        "large.swlicense_LIMIT": 1.5,
        "CONCURRENCY_LIMIT_DEFAULT_large": 10,
        "CONCURRENCY_LIMIT_DEFAULT": 50,
    }
)


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("SwLicense", [ConcurrencyLimit("swlicense", 1.0)]),
        (
            "a, b:2 c:2.5,,d",
            [ConcurrencyLimit("a"), ConcurrencyLimit("b", 2.0), ConcurrencyLimit("c", 2.5), ConcurrencyLimit("d")],
        ),
        (
            "a:0 b:-3 c:x d:",
            [ConcurrencyLimit("a"), ConcurrencyLimit("b"), ConcurrencyLimit("c"), ConcurrencyLimit("d")],
        ),
        ("a:3tons", [ConcurrencyLimit("a", 3.0)]),
        ("a:2:5", [ConcurrencyLimit("a", 2.0)]),
        ("large.swlicense:2", [ConcurrencyLimit("large.swlicense", 2.0)]),
        ("a.b.c", []),
        ("9lives a-b .x x. é ok", [ConcurrencyLimit("ok")]),
        ("", []),
    ],
)
def test_lists_are_split_and_impossible_names_ignored(text: str, limits: list[ConcurrencyLimit]) -> None:
    assert list(parse_limits(text)) == limits


@pytest.mark.parametrize(
    ("name", "maximum"), [("swlicense", 3.0), ("large.swlicense", 1.5), ("large.other", 10.0), ("other", 50.0)]
)
def test_the_maximum_is_that_of_the_name_its_set_or_all(name: str, maximum: float) -> None:
    assert RULES.maximum(name) == maximum


def test_out_of_the_box_there_is_room_for_2308032() -> None:
    assert rules({}).maximum("anything") == 2308032.0


def test_a_request_is_refused_by_its_first_entry_that_does_not_fit() -> None:
    counts = {"swlicense": 2.0, "other": 0.0}
    assert refusal("SwLicense", counts, RULES) is None
    assert refusal("other swlicense:1.5 large.swlicense:9", counts, RULES) == LimitRefusal("swlicense", 2.0, 1.5, 3.0)
    assert refusal("other", {"other": -1.0}, RULES) == LimitRefusal("other", -1.0, 1.0, 50.0)
    assert refusal("not-a-name:99999", counts, RULES) is None


def test_matches_add_to_the_counts() -> None:
    counts = count({"a": 1.0}, "A:2 b bad-name")
    assert counts == {"a": 3.0, "b": 1.0}


def test_slots_count_by_what_they_say_and_matched_ones_by_their_record() -> None:
    slots = [
        Ad.parse('[ Name = "s1"; State = "Claimed"; ConcurrencyLimits = "A:2,b" ]'),
        Ad.parse('[ Name = "s2"; State = "Claimed"; ConcurrencyLimits = "a"; PreemptingConcurrencyLimits = "C" ]'),
        Ad.parse('[ Name = "s3"; State = "Matched" ]'),
        Ad.parse('[ Name = "s4"; State = "Unclaimed" ]'),
        Ad.parse('[ Name = "s5"; State = "Matched" ]'),
        Ad.parse('[ Name = "s6"; State = "Matched" ]'),
    ]
    resources = {
        "s3@": Resource("s3@", remote_user="ann@x", matched_concurrency_limits="b:3"),
        "s4@": Resource("s4@", matched_concurrency_limits="b:100"),
        "s5@": Resource("s5@", remote_user="ann@x"),
        "s6@": Resource("s6@", matched_concurrency_limits="b:100"),  # names nobody
    }
    assert limits_in_use(slots, named(resources), Evaluator(now=0)) == {"a": 3.0, "b": 4.0, "c": 1.0}


def test_a_match_that_is_to_preempt_a_claim_counts_beside_that_claim() -> None:
    claim = 'Name = "{}"; State = "Claimed"; RemoteUser = "{}"; ConcurrencyLimits = "a"'
    slots = [Ad.parse(f"[ {claim.format('s1', 'bob@x')} ]"), Ad.parse(f"[ {claim.format('s2', 'ann@x')} ]")]
    resources = {
        "s1@": Resource("s1@", remote_user="ann@x", matched_concurrency_limits="a:2"),
        "s2@": Resource("s2@", remote_user="ann@x", matched_concurrency_limits="a"),  # this match is that claim
        "s3@": Resource("s3@", remote_user="ann@x", matched_concurrency_limits="b"),
    }
    assert limits_reported(slots, resources, Evaluator(now=0)) == {"a": 4.0, "b": 1.0}
