"""Long work on the workers of a real dask cluster on this machine."""

import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

import userprio
from tests.cli.conftest import Run
from tests.dask_parts import SCHEDULER, WORKER, started
from tests.test_executors import JOB
from userprio.analysis.wait import WaitTerms, wait
from userprio.base.dask_workers import DaskWorkers
from userprio.base.executors import own_version

BEGIN = 1_790_553_600
OWN = Path(userprio.__file__).parent


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    with started(*SCHEDULER, folder=tmp_path, says=r"Scheduler at:\s+(tcp://\S+)") as (_, address):
        yield address


@pytest.fixture
def workers(scheduler: str, tmp_path: Path) -> Iterator[Callable[..., list[int]]]:
    """Starts so many workers, and returns the numbers of their processes."""
    words = (*WORKER, scheduler)
    with ExitStack() as stack:

        def start(count: int, path: Path | None = None) -> list[int]:
            several = [started(*words, folder=tmp_path, says="(Registered to)", path=path) for _ in range(count)]
            return [stack.enter_context(worker)[0] for worker in several]

        yield start


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """Jobs of two submitters in half a day."""
    ads = [
        JOB.format(number=number + 1, owner=("ann", "ben")[number % 2], queued=at, started=at + 60, ended=at + 3060)
        for number in range(24)
        for at in [BEGIN + number * 1800]
    ]
    path = tmp_path / "history.ads"
    path.write_text("\n".join(ads))
    return path


REPLAYED = "--over replay --set NEGOTIATOR_INTERVAL=3600 --snapshot thirds --format json --history"
QUESTIONS = (
    "wait ann --snapshot thirds --futures 8 --for 6h --job-length 1h --format json",
    f"sweep setfactor:ann@lab=100..400/100 {REPLAYED} HISTORY",
    f"aim --use ann@lab=2x:ben@lab --turn factors:* --steps 6 {REPLAYED} HISTORY",
)


@pytest.mark.slow
def test_one_two_and_four_workers_give_the_bytes_that_this_process_gives(
    userprio: Run, scheduler: str, workers: Callable[..., list[int]], history: Path
) -> None:
    lines = [[str(history) if word == "HISTORY" else word for word in line.split()] for line in QUESTIONS]
    here = [userprio(*words) for words in lines]
    assert all(done.out.startswith("{") for done in here)
    for more in (1, 1, 2):
        workers(more)
        assert [userprio(*words, "--on", f"dask:{scheduler}") for words in lines] == here


@pytest.mark.slow
def test_workers_that_are_killed_change_nothing_and_are_told_of(
    scheduler: str, workers: Callable[..., list[int]]
) -> None:
    pool, terms = userprio.load("fairshare"), WaitTerms(futures=6, horizon_s=3 * 3600, remedies=False)
    pids, told = workers(2), list[str]()

    def kill(done: int, of: int) -> None:
        # The first future is drawn here.
        if (done == 2 and len(pids) == 2) or (done == 3 and len(pids) == 1):
            os.kill(pids.pop(), signal.SIGKILL)
        elif told and told[-1] == left:
            told.append("another one is started")
            workers(1)

    left = "dask has no worker left; this goes on when there is one"
    with DaskWorkers(scheduler, told.append) as executor:
        assert wait(pool, terms, "ada", executor=executor, progress=kill) == wait(pool, terms, "ada")
    assert pids == []
    assert told[2:] == [left, "another one is started"]
    for sentence in told[:2]:
        assert re.fullmatch(r"dask's worker tcp://\S+ was lost; what it had not finished is run again", sentence)


@pytest.mark.slow
def test_another_version_on_a_worker_is_refused_before_work_begins(
    userprio: Run, scheduler: str, workers: Callable[..., list[int]], tmp_path: Path
) -> None:
    (tmp_path / "userprio").mkdir()
    (tmp_path / "userprio" / "__init__.py").write_text(f"__path__ = [{str(OWN)!r}]\n__version__ = '0.0.1'\n")
    workers(1, path=tmp_path)
    done = userprio(*QUESTIONS[0].split(), "--on", f"dask:{scheduler}")
    assert (done.status, done.out) == (4, "")
    own = own_version()
    assert re.fullmatch(
        f"userprio: this is userprio {re.escape(own)}, and dask's worker tcp://\\S+ has "
        f"0.0.1 on {re.escape(own.partition(' on ')[2])}: results might differ; install the same there.\n",
        done.err,
    )


@pytest.mark.slow
def test_a_worker_without_the_program_is_refused(
    userprio: Run, scheduler: str, workers: Callable[..., list[int]], tmp_path: Path
) -> None:
    hidden = f"import sys\nsys.path[:] = [path for path in sys.path if path != {str(OWN.parent)!r}]\n"
    (tmp_path / "sitecustomize.py").write_text(hidden)
    workers(1, path=tmp_path)
    done = userprio(*QUESTIONS[0].split(), "--on", f"dask:{scheduler}")
    assert (done.status, done.out) == (4, "")
    assert f"lacks userprio; install {own_version()} there." in done.err


@pytest.mark.slow
def test_where_no_scheduler_answers_a_sentence_says_so(userprio: Run) -> None:
    done = userprio(*QUESTIONS[0].split(), "--on", "dask:tcp://127.0.0.1:1")
    assert (done.status, done.out) == (4, "")
    assert done.err.startswith("userprio: no dask scheduler answers at tcp://127.0.0.1:1: ")
    assert done.err.count("\n") == 1


def test_without_distributed_a_sentence_says_what_to_install(userprio: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = userprio(*QUESTIONS[0].split(), "--on", "dask:tcp://127.0.0.1:1")
    needs = "--on dask: needs dask's distributed: pip install 'userprio[cluster]'"
    assert (done.status, done.out, done.err) == (4, "", f"userprio: {needs}.\n")


NEITHER = "is neither dask:ADDRESS, such as dask:tcp://cm.lab.example:8786, nor htcondor:FOLDER."


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            "wait ann --on there",
            "'there' is neither dask:ADDRESS, such as dask:tcp://cm.lab.example:8786, nor htcondor:FOLDER.",
        ),
        (
            "wait ann --on dask:",
            "'dask:' is neither dask:ADDRESS, such as dask:tcp://cm.lab.example:8786, nor htcondor:FOLDER.",
        ),
        ("wait ann --on dask:a --jobs 2", "--processes is for this machine, and --on has workers of its own"),
        ("wait ann --on dask:a --processes 2", "--processes is for this machine, and --on has workers of its own"),
    ],
)
def test_what_cannot_be_meant_is_refused(userprio: Run, words: str, message: str) -> None:
    done = userprio(*words.split(), "--snapshot", "thirds")
    assert (done.status, done.out) == (2, "")
    assert message in done.err
