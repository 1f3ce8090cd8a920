"""What is shown while large files are read, and while a cycle goes over a large pool."""

import re
from dataclasses import replace
from io import StringIO
from pathlib import Path

from msgspec import structs

from userprio import config
from userprio.cli.environment import Environment
from userprio.cli.progress import WORTH_A_BAR, WORTH_COUNTING, counting_visits, reading_bar
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
    return replace(Environment.of_process(), stderr=stderr)


def test_in_a_pipe_there_is_no_bar(tmp_path: Path) -> None:
    with reading_bar(here(StringIO()), large(tmp_path)) as tell:
        assert tell is None


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
    return structs.replace(pool, slots=pool.slots * copies)


def test_over_a_large_pool_visits_and_matches_are_counted_on_a_terminal() -> None:
    terminal = Terminal()
    large_pool = physics(WORTH_COUNTING // len(read_snapshot(PHYSICS).slots) + 1)
    with counting_visits(here(terminal), large_pool) as observer:
        ledger, knobs = Ledger.read(PHYSICS / "Accountantnew.log"), config.read(PHYSICS / "condor_config", environ={})
        outcome = negotiate(ScenarioData(physics(1), ledger, knobs, 1_772_442_000), observer=observer)
    assert re.search(rf"visits +{len(outcome.visits)}\b", terminal.getvalue())
    assert re.search(rf"matches +{len(outcome.matches)}\b", terminal.getvalue())


def test_a_small_pool_and_a_pipe_have_no_counter() -> None:
    with counting_visits(here(Terminal()), physics(1)) as observer:
        assert observer is None
    with counting_visits(here(StringIO()), physics(WORTH_COUNTING)) as observer:
        assert observer is None
