"""Jobs of HTCondor as workers, as far as that needs no HTCondor; `tests/pool/test_condor_workers.py` has one."""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from userprio.base.errors import Refused, Stopped
from userprio.base.executors import Progress, WorkerLost, run_all
from userprio.base.limits import STEPS, Exceeded, budget, run_with
from userprio.live.condor_workers import CondorWorkers, in_order

SUBMIT = """\
#!/bin/sh
# Runs the jobs at once, and writes the log as HTCondor does.
cd {folder}
proc=0
while read task; do
    run=${{task%-*}}
    {python} -m userprio.live.condor_task $run $task.task $task.result {break_it}
    printf '%s (7.%03d.000) 2026-11-29 00:00:00 %s\\n\\tby a test\\n...\\n' {event} $proc "so it was." >> jobs.log
    proc=$((proc + 1))
done < jobs.list
echo "7.0 - 7.$((proc - 1))"
"""


def double(number: int, _: Progress) -> int:
    return 2 * number


def refuse(number: int, _: Progress) -> int:
    raise Refused(f"task {number} is refused")


def spend(steps: int, _: Progress) -> int:
    budget().spend(STEPS, steps)
    return steps


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "work"


def workers(folder: Path, told: list[str], event: str = "005", break_it: str = "") -> CondorWorkers:
    """Workers whose condor_submit runs the jobs itself."""
    tools = folder.parent / "bin"
    tools.mkdir(exist_ok=True)
    script = SUBMIT.format(folder=folder, python=sys.executable, event=event, break_it=break_it)
    for name, text in {"condor_submit": script, "condor_rm": "#!/bin/sh\n"}.items():
        (tools / name).write_text(text)
        (tools / name).chmod(0o755)
    path = f"{tools}:{os.environ['PATH']}"
    root = str(Path(__file__).parents[2])
    return CondorWorkers(folder, {"PATH": path, "PYTHONPATH": root}, told.append)


def test_results_stay_and_are_not_computed_again(folder: Path) -> None:
    told: list[str] = []
    for _ in range(2):
        with workers(folder, told) as executor:
            assert run_all(double, [1, 2, 3], executor) == [2, 4, 6]
    assert (folder / "jobs.log").read_text().count("...\n") == 3
    with workers(folder, told) as executor:
        assert run_all(double, [3, 4], executor) == [6, 8]
    assert (folder / "jobs.log").read_text().count("...\n") == 4
    assert told == []


def test_what_a_task_raises_is_raised_here_and_asked_again_the_next_time(folder: Path) -> None:
    for _ in range(2):
        with workers(folder, []) as executor, pytest.raises(Refused, match="task 1 is refused"):
            run_all(refuse, [1, 2], executor)
    assert (folder / "jobs.log").read_text().count("...\n") == 4


@pytest.mark.parametrize(
    ("event", "how"),
    [("012", "was held: by a test"), ("009", "was removed: by a test"), ("005", "ended without a result")],
)
def test_a_job_that_comes_to_nothing_is_submitted_once_more(folder: Path, event: str, how: str) -> None:
    told: list[str] = []
    lost = workers(folder, told, event, break_it="; rm -f $task.result")
    with lost as executor, pytest.raises(WorkerLost, match=how):
        run_all(double, [1, 2], executor)
    assert told[:2] == [f"job 7.{number} of HTCondor {how}; it is submitted again" for number in range(2)]


def test_jobs_whose_results_nobody_waits_for_are_removed(folder: Path) -> None:
    def stop(done: int, of: int) -> None:
        raise Stopped

    with workers(folder, []) as executor:
        tools = folder.parent / "bin"
        (tools / "condor_submit").write_text('#!/bin/sh\necho "7.0 - 7.1"\n')
        (tools / "condor_rm").write_text(f'#!/bin/sh\necho "$@" > {folder}/removed\n')
        with pytest.raises(Stopped):
            run_all(double, [1, 2], executor, stop)
        assert (folder / "removed").read_text() == "7\n"


def test_a_result_that_is_not_whole_is_none(folder: Path) -> None:
    with workers(folder, []) as executor:
        run_all(double, [1, 2], executor)
    for file in folder.glob("*.result"):
        file.write_bytes(file.read_bytes()[:-3])
    with workers(folder, []) as executor:
        assert run_all(double, [1, 2], executor) == [2, 4]
    assert (folder / "jobs.log").read_text().count("...\n") == 4


def test_lines_of_the_site_come_after_those_of_the_program(folder: Path) -> None:
    folder.mkdir(mode=0o700)
    (folder / "site.sub").write_text("request_memory = 4GB\n")
    with workers(folder, []) as executor:
        run_all(double, [1, 2], executor)
    text = (folder / "jobs.sub").read_text()
    assert text.index("request_memory = 2GB") < text.index("request_memory = 4GB") < text.index("queue task from")


def test_a_folder_that_others_may_write_to_is_refused(folder: Path) -> None:
    folder.mkdir()
    folder.chmod(0o777)
    with pytest.raises(Refused, match="must be a folder of your own, to which nobody else may write"):
        workers(folder, [])


def test_without_condor_submit_a_sentence_says_so(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="there is no condor_submit on PATH"):
        CondorWorkers(tmp_path / "work", {"PATH": str(tmp_path)})


@pytest.mark.parametrize("seed", ["1", "2"])
def test_sets_are_pickled_in_one_order_whatever_the_seed_of_hashes_is(seed: str) -> None:
    program = (
        "import sys; from userprio.live.condor_workers import in_order; "
        "sys.stdout.write(in_order({'x': set('abcdefgh'), 'y': frozenset(['k', 1, None])}).hex())"
    )
    environ = {**os.environ, "PYTHONHASHSEED": seed}
    done = subprocess.run([sys.executable, "-c", program], env=environ, capture_output=True, text=True, check=True)
    value = {"x": set("abcdefgh"), "y": frozenset(["k", 1, None])}
    assert bytes.fromhex(done.stdout) == in_order(value)
    assert pickle.loads(in_order(value)) == value


def test_what_is_left_of_the_budget_makes_no_other_task_of_it(folder: Path) -> None:
    for spent in (0, 10):
        with run_with({STEPS: 100}), workers(folder, []) as executor:
            budget().spend(STEPS, spent)
            assert run_all(double, [1, 2], executor) == [2, 4]
    assert (folder / "jobs.log").read_text().count("...\n") == 2


def test_a_task_is_limited_to_what_is_left_of_the_budget(folder: Path) -> None:
    with run_with({STEPS: 100}), workers(folder, []) as executor:
        budget().spend(STEPS, 30)
        assert run_all(spend, [60, 70], executor) == [60, 70]
        with pytest.raises(Exceeded, match="more than 100 steps"):
            run_all(spend, [60, 71], executor)
