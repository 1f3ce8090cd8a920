"""Numbers on the first screen add up, in the document for scripts and as they are printed."""

import json
import re
from collections import Counter, defaultdict
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from tests.negotiation.builders import DOMAIN, cycle, priorities, submitter
from tests.negotiation.test_second_opinion import LIMITS, POLICIES, random_jobs, random_slots
from userprio import config, examples
from userprio.ledger import Ledger
from userprio.negotiation import Outcome, negotiate, read_snapshot
from userprio.negotiation.handwritten import read_handwritten
from userprio.report.endings import NEVER_VISITED, NO_JOBS_LEFT, Tone, ending, last_ending
from userprio.report.json_form import outcome_json
from userprio.report.tables import print_outcome

NOW = 1_772_442_000
USERS = ("a.ann", "a.b.bob", "c.cid", "dan")
GROUPS = "GROUP_NAMES = a, a.b, c\nGROUP_QUOTA_a = {}\nGROUP_QUOTA_a.b = {}\nGROUP_QUOTA_DYNAMIC_c = {}\n"


def drawn(seed: int) -> Outcome:
    """A random pool with groups, static and partitionable slots, preemption, limits, brakes of schedds."""
    random = Random(seed)
    slots = random_slots(random, random.choice((3, 8, 15, 40)))
    waiting = {user: random_jobs(random, user, 10 * (place + 1)) for place, user in enumerate(USERS)}
    knobs = GROUPS.format(random.choice((0, 3, 10)), random.choice((0, 2)), random.choice((0.0, 0.2, 0.5)))
    knobs += f"GROUP_ACCEPT_SURPLUS = {random.random() < 0.5}\nGROUP_AUTOREGROUP = {random.random() < 0.3}\n"
    knobs += f"NEGOTIATOR_CONSIDER_PREEMPTION = {random.random() < 0.7}\n"
    knobs += f"PREEMPTION_REQUIREMENTS = {random.choice(POLICIES)}\n"
    knobs += f"CLAIM_PARTITIONABLE_LEFTOVERS = {random.random() < 0.8}\n"
    knobs += f"MAX_CONCURRENT_UPLOADS_PER_USER = {random.choice((0, 4, 20))}\n"
    knobs += f"MAX_JOBS_RUNNING = {random.choice((5, 20, 1000))}\n"
    knobs += "".join(f"{name}_LIMIT = {most}\n" for name, most in LIMITS.items())
    ads = [submitter(user, len(waiting[user])) for user in USERS]
    values = {user: float(random.choice((500, 1000, 50000)) + place) for place, user in enumerate(USERS)}
    return cycle(slots, ads, [ad for user in USERS for ad, _ in waiting[user]], priorities(values), knobs)


def shipped(folder: Path) -> Outcome:
    if (folder / "pool.toml").exists():
        written = read_handwritten(folder / "pool.toml", NOW)
        return negotiate(written.pool, Ledger.empty(), config.read(None, environ={}, overrides=written.config), NOW)
    settings = config.read(folder / "condor_config", environ={})
    return negotiate(read_snapshot(folder), Ledger.read(folder / "Accountantnew.log"), settings, NOW)


CYCLES = [*(f"drawn {seed}" for seed in range(100)), *(example.name for example in examples.shipped())]


@pytest.fixture(scope="module", params=CYCLES)
def outcome(request: pytest.FixtureRequest) -> Outcome:
    kind, _, seed = str(request.param).partition(" ")
    return drawn(int(seed)) if kind == "drawn" else shipped(examples.find(kind).folder)


def document(outcome: Outcome) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(outcome_json(outcome))
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
    for visit in outcome.visits:
        assert (ending(visit).tone is Tone.GOOD) == (visit.left == 0)
    for name in {visit.submitter for visit in outcome.visits}:
        theirs = [visit for visit in outcome.visits if visit.submitter == name]
        left = {visit.schedd: visit.left for visit in theirs}
        assert (last_ending(theirs).tone is Tone.GOOD) == (sum(left.values()) == 0)
    for visit in document(outcome)["visits"]:
        assert (visit["stopped"] == NO_JOBS_LEFT) == (visit["left"] == 0)


def test_the_tables_say_the_same(outcome: Outcome) -> None:
    told, text = document(outcome), printed(outcome)
    groups, visits = rows(text, "group"), rows(text, "spin")
    won = sum(float(row["got"].rstrip("*")) for row in visits if row["got"])
    assert won == pytest.approx(told["summary"]["weight"], abs=0.01 * len(visits))
    if groups:
        assert won == pytest.approx(sum(float(row["got"].rstrip("*")) for row in groups), abs=0.01 * len(visits))
        assert sum(int(row["left"]) for row in groups) == told["summary"]["idle_left"]
    assert sum(int(row["matches"]) for row in visits if row["matches"]) == told["summary"]["matches"]
    starts = "start" if visits and "start" in visits[0] else "matches"
    assert sum(int(row[starts]) for row in visits if row[starts]) == told["summary"]["jobs"]
    first = re.search(r"; (\d+) jobs? to start, (\d+) left idle$", text.splitlines()[0])
    assert first is not None
    assert (int(first[1]), int(first[2])) == (told["summary"]["jobs"], told["summary"]["idle_left"])
    for row in visits:
        if row["stopped"] == NO_JOBS_LEFT:
            assert row["left"] == "0"
        elif row["stopped"] not in ("", NEVER_VISITED):
            assert int(row["left"]) > 0


def printed(outcome: Outcome) -> str:
    out = StringIO()
    print_outcome(outcome, Console(width=1000, file=out))
    return out.getvalue()


def rows(text: str, first: str) -> list[dict[str, str]]:
    """The rows of the table whose last line of headings begins so: each number by its heading, and the last words."""
    lines = iter(text.splitlines())
    head = next((line for line in lines if line.split()[:1] == [first]), None)
    if head is None:
        return []
    columns = [(match[0], match.end()) for match in re.finditer(r"\S+(?: \S+)*", head)]
    found = []
    for line in lines:
        if not line.strip() or line.startswith(("*", "jobs start")):
            break
        row = {}
        for name, end in columns:
            upto = line[:end].rstrip() if len(line[:end].rstrip()) == end else ""
            row[name] = upto.split()[-1] if upto else ""
        if columns[-1][0] == "stopped":
            row["stopped"] = line[columns[-2][1] :].strip()
        found.append(row)
    return found


def test_the_drawn_pools_show_what_they_are_to_show() -> None:
    """Matches that start several jobs and one, limits that are gone beyond, all words for an end but the rarest."""
    cycles = [drawn(seed) for seed in range(100)]
    assert any(match.jobs > 1 for outcome in cycles for match in outcome.matches)
    assert any(outcome.unvisited for outcome in cycles)
    words = {ending(visit).words for outcome in cycles for visit in outcome.visits}
    assert words >= {NO_JOBS_LEFT, "at its limit", "no slot found", "preemption refused", "no more offered"}
    assert f"a.ann@{DOMAIN}" in {visit.submitter for outcome in cycles for visit in outcome.visits}
