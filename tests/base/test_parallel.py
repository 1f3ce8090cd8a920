"""Independent runs in processes: the same results in the same order, whatever becomes of the processes."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from userprio.base.errors import BadInput
from userprio.base.parallel import WorkerDied, run_all


@pytest.mark.parametrize("processes", [1, 2, 9])
def test_results_come_in_the_order_of_the_tasks_however_many_processes_there_are(processes: int) -> None:
    """The first take longest, so that the last are done before them."""

    def slow_square(number: int) -> int:
        time.sleep(0.02 * (5 - number))
        return number * number

    told: list[tuple[int, int]] = []
    found = run_all(slow_square, range(5), processes, lambda done, of: told.append((done, of)))
    assert found == [0, 1, 4, 9, 16]
    # Two that end at the same moment may be told together.
    assert told == sorted(told)
    assert told[-1] == (5, 5)


def test_two_processes_are_at_work_at_the_same_time_and_neither_is_this_one() -> None:
    def whose(_: int) -> int:
        time.sleep(0.1)
        return os.getpid()

    pids = set(run_all(whose, range(4), 2))
    assert len(pids) == 2
    assert os.getpid() not in pids


def test_what_runs_share_need_not_be_sent() -> None:
    """A generator and a local function cannot be pickled; a fork has them all the same."""
    shared = {"ten": (number for number in [10])}
    assert run_all(lambda number: number + len(shared), [1, 2], 2) == [2, 3]


@pytest.mark.parametrize("processes", [1, 2])
def test_what_a_run_raises_is_raised_here_with_its_place(processes: int) -> None:
    def refuse(number: int) -> int:
        raise BadInput(f"task {number} cannot be read", Path("pool.toml"), 3, hint="Mend it")

    with pytest.raises(BadInput) as refused:
        run_all(refuse, [7, 7], processes)
    assert str(refused.value) == "pool.toml, line 3: task 7 cannot be read. Mend it"


def test_a_bug_in_a_process_is_told_with_its_traceback(capfd: pytest.CaptureFixture[str]) -> None:
    def fail(number: int) -> float:
        return 1 / number

    with pytest.raises(WorkerDied, match="ended with status 1"):
        run_all(fail, [0, 0], 2)
    assert "ZeroDivisionError" in capfd.readouterr().err


def test_a_process_that_is_killed_is_told_of_and_not_waited_for() -> None:
    def die(number: int) -> int:
        os.kill(os.getpid(), signal.SIGKILL)
        return number

    with pytest.raises(WorkerDied, match="was killed by SIGKILL"):
        run_all(die, [1, 2], 2)


_PROGRAM = """
import os, signal, time
from userprio.base.parallel import run_all

# Whatever the caller of these tests does with it.
signal.signal(signal.SIGINT, signal.default_int_handler)

def run(number):
    # At once, for the two not to write into each other's lines.
    os.write(1, b"%d\\n" % os.getpid())
    time.sleep(60)

try:
    run_all(run, [1, 2], {processes})
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
        [sys.executable, "-c", _PROGRAM.format(processes=2)], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert program.stdout is not None
    pids = [int(program.stdout.readline()) for _ in range(2)]
    os.killpg(program.pid, signal.SIGINT)
    assert program.stdout.read() == "interrupted\n"
    assert program.wait(timeout=10) == 0
    assert _until(lambda: all(map(_gone, pids)))


def test_processes_end_when_the_first_is_killed_which_can_end_none() -> None:
    program = subprocess.Popen(
        [sys.executable, "-c", _PROGRAM.format(processes=2)], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert program.stdout is not None
    pids = [int(program.stdout.readline()) for _ in range(2)]
    program.kill()
    program.wait(timeout=10)
    assert _until(lambda: all(map(_gone, pids)))
    program.stdout.close()
