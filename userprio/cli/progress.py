"""Progress of long work on a terminal; nothing in a pipe, and nothing for short work."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from userprio.cli.environment import Environment
from userprio.negotiation import CycleObserver
from userprio.pool import Pool

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

    from userprio.negotiation import CycleState

WORTH_A_BAR: Final = 32 << 20
"""Bytes that take about a second to read."""
WORTH_COUNTING: Final = 5_000
"""Slots over which a cycle may take more than a second."""


@contextmanager
def reading_bar(env: Environment, files: list[Path]) -> Iterator[Callable[[int], None] | None]:
    """A callback for the bytes read of each of the files, in order; None: not on a terminal.

    The bar is on stderr, so that stdout has only data, and disappears at the end.
    """
    total = sum(file.stat().st_size for file in files if file.is_file())
    if total < WORTH_A_BAR or not env.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, DownloadColumn, TextColumn, TimeRemainingColumn

    with _on_stderr(env, TextColumn("reading"), BarColumn(), DownloadColumn(), TimeRemainingColumn()) as progress:
        task = progress.add_task("reading", total=total)
        before = done = 0

        def tell(count: int) -> None:
            nonlocal before, done
            # The count starts anew with each file; what was read of the files before it is added.
            if count < done:
                before += done
            done = count
            progress.update(task, completed=before + done)

        yield tell


@contextmanager
def progress_bar(env: Environment, what: str) -> Iterator[Callable[[int, int], None] | None]:
    """A callback for how much of how much is done; None: not on a terminal."""
    if not env.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn

    with _on_stderr(env, TextColumn(what), BarColumn(), TaskProgressColumn(), TimeRemainingColumn()) as progress:
        task = progress.add_task(what)
        yield lambda done, of: progress.update(task, completed=done, total=of)


@contextmanager
def counting(env: Environment) -> Iterator[Callable[[str, int], None]]:
    """A callback that shows counts, a line for each kind, until the work is done; only on a terminal."""
    if not env.stderr.isatty():
        yield lambda what, count: None
        return
    from rich.progress import SpinnerColumn, TaskID, TextColumn

    tasks: dict[str, TaskID] = {}
    columns = SpinnerColumn(), TextColumn("{task.description}"), TextColumn("{task.completed:>8.0f}")
    with _on_stderr(env, *columns) as progress:

        def show(what: str, count: int) -> None:
            if what not in tasks:
                tasks[what] = progress.add_task(what, total=None)
            progress.update(tasks[what], completed=count)

        yield show


def _on_stderr(env: Environment, *columns: "ProgressColumn") -> "Progress":
    """A progress display that disappears at the end."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(file=env.stderr, no_color=bool(env.environ.get("NO_COLOR")))
    return Progress(*columns, console=console, transient=True)


@contextmanager
def counting_visits(env: Environment, pool: Pool) -> Iterator[CycleObserver | None]:
    """An observer that shows the progress of a cycle; None for a small pool, or if not on a terminal."""
    if len(pool.slots) < WORTH_COUNTING or not env.stderr.isatty():
        yield None
        return
    with counting(env) as tell:
        tell("visits", 0)
        yield _Counter(tell)


class _Counter(CycleObserver):
    """Counts the visits of a cycle, and what they won."""

    def __init__(self, tell: Callable[[str, int], None]) -> None:
        self._tell = tell
        self._visits = 0

    def visit(self, state: "CycleState", *_: Any) -> None:
        """Count a visit."""
        self._visits += 1
        self._tell("visits", self._visits)
        self._tell("matches", len(state.matches))
