"""Options of a command that are typed before the command."""

from collections.abc import Callable
from typing import Any

import pytest

from userprio.cli.completion.commands import KEPT, Misplaced, command_first, from_json

Run = Callable[..., Any]
PROGRAM = from_json(KEPT.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("--slots -5:x quotas", "quotas --slots -5:x"),
        ("--slots -10:slot1@* --snapshot physics plan --why", "--snapshot physics plan --slots -10:slot1@* --why"),
        ("--slots=-5:x --why plan", "plan --slots=-5:x --why"),
        ("--with most quotas", "quotas --with most"),
        ("--setprio a@x=5 --setprio b@x=10 negotiate", "negotiate --setprio a@x=5 --setprio b@x=10"),
        ("--new most quotas", "most --new quotas"),
    ],
)
def test_they_go_behind_the_command_whose_options_they_are(typed: str, meant: str) -> None:
    assert command_first(typed.split(), PROGRAM) == meant.split()


@pytest.mark.parametrize(
    "typed",
    [
        "--snapshot physics quotas --slots +4",
        "--quotas",
        "--all most",
        "--delete ann@x plan",
        "--duration 60 -setfactor ann@x 5",
        "--setfactor ann@x 500",
        "--hierarchical most",
        "--nonsense -quotas",
        "-- --slots +4 quotas",
        "",
    ],
)
def test_other_lines_stay_as_they_are_typed(typed: str) -> None:
    assert command_first(typed.split(), PROGRAM) == typed.split()


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (
            "--slots -5:x",
            "--slots is an option of most, quotas, explain, negotiate and 12 more. It goes after the command: "
            "userprio most --slots …",
        ),
        (
            "--slots -5:x jobs ann",
            "--slots is an option of most, quotas, explain, negotiate and 12 more, not of jobs. "
            "It goes after the command: userprio most --slots …",
        ),
        ("--slots quotas", "--slots is not complete. It goes after the command: userprio quotas --slots …"),
        ("--slotz -5:x quotas", "quotas has no option --slotz. Did you mean --slots?"),
        ("--nonsense -5:x quotas", "quotas has no option --nonsense; userprio quotas --help lists its options."),
    ],
)
def test_what_no_command_takes_there_is_refused_with_its_place(typed: str, told: str) -> None:
    with pytest.raises(Misplaced) as caught:
        command_first(typed.split(), PROGRAM)
    assert str(caught.value) == told


def test_a_value_that_begins_with_a_dash_does_not_make_the_line_one_of_condor_userprio(userprio: Run) -> None:
    before = userprio("--snapshot", "physics", "--slots", "-10:slot1@*", "plan")
    after = userprio("--snapshot", "physics", "plan", "--slots", "-10:slot1@*")
    assert (before.status, before.out, before.err) == (after.status, after.out, after.err) == (3, after.out, "")


def test_a_misplaced_option_ends_with_the_status_of_a_usage_error_and_a_sentence(userprio: Run) -> None:
    done = userprio("--snapshot", "physics", "--slots", "-5:x", "jobs")
    assert done.status == 2
    assert done.out == ""
    assert done.err.splitlines()[0].startswith("userprio: --slots is an option of most, quotas, ")
