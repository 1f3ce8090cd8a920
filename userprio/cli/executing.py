"""Where long work runs: `--processes` and `--on`, for every command that has any."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from userprio.cli import Environment
from userprio.cli.help import rare_option
from userprio.cli.options import misuse, together
from userprio.cli.parameters import WholeNumber

if TYPE_CHECKING:
    from concurrent.futures import Executor

PROCESSES: Final = "processes"
MOST_PROCESSES: Final = 1024
_DASK: Final = "dask:"
_HTCONDOR: Final = "htcondor:"


def _as_place(context: click.Context, parameter: click.Parameter, text: str | None) -> str | None:
    if text is not None and not any(text.startswith(kind) and text != kind for kind in (_DASK, _HTCONDOR)):
        raise click.BadParameter(
            f"{text!r} is neither dask:ADDRESS, such as dask:tcp://cm.lab.example:8786, nor htcondor:FOLDER."
        )
    return text


def executor_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add --processes and --on to a command, which is called with an `executor`; None: all runs in this process.

    It must be below `what_if_options`, which may have the number of processes.
    """

    @wraps(function)
    def run(*args: Any, processes: int | None, on: str | None, **values: Any) -> Any:
        env = next(value for value in args if isinstance(value, Environment))
        with _opened(processes or 1, on, env) as executor:
            return function(*args, executor=executor, **values)

    with_options: Callable[..., Any] = together(
        rare_option(
            "--processes",
            PROCESSES,
            type=WholeNumber(1, MOST_PROCESSES),
            metavar="N",
            help="Run this many at once, in separate processes; 1 if not given.",
        ),
        rare_option(
            "--on",
            metavar="PLACE",
            callback=_as_place,
            help="Run long work elsewhere: dask:ADDRESS, on the workers of a dask scheduler; htcondor:FOLDER, as jobs "
            "of HTCondor with files there. See userprio-elsewhere(7).",
        ),
    )(run)
    return with_options


@contextmanager
def _opened(processes: int, on: str | None, env: Environment) -> "Iterator[Executor | None]":
    if on is None:
        if processes == 1:
            yield None
            return
        from userprio.base import Processes

        with Processes(processes, env.warn) as own:
            yield own
        return
    if processes > 1:
        raise misuse("--processes is for this machine, and --on has workers of its own: give one of them.")
    if on.startswith(_HTCONDOR):
        from userprio.live import CondorWorkers

        with CondorWorkers(Path(on.removeprefix(_HTCONDOR)), env.environ, env.warn) as jobs:
            yield jobs
        return
    from userprio.base.dask_workers import DaskWorkers

    with DaskWorkers(on.removeprefix(_DASK), env.warn) as workers:
        yield workers
