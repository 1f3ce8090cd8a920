"""`userprio wait`."""

import csv
import io
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

POOL = """
[[slots]]
count = 2

[[jobs]]
user = "ann"
count = 3

[[jobs]]
user = "bob"
count = 2
request_cpus = 4
"""


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    path = tmp_path / "pool.toml"
    path.write_text(POOL)
    return path


@pytest.fixture
def wait(userprio: Run, pool: Path) -> Run:
    fixed = "--futures", "5", "--for", "4h", "--job-length", "1h"
    return lambda *arguments, **more: userprio("wait", "--snapshot", pool, *fixed, *arguments, **more)


def test_json_has_the_schema_and_its_keys(wait: Run) -> None:
    done = wait("ann", "--seed", "7", "--format", "json")
    assert (done.status, done.err) == (0, "")
    document = json.loads(done.out)
    assert document["schema"] == "userprio.wait/1"
    assert (document["seed"], document["futures"], document["horizon_s"]) == (7, 5, 4 * 3600)
    assert document["demand"] == "constant"
    (one,) = document["waits"]
    assert (one["submitter"], one["job"], one["idle_jobs"], one["slots"]) == ("ann@pool.example", None, 3, 2)
    assert 0 <= one["low_s"] <= one["median_s"] <= one["high_s"] < 62
    assert one["after"] == [{"submitter": None, "futures": 5}]
    assert {"reason", "sentence", "jobs"} == set(document["held_back_by"][0])
    assert document["job_lengths"][0] == {
        "submitter": "ann@pool.example",
        "mean_s": 3600.0,
        "source": "given",
        "runs": 0,
        "own": True,
    }


def test_the_screen_tells_the_range_what_holds_it_back_and_what_is_assumed(wait: Run) -> None:
    text = wait("ann").out
    for words in (
        "5 futures of 4h",
        "ann@pool.example, which has 3 idle jobs",
        "the first",
        "half (2)",
        "all 3",
        "the slot of the first comes free from the beginning (100%)",
        "what holds back the other",
        "How long jobs are assumed to run",
        "Assumed: for each job that ends, its submitter submits another like it;",
    ):
        assert words in text
    assert "\x1b" not in text


def test_jobs_that_fit_nowhere_are_told_so_at_once(wait: Run) -> None:
    text = wait("bob").out
    assert "none of them fits a slot of this pool, even if none were in use" in text
    assert "no slot matches (2 jobs)" in text
    assert "RequestCpus of at most 1, which fits further slots (it is 4)" in " ".join(text.split())
    assert "half the cores" not in text


def test_without_a_name_everybody_is_told_of(wait: Run) -> None:
    rows = list(csv.DictReader(io.StringIO(wait("--format", "csv").out)))
    starts = [(row["submitter"], row["started"]) for row in rows]
    assert starts == [("ann@pool.example", "5"), ("bob@pool.example", "0")]
    assert rows[1]["median_s"] == ""
    assert "> 4h" in wait().out


def test_a_job_is_named_by_its_number(wait: Run) -> None:
    first = json.loads(wait("--format", "json", "--job", "1.0", "--no-remedies").out)
    assert first["waits"][0]["job"] == "1.0"
    assert first["remedies"] == []
    third = json.loads(wait("--format", "json", "--job", "1.2", "--no-remedies").out)
    assert third["waits"][0]["median_s"] > first["waits"][0]["median_s"] + 1000


def test_a_job_may_be_supposed_and_a_number_alone_says_how_many_processes(wait: Run) -> None:
    """`--jobs` takes both."""
    arguments = "zoe", "--jobs", "zoe@pool.example=+1", "--new", "--format", "json"
    one, two = wait(*arguments), wait(*arguments, "--jobs", "2")
    assert (one.status, two.status) == (0, 0)
    assert one.out == two.out == wait(*arguments, "--processes", "2").out
    assert json.loads(one.out)["waits"][0]["submitter"] == "zoe@pool.example"


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("nobody",), 1, "there is no submitter nobody"),
        (("--job", "9.9"), 1, "there is no job 9.9"),
        (("ann", "--jobs", "0"), 2, "0 processes are not in the range from 1 to 1024"),
        (("ann", "--futures", "0"), 2, "0 is not in the range"),
        (("ann", "--demand", "history"), 6, "no history was given"),
        (("--try-group", "group_a"), 2, "name it"),
        (("ann", "--try-group", "group_a"), 6, "there is no group group_a"),
        (("ann", "--for", "400d"), 2, "at most a year"),
    ],
)
def test_what_makes_no_sense_is_refused(wait: Run, arguments: tuple[str, ...], status: int, words: str) -> None:
    done = wait(*arguments)
    assert (done.status, done.out) == (status, "")
    assert words in done.err


def test_a_number_alone_is_not_a_change_of_jobs_elsewhere(userprio: Run, pool: Path) -> None:
    done = userprio("negotiate", "--snapshot", pool, "--jobs", "4")
    assert done.status == 6


def test_a_pool_has_to_be_named(userprio: Run) -> None:
    assert "needs a pool" in userprio("wait", "ann").err


def test_what_helps_a_job_of_a_snapshot_is_what_would_give_it_a_slot(userprio: Run) -> None:
    """Einstein's job asks for 64,000 MB. Six slots have 16,000, and a cycle gives it one if it asks for that."""
    done = userprio("wait", "einstein", "--snapshot", "physics", "--futures", "5", "--for", "1h", "--format", "json")
    best = json.loads(done.out)["remedies"][0]
    assert (best["what"].partition(",")[0], best["slots"]) == ("RequestMemory of at most 16000", 6)
    assert best["started"] == 5


def past(now: int) -> str:
    """A day of ann's jobs on two slots: four each hour, of half an hour, so that the last two wait for the first."""
    jobs = [(now - hour * 3600, 60 + proc // 2 * 1800, 1790) for hour in range(24, 0, -1) for proc in range(4)]
    return records(jobs)


def records(jobs: Iterable[tuple[int, int, int]]) -> str:
    """Of ann's jobs: when each was queued, for how long it waited, and how long it ran."""
    ads = []
    for number, (queued, waited, ran) in enumerate(jobs):
        job, began = f"{number // 4 + 76}.{number % 4}", queued + waited
        ads.append(
            f'Owner = "ann"\nUser = "ann@pool.example"\nGlobalJobId = "ap.pool.example#{job}#1"\n'
            f"ClusterId = {number // 4 + 76}\nProcId = {number % 4}\nJobStatus = 4\nJobUniverse = 5\nRequestCpus = 1\n"
            f"QDate = {queued}\nJobStartDate = {began}\nJobCurrentStartDate = {began}\nNumJobStarts = 1\n"
            f"CompletionDate = {began + ran}\nEnteredCurrentStatus = {began + ran}\n"
            f"RemoteWallClockTime = {ran}.0\nRequirements = true\n"
        )
    return "\n".join(ads)


def test_the_past_of_a_history_says_how_often_ranges_held(userprio: Run, pool: Path, tmp_path: Path) -> None:
    """Whoever waits there waits for one of its own jobs: half an hour at most."""
    history = tmp_path / "history.ads"
    history.write_text(past(1_800_000_000))
    arguments = "--snapshot", pool, "--now", "1800000000", "--history", history, "--backtest", "--for", "2h"
    done = userprio("wait", "ann", *arguments, "--futures", "3", "--format", "json")
    assert (done.status, done.err) == (0, "")
    test = json.loads(done.out)["backtest"]
    assert (test["moments"], test["futures"], test["horizon_s"]) == (50, 3, 7200)
    assert test["answers"]
    assert test["coverage"] == sum(answer["covered"] for answer in test["answers"]) / len(test["answers"])
    assert {0 <= answer["true_s"] <= 1800 for answer in test["answers"]} == {True}
    screen = userprio("wait", "ann", *arguments, "--futures", "3").out
    assert "At 50 past moments of the history, 2h ahead\n" in screen
    assert f"{len(test['answers'])} ranges of 80% by each" in screen
    best = min(test["scores"], key=lambda score: score["interval_score"])
    assert test["basis"] == best["basis"]
    assert "ranges and medians above rest on" in screen


def test_what_holds_jobs_back_that_the_pool_does_not_tell_is_learnt_from_past_waits(
    userprio: Run, pool: Path, tmp_path: Path
) -> None:
    """Every job waits for 40 to 49 minutes beside two free slots, which no simulation can know."""
    history = tmp_path / "history.ads"
    history.write_text(records((1_800_000_000 - hour * 1800, 2400 + hour % 10 * 60, 300) for hour in range(60, 1, -1)))
    arguments = "--snapshot", pool, "--now", "1800000000", "--history", history, "--backtest", "--for", "2h"
    arguments = *arguments, "--futures", "3"
    document = json.loads(userprio("wait", "ann", *arguments, "--format", "json").out)
    test = document["backtest"]
    assert document["basis"] == test["basis"] == "recalibrated past waits"
    scores = {score["basis"]: score for score in test["scores"]}
    assert scores["simulation"]["coverage"] < 0.5 < scores["past waits"]["coverage"]
    assert test["nearer"] > test["asked"] / 2
    screen = userprio("wait", "ann", *arguments).out
    assert "rest on past waits: the latest 50 of the submitter" in " ".join(screen.split())
    assert "in 80% of 70 past waits, recalibrated, " in screen
    # Of what only the simulation tells nothing stands beside that.
    assert "slot of the first comes" not in screen
    assert "half (" not in screen
    # Nobody knows what would have been with other knobs.
    changed = *arguments, "--set", "PRIORITY_HALFLIFE=3600"
    document = json.loads(userprio("wait", "ann", *changed, "--format", "json").out)
    assert document["basis"] == "recalibrated simulation"
    assert document["backtest"]["basis"] == "recalibrated past waits"
    screen = userprio("wait", "ann", *changed).out
    assert "past waits met the past better, but tell nothing of changes" in " ".join(screen.split())


def test_without_a_history_there_is_no_past_to_look_back_in(wait: Run) -> None:
    done = wait("ann", "--backtest")
    assert (done.status, done.out) == (2, "")
    assert "--backtest looks back in a history: give --history." in done.err
