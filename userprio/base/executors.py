"""Where long work runs: independent tasks in this process, or on any executor of `concurrent.futures`.

`run_each` is the seam: it takes a function of the module level, bound with `functools.partial` to frozen records that
all tasks share, and the tasks, which are small. Whatever runs them, the results are the same, and in the same order.
What tasks share is pickled once, and unpickled once by each process (`Carried`); processes of this machine are forked
and need not even that (`Processes`). Every other executor does as well: dask's, mpi4py's, loky's.
"""

import copyreg
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import suppress
from functools import partial
from importlib import import_module
from os import _exit
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from userprio.base.errors import Refused
from userprio.base.limits import Budget, budget, spending
from userprio.base.posix import ENDING

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing.process import BaseProcess

T = TypeVar("T")
R = TypeVar("R")
Progress = Callable[[int, int], None]
"""Called with the amount done and the total."""
Run = Callable[[T, Progress], R]
"""Does a task, and says how much of it is done; only in this process somebody listens to that."""

_HEARTBEAT_S: Final = 0.5
"""How often progress is reported while all workers are busy."""
_STARTS_S: Final = 60.0
"""How long a first process may take to answer, before the system is taken to allow no threads that hand out tasks."""


def _mapping(items: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(items)


def _reduced(mapping: MappingProxyType[Any, Any]) -> tuple[Any, ...]:
    return _mapping, (dict(mapping),)


# A configuration has such views of dictionaries, which Python does not pickle by itself.
copyreg.pickle(MappingProxyType, _reduced)


class WorkerLost(Refused):
    """A worker ended before its task was done, and so did the one that was to do it again; the message says how."""


class OtherVersion(Refused):
    """A worker has another version of this program or of Python, which may decide otherwise."""


def unheard(done: int, of: int) -> None:
    """Progress that nobody listens to."""


class Workers(Executor):
    """An executor that says what becomes of its workers."""

    def __init__(self, tell: Callable[[str], None] | None = None) -> None:
        """`tell` is called with a sentence, without a full stop, when a worker is lost."""
        self.tell = tell or (lambda _: None)
        self._carried: Carried[Any, Any] | None = None

    def carried(self, run: Run[T, R]) -> "Carried[T, R]":
        """The run with what belongs to it; the same for the same run, since who has it need not get it again."""
        if self._carried is None or self._carried.run is not run:
            self._carried = Carried(run, budget().copy(), own_version())
        return self._carried

    def lost(self) -> str:
        """How the worker was lost that broke the executor, without a full stop; it is whole again afterwards."""
        return "a worker was lost"

    def attend(self) -> None:
        """Called from time to time while results are waited for."""

    def end(self) -> None:
        """End what is still at work: nobody waits for its results any more."""


def run_all(
    run: Run[T, R], tasks: Sequence[T], executor: Executor | None = None, progress: Progress | None = None
) -> list[R]:
    """The results of `run_each`."""
    return list(run_each(run, tasks, executor, progress))


def run_each(
    run: Run[T, R], tasks: Sequence[T], executor: Executor | None = None, progress: Progress | None = None
) -> Iterator[R]:
    """The results of `run` for each task, in the order of the tasks; None and a single task: in this process.

    Each result is yielded as soon as it and all before it are there, so that those of a run that is stopped are not the
    quickest ones. `progress` is called with the numbers of done and of all tasks, and from time to time in between;
    within a task only in this process. Errors that a run raises are raised here; they, Ctrl-C and closing the iterator
    end what is still at work. A run must have no side effects, and its results must not depend on what ran before it.
    Each task has a copy of the budget of `userprio.base.limits`. The tasks of a worker that is lost are run again once.

    Raises:
        WorkerLost: a worker was killed twice, for instance for lack of memory.
        OtherVersion: a worker has another version of this program or of Python.
    """
    if executor is None or len(tasks) < 2:
        for done, task in enumerate(tasks):
            yield run(task, unheard if progress is None else partial(_within, progress, done, len(tasks)))
            if progress is not None:
                progress(done + 1, len(tasks))
        return
    yield from _Submitted(executor, run, tasks, progress).results()


def _within(progress: Progress, before: int, tasks: int, done: int, of: int) -> None:
    """Progress within a task, as that of all."""
    progress(before * of + done, tasks * of)


class Carried(Generic[T, R]):
    """A run that travels with all that it refers to, the budget of its tasks, and the versions that it expects."""

    def __init__(self, run: Run[T, R], own: Budget, version: str) -> None:
        self.run, self._budget, self.version = run, own, version
        self._pickled = b""
        self._turn = threading.Lock()

    def __call__(self, task: T) -> R:
        """Do a task, one after the other: runs share what they remember, and threads of Python take turns anyway."""
        with self._turn, spending(self._budget.copy()):
            return self.run(task, unheard)

    def __reduce__(self) -> tuple[Any, ...]:
        if not self._pickled:
            self._pickled = pickle.dumps((self.run, self._budget), pickle.HIGHEST_PROTOCOL)
        return arrived, (self._pickled, self.version)


_ARRIVED: Final[dict[bytes, Carried[Any, Any]]] = {}


def own_version() -> str:
    """This program's version and that of Python, such as `0.3.0 on Python 3.11`: what workers must have as well."""
    version = import_module("userprio").__version__
    return f"{version} on Python {'.'.join(map(str, sys.version_info[:2]))}"


def check_version(expected: str, own: str, whose: str = "a worker") -> None:
    """Raise OtherVersion if a worker has another version than expected."""
    if expected != own:
        raise OtherVersion(
            f"this is userprio {expected}, and {whose} has {own}: results might differ; install the same there"
        )


def arrived(pickled: bytes, version: str) -> Carried[Any, Any]:
    """The run that was pickled, unpickled once in each process: the next one takes its place."""
    from hashlib import sha256

    check_version(version, own_version())
    digest = sha256(pickled).digest()
    known = _ARRIVED.get(digest)
    if known is None:
        run, own = pickle.loads(pickled)
        _ARRIVED.clear()
        known = _ARRIVED[digest] = Carried(run, own, version)
    return known


class _Submitted(Generic[T, R]):
    """Tasks that an executor has been given."""

    def __init__(self, executor: Executor, run: Run[T, R], tasks: Sequence[T], progress: Progress | None) -> None:
        self._own = executor if isinstance(executor, Workers) else None
        self._run = Carried(run, budget().copy(), own_version()) if self._own is None else self._own.carried(run)
        self._executor, self._tasks, self._progress = executor, tasks, progress
        self._futures: list[Future[R]] = []
        self._retried = False

    def results(self) -> Iterator[R]:
        """All results in the order of the tasks."""
        try:
            self._futures += [self._executor.submit(self._run, task) for task in self._tasks]
            for place in range(len(self._tasks)):
                yield self._result(place)
        finally:
            unfinished = [future for future in self._futures if not future.done()]
            for future in unfinished:
                future.cancel()
            if unfinished and self._own is not None:
                self._own.end()

    def _result(self, place: int) -> R:
        while True:
            while not (future := self._futures[place]).done():
                wait([other for other in self._futures if not other.done()], _HEARTBEAT_S, FIRST_COMPLETED)
                if self._own is not None:
                    self._own.attend()
                self._report()
            try:
                result = future.result()
            except BrokenExecutor as broken:
                self._again(broken)
                continue
            self._report()
            return result

    def _report(self) -> None:
        if self._progress is not None:
            self._progress(sum(future.done() for future in self._futures), len(self._futures))

    def _again(self, broken: BrokenExecutor) -> None:
        """Submit what a lost worker has left undone once more."""
        how = f"{broken}" if self._own is None else self._own.lost()
        if self._retried or self._own is None:
            raise WorkerLost(how) from None
        self._retried = True
        self._own.tell(f"{how}; what is not finished is run again")
        lost = [place for place, future in enumerate(self._futures) if future.done() and _is_lost(future)]
        for place in lost:
            self._futures[place] = self._executor.submit(self._run, self._tasks[place])


def _is_lost(future: Future[Any]) -> bool:
    return not future.cancelled() and isinstance(future.exception(), BrokenExecutor)


class Processes(Workers):
    """Processes of this machine. They are forked with what they are to run, so that nothing of it is sent; for another
    run they are forked anew. Where nothing can be forked, tasks run in this process.
    """

    def __init__(self, count: int, tell: Callable[[str], None] | None = None) -> None:
        super().__init__(tell)
        self._count = count
        self._pool: ProcessPoolExecutor | None = None
        self._run: Callable[..., Any] | None = None
        self._processes: list[BaseProcess] = []

    def submit(self, run: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        """Run it in one of the processes, which have it already; `args` are sent.

        Raises:
            OSError: the system allows no process more.
        """
        if run is not self._run:
            self._start(run)
        future: Future[R] = Future()
        try:
            if self._pool is not None:
                return self._pool.submit(_run_shared, *args, **kwargs)
        except BrokenExecutor as broken:
            future.set_exception(broken)
        else:
            future.set_result(run(*args, **kwargs))
        return future

    def lost(self) -> str:
        """How a process ended; a pool does not say it."""
        if self._pool is not None:
            # It ends the others, by SIGTERM.
            self._pool.shutdown()
        codes = sorted({process.exitcode or 0 for process in self._processes} - {0}, key=(-signal.SIGTERM).__eq__)
        code = codes[0] if codes else 0
        how = f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with status {code}"
        self.end()
        return f"a process that was at work on part of this {how}"

    def _start(self, run: Callable[..., Any]) -> None:
        import multiprocessing

        self.end()
        self._run, count = run, self._count
        while count and "fork" in multiprocessing.get_all_start_methods():
            from concurrent.futures import ProcessPoolExecutor

            before = set(multiprocessing.active_children())
            failed: Exception | None = None
            try:
                self._pool = ProcessPoolExecutor(count, multiprocessing.get_context("fork"), _begin, (run,))
                # All processes start with the first task. Whether it is done shows that threads can be started.
                self._pool.submit(int).result(_STARTS_S)
            except (BlockingIOError, RuntimeError, TimeoutError) as error:
                failed = error
            self._processes = [*set(multiprocessing.active_children()) - before]
            if failed is None:
                return
            # The system allows no more processes or threads, or has no semaphores. Fewer do the same in a longer time.
            if isinstance(failed, BlockingIOError) and not self._processes:
                raise failed
            count = min(count - 1, len(self._processes))
            self.end()
            self._run = run

    def end(self) -> None:
        """End all processes at once."""
        for process in self._processes:
            process.terminate()
        if self._pool is not None:
            # Its thread cannot be waited for where it could not be started.
            with suppress(RuntimeError):
                self._pool.shutdown(cancel_futures=True)
        for process in self._processes:
            process.join()
        self._pool, self._run, self._processes = None, None, []

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End all processes, after their tasks if these are waited for."""
        if wait and not cancel_futures and self._pool is not None:
            self._pool.shutdown()
        self.end()


_SHARED: Final[list[Callable[..., Any]]] = []
"""In a process of `Processes`: what it runs."""


def _run_shared(*args: Any, **kwargs: Any) -> Any:
    [run] = _SHARED
    return run(*args, **kwargs)


def _begin(run: Callable[..., Any]) -> None:
    """Prepare a process: it is this one's fork, and ends with it."""
    # Ctrl-C goes to all processes of a terminal; the parent ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in {*ENDING} - {signal.SIGINT}:
        signal.signal(number, signal.SIG_DFL)
    _SHARED[:] = [run]
    # Where the system allows no more threads, this process ends with its task.
    with suppress(RuntimeError):
        threading.Thread(target=_end_with_the_first, daemon=True).start()


def _end_with_the_first() -> None:
    """End this process with its parent, which cannot end it if it is killed itself."""
    from multiprocessing import parent_process

    first = parent_process()
    assert first is not None
    first.join()
    _exit(1)
