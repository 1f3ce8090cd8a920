"""What condor_defrag would do, as a screen of 80 columns; blanks at the ends of lines are left out."""

import pytest
from msgspec import structs

from tests.negotiation.builders import DOMAIN, NOW, configured, slot
from tests.report.screen import drawn
from tests.simulation.test_draining import machine, scenario
from userprio.classad import Ad
from userprio.ledger import Ledger
from userprio.pool import Pool, ScenarioData
from userprio.report.defrag import defrag_document
from userprio.simulation import Defrag, DefragRun, drain

KNOBS = "DEFRAG_DRAINING_MACHINES_PER_HOUR = 6\nMAXJOBRETIREMENTTIME = 3600\nMachineMaxVacateTime = 60\n"


def screen(found: Defrag) -> str:
    return drawn(found)


def ranked(ads: list[Ad], badput: int) -> list[Ad]:
    return [ad.replace({"ExpectedMachineGracefulDrainingBadput": badput}) for ad in ads]


def of(*slots: Ad, knobs: str = KNOBS) -> Defrag:
    return drain(ScenarioData(Pool(tuple(slots), (), ()), Ledger.empty(), configured(knobs), NOW))


def test_the_whole_screen_fits_80_columns() -> None:
    """Two jobs of a core, 600 s old, of 3,600 s: two core-hours are lost at most, two free cores idle for 3,000 s."""
    found = drain(scenario(ranked(machine(1, held=2), 7200), ranked(machine(2, held=4), 14400)))
    assert (
        screen(found)
        == f"""\
DEFRAG@localhost, graceful draining, polls every 10m
to drain: 1 at each poll

2027-01-15 08:00: 0 machines draining, 0 whole, 1 to drain
  drains slot1@exec1

What the first poll drains, and what it costs at most
                                     lost   idle
machine       rank cores free jobs core-h core-h whole in
exec1        -7200     4    2    2      2   1.67      50m

whole machines: 0 now, 1 when these are drained

Who would start on them if a cycle came then
                               fits a
submitter     job machine jobs slot now
bob@{DOMAIN} 7.0 exec1      1 no

1 job that no slot takes now starts, for 2 core-hours lost each at most
"""
    )


def test_slots_without_a_rank_are_told_of_and_long_lists_of_equals_are_cut() -> None:
    found = of(*(ad for number in range(1, 10) for ad in machine(number, held=1)))
    assert found.unranked == tuple(f"slot1@exec{number}" for number in range(1, 10))
    text = " ".join(screen(found).split())
    assert (
        "chance decides which of 9 with the same rank come first: slot1@exec1, slot1@exec2, slot1@exec3, slot1@exec4, "
        "slot1@exec5 and 4 more" in text
    )
    assert "DEFRAG_RANK is not a number for any candidate: all rank 0, and chance decides which come first" in text
    assert defrag_document(found)["unranked"] == list(found.unranked)
    assert len(defrag_document(found)["polls"][0]["left_to_chance"]) == 9


def test_where_only_some_lack_a_rank_these_are_named() -> None:
    found = of(*ranked(machine(1, held=1), 50), *machine(2, held=1))
    assert found.unranked == ("slot1@exec2",)
    assert "DEFRAG_RANK is not a number for slot1@exec2, and counts as 0 there" in " ".join(screen(found).split())
    assert of(*machine(2, held=1), knobs=KNOBS + "DEFRAG_RANK =\n").unranked == ()


def test_a_pool_without_partitionable_slots_is_told_so() -> None:
    found = of(slot(1), slot(2))
    assert found.partitionable == 0
    assert "no slot of this pool is partitionable, and condor_defrag looks at no others\n" in screen(found)


def test_slots_that_are_passed_over_for_the_same_reason_share_a_line() -> None:
    whole = of(*machine(1, held=0), *machine(2, held=0))
    assert "  passes over slot1@exec1 and slot1@exec2: their machines are whole\n" in screen(whole)
    assert "  no other slot is partitionable, not draining and meets DEFRAG_REQUIREMENTS\n" in screen(whole)


@pytest.mark.parametrize(
    ("knobs", "told"),
    [
        (
            "DEFRAG_DRAINING_MACHINES_PER_HOUR = 10",
            "to drain: 1 at each poll, 4 more at the first poll of an hour (UTC)",
        ),
        ("DEFRAG_DRAINING_MACHINES_PER_HOUR = 0", "to drain: nothing"),
        ("DEFRAG_INTERVAL = 30", "polls every 30 seconds"),
        ("DEFRAG_INTERVAL = 0", "polls never"),
    ],
)
def test_when_how_many_are_due_is_told_in_a_line(knobs: str, told: str) -> None:
    assert told in screen(of(*machine(1, held=1), knobs=KNOBS + knobs + "\n"))


def test_names_from_ads_cannot_act_on_the_terminal() -> None:
    evil = machine(1, held=0)[0].replace({"Name": "slot1@\x1b[2Jexec", "Cpus": 1})
    text = screen(of(evil))
    assert "\x1b" not in text
    assert "drains slot1@\\x1b[2Jexec" in text


def test_over_a_time_it_is_told_where_nobody_waits_for_draining() -> None:
    course = DefragRun("none", 0, 0, 0, 0.0, 0.0)
    idle = structs.replace(of(*machine(1, held=1)), length_s=3600, courses=(course,))
    assert "no idle job is large, that is, of a kind that no slot takes now: nobody waits" in screen(idle)
    busy = structs.replace(idle, courses=(structs.replace(course, large_waiting=1),))
    assert "large jobs are of the kinds that no slot takes now\n" in screen(busy)
