"""Accounting records read from ads, as condor_userprio reads them."""

import pytest

from userprio.accounting import legacy_entries, record_of, split_legacy
from userprio.classad import Ad, Evaluator


def test_a_legacy_ad_holds_the_records_that_have_a_name_and_a_priority() -> None:
    named = {"Name1": "a@x", "Priority1": 500.0, "Name2": "b@x", "Name3": "c@x", "Priority3": 10.0}
    uncounted = {"Name4": "d@x", "Priority4": 1.0}
    records = legacy_entries(Ad({"NumSubmittors": 3, "LastUpdate": 7, **named, **uncounted}), Evaluator(now=0))
    assert [(record.name, record.priority, record.last_update) for record in records] == [
        ("a@x", 500.0, 7),
        ("c@x", 10.0, 7),
    ]


def test_a_missing_ceiling_or_floor_is_minus_one() -> None:
    record = record_of(Ad({"Name": "a@x", "Priority": 1.0}), Evaluator(now=0))
    assert record is not None
    assert (record.ceiling, record.floor, record.resources_used) == (-1, -1, None)
    record = record_of(Ad({"Name": "a@x", "Priority": 1.0, "Ceiling": 8, "Floor": 2}), Evaluator(now=0))
    assert record is not None
    assert (record.ceiling, record.floor) == (8, 2)


@pytest.mark.parametrize(("sent", "read"), [(7, 7), (-7.9, -7), (2**31, -(2**31)), (1e19, 0), (True, 1)])
def test_an_integer_is_what_fits_a_cpp_int(sent: float, read: int) -> None:
    record = record_of(Ad({"Name": "a@x", "Priority": 1.0, "ResourcesUsed": sent}), Evaluator(now=0))
    assert record is not None
    assert record.resources_used == read


def test_a_legacy_ad_is_split_by_the_numbers_of_its_attributes() -> None:
    parts = split_legacy(Ad.lazy([("LastUpdate", "7"), ("Name1", '"a@x"'), ("Name3", '"c@x"')]))
    assert [ad.source("Name") for ad in parts] == ['"a@x"', None, '"c@x"']
