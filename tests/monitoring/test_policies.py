"""A configuration that the negotiator did not have is found from its log, also in a pool that moves."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.monitoring.test_verification import cycle_of, falsified, known_by, scenario_of
from userprio.monitoring import Agreement, Verification, verify
from userprio.negotiation import Chance, negotiate
from userprio.pool import ScenarioData

Change = Callable[[list[str]], list[str]]


def with_knob(scenario: ScenarioData, knob: str, value: str) -> ScenarioData:
    return replace(scenario, config=scenario.config.with_overrides({knob: value}))


def before_cycle(*texts: str) -> Change:
    """The log with lines before its last cycle."""

    def changed(lines: list[str]) -> list[str]:
        place = max(index for index, line in enumerate(lines) if "Started Negotiation Cycle" in line)
        head = lines[place][: len("11/21/26 06:06:22 ")]
        return [*lines[:place], *(head + text for text in texts), *lines[place:]]

    return changed


WRONG = (
    ("fractional-quotas", "NEGOTIATOR_USE_SLOT_WEIGHTS", "False", "value"),
    ("random-1", "NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION", "False", "quota"),
    ("round-robin", "GROUP_SORT_EXPR", "-GroupQuota", "next group"),
    ("requirements", "NEGOTIATOR_SUBMITTER_CONSTRAINT", '!regexp("^a", Name)', "NEGOTIATOR_SUBMITTER_CONSTRAINT"),
    ("weighted-demand-off", "NEGOTIATOR_USE_WEIGHTED_DEMAND", "True", "requested"),
    ("ranks", "NEGOTIATE_ALL_JOBS_IN_CLUSTER", "True", "match 2 of its visit"),
    ("ranks", "NEGOTIATOR_IGNORE_JOB_RANKS", "True", "match 1 of its visit"),
)


@pytest.mark.parametrize(("name", "knob", "value", "what"), WRONG, ids=[knob for _, knob, *_ in WRONG])
def test_a_wrong_knob_is_found_where_it_matters(name: str, knob: str, value: str, what: str, tmp_path: Path) -> None:
    scenario, cycle = scenario_of(name), cycle_of(name, tmp_path)
    wrong = with_knob(scenario, knob, value)
    assert negotiate(wrong).matches != negotiate(scenario).matches
    result = verify(wrong, cycle, scenario.pool)
    assert result.difference is not None
    assert (result.verdict, result.difference.what) == (Agreement.DIFFERS, what)


def submitted_since(scenario: ScenarioData, seconds: int) -> ScenarioData:
    """The same with an ad of another submitter's first group that came so long after the cycle began."""
    ads = scenario.pool.submitters
    newer = ads[0].replace({"LastHeardFrom": scenario.now + seconds, "IdleJobs": 3, "WeightedIdleJobs": 3})
    return replace(scenario, pool=replace(scenario.pool, submitters=(newer, *ads[1:])))


@pytest.mark.parametrize(("seconds", "verdict"), [(-1, Agreement.AGREES), (1, Agreement.AGREES)])
def test_what_groups_ask_for_may_have_moved_where_a_submitters_ad_is_newer(
    seconds: int, verdict: Agreement, tmp_path: Path
) -> None:
    """Neither an ad that came before the cycle nor one after it is taken for another configuration."""
    name = "weighted-demand-off"
    scenario, cycle = scenario_of(name), cycle_of(name, tmp_path)
    at = replace(scenario, now=cycle.started)
    first, second = (at, submitted_since(at, seconds)) if seconds > 0 else (submitted_since(at, -60), at)
    later = replace(
        second.pool,
        submitters=tuple(
            ad.replace({"LastHeardFrom": cycle.started + seconds}) if place == 0 else ad
            for place, ad in enumerate(second.pool.submitters)
        ),
    )
    assert verify(first, cycle, later).verdict is verdict


def knob_lines(**values: str) -> Change:
    """The log of a negotiator that read its configuration when it started."""
    started = "** condor_negotiator (CONDOR_NEGOTIATOR) STARTING UP"
    return before_cycle(started, *(f"{name} = {value}" for name, value in values.items()))


def judged(tmp_path: Path, change: Change, name: str = "requirements", **knobs: str) -> Verification:
    scenario = scenario_of(name)
    for knob, value in knobs.items():
        scenario = with_knob(scenario, knob, value)
    return verify(scenario, cycle_of(name, tmp_path, change))


RANK = "NEGOTIATOR_PRE_JOB_RANK"


def test_a_policy_that_the_negotiator_read_otherwise_is_found_before_it_matters(tmp_path: Path) -> None:
    logged = knob_lines(**{RANK: "Memory  *  2"})
    assert judged(tmp_path, logged, **{RANK: "Memory * 2"}).verdict is judged(tmp_path, list).verdict
    result = judged(tmp_path, logged, **{RANK: "Memory * 3"})
    assert result.verdict is Agreement.DIFFERS
    assert result.difference is not None
    assert (result.difference.submitter, result.difference.logged) == (RANK, "Memory  *  2")
    assert result.difference.foretold == "Memory * 3"


@pytest.mark.parametrize("logged", ["None", "Memory * (", "False"])
def test_a_policy_that_is_unset_or_of_several_lines_is_no_false_alarm(logged: str, tmp_path: Path) -> None:
    own = {"None": "", "Memory * (": "Memory * (\n2)", "False": "False"}[logged]
    result = judged(tmp_path, knob_lines(PREEMPTION_RANK=logged), PREEMPTION_RANK=own)
    assert result.verdict is Agreement.AGREES


def test_a_policy_that_was_read_between_snapshot_and_cycle_has_moved(tmp_path: Path) -> None:
    """The snapshot may have the configuration of before; from the next cycle on it is another."""
    read = before_cycle("NEGOTIATOR_MIN_INTERVAL = 5 sec", "PREEMPTION_RANK = Memory")
    result = judged(tmp_path, read, "steady-user-in-use", PREEMPTION_RANK="Cpus")
    assert (result.verdict, "read its configuration" in result.because) == (Agreement.MOVED, True)


def test_preemption_that_the_negotiator_does_not_consider_is_found(tmp_path: Path) -> None:
    name = "edge-no-preempt-pie"
    scenario, cycle = scenario_of(name), cycle_of(name, tmp_path)
    result = verify(with_knob(scenario, "NEGOTIATOR_CONSIDER_PREEMPTION", "True"), cycle)
    assert result.difference is not None
    assert (result.verdict, result.difference.submitter) == (Agreement.DIFFERS, "NEGOTIATOR_CONSIDER_PREEMPTION")


def test_jobs_that_start_on_what_is_left_of_a_slot_explain_nothing_before_it_was_given(tmp_path: Path) -> None:
    """After the cycle more jobs run than it gave slots; what the first of them was given differs all the same."""
    scenario, cycle = scenario_of("talk-pie"), cycle_of("talk-pie", tmp_path)
    slot = negotiate(scenario).matches[0].slot
    running = {"JobStatus": 2, "RemoteHost": slot, "EnteredCurrentStatus": cycle.started}
    after = replace(scenario.pool, jobs=tuple(ad.replace(running) for ad in scenario.pool.jobs))
    assert verify(scenario, cycle, after).verdict is Agreement.AGREES
    wrong = with_knob(scenario, "NEGOTIATOR_JOB_CONSTRAINT", "ClusterId < 0")
    assert verify(wrong, cycle, after).verdict is Agreement.DIFFERS


def test_a_constraint_that_leaves_out_a_submitter_who_is_not_visited_is_found_by_the_number(tmp_path: Path) -> None:
    """Unless it is not certain that its ad was there when the cycle began. Something else differs as well."""
    (other, _), ads = falsified("talk-pie"), scenario_of("talk-pie").pool.submitters

    def counted(lines: list[str]) -> list[str]:
        return [line.replace(f"include {len(ads)} sub", f"include {len(ads) + 1} sub") for line in lines]

    cycle = cycle_of("talk-pie", tmp_path, counted)
    idle = ads[0].replace({"Name": "zed@pool.test", "IdleJobs": 0, "WeightedIdleJobs": 0, "RunningJobs": 1})
    late = idle.replace({"LastHeardFrom": cycle.started + 2})
    without, scenario = (replace(other, pool=replace(other.pool, submitters=each)) for each in (ads, (*ads, idle)))
    constraint = "NEGOTIATOR_SUBMITTER_CONSTRAINT", '!regexp("^z", Name)'
    for before, ad, by_number in (
        (scenario, idle, False),
        (with_knob(scenario, *constraint), idle, True),
        (with_knob(scenario, *constraint), late, True),
        (with_knob(without, *constraint), late, False),
    ):
        result = verify(before, cycle, replace(other.pool, submitters=(*ads, ad)))
        assert (result.difference is not None and result.difference.what == "number") is by_number


def test_the_order_of_slots_does_not_excuse_why_a_request_is_refused(tmp_path: Path) -> None:
    """Where slots are ranked once a cycle, the order of equal ones is left to chance; all matches are the same."""

    def otherwise(lines: list[str]) -> list[str]:
        return [re.sub(r"(Rejected .*): no match found$", r"\1: submitter limit exceeded", line) for line in lines]

    scenario = with_knob(scenario_of("requirements"), "NEGOTIATOR_IGNORE_JOB_RANKS", "True")
    assert Chance.SLOT_ORDER in negotiate(scenario).left_to_chance
    assert verify(scenario, cycle_of("requirements", tmp_path), scenario.pool).verdict is Agreement.AGREES
    changed = cycle_of("requirements", tmp_path, otherwise)
    assert changed.rejections["submitter limit exceeded"]
    assert verify(scenario, changed, scenario.pool).verdict is Agreement.DIFFERS


def test_figures_that_differ_are_said_where_all_decisions_are_the_same_and_found_where_the_pool_is_known(
    tmp_path: Path,
) -> None:
    scenario, cycle = scenario_of("partitionable-groups"), cycle_of("partitionable-groups", tmp_path)
    right = verify(scenario, cycle)
    assert (right.verdict, right.doubtful, right.notes) == (Agreement.AGREES, False, ())
    wrong = with_knob(scenario, "NEGOTIATOR_USE_WEIGHTED_DEMAND", "False")
    alone = verify(wrong, cycle)
    assert (alone.verdict, alone.doubtful, alone.foretold) == (Agreement.AGREES, True, cycle.matches)
    assert alone.notes[-1].startswith("a had 80 requested in the cycle, and has 40 in the snapshot")
    known = verify(wrong, cycle, scenario.pool)
    assert known.difference is not None
    assert (known.verdict, known.difference.what) == (Agreement.DIFFERS, "requested")


def test_a_constraint_that_leaves_out_slots_is_found_by_their_number_unless_one_may_not_have_been_there(
    tmp_path: Path,
) -> None:
    """A slot whose ad came when the cycle had begun may be new."""
    scenario, cycle = scenario_of("talk-pie"), cycle_of("talk-pie", tmp_path)
    wrong = with_knob(scenario, "NEGOTIATOR_SLOT_CONSTRAINT", "Cpus > 1000")
    after = known_by(scenario.pool, cycle.started - 2)
    result = verify(wrong, cycle, after)
    assert result.difference is not None
    assert (result.verdict, result.difference.what) == (Agreement.DIFFERS, "number")
    assert (result.difference.logged, result.difference.foretold) == ("8 slots", "0 slots")
    new = after.slots[0].replace({"LastHeardFrom": cycle.started + 1})
    fewer = replace(wrong, pool=replace(wrong.pool, slots=wrong.pool.slots[1:]))
    uncertain = verify(fewer, cycle, replace(after, slots=(new, *after.slots[1:])))
    assert uncertain.difference is not None
    assert uncertain.difference.what != "number"
