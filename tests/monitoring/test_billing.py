"""Bills, by hand and of a simulated day, and what they say where something is not known."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.marks import slow
from tests.monitoring import simulated
from tests.monitoring.moments import ANN, BOB, CREATED, DAY, HOUR, MINUTE, START, moment
from userprio.base import BadInput
from userprio.monitoring import Bill, Rates, Recording, UsageCounter, bill, opened, read_rates, record, recording_of
from userprio.negotiation import diagnosed

NOVEMBER = int(datetime(2026, 11, 1, tzinfo=UTC).timestamp())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pool.db"


def billed(path: Path, *recordings: Recording, begins: int = START, ends: int = START + 30 * DAY) -> Bill:
    for recording in recordings:
        record(path, recording)
    with opened(path) as connection:
        return bill(connection, begins, ends, None)


def hours(of: Bill) -> dict[str, float]:
    return {entry.submitter: entry.weight_s / 3600 for entry in of.entries}


def test_two_weight_hours_in_three_moments(path: Path) -> None:
    """Ann has 10 cores from the first update to the second, six minutes later, and from then on twenty for three."""
    used = (5.0, 5.0 + 10 * 0.1, 5.0 + 10 * 0.1 + 20 * 0.05)
    moments = [moment(START + at, {ANN: hours, BOB: 7}) for at, hours in zip((0, 360, 540), used, strict=True)]
    found = billed(path, *moments)
    assert hours(found) == pytest.approx({ANN: 2.0})
    (entry,) = found.entries
    assert (entry.group, entry.estimated_s, entry.rate, entry.price) == ("physics", 0, None, None)
    assert (found.recorded_from, found.recorded_until, found.remarks) == (START, START + 540, ())


def test_what_reaches_beyond_the_month_is_divided_and_said_to_be(path: Path) -> None:
    """A quarter of an hour before midnight, and three after it."""
    found = billed(
        path,
        moment(NOVEMBER - 15 * MINUTE, {ANN: 1}),
        moment(NOVEMBER + 45 * MINUTE, {ANN: 9}),
        moment(NOVEMBER + 50 * MINUTE, {ANN: 10}),
        begins=NOVEMBER,
        ends=NOVEMBER + 30 * DAY,
    )
    assert hours(found) == {ANN: 7}
    assert found.entries[0].estimated_s == 6 * 3600
    assert found.recorded_from == NOVEMBER
    assert hours(billed(path, begins=NOVEMBER - 30 * DAY, ends=NOVEMBER)) == {ANN: 2}


def test_a_bill_is_never_negative_and_says_why_it_is_less(path: Path) -> None:
    found = billed(
        path,
        moment(START, {ANN: 10, BOB: 10}),
        moment(START + 300, {ANN: 11, BOB: 11}),
        moment(START + 600, {ANN: 12, BOB: 3}),
        moment(START + 900, {ANN: 1, BOB: 4}, begun={ANN: START + 660}),
        moment(START + 900 + HOUR, {ANN: 3, BOB: 5}, begun={ANN: START + 660}, half_life_s=2 * DAY),
        moment(START + 1200 + HOUR, {ANN: 2}, begun={ANN: START + HOUR + 1000}),
    )
    assert hours(found) == {ANN: 1 + 1 + 1 + 2 + 2, BOB: 1 + 0 + 1 + 1 + 0}
    assert [f"{remark.kind} {remark.name}".strip() for remark in found.remarks] == [
        *(f"fell {BOB}", f"reset {ANN}", "gap", "half-life", "restart", "half-life")
    ]
    gap = found.remarks[2]
    assert (gap.since, gap.at, gap.weight_s) == (START + 900, START + 900 + HOUR, 3 * 3600)


def test_thinning_changes_no_bill(path: Path) -> None:
    moments = [moment(START + at, {ANN: at / 600, BOB: at / 1800}) for at in range(0, DAY, 30 * MINUTE)]
    before = billed(path, *moments, ends=START + DAY)
    after = billed(path, moment(START + 70 * DAY, {ANN: 0}), ends=START + DAY)
    with opened(path) as connection:
        assert connection.execute("SELECT COUNT(*) FROM moments").fetchone() == (3,)
    assert hours(after) == pytest.approx(hours(before))
    # The second bill knows in addition what became of the counters later.
    assert before.remarks == ()


def test_who_changes_groups_is_billed_in_both(path: Path) -> None:
    counted = UsageCounter(2 * 3600, CREATED, "physics")
    moved = replace(moment(START + 600), counters={BOB: UsageCounter(5 * 3600, CREATED, "chemistry")})
    found = billed(path, moment(START, {BOB: 1}), replace(moment(START + 300), counters={BOB: counted}), moved)
    assert {entry.group: entry.weight_s / 3600 for entry in found.entries} == {"physics": 1, "chemistry": 3}


@pytest.mark.parametrize("every_s", [HOUR, *slow([5 * MINUTE])])
def test_the_bill_of_a_simulated_day_is_what_the_ledger_charged(path: Path, every_s: int) -> None:
    first = last = None
    for scenario in simulated.moments("physics", every_s, DAY // every_s + 1):
        record(path, recording_of(scenario, diagnosed(scenario), "physics"))
        first, last = first or scenario, scenario
    assert first is not None
    assert last is not None
    with opened(path) as connection:
        found = bill(connection, first.now - DAY, last.now + DAY, None)
    charged = {
        name: (customer.weighted_accumulated_usage or 0.0) - (before.weighted_accumulated_usage or 0.0)
        for name, customer in last.ledger.customers.items()
        if "@" in name and (before := first.ledger.customers.get(name)) is not None
    }
    assert sum(charged.values()) > 20 * 20 * 3600
    assert hours(found) == pytest.approx(
        {name: weight_s / 3600 for name, weight_s in charged.items() if weight_s}, rel=0.01
    )
    assert found.remarks == ()


def test_a_rate_is_that_of_the_submitter_else_of_the_nearest_group_else_the_default(tmp_path: Path) -> None:
    path = tmp_path / "rates.toml"
    path.write_text('default = 0.01\n[group]\nphysics = 0.02\n"physics.hep" = 0.03\n[submitter]\n"bob@lab" = 0\n')
    rates = read_rates(path)
    assert rates == Rates(0.01, {"physics": 0.02, "physics.hep": 0.03}, {"bob@lab": 0.0})
    places = (("bob@lab", ""), ("ann@lab", "physics"), ("cleo@lab", "physics.hep.higgs"), ("dan@lab", "chemistry"))
    assert [rates.of(*place) for place in places] == [0.0, 0.02, 0.03, 0.01]
    assert Rates(groups={"physics": 1}).of("dan@lab", "chemistry") is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("default = -1", "line 1: the rate of default must be a number of at least 0"),
        ("[group]\nphysics = 'much'", "line 2: [group]: the rate of physics must be"),
        ("[groups]\nphysics = 1", "unknown key 'groups'. Did you mean group?"),
        ("group = 1", "group must be a table. Write [group], and NAME = RATE below it"),
        ("default = nan", "must be a number of at least 0"),
    ],
)
def test_rates_that_make_no_sense_are_refused_with_their_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "rates.toml"
    path.write_text(text)
    with pytest.raises(BadInput) as refused:
        read_rates(path)
    assert message in str(refused.value)
