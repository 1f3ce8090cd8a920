"""The knobs of a cycle: what a real negotiator would stop at stops us, with its place."""

import pytest

from tests.negotiation.builders import configured, cycle, free, jobs, submitter
from userprio.errors import BadInput
from userprio.pool.settings import NegotiatorSettings


@pytest.mark.parametrize(
    ("knob", "says"),
    [
        ("NEGOTIATOR_PRE_JOB_RANK = (((", "NEGOTIATOR_PRE_JOB_RANK is `(((`, which is not a ClassAd expression"),
        ("NEGOTIATOR_CONSIDER_PREEMPTION = perhaps", "NEGOTIATOR_CONSIDER_PREEMPTION is `perhaps`"),
        ("GROUP_SORT_EXPR = 1 +", "GROUP_SORT_EXPR is `1 +`, which is not a ClassAd expression"),
        ("GROUP_NAMES = g\nGROUP_QUOTA_g = -5", "GROUP_QUOTA_g is `-5`"),
        ("REMOVE_SIGNIFICANT_ATTRIBUTES_REGEX = (", "REMOVE_SIGNIFICANT_ATTRIBUTES_REGEX is `(`"),
    ],
)
def test_a_knob_that_cannot_be_used_is_named_with_its_line(knob: str, says: str) -> None:
    with pytest.raises(BadInput) as error:
        cycle(free(1), [submitter("a", 1)], jobs("a", 1, 1), knobs=knob)
    assert says in str(error.value)
    assert error.value.line == 2 + knob.count("\n")
    assert str(error.value.path).endswith("condor_config")


def test_a_schedd_offers_a_fifth_of_its_uploads_by_default() -> None:
    default = NegotiatorSettings.from_config(
        configured("MAX_CONCURRENT_UPLOADS_PER_USER = $(MAX_CONCURRENT_UPLOADS)/5")
    )
    assert default.schedd.offer_cap == 20


@pytest.mark.parametrize(
    "knobs", ["MAX_CONCURRENT_UPLOADS_PER_USER = 0", "SCHEDD_ENABLE_PER_USER_MATCH_LIMITS = False"]
)
def test_the_cap_on_offers_can_be_lifted(knobs: str) -> None:
    assert NegotiatorSettings.from_config(configured(knobs)).schedd.offer_cap is None


def test_match_expressions_get_their_prefix_once() -> None:
    settings = NegotiatorSettings.from_config(
        configured(
            "NEGOTIATOR_MATCH_EXPRS = Site, NegotiatorMatchExprZone, Unset\nSite = 1\nNegotiatorMatchExprZone = 2\n"
        )
    )
    assert settings.match_exprs == (("NegotiatorMatchExprSite", "1"), ("NegotiatorMatchExprZone", "2"))
