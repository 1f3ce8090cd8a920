"""The screen of `wait` says which of a submitter's jobs its figures and its causes are about."""

from datetime import UTC
from pathlib import Path

import pytest

from tests.cli.test_exact_screens import drawn
from tests.negotiation.builders import DOMAIN, NOW, configured, jobs, slot, submitter
from userprio.analysis.explain import Cause, Reason
from userprio.analysis.wait import MilestoneWait, Wait, WaitEstimate, WaitTerms, wait
from userprio.ledger import Ledger
from userprio.pool import Pool, ScenarioData
from userprio.report.formats import Paragraph, TableBlock
from userprio.report.wait import wait_blocks
from userprio.simulation import Demand, Milestone, WaitRange

HOUR, DAY = 3600, 86400
LAYOUTS = Path(__file__).parent / "layouts"


def paragraphs(answer: Wait) -> list[str]:
    return [block.text for block in wait_blocks(answer, UTC) if isinstance(block, Paragraph)]


def milestones(answer: Wait) -> list[list[str]]:
    """The cells of the table of milestones."""
    tables = (block for block in wait_blocks(answer, UTC) if isinstance(block, TableBlock))
    rows = next((table.rows for table in tables if table.columns[0].key == "starts"), ())
    return [[cell.text for cell in row.cells] for row in rows]


def lines(slots: int, count: int, who: str | None = "ann", job: str | None = None) -> list[str]:
    """The paragraphs of the screen for so many free slots and jobs."""
    ads = tuple(slot(number) for number in range(1, slots + 1))
    pool = Pool(ads, (submitter("ann", count),), tuple(jobs("ann", count, 1, RequestCpus=1 if slots else 9)))
    scenario = ScenarioData(pool, Ledger.empty(), configured(), NOW)
    return paragraphs(wait(scenario, WaitTerms(futures=2, horizon_s=600, remedies=False), who, job))


def answer(*passed: MilestoneWait, idle: int = 27, fitting: int = 27, futures: int = 50) -> Wait:
    """The answer for a submitter with so many jobs, of which so many fit a slot."""
    first = passed[0].waits
    asked = WaitEstimate(f"ann@{DOMAIN}", None, None, idle, 4, first, ((None, first.started),), fitting, passed)
    cause = Cause(Reason.SLOTS_TAKEN, "all slots that fit are in use", idle, None)
    rest = (Demand.CONSTANT, None, (asked,), (cause,), (), (), ())
    return Wait(NOW, 0, futures, 3 * DAY, *rest)


def waits(
    started: int, median_s: float | None, low_s: float | None, high_s: float | None, futures: int = 50
) -> WaitRange:
    return WaitRange(futures, started, median_s, low_s, high_s)


FIRST = MilestoneWait(Milestone.FIRST, 1, waits(50, 30.0, 10.0, 54.0), 3 * DAY)
HALF = MilestoneWait(Milestone.HALF, 14, waits(48, 5.0 * HOUR, 2.0 * HOUR, 70.0 * HOUR), 3 * DAY)
LATE = MilestoneWait(Milestone.ALL, 27, waits(30, 71.0 * HOUR, 50.0 * HOUR, None), 3 * DAY)
NEVER = MilestoneWait(Milestone.ALL, 27, waits(0, None, None, None), 3 * DAY)


def test_first_half_and_all_have_a_line_each_and_what_is_missed_in_time_is_said() -> None:
    assert milestones(answer(FIRST, HALF, LATE)) == [
        ["the first", "30s", "2027-01-15 08:00", "10s", "54s", ""],
        ["half (14)", "5h", "2027-01-15 13:00", "2h", "2d 22h", "not within 3d in 4% of the futures"],
        ["all 27", "2d 23h", "2027-01-18 07:00", "2d 2h", "> 3d", "not within 3d in 40% of the futures"],
    ]


def test_what_no_future_reaches_has_no_time() -> None:
    assert milestones(answer(FIRST, HALF, NEVER))[2] == [
        *("all 27", "> 3d", "", "> 3d", "> 3d"),
        "not within 3d in any of the futures",
    ]


def test_jobs_that_fit_no_slot_are_said_to_never_start_and_the_others_are_counted_apart() -> None:
    text = answer(FIRST, HALF, LATE, idle=30)
    assert paragraphs(text)[2] == "3 of them fit no slot of this pool, even if none were in use: they never start"
    assert milestones(text)[2][0] == "all 27 others"
    single = answer(FIRST, idle=28, fitting=1)
    assert paragraphs(single)[3].startswith("the other one: median 30s")


def test_that_fewer_futures_were_followed_and_not_as_far_is_said() -> None:
    nearer = MilestoneWait(Milestone.HALF, 14, waits(9, 60.0, 50.0, 70.0, 10), 6 * HOUR)
    all_of_them = MilestoneWait(Milestone.ALL, 27, waits(0, None, None, None, 10), 6 * HOUR)
    text = paragraphs(answer(FIRST, nearer, all_of_them))
    assert "half and all: from 10 of the futures, followed for 6h only, to bound the work" in text
    assert not any("to bound" in line for line in paragraphs(answer(FIRST, HALF, LATE)))


def test_two_jobs_have_no_half_beside_the_first() -> None:
    both = MilestoneWait(Milestone.ALL, 2, waits(50, 60.0, 50.0, 70.0), 3 * DAY)
    rows = milestones(answer(FIRST, MilestoneWait(Milestone.HALF, 1, FIRST.waits, 3 * DAY), both, idle=2, fitting=2))
    assert [row[0] for row in rows] == ["the first", "all 2"]


def test_the_causes_are_said_to_be_about_those_left() -> None:
    assert "4 of the 26 jobs start in a cycle of the present; what holds back the other 22" in lines(4, 26)
    assert "1 of the 2 jobs starts in a cycle of the present; what holds back the other one" in lines(1, 2)


def test_a_single_job_and_a_job_by_number_are_spoken_of_as_such() -> None:
    for text in (lines(1, 1), lines(1, 3, job="1.0")):
        assert text[2].startswith("median ")
        assert text[4] == "Nothing holds it back in a cycle of the present"
    assert "What holds it back now" in lines(4, 26, job="1.20")


def test_where_all_jobs_start_and_where_none_does_there_is_nothing_to_tell_apart() -> None:
    assert "Nothing holds it back in a cycle of the present" in lines(2, 2)
    text = lines(0, 3)
    assert text[2] == "none of them fits a slot of this pool, even if none were in use"
    assert "What holds it back now" in text


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_screen_fits_each_width(width: int) -> None:
    line = "wait higgs --snapshot physics --futures 2 --for 6h --job-length 2h --no-remedies"
    assert drawn(line, width) == (LAYOUTS / f"wait-{width}.txt").read_text()
