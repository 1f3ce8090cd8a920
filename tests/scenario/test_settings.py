"""The knobs of a cycle: what a real negotiator would stop at stops us, with its place."""

import pytest

from tests.negotiation.builders import configured, cycle, free, jobs, submitter
from userprio.base.errors import BadInput
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


class TestSlotWeight:
    """Of slots of two cores and no weight of their own, under SLOT_WEIGHT."""

    def weights(self, knobs: str) -> list[float]:
        slots = free(2, Cpus=2, SlotWeight="undefined")
        return [match.cost for match in cycle(slots, [submitter("a", 2)], jobs("a", 2, 1), knobs=knobs).matches]

    def test_empty_it_means_cores(self) -> None:
        assert self.weights("SLOT_WEIGHT =") == [2.0, 2.0]

    def test_not_an_expression_it_leaves_them_at_one(self) -> None:
        assert self.weights("SLOT_WEIGHT = Cpus +") == [1.0, 1.0]
        assert self.weights("SLOT_WEIGHT = Cpus * 3") == [6.0, 6.0]

    def test_forced_it_still_leaves_slots_their_own(self) -> None:
        slots = free(1, Cpus=2, SlotWeight=5)
        knobs = "SLOT_WEIGHT = ((\nFORCE_NEGOTIATOR_SLOT_WEIGHT = True"
        given = cycle(slots, [submitter("a", 1)], jobs("a", 1, 1), knobs=knobs)
        assert [match.cost for match in given.matches] == [5.0]
        told = "SLOT_WEIGHT is not an expression and is ignored: slots without a weight of their own weigh 1"
        assert told in given.warnings
