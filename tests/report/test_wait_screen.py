"""The screen of `wait` says which of a submitter's jobs its figures and its causes are about."""

from datetime import UTC

from tests.negotiation.builders import DOMAIN, NOW, configured, jobs, slot, submitter
from userprio.analysis.wait import WaitTerms, wait
from userprio.ledger import Ledger
from userprio.pool import Pool, ScenarioData
from userprio.report.formats import Paragraph
from userprio.report.wait import wait_blocks


def lines(slots: int, count: int, who: str | None = "ann", job: str | None = None) -> list[str]:
    """The paragraphs of the screen for so many free slots and jobs."""
    ads = tuple(slot(number) for number in range(1, slots + 1))
    pool = Pool(ads, (submitter("ann", count),), tuple(jobs("ann", count, 1, RequestCpus=1 if slots else 9)))
    scenario = ScenarioData(pool, Ledger.empty(), configured(), NOW)
    answer = wait(scenario, WaitTerms(futures=2, horizon_s=600, remedies=False), who, job)
    return [block.text for block in wait_blocks(answer, UTC) if isinstance(block, Paragraph)]


def test_of_several_jobs_the_figures_are_said_to_be_about_the_first_and_the_causes_about_those_left() -> None:
    text = lines(4, 26)
    assert text[1] == f"ann@{DOMAIN}, which has 26 idle jobs"
    assert text[2].startswith("the first of them to start: median ")
    assert text[4] == "4 of the 26 jobs start in a cycle of the present; what holds back the other 22"


def test_of_one_job_left_the_words_are_in_the_singular() -> None:
    assert lines(1, 2)[4] == "1 of the 2 jobs starts in a cycle of the present; what holds back the other one"


def test_a_single_job_and_a_job_by_number_are_spoken_of_as_such() -> None:
    for text in (lines(1, 1), lines(1, 3, job="1.0")):
        assert text[2].startswith("median ")
        assert text[4] == "Nothing holds it back in a cycle of the present"
    assert lines(4, 26, job="1.20")[4] == "What holds it back now"


def test_where_all_jobs_start_and_where_none_does_there_is_nothing_to_tell_apart() -> None:
    assert lines(2, 2)[4] == "Nothing holds it back in a cycle of the present"
    text = lines(0, 3)
    assert text[2] == "none of them fits a slot of this pool, even if none were in use"
    assert "What holds it back now" in text
