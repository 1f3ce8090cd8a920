"""Requirements that one job brings along and that every slot would have to evaluate."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from userprio.base.limits import CPU, FREE_TEXT, STEP_TEXT, STEPS, Exceeded, run_with
from userprio.classad import Ad, Dialect, Evaluator, parse
from userprio.classad.parser import parse_ad
from userprio.classad.values import ERROR

Run = Callable[..., Any]
LONG = 1 << 20

EXPRESSIONS = [
    "stringListSize(strcat(L, string(N)))",
    "size(split(L))",
    "member(N, split(L))",
    "versioncmp(strcat(L, string(N)), L)",
    'regexp("q", strcat(L, string(N)))',
    "eval(strcat(string(N), L))",
    "unparse(L)",
    "L == strcat(L, string(N))",
    'L == "x"',
    'L =?= "x"',
    'L < "x"',
    'member("x", {L, L})',
    'anyCompare("==", {L}, "x")',
    f'member("x", {{"{"x" * LONG}"}})',
    "[ x = 1 ][L]",
]


def ad(text: str) -> Ad:
    return Ad(parse_ad(text, Dialect.NEW).attributes)


@pytest.mark.parametrize("text", EXPRESSIONS, ids=lambda text: text[:40])
def test_long_text_takes_steps_of_the_run(text: str) -> None:
    my = ad(f'[ L = "{"a," * (LONG // 2)}"; N = 7 ]')
    expr = parse(text, Dialect.NEW)
    with run_with({STEPS: LONG // STEP_TEXT // 2}), pytest.raises(Exceeded, match=r"steps of evaluations"):
        Evaluator(now=0).evaluate(expr, my)


@pytest.mark.parametrize("text", EXPRESSIONS[:-2] + EXPRESSIONS[-1:])
def test_text_of_usual_length_takes_none(text: str) -> None:
    my = ad(f'[ L = "{"a," * 200}"; N = 7 ]')
    with run_with({STEPS: 0}):
        Evaluator(now=0).evaluate(parse(text, Dialect.NEW), my)


def test_text_is_free_up_to_a_bound_in_every_evaluation() -> None:
    with run_with({STEPS: 0}):
        evaluator = Evaluator(now=0)
        for _ in range(3):
            my = ad(f'[ L = "{"x" * (FREE_TEXT - 10)}" ]')
            assert evaluator.evaluate(parse("size(L)", Dialect.NEW), my) == FREE_TEXT - 10


def test_names_that_lead_to_twice_as_many_names_over_and_over_end_as_an_error() -> None:
    doubling = "; ".join(f"A{number} = A{number + 1} + A{number + 1}" for number in range(300))
    begun = time.process_time()
    with run_with({STEPS: 100_000}), pytest.raises(Exceeded):
        Evaluator(now=0).evaluate(parse("unresolved(A0)", Dialect.NEW), ad(f"[ {doubling} ]"))
    assert time.process_time() - begun < 5


def test_names_that_lead_to_a_few_names_are_told() -> None:
    my = ad("[ A0 = A1 + A1; A1 = A2 + A2; A2 = X + Y ]")
    assert Evaluator(now=0).evaluate(parse("unresolved(A0)", Dialect.NEW), my) == "X,Y"


def test_a_list_that_would_print_as_more_than_memory_holds_takes_steps_of_the_run() -> None:
    names = "; ".join(f"A{number} = evalInEachContext(A{number - 1}, {{[], []}})" for number in range(1, 25))
    my = ad(f"[ A0 = 1; {names} ]")
    with run_with({STEPS: 10_000_000}):
        assert Evaluator(now=0).evaluate(parse("string(A2)", Dialect.NEW), my) is not ERROR
    with run_with({STEPS: 200_000}), pytest.raises(Exceeded):
        Evaluator(now=0).evaluate(parse("string(A24)", Dialect.NEW), my)


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    """A hundred slots, no two alike, and a job whose Requirements look at 2 MiB of text for each of them."""
    slots = (
        f'MyType = "Machine"\nName = "slot1@m{number}"\nMachine = "m{number}"\nState = "Unclaimed"\nCpus = 1\n'
        f'StartdIpAddr = "<10.0.0.1:{number}>"\nUniq = {number}\nRequirements = true\n\n'
        for number in range(1, 101)
    )
    (tmp_path / "slots.ads").write_text("".join(slots))
    (tmp_path / "submitters.ads").write_text(
        'MyType = "Submitter"\nName = "eve@lab"\nScheddName = "ap.lab"\nMachine = "ap.lab"\nIdleJobs = 1\n'
        'ScheddIpAddr = "<10.0.0.9:1>"\nMyAddress = "<10.0.0.9:1>"\nRunningJobs = 0\nLastHeardFrom = 1772442000\n'
        'SubmitterTag = ""\nWeightedIdleJobs = 1\nWeightedRunningJobs = 0\n\n'
    )
    (tmp_path / "jobs.ads").write_text(
        'ClusterId = 1\nProcId = 0\nGlobalJobId = "ap.lab#1.0#1"\nOwner = "eve"\nUser = "eve@lab"\nJobStatus = 1\n'
        'JobUniverse = 5\nRequestCpus = 1\nQDate = 1\nScheddName = "ap.lab"\nL = "' + "a," * (1 << 20) + '"\n'
        "Requirements = stringListSize(strcat(L, string(TARGET.Uniq))) == 3\n\n"
    )
    (tmp_path / "condor_config").write_text("NEGOTIATOR_INTERVAL = 60\n")
    return tmp_path


def test_a_job_that_would_cost_hours_ends_the_command_which_names_it(userprio: Run, pool: Path) -> None:
    done = userprio("--snapshot", pool, "--now", "1772442000", "--limit", "steps=300000", "negotiate")
    assert done.status == 6
    assert done.err.endswith(
        f"userprio: {pool}/jobs.ads, line 3: this makes more than 300,000 steps of evaluations beyond the first 250 of "
        "each. If that is intended, --limit steps=600000 allows more.\n"
    )


def test_the_processor_time_of_a_run_can_be_limited(userprio: Run, pool: Path) -> None:
    begun = time.process_time()
    done = userprio("--snapshot", pool, "--now", "1772442000", "--limit", "cpu=0", "negotiate")
    assert (done.status, time.process_time() - begun < 2) == (6, True)
    assert done.err.endswith(
        "the command has used its 0 seconds of processor time. If that is intended, --limit cpu=1 allows more.\n"
    )
    usual = userprio("--snapshot", "physics", "--now", "1772442000", "--limit", "cpu=60s", "negotiate")
    assert usual.status == 0


def test_processor_time_begins_with_the_run() -> None:
    with run_with({CPU: 1}) as run:
        run.check_time()
        while time.process_time() - run.begun_s < 1:
            pass
        with pytest.raises(Exceeded, match="used its 1 seconds"):
            run.check_time()
    with run_with({CPU: 1}) as run:
        run.check_time()
