"""Knobs that are set: which are known, what they may be, and what differs between two configurations."""

from pathlib import Path

import pytest

from tests.negotiation.builders import configured
from userprio import config
from userprio.analysis.plan import ChangePlace, Changes, KnobChange, plan
from userprio.analysis.plan.comparison import knob_differences, with_knobs
from userprio.base.errors import BadInput
from userprio.ledger import Ledger
from userprio.pool import Pool
from userprio.pool.scenario import ScenarioData

PLACE = ChangePlace("changes.toml", 7)
GROUPS = "GROUP_NAMES = physics, physics.hep\nGROUP_QUOTA_physics = 20\nGROUP_QUOTA_physics.hep = 5\nMY_QUOTA = 9\n"


def refusal(name: str, value: str, text: str = GROUPS) -> str:
    with pytest.raises(BadInput) as caught:
        with_knobs(configured(text), [KnobChange(name, value, PLACE)])
    assert (caught.value.path, caught.value.line) == ("changes.toml", 7)
    return str(caught.value).removeprefix("changes.toml, line 7: ")


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("GROUP_QOUTA_physics", "GROUP_QUOTA_physics"),
        ("GROUP_QUTA_physics", "GROUP_QUOTA_physics"),
        ("NEGOTIATOR.GROUP_QUTA_physics", "NEGOTIATOR.GROUP_QUOTA_physics"),
        ("JOB_TRANFORM_x", "JOB_TRANSFORM_x"),
        ("CONCURRENCY_LIMIT_DEFUALT_sw", "CONCURRENCY_LIMIT_DEFAULT_sw"),
        ("XSW_LIMT", "XSW_LIMIT"),
        ("group_acept_surplus_physics", "GROUP_ACCEPT_SURPLUS_physics"),
        ("NEGOTIATOR_CONSIDER_PREEMTPION", "NEGOTIATOR_CONSIDER_PREEMPTION"),
        ("MY_QOUTA", "MY_QUOTA"),
    ],
)
def test_a_mistyped_knob_is_refused_with_what_may_be_meant(name: str, near: str) -> None:
    assert refusal(name, "1") == f"there is no knob {name}. Did you mean {near}?"


@pytest.mark.parametrize("name", ["COFFEE", "YOUR_QUOTA", "MY_QUOTAS"])
def test_a_knob_like_no_other_is_warned_of(name: str) -> None:
    warnings = with_knobs(configured(GROUPS), [KnobChange(name, "1", PLACE)]).warnings
    assert [(each.path, each.line, each.message) for each in warnings] == [
        ("changes.toml", 7, f"nothing reads {name} here. It changes nothing")
    ]


def test_a_knob_of_a_group_needs_the_group() -> None:
    assert refusal("GROUP_QUOTA_phisics", "1") == (
        "GROUP_QUOTA_phisics changes nothing: there is no group phisics. Did you mean GROUP_QUOTA_physics?"
    )
    assert refusal("GROUP_QUOTA_DYNMIC_physics", "1").endswith("Did you mean GROUP_QUOTA_DYNAMIC_physics?")
    assert refusal("GROUP_QUOTA_MAX_ALLOCATION_ROUND", "1").endswith("Did you mean GROUP_QUOTA_MAX_ALLOCATION_ROUNDS?")
    assert refusal("GROUP_ACCEPT_SURPLUS_biology", "true").endswith("GROUP_NAMES lists the groups")


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("GROUP_QUOTA_physics", "-1", "which is not in the range from 0"),
        ("GROUP_QUOTA_DYNAMIC_physics.hep", "1.5", "which is not in the range from 0 to 1"),
        ("NEGOTIATOR_CONSIDER_PREEMPTION", "yes", "which is not true or false"),
        ("GROUP_QUOTA_MAX_ALLOCATION_ROUNDS", "0", "which is not in the range from 1"),
        ("GROUP_SORT_EXPR", "a +", "which is not a ClassAd expression"),
        ("PRIORITY_HALFLIFE", "1 day", "which is not a number"),
        ("NEGOTIATOR_INTERVAL", "soon", "which is not a whole number"),
    ],
)
def test_a_value_that_would_stop_a_negotiator_is_refused_there(name: str, value: str, message: str) -> None:
    text = GROUPS.replace("GROUP_QUOTA_physics.hep = 5\n", "GROUP_QUOTA_DYNAMIC_physics.hep = 0.5\n")
    assert message in refusal(name, value, text)


@pytest.mark.parametrize("value", ["1\nGROUP_NAMES =", "1 \\"])
def test_a_value_that_no_line_can_hold_is_refused(value: str) -> None:
    assert refusal("GROUP_QUOTA_physics", value).startswith("the value of GROUP_QUOTA_physics does not fit on one line")


def test_knobs_that_the_configuration_or_another_change_knows_are_taken() -> None:
    changed = with_knobs(
        configured(GROUPS),
        [
            KnobChange("MY_QUOTA", "3"),
            KnobChange("OTHER", "4"),
            KnobChange("GROUP_QUOTA_physics", "$(OTHER)$(MY_QUOTA)"),
            KnobChange("NEGOTIATOR.GROUP_QUOTA_physics.hep", "2"),
            KnobChange("GROUP_NAMES", "$(GROUP_NAMES), biology"),
            KnobChange("GROUP_QUOTA_biology", "1"),
        ],
    )
    assert changed.text("GROUP_QUOTA_physics") == "43"
    assert changed.text("GROUP_QUOTA_physics.hep") == "2"
    assert changed.words("GROUP_NAMES") == ["physics", "physics.hep", "biology"]


def test_a_knob_that_another_hides_is_remarked_upon() -> None:
    state = ScenarioData(Pool(), Ledger.empty(), configured(f"{GROUPS}NEGOTIATOR.PRIORITY_HALFLIFE = 5\n"), 0)
    inputs = plan(state, Changes(knobs=(KnobChange("PRIORITY_HALFLIFE", "7"),))).inputs
    assert inputs.knobs == ()
    assert [remark.split(",")[0] for remark in inputs.remarks] == [
        "PRIORITY_HALFLIFE has no effect beside NEGOTIATOR.PRIORITY_HALFLIFE"
    ]


def test_differences_know_what_comes_what_goes_and_where_it_stood(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_text("GROUP_NAMES = a\nGROUP_QUOTA_a = 1\nDEFAULT_PRIO_FACTOR = 5\nSAME = 1\n")
    other.write_text("GROUP_NAMES = a\n\nGROUP_QUOTA_a = 2\nSAME = 1\nMINE = x\n")
    found = knob_differences(config.read(one, environ={}), config.read(other, environ={}))
    assert [(each.name, each.before, each.after, each.removed) for each in found] == [
        ("GROUP_QUOTA_a", "1", "2", False),
        ("DEFAULT_PRIO_FACTOR", "5", "1000", True),
        ("MINE", None, "x", False),
    ]
    assert [each.place.line for each in found] == [2, 3, None]
