"""The same promises, typed: what the commands write themselves."""

import json
from collections import Counter, defaultdict

import pytest

from tests.cli.conftest import Run
from tests.screens.cycles import ranked
from tests.screens.printed import Table, csv_table, holding_back, page_tables, table, why
from userprio.cli.environment import ExitStatus

WHY = "why no more"
COLOURED = ("--color", "always")
SHOWN = {"COLUMNS": "1000", "TERM": "xterm"}


def shown(userprio: Run, pool: str, *arguments: str, title: str = "Submitters") -> Table:
    done = userprio(*COLOURED, "--snapshot", pool, *arguments, **SHOWN)
    assert done.status is ExitStatus.DONE
    found = table(done.out, title)
    assert found is not None
    return found


@pytest.mark.parametrize("pool", ["physics", "fairshare"])
def test_all_commands_say_the_same_reasons(userprio: Run, pool: str) -> None:
    document = json.loads(userprio("--snapshot", pool, "negotiate", "--format", "json").out)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for each in document["waiting"]:
        counts[each["submitter"]][each["reason"]] += each["jobs"]
    assert counts
    expected = {name: ranked(reasons)[0][0] for name, reasons in counts.items()}
    in_order = {row["submitter"]: row[WHY] for row in shown(userprio, pool, "negotiate").rows}
    by_name = {row["submitter"]: row[WHY] for row in shown(userprio, pool, "negotiate", "--sort", "submitter").rows}
    first = {row["submitter"]: row[WHY] for row in shown(userprio, pool, "negotiate", "--top", "50").rows}
    written = userprio("--snapshot", pool, "negotiate", "--rows", "submitters", "--format", "csv").out
    in_csv = {row["submitter"]: row["reason"] for row in csv_table(written)}
    in_json = {each["submitter"]: each["reason"] for each in document["submitters"]}
    page = page_tables(userprio("--snapshot", pool, "report", "-o", "-").out)
    on_page = {row["submitter"]: row[WHY] for row in page["submitters"].rows}
    for said in (in_order, by_name, first, in_csv, in_json, on_page):
        assert {name: said[name] for name in expected} == expected
    for name, reasons in counts.items():
        told = why(userprio(*COLOURED, "--snapshot", pool, "explain", name, **SHOWN).out)
        assert [(each.reason, each.jobs) for each in told] == ranked(reasons)
        assert told[0].colour in ("yellow", "red")
    name = next(iter(counts))
    brief = ("--futures", "1", "--for", "1m", "--no-remedies")
    held = holding_back(userprio("--snapshot", pool, "wait", name, *brief, **SHOWN).out)
    assert [(each.reason, each.jobs) for each in held] == ranked(counts[name])


def test_members_of_groups_are_told_what_the_cycle_says(userprio: Run) -> None:
    document = json.loads(userprio("--snapshot", "physics", "negotiate", "--format", "json").out)
    reasons = {each["submitter"]: each["reason"] for each in document["submitters"]}
    members = 0
    for group in document["groups"]:
        done = userprio(*COLOURED, "--snapshot", "physics", "explain", "--group", group["name"], **SHOWN)
        found = table(done.out, "Members")
        for row in found.rows if found else ():
            if row["submitter"] in reasons:
                assert row[WHY] == reasons[row["submitter"]]
                members += 1
    assert members == len(reasons)


@pytest.mark.parametrize("pool", ["physics", "fairshare", "thirds"])
@pytest.mark.parametrize("column", ["takes_from", "because", "rejections", "spin", "round", "subtree_quota", "lost"])
def test_a_column_of_one_pool_is_a_column_of_every_pool(userprio: Run, pool: str, column: str) -> None:
    done = userprio("--snapshot", pool, "negotiate", "--columns", column)
    assert (done.status, done.err) == (ExitStatus.DONE, "")
