"""Numbers on the first screen add up, in the document for scripts and as they are printed."""

import json
import re
from collections import Counter, defaultdict
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.marks import slow_sample
from tests.negotiation.builders import DOMAIN
from tests.negotiation.random_pools import draw, scenario_of
from tests.report import screen
from tests.report.written import json_text
from userprio import config
from userprio.ledger import Ledger
from userprio.negotiation import Outcome, Reason, diagnosed
from userprio.pool import examples, read_snapshot
from userprio.pool.scenario import ScenarioData
from userprio.pool.toml_file import read_toml_pool
from userprio.report import CycleRows, CycleTable

NOW = 1_772_442_000


def drawn(seed: int) -> Outcome:
    """A random pool with groups, partitionable slots, preemption and limits, and brakes of its schedds."""
    random = Random(seed)
    scenario = scenario_of(
        draw(seed),
        CLAIM_PARTITIONABLE_LEFTOVERS=str(random.random() < 0.8),
        MAX_CONCURRENT_UPLOADS_PER_USER=str(random.choice((0, 4, 20))),
        MAX_JOBS_RUNNING=str(random.choice((5, 20, 1000))),
    )
    return diagnosed(scenario)


def shipped(folder: Path) -> Outcome:
    if (folder / "pool.toml").exists():
        written = read_toml_pool(folder / "pool.toml", NOW)
        settings = config.read(None, environ={}, overrides=written.config)
        return diagnosed(ScenarioData(written.pool, Ledger.empty(), settings, NOW))
    settings = config.read(folder / "condor_config", environ={})
    return diagnosed(ScenarioData(read_snapshot(folder), Ledger.read(folder / "Accountantnew.log"), settings, NOW))


CYCLES = [
    *(example.name for example in examples.shipped()),
    *(f"drawn {seed}" for seed in range(12)),
    *slow_sample([f"drawn {seed}" for seed in range(12, 100)]),
]


@pytest.fixture(scope="module", params=CYCLES)
def outcome(request: pytest.FixtureRequest) -> Outcome:
    kind, _, seed = str(request.param).partition(" ")
    return drawn(int(seed)) if kind == "drawn" else shipped(examples.find(kind).folder)


def document(outcome: Outcome) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(json_text(outcome))
    return told


def test_what_submitters_won_is_what_their_group_won(outcome: Outcome) -> None:
    told = document(outcome)
    by_visit: dict[str, float] = defaultdict(float)
    by_match: dict[str, float] = defaultdict(float)
    for visit in told["visits"]:
        by_visit[visit["group"]] += visit["won"]
    for match in told["matches"]:
        by_match[match["group"]] += match["cost"]
    assert {group: weight for group, weight in by_visit.items() if weight} == pytest.approx(dict(by_match))
    assert sum(by_match.values()) == pytest.approx(told["summary"]["weight"])


def test_idle_jobs_are_those_that_start_and_those_that_are_left(outcome: Outcome) -> None:
    told = document(outcome)
    left: dict[tuple[str, str], int] = {}
    for visit in told["visits"]:
        key = visit["submitter"], visit["schedd"]
        left[key] = left.get(key, visit["idle_jobs"]) - visit["jobs"]
        assert visit["left"] == left[key] >= 0
    summary = told["summary"]
    assert sum(left.values()) + sum(one["idle_jobs"] for one in told["unvisited"]) == summary["idle_left"]
    assert sum(visit["jobs"] for visit in told["visits"]) == summary["jobs"]
    assert sum(match["jobs"] for match in told["matches"]) == summary["jobs"]
    assert sum(visit["matched"] for visit in told["visits"]) == summary["matches"] == len(told["matches"])
    assert summary["unmatched"] == summary["idle_left"] + summary["jobs"] - summary["matches"]
    if told["groups"]:
        assert sum(group["left"] for group in told["groups"]) == summary["idle_left"]


def test_no_job_is_refused_twice(outcome: Outcome) -> None:
    told = document(outcome)
    idle = {(visit["submitter"], visit["schedd"]): visit["idle_jobs"] for visit in told["visits"]}
    refused: Counter[tuple[str, str]] = Counter()
    for one in told["refusals"]:
        refused[one["submitter"], one["schedd"]] += one["jobs"]
    for match in told["matches"]:
        # A match that gives no claim leaves its job where it was.
        idle[match["submitter"], match["schedd"]] -= match["jobs"] > 0
    assert all(jobs <= idle[key] for key, jobs in refused.items())
    assert sum(one["rejections"] for one in told["refusals"]) == len(told["rejections"])


def test_nothing_is_good_while_jobs_wait(outcome: Outcome) -> None:
    for visit in document(outcome)["visits"]:
        assert visit["stopped"] is None or (visit["stopped"] == Reason.SATISFIED) == (visit["left"] == 0)
    for submitter in document(outcome)["submitters"]:
        done = submitter["reason"] in (Reason.SATISFIED, Reason.NO_IDLE_JOBS)
        assert done == (submitter["left"] == 0)


def test_the_tables_say_the_same(outcome: Outcome) -> None:
    told, text = document(outcome), printed(outcome)
    groups, visits = rows(text, "group"), rows(printed(CycleTable(outcome, CycleRows.VISITS)), "spin")
    # Without figures a row is the title of a group.
    submitters = [row for row in rows(text, "submitter") if row["won"]]
    won = sum(float(row["won"].rstrip("*")) for row in visits if row["won"])
    assert won == pytest.approx(told["summary"]["weight"], abs=0.01 * len(visits))
    if groups:
        # A row with deeper ones below it includes them.
        alone = [
            row
            for row, below in zip(groups, [*groups[1:], {"indent": ""}], strict=True)
            if below["indent"] <= row["indent"]
        ]
        assert won == pytest.approx(sum(float(row["won"].rstrip("*")) for row in alone), abs=0.01 * len(visits))
        assert sum(int(row["left"]) for row in alone) == told["summary"]["idle_left"]
    assert sum(int(row["matches"]) for row in visits if row["matches"]) == told["summary"]["matches"]
    starts = "start" if visits and "start" in visits[0] else "matches"
    assert sum(int(row[starts]) for row in visits if row[starts]) == told["summary"]["jobs"]
    assert won == pytest.approx(sum(float(row["won"].rstrip("*")) for row in submitters), abs=0.01 * len(visits))
    assert sum(int(row["left"]) for row in submitters) == told["summary"]["idle_left"]
    for row in (*visits, *submitters):
        if row["why no more"]:
            satisfied = row["why no more"] in (Reason.SATISFIED, Reason.NO_IDLE_JOBS)
            assert satisfied == (row["left"] == "0")


def printed(result: object) -> str:
    return screen.drawn(result, 1000)


def rows(text: str, first: str) -> list[dict[str, str]]:
    """The rows of the table whose last line of headings begins so: each number by its heading, and the last words."""
    lines = iter(text.splitlines())
    head = next((line for line in lines if line.split()[:1] == [first]), None)
    if head is None:
        return []
    columns = [(match[0], match.end()) for match in re.finditer(r"\S+(?: \S+)*", head)]
    found = []
    for line in lines:
        if not line.strip() or line.startswith(("*", "jobs start", "groups include")):
            break
        row = {}
        for name, end in columns:
            upto = line[:end].rstrip() if len(line[:end].rstrip()) == end else ""
            row[name] = upto.split()[-1] if upto else ""
        row["indent"] = " " * (len(line) - len(line.lstrip()))
        if columns[-1][0] == "why no more":
            row["why no more"] = line[columns[-2][1] :].strip()
        found.append(row)
    return found


@pytest.mark.slow
def test_the_drawn_pools_show_what_they_are_to_show() -> None:
    """Matches that start several jobs and one, limits that are gone beyond, all words for an end but the rarest."""
    cycles = [drawn(seed) for seed in range(100)]
    assert any(match.jobs > 1 for outcome in cycles for match in outcome.matches)
    assert any(outcome.unvisited for outcome in cycles)
    reasons = {jobs.reason for outcome in cycles for jobs in outcome.waiting}
    assert reasons >= {
        Reason.SUBMITTER_LIMIT,
        Reason.LIMIT_BELOW_SLOT,
        Reason.GROUP_LIMIT,
        Reason.REQUIREMENTS,
        Reason.SLOTS_TAKEN,
        Reason.PREEMPTION_REQUIREMENTS,
        Reason.ALL_ITS_OWN,
    }
    assert f"a.ann@{DOMAIN}" in {visit.submitter for outcome in cycles for visit in outcome.visits}
