"""Concurrency limits, empty ones too, in cycles worked out by hand."""

import pytest

from tests.negotiation.builders import cycle, free, held, jobs, slot, submitter, won


class TestConcurrencyLimits:
    """`LIC_LIMIT = 5`, of which running jobs hold 4."""

    slots = (
        *held("bob", 2, 1, ConcurrencyLimits='"lic"'),
        *held("bob", 1, 3, ConcurrencyLimits='"lic:2"'),
        *free(5, 4),
    )
    submitters = (submitter("a", 3), submitter("bob", 0, 3))

    def test_one_more_fits_and_then_the_autocluster_is_finished(self) -> None:
        waiting = jobs("a", 3, 1, ConcurrencyLimits='"LIC"')
        outcome = cycle(self.slots, self.submitters, waiting, knobs="LIC_LIMIT = 5\n")
        assert won(outcome) == {"a": 1}
        assert [(one.reason, one.jobs) for one in outcome.rejections] == [("concurrency limit lic reached", 2)]

    def test_two_at_once_do_not_fit(self) -> None:
        waiting = jobs("a", 3, 1, ConcurrencyLimits='"lic:2"')
        outcome = cycle(self.slots, self.submitters, waiting, knobs="LIC_LIMIT = 5\n")
        assert not outcome.matches
        assert [one.reason for one in outcome.rejections] == ["concurrency limit lic reached"]


class TestEmptyConcurrencyLimits:
    """Nothing refused yet is remembered as an empty text, which is what empty limits are compared with."""

    def test_they_are_refused_whatever_is_free_and_no_limit_is_named(self) -> None:
        waiting = [
            *jobs("a", 2, 1, ConcurrencyLimits='""'),
            *jobs("b", 2, 2, ConcurrencyLimits='" "'),
            *jobs("c", 2, 3, ConcurrencyLimits='","'),
            *jobs("d", 2, 4, ConcurrencyLimits="undefined"),
        ]
        outcome = cycle(free(10), [submitter(name, 2) for name in "abcd"], waiting)
        assert won(outcome) == {"b": 2, "c": 2, "d": 2}
        assert [(one.submitter[0], one.reason) for one in outcome.rejections] == [("a", "no match found")]

    slots = (slot(1, Site='"z"'), slot(2, Site='"x"'), slot(3, Site='"z"'), slot(4, Site='"x"'), slot(5, Site='"z"'))
    limits = 'Site == "x" ? "lic" : ""'

    @pytest.mark.parametrize(
        ("maximum", "caching", "given"),
        [
            # Slot 2 refuses by its limit, so slots 3 and 5 are listed. A list is gone through with nothing refused.
            (0, True, [3]),
            (0, False, [3, 5]),
            # The first search reaches no limit and finds slots 2 and 4 only; without a list, later ones do at slot 4.
            (1, True, [2]),
            (1, False, [2, 5]),
            (2, True, [2, 4]),
        ],
    )
    def test_those_that_depend_on_the_slot_pass_behind_a_slot_whose_limits_are_reached(
        self, maximum: int, caching: bool, given: list[int]
    ) -> None:
        waiting = jobs("a", 5, 1, ConcurrencyLimits=self.limits.replace("Site", "TARGET.Site"))
        knobs = f"LIC_LIMIT = {maximum}\nNEGOTIATOR_MATCHLIST_CACHING = {caching}\n"
        outcome = cycle(self.slots, [submitter("a", 5)], waiting, knobs=knobs)
        assert [int(match.slot[-1]) for match in outcome.matches] == given


def test_a_limit_that_a_used_up_list_has_forgotten_ends_htcondors_negotiator_which_is_said() -> None:
    """One slot is refused by its limit when the list is made, the other is given; then the list is used up."""
    slots = [slot(1, Kind='"lic"'), slot(2, Kind='"any"')]
    outcome = cycle(
        slots, [submitter("a", 3)], jobs("a", 3, 1, ConcurrencyLimits="TARGET.Kind"), knobs="LIC_LIMIT = 0\n"
    )
    assert len(outcome.matches) == 1
    assert [warning for warning in outcome.warnings if "ends with an error" in warning]
