"""The bar that is shown while large files are read."""

from dataclasses import replace
from io import StringIO
from pathlib import Path

from userprio.cli.environment import Environment
from userprio.cli.progress import WORTH_A_BAR, reading_bar


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
