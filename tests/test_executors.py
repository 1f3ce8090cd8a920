"""Long work on executors: each question sends plain values, and has the same answer everywhere."""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import userprio
from tests.executors import Pickling
from tests.marks import slow
from userprio import Scenario
from userprio.base.errors import BadInput, Moved, Refused
from userprio.base.executors import Processes
from userprio.base.limits import Exceeded
from userprio.base.naming import NothingFound

DAY = 86_400
MONDAY = 1_790_553_600
JOB = """\
ClusterId = {number}
ProcId = 0
Owner = "{owner}"
User = "{owner}@lab"
QDate = {queued}
JobStartDate = {started}
JobCurrentStartDate = {started}
CompletionDate = {ended}
EnteredCurrentStatus = {ended}
JobStatus = 4
RemoteWallClockTime = 3000
NumJobStarts = 1
RequestCpus = 1
RequestMemory = 1
RequestDisk = 1
"""


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Jobs of two submitters for eight days, some of which wait."""
    ads = [
        JOB.format(number=number + 1, owner=("ann", "ben")[number % 2], queued=at, started=at + 60, ended=at + 3060)
        for number in range(48)
        for at in [MONDAY + number // 6 * DAY + number % 6 * 600]
    ]
    path = tmp_path_factory.mktemp("history") / "history.ads"
    path.write_text("\n".join(ads))
    return path


PERIOD: dict[str, Any] = {"begins_at": float(MONDAY), "ends_at": float(MONDAY + 8 * DAY), "interval_s": 14400}
SHORT: dict[str, Any] = {**PERIOD, "ends_at": float(MONDAY + DAY), "interval_s": 3600}
QUESTIONS: dict[str, Callable[[Scenario, Path, Any], Any]] = {
    "wait": lambda pool, past, on: pool.wait(futures=4, job_length_s=1800.0, horizon_s=4 * 3600, executor=on),
    "wait for one": lambda pool, past, on: pool.wait("ann", futures=4, horizon_s=4 * 3600, executor=on),
    "forecast": lambda pool, past, on: pool.forecast(1, job_length_s=1800, futures=10, executor=on),
    "forecast with history": lambda pool, past, on: pool.forecast(1, futures=10, history=past, executor=on),
    "sweep": lambda pool, past, on: pool.sweep("setfactor:ann@lab=100..300/100", by="group", executor=on),
    "sweep in the long run": lambda pool, past, on: pool.sweep(
        "setfactor:ann@lab=100,900", over="long-run", job_length_s=1800, executor=on
    ),
    "sweep of replays": lambda pool, past, on: pool.sweep(
        "machines=0..1", over="replay", history=past, executor=on, **SHORT
    ),
    "replay": lambda pool, past, on: pool.with_(slots="-1").replay(past, other=pool, executor=on, **SHORT),
    "drawn periods": lambda pool, past, on: pool.with_(slots="-1").replay(
        past, other=pool, executor=on, futures=10, **PERIOD
    ),
    "aim": lambda pool, past, on: pool.aim(share={"ann@lab": 0.5}, turn=["factors:*"], executor=on),
    "aim in the long run": lambda pool, past, on: pool.aim(
        use={("ann@lab", "ben@lab"): 3}, turn=["factors:*"], over="long-run", job_length_s=1800, steps=8, executor=on
    ),
    "aim in replays": lambda pool, past, on: pool.with_(knobs={"NEGOTIATOR_INTERVAL": 14_400}).aim(
        use={("ann@lab", "ben@lab"): 2}, turn=["factors:*"], over="replay", history=past, steps=6, executor=on
    ),
}


LONG = ["drawn periods", "aim in replays"]


@pytest.fixture(scope="module")
def pool() -> Scenario:
    return userprio.load("thirds")


@pytest.mark.parametrize("question", [*(own for own in QUESTIONS if own not in LONG), *slow(LONG)])
def test_what_is_asked_elsewhere_has_the_same_answer(question: str, pool: Scenario, history: Path) -> None:
    ask, elsewhere = QUESTIONS[question], Pickling()
    assert ask(pool, history, elsewhere).to_dict() == ask(pool, history, None).to_dict()
    assert elsewhere.tasks > 1


@pytest.mark.slow
@pytest.mark.parametrize("question", QUESTIONS)
def test_what_is_asked_in_two_processes_has_the_same_answer(question: str, pool: Scenario, history: Path) -> None:
    with Processes(2) as executor:
        there = QUESTIONS[question](pool, history, executor).to_dict()
    assert there == QUESTIONS[question](pool, history, None).to_dict()


DIGESTS = """
import hashlib, sys
from pathlib import Path
import userprio
from tests.executors import Pickling
from tests.test_executors import LONG, QUESTIONS
from userprio.live.condor_workers import in_order

class Digesting(Pickling):
    def submit(self, run, *args):
        digests.add(hashlib.sha256(in_order(run.run)).hexdigest())
        return super().submit(run, *args)

for question, ask in QUESTIONS.items():
    if question not in LONG:
        digests = set()
        ask(userprio.load("thirds"), Path(sys.argv[1]), Digesting())
        print(question, *sorted(digests))
"""


def test_a_period_begins_and_ends_at_seconds_or_at_times(pool: Scenario, history: Path) -> None:
    times = {name: datetime.fromtimestamp(SHORT[name], UTC) for name in ("begins_at", "ends_at")}
    terms: dict[str, Any] = {**SHORT, **times, "interval_s": timedelta(hours=1)}
    assert pool.replay(history, **terms).rows() == pool.replay(history, **SHORT).rows()
    assert pool.size(history, [1], **terms).rows() == pool.size(history, [1], **SHORT).rows()


@pytest.mark.slow
def test_what_is_sent_has_the_same_digest_whatever_the_seed_of_hashes_is(history: Path) -> None:
    """Else a job of HTCondor that has a result would be run again."""
    said = [
        subprocess.run(
            [sys.executable, "-c", DIGESTS, str(history)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[1],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert len(said[0].splitlines()) == len(QUESTIONS) - len(LONG)
    assert said[0] == said[1]


ERRORS = [
    BadInput("it cannot be read", Path("pool.toml"), 3, hint="Mend it"),
    BadInput(message="it cannot be read", line=3),
    NothingFound("there is no such submitter", hint="Did you mean ann?"),
    Exceeded("too much", "a.ads", 7, about=("x",)),
    Refused("not now"),
    Moved("it has moved"),
]


@pytest.mark.parametrize("error", ERRORS, ids=repr)
def test_errors_travel_with_their_places(error: Exception) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))
