"""When it starts, what holds it back, and what would help: smaller requests, other groups, in the same futures."""

from collections.abc import Mapping
from concurrent.futures import Executor
from typing import Any

import pytest

from tests.negotiation.builders import DOMAIN, NOW, configured, free, held, jobs, slot, submitter
from tests.simulation.pools import hungry, ledger_of
from userprio.analysis.explain import Reason
from userprio.analysis.wait import Remedy, Wait, WaitTerms, wait
from userprio.base.errors import BadInput
from userprio.base.executors import Processes
from userprio.base.naming import NothingFound
from userprio.ledger import Ledger
from userprio.pool import Pool, ScenarioData
from userprio.simulation import Demand, LengthSource, Past, Span, Submission

HOUR = 3600
ANN = f"ann@{DOMAIN}"


def asked(
    pool: Pool,
    who: str | None = "ann",
    knobs: str = "",
    ledger: Ledger | None = None,
    job: str | None = None,
    executor: Executor | None = None,
    **terms: Any,
) -> Wait:
    given: Mapping[str, Any] = {"futures": 12, "horizon_s": 12 * HOUR, "job_length_s": float(HOUR), **terms}
    scenario = ScenarioData(pool, ledger or Ledger.empty(), configured(knobs), NOW)
    return wait(scenario, WaitTerms(**given), who, job, executor)


def remedy(found: Wait, begin: str) -> Remedy:
    return next(one for one in found.remedies if one.what.startswith(begin))


def busy(count: int, **attributes: float) -> Pool:
    """Slots that bob holds, with an hour's job each that began 10 minutes ago, and a job of ann's."""
    return Pool(
        tuple(held("bob", count, 1, JobStart=NOW - 600)),
        (submitter("ann", 1), submitter("bob", 0, count)),
        tuple(jobs("ann", 1, 1, **attributes)),
    )


def test_what_holds_it_back_is_what_a_cycle_of_the_present_says() -> None:
    found = asked(busy(2), futures=2)
    assert [cause.reason for cause in found.causes] == [Reason.PREEMPTION_REQUIREMENTS]
    (one,) = found.found
    assert (one.submitter, one.idle_jobs, one.slots) == (ANN, 1, 2)
    assert one.after == ((f"bob@{DOMAIN}", 2),)


@pytest.mark.slow
def test_less_memory_helps_where_it_opens_a_free_slot() -> None:
    """The free slot has 1024 MiB, bob's two have 2048, and ann asks for 1500."""
    pool = busy(2, RequestMemory=1500)
    needs = "TARGET.RequestCpus <= Cpus && TARGET.RequestMemory <= Memory"
    slots = tuple(ad.replace({"Requirements": slot(1, Requirements=needs).expr("Requirements")}) for ad in pool.slots)
    small = slot(9, Memory=1024, Requirements=needs)
    found = asked(Pool((*slots, small), pool.submitters, pool.jobs))
    assert found.found[0].slots == 2
    less = remedy(found, "half the memory")
    assert (less.kind, less.what) == ("RequestMemory", "half the memory (RequestMemory is 1500)")
    assert less.slots == 3
    assert less.waits.high_s is not None and less.waits.high_s < 62
    assert less.gain_s is not None and less.gain_s > 600


@pytest.mark.slow
def test_the_most_that_opens_further_slots_is_tried() -> None:
    """Slots of 512, 1024 and 1400 MiB, and one of 2048 that bob holds; ann asks for 1500."""
    needs = "TARGET.RequestMemory <= Memory"
    own = slot(1, State='"Claimed"', RemoteUser=f'"bob@{DOMAIN}"', JobStart=NOW - 600, Requirements=needs)
    small = [slot(number, Memory=size, Requirements=needs) for number, size in ((2, 512), (3, 1024), (4, 1400))]
    pool = Pool(
        (own, *small), (submitter("ann", 1), submitter("bob", 0, 1)), tuple(jobs("ann", 1, 1, RequestMemory=1500))
    )
    found = asked(pool, futures=3)
    opens = remedy(found, "RequestMemory of at most 1400")
    assert opens.what == "RequestMemory of at most 1400, which fits further slots (it is 1500)"
    assert (found.found[0].slots, opens.slots, remedy(found, "half the memory").slots) == (1, 2, 3)
    assert opens.gain_s is not None and opens.gain_s > 600


def test_nothing_is_halved_that_is_as_small_as_can_be() -> None:
    assert not [one for one in asked(busy(1)).remedies if one.kind == "RequestCpus"]


def test_half_the_cores_help_where_a_machine_has_no_more_left() -> None:
    machine = slot(1, PartitionableSlot="true", Cpus=2, Memory=8192, Disk=10**6, TotalSlotCpus=2)
    pool = Pool((machine,), (submitter("ann", 1),), tuple(jobs("ann", 1, 1, RequestCpus=4)))
    found = asked(pool)
    assert (found.found[0].slots, found.found[0].waits.started) == (0, 0)
    fewer = remedy(found, "half the cores")
    assert (fewer.slots, fewer.waits.started, fewer.gain_s) == (1, 12, None)


@pytest.mark.slow
def test_another_group_of_the_user_helps_where_that_has_room() -> None:
    """group_a has its two slots in use by bob, group_b has none; the ledger knows ann in both."""
    knobs = "GROUP_NAMES = group_a, group_b\nGROUP_QUOTA_group_a = 2\nGROUP_QUOTA_group_b = 2\n"
    pool = Pool(
        (*held("group_a.bob", 2, 1, JobStart=NOW - 600), *free(2, 3)),
        (submitter("group_a.ann", 1), submitter("group_a.bob", 0, 2)),
        tuple(jobs("group_a.ann", 1, 1)),
    )
    known = ledger_of({"group_b.ann": {"Priority": 10.0}, "group_b.zoe": {"Priority": 10.0}})
    found = asked(pool, "group_a.ann", knobs, known)
    assert found.causes[0].reason is Reason.GROUP_LIMIT
    groups = [one.what for one in found.remedies if "group" in one.what]
    assert groups == [f"accounting group group_b (group_b.ann@{DOMAIN})"]
    other = remedy(found, "accounting group")
    assert (other.kind, other.submitter) == ("AccountingGroup", f"group_b.ann@{DOMAIN}")
    assert other.waits.high_s is not None and other.waits.high_s < 62
    assert found.remedies[0] == other


def test_a_group_that_is_named_is_tried_though_nobody_knows_the_user_in_it() -> None:
    knobs = "GROUP_NAMES = group_a\nGROUP_QUOTA_group_a = 2\n"
    found = asked(hungry({"ann": 1}, 2), knobs=knobs, groups=("group_a",), futures=2)
    assert remedy(found, "accounting group").what == f"accounting group group_a (group_a.ann@{DOMAIN})"
    with pytest.raises(BadInput, match="there is no group group_z"):
        asked(hungry({"ann": 1}, 2), knobs=knobs, groups=("group_z",))


def test_everybody_whose_jobs_wait_is_told_of_and_nothing_is_tried() -> None:
    """Who starts first comes first."""
    pool = busy(1)
    both = Pool(pool.slots, (*pool.submitters, submitter("zoe", 2)), (*pool.jobs, *jobs("zoe", 2, 7, RequestCpus=9)))
    found = asked(both, None)
    assert [(one.submitter, one.idle_jobs, one.waits.started) for one in found.found] == [
        (ANN, 1, 12),
        (f"zoe@{DOMAIN}", 2, 0),
    ]
    assert not found.remedies
    assert not found.causes


def test_a_cluster_that_is_submitted_now_waits_until_its_schedd_has_advertised_it() -> None:
    """Cycles every 60 s, the last 10 s ago; a job that fits nothing waits, too, and ads were sent 5 s ago.

    With an update every 70 s, the cycle in 50 s is too early for a job that comes by then, and the next is in 110 s.
    """
    waiting = (*jobs("bob", 1, 1, RequestCpus=8), *jobs("ann", 1, 2))
    ads = submitter("bob", 1, heard=NOW - 5), submitter("ann", 1, heard=NOW - 5)
    pool, ledger = Pool(tuple(free(1)), ads, waiting), Ledger.empty().with_update_time(NOW - 10)
    terms = {"job": "2", "knobs": "SCHEDD_INTERVAL = 70\n", "ledger": ledger, "coming": Demand.QUEUE}
    (known,) = asked(pool, **terms).found
    (new,) = asked(pool, **terms, submitted=("ap1", "2")).found
    assert known.waits.low_s == known.waits.high_s == pytest.approx(50.5, abs=0.6)
    low_s, high_s = new.waits.low_s, new.waits.high_s
    assert low_s is not None and 50 < low_s < 75
    assert high_s is not None and 90 < high_s < 112


def test_a_job_is_asked_for_by_its_number() -> None:
    found = asked(hungry({"ann": 3}, 1), None, job="1.1", remedies=False)
    assert (found.found[0].job, found.found[0].schedd) == ("1.1", "ap1")
    assert found.found[0].waits.median_s is not None
    assert found.found[0].waits.median_s > HOUR / 2
    assert not found.remedies


def test_somebody_without_waiting_jobs_is_told_so_with_what_to_do() -> None:
    with pytest.raises(NothingFound) as nothing:
        asked(busy(1), "bob")
    name = f"bob@{DOMAIN}"
    assert str(nothing.value) == f"no job of {name} waits. --jobs {name}=+1 supposes that it submits a job"
    with pytest.raises(NothingFound, match="there is no submitter nobody"):
        asked(busy(1), "nobody")


def test_a_history_decides_lengths_and_arrivals_and_its_figures_are_shown() -> None:
    past = Past(NOW - HOUR, NOW, {ANN: [Span(100.0)] * 4}, [Submission((ANN, "ap1"), NOW - 50, jobs("ann", 1, 9)[0])])
    found = asked(hungry({"ann": 3, "bob": 1}, 1), past=past, job_length_s=None, futures=3)
    assert (found.coming, found.history_s) == (Demand.HISTORY, HOUR)
    lengths = {one.submitter: (round(one.mean_s), one.source, one.runs, one.own) for one in found.lengths}
    assert lengths == {ANN: (100, None, 4, True), f"bob@{DOMAIN}": (100, None, 4, False)}
    with pytest.raises(BadInput, match="no history was given"):
        asked(hungry({"ann": 1}, 1), coming=Demand.HISTORY)


def test_without_a_history_guessed_lengths_are_said_to_be_so() -> None:
    found = asked(hungry({"ann": 1}, 1), job_length_s=None, futures=1)
    assert [one.source for one in found.lengths] == [LengthSource.ASSUMED]
    assert found.coming is Demand.CONSTANT
    assert any("without a history" in text for text in found.assumptions)


def test_processes_change_nothing_about_the_answer() -> None:
    pool = hungry({"ann": 5, "bob": 5}, 2)
    with Processes(2) as executor:
        assert asked(pool, executor=executor) == asked(pool)


@pytest.mark.slow
def test_one_seed_has_one_answer_and_another_seed_another() -> None:
    pool = busy(3)
    assert asked(pool, seed=1, remedies=False) == asked(pool, seed=1, remedies=False)
    assert asked(pool, seed=1, remedies=False).found != asked(pool, seed=2, remedies=False).found
