"""Rules as a configuration gives them."""

from pathlib import Path

import pytest

from userprio.accounting import ChargeRules, LimitRules, PriorityRules
from userprio.config import Config, KnobError, read


def config(path: Path, text: str) -> Config:
    file = path / "condor_config"
    file.write_text(text)
    return read(file, environ={})


def test_out_of_the_box_the_rules_are_htcondors(tmp_path: Path) -> None:
    plain = config(tmp_path, "")
    assert PriorityRules.from_config(plain, ["<none>"]) == PriorityRules()
    assert ChargeRules.from_config(plain) == ChargeRules()
    assert LimitRules.from_config(plain).maximum("anything") == 2308032.0


def test_knobs_are_read_and_three_of_them_the_way_of_atof(tmp_path: Path) -> None:
    text = """
        PRIORITY_HALFLIFE = 3600 * 2
        DEFAULT_PRIO_FACTOR = 500*2
        NICE_USER_PRIO_FACTOR = 1e6
        REMOTE_PRIO_FACTOR = many
        ACCOUNTANT_LOCAL_DOMAIN = pool.test
        GROUP_PRIO_FACTOR_group_a = 7.5
        GROUP_PRIO_FACTOR_GROUP_B.sub = 9
        GROUP_PRIO_FACTOR_zero = 0
        NEGOTIATOR_USE_SLOT_WEIGHTS = False
        NEGOTIATOR_DISCOUNT_SUSPENDED_RESOURCES = True
    """
    set_up = config(tmp_path, text)
    assert PriorityRules.from_config(set_up, ["<none>", "group_a", "group_b.sub", "zero"]) == PriorityRules(
        half_life_s=7200.0,
        default_factor=500.0,
        nice_user_factor=1e6,
        remote_factor=0.0,
        local_domain="pool.test",
        group_factors={"group_a": 7.5, "group_b.sub": 9.0},
    )
    assert ChargeRules.from_config(set_up) == ChargeRules(use_slot_weights=False, discount_suspended=True)


def test_limits_are_looked_up_without_regard_to_case(tmp_path: Path) -> None:
    text = """
        SWLicense_LIMIT = 2.5
        XSW.license_limit = 4
        CONCURRENCY_LIMIT_DEFAULT = 100
        CONCURRENCY_LIMIT_DEFAULT_Small = 3
    """
    rules = LimitRules.from_config(config(tmp_path, text))
    names = ["swlicense", "xsw.license", "small.other", "other"]
    assert [rules.maximum(name) for name in names] == [2.5, 4.0, 3.0, 100.0]


def test_a_factor_that_is_not_a_number_is_an_error_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(KnobError) as caught:
        PriorityRules.from_config(config(tmp_path, "\nGROUP_PRIO_FACTOR_a = lots\n"), ["a"])
    assert caught.value.line == 2
