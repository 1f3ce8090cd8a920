"""The tables of a replay."""

from tests.negotiation.builders import NOW, configured, free
from tests.report.written import blocks
from tests.simulation.test_replay import KNOBS, ended
from userprio.base.formats import View
from userprio.ledger import Ledger
from userprio.pool import Pool, ScenarioData
from userprio.report import TableBlock, selected
from userprio.simulation import ReplayTerms, replay_history
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
