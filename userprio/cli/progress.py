"""What long work shows on a terminal while it goes on: what is being read, and how much of it there is so far."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from userprio.cli.environment import Environment


@contextmanager
def counting(env: Environment) -> Iterator[Callable[[str, int], None]]:
    """Counts, one line for each thing that is counted, gone when the work is done; nothing where nobody looks."""
    if not env.stderr.isatty():
        yield lambda what, count: None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TaskID, TextColumn

    console = Console(file=env.stderr, force_terminal=True, no_color=bool(env.environ.get("NO_COLOR")))
    columns = SpinnerColumn(), TextColumn("{task.description}"), TextColumn("{task.completed:>8.0f}")
    tasks: dict[str, TaskID] = {}
    with Progress(*columns, console=console, transient=True) as progress:

        def show(what: str, count: int) -> None:
            if what not in tasks:
                tasks[what] = progress.add_task(what, total=None)
            progress.update(tasks[what], completed=count)

        yield show
