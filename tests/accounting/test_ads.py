"""Accounting records read from ads, as condor_userprio reads them."""

import pytest

from userprio.accounting import (
    AccountingRecord,
    GroupFigures,
    join_legacy,
    legacy_ad,
    legacy_entries,
    modular_ad,
    record_of,
    split_legacy,
)
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


def test_an_integer_beyond_64_bits_is_zero_and_one_within_them_is_its_low_half() -> None:
    for sent, read in ((2**62 + 5, 5), (-(2**62) - 5, -5), (2**63 - 1, -1), (1e300, 0)):
        record = record_of(Ad({"Name": "a@x", "Priority": 1.0, "ResourcesUsed": sent}), Evaluator(now=0))
        assert record is not None
        assert record.resources_used == read


def test_only_a_group_has_its_own_quota_of_the_subtree_and_a_policy() -> None:
    told = "EffectiveQuota = 4.0; ConfigQuota = 3.0; SubtreeQuota = 8.0; GroupSortKey = 0.5; Requested = 2.0;"
    whole = Ad.parse(f'[ Name = "g"; Priority = 1.0; IsAccountingGroup = true; {told} SurplusPolicy = "byquota" ]')
    group = record_of(whole, Evaluator(now=0))
    user = record_of(Ad.parse(f'[ Name = "a@x"; Priority = 1.0; {told} SurplusPolicy = "no" ]'), Evaluator(now=0))
    assert group is not None
    assert user is not None
    assert group.group_figures == GroupFigures(4.0, 3.0, 8.0, 0.5, "byquota", 2.0)
    assert user.group_figures == GroupFigures(4.0, 3.0, None, None, None, 2.0)


@pytest.mark.parametrize(("regroup", "policy"), [("true", "regroup"), ("false", "no")])
def test_an_old_answer_says_whether_a_group_regroups(regroup: str, policy: str) -> None:
    ad = Ad.parse(f'[ Name = "g"; Priority = 1.0; IsAccountingGroup = true; GroupAutoRegroup = {regroup} ]')
    record = record_of(ad, Evaluator(now=0))
    assert record is not None
    assert record.group_figures == GroupFigures(None, None, None, None, policy, None)


def test_a_name_is_cut_after_127_bytes_and_figures_of_use_are_read_by_their_types() -> None:
    record = record_of(
        Ad.parse(
            f'[ Name = "{"n" * 200}"; Priority = 1.5; ResourcesUsed = 3.9; WeightedResourcesUsed = 2;'
            " CeilingLeaseExpiration = 77; SubmitterShare = 0.25; PriorityFactor = 3 ]"
        ),
        Evaluator(now=0),
    )
    assert record is not None
    assert len(record.name) == 127
    assert (record.is_group, record.accounting_group, record.group_figures) == (False, "<none>", None)
    assert (record.resources_used, record.weighted_resources_used, record.begin_usage_time) == (3, 2.0, None)
    assert (record.ceiling_lease_expiration, record.submitter_share, record.factor) == (77, 0.25, 3.0)
    assert (record.last_update, record.real_priority) == (0, 0.5)


def shown(ad: Ad) -> dict[str, str | None]:
    return {name: ad.source(name) for name in ad}


JOE = AccountingRecord(
    "joe@x",
    False,
    "g",
    40.0,
    20.0,
    ceiling=7,
    resources_used=3,
    last_update=9,
    submitter_share=0.5,
    submitter_limit=2.0,
)
GROUP = AccountingRecord(
    "g", True, "<none>", 5.0, None, last_usage_time=8, group_figures=GroupFigures(1.0, 2.0, 3.0, 4.0, "no", None)
)


def test_the_legacy_answer_numbers_what_it_says_of_each_record() -> None:
    assert shown(legacy_ad([JOE, GROUP], 9, {"sw.member": 2.5})) == {
        "LastUpdate": "9",
        "NumSubmittors": "2",
        "ConcurrencyLimit_sw_member": "2.5",
        "Name1": '"joe@x"',
        "Priority1": "40.0",
        "PriorityFactor1": "20.0",
        "Ceiling1": "7",
        "Floor1": "0",
        "IsAccountingGroup1": "false",
        "AccountingGroup1": '"g"',
        "ResourcesUsed1": "3",
        "SubmitterShare1": "0.5",
        "SubmitterLimit1": "2.0",
        "Name2": '"g"',
        "Priority2": "5.0",
        "PriorityFactor2": "0.0",
        "IsAccountingGroup2": "true",
        "AccountingGroup2": '"<none>"',
        "LastUsageTime2": "8",
        "EffectiveQuota2": "1.0",
        "ConfigQuota2": "2.0",
        "SubtreeQuota2": "3.0",
        "GroupSortKey2": "4.0",
        "SurplusPolicy2": '"no"',
    }


def test_the_modular_answer_is_the_stored_ad_with_what_is_worked_out_set_over_it() -> None:
    stored = {"MyType": '"*"', "priority": "3.000000", "UnchargedTime": "-5", "ResourcesUsed": "3", "Note": "1 +  2"}
    assert shown(modular_ad(JOE, stored)) == {
        "Priority": "40.0",
        "ResourcesUsed": "3",
        "Note": "1 + 2",
        "Name": '"joe@x"',
        "LastUpdate": "9",
        "PriorityFactor": "20.0",
        "Ceiling": "7",
        "Floor": "0",
        "IsAccountingGroup": "false",
        "AccountingGroup": '"g"',
        "SubmitterShare": "0.5",
        "SubmitterLimit": "2.0",
    }


def test_ads_that_were_split_are_joined_under_new_numbers() -> None:
    whole = Ad.lazy([("NumSubmittors", "3"), ("LastUpdate", "7"), ("Name1", '"a@x"'), ("Name3", '"c@x"')])
    first, _, third = split_legacy(whole)
    assert shown(third) == {"Name": '"c@x"', "SubmittorId": "3"}
    assert shown(join_legacy([third, first], whole)) == {
        "NumSubmittors": "2",
        "LastUpdate": "7",
        "Name1": '"c@x"',
        "Name2": '"a@x"',
    }
    assert split_legacy(Ad.lazy([("LastUpdate", "7"), ("Name0", '"z"')])) == []
