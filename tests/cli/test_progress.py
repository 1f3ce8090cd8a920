"""What is shown of long work: bars and counters on a terminal, and elsewhere a line now and then."""

import re
from io import StringIO
from pathlib import Path

from msgspec.structs import replace

from userprio import config
from userprio.cli.environment import Environment
from userprio.cli.progress import WORTH_A_BAR, WORTH_COUNTING, counting, counting_visits, progress_bar, reading_bar
from userprio.ledger import Ledger
from userprio.negotiation import negotiate
from userprio.pool import Pool, examples, read_snapshot
from userprio.pool.scenario import ScenarioData

_PHYSICS = examples.find("physics").folder
assert _PHYSICS is not None
PHYSICS = _PHYSICS


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def large(folder: Path) -> list[Path]:
    """Two files that are large for a listing of a folder, and empty on disk."""
    files = [folder / "slots.ads", folder / "jobs.ads"]
    for file in files:
        with file.open("wb") as opened:
            opened.truncate(WORTH_A_BAR)
    return files


def here(stderr: StringIO) -> Environment:
    return Environment.of_process().with_(stderr=stderr)


def test_small_files_have_no_bar(tmp_path: Path) -> None:
    small = tmp_path / "slots.ads"
    small.write_text("A = 1\n")
    with reading_bar(here(Terminal()), [small]) as tell:
        assert tell is None


def test_on_a_terminal_the_bar_goes_through_all_files(tmp_path: Path) -> None:
    terminal = Terminal()
    with reading_bar(here(terminal), large(tmp_path)) as tell:
        assert tell is not None
        for count in (WORTH_A_BAR // 2, WORTH_A_BAR, WORTH_A_BAR // 2, WORTH_A_BAR):
            tell(count)
    assert "67.1/67.1 MB" in terminal.getvalue()


def physics(copies: int) -> Pool:
    pool = read_snapshot(PHYSICS)
    return replace(pool, slots=pool.slots * copies)


def test_over_a_large_pool_visits_and_matches_are_counted_on_a_terminal() -> None:
    terminal = Terminal()
    large_pool = physics(WORTH_COUNTING // len(read_snapshot(PHYSICS).slots) + 1)
    with counting_visits(here(terminal), large_pool) as observer:
        ledger, knobs = Ledger.read(PHYSICS / "Accountantnew.log"), config.read(PHYSICS / "condor_config", environ={})
        outcome = negotiate(ScenarioData(physics(1), ledger, knobs, 1_772_442_000), observer=observer)
    assert re.search(rf"visits +{len(outcome.visits)}\b", terminal.getvalue())
    assert re.search(rf"matches +{len(outcome.matches)}\b", terminal.getvalue())


def test_a_small_pool_has_no_counter() -> None:
    with counting_visits(here(Terminal()), physics(1)) as observer:
        assert observer is None


# -- Where there is no terminal --------------------------------------------------------------------------------------


class Clock:
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def in_a_pipe() -> tuple[Environment, Clock, StringIO]:
    clock, err = Clock(), StringIO()
    return here(err).with_(clock=clock), clock, err


def test_work_of_less_than_ten_seconds_says_nothing() -> None:
    env, clock, err = in_a_pipe()
    with progress_bar(env, "futures", "futures") as tell:
        for done in range(10):
            tell(done, 10)
            clock.now += 0.99
    assert err.getvalue() == ""


def test_after_ten_seconds_there_is_a_note_and_one_each_further_minute() -> None:
    env, clock, err = in_a_pipe()
    with progress_bar(env, "futures", "futures") as tell:
        for done in range(100):
            tell(done, 100)
            clock.now += 1.3
    assert err.getvalue().splitlines() == [
        "userprio: still at work: 8 of 100 futures; about 2 minutes more",
        "userprio: still at work: 55 of 100 futures; about 58 seconds more",
    ]


def test_of_work_that_may_end_early_nobody_says_how_long_it_takes() -> None:
    env, clock, err = in_a_pipe()
    with progress_bar(env, "aim", "steps", at_most=True) as tell:
        clock.now += 20
        tell(50, 100)
    assert err.getvalue() == "userprio: still at work: 50 of at most 100 steps\n"


def test_without_a_unit_the_part_that_is_done_is_told_and_nothing_of_what_is_left_while_nothing_is_done() -> None:
    env, clock, err = in_a_pipe()
    with progress_bar(env, "replay") as tell:
        clock.now += 11
        tell(0, 8)
        clock.now += 60
        tell(6, 8)
    assert err.getvalue().splitlines() == [
        "userprio: still at work: replay, 0% done",
        "userprio: still at work: replay, 75% done; about 24 seconds more",
    ]


def test_reading_and_counting_tell_of_themselves_too(tmp_path: Path) -> None:
    env, clock, err = in_a_pipe()
    with reading_bar(env, large(tmp_path)) as tell:
        assert tell is not None
        tell(WORTH_A_BAR)
        clock.now += 15
        tell(WORTH_A_BAR // 2)
    with counting(env) as count:
        count("jobs", 1)
        clock.now += 15
        count("jobs", 12345)
    assert err.getvalue().splitlines() == [
        "userprio: still at work: 50 of 67 MB read; about 5 seconds more",
        "userprio: still at work: 12,345 jobs",
    ]


def test_a_cycle_over_a_large_pool_tells_of_its_visits() -> None:
    env, clock, err = in_a_pipe()
    with counting_visits(env, physics(WORTH_COUNTING)) as observer:
        assert observer is not None
        clock.now += 15
        ledger, knobs = Ledger.read(PHYSICS / "Accountantnew.log"), config.read(PHYSICS / "condor_config", environ={})
        negotiate(ScenarioData(physics(1), ledger, knobs, 1_772_442_000), observer=observer)
    assert err.getvalue() == "userprio: still at work: 1 visits\n"
