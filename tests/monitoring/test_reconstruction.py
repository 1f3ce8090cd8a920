"""The pool as a cycle found it, where several states are possible, and what of a difference its jobs explain."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.monitoring.test_policies import with_knob
from tests.monitoring.test_verification import cycle_of, falsified, known_by, part_of, scenario_of
from userprio.classad import Ad, Evaluator, integer_of, text_of
from userprio.monitoring import Agreement, LoggedCycle, decisions_of, verify
from userprio.monitoring.reconstruction import as_found
from userprio.negotiation import negotiate
from userprio.pool import Pool, ScenarioData


def held_by(ad: Ad, user: str) -> Ad:
    held = {"RemoteUser": user, "RemoteOwner": user, "AccountingGroup": user, "State": "Claimed", "Activity": "Busy"}
    return ad.replace(held)


def idle_slots(scenario: ScenarioData) -> list[int]:
    """Places of the slots that the cycle gives to nobody."""
    given = {match.slot for match in negotiate(scenario).matches}
    return [place for place, ad in enumerate(scenario.pool.slots) if str(ad.source("Name")).strip('"') not in given]


def with_slot(pool: Pool, place: int, ad: Ad) -> Pool:
    return replace(pool, slots=(*pool.slots[:place], ad, *pool.slots[place + 1 :]))


def one_freed_and_one_taken(scenario: ScenarioData, cycle: LoggedCycle) -> tuple[Pool, Pool]:
    """Snapshots before and after: of two slots that the cycle found free one was in use before, and one is later.

    Both changed shortly before the cycle began, which the collector may have heard or not.
    """
    first, second = idle_slots(scenario)
    before = with_slot(known_by(scenario.pool, cycle.started - 60), first, scenario.pool.slots[first])
    changed = {"EnteredCurrentState": cycle.started - 2, "LastHeardFrom": cycle.started + 2, "UpdateSequenceNumber": 9}
    freed, taken = (before.slots[place].replace(changed) for place in (first, second))
    after = with_slot(with_slot(before, first, freed), second, held_by(taken, "eve@pool.test"))
    return with_slot(before, first, held_by(before.slots[first], "zoe@pool.test")), after


def test_of_several_states_of_slots_that_add_up_all_are_tried(tmp_path: Path) -> None:
    """The log has only the number of slots: that one was freed and the other not yet taken is none of the first."""
    true, cycle = scenario_of("talk-pie"), cycle_of("talk-pie", tmp_path)
    before, after = one_freed_and_one_taken(true, cycle)
    assert verify(replace(true, pool=before), cycle).verdict is not Agreement.AGREES
    found = verify(replace(true, pool=before), cycle, after)
    assert (found.verdict, found.foretold, found.extra) == (Agreement.AGREES, cycle.matches, 0)
    false, _ = falsified("talk-pie")
    assert verify(replace(false, pool=before), cycle, after).verdict is Agreement.DIFFERS


def without_jobs(pool: Pool, cluster: str, *procs: str) -> Pool:
    """The pool without these jobs of a cluster, or without any of it."""
    gone = {(cluster, proc) for proc in procs}
    keys = ((str(ad.source("ClusterId")), str(ad.source("ProcId"))) for ad in pool.jobs)
    left = tuple(
        ad for ad, key in zip(pool.jobs, keys, strict=True) if key not in gone and (procs or key[0] != cluster)
    )
    return replace(pool, jobs=left)


def test_a_job_that_was_asked_for_was_there_though_it_is_gone_since(tmp_path: Path) -> None:
    """So it explains no difference."""
    (false, _), cycle = falsified("talk-pie"), cycle_of("talk-pie", tmp_path)
    after = without_jobs(false.pool, "1", "0")
    assert len(after.jobs) == len(false.pool.jobs) - 1
    assert verify(false, cycle, after).verdict is Agreement.DIFFERS


def test_jobs_that_a_request_counts_were_there_though_all_are_gone_since(tmp_path: Path) -> None:
    """The snapshot read the first of them when it ran already; the log names it alone, and says of how many."""
    scenario, cycle = scenario_of("talk-pie"), cycle_of("talk-pie", tmp_path)
    older, after = one_freed_and_one_taken(scenario, cycle)
    first, *others = scenario.pool.jobs
    running = first.replace({"JobStatus": 2, "RemoteHost": "slot1@elsewhere", "EnteredCurrentStatus": cycle.started})
    before = replace(scenario, pool=replace(older, jobs=(running, *others)))
    assert verify(before, cycle).verdict is not Agreement.AGREES
    found = verify(before, cycle, without_jobs(after, "1"))
    assert (found.verdict, found.foretold) == (Agreement.AGREES, cycle.matches)


@pytest.mark.parametrize("more", [7, -3])
def test_what_a_group_asks_for_is_that_of_the_log_whether_more_or_less_than_in_the_snapshot(
    more: int, tmp_path: Path
) -> None:
    name = "round-robin"
    scenario, cycle = scenario_of(name), cycle_of(name, tmp_path)
    ad, *others = scenario.pool.submitters
    idle = int(ad.source("IdleJobs") or 0)

    def asking(number: int, heard: int) -> Pool:
        asks = {"IdleJobs": number, "WeightedIdleJobs": number, "LastHeardFrom": heard}
        return replace(scenario.pool, submitters=(ad.replace(asks), *others))

    before = replace(scenario, pool=asking(idle + more, cycle.started - 60))
    assert verify(before, cycle).verdict is not Agreement.AGREES
    found = verify(before, cycle, asking(idle + 2 * more, cycle.started + 2))
    assert (found.verdict, found.foretold) == (Agreement.AGREES, cycle.matches)


def completed(pool: Pool, cycle: LoggedCycle) -> Pool:
    """The pool once all its jobs have ended."""
    ended = {"JobStatus": 4, "EnteredCurrentStatus": cycle.started + 5}
    return replace(pool, jobs=tuple(ad.replace(ended) for ad in pool.jobs))


def test_jobs_that_end_do_not_explain_that_the_log_has_offers_of_them(tmp_path: Path) -> None:
    scenario, cycle = scenario_of("talk-pie"), cycle_of("talk-pie", tmp_path)
    after = completed(scenario.pool, cycle)
    assert verify(scenario, cycle, after).verdict is Agreement.AGREES
    none_offered = with_knob(scenario, "NEGOTIATOR_JOB_CONSTRAINT", "ClusterId < 0")
    assert verify(none_offered, cycle, after).verdict is Agreement.DIFFERS


def test_jobs_that_end_do_not_explain_in_which_order_submitters_are_visited(tmp_path: Path) -> None:
    """All are visited in both."""
    (scenario, _), cycle = falsified("talk-pie"), cycle_of("talk-pie", tmp_path)
    order = [visit.submitter for visit in negotiate(scenario).visits]
    assert order[0] != negotiate(scenario_of("talk-pie")).visits[0].submitter
    assert verify(scenario, cycle, completed(scenario.pool, cycle)).verdict is Agreement.DIFFERS


RESTING = "requirements"


def without_last_visit(lines: list[str]) -> list[str]:
    """The log without what alice asks for after her first visit."""
    visits = [place for place, line in enumerate(lines) if "  Negotiating with alice@" in line]
    assert len(visits) > 1
    hers = re.compile(r"    Request 0*1\.|      Rejected 1\.")
    return [line for place, line in enumerate(lines) if place < visits[1] or not hers.search(line)]


def run_together(scenario: ScenarioData, cycle: LoggedCycle, waiting: int) -> Pool:
    """The pool once the jobs of the first cluster run in parts of the same slot, but for some that wait still."""
    slot = next(match.slot for match in negotiate(scenario).matches if match.submitter == "alice@pool.test")
    hers = [place for place, ad in enumerate(scenario.pool.jobs) if str(ad.source("ClusterId")) == "1"]
    runs: dict[str, int | str] = {"JobStatus": 2, "RemoteHost": slot, "EnteredCurrentStatus": cycle.started}
    jobs = list(scenario.pool.jobs)
    for place in hers[: len(hers) - waiting]:
        jobs[place] = jobs[place].replace(runs)
    return replace(scenario.pool, jobs=tuple(jobs))


@pytest.mark.parametrize(("waiting", "verdict"), [(0, Agreement.AGREES), (1, Agreement.DIFFERS)])
def test_jobs_that_started_on_the_rest_of_a_slot_are_not_offered_again_unless_some_wait_still(
    waiting: int, verdict: Agreement, tmp_path: Path
) -> None:
    scenario, cycle = scenario_of(RESTING), cycle_of(RESTING, tmp_path, without_last_visit)
    found = verify(scenario, cycle, run_together(scenario, cycle, waiting))
    assert found.verdict is verdict
    assert any("what was left of a slot" in note for note in found.notes) == (waiting == 0)


def test_a_partitionable_slot_is_never_taken_to_have_what_its_parts_use(tmp_path: Path) -> None:
    """Neither of two parts was there in the cycle, that have other users since: what both have was left."""
    name = "partitionable"
    scenario, cycle = scenario_of(name), cycle_of(name, tmp_path)
    whole, *others = scenario.pool.slots
    evaluator = Evaluator(0)
    cpus, title = integer_of(evaluator, whole, "Cpus"), str(text_of(evaluator, whole, "Name"))
    long_ago, since = (
        {"EnteredCurrentState": at, "LastHeardFrom": at} for at in (cycle.started - 90, cycle.started + 1)
    )

    def divided(user: str, number: int, times: dict[str, int]) -> tuple[Ad, ...]:
        names = (title.replace("slot1@", f"slot1_{part}@") for part in (1, 2))
        parts = (part_of(whole, part, 1, user, **times, UpdateSequenceNumber=number) for part in names)
        return whole.replace({"Cpus": cpus - 2, **times, "UpdateSequenceNumber": number}), *parts

    before = replace(scenario, pool=replace(scenario.pool, slots=(*divided("zoe@pool.test", 1, long_ago), *others)))
    after = replace(scenario.pool, slots=(*divided("eve@pool.test", 7, since), *others))
    states = [found.scenario.pool.slots for found in as_found(before, cycle, decisions_of(cycle), after)]
    wholes = (ad for slots in states for ad in slots if text_of(evaluator, ad, "Name") == title)
    assert {integer_of(evaluator, ad, "Cpus") for ad in wholes} == {cpus, cpus - 2}


def test_a_part_of_a_slot_that_was_gone_before_the_cycle_explains_no_difference(tmp_path: Path) -> None:
    """It was in the snapshot; the slots of the cycle are known all the same."""
    name = "partitionable"
    cycle = cycle_of(name, tmp_path)

    def with_part(scenario: ScenarioData) -> ScenarioData:
        whole, *others = known_by(scenario.pool, cycle.started - 90).slots
        title = str(text_of(Evaluator(0), whole, "Name")).replace("slot1@", "slot1_1@")
        part = part_of(whole, title, 2, "zoe@pool.test", UpdateSequenceNumber=1)
        rest = whole.replace({"Cpus": integer_of(Evaluator(0), whole, "Cpus") - 2, "UpdateSequenceNumber": 5})
        return replace(scenario, pool=replace(scenario.pool, slots=(rest, part, *others)))

    (false, _), true = falsified(name), scenario_of(name)
    after = known_by(true.pool, cycle.started - 2)
    assert verify(with_part(true), cycle, after).verdict is Agreement.AGREES
    assert verify(with_part(false), cycle, after).verdict is Agreement.DIFFERS
