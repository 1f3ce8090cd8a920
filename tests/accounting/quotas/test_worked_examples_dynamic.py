"""The manual's examples with fractions, mixed quotas, slots dealt by turns, and passes by turns."""

from typing import Any, ClassVar

import pytest

from .driver import configure, groups, play

near = pytest.approx
exactly: dict[str, Any] = {"rel": 1e-15, "abs": 0}


class TestThirds:
    """HTCondor manual 3.6: chemistry 0.33 and physics 0.66 of a pool of 30."""

    demand: ClassVar = {"chemistry": 100, "physics": 100, "<none>": 100}

    def test_fractions_of_slots_are_cut_off_limits(self) -> None:
        cycle = play(groups(fractions={"chemistry": 0.33, "physics": 0.66}), 30, self.demand)
        first, second = cycle.rounds
        assert cycle.effective == near({"<none>": 0.3, "chemistry": 9.9, "physics": 19.8})
        assert first.allocated == near({"<none>": 0.3, "chemistry": 9.9, "physics": 19.8})
        assert first.limits == {"chemistry": 9, "physics": 19, "<none>": 0}
        assert (first.credit, sum(first.allocated.values())) == (28, near(30))
        assert second.allocated == {"<none>": 0, "chemistry": 9, "physics": 19}
        assert second.limits == {"chemistry": 9, "physics": 19}
        assert second.credit == 28
        assert cycle.obtained == {"<none>": 0, "chemistry": 9, "physics": 19}

    def test_without_weights_the_remainders_miss_the_second_slot_by_a_rounding(self) -> None:
        config = groups(fractions={"chemistry": 0.33, "physics": 0.66}, NEGOTIATOR_USE_SLOT_WEIGHTS=False)
        first = play(config, 30, self.demand).rounds[0]
        assert first.allocated == {"<none>": 1, "chemistry": 9, "physics": 19}
        assert first.limits == {"chemistry": 9, "physics": 19, "<none>": 1}
        assert first.surplus == 0.9999999999999982


class TestHepAndLepByFractions:
    """HTCondor manual 3.6 expects 15, 5 and 10 of a pool of 30; limits are cut to whole slots since."""

    demand: ClassVar = {"physics.hep": 60, "physics.lep": 60, "chemistry": 60}

    def test_fractions_just_above_one_are_scaled_and_cost_a_slot_each(self) -> None:
        fractions = {"chemistry": 0.33334, "physics": 0.66667, "physics.hep": 0.75, "physics.lep": 0.25}
        cycle = play(groups(fractions=fractions), 30, self.demand)
        assert cycle.subtree["chemistry"] == near(10.00009999900001, **exactly)
        assert cycle.subtree["physics"] == near(19.99990000099999, **exactly)
        assert cycle.subtree["physics.hep"] == near(14.999925000749993, **exactly)
        assert cycle.subtree["physics.lep"] == near(4.999975000249997, **exactly)
        assert cycle.effective["physics"] == cycle.subtree["physics"]
        first = cycle.rounds[0]
        assert first.allocated["physics.hep"] == cycle.subtree["physics.hep"]
        assert first.limits == {"chemistry": 10, "physics.hep": 14, "physics.lep": 4}
        assert sum(cycle.obtained.values()) == 28

    def test_without_oversubscription_physics_keeps_nothing(self) -> None:
        fractions = {"chemistry": 0.33334, "physics": 0.66667, "physics.hep": 0.75, "physics.lep": 0.25}
        cycle = play(groups(fractions=fractions, NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION=False), 30, self.demand)
        assert cycle.effective["physics"] == near(0, abs=1e-12)
        assert cycle.rounds[0].limits == {"chemistry": 10, "physics.hep": 14, "physics.lep": 4}

    def test_fractions_of_exactly_one_cost_chemistry_its_slot(self) -> None:
        fractions = {"chemistry": 0.33333, "physics": 0.66667, "physics.hep": 0.75, "physics.lep": 0.25}
        cycle = play(groups(fractions=fractions), 30, self.demand)
        assert cycle.subtree["physics"] == near(20.0001)
        assert cycle.subtree["physics.hep"] == near(15.000075)
        assert cycle.subtree["physics.lep"] == near(5.000025)
        assert cycle.subtree["chemistry"] == near(9.9999)
        assert cycle.rounds[0].limits == {"chemistry": 9, "physics.hep": 15, "physics.lep": 5}

    def test_only_static_quotas_give_the_manuals_numbers(self) -> None:
        config = groups({"physics": 20, "physics.hep": 15, "physics.lep": 5, "chemistry": 10})
        assert play(config, 30, self.demand).rounds[0].limits == {
            "chemistry": 10,
            "physics.hep": 15,
            "physics.lep": 5,
        }


class TestStaticAndDynamicTogether:
    @pytest.mark.parametrize(("oversubscription", "quota_of_a", "for_root"), [(False, 15, 30), (True, 40, 55)])
    def test_static_children_come_first_and_dynamic_ones_share_the_rest(
        self, oversubscription: bool, quota_of_a: float, for_root: float
    ) -> None:
        config = groups(
            {"A": 40, "A.y": 10},
            {"A.x": 0.5, "B": 0.5, "C": 0.25},
            NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION=oversubscription,
        )
        cycle = play(config, 100, dict.fromkeys(("A.x", "A.y", "B", "C", "<none>"), 100))
        assert cycle.subtree == {"<none>": 100, "A": 40, "B": 30, "C": 15, "A.x": 15, "A.y": 10}
        assert cycle.effective == {"<none>": 15, "A": quota_of_a, "B": 30, "C": 15, "A.x": 15, "A.y": 10}
        assert cycle.rounds[0].allocated["<none>"] == for_root
        assert cycle.obtained["<none>"] == 30


class TestSpareSlotByTurns:
    fractions: ClassVar = {"g1": 0.2, "g2": 0.3, "g3": 0.5}
    demand: ClassVar = dict.fromkeys(("g1", "g2", "g3"), 20)

    def test_the_spare_slot_goes_round_from_cycle_to_cycle(self) -> None:
        config = groups(fractions=self.fractions, GROUP_ACCEPT_SURPLUS=True, NEGOTIATOR_USE_SLOT_WEIGHTS=False)
        served_at, allocated = None, []
        for cycle in range(4):
            played = play(config, 11, self.demand, served_at=served_at, now=1000 + 60 * cycle)
            served_at = played.served_at
            first = played.rounds[0].allocated
            allocated.append((first["g1"], first["g2"], first["g3"]))
        assert allocated == [(2, 3, 6), (2, 4, 5), (3, 3, 5), (2, 3, 6)]

    def test_the_spare_slot_is_lost_where_nobody_accepts_it(self) -> None:
        config = groups(fractions=self.fractions, NEGOTIATOR_USE_SLOT_WEIGHTS=False)
        first = play(config, 11, self.demand).rounds[0]
        assert first.allocated == {"<none>": 0, "g1": 2, "g2": 3, "g3": 5}
        assert first.surplus == near(1)


class TestPassesByTurns:
    """Static quotas 20 and 10 in a pool of 30, served in steps of 5."""

    quotas: ClassVar = {"g1": 20, "g2": 10}
    demand: ClassVar = {"g1": 100, "g2": 100}

    def test_the_hard_cap_counts_earlier_passes_twice_and_stalls_at_half(self) -> None:
        cycle = play(groups(self.quotas, GROUP_QUOTA_ROUND_ROBIN_RATE=5), 30, self.demand)
        first, second = cycle.rounds
        assert first.largest_growth == 20
        assert [(done["g1"], done["g2"]) for done in first.passes] == [(5, 2), (10, 5), (10, 5), (10, 5)]
        assert (first.usage["g1"], first.usage["g2"]) == (10, 5)
        assert second.largest_growth == 10
        assert (second.allocated["g1"], second.allocated["g2"]) == (10, 5)
        assert [(done["g1"], done["g2"]) for done in second.passes] == [(15, 7), (15, 8)]
        assert second.credit == 15
        assert (cycle.obtained["g1"], cycle.obtained["g2"]) == (15, 8)

    @pytest.mark.parametrize("knobs", [{"NEGOTIATOR_STRICT_ENFORCE_QUOTA": False}, {"GROUP_ACCEPT_SURPLUS": True}])
    def test_without_the_cap_four_passes_fill_the_quotas(self, knobs: dict[str, bool]) -> None:
        cycle = play(groups(self.quotas, GROUP_QUOTA_ROUND_ROBIN_RATE=5, **knobs), 30, self.demand)
        assert [(done["g1"], done["g2"]) for done in cycle.rounds[0].passes] == [(5, 2), (10, 5), (15, 7), (20, 10)]
        assert (cycle.obtained["g1"], cycle.obtained["g2"]) == (20, 10)


def test_groups_without_quota_live_on_what_others_leave() -> None:
    config = configure(
        GROUP_NAMES="q, z1, z2",
        GROUP_QUOTA_q=20,
        GROUP_QUOTA_z1=0,
        GROUP_ACCEPT_SURPLUS=True,
        NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION=False,
    )
    cycle = play(config, 30, {"q": 5, "z1": 20, "z2": 6})
    first = cycle.rounds[0]
    assert cycle.effective == {"<none>": 10, "q": 20, "z1": 0, "z2": 0}
    # 25 for 26: evenly 12.5 each, of which z2 needs 6 only.
    assert first.allocated == {"<none>": 0, "q": 5, "z1": 19, "z2": 6}
    assert (first.keys["q"], first.keys["z1"], first.keys["z2"]) == (0, 3.3e38, 3.3e38)
    assert cycle.obtained == {"<none>": 0, "q": 5, "z1": 19, "z2": 6}
