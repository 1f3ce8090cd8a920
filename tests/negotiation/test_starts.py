"""What a match is worth: how many jobs start from it."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.negotiation.builders import cycle, free, held, jobs, priorities, submitter
from userprio import config
from userprio.classad import Ad
from userprio.ledger import Ledger
from userprio.negotiation import Outcome, negotiate
from userprio.pool import read_snapshot
from userprio.pool.scenario import ScenarioData

FITS = "TARGET.RequestCpus <= Cpus && TARGET.RequestMemory <= Memory"
LIVES = Path(__file__).parent / "lives"


def machine(number: int = 1, cpus: int = 16, memory: int = 32000, **more: str | float) -> Ad:
    """A partitionable slot that nobody holds."""
    given: dict[str, str | float] = {
        "PartitionableSlot": "true",
        "MachineResources": '"Cpus Memory"',
        "Requirements": FITS,
        "Cpus": cpus,
        "Memory": memory,
        **more,
    }
    return free(1, number, **given)[0]


def started(outcome: Outcome) -> list[int]:
    return [match.jobs for match in outcome.matches]


def test_a_static_slot_starts_one_job() -> None:
    assert started(cycle(free(3), [submitter("ann", 5)], jobs("ann", 5, 1))) == [1, 1, 1]


def test_a_job_leaves_the_rest_of_a_partitionable_slot_to_the_others_of_its_submitter() -> None:
    outcome = cycle([machine()], [submitter("ann", 120)], jobs("ann", 120, 1))
    assert started(outcome) == [16]
    (visit,) = outcome.visits
    assert (visit.matched, visit.won, visit.jobs, visit.left) == (1, 16, 16, 104)


def test_no_more_jobs_start_than_wait() -> None:
    outcome = cycle([machine()], [submitter("ann", 5)], jobs("ann", 5, 1))
    assert started(outcome) == [5]
    assert outcome.visits[-1].left == 0


def test_jobs_that_other_matches_serve_are_not_counted_twice() -> None:
    """Twenty jobs on two machines: each match has a job of its own, and the first machine's rest takes 15 more."""
    outcome = cycle([machine(1), machine(2)], [submitter("ann", 20)], jobs("ann", 20, 1))
    assert started(outcome) == [16, 4]


def test_the_submitters_own_order_decides_who_gets_what_is_left() -> None:
    """Jobs of 6 cores come first; what the second of them leaves goes to those of one core, as many as fit."""
    waiting = [*jobs("ann", 2, 1, RequestCpus=6, JobPrio=5), *jobs("ann", 9, 2, RequestCpus=1)]
    assert started(cycle([machine()], [submitter("ann", 11)], waiting)) == [2 + 4]


def test_a_job_too_large_for_what_is_left_is_passed_over() -> None:
    waiting = [*jobs("ann", 3, 1, RequestCpus=6, JobPrio=5), *jobs("ann", 1, 2, RequestCpus=4)]
    assert started(cycle([machine()], [submitter("ann", 4)], waiting)) == [3]


def test_memory_is_rounded_up_as_startds_do() -> None:
    """Jobs of 100 MiB get 128: 512 hold four of them, and not five."""
    assert started(cycle([machine(memory=512)], [submitter("ann", 9)], jobs("ann", 9, 1))) == [4]


def test_gpus_that_run_out_end_it() -> None:
    box = machine(MachineResources='"Cpus Memory GPUs"', GPUs=4, Requirements=f"{FITS} && TARGET.RequestGPUs <= GPUs")
    waiting = jobs("ann", 9, 1, RequestGPUs=2)
    assert started(cycle([box], [submitter("ann", 9)], waiting)) == [2]


def test_without_gpus_left_jobs_that_need_none_go_on() -> None:
    box = machine(
        MachineResources='"Cpus Memory GPUs"', GPUs=2, Requirements=f"{FITS} && (TARGET.RequestGPUs ?: 0) <= GPUs"
    )
    waiting = [*jobs("ann", 3, 1, RequestGPUs=2, JobPrio=1), *jobs("ann", 3, 2)]
    assert started(cycle([box], [submitter("ann", 6)], waiting)) == [4]


def test_other_submitters_get_nothing_of_it() -> None:
    waiting = [*jobs("ann", 2, 1), *jobs("bob", 9, 2)]
    ledger = priorities({"ann": 500, "bob": 9000})
    outcome = cycle([machine()], [submitter("ann", 2), submitter("bob", 9)], waiting, ledger)
    assert {match.submitter: match.jobs for match in outcome.matches} == {"ann@pool.test": 2}


def test_jobs_at_another_schedd_get_nothing_of_it() -> None:
    ads = [submitter("ann", 2), submitter("ann", 9, ScheddName='"ap2"', ScheddIpAddr='"<10.1.0.2:9618>"')]
    outcome = cycle([machine()], ads, [*jobs("ann", 2, 1), *jobs("ann", 9, 2, "ap2")])
    (match,) = outcome.matches
    assert match.jobs == {"ap1": 2, "ap2": 9}[match.schedd]


@pytest.mark.parametrize("knobs", ["CLAIM_PARTITIONABLE_LEFTOVERS = False\n", "NEGOTIATOR_USE_SLOT_WEIGHTS = False\n"])
def test_without_leftovers_there_is_one_job_for_a_match(knobs: str) -> None:
    assert started(cycle([machine()], [submitter("ann", 9)], jobs("ann", 9, 1), knobs=knobs)) == [1]


class TestConcurrencyLimits:
    """Leftovers come without the limits of the match."""

    LIMIT = "LIC_LIMIT = 10\n"

    def test_jobs_with_limits_get_no_leftovers(self) -> None:
        waiting = jobs("ann", 9, 1, ConcurrencyLimits='"lic"')
        assert started(cycle([machine(cpus=12)], [submitter("ann", 9)], waiting, knobs=self.LIMIT)) == [1]

    def test_what_they_leave_goes_to_jobs_without(self) -> None:
        waiting = [*jobs("ann", 5, 1, ConcurrencyLimits='"lic"', JobPrio=1), *jobs("ann", 3, 2)]
        assert started(cycle([machine(cpus=12)], [submitter("ann", 8)], waiting, knobs=self.LIMIT)) == [1 + 3]

    def test_schedds_that_do_not_look_at_limits_give_them_leftovers_too(self) -> None:
        waiting = jobs("ann", 9, 1, ConcurrencyLimits='"lic"')
        knobs = self.LIMIT + "CLAIM_RECYCLING_CONSIDER_LIMITS = False\n"
        assert started(cycle([machine(cpus=12)], [submitter("ann", 9)], waiting, knobs=knobs)) == [9]


def test_a_schedd_at_its_most_running_jobs_starts_no_more() -> None:
    """Of seven jobs two run already."""
    outcome = cycle([machine()], [submitter("ann", 30, 2)], jobs("ann", 30, 1), knobs="MAX_JOBS_RUNNING = 7\n")
    assert started(outcome) == [5]
    assert outcome.visits[-1].left == 25


def test_two_machines_share_the_room_of_the_schedd() -> None:
    slots = [machine(1), machine(2)]
    assert sum(started(cycle(slots, [submitter("ann", 30)], jobs("ann", 30, 1), knobs="MAX_JOBS_RUNNING = 20\n"))) == 20


POLICY: Mapping[str, str | float] = {
    "ConsumptionCpus": "quantize(TARGET.RequestCpus, {1})",
    "ConsumptionMemory": "quantize(TARGET.RequestMemory, {128})",
    "NumClaims": 12,
}


class TestBeyondTheLimit:
    """A match costs the whole rest of a machine, and what starts there knows no limit."""

    QUOTA = "GROUP_NAMES = g\nGROUP_QUOTA_g = 4\nGROUP_ACCEPT_SURPLUS = False\n"

    def cycle(self, knobs: str = "", **policy: str | float) -> Outcome:
        return cycle(
            [machine(cpus=12, **policy)], [submitter("g.ann", 9)], jobs("g.ann", 9, 1), knobs=self.QUOTA + knobs
        )

    def test_a_quota_of_four_starts_nine_jobs(self) -> None:
        assert started(self.cycle()) == [9]

    def test_but_one_where_leftovers_are_not_claimed(self) -> None:
        assert started(self.cycle("CLAIM_PARTITIONABLE_LEFTOVERS = False\n")) == [1]

    def test_with_a_consumption_policy_four_matches_start_nine_jobs(self) -> None:
        assert started(self.cycle(**POLICY)) == [6, 1, 1, 1]

    def test_and_four_where_leftovers_are_not_claimed(self) -> None:
        assert started(self.cycle("CLAIM_PARTITIONABLE_LEFTOVERS = False\n", **POLICY)) == [1, 1, 1, 1]

    def test_a_match_that_rounds_its_limit_up_fills_the_machine_too(self) -> None:
        """A limit below one lets a rest of six cores through, and three jobs of two cores start."""
        knobs = "GROUP_NAMES = g\nGROUP_QUOTA_g = 1\n"
        waiting = jobs("g.carl", 30, 1, RequestCpus=2)
        assert started(cycle([machine(cpus=6)], [submitter("g.carl", 30)], waiting, knobs=knobs)) == [3]


def test_a_slot_that_gives_no_claim_starts_nothing() -> None:
    outcome = cycle(free(1, Offline="true"), [submitter("ann", 2)], jobs("ann", 2, 1))
    assert started(outcome) == [0]
    assert outcome.visits[-1].left == 2


def test_a_slot_taken_from_somebody_starts_one_job() -> None:
    ledger = priorities({"old": 9000, "new": 1000})
    knobs = "PREEMPTION_REQUIREMENTS = RemoteUserPrio > SubmitterUserPrio * 1.2\n"
    ads = [submitter("old", 0, running=4), submitter("new", 9)]
    assert started(cycle(held("old", 4, 1), ads, jobs("new", 9, 1), ledger, knobs)) == [1, 1, 1, 1]


def test_jobs_that_the_constraint_of_the_negotiator_leaves_out_may_run_on_leftovers() -> None:
    """NEGOTIATOR_JOB_CONSTRAINT decides what is offered, not which job gets a claim that is there."""
    waiting = [*jobs("ann", 1, 1), *jobs("ann", 3, 2, Late="true")]
    knobs = "NEGOTIATOR_JOB_CONSTRAINT = Late =!= true\n"
    assert started(cycle([machine()], [submitter("ann", 4)], waiting, knobs=knobs)) == [4]


class TestRefusals:
    """Rejections summed up, each job once."""

    def test_jobs_refused_in_several_spins_count_once(self) -> None:
        ads = [submitter("ann", 9), submitter("bob", 9)]
        outcome = cycle(free(4), ads, [*jobs("ann", 9, 1), *jobs("bob", 9, 2)])
        assert {one.submitter: one.jobs for one in outcome.refusals} == {"ann@pool.test": 7, "bob@pool.test": 7}

    def test_a_job_counts_under_the_reason_of_its_last_refusal(self) -> None:
        """In the first spin the limit is in the way, in the second nothing is left."""
        ads = [submitter("ann", 9), submitter("bob", 9)]
        knobs = "NEGOTIATOR_CONSIDER_PREEMPTION = False\n"
        outcome = cycle(free(3), ads, [*jobs("ann", 9, 1), *jobs("bob", 9, 2)], knobs=knobs)
        for name in ("ann@pool.test", "bob@pool.test"):
            won = sum(match.submitter == name for match in outcome.matches)
            told = [one for one in outcome.refusals if one.submitter == name]
            assert sum(one.jobs for one in told) <= 9 - won
            assert sum(one.rejections for one in told) == sum(one.submitter == name for one in outcome.rejections)

    def test_jobs_that_were_matched_after_a_refusal_are_no_longer_counted(self) -> None:
        waiting = [*jobs("ann", 2, 1), *jobs("ann", 2, 2, RequestCpus=8)]
        (refusal,) = cycle(free(2), [submitter("ann", 4)], waiting).refusals
        assert (refusal.rejections, refusal.jobs) == (1, 2)


def test_who_is_never_visited_is_told_with_its_idle_jobs() -> None:
    knobs = "GROUP_NAMES = g\nGROUP_QUOTA_g = 0\nGROUP_ACCEPT_SURPLUS = False\n"
    outcome = cycle(
        free(2), [submitter("g.ann", 3), submitter("bob", 1)], [*jobs("g.ann", 3, 1), *jobs("bob", 1, 2)], knobs=knobs
    )
    assert [(one.submitter, one.group, one.idle_jobs) for one in outcome.unvisited] == [("g.ann@pool.test", "g", 3)]
    assert {group.name: group.left for group in outcome.groups} == {"<none>": 0, "g": 3}


def test_where_the_queue_holds_more_than_the_ad_counts_the_queue_is_believed() -> None:
    """An ad is as old as the last update of its schedd: nobody is without waiting jobs because of that."""
    outcome = cycle(free(5), [submitter("ann", 5)], jobs("ann", 26, 1))
    assert outcome.visits[-1].left == 21


def test_a_recorded_pool_starts_what_a_real_one_started() -> None:
    """Two machines of 16 cores: ann's one match became 16 jobs of one core, bob's one 4 jobs of four, at once."""
    folder = LIVES / "mixed-cores"
    settings = config.read(folder / "condor_config", environ={})
    ledger = Ledger.read(folder / "ledger.log")
    outcome = negotiate(ScenarioData(read_snapshot(folder), ledger, settings, 1_795_306_248))
    told = {visit.submitter: (visit.matched, visit.jobs, visit.left) for visit in outcome.visits}
    assert told == {"ann@pool.test": (1, 16, 104), "bob@pool.test": (1, 4, 26)}
