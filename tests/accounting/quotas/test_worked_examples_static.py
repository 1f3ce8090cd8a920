"""The examples of HTCondor's manual and talks with static quotas, and what a negotiator makes of them."""

from typing import ClassVar

import pytest

from userprio.accounting.quotas import Skip
from userprio.base.cxx import INT_MIN
from userprio.config import Config

from .driver import groups, play

near = pytest.approx


class TestPhysicsAndChemistry:
    """HTCondor manual 3.6: physics 20, chemistry 10, in pools of 30, 15 and 60."""

    @pytest.mark.parametrize(
        ("pool", "oversubscription", "physics", "chemistry", "ungrouped", "limits", "obtained"),
        [
            (30, False, 20, 10, 0, {"chemistry": 10, "physics": 20}, (20, 10)),
            (30, True, 20, 10, 0, {"chemistry": 10, "physics": 20}, (20, 10)),
            (15, False, 10, 5, 0, {"chemistry": 5, "physics": 10}, (10, 5)),
            (15, True, 20, 10, 0, {"chemistry": 10, "physics": 20}, (5, 10)),
            (60, False, 20, 10, 30, {"chemistry": 10, "physics": 20}, (20, 10)),
            (60, True, 20, 10, 30, {"chemistry": 10, "physics": 20}, (20, 10)),
        ],
    )
    def test_quotas_order_limits_and_slots(
        self,
        pool: int,
        oversubscription: bool,
        physics: float,
        chemistry: float,
        ungrouped: float,
        limits: dict[str, int],
        obtained: tuple[int, int],
    ) -> None:
        config = groups({"physics": 20, "chemistry": 10}, NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION=oversubscription)
        cycle = play(config, pool, {"physics": 100, "chemistry": 100})
        assert cycle.effective == {"<none>": ungrouped, "chemistry": chemistry, "physics": physics}
        assert list(cycle.rounds[0].limits.items()) == list(limits.items())
        assert (cycle.obtained["physics"], cycle.obtained["chemistry"]) == obtained

    def test_in_the_oversubscribed_pool_of_15_the_second_round_ends_it(self) -> None:
        cycle = play(groups({"physics": 20, "chemistry": 10}), 15, {"physics": 100, "chemistry": 100})
        first, second = cycle.rounds
        assert first.keys["chemistry"] == first.keys["physics"] == 0
        assert (first.allocated["physics"], first.allocated["chemistry"]) == (20, 10)
        assert (first.largest_growth, first.credit) == (20, 15)
        assert (second.allocated["physics"], second.allocated["chemistry"]) == (5, 10)
        assert (second.keys["physics"], second.keys["chemistry"]) == (0.25, 1.0)
        assert second.credit == 15

    def test_who_starves_gets_freed_slots_first(self) -> None:
        config = groups({"physics": 20, "chemistry": 10})
        cycle = play(config, 17, {"physics": 100, "chemistry": 100}, usage={"physics": 15})
        assert cycle.rounds[0].keys["physics"] == 0.75
        assert cycle.rounds[0].keys["chemistry"] == 0
        assert (cycle.obtained["chemistry"], cycle.obtained["physics"]) == (2, 0)


def hep_and_lep(physics_accepts: bool, oversubscription: bool) -> Config:
    """HTCondor manual 3.6: physics with hep and lep, which accept surplus, and chemistry."""
    return groups(
        {"physics": 20, "physics.hep": 15, "physics.lep": 5, "chemistry": 10},
        NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION=oversubscription,
        GROUP_ACCEPT_SURPLUS_physics=physics_accepts,
        **{"GROUP_ACCEPT_SURPLUS_physics.hep": True, "GROUP_ACCEPT_SURPLUS_physics.lep": True},
    )


class TestHepAndLepWithSurplus:
    @pytest.mark.parametrize(
        ("accepts", "oversubscription", "own_quota", "allocated", "limits", "obtained"),
        [
            (False, False, 0, (18, 2), (18, 2), (18, 2)),
            (False, True, 20, (38, 2), (20, 0), (20, 0)),
            (True, False, 0, (28, 2), (28, 5), (28, 2)),
            (True, True, 20, (48, 2), (48, 5), (30, 0)),
        ],
    )
    def test_surplus_of_chemistry_reaches_hep_only_where_physics_accepts_it(
        self,
        accepts: bool,
        oversubscription: bool,
        own_quota: float,
        allocated: tuple[float, float],
        limits: tuple[int, int],
        obtained: tuple[int, int],
    ) -> None:
        """Fair share is 15 and 2. 3 come from physics (23 with its own quota counted again), then 10 from chemistry.

        Where physics accepts nothing it caps both: hep, which is first, leaves lep what is left of 20.
        """
        demand = {"physics.hep": 60, "physics.lep": 2, "chemistry": 0}
        cycle = play(hep_and_lep(accepts, oversubscription), 30, demand)
        first = cycle.rounds[0]
        assert cycle.effective["physics"] == own_quota
        assert (first.allocated["physics.hep"], first.allocated["physics.lep"]) == allocated
        assert list(first.limits.items()) == [("physics.hep", limits[0]), ("physics.lep", limits[1])]
        assert (cycle.obtained["physics.hep"], cycle.obtained["physics.lep"]) == obtained

    def test_fair_share_comes_before_surplus(self) -> None:
        cycle = play(hep_and_lep(False, False), 30, {"physics.hep": 15, "physics.lep": 2})
        assert (cycle.rounds[0].allocated["physics.hep"], cycle.rounds[0].allocated["physics.lep"]) == (15, 2)
        assert cycle.rounds[0].surplus == 13

    def test_a_child_served_first_starves_its_sibling_below_the_siblings_quota(self) -> None:
        cycle = play(
            hep_and_lep(False, True),
            30,
            {"physics.hep": 60, "physics.lep": 60},
            usage={"physics.hep": 12, "physics.lep": 4},
        )
        first = cycle.rounds[0]
        assert (first.allocated["physics.hep"], first.allocated["physics.lep"]) == (30, 10)
        assert (first.keys["physics.hep"], first.keys["physics.lep"]) == (0.8, 0.8)
        assert list(first.limits.items()) == [("physics.hep", 16), ("physics.lep", 4)]
        assert cycle.obtained["physics.lep"] == 0


def three_under_a_root(**knobs: object) -> Config:
    return groups({"top": 60, "top.a": 10, "top.b": 20, "top.c": 30}, GROUP_ACCEPT_SURPLUS=True, **knobs)


class TestThreeUnderOneGroup:
    """Talk "Negotiator Policy and Configuration": a group of 60 with a 10, b 20, c 30; a wants only 3."""

    demand: ClassVar = {"top.a": 3, "top.b": 100, "top.c": 100}

    @staticmethod
    def abc(values: dict[str, float]) -> list[float]:
        return [values[f"top.{letter}"] for letter in "abc"]

    def test_without_oversubscription_the_slides_numbers_are_cut_to_whole_limits(self) -> None:
        cycle = play(three_under_a_root(NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION=False), 60, self.demand)
        first, second = cycle.rounds
        assert cycle.effective["top"] == 0
        assert self.abc(first.allocated) == [3, near(22.8), near(34.2)]
        assert self.abc(first.limits) == [10, 22, 34]
        assert self.abc(first.usage) == [3, 22, 34]
        assert self.abc(second.allocated) == [3, 22, 34]
        assert second.credit == 59
        assert self.abc(cycle.obtained) == [3, 22, 34]

    def test_with_oversubscription_the_groups_own_quota_is_shared_out_again(self) -> None:
        cycle = play(three_under_a_root(), 60, self.demand)
        first, second = cycle.rounds[:2]
        assert cycle.effective["top"] == 60
        assert self.abc(first.allocated) == [3, near(46.8), near(70.2)]
        assert self.abc(first.limits) == [10, 46, 70]
        assert self.abc(first.usage) == [3, 46, 11]
        assert second.largest_growth == 0
        assert second.allocated["top.c"] == 11
        assert second.limits["top.c"] == INT_MIN

    @pytest.mark.parametrize(("oversubscription", "obtained"), [(False, [3, 22, 35]), (True, [3, 46, 11])])
    def test_without_weights_the_fractions_make_a_whole_slot(self, oversubscription: bool, obtained: list[int]) -> None:
        config = three_under_a_root(
            NEGOTIATOR_USE_SLOT_WEIGHTS=False, NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION=oversubscription
        )
        assert self.abc(play(config, 60, self.demand).obtained) == obtained


class TestExperiments:
    """Talk "HTCondor Provisioning and Scheduling Overview": ATLAS and CDF accept surplus, CMS does not."""

    leaves: ClassVar = (
        "cs.arch",
        "cs.DB",
        "physics.string",
        "physics.particle.ATLAS",
        "physics.particle.CDF",
        "physics.particle.CMS",
    )

    @staticmethod
    def config(oversubscription: bool) -> Config:
        return groups(
            {
                "physics": 700,
                "physics.string": 100,
                "physics.particle": 600,
                "physics.particle.CMS": 200,
                "physics.particle.ATLAS": 200,
                "physics.particle.CDF": 100,
                "cs": 200,
                "cs.arch": 100,
                "cs.DB": 100,
            },
            NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION=oversubscription,
            **{"GROUP_ACCEPT_SURPLUS_physics.particle.ATLAS": True, "GROUP_ACCEPT_SURPLUS_physics.particle.CDF": True},
        )

    @pytest.mark.parametrize(
        ("oversubscription", "own", "allocated", "limits", "obtained"),
        [
            (
                False,
                {"physics.particle": 100, "physics": 0, "cs": 0},
                (100, 100, 100, 266 + 2 / 3, 133 + 1 / 3, 200),
                (100, 100, 100, 266, 133, 200),
                (100, 100, 100, 266, 133, 200),
            ),
            (
                True,
                {"physics.particle": 600, "physics": 700, "cs": 200},
                (100, 100, 100, 600, 300, 200),
                (100, 100, 100, 600, 0, 0),
                (100, 100, 100, 600, 0, 0),
            ),
        ],
    )
    def test_surplus_is_shared_two_to_one(
        self,
        oversubscription: bool,
        own: dict[str, float],
        allocated: tuple[float, ...],
        limits: tuple[int, ...],
        obtained: tuple[int, ...],
    ) -> None:
        cycle = play(self.config(oversubscription), 900, dict.fromkeys(self.leaves, 1000))
        first = cycle.rounds[0]
        assert {name: cycle.effective[name] for name in own} == own
        assert [first.allocated[leaf] for leaf in self.leaves] == near(list(allocated))
        assert [first.limits[leaf] for leaf in self.leaves] == list(limits)
        assert [cycle.obtained[leaf] for leaf in self.leaves] == list(obtained)

    def test_what_cms_leaves_is_shared_two_to_one_as_well(self) -> None:
        demand = {leaf: 50 if leaf.endswith("CMS") else 1000 for leaf in self.leaves}
        first = play(self.config(False), 900, demand).rounds[0]
        assert first.allocated["physics.particle.ATLAS"] == near(366 + 2 / 3)
        assert first.allocated["physics.particle.CDF"] == near(183 + 1 / 3)
        assert [first.limits[leaf] for leaf in self.leaves[3:]] == [366, 183, 51]


class TestStrictPriorityByHugeQuota:
    """HTCondor manual 3.6: a quota of a million is to put physics first. It does, while its ratio is the smallest."""

    @pytest.mark.parametrize(
        ("chemistry", "usage", "keys", "obtained"),
        [
            (10, (0, 0), (0, 0), (20, 10)),
            (10, (20, 0), (2e-5, 0), (0, 10)),
            (10, (20, 1), (2e-5, 0.1), (9, 0)),
            (100_000, (20, 1), (2e-5, 1e-5), (0, 9)),
        ],
    )
    def test_the_smaller_ratio_goes_first(
        self, chemistry: int, usage: tuple[int, int], keys: tuple[float, float], obtained: tuple[int, int]
    ) -> None:
        cycle = play(
            groups({"physics": 1_000_000, "chemistry": chemistry}),
            30,
            {"physics": 100, "chemistry": 100},
            usage={"physics": usage[0], "chemistry": usage[1]},
        )
        first = cycle.rounds[0]
        assert (first.keys["physics"], first.keys["chemistry"]) == keys
        assert (cycle.obtained["physics"], cycle.obtained["chemistry"]) == obtained

    def test_quotas_allocations_and_limits(self) -> None:
        cycle = play(groups({"physics": 1_000_000, "chemistry": 10}), 30, {"physics": 100, "chemistry": 100})
        assert cycle.effective == {"<none>": 0, "chemistry": 10, "physics": 1_000_000}
        assert (cycle.rounds[0].allocated["physics"], cycle.rounds[0].allocated["chemistry"]) == (100, 10)
        assert cycle.rounds[0].limits == {"chemistry": 10, "physics": 1_000_000}

    def test_without_oversubscription_the_quotas_are_scaled_into_the_pool(self) -> None:
        config = groups({"physics": 1_000_000, "chemistry": 10}, NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION=False)
        cycle = play(config, 30, {"physics": 100, "chemistry": 100})
        assert cycle.effective["physics"] == near(29.9997, abs=1e-6)
        assert cycle.effective["chemistry"] == near(0.0003, abs=1e-6)
        assert cycle.rounds[0].limits == {"chemistry": 0, "physics": 29}


class TestUsersWithoutGroup:
    def test_they_take_unused_quota_though_nobody_accepts_surplus(self) -> None:
        cycle = play(groups({"physics": 20, "chemistry": 10}), 30, {"physics": 5, "chemistry": 100, "<none>": 100})
        first = cycle.rounds[0]
        assert cycle.effective == {"<none>": 0, "chemistry": 10, "physics": 20}
        assert first.allocated == {"<none>": 15, "chemistry": 10, "physics": 5}
        assert first.limits == {"chemistry": 10, "physics": 20, "<none>": 15}
        assert cycle.obtained == {"<none>": 15, "chemistry": 10, "physics": 5}

    def test_a_group_that_accepts_surplus_outweighs_them(self) -> None:
        config = groups({"physics": 20, "chemistry": 10}, GROUP_ACCEPT_SURPLUS=True)
        cycle = play(config, 30, {"physics": 5, "chemistry": 100, "<none>": 100})
        assert cycle.rounds[0].allocated == {"<none>": 0, "chemistry": 25, "physics": 5}
        assert cycle.rounds[0].passes[0]["<none>"] is Skip.ZERO_ALLOCATED

    def test_they_compete_by_their_own_quota_with_groups_that_accept(self) -> None:
        cycle = play(groups({"a": 10, "b": 10}, GROUP_ACCEPT_SURPLUS=True), 30, {"a": 100, "b": 2, "<none>": 100})
        assert cycle.effective["<none>"] == 10
        assert cycle.rounds[0].allocated == {"<none>": 14, "a": 14, "b": 2}
        assert cycle.rounds[0].limits == {"a": 14, "b": 10, "<none>": 14}
        assert cycle.obtained == {"<none>": 14, "a": 14, "b": 2}

    def test_with_autoregroup_their_pass_is_for_everybody(self) -> None:
        cycle = play(groups({"a": 10, "b": 10}, GROUP_AUTOREGROUP=True), 30, {"a": 100, "b": 2, "<none>": 100})
        first = cycle.rounds[0]
        assert cycle.effective == {"<none>": 10, "a": 10, "b": 10}
        assert first.allocated == {"<none>": 30, "a": 10, "b": 2}
        assert first.limits == {"a": 10, "b": 10, "<none>": 30}
        assert (first.usage["a"], first.usage["b"]) == (10, 2)
        assert cycle.obtained["<none>"] == 18
        # 42 are allocated; the root's pass takes slots for groups, so the root never has what it is allocated.
        assert len(cycle.rounds) == 3
        assert all(played.credit < 42 for played in cycle.rounds)
