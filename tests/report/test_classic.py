"""Cells and names of the classic text at their edges."""

from datetime import UTC
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from userprio.base.versions import Behaviour, Version
from userprio.report.classic import classic_text, date, date_with_year, elapsed, fixed
from userprio.report.listing import Column, build_listing

from .sample import ALICE, ALL_USERS, AT_NOW, DAVE, NONE, NOW, PHYS, POOL, shown


@pytest.mark.parametrize(
    ("value", "width", "decimals", "text"),
    [
        (1000.0, 9, 2, "  1000.00"),
        (999999.99, 9, 2, "999999.99"),
        (1e9, 9, 2, "    1e+09"),
        (3.4e38, 9, 2, "  3.4e+38"),
        (1234567.0, 6, 0, " 1e+06"),
        (123456789012.0, 12, 2, " 1.23457e+11"[:12]),
        (1234567.891, 8, 2, " 1.2e+06"),
        (float("inf"), 9, 2, "      inf"),
        (float("nan"), 9, 2, "      nan"),
    ],
)
def test_a_number_too_wide_is_written_with_the_digits_that_fit(
    value: float, width: int, decimals: int, text: str
) -> None:
    assert fixed(width, decimals)(value) == text


def test_dates_are_local_and_pad_the_day_on_either_side() -> None:
    assert date(NOW, UTC) == " 1/5  09:30"
    assert date_with_year(NOW, UTC) == " 1/05/2026 09:30"
    assert date_with_year(NOW - 6 * 86400, ZoneInfo("America/New_York")) == "12/30/2025 04:30"


def test_times_no_calendar_holds_are_unknown() -> None:
    assert date(-1, UTC) == "    ???    "
    assert date_with_year(10**17, UTC) == "    ???    "
    assert elapsed(-1) == "[?????]"


def test_floors_are_a_column_from_23_10_1_on() -> None:
    of = {
        patch: shown(POOL, replace(ALL_USERS, tool=Behaviour(Version(23, 10, patch)))).splitlines() for patch in (0, 1)
    }
    bob = of[1].index(next(line for line in of[1] if "bob@" in line))
    assert of[1][bob] == of[0][bob].removesuffix("     50.00") + "      5.00     50.00"
    assert of[1][2] == of[0][2].removesuffix("  Ceiling") + "   Floor    Ceiling"
    assert of[1] == shown(POOL, ALL_USERS).splitlines()


def test_elapsed_time_drops_seconds() -> None:
    assert elapsed(20190) == "  0+05:36"
    assert elapsed(3 * 86400 - 30) == "  2+23:59"


def test_last_used_never_shows_the_age_of_the_epoch_cut_to_the_column() -> None:
    never = replace(DAVE, accounting_group="<none>", last_usage_time=0)
    text = shown([NONE, never], replace(ALL_USERS, details=Column.IDLE_FOR))
    assert text.splitlines()[-3].endswith(" 20458+09:2")


def test_without_any_usage_on_record_the_total_is_the_minus_zero_that_tool_prints() -> None:
    fresh = [replace(record, weighted_accumulated_usage=None, last_usage_time=None) for record in (NONE, ALICE)]
    text = shown(fresh, replace(ALL_USERS, details=Column.USAGE))
    assert [line.split()[-1] for line in text.splitlines()[-3::2]] == ["-0.00", "-0.00"]


def test_missing_usage_beside_known_usage_is_zero() -> None:
    fresh = replace(ALICE, name="new@example.org", weighted_accumulated_usage=None)
    lines = shown([NONE, ALICE, fresh], replace(ALL_USERS, details=Column.USAGE)).splitlines()
    assert [line.split()[-1] for line in lines[4:]] == ["0.00", "96.00", lines[3].split()[-1], "96.00"]


def test_groups_without_quota_data_show_that_there_is_none() -> None:
    vanished = replace(PHYS, name="group_old", group_figures=None)
    text = shown([*POOL, vanished], replace(AT_NOW, details=Column.CONFIG_QUOTA | Column.PRIORITY))
    assert "group_old                    n/d\n" in text


def test_a_sort_key_of_the_largest_float_is_called_last() -> None:
    assert PHYS.group_figures is not None
    last = replace(PHYS, group_figures=replace(PHYS.group_figures, sort_key=3.4028234663852886e38))
    assert "<last>" in shown([NONE, last, ALICE], replace(AT_NOW, details=Column.SORT_KEY))


def test_an_unknown_word_for_surplus_is_not_taken_for_any_policy() -> None:
    assert PHYS.group_figures is not None
    odd = replace(PHYS, group_figures=replace(PHYS.group_figures, surplus_policy="sometimes"))
    text = shown([NONE, odd, ALICE], replace(AT_NOW, details=Column.SURPLUS, keep_quotas=True))
    assert "group_phys         n/a" in text


def test_no_record_prints_nothing() -> None:
    assert classic_text(build_listing([], AT_NOW), UTC) == ""


def test_every_record_hidden_prints_the_frame() -> None:
    text = shown([DAVE], AT_NOW)
    assert text.splitlines()[-1].startswith("Number of users: 0")


def test_long_names_are_cut_at_99_bytes_within_no_character() -> None:
    long = replace(ALICE, name="é" * 60 + "@example.org")
    lines = classic_text(build_listing([NONE, long], AT_NOW), UTC).splitlines()
    row = next(line for line in lines if line.startswith("é"))
    name = row[: row.index(" ")]
    assert len(name.encode()) == 98
    assert len(row.encode()) == len(lines[-1].encode())


def test_every_line_but_the_first_has_the_full_width() -> None:
    lines = classic_text(build_listing(POOL, AT_NOW), UTC).splitlines()
    assert {len(line) for line in lines[1:]} == {125}


def test_an_escape_code_in_a_name_cannot_act() -> None:
    evil = replace(ALICE, name="\x1b]0;owned\x07alice@example.org")
    text = classic_text(build_listing([NONE, evil], AT_NOW), UTC)
    assert "\\x1b]0;owned\\x07alice@example.org" in text
    assert "\x1b" not in text


def test_the_last_update_is_in_the_given_zone() -> None:
    text = classic_text(build_listing(POOL, AT_NOW), ZoneInfo("Asia/Tokyo"))
    assert text.startswith("Last Priority Update:  1/5  18:29\n")
