"""How a surplus is divided where it appears, and down the tree."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from userprio.accounting.quotas.rounds import Participant, share

from .driver import groups, play


def competing(*pairs: tuple[float, float]) -> tuple[Participant, ...]:
    """Participants by weight and unmet_demand."""
    return tuple(Participant(number, weight, unmet_demand, True) for number, (weight, unmet_demand) in enumerate(pairs))


class TestShare:
    def test_a_surplus_that_suffices_contents_everybody(self) -> None:
        assert share(20, 15, competing((0, 5), (7, 10))) == ([5, 10], 5, 0)

    def test_a_scarce_surplus_goes_by_quota(self) -> None:
        assert share(7, 150, competing((20, 80), (30, 70)))[0] == [pytest.approx(2.8), pytest.approx(4.2)]

    def test_what_one_cannot_use_goes_to_the_others_by_quota(self) -> None:
        # First 10, 10, 10; a keeps 2 of it, the 8 left go 4, 4.
        assert share(30, 202, competing((10, 2), (10, 100), (10, 100)))[0] == [2, 14, 14]

    def test_who_has_no_quota_gets_what_those_with_quota_leave(self) -> None:
        assert share(10, 104, competing((5, 4), (0, 100)))[0] == [4, 6]

    def test_without_any_quota_it_goes_evenly(self) -> None:
        assert share(25, 26, competing((0, 20), (0, 6)))[0] == [19, 6]

    def test_children_that_accept_nothing_get_nothing(self) -> None:
        declining = Participant(0, 100, 50, eligible=False)
        assert share(10, 20, (declining, *competing((1, 20))))[0] == [0, 10]
        assert share(30, 20, (declining, *competing((1, 20))))[0] == [0, 20]

    @given(
        st.floats(0, 1e6),
        st.lists(st.tuples(st.floats(0, 1e5), st.floats(0, 1e5)), min_size=1, max_size=12),
    )
    def test_nothing_is_lost_and_nobody_gets_more_than_it_wants(
        self, surplus: float, pairs: list[tuple[float, float]]
    ) -> None:
        unmet_demand = sum(wanted for _, wanted in pairs)
        parts, surplus_left, demand_left = share(surplus, unmet_demand, competing(*pairs))
        assert sum(parts) + surplus_left == pytest.approx(surplus, abs=1e-6)
        assert sum(parts) + demand_left == pytest.approx(unmet_demand, abs=1e-6)
        assert all(got <= wanted * (1 + 1e-9) for got, (_, wanted) in zip(parts, pairs, strict=True))

    @given(st.floats(1, 100), st.lists(st.floats(1, 100), min_size=2, max_size=8))
    def test_who_wants_enough_gets_in_proportion_to_quota(self, surplus: float, weights: list[float]) -> None:
        parts, _, _ = share(surplus, 1000.0 * len(weights), competing(*((weight, 1000.0) for weight in weights)))
        for got, weight in zip(parts, weights, strict=True):
            assert got == pytest.approx(surplus * weight / sum(weights))


class TestTree:
    def test_a_group_that_accepts_nothing_shuts_off_its_accepting_descendants(self) -> None:
        config = groups({"a": 5, "a.x": 5, "b": 10}, NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION=False)
        closed = play(config.with_overrides({"GROUP_ACCEPT_SURPLUS_a.x": "True"}), 15, {"a.x": 100})
        opened = play(
            config.with_overrides({"GROUP_ACCEPT_SURPLUS_a.x": "True", "GROUP_ACCEPT_SURPLUS_a": "True"}),
            15,
            {"a.x": 100},
        )
        assert closed.rounds[0].allocated["a.x"] == 5
        assert closed.rounds[0].surplus == 10
        assert opened.rounds[0].allocated["a.x"] == 15

    def test_surplus_is_used_where_it_appears_before_it_goes_up(self) -> None:
        config = groups({"a": 20, "a.x": 10, "a.y": 10, "b": 10}, GROUP_ACCEPT_SURPLUS=True)
        config = config.with_overrides({"NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION": "False"})
        allocated = play(config, 30, {"a.x": 2, "a.y": 15, "b": 100}).rounds[0].allocated
        assert allocated == {"<none>": 0, "a": 0, "b": 13, "a.x": 2, "a.y": 15}

    def test_the_group_of_the_place_competes_though_it_accepts_nothing(self) -> None:
        config = groups({"a": 20, "a.x": 15}, NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION=False)
        allocated = play(config, 20, {"a": 9, "a.x": 5}).rounds[0].allocated
        assert (allocated["a"], allocated["a.x"]) == (9, 5)
