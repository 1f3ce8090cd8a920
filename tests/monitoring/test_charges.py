"""What is charged between two moments, by hand, and what is said where the ledger tells less."""

from tests.monitoring.moments import ANN, BOB, CREATED, DAY, HOUR, START, moment
from userprio.monitoring import UsageCounter, UsageRemarkKind, charges_since
from userprio.monitoring.recording import LastMoment, Recording

HOURS_S = 3600.0


def last(recording: Recording) -> LastMoment:
    return LastMoment(recording.at, recording.weight, recording.half_life_s, recording.ledger_at)


def between(first: Recording, second: Recording, usual_s: float | None = 3600) -> tuple[dict[str, float], list[str]]:
    """Weight-hours by submitter, and the kinds of remarks with their submitters."""
    charges = charges_since(last(first), first.counters, second, usual_s)
    hours = {name: weight_s / HOURS_S for name, weight_s in charges.weight_s.items()}
    return hours, [f"{remark.kind} {remark.name}".strip() for remark in charges.remarks]


def test_the_difference_of_the_counters_is_charged() -> None:
    assert between(moment(START, {ANN: 10, BOB: 3}), moment(START + HOUR, {ANN: 12, BOB: 3})) == ({ANN: 2.0}, [])


def test_of_a_reset_only_what_was_used_since_is_charged() -> None:
    """Even where that is more than before, as the beginning of the count tells."""
    reset = {ANN: START + 600}
    assert between(moment(START, {ANN: 10}), moment(START + HOUR, {ANN: 2}, begun=reset)) == (
        {ANN: 2},
        [f"reset {ANN}"],
    )
    assert between(moment(START, {ANN: 1}), moment(START + HOUR, {ANN: 2}, begun=reset)) == ({ANN: 2}, [f"reset {ANN}"])


def test_a_counter_that_was_never_used_begins_without_a_remark() -> None:
    first = moment(START, {ANN: 0}, begun={ANN: 0})
    assert between(first, moment(START + HOUR, {ANN: 2}, begun={ANN: START + 60})) == ({ANN: 2}, [])


def test_a_counter_that_falls_or_jumps_is_not_charged() -> None:
    assert between(moment(START, {ANN: 10}), moment(START + HOUR, {ANN: 4})) == ({}, [f"fell {ANN}"])
    # A pool of 100, or even twice that in between, gives less in an hour.
    assert between(moment(START, {ANN: 10}), moment(START + HOUR, {ANN: 500})) == ({}, [f"jump {ANN}"])
    assert between(moment(START, {ANN: 10}), moment(START + HOUR, {ANN: 109})) == ({ANN: 99}, [])
    # Of a pool in which only some slots count towards its size, more can be in use.
    assert between(moment(START, {ANN: 10}), moment(START + HOUR, {ANN: 500}, {ANN: 490})) == ({ANN: 490}, [])


def test_a_new_record_is_charged_from_its_beginning_if_that_is_not_older() -> None:
    new = moment(START + HOUR, {ANN: 2}, begun={ANN: START + 5})
    assert between(moment(START), new) == ({ANN: 2}, [])
    assert between(moment(START), moment(START + HOUR, {ANN: 20})) == ({}, [f"late {ANN}"])


def test_a_record_that_was_deleted_is_told() -> None:
    assert between(moment(START, {ANN: 2, BOB: 0}), moment(START + HOUR)) == ({}, [f"gone {ANN}"])


def test_another_ledger_charges_what_it_has_counted_itself() -> None:
    """All that were counted are gone or begin anew; an old record among them is not charged. So does a reset of all."""
    new = moment(START + HOUR, {ANN: 2, "old@lab": 7}, begun={ANN: START + 600})
    assert between(moment(START, {ANN: 10, BOB: 5}), new) == ({ANN: 2}, ["restart"])
    reset = moment(START + HOUR, {ANN: 2, BOB: 1}, begun={ANN: START + 600, BOB: START + 600})
    assert between(moment(START, {ANN: 10, BOB: 5}), reset) == ({ANN: 2, BOB: 1}, ["restart"])


def test_an_older_state_of_the_ledger_charges_nothing() -> None:
    older = moment(START + HOUR, {ANN: 8}, ledger_at=START - HOUR)
    assert between(moment(START, {ANN: 10}), older) == ({}, ["restart"])


def test_an_hour_missing_and_another_half_life_are_told_and_the_difference_is_charged() -> None:
    first, later = moment(START, {ANN: 10}), moment(START + HOUR, {ANN: 12}, half_life_s=2 * DAY)
    assert between(first, later, usual_s=300) == ({ANN: 2}, ["gap", "half-life"])
    assert between(first, later, usual_s=None) == ({ANN: 2}, ["half-life"])


def test_a_ledger_that_was_not_updated_charges_nothing() -> None:
    first = moment(START, {ANN: 10}, ledger_at=START - 60)
    assert between(first, moment(START + HOUR, {ANN: 10}, ledger_at=START - 60)) == ({}, [])


def test_a_remark_has_what_the_counter_had_and_what_it_has() -> None:
    first, second = moment(START, {ANN: 10}), moment(START + HOUR, {ANN: 4})
    (remark,) = charges_since(last(first), first.counters, second, None).remarks
    assert (remark.since, remark.at, remark.kind) == (START, START + HOUR, UsageRemarkKind.FELL)
    assert (remark.before, remark.after, remark.weight_s) == (36_000, 14_400, 0)
    assert first.counters[ANN] == UsageCounter(36_000, CREATED, "physics")
