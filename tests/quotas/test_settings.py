"""The knobs' defaults, and their values."""

import pytest

from userprio.config import KnobError
from userprio.quotas import QuotaSettings

from .driver import configure


def test_defaults_are_those_of_the_parameter_table() -> None:
    settings = QuotaSettings.from_config(configure())
    assert settings.oversubscription
    assert settings.strict
    assert settings.slot_weights
    assert settings.weighted_demand
    assert settings.consider_preemption
    assert settings.round_robin_rate == 1e100
    assert settings.max_rounds == 3
    assert settings.sort_text.replace(" ", "").startswith('ifThenElse(AccountingGroup=?="<none>",3.4e+38,')


@pytest.mark.parametrize(
    ("knob", "value"),
    [
        ("GROUP_QUOTA_ROUND_ROBIN_RATE", "0.5"),
        ("GROUP_QUOTA_MAX_ALLOCATION_ROUNDS", "0"),
        ("GROUP_QUOTA_MAX_ALLOCATION_ROUNDS", "three"),
        ("NEGOTIATOR_STRICT_ENFORCE_QUOTA", "perhaps not"),
        ("GROUP_SORT_EXPR", "1 +"),
        ("GROUP_SORT_EXPR", ""),
    ],
)
def test_values_that_would_stop_a_negotiator_are_refused(knob: str, value: str) -> None:
    with pytest.raises(KnobError, match=knob):
        QuotaSettings.from_config(configure(**{knob: value}))
