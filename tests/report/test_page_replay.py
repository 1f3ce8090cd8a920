"""The page about a replay: doubt first, both policies side by side, and charts that say what the figures say."""

import re
from datetime import UTC

import pytest
from msgspec.structs import replace

from tests.negotiation.builders import NOW, configured, free
from tests.report.pages import HEAD, Reader, read
from tests.simulation.test_replay import KNOBS, ended
from userprio.classad import Ad
from userprio.ledger import Ledger
from userprio.pool import Pool, ScenarioData
from userprio.report.page.comparison import replay_page
from userprio.report.page.parts import PageHead, chart, stack
from userprio.simulation import CHANGED, Replay, ReplayTerms, replay_history
from userprio.simulation.history import history_of

HOUR = 3600


def eight() -> list[Ad]:
    """Four jobs each of ann and bob, an hour long, that came in the same minute and ran on eight cores."""
    return [ended("ann" if number % 2 else "bob", number, 10, 60, HOUR) for number in range(1, 9)]


def lived(slots: int, other: str | None = None, knobs: str = KNOBS) -> Replay:
    scenario = ScenarioData(Pool(tuple(free(slots))), Ledger.empty(), configured(knobs), NOW)
    others = {} if other is None else {CHANGED: replace(scenario, config=configured(f"{knobs}\n{other}"))}
    return replay_history(scenario, history_of(eight()), ReplayTerms(ends_at=NOW + 3 * HOUR, looks=True), others=others)


def page(found: Replay, head: PageHead = HEAD) -> Reader:
    return read(replay_page(found, head))


def test_what_is_not_near_stands_before_any_table() -> None:
    told = page(lived(4)).text
    doubt = told.index("This replay is not close to what really happened:")
    missing = told.index("machines are missing: slots of weight 8 were really in use at once, and there are 4 here")
    assert (
        doubt
        < missing
        < told.index("How close it is to what really happened 8 jobs whose start is known: 50% start within")
    )
    assert told.index("What is assumed") < told.index("machines are there all the time")


def test_a_replay_that_is_near_gives_no_cause_for_doubt() -> None:
    shown = page(lived(8))
    assert "not close" not in shown.text
    assert "8 jobs whose start is known: 100% start within 1m 0s (a cycle) of the truth" in shown.text
    assert not [attributes for _, attributes in shown.elements if attributes.get("class") == "doubt"]


def test_that_a_history_tells_of_no_starts_is_said_first() -> None:
    shown = page(replace(lived(8), calibration=None)).text
    assert "It is not known how close this is to what really happened: the history has no starts." in shown
    assert "How close it is" not in shown


def test_both_policies_stand_side_by_side() -> None:
    shown = page(lived(4, "NEGOTIATOR_INTERVAL = 1200"))
    assert shown.row("figure") == ["figure", "in force", "changed"]
    assert shown.row("measure") == ["measure", "in force", "changed", "what it is"]
    assert shown.row("Jain's index of use / entitlement")[3].startswith(
        "of use / entitlement of the submitters: (sum of x)²"
    )
    # Eight core-hours either way, as four slots come free again within the three hours.
    assert shown.row("used")[1:] == ["8", "8"]
    headings = next(row for row in shown.rows if row[0] == "submitter" and "wait median" in row)
    ann = dict(zip(headings, shown.rows[shown.rows.index(headings) + 1], strict=True))
    assert re.fullmatch(r"[\dhms ]+ → [\dhms ]+", ann["wait median"])


def test_use_over_time_and_waits_are_drawn_and_said_in_words() -> None:
    shown = page(lived(4))
    use = next(label for label in shown.labels() if label.startswith("weight in use over time, in force"))
    # 8 of the 12 core-hours that four slots have in three hours.
    assert use == "weight in use over time, in force: 66.7% of the pool"
    waits = next(label for label in shown.labels() if label.startswith("parts of the jobs over their waits"))
    assert "in force: median 3" in waits
    assert "really, 8 jobs whose start is known: median 50s" in waits
    lines = [attributes["class"] for tag, attributes in shown.elements if tag == "path"]
    assert {"band c0", "band c1", "line there", "line before", "line truth"} <= set(lines)


def test_a_stack_goes_up_and_back_by_the_heights() -> None:
    # A quarter, then a half, of the height of 300; above it a half throughout.
    drawn = stack([("ann", "c0", [0.25, 0.5]), ("bob", "c1", [0.5, 0.5])], [0.5, 1.0])
    assert 'd="M0 300V225H500V150H1000V300H0Z"' in drawn
    assert 'd="M0 225V75H500V0H1000V150H500V225H0Z"' in drawn


def test_what_is_nothing_all_the_time_is_not_drawn() -> None:
    assert stack([("ann", "c0", [0.0, 0.0])], [0.5, 1.0]) == ""


@pytest.mark.parametrize("submitter", ["<img/src=x>", '"><script>alert(1)</script>', "\x1b[31mred"])
def test_names_show_as_they_are(submitter: str) -> None:
    found = lived(4)
    looks = tuple(replace(look, weights={submitter: 1.0}) for look in found.in_force.looks)
    policy = replace(found.in_force, looks=looks, submitters=(replace(found.in_force.submitters[0], name=submitter),))
    shown = page(replace(found, policies=(policy,)), PageHead(submitter, UTC, submitter))
    assert submitter.replace("\x1b", "\\x1b") in shown.text
    assert len(shown.scripts) == 1
    assert "img" not in {tag for tag, _ in shown.elements}


def test_a_chart_says_what_it_is_whatever_its_words() -> None:
    shown = read(chart("<b>", 'a "quoted" & <word>', [], [], []))
    assert shown.labels() == ['a "quoted" & <word>']
    assert "<b>" in shown.text
