"""The options that every command shares."""

import io
from datetime import UTC
from pathlib import Path

import click
import pytest

from userprio.base.formats import Format
from userprio.cli.app import cli, split_own
from userprio.cli.commands import COMMANDS
from userprio.cli.environment import Environment
from userprio.cli.options import GlobalOptions, assignment, shared_options


def shared_after(*arguments: str) -> GlobalOptions:
    seen: list[GlobalOptions] = []

    @click.group()
    @shared_options(COMMANDS["most"])
    def top(shared: GlobalOptions, env: Environment) -> None:
        pass

    @top.command()
    @shared_options(COMMANDS["most"])
    def below(shared: GlobalOptions, env: Environment) -> None:
        seen.append(shared)

    env = Environment(
        io.StringIO(), io.StringIO(), {}, lambda: 0.0, lambda: UTC, lambda: Path("config"), lambda: Path("data")
    )
    top.main(list(arguments), standalone_mode=False, obj=env)
    return seen[0]


def test_options_count_before_and_after_the_command() -> None:
    before = ("--snapshot", "a", "--set", "A=1")
    shared = shared_after(*before, "below", "--ledger", "l", "--set", "B=2", "--format", "json")
    assert (shared.snapshot, str(shared.ledger), shared.format) == ("a", "l", Format.JSON)
    assert shared.overrides == {"A": "1", "B": "2"}


def test_what_stands_later_wins() -> None:
    shared = shared_after("--snapshot", "a", "--set", "A=1", "below", "--snapshot", "b", "--set", "A=2")
    assert shared.snapshot == "b"
    assert shared.overrides == {"A": "2"}


def test_patterns_and_columns_of_both_places_add_up_and_the_last_row_limit_counts() -> None:
    before = ("--user", "a*", "--columns", "Name,share", "--top", "3", "--sort", "name:asc")
    output = shared_after(*before, "below", "--user", "b", "--columns", "wait", "--top", "all", "--no-pager").output
    view = output.view
    assert (view.users, view.columns) == (("a*", "b"), ("name", "share", "wait"))
    assert (view.top, view.every, view.sort, view.ascending) == (None, True, "name", True)
    assert not output.paged and output.given == ("users", "columns", "top", "sort", "users", "columns", "top")


def test_the_value_of_an_option_before_the_command_is_refused_by_the_name_of_the_option() -> None:
    with pytest.raises(click.BadParameter, match="neither a number of rows nor `all`") as refused:
        shared_after("--top", "x", "below")
    assert refused.value.param is not None and refused.value.param.opts == ["--top"]


def test_what_is_not_given_after_the_command_keeps_what_stood_before_it() -> None:
    assert shared_after("--format", "csv", "--allow-commands", "below").format is Format.CSV
    assert shared_after("--allow-commands", "below").allow_commands
    assert shared_after("--now", "0", "below").now == 0


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("A=1", ("A", "1")),
        ("GROUP_QUOTA_a.b = 0.5", ("GROUP_QUOTA_a.b", "0.5")),
        ("REQ=Cpus == 1", ("REQ", "Cpus == 1")),
        ("A=", ("A", "")),
    ],
)
def test_an_assignment_is_split_at_the_first_equals_sign(text: str, pair: tuple[str, str]) -> None:
    assert assignment(text) == pair


@pytest.mark.parametrize("text", ["A", "=1", "A B=1", "A-B=1", ""])
def test_an_assignment_needs_a_name(text: str) -> None:
    with pytest.raises(click.BadParameter):
        assignment(text)


def test_the_programs_own_options_are_told_from_the_rest() -> None:
    own, rest = split_own(["-q", "--ledger", "-x", "alice", "--set=A=1", "--allow-commands", "-all"], cli)
    assert own == ["--ledger", "-x", "--set=A=1", "--allow-commands"]
    assert rest == ["-q", "alice", "-all"]
    assert split_own(["--", "--ledger", "a"], cli) == ([], ["--", "--ledger", "a"])
    assert split_own(["--ledger"], cli) == (["--ledger"], [])
