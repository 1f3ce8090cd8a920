"""Edits, as the records that HTCondor's accountant writes for them."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from userprio.accounting import (
    Edit,
    EditAction,
    EditError,
    EditPlan,
    PriorityRules,
    UnknownSubmitter,
    lease_attribute,
    near_misses,
    plan_edit,
)
from userprio.accounting.edits import LARGEST_REAL, LONGEST_LEASE_S
from userprio.cxx import round_trip
from userprio.ledger import Change, Ledger, format_record, reversal

NOW = 1_767_600_000
ALICE, BOB, CAROL = "alice@x.org", "group_phys.bob@x.org", "carol@y.org"
RULES = PriorityRules(default_factor=1000.0, group_factors={"group_phys": 250.0})

LOG = f"""\
107 1 CreationTimestamp 1767000000
101 Customer.<none> * *
103 Customer.<none> PriorityFactor 1000.000000
103 Customer.<none> WeightedAccumulatedUsage 99.000000
101 Customer.{ALICE} * *
103 Customer.{ALICE} PriorityFactor 1000.000000
103 Customer.{ALICE} Priority 4.500000
103 Customer.{ALICE} AccumulatedUsage 3600.000000
103 Customer.{ALICE} WeightedAccumulatedUsage 7200.000000
103 Customer.{ALICE} BeginUsageTime 1767000000
103 Customer.{ALICE} Ceiling 40
101 Customer.{BOB} * *
103 Customer.{BOB} Priority 0.500000
"""


def group_of(name: str) -> str:
    return "group_phys" if name.startswith("group_phys") else "<none>"


def ledger_of(*more: str) -> Ledger:
    return Ledger.of_bytes((LOG + "".join(line + "\n" for line in more)).encode())


def plan(
    action: EditAction,
    *names: str,
    value: float | int | None = None,
    duration: int | None = None,
    ledger: Ledger | None = None,
    create: bool = False,
) -> EditPlan:
    ledger = ledger_of() if ledger is None else ledger
    edit = Edit(action, names, value, duration)
    return plan_edit(edit, ledger, NOW, RULES, group_of, create=create, known=lambda: ledger.customers)


def lines(result: EditPlan) -> list[str]:
    return [format_record(record).rstrip("\n") for record in result.records]


def refusal(
    action: EditAction,
    *names: str,
    value: float | int | None = None,
    duration: int | None = None,
    ledger: Ledger | None = None,
    create: bool = False,
) -> str:
    with pytest.raises(EditError) as caught:
        plan(action, *names, value=value, duration=duration, ledger=ledger, create=create)
    return str(caught.value)


@pytest.mark.parametrize(
    ("action", "value", "line"),
    [
        (EditAction.SET_PRIORITY, 12, f"103 Customer.{ALICE} Priority 12.000000"),
        (EditAction.SET_PRIORITY, -3.5, f"103 Customer.{ALICE} Priority -3.500000"),
        (EditAction.SET_FACTOR, 500.0, f"103 Customer.{ALICE} PriorityFactor 500.000000"),
        (EditAction.SET_FACTOR, 1e10, f"103 Customer.{ALICE} PriorityFactor 10000000000.000000"),
        (EditAction.SET_FACTOR, 1.23456789, f"103 Customer.{ALICE} PriorityFactor 1.234568"),
        (EditAction.SET_ACCUMULATED, 0, f"103 Customer.{ALICE} WeightedAccumulatedUsage 0.000000"),
        (EditAction.SET_BEGIN, 0, f"103 Customer.{ALICE} BeginUsageTime 0"),
        (EditAction.SET_LAST, 1767600000, f"103 Customer.{ALICE} LastUsageTime 1767600000"),
        (EditAction.SET_FLOOR, 5, f"103 Customer.{ALICE} Floor 5"),
        (EditAction.SET_CEILING, -1, f"103 Customer.{ALICE} Ceiling -1"),
        (EditAction.SET_CEILING, 2**31 - 1, f"103 Customer.{ALICE} Ceiling 2147483647"),
    ],
)
def test_setting_writes_one_attribute_as_the_accountant_does(action: EditAction, value: float | int, line: str) -> None:
    assert lines(plan(action, ALICE, value=value)) == [line]


def test_a_new_record_begins_with_its_first_line_and_holds_what_was_set_only() -> None:
    result = plan(EditAction.SET_FACTOR, "dave@x.org", value=500.0, create=True)
    assert lines(result) == ["101 Customer.dave@x.org * *", "103 Customer.dave@x.org PriorityFactor 500.000000"]
    assert result.changes[0].makes_record


def test_resetting_zeroes_both_totals_and_begins_anew_but_keeps_the_priority() -> None:
    assert lines(plan(EditAction.RESET_USAGE, ALICE)) == [
        f"103 Customer.{ALICE} AccumulatedUsage 0.000000",
        f"103 Customer.{ALICE} WeightedAccumulatedUsage 0.000000",
        f"103 Customer.{ALICE} BeginUsageTime 1767600000",
    ]


def test_resetting_all_includes_groups_and_the_root() -> None:
    result = plan(EditAction.RESET_ALL)
    assert {change.name for change in result.changes} == {"<none>", ALICE, BOB}
    assert len(result.records) == 9


def test_deleting_is_one_record_and_an_unknown_name_none_where_that_is_allowed() -> None:
    assert lines(plan(EditAction.DELETE, ALICE)) == [f"102 Customer.{ALICE}"]
    assert plan(EditAction.DELETE, "nobody@x.org", create=True) == EditPlan((), ())


def test_several_names_are_one_plan_and_a_name_given_twice_counts_once() -> None:
    assert lines(plan(EditAction.SET_FLOOR, BOB, ALICE, BOB, value=3)) == [
        f"103 Customer.{BOB} Floor 3",
        f"103 Customer.{ALICE} Floor 3",
    ]
    assert "nobody@x.org" in refusal(EditAction.SET_FLOOR, ALICE, "nobody@x.org", value=3)


class TestLeases:
    def test_a_ceiling_lease_keeps_the_old_value_first_and_sets_the_new_one_last(self) -> None:
        assert lines(plan(EditAction.SET_CEILING, ALICE, value=10, duration=600)) == [
            f"103 Customer.{ALICE} CeilingPreLeaseValue 40",
            f"103 Customer.{ALICE} CeilingLeaseExpiration 1767600600",
            f"103 Customer.{ALICE} Ceiling 10",
        ]

    def test_without_an_old_value_a_ceiling_goes_back_to_none_and_a_floor_to_0(self) -> None:
        assert lines(plan(EditAction.SET_CEILING, BOB, value=10, duration=1))[0].endswith("CeilingPreLeaseValue -1")
        assert lines(plan(EditAction.SET_FLOOR, BOB, value=7, duration=1)) == [
            f"103 Customer.{BOB} FloorPreLeaseValue 0",
            f"103 Customer.{BOB} FloorLeaseExpiration 1767600001",
            f"103 Customer.{BOB} Floor 7",
        ]

    def test_a_factor_that_is_read_to_be_kept_is_stored_first(self) -> None:
        assert lines(plan(EditAction.SET_FACTOR, BOB, value=9, duration=60)) == [
            f"103 Customer.{BOB} PriorityFactor 250.000000",
            f"103 Customer.{BOB} PriorityFactorPreLeaseValue 250.000000",
            f"103 Customer.{BOB} PriorityFactorLeaseExpiration 1767600060",
            f"103 Customer.{BOB} PriorityFactor 9.000000",
        ]

    @pytest.mark.parametrize(
        ("action", "attribute", "kind"),
        [
            (EditAction.SET_CEILING, "Ceiling", "ceiling"),
            (EditAction.SET_FLOOR, "Floor", "floor"),
            (EditAction.SET_FACTOR, "PriorityFactor", "priority-factor"),
        ],
    )
    def test_a_lease_in_effect_is_refused_in_htcondors_words(
        self, action: EditAction, attribute: str, kind: str
    ) -> None:
        held = ledger_of(f"103 Customer.{ALICE} {attribute}LeaseExpiration {NOW + 1}")
        expected = f"{kind} lease for {ALICE} is already in effect (expires at 1767600001)"
        assert refusal(action, ALICE, value=5, duration=60, ledger=held) == expected

    def test_expired_leases_of_that_kind_are_ended_first_whoever_holds_them(self) -> None:
        held = ledger_of(
            f"103 Customer.{BOB} CeilingLeaseExpiration {NOW}",
            f"103 Customer.{BOB} CeilingPreLeaseValue 12",
            f"103 Customer.{BOB} FloorLeaseExpiration {NOW - 5}",
            f"103 Customer.{ALICE} CeilingLeaseExpiration {NOW - 1}",
            f"103 Customer.{ALICE} CeilingPreLeaseValue 30",
        )
        result = plan(EditAction.SET_CEILING, ALICE, value=10, duration=600, ledger=held)
        swept, own = lines(result)[:4], lines(result)[4:]
        assert set(swept) == {
            f"103 Customer.{BOB} Ceiling 12",
            f"103 Customer.{BOB} CeilingLeaseExpiration 0",
            f"103 Customer.{ALICE} Ceiling 30",
            f"103 Customer.{ALICE} CeilingLeaseExpiration 0",
        }
        assert own[0] == f"103 Customer.{ALICE} CeilingPreLeaseValue 30"
        assert {change.name for change in result.ended} == {ALICE, BOB}
        assert {change.name for change in result.changes} == {ALICE}

    def test_a_plain_edit_ends_the_expired_lease_that_would_take_it_back(self) -> None:
        held = ledger_of(
            f"103 Customer.{ALICE} CeilingLeaseExpiration {NOW - 1}", f"103 Customer.{ALICE} CeilingPreLeaseValue 30"
        )
        assert lines(plan(EditAction.SET_CEILING, ALICE, value=10, ledger=held)) == [
            f"103 Customer.{ALICE} Ceiling 30",
            f"103 Customer.{ALICE} CeilingLeaseExpiration 0",
            f"103 Customer.{ALICE} Ceiling 10",
        ]

    def test_a_plain_edit_during_a_lease_says_that_it_will_be_taken_back(self) -> None:
        held = ledger_of(
            f"103 Customer.{ALICE} CeilingLeaseExpiration {NOW + 90}", f"103 Customer.{ALICE} CeilingPreLeaseValue 30"
        )
        result = plan(EditAction.SET_CEILING, ALICE, value=10, ledger=held)
        assert lines(result) == [f"103 Customer.{ALICE} Ceiling 10"]
        assert result.messages == (f"{ALICE}: a ceiling lease ends in 90 s and will then put back 30",)

    @pytest.mark.parametrize("expiration", [NOW + 60, NOW - 60])
    def test_cancelling_puts_the_old_value_back_in_time_or_late(self, expiration: int) -> None:
        held = ledger_of(
            f"103 Customer.{ALICE} PriorityFactorLeaseExpiration {expiration}",
            f"103 Customer.{ALICE} PriorityFactorPreLeaseValue 750.000000",
        )
        assert lines(plan(EditAction.CANCEL_FACTOR_LEASE, ALICE, ledger=held)) == [
            f"103 Customer.{ALICE} PriorityFactor 750.000000",
            f"103 Customer.{ALICE} PriorityFactorLeaseExpiration 0",
        ]

    def test_cancelling_what_is_not_there_is_refused_in_htcondors_words(self) -> None:
        assert refusal(EditAction.CANCEL_CEILING_LEASE, ALICE) == f"no ceiling lease in effect for {ALICE}"
        assert refusal(EditAction.CANCEL_FLOOR_LEASE, ALICE) == f"no floor lease in effect for {ALICE}"
        assert refusal(EditAction.CANCEL_FACTOR_LEASE, ALICE) == f"no priority-factor lease in effect for {ALICE}"

    @pytest.mark.parametrize("duration", [0, -1, 2147483647, 10**1000])
    def test_a_lease_lasts_from_a_second_to_what_condor_userprio_takes(self, duration: int) -> None:
        assert "a lease lasts 1 to 2147483646 seconds" in refusal(
            EditAction.SET_FLOOR, ALICE, value=1, duration=duration
        )

    def test_only_some_values_can_be_leased(self) -> None:
        assert "takes no duration" in refusal(EditAction.SET_PRIORITY, ALICE, value=1, duration=5)


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
        ("alice", "it has no @"),
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


def test_a_record_with_an_odd_name_can_still_be_deleted() -> None:
    odd = 'a"\x1b@x.org'
    result = plan(EditAction.DELETE, odd, ledger=ledger_of(f"101 Customer.{odd} * *"))
    assert lines(result) == [f"102 Customer.{odd}"]


def test_what_an_administrator_should_know_is_said() -> None:
    assert plan(EditAction.SET_PRIORITY, ALICE, value=0.1).messages == (
        f"{ALICE}: real priorities below 0.5 count as 0.5",
    )
    assert plan(EditAction.SET_PRIORITY, ALICE, value=0.5).messages == ()
    busy = ledger_of(f"103 Customer.{ALICE} ResourcesUsed 2")
    [message] = plan(EditAction.DELETE, ALICE, ledger=busy).messages
    assert "a negotiator will make a new record" in message


def test_what_is_set_to_what_it_was_is_no_change() -> None:
    result = plan(EditAction.SET_FACTOR, ALICE, BOB, value=1000)
    assert result.changes == (Change(f"Customer.{BOB}", "PriorityFactor", None, "1000.000000"),)
    assert len(result.records) == 2


SETTING = {
    EditAction.SET_PRIORITY: st.floats(-LARGEST_REAL, LARGEST_REAL),
    EditAction.SET_FACTOR: st.floats(1, LARGEST_REAL),
    EditAction.SET_ACCUMULATED: st.floats(0, LARGEST_REAL),
    EditAction.SET_FLOOR: st.integers(0, 2**31 - 1),
    EditAction.SET_CEILING: st.integers(-1, 2**31 - 1),
    EditAction.SET_BEGIN: st.integers(0, 2**31 - 1),
    EditAction.SET_LAST: st.integers(0, 2**31 - 1),
}
NAMES = st.one_of(
    st.sampled_from([ALICE, BOB]),
    st.text(st.characters(exclude_categories=("Cs",)), max_size=8).map(lambda text: f"{text}@x.org"),
    st.text(max_size=8),
)


@st.composite
def edits(draw: st.DrawFn) -> Edit:
    action = draw(st.sampled_from(EditAction))
    names = () if action is EditAction.RESET_ALL else tuple(draw(st.lists(NAMES, min_size=1, max_size=3)))
    value = draw(SETTING[action]) if action in SETTING else None
    leased = action in (EditAction.SET_FACTOR, EditAction.SET_FLOOR, EditAction.SET_CEILING)
    duration = draw(st.none() | st.integers(1, 2147483646)) if leased else None
    return Edit(action, names, value, duration)


def planned(edit: Edit, ledger: Ledger) -> EditPlan | None:
    try:
        return plan_edit(edit, ledger, NOW, RULES, group_of, create=True)
    except EditError:
        return None


@given(edits())
def test_whatever_passes_is_read_back_as_it_was_meant(edit: Edit) -> None:
    before = ledger_of()
    result = planned(edit, before)
    if result is None:
        return
    text = LOG + "".join(map(format_record, result.records))
    after = Ledger.of_bytes(text.encode("utf-8", "surrogateescape"))
    assert not after.warnings
    assert after.ads == before.replay(result.records).ads
    for name in edit.names if edit.action in SETTING else ():
        customer = after.customers[name]
        stored = {
            EditAction.SET_PRIORITY: customer.priority,
            EditAction.SET_FACTOR: customer.priority_factor,
            EditAction.SET_ACCUMULATED: customer.weighted_accumulated_usage,
            EditAction.SET_FLOOR: customer.floor,
            EditAction.SET_CEILING: customer.ceiling,
            EditAction.SET_BEGIN: customer.begin_usage_time,
            EditAction.SET_LAST: customer.last_usage_time,
        }[edit.action]
        assert edit.value is not None
        assert stored == (edit.value if isinstance(edit.value, int) else round_trip(edit.value))


def texts(ads: object) -> object:
    assert isinstance(ads, dict)
    return {key: dict(sorted(ad.items())) for key, ad in ads.items()}


@given(st.lists(edits(), min_size=1, max_size=6))
def test_taking_edits_back_one_by_one_restores_every_state(run: Iterable[Edit]) -> None:
    states = [ledger_of()]
    changes: list[tuple[Change, ...]] = []
    for edit in run:
        if (result := planned(edit, states[-1])) is not None:
            states.append(states[-1].replay(result.records))
            changes.append(result.changes)
    ledger = states.pop()
    for made in reversed(changes):
        ledger = ledger.replay(reversal(made, ledger))
        assert texts(ledger.ads) == texts(states.pop().ads)


def test_slots_in_use_are_remarked_upon_only_where_their_record_is_deleted() -> None:
    using = ledger_of(f"103 Customer.{ALICE} ResourcesUsed 2")
    assert not plan(EditAction.SET_FACTOR, ALICE, value=5.0, ledger=using).messages
    [message] = plan(EditAction.DELETE, ALICE, ledger=using).messages
    assert message.startswith(f"{ALICE}: slots are in use")


def test_a_begin_of_usage_of_zero_stands_for_never() -> None:
    assert lines(plan(EditAction.SET_BEGIN, ALICE, value=0)) == [f"103 Customer.{ALICE} BeginUsageTime 0"]


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


def test_only_a_new_lease_ends_those_of_others() -> None:
    assert lease_attribute(Edit(EditAction.SET_FACTOR, (ALICE,), 5.0, 60)) == "PriorityFactorLeaseExpiration"
    assert lease_attribute(Edit(EditAction.SET_FLOOR, (ALICE,), 5, 60)) == "FloorLeaseExpiration"
    assert lease_attribute(Edit(EditAction.SET_FACTOR, (ALICE,), 5.0)) is None
    assert lease_attribute(Edit(EditAction.DELETE, (ALICE,))) is None


def test_times_are_stored_in_32_bits() -> None:
    edit = Edit(EditAction.RESET_USAGE, (ALICE,))
    assert plan_edit(edit, ledger_of(), 2**31 - 1, RULES, group_of).records
    assert plan_edit(edit, ledger_of(), 0, RULES, group_of).records
    for now in (2**31, -1):
        with pytest.raises(EditError, match="from 0 to 2147483647"):
            plan_edit(edit, ledger_of(), now, RULES, group_of)


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
