"""Every screen, format and command says the same reason why a submitter's jobs wait, with the same number of jobs."""

import pytest

from tests.marks import slow, slow_sample
from tests.report.written import csv_text
from tests.screens.cycles import CYCLES, DRAWN, PLAIN, RECORDED, SHIPPED, Cycle, ranked
from tests.screens.printed import coloured, csv_table, holding_back, table, why
from userprio.analysis.explain import Reason
from userprio.analysis.wait import WaitTerms, wait
from userprio.base.formats import EVERYTHING
from userprio.report import CycleRows

WHY = "why no more"


def test_the_document_gives_each_submitter_the_reasons_of_its_waiting_jobs(cycle: Cycle) -> None:
    for name, each in cycle.submitters.items():
        said = [(one["reason"], one["jobs"]) for one in each["reasons"]]
        if name in cycle.waiting:
            assert said == ranked(cycle.waiting[name])
            assert each["reason"] == said[0][0]
            assert each["left"] == sum(jobs for _, jobs in said)
        else:
            assert (said, each["left"]) == ([], 0)
    assert set(cycle.waiting) <= set(cycle.submitters)


def test_the_last_line_of_a_submitter_at_a_schedd_says_why_most_jobs_there_wait(cycle: Cycle) -> None:
    document = cycle.document
    turns = [(each["submitter"], each["schedd"]) for each in (*document["visits"], *document["unvisited"])]
    last = {where: place for place, where in enumerate(turns)}
    expected: list[str | None] = [None] * len(turns)
    for where, place in last.items():
        # Those without waiting jobs are looked at below.
        expected[place] = ranked(cycle.waiting_at[where])[0][0] if where in cycle.waiting_at else str(Reason.SATISFIED)
    visits = len(document["visits"])
    assert [each["stopped"] for each in document["visits"]] == expected[:visits]
    assert [row["stopped"] for row in cycle.csv_of(CycleRows.VISITS)] == [one or "" for one in expected[:visits]]
    if turns:
        for screen in (cycle.visits, cycle.visits_on_a_terminal):
            shown = table(screen, "Submitters in the order")
            assert shown is not None
            assert [row[WHY] for row in shown.rows] == [one or "" for one in expected]


def test_the_line_of_a_submitter_says_why_most_of_its_jobs_wait(cycle: Cycle) -> None:
    expected = {name: ranked(reasons)[0][0] for name, reasons in cycle.waiting.items()}
    said = [{row["submitter"]: row["reason"] for row in cycle.csv_of(CycleRows.SUBMITTERS)}]
    shown = [
        table(cycle.screen, "Submitters"),
        table(cycle.by_submitter, "Submitters"),
        cycle.table_of(CycleRows.SUBMITTERS),
        cycle.page.get("submitters"),
    ]
    said += [{row["submitter"]: row[WHY] for row in each.rows} for each in shown if each is not None]
    assert len(said) == 5 or not cycle.submitters
    below_titles = table(cycle.terminal, "Submitters")
    if below_titles is not None:
        said.append(dict(zip(cycle.below_titles, [row[WHY] for row in below_titles.rows], strict=True)))
    for each in said:
        assert set(each) == set(cycle.submitters)
        assert {name: each[name] for name in expected} == expected


def test_the_page_lists_the_same_jobs_with_the_same_reasons(cycle: Cycle) -> None:
    rows = cycle.page["waiting jobs"].rows if "waiting jobs" in cycle.page else ()
    assert sorted((row["submitter"], row["why"], int(row["waiting"])) for row in rows) == sorted(
        (each["submitter"], each["reason"], each["jobs"]) for each in cycle.document["waiting"]
    )


def test_explain_says_the_same_reasons_with_as_many_jobs(cycle: Cycle) -> None:
    for name in cycle.waiting.keys() & cycle.asked_about:
        expected = ranked(cycle.waiting[name])
        screen, document = cycle.explain(name), cycle.explain_json(name)
        assert [(said.reason, said.jobs) for said in why(screen)] == expected
        causes = (document["primary"], *document["others"])
        assert [(each["reason"], each["jobs"]) for each in causes] == expected
        rows = csv_table(csv_text(cycle.explained(name)))
        assert [(row["reason"], int(row["jobs"])) for row in rows] == expected


def test_explain_says_the_same_of_each_visit_as_the_cycle(cycle: Cycle) -> None:
    for name in cycle.waiting.keys() & cycle.asked_about:
        visits = [each for each in cycle.document["visits"] if each["submitter"] == name]
        shown, document = table(cycle.explain(name), "Visits"), cycle.explain_json(name)
        assert document["stopped"] == [each["stopped"] for each in visits]
        said = [row[WHY] for row in shown.rows] if shown else []
        assert said == [each["stopped"] or "" for each in visits]


def test_explain_of_a_group_says_the_same_of_its_members(cycle: Cycle) -> None:
    told: dict[str, str] = {}
    for explained in cycle.groups_explained.values():
        shown = table(coloured(explained, EVERYTHING), "Members")
        told |= {row["submitter"]: row[WHY] for row in shown.rows} if shown else {}
        waiting = [cycle.waiting[member.name].total() for member in explained.members if member.name in cycle.waiting]
        assert explained.jobs_left == sum(waiting)
    if cycle.document["groups"]:
        expected = {name: ranked(reasons)[0][0] for name, reasons in cycle.waiting.items()}
        assert {name: told[name] for name in expected} == expected


def test_those_for_whom_no_job_waits_are_told_the_same_everywhere(cycle: Cycle) -> None:
    members = {
        member.name: str(member.finding.reason)
        for explained in cycle.groups_explained.values()
        for member in explained.members
    }
    page = {row["submitter"]: row[WHY] for row in cycle.page["submitters"].rows} if cycle.submitters else {}
    for name in (cycle.submitters.keys() - cycle.waiting.keys()) & cycle.asked_about:
        each = cycle.submitters[name]
        (said,) = why(cycle.explain(name))
        assert (said.reason, said.jobs) == (each["reason"], 0)
        assert page[name] == each["reason"]
        assert members.get(name, each["reason"]) == each["reason"]


WAITED_FOR = [*PLAIN[:3], *slow((*SHIPPED, *RECORDED[::8])), *slow_sample(DRAWN[::15])]


@pytest.mark.parametrize("cycle", WAITED_FOR, indirect=True)
def test_wait_says_the_same_reasons_with_as_many_jobs(cycle: Cycle) -> None:
    terms = WaitTerms(futures=1, horizon_s=60, remedies=False)
    in_queue = [name for name, reasons in cycle.waiting.items() if set(reasons) != {str(Reason.JOBS_MISSING)}]
    for name in in_queue[:4]:
        said = holding_back(coloured(wait(cycle.scenario, terms, name), EVERYTHING))
        assert [(each.reason, each.jobs) for each in said] == ranked(cycle.waiting[name])


def test_the_cycles_are_of_all_kinds() -> None:
    assert len(CYCLES) == len({*SHIPPED, *RECORDED, *DRAWN})
