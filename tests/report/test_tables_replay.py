"""The tables of a replay."""

import re

import pytest
from msgspec import structs

from tests.cli.test_exact_screens import CODES
from tests.negotiation.builders import NOW, configured, free
from tests.report.screen import drawn
from tests.report.written import blocks
from tests.simulation.test_replay import KNOBS, ended
from userprio.base.formats import View
from userprio.ledger import Ledger
from userprio.pool import Pool, ScenarioData
from userprio.report import TableBlock, selected
from userprio.simulation import CHANGED, Replay, ReplayTerms, replay_history
from userprio.simulation.history import history_of

GROUPS = "GROUP_NAMES = a, a.b, c\nGROUP_QUOTA_a = 4\nGROUP_QUOTA_a.b = 2\nGROUP_QUOTA_c = 1\n"


def test_use_of_subgroups_is_not_added_to_that_of_the_groups_that_include_it() -> None:
    """Cut off after the first group, the others are counted, but not summed up: two of them are the same use."""
    owners = enumerate((("ann", "a.b"), ("bob", "a.b"), ("cy", "c")), 1)
    jobs = [
        ended(owner, number, 10, 60, 3600, AccountingGroup=f'"{group}.{owner}"') for number, (owner, group) in owners
    ]
    scenario = ScenarioData(Pool(tuple(free(4))), Ledger.empty(), configured(f"{KNOBS}\n{GROUPS}"), NOW)
    replay = replay_history(scenario, history_of(jobs), ReplayTerms(ends_at=NOW + 3 * 3600))
    shown = selected(blocks(replay), View(top=1)).blocks
    (groups,) = (block for block in shown if isinstance(block, TableBlock) and block.title == "Groups")
    name, *figures = (cell.text for cell in groups.rows[-1].cells)
    assert name.endswith("more groups")
    assert not any(figures)


def lived(other_slots: int | None) -> Replay:
    """Eight jobs of an hour, of ann and bob, that came in the same minute and ran at once; and so on fewer slots."""
    jobs = [ended("ann" if number % 2 else "bob", number, 10, 60, 3600) for number in range(1, 9)]
    scenario = ScenarioData(Pool(tuple(free(8))), Ledger.empty(), configured(KNOBS), NOW)
    changed = None if other_slots is None else structs.replace(scenario, pool=Pool(tuple(free(other_slots))))
    others = {} if changed is None else {CHANGED: changed}
    return replay_history(scenario, history_of(jobs), ReplayTerms(ends_at=NOW + 3 * 3600, looks=True), others=others)


@pytest.fixture(scope="module")
def smaller() -> Replay:
    return lived(4)


@pytest.mark.parametrize("width", [60, 80, 120, 200])
def test_what_would_have_changed_stands_first_then_how_close_it_is_and_caveats_last(
    smaller: Replay, width: int
) -> None:
    lines = CODES.sub("", drawn(smaller, width, terminal=True)).splitlines()
    text = re.sub(" +", " ", " ".join(lines))
    assert text.startswith("With the changes: median wait 50.7s -> 31m 20s, 95% of jobs within 50.7s -> 1h 1m; ")
    parts = "8 jobs whose start is known: 100% start", "The period", "Submitters", "machines are there all the time"
    assert [text.index(words) for words in parts] == sorted(text.index(words) for words in parts)
    assert max(map(len, lines)) <= width


def test_figures_that_differ_stand_in_place_for_both_policies(smaller: Replay) -> None:
    lines = drawn(smaller, 80).splitlines()
    at = lines.index("Submitters")
    assert lines[at + 2].split()[:2] == ["submitter", "core-hours"]
    for name, line in zip(("ann", "bob"), lines[at + 3 :], strict=False):
        assert " ".join(line.split()).startswith(f"{name}@pool.test 4 50.7s -> 31m 20s 50.7s -> 1h 1m 4 4")
    assert not any("changed" in line for line in lines[at:])


def test_a_replay_that_is_not_close_begins_with_that(smaller: Replay) -> None:
    assert smaller.calibration is not None
    far = structs.replace(smaller.calibration, near=False, why_not=("half of the machines are missing",))
    lines = drawn(structs.replace(smaller, calibration=far)).splitlines()
    assert lines[:2] == [
        "This replay is not close to what really happened:",
        "  half of the machines are missing",
    ]
    assert any(line.startswith("With the changes: ") for line in lines)


def test_without_changes_it_begins_with_how_close_it_is() -> None:
    lines = drawn(lived(None)).splitlines()
    assert lines[0].startswith("8 jobs whose start is known: 100% start within")
    assert "median wait 50.7s, 95% of jobs within 50.7s; 33.3% of the pool used" in lines[:6]


def test_use_over_time_is_a_sparkline_for_each_policy_where_it_fits(smaller: Replay) -> None:
    """On eight slots all is done within the first hour, on four it takes two of the three."""
    (ann,) = (line for line in drawn(smaller, 200).splitlines() if line.startswith("ann") and "▇" in line)
    assert re.search(r"▇▇[▁▂]▁▁▁ -> ▇▇▇▇[▁▂]▁$", ann)
    assert "▇" not in drawn(smaller, 80)


def test_use_of_a_group_includes_that_of_its_subgroups() -> None:
    owners = ("ann", "a.b"), ("cy", "c")
    jobs = [
        ended(owner, number, 10, 60, 3600, AccountingGroup=f'"{group}.{owner}"')
        for number, (owner, group) in enumerate(owners, 1)
    ]
    scenario = ScenarioData(Pool(tuple(free(4))), Ledger.empty(), configured(f"{KNOBS}\n{GROUPS}"), NOW)
    replay = replay_history(scenario, history_of(jobs), ReplayTerms(ends_at=NOW + 2 * 3600, looks=True))
    rows = {line.split()[0]: line for line in drawn(replay, 140).partition("Groups\n")[2].splitlines() if line.strip()}
    assert "▇▇▇▇▇▇▂▁▁▁▁▁" in rows["a"]
    assert "▇" not in rows["<none>"]
