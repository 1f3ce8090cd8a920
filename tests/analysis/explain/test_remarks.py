"""What is told besides the reasons: machines that would fit once drained, and quotas that leftovers go beyond."""

import pytest

from tests.negotiation.builders import DOMAIN, NOW, configured, jobs, submitter
from tests.simulation.test_draining import machine
from userprio.analysis.explain import explain_group, explain_job, explain_submitter
from userprio.ledger import Ledger
from userprio.pool import Pool, ScenarioData

BIG = "TARGET.Cpus >= RequestCpus"


def scenario(*cores: int, knobs: str = "", held: int = 2, who: str = "bob") -> ScenarioData:
    """Three machines of four cores, two of them in use; somebody waits with a job of each of these sizes."""
    waiting = [
        job
        for cluster, wanted in enumerate(cores, 7)
        for job in jobs(who, 1 if wanted > 1 else 9, cluster, RequestCpus=wanted, Requirements=BIG)
    ]
    slots = tuple(ad for number in (1, 2, 3) for ad in machine(number, held))
    pool = Pool(slots, (submitter(who, len(waiting)), submitter("ann", 0, running=3 * held)), tuple(waiting))
    return ScenarioData(pool, Ledger.empty(), configured(knobs), NOW)


def test_a_job_that_fits_only_a_whole_machine_is_told_which_these_are() -> None:
    (remark,) = explain_submitter(scenario(4), "bob").remarks
    assert remark == (
        "job 7.0 fits no slot as it is now, but 3 machines once drained: exec1, exec2 and exec3; "
        "`userprio defrag` shows whether condor_defrag would drain them"
    )
    assert explain_job(scenario(4), "7.0").remarks == (remark,)


def test_each_kind_of_job_is_told_by_itself() -> None:
    told = explain_submitter(scenario(4, 3, 2), "bob").remarks
    assert [remark.split(" fits")[0] for remark in told] == ["job 7.0", "job 8.0"]
    assert explain_job(scenario(4, 3, 2), "8.0").remarks[0].startswith("job 8.0 fits no slot as it is now, but 3")
    assert explain_job(scenario(4, 3, 2), "9.0").remarks == ()


def test_totals_tell_what_is_whole_where_dynamic_slots_are_missing() -> None:
    present = scenario(4)
    kept = tuple(ad for ad in present.pool.slots if "DynamicSlot" not in ad)
    there = ScenarioData(Pool(kept, present.pool.submitters, present.pool.jobs), present.ledger, present.config, NOW)
    assert explain_submitter(there, "bob").remarks[0].startswith("job 7.0 fits no slot as it is now, but 3 machines")


@pytest.mark.parametrize(("cores", "held"), [(5, 2), (2, 2), (4, 0)])
def test_nothing_is_told_where_no_machine_would_do_or_none_has_to_be_drained(cores: int, held: int) -> None:
    assert explain_submitter(scenario(cores, held=held), "bob").remarks == ()


QUOTA = "GROUP_NAMES = g\nGROUP_QUOTA_g = 2\n"


def test_quotas_that_leftovers_go_beyond_are_told_of_their_group_alone() -> None:
    """Two free cores on each of three machines, a quota of 2: one match takes two cores, a second one is not made."""
    whole = scenario(1, knobs=QUOTA, held=0, who="g.bob")
    (remark,) = explain_submitter(whole, f"g.bob@{DOMAIN}").remarks
    assert remark.startswith(
        "group g comes to 4 of its quota of 2, since schedds put further jobs on what a job leaves"
    )
    assert "1 match starts 4 jobs; slot1@exec1, of which 4 is free, takes 4 of them. CLAIM_PARTITIONABLE" in remark
    assert explain_group(whole, "g").remarks == (remark,)
    assert explain_submitter(whole, "ann").remarks == ()
    kept = scenario(1, knobs=QUOTA + "CLAIM_PARTITIONABLE_LEFTOVERS = False\n", held=0, who="g.bob")
    assert explain_group(kept, "g").remarks == ()
