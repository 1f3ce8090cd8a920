"""Claims of the last cycle that slots do not show yet are put there, so that the next one gives nothing away twice."""

from collections.abc import Iterable, Mapping

import pytest
from msgspec.structs import replace

from tests.negotiation.builders import NOW, configured, free, held, jobs, slot, submitter, won
from tests.negotiation.test_pending import ANN, BEN, ENDED, account, ledger
from tests.simulation.recorded_work import RecordedWork
from userprio.classad import Ad, Evaluator, PackedAds
from userprio.negotiation import negotiate
from userprio.pool import AssumedClaim, Pool, ScenarioData
from userprio.simulation import settled
from userprio.simulation.world import World

STOPPED = {"EnteredCurrentState": ENDED - 100, "LastHeardFrom": ENDED - 50}
"""A slot whose startd has not been heard from since the cycle."""


def running(name: str, cluster: int, on: str, since: int = ENDED + 1, **attributes: str | float) -> Ad:
    (ad,) = jobs(name, 1, cluster, **attributes)
    return ad.replace({"JobStatus": 2, "CurrentHosts": 1, "RemoteHost": on, "JobCurrentStartDate": since})


def pool(
    slots: Iterable[Ad],
    waiting: Iterable[Ad],
    records: Mapping[str, str] = {},
    *,
    now: int = NOW,
    knobs: str = "",
    heard: int = ENDED + 2,
    **more: tuple[Ad, ...],
) -> ScenarioData:
    """Ann and ben have two jobs each by their ads, and had `records` by the negotiator's, three seconds before."""
    submitters = submitter("ann", 2, heard=heard), submitter("ben", 2, heard=heard)
    given = Pool(
        tuple(slots), submitters, PackedAds(waiting), recorded=True, accounting=(account("<none>", 0),), **more
    )
    return ScenarioData(given, ledger(records), configured(knobs), now)


def said(ad: Ad, *names: str) -> list[object]:
    return [Evaluator(NOW).attribute(name, ad) for name in names]


def claims(scenario: ScenarioData) -> list[tuple[str, str, bool]]:
    return [(claim.job, claim.slot, claim.runs) for claim in settled(scenario).pool.assumed_claims]


def test_a_job_that_runs_holds_its_slot_although_that_says_that_it_is_free() -> None:
    scenario = pool(free(2, **STOPPED), [running("ann", 1, "slot1@exec1"), *jobs("ann", 2, 2), *jobs("ben", 2, 3)])
    result = settled(scenario)
    assert result.pool.assumed_claims == (AssumedClaim(ANN, "ap1", "1.0", "slot1@exec1", runs=True),)
    outcome = negotiate(result)
    assert (outcome.usage, won(outcome)) == ({ANN: 1.0}, {"ben": 1})
    assert outcome.pending is not None
    assert (outcome.pending.matches, outcome.pending.claimed) == (0, result.pool.assumed_claims)
    (remark,) = [warning for warning in outcome.warnings if "last cycle" in warning]
    assert remark == (
        "1 job of matches of the last cycle, which ended 3 s before, is taken to run in slots whose ads do not show it "
        f"yet ({ANN}: 1)"
    )


@pytest.mark.parametrize(
    ("free_slot", "since"),
    [
        ({"EnteredCurrentState": ENDED + 2, "LastHeardFrom": NOW}, ENDED - 60),
        ({"State": '"Claimed"', "RemoteUser": f'"{BEN}"', "LastHeardFrom": NOW}, NOW),
    ],
)
def test_a_job_whose_slot_has_said_since_that_it_is_free_or_anothers_holds_none(
    free_slot: Mapping[str, str | float], since: int
) -> None:
    assert not claims(pool([slot(1, **free_slot)], [running("ann", 1, "slot1@exec1", since)]))


def test_a_dynamic_slot_that_is_not_there_yet_is_cut_from_its_partitionable_one() -> None:
    parts = slot(1, Name='"slot1@big"', Cpus=8, Memory=8000, Disk=10, PartitionableSlot="true", **STOPPED)
    scenario = pool([parts], [running("ann", 1, "slot1_1@big", RequestCpus=3)])
    whole, part = settled(scenario).pool.slots
    assert (said(whole, "Cpus"), said(part, "Cpus", "AccountingGroup")) == ([5], [3, ANN])


def test_a_match_without_a_claim_goes_to_the_first_job_of_its_submitter_that_can_use_the_slot() -> None:
    """Job 1.0 needs two cores. The slot of ben was unclaimed after the cycle, so that his claim has ended."""
    slots = [slot(1, **STOPPED), slot(2, **{**STOPPED, "EnteredCurrentState": ENDED + 1}), *free(1, 3, **STOPPED)]
    waiting = [*jobs("ann", 1, 1, RequestCpus=2), *jobs("ann", 2, 2), *jobs("ben", 2, 3)]
    scenario = pool(slots, waiting, {"slot1@exec1": ANN, "slot1@exec2": BEN})
    assert claims(scenario) == [("2.0", "slot1@exec1", False)]
    outcome = negotiate(settled(scenario))
    assert [(match.submitter, match.request) for match in outcome.matches] == [(BEN, "3.0"), (ANN, "2.1")]
    assert "2.0" in [match.request for match in negotiate(scenario).matches]


def test_what_the_negotiator_said_of_its_matches_counts_like_its_ledger() -> None:
    pending = (Ad({"Name": "slot1@exec1", "RemoteUser": ANN, "StartTime": ENDED}),)
    assert claims(pool(free(2, **STOPPED), jobs("ann", 2, 1), pending=pending)) == [("1.0", "slot1@exec1", False)]


@pytest.mark.parametrize(("knobs", "cut"), [("", 4), ("CLAIM_PARTITIONABLE_LEFTOVERS = False\n", 1)])
def test_a_match_of_a_partitionable_slot_becomes_as_many_claims_as_its_schedd_makes_of_it(knobs: str, cut: int) -> None:
    parts = slot(1, Name='"slot1@big"', Cpus=4, Memory=8000, Disk=10, PartitionableSlot="true", **STOPPED)
    scenario = pool([parts], jobs("ann", 6, 1), {"slot1@big": ANN}, knobs=knobs)
    assert [slot for _, slot, _ in claims(scenario)] == [f"slot1_{number}@big" for number in range(1, cut + 1)]
    # A job that needs more cores than are there shows what is left; those with a claim are behind the others.
    after = settled(scenario).pool
    assert said(after.slots[0], "Cpus") == [4 - cut]
    assert [said(ad, "JobStatus") for ad in after.jobs] == [[1]] * (6 - cut) + [[2]] * cut


def test_a_partitionable_slot_that_was_heard_from_a_while_after_the_cycle_has_no_match_to_come() -> None:
    own = {"Name": '"slot1@big"', "Cpus": 4, "Memory": 8000, "Disk": 10, "PartitionableSlot": "true"}
    late = [slot(1, **own, LastHeardFrom=NOW + 5)]
    assert not claims(pool(late, jobs("ann", 2, 1), {"slot1@big": ANN}, now=NOW + 6))
    assert claims(pool(late, jobs("ann", 2, 1), {"slot1@big": ANN}))


@pytest.mark.parametrize(("interval", "counts"), [(60, [1, 1]), (600, [2, 0])])
def test_a_submitter_ad_counts_the_job_as_running_if_its_schedd_sends_another_before_the_next_cycle(
    interval: int, counts: list[int]
) -> None:
    scenario = pool(
        free(1, **STOPPED),
        [running("ann", 1, "slot1@exec1"), *jobs("ann", 1, 2)],
        knobs=f"SCHEDD_INTERVAL = {interval}\n",
        heard=ENDED - 1,
    )
    ann = settled(scenario).pool.submitters[0]
    assert said(ann, "IdleJobs", "RunningJobs") == counts


def test_pending_claims_of_a_schedd_whose_jobs_run_by_now_are_pending_no_more() -> None:
    own = Ad({"Name": "ap1", "NumPendingClaims": 2, "ShadowsRunning": 5, "LastHeardFrom": ENDED})
    after = settled(pool(free(1, **STOPPED), [running("ann", 1, "slot1@exec1")], schedds=(own,)))
    assert said(after.pool.schedds[0], "NumPendingClaims", "ShadowsRunning") == [1, 6]
    outcome = negotiate(after)
    assert outcome.pending is not None and outcome.pending.schedds == {"ap1": 1}
    assert sum("last cycle" in warning for warning in outcome.warnings) == 2


def test_long_after_a_cycle_or_in_a_pool_that_was_made_up_all_is_as_it_says() -> None:
    scenario = pool(free(1, **STOPPED), [running("ann", 1, "slot1@exec1")])
    for unchanged in (
        replace(scenario, now=NOW + 60),
        replace(scenario, pool=replace(scenario.pool, recorded=False)),
        pool(held("ann", 1, 1), [running("ann", 1, "slot1@exec1")]),
    ):
        assert settled(unchanged) is unchanged


def test_a_simulation_goes_on_with_the_job_that_was_put_there() -> None:
    scenario = settled(pool(free(1, **STOPPED), jobs("ann", 2, 1), {"slot1@exec1": ANN}))
    world = World(scenario, RecordedWork({}, unknown_s=1000.0))
    world.run_until(NOW + 120)
    assert [(run.job, run.slot) for run in world.claims.all_runs()] == [("1.0", "slot1@exec1")]
