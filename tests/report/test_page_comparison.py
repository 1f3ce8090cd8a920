"""The page about a plan: what goes in, what comes out differently, and both cycles."""

from datetime import UTC

from tests.negotiation.builders import free, jobs, scenario, submitter
from tests.report.pages import HEAD, Reader, read
from userprio.analysis.plan import ChangePlace, Changes, KnobChange, plan
from userprio.pool.scenario import ScenarioData
from userprio.report.page.comparison import comparison_page
from userprio.report.page.parts import PageHead


def compared(pool: ScenarioData, knobs: dict[str, str], name: str = "spring", head: PageHead = HEAD) -> Reader:
    changes = Changes(knobs=tuple(KnobChange(*each, ChangePlace("here")) for each in knobs.items()))
    return read(comparison_page(plan(pool, changes), name, head))


def shared(one: str = "a", other: str = "b") -> ScenarioData:
    """Six slots, three for each of two groups with more to do than that."""
    knobs = "GROUP_NAMES = a, b\nGROUP_QUOTA_a = 3\nGROUP_QUOTA_b = 3\n"
    ads = [submitter(f"a.{one}", 9), submitter(f"b.{other}", 9)]
    return scenario(free(6), ads, [*jobs(f"a.{one}", 9, 1), *jobs(f"b.{other}", 9, 2)], knobs=knobs)


QUOTAS = {"GROUP_QUOTA_a": "5", "GROUP_QUOTA_b": "1"}


def test_who_gains_and_who_loses_is_told_with_both_sides() -> None:
    found = compared(shared("ann", "bob"), QUOTAS)
    assert "What spring would do to lab" in found.text
    rows = [row for row in found.rows if row[:1] == ["a.ann@pool.test"]]
    assert rows[0] == ["a.ann@pool.test", "", "3 → 5", "+2", "3 → 5"]
    rows = [row for row in found.rows if row[:1] == ["b.bob@pool.test"]]
    assert rows[0] == ["b.bob@pool.test", "", "3 → 1", "-2", "3 → 1"]
    assert {"holds before: 3", "holds after: 5", "holds after: 1"} <= set(found.labels())


def test_what_goes_in_and_what_differs_of_groups_is_told() -> None:
    found = compared(shared(), QUOTAS)
    assert ["GROUP_QUOTA_a", "3", "5"] in found.rows
    group = dict(zip(found.row("group"), found.row("a"), strict=True))
    assert (group["holds"], group["effective quota"], group["limit"]) == ("3 → 5", "3 → 5", "3 → 5")


def test_both_cycles_are_there_in_full_and_places_have_names_of_their_own() -> None:
    found = compared(shared(), QUOTAS)
    assert found.text.count("Where jobs wait, and why") == 2
    places = [attributes["id"] for _, attributes in found.elements if "id" in attributes]
    assert len(places) == len(set(places))
    assert {"before", "after", "before-1", "after-1"} <= set(places)
    references = {attributes["href"] for _, attributes in found.elements if "href" in attributes}
    assert references <= {f"#{place}" for place in places}


def test_where_nothing_differs_the_page_says_so() -> None:
    found = compared(shared(), {"GROUP_QUOTA_a": "3"})
    assert "Nothing changes: the cycle comes out the same." in found.text
    assert "These changes change nothing." in found.text
    assert "Who gains" not in found.text


def test_names_are_text_here_too() -> None:
    evil = "<img/src=x>"
    found = compared(shared(evil, "b"), QUOTAS, evil, PageHead(evil, UTC, evil))
    assert "img" not in {tag for tag, _ in found.elements}
    assert f"What {evil} would do to {evil}" in found.text
    assert f"a.{evil}@pool.test" in "".join(found.shown)
