"""A ledger made of what condor_userprio -long prints has what the printed ads have, to the last digit of a record."""

from typing import Any

import pytest

from userprio.accounting import last_update, ledger_records, one_of_each, what_is_lost
from userprio.base.errors import BadInput
from userprio.classad import Ad, format_value
from userprio.ledger import Ledger

NOW = 1_795_453_010
ANN = {"Name": "g0.ann@pool.test", "PriorityFactor": 3.7, "Priority": 4567.6820346, "LastUpdate": 1_795_453_002}
GROUP = {"Name": "g0", "IsAccountingGroup": True, "PriorityFactor": 1000.0, "Priority": 500.36, "EffectiveQuota": 2.5}


def as_printed(attributes: dict[str, Any]) -> Ad:
    return Ad.lazy([(name, format_value(value)) for name, value in attributes.items()])


def ledger(*ads: dict[str, Any], **options: Any) -> Ledger:
    return Ledger.empty().replay(ledger_records(one_of_each(map(as_printed, ads)), NOW, **options))


def numbered(*records: dict[str, Any], **more: Any) -> dict[str, Any]:
    attributes = {f"{name}{at}": value for at, record in enumerate(records, 1) for name, value in record.items()}
    return {**more, "NumSubmittors": len(records), **attributes}


def test_a_real_priority_is_the_effective_one_divided_by_the_factor_to_six_decimals() -> None:
    made = ledger({**ANN, "Ceiling": -1, "Floor": 2, "UnchargedTime": -5, "AccumulatedUsage": 60.0})
    customer = made.customers["g0.ann@pool.test"]
    assert (customer.priority, customer.priority_factor) == (1234.508658, 3.7)
    assert (customer.ceiling, customer.floor, customer.uncharged_time, customer.accumulated_usage) == (None, 2, -5, 60)
    assert made.last_update_time == 1_795_453_002


def test_the_numbered_ad_of_older_negotiators_is_that_of_many_records_with_one_time() -> None:
    group = {**GROUP, "Name": "g0", "PriorityFactor": 0.0, "Priority": 3000.0}
    users = [{**ANN, "Name": f"u{number}@pool.test"} for number in range(11)]
    for user in users:
        del user["LastUpdate"]
    made = ledger(numbered(group, *users, LastUpdate=NOW - 4), factor_of=lambda name: 2000.0)
    assert len(made.customers) == 12
    assert {made.customers[str(user["Name"])].priority for user in users} == {1234.508658}
    assert made.last_update_time == NOW - 4
    assert made.customers["g0"].priority == 1.5, "0.0 stands for a factor that has only a default"
    assert made.customers["g0"].priority_factor is None


def test_of_several_ads_of_a_name_the_last_updated_counts() -> None:
    old, new = {**ANN, "LastUpdate": 60, "Priority": 3.7}, {**ANN, "LastUpdate": 120, "Priority": 7.4}
    for ads in ((old, new), (new, old)):
        assert ledger(*ads).customers["g0.ann@pool.test"].priority == 2.0


def test_who_had_no_jobs_in_the_last_cycle_has_nothing_in_use_whatever_an_older_ad_says() -> None:
    using = {"ResourcesUsed": 6, "WeightedResourcesUsed": 6.0, "WeightedAccumulatedUsage": 90.0}
    made = ledger({**ANN, **using}, {**ANN, **using, "Name": "bob@pool.test", "LastUpdate": 1_795_452_000})
    assert made.customers["g0.ann@pool.test"].resources_used == 6
    bob = made.customers["bob@pool.test"]
    assert (bob.resources_used, bob.weighted_resources_used, bob.weighted_accumulated_usage) == (None, None, 90.0)


@pytest.mark.parametrize(("updated", "time"), [(None, NOW), (NOW - 9, NOW - 9)])
def test_where_no_ad_tells_when_priorities_were_updated_it_is_the_time_that_is_known(
    updated: int | None, time: int
) -> None:
    ad = {name: value for name, value in ANN.items() if name != "LastUpdate"}
    assert last_update([Ad(ad)]) is None
    assert ledger(ad, updated=updated).last_update_time == time


def test_what_is_lost_depends_on_who_was_asked() -> None:
    assert "users without jobs" in what_is_lost([Ad({**ANN, "NegotiatorName": "cm"})])
    assert "users without jobs" not in what_is_lost([Ad(ANN)])


def test_accounts_of_several_negotiators_and_rolled_up_ones_are_refused() -> None:
    with pytest.raises(BadInput, match="several negotiators, day and night"):
        what_is_lost([Ad({**ANN, "NegotiatorName": name}) for name in ("night", "day")])
    with pytest.raises(BadInput, match="rolled up"):
        what_is_lost([Ad(ANN), Ad({**GROUP, "Priority": 0.0})])
