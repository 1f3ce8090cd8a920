"""JSON that scripts rely on."""

import json
from typing import Any

from msgspec.structs import replace

from tests.report.written import json_text
from userprio.report.listing import QUOTAS, build_listing
from userprio.report.listing.model import KEYS, UNITS

from .cycle import FLAT, GROUPED
from .sample import ALICE, AT_NOW, NONE, NOW, POOL, UPDATED


def strict(text: str) -> Any:
    def refuse(word: str) -> Any:
        raise ValueError(word)

    return json.loads(text, parse_constant=refuse)


def test_a_cycle_has_its_schema_and_all_its_parts() -> None:
    document = strict(json_text(GROUPED))
    assert list(document) == [
        "schema",
        "at",
        "pool",
        "groups",
        "rounds",
        "passes",
        "visits",
        "matches",
        "rejections",
        "refusals",
        "unvisited",
        "warnings",
        "condor_version",
        "first_cycle",
        "repeated_rounds",
        "estimated_s",
        "reads_previous_quotas",
        "left_to_chance",
        "waiting",
        "losses",
        "usage",
        "user_limits_unknown",
        "previous_quotas_source",
        "pending",
        "submitters",
        "takeovers",
        "summary",
        "not_finite",
    ]
    assert (document["schema"], document["at"]) == ("userprio.negotiate/1", 1795233936)


def test_the_agreed_keys_are_there() -> None:
    document = strict(json_text(GROUPED))
    agreed = {
        "groups": "name configured_quota effective_quota subtree_quota requested usage accepts_surplus",
        "passes": "round group limit kind",
        "visits": "round group spin submitter priority factor share limit ceiling_left usage matched outcome",
        "matches": "submitter request number slot group spin because preempts cost",
        "rejections": "submitter request reason group spin",
    }
    for part, keys in agreed.items():
        assert set(keys.split()) <= set(document[part][0]), part
    assert set(document["rounds"][0]) == {"round", "groups"}
    assert set(document["rounds"][0]["groups"][0]) == {"name", "requested", "allocated", "unallocated"}


def test_values_keep_their_types_and_words() -> None:
    document = strict(json_text(GROUPED))
    assert document["visits"][2] == {
        "round": 1,
        "group": "group_chemistry",
        "group_limit": 10,
        "kind": "normal",
        "spin": 2,
        "submitter": "group_chemistry.einstein@pool.test",
        "schedd": "schedd.pool.test",
        "priority": 500.0,
        "factor": 1000.0,
        "share": 2 / 3,
        "limit": 0.6666667,
        "unclaimed_limit": 0.6666667,
        "ceiling_left": None,
        "usage": 6.0,
        "starvation": 0.0,
        "idle_jobs": 20,
        "matched": 0,
        "outcome": "limit below the smallest slot",
        "refused": None,
        "won": 0.0,
        "time_limit": None,
        "took_s": None,
        "jobs": 0,
        "left": 14,
        "stopped": "limit below a slot",
    }
    assert document["matches"][0]["because"] == "free"
    assert document["matches"][0]["jobs"] == 1
    assert document["summary"] == {
        "matches": 24,
        "weight": 24.0,
        "served": 3,
        "submitters": 3,
        "idle_left": 36,
        "jobs": 24,
        "unmatched": 36,
        "out_of_time": 0,
    }


def test_a_limit_that_is_not_a_number_stays_the_integer_that_htcondor_makes_of_it() -> None:
    assert strict(json_text(GROUPED))["passes"][3]["limit"] == -2147483648


def test_infinity_and_not_a_number_are_null() -> None:
    document = strict(json_text(GROUPED))
    assert (document["visits"][5]["share"], document["visits"][5]["limit"]) == (None, None)
    assert document["rounds"][1]["groups"][0]["allocated"] is None


def test_without_groups_their_parts_are_empty_and_names_null() -> None:
    document = strict(json_text(FLAT))
    assert (document["groups"], document["rounds"], document["passes"]) == ([], [], [])
    assert document["visits"][0]["group"] is None


def test_a_listing_has_every_key_whatever_is_shown() -> None:
    document = strict(json_text(build_listing(POOL, replace(AT_NOW, details=QUOTAS, keep_quotas=True))))
    assert document["schema"] == "userprio.listing/1"
    assert document["columns"] == [
        "effective_quota",
        "configured_quota",
        "surplus_policy",
        "subtree_quota",
        "requested",
    ]
    of_quotas = ("in_use", "quota", "of_quota", "over", "demand")
    assert all(tuple(record) == (*KEYS, *of_quotas) for record in document["records"])
    assert set(document["units"]) == {*UNITS, *of_quotas}
    assert set(UNITS) <= set(KEYS)


def test_a_record_in_its_units() -> None:
    document = strict(json_text(build_listing([NONE, ALICE], AT_NOW)))
    (alice,) = document["records"]
    assert (alice["effective_priority"], alice["real_priority"], alice["priority_factor"]) == (12500.0, 12.5, 1000.0)
    assert (alice["used_weight_s"], alice["weight_in_use"]) == (96 * 3600, 12.0)
    assert (alice["last_used_at"], alice["unused_for_s"]) == (NOW, 0)
    assert (alice["floor"], alice["ceiling"], alice["effective_quota"]) == (0, None, None)
    assert (document["at"], document["last_update_at"], document["active_since_at"]) == (NOW, UPDATED, NOW - 86400)
    assert document["totals"] == {
        "users": 1,
        "records": 2,
        "surplus_policy": "byquota",
        "weight_in_use": 12.0,
        "used_weight_s": 345600.0,
        "inactive_users": 0,
        "inactive_groups": 0,
    }


def test_columns_name_keys_of_the_records() -> None:
    document = strict(json_text(build_listing(POOL, replace(AT_NOW, details=~QUOTAS))))
    assert set(document["columns"]) <= set(KEYS)


def test_bytes_that_were_not_utf8_do_not_spoil_the_document() -> None:
    name = b"caf\xe9@pool".decode(errors="surrogateescape")
    text = json_text(build_listing([NONE, replace(ALICE, name=name)], AT_NOW))
    assert strict(text)["records"][0]["name"] == "caf\ufffd@pool"
    assert text.isascii()


def test_null_in_place_of_a_number_that_json_has_no_word_for_is_told() -> None:
    """Any other null is something that does not apply."""
    nan, infinite = float("nan"), float("inf")
    odd = replace(GROUPED, visits=tuple(replace(visit, share=nan, limit=infinite) for visit in GROUPED.visits[:1]))
    document = strict(json_text(odd))
    assert document["visits"][0]["share"] is document["visits"][0]["limit"] is None
    said = document["not_finite"]
    assert (said["visits[0].share"], said["visits[0].limit"]) == ("NaN", "Infinity")
    assert "not_finite" not in strict(json_text(FLAT))
