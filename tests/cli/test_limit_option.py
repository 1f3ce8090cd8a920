"""`--limit`, and the setting `limits`: the bounds of a run, raised and lowered."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import userprio
from userprio.base.errors import BadInput
from userprio.base.limits import NAMED, SLOTS, STEPS, Budget, Exceeded, budget, one_run, parse_amount, run_with

Run = Callable[..., Any]
POOL = '[[slots]]\ncount = 3\n\n[[jobs]]\nuser = "ann"\n'


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    path = tmp_path / "pool.toml"
    path.write_text(POOL)
    return path


def test_a_bound_is_lowered_and_what_exceeds_it_is_told_with_its_line(userprio: Run, pool: Path) -> None:
    """3 slots are more than 2: the message names the file, the line of `count`, and the option that allows them."""
    done = userprio("--snapshot", pool, "negotiate", "--limit", "slots=2")
    assert (done.status, done.out) == (6, "")
    assert done.err == (
        f"userprio: {pool}, line 2: this makes more than 2 slots that a pool.toml or --slots makes. "
        "If that is intended, --limit slots=4 allows more.\n"
    )
    assert userprio("--limit", "slots=3", "--snapshot", pool, "negotiate").status == 0


def test_the_setting_holds_where_the_command_line_says_nothing(userprio: Run, pool: Path) -> None:
    assert userprio("settings", "limits", "slots=2, jobs=5").status == 0
    assert userprio("--snapshot", pool, "negotiate").status == 6
    assert userprio("--snapshot", pool, "--limit", "slots=9", "negotiate").status == 0


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("slotts=2", "Did you mean slots?"),
        ("slots", "must be a number of slots"),
        ("slots=2K", "must be a number of slots"),
        ("bytes=2T", "such as 512M or 4G"),
    ],
)
def test_what_is_not_a_bound_is_a_mistake_in_the_command_line(userprio: Run, pool: Path, given: str, said: str) -> None:
    done = userprio("--snapshot", pool, "--limit", given, "negotiate")
    assert done.status == 2
    assert said in " ".join(done.err.replace("│", " ").split())


def test_bytes_may_be_given_in_powers_of_1024() -> None:
    assert parse_amount("bytes", "4G") == 4 << 30
    assert parse_amount("slots", "400000") == 400_000
    with pytest.raises(BadInput, match="no limit 'nothing'"):
        parse_amount("nothing", "1")


def test_what_is_spent_is_spent_for_the_whole_run() -> None:
    """10 of which 6 and 4 were taken leave nothing; outside of a run everything has a budget of its own."""
    with run_with({STEPS: 10}) as run:
        budget().spend(STEPS, 6)
        with one_run() as same:
            assert same is run
            same.spend(STEPS, 4)
        with pytest.raises(Exceeded, match="10 steps"):
            budget().spend(STEPS, 1, "a", 7)
    assert budget() is not budget()


def test_a_bound_that_is_raised_late_keeps_what_was_spent() -> None:
    run = Budget({SLOTS: 5})
    run.spend(SLOTS, 5)
    run.allow(SLOTS, 7)
    run.spend(SLOTS, 2)
    with pytest.raises(Exceeded):
        run.spend(SLOTS, 1)


def test_scripts_set_bounds_around_their_calls(pool: Path) -> None:
    with userprio.run_with({SLOTS: 2}), pytest.raises(Exceeded, match="more than 2 slots"):
        userprio.load(pool)
    assert len(userprio.load(pool).pool.slots) == 3


def test_every_bound_of_a_run_has_a_name_and_a_unit() -> None:
    for name, bound in NAMED.items():
        assert bound.most > 0
        assert f"--limit {name}" in str(bound)
