"""Edits that are refused, and what is said of them."""

import pytest

from tests.accounting.plans import ALICE, BOB, CAROL, NOW, RULES, group_of, ledger_of, plan, refusal
from userprio.accounting import Edit, EditAction, EditError, UnknownSubmitter, plan_edit
from userprio.accounting.edits import LONGEST_LEASE_S
from userprio.base.naming import near_misses


@pytest.mark.parametrize(
    ("action", "value", "reason"),
    [
        (EditAction.SET_FACTOR, 0.999, "a priority factor must be at least 1, not 0.999"),
        (EditAction.SET_FACTOR, float("nan"), "must be a finite number"),
        (EditAction.SET_FACTOR, float("inf"), "must be a finite number"),
        (EditAction.SET_FACTOR, 1e39, "too large"),
        (EditAction.SET_FACTOR, 10**1000, "must be a finite number"),
        (EditAction.SET_PRIORITY, float("-inf"), "must be a finite number"),
        (EditAction.SET_ACCUMULATED, -1.0, "accumulated usage must be at least 0, not -1"),
        (EditAction.SET_FLOOR, -1, "a floor must be at least 0, not -1"),
        (EditAction.SET_CEILING, -2, "a ceiling must be at least -1, not -2"),
        (EditAction.SET_CEILING, 2**31, "at most 2147483647"),
        (EditAction.SET_FLOOR, 10**1000, "at most 2147483647"),
        (EditAction.SET_FLOOR, -(10**1000), "at least 0"),
        (EditAction.SET_FLOOR, 1.5, "must be a whole number"),
        (EditAction.SET_BEGIN, -1, "at least 0"),
        (EditAction.SET_LAST, 2**31, "at most 2147483647"),
        (EditAction.SET_LAST, None, "must be a whole number"),
        (EditAction.DELETE, 1, "takes no value"),
    ],
)
def test_a_value_that_cannot_be_is_refused(action: EditAction, value: float | int | None, reason: str) -> None:
    assert reason in refusal(action, ALICE, value=value)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "it is empty"),
        ("a b@x.org", "it contains white space"),
        ("a\n@x.org", "it contains white space"),
        ("a\u00a0@x.org", "it contains white space"),
        ('a"@x.org', "it contains a quote"),
        ("a\x1b@x.org", "cannot be printed"),
        ("a\udcff@x.org", "cannot be printed"),
        ("alice", "not a full name, which an edit needs; did you mean alice@x.org"),
        ("nobody", "it has no @"),
        ("alice@", "it ends with the @"),
        ("@x.org", "it begins with the @"),
    ],
)
@pytest.mark.parametrize("create", [False, True])
def test_a_name_that_cannot_be_is_refused(name: str, reason: str, create: bool) -> None:
    assert reason in refusal(EditAction.SET_FLOOR, name, value=1, create=create)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("alice@x", ALICE),
        ("Alice@X.org", ALICE),
        ("alice", ALICE),
        ("bob@x.org", BOB),
        ("alcie@x.org", ALICE),
        ("alice@x.orgg", ALICE),
        ("carl@y.org", CAROL),
    ],
)
def test_an_unknown_name_is_refused_with_the_name_that_was_meant(typed: str, meant: str) -> None:
    ledger = ledger_of(f"101 Customer.{CAROL} * *")
    assert f"did you mean {meant}?" in refusal(EditAction.SET_FLOOR, typed, value=1, ledger=ledger)


def test_a_name_like_no_other_is_refused_without_a_guess_and_the_rest_is_named_too() -> None:
    text = refusal(EditAction.SET_FLOOR, "zoe@elsewhere.net", "yve@elsewhere.net", value=1)
    assert text == "there is no submitter zoe@elsewhere.net (also unknown: yve@elsewhere.net)"
    many = refusal(EditAction.SET_FLOOR, *(f"zoe@{place}.net" for place in "abcdef"), value=1)
    assert many == "there is no submitter zoe@a.net (also unknown: zoe@b.net, zoe@c.net and 3 more)"
    with pytest.raises(UnknownSubmitter):
        plan(EditAction.DELETE, "zoe@elsewhere.net")


def test_records_of_groups_are_left_alone() -> None:
    assert refusal(EditAction.SET_FLOOR, "<none>", value=1) == (
        "<none> is a group; only records of submitters can be edited"
    )


@pytest.mark.parametrize("typed", ["xlice@x.org", "lice@x.org", "xalice@x.org", "laice@x.org", "alicq@x.org"])
def test_a_letter_more_less_other_or_in_the_wrong_place_is_forgiven(typed: str) -> None:
    assert near_misses(typed, ["<none>", BOB, ALICE, CAROL]) == [ALICE]


def test_at_most_three_names_are_offered() -> None:
    namesakes = [f"ann@{host}.org" for host in "vwxyz"]
    assert near_misses("ann", namesakes) == namesakes[:3]
    assert len(near_misses("ann@q.org", namesakes)) == 3


def test_three_more_unknown_names_are_listed_and_of_four_the_first_two() -> None:
    names = [f"q{number}@q.org" for number in range(5)]
    three = refusal(EditAction.DELETE, *names[:4])
    assert three.endswith("(also unknown: q1@q.org, q2@q.org, q3@q.org)")
    assert refusal(EditAction.DELETE, *names).endswith("(also unknown: q1@q.org, q2@q.org and 2 more)")


@pytest.mark.parametrize(("duration", "fits"), [(0, False), (1, True), (LONGEST_LEASE_S, True), (2**31 - 1, False)])
def test_a_lease_lasts_from_one_second_to_the_most_that_condor_userprio_takes(duration: int, fits: bool) -> None:
    if fits:
        plan(EditAction.SET_FLOOR, ALICE, value=1, duration=duration)
    else:
        with pytest.raises(EditError, match="a lease lasts 1 to 2147483646 seconds"):
            plan(EditAction.SET_FLOOR, ALICE, value=1, duration=duration)


def test_records_are_not_made_unless_this_is_asked_for() -> None:
    with pytest.raises(UnknownSubmitter, match="there is no submitter new@x"):
        plan_edit(Edit(EditAction.SET_FACTOR, ("new@x.org",), 5.0), ledger_of(), NOW, RULES, group_of)
