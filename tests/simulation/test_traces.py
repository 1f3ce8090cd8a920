"""Ranges on traces: what each method says of a tiny one, and how it is scored."""

import tomllib
from pathlib import Path

import pytest

from tests.simulation.qbets import QueueBounds, fewest, rare_run, upper_place
from tests.simulation.traces import HORIZON_S, Answer, OtherMethods, Range, answers, figures, read, summary

HOUR = 3600


def swf(folder: Path, cores: int = 1, jobs: int = 400) -> Path:
    """Two cores in order of arrival: two users' jobs of 20 and 40 minutes, every 15 minutes."""
    free, lines = [0, 0], []
    for number in range(1, jobs + 1):
        queued, ran = 900 * number, (1200, 2400)[number % 2]
        place = free.index(min(free))
        started = max(free[place], queued)
        free[place] = started + ran
        words = [
            number,
            queued,
            started - queued,
            ran,
            cores,
            -1,
            -1,
            cores,
            -1,
            -1,
            1,
            number % 2 + 1,
            1,
            -1,
            1,
            -1,
            -1,
            -1,
        ]
        lines.append(" ".join(map(str, words)))
    path = folder / "tiny.swf"
    path.write_text("; UnixStartTime: 0\n" + "\n".join(lines) + "\n")
    return path


def test_every_method_answers_for_the_jobs_that_wait(tmp_path: Path) -> None:
    trace = read(swf(tmp_path), [(2, 1)])
    found = answers(trace, number=4, futures=3)
    methods = {(answer.kind, answer.method) for answer in found}
    both = {"wait", "recalibrated", "past waits", "past, moved", "chosen"}
    assert {method for kind, method in methods if kind == "job"} == {*both, "QBETS", "last ten"}
    assert {method for kind, method in methods if kind == "first"} == both
    starts = {job.started_at: job for job in trace.history.jobs}
    for answer in found:
        job = starts[answer.at + answer.true_s]
        assert job.queued_at <= answer.at < (job.started_at or 0)
        assert 0 <= answer.range_s.low_s <= answer.range_s.high_s <= HORIZON_S
    text = summary(found)
    assert text.count("\n") == len(methods)
    assert "interval score" in text


def test_a_trace_of_wide_jobs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="100% of the work"):
        read(swf(tmp_path, cores=2), [(2, 1)])
    assert read(swf(tmp_path, cores=2), [(1, 2)]).left_out == 0


def test_the_score_is_the_width_and_ten_times_what_is_outside() -> None:
    assert Range(100, 300).score_s(250) == 200
    assert Range(100, 300).score_s(330) == 200 + 300
    assert Range(100, 300).score_s(90) == 200 + 100
    text = summary([Answer("job", "wait", 0, Range(100, 300), 250), Answer("job", "wait", 0, Range(100, 300), 330)])
    assert " 50.0%" in text
    assert " 350 s" in text


def test_figures_of_pages_are_those_of_what_was_chosen() -> None:
    every = [
        Answer("job", "wait", 5, Range(0, 10), 50),
        Answer("job", "chosen", 5, Range(0, 100), 50, known=20),
        Answer("first", "chosen", 9, Range(0, 20), 40),
        Answer("job", "QBETS", 5, Range(0, 70), 50, known=20),
        Answer("job", "last ten", 5, Range(0, 45), 50, known=20),
    ]
    found = tomllib.loads(figures("tiny", every, "0123abcd"))["traces"][0]
    assert found == {
        "commit": "0123abcd",
        "name": "tiny",
        "moments": 2,
        "answers": 2,
        "simulated_held": 0.0,
        "held": 0.5,
        "late_answers": 1,
        "late_held": 1.0,
        "late_width_s": 100,
        "score_s": 100,
        "qbets_score_s": 70,
        "last_ten_score_s": 95,
    }


def test_the_last_ten_waits_that_were_longer_are_a_range(tmp_path: Path) -> None:
    trace = read(swf(tmp_path), [(2, 1)])
    waits, job = OtherMethods(trace), trace.history.jobs[10]
    waits.latest[job.submitter].extend([5, 7200, *range(600, 1500, 100)])
    at = int(job.queued_at) + 60
    (_, bounds), (_, last_ten) = waits.answers(job, at)
    assert bounds.high_s == float("inf")
    assert last_ten == Range(600 - 60, 7200 - 60)


def test_59_waits_bound_the_95_percent_quantile_with_confidence_95_percent() -> None:
    """0.95 to the power of 59 is less than a twentieth, to that of 58 it is not."""
    assert (fewest(0.95), upper_place(59, 0.95), upper_place(58, 0.95)) == (59, 59, None)
    # Of a hundred, five or more are above it with a probability of 56 %, two or more with 96 %.
    assert upper_place(100, 0.95) == 99


def test_bounds_are_those_of_a_queue_that_has_changed_after_rare_runs() -> None:
    bounds = QueueBounds()
    for number in range(200):
        bounds.observe(100.0 + number % 10)
    assert bounds.range_s()[1] < 110
    for _ in range(rare_run(0.0)):
        bounds.observe(5000.0)
    assert bounds.range_s()[1] == 5000
    # Of the 200 before, a sixth of all by now, 26 were kept.
    for number in range(1000):
        bounds.observe(5000.0 + number % 10)
    assert bounds.range_s()[0] >= 5000


def test_runs_beyond_a_bound_are_less_rare_where_waits_are_alike() -> None:
    """Independent ones: a tenth of the runs goes on, one in a hundred twice."""
    assert rare_run(0.0) == 3
    assert rare_run(0.9) > 8
