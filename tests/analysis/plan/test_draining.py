"""A change of condor_defrag's knobs shows what it would drain before and after."""

import pytest

from tests.negotiation.builders import NOW, configured
from tests.report.screen import drawn
from tests.report.test_tables_defrag import ranked
from tests.simulation.test_draining import machine
from userprio.analysis.plan import Changes, KnobChange, Plan, plan
from userprio.base.errors import BadInput
from userprio.ledger import Ledger
from userprio.pool import Pool, ScenarioData
from userprio.report.plan_form import plan_document, summary_line

RATE = "DEFRAG_DRAINING_MACHINES_PER_HOUR"


def planned(name: str, value: str, knobs: str = f"{RATE} = 6\n") -> Plan:
    slots = [ad for number in (1, 2, 3) for ad in ranked(machine(number, held=2), 100 * number)]
    present = ScenarioData(Pool(tuple(slots), (), ()), Ledger.empty(), configured(knobs), NOW)
    return plan(present, Changes(knobs=(KnobChange(name, value),)))


def screen(found: Plan) -> str:
    return drawn(found, 100)


def test_more_machines_an_hour_drain_more_at_a_poll() -> None:
    """Every 600 s, 6 an hour are one a poll, 12 are two: those with the least work to lose."""
    found = planned(RATE, "12")
    assert found.changes_something
    text = screen(found)
    assert "before: drains 1 machine: slot1@exec1 (due: 1 at each poll)" in text
    assert "after: drains 2 machines: slot1@exec1 and slot1@exec2 (due: 2 at each poll)" in text
    assert summary_line(found) == "Only what condor_defrag drains changes: the cycle comes out the same."
    told = plan_document(found)["draining"]
    assert (told["before"]["poll"]["drained"], told["after"]["rate"]["per_poll"]) == (["slot1@exec1"], 2)


def test_why_nothing_is_drained_is_told() -> None:
    assert "after: drains nothing: DEFRAG_INTERVAL = 7200 is more than an hour" in screen(
        planned("DEFRAG_INTERVAL", "7200")
    )


def test_a_knob_of_which_nothing_comes_makes_no_difference() -> None:
    assert not planned("DEFRAG_UPDATE_INTERVAL", "60").changes_something
    found = planned("NEGOTIATOR_INTERVAL", "60")
    assert found.draining is None
    assert plan_document(found)["draining"] is None


def test_a_change_that_mends_the_knobs_is_shown_and_one_that_ends_the_daemon_refused() -> None:
    mended = planned("DEFRAG_DRAINING_SCHEDULE", "quick", f"{RATE} = 6\nDEFRAG_DRAINING_SCHEDULE = gentle\n")
    assert "before: it exits because of a knob's value\nafter: drains 1 machine" in screen(mended)
    with pytest.raises(BadInput, match="condor_defrag exits"):
        planned("DEFRAG_DRAINING_SCHEDULE", "gentle")
