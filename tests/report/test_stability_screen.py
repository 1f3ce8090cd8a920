"""What hangs on a second or a tie, as it is shown of a cycle."""

import csv
import json
from io import StringIO

from tests.negotiation.test_stability import equals, limited, overtaking
from tests.report.screen import drawn
from tests.report.written import csv_text, json_text
from userprio.negotiation import Outcome, diagnosed
from userprio.report import CycleRows, CycleTable

NOTE = "? hangs on a second or a tie: userprio help concepts"


def matches(outcome: Outcome) -> CycleTable:
    return CycleTable(outcome, CycleRows.MATCHES)


def test_who_may_win_more_or_less_has_a_mark_that_a_note_explains() -> None:
    screen = drawn(diagnosed(equals(2), stability=True))
    won = {line.split()[0]: line.split()[5] for line in screen.splitlines() if "@pool.test" in line}
    assert won == {"ben@pool.test": "1*?", "ann@pool.test": "0?"}
    assert NOTE in screen


def test_a_stable_cycle_and_one_that_was_not_looked_at_have_no_mark() -> None:
    for outcome in (diagnosed(limited(5.5), stability=True), diagnosed(equals(2))):
        assert "?" not in drawn(outcome)
        assert "?" not in drawn(matches(outcome), 200)


def test_a_match_has_its_reason_and_what_happens_instead() -> None:
    outcome = diagnosed(overtaking(10.15), stability=True)
    assert "? order of priorities  the slot goes to ann@pool.test" in drawn(matches(outcome), 200)
    (row,) = csv.DictReader(StringIO(csv_text(matches(outcome))))
    told = {key: row[key] for key in ("unstable", "later_s", "instead")}
    assert told == {"unstable": "order of priorities", "later_s": "1", "instead": "the slot goes to ann@pool.test"}


def test_json_has_the_matches_and_the_cycles_that_come_out_differently() -> None:
    stability = json.loads(json_text(diagnosed(equals(2), stability=True)))["stability"]
    reason = "last heard from"
    assert stability == {
        "interval_s": 60,
        "variants": [
            {
                "reason": reason,
                "later_s": 0,
                "matches": 1,
                "others": 1,
                "changes": {"ben@pool.test": -1.0, "ann@pool.test": 1.0},
            }
        ],
        "unstable": [{"match": 0, "reason": reason, "later_s": 0, "instead": "the slot goes to ann@pool.test"}],
    }
    assert "stability" not in json.loads(json_text(diagnosed(equals(2))))


def test_visits_that_differ_without_any_match_are_told_below_them_only() -> None:
    outcome = diagnosed(equals(2, count=2), stability=True)
    sentence = "Submitters that tie may as well be visited in another order: userprio help concepts"
    assert sentence in drawn(CycleTable(outcome, CycleRows.VISITS), 120)
    assert sentence not in drawn(outcome, 120)
