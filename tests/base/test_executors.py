"""Independent runs on executors: the same results in the same order, whatever becomes of the workers."""

import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.executors import Pickling
from userprio.base.errors import BadInput
from userprio.base.executors import OtherVersion, Processes, Progress, WorkerLost, own_version, run_all, run_each
from userprio.base.limits import STEPS, Exceeded, budget, run_with


@pytest.fixture(params=[None, 2, 9])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor | None]:
    """This process, fewer processes than tasks, and more."""
    if request.param is None:
        yield None
        return
    with Processes(request.param) as processes:
        yield processes


@pytest.fixture
def two() -> Iterator[Processes]:
    with Processes(2) as processes:
        yield processes


def test_results_come_in_the_order_of_the_tasks_whatever_runs_them(executor: Executor | None) -> None:
    """The first take longest, so that the last are done before them."""

    def slow_square(number: int, _: Progress) -> int:
        time.sleep(0.02 * (5 - number))
        return number * number

    told: list[tuple[int, int]] = []
    found = run_all(slow_square, range(5), executor, lambda done, of: told.append((done, of)))
    assert found == [0, 1, 4, 9, 16]
    # Two that end at the same moment may be told together.
    assert told == sorted(told)
    assert told[-1] == (5, 5)


def test_progress_within_a_task_is_a_part_of_that_of_all() -> None:
    def halves(number: int, progress: Progress) -> None:
        progress(1, 2)

    told: list[float] = []
    run_all(halves, range(2), None, lambda done, of: told.append(done / of))
    assert told == [0.25, 0.5, 0.75, 1.0]


def whose(_: int, __: Progress) -> int:
    time.sleep(0.1)
    return os.getpid()


def test_two_processes_are_at_work_at_the_same_time_and_neither_is_this_one(two: Processes) -> None:
    pids = set(run_all(whose, range(4), two))
    assert len(pids) == 2
    assert os.getpid() not in pids


def test_processes_stay_for_the_same_run_and_are_forked_anew_for_another(two: Processes) -> None:
    first = set(run_all(whose, range(4), two))
    assert set(run_all(whose, range(4), two)) == first
    assert not first & set(run_all(partial(whose), range(4), two))


def test_what_runs_share_need_not_be_sent_to_processes(two: Processes) -> None:
    """A generator and a local function cannot be pickled; a fork has them all the same."""
    shared = {"ten": (number for number in [10])}
    assert run_all(lambda number, _: number + len(shared), [1, 2], two) == [2, 3]


def test_what_a_run_raises_is_raised_here_with_its_place(executor: Executor | None) -> None:
    def refuse(number: int, _: Progress) -> int:
        raise BadInput(f"task {number} cannot be read", Path("pool.toml"), 3, hint="Mend it")

    with pytest.raises(BadInput) as refused:
        run_all(refuse, [7, 7], executor)
    assert str(refused.value) == "pool.toml, line 3: task 7 cannot be read. Mend it"


def test_a_bug_in_a_process_is_raised_here_with_its_traceback(two: Processes) -> None:
    def fail(number: int, _: Progress) -> float:
        return 1 / number

    with pytest.raises(ZeroDivisionError) as bug:
        run_all(fail, [0, 0], two)
    assert "return 1 / number" in str(bug.value.__cause__)


def test_each_task_has_a_copy_of_the_budget(executor: Executor | None) -> None:
    """In this process all share it."""

    def spend(steps: int, _: Progress) -> int:
        budget().spend(STEPS, steps)
        return steps

    with run_with({STEPS: 100}):
        budget().spend(STEPS, 30)
        if executor is not None:
            assert run_all(spend, [60, 60], executor) == [60, 60]
        with pytest.raises(Exceeded, match="more than 100 steps"):
            run_all(spend, [80, 80], executor)


def died_once(file: Path, number: int, _: Progress) -> int:
    """The first to come here is killed."""
    try:
        file.touch(exist_ok=False)
    except FileExistsError:
        return number
    time.sleep(0.1)
    os.kill(os.getpid(), signal.SIGKILL)
    return -1


def test_what_a_process_that_is_killed_had_not_finished_is_run_again(tmp_path: Path) -> None:
    told: list[str] = []
    with Processes(2, told.append) as executor:
        assert run_all(partial(died_once, tmp_path / "file"), range(5), executor) == [0, 1, 2, 3, 4]
    how = "a process that was at work on part of this was killed by SIGKILL"
    assert told == [f"{how}; what is not finished is run again"]


def test_a_task_that_kills_a_process_twice_is_given_up(two: Processes) -> None:
    def die(number: int, _: Progress) -> int:
        os.kill(os.getpid(), signal.SIGKILL)
        return number

    with pytest.raises(WorkerLost, match="was killed by SIGKILL"):
        run_all(die, [1, 2], two)


def test_closing_the_results_ends_what_is_at_work(two: Processes) -> None:
    def sleep(number: int, _: Progress) -> int:
        time.sleep(60 * number)
        return os.getpid()

    results = run_each(sleep, [0, 1, 1], two)
    pid = next(results)
    results.close()
    assert _until(lambda: _gone(pid))


def doubled(by: int, number: int, _: Progress) -> int:
    return by * number


def test_any_executor_does() -> None:
    run = partial(doubled, 2)
    with ThreadPoolExecutor(2) as threads:
        assert run_all(run, [1, 2, 3], threads) == [2, 4, 6]
    assert run_all(run, [1, 2, 3], Pickling()) == [2, 4, 6]


def test_what_tasks_share_is_unpickled_once() -> None:
    shared = Counted()
    run_all(partial(counted_run, shared), range(5), Pickling())
    assert Counted.unpickled == 1


class Counted:
    """Something that counts how often it is unpickled."""

    unpickled = 0

    def __setstate__(self, state: object) -> None:
        Counted.unpickled += 1

    def __getstate__(self) -> object:
        return 1


def counted_run(_: Counted, number: int, __: Progress) -> int:
    return number


def test_a_worker_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    own = own_version()

    def elsewhere(data: bytes) -> Any:
        with monkeypatch.context() as patched:
            patched.setattr("userprio.__version__", "0.0.1")
            return pickle.loads(data)

    with pytest.raises(OtherVersion) as refused:
        run_all(partial(doubled, 2), [1, 2], Pickling(elsewhere))
    other = f"0.0.1 on Python {own.rpartition(' ')[2]}"
    assert str(refused.value) == (
        f"this is userprio {own}, and a worker has {other}: results might differ; install the same there"
    )


class Broken(Executor):
    """An executor that is broken."""

    def submit(self, run: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future = Future[Any]()
        future.set_exception(BrokenExecutor("all workers are gone"))
        return future


def test_an_executor_from_elsewhere_that_breaks_is_an_error() -> None:
    with pytest.raises(WorkerLost, match="all workers are gone"):
        run_all(partial(doubled, 2), [1, 2], Broken())


_PROGRAM = """
import os, signal, time
from userprio.base.executors import Processes, run_all

# Whatever the caller of these tests does with it.
signal.signal(signal.SIGINT, signal.default_int_handler)

def run(number, progress):
    # At once, for the two not to write into each other's lines.
    os.write(1, b"%d\\n" % os.getpid())
    time.sleep(60)

try:
    with Processes(2) as executor:
        run_all(run, [1, 2], executor)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def _until(holds: Callable[[], bool]) -> bool:
    for _ in range(200):
        if holds():
            return True
        time.sleep(0.05)
    return False


def _gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_ctrl_c_ends_all_processes() -> None:
    """As in a terminal, where SIGINT goes to the whole group of processes."""
    program = subprocess.Popen(
        [sys.executable, "-c", _PROGRAM], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert program.stdout is not None
    pids = [int(program.stdout.readline()) for _ in range(2)]
    os.killpg(program.pid, signal.SIGINT)
    assert program.stdout.read() == "interrupted\n"
    assert program.wait(timeout=10) == 0
    assert _until(lambda: all(map(_gone, pids)))


def test_processes_end_when_the_first_is_killed_which_can_end_none() -> None:
    program = subprocess.Popen(
        [sys.executable, "-c", _PROGRAM], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert program.stdout is not None
    pids = [int(program.stdout.readline()) for _ in range(2)]
    program.kill()
    program.wait(timeout=10)
    assert _until(lambda: all(map(_gone, pids)))
    program.stdout.close()
