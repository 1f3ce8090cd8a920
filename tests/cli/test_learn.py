"""`userprio learn`: the tutorial as a story on a terminal, and printed elsewhere."""

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.marks import slow
from userprio.cli.learn import LearnStep, answer, choices, commands, is_session, may_be_changed, story, words_of
from userprio.cli.topics import topic

Run = Callable[..., Any]
STEPS = story().steps
CODES = re.compile(r"\x1b\[[0-9;]*m")


def by_number(step: LearnStep) -> str:
    return str(step.number)


def test_the_story_is_the_whole_page_of_the_tutorial() -> None:
    told = story()
    blocks = [*told.before, *(block for step in told.steps for block in step.blocks), *told.after]
    titles = [f"## {step.number}. {step.title}" for step in told.steps]
    assert sorted([*blocks, *titles]) == sorted(topic("tutorial").blocks)
    assert [step.number for step in told.steps] == list(range(1, len(told.steps) + 1))


@pytest.mark.parametrize("step", STEPS, ids=by_number)
def test_a_step_asks_shows_answers_and_lets_change_in_this_order(step: LearnStep) -> None:
    asked = next(at for at, block in enumerate(step.blocks) if choices(block))
    answered = next(at for at, block in enumerate(step.blocks) if answer(block))
    shown = [at for at, block in enumerate(step.blocks) if is_session(block)]
    assert asked < shown[0] < answered
    found = answer(step.blocks[answered])
    assert found is not None
    assert choices(step.blocks[asked]) == ["a", "b", "c"]
    assert found[0] in "abc"
    assert may_be_changed(step.blocks[-1])


@pytest.mark.parametrize("step", [*STEPS[:8], *slow(STEPS[8:])], ids=by_number)
def test_the_changes_that_a_step_proposes_can_be_made(step: LearnStep, userprio: Run) -> None:
    last = [words_of(command) for block in step.blocks if is_session(block) for command, _ in commands(block)][-1]
    proposed = re.findall(r"`(--[^`]+)`", step.blocks[-1])
    assert proposed
    before = userprio(*shlex.split(last)[1:]).out
    for options in proposed:
        done = userprio(*shlex.split(last)[1:], *shlex.split(options))
        assert done.status in (0, 3), done.err
        assert done.out != before, options


def test_what_the_steps_say_of_changes_comes_out(userprio: Run) -> None:
    """A factor of 500 makes shares of 66.67 % and 33.33 %: 5 and 2 of 8 slots, and one stays empty."""
    out = userprio(*"--snapshot pie negotiate --setfactor ann@lab=500".split()).out
    assert "66.67%" in out
    assert "7 jobs start on 7 cores" in out


@pytest.mark.slow
def test_what_a_step_says_of_a_factor_in_the_long_run_comes_out(userprio: Run) -> None:
    out = userprio(*"forecast --snapshot full --for 3d --setfactor ann@lab=4000".split()).out
    ann, ben = (float(line.split()[4]) for line in re.findall(r"^(?:ann|ben)@lab .*$", out, re.MULTILINE)[:2])
    assert ann / ben == pytest.approx(0.5, rel=0.1)


@pytest.mark.slow
def test_without_a_terminal_all_of_it_is_printed_and_nothing_is_kept(userprio: Run, tmp_path: Path) -> None:
    done = userprio("learn")
    assert done.status == 0
    assert [f"{step.number} of {len(STEPS)}: {step.title}" in done.out for step in STEPS] == [True] * len(STEPS)
    assert "\x1b" not in done.out
    assert "6 jobs start on 6 cores, for all 3 users." in done.out
    assert list(tmp_path.iterdir()) == []


def test_on_a_terminal_a_guess_is_judged_and_a_change_is_run(userprio: Run, tmp_path: Path) -> None:
    done = userprio("learn", terminal=True, typed="b\n--slots +4\n\na\n", COLUMNS="100", NO_COLOR="1")
    assert done.status == 0
    first, second = done.out.split("2 of 10:")
    assert "That is right." in first
    assert "$ userprio --snapshot pie negotiate --slots +4" in first
    assert "12 jobs start on 12 cores" in CODES.sub("", first)
    assert "That is right." in second
    assert (tmp_path / "data" / "learn").read_text() == "2\n"


def test_on_a_terminal_it_does_not_speak_of_itself_and_choices_have_lines_of_their_own(userprio: Run) -> None:
    out = userprio("learn", terminal=True, typed="\n\nq\n", COLUMNS="80", NO_COLOR="1").out
    before, _, step = out.partition("1 of 10:")
    assert "Guess before you read on." in before
    assert "userprio learn" not in before
    assert "this page" not in before
    assert (
        "Guess: How many slots does each of them get?\n\n"
        "  a) ann gets eight, because she comes first.\n"
        "  b) They get four each.\n"
        "  c) Nobody gets any, because twenty jobs do not fit into eight slots.\n\n"
        "Your guess (a, b, c; Enter to see, q to leave): \n"
    ) in step
    # Who only wants to see it is told which it is.
    assert "\nIt is b.\nThe first two lines sum up the cycle;" in step
    assert "Answer b." not in out
    assert "`userprio learn` is the same tour" in userprio("help", "tutorial").out


def test_it_goes_on_where_one_left_and_a_wrong_guess_is_told(userprio: Run) -> None:
    userprio("learn", terminal=True, typed="\n\nq\n")
    assert "  2  What you have used counts  <- next" in userprio("learn", "--list").out
    done = userprio(
        "learn", terminal=True, typed="c\n--nonsense\n'\nuserprio --snapshot thirds negotiate\n\nq\n", NO_COLOR="1"
    )
    assert done.out.startswith("2 of 10: ")
    assert "It is a." in done.out
    assert "No such option" in done.err
    assert "That cannot be read: No closing quotation." in done.out
    assert "24 jobs wait: limit below a slot." in CODES.sub("", done.out)
    assert "3 of 10" in done.out
    assert done.out.endswith("Until next time: `userprio learn` goes on from here.\n")


def test_after_the_last_step_it_begins_anew(userprio: Run, tmp_path: Path) -> None:
    done = userprio("learn", len(STEPS), terminal=True, typed="a\n\n")
    assert "WHERE TO GO ON" in done.out
    assert (tmp_path / "data" / "learn").read_text() == "1\n"


def test_the_users_settings_do_not_change_the_story(userprio: Run) -> None:
    userprio("settings", "format", "json")
    assert "What you have used counts" in userprio("learn", 2).out
    assert "0   6?     4  submitter limit reached" in userprio("learn", 2).out


def test_a_step_that_is_not_there_is_refused(userprio: Run) -> None:
    assert userprio("learn", 11).status == 2
    assert "there are 10" in userprio("learn", 11).err
