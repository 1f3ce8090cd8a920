"""The page about a cycle: complete, escaped, and needing nothing else."""

from collections.abc import Mapping
from datetime import UTC
from html.parser import HTMLParser
from typing import Any

import pytest

from tests.negotiation.builders import cycle, free, held, jobs, priorities, submitter
from tests.negotiation.test_starts import machine
from userprio.negotiation import Outcome
from userprio.report.html import bar, text
from userprio.report.page import PageHead, report_page, submitter_summaries, takeovers

HEAD = PageHead("lab", UTC, "userprio 1")
VOID = {"meta", "wbr"}


class Reader(HTMLParser):
    """Checks that elements are closed in order, and keeps what is shown and what it refers to."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.shown: list[str] = []
        self.elements: list[tuple[str, Mapping[str, Any]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.shown.append(data)


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader


def shown(outcome: Outcome, head: PageHead = HEAD) -> str:
    return " ".join("".join(read(report_page(outcome, head)).shown).split())


def crowded() -> Outcome:
    knobs = "GROUP_NAMES = a, a.b\nGROUP_QUOTA_a = 6\nGROUP_QUOTA_a.b = 2\nGROUP_QUOTA_c = 1\n"
    slots = [*free(6), *held("a.b.bob", 2, 7)]
    waiting = [*jobs("a.ann", 5, 1), *jobs("a.b.bob", 3, 2), *jobs("eve", 2, 3, RequestCpus=8)]
    ads = [submitter("a.ann", 5), submitter("a.b.bob", 3, running=2), submitter("eve", 2)]
    return cycle(slots, ads, waiting, knobs=knobs)


def test_groups_submitters_and_rejections_are_there() -> None:
    found = shown(crowded())
    for word in (
        "Negotiation cycle of lab",
        "a.ann@pool.test",
        "eve@pool.test",
        "no match found",
        "6 in use before"[2:],
    ):
        assert word in found
    assert "userprio 1" in found


def test_every_group_and_submitter_has_a_bar_whose_figures_are_told() -> None:
    bars = [
        attributes
        for tag, attributes in read(report_page(crowded(), HEAD)).elements
        if tag == "span" and "aria-label" in attributes
    ]
    assert len(bars) == 3 + 3
    assert "in use 2, won 4, quota 6 with all below it" in [attributes["aria-label"] for attributes in bars]


def test_nothing_is_loaded_from_anywhere() -> None:
    page = report_page(crowded(), HEAD)
    reader = read(page)
    assert not {"script", "link", "img", "iframe", "object"} & {tag for tag, _ in reader.elements}
    assert not [attributes for _, attributes in reader.elements if {"src", "href", "action"} & attributes.keys()]
    assert "url(" not in page
    assert "@import" not in page
    assert "default-src 'none'" in page


def test_light_and_dark_are_both_meant() -> None:
    page = report_page(crowded(), HEAD)
    assert "prefers-color-scheme: dark" in page
    assert "color-scheme: light dark" in page


@pytest.mark.parametrize("evil", ["<script>alert(1)</script>", '"><img/src=x>', "&lt;b&gt;", "'onmouseover='x"])
def test_names_are_text_wherever_they_stand(evil: str) -> None:
    outcome = cycle(free(1), [submitter(evil.replace('"', '\\"'), 2)], jobs("nobody", 1, 1))
    found = read(report_page(outcome, PageHead(evil, UTC, evil)))
    assert not {"script", "img"} & {tag for tag, _ in found.elements}
    assert not [name for _, attributes in found.elements for name in attributes if name.startswith("on")]
    together = "".join(found.shown)
    assert f"{evil}@pool.test" in together
    assert f"Negotiation cycle of {evil}" in together


def test_what_would_rewrite_a_screen_shows_as_an_escape() -> None:
    assert text("a\x1b[2Jb\u202e") == "a\\x1b[2Jb\\u202e"


def test_without_groups_and_submitters_the_page_says_so() -> None:
    found = shown(cycle(free(1), [], []))
    assert "Nobody asked for anything." in found
    assert "No request was refused." in found
    assert "Groups" not in found


def test_who_loses_slots_to_whom_is_told() -> None:
    knobs = "PREEMPTION_REQUIREMENTS = RemoteUserPrio > SubmitterUserPrio * 1.2\n"
    ledger = priorities({"old": 9000, "new": 1000})
    ads = [submitter("old", 0, running=4), submitter("new", 3)]
    outcome = cycle(held("old", 4, 1), ads, jobs("new", 3, 1), ledger, knobs)
    (one,) = takeovers(outcome.matches)
    assert (one.winner, one.loser, one.slots, one.weight) == ("new@pool.test", "old@pool.test", 3, 3)
    assert "priority preemption" in shown(outcome)


def test_a_submitter_is_one_row_over_all_its_visits() -> None:
    ads = [submitter("ann", 3), submitter("bob", 9)]
    outcome = cycle(free(8), ads, [*jobs("ann", 3, 1), *jobs("bob", 9, 2)])
    rows = {one.name.partition("@")[0]: one for one in submitter_summaries(outcome)}
    assert {name: (one.got, one.jobs_left, one.stopped.words) for name, one in rows.items()} == {
        "ann": (3, 0, "no jobs left"),
        "bob": (5, 4, "no slot found"),
    }
    assert rows["bob"].share == 0.5


def test_a_bar_never_leaves_its_track() -> None:
    drawn = bar((("used", 30.0), ("got", 90.0)), 100.0, 250.0, "about")
    assert "left:30.00%;width:70.00%" in drawn
    assert "left:100.00%" in drawn
    assert "width" not in bar((("used", 1.0),), 0.0, None, "no pool")


def test_what_a_match_is_worth_and_who_waits_unvisited_is_told() -> None:
    knobs = "GROUP_NAMES = g\nGROUP_QUOTA_g = 0\nGROUP_ACCEPT_SURPLUS = False\n"
    ads = [submitter("ann", 20), submitter("g.bob", 3)]
    found = shown(cycle([machine()], ads, [*jobs("ann", 20, 1), *jobs("g.bob", 3, 2)], knobs=knobs))
    assert "16 jobs expected to start" in found.replace("16jobs", "16 jobs")
    assert "CLAIM_PARTITIONABLE_LEFTOVERS" in found
    assert "never visited" in found
    assert "satisfied" not in found
