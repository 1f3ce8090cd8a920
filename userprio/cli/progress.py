"""Long work: how far it has come, as a bar on a terminal or as a line now and then, and what Ctrl-C does to it."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import current_thread, main_thread
from types import FrameType
from typing import TYPE_CHECKING, Any, Final

from userprio.base import Stopped, spoken
from userprio.cli.environment import Environment
from userprio.negotiation import CycleObserver

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

    from userprio.negotiation import CycleState
    from userprio.pool import Pool

WORTH_A_BAR: Final = 32 << 20
"""Bytes that take about a second to read."""
WORTH_COUNTING: Final = 5_000
"""Slots over which a cycle may take more than a second."""
FIRST_NOTE_S: Final = 10.0
"""Work that is done sooner says nothing where there is no terminal."""
NEXT_NOTE_S: Final = 60.0


class _Notes:
    """Lines on the progress of work, for logs and for whoever waits at the end of a pipe."""

    def __init__(self, env: Environment) -> None:
        self._env, self._begun = env, env.clock()
        self._due = self._begun + FIRST_NOTE_S

    def tell(self, reached: str, part: float = 0.0) -> None:
        """Write how far the work has come, if that is due; the time left follows from the part that is done, if any."""
        now = self._env.clock()
        if now < self._due:
            return
        self._due = now + NEXT_NOTE_S
        left_s = (now - self._begun) * (1 - part) / part if 0 < part < 1 else 0.0
        unit_s = 60 if left_s >= 60 else 1
        left = spoken(max(round(left_s / unit_s), 1) * unit_s)
        more = f"; about {left} more" if left_s else ""
        self._env.stderr.write(f"{self._env.program}: still at work: {reached}{more}\n")
        self._env.stderr.flush()


@contextmanager
def reading_bar(env: Environment, files: list[Path]) -> Iterator[Callable[[int], None] | None]:
    """A callback for the bytes read of each of the files, in order; None: they are read at once.

    The bar is on stderr, so that stdout has only data, and disappears at the end.
    """
    total = sum(file.stat().st_size for file in files if file.is_file())
    if total < WORTH_A_BAR:
        yield None
        return
    with _byte_counter(env, total) as show_bytes:
        before = done = 0

        def tell(count: int) -> None:
            nonlocal before, done
            # The count starts anew with each file; what was read of the files before it is added.
            if count < done:
                before += done
            done = count
            show_bytes(before + done)

        yield tell


@contextmanager
def _byte_counter(env: Environment, total: int) -> Iterator[Callable[[int], None]]:
    if not env.stderr.isatty():
        notes, megabytes = _Notes(env), f"{total / 1e6:,.0f} MB read"
        yield lambda count: notes.tell(f"{count / 1e6:,.0f} of {megabytes}", count / total)
        return
    from rich.progress import BarColumn, DownloadColumn, TextColumn, TimeRemainingColumn

    with _on_stderr(env, TextColumn("reading"), BarColumn(), DownloadColumn(), TimeRemainingColumn()) as progress:
        task = progress.add_task("reading", total=total)
        yield lambda count: progress.update(task, completed=count)


@contextmanager
def progress_bar(
    env: Environment, what: str, unit: str = "", *, at_most: bool = False
) -> Iterator[Callable[[int, int], None]]:
    """A callback for how much of how much is done, which raises Stopped after Ctrl-C.

    `unit` is what is counted, in the plural; without it only the part that is done is shown. `at_most`: the work may
    end before all is done. Until something is done, and at the second time, Ctrl-C ends the work at once.
    """
    with _stopping() as check, _progress_shown(env, what, unit, at_most) as show_progress:

        def tell(done: int, of: int) -> None:
            show_progress(done, of)
            check(done)

        yield tell


@contextmanager
def _progress_shown(env: Environment, what: str, unit: str, at_most: bool) -> Iterator[Callable[[int, int], None]]:
    if not env.stderr.isatty():
        notes, most = _Notes(env), "at most " if at_most else ""

        def tell(done: int, of: int) -> None:
            part = done / of if of else 0.0
            reached = f"{done:,} of {most}{of:,} {unit}" if unit else f"{what}, {part:.0%} done"
            # Nobody knows how much is left of what may end early.
            notes.tell(reached, 0.0 if at_most else part)

        yield tell
        return
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn

    with _on_stderr(env, TextColumn(what), BarColumn(), TaskProgressColumn(), TimeRemainingColumn()) as progress:
        task = progress.add_task(what)
        yield lambda done, of: progress.update(task, completed=done, total=of)


@contextmanager
def _stopping() -> Iterator[Callable[[int], None]]:
    """A function that is called with how much is done, where the work may end, and raises Stopped after Ctrl-C."""
    known, asked = 0, False

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal asked
        if asked or not known:
            raise KeyboardInterrupt
        # Anywhere else the work may be in the middle of something, and what it has so far would not fit together.
        asked = True

    def check(done: int) -> None:
        nonlocal known
        known = done
        if asked:
            raise Stopped

    # Where Ctrl-C is ignored, as in the background of a script, it stays so.
    usual = current_thread() is main_thread() and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if usual:
        signal.signal(signal.SIGINT, interrupt)
    try:
        yield check
    finally:
        if usual:
            signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def stoppable(tell: Callable[..., None]) -> Iterator[None]:
    """If the work inside is stopped, `tell` what it has so far, and how far that is; the command ends all the same."""
    try:
        yield
    except Stopped as stopped:
        if stopped.result is not None:
            tell(stopped.result, stopped=stopped.reached)
        raise


@contextmanager
def counting(env: Environment) -> Iterator[Callable[[str, int], None]]:
    """A callback that shows counts, a line for each kind, until the work is done."""
    if not env.stderr.isatty():
        notes = _Notes(env)
        yield lambda what, count: notes.tell(f"{count:,} {what}")
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
def counting_visits(env: Environment, pool: "Pool") -> Iterator[CycleObserver | None]:
    """An observer that shows the progress of a cycle; None for a small pool."""
    if len(pool.slots) < WORTH_COUNTING:
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
