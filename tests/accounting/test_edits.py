"""Edits, as the records that HTCondor's accountant writes for them."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.accounting.plans import ALICE, BOB, LOG, NOW, RULES, group_of, ledger_of, lines, plan, refusal
from userprio.accounting import Edit, EditAction, EditError, EditPlan, lease_attribute, plan_edit
from userprio.accounting.edits import LARGEST_REAL
from userprio.base.cxx import round_trip
from userprio.ledger import Change, Ledger, format_record, reversal


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
        assert result.messages == (f"{ALICE}: a ceiling lease ends in 1 minute 30 seconds and will then put back 30",)

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


def test_what_is_set_to_what_it_was_is_not_a_change() -> None:
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
