"""A dry run held against the log of its cycle: it agrees, it differs, or the pool has moved; never a false verdict."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.monitoring.logged import NAMES, each_log, last_cycle, lines_of
from tests.negotiation.recorded import recorded
from userprio.analysis.plan import changed as change_scenario
from userprio.analysis.plan import changes_of
from userprio.classad import Ad, Evaluator, integer_of, text_of
from userprio.monitoring import Agreement, LoggedCycle, Verification, verify
from userprio.negotiation import negotiate
from userprio.pool import Pool, ScenarioData

NO_LONGER = {"edge-ignore-jobranks": Agreement.CHANCE}
"""Pools whose cycles chance decides."""


def cycle_of(name: str, folder: Path, change: Callable[[list[str]], list[str]] = lambda lines: lines) -> LoggedCycle:
    return last_cycle(folder / "log", change(lines_of(name)))


def scenario_of(name: str) -> ScenarioData:
    return recorded(name).scenario


def verified(name: str, folder: Path) -> Verification:
    return verify(scenario_of(name), cycle_of(name, folder))


@each_log
def test_every_recorded_cycle_agrees_from_its_log_of_the_default_level(name: str, tmp_path: Path) -> None:
    result = verified(name, tmp_path)
    assert (result.verdict, result.difference if result.verdict is Agreement.AGREES else None) == (
        NO_LONGER.get(name, Agreement.AGREES),
        None,
    )
    if result.verdict is Agreement.AGREES:
        assert (result.foretold, result.extra) == (result.cycle.matches, 0)


KINDS = (
    "Started", "Finished", "Phase 1", "Public ads", "Phase 2", "Leaving", "Phase 3", "Phase 4", "  Negotiating with",
    "  Negotiation with", "    Request", "      Matched", "      Successfully", "      Rejected", "      Preempting",
    "Group ", "BEGIN", "group quota:", "group quotas: allocation", "Round ", "    Reached", "    Hit", "negotiateWith",
    "Halting", "Got ads", "** condor_negotiator",
)  # fmt: skip


@each_log
def test_a_log_that_lacks_a_kind_of_line_never_gives_a_false_verdict(name: str, tmp_path: Path) -> None:
    """Without its beginning or end there is no cycle; else it agrees all the same, or cannot be judged."""
    for kind in KINDS:
        lines = [line for line in lines_of(name) if kind not in line]
        try:
            cycle = last_cycle(tmp_path / "log", lines)
        except StopIteration:
            assert kind in ("Started", "Finished")
            continue
        # Whether it is a negotiator's first cycle is only in the banner.
        scenario = scenario_of(name)
        verdict = verify(scenario, replace(cycle, first=recorded(name).scenario.first_cycle)).verdict
        assert verdict is not Agreement.DIFFERS, kind


def falsified(name: str) -> tuple[ScenarioData, set[str]]:
    """The same with the factors of every second submitter a hundredfold."""
    scenario = scenario_of(name)
    submitters = sorted({str(ad.source("Name")).strip('"') for ad in scenario.pool.submitters})
    false = {submitter: 100 * factor_of(scenario, submitter) for submitter in submitters[::2]}
    changed, _ = change_scenario(scenario, changes_of(None, false, (), (), new=True), scenario.config)
    return changed, set(false)


def factor_of(scenario: ScenarioData, submitter: str) -> float:
    customer = scenario.ledger.customers.get(submitter)
    own = None if customer is None else customer.priority_factor
    return own or scenario.config.real("DEFAULT_PRIO_FACTOR")


@pytest.mark.slow
def test_false_factors_in_a_ledger_are_found_wherever_they_matter_and_nearly_always_named(tmp_path: Path) -> None:
    matter = named = 0
    for name in NAMES:
        scenario, false = falsified(name)
        true, outcome = negotiate(scenario_of(name)), negotiate(scenario)
        if (true.matches, true.rejections) == (outcome.matches, outcome.rejections):
            continue
        result = verify(scenario, cycle_of(name, tmp_path))
        assert result.verdict is Agreement.DIFFERS, name
        matter += 1
        named += any(who in str(result.difference) for who in false)
    assert matter > 40
    assert named >= 0.95 * matter


def test_a_false_factor_is_named_with_the_number_that_decides(tmp_path: Path) -> None:
    scenario, false = falsified("talk-pie")
    result = verify(scenario, cycle_of("talk-pie", tmp_path))
    assert result.verdict is Agreement.DIFFERS
    assert result.difference is not None
    assert result.difference.submitter in false


def test_a_quota_that_is_configured_otherwise_is_seen_before_anything_is_decided(tmp_path: Path) -> None:
    scenario = scenario_of("manual-static-15")
    knob = next(name for name in scenario.config.names() if name.startswith("GROUP_QUOTA_"))
    config = scenario.config.with_overrides({knob: "3"})
    result = verify(replace(scenario, config=config), cycle_of("manual-static-15", tmp_path))
    assert result.verdict is Agreement.DIFFERS
    assert result.difference is not None
    assert (result.difference.what, result.difference.foretold) == ("configured quota", "3")


def test_a_slot_that_came_after_the_snapshot_is_no_disagreement(tmp_path: Path) -> None:
    scenario = scenario_of("talk-pie")
    fewer = replace(scenario.pool, slots=scenario.pool.slots[1:])
    result = verify(replace(scenario, pool=fewer), cycle_of("talk-pie", tmp_path))
    assert result.verdict is Agreement.MOVED
    assert result.because == "the snapshot has 7 slots, and the cycle had 8"


def test_a_job_that_was_removed_before_the_cycle_is_no_disagreement(tmp_path: Path) -> None:
    """The log does not name it; the pool after the cycle does not have it any more."""
    name = "talk-pie"
    scenario, cycle = scenario_of(name), cycle_of(name, tmp_path)
    first = scenario.pool.jobs[0]
    older = first.replace({"ProcId": "0", "ClusterId": "0"})
    before = replace(scenario, pool=replace(scenario.pool, jobs=(older, *scenario.pool.jobs[1:])))
    result = verify(before, cycle)
    assert (result.verdict, result.because) == (Agreement.MOVED, "job 1.0 is not in the snapshot")
    assert result.compared < cycle.matches
    found = verify(before, cycle, scenario.pool)
    assert (found.verdict, found.compared) == (Agreement.AGREES, cycle.matches)
    assert "the pool after the cycle" in found.notes[-1]


def test_nothing_is_compared_after_a_command_in_mid_cycle(tmp_path: Path) -> None:
    def disturbed(lines: list[str]) -> list[str]:
        place = next(index for index, line in enumerate(lines) if "  Negotiating with" in line)
        head = re.match(r"\S+ \S+ ", lines[place])
        assert head is not None
        return [*lines[:place], f"{head[0]}Setting the priority factor of x@y to 5", *lines[place:]]

    scenario, _ = falsified("talk-pie")
    result = verify(scenario, cycle_of("talk-pie", tmp_path, disturbed))
    assert result.verdict is Agreement.NOT_JUDGED
    assert "a command came in mid-cycle" in result.because


def cut(lines: list[str], before: str, *instead: str) -> list[str]:
    """The log of a cycle that is over, for want of time, before the first line that has this text."""
    place = next(index for index, line in enumerate(lines) if before in line)
    head = lines[place][: len("11/21/26 06:06:22 ")]
    return [*lines[:place], *(head + line for line in instead), *lines[-2:]]


def test_a_visit_that_a_time_limit_stops_is_compared_as_far_as_it_came(tmp_path: Path) -> None:
    """It made two of four matches, and nobody else was visited."""
    deadline = "    Reached deadline for alice@pool.test (<127.0.0.1:25489>) after 1 sec... stopping"
    scenario, false = falsified("talk-pie")
    assert "bob@pool.test" not in false
    cycle = cycle_of("talk-pie", tmp_path, lambda lines: cut(lines, "(request count 3 of 10)", deadline))
    result = verify(scenario_of("talk-pie"), cycle)
    assert (result.verdict, result.foretold, result.compared, result.extra) == (Agreement.IN_PART, 2, 2, 0)
    assert result.notes[0].startswith("time limits stopped alice@pool.test")
    assert verify(scenario, cycle).verdict is Agreement.DIFFERS


@pytest.mark.parametrize("limit", ["of time limits:", "MAX_TIME_PER_CYCLE of 1 secs exceeded"])
def test_visits_that_are_left_out_for_want_of_time_are_no_disagreement(limit: str, tmp_path: Path) -> None:
    """The one before them had come to its own end."""
    left_out = (f"  Negotiation with {name}@pool.test skipped because {limit}" for name in ("bob", "charlie"))
    cycle = cycle_of("talk-pie", tmp_path, lambda lines: cut(lines, "Negotiating with bob", *left_out))
    result = verify(scenario_of("talk-pie"), cycle)
    assert (result.verdict, result.foretold, result.extra) == (Agreement.IN_PART, 4, 0)
    assert result.notes[0].startswith("time limits left no time for bob@pool.test")


def test_a_cycle_without_any_time_is_foretold_too(tmp_path: Path) -> None:
    scenario = scenario_of("talk-pie")
    none = replace(scenario, config=scenario.config.with_overrides({"NEGOTIATOR_MAX_TIME_PER_SUBMITTER": "0"}))
    left_out = (f"  Negotiation with {name}@pool.test skipped because of time limits:" for name in ("alice", "bob"))
    cycle = cycle_of("talk-pie", tmp_path, lambda lines: cut(lines, "Negotiating with alice", *left_out))
    assert verify(none, cycle).verdict is Agreement.IN_PART
    assert verify(scenario, cycle).verdict is Agreement.NOT_JUDGED


def test_a_ledger_that_holds_the_cycle_already_cannot_judge_it(tmp_path: Path) -> None:
    scenario, cycle = scenario_of("talk-pie"), cycle_of("talk-pie", tmp_path)
    younger = replace(scenario, ledger=replace(scenario.ledger, last_update_time=cycle.started + 60))
    result = verify(younger, cycle)
    assert (result.verdict, result.because) == (
        Agreement.NOT_JUDGED,
        "the ledger is younger than the cycle: it holds what the cycle did",
    )


def after_command(lines: list[str]) -> list[str]:
    """The log with a command before its cycle."""
    place = max(index for index, line in enumerate(lines) if "Started Negotiation Cycle" in line)
    head = lines[place][: len("11/21/26 06:06:22 ")]
    return [*lines[:place], f"{head}Setting the priority factor of charlie@pool.test to 50.000000", *lines[place:]]


def test_what_a_command_sets_between_snapshot_and_cycle_is_taken_from_the_log(tmp_path: Path) -> None:
    """The ledger has a false factor of another submitter still, which is found all the same."""
    scenario, false = falsified("talk-pie")
    assert "charlie@pool.test" in false
    others = false - {"charlie@pool.test"}
    result = verify(scenario, cycle_of("talk-pie", tmp_path, after_command))
    assert result.verdict is Agreement.DIFFERS
    right = {name: factor_of(scenario_of("talk-pie"), name) for name in others}
    fewer, _ = change_scenario(scenario, changes_of(None, right, (), (), new=True), scenario.config)
    true, _ = change_scenario(
        scenario_of("talk-pie"), changes_of(None, {"charlie@pool.test": 50.0}, (), (), new=True), scenario.config
    )
    assert negotiate(fewer).matches != negotiate(true).matches
    late, known = (verify(each, cycle_of("talk-pie", tmp_path, after_command)) for each in (fewer, true))
    assert late.difference == known.difference


def test_submitters_that_tie_are_taken_in_the_order_of_the_log(tmp_path: Path) -> None:
    """Any new ad changes when they were last heard from, and so their order."""
    name = "edge-many-submitters"
    scenario, cycle = scenario_of(name), cycle_of(name, tmp_path)
    ads = scenario.pool.submitters
    turned = tuple(ad.replace({"LastHeardFrom": len(ads) - place}) for place, ad in enumerate(ads))
    other = replace(scenario, pool=replace(scenario.pool, submitters=turned))
    assert negotiate(other).matches != negotiate(scenario).matches
    result = verify(other, cycle)
    assert (result.verdict, result.foretold) == (Agreement.AGREES, cycle.matches)
    assert "in the order of the log" in result.notes[0]


def test_a_slot_that_was_free_in_the_snapshot_and_is_taken_from_somebody_has_moved(tmp_path: Path) -> None:
    name = "preempt-by-priority"
    scenario, cycle = scenario_of(name), cycle_of(name, tmp_path)
    slot = next(match.slot for match in negotiate(scenario).matches if match.preempts)
    freed = {"RemoteUser": None, "RemoteOwner": None, "AccountingGroup": None, "State": "Unclaimed"}
    slots = tuple(ad.replace(freed) if slot in str(ad.source("Name")) else ad for ad in scenario.pool.slots)
    result = verify(replace(scenario, pool=replace(scenario.pool, slots=slots)), cycle)
    assert result.verdict is Agreement.MOVED
    assert result.because.startswith(f"{slot} was ")
    assert result.because.endswith("'s in the cycle, and is free in the snapshot")


def started(scenario: ScenarioData, job: int, slot: str) -> Pool:
    """The pool with a job running."""
    running = scenario.pool.jobs[job].replace({"JobStatus": 2, "RemoteHost": slot})
    jobs = (*scenario.pool.jobs[:job], running, *scenario.pool.jobs[job + 1 :])
    return replace(scenario.pool, jobs=jobs)


def test_a_job_that_started_where_the_cycle_gave_nothing_has_moved_the_queue(tmp_path: Path) -> None:
    """A schedd uses a claim for another job, which it does not offer then."""
    scenario, cycle = scenario_of("talk-pie"), cycle_of("talk-pie", tmp_path)
    first = scenario.pool.jobs[0]
    older = first.replace({"ClusterId": int(first.source("ClusterId") or 0), "ProcId": -1})
    before = replace(scenario, pool=replace(scenario.pool, jobs=(older, *scenario.pool.jobs)))
    unchanged = verify(before, cycle, before.pool)
    assert (unchanged.verdict, "other jobs of the same clusters" in unchanged.notes[-1]) == (Agreement.AGREES, True)
    found = verify(before, cycle, started(before, 0, "slot9@elsewhere"))
    assert (found.verdict, found.compared) == (Agreement.AGREES, cycle.matches)


def test_claims_of_earlier_cycles_may_be_pending(tmp_path: Path) -> None:
    """Jobs for them are not offered, though they seem to wait."""
    scenario, cycle = scenario_of("talk-pie"), cycle_of("talk-pie", tmp_path)
    first = scenario.pool.jobs[0]
    older = first.replace({"ClusterId": 0, "ProcId": 0})
    slots = tuple(ad.replace({"EnteredCurrentState": cycle.started - 90}) for ad in scenario.pool.slots)
    before = replace(scenario, pool=replace(scenario.pool, jobs=(older, *scenario.pool.jobs), slots=slots))
    earlier = replace(cycle, started=cycle.started - 60, ended=cycle.started - 60)
    assert verify(before, cycle).verdict is Agreement.DIFFERS
    result = verify(before, cycle, earlier=[earlier])
    assert result.verdict is Agreement.MOVED
    assert "which an earlier cycle gave to " in result.because
    long_ago = replace(earlier, started=cycle.started - 7200, ended=cycle.started - 7200)
    assert verify(before, cycle, earlier=[long_ago]).verdict is Agreement.DIFFERS


def taken(pool: Pool, number: int, by: str) -> Pool:
    """The pool with its first slots in use by somebody."""
    held = {"RemoteUser": by, "RemoteOwner": by, "AccountingGroup": by, "State": "Claimed", "Activity": "Busy"}
    return replace(pool, slots=tuple(ad.replace(held if place < number else {}) for place, ad in enumerate(pool.slots)))


def known_by(pool: Pool, at: int) -> Pool:
    """The pool, as its slots say of themselves at a time, when they entered their states."""
    entered = {"EnteredCurrentState": at, "LastHeardFrom": at, "UpdateSequenceNumber": 7}
    return replace(pool, slots=tuple(ad.replace(entered) for ad in pool.slots))


def test_slots_that_became_free_before_the_cycle_are_taken_from_the_pool_after_it(tmp_path: Path) -> None:
    """So a false factor is found in that cycle too."""
    (false, _), cycle = falsified("talk-pie"), cycle_of("talk-pie", tmp_path)
    true = scenario_of("talk-pie")
    after = known_by(true.pool, cycle.started - 2)
    for scenario, verdict in ((true, Agreement.AGREES), (false, Agreement.DIFFERS)):
        older = replace(scenario, pool=taken(scenario.pool, 3, "zoe@pool.test"))
        assert verify(older, cycle, after).verdict is verdict
        assert verify(older, cycle).verdict is not Agreement.AGREES


def test_what_became_of_slots_after_the_cycle_is_not_taken_for_what_it_found(tmp_path: Path) -> None:
    scenario, cycle = scenario_of("talk-pie"), cycle_of("talk-pie", tmp_path)
    after = known_by(taken(scenario.pool, 8, "zoe@pool.test"), cycle.started + 2)
    assert verify(scenario, cycle, after).verdict is Agreement.AGREES
    moved = replace(scenario, pool=taken(scenario.pool, 3, "zoe@pool.test"))
    found = verify(moved, cycle, after)
    assert (found.verdict, found.compared) == (Agreement.AGREES, cycle.matches)


def test_a_constraint_that_the_negotiator_does_not_have_is_found(tmp_path: Path) -> None:
    """Slots are fewer by the configuration alone, as the pool after the cycle shows."""
    scenario, cycle = scenario_of("talk-pie"), cycle_of("talk-pie", tmp_path)
    config = scenario.config.with_overrides({"NEGOTIATOR_SLOT_CONSTRAINT": "SlotID > 3"})
    wrong = replace(scenario, config=config)
    assert verify(wrong, cycle).verdict in (Agreement.MOVED, Agreement.IN_PART)
    assert verify(wrong, cycle, known_by(scenario.pool, cycle.started - 2)).verdict is Agreement.DIFFERS


def test_a_job_whose_claim_comes_to_nothing_within_the_cycle_is_offered_again(tmp_path: Path) -> None:
    """Its schedd names it a second time, where the dry run has the next."""

    def again(lines: list[str]) -> list[str]:
        first = next(re.search(r"Matched (\S+) alice", line) for line in lines if "Matched" in line and "alice" in line)
        assert first is not None
        visit = next(place for place, line in enumerate(lines) if "Negotiating with bob" in line)
        head = lines[visit][: len("11/21/26 06:06:22 ")]
        cluster, proc = first[1].split(".")
        more = [line for line in lines if "Negotiating with alice" in line][-1]
        return [
            *lines[:visit],
            more,
            f"{head}    Request {int(cluster):05}.{int(proc):05}: autocluster 1 (request count 1 of 1)",
            f"{head}      Rejected {first[1]} alice@pool.test <127.0.0.1:25489>: no match found",
            *lines[visit:],
        ]

    result = verify(scenario_of("talk-pie"), cycle_of("talk-pie", tmp_path, again))
    assert result.verdict is Agreement.IN_PART
    assert "is offered again by its schedd" in result.because


def part_of(whole: Ad, name: str, cpus: int, user: str, **times: int) -> Ad:
    """A dynamic slot of a partitionable one."""
    claim = {"State": "Claimed", "Activity": "Busy", "RemoteUser": user, "RemoteOwner": user, "AccountingGroup": user}
    shape = {
        "Name": name,
        "PartitionableSlot": False,
        "DynamicSlot": True,
        "SlotType": "Dynamic",
        "Cpus": cpus,
        "Memory": 1,
        "Disk": 1,
    }
    return whole.replace({**claim, **shape, "SlotWeight": cpus, **times})


def remade(cycle: LoggedCycle, whole: Ad, cpus: int) -> tuple[tuple[Ad, ...], tuple[Ad, ...]]:
    """A partitionable slot and a part of it before a cycle, and after it with another part of the same name and size.

    In the cycle the part was not there.
    """
    evaluator = Evaluator(0)
    name = str(text_of(evaluator, whole, "Name")).replace("slot1@", "slot1_1@")
    taken = {"Cpus": cpus, "Memory": 1, "Disk": 1}
    left = {what: integer_of(evaluator, whole, what) - amount for what, amount in taken.items()}
    long_ago = {"EnteredCurrentState": cycle.started - 90, "LastHeardFrom": cycle.started - 90}
    since = {"EnteredCurrentState": cycle.started + 1, "LastHeardFrom": cycle.started + 1}
    rest = whole.replace({**left, **long_ago, "UpdateSequenceNumber": 5})
    now = rest.replace({"LastHeardFrom": cycle.started + 1, "UpdateSequenceNumber": 7})
    old = part_of(whole, name, cpus, "zoe@pool.test", **long_ago, UpdateSequenceNumber=1)
    new = part_of(whole, name, cpus, "eve@pool.test", **since, UpdateSequenceNumber=2)
    return (rest, old), (now, new)


def test_a_part_that_is_gone_and_whose_name_is_anothers_since_was_not_there_in_the_cycle(tmp_path: Path) -> None:
    name = "partitionable"
    scenario, cycle = scenario_of(name), cycle_of(name, tmp_path)
    first, *others = scenario.pool.slots
    before, later = remade(cycle, first, 2)
    older = replace(scenario, pool=replace(scenario.pool, slots=(*before, *others)))
    after = replace(scenario.pool, slots=(*later, *others))
    assert verify(older, cycle).verdict is not Agreement.AGREES
    found = verify(older, cycle, after)
    assert (found.verdict, found.foretold) == (Agreement.AGREES, cycle.matches)
