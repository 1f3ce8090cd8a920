"""The page about a cycle: complete, escaped, and needing nothing else."""

import base64
import hashlib
import re
from datetime import UTC
from typing import Any

import pytest

from tests.negotiation.builders import free, held, jobs, priorities, scenario, submitter
from tests.negotiation.recorded import each_pool, recorded
from tests.negotiation.test_starts import machine
from tests.report.pages import HEAD, Reader, read
from userprio.negotiation import Outcome, Reason, diagnosed, summarise
from userprio.pool.scenario import ScenarioData
from userprio.report.cycle import group_lines
from userprio.report.page.cycle import asked, report_page
from userprio.report.page.parts import PageHead, bar, name_text, number, scale_of, text


def page_of(pool: ScenarioData, head: PageHead = HEAD) -> str:
    return report_page(diagnosed(pool), head)


def shown(*pool: Any, knobs: str = "") -> Reader:
    return read(page_of(scenario(*pool, knobs=knobs)))


def outcome_of(*pool: Any, knobs: str = "") -> Outcome:
    return diagnosed(scenario(*pool, knobs=knobs))


def crowded() -> ScenarioData:
    knobs = "GROUP_NAMES = a, a.b\nGROUP_QUOTA_a = 6\nGROUP_QUOTA_a.b = 2\nGROUP_QUOTA_c = 1\n"
    slots = [*free(6), *held("a.b.bob", 2, 7)]
    waiting = [*jobs("a.ann", 5, 1), *jobs("a.b.bob", 3, 2), *jobs("eve", 2, 3, RequestCpus=8)]
    ads = [submitter("a.ann", 5), submitter("a.b.bob", 3, running=2), submitter("eve", 2)]
    return scenario(slots, ads, waiting, knobs=knobs)


def test_groups_submitters_and_waiting_jobs_are_there() -> None:
    found = read(page_of(crowded()))
    for words in ("Negotiation cycle of lab", "a.ann@pool.test", "eve@pool.test", "no slot matches", "in use before"):
        assert words in found.text
    assert "userprio 1" in found.text


def test_a_groups_bar_and_its_figures_are_those_of_its_subtree() -> None:
    """Group a has nothing in use itself and a.b two; of its quota of 6 both come to 2 + 4."""
    found = read(page_of(crowded()))
    heads = found.row("group")
    a, itself, b = (dict(zip(heads, found.row(name), strict=True)) for name in ("a", "a itself", "b"))
    assert "in use 2, won 4, quota 6" in found.labels()
    assert (a["in use"], a["won"], a["subtree quota"], a["idle left"]) == ("2", "4", "6", "4")
    assert (itself["in use"], itself["won"], b["in use"], b["won"]) == ("0", "4", "2", "0")


@each_pool
def test_the_groups_at_the_top_come_to_all_there_is(name: str) -> None:
    outcome = diagnosed(recorded(name).scenario)
    top = [line.figures for line in group_lines(outcome, summarise(outcome)) if line.depth == 0]
    if outcome.groups:
        assert sum(row.held for row in top) == pytest.approx(sum(group.usage for group in outcome.groups))
        assert sum(row.won for row in top) == pytest.approx(sum(match.cost for match in outcome.matches))
        assert sum(row.left for row in top) == sum(group.left for group in outcome.groups)


def test_every_group_and_submitter_has_a_bar_whose_figures_are_told() -> None:
    labels = read(page_of(crowded())).labels()
    assert len(labels) == 4 + 3
    assert "in use 0, won 4, its share comes to 4" in labels


def test_all_bars_of_a_table_have_one_scale_that_of_the_largest_amount_or_quota() -> None:
    """The quota of a's subtree, 6, is the most; a.b's quota of 2 is a third of it."""
    page = page_of(crowded())
    (of_a,) = re.findall(r'title="in use 2, won 4, quota 6">(.*?)</span>', page)
    (of_b,) = re.findall(r'title="in use 2, won 0, quota 2">(.*?)</span>', page)
    assert 'class="mark" style="left:100.00%"' in of_a
    assert 'class="used" style="left:0.00%;width:33.33%"' in of_b
    assert 'class="mark" style="left:33.33%"' in of_b


def test_the_largest_finite_amount_is_the_scale() -> None:
    assert scale_of([1.0, None, float("inf"), float("nan"), 3.0]) == 3.0
    assert scale_of([]) == 0.0


def test_nothing_is_loaded_from_anywhere() -> None:
    page = page_of(crowded())
    reader = read(page)
    assert not {"link", "img", "iframe", "object"} & {tag for tag, _ in reader.elements}
    assert not [attributes for _, attributes in reader.elements if {"src", "action"} & attributes.keys()]
    references = [attributes["href"] for _, attributes in reader.elements if "href" in attributes]
    places = {f"#{attributes['id']}" for _, attributes in reader.elements if "id" in attributes}
    assert references
    assert set(references) <= places
    assert "url(" not in page
    assert "@import" not in page
    assert "default-src 'none'" in page


def test_only_the_script_of_the_page_may_run() -> None:
    page = page_of(crowded())
    (script,) = read(page).scripts
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}';" in page
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval|fetch|XMLHttp|import\(", script)


def test_light_and_dark_and_paper_are_meant() -> None:
    page = page_of(crowded())
    assert "prefers-color-scheme: dark" in page
    assert "color-scheme: light dark" in page
    assert "@media print" in page


EVIL = ("<script>alert(1)</script>", '"><img/src=x>', "&lt;b&gt;", "'onmouseover='x", "</script><b>", "${x}`$(y)")


@pytest.mark.parametrize("evil", EVIL)
def test_names_are_text_wherever_they_stand(evil: str) -> None:
    quoted = evil.replace('"', '\\"')
    knobs = "GROUP_NAMES = g\nGROUP_QUOTA_g = 1\n"
    queued = jobs(f"g.{quoted}", 3, 1, RequestCpus=8)
    ads = [submitter(f"g.{quoted}", 3, ScheddName=f'"{quoted}"'), submitter(quoted, 2)]
    page = report_page(diagnosed(scenario(free(1), ads, queued, knobs=knobs)), PageHead(evil, UTC, evil, (evil, evil)))
    found = read(page)
    tags = [tag for tag, _ in found.elements]
    assert (tags.count("script"), tags.count("img"), tags.count("b")) == (1, 0, 6)
    assert not [name for _, attributes in found.elements for name in attributes if name.startswith("on")]
    names = {attributes["data-name"] for _, attributes in found.elements if "data-name" in attributes}
    assert {f"g.{evil}@pool.test", f"{evil}@pool.test"} <= names
    together = "".join(found.shown)
    assert f"{evil}@pool.test" in together
    assert f"Negotiation cycle of {evil}" in together


def test_what_would_rewrite_a_screen_shows_as_an_escape() -> None:
    assert text("a\x1b[2Jb\u202e") == "a\\x1b[2Jb\\u202e"
    assert "\x1b" not in bar((), None, "a\x1b[2J", 1.0)


def test_a_name_is_broken_between_its_groups_and_not_in_its_domain() -> None:
    assert name_text("a.b.ann@pool.test") == "a.<wbr>b.<wbr>ann<wbr>@pool.test"


def test_a_number_that_is_none_leaves_its_cell_empty_and_an_infinity_sorts_as_such() -> None:
    assert number(None) == ""
    assert 'value="-Infinity"' in number(float("-inf"))
    assert 'value=""' in number(float("nan"))
    assert number(0.125, "12.5%") == '<data value="0.125">12.5%</data>'


def test_without_groups_and_submitters_the_page_says_so() -> None:
    found = shown(free(1), [], []).text
    assert "Nobody asked for anything." in found
    assert "No job waits." in found
    assert "Groups" not in found


def test_who_loses_slots_to_whom_is_told() -> None:
    knobs = "PREEMPTION_REQUIREMENTS = RemoteUserPrio > SubmitterUserPrio * 1.2\n"
    ledger = priorities({"old": 9000, "new": 1000})
    ads = [submitter("old", 0, running=4), submitter("new", 3)]
    pool = scenario(held("old", 4, 1), ads, jobs("new", 3, 1), ledger, knobs)
    (taken,) = summarise(diagnosed(pool)).takeovers
    assert (taken.winner, taken.loser, len(taken.slots), taken.weight) == ("new@pool.test", "old@pool.test", 3, 3)
    page = page_of(pool)
    assert "priority preemption" in read(page).text
    # What is lost is part of what was in use, and drawn as such: one of four slots is kept.
    (drawn,) = re.findall(r'title="in use 4, won 0, lost 3[^"]*">(.*?)</span>', page)
    assert re.findall(r'class="(used|lost)" style="left:([\d.]+)%;width:([\d.]+)%"', drawn) == [
        ("used", "0.00", "25.00"),
        ("lost", "25.00", "75.00"),
    ]
    assert "lost in it" in read(page).text


def test_a_submitter_is_one_row_over_all_its_visits() -> None:
    ads = [submitter("ann", 3), submitter("bob", 9)]
    outcome = outcome_of(free(8), ads, [*jobs("ann", 3, 1), *jobs("bob", 9, 2)])
    rows = {each.name.partition("@")[0]: each for each in summarise(outcome).submitters}
    assert {name: (each.won, each.left, each.reason) for name, each in rows.items()} == {
        "ann": (3, 0, Reason.SATISFIED),
        "bob": (5, 4, Reason.SLOTS_TAKEN),
    }
    assert (rows["bob"].share, rows["bob"].due) == (0.5, 4)


def test_a_bar_never_leaves_its_track() -> None:
    drawn = bar((("used", 30.0), ("got", 90.0)), 250.0, "about", 100.0)
    assert "left:30.00%;width:70.00%" in drawn
    assert "left:100.00%" in drawn
    assert "width" not in bar((("used", 0.0),), None, "no pool", 0.0)
    assert "mark" not in bar((("used", 1.0),), float("nan"), "a share of nothing", 1.0)


def test_what_a_match_is_worth_and_who_waits_unvisited_is_told() -> None:
    knobs = "GROUP_NAMES = g\nGROUP_QUOTA_g = 0\nGROUP_ACCEPT_SURPLUS = False\n"
    ads = [submitter("ann", 20), submitter("g.bob", 3)]
    found = shown([machine()], ads, [*jobs("ann", 20, 1), *jobs("g.bob", 3, 2)], knobs=knobs).text
    assert "16 jobs expected to start" in found.replace("16jobs", "16 jobs")
    assert "CLAIM_PARTITIONABLE_LEFTOVERS" in found
    assert "group without quota" in found
    assert "satisfied" not in found


def test_each_class_of_waiting_jobs_says_what_it_asks_for_and_why_it_waits() -> None:
    """Ann's three get three of eight slots, bob's nine small ones the other five."""
    ads = [submitter("ann", 3), submitter("bob", 11)]
    small, large = jobs("bob", 9, 2), jobs("bob", 2, 3, RequestCpus=8, RequestMemory=4096)
    found = shown(free(8), ads, [*jobs("ann", 3, 1), *small, *large])
    assert found.rows[-2:] == [
        ["bob@pool.test", "2.5", "1 core, 100 MB", "4", "8", "slots given to others", "no match found"],
        ["bob@pool.test", "3.0", "8 cores, 4 GB", "2", "0", "no slot matches", "no match found"],
    ]


def test_beyond_its_limit_a_submitter_waits_for_that_whatever_was_refused_last() -> None:
    """Two with equal priorities share six slots; what the first asks for beyond its three is refused in its visit."""
    ads = [submitter("ann", 9), submitter("bob", 9)]
    waiting = outcome_of(free(6), ads, [*jobs("ann", 9, 1), *jobs("bob", 9, 2)]).waiting
    reasons = {(each.submitter.partition("@")[0], each.jobs, each.reason) for each in waiting}
    assert reasons == {("ann", 6, Reason.SUBMITTER_LIMIT), ("bob", 6, Reason.SUBMITTER_LIMIT)}


def test_slots_that_were_left_out_beforehand_fit_too() -> None:
    """Of two slots one is somebody's, and preemption is off: the negotiator does not look at it."""
    knobs = "NEGOTIATOR_CONSIDER_PREEMPTION = False\n"
    slots = [*free(1, Cpus=1), *held("old", 1, 2, Cpus=8)]
    ads = [submitter("old", 0, running=1), submitter("new", 2)]
    (jobs_of_new,) = outcome_of(slots, ads, jobs("new", 2, 1, RequestCpus=8), knobs=knobs).waiting
    assert (jobs_of_new.reason, jobs_of_new.fits) == (Reason.PREEMPTION_OFF, 1)


def test_what_jobs_ask_for_reads_as_people_say_it() -> None:
    assert asked({"Cpus": 1, "Memory": 2048, "Disk": 100, "GPUs": 2, "Licences": 1.5}) == (
        "1 core, 2 GB, 2 GPUs, Licences 1.5"
    )
    assert asked({"cpus": 2, "memory": 1500}) == "2 cores, 1500 MB"
    assert asked({"Disk": 2 * 1024 * 1024}) == "2 GB of disk"


@each_pool
def test_nobody_whose_jobs_wait_is_said_to_have_none_left(name: str) -> None:
    outcome = diagnosed(recorded(name).scenario)
    names = {each.submitter for each in outcome.waiting}
    for each in summarise(outcome).submitters:
        assert (each.reason in (Reason.SATISFIED, Reason.NO_IDLE_JOBS)) == (each.name not in names)
    assert Reason.SATISFIED not in {each.reason for each in outcome.waiting}
