"""Independent runs side by side, in processes of their own.

Shared data is not sent: each process is a fork of this one, and has everything in memory. Only task numbers and results
are sent. Where processes cannot be forked, runs are sequential.
"""

import multiprocessing
import os
import pickle
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Final, TypeVar

from userprio.base.errors import Refused, UserprioError
from userprio.base.posix import ENDING

T = TypeVar("T")
R = TypeVar("R")
Progress = Callable[[int, int], None]

_HEARTBEAT_S: Final = 0.5
"""How often progress is reported while all processes are at work."""


class WorkerDied(Refused):
    """A process ended before its task was done; the message says how."""


def run_all(run: Callable[[T], R], tasks: Sequence[T], processes: int = 1, progress: Progress | None = None) -> list[R]:
    """The results of `run_each`."""
    return list(run_each(run, tasks, processes, progress))


def run_each(
    run: Callable[[T], R], tasks: Sequence[T], processes: int = 1, progress: Progress | None = None
) -> Iterator[R]:
    """The results of `run` for each task, in the order of the tasks, computed by up to `processes` processes.

    Each result is yielded as soon as it and all before it are there, so that those of a run that is stopped are not the
    quickest ones. `progress` is called with the numbers of done and of all tasks, and from time to time while several
    processes are at work. Errors that a run raises on purpose are raised here; they, Ctrl-C and closing the iterator
    end all processes. A run must have no side effects, which forked processes would lose. Each process has its own copy
    of the budget of `userprio.base.limits`.

    Raises:
        WorkerDied: a process was killed, for instance for lack of memory, or ended by a bug, whose traceback it has
            printed.
    """
    if processes > 1 and len(tasks) > 1 and "fork" in multiprocessing.get_all_start_methods():
        with closing(_Workers(run, tasks, min(processes, len(tasks)), progress).results()) as results:
            yield from results
        return
    for done, task in enumerate(tasks, 1):
        result = run(task)
        yield result
        if progress is not None:
            progress(done, len(tasks))


class _Workers:
    """Processes that each get the next task when they have finished one."""

    def __init__(self, run: Callable[[T], R], tasks: Sequence[T], processes: int, progress: Progress | None) -> None:
        self._run, self._tasks, self._progress = run, tasks, progress
        self._processes: dict[Connection, BaseProcess] = {}
        self._count = processes
        self._given = 0  # How many tasks have been handed out
        self._done = 0
        self._ahead: dict[int, Any] = {}
        """Results that wait for those of tasks before them."""

    def results(self) -> Generator[Any, None, None]:
        """All results in the order of the tasks."""
        try:
            for _ in range(self._count):
                try:
                    self._give(self._start())
                except BlockingIOError:
                    # The system allows no more processes. Fewer do the same in a longer time.
                    if not self._processes:
                        raise
                    break
            for number in range(len(self._tasks)):
                while number not in self._ahead:
                    for ready in wait(list(self._processes), _HEARTBEAT_S):
                        assert isinstance(ready, Connection)
                        self._take(ready)
                    if self._progress is not None:
                        self._progress(self._done, len(self._tasks))
                yield self._ahead.pop(number)
        finally:
            self._end()

    def _start(self) -> Connection:
        parent_end, child_end = multiprocessing.Pipe()
        arguments = (child_end, [parent_end, *self._processes], self._run, self._tasks)
        process = multiprocessing.get_context("fork").Process(target=_serve, args=arguments, daemon=True)
        process.start()
        child_end.close()
        self._processes[parent_end] = process
        return parent_end

    def _give(self, to: Connection) -> None:
        if self._given < len(self._tasks):
            to.send(self._given)
            self._given += 1

    def _take(self, ready: Connection) -> None:
        try:
            number, result, error = ready.recv()
        except EOFError:
            process = self._processes[ready]
            process.join()
            code = process.exitcode or 0
            how = f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with status {code}"
            raise WorkerDied(f"a process that was at work on part of this {how}") from None
        if error is not None:
            raise error
        self._ahead[number] = result
        self._done += 1
        self._give(ready)

    def _end(self) -> None:
        for connection, process in self._processes.items():
            connection.close()
            process.terminate()
        for process in self._processes.values():
            process.join()


def _serve(to: Connection, others: Sequence[Connection], run: Callable[[T], R], tasks: Sequence[T]) -> None:
    """The main loop of a process: run the tasks whose numbers arrive, until the parent is gone."""
    # Ctrl-C goes to all processes of a terminal; the parent ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in {*ENDING} - {signal.SIGINT}:
        signal.signal(number, signal.SIG_DFL)
    for connection in others:
        connection.close()
    # Where the system allows no more threads, this process ends with its task.
    with suppress(RuntimeError):
        threading.Thread(target=_end_with_the_first, daemon=True).start()
    while True:
        try:
            number = to.recv()
        except EOFError:
            # Without flushing streams: what the parent had not yet written would be written twice.
            os._exit(0)
        to.send_bytes(_outcome(number, run, tasks[number]))


def _end_with_the_first() -> None:
    """End this process with its parent, which cannot end it if it is killed itself."""
    first = multiprocessing.parent_process()
    assert first is not None
    first.join()
    os._exit(1)


def _outcome(number: int, run: Callable[[T], R], task: T) -> bytes:
    """The number of a task, its result, and the error that it raised instead, pickled."""
    try:
        return pickle.dumps((number, run(task), None))
    except (UserprioError, OSError) as error:
        return pickle.dumps((number, None, error))
