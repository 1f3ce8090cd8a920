"""What `wait` names as a remedy helps when somebody applies it and asks again; what does not help was tried in vain."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC
from random import Random

import pytest

from tests.marks import slow_sample
from tests.negotiation.builders import DOMAIN, NOW, configured, held, jobs, slot, submitter
from userprio.analysis.wait import Remedy, Wait, WaitTerms, wait
from userprio.classad import Ad
from userprio.ledger import Ledger
from userprio.pool import Pool, ScenarioData
from userprio.report.formats import Paragraph, TableBlock
from userprio.report.wait import wait_blocks, wait_document

HOUR = 3600
ANN = f"ann@{DOMAIN}"
NEEDS = "TARGET.RequestCpus <= MY.Cpus && TARGET.RequestMemory <= MY.Memory"


@dataclass(frozen=True)
class Cluster:
    """Jobs of ann's that are alike."""

    number: int
    count: int
    cpus: int
    memory: int


def asked(slots: Sequence[Ad], clusters: Sequence[Cluster], job: str | None = None, remedies: bool = True) -> Wait:
    """When ann's jobs start; schedds offer 20 jobs in a visit."""
    waiting = [
        ad
        for cluster in clusters
        for ad in jobs("ann", cluster.count, cluster.number, RequestCpus=cluster.cpus, RequestMemory=cluster.memory)
    ]
    bobs = sum("RemoteUser" in ad for ad in slots)
    submitters = [submitter("ann", len(waiting)), *([submitter("bob", 0, bobs)] if bobs else [])]
    config = configured("MAX_CONCURRENT_UPLOADS_PER_USER = 20\n")
    scenario = ScenarioData(Pool(tuple(slots), tuple(submitters), tuple(waiting)), Ledger.empty(), config, NOW)
    given = WaitTerms(futures=4, horizon_s=HOUR, job_length_s=float(HOUR), remedies=remedies)
    return wait(scenario, given, None if job else "ann", job)


def printed(answer: Wait) -> tuple[list[str], str]:
    """The changes that the screen says would help, and its line where none does."""
    helping, in_vain = list[str](), ""
    for block in wait_blocks(answer, UTC):
        if isinstance(block, TableBlock) and block.title.startswith("What would help"):
            helping = [line.cells[0].text for line in block.rows]
        elif isinstance(block, Paragraph) and block.text.startswith("Tried "):
            in_vain = block.text
    return helping, in_vain


def small(count: int, memory: int = 2000) -> list[Ad]:
    return [slot(number, Memory=memory, Requirements=NEEDS) for number in range(1, count + 1)]


def test_where_nothing_helps_one_line_says_so() -> None:
    answer = asked(small(4), [Cluster(1, 1, 1, 500)])
    assert printed(answer) == ([], "Tried for the jobs: half the memory (RequestMemory is 500). This does not help.")
    (half,) = wait_document(answer)["remedies"]
    assert (half["gain_s"], half["helps"], half["job"]) == (0, False, None)


def test_jobs_that_fit_no_slot_are_tried_with_the_request_that_fits_and_held_where_they_are_in_the_way() -> None:
    answer = asked(small(4), [Cluster(1, 30, 1, 30000), Cluster(2, 1, 1, 500)])
    helping, in_vain = printed(answer)
    assert helping == [
        "RequestMemory of at most 2000 for job 1.0 and 29 more, which fit no slot (it is 30000)",
        "holding job 1.0 and 29 more, which fit no slot",
    ]
    assert in_vain == ""
    assert [remedy.what for remedy in answer.remedies if not remedy.helps] == [
        "half the memory (RequestMemory is 500 to 30000)"
    ]
    less, hold = answer.remedies[:2]
    assert (less.kind, less.job, less.helps, less.waits.started) == ("RequestMemory", "1.0", True, 4)
    assert (hold.kind, hold.job, hold.helps, hold.waits.started) == ("JobStatus", None, True, 4)


def test_jobs_that_are_in_nobodys_way_need_not_be_held() -> None:
    answer = asked(small(4), [Cluster(1, 3, 1, 30000), Cluster(2, 1, 1, 500)])
    assert [remedy.kind for remedy in answer.remedies if remedy.helps] == ["RequestMemory"]
    assert not [remedy for remedy in answer.remedies if remedy.kind == "JobStatus"]


def test_for_a_job_behind_jobs_that_fit_nothing_holding_those_helps() -> None:
    answer = asked(small(4), [Cluster(1, 30, 1, 30000), Cluster(2, 1, 1, 500)], job="2.0")
    assert printed(answer)[0] == ["holding job 1.0 and 29 more, which fit no slot"]


# -- drawn pools -----------------------------------------------------------------------------------------------------


def drawn(seed: int) -> tuple[list[Ad], list[Cluster]]:
    random = Random(seed)
    slots: list[Ad] = []
    for _ in range(random.choice((1, 2, 4))):
        number = len(slots) + 1
        attributes: dict[str, str | float] = {
            "Cpus": random.choice((1, 2, 4)),
            "Memory": random.choice((500, 1000, 2000)),
            "Requirements": NEEDS,
        }
        busy = random.random() < 0.5
        slots += held("bob", 1, number, JobStart=NOW - 600, **attributes) if busy else [slot(number, **attributes)]
    clusters = [
        Cluster(number, random.choice((1, 3, 25)), random.choice((1, 1, 2, 8)), random.choice((400, 1500, 3000)))
        for number in range(1, random.choice((2, 3, 4)))
    ]
    return slots, clusters


def changed(clusters: Sequence[Cluster], remedy: Remedy, slots: Sequence[Ad]) -> list[Cluster]:
    """The jobs as somebody would change them who reads what the remedy says."""
    sizes = [(float(ad.source("Cpus") or 0), float(ad.source("Memory") or 0)) for ad in slots]

    def fits(cluster: Cluster) -> bool:
        return any(cluster.cpus <= cpus and cluster.memory <= memory for cpus, memory in sizes)

    unfit = "fit no slot" in remedy.what or "fits no slot" in remedy.what
    if remedy.what.startswith("holding"):
        return [cluster for cluster in clusters if fits(cluster)]
    field = "cpus" if remedy.kind == "RequestCpus" else "memory"
    most = re.match(r"Request\w+ of at most (\d+)", remedy.what)
    after = []
    for cluster in clusters:
        now = cluster.cpus if field == "cpus" else cluster.memory
        less = min(now, int(most[1])) if most else now // 2 if now > 1 else now
        apply = not (unfit and fits(cluster))
        after.append(
            (replace(cluster, cpus=less) if field == "cpus" else replace(cluster, memory=less)) if apply else cluster
        )
    return after


@pytest.mark.parametrize("seed", [*range(3), *slow_sample(range(3, 300))])
def test_each_remedy_on_the_screen_helps_when_it_is_applied(seed: int) -> None:
    slots, clusters = drawn(seed)
    before = asked(slots, clusters)
    helping = [remedy for remedy in before.remedies if remedy.helps]
    shown, in_vain = printed(before)
    assert shown == [remedy.what for remedy in helping]
    assert bool(in_vain) is (bool(before.remedies) and not helping)
    for remedy in helping:
        then = asked(slots, changed(clusters, remedy, slots), remedy.job, remedies=False).found[0].waits
        base = before.found[0].waits
        if remedy.job is not None:
            base = asked(slots, clusters, remedy.job, remedies=False).found[0].waits
        sooner = base.median_s is not None and then.median_s is not None and base.median_s - then.median_s >= 1
        assert sooner or then.started > base.started, remedy.what
