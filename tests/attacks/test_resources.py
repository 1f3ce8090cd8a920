"""Runs that go on for long, and machines that give little: memory, stack, threads, processes, and odd time zones."""

import fcntl
import gc
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from tests.attacks.others import EVE, as_root, give_to_eve
from tests.marks import slow
from userprio.api.localzone import local_zone
from userprio.cli.app import run
from userprio.cli.environment import Environment
from userprio.ledger.lock import lock_path

NOW = 1_772_442_000


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def collected_as_by_the_program() -> Iterator[None]:
    usual = gc.get_threshold()
    gc.collect()
    gc.set_threshold(1_000_000, 50, 1_000)
    yield
    gc.set_threshold(*usual)


@pytest.mark.parametrize("ticks", [10, *slow([60])])
def test_a_watch_does_not_grow_from_drawing_to_drawing(ticks: int, collected_as_by_the_program: None) -> None:
    objects: list[int] = []

    def sleep(seconds: float) -> None:
        objects.append(len(gc.get_objects()))
        if len(objects) == ticks:
            raise KeyboardInterrupt

    home = Path("/nonexistent")
    env = Environment(
        Terminal(), StringIO(), {}, lambda: float(NOW), lambda: UTC, lambda: home, lambda: home, (), sleep=sleep
    )
    arguments = ["--snapshot", "physics", "--now", str(NOW), "negotiate", "--watch", "1s"]
    assert run(arguments, env.with_(stderr=Terminal())) == 0
    # The first drawings load modules and fill caches.
    assert objects[-1] - objects[4] < 100 * ticks


def limited(
    limit: int, most: int, *arguments: str, program: tuple[str, ...] = ("-m", "userprio"), **variables: str
) -> tuple[int, str, str]:
    """Status and output of a command under a limit of `resource`."""
    done = subprocess.run(
        [sys.executable, *program, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "CONDOR_CONFIG": "ONLY_ENV", "NO_COLOR": "1", **variables},
        preexec_fn=lambda: resource.setrlimit(limit, (most, most)),
    )
    return done.returncode, done.stdout, done.stderr


MEMORY = "userprio: there is not enough memory; see ulimit -v, and the limit of a container or service.\n"


@pytest.mark.parametrize("kibibytes", [25_000, *slow([20_000])])
def test_an_edit_without_enough_memory_is_not_made_and_says_why(kibibytes: int, ledger: Path) -> None:
    before = ledger.read_bytes()
    setfactor = ("--ledger", str(ledger), "setfactor", "ann@lab.example", "2000")
    assert limited(resource.RLIMIT_AS, kibibytes << 10, *setfactor) == (6, "", MEMORY)
    assert ledger.read_bytes() == before
    status, _, err = limited(resource.RLIMIT_AS, 1_000_000 << 10, *setfactor)
    assert (status, err) == (0, "userprio: operation 1 was made.\n")
    assert b"2000" in ledger.read_bytes()


def test_a_stack_that_is_too_small_is_refused() -> None:
    most = ("--snapshot", "physics", "most")
    refused = "userprio: the stack is limited to less than 128 KiB; give it more with ulimit -s.\n"
    assert limited(resource.RLIMIT_STACK, 120 << 10, *most) == (6, "", refused)
    assert limited(resource.RLIMIT_STACK, 256 << 10, *most)[0] == 0


AS_EVE = f"""
import click, concurrent.futures.process, encodings.ascii, multiprocessing.popen_fork
import multiprocessing.queues, multiprocessing.synchronize
import os, pickle, resource, sys, threading
from pathlib import Path
from userprio import live, report
from userprio.base.executors import Processes, run_all
from userprio.cli.environment import Environment, guarded
from userprio.ledger import StoreError, StoreErrorKind
from userprio.ledger.lock import exclusive
report.printable("x")
os.setgroups([])
os.setgid({EVE})
os.setuid({EVE})
"""


def as_eve(code: str, processes: int, *arguments: str) -> subprocess.Popen[str]:
    """What a user does who may have only so many processes and threads; root may have any number."""
    own = f"resource.setrlimit(resource.RLIMIT_NPROC, ({processes}, {processes}))\n"
    words = [sys.executable, "-c", AS_EVE + own + code, *arguments]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


LOCKING = """
print('waits', flush=True)
try:
    with exclusive(Path(sys.argv[1]), None, float(sys.argv[2])):
        print('locked')
except StoreError as error:
    print(error)
"""


@as_root
@pytest.mark.parametrize(("wait_s", "said"), [("10", "locked"), ("0.1", "did not get its turn within 0.1 s")])
def test_without_a_thread_the_lock_is_waited_for_all_the_same(
    wait_s: str, said: str, public: Path, ledger: Path
) -> None:
    path = ledger.rename(public / "Accountantnew.log")
    lock_path(path).touch()
    for file in (public, path, lock_path(path)):
        give_to_eve(file)
    with lock_path(path).open("r+") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        process = as_eve(LOCKING, 1, str(path), wait_s)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.3)
    out, err = process.communicate()
    assert (said in out, err, process.returncode) == (True, "", 0)


SQUARES = "run_all(lambda task, _: task * task, range(6), Processes(4))"


@as_root
def test_where_fewer_processes_may_be_started_fewer_do_the_work() -> None:
    out, err = as_eve(f"print({SQUARES})", 2).communicate()
    assert (out, err) == ("[0, 1, 4, 9, 16, 25]\n", "")


@as_root
@pytest.mark.parametrize("start", ["threading.Thread(target=print).start()", "os.fork()", SQUARES])
def test_where_nothing_more_may_be_started_a_command_says_so(start: str) -> None:
    process = as_eve(f"sys.exit(guarded(lambda: {start}, Environment.of_process()))", 1)
    out, err = process.communicate()
    assert (process.returncode, out) == (6, "")
    assert err == (
        "userprio: the system allows no more processes or threads; see ulimit -u, and pids.max of a container or "
        "service.\n"
    )


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Any]]:
    def set_zone(name: str) -> Any:
        monkeypatch.setenv("TZ", name)
        time.tzset()
        return local_zone(os.environ)

    yield set_zone
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize("name", ["UTC+99", "EST+25", "XXX+24", "UTC-99", "GMT+24:00"])
def test_a_zone_of_a_day_or_more_is_utc(name: str, zone: Callable[[str], Any]) -> None:
    assert zone(name) is UTC


@pytest.mark.parametrize(("name", "hours"), [("EST+5", -5), ("XXX-14", 14), ("XXX+23:30", -23.5), ("UTC0", 0)])
def test_a_zone_of_less_than_a_day_is_as_it_says(name: str, hours: float, zone: Callable[[str], Any]) -> None:
    local = zone(name)
    assert local is not UTC
    assert datetime.now(local).utcoffset() == timedelta(hours=hours)


def test_that_times_are_in_utc_for_want_of_a_zone_is_said_once() -> None:
    arguments = ("--snapshot", "physics", "--now", "2026-03-02 09:00", "most", "--format", "table")
    status, odd, err = limited(resource.RLIMIT_CORE, 0, *arguments, TZ="UTC+99")
    said = "userprio: warning: TZ=UTC+99 is a day or more away from UTC; times are in UTC\n"
    assert (status, err) == (0, said)
    assert limited(resource.RLIMIT_CORE, 0, *arguments, TZ="UTC") == (0, odd, "")
