"""Accounting records read from ads, as condor_userprio reads them."""

from userprio.accounting import legacy_entries
from userprio.classad import Ad, Evaluator


def test_a_legacy_ad_holds_the_records_that_have_a_name_and_a_priority() -> None:
    named = {"Name1": "a@x", "Priority1": 500.0, "Name2": "b@x", "Name3": "c@x", "Priority3": 10.0}
    uncounted = {"Name4": "d@x", "Priority4": 1.0}
    records = legacy_entries(Ad({"NumSubmittors": 3, "LastUpdate": 7, **named, **uncounted}), Evaluator(now=0))
    assert [(record.name, record.priority, record.last_update) for record in records] == [
        ("a@x", 500.0, 7),
        ("c@x", 10.0, 7),
    ]
