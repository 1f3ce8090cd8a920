"""Ranges of values, and a cycle for each."""

from collections.abc import Sequence

import pytest

from tests.analysis.plan.test_worked_examples import ADA, BEN, twelve_slots, two_departments
from tests.negotiation.recorded import recorded
from userprio.accounting import UnknownSubmitter
from userprio.analysis.plan import Changes, KnobChange, changed
from userprio.analysis.plan.changes import JobsChange
from userprio.analysis.sweep import By, Measure, Sweep, parse_dimension, sweep
from userprio.base.errors import BadInput
from userprio.negotiation import negotiate
from userprio.pool.scenario import ScenarioData

ALBERT, LINUS = "physics.albert@pool.test", "chemistry.linus@pool.test"


def figures(found: Sweep, name: str, measure: Measure) -> list[float | None]:
    return [point.figure(name, measure) for point in found.points]


def swept(
    scenario: ScenarioData, *ranges: str, show: Sequence[Measure] = (Measure.HOLDS,), by: By = By.SUBMITTER
) -> Sweep:
    return sweep(scenario, [parse_dimension(text) for text in ranges], measures=show, by=by)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("X=2..20/4", "2 6 10 14 18"),
        ("X=1..3", "1 2 3"),
        ("X=3..1", "3 2 1"),
        ("X=20..2/9", "20 11 2"),
        ("X=0..0.3/0.1", "0 0.1 0.2 0.3"),
        ("X=-1..1", "-1 0 1"),
        ("X=1..1000*10", "1 10 100 1000"),
        ("X=80..10*2", "80 40 20 10"),
        ("X=5,1..2,5,100", "5 1 2 100"),
        ("X=true,false", "true false"),
        ("X=f(1,2),b", "f(1,2) b"),
        ("setfactor:a=b@c=1..2", "1 2"),
    ],
)
def test_values_are_single_ones_and_ranges_with_both_ends(text: str, values: str) -> None:
    found = parse_dimension(text)
    assert list(found.values) == values.split()
    assert found.label == ("setfactor:a=b@c" if ":" in text else "X")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("X", "this is not a range of values"),
        ("X=", "this is not a range of values"),
        ("=1", "this is not a range of values"),
        ("a b=1", "this is not a range of values"),
        ("setfactor:=1", "this is not a range of values"),
        ("setfcator:ada@x=1..2", "'setfcator' is not one of setfactor, setprio, setfloor, setceiling, jobs, machines"),
        ("X=1..2/0", "1..2/0 never ends"),
        ("X=1..2*1", "1..2*1 never ends"),
        ("X=0..2*2", "0..2*2 never ends"),
        ("X=1..1000000", "there are more than 10000 values"),
    ],
)
def test_what_is_not_a_range_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message.replace("*", r"\*").replace("(", r"\(")):
        parse_dimension(text)


def test_shares_follow_the_factor() -> None:
    """Ben has 500. Ada has 100, 250, 500, 1000: shares 5/6, 2/3, 1/2, 1/3 of twelve slots."""
    found = swept(
        twelve_slots(), f"setfactor:{ADA}=200,500..2000*2", show=[Measure.SHARE, Measure.LIMIT, Measure.HOLDS]
    )
    assert figures(found, ADA, Measure.SHARE) == pytest.approx([5 / 6, 2 / 3, 1 / 2, 1 / 3])
    assert figures(found, ADA, Measure.LIMIT) == pytest.approx([10, 8, 6, 4])
    assert figures(found, ADA, Measure.HOLDS) == [10, 8, 6, 4]
    assert figures(found, BEN, Measure.HOLDS) == [2, 4, 6, 8]
    assert [point.as_it_is for point in found.points] == [False, False, True, False]
    assert [point.totals[Measure.HOLDS] for point in found.points] == [12, 12, 12, 12]


@pytest.mark.parametrize(
    "values",
    [
        "GROUP_QUOTA_physics=20,20.0,2*10,21",
        "GROUP_ACCEPT_SURPLUS=false,FALSE,0,true",
        "PREEMPTION_REQUIREMENTS=true,TRUE,True,false",
    ],
)
def test_the_present_values_are_recognised_however_they_are_written(values: str) -> None:
    scenario = two_departments(knobs="GROUP_ACCEPT_SURPLUS = false\nPREEMPTION_REQUIREMENTS = true")
    label, _, texts = values.partition("=")
    found = swept(scenario, f"{label}={texts}")
    assert [point.as_it_is for point in found.points] == [True, True, True, False]


def test_a_quota_takes_and_gives() -> None:
    """Physics has 0, 10 and 20 of 30 slots beside chemistry's 10; at 30 both shrink, to 22.5 and 7.5."""
    scenario = two_departments(knobs="NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION = False")
    show = [Measure.QUOTA, Measure.HOLDS, Measure.IDLE]
    found = swept(scenario, "GROUP_QUOTA_physics=0..30/10", show=show, by=By.GROUP)
    assert figures(found, "physics", Measure.QUOTA) == [0, 10, 20, 22.5]
    assert figures(found, "chemistry", Measure.QUOTA) == [10, 10, 10, 7.5]
    assert figures(found, "physics", Measure.IDLE) == [100, 90, 80, 78]
    assert figures(found, "physics", Measure.HOLDS) == [0, 10, 20, 22]
    assert figures(found, "chemistry", Measure.HOLDS) == [10, 10, 10, 7]
    assert [point.as_it_is for point in found.points] == [False, False, True, False]


def test_who_waits_has_jobs_and_no_match() -> None:
    """With a quota of 0 albert gets nothing; with 10 he gets ten slots, though ninety jobs of his stay idle."""
    found = swept(two_departments(), "GROUP_QUOTA_physics=0,10", show=[Measure.WAITS, Measure.MATCHES])
    assert figures(found, ALBERT, Measure.WAITS) == [1, 0]
    assert figures(found, ALBERT, Measure.MATCHES) == [0, 10]
    assert [point.totals[Measure.WAITS] for point in found.points] == [1, 0]


def test_several_ranges_make_a_grid_whose_last_one_changes_fastest() -> None:
    """Surplus lets albert have what linus with 0 or 100 jobs leaves of thirty slots."""
    found = swept(two_departments(), "GROUP_ACCEPT_SURPLUS=true,false", f"jobs:{LINUS}=0,100")
    assert [point.values for point in found.points] == [
        ("true", "0"),
        ("true", "100"),
        ("false", "0"),
        ("false", "100"),
    ]
    assert figures(found, ALBERT, Measure.HOLDS) == [30, 20, 20, 20]
    assert figures(found, LINUS, Measure.HOLDS) == [0, 10, 0, 10]


@pytest.mark.slow
def test_those_who_vary_most_come_first_and_patterns_choose_among_them() -> None:
    """Physics varies by 30, chemistry not at all."""
    ranges = [parse_dimension("GROUP_QUOTA_physics=0..30/10")]
    scenario = two_departments()
    assert sweep(scenario, ranges).names == (ALBERT, LINUS)
    for pattern in ("LIN*", "linus", "chemistry", "chemistry.linus", LINUS, "*@*"):
        expected = (ALBERT, LINUS) if pattern == "*@*" else (LINUS,)
        assert sweep(scenario, ranges, only=[pattern]).names == expected, pattern
    with pytest.raises(BadInput, match=r"no submitter is called linus@pool\.test"):
        sweep(scenario, ranges, only=["linus@pool.test"])
    assert sweep(scenario, ranges, only=["phys*"], by=By.GROUP).names == ("physics",)


def test_fixed_changes_hold_at_every_point() -> None:
    fixed = Changes(jobs=(JobsChange(LINUS, 0, relative=False),))
    found = sweep(two_departments(), [parse_dimension("GROUP_QUOTA_physics=10,20")], fixed=fixed)
    assert figures(found, LINUS, Measure.HOLDS) == [0, 0]
    assert figures(found, ALBERT, Measure.HOLDS) == [10, 20]


def test_everything_is_checked_before_the_first_cycle() -> None:
    told: list[int] = []
    scenario = two_departments()
    for text, error in (
        ("GROUP_QUOTA_physics=10,-1", BadInput),
        ("GROUP_QUOTA_phisics=1..2", BadInput),
        ("setfactor:nobody@pool.test=1..2", UnknownSubmitter),
        (f"setfactor:{LINUS}=much", BadInput),
    ):
        with pytest.raises(error):
            sweep(scenario, [parse_dimension(text)], progress=lambda done, of: told.append(done))
    assert told == []
    with pytest.raises(BadInput, match="has two ranges"):
        swept(scenario, "GROUP_QUOTA_physics=1", "GROUP_QUOTA_physics=2")
    with pytest.raises(BadInput, match="make 40000 points"):
        swept(scenario, "GROUP_QUOTA_physics=1..200", "GROUP_QUOTA_chemistry=1..200")
    with pytest.raises(BadInput, match="quota is not a figure of a submitter"):
        swept(scenario, "GROUP_QUOTA_physics=1", show=[Measure.QUOTA])


def test_progress_is_told_before_and_after_each_cycle() -> None:
    told: list[tuple[int, int]] = []
    sweep(
        twelve_slots(), [parse_dimension("PRIORITY_HALFLIFE=60,120")], progress=lambda done, of: told.append((done, of))
    )
    assert told == [(0, 2), (1, 2), (1, 2), (2, 2)]


@pytest.mark.parametrize("name", ["manual-surplus", "preempt-by-priority", "partitionable-groups", "talk-four-users"])
def test_each_point_is_the_cycle_that_is_run_by_itself(name: str) -> None:
    """What is kept from one point to the next never shows."""
    cycle = recorded(name)
    scenario = ScenarioData(cycle.pool, cycle.ledger, cycle.settings, cycle.at)
    who = negotiate(scenario).visits[0].submitter
    found = sweep(
        scenario,
        [parse_dimension("DEFAULT_PRIO_FACTOR=10,1000"), parse_dimension(f"setfactor:{who}=1..10000*100")],
        measures=[Measure.MATCHES, Measure.WON, Measure.JOBS],
        new=True,
    )
    for point in found.points:
        default, factor = point.values
        changes = found.dimensions[1].change(factor, new=True)
        both = Changes(knobs=(KnobChange("DEFAULT_PRIO_FACTOR", default),)).and_then(changes)
        outcome = negotiate(changed(scenario, both, scenario.config)[0])
        for submitter in found.names:
            own = [match for match in outcome.matches if match.submitter == submitter]
            assert point.figures[submitter] == {
                Measure.MATCHES: len(own),
                Measure.WON: pytest.approx(sum(match.cost for match in own)),
                Measure.JOBS: sum(match.jobs for match in own),
            }
