"""CSV for spreadsheets."""

import csv
from io import StringIO

import pytest
from msgspec.structs import replace

from tests.report.written import csv_text
from userprio.report.listing import PRIORITIES, build_listing
from userprio.report.listing.model import KEYS

from .cycle import FLAT, GROUPED
from .sample import ALICE, AT_NOW, NONE, POOL


def read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text)))


def test_a_listing_has_the_same_columns_whatever_is_shown() -> None:
    wide = csv_text(build_listing(POOL, AT_NOW))
    narrow = csv_text(build_listing(POOL, replace(AT_NOW, details=PRIORITIES)))
    assert wide.splitlines()[0] == narrow.splitlines()[0] == ",".join(KEYS)
    assert [row["name"] for row in read(narrow)] == [
        "group_phys.carol@example.org",
        "group_phys.hep.bob@example.org",
        "alice@example.org",
    ]


def test_numbers_are_written_in_full_and_missing_ones_are_empty() -> None:
    (alice,) = read(csv_text(build_listing([NONE, ALICE], AT_NOW)))
    assert (alice["effective_priority"], alice["used_weight_s"], alice["slots_in_use"]) == ("12500.0", "345600", "12")
    assert (alice["ceiling"], alice["effective_quota"], alice["is_group"]) == ("", "", "false")


def test_a_cycle_is_the_table_of_its_visits() -> None:
    rows = read(csv_text(GROUPED))
    assert len(rows) == 6
    assert (rows[2]["submitter"], rows[2]["spin"], rows[2]["limit"]) == (
        "group_chemistry.einstein@pool.test",
        "2",
        "0.6666667",
    )
    assert (rows[5]["share"], rows[5]["limit"], rows[5]["outcome"]) == ("nan", "inf", "satisfied")


def test_without_groups_round_and_group_are_empty() -> None:
    assert {(row["round"], row["group"]) for row in read(csv_text(FLAT))} == {("", "")}


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("=1+1@pool", "'=1+1@pool"),
        ("+alice@pool", "'+alice@pool"),
        ("-alice@pool", "'-alice@pool"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\tx@pool", "'\\x09x@pool"),
        ("\x1b[2Jx@pool", "'\\x1b[2Jx@pool"),
        ('a"b,c@pool', 'a"b,c@pool'),
    ],
)
def test_text_cannot_become_a_formula_or_an_escape_code(name: str, cell: str) -> None:
    (row,) = read(csv_text(build_listing([NONE, replace(ALICE, name=name)], AT_NOW)))
    assert row["name"] == cell


def test_negative_numbers_stay_numbers() -> None:
    (row,) = read(csv_text(build_listing([NONE, replace(ALICE, submitter_limit=-2.5)], AT_NOW)))
    assert row["submitter_limit"] == "-2.5"
