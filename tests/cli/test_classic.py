"""Arguments in condor_userprio's spelling."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from userprio.base.versions import Behaviour, parse_version
from userprio.cli.classic.actions import ClassicError, Day, is_classic, parse_classic
from userprio.report.listing import ALL, EVERYBODY, PRIORITIES, QUOTAS, USAGES, Column, Layout
from userprio.report.listing.build import named

NOW = 1_767_605_400


@pytest.mark.parametrize(
    ("argument", "details"),
    [
        ("-q", QUOTAS),
        ("-quotas", QUOTAS),
        ("--quotas", QUOTAS),
        ("-a", ALL),
        ("-al", ALL),
        ("-all", ALL),
        ("-su", Column.SURPLUS),
        ("-so", Column.SORT_KEY),
        ("-us", USAGES),
        ("-prio", PRIORITIES),
        ("-priority", PRIORITIES),
        ("-groupi", Column.GROUP_ID),
        ("-o", Column.GROUP_ORDER),
    ],
)
def test_a_detail_is_asked_for_by_any_prefix_that_condor_userprio_takes(argument: str, details: Column) -> None:
    assert parse_classic([argument]).details == details


@pytest.mark.parametrize(
    "argument",
    [
        "-pr",
        "-pri",
        "-m",
        "-u",
        "-i",
        "-f",
        "-e",
        "-alls",
        "-group-order",
        "-help",
        "--q",
        "--quota",
        "-",
        "_x",
        "7",
        "-Q",
    ],
)
def test_what_condor_userprio_does_not_take_is_a_usage_error(argument: str) -> None:
    with pytest.raises(ClassicError) as refused:
        parse_classic([argument])
    assert refused.value.usage


@pytest.mark.parametrize(
    ("argument", "arguments", "option"),
    [
        ("-l", (), "long"),
        ("-n", ("cm.example.org",), "name"),
        ("-p", ("cm.example.org",), "pool"),
        ("-c", ("alice@a",), "cancelceilinglease"),
        ("-del", ("alice@a",), "delete"),
        ("-r", ("alice@a",), "resetusage"),
        ("-setf", ("alice@a", "500"), "setfactor"),
    ],
)
def test_a_short_prefix_means_the_option_that_condor_userprio_takes_it_for(
    argument: str, arguments: tuple[str, ...], option: str
) -> None:
    assert parse_classic([argument, *arguments]).given == {option: arguments}


def test_h_lists_hierarchically_as_the_undocumented_heir() -> None:
    assert parse_classic(["-h"]).layout is Layout.HIERARCHICAL
    assert parse_classic(["-he"]).layout is Layout.HIERARCHICAL
    assert parse_classic(["-hi"]).layout is Layout.HIERARCHICAL


def test_the_last_layout_counts_and_details_add_up() -> None:
    typed = parse_classic(["-flat", "-usage", "-heir", "-quotas"])
    assert typed.layout is Layout.HIERARCHICAL
    assert typed.details == USAGES | QUOTAS
    assert typed.request(UTC).keep_quotas


def test_a_flat_list_keeps_groups_first_once_that_was_asked_for() -> None:
    assert parse_classic(["-grouporder", "-flat"]).layout is Layout.GROUPS_FIRST
    assert parse_classic(["-flat", "-grouporder"]).layout is Layout.GROUPS_FIRST


def test_names_lift_the_limit_on_activity_wherever_they_stand() -> None:
    request = parse_classic(["alice", "-activefrom", "1", "5", "26", "<none>", "bob@example.org"]).request(UTC)
    assert request.names == ("alice", "<none>", "bob@example.org")
    assert request.options(NOW).active_since == EVERYBODY


def test_of_activefrom_and_allusers_the_later_counts() -> None:
    midnight = int(datetime(2026, 1, 5, tzinfo=UTC).timestamp())
    assert (
        parse_classic(["-allusers", "-activefrom", "1", "5", "26"]).request(UTC).options(NOW).active_since == midnight
    )
    assert (
        parse_classic(["-activefrom", "1", "5", "26", "-allusers"]).request(UTC).options(NOW).active_since == EVERYBODY
    )


def test_activefrom_takes_its_three_arguments_blindly() -> None:
    assert parse_classic(["-ac", "-flat", "3x", "2026", "-q"]).active_from == Day(0, 3, 2026)
    with pytest.raises(ClassicError):
        parse_classic(["-activefrom", "1", "5"])


@pytest.mark.parametrize(
    ("day", "date"),
    [
        (Day(1, 5, 2026), (2026, 1, 5)),
        (Day(1, 5, 26), (2026, 1, 5)),
        (Day(1, 5, 99), (1999, 1, 5)),
        (Day(13, 1, 2025), (2026, 1, 1)),
        (Day(2, 30, 2026), (2026, 3, 2)),
        (Day(0, 0, 2026), (2025, 11, 30)),
    ],
)
def test_days_and_months_out_of_range_roll_over(day: Day, date: tuple[int, int, int]) -> None:
    assert day.midnight(UTC) == int(datetime(*date, tzinfo=UTC).timestamp())


def test_midnight_is_local() -> None:
    assert Day(7, 1, 2026).midnight(ZoneInfo("Europe/Berlin")) == Day(7, 1, 2026).midnight(UTC) - 7200


def test_a_day_that_no_calendar_has_is_a_usage_error() -> None:
    with pytest.raises(ClassicError):
        Day(1, 1, 123456).midnight(UTC)
    with pytest.raises(ClassicError):
        Day(1, 10**15, 2026).midnight(UTC)


def test_short_names_stand_for_whatever_follows_the_first_at() -> None:
    assert named("alice@a@b", ["alice"])
    assert named("group_physics", ["group_physics"])
    assert not named("group_physics.alice@a", ["alice"])
    assert not named("Alice@a", ["alice"])


def test_full_names_are_compared_as_they_are() -> None:
    assert named("<none>", ["<none>"])
    assert named("alice@a", ["bob", "alice@a"])
    assert not named("alice@b", ["alice@a"])


@pytest.mark.parametrize("arguments", [["-quotas"], ["--all"], ["alice@a"], ["<none>"], ["bob", "-all"], ["-x"]])
def test_the_spelling_is_recognised_by_a_dash_or_a_full_name(arguments: list[str]) -> None:
    assert is_classic(arguments)


@pytest.mark.parametrize("arguments", [[], ["quota"], ["--verbose"], ["neg", "otiate"]])
def test_other_words_are_left_to_the_commands(arguments: list[str]) -> None:
    assert not is_classic(arguments)


def as_of(text: str) -> Behaviour:
    return Behaviour(parse_version(text))


@pytest.mark.parametrize(
    ("arguments", "before", "since"),
    [
        (["-setceiling", "ann@x", "5", "-duration", "60"], "25.10.9", "25.11.0"),
        (["-cancelceilinglease", "ann@x"], "25.10.9", "25.11.0"),
        (["-cancelfloorlease", "ann@x"], "25.12.1", "25.12.2"),
        (["-cancelfactorlease", "ann@x"], "25.12.1", "25.12.2"),
    ],
)
def test_leases_are_unknown_to_versions_before_them(arguments: list[str], before: str, since: str) -> None:
    with pytest.raises(ClassicError) as refused:
        parse_classic(arguments, tool=as_of(before))
    assert refused.value.usage
    assert parse_classic(arguments, tool=as_of(since)).edits


def test_who_is_named_is_listed_whatever_the_last_use_from_25_10_1_on() -> None:
    limits = [
        parse_classic(["ann@x"], tool=as_of(version)).request(UTC).options(NOW).activity_limit
        for version in ("24.12.14", "25.10.1")
    ]
    assert limits == [NOW - 86_400, EVERYBODY]


def test_a_slip_of_the_pen_was_in_23_2() -> None:
    with pytest.raises(ClassicError) as old:
        parse_classic(["-af"], tool=as_of("23.2.0"))
    with pytest.raises(ClassicError) as new:
        parse_classic(["-af"])
    assert old.value.lines[0] == "Error: Argument -af requires at last one attribute parameter"
    assert new.value.lines[0] == "Error: Argument -af requires at least one attribute parameter"
