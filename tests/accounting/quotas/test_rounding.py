"""Whole slots and the turns by which spare ones are dealt."""

import pytest

from userprio.accounting.quotas.rounds import Participant, deal

from .driver import groups, play


def competing(*pairs: tuple[float, float]) -> tuple[Participant, ...]:
    return tuple(Participant(number, weight, unmet_demand, True) for number, (weight, unmet_demand) in enumerate(pairs))


class TestTurns:
    def test_who_was_served_longest_ago_is_first(self) -> None:
        given, surplus, unmet_demand = deal(1.5, 6, competing((9, 3), (1, 3)), times=[200, 100])
        assert (given, surplus, unmet_demand) == ([0, 1], 0.5, 5)

    def test_then_who_has_more_quota_then_who_wants_more(self) -> None:
        assert deal(1, 6, competing((1, 3), (2, 3)), times=[0, 0])[0] == [0, 1]
        assert deal(1, 6, competing((2, 2), (2, 4)), times=[0, 0])[0] == [0, 1]

    def test_then_the_first_listed(self) -> None:
        assert deal(2, 9, competing((1, 3), (1, 3), (1, 3)), times=[0, 0, 0])[0] == [1, 1, 0]

    def test_many_slots_are_dealt_in_handfuls(self) -> None:
        # Handfuls of 3, then of 1.
        assert deal(11, 30, competing((3, 10), (2, 10), (1, 10)), times=[0, 0, 0])[0] == [4, 4, 3]

    def test_nobody_gets_more_than_it_wants(self) -> None:
        assert deal(9, 6, competing((3, 1), (2, 5)), times=[0, 0]) == ([1, 5], 3, 0)

    def test_less_than_a_slot_is_nothing_to_deal(self) -> None:
        assert deal(0.9999999999999982, 6, competing((3, 6)), times=[0]) == ([0], 0.9999999999999982, 6)

    def test_children_that_accept_nothing_are_passed_over(self) -> None:
        declining = Participant(0, 100, 50, eligible=False)
        assert deal(3, 5, (declining, *competing((1, 5))), times=[0, 0])[0] == [0, 3]


class TestRounds:
    def test_nested_groups_as_a_pool_of_12_recorded_them(self) -> None:
        config = groups(
            fractions={"g1": 0.2, "g2": 0.3, "g3": 0.5, "g3.x": 0.33, "g3.y": 0.34},
            NEGOTIATOR_USE_SLOT_WEIGHTS=False,
            GROUP_ACCEPT_SURPLUS=True,
            NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION=False,
        )
        demand = {"<none>": 4, "g1": 12, "g2": 12, "g3": 2, "g3.x": 12, "g3.y": 12}
        first = play(config, 12, demand, usage={"g1": 1}).rounds[0]
        assert first.allocated == {"<none>": 0, "g1": 2, "g2": 3, "g3": 2, "g3.x": 1, "g3.y": 4}
        assert first.unmet == {"<none>": 4, "g1": 10, "g2": 9, "g3": 0, "g3.x": 11, "g3.y": 8}
        assert first.surplus == 4.440892098500626e-16
        assert list(first.limits) == ["g2", "g3", "g3.x", "g3.y", "g1"]

    def test_fractions_of_demand_are_rounded_to_slots(self) -> None:
        first = play(groups({"a": 5}, NEGOTIATOR_USE_SLOT_WEIGHTS=False), 5, {"a": 2.5}).rounds[0]
        assert (first.allocated["a"], first.unmet["a"]) == (2, 1)
        first = play(groups({"a": 5}, NEGOTIATOR_USE_SLOT_WEIGHTS=False), 5, {"a": 2.45}).rounds[0]
        assert (first.allocated["a"], first.unmet["a"]) == (2, 0)

    @pytest.mark.parametrize(("waiting_since", "dealt_to"), [(100, "a.x"), (300, "b")])
    def test_a_subtree_takes_its_turn_by_who_waits_in_it_not_by_its_head_that_wants_nothing(
        self, waiting_since: int, dealt_to: str
    ) -> None:
        config = groups(
            {"a": 1.5, "a.x": 1.5, "b": 1.5},
            NEGOTIATOR_USE_SLOT_WEIGHTS=False,
            GROUP_ACCEPT_SURPLUS=True,
            NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION=False,
        )
        #                                                     <none>, a, b, a.x
        first = play(config, 3, {"a.x": 9, "b": 9}, served_at=(0, 1, 200, waiting_since)).rounds[0]
        assert [name for name, slots in first.allocated.items() if slots == 2] == [dealt_to]

    def test_who_is_dealt_a_slot_or_wants_nothing_is_noted_with_the_time(self) -> None:
        config = groups({"a": 3.5, "b": 3.5, "c": 0}, GROUP_ACCEPT_SURPLUS=True, NEGOTIATOR_USE_SLOT_WEIGHTS=False)
        cycle = play(config, 7, {"a": 10, "b": 10}, now=1234)
        assert cycle.rounds[0].allocated == {"<none>": 0, "a": 4, "b": 3, "c": 0}
        assert cycle.served_at == (1234, 1234, 0, 1234)

    def test_with_weights_nothing_is_rounded_or_dealt(self) -> None:
        cycle = play(groups({"a": 3.5, "b": 3.5}, GROUP_ACCEPT_SURPLUS=True), 7, {"a": 10, "b": 10})
        assert cycle.rounds[0].allocated == {"<none>": 0, "a": 3.5, "b": 3.5}
        assert cycle.served_at == (1000, 0, 0)
